"""Squares: distances, facings, lines, cones and blasts on a square grid, in whole numbers.

The grid has its own convention. A square is (x, y), x grows to the east and **y to the south**; the
point (x, y) is the middle of the square, which reaches half a square to each side. Facings are 0
north, 1 north-east, 2 east and so on clockwise to 7 north-west. `to_table` and `to_square` go
between a grid and the table, where y grows to the north and (0, 0) is a corner: on a grid of so
many rows the middle of square (x, y) is the table point (x + 0.5, rows - y - 0.5), and facing f is
heading 45 f.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

Square = tuple[int, int]
GridPoint = tuple[float, float]

STEPS: tuple[Square, ...] = (
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
)
"""One step in each of the eight facings."""


def to_table(square: GridPoint, rows: int) -> tuple[float, float]:
    """The table point, in inches, of the middle of a square (or of any point of the grid).

    >>> to_table((0, 35), rows=36)
    (0.5, 0.5)
    """
    return (square[0] + 0.5, rows - square[1] - 0.5)


def to_square(p: tuple[float, float], rows: int) -> Square:
    """The square that a table point is in; on a border the one to the east, or to the south.

    >>> to_square((0.5, 0.5), rows=36)
    (0, 35)
    """
    return (floor(p[0]), floor(rows - p[1]))


def distance(a: Square, b: Square) -> int:
    """Squares from a to b, a diagonal step counting 1.

    >>> distance((0, 0), (6, -5))
    6
    """
    return max(abs(b[0] - a[0]), abs(b[1] - a[1]))


def alternate_distance(a: Square, b: Square) -> int:
    """Squares from a to b, diagonal steps counting 1, 2, 1, 2 and so on.

    >>> alternate_distance((0, 0), (6, -5))
    8
    """
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    return max(dx, dy) + min(dx, dy) // 2


def step(square: Square, facing: int, count: int = 1) -> Square:
    """The square so many steps away in a facing.

    >>> step((3, 3), 7, 2)
    (1, 1)
    """
    dx, dy = STEPS[facing % 8]
    return (square[0] + dx * count, square[1] + dy * count)


def neighbours(square: Square) -> tuple[Square, ...]:
    """The eight squares around one, from the north clockwise.

    >>> neighbours((5, 5))[:2]
    ((5, 4), (6, 4))
    """
    return tuple((square[0] + dx, square[1] + dy) for dx, dy in STEPS)


def diagonal_steps(path: Sequence[Square]) -> int:
    """How many steps of a path from square to square are diagonal.

    >>> diagonal_steps([(0, 0), (1, 1), (2, 1), (3, 0)])
    2
    """
    return sum(a[0] != b[0] and a[1] != b[1] for a, b in itertools.pairwise(path))


def facing_to(a: GridPoint, b: GridPoint) -> int:
    """The facing nearest to the direction from one square, or point of the grid, to another.

    >>> facing_to((0, 0), (5, -2)), facing_to((0, 0), (7, -3))
    (2, 1)

    Raises:
        ValueError: They are the same square.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx == 0 == dy:
        raise ValueError(f"no direction from {a} to itself")
    more, less = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if (more + less) ** 2 < 2 * more**2:
        if abs(dx) > abs(dy):
            dy = 0
        else:
            dx = 0
    return STEPS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))


def in_arc(origin: Square, facing: int, square: Square) -> bool:
    """Whether a square lies within 45 degrees of a facing, borders included.

    >>> in_arc((0, 0), 0, (3, -3)), in_arc((0, 0), 0, (4, -3))
    (True, False)
    """
    dx, dy = square[0] - origin[0], square[1] - origin[1]
    fx, fy = STEPS[facing % 8]
    if fx and fy:
        return dx * fx >= 0 and dy * fy >= 0
    ahead, aside = dx * fx + dy * fy, abs(dx * fy) + abs(dy * fx)
    return ahead >= aside


def quarter_turns(offset: GridPoint, turns: int) -> GridPoint:
    """An offset turned clockwise by so many quarters.

    >>> quarter_turns((1, -2), 1)
    (2, 1)
    """
    x, y = offset
    for _ in range(turns % 4):
        x, y = -y, x
    return (x, y)


def blast(centre: Square, reach: int) -> tuple[Square, ...]:
    """The square area that reaches so many squares from its centre in every direction.

    >>> len(blast((10, 10), 3)), (13, 7) in blast((10, 10), 3)
    (49, True)
    """
    x, y = centre
    around = range(-reach, reach + 1)
    return tuple((x + dx, y + dy) for dy in around for dx in around)


def cone(
    origin: Square, aim: Square, reach: int, widths: Sequence[tuple[int, int]]
) -> tuple[Square, ...]:
    """The squares of a cone from a square towards another, nearest first.

    A square is in it if it lies within the reach, ahead, within 45 degrees of the facing nearest to
    the aim, and its middle less than half the width from the aim line.

    Args:
        origin: Where it starts; not part of it.
        aim: Where it points.
        reach: How far it goes.
        widths: Pairs (from this distance on, so wide), in order.

    >>> squares = cone((0, 0), (0, -8), 15, [(1, 3), (11, 5)])
    >>> (-1, -10) in squares, (2, -10) in squares, (2, -11) in squares
    (True, False, True)
    """
    facing = facing_to(origin, aim)
    found = []
    for square in blast(origin, reach):
        sx, sy = square[0] - origin[0], square[1] - origin[1]
        away = max(abs(sx), abs(sy))
        if not in_arc(origin, facing, square):
            continue
        width = max((wide for start, wide in widths if start <= away), default=0)
        if in_lane(origin, aim, square, width):
            found.append((away, square[1], square[0]))
    return tuple((x, y) for _, y, x in sorted(found))


def in_lane(origin: GridPoint, aim: GridPoint, square: Square, width: int) -> bool:
    """Whether a square lies ahead and its middle less than half a width from the line to an aim.

    >>> in_lane((0, 0), (0, -8), (1, -4), 3), in_lane((0, 0), (0, -8), (2, -4), 3)
    (True, False)
    """
    ax, ay = aim[0] - origin[0], aim[1] - origin[1]
    sx, sy = square[0] - origin[0], square[1] - origin[1]
    if ax * sx + ay * sy <= 0:
        return False
    return 4 * (ax * sy - ay * sx) ** 2 < width * width * (ax * ax + ay * ay)


class Corner(NamedTuple):
    """A line passes exactly through the corner where four squares meet.

    Attributes:
        before: The square that the line leaves.
        after: The square that it enters.
        flanks: The two squares on either side of the corner, which it does not enter.
    """

    before: Square
    after: Square
    flanks: tuple[Square, Square]


class SquareLine(NamedTuple):
    """The way of a straight line over the grid.

    Attributes:
        squares: The squares whose inside it passes, in order, those of its ends among them.
        corners: The corners that it passes exactly through between its ends.
        edges: The edges that it crosses, as pairs of squares; corners are not among them.
    """

    squares: tuple[Square, ...]
    corners: tuple[Corner, ...]
    edges: tuple[tuple[Square, Square], ...]


PARTS = 1024
"""Points of the grid are counted in such parts of a square, so that all sums are whole numbers."""


@lru_cache(maxsize=4096)
def line(a: GridPoint, b: GridPoint) -> SquareLine:
    """The squares and corners on the straight line between two points of the grid.

    The points are middles of squares or of vehicles, or others that `to_part` has found. A line
    that runs along the border between squares passes through the inside of none there.

    >>> line((0, 0), (2, 1)).squares
    ((0, 0), (1, 0), (1, 1), (2, 1))
    >>> line((0, 0), (2, 2)).corners[0].flanks
    ((0, 1), (1, 0))
    """
    ax, ay, bx, by = (_parts(value) for value in (*a, *b))
    dx, dy = bx - ax, by - ay
    if dx == 0 == dy:
        return SquareLine(((_square_of(ax), _square_of(ay)),), (), ())
    if (dx == 0 and _on_border(ax)) or (dy == 0 and _on_border(ay)):
        return SquareLine((), (), ())
    (x, step_x, far_x), (y, step_y, far_y) = _outset(ax, dx), _outset(ay, dy)
    dx, dy = abs(dx), abs(dy)
    squares: list[Square] = [(x, y)]
    corners: list[Corner] = []
    edges: list[tuple[Square, Square]] = []
    while far_x < dx or far_y < dy:
        # which border comes first: that at far_x / dx of the way, or that at far_y / dy
        first = far_x * dy - far_y * dx
        last = (x, y)
        if first <= 0:
            x, far_x = x + step_x, far_x + PARTS
        if first >= 0:
            y, far_y = y + step_y, far_y + PARTS
        if first == 0:
            corners.append(Corner(last, (x, y), ((last[0], y), (x, last[1]))))
        else:
            edges.append((last, (x, y)))
        squares.append((x, y))
    return SquareLine(tuple(squares), tuple(corners), tuple(edges))


def _on_border(count: int) -> bool:
    return (count + PARTS // 2) % PARTS == 0


def _outset(start: int, change: int) -> tuple[int, int, int]:
    """The square from which a coordinate sets out, its next step, and how far the border is."""
    half = PARTS // 2
    if change >= 0:
        square = (start + half) // PARTS
        return square, 1, PARTS * square + half - start
    square = -((half - start) // PARTS)
    return square, -1, start - PARTS * square + half


def to_part(value: float) -> float:
    """The coordinate nearest to a value from which lines can be drawn.

    >>> to_part(2**0.5)
    1.4140625
    """
    return round(value * PARTS) / PARTS


def _parts(value: float) -> int:
    count = round(value * PARTS)
    if count != value * PARTS:
        raise ValueError(f"not a multiple of 1/{PARTS} of a square: {value}")
    return count


def _square_of(count: int) -> int:
    return (2 * count + PARTS) // (2 * PARTS)
