"""Templates laid on the table (blasts, beaten squares, cones, screens) and what is under them.

A template is a Footprint like any base; `circle`, `rectangle` and `strip` make templates too.
"""

from __future__ import annotations

from .footprint import Footprint, polygon, rectangle
from .ground import Area
from .measure import core_gap, distance_to_point, overlap
from .plane import EPSILON, Point, hull, point_to_segment, step, unit


def square(x: float, y: float, side: float, heading: float = 0.0) -> Footprint:
    """A square template with its centre at (x, y), such as a beaten zone.

    >>> square(5, 5, 4).box
    (3.0, 3.0, 7.0, 7.0)
    """
    return rectangle(x, y, heading, side, side)


def cone(apex: Point, heading: float, length: float, end_width: float) -> Footprint:
    """A triangle from its apex along a heading, so wide at its far end.

    >>> cone((0, 0), 0, 8, 4).corners
    ((2.0, 8.0), (0.0, 0.0), (-2.0, 8.0))
    """
    far = step(apex, heading, length)
    half = end_width / 2.0
    return polygon(
        [step(far, heading - 90.0, half), apex, step(far, heading + 90.0, half)], heading
    )


def teardrop(
    apex: Point, heading: float, length: float, radius: float, sides: int = 64
) -> Footprint:
    """A flame template: from its apex, widening to a round end of a radius, so long in all.

    The round end is drawn with as many sides as a full circle of so many sides would have.

    >>> flame = teardrop((0, 0), 90, 8, 1)
    >>> flame.box[0], round(flame.box[2], 6), round(flame.box[3], 2)
    (0.0, 8.0, 1.0)
    """
    if not 0.0 < 2.0 * radius <= length:
        raise ValueError(f"a teardrop {length} long cannot have a round end of radius {radius}")
    end = step(apex, heading, length - radius)
    rim = [step(end, heading + 360.0 * i / sides, radius) for i in range(sides)]
    core = hull([(float(apex[0]), float(apex[1])), *rim])
    return polygon(core, heading)


def any_under(template: Footprint, base: Footprint) -> bool:
    """Whether some part of a base is under a template; touching its rim is not enough.

    >>> any_under(square(0, 0, 4), rectangle(2.4, 0, 0, 1, 1))
    True
    """
    return overlap(template, base)


def centre_under(template: Footprint, base: Footprint) -> bool:
    """Whether the centre of a base is under a template or on its rim.

    >>> centre_under(square(0, 0, 4), rectangle(2.4, 0, 0, 1, 1))
    False
    """
    return point_under(template, base.centre)


def point_under(template: Footprint, p: Point) -> bool:
    """Whether a point is under a template or on its rim.

    >>> point_under(square(0, 0, 4), (2, 2))
    True
    """
    return distance_to_point(template, p) <= EPSILON


def wholly_under(template: Footprint, base: Footprint) -> bool:
    """Whether no part of a base sticks out from under a template; reaching its rim is allowed.

    >>> wholly_under(square(0, 0, 4), rectangle(1.5, 0, 0, 1, 1))
    True
    """
    room = template.radius - base.radius
    if room >= 0.0:
        return all(core_gap(template.core, (p,)) <= room + EPSILON for p in base.core)
    return all(
        distance_to_point(template, p) <= 0.0 and _depth_inside(template, p) >= -room - EPSILON
        for p in base.core
    )


def _depth_inside(template: Footprint, p: Point) -> float:
    """How far a point on the core of a template is from the core's edge (0 for a thin core)."""
    core = template.core
    if len(core) < 3:
        return 0.0
    return min(point_to_segment(p, core[i - 1], core[i]) for i in range(len(core)))


def as_area(template: Footprint, id: str, kind: str, height: float = 0.0, sides: int = 32) -> Area:
    """A template as an area of the ground, such as smoke that stops sight.

    Round rims become outlines of so many sides, with corners on the rim.

    >>> as_area(rectangle(5, 5, 0, 4, 1), "s1", "smoke").outline[0]
    (3.0, 5.5)
    """
    outline = template.core
    if template.radius:
        ways = [unit(360.0 * i / sides) for i in range(sides)]
        r = template.radius
        outline = hull((x + ux * r, y + uy * r) for x, y in template.core for ux, uy in ways)
    return Area(id, kind, outline, height)
