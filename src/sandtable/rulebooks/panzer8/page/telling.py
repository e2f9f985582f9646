"""What is shown of each kind of event, in the gestures that every book shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.battle import Event
from sandtable.battle.cues import Cue, along, among, card, line, lost, over, say, word

EFFECTS: Final[Mapping[str, str]] = {
    "none": "no effect",
    "suppressed": "suppressed",
    "fall-back": "falls back",
    "retreat": "retreats",
    "out": "out of action",
    "stands": "stands",
    "beaten-off": "beaten off",
    "hunter-falls-back": "the hunters fall back",
}
"""What comes of an attack, in a word or two."""


def _effect(event: Event) -> str:
    """What an attack came to; what it would have come to, where that was nothing else."""
    found = str(event.data.get("becomes") or event.data.get("effect") or "none")
    return EFFECTS.get(found, found.replace("-", " "))


RESULTS: Final[Mapping[str, str]] = {
    "none": "no change",
    "unsuppressed": "recovers",
    "extra-action": "recovers and may act again",
    "out": "breaks",
}
"""What comes of a try, where its own word says too little."""


def _result(event: Event) -> str:
    """What came of a try."""
    found = str(event.data.get("result", ""))
    return RESULTS.get(found, found.replace("-", " "))


_ATTACK: Final = (line("shot"), word(_effect, at=1))
_NOTED: Final[tuple[Cue, ...]] = (word(lambda event: event.text),)
_MOVED: Final[tuple[Cue, ...]] = ()
"""Whoever moves is shown in any case, along the way that the event tells of."""

CUES: Final[Mapping[str, tuple[Cue, ...]]] = {
    "advance": _MOVED,
    "air": (along("pass"), say),
    "air-attack": (along("pass"), word(_effect, at=0)),
    "assemble": (word("assembled", at=0),),
    "break-down": (word("broken down", at=0),),
    "card": (card,),
    "charge": (word("charges", at=0),),
    "commander": _NOTED,
    "commit": _NOTED,
    "contact": (among(),),
    "deploy": _MOVED,
    "dismount": _MOVED,
    "dummy": (word("a dummy"),),
    "enter": _MOVED,
    "event": (say,),
    "fall-back": (word("falls back", at=0),),
    "fire": _ATTACK,
    "firm": (word("stands firm", at=0),),
    "flak": (along("pass"), word(lambda event: "shaken" if event.data["shaken"] else "missed")),
    "flank": (word(_effect, at=0), say),
    "hide": (say,),
    "hunt": (line("clash"), word(_effect, at=1)),
    "join": (word("joins in", at=0),),
    "leaves": _MOVED,
    "limber": (word("limbered up", at=0),),
    "lots": (word("drawn by lot", at=1),),
    "melee": (among(), say),
    "mount": (word("mounts", at=0),),
    "move": _MOVED,
    "occupy": (word("goes in", at=0),),
    "out": (lost(),),
    "overrun": (among(), say),
    "plan": (say,),
    "reaction": (word("reacts", at=0),),
    "recce": (say,),
    "recover": (word(_result, at=0),),
    "repulsed": (word("repulsed", at=0),),
    "retreat": (word("retreats", at=0),),
    "revealed": (word("seen", at=0),),
    "ruling": (say,),
    "shared": (word("shares its fate", at=0),),
    "shelling": (word(_effect, at=0),),
    "smoke": (over("smoke", "outline"), word(_result)),
    "spotted": (word("spotted"),),
    "standing": _MOVED,
    "stands": (word("stands", at=0),),
    "stays": (word("stays aboard", at=0),),
    "stopped": (word("stopped", at=0),),
    "support": (over("blast", "zone"), over("smoke", "outline"), say),
    "suppressed": (word("suppressed", at=0),),
    "turn": (say,),
    "unlimber": (word("unlimbered", at=0),),
    "victory": (say,),
    "wire": (word(_result),),
}
