"""Points, bearings and straight segments: the arithmetic everything else stands on.

Lengths are inches, x grows to the right (east) and y up (north). Headings and bearings are degrees,
0 is north (+y) and they grow clockwise, so 90 is east.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, hypot, isfinite, radians, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]

EPSILON = 1e-6
"""Lengths that differ by no more than this are taken as equal."""

_SQRT_HALF = sqrt(0.5)
_SQRT_THREE_QUARTERS = sqrt(0.75)


@lru_cache(maxsize=4096)
def unit(heading: float) -> Point:
    """The step of one inch along a heading, free of rounding noise at round angles.

    >>> unit(90), unit(180), unit(30)[0]
    ((1.0, 0.0), (0.0, -1.0), 0.5)
    """
    turned = heading % 360.0
    quarter, rest = divmod(turned, 90.0)
    along, across = _quadrant(rest)
    if quarter == 0:
        return (across, along)
    if quarter == 1:
        return (along, 0.0 - across)
    if quarter == 2:
        return (0.0 - across, 0.0 - along)
    return (0.0 - along, across)


def _quadrant(rest: float) -> Point:
    """Cosine and sine of an angle of 0 to 90 degrees, exact where they can be."""
    if rest == 0.0:
        return (1.0, 0.0)
    if rest == 45.0:
        return (_SQRT_HALF, _SQRT_HALF)
    if rest == 30.0:
        return (_SQRT_THREE_QUARTERS, 0.5)
    if rest == 60.0:
        return (0.5, _SQRT_THREE_QUARTERS)
    if rest < 45.0:
        return (cos(radians(rest)), sin(radians(rest)))
    return (sin(radians(90.0 - rest)), cos(radians(90.0 - rest)))


def bearing(start: Point, end: Point) -> float:
    """The heading from one point to another, 0 <= bearing < 360; 0 if they are the same point.

    >>> bearing((0, 0), (3, 3)), bearing((0, 0), (-1, 0))
    (45.0, 270.0)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if dx == 0.0:
        return 180.0 if dy < 0.0 else 0.0
    return degrees(atan2(dx, dy)) % 360.0 % 360.0


def turn(start: float, end: float) -> float:
    """The shorter turn from one heading to another: -180 < turn <= 180, clockwise positive.

    >>> turn(350, 10), turn(10, 350), turn(0, 180)
    (20.0, -20.0, 180.0)
    """
    angle = (end - start) % 360.0
    return float(angle - 360.0 if angle > 180.0 else angle)


def step(start: Point, heading: float, length: float) -> Point:
    """The point at a bearing and a distance from another: moves, scatter, aiming points.

    >>> step((10, 10), 90, 4)
    (14.0, 10.0)
    """
    ux, uy = unit(heading)
    return (start[0] + ux * length, start[1] + uy * length)


def rounded(point: Point) -> Point:
    """A point to a ten-thousandth, as places are written down.

    >>> rounded((1.00004, 2.00006))
    (1.0, 2.0001)
    """
    return (round(point[0], 4), round(point[1], 4))


def gap(a: Point, b: Point) -> float:
    """The distance between two points.

    >>> gap((0, 0), (3, 4))
    5.0
    """
    return hypot(b[0] - a[0], b[1] - a[1])


def midpoint(a: Point, b: Point) -> Point:
    """The point halfway between two others.

    >>> midpoint((0, 0), (3, 4))
    (1.5, 2.0)
    """
    return ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)


def between(a: Point, b: Point, part: float) -> Point:
    """The point a part (0 to 1) of the way from a to b; exactly a at 0 and b at 1.

    >>> between((0, 0), (10, 5), 0.2)
    (2.0, 1.0)
    """
    if part == 1.0:
        return (float(b[0]), float(b[1]))
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def finite(points: Iterable[Point]) -> bool:
    """Whether every coordinate is an ordinary number.

    >>> finite([(0, 1), (2, float("nan"))])
    False
    """
    return all(isfinite(x) and isfinite(y) for x, y in points)


def point_to_segment(p: Point, a: Point, b: Point) -> float:
    """The distance from a point to the segment from a to b.

    >>> point_to_segment((5, 3), (0, 0), (10, 0)), point_to_segment((-3, 4), (0, 0), (10, 0))
    (3.0, 5.0)
    """
    px, py = p
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    px -= ax
    py -= ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return hypot(px, py)
    along = px * dx + py * dy
    if along <= 0.0:
        return hypot(px, py)
    if along >= square:
        return hypot(px - dx, py - dy)
    return abs(px * dy - py * dx) / sqrt(square)


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross at a point that is an end of neither (signs only, no tolerance).

    >>> segments_cross((0, 0), (2, 2), (0, 2), (2, 0))
    True
    >>> segments_cross((0, 0), (2, 2), (1, 1), (2, 0))
    False
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    left = dx * (c[1] - a[1]) - dy * (c[0] - a[0])
    right = dx * (d[1] - a[1]) - dy * (d[0] - a[0])
    if left * right >= 0.0:
        return False
    dx, dy = d[0] - c[0], d[1] - c[1]
    left = dx * (a[1] - c[1]) - dy * (a[0] - c[0])
    right = dx * (b[1] - c[1]) - dy * (b[0] - c[0])
    return left * right < 0.0


def segment_gap(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two segments, 0 if they meet.

    >>> segment_gap((0, 0), (4, 0), (2, 3), (2, 1)), segment_gap((0, 0), (4, 0), (2, 3), (2, -1))
    (1.0, 0.0)
    """
    if segments_cross(a, b, c, d):
        return 0.0
    return min(
        point_to_segment(a, c, d),
        point_to_segment(b, c, d),
        point_to_segment(c, a, b),
        point_to_segment(d, a, b),
    )


def signed_area(points: Sequence[Point]) -> float:
    """The area of an outline: positive if its points run counter-clockwise, else negative.

    >>> signed_area([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    total = 0.0
    px, py = points[-1]
    for x, y in points:
        total += px * y - x * py
        px, py = x, y
    return total / 2.0


def centroid(points: Sequence[Point]) -> Point:
    """The centre of gravity of an outline (of its points, if it has no area).

    >>> centroid([(0, 0), (4, 0), (4, 2), (0, 2)])
    (2.0, 1.0)
    """
    ox, oy = points[0]
    area = x_sum = y_sum = 0.0
    px, py = points[-1][0] - ox, points[-1][1] - oy
    for x0, y0 in points:
        x, y = x0 - ox, y0 - oy
        cross = px * y - x * py
        area += cross
        x_sum += (px + x) * cross
        y_sum += (py + y) * cross
        px, py = x, y
    if area == 0.0:
        return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    return (ox + x_sum / (3.0 * area), oy + y_sum / (3.0 * area))


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull, clockwise from its leftmost (then lowest) point, without flat corners.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0)])
    ((0, 0), (0, 2), (2, 2), (2, 0))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    upper = _half_hull(ordered)
    lower = _half_hull(ordered[::-1])
    return tuple(upper[:-1] + lower[:-1])


def _half_hull(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for p in ordered:
        while len(chain) >= 2 and not _turns_right(chain[-2], chain[-1], p):
            chain.pop()
        chain.append(p)
    return chain


def _turns_right(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0.0
