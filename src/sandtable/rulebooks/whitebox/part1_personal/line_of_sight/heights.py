"""Lines over ground that is not level: what is high enough to block them."""

from __future__ import annotations

from sandtable.table import grid
from sandtable.table.grid import Square

from ...state.squares_and_edges import Edge, Grounds, Way, edge_of, ways_around
from ...state.tables import FeatureKind
from .line_ends import Ends, crossing, stretch

EYES = 1.0
"""How high eyes are above the ground, in levels."""

TOPS = {"low": 0.5, "tall": 2.0}
"""How high cover stands above the ground, in levels."""


def blocked_by_heights(grounds: Grounds, line: grid.SquareLine, start: Square, end: Square) -> bool:
    """Whether a line is blocked, by the heights of everything that it passes over."""
    return over_heights(grounds, line, Ends(start, end, (start,), (end,)))


def over_heights(grounds: Grounds, line: grid.SquareLine, ends: Ends) -> bool:
    """Whether a line from or to a vehicle is blocked by what it passes over."""
    eyes = _ground(grounds, ends.own) + EYES, _ground(grounds, ends.target) + EYES
    for square in line.squares:
        if ends.holds(square):
            continue
        low, high = stretch(ends.start, ends.end, square)
        if _top_of_square(grounds, square) >= _between(eyes, (low + high) / 2):
            return True
    for a, b in line.edges:
        if ends.within(a, b):
            continue
        if _top_of_edge(grounds, edge_of(a, b)) >= _between(eyes, crossing(ends, a, b)):
            return True
    for corner in line.corners:
        height = _between(eyes, crossing(ends, corner.before, corner.after))
        ways = ways_around(corner.before, corner.after)
        if all(_top_of_way(grounds, way, ends) >= height for way in ways):
            return True
    return False


def _ground(grounds: Grounds, squares: tuple[Square, ...]) -> int:
    """The elevation of a character or a vehicle: that of its highest square."""
    return max(grounds.height(square) for square in squares)


def _top_of_way(grounds: Grounds, way: Way, ends: Ends) -> float:
    square = -1.0 if ends.holds(way.square) else _top_of_square(grounds, way.square)
    edges = (_top_of_edge(grounds, edge) for edge in way.edges if not ends.within(*edge))
    return max(square, *edges, -1.0)


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
