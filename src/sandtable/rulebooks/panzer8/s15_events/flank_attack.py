"""Section 15.8: enemies off the table fall upon the element nearest to a table edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.dice import Dice

from ..s08_results import results
from ..s09_troops.transport import inside
from ..s12_hidden.counters import reveal
from ..state import Element, Flanked, P8State
from ..state.tables import TOLERANCE

REACH: Final = 4.0
"""Whoever is so near to the edge is out of action, others are suppressed."""

EDGES: Final = ("west", "east", "south", "north")

EFFECTS: Final = ("suppressed", "out")
_RULE: Final = "p8.card.four-flank-attacked"
_WORDS: Final = {"suppressed": "suppressed", "out": "out of action"}


def attack_flank(state: P8State, side: str, dice: Dice) -> Iterator[Event]:
    """Strike the element of a side that is nearest to an unfriendly edge."""
    nearest = _nearest(state, side)
    if not nearest:
        yield Event(
            kind="flank",
            text="There is nobody on the table whose flank could be attacked.",
            rules=(_RULE,),
        )
        return
    struck = dice.pick(nearest, "whose flank is attacked")
    if any(one.under is not None for one in nearest):
        yield from _lots_in_secret(state, side, dice)
    gap = edge_gap(state, struck)
    found = "out" if gap <= REACH + TOLERANCE else "suppressed"
    effect = dice.settle("flank attack", found, EFFECTS)
    yield Event(
        kind="flank",
        text=f"{struck.name}, {gap:.1f} in from the table edge, is attacked by troops off the "
        f"table: {_WORDS[effect]}.",
        rules=(_RULE,),
        pieces=(struck.id,),
        rolls=dice.take_rolls(),
        data={"distance": round(gap, 3), "effect": effect},
    )
    state.push(Flanked(element=struck.id, effect="out" if effect == "out" else "suppressed"))
    stays = effect != "out" or len(inside(state, struck)) > 1
    if stays and struck.under is not None:
        reveal(state, struck.id, _RULE)


def strike_flank(state: P8State, frame: Flanked) -> Iterator[Event]:
    """Carry out what an attack on the flank does, once whoever was hidden has been placed."""
    state.pop()
    struck = state.pieces[frame.element]
    if frame.effect == "out":
        yield from results.remove(state, struck)
    else:
        yield from results.suppress(state, struck)


def _nearest(state: P8State, side: str) -> list[Element]:
    """Who is nearest to an unfriendly edge, or several at the same distance."""
    exposed = [(edge_gap(state, one), one) for one in _exposed(state, side)]
    least = min((gap for gap, _ in exposed), default=0.0)
    return [element for gap, element in exposed if gap <= least + TOLERANCE]


def _lots_in_secret(state: P8State, side: str, dice: Dice) -> Iterator[Event]:
    """The die among several would tell the enemy of those who are hidden."""
    rolls = dice.take_rolls()
    if rolls:
        yield Event(
            kind="flank",
            text="Chance decides among several that are as near to a table edge.",
            rules=(_RULE,),
            rolls=rolls,
            seen_by=state.setting.seats[side],
        )


def _exposed(state: P8State, side: str) -> list[Element]:
    """Everybody on the table, hidden or not; the vehicles are chosen, not those inside."""
    hidden = [one for one in state.pieces.values() if one.side == side and one.under is not None]
    seen = [one for one in state.on_table(side) if state.sheet(one).type != "mounts"]
    return seen + [one for one in hidden if not one.on_table and one.carried_by is None]


def edge_gap(state: P8State, element: Element) -> float:
    """How far an element's base is from the nearest unfriendly table edge."""
    ground, base = state.setting.ground, state.base(element)
    x0, y0, x1, y1 = base.box
    gaps = {"west": x0, "east": ground.width - x1, "south": y0, "north": ground.depth - y1}
    return max(0.0, min(gaps[edge] for edge in _unfriendly_edges(state, element.side)))


def _unfriendly_edges(state: P8State, side: str) -> tuple[str, ...]:
    """The edges that the scenario names for a side, otherwise all but its own."""
    given = state.setting.scenario.side(side).unfriendly
    home = state.setting.homes[side]
    return given or tuple(edge for edge in EDGES if edge != home)
