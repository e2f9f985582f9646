"""The map: terrain features snapped to squares and to the edges between them.

A feature of the scenario that is an area, or a line with a width, fills the squares whose middles
it covers. A line without width lies on edges: its points are moved to the nearest corners of
squares and joined along the edges, in steps where it runs aslant. Features that can only fill
squares take the squares that such a line passes through. Where several features meet in a square
or on an edge, the one that the file names last counts; so a door is a line drawn over a wall.

``elevation`` (with its height in levels), ``roof``, ``lit``, ``lava`` and ``ramp`` are marks of
squares rather than features; any area with a height raises its squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import floor
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.scenario import ScenarioError, TableSize, Terrain
from sandtable.scenario.errors import not_among
from sandtable.scenario.ground import lay_features
from sandtable.table import Ground, grid
from sandtable.table.grid import GridPoint, Square

from .tables import FEATURES, FeatureKind


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


MARKS: Final = ("elevation", "roof", "lit", "lava", "ramp")
"""Kinds of area that only mark their squares."""


MOVERS: Final = {"characters": "movement", "wheeled": "wheeled", "tracked": "tracked"}
"""Those to whom a feature can be different things, as tags name them."""


GROUND_CLASSES: Final = ("normal", "rough", "obstacle", "impassable")
"""What a feature can be to somebody who moves."""


SHELTERS: Final = ("trench", "foxhole", "bomb-crater", "bomb-crater-large", "rubble")
"""Squares that shelter the character in them from every direction."""


SUNKEN: Final = tuple(name for name in SHELTERS if name != "rubble")
"""Those of them that are holes in the ground; they give nothing to vehicles."""


WATER: Final = ("swift-stream", "narrow-creek", "waist-deep-water")
"""Squares whose water puts flames out."""


OPENED_WIRE: Final = "debris"
"""What barbed wire is once it has been opened: an obstacle."""


INDESTRUCTIBLE: Final = "indestructible"
"""The tag of a feature that no weapon destroys."""


Edge = tuple[Square, Square]


class Change(Struct, frozen=True):
    """A feature that is no longer what the scenario says: opened wire, a wall blown to rubble.

    It is a square, or the edge between two.
    """

    at: Square
    kind: str
    other: Square | None = None


class Way(NamedTuple):
    """One of the two ways around a corner: a square beside it, and the edges into and out of it."""

    square: Square
    edges: tuple[Edge, Edge]


def edge_of(a: Square, b: Square) -> Edge:
    """The edge between two squares, whichever comes first."""
    return (a, b) if a <= b else (b, a)


def ways_around(a: Square, b: Square) -> tuple[Way, Way]:
    """The two ways around the corner between two squares that touch there."""
    flanks = ((a[0], b[1]), (b[0], a[1]))
    one, two = (Way(f, (edge_of(a, f), edge_of(f, b))) for f in flanks)
    return one, two


class Grounds:
    """The map of a battle.

    Attributes:
        width: Squares from west to east.
        rows: Squares from north to south.
        squares: The features that fill squares.
        edges: The features on edges.
        smoky: The squares in smoke.
        firm: The squares and edges whose features nothing destroys.
        heights: The elevation of squares that are raised.
        roofed: The squares inside buildings.
        lit: The squares that are lit.
        lava: The squares of lava.
        ramps: The squares that vehicles can jump from.
    """

    def __init__(self, table: TableSize, features: tuple[Terrain, ...]) -> None:
        self.ground: Ground = lay_features(table, features)
        self.width = round(table.width)
        self.rows = round(table.depth)
        plain = table.ground or "flat-ground"
        if plain not in FEATURES:
            problem = not_among(plain, FEATURES, "kind of ground")
            raise ScenarioError("table.ground", problem)
        self.plain: FeatureKind = FEATURES[plain]
        self.squares: dict[Square, FeatureKind] = {}
        self.edges: dict[Edge, FeatureKind] = {}
        self.heights: dict[Square, int] = {}
        self.firm: frozenset[Square | Edge] = frozenset()
        self.smoky: frozenset[Square] = frozenset()
        marked: dict[str, set[Square]] = {mark: set() for mark in MARKS}
        self._lay(features, marked)
        if self.plain.protection != "none":
            # Woods, say, all over the table protect as they do where a scenario draws them.
            everywhere = ((x, y) for x in range(self.width) for y in range(self.rows))
            self.squares = dict.fromkeys(everywhere, self.plain) | self.squares
        self.roofed = frozenset(marked["roof"])
        self.lit = frozenset(marked["lit"])
        self.lava = frozenset(marked["lava"])
        self.ramps = frozenset(marked["ramp"])
        self.lines: dict[object, object] = {}
        """What has been found out about lines over this map; forgotten with it."""
        self.footings: dict[Square, object] = {}
        """What has been found out about steps on this map; forgotten with it."""
        self.drives: dict[object, object] = {}
        """What has been found out about driving over this map; forgotten with it."""
        self.before: Grounds | None = None
        """The map that this one was made from, which is the same away from some squares."""
        self.altered: frozenset[Square] = frozenset()
        """The squares that differ from it, and those on both sides of edges that do."""
        self.patches: tuple[Patch, ...] = ()
        """Rectangles that hold them all."""

    def _lay(self, features: tuple[Terrain, ...], marked: dict[str, set[Square]]) -> None:
        smoky: set[Square] = set()
        firm: set[Square | Edge] = set()
        covered = _covered(self.ground, self.width, self.rows)
        for index, terrain in enumerate(features):
            where = f"terrain[{index}] (id {terrain.id!r})"
            kind = terrain.kind
            if kind not in FEATURES and kind not in MARKS:
                problem = not_among(kind, (*FEATURES, *MARKS), "kind of terrain")
                raise ScenarioError(f"{where}.kind", problem)
            if terrain.line is not None and terrain.width is None:
                if kind in MARKS:
                    raise ScenarioError(where, f"{kind} is an area; give an outline")
                corners = [(x, self.rows - y) for x, y in terrain.line]
                if "edge" in FEATURES[kind].place:
                    for edge in _along(corners):
                        self.edges[edge] = _as_tagged(terrain, where)
                        if INDESTRUCTIBLE in terrain.tags:
                            firm.add(edge)
                    continue
                filled = set(_through(corners))
            else:
                if kind in FEATURES and FEATURES[kind].place == "edge":
                    raise ScenarioError(where, f"{kind} lies on edges; give a line without width")
                filled = covered.get(terrain.id, set())
            filled = {square for square in filled if self.holds(square)}
            if INDESTRUCTIBLE in terrain.tags:
                firm |= filled
            for square in filled:
                if terrain.height:
                    self.heights[square] = round(terrain.height)
                if kind in MARKS:
                    marked[kind].add(square)
                elif kind == "smoke":
                    smoky.add(square)
                else:
                    self.squares[square] = _as_tagged(terrain, where)
        self.smoky, self.firm = frozenset(smoky), frozenset(firm)

    def changed(self, changes: tuple[Change, ...], smoky: tuple[Square, ...] = ()) -> Grounds:
        """The map with some features changed, and smoke over some squares."""
        twin = object.__new__(Grounds)
        twin.__dict__.update(self.__dict__)
        twin.__dict__.pop("marked", None)
        twin.squares, twin.edges = dict(self.squares), dict(self.edges)
        twin.lines, twin.footings, twin.drives = {}, {}, {}
        twin.smoky = self.smoky.union(smoky)
        altered = set(smoky)
        for change in changes:
            altered.add(change.at)
            if change.other is None:
                twin.squares[change.at] = FEATURES[change.kind]
            else:
                altered.add(change.other)
                twin.edges[edge_of(change.at, change.other)] = FEATURES[change.kind]
        twin.before, twin.altered = self, frozenset(altered)
        twin.patches = tuple(patches_of(altered))
        return twin

    # -- asking -----------------------------------------------------------------------------------

    def holds(self, square: Square) -> bool:
        """Whether a square is on the map."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.rows

    @cached_property
    def marked(self) -> frozenset[Square]:
        """The squares that are not plain and level ground without anything on their edges."""
        beside = (square for edge in self.edges for square in edge)
        return frozenset(self.squares).union(self.heights, beside)

    def kind(self, square: Square) -> FeatureKind:
        """The feature that fills a square, or the plain ground."""
        return self.squares.get(square, self.plain)

    def height(self, square: Square) -> int:
        """The elevation of a square."""
        return self.heights.get(square, 0)

    def on_edge(self, a: Square, b: Square) -> FeatureKind | None:
        """The feature on the edge between two squares."""
        return self.edges.get(edge_of(a, b))

    def closed(self, way: Way) -> bool:
        """Whether a way around a corner is closed by something impassable."""
        return (
            self.kind(way.square).impassable
            or any(self.edges[e].impassable for e in way.edges if e in self.edges)
            or any(abs(self.height(a) - self.height(b)) > 1 for a, b in way.edges)
        )

    def walled(self, way: Way) -> bool:
        """Whether a way around a corner holds tall cover."""
        return self.kind(way.square).blocks or any(
            self.edges[e].blocks for e in way.edges if e in self.edges
        )

    def connected_trench(self, a: Square, b: Square) -> bool:
        """Whether one can get from one square to the other inside a trench."""
        seen, todo = {a}, [a]
        while todo:
            square = todo.pop()
            if square == b:
                return True
            for near in grid.neighbours(square):
                if near not in seen and self.kind(near).name == "trench":
                    seen.add(near)
                    todo.append(near)
        return False


def _as_tagged(terrain: Terrain, where: str) -> FeatureKind:
    """A feature of a map, which may be something else to some movers than its kind is.

    Its tags say so: ``wheeled-rough``, ``tracked-impassable``, ``characters-obstacle`` and so on.
    """
    kind = FEATURES[terrain.kind]
    for tag in terrain.tags:
        mover, _, what = tag.partition("-")
        if mover not in MOVERS:
            continue
        if what not in GROUND_CLASSES:
            raise ScenarioError(f"{where}.tags", not_among(what, GROUND_CLASSES, "class of ground"))
        kind = msgspec.structs.replace(kind, **{MOVERS[mover]: what})
    return kind


def describe(kind: FeatureKind) -> tuple[str, str, str]:
    """What a feature is made of: how it is moved over, how high it is, and what it stops."""
    cite("owb.terrain.square-and-edge-features", "owb.combined.referee-judges-terrain")
    return kind.movement, kind.height, kind.protection


def nearest_square(point: tuple[float, float], rows: int) -> Square:
    """The square of a place given in inches."""
    cite("owb.grid.ruler-equivalence")
    return grid.to_square(point, rows)


def _covered(ground: Ground, width: int, rows: int) -> Mapping[str, set[Square]]:
    """The squares whose middles lie in each area."""
    found: dict[str, set[Square]] = {}
    for x in range(width):
        for y in range(rows):
            for area in ground.areas_at(grid.to_table((x, y), rows)):
                found.setdefault(area.id, set()).add((x, y))
    return found


def _along(points: list[tuple[float, float]]) -> Iterator[Edge]:
    """The edges along a line, its points moved to the nearest corners of squares."""
    corners = [(floor(x + 0.5), floor(y + 0.5)) for x, y in points]
    for (x, y), (to_x, to_y) in pairwise(corners):
        dx, dy = to_x - x, to_y - y
        i = j = 0
        while (i, j) != (abs(dx), abs(dy)):
            across = j == abs(dy) or (i < abs(dx) and (2 * i + 1) * abs(dy) < (2 * j + 1) * abs(dx))
            if across:
                left = x + (i if dx > 0 else -i - 1)
                row = y + (j if dy > 0 else -j)
                yield edge_of((left, row - 1), (left, row))
                i += 1
            else:
                top = y + (j if dy > 0 else -j - 1)
                column = x + (i if dx > 0 else -i)
                yield edge_of((column - 1, top), (column, top))
                j += 1


def _through(points: list[tuple[float, float]]) -> Iterator[Square]:
    """The squares that a line passes through."""
    middles = [(floor(8 * x) / 8 - 0.5, floor(8 * y) / 8 - 0.5) for x, y in points]
    for a, b in pairwise(middles):
        yield from grid.line(a, b).squares
