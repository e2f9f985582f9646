"""Lines over the map: what they cross, whether they are open, and what protects from them.

Everything here follows from the map alone and is remembered with it; who is Ducked, and which
rules are cited, is the business of ``sight`` and ``cover``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.rulebooks.whitebox.ground import SHELTERS, Edge, Grounds, edge_of, ways_around
from sandtable.rulebooks.whitebox.tables import FeatureKind
from sandtable.table import grid
from sandtable.table.grid import Square

EYES = 1.0
"""How high eyes are above the ground, in levels."""

TOPS = {"low": 0.5, "tall": 2.0}
"""How high cover stands above the ground, in levels."""


class Sightline(Struct, frozen=True):
    """A straight line from the middle of one square to that of another.

    Attributes:
        blocked: Whether something blocks it.
        low_cover: Whether low cover protects whoever is at its end.
        shelter: Whether the square at its end shelters whoever is in it.
        touched: Whether it touches tall cover at a corner, near its end, that does not block it.
        concealed: Whether something conceals whoever is at its end.
        corner: Whether it passes exactly through a corner of squares.
    """

    blocked: bool
    low_cover: bool
    shelter: bool
    touched: bool
    concealed: bool
    corner: bool


class _Crossed(Struct, frozen=True):
    """A feature that a line crosses: where along it, and which squares it belongs to."""

    kind: FeatureKind
    squares: tuple[Square, ...]
    at_corner: bool = False


def sightline(grounds: Grounds, start: Square, end: Square) -> Sightline:
    """What can be said of the line between two squares, for one who is at its end."""
    found = grounds.lines.get((start, end))
    if found is None:
        found = grounds.lines[start, end] = _traced(grounds, start, end)
    assert isinstance(found, Sightline)
    return found


def _traced(grounds: Grounds, start: Square, end: Square) -> Sightline:
    line = grid.line(start, end)
    crossed = list(_crossed(grounds, line, end))
    adjacent = grid.distance(start, end) <= 1
    kind = grounds.kind(end)
    same_trench = (
        kind.name == "trench"
        and grounds.kind(start).name == "trench"
        and grounds.connected_trench(start, end)
    )
    low = any(
        c.kind.protection == "cover"
        and c.kind.height == "low"
        and near(c.squares, end)
        and not (same_trench and c.kind.name == "trench")
        for c in crossed
    )
    shelter = kind.name in SHELTERS and not same_trench
    return Sightline(
        blocked=_blocked(grounds, line, start, end),
        low_cover=low and not adjacent,
        shelter=shelter and start != end,
        touched=any(c.at_corner and c.kind.blocks and near(c.squares, end) for c in crossed),
        concealed=_concealed(grounds, crossed, start, end),
        corner=bool(line.corners),
    )


def near(squares: tuple[Square, ...], end: Square) -> bool:
    """Whether a feature of these squares is adjacent to (or in) a square."""
    return any(grid.distance(square, end) <= 1 for square in squares)


def _crossed(grounds: Grounds, line: grid.SquareLine, end: Square) -> Iterator[_Crossed]:
    """The features on a line, apart from the one in the square where it begins."""
    for square in line.squares[1:]:
        kind = grounds.squares.get(square)
        if kind is not None and not (square == end and kind.name in SHELTERS):
            yield _Crossed(kind, (square,))
    for a, b in line.edges:
        on_edge = grounds.on_edge(a, b)
        if on_edge is not None:
            yield _Crossed(on_edge, (a, b))
    for corner in line.corners:
        for way in ways_around(corner.before, corner.after):
            kind = grounds.squares.get(way.square)
            if kind is not None and kind.name not in SHELTERS:
                yield _Crossed(kind, (way.square,), at_corner=True)
            for edge in way.edges:
                if edge in grounds.edges:
                    yield _Crossed(grounds.edges[edge], edge, at_corner=True)


def _concealed(grounds: Grounds, crossed: list[_Crossed], start: Square, end: Square) -> bool:
    if grounds.smoky and _smoky(grounds, start, end):
        return True
    own = grounds.squares.get(end)
    if own is not None and own.protection == "concealment":
        return True
    for c in crossed:
        if c.kind.protection != "concealment":
            continue
        by_target = near(c.squares, end)
        if c.kind.height == "low" and (not by_target or grid.distance(start, end) <= 1):
            continue
        if by_target or not near(c.squares, start):
            return True
    return False


def _smoky(grounds: Grounds, start: Square, end: Square) -> bool:
    line = grid.line(start, end)
    flanks = {way for corner in line.corners for way in corner.flanks}
    return not grounds.smoky.isdisjoint({*line.squares, *flanks})


def _blocked(grounds: Grounds, line: grid.SquareLine, start: Square, end: Square) -> bool:
    """Whether a line is blocked; on level ground, whether it meets tall cover."""
    if grounds.heights:
        return blocked_by_heights(grounds, line, start, end)
    squares, edges = grounds.squares, grounds.edges
    if any(square in squares and squares[square].blocks for square in line.squares[1:-1]):
        return True
    for a, b in line.edges:
        kind = edges.get(edge_of(a, b))
        if kind is not None and kind.blocks:
            return True
    return any(
        all(grounds.walled(way) for way in ways_around(corner.before, corner.after))
        for corner in line.corners
    )


def blocked_by_heights(grounds: Grounds, line: grid.SquareLine, start: Square, end: Square) -> bool:
    """Whether a line is blocked, by the heights of everything that it passes over."""
    eyes = grounds.height(start) + EYES, grounds.height(end) + EYES
    for square in line.squares[1:-1]:
        low, high = _stretch(start, end, square)
        if _top_of_square(grounds, square) >= _between(eyes, (low + high) / 2):
            return True
    for a, b in line.edges:
        if _top_of_edge(grounds, edge_of(a, b)) >= _between(eyes, _crossing(start, end, a, b)):
            return True
    for corner in line.corners:
        height = _between(eyes, _crossing(start, end, corner.before, corner.after))
        ways = ways_around(corner.before, corner.after)
        if all(
            max(_top_of_square(grounds, way.square), *(_top_of_edge(grounds, e) for e in way.edges))
            >= height
            for way in ways
        ):
            return True
    return False


def _between(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def _top_of_square(grounds: Grounds, square: Square) -> float:
    kind = grounds.squares.get(square)
    return grounds.height(square) + (_top(kind) if kind is not None else 0.0)


def _top_of_edge(grounds: Grounds, edge: Edge) -> float:
    kind = grounds.edges.get(edge)
    if kind is None or kind.protection != "cover":
        return -1.0
    return max(grounds.height(edge[0]), grounds.height(edge[1])) + _top(kind)


def _top(kind: FeatureKind) -> float:
    return TOPS.get(kind.height, 0.0) if kind.protection == "cover" else 0.0


def _stretch(start: Square, end: Square, square: Square) -> tuple[float, float]:
    """The part of the line that runs over a square."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        change = end[axis] - start[axis]
        if change:
            one = (square[axis] - 0.5 - start[axis]) / change
            two = (square[axis] + 0.5 - start[axis]) / change
            low, high = max(low, min(one, two)), min(high, max(one, two))
    return low, high


def _crossing(start: Square, end: Square, a: Square, b: Square) -> float:
    """How far along the line the border between two squares is."""
    axis = 0 if a[0] != b[0] else 1
    return ((a[axis] + b[axis]) / 2 - start[axis]) / (end[axis] - start[axis])
