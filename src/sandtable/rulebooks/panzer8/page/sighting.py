"""Whom an element sees and what hides the rest, how far it shoots and which way."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

from sandtable.battle.overlays import Arc, Overlay, SightLine
from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import (
    VISIBILITY,
    looked_past,
    on_opposite_slope,
    sees,
    visible_distance,
)
from sandtable.rulebooks.panzer8.s02_terrain.place_names import name_of_feature
from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import CLOSE, has_restricted_field
from sandtable.rulebooks.panzer8.s10_buildings.streets import hidden_in_town
from sandtable.rulebooks.panzer8.s12_hidden.spotting import stand_in
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.built_up_areas import SIDE_BOUND
from sandtable.rulebooks.panzer8.state.sheets import Gun
from sandtable.rulebooks.panzer8.state.units import in_unit
from sandtable.table import (
    Block,
    Footprint,
    Line,
    Point,
    between,
    distance,
    front_line,
    line_stops,
    midpoint,
)

ALL_ROUND: Final = 180.0
FORWARD: Final = 45.0
"""The half angles of the two fields of fire."""


def sights(state: P8State, piece: str) -> tuple[Overlay, ...]:
    """The fields of fire of a piece, and a line of sight to every enemy that is known of."""
    element = state.pieces.get(piece)
    if element is None or not _is_placed(state, element):
        return ()
    return (*arcs(state, element), *lines(state, element))


def apart(state: P8State, one: str, two: str) -> float | None:
    """How far apart two pieces are, from base to base; ``None`` if one is not on the table."""
    pieces = [state.pieces.get(name) for name in (one, two)]
    bases = [state.base(piece) for piece in pieces if piece and _is_placed(state, piece)]
    return distance(*bases) if len(bases) == 2 else None


def _is_placed(state: P8State, element: Element) -> bool:
    """Whether an element can be seen to look from somewhere."""
    vehicle = state.pieces.get(element.carried_by or "")
    return (vehicle or element).on_table or element.under is not None


# -- fields of fire -------------------------------------------------------------------------------


def arcs(state: P8State, element: Element) -> Iterator[Arc]:
    """How far an element shoots and which way, the farther first."""
    found = [arc for gun in state.sheet(element).guns for arc in _arcs_of(state, element, gun)]
    yield from sorted(found, key=lambda arc: -arc.range)


def _arcs_of(state: P8State, element: Element, gun: Gun) -> Iterator[Arc]:
    values: list[tuple[str, int, float]] = []
    values += [(gun.kind, gun.hesa, gun.hesa_range)] if gun.hesa else []
    values += [("AP", gun.ap, gun.ap_range)] if gun.ap is not None else []
    forward = _is_bound(state, element, gun)
    base = state.base(element)
    at, spare = _muzzle(base, forward=forward)
    for fired, value, printed in values:
        reach = min(printed, CLOSE) if element.suppressed else printed
        yield Arc(
            at=at,
            heading=base.heading,
            spread=FORWARD if forward else ALL_ROUND,
            range=reach + spare,
            side=element.side,
            label=in_unit(state.setting, f"{gun.name}, {fired} {value} to {reach:g} in"),
        )


def _is_bound(state: P8State, element: Element, gun: Gun) -> bool:
    """Whether a gun fires only to its front."""
    if element.under is not None:
        return False
    if element.inside is not None:
        return state.sheet(element).type in SIDE_BOUND
    return has_restricted_field(element, gun)


def _muzzle(base: Footprint, *, forward: bool) -> tuple[Point, float]:
    """Where a field of fire begins, and how far from there the edge of the base is.

    Ranges are measured from the edge. All that an arc shows is in range; beside it, towards the
    corners of the base, there may be a little more.
    """
    if forward:
        return midpoint(*front_line(base)), 0.0
    return base.centre, min(base.width, base.depth) / 2


# -- lines of sight -------------------------------------------------------------------------------


def lines(state: P8State, element: Element) -> Iterator[SightLine]:
    """A line of sight to every enemy and every counter of the enemy, the nearest first."""
    base = state.base(element)
    others = [*state.enemies_of(element)]
    others += [stand_in(state, one) for one in state.counters.values() if one.side != element.side]
    for other in sorted(others, key=lambda one: distance(base, state.base(one))):
        yield line_to(state, element, other)


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
