"""The line of sight between two elements, as it is drawn."""

from __future__ import annotations

import itertools
import math

from sandtable.battle.overlays import SightLine
from sandtable.table import Block, Line, Point, between, distance, line_stops, midpoint

from ..s02_terrain.line_of_sight import (
    VISIBILITY,
    looked_past,
    on_opposite_slope,
    sees,
    visible_distance,
)
from ..s02_terrain.place_names import name_of_feature
from ..s10_buildings.streets import hidden_in_town
from ..state import Element, P8State
from ..state.units import in_unit


def line_to(state: P8State, one: Element, two: Element) -> SightLine:
    """The line of sight between two elements: a clear one if there is any."""
    here, there = state.base(one), state.base(two)
    gap = distance(here, there)
    name = "Counter" if two.id in state.counters else two.name
    told = f"{name}, {gap:.1f} in"
    if sees(state, one, two):
        start, end = clear_line(state, one, two)
        text = in_unit(state.setting, f"{told}, clear")
        return SightLine(start=start, end=end, label=text)
    block, why = blocked_at(state, one, two)
    text = in_unit(state.setting, f"{told}, {why}")
    return SightLine(start=here.centre, end=there.centre, blocked_at=block, label=text)


def clear_line(state: P8State, one: Element, two: Element) -> tuple[Point, Point]:
    """A line on which two see each other: from centre to centre, or else the shortest."""
    here, there = state.base(one), state.base(two)
    past = looked_past(state, one, two)
    sight = state.setting.sight
    if sight.clear(here.centre, there.centre, past):
        return here.centre, there.centre
    found = sight.clear_lines(here, there, past)
    return min(found, key=lambda line: math.dist(*line), default=(here.centre, there.centre))


def blocked_at(state: P8State, one: Element, two: Element) -> tuple[Point, str]:
    """Where the line between the middles of two is first stopped, and by what."""
    here, there = state.base(one), state.base(two)
    start, end = here.centre, there.centre
    if not visible_distance(here, there):
        part = min(1.0, VISIBILITY / (math.dist(start, end) or 1.0))
        return between(start, end, part), f"beyond {VISIBILITY:g} in, too far to be seen"
    if on_opposite_slope(state, one, two):
        return _at_crest(state, start, end), "behind the crest, on the far slope"
    block = state.setting.sight.blocker(start, end, looked_past(state, one, two))
    if block is not None:
        return block.point, f"blocked by {name_of_feature(state.setting, block.feature)}"
    if hidden_in_town(state, one, two):
        return midpoint(start, end), "blocked by the houses along the street"
    nearest = _first_block(state, one, two)
    if nearest is not None:
        return nearest.point, f"blocked by {name_of_feature(state.setting, nearest.feature)}"
    return midpoint(start, end), "blocked"


def _at_crest(state: P8State, start: Point, end: Point) -> Point:
    """Where a line crosses a crest, which it may do just where it begins."""
    crests: list[Line] = [line for line in state.setting.ground.lines if line.kind == "crest"]
    stops = [line_stops(start, end, crest.points) for crest in crests]
    at = min((stop for stop in stops if stop is not None), default=0.0)
    return between(start, end, at / (math.dist(start, end) or 1.0))


def _first_block(state: P8State, one: Element, two: Element) -> Block | None:
    """What stops some other line between two whose middles nothing lies between."""
    past = looked_past(state, one, two)
    sight = state.setting.sight
    pairs = itertools.product(state.base(one).points, state.base(two).points)
    return next(filter(None, (sight.blocker(a, b, past) for a, b in pairs)), None)
