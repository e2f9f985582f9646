"""Lines over the map: what they cross, whether they are open, and what protects from them.

Everything here follows from the map alone and is remembered with it; who is Ducked, and which
rules are cited, is the business of ``sight`` and ``cover``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.table import grid
from sandtable.table.grid import Square

from ...state.squares_and_edges import SHELTERS, SUNKEN, Grounds, Way, edge_of, ways_around
from ...state.tables import FeatureKind
from .heights import over_heights
from .line_ends import Ends, crossing, near, stretch

_KEPT = 50_000
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
