"""COVER AND CONCEALMENT for vehicles: what protects them, and what guns do to their cover."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ...part1_personal.cover.cover import Shelter, in_the_dark
from ...part1_personal.line_of_sight.lines import (
    Crossed,
    Ends,
    Sightline,
    features_on,
    is_low_cover,
    is_touched,
    line_of_fire,
)
from ...state import OwbState
from ...state.footprint import FiringPoint, Source, point_of, squares_of
from ...state.squares_and_edges import Grounds
from ...state.vehicles import Vehicle


def grounds_between(state: OwbState, source: Source, vehicle: Vehicle) -> Grounds:
    """The map for a shot at a vehicle: neither its squares nor those of the firer block."""
    firing = (source.vehicle,) if isinstance(source, FiringPoint) else ()
    return state.grounds_without(*firing, vehicle.id)


def ends_at(state: OwbState, source: Source, vehicle: Vehicle, square: Square) -> Ends:
    """The line of a shot at one of the squares of a vehicle."""
    squares = state.footprint(vehicle).squares
    return Ends(point_of(source), square, squares_of(source), squares, at_vehicle=True)


def lines_at(state: OwbState, source: Source, vehicle: Vehicle) -> list[tuple[Square, Sightline]]:
    """The lines of fire to each square of a vehicle."""
    key = ("lines", source, vehicle.id, vehicle.x, vehicle.y, vehicle.heading)
    return state.once(key, lambda: list(_lines_at(state, source, vehicle)))


def _lines_at(
    state: OwbState, source: Source, vehicle: Vehicle
) -> Iterator[tuple[Square, Sightline]]:
    cite("owb.vattack.line-of-sight", "owb.los.line")
    grounds = grounds_between(state, source, vehicle)
    for square in state.footprint(vehicle).squares:
        line = line_of_fire(grounds, ends_at(state, source, vehicle, square))
        if line.corner:
            cite("owb.los.corner")
        yield square, line
    if grounds.heights:
        cite("owb.los.elevation")


def open_squares(state: OwbState, source: Source, vehicle: Vehicle) -> tuple[Square, ...]:
    """The squares of a vehicle to which the line is open."""
    return tuple(s for s, line in lines_at(state, source, vehicle) if not line.blocked)


def is_behind_cover(line: Sightline) -> bool:
    """Whether the square at the end of a line is behind cover."""
    cite("owb.vcover.square-behind-cover", "owb.vcover.what-is-cover")
    return line.blocked or line.low_cover or line.touched


def vehicle_shelter(state: OwbState, source: Source, vehicle: Vehicle) -> Shelter:
    """What protects a vehicle from shots out of a square or a firing point.

    It is behind cover, or concealed, if at least half of its squares are; cover and concealment
    are not added.
    """
    cite("owb.vcover.same-as-for-characters")
    lines = lines_at(state, source, vehicle)
    if all(line.blocked for _, line in lines):
        cite("owb.vcover.full-cover")
        return "full"
    cite("owb.vcover.partial-needs-half")
    if 2 * sum(is_behind_cover(line) for _, line in lines) >= len(lines):
        return "partial"
    concealed = sum(line.concealed or in_the_dark(state, source, s) for s, line in lines)
    if 2 * concealed >= len(lines):
        cite("owb.vcover.what-is-concealment")
        return "concealed"
    return "none"


def covering(grounds: Grounds, ends: Ends) -> list[Crossed]:
    """The cover on a line that protects whoever is at its end, in the order of the line."""
    return [
        crossed
        for crossed in features_on(grounds, ends)
        if (crossed.kind.blocks and not crossed.at_corner)
        or is_low_cover(crossed, ends)
        or is_touched(crossed, ends)
    ]
