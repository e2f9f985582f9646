"""Pieces where an order would put them, what is to be said of the place, and lines of sight."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle.figures import Figure
from sandtable.battle.overlays import SightLine
from sandtable.battle.page import Trace
from sandtable.table import Block, Line, Point, between, distance, line_stops, midpoint

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s02_terrain.line_of_sight import (
    VISIBILITY,
    looked_past,
    on_opposite_slope,
    sees,
    visible_distance,
)
from ..s02_terrain.place_names import name_of_feature
from ..s10_buildings.streets import hidden_in_town
from ..state import COUNTER_SIZE, Element, P8State
from ..state.units import in_unit
from .figures import figure


def standing(state: P8State, element: Element) -> P8State:
    """The battle with an element elsewhere."""
    twin = state.copy()
    twin.put(element)
    return twin


def ghost(state: P8State, element: Element) -> Figure:
    """An element as it would stand."""
    return figure(standing(state, element), element)


def counter_ghost(side: str, at: Point) -> Figure:
    """A counter where it would lie."""
    return Figure(
        piece=f"{side}-counter",
        side=side,
        x=at[0],
        y=at[1],
        width=COUNTER_SIZE,
        depth=COUNTER_SIZE,
        look="counter",
        label="Hidden troops, or nothing",
        short="?",
    )


def turned(element: Element, facing: float | None) -> Element:
    """An element that faces another way, if one is given."""
    if facing is None:
        return element
    return msgspec.structs.replace(element, heading=round(facing % 360.0, 4))


def about_place(state: P8State, there: Element) -> Iterator[str]:
    """What is to be said of the place where an element would be."""
    if there.inside is not None:
        high = ", high up" if there.aloft else ""
        yield f"Ends in {name_of_feature(state.setting, there.inside)}{high}."
    elif not is_on_table(state, (there.x, there.y)):
        yield "That is off the table."
        return
    cover = cover_of_place(state, there)
    yield f"{COVER[cover.value].capitalize()} cover: {cover.text}." if cover.value else "No cover."


def is_on_table(state: P8State, point: Point) -> bool:
    """Whether a point lies on the table."""
    ground = state.setting.ground
    x, y = point
    return math.isfinite(x + y) and 0 <= x <= ground.width and 0 <= y <= ground.depth


def some(names: list[str]) -> str:
    """Some names, not too many of them.

    >>> some(["one", "two"]), some(["one", "two", "three", "four", "five"])
    ('one and two', 'one, two, three and 2 more')
    """
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


COVER: Final = {1: "soft", 2: "hard"}


def placed(state: P8State, there: Element) -> Trace:
    """An element where it would be placed."""
    return Trace(ghosts=(ghost(state, there),), notes=tuple(about_place(state, there)))


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
