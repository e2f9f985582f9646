"""How the orders of support fire are typed and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.battle import Order
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.rulebooks.panzer8.s15_events.support_fire.candidates import best_observer
from sandtable.rulebooks.panzer8.state import P8State, SupportMission
from sandtable.rulebooks.panzer8.state.orders import CallFire, Creep, KeepFiring, LayScreen, Shift

SUPPORT_USAGE: Final[Mapping[str, tuple[str, str]]] = {
    "plan-fire": ("plan fire X,Y [X,Y ...]", "Note up to three points for your batteries."),
    "call-fire": (
        "call fire TARGET [with OBSERVER] [smoke]",
        "Call support fire down; call fire at X,Y is for a point noted before play.",
    ),
    "lay-screen": ("lay screen at X,Y [facing N]", "Say where the smoke lies, and across what."),
    "shift": ("shift N", "Shift the fire by 6 inches towards N degrees; done leaves it."),
    "keep-firing": ("keep firing", "Roll for the barrage to go on; done ceases fire."),
    "creep": ("creep to X,Y", "Move the barrage by up to 6 inches; done leaves it."),
}
"""How they are best typed, and what they mean."""


def complete_call(state: P8State, words: list[str]) -> list[str]:
    """Without an observer, the best of those who see the target is taken."""
    frame = state.frame
    smoke = [word for word in words if word.lower() == "smoke"]
    named = [word for word in words if word.lower() not in FILLERS and word not in smoke]
    if len(named) != 1 or "," in named[0] or not isinstance(frame, SupportMission):
        return words
    target = named[0] if named[0] in state.counters else find_piece(state, named[0])
    observer = best_observer(state, frame.side, target)
    return [target, *([observer.id] if observer is not None else []), *smoke]


def told_support(state: P8State, order: Order) -> str | None:
    """An order of support fire in a list."""
    match order:
        case CallFire(target=target, observer=observer, at=at, smoke=smoke):
            what = "smoke" if smoke else "HE"
            if at is not None:
                return f"{what} on the planned point {at[0]:g},{at[1]:g}"
            return f"{what} on {_name(state, target)} ({target}), seen by {_name(state, observer)}"
        case LayScreen(at=at, facing=facing):
            return f"at {at[0]:g},{at[1]:g}, across {facing:g}"
        case Shift(heading=heading):
            return f"6 in towards {heading:.0f} degrees"
        case Creep(to=to):
            return f"to {to[0]:g},{to[1]:g}"
        case KeepFiring():
            return "(goes on with 6 or more)"
    return None


def _name(state: P8State, name: str | None) -> str:
    return state.pieces[name].name if name in state.pieces else str(name)
