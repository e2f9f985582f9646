"""Where a shot comes from: the square of a man on foot, or the firing point of a vehicle."""

from __future__ import annotations

from msgspec import Struct

from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square


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
