"""Why a battle was set aside, in words."""

from __future__ import annotations

import time
from typing import Final

from sandtable.server.budget import Exceeded
from sandtable.server.storage import Aside

SET_ASIDE: Final = "server.set-aside"
"""Why nothing can be done in a battle that was set aside."""

TOO_LONG: Final = "server.too-long"
"""Why something was not done that took too long to work out."""

TOO_LONG_TO_WORK_OUT: Final = "That took too long to work out, so it was stopped."

ONLY_LOOKED_AT: Final = "This battle was set aside, and can only be looked at."

_WORK: Final = {
    "order": "an order was worked out",
    "question": "a question was answered",
    "decision": "a computer player was thinking",
    "load": "it was loaded",
    "report": "its report was written",
}


def exceeded(error: Exceeded, line: int) -> Aside:
    """The battle was set aside because work for it was stopped."""
    what = "more time" if error.why == "time" else "more memory"
    after = f"after line {line}" if line else "before its first line"
    text = (
        f"This battle was set aside {after}: when {_WORK[error.lane]}, that took {what} than this "
        "server has for one battle. Nothing that was recorded is lost. It can be looked at, and "
        "its journal be saved; whoever began it can have it tried once more."
    )
    return Aside(why=error.why, text=text, line=line, at=time.time())
