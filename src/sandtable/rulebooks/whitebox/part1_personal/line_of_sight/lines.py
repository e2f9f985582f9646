"""Lines over the map: what they cross, whether they are open, and what protects from them.

Everything here follows from the map alone and is remembered with it; who is Ducked, and which
rules are cited, is the business of ``sight`` and ``cover``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.table import grid
from sandtable.table.grid import GridPoint, Square

from ...state import Grounds
from ...state.squares_and_edges import SHELTERS, SUNKEN, Edge, Way, edge_of, ways_around
from ...state.tables import FeatureKind


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


_KEPT = 16_384
"""How many lines over a map are remembered; moving vehicles draw ever new ones."""


class Sightline(Struct, frozen=True):
    """A straight line from the middle of one square to that of another, or from a firing point.

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


class Crossed(Struct, frozen=True):
    """A feature that a line crosses.

    Attributes:
        kind: What it is.
        squares: The square that it fills, or the two on either side of its edge.
        corner: The corner at which the line only touches it, if so.
    """

    kind: FeatureKind
    squares: tuple[Square, ...]
    corner: grid.Corner | None = None

    @property
    def at_corner(self) -> bool:
        """Whether the line only touches it at a corner."""
        return self.corner is not None

    def part_of(self, ends: Ends) -> float:
        """How far along a line it is crossed."""
        if self.corner is not None:
            return crossing(ends, self.corner.before, self.corner.after)
        if len(self.squares) > 1:
            return crossing(ends, *self.squares)
        return sum(stretch(ends.start, ends.end, self.squares[0])) / 2


def sightline(grounds: Grounds, start: Square, end: Square) -> Sightline:
    """What can be said of the line between two squares, for one who is at its end."""
    found = grounds.lines.get((start, end))
    if found is None:
        return _looked_at(grounds, (start, end), Ends(start, end, (start,), (end,)))
    assert isinstance(found, Sightline)
    return found


def line_of_fire(grounds: Grounds, ends: Ends) -> Sightline:
    """What can be said of a line from or to a vehicle.

    The map should be the one without the vehicles at either end.
    """
    return _looked_at(grounds, ends, ends)


def _looked_at(grounds: Grounds, key: object, ends: Ends) -> Sightline:
    """What can be said of a line, remembered with the map.

    Most lines meet none of the vehicles that have moved since they were last looked at, and are
    what they are on the map without any.
    """
    found = grounds.lines.get(key)
    if found is None:
        before = grounds.before
        if before is None or _meets_change(grounds, ends):
            found = _traced(grounds, ends)
        else:
            found = _looked_at(before, key, ends)
        if len(grounds.lines) >= _KEPT:
            grounds.lines.clear()
        grounds.lines[key] = found
    assert isinstance(found, Sightline)
    return found


def _meets_change(grounds: Grounds, ends: Ends) -> bool:
    """Whether a line may be another than it was on the map before."""
    # Whether two squares are in one trench depends on squares beside the line too.
    if grounds.kind(ends.end).name == "trench":
        return True
    if not any(patch.may_meet(ends.start, ends.end) for patch in grounds.patches):
        return False
    line = grid.line(ends.start, ends.end)
    return not grounds.altered.isdisjoint(line.squares) or any(
        not grounds.altered.isdisjoint(corner.flanks) for corner in line.corners
    )


def _traced(grounds: Grounds, ends: Ends) -> Sightline:
    line = grid.line(ends.start, ends.end)
    crossed = list(_crossed(grounds, line, ends))
    kind = grounds.kind(ends.end)
    same_trench = (
        kind.name == "trench"
        and len(ends.own) == 1
        and grounds.kind(ends.own[0]).name == "trench"
        and grounds.connected_trench(ends.own[0], ends.end)
    )
    low = any(
        is_low_cover(c, ends) and not (same_trench and c.kind.name == "trench") for c in crossed
    )
    shelter = kind.name in SHELTERS and not same_trench and not ends.at_vehicle
    return Sightline(
        blocked=_blocked(grounds, line, ends),
        low_cover=low,
        shelter=shelter and ends.start != ends.end,
        touched=any(is_touched(c, ends) for c in crossed),
        concealed=_concealed(grounds, line, crossed, ends),
        corner=bool(line.corners),
    )


def is_low_cover(crossed: Crossed, ends: Ends) -> bool:
    """Whether a feature on a line is low cover that protects whoever is at its end."""
    kind = crossed.kind
    low = kind.protection == "cover" and kind.height == "low"
    return low and near(crossed.squares, ends.target) and not ends.adjacent


def is_touched(crossed: Crossed, ends: Ends) -> bool:
    """Whether a feature is tall cover that a line touches at a corner, by whoever is at its end."""
    return crossed.at_corner and crossed.kind.blocks and near(crossed.squares, ends.target)


def features_on(grounds: Grounds, ends: Ends) -> list[Crossed]:
    """The features that a line meets, in the order in which it meets them."""
    found = _crossed(grounds, grid.line(ends.start, ends.end), ends)
    return sorted(found, key=lambda crossed: crossed.part_of(ends))


def _crossed(grounds: Grounds, line: grid.SquareLine, ends: Ends) -> Iterator[Crossed]:
    """The features on a line, apart from those where it begins."""
    for square in line.squares:
        kind = grounds.squares.get(square)
        if kind is not None and square not in ends.own and _counts(kind, square, ends):
            yield Crossed(kind, (square,))
    for a, b in line.edges if grounds.edges else ():
        on_edge = grounds.on_edge(a, b)
        if on_edge is not None and not ends.within(a, b):
            yield Crossed(on_edge, (a, b))
    for corner in line.corners:
        for way in ways_around(corner.before, corner.after):
            kind = grounds.squares.get(way.square)
            if kind is not None and _flanks(kind, way.square, ends):
                yield Crossed(kind, (way.square,), corner)
            for edge in way.edges:
                if edge in grounds.edges and not ends.within(*edge):
                    yield Crossed(grounds.edges[edge], edge, corner)


def _counts(kind: FeatureKind, square: Square, ends: Ends) -> bool:
    """Whether a feature that fills a square on a line can protect whoever is at its end."""
    if ends.at_vehicle:
        return square not in ends.target and kind.name not in SUNKEN
    return not (square == ends.end and kind.name in SHELTERS)


def _flanks(kind: FeatureKind, square: Square, ends: Ends) -> bool:
    """Whether a feature beside a corner of a line can protect whoever is at its end."""
    if ends.at_vehicle:
        return not ends.holds(square) and kind.name not in SUNKEN
    return square not in ends.own


def _concealed(grounds: Grounds, line: grid.SquareLine, crossed: list[Crossed], ends: Ends) -> bool:
    if grounds.smoky and _smoky(grounds, line):
        return True
    under = grounds.squares.get(ends.end)
    if under is not None and under.protection == "concealment":
        return True
    for c in crossed:
        if c.kind.protection != "concealment":
            continue
        by_target = near(c.squares, ends.target)
        if c.kind.height == "low" and (not by_target or ends.adjacent):
            continue
        if by_target or not near(c.squares, ends.own):
            return True
    return False


def _smoky(grounds: Grounds, line: grid.SquareLine) -> bool:
    flanks = {way for corner in line.corners for way in corner.flanks}
    return not grounds.smoky.isdisjoint({*line.squares, *flanks})


def _blocked(grounds: Grounds, line: grid.SquareLine, ends: Ends) -> bool:
    """Whether a line is blocked; on level ground, whether it meets tall cover."""
    if grounds.heights:
        return over_heights(grounds, line, ends)
    squares, edges = grounds.squares, grounds.edges
    for square in line.squares:
        if square in squares and squares[square].blocks and not ends.holds(square):
            return True
    for a, b in line.edges:
        kind = edges.get(edge_of(a, b))
        if kind is not None and kind.blocks and not ends.within(a, b):
            return True
    return any(
        all(_walled(grounds, way, ends) for way in ways_around(corner.before, corner.after))
        for corner in line.corners
    )


def _walled(grounds: Grounds, way: Way, ends: Ends) -> bool:
    """Whether a way around a corner holds tall cover, outside both ends of the line."""
    if grounds.kind(way.square).blocks and not ends.holds(way.square):
        return True
    return any(
        grounds.edges[edge].blocks and not ends.within(*edge)
        for edge in way.edges
        if edge in grounds.edges
    )


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
