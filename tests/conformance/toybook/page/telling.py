"""What is shown of each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.battle.cues import Cue, among, line, say, word

CUES: Final[Mapping[str, tuple[Cue, ...]]] = {
    "clash": (among(), word(lambda event: event.text)),
    "fire": (line("shot"), word(lambda event: event.text, at=1)),
    "move": (),
    "plan": (say,),
    "turn": (say,),
    "victory": (say,),
}
