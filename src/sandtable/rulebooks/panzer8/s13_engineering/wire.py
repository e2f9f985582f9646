"""Section 13.1: barbed wire, whom it stops and where it is open."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.catalogue import cite
from sandtable.table import Footprint, Line, Path, Point, distance_to_polyline

from ..state import Element, P8State, Track
from ..state.built_up_areas import nearest_on

WIRE: Final = "wire"

HALF_GAP: Final = 0.6
"""How far from the middle of a gap, or of a vehicle's track, wire is open: half a base width."""

TOUCH: Final = 0.05
"""A base so near to wire touches it."""

TRACKED: Final = frozenset(("Fast", "Slow"))
"""The movement classes of fully tracked vehicles."""

_HAIR: Final = 1e-3


def ignores_wire(state: P8State, element: Element) -> bool:
    """Whether barbed wire is nothing to an element: a fully tracked armoured vehicle."""
    sheet = state.sheet(element)
    if not (sheet.is_afv and sheet.move_class in TRACKED):
        return False
    cite("p8.wire.tracked-afv-ignores")
    return True


def open_points(state: P8State, element: Element, wire: Line) -> list[Point]:
    """The middles of the stretches where an element may pass wire as if there were none.

    These are the gaps, and for infantry the tracks of its side's vehicles.
    """
    points = [(gap.x, gap.y) for gap in state.gaps if gap.wire == wire.id]
    if state.tracks and state.sheet(element).is_infantry:
        cite("p8.wire.tracked-afv-ignores")
        points += [
            (track.x, track.y)
            for track in state.tracks
            if track.wire == wire.id and track.side == element.side
        ]
    return points


def is_open(points: Sequence[Point], spot: Point) -> bool:
    """Whether wire is open at a spot, these being the middles of its open stretches."""
    return any(math.dist(point, spot) <= HALF_GAP + _HAIR for point in points)


def held_crossings(state: P8State, element: Element, path: Sequence[Point]) -> list[str]:
    """The wires that a path crosses where they are not open to an element."""
    if not state.setting.wires or len(path) < 2 or ignores_wire(state, element):
        return []
    return [
        wire.id
        for wire, spot in _crossings(state, path)
        if not is_open(open_points(state, element, wire), spot)
    ]


def _crossings(state: P8State, path: Sequence[Point]) -> Iterator[tuple[Line, Point]]:
    """Where a path crosses barbed wire."""
    for crossing in state.setting.ground.crossings(path):
        if crossing.line.kind == WIRE:
            yield crossing.line, Path(path).point_at(crossing.at)


def touches(base: Footprint, wire: Line) -> bool:
    """Whether a base touches a wire or lies across it."""
    return distance_to_polyline(base, wire.points) <= TOUCH + 1e-6


def wires_touched(state: P8State, element: Element) -> list[Line]:
    """The wires that an element is at."""
    return [wire for wire in state.setting.wires if touches(state.base(element), wire)]


def nearest_point(wire: Line, spot: Point) -> Point:
    """The point of a wire that is nearest to a spot."""
    found = (nearest_on(a, b, spot) for a, b in itertools.pairwise(wire.points))
    return min(found, key=lambda point: math.dist(point, spot))


# -- tracks ---------------------------------------------------------------------------------------


def note_track(state: P8State, element: Element, path: Sequence[Point]) -> None:
    """Remember where a tracked vehicle has crossed wire: infantry may follow it there."""
    if not state.setting.wires or len(path) < 2 or not ignores_wire(state, element):
        return
    new = tuple(
        Track(side=element.side, wire=wire.id, x=round(spot[0], 4), y=round(spot[1], 4))
        for wire, spot in _crossings(state, path)
    )
    state.tracks = (*state.tracks, *new)
