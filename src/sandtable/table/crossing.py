"""Where a path passes to the other side of a polyline.

A path may run into a line at corners of either, or run along it for a while. So first all contacts
are found, as stretches of the path; then each contact is judged by the side that the path comes
from and the side that it goes to.
"""

from __future__ import annotations

import itertools
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from .plane import EPSILON, Point, gap, point_to_segment

if TYPE_CHECKING:
    from collections.abc import Sequence

    Leg = tuple[Point, Point]


class _Contact(NamedTuple):
    """A stretch of the path on the line: inches along the path, and along the line at both ends."""

    start: float
    end: float
    line_start: float
    line_end: float


def crossings_of(path: Sequence[Point], line: Sequence[Point]) -> list[float]:
    """The distances along a path at which it crosses a line, in order.

    >>> crossings_of([(0, 0), (5, 5), (10, 0)], [(0, 3), (10, 3)])
    [4.242640687119285, 9.899494936611665]
    >>> crossings_of([(0, 0), (5, 5), (10, 0)], [(0, 5), (10, 5)])
    []
    """
    route = _Track(path)
    wall = _Track(line)
    if route.length <= EPSILON:
        return []
    found = []
    for contact in _contacts(route, wall):
        if contact.start <= EPSILON:
            continue
        came = wall.side(contact.line_start, contact.start, route, back=True)
        if contact.end >= route.length - EPSILON:
            if came != 0:
                found.append(contact.start)
            continue
        if wall.is_tip(contact.line_start) or wall.is_tip(contact.line_end):
            continue
        goes = wall.side(contact.line_end, contact.end, route, back=False)
        if came * goes < 0:
            found.append(contact.start)
    return found


class _Track:
    """A polyline with its corners measured in inches from its start."""

    __slots__ = ("closed", "length", "marks", "points")

    def __init__(self, points: Sequence[Point]) -> None:
        kept = [points[0]]
        kept += [b for a, b in itertools.pairwise(points) if gap(a, b) > 0.0]
        self.points: list[Point] = kept
        self.marks = [0.0]
        for a, b in itertools.pairwise(kept):
            self.marks.append(self.marks[-1] + gap(a, b))
        self.length = self.marks[-1]
        self.closed = len(kept) > 2 and kept[0] == kept[-1]

    def is_tip(self, at: float) -> bool:
        """Whether a place is one of the two ends, and these are not joined."""
        return not self.closed and (at <= EPSILON or at >= self.length - EPSILON)

    def ways(self, at: float) -> tuple[Point, Point]:
        """The directions that lead back and on from a place (straight past the tips)."""
        points, marks = self.points, self.marks
        for i, mark in enumerate(marks):
            if abs(at - mark) <= EPSILON:
                before, after = i - 1, i + 1
                here = points[i]
                if self.closed and i in (0, len(points) - 1):
                    before, after = -2, 1
                elif i == 0:
                    return _way(points[1], here), _way(here, points[1])
                elif i == len(points) - 1:
                    return _way(here, points[-2]), _way(points[-2], here)
                return _way(here, points[before]), _way(here, points[after])
            if at < mark:
                return _way(points[i], points[i - 1]), _way(points[i - 1], points[i])
        return _way(points[-1], points[-2]), _way(points[-2], points[-1])

    def side(self, here: float, at: float, route: _Track, back: bool) -> int:
        """The side of this line the route is on, just before or after a place: 1 left, -1 right."""
        dx, dy = route.ways(at)[0 if back else 1]
        (bx, by), (nx, ny) = self.ways(here)
        on = nx * dy - ny * dx  # > 0: to the left of the way on
        before = dx * by - dy * bx  # > 0: to the left of the way that came here
        narrow = nx * by - ny * bx > 0.0  # the line bends so that its left is the narrow side
        left = (on > 0.0 and before > 0.0) if narrow else (on > 0.0 or before > 0.0)
        if _same_way(dx, dy, nx, ny) or _same_way(dx, dy, bx, by):
            return 0
        return 1 if left else -1


def _way(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return (dx / length, dy / length)


def _same_way(ax: float, ay: float, bx: float, by: float) -> bool:
    return ax * bx + ay * by > 0.0 and abs(ax * by - ay * bx) <= 1e-12


def _contacts(route: _Track, wall: _Track) -> list[_Contact]:
    """All contacts of a route with a line, in order, those that join made one."""
    found: list[_Contact] = []
    for i, leg in enumerate(zip(route.points, route.points[1:], strict=False)):
        for j, part in enumerate(zip(wall.points, wall.points[1:], strict=False)):
            for at, along in _meeting(leg, part):
                place = (route.marks[i] + at, wall.marks[j] + along)
                found.append(_Contact(place[0], place[0], place[1], place[1]))
            shared = _shared(leg, part)
            if shared is not None:
                start, end, line_start, line_end = shared
                mark, wall_mark = route.marks[i], wall.marks[j]
                found.append(
                    _Contact(mark + start, mark + end, wall_mark + line_start, wall_mark + line_end)
                )
    found.sort()
    merged: list[_Contact] = []
    for contact in found:
        if merged and contact.start - merged[-1].end <= 2.0 * EPSILON:
            if contact.end > merged[-1].end:
                merged[-1] = merged[-1]._replace(end=contact.end, line_end=contact.line_end)
        else:
            merged.append(contact)
    return merged


def _meeting(leg: Leg, part: Leg) -> list[tuple[float, float]]:
    """Where two segments that are not on one line meet: inches along each."""
    (px, py), (qx, qy) = leg
    (cx, cy), (dx, dy) = part
    rx, ry, sx, sy = qx - px, qy - py, dx - cx, dy - cy
    length, size = hypot(rx, ry), hypot(sx, sy)
    found = []
    for i, end in enumerate(part):
        if point_to_segment(end, *leg) <= EPSILON:
            at = ((end[0] - px) * rx + (end[1] - py) * ry) / length
            found.append((min(max(at, 0.0), length), size * i))
    for i, end in enumerate(leg):
        if point_to_segment(end, *part) <= EPSILON:
            along = ((end[0] - cx) * sx + (end[1] - cy) * sy) / size
            found.append((length * i, min(max(along, 0.0), size)))
    if not found:
        turn = rx * sy - ry * sx
        if turn != 0.0:
            at = ((cx - px) * sy - (cy - py) * sx) / turn
            along = ((cx - px) * ry - (cy - py) * rx) / turn
            if 0.0 < at < 1.0 and 0.0 < along < 1.0:
                found.append((at * length, along * size))
    return found


def _shared(leg: Leg, part: Leg) -> tuple[float, float, float, float] | None:
    """The stretch that two segments share: from and to along the first, and along the second."""
    ends = _meeting(leg, part)
    if len(ends) < 2:
        return None
    ends.sort()
    (start, line_start), (end, line_end) = ends[0], ends[-1]
    if end - start <= EPSILON:
        return None
    return start, end, line_start, line_end
