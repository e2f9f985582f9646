"""What a vehicle would strike on its next footprint: men, solid objects, other vehicles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square

from ...state import Footprint, Grounds, OwbState, Vehicle
from ...state.squares_and_edges import Edge, Way, edge_of, ways_around
from ...state.tables import FeatureKind
from ..movement.terrain import ground_class

Section = Square | Edge
"""A part of a solid object: a square, or the edge between two."""

PITS: Final = ("trench", "foxhole", "bomb-crater", "bomb-crater-large")
"""What a vehicle falls into, although it shelters men."""

BARRIERS: Final = ("barbed-wire", "door-open")
"""What a vehicle strikes, although it hides nobody."""

CLIFF: Final = "cliff-face"
"""What a rise of two levels or more is to a vehicle."""

_STEEP: Final = 2


class InTheWay(Struct, frozen=True, kw_only=True):
    """What a vehicle would strike on its next footprint, the nearest first.

    Attributes:
        persons: Characters on foot who are alive, the incapacitated included.
        objects: Solid features, as squares or edges.
        vehicles: Other vehicles and wrecks.
    """

    persons: tuple[str, ...] = ()
    objects: tuple[Section, ...] = ()
    vehicles: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.persons or self.objects or self.vehicles)


def in_the_way(
    state: OwbState, name: str, print_: Footprint, before: Footprint | None = None
) -> InTheWay:
    """What a vehicle would strike if it went where a footprint is.

    A footprint one square away is entered by a step, which crosses edges and corners; any other
    is a place where the vehicle is put down.

    Args:
        before: Where it would come from, if not from where it is.
    """
    cite("owb.vmove.occupied-square-means-collision", "owb.collision.several-at-once")
    key = ("in the way", name, print_, before)
    return state.once(key, lambda: _in_the_way(state, name, print_, before))


def _in_the_way(
    state: OwbState, name: str, print_: Footprint, before: Footprint | None
) -> InTheWay:
    vehicle = state.vehicle(name)
    if vehicle.has("aerial"):
        return InTheWay()
    before = before or state.footprint(vehicle)
    squares = set(print_.squares)
    standing = _standing(state, name)
    cite("owb.base.able-to-act")
    persons = {
        person.id: [state.square(person)]
        for person in state.persons()
        if person.on_table and person.out != "dead" and state.square(person) in squares
    }
    corners = list(_closed_corners(state.bare_grounds, vehicle, standing, before, print_))
    sections = [*_solid(state, vehicle, before, print_), *corners]
    struck = {standing[square] for square in (*squares, *corners) if square in standing}
    objects = {part: [middle_of(part)] for part in sections if part not in standing}
    vehicles = {other: state.footprint(state.vehicle(other)).squares for other in struck}
    return InTheWay(
        persons=tuple(sorted(persons, key=lambda one: _near(before, persons[one]))),
        objects=tuple(sorted(objects, key=lambda one: _near(before, objects[one]))),
        vehicles=tuple(sorted(vehicles, key=lambda one: _near(before, vehicles[one]))),
    )


def _standing(state: OwbState, name: str) -> dict[Section, str]:
    """The squares that other vehicles and wrecks fill; those in the air fill none."""
    return {
        square: other.id
        for other in state.vehicles()
        if other.id != name and other.on_table and not other.has("aerial")
        for square in state.footprint(other).squares
    }


def _near(before: Footprint, points: Iterable[GridPoint]) -> tuple[float, float, float]:
    """How near something is to the middle of a vehicle; of the equally near, from the north."""
    x, y = before.centre
    return min(((px - x) ** 2 + (py - y) ** 2, py, px) for px, py in points)


def middle_of(section: Section) -> GridPoint:
    """The middle of a part of an object."""
    a, b = ends_of(section)
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def ends_of(section: Section) -> Edge:
    """The two squares that an edge lies between; of a square, that square twice."""
    first, second = section
    if isinstance(first, tuple) and isinstance(second, tuple):
        return first, second
    assert isinstance(first, int)
    assert isinstance(second, int)
    return (first, second), (first, second)


def apart(one: Section, two: Section) -> int:
    """How many squares two parts of objects are apart."""
    return min(grid.distance(a, b) for a in ends_of(one) for b in ends_of(two))


def feature_of(grounds: Grounds, vehicle: Vehicle, section: Section) -> str:
    """The kind of feature that a part of an object is; a steep rise is a cliff."""
    a, b = ends_of(section)
    kind = grounds.kind(a) if a == b else grounds.on_edge(a, b)
    return kind.name if kind is not None and _is_solid(vehicle, kind) else CLIFF


# -- solid features -------------------------------------------------------------------------------


def _solid(
    state: OwbState, vehicle: Vehicle, before: Footprint, after: Footprint
) -> Iterator[Section]:
    cite("owb.vterrain.impassable")
    grounds = state.bare_grounds
    new = [square for square in after.squares if square not in before.squares]
    low = min(map(grounds.height, before.squares))
    for square in new:
        rises = grounds.height(square) - low >= _STEEP
        if rises or _is_solid(vehicle, grounds.kind(square)):
            yield square
    edges = dict.fromkeys((*_within(new, after.squares), *_crossed(before, after)))
    for edge in edges:
        kind = grounds.on_edge(*edge)
        if kind is not None and _is_solid(vehicle, kind):
            yield edge


def _is_solid(vehicle: Vehicle, kind: FeatureKind) -> bool:
    """Whether a feature stops a vehicle by being struck rather than by swallowing it."""
    upright = kind.height != "none" and kind.name not in PITS
    return (upright or kind.name in BARRIERS) and ground_class(vehicle, kind) == "impassable"


def _within(new: Iterable[Square], squares: Iterable[Square]) -> Iterator[Edge]:
    """The edges between the squares of a footprint that it does not straddle already."""
    own = set(squares)
    for square in new:
        for facing in (0, 2, 4, 6):
            other = grid.step(square, facing)
            if other in own:
                yield edge_of(square, other)


def _crossed(before: Footprint, after: Footprint) -> Iterator[Edge]:
    """The edges that the leading squares of a straight step cross."""
    step = step_between(before, after)
    if step is None or step % 2:
        return
    own = set(before.squares)
    for square in before.squares:
        ahead = grid.step(square, step)
        if ahead not in own:
            yield edge_of(square, ahead)


def step_between(before: Footprint, after: Footprint) -> int | None:
    """The direction of the single step from one footprint to another, if it is one."""
    if before.facing != after.facing:
        return None
    offset = (after.anchor[0] - before.anchor[0], after.anchor[1] - before.anchor[1])
    return grid.STEPS.index(offset) if offset in grid.STEPS else None


def _closed_corners(
    grounds: Grounds,
    vehicle: Vehicle,
    standing: Mapping[Section, str],
    before: Footprint,
    after: Footprint,
) -> Iterator[Section]:
    """Where a diagonal step is closed on both sides of a corner: what is struck there."""
    step = step_between(before, after)
    if step is None or not step % 2:
        return
    cite("owb.vmove.step-is-one-square-along-facing")
    own = {*before.squares, *after.squares}
    for square in before.squares:
        ways = ways_around(square, grid.step(square, step))
        barriers = [list(_barriers(grounds, vehicle, standing, way, own)) for way in ways]
        if all(barriers):
            struck = [part for found in barriers for part in found]
            yield min(struck, key=lambda part: _near(before, [middle_of(part)]))


def _barriers(
    grounds: Grounds,
    vehicle: Vehicle,
    standing: Mapping[Section, str],
    way: Way,
    own: set[Square],
) -> Iterator[Section]:
    """What is solid on a way around a corner; the vehicle's own squares are open."""
    square = way.square
    if square not in own and (square in standing or _is_solid(vehicle, grounds.kind(square))):
        yield square
    for a, b in way.edges:
        kind = grounds.on_edge(a, b)
        steep = abs(grounds.height(a) - grounds.height(b)) >= _STEEP
        if steep or (kind is not None and _is_solid(vehicle, kind)):
            yield (a, b)


# -- what swallows --------------------------------------------------------------------------------


def swallows(state: OwbState, vehicle: Vehicle, before: Footprint, after: Footprint) -> bool:
    """Whether a vehicle that is carried to a footprint ends in water, a flooded field or a pit."""
    cite("owb.vterrain.impassable")
    grounds = state.bare_grounds
    high = max(map(grounds.height, before.squares))
    for square in after.squares:
        kind = grounds.kind(square)
        open_ = ground_class(vehicle, kind) == "impassable" and not _is_solid(vehicle, kind)
        if square not in before.squares and (open_ or high - grounds.height(square) >= _STEEP):
            return True
    return False
