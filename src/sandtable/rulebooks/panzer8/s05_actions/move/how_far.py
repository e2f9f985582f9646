"""Section 5.3: how far an element can go in a straight line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sandtable.table import Point, step

from ...s10_buildings.occupation import outdoors, start_of
from ...s13_engineering.wire_ways import up_to_wire
from ...s15_events.cards import haste
from ...state import Element, P8State
from ...state.built_up_areas import BUA
from ...state.tables import RATES
from ..fall_back.ways import to_table_edge
from .rates import cost, heading_on_leg, leaves_front, obstacles_on, rated_stretches

ROSE: Final = tuple(45.0 * n for n in range(8))
"""The directions in which moves are offered."""


LONGEST: Final = max(max(rates.values()) for rates in RATES.values()) + 2.0


def longest(state: P8State, element: Element) -> float:
    """Farther than this nobody ever goes."""
    return LONGEST * haste(state, element, "move")


def spot(state: P8State, element: Element, heading: float, length: float) -> Point:
    """A point in some direction from an element, kept a hair within its reach."""
    x, y = step(start_of(state, element, heading), heading, length)
    return round(x, 3), round(y, 3)


def farthest(state: P8State, element: Element, heading: float, speed: float) -> float:
    """How far an element can go in a straight line, apart from whom it meets."""
    return reaches(state, element, heading, (speed,))[0]


def reaches(
    state: P8State, element: Element, heading: float, speeds: Sequence[float]
) -> tuple[float, ...]:
    """How far an element can go in a straight line at each of some speeds."""
    start = start_of(state, element, heading)
    doors = [0.0] if element.inside is not None else []
    element = outdoors(element)
    sheet = state.sheet(element)
    length = min(longest(state, element), to_edge(state, start, heading))
    length = to_building(state, start, heading, length)
    length = up_to_wire(state, element, start, heading, heading, length)
    if length < 0.25:
        return (0.0,) * len(speeds)
    path = (start, step(start, heading, length))
    slowed = 1.0 / haste(state, element, "move")
    if sheet.is_vehicle and not state.has(element, "RD"):
        on_leg = heading_on_leg(element.heading, heading, "forward")
        if leaves_front(sheet, path, element.heading, "forward") and on_leg == heading:
            slowed *= 2.0
    rated = rated_stretches(state, element, path)
    crossed = [*doors, *obstacles_on(state, path)]
    return tuple(_longest_affordable(rated, crossed, speed / slowed) for speed in speeds)


def to_building(state: P8State, start: Point, heading: float, length: float) -> float:
    """The length of a line up to the first built-up area that it would lead through."""
    if not state.setting.buas or length <= 0:
        return length
    for stretch in state.setting.ground.stretches((start, step(start, heading, length))):
        if any(area.kind == BUA for area in stretch.areas):
            return max(0.0, stretch.start - 0.05)
    return length


def _longest_affordable(
    rated: Sequence[tuple[float, float, float]], obstacles: Sequence[float], factor: float
) -> float:
    """The longest part of a path, from its start, that costs no more than one move."""
    if not rated:
        return 0.0
    if len(rated) == 1 and not obstacles:
        return min(rated[0][1], rated[0][2] * factor)
    low, high = 0.0, rated[-1][1]
    for _ in range(9):
        middle = (low + high) / 2
        part = [(a, min(b, middle), s) for a, b, s in rated if a < middle]
        crossed = sum(at <= middle for at in obstacles)
        affordable = cost(part, crossed, factor) <= 1.0
        low, high = (middle, high) if affordable else (low, middle)
    return math.floor(low * 100) / 100


def to_edge(state: P8State, start: Point, heading: float) -> float:
    """The length to the table edge, less a hair, so that the end certainly lies on the table."""
    return max(0.0, to_table_edge(state, start, heading) - 0.01)
