"""FIRING ARC, and COVER AND CONCEALMENT for vehicles: arcs, and the lines to vehicles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, sqrt
from typing import Final, Literal

from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square

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
from ...state import Footprint, Grounds, Mount, OwbState, Person, Vehicle
from ...state.footprint import FiringPoint, Source, bearing_parts, point_of, squares_of
from ...state.vehicle_stats import TRAVERSE, MountKind
from ...state.vehicles import Face

ArcSide = Literal["F", "R", "L", "A"]
FIXED: Final[tuple[ArcSide, ...]] = ("F", "R", "L", "A")
"""The sides that fixed weapons and firing ports are on."""

FACES: Final[dict[str, Face]] = {"F": "front", "R": "right", "L": "left", "A": "rear"}
"""The face of the vehicle that each side is."""

SIDE_RULES: Final[dict[str, str]] = {
    "F": "owb.arc.forward",
    "R": "owb.arc.right",
    "L": "owb.arc.left",
    "A": "owb.arc.aft",
}
TURRET_RULES: Final[dict[str, str]] = {
    "TR1": "owb.arc.turret-traverse-tr1",
    "TR2": "owb.arc.turret-traverse-tr2",
    "TR3": "owb.arc.turret-traverse-tr3",
}
"""The rule of each side, and of each kind of turret."""

WIDENING: Final = sqrt(2) - 1
"""By how much a cone of 45 degrees widens on each side with every square: tan 22.5 degrees."""

SHIELDED_WITHIN: Final = 45.0
"""How far from the last direction of fire a pintle's shield protects, in degrees."""

_OUTWARD: Final = {"F": (1, 0), "R": (0, 1), "L": (0, -1), "A": (-1, 0)}
"""Each side as seen from the centre: forward, and to the right."""

_TINY: Final = 1e-9


# -- firing points --------------------------------------------------------------------------------


def firing_point(print_: Footprint, kind: MountKind | ArcSide) -> GridPoint:
    """Where the shots of a weapon begin.

    On a slanting vehicle the middle of a side is moved by less than a thousandth of a square.
    """
    cite("owb.vattack.firing-point", "owb.arc.360-weapons-own-facing")
    if kind not in FIXED:
        return print_.centre
    forward, right = _OUTWARD[kind]
    along, across = forward * print_.size[0] / 2, right * print_.size[1] / 2
    ahead_x, ahead_y = grid.STEPS[print_.facing]
    scale = 1 / sqrt(2) if ahead_x and ahead_y else 1.0
    x = print_.centre[0] + (along * ahead_x - across * ahead_y) * scale
    y = print_.centre[1] + (along * ahead_y + across * ahead_x) * scale
    return (grid.to_part(x), grid.to_part(y))


def fired_from(state: OwbState, vehicle: Vehicle, kind: MountKind | ArcSide) -> FiringPoint:
    """The firing point of a weapon, with the footprint of its vehicle."""
    print_ = state.footprint(vehicle)
    return FiringPoint(firing_point(print_, kind), print_.squares, vehicle.id)


# -- arcs -----------------------------------------------------------------------------------------


def in_fixed_arc(print_: Footprint, side: ArcSide, point: GridPoint) -> bool:
    """Whether a point lies in the cone of 45 degrees that opens from a whole side.

    Where on that side a weapon sits does not matter.
    """
    cite("owb.arc.fixed-45-degree-cone", "owb.arc.example-sherman-halftrack")
    cite(SIDE_RULES[side])
    forward, right = bearing_parts(print_, point)
    ahead, aside = _OUTWARD[side]
    out = forward * ahead + right * aside
    sideways = abs(right if ahead else forward)
    length, width = print_.size
    depth, base = (length / 2, width / 2) if ahead else (width / 2, length / 2)
    beyond = out - depth
    return beyond > _TINY and sideways <= base + beyond * WIDENING + _TINY


def in_turret_arc(print_: Footprint, facing: int, square: Square) -> bool:
    """Whether the bearing from a vehicle's centre to a square is in the octant of a facing."""
    cite("owb.arc.turret-covers-its-octant")
    return square not in print_.squares and grid.facing_to(print_.centre, square) == facing % 8


def turret_of(vehicle: Vehicle, mount: Mount) -> Mount | None:
    """The turret that a weapon turns with: its own, or that of a coaxial weapon."""
    if mount.kind in TRAVERSE:
        return mount
    if mount.kind == "CXL":
        cite("owb.arc.coaxial")
        return next((other for other in vehicle.mounts if other.kind in TRAVERSE), None)
    return None


def points_to(vehicle: Vehicle, turret: Mount) -> int:
    """Where a turret points on the map; its facing is kept relative to the hull."""
    cite("owb.arc.360-weapons-own-facing")
    return (vehicle.facing + turret.facing) % 8


def covers_square(vehicle: Vehicle, print_: Footprint, mount: Mount, square: Square) -> bool:
    """Whether a square is in the firing arc of a weapon as it points now."""
    if mount.kind == "PIN":
        cite("owb.arc.pintle-free")
        return square not in print_.squares
    turret = turret_of(vehicle, mount)
    if turret is not None:
        return in_turret_arc(print_, points_to(vehicle, turret), square)
    if mount.kind == "CXL":
        return False
    return in_fixed_arc(print_, mount.kind, square)  # type: ignore[arg-type]


def squares_in_arc(
    vehicle: Vehicle, print_: Footprint, mount: Mount, squares: Iterable[Square]
) -> tuple[Square, ...]:
    """Those squares of a target that are in the arc of a weapon; one is enough."""
    cite("owb.arc.decides-targets")
    return tuple(square for square in squares if covers_square(vehicle, print_, mount, square))


# -- traverse -------------------------------------------------------------------------------------


def traverse_left(mount: Mount) -> int:
    """By how many eighths of a turn a turret can still be traversed this round."""
    if mount.kind not in TURRET_RULES:
        return 0
    cite(TURRET_RULES[mount.kind], "owb.arc.traverse-timing")
    return TRAVERSE[mount.kind] - mount.traversed


# -- the shield of a pintle -----------------------------------------------------------------------


def bearing(start: GridPoint, end: GridPoint) -> float:
    """The direction from one point to another, in degrees clockwise from the north."""
    return degrees(atan2(end[0] - start[0], start[1] - end[1])) % 360.0


def shield_covers(state: OwbState, person: Person, point: GridPoint) -> bool:
    """Whether a shield gives the gunner of a pintle partial cover from shots out of a point."""
    vehicle = state.find_vehicle(person.aboard)
    mount = vehicle.mount(person.seat) if vehicle is not None else None
    if vehicle is None or mount is None or mount.kind != "PIN" or not mount.shield:
        return False
    cite("owb.arc.pintle-shield")
    aimed = vehicle.heading if mount.aimed is None else mount.aimed
    off = abs(bearing(state.footprint(vehicle).centre, point) - aimed) % 360.0
    return min(off, 360.0 - off) <= SHIELDED_WITHIN + _TINY


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
