"""Rectangles around squares of the map that have changed, to tell quickly which lines miss them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square


class Patch(NamedTuple):
    """A rectangle of squares: its centre, and how far it reaches from there on each axis."""

    x: float
    y: float
    reach_x: float
    reach_y: float

    def may_meet(self, start: GridPoint, end: GridPoint) -> bool:
        """Whether a line may meet it; what only touches its border does."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        # the middle of the line is nearer than half its length and the reach, on both axes and
        # across the line
        off_x, off_y = 2 * self.x - start[0] - end[0], 2 * self.y - start[1] - end[1]
        across_x, across_y = abs(dx), abs(dy)
        return (
            abs(off_x) <= across_x + 2 * self.reach_x
            and abs(off_y) <= across_y + 2 * self.reach_y
            and abs(dx * off_y - dy * off_x)
            <= 2 * (across_x * self.reach_y + across_y * self.reach_x)
        )


def patches_of(squares: Iterable[Square]) -> Iterator[Patch]:
    """Rectangles that hold some squares: one for each lot of squares that hang together."""
    left = set(squares)
    while left:
        first = left.pop()
        todo, lot = [first], [first]
        while todo:
            near = left.intersection(grid.neighbours(todo.pop()))
            left -= near
            todo += near
            lot += near
        xs, ys = [x for x, _ in lot], [y for _, y in lot]
        west, east, north, south = min(xs), max(xs), min(ys), max(ys)
        yield Patch(
            *((west + east) / 2, (north + south) / 2),
            *((east - west + 1) / 2, (south - north + 1) / 2),
        )
