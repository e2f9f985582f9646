"""When garbage is looked for.

A full search for garbage looks at every object that there is, and everybody waits for it: with 200
battles in memory, for a quarter of a second. Playing leaves no garbage that would need it, since a
battle's records do not refer to each other in circles. So whatever a full search has found to be in
use is set aside, and the next one looks only at what is new. All is looked at again when battles
have left the memory.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def short_searches() -> Iterator[None]:
    """Keep searches for garbage short, for as long as a server runs.

    >>> before = gc.get_freeze_count()
    >>> with short_searches():
    ...     gc.get_freeze_count() > before
    True
    """

    def set_aside(phase: str, facts: dict[str, int]) -> None:
        if phase == "stop" and facts["generation"] == 2:
            gc.freeze()

    gc.callbacks.append(set_aside)
    gc.collect()
    try:
        yield
    finally:
        gc.callbacks.remove(set_aside)
        gc.unfreeze()


def search_all() -> None:
    """Search everything for garbage once; nothing else happens meanwhile."""
    gc.unfreeze()
    gc.collect()
