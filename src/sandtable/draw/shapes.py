"""Geometry for drawing: outlines, strokes along them, and scattered things inside.

Everything here is in the coordinates of the drawing: inches, y grows downwards.
"""

from __future__ import annotations

import itertools
import math
import zlib
from collections.abc import Iterator, Sequence

from sandtable.draw.svg import Point

Box = tuple[float, float, float, float]

MOST = 1200
"""How many things are scattered in an area at most; in a vast one they stand farther apart."""


def seed_of(name: str) -> int:
    """A number that is always the same for a name.

    >>> seed_of("bois-carre") == seed_of("bois-carre")
    True
    """
    return zlib.crc32(name.encode("utf-8", "replace"))


def noise(seed: int, index: int) -> float:
    """A number from 0 to 1 that looks random and is always the same.

    >>> 0 <= noise(1, 2) < 1 and noise(1, 2) == noise(1, 2)
    True
    """
    value = (seed * 0x9E3779B1 + index * 0x85EBCA77) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    value = ((value ^ (value >> 15)) * 0x846CA68B) & 0xFFFFFFFF
    return (value ^ (value >> 16)) / 0x100000000


def box_of(points: Sequence[Point]) -> Box:
    """The upright rectangle around some points.

    >>> box_of([(1, 2), (4, 0)])
    (1, 0, 4, 2)
    """
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def area_of(outline: Sequence[Point]) -> float:
    """The area of an outline; positive if its points run clockwise on the drawing."""
    return (
        sum(ax * by - bx * ay for (ax, ay), (bx, by) in itertools.pairwise((*outline, outline[0])))
        / 2
    )


def centroid(outline: Sequence[Point]) -> Point:
    """The centre of gravity of an outline.

    >>> centroid([(0, 0), (4, 0), (4, 2), (0, 2)])
    (2.0, 1.0)
    """
    area = area_of(outline)
    if abs(area) < 1e-9:
        x0, y0, x1, y1 = box_of(outline)
        return (x0 + x1) / 2, (y0 + y1) / 2
    sx = sy = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise((*outline, outline[0])):
        cross = ax * by - bx * ay
        sx += (ax + bx) * cross
        sy += (ay + by) * cross
    return sx / (6 * area), sy / (6 * area)


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in an outline.

    >>> inside((1, 1), [(0, 0), (4, 0), (4, 2), (0, 2)])
    True
    """
    x, y = point
    result = False
    for (ax, ay), (bx, by) in itertools.pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            result = not result
    return result


def edge_distance(point: Point, outline: Sequence[Point], *, closed: bool = True) -> float:
    """How far a point is from the nearest edge."""
    ring = (*outline, outline[0]) if closed else tuple(outline)
    return min(_to_segment(point, a, b) for a, b in itertools.pairwise(ring))


def _to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0.0
    if square:
        share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
        share = min(1.0, max(0.0, share))
    return math.hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


def scatter(
    outline: Sequence[Point], spacing: float, seed: int, *, inset: float = 0.0, loose: float = 0.5
) -> list[Point]:
    """Points inside an outline, about ``spacing`` apart, at least ``inset`` from its edge.

    Args:
        outline: The area.
        spacing: The distance between neighbours.
        seed: Varies the pattern.
        inset: How far to stay from the edge.
        loose: How far from a regular pattern they stray: 0 is an orchard, 1 a wild wood.

    >>> len(scatter([(0, 0), (4, 0), (4, 4), (0, 4)], 1.0, seed=1, loose=0))
    20
    """
    x0, y0, x1, y1 = box_of(outline)
    spacing = max(spacing, math.sqrt((x1 - x0) * (y1 - y0) / MOST))
    height = spacing * 0.88
    found = []
    for row in range(int((y1 - y0) / height) + 1):
        shift = spacing / 2 if row % 2 else 0.0
        for column in range(int((x1 - x0) / spacing) + 2):
            index = row * 1009 + column * 2
            x = x0 + (column + 0.25) * spacing + shift
            x += (noise(seed, index) - 0.5) * loose * spacing
            y = y0 + (row + 0.5) * height + (noise(seed, index + 1) - 0.5) * loose * height
            if inside((x, y), outline) and (not inset or edge_distance((x, y), outline) >= inset):
                found.append((x, y))
    return found


def along(
    points: Sequence[Point], spacing: float, *, closed: bool = False, start: float | None = None
) -> Iterator[tuple[Point, Point]]:
    """Points at even steps along a line, each with the unit step in which the line runs there.

    >>> [point for point, _ in along([(0, 0), (3, 0)], 1.0)]
    [(0.5, 0.0), (1.5, 0.0), (2.5, 0.0)]
    """
    ring = (*points, points[0]) if closed else tuple(points)
    next_at = spacing / 2 if start is None else start
    gone = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(ring):
        length = math.hypot(bx - ax, by - ay)
        if length == 0:
            continue
        dx, dy = (bx - ax) / length, (by - ay) / length
        while next_at <= gone + length + 1e-9:
            step = next_at - gone
            yield (ax + dx * step, ay + dy * step), (dx, dy)
            next_at += spacing
        gone += length


def length_of(points: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def smooth(outline: Sequence[Point], rounds: int = 2) -> list[Point]:
    """A closed outline with its corners cut, again and again (Chaikin)."""
    ring = list(outline)
    for _ in range(rounds):
        cut: list[Point] = []
        for (ax, ay), (bx, by) in itertools.pairwise((*ring, ring[0])):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        ring = cut
    return ring


def shrunk(outline: Sequence[Point], share: float) -> list[Point]:
    """An outline drawn in towards its centre."""
    cx, cy = centroid(outline)
    return [(cx + (x - cx) * share, cy + (y - cy) * share) for x, y in outline]


def turned(point: Point, degrees: float) -> Point:
    """A point turned clockwise on the drawing about the origin.

    >>> [round(c) for c in turned((0, -1), 90)]
    [1, 0]
    """
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def heading_step(degrees: float) -> Point:
    """The unit step towards a heading.

    >>> [round(c, 6) for c in heading_step(180)]
    [0.0, 1.0]
    """
    return turned((0.0, -1.0), degrees)


def rectangle(centre: Point, heading: float, width: float, depth: float) -> list[Point]:
    """The corners of a base: front left, front right, rear right, rear left."""
    half, deep = width / 2, depth / 2
    corners = ((-half, -deep), (half, -deep), (half, deep), (-half, deep))
    return [
        (centre[0] + x, centre[1] + y) for x, y in (turned(corner, heading) for corner in corners)
    ]
