"""What is shown of each kind of event, in the gestures that every book shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sandtable.battle import Event
from sandtable.battle.cues import Cue, Stage, among, line, lost, point, ring, say, through, word
from sandtable.battle.telling import Gesture, Point


def place(setting: Any, value: Any) -> Point | None:
    """The middle of a square of the map; of several, that of the first."""
    first = value[0] if isinstance(value, tuple | list) and value else None
    square = point(first) or point(value)
    return None if square is None else setting.point_of(square)


def _hit(event: Event) -> str:
    """What an attack came to."""
    if not event.data.get("hit"):
        return "missed"
    damage = event.data.get("damage")
    return f"hit, {damage} points" if damage else "hit"


def _harm(event: Event) -> str:
    """How much somebody lost, and what he has left."""
    return f"{event.data['damage']} points, {event.data['hp']} left"


def _attack(stage: Stage) -> Iterator[Gesture]:
    """A shot or a blow: whoever stands beside his target strikes it."""
    start, end = stage.was_at(stage.piece(0)), stage.was_at(stage.piece(1))
    near = start and end and max(abs(start[0] - end[0]), abs(start[1] - end[1])) <= 1.01
    return iter(tuple((line("clash") if near else line("shot"))(stage)))


def _sweep(stage: Stage) -> Iterator[Gesture]:
    """Strokes from the gun to what it is trained on, and to everybody in the way of it."""
    yield from through("burst", "aim")(stage)
    start = stage.was_at(stage.piece(0))
    for name in stage.event.data.get("victims", ()):
        end = stage.was_at(name)
        if start is not None and end is not None:
            yield stage.gesture("burst", stage.piece(0), path=(start, end), together=True)


def _short(*words: str, at: int = 0) -> tuple[Cue, ...]:
    return (word(" ".join(words), at=at),)


_SAID: Final[tuple[Cue, ...]] = (word(lambda event: event.text),)
_MOVED: Final[tuple[Cue, ...]] = ()
"""Whoever moves is shown in any case."""

CUES: Final[Mapping[str, tuple[Cue, ...]]] = {
    "adverse-effect": _SAID,
    "aid": (line("clash"), word(lambda event: event.text, at=1)),
    "alight": _short("gets out"),
    "ambush": (say,),
    "ammunition": _SAID,
    "attack": (_attack, through("shot", "aim", "lands"), word(_hit)),
    "blast": (ring(),),
    "board": _short("gets in"),
    "bog": _SAID,
    "bullets": (word(lambda event: f"{event.data['bullets']} bullets", at=0),),
    "carried": _short("carried on"),
    "change-seat": _short("changes seats"),
    "charge": _short("lays a charge"),
    "climb": _short("climbs"),
    "collapse": (say,),
    "collision": (among(), word(lambda event: event.text)),
    "cook": _short("holds the grenade"),
    "cover": _SAID,
    "damage": (word(_harm, at=0),),
    "declare": _SAID,
    "deploy": _MOVED,
    "deployment": (say,),
    "dive": _short("dives"),
    "drive": _MOVED,
    "driving-check": _SAID,
    "drop": _short("drops it"),
    "end": (say,),
    "escape": _short("jumps clear"),
    "explosion": (ring(), word("explodes", at=0)),
    "explosive": (through("lob", "aim", "lands"), word("lands here")),
    "extinguish": _short("puts the flames out"),
    "flame": (line("flame"), word("in flames", at=1)),
    "fumble": _short("fumbles"),
    "held-back": _SAID,
    "hindrance": _SAID,
    "holds-on": _SAID,
    "hot-engine": _SAID,
    "initiative": (say,),
    "knocked-aside": _short("knocked aside"),
    "late": _short("too late"),
    "leave": (say,),
    "lost-attack": _short("loses the attack"),
    "malfunction": _short("jammed"),
    "manoeuvre": _SAID,
    "massive-damage": _short("massive damage"),
    "mishap": (word(lambda event: str(event.data["result"]), at=0),),
    "miss": (through("shot", "lands"), word("lands here")),
    "morale": (say,),
    "move": _MOVED,
    "no-time": _short("no time"),
    "object": _SAID,
    "out": (lost(),),
    "pace": (word(lambda event: f"pace {event.data['pace']}", at=0),),
    "plunge": _short("falls"),
    "repair": _short("repairs"),
    "rise": _short("rises"),
    "rollover": _short("rolls over"),
    "ruling": (say,),
    "run-over": (among(), word("run over", at=1)),
    "rupture": _short("the tank ruptures"),
    "save": _SAID,
    "search-over": _short("stops searching"),
    "set-up": _SAID,
    "sinking": _short("sinks"),
    "skid": _short("skids"),
    "skidding": _short("skids"),
    "smoke": (ring(), word("smoke")),
    "spin": _short("spins"),
    "splinters": _short("splinters"),
    "stall": _short("stalls"),
    "strain": _SAID,
    "stuck": _short("stuck"),
    "surprise": (say,),
    "sweep": (_sweep,),
    "take": _SAID,
    "throw-back": _short("throws it back"),
    "thrown-about": _short("thrown about"),
    "traverse": _MOVED,
    "turn": (say,),
    "turn-over": _MOVED,
    "unstick": _SAID,
    "vehicle-blasted": _SAID,
    "wire": _short("in the wire"),
    "withhold": _short("waits"),
    "work": _SAID,
    "wreck": (lost(),),
}
