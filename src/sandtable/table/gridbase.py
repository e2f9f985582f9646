"""Vehicles on a square grid: L x W squares in one of eight facings.

Conventions as in `grid`: y grows to the south, facings 0 to 7 clockwise from the north.

Facing a side of the squares, a base is a block of squares, and its anchor is the front-left square.
Facing a corner, it is the squares whose middle lies in or on the true rectangle turned by 45
degrees. For facing north-east the middle of that rectangle is at anchor + (0.5, -0.5), and for 3 x
2 bases at anchor + (0.75, -0.75), which gives 6 squares; for other facings turn the offsets.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from . import grid
from .arcs import Sector
from .grid import STEPS, GridPoint, Square, quarter_turns

_SHIFTED = {(3, 2): 0.75}


class GridBase(NamedTuple):
    """A base on the grid; make one with `grid_base`.

    Attributes:
        length: Squares along the facing.
        width: Squares across it.
        facing: 0 north, clockwise to 7 north-west.
        anchor: The square that its place is counted from.
        squares: The squares that it fills.
        front_left: Its front-left corner square.
        front_right: Its front-right corner square.
        centre: The middle of its true rectangle.
    """

    length: int
    width: int
    facing: int
    anchor: Square
    squares: frozenset[Square]
    front_left: Square
    front_right: Square
    centre: GridPoint


def grid_base(length: int, width: int, facing: int, anchor: Square) -> GridBase:
    """The base of a size with a facing and an anchor.

    >>> tank = grid_base(4, 2, 2, (5, 5))
    >>> sorted(tank.squares)[0], sorted(tank.squares)[-1], tank.front_right
    ((2, 5), (5, 6), (5, 6))
    >>> sorted(grid_base(2, 1, 1, (0, 0)).squares)
    [(0, 0), (1, -1)]
    """
    if length < 1 or width < 1:
        raise ValueError(f"a base is at least 1 x 1 squares, not {length} x {width}")
    facing %= 8
    offsets, left, right, centre = _shape(length, width, facing)
    x, y = anchor
    return GridBase(
        length,
        width,
        facing,
        anchor,
        frozenset((x + dx, y + dy) for dx, dy in offsets),
        (x + left[0], y + left[1]),
        (x + right[0], y + right[1]),
        (x + centre[0], y + centre[1]),
    )


_Shape = tuple[tuple[Square, ...], Square, Square, GridPoint]


@lru_cache(maxsize=1024)
def _shape(length: int, width: int, facing: int) -> _Shape:
    """Squares, front-left square, front-right square and centre, as offsets from the anchor."""
    turns = facing // 2
    if facing % 2 == 0 or length == width == 1:
        squares = [(i, j) for j in range(length) for i in range(width)]
        left, right = (0, 0), (width - 1, 0)
        centre = ((width - 1) / 2.0, (length - 1) / 2.0)
    else:
        shift = _SHIFTED.get((length, width), 0.5)
        reach = range(-length - width, length + width + 1)
        squares = [
            (i, j)
            for j in reach
            for i in reach
            if 2.0 * (i - j - 2.0 * shift) ** 2 <= length**2 and 2 * (i + j) ** 2 <= width**2
        ]
        most = max(i - j for i, j in squares)
        front = sorted((i + j, i, j) for i, j in squares if i - j == most)
        left, right = front[0][1:], front[-1][1:]
        centre = (shift, -shift)
    return (
        tuple(_turned(square, turns) for square in squares),
        _turned(left, turns),
        _turned(right, turns),
        quarter_turns(centre, turns),
    )


def _turned(offset: Square, turns: int) -> Square:
    x, y = offset
    for _ in range(turns % 4):
        x, y = -y, x
    return (x, y)


def placed_by_corner(length: int, width: int, facing: int, corner: Square, right: bool) -> GridBase:
    """The base of a size and facing whose front-right (or front-left) corner is on a square.

    >>> placed_by_corner(4, 2, 1, (2, -1), right=True).anchor
    (0, 0)
    """
    _, front_left, front_right, _ = _shape(length, width, facing % 8)
    dx, dy = front_right if right else front_left
    return grid_base(length, width, facing, (corner[0] - dx, corner[1] - dy))


def wheeled(base: GridBase, right: bool, shift: int = 1) -> GridBase:
    """A base turned by 45 degrees about its front inside corner square.

    The corner square moves so many squares in the direction of the new facing.

    >>> tank = wheeled(grid_base(4, 2, 0, (0, 0)), right=True)
    >>> tank.facing, tank.front_right, tank.anchor
    (1, (2, -1), (0, 0))
    """
    facing = (base.facing + (1 if right else -1)) % 8
    corner = base.front_right if right else base.front_left
    corner = grid.step(corner, facing, shift)
    return placed_by_corner(base.length, base.width, facing, corner, right)


def pivoted(base: GridBase, facing: int) -> GridBase:
    """A base put down with another facing, its centre as near as can be to where it was.

    Of places equally near, the one farthest in the direction of the new facing, then of the old.

    >>> pivoted(grid_base(4, 2, 0, (0, 0)), 2).front_left
    (2, 1)
    """
    facing %= 8
    _, _, _, (ox, oy) = _shape(base.length, base.width, facing)
    cx, cy = base.centre
    x0, y0 = round(cx - ox), round(cy - oy)
    (nx, ny), (px, py) = STEPS[facing], STEPS[base.facing]

    def rank(anchor: Square) -> tuple[float, float, float]:
        dx, dy = anchor[0] + ox - cx, anchor[1] + oy - cy
        return (dx * dx + dy * dy, -(dx * nx + dy * ny), -(dx * px + dy * py))

    around = [(x0 + i, y0 + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return grid_base(base.length, base.width, facing, min(around, key=rank))


def moved(base: GridBase, facing: int, count: int = 1) -> GridBase:
    """A base shifted so many squares in a direction, with the same facing.

    >>> moved(grid_base(4, 2, 0, (0, 0)), 0, 3).anchor
    (0, -3)
    """
    return grid_base(base.length, base.width, base.facing, grid.step(base.anchor, facing, count))


def base_distance(a: GridBase, b: GridBase) -> int:
    """The least distance in squares between squares of two bases, a diagonal step counting 1.

    >>> base_distance(grid_base(4, 2, 0, (0, 0)), grid_base(1, 1, 0, (5, -3)))
    4
    """
    return min(grid.distance(p, q) for p in a.squares for q in b.squares)


def edge_adjacent(a: GridBase, b: GridBase) -> bool:
    """Whether a square of one base shares an edge with a square of the other.

    >>> edge_adjacent(grid_base(2, 1, 0, (0, 0)), grid_base(2, 1, 0, (1, 2)))
    False
    """
    return any(abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1 for p in a.squares for q in b.squares)


def on_map(base: GridBase, columns: int, rows: int) -> bool:
    """Whether all its squares are on a map of so many columns and rows.

    >>> on_map(grid_base(4, 2, 0, (35, 0)), 36, 36)
    False
    """
    return all(0 <= x < columns and 0 <= y < rows for x, y in base.squares)


def ahead_and_right(base: GridBase, p: GridPoint) -> tuple[float, float]:
    """How far a point is ahead of the centre of a base, and how far to its right.

    >>> ahead_and_right(grid_base(4, 2, 0, (0, 0)), (4, -3))
    (4.5, 3.5)
    """
    dx, dy = p[0] - base.centre[0], p[1] - base.centre[1]
    fx, fy = STEPS[base.facing]
    size = sqrt(fx * fx + fy * fy)
    return ((dx * fx + dy * fy) / size, (dy * fx - dx * fy) / size)


def base_sector(base: GridBase, p: GridPoint) -> Sector:
    """Which side of a base a point faces, by lines drawn outward at 45 degrees from its corners.

    On such a line the front goes before the side, and the side before the rear.

    >>> tank = grid_base(4, 2, 0, (0, 0))
    >>> base_sector(tank, (4, -3)).value, base_sector(tank, (5, -3)).value
    ('front', 'right')
    """
    ahead, right = ahead_and_right(base, p)
    aside = abs(right) - base.width / 2.0
    front, back = ahead - base.length / 2.0, -ahead - base.length / 2.0
    hair = 1e-9
    if front > hair and aside <= front + hair:
        return Sector.FRONT
    if back > hair and aside < back - hair:
        return Sector.REAR
    return Sector.RIGHT if right > hair else Sector.LEFT
