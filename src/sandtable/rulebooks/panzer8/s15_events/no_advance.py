"""Section 15.6: a player turn in which nobody may come nearer to the enemy."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import Footprint, Path, Point, bearing, distance, swept

from ..s05_actions.move.rates import base_at, heading_on_leg
from ..s12_hidden.spotting import stand_in
from ..state import Element, Moving, P8State
from ..state.sheets import Sheet
from ..state.tables import TOLERANCE
from .cards import in_force

RANGE: Final = 30.0
"""Whoever is farther from the enemy than this has to stay so far away."""

_RULE: Final = "p8.card.two-no-advance"


def is_held(state: P8State, element: Element) -> bool:
    """Whether an element may not advance in this player turn."""
    return in_force(state, "2", element.side)


def check_no_charge(state: P8State, element: Element) -> Refusal | None:
    """Why an element cannot charge: that would bring it nearer."""
    if not is_held(state, element):
        return None
    return Refusal(
        _RULE, f"{element.name} may not come nearer to the enemy this turn, so it cannot charge."
    )


def check_no_advance(state: P8State, element: Element, frame: Moving) -> Refusal | None:
    """Why a move is not allowed: at some point of it the nearest enemy would be nearer.

    To turn is not to come nearer: each point is compared with the start at the same facing.
    """
    if not is_held(state, element) or (len(frame.path) < 2 and frame.enters is None):
        return None
    cite(_RULE)
    enemies = list(_enemy_places(state, element))
    for start, passed in _poses(state, element, frame):
        allowed = min(RANGE, _gap(start, enemies))
        nearest = _gap(passed, enemies)
        if nearest < allowed - TOLERANCE:
            return _too_near(element, nearest, allowed)
    return None


def check_set_down(state: P8State, there: Element, vehicle: Element) -> Refusal | None:
    """Why an element cannot get off its vehicle there: that is nearer than the vehicle was."""
    if not is_held(state, there):
        return None
    cite(_RULE)
    enemies = list(_enemy_places(state, there))
    allowed = min(RANGE, _gap(state.base(vehicle), enemies))
    nearest = _gap(state.base(there), enemies)
    return _too_near(there, nearest, allowed) if nearest < allowed - TOLERANCE else None


def _too_near(element: Element, nearest: float, allowed: float) -> Refusal:
    return Refusal(
        _RULE,
        f"{element.name} may not advance this turn: it would come within {nearest:.1f} in of the "
        f"enemy and has to stay {allowed:.1f} in away.",
    )


def _enemy_places(state: P8State, element: Element) -> Iterator[Footprint]:
    """Where enemies are, or are suspected."""
    for enemy in state.enemies_of(element):
        yield state.base(enemy)
    for counter in state.counters.values():
        if counter.side != element.side:
            yield state.base(stand_in(state, counter))


def _gap(base: Footprint, enemies: Iterable[Footprint]) -> float:
    return min((distance(base, enemy) for enemy in enemies), default=math.inf)


def _poses(
    state: P8State, element: Element, frame: Moving
) -> Iterator[tuple[Footprint, Footprint]]:
    """The base on each leg that lies ahead and at the end, with the start at the same facing."""
    ahead = frame.path if frame.at <= TOLERANCE else tuple(Path(frame.path).cut(frame.at)[1])
    sheet, heading = state.sheet(element), frame.start
    for a, b in itertools.pairwise(ahead):
        heading = heading_on_leg(frame.start, bearing(a, b), frame.bearing)
        leg = swept(base_at(sheet, a, heading), base_at(sheet, b, heading))
        yield _place(state, sheet, frame.leaves, frame.path[0], heading), leg
    heading = heading if frame.facing is None else frame.facing
    yield (
        _place(state, sheet, frame.leaves, frame.path[0], heading),
        _place(state, sheet, frame.enters, frame.path[-1], heading),
    )


def _place(state: P8State, sheet: Sheet, bua: str | None, spot: Point, heading: float) -> Footprint:
    """The base of an element at a spot, or in a built-up area."""
    if bua is not None:
        return state.setting.buas[bua].base_of(sheet, heading)
    return base_at(sheet, spot, heading)
