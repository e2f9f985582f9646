"""Random bases, terrain and lines, and the same things as shapely shapes (the oracle)."""

from __future__ import annotations

from importlib import import_module
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from sandtable.table import Area, Footprint, Ground, Line, circle, polygon, rectangle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from sandtable.table import Point

shapely: Any = import_module("shapely")  # it has no types
Dot: Any = shapely.Point
LineString: Any = shapely.LineString
MultiPoint: Any = shapely.MultiPoint
Polygon: Any = shapely.Polygon

HEADINGS = (0, 30, 45, 60, 90, 135, 180, 200, 225, 270, 315, 359)

coordinates = st.integers(0, 240).map(lambda n: n / 8)
free = st.floats(0, 30).map(lambda value: round(value, 4))
points = st.tuples(coordinates | free, coordinates | free)
headings = st.sampled_from(HEADINGS) | st.floats(0, 359).map(lambda value: round(value, 3))
sizes = st.integers(2, 40).map(lambda n: n / 8)
rectangles = st.builds(rectangle, coordinates | free, coordinates | free, headings, sizes, sizes)
circles = st.builds(circle, coordinates | free, coordinates | free, sizes, headings)


@st.composite
def outlines(draw: st.DrawFn, least: int = 3) -> tuple[Point, ...]:
    """Star-shaped outlines, often concave, on a grid of eighths or free."""
    x, y = draw(points)
    count = draw(st.integers(least, 9))
    turn = draw(st.floats(0, 1))
    snap = draw(st.booleans())
    corners = []
    for i in range(count):
        size = draw(st.floats(0.7, 6))
        angle = 2 * pi * (i + turn) / count
        px, py = x + size * cos(angle), y + size * sin(angle)
        corners.append((round(px * 2) / 2, round(py * 2) / 2) if snap else (px, py))
    return tuple(corners)


def is_sound(outline: Sequence[Point]) -> bool:
    """Whether the oracle takes an outline for a simple polygon of some area, without slivers."""
    shape = Polygon(outline)
    return bool(shape.is_valid and shape.area > 0.05 and not shape.buffer(-0.01).is_empty)


simple_outlines = outlines().filter(is_sound).filter(lambda outline: accepted(outline))


def accepted(outline: tuple[Point, ...]) -> bool:
    try:
        Ground(10, 10, [Area("a", "wood", outline)])
    except ValueError:
        return False
    return True


@st.composite
def convex(draw: st.DrawFn) -> Footprint:
    """A convex outline used as a base."""
    cloud = draw(st.lists(points, min_size=3, max_size=8))
    shape = MultiPoint(cloud).convex_hull
    if not isinstance(shape, Polygon) or shape.buffer(-0.05).is_empty:
        return rectangle(*cloud[0], 0, 2, 2)
    try:
        return polygon(list(shape.exterior.coords)[:-1])
    except ValueError:
        return rectangle(*cloud[0], 0, 2, 2)


bases = rectangles | circles | convex()


def shape_of(fp: Footprint) -> Any:
    """A base as a shapely shape; round ones with 4096 sides."""
    core: Any
    if len(fp.core) == 1:
        core = Dot(fp.core[0])
    elif len(fp.core) == 2:
        core = LineString(fp.core)
    else:
        core = Polygon(fp.core)
    return core.buffer(fp.radius, quad_segs=1024) if fp.radius else core


def random_outline(random: Random, width: float, depth: float, size: float) -> tuple[Point, ...]:
    """A simple outline about a random place; concave more often than not."""
    while True:
        x, y = random.uniform(0, width), random.uniform(0, depth)
        count = random.randint(3, 10)
        snap = random.random() < 0.5
        corners = []
        for i in range(count):
            angle = 2 * pi * (i + random.random() * 0.6) / count
            reach = size * random.uniform(0.4, 1)
            px, py = x + reach * cos(angle), y + reach * sin(angle)
            corners.append((round(px), round(py)) if snap else (px, py))
        outline = tuple((float(px), float(py)) for px, py in corners)
        if is_sound(outline) and accepted(outline):
            return outline


def random_ground(random: Random, areas: int, lines: int) -> Ground:
    """A table of 60 x 48 with random woods and hedges, many corners on whole inches."""
    woods = [
        Area(f"w{i}", "wood", random_outline(random, 60, 48, random.uniform(1, 4)))
        for i in range(areas)
    ]
    hedges = []
    for i in range(lines):
        x, y = random.randint(2, 58), random.randint(2, 46)
        way: list[Point] = [(x, y)]
        for _ in range(random.randint(1, 4)):
            while True:
                step = (way[-1][0] + random.randint(-4, 4), way[-1][1] + random.randint(-4, 4))
                if step != way[-1]:
                    break
            way.append(step)
        hedges.append(Line(f"h{i}", "hedge", tuple(way)))
    return Ground(60, 48, woods, hedges)


def random_point(random: Random) -> Point:
    """A point of the table, half of the time on a whole inch."""
    if random.random() < 0.5:
        return (float(random.randint(0, 60)), float(random.randint(0, 48)))
    return (random.uniform(0, 60), random.uniform(0, 48))
