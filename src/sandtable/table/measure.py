"""How far apart things are, and whether they touch or overlap."""

from __future__ import annotations

import itertools
from math import hypot, sqrt
from typing import TYPE_CHECKING

from .plane import EPSILON, Point, point_to_segment, segment_gap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .footprint import Footprint


def distance(a: Footprint, b: Footprint) -> float:
    """The distance between the nearest edges of two bases; 0 if they touch or overlap.

    >>> from sandtable.table import circle, rectangle
    >>> distance(rectangle(0, 0, 0, 2, 2), rectangle(5, 6, 0, 2, 2))
    5.0
    >>> distance(rectangle(0, 0, 0, 2, 2), circle(5, 0, 1))
    3.0
    """
    if a.upright and b.upright:
        ax0, ay0, ax1, ay1 = a.box
        bx0, by0, bx1, by1 = b.box
        dx = bx0 - ax1 if bx0 > ax1 else ax0 - bx1
        dy = by0 - ay1 if by0 > ay1 else ay0 - by1
        if dx <= 0.0:
            return dy if dy > 0.0 else 0.0
        return hypot(dx, dy) if dy > 0.0 else dx
    if a.width and b.width and not a.radius and not b.radius:
        return _rectangle_gap(a, b)
    apart = core_gap(a.core, b.core) - a.radius - b.radius
    return apart if apart > 0.0 else 0.0


def _rectangle_gap(a: Footprint, b: Footprint) -> float:
    """The distance of two rectangles: corners of each, measured in the other's own frame."""
    dx, dy = b.x - a.x, b.y - a.y
    afx, afy = a.forward
    bfx, bfy = b.forward
    aw, ad, bw, bd = a.width / 2.0, a.depth / 2.0, b.width / 2.0, b.depth / 2.0
    cos_turn = afx * bfx + afy * bfy
    sin_turn = bfx * afy - bfy * afx
    # where b is, seen from a: so far to the right, so far ahead; and a seen from b
    right_a, ahead_a = dx * afy - dy * afx, dx * afx + dy * afy
    right_b, ahead_b = dy * bfx - dx * bfy, 0.0 - dx * bfx - dy * bfy
    cos_size, sin_size = abs(cos_turn), abs(sin_turn)
    if (
        abs(right_a) <= aw + bw * cos_size + bd * sin_size
        and abs(ahead_a) <= ad + bw * sin_size + bd * cos_size
        and abs(right_b) <= bw + aw * cos_size + ad * sin_size
        and abs(ahead_b) <= bd + aw * sin_size + ad * cos_size
    ):
        return 0.0
    least = _corners_to_box(right_a, ahead_a, bw, bd, cos_turn, sin_turn, aw, ad)
    other = _corners_to_box(right_b, ahead_b, aw, ad, cos_turn, 0.0 - sin_turn, bw, bd)
    return sqrt(least if least < other else other)


def _corners_to_box(
    right: float,
    ahead: float,
    half_width: float,
    half_depth: float,
    cos_turn: float,
    sin_turn: float,
    box_width: float,
    box_depth: float,
) -> float:
    """The least squared distance from a turned rectangle's corners to a box about the origin."""
    wr, wa = half_width * cos_turn, 0.0 - half_width * sin_turn
    dr, da = half_depth * sin_turn, half_depth * cos_turn
    least = 1e300
    for r, h in (
        (right + wr + dr, ahead + wa + da),
        (right + wr - dr, ahead + wa - da),
        (right - wr + dr, ahead - wa + da),
        (right - wr - dr, ahead - wa - da),
    ):
        out_r = (r if r > 0.0 else -r) - box_width
        out_h = (h if h > 0.0 else -h) - box_depth
        if out_r <= 0.0:
            square = out_h * out_h if out_h > 0.0 else 0.0
        elif out_h <= 0.0:
            square = out_r * out_r
        else:
            square = out_r * out_r + out_h * out_h
        if square < least:
            least = square
    return least


def core_gap(a: Sequence[Point], b: Sequence[Point]) -> float:
    """The distance between two convex cores (point, segment or clockwise outline); 0 if they meet.

    >>> core_gap([(0, 0)], [(3, 1), (3, -1)])
    3.0
    """
    if (len(a) > 2 and inside_core(b[0], a)) or (len(b) > 2 and inside_core(a[0], b)):
        return 0.0
    least = float("inf")
    a_last = a[-1]
    for a_point in a:
        b_last = b[-1]
        for b_point in b:
            apart = segment_gap(a_last, a_point, b_last, b_point)
            if apart < least:
                least = apart
            b_last = b_point
        a_last = a_point
    return least


def inside_core(p: Point, core: Sequence[Point]) -> bool:
    """Whether a point lies in or on a clockwise convex outline.

    >>> inside_core((1, 1), [(0, 0), (0, 2), (2, 2), (2, 0)])
    True
    """
    px, py = p
    ax, ay = core[-1]
    for bx, by in core:
        if (bx - ax) * (py - ay) - (by - ay) * (px - ax) > 0.0:
            return False
        ax, ay = bx, by
    return True


def separation(a: Sequence[Point], b: Sequence[Point]) -> float:
    """The widest gap that an edge line of one clockwise convex outline leaves to the other.

    Positive: they are apart. Negative: they overlap, everywhere by at least so many inches.

    >>> square = [(0, 0), (0, 2), (2, 2), (2, 0)]
    >>> separation(square, [(1.5, 0), (1.5, 2), (4, 2), (4, 0)])
    -0.5
    """
    widest = float("-inf")
    for one, other in ((a, b), (b, a)):
        px, py = one[-1]
        for qx, qy in one:
            ex, ey = qx - px, qy - py
            nearest = min([ex * (y - py) - ey * (x - px) for x, y in other])
            nearest /= hypot(ex, ey)
            if nearest > widest:
                widest = nearest
            px, py = qx, qy
    return widest


def within(a: Footprint, b: Footprint, limit: float, tolerance: float = 1e-3) -> bool:
    """Whether two bases are at most so far apart; exactly at the limit is within.

    >>> from sandtable.table import rectangle
    >>> a = rectangle(0, 0, 0, 1, 1)
    >>> within(a, rectangle(5, 0, 0, 1, 1), 4), within(a, rectangle(5.01, 0, 0, 1, 1), 4)
    (True, False)
    """
    far = limit + tolerance
    centres = hypot(a.x - b.x, a.y - b.y)
    if centres - a.reach - b.reach > far:
        return False
    if centres <= limit:  # their nearest parts are no farther apart than their centres
        return True
    return distance(a, b) <= far


def touching(a: Footprint, b: Footprint, tolerance: float = 0.05) -> bool:
    """Whether two bases are in contact, or so near that they count as in contact.

    >>> from sandtable.table import rectangle
    >>> touching(rectangle(0, 0, 0, 1, 1), rectangle(1, 0.4, 0, 1, 1))
    True
    """
    return within(a, b, tolerance, EPSILON)


def overlap(a: Footprint, b: Footprint) -> bool:
    """Whether two bases share some area; contact at an edge or a corner is not overlap.

    >>> from sandtable.table import rectangle
    >>> a = rectangle(0, 0, 0, 1, 1)
    >>> overlap(a, rectangle(1, 0, 0, 1, 1)), overlap(a, rectangle(0.9, 0, 45, 1, 1))
    (False, True)
    """
    ax0, ay0, ax1, ay1 = a.box
    bx0, by0, bx1, by1 = b.box
    if ax1 - bx0 <= EPSILON or bx1 - ax0 <= EPSILON or ay1 - by0 <= EPSILON or by1 - ay0 <= EPSILON:
        return False
    if a.radius or b.radius:
        return core_gap(a.core, b.core) < a.radius + b.radius - EPSILON
    return (a.upright and b.upright) or separation(a.core, b.core) < -EPSILON


def distance_to_point(a: Footprint, p: Point) -> float:
    """The distance from the nearest part of a base to a point; 0 if the point is on the base.

    >>> from sandtable.table import rectangle
    >>> distance_to_point(rectangle(0, 0, 0, 2, 2), (4, 5))
    5.0
    """
    apart = core_gap(a.core, (p,)) - a.radius
    return apart if apart > 0.0 else 0.0


def distance_to_polyline(a: Footprint, points: Sequence[Point]) -> float:
    """The distance from the nearest part of a base to a line of points; 0 if it lies across it.

    >>> from sandtable.table import rectangle
    >>> distance_to_polyline(rectangle(0, 0, 0, 2, 2), [(-5, 3), (0, 3), (5, 9)])
    2.0
    """
    if len(points) == 1:
        return distance_to_point(a, points[0])
    x0, y0, x1, y1 = a.box
    least = float("inf")
    for leg in itertools.pairwise(points):
        (ax, ay), (bx, by) = leg
        far = least + EPSILON  # most legs are plainly farther away than one that was measured
        if (ax - x1 > far and bx - x1 > far) or (x0 - ax > far and x0 - bx > far):
            continue
        if (ay - y1 > far and by - y1 > far) or (y0 - ay > far and y0 - by > far):
            continue
        apart = core_gap(a.core, leg) - a.radius
        if apart < least:
            least = apart
    return least if least > 0.0 else 0.0


def distance_to_outline(a: Footprint, outline: Sequence[Point]) -> float:
    """The distance from the nearest part of a base to an outline; 0 if any part is inside it.

    >>> from sandtable.table import rectangle
    >>> distance_to_outline(rectangle(0, 0, 0, 2, 2), [(4, -5), (9, -5), (9, 5), (4, 5)])
    3.0
    """
    if place_in(a.core[0], outline) >= 0:
        return 0.0
    return distance_to_polyline(a, (*outline, outline[0]))


def place_in(p: Point, outline: Sequence[Point]) -> int:
    """Where a point is: 1 inside an outline, 0 on its edge (to within EPSILON), -1 outside.

    The outline is any simple polygon, its points in either order.

    >>> square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    >>> place_in((1, 1), square), place_in((4, 2), square), place_in((5, 2), square)
    (1, 0, -1)
    """
    px, py = p
    inside = False
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > py) != (by > py):
            side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if (side > 0.0) == (by > ay):
                inside = not inside
        ex, ey = bx - ax, by - ay
        side = ex * (py - ay) - ey * (px - ax)
        if (
            side * side <= EPSILON * EPSILON * (ex * ex + ey * ey)
            and point_to_segment(p, (ax, ay), (bx, by)) <= EPSILON
        ):
            return 0
        ax, ay = bx, by
    return 1 if inside else -1
