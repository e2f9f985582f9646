"""Bases on the table: rectangles, circles and convex outlines, placed and facing somewhere.

Every base is a convex core (clockwise points) widened by a radius. A rectangle or an outline is all
core and has radius 0; a circle is one point and a radius; a circle moved straight is two points and
a radius. So one set of measurements serves them all.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, NoReturn

from .plane import EPSILON, Point, centroid, finite, midpoint, signed_area, unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Footprint:
    """An immutable base at a place with a heading; make one with `rectangle`, `circle` or
    `polygon`.

    Attributes:
        x: East coordinate of the centre.
        y: North coordinate of the centre.
        heading: Degrees clockwise from north, 0 <= heading < 360.
        kind: "rectangle", "circle" or "outline".
        corners: Front-left, front-right, rear-right, rear-left of a rectangle; the points of an
            outline, clockwise; eight points on the rim of a circle.
        points: The points that sight lines are drawn between. Rectangle: 4 corners, 4 edge
            midpoints, centre. Outline: corners and edge midpoints. Circle: centre and 8 points on
            the rim.
        centre: The centre as a point.
        front_edge: Front-left and front-right corner; None for a circle or an outline.
        core: The clockwise convex core, which the radius widens.
        radius: By how much the base reaches beyond its core.
        box: Least x, least y, greatest x, greatest y.
        reach: Distance from the centre to the farthest part of the base.
        width: Length of the front edge of a rectangle, diameter of a circle, 0 for an outline.
        depth: Length of the sides of a rectangle, diameter of a circle, 0 for an outline.
        forward: The step of one inch along the heading.
        upright: Whether it is a rectangle with its sides along the table edges.

    >>> tank = rectangle(10, 10, 90, width=2, depth=4)
    >>> tank.front_edge
    ((12.0, 11.0), (12.0, 9.0))
    >>> tank == rectangle(10, 10, 450, 2, 4)
    True
    """

    __slots__ = (
        "_hash",
        "box",
        "centre",
        "core",
        "corners",
        "depth",
        "forward",
        "front_edge",
        "heading",
        "kind",
        "points",
        "radius",
        "reach",
        "upright",
        "width",
        "x",
        "y",
    )

    x: float
    y: float
    heading: float
    kind: str
    corners: tuple[Point, ...]
    points: tuple[Point, ...]
    centre: Point
    front_edge: tuple[Point, Point] | None
    core: tuple[Point, ...]
    radius: float
    box: tuple[float, float, float, float]
    reach: float
    width: float
    depth: float
    upright: bool
    forward: Point
    _hash: int

    def __init__(
        self,
        kind: str,
        centre: Point,
        heading: float,
        core: tuple[Point, ...],
        radius: float = 0.0,
        size: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Use `rectangle`, `circle` or `polygon`; this only stores."""
        put = object.__setattr__
        put(self, "kind", kind)
        put(self, "x", centre[0])
        put(self, "y", centre[1])
        put(self, "centre", centre)
        put(self, "heading", heading)
        put(self, "core", core)
        put(self, "radius", radius)
        put(self, "width", size[0])
        put(self, "depth", size[1])

    def __getattr__(self, name: str) -> Any:
        """Work out what follows from the rest when it is first asked for."""
        derive = _DERIVED.get(name)
        if derive is None:
            raise AttributeError(f"a Footprint has no {name}")
        value = derive(self)
        object.__setattr__(self, name, value)
        return value

    def at(self, x: float, y: float, heading: float | None = None) -> Footprint:
        """The same base at another place, turned to another heading if one is given.

        >>> rectangle(0, 0, 0, 2, 1).at(5, 5, 180).front_edge
        ((6.0, 4.5), (4.0, 4.5))
        """
        facing = self.heading if heading is None else heading
        if self.kind == "rectangle":
            return rectangle(x, y, facing, self.width, self.depth)
        if self.kind == "circle":
            return circle(x, y, self.radius, facing)
        cos_turn, sin_turn = _turned(facing - self.heading)
        core = []
        for px, py in self.core:
            dx, dy = px - self.x, py - self.y
            core.append((x + dx * cos_turn + dy * sin_turn, y + dy * cos_turn - dx * sin_turn))
        return Footprint(self.kind, (float(x), float(y)), facing % 360.0, tuple(core), self.radius)

    def moved(self, dx: float, dy: float) -> Footprint:
        """The same base shifted, with the same heading.

        >>> circle(1, 1, 0.5).moved(2, 0).centre
        (3.0, 1.0)
        """
        return self.at(self.x + dx, self.y + dy)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Footprint cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Footprint cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Footprint):
            return NotImplemented
        return (
            self._hash == other._hash
            and self.kind == other.kind
            and self.core == other.core
            and self.radius == other.radius
            and self.heading == other.heading
            and self.centre == other.centre
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        size = (self.width, self.depth)
        return (Footprint, (self.kind, self.centre, self.heading, self.core, self.radius, size))

    def __repr__(self) -> str:
        if self.kind == "rectangle":
            place = f"{self.x!r}, {self.y!r}, {self.heading!r}"
            return f"rectangle({place}, {self.width!r}, {self.depth!r})"
        if self.kind == "circle":
            return f"circle({self.x!r}, {self.y!r}, {self.radius!r}, {self.heading!r})"
        return f"polygon({self.core!r}, {self.heading!r})"


def _box_of(base: Footprint) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in base.core], [p[1] for p in base.core]
    radius = base.radius
    return (min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius)


def _reach_of(base: Footprint) -> float:
    x, y = base.centre
    return max([hypot(px - x, py - y) for px, py in base.core]) + base.radius


def _corners_of(base: Footprint) -> tuple[Point, ...]:
    core, radius = base.core, base.radius
    if len(core) > 2:
        return core
    rim = [unit(base.heading + 45.0 * eighth) for eighth in range(8)]
    return tuple([(px + radius * ux, py + radius * uy) for px, py in core for ux, uy in rim])


def _points_of(base: Footprint) -> tuple[Point, ...]:
    corners = base.corners
    if base.kind == "circle":
        return (base.centre, *corners)
    ends = corners[1:] + corners[:1]
    edges = tuple([midpoint(a, b) for a, b in zip(corners, ends, strict=True)])
    return corners + edges + ((base.centre,) if base.kind == "rectangle" else ())


def _front_of(base: Footprint) -> tuple[Point, Point] | None:
    return (base.core[0], base.core[1]) if base.kind == "rectangle" else None


_DERIVED: dict[str, Callable[[Footprint], object]] = {
    "_hash": lambda base: hash((base.core, base.radius, base.heading)),
    "box": _box_of,
    "corners": _corners_of,
    "forward": lambda base: unit(base.heading),
    "front_edge": _front_of,
    "points": _points_of,
    "reach": _reach_of,
    "upright": lambda base: base.kind == "rectangle" and base.heading % 90.0 == 0.0,
}


def _turned(angle: float) -> Point:
    sin_turn, cos_turn = unit(angle)
    return cos_turn, sin_turn


@lru_cache(maxsize=32768)
def rectangle(x: float, y: float, heading: float, width: float, depth: float) -> Footprint:
    """A rectangular base with its centre at (x, y); the width runs along its front edge.

    >>> rectangle(0, 0, 0, width=2, depth=1).corners
    ((-1.0, 0.5), (1.0, 0.5), (1.0, -0.5), (-1.0, -0.5))
    """
    if not (width > 0.0 and depth > 0.0) or not finite([(x, y), (width, depth), (heading, 0.0)]):
        raise ValueError(f"not a rectangle: {width} x {depth} at ({x}, {y}), heading {heading}")
    facing = float(heading) % 360.0 % 360.0
    ux, uy = unit(facing)
    fx, fy = ux * depth / 2.0, uy * depth / 2.0
    rx, ry = uy * width / 2.0, 0.0 - ux * width / 2.0
    core = (
        (x + fx - rx, y + fy - ry),
        (x + fx + rx, y + fy + ry),
        (x - fx + rx, y - fy + ry),
        (x - fx - rx, y - fy - ry),
    )
    size = (float(width), float(depth))
    return Footprint("rectangle", (float(x), float(y)), facing, core, 0.0, size)


def circle(x: float, y: float, radius: float, heading: float = 0.0) -> Footprint:
    """A round base; its heading only says where it looks.

    >>> circle(3, 4, 0.5).points[:2]
    ((3.0, 4.0), (3.0, 4.5))
    """
    return _circle(x, y, radius, heading)


@lru_cache(maxsize=8192)
def _circle(x: float, y: float, radius: float, heading: float) -> Footprint:
    if not radius > 0.0 or not finite([(x, y), (radius, heading)]):
        raise ValueError(f"not a circle: radius {radius} at ({x}, {y}), heading {heading}")
    centre = (float(x), float(y))
    wide = 2.0 * radius
    facing = float(heading) % 360.0 % 360.0
    return Footprint("circle", centre, facing, (centre,), float(radius), (wide, wide))


def polygon(points: Iterable[Point], heading: float = 0.0) -> Footprint:
    """A convex outline used as a base, such as a building that is measured from any part of it.

    >>> polygon([(0, 0), (4, 0), (4, 3)]).corners
    ((4.0, 3.0), (4.0, 0.0), (0.0, 0.0))
    >>> polygon([(0, 0), (4, 0), (1, 1), (0, 4)])
    Traceback (most recent call last):
        ...
    ValueError: not a convex outline: ((0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0))
    """
    return _polygon(tuple((float(x), float(y)) for x, y in points), heading)


@lru_cache(maxsize=4096)
def _polygon(points: tuple[Point, ...], heading: float) -> Footprint:
    if len(points) < 3 or not finite(points) or not _is_convex(points):
        raise ValueError(f"not a convex outline: {points}")
    core = points[::-1] if signed_area(points) > 0.0 else points
    return Footprint("outline", centroid(core), float(heading) % 360.0 % 360.0, core)


def _is_convex(points: tuple[Point, ...]) -> bool:
    """Whether a closed outline bends one way only, goes round once and has an area."""
    bends = 0.0
    turns = 0
    was_east = None
    count = len(points)
    for i in range(count):
        (ax, ay), (bx, by), (cx, cy) = points[i - 2], points[i - 1], points[i]
        length = sqrt(hypot(bx - ax, by - ay) * hypot(cx - bx, cy - by))
        if length == 0.0:
            return False
        bend = ((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) / length
        if abs(bend) > EPSILON:
            if bend * bends < 0.0:
                return False
            bends += bend
        east = cx > bx or (cx == bx and cy > by)
        turns += was_east is not None and east != was_east
        was_east = east
    return bends != 0.0 and turns <= 2
