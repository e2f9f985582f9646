"""The ends of lines over the map, and where along a line things are."""

from __future__ import annotations

from msgspec import Struct

from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square


class Ends(Struct, frozen=True):
    """Where a line begins and ends, and who is there.

    Attributes:
        start: Where it begins: the middle of a square, or the firing point of a vehicle.
        end: The square in whose middle it ends.
        own: The squares of whoever is at its beginning.
        target: The squares of whoever is at its end.
        at_vehicle: Whether that is a vehicle: what lies under it, or is sunken, is no cover to it.
        burst: Whether something explodes where it begins, so that nobody fires over low features.
    """

    start: GridPoint
    end: Square
    own: tuple[Square, ...]
    target: tuple[Square, ...]
    at_vehicle: bool = False
    burst: bool = False

    @property
    def adjacent(self) -> bool:
        """Whether the two are next to each other, or in the same square."""
        return not self.burst and near(self.own, self.target)

    def holds(self, square: Square) -> bool:
        """Whether one of the two is in a square."""
        return square in self.own or square in self.target

    def within(self, a: Square, b: Square) -> bool:
        """Whether the edge between two squares lies inside one of the two."""
        return (a in self.own and b in self.own) or (a in self.target and b in self.target)


def near(squares: tuple[Square, ...], others: tuple[Square, ...]) -> bool:
    """Whether one of some squares is adjacent to (or the same as) one of some others."""
    return any(grid.distance(a, b) <= 1 for a in squares for b in others)


def stretch(start: GridPoint, end: Square, square: Square) -> tuple[float, float]:
    """The part of the line that runs over a square."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        change = end[axis] - start[axis]
        if change:
            one = (square[axis] - 0.5 - start[axis]) / change
            two = (square[axis] + 0.5 - start[axis]) / change
            low, high = max(low, min(one, two)), min(high, max(one, two))
    return low, high


def crossing(ends: Ends, a: Square, b: Square) -> float:
    """How far along a line the border between two squares is."""
    axis = 0 if a[0] != b[0] else 1
    start, end = ends.start[axis], ends.end[axis]
    return ((a[axis] + b[axis]) / 2 - start) / (end - start)
