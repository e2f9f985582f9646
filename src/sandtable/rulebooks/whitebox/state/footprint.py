"""FACING and SCALE: the squares that a vehicle fills in each of the eight facings.

Everything here is in the grid's own coordinates, where y grows to the south. A straight footprint
is named by its front-left square, a diagonal one by the anchor of the book's table of shapes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square

from .tables import rows_of
from .vehicles import Face


class FiringPoint(Struct, frozen=True):
    """Where the shots of a vehicle come from.

    Attributes:
        point: The point of the grid where lines of fire begin.
        squares: The squares that the vehicle fills; they never block its own lines.
        vehicle: Which vehicle it is.
    """

    point: GridPoint
    squares: tuple[Square, ...]
    vehicle: str


Source = Square | FiringPoint
"""A square, or the firing point of a vehicle."""


def point_of(source: Source) -> GridPoint:
    """The point where lines from a source begin."""
    return source.point if isinstance(source, FiringPoint) else source


def squares_of(source: Source) -> tuple[Square, ...]:
    """The squares of whoever fires."""
    return source.squares if isinstance(source, FiringPoint) else (source,)


def squares_between(source: Source, square: Square) -> int:
    """How far a square is from the nearest square of whoever fires."""
    return min(grid.distance(own, square) for own in squares_of(source))


Size = tuple[int, int]
"""Length and width in squares."""


_PAIR: Final = re.compile(r"\((-?[\d.]+),(-?[\d.]+)\)")


_HALF_ROOT: Final = 1 / sqrt(2)


class Shape(NamedTuple):
    """A footprint as offsets from its anchor."""

    squares: tuple[Square, ...]
    front_left: Square
    front_right: Square
    centre: GridPoint


class Footprint(NamedTuple):
    """Where a vehicle stands.

    Attributes:
        size: Its length and width.
        facing: Its facing, in eighths of a turn.
        anchor: The square that the shape is laid from.
        squares: The squares that it fills.
        front_left: Its front-left corner square.
        front_right: Its front-right corner square.
        centre: The centre of its rectangle.
    """

    size: Size
    facing: int
    anchor: Square
    squares: tuple[Square, ...]
    front_left: Square
    front_right: Square
    centre: GridPoint


def footprint(size: Size, facing: int, anchor: Square) -> Footprint:
    """The footprint of a vehicle of some size with a facing, laid from an anchor.

    >>> footprint((4, 2), 2, (5, 5)).front_right
    (5, 6)
    """
    cite("owb.footprint.eight-facings", "owb.vehicle.scale-length-times-width")
    cite("owb.footprint.front-corner-squares", "owb.footprint.centre-point")
    if facing % 2 == 0:
        cite("owb.footprint.straight-facing-block")
    elif size in _LISTED:
        cite("owb.footprint.diagonal-facing-shape")
    else:
        cite("owb.footprint.other-sizes-on-the-diagonal")
    return _laid(size, facing % 8, anchor)


@lru_cache(maxsize=4096)
def _laid(size: Size, facing: int, anchor: Square) -> Footprint:
    shape = _shape(size, facing)
    x, y = anchor
    squares = tuple((x + dx, y + dy) for dx, dy in shape.squares)
    return Footprint(
        size,
        facing,
        anchor,
        squares,
        (x + shape.front_left[0], y + shape.front_left[1]),
        (x + shape.front_right[0], y + shape.front_right[1]),
        (x + shape.centre[0], y + shape.centre[1]),
    )


def footprint_at(size: Size, facing: int, centre: GridPoint) -> Footprint:
    """The footprint whose centre is nearest to a point of the grid.

    Of several that are equally near, it is the one farthest along the facing.
    """
    cite("owb.footprint.eight-facings")
    return _nearest(size, facing % 8, centre)


@lru_cache(maxsize=4096)
def _nearest(size: Size, facing: int, centre: GridPoint) -> Footprint:
    return min(_around(size, facing, centre), key=lambda print_: _nearness(print_, centre))


def moved(print_: Footprint, direction: int, count: int = 1) -> Footprint:
    """A footprint shifted by so many squares in a direction."""
    return footprint(print_.size, print_.facing, grid.step(print_.anchor, direction, count))


def turned(print_: Footprint, facing: int, corner: Square, *, left: bool) -> Footprint:
    """A footprint with another facing whose front inside corner square is given."""
    shape = _shape(print_.size, facing % 8)
    dx, dy = shape.front_left if left else shape.front_right
    return footprint(print_.size, facing, (corner[0] - dx, corner[1] - dy))


def pivoted(print_: Footprint, facing: int) -> Footprint:
    """A footprint turned on the spot, its centre as near as possible to where it was."""
    cite("owb.footprint.pivot-on-the-spot")
    ahead, before = grid.STEPS[facing % 8], grid.STEPS[print_.facing]

    def rank(one: Footprint) -> tuple[float, float, float]:
        dx, dy = one.centre[0] - print_.centre[0], one.centre[1] - print_.centre[1]
        return (
            round(dx * dx + dy * dy, 9),
            -(dx * ahead[0] + dy * ahead[1]),
            -(dx * before[0] + dy * before[1]),
        )

    return min(_around(print_.size, facing, print_.centre), key=rank)


# -- shapes ---------------------------------------------------------------------------------------


@lru_cache
def _shape(size: Size, facing: int) -> Shape:
    quarter, diagonal = divmod(facing, 2)
    shape = _diagonal(size) if diagonal else _straight(size)
    for _ in range(quarter):
        shape = _quarter_turn(shape)
    return shape


def _straight(size: Size) -> Shape:
    length, width = size
    squares = tuple((i, j) for j in range(length) for i in range(width))
    return Shape(squares, (0, 0), (width - 1, 0), ((width - 1) / 2, (length - 1) / 2))


def _diagonal(size: Size) -> Shape:
    listed = _LISTED.get(size)
    return listed if listed is not None else _other_size(size)


def _other_size(size: Size) -> Shape:
    """The squares whose middles lie in the rectangle turned by 45 degrees about a grid corner."""
    length, width = size
    if size == (1, 1):
        return Shape(((0, 0),), (0, 0), (0, 0), (0.0, 0.0))
    reach, middle = length + width, (0.5, -0.5)
    squares = tuple(
        (x, y)
        for y in range(-reach, reach + 1)
        for x in range(-reach, reach + 1)
        if _inside(size, (x - middle[0], y - middle[1]))
    )
    farthest = max(x - y for x, y in squares)
    front = [(x, y) for x, y in squares if x - y == farthest]
    return Shape(squares, min(front), max(front), middle)


def _inside(size: Size, offset: GridPoint) -> bool:
    dx, dy = offset
    along, across = abs(dx - dy) * _HALF_ROOT, abs(dx + dy) * _HALF_ROOT
    return along <= size[0] / 2 + 1e-9 and across <= size[1] / 2 + 1e-9


def _quarter_turn(shape: Shape) -> Shape:
    def turn(at: Square) -> Square:
        return (-at[1], at[0])

    dx, dy = shape.centre
    return Shape(
        tuple(map(turn, shape.squares)),
        turn(shape.front_left),
        turn(shape.front_right),
        (-dy, dx),
    )


def _listed_shapes() -> Mapping[Size, Shape]:
    found = {}
    for row in rows_of("vehicle-diagonal-footprints"):
        length, _, width = str(row["size"]).partition("x")
        left, right, middle = (
            _PAIR.findall(row[name])[0] for name in ("front_left", "front_right", "centre")
        )
        found[int(length), int(width)] = Shape(
            tuple((int(x), int(y)) for x, y in _PAIR.findall(row["squares"])),
            (int(left[0]), int(left[1])),
            (int(right[0]), int(right[1])),
            (float(middle[0]), float(middle[1])),
        )
    return found


_LISTED: Final[Mapping[Size, Shape]] = _listed_shapes()


def _around(size: Size, facing: int, centre: GridPoint) -> Iterator[Footprint]:
    """The footprints with a facing whose centres are near a point."""
    offset = _shape(size, facing % 8).centre
    x, y = round(centre[0] - offset[0]), round(centre[1] - offset[1])
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            yield _laid(size, facing % 8, (x + dx, y + dy))


def _nearness(print_: Footprint, centre: GridPoint) -> tuple[float, float]:
    dx, dy = print_.centre[0] - centre[0], print_.centre[1] - centre[1]
    ahead = grid.STEPS[print_.facing]
    return (round(dx * dx + dy * dy, 9), -(dx * ahead[0] + dy * ahead[1]))


# -- where things are seen from a vehicle ---------------------------------------------------------


def bearing_parts(print_: Footprint, point: GridPoint) -> tuple[float, float]:
    """How far a point lies forward and to the right of a vehicle's centre, in true distance."""
    dx, dy = point[0] - print_.centre[0], point[1] - print_.centre[1]
    ahead_x, ahead_y = grid.STEPS[print_.facing]
    scale = _HALF_ROOT if ahead_x and ahead_y else 1.0
    forward = (dx * ahead_x + dy * ahead_y) * scale
    right = (-dx * ahead_y + dy * ahead_x) * scale
    return forward, right


def zone_of(print_: Footprint, point: GridPoint) -> Face:
    """Which side of a vehicle faces a point: by lines at 45 degrees from its corners.

    >>> tank = footprint((4, 2), 0, (0, 0))
    >>> zone_of(tank, (4, -3)), zone_of(tank, (5, -3))
    ('front', 'right')
    """
    cite("owb.footprint.zones-front-side-rear", "owb.vehicle.mini-has-an-identifiable-front")
    forward, right = bearing_parts(print_, point)
    long, wide = print_.size[0] / 2, print_.size[1] / 2
    beside = abs(right) - wide
    if forward > long + _TINY and beside <= forward - long + _TINY:
        return "front"
    if -forward > long + _TINY and beside < -forward - long - _TINY:
        return "rear"
    return "right" if right > _TINY else "left"


_TINY: Final = 1e-9
"""Less than any difference of true distances on the grid; it keeps lines exact."""


def edge_adjacent(one: Footprint, two: Footprint) -> bool:
    """Whether a square of one footprint shares an edge with a square of another."""
    cite("owb.footprint.adjacent")
    squares = set(two.squares)
    return any(
        grid.step(square, facing) in squares for square in one.squares for facing in (0, 2, 4, 6)
    )


def distance_between(one: tuple[Square, ...], two: tuple[Square, ...]) -> int:
    """The smallest distance between squares of two footprints, a diagonal step being one."""
    cite("owb.footprint.adjacent")
    return min(grid.distance(a, b) for a in one for b in two)


def adjacent(one: tuple[Square, ...], two: tuple[Square, ...]) -> bool:
    """Whether squares of two footprints share an edge or a corner."""
    return distance_between(one, two) == 1


def nearest_to(
    print_: Footprint, point: GridPoint, among: Collection[Square] | None = None
) -> Square:
    """The square of a vehicle nearest to a point, from which a round that misses it is counted.

    Of the equally near it is the one nearest to the vehicle's centre, then the northernmost, then
    the westernmost.

    Args:
        print_: Where the vehicle stands.
        point: The point.
        among: Those of its squares that come into question, if not all do.

    >>> nearest_to(footprint((4, 2), 0, (7, 5)), (10, 20))
    (8, 8)
    """

    def rank(square: Square) -> tuple[float, float, int, int]:
        return (apart(point, square), apart(print_.centre, square), square[1], square[0])

    return min(print_.squares if among is None else among, key=rank)


def apart(a: GridPoint, b: GridPoint) -> float:
    """The square of the true distance between two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def ring(print_: Footprint) -> tuple[Square, ...]:
    """The squares around a footprint, by rows from the north."""
    own = set(print_.squares)
    near = {square for own_square in own for square in grid.neighbours(own_square)}
    return tuple(sorted(near - own, key=lambda at: (at[1], at[0])))
