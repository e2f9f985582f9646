"""Section 10.1: built-up areas and the streets between them, as they lie on the ground."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.catalogue import cite
from sandtable.scenario import ScenarioError, Terrain
from sandtable.scenario.errors import not_among
from sandtable.table import (
    Area,
    Footprint,
    Point,
    bearing,
    distance,
    hull,
    midpoint,
    place_in,
    polygon,
    rectangle,
    step,
    unit,
)
from sandtable.table.arcs import cut_by_line

from .sheets import CREW_SERVED, VEHICLES, Sheet
from .tables import BASE_WIDTH

BUA: Final = "bua"
STREET: Final = "street"
RUINED_STREET: Final = "ruined-street"
"""The part of a street between ruins, which slows like rough ground."""

TOWN: Final = "town"
"""The part of a street that lies between its built-up areas; nobody looks along the whole of it."""

ADJACENT: Final = 2.0
"""Built-up areas that are so near are adjacent; a street may lie between them."""

BESIDE: Final = 0.5
"""A street runs beside the built-up areas that are so near to it."""

THIN: Final = 0.01
"""The depth of the strip behind a side at which a weapon stands."""

HOLDS: Final = "holds-"
TAGS: Final = ("stone", "wooden", "ruined", "elevated", "holds-<number>")
SIDE_BOUND: Final = VEHICLES | CREW_SERVED


@dataclass(frozen=True)
class Side:
    """One side of a built-up area, with the strip behind it at which weapons stand."""

    a: Point
    b: Point
    heading: float
    base: Footprint


@dataclass(frozen=True)
class Bua:
    """A built-up area: a farm, a hamlet or a block of a town.

    Attributes:
        id: The id of the area of terrain.
        place: Its outline.
        sides: The sides of the outline, with the way that each looks.
        wooden: Predominantly of wood.
        ruined: Ruined or burned out.
        elevated: Has a church tower or the like.
        capacity: How many elements fit in.
    """

    id: str
    place: Footprint
    sides: tuple[Side, ...]
    wooden: bool
    ruined: bool
    elevated: bool
    capacity: int

    @property
    def centre(self) -> Point:
        """Where those inside are kept: anywhere in it is the same."""
        return round(self.place.x, 4), round(self.place.y, 4)

    def side_facing(self, heading: float) -> Side:
        """The side that looks most nearly that way."""
        x, y = unit(heading)
        return max(self.sides, key=lambda side: _along(side.heading, x, y))

    def base_of(self, sheet: Sheet, heading: float) -> Footprint:
        """From where and to where somebody inside is measured: all of it, or one side."""
        cite("p8.bua.measure-any-part")
        if sheet.type in SIDE_BOUND:
            cite("p8.bua.csw-and-vehicles-one-side")
            return self.side_facing(heading).base
        return self.place

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside, not just on the outline."""
        x0, y0, x1, y1 = self.place.box
        x, y = point
        return x0 < x < x1 and y0 < y < y1 and place_in(point, self.place.core) == 1

    def nearest(self, point: Point) -> Point:
        """The point of the outline that is nearest to a point."""
        spots = (nearest_on(side.a, side.b, point) for side in self.sides)
        return min(spots, key=lambda spot: math.dist(spot, point))

    def way_out(self, heading: float) -> Point:
        """Where one comes out who goes straight that way from the middle."""
        far = step(self.place.centre, heading, 2 * self.place.reach + 1.0)
        at = first_inside(far, self.place.centre, self.place.core)
        assert at is not None
        length = math.dist(far, self.place.centre)
        return step(far, heading + 180.0, length * at)


def _along(heading: float, x: float, y: float) -> float:
    dx, dy = unit(heading)
    return round(dx * x + dy * y, 9)


def nearest_on(a: Point, b: Point, point: Point) -> Point:
    """The point of the segment from a to b that is nearest to a point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return a[0] + dx * part, a[1] + dy * part


def first_inside(a: Point, b: Point, core: Sequence[Point]) -> float | None:
    """The part of the way from a to b at which it comes into a clockwise convex outline.

    >>> first_inside((0, 1), (4, 1), ((2, 0), (2, 2), (4, 2), (4, 0)))
    0.5
    """
    enters, leaves = 0.0, 1.0
    for (px, py), (qx, qy) in zip(core, (*core[1:], core[0]), strict=True):
        ex, ey = qx - px, qy - py
        length = math.hypot(ex, ey)
        out_a = (ex * (a[1] - py) - ey * (a[0] - px)) / length
        out_b = (ex * (b[1] - py) - ey * (b[0] - px)) / length
        if out_a <= 0 and out_b <= 0:
            continue
        if out_a > 0 and out_b > 0:
            return None
        part = out_a / (out_a - out_b)
        if out_a > 0:
            enters = max(enters, part)
        else:
            leaves = min(leaves, part)
    return enters if leaves - enters > 1e-9 else None


def nearest_pair(one: Bua, two: Bua) -> tuple[Point, Point]:
    """The points of two outlines that are nearest to each other."""
    pairs = [(p, two.nearest(p)) for p in one.place.points]
    pairs += [(one.nearest(q), q) for q in two.place.points]
    return min(pairs, key=lambda pair: math.dist(*pair))


def are_adjacent(one: Bua, two: Bua) -> bool:
    """Whether one can go from one into the other in a move."""
    cite("p8.bua.to-adjacent-whole-move")
    return distance(one.place, two.place) <= ADJACENT + 1e-3


# -- reading --------------------------------------------------------------------------------------


def check_bua(terrain: Terrain, where: str) -> None:
    """Whether a built-up area is laid out as one can be.

    Raises:
        ScenarioError: It is not convex, or says of itself what there is not.
    """
    cite("p8.bua.size-and-shape")
    if terrain.outline is None:
        raise ScenarioError(f"{where}.outline", "a built-up area needs an outline")
    if not _is_convex(terrain.outline):
        raise ScenarioError(
            f"{where}.outline",
            "a built-up area must be convex; build a bent one from several side by side",
        )
    for tag in terrain.tags:
        if tag.startswith(HOLDS):
            if not tag.removeprefix(HOLDS).isdigit():
                raise ScenarioError(f"{where}.tags", f"{tag!r}: say how many, as in 'holds-3'")
        elif tag not in TAGS:
            raise ScenarioError(f"{where}.tags", not_among(tag, TAGS, "tag"))
    if {"stone", "wooden"} <= set(terrain.tags):
        raise ScenarioError(f"{where}.tags", "it is of stone or of wood, not both")


def check_street(area: Area, where: str) -> None:
    """Whether a street is straight; a bent one is laid as several.

    Raises:
        ScenarioError: It is not.
    """
    if not _is_convex(area.outline):
        raise ScenarioError(where, "a street is straight; lay a bent one as several streets")


def _is_convex(outline: Sequence[Point]) -> bool:
    try:
        polygon(outline)
    except ValueError:
        return False
    return True


def read_bua(area: Area) -> Bua:
    """A built-up area of the ground."""
    place = polygon(area.outline)
    corners = place.core
    sides = tuple(_side(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))
    if "elevated" in area.tags:
        cite("p8.bua.high-buildings-elevated", "p8.los.elevated-defined-before-game")
    return Bua(
        id=area.id,
        place=place,
        sides=sides,
        wooden="wooden" in area.tags,
        ruined="ruined" in area.tags,
        elevated="elevated" in area.tags,
        capacity=_capacity(area.tags, sides),
    )


def _side(a: Point, b: Point) -> Side:
    heading = (bearing(a, b) - 90.0) % 360.0
    centre = step(midpoint(a, b), heading, -THIN / 2)
    return Side(a, b, heading, rectangle(*centre, heading, math.dist(a, b), THIN))


def _capacity(tags: Iterable[str], sides: Sequence[Side]) -> int:
    """As many as base widths fit in the longest side, rounded up; or as the scenario says."""
    cite("p8.bua.capacity")
    for tag in sorted(tags):
        if tag.startswith(HOLDS):
            return int(tag.removeprefix(HOLDS))
    longest = max(math.dist(side.a, side.b) for side in sides)
    return math.ceil(longest / BASE_WIDTH - 1e-6)


# -- streets --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Street:
    """A road between built-up areas.

    Attributes:
        id: The id of the area of terrain.
        beside: The built-up areas that it runs between.
        town: The hull of those: what lies out of it is out of the town.
        inner: The part of the road between them.
        ends: The open ends: lines that join corners of built-up areas across the road.
        ruined: Whether all beside it are ruined.
    """

    id: str
    beside: frozenset[str]
    town: tuple[Point, ...]
    inner: tuple[Point, ...]
    ends: tuple[tuple[Point, Point], ...]
    ruined: bool


def read_street(area: Area, buas: Iterable[Bua]) -> Street | None:
    """A street with what it runs between, or ``None`` if it has not houses on both sides."""
    road = polygon(area.outline)
    beside = [bua for bua in buas if distance(road, bua.place) <= BESIDE + 1e-3]
    if len(beside) < 2:
        return None
    town = polygon(hull([corner for bua in beside for corner in bua.place.core])).core
    inner = road.core
    for a, b in itertools.pairwise((*town, town[0])):
        nx, ny = b[1] - a[1], a[0] - b[0]
        length = math.hypot(nx, ny)
        nx, ny = nx / length, ny / length
        inner = cut_by_line(inner, nx, ny, nx * a[0] + ny * a[1])
    inner = _tidy(inner)
    if len(inner) < 3:
        return None
    return Street(
        id=area.id,
        beside=frozenset(bua.id for bua in beside),
        town=town,
        inner=inner,
        ends=tuple(_open_ends(town, road, beside)),
        ruined=all(bua.ruined for bua in beside),
    )


def _open_ends(
    town: Sequence[Point], road: Footprint, beside: Sequence[Bua]
) -> Iterable[tuple[Point, Point]]:
    """The edges of the town that lead from one built-up area to another across the road."""
    for a, b in itertools.pairwise((*town, town[0])):
        if any(a in bua.place.core and b in bua.place.core for bua in beside):
            continue
        if first_inside(a, b, road.core) is not None:
            yield a, b


def _tidy(points: Sequence[Point]) -> tuple[Point, ...]:
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(point, kept[-1]) > 1e-3:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[0], kept[-1]) <= 1e-3:
        kept.pop()
    return tuple(kept)
