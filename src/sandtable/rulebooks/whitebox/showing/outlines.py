"""The outline of a handful of squares, as a map draws it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.table import grid
from sandtable.table.grid import Square

Corner = tuple[int, int]
Outline = tuple[tuple[float, float], ...]


def outline_of(squares: Iterable[Square], rows: int) -> Outline:
    """The edge of squares that hang together, if only at corners, in table coordinates.

    >>> outline_of([(0, 0), (1, 0)], 4)
    ((0.0, 4.0), (2.0, 4.0), (2.0, 3.0), (0.0, 3.0))
    """
    sides = _sides(squares)
    path: list[Corner] = []
    todo = [min(sides)]
    while todo:
        ends = sides.get(todo[-1])
        if ends:
            todo.append(ends.pop())
        else:
            path.append(todo.pop())
    bends = _bends(path[:0:-1])
    return tuple((float(x), float(rows - y)) for x, y in bends)


def clusters(squares: Iterable[Square]) -> list[tuple[Square, ...]]:
    """Squares in groups that hang together over edges, each in rows from the north."""
    left = set(squares)
    found = []
    while left:
        todo = [min(left, key=lambda at: (at[1], at[0]))]
        left.discard(todo[0])
        group = []
        while todo:
            square = todo.pop()
            group.append(square)
            for facing in (0, 2, 4, 6):
                near = grid.step(square, facing)
                if near in left:
                    left.discard(near)
                    todo.append(near)
        found.append(tuple(sorted(group, key=lambda at: (at[1], at[0]))))
    return found


def _sides(squares: Iterable[Square]) -> dict[Corner, list[Corner]]:
    """The sides of squares that no two of them share, clockwise, by where they begin."""
    own = set(squares)
    sides: dict[Corner, list[Corner]] = {}
    for x, y in own:
        around = (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        )
        for begin, end, beyond in around:
            if beyond not in own:
                sides.setdefault(begin, []).append(end)
    return sides


def _bends(path: list[Corner]) -> list[Corner]:
    """A closed path without the corners that lie on a straight line."""
    found = []
    for before, here, after in zip((path[-1], *path), path, (*path[1:], path[0]), strict=False):
        straight = (here[0] - before[0], here[1] - before[1]) == (
            after[0] - here[0],
            after[1] - here[1],
        )
        if not straight:
            found.append(here)
    return found
