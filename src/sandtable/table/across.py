"""Whether one feature stops every line between two bases, proved from their corners alone.

Most questions about sight are answered "no" by one wood or one hedge that lies across the whole
view. To find that out line by line takes dozens of tests; here it takes one look at the feature.
The look is cautious: where it says yes, every line is stopped with room to spare, and where it
says no, nothing is said.
"""

from __future__ import annotations

from math import hypot, inf
from typing import TYPE_CHECKING, NamedTuple

from .plane import Point, signed_area

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .footprint import Footprint

CLEARANCE = 0.05
"""By so many inches everything must hold that a proof rests on.

It covers the rounding of coordinates, and keeps clear of what the tests of single lines take as
touching.
"""

_RUN = 0.02
"""A line that is so many inches inside an area is surely inside of it."""

_TIP = 0.01
"""A barrier must reach so far beyond the outermost lines."""

_SAFE_RUN = 1e-5
"""Beyond its tips a barrier that is an area must be so deep wherever a line can cross it."""

_ROUNDS = 8
"""So many times at most a line is laid against two bases to find their common tangent."""

Halfplane = tuple[float, float, float]
"""The points (x, y) with x * first + y * second >= third, both factors making a unit vector."""


class View(NamedTuple):
    """All lines between two bases: their corners, and the outermost lines on either side.

    Attributes:
        a: The corners of the one.
        b: The corners of the other.
        left: The half-plane beyond the outermost lines to the left, seen from a.
        right: The half-plane beyond the outermost lines to the right.
        length: No line is shorter than this.
    """

    a: tuple[Point, ...]
    b: tuple[Point, ...]
    left: Halfplane
    right: Halfplane
    length: float


def view_between(one: Footprint, two: Footprint) -> View | None:
    """The lines between two bases; None where they are round or too near to each other."""
    if one.radius or two.radius:
        return None
    a, b = one.core, two.core
    dx, dy = two.x - one.x, two.y - one.y
    apart = hypot(dx, dy)
    if apart == 0.0:
        return None
    dx /= apart
    dy /= apart
    length = _span(b, dx, dy, 0.0)[0] - _span(a, dx, dy, 0.0)[1]
    if length <= CLEARANCE:
        return None
    left = _tangent(a, b, -dy, dx)
    right = _tangent(a, b, dy, -dx)
    if left is None or right is None:
        return None
    return View(a, b, left, right, length)


def _tangent(
    a: Sequence[Point], b: Sequence[Point], nx: float, ny: float
) -> tuple[float, float, float] | None:
    """The half-plane that touches two bases, on the side to which a first guess points."""
    turn = 0.0
    touching: tuple[Point, Point] | None = None
    for _ in range(_ROUNDS):
        most = -inf
        for point in a:
            offset = point[0] * nx + point[1] * ny
            if offset > most:
                most, p = offset, point
        top = -inf
        for point in b:
            offset = point[0] * nx + point[1] * ny
            if offset > top:
                top, q = offset, point
        if touching == (p, q):
            return (nx, ny, most if most > top else top)
        touching = (p, q)
        dx, dy = q[0] - p[0], q[1] - p[1]
        # The normal stays on the side where it was: to the left or to the right of a to b.
        if turn == 0.0:
            turn = 1.0 if dx * ny - dy * nx > 0.0 else -1.0
        apart = hypot(dx, dy) * turn
        nx, ny = -dy / apart, dx / apart
    return None


class Barrier:
    """A feature, laid out for proofs.

    >>> from sandtable.table import rectangle
    >>> hedge = Barrier([(5, -4), (5, 4)], is_area=False)
    >>> view = view_between(rectangle(0, 0, 90, 1, 1), rectangle(9, 0, 270, 1, 1))
    >>> hedge.stops_all(view)
    True
    """

    __slots__ = ("_depth", "_edges", "_inside", "_points", "_through", "_tip", "is_area")

    def __init__(
        self,
        points: Sequence[Point],
        *,
        is_area: bool,
        through: bool = True,
        inside: float | None = None,
    ) -> None:
        """Lay a feature out.

        Args:
            points: The outline of an area, or the points of a line.
            is_area: Whether it is an area.
            through: Whether lines that enter and leave an area are stopped.
            inside: How many inches of a line may be inside an area.
        """
        self.is_area = is_area
        self._through = through
        self._inside = inside
        self._points = tuple(points)
        self._tip = _TIP
        self._edges: tuple[Halfplane, ...] = ()
        if is_area:
            self._edges = _inner_sides(self._points)
            self._tip = max(_TIP, _tip_of(self._points))

    def stops_all(self, view: View) -> bool:
        """Whether it is proved that the feature stops every line."""
        if not self.is_area:
            return self._line_crosses(view)
        return bool(self._edges) and self._area_stops(view)

    def _line_crosses(self, view: View) -> bool:
        """Whether every line crosses some part of a line with both bases on either side."""
        a, b, left, right, _ = view
        beyond_left = beyond_right = False
        points = self._points
        px, py = points[0]
        separated = False
        for x, y in points[1:]:
            if not _stands_between((px, py), (x, y), a, b):
                separated = False
            else:
                if not separated:
                    beyond_left = _is_beyond((px, py), left, _TIP)
                    beyond_right = _is_beyond((px, py), right, _TIP)
                separated = True
                beyond_left = beyond_left or _is_beyond((x, y), left, _TIP)
                beyond_right = beyond_right or _is_beyond((x, y), right, _TIP)
                if beyond_left and beyond_right:
                    return True
            px, py = x, y
        return False

    def _area_stops(self, view: View) -> bool:
        """Whether every line is too long inside, or enters and leaves."""
        a, b = view.a, view.b
        enters, leaves = 0.0, 1.0
        a_outside = b_outside = False
        one_way = True
        for nx, ny, least in self._edges:
            a_low, a_high = _span(a, nx, ny, least)
            b_low, b_high = _span(b, nx, ny, least)
            if a_high <= -CLEARANCE:
                if b_high <= -CLEARANCE:
                    return False  # both lie on the same side, beyond it
                a_outside = True
            elif b_high <= -CLEARANCE:
                b_outside = True
            if a_low < CLEARANCE:
                if b_low < CLEARANCE:
                    one_way = False
                elif a_low < 0.0:
                    at = a_low / (a_low - b_low)
                    enters = at if at > enters else enters
            elif b_low < 0.0:
                at = a_low / (a_low - b_low)
                leaves = at if at < leaves else leaves
        passes_by = self._through and a_outside and b_outside
        if one_way:
            run = view.length * (leaves - enters)
            if self._inside is not None and run > self._inside + _RUN:
                return True
            if passes_by and run > _RUN:
                return True
        return passes_by and self._chord_crosses(view)

    def _chord_crosses(self, view: View) -> bool:
        """Whether every line crosses the area from its leftmost to its rightmost corner."""
        lx, ly, left = view.left
        rx, ry, right = view.right
        points = self._points
        offsets = [x * lx + y * ly for x, y in points]
        most = max(offsets)
        if most <= left + self._tip:
            return False
        c = points[offsets.index(most)]
        offsets = [x * rx + y * ry for x, y in points]
        most = max(offsets)
        if most <= right + self._tip:
            return False
        return _stands_between(c, points[offsets.index(most)], view.a, view.b)


def _span(points: Sequence[Point], nx: float, ny: float, least: float) -> tuple[float, float]:
    """How deep the least and the most deep of some points lie in a half-plane."""
    low, high = inf, -inf
    for x, y in points:
        depth = x * nx + y * ny - least
        if depth < low:
            low = depth
        if depth > high:
            high = depth
    return low, high


def _is_beyond(point: Point, side: Halfplane, by: float) -> bool:
    return point[0] * side[0] + point[1] * side[1] > side[2] + by


def _stands_between(c: Point, d: Point, a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether the endless line through c and d has the one base on one side, the other beyond."""
    (cx, cy), (dx, dy) = c, d
    nx, ny = cy - dy, dx - cx
    clearance = CLEARANCE * hypot(nx, ny)
    middle = cx * nx + cy * ny
    a_low, a_high = _span(a, nx, ny, 0.0)
    b_low, b_high = _span(b, nx, ny, 0.0)
    below, above = middle - clearance, middle + clearance
    return (a_low > above and b_high < below) or (a_high < below and b_low > above)


def _inner_sides(outline: Sequence[Point]) -> tuple[Halfplane, ...]:
    """The half-planes whose common part is an outline; none if it is not convex."""
    turn = 1.0 if signed_area(outline) > 0.0 else -1.0
    sides = []
    px, py = outline[-1]
    for x, y in outline:
        length = hypot(x - px, y - py)
        if length > 0.0:
            nx, ny = (py - y) / length * turn, (x - px) / length * turn
            sides.append((nx, ny, px * nx + py * ny))
        px, py = x, y
    if any(x * nx + y * ny < least - 1e-9 for nx, ny, least in sides for x, y in outline):
        return ()
    return tuple(sides)


def _tip_of(outline: Sequence[Point]) -> float:
    """How far from its tips an area is deep enough to hold a line for a safe run.

    Between two corners of a convex outline, it is at least as deep as the triangle of these and
    some third corner: its area over the square of the largest distance, for every inch from a tip.
    """
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    across = hypot(max(xs) - min(xs), max(ys) - min(ys))
    size = abs(signed_area(outline))
    return _SAFE_RUN * across * across / size if size else inf
