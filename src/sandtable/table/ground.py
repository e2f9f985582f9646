"""The table and what stands on it: areas, lines, and what a path meets of them."""

from __future__ import annotations

import itertools
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import msgspec

from .crossing import crossings_of
from .measure import distance_to_polyline, place_in
from .obstruct import inside_pieces
from .plane import EPSILON, Point, finite, gap, segment_gap, signed_area

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from .footprint import Footprint

Edge = Literal["north", "south", "east", "west"]

_REMEMBERED = 4096


class Area(msgspec.Struct, frozen=True):
    """A patch of terrain, such as a wood: any simple polygon, its points in either order.

    Attributes:
        id: Its name, unique on the table.
        kind: What it is; each rulebook says what the kind means.
        outline: Its corners, without repeating the first.
        height: Its top above the table.
        tags: Anything else worth knowing.

    >>> Area("w1", "wood", ((0, 0), (4, 0), (4, 4))).kind
    'wood'
    """

    id: str
    kind: str
    outline: tuple[Point, ...]
    height: float = 0.0
    tags: frozenset[str] = frozenset()


class Line(msgspec.Struct, frozen=True):
    """Something long and thin, such as a hedge; closed if its last point is its first.

    >>> Line("h1", "hedge", ((0, 0), (4, 0))).points
    ((0, 0), (4, 0))
    """

    id: str
    kind: str
    points: tuple[Point, ...]
    height: float = 0.0
    tags: frozenset[str] = frozenset()


class Stretch(msgspec.Struct, frozen=True):
    """A part of a path, in inches from its start, that lies in the same areas throughout.

    >>> Stretch(0.0, 2.5, ()).length
    2.5
    """

    start: float
    end: float
    areas: tuple[Area, ...]

    @property
    def length(self) -> float:
        """How long it is."""
        return self.end - self.start


class Crossing(msgspec.Struct, frozen=True):
    """A path passes to the other side of a line (or ends on it), so far from the path's start."""

    at: float
    line: Line


class Ground:
    """An immutable table of width x depth inches with its terrain.

    The table is the rectangle from (0, 0) to (width, depth). Terrain may reach beyond its edges.

    >>> wood = Area("w1", "wood", ((2, 0), (5, 0), (5, 4), (2, 4)))
    >>> hedge = Line("h1", "hedge", ((7, 0), (7, 9)))
    >>> ground = Ground(48, 36, [wood], [hedge])
    >>> path = [(0, 1), (9, 1)]
    >>> [(part.start, part.end, len(part.areas)) for part in ground.stretches(path)]
    [(0.0, 2.0, 0), (2.0, 5.0, 1), (5.0, 9.0, 0)]
    >>> [(c.at, c.line.id) for c in ground.crossings(path)]
    [(7.0, 'h1')]
    """

    __slots__ = (
        "_areas",
        "_boxes",
        "_containing",
        "_crossed",
        "_line_boxes",
        "_lines",
        "_stretched",
        "areas",
        "depth",
        "lines",
        "width",
    )

    width: float
    depth: float
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    _areas: dict[str, Area]
    _lines: dict[str, Line]
    _boxes: tuple[tuple[float, float, float, float, Area], ...]
    _line_boxes: tuple[tuple[float, float, float, float, Line], ...]
    _containing: dict[Point, tuple[Area, ...]]
    _stretched: dict[tuple[Point, ...], tuple[Stretch, ...]]
    _crossed: dict[tuple[Point, ...], tuple[Crossing, ...]]

    def __init__(
        self, width: float, depth: float, areas: Iterable[Area] = (), lines: Iterable[Line] = ()
    ) -> None:
        """Check the terrain and keep it.

        Raises:
            ValueError: A feature is malformed or an id is used twice; the message names it.
        """
        if not (width > 0 and depth > 0 and isfinite(width) and isfinite(depth)):
            raise ValueError(f"a table needs a width and a depth, not {width} x {depth}")
        put = object.__setattr__
        put(self, "width", float(width))
        put(self, "depth", float(depth))
        put(self, "areas", tuple(areas))
        put(self, "lines", tuple(lines))
        ids: set[str] = set()
        for name in [area.id for area in self.areas] + [line.id for line in self.lines]:
            if name in ids:
                raise ValueError(f"two features have the id {name!r}")
            ids.add(name)
        for area in self.areas:
            _check_area(area)
        for line in self.lines:
            _check_line(line)
        put(self, "_areas", {area.id: area for area in self.areas})
        put(self, "_lines", {line.id: line for line in self.lines})
        put(self, "_boxes", tuple((*_box(area.outline), area) for area in self.areas))
        put(self, "_line_boxes", tuple((*_box(line.points), line) for line in self.lines))
        put(self, "_containing", {})
        put(self, "_stretched", {})
        put(self, "_crossed", {})

    def area(self, id: str) -> Area:
        """The area with an id.

        Raises:
            KeyError: There is none.
        """
        return self._areas[id]

    def line(self, id: str) -> Line:
        """The line with an id.

        Raises:
            KeyError: There is none.
        """
        return self._lines[id]

    def revised(
        self,
        areas: Iterable[Area] = (),
        lines: Iterable[Line] = (),
        without: Collection[str] = (),
    ) -> Ground:
        """The same table with more features, and without those of some ids: smoke comes and goes.

        >>> Ground(48, 36).revised([Area("s1", "smoke", ((0, 0), (4, 0), (4, 4)))]).areas[0].id
        's1'
        """
        kept_areas = [area for area in self.areas if area.id not in without]
        kept_lines = [line for line in self.lines if line.id not in without]
        return Ground(self.width, self.depth, [*kept_areas, *areas], [*kept_lines, *lines])

    def areas_at(self, p: Point) -> tuple[Area, ...]:
        """The areas that a point is inside or on the edge of, in the order of `areas`.

        >>> wood = Area("w1", "wood", ((2, 0), (5, 0), (5, 4), (2, 4)))
        >>> [area.id for area in Ground(48, 36, [wood]).areas_at((5, 1))]
        ['w1']
        """
        known = self._containing.get(p)
        if known is None:
            _make_room(self._containing)
            x, y = p
            known = self._containing[p] = tuple(
                [
                    area
                    for x0, y0, x1, y1, area in self._boxes
                    if x0 <= x <= x1 and y0 <= y <= y1 and place_in(p, area.outline) >= 0
                ]
            )
        return known

    def stretches(self, path: Sequence[Point]) -> tuple[Stretch, ...]:
        """The parts of a path with the same areas, in order, from 0 to the length of the path.

        Touching an area at a point, or running along its edge, is not being in it.
        """
        way = tuple(path)
        known = self._stretched.get(way)
        if known is None:
            _make_room(self._stretched)
            known = self._stretched[way] = self._stretches(way)
        return known

    def _stretches(self, path: tuple[Point, ...]) -> tuple[Stretch, ...]:
        inside: list[tuple[float, float, int]] = []
        at = 0.0
        for a, b in itertools.pairwise(path):
            low_x, high_x = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
            low_y, high_y = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
            for i, (x0, y0, x1, y1, area) in enumerate(self._boxes):
                if x0 < high_x and low_x < x1 and y0 < high_y and low_y < y1:
                    for start, end in inside_pieces(a, b, area.outline):
                        inside.append((at + start, at + end, i))
            at += gap(a, b)
        if at <= EPSILON:
            return ()
        if not inside:
            return (Stretch(0.0, at, ()),)
        cuts = [0.0]
        for cut in sorted([end for piece in inside for end in piece[:2]]):
            if cut - cuts[-1] > EPSILON and at - cut > EPSILON:
                cuts.append(cut)
        cuts.append(at)
        result: list[Stretch] = []
        for start, end in itertools.pairwise(cuts):
            middle = (start + end) / 2.0
            found = sorted({i for low, high, i in inside if low <= middle <= high})
            areas = tuple([self.areas[i] for i in found])
            if result and result[-1].areas == areas:
                result[-1] = Stretch(result[-1].start, end, areas)
            else:
                result.append(Stretch(start, end, areas))
        return tuple(result)

    def crossings(self, path: Sequence[Point]) -> tuple[Crossing, ...]:
        """Where a path crosses lines, in order along the path.

        A path crosses a line where it passes to the other side, and where it ends on the line
        having come from a side. A path that starts on the line, or touches it and returns to the
        side it came from, does not cross it; nor does one that passes exactly through a tip of the
        line.
        """
        way = tuple(path)
        known = self._crossed.get(way)
        if known is None:
            _make_room(self._crossed)
            known = self._crossed[way] = self._crossings(way)
        return known

    def _crossings(self, path: tuple[Point, ...]) -> tuple[Crossing, ...]:
        xs, ys = [p[0] for p in path], [p[1] for p in path]
        low_x, high_x = min(xs) - EPSILON, max(xs) + EPSILON
        low_y, high_y = min(ys) - EPSILON, max(ys) + EPSILON
        found = [
            Crossing(at, line)
            for x0, y0, x1, y1, line in self._line_boxes
            if x0 <= high_x and low_x <= x1 and y0 <= high_y and low_y <= y1
            for at in crossings_of(path, line.points)
        ]
        found.sort(key=lambda crossing: crossing.at)
        return tuple(found)

    def lines_touched(self, fp: Footprint, tolerance: float = 0.05) -> frozenset[str]:
        """The ids of the lines that a base touches, all but touches or lies across.

        >>> from sandtable.table import rectangle
        >>> hedge = Line("h1", "hedge", ((7, 0), (7, 9)))
        >>> sorted(Ground(48, 36, lines=[hedge]).lines_touched(rectangle(6.5, 3, 0, 1, 1)))
        ['h1']
        """
        far = tolerance + EPSILON
        low_x, low_y, high_x, high_y = fp.box
        return frozenset(
            line.id
            for x0, y0, x1, y1, line in self._line_boxes
            if x0 - far <= high_x
            and low_x <= x1 + far
            and y0 - far <= high_y
            and low_y <= y1 + far
            and distance_to_polyline(fp, line.points) <= far
        )

    def contains(self, fp: Footprint) -> bool:
        """Whether a whole base is on the table.

        >>> from sandtable.table import rectangle
        >>> Ground(48, 36).contains(rectangle(0.5, 1, 0, 1, 1))
        True
        """
        x0, y0, x1, y1 = fp.box
        return (
            x0 >= -EPSILON
            and y0 >= -EPSILON
            and x1 <= self.width + EPSILON
            and y1 <= self.depth + EPSILON
        )

    def edge_distance(self, fp: Footprint, edge: Edge) -> float:
        """The distance from a base to an edge of the table; 0 if it touches or hangs over it.

        >>> from sandtable.table import rectangle
        >>> Ground(48, 36).edge_distance(rectangle(10, 30, 0, 2, 2), "north")
        5.0
        """
        x0, y0, x1, y1 = fp.box
        if edge == "north":
            return max(0.0, self.depth - y1)
        if edge == "south":
            return max(0.0, y0)
        if edge == "east":
            return max(0.0, self.width - x1)
        if edge == "west":
            return max(0.0, x0)
        raise ValueError(f"a table has no edge {edge!r}")

    def nearest_edge(self, fp: Footprint) -> Edge:
        """The edge of the table that a base is nearest to (north, south, east, west if equal).

        >>> from sandtable.table import rectangle
        >>> Ground(48, 36).nearest_edge(rectangle(45, 20, 0, 2, 2))
        'east'
        """
        edges: tuple[Edge, ...] = ("north", "south", "east", "west")
        return min(edges, key=lambda edge: self.edge_distance(fp, edge))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Ground cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ground):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.width, self.depth, tuple(self._areas), tuple(self._lines)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ground, self._parts())

    def __repr__(self) -> str:
        return f"Ground({self.width!r}, {self.depth!r}, {self.areas!r}, {self.lines!r})"

    def _parts(self) -> tuple[float, float, tuple[Area, ...], tuple[Line, ...]]:
        return (self.width, self.depth, self.areas, self.lines)


def _make_room(memory: dict[Any, Any]) -> None:
    """Forget everything before it becomes too much; the same thing is mostly asked for soon."""
    if len(memory) >= _REMEMBERED:
        memory.clear()


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs) - EPSILON, min(ys) - EPSILON, max(xs) + EPSILON, max(ys) + EPSILON)


def _check_area(area: Area) -> None:
    outline = area.outline
    count = len(outline)
    if count < 3:
        raise ValueError(f"area {area.id!r} needs at least 3 points, not {count}")
    if not finite(outline):
        raise ValueError(f"area {area.id!r} has a point that is not a number: {outline}")
    edges = [(outline[i - 1], outline[i]) for i in range(count)]
    for a, b in edges:
        if gap(a, b) <= EPSILON:
            raise ValueError(f"area {area.id!r} repeats the point {b}")
    for i, (a, b) in enumerate(edges):
        for j in range(i + 1, count):
            c, d = edges[j]
            if j == i + 1 or (i == 0 and j == count - 1):
                near, far, other = (b, a, d) if j == i + 1 else (a, b, c)
                if _folds_back(near, far, other):
                    raise ValueError(f"area {area.id!r} folds back on itself at {near}")
            elif segment_gap(a, b, c, d) <= EPSILON:
                raise ValueError(f"area {area.id!r} crosses or touches itself near {c}")
    if abs(signed_area(outline)) <= EPSILON:
        raise ValueError(f"area {area.id!r} encloses nothing")


def _folds_back(corner: Point, a: Point, b: Point) -> bool:
    """Whether the ways from a corner to two other points run in the same direction."""
    ax, ay = a[0] - corner[0], a[1] - corner[1]
    bx, by = b[0] - corner[0], b[1] - corner[1]
    shorter = min(ax * ax + ay * ay, bx * bx + by * by)
    return ax * bx + ay * by > 0.0 and abs(ax * by - ay * bx) <= EPSILON * shorter


def _check_line(line: Line) -> None:
    if len(line.points) < 2:
        raise ValueError(f"line {line.id!r} needs at least 2 points, not {len(line.points)}")
    if not finite(line.points):
        raise ValueError(f"line {line.id!r} has a point that is not a number: {line.points}")
    for a, b in zip(line.points, line.points[1:], strict=False):
        if gap(a, b) <= EPSILON:
            raise ValueError(f"line {line.id!r} repeats the point {b}")
