"""How the orders of aircraft, and of those who shoot at them, are typed and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from sandtable.battle import Order
from sandtable.battle.phrases import find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.rulebooks.panzer8.s15_events.air_support.candidates import strikes
from sandtable.rulebooks.panzer8.state import AirMission, P8State
from sandtable.rulebooks.panzer8.state.orders import FireFlak, Method, Patrol, PlanAir, Strike

AIR_USAGE: Final[Mapping[str, tuple[str, str]]] = {
    "plan-air": (
        "plan air FEATURE [FEATURE ...]",
        "Note up to three features of the ground as targets of your aircraft; done notes none.",
    ),
    "strike": (
        "strike TARGET [planned|controlled]",
        "Attack an enemy near a noted feature, or one that your controller sees; strike alone "
        "attacks what the aircraft come upon.",
    ),
    "patrol": ("patrol", "Keep the fighters on patrol: they stop the enemy's next aircraft."),
    "fire-flak": (
        "flak WEAPON [WEAPON ...]",
        "Have anti-aircraft weapons fire at the aircraft; done lets them pass.",
    ),
}
"""How they are best typed, and what they mean."""

AIR_ALIASES: Final[Mapping[str, str]] = {
    "attack": "strike",
    "flak": "fire-flak",
    "aa": "fire-flak",
    "note": "plan-air",
}
"""Further words for them."""

METHODS: Final[tuple[Method, ...]] = get_args(Method)


def read_air(state: P8State, tag: str, words: list[str]) -> Order | None:
    """An order for aircraft that is not typed like others: it names ground, counters or little."""
    named = [word for word in words if word.lower() not in FILLERS]
    if tag == "plan-air":
        return PlanAir(tuple(word.lower() for word in named))
    if tag != "strike":
        return None
    method = next((one for one in METHODS if one in named), None)
    rest = [word for word in named if word != method]
    if len(rest) > 1:
        return None
    target = None
    if rest:
        target = rest[0] if rest[0] in state.counters else find_piece(state, rest[0])
    return Strike(method or _usual_method(state, target), target)


def _usual_method(state: P8State, target: str | None) -> Method:
    """How aircraft find a target, where that goes without saying."""
    frame = state.frame
    if target is None or not isinstance(frame, AirMission):
        return "opportunity"
    open_ways = (order.method for order in strikes(state, frame) if order.target == target)
    return next(open_ways, "planned")


def told_air(state: P8State, order: Order) -> str | None:
    """An order for aircraft in a list."""
    match order:
        case Strike(method="opportunity"):
            return "what they come upon"
        case Strike(method=method, target=target):
            how = "as planned" if method == "planned" else "as the controller directs"
            return f"{_name(state, target)} ({target}), {how}"
        case FireFlak(elements=names):
            return ", ".join(_name(state, name) for name in names)
        case PlanAir(features=features):
            return ", ".join(features)
        case Patrol():
            return ""
    return None


def _name(state: P8State, name: str | None) -> str:
    return state.pieces[name].name if name in state.pieces else str(name)
