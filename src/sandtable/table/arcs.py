"""Fronts, fields of fire and sectors."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from .measure import core_gap
from .plane import EPSILON, Point, bearing, turn, unit

if TYPE_CHECKING:
    from .footprint import Footprint


class Sector(Enum):
    """From which side a base is seen."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"

    @property
    def is_flank(self) -> bool:
        """Whether it is the left or the right side.

        >>> Sector.LEFT.is_flank, Sector.REAR.is_flank
        (True, False)
        """
        return self in (Sector.LEFT, Sector.RIGHT)


def front_line(of: Footprint) -> tuple[Point, Point]:
    """The left and right end of the front: the front edge, or for other bases their foremost point.

    >>> from sandtable.table import circle, rectangle
    >>> front_line(rectangle(0, 0, 90, 2, 1)), front_line(circle(0, 0, 1))
    (((0.5, 1.0), (0.5, -1.0)), ((0.0, 1.0), (0.0, 1.0)))
    """
    if of.front_edge is not None:
        return of.front_edge
    fx, fy = of.forward
    x, y = max(of.core, key=lambda p: p[0] * fx + p[1] * fy)
    tip = (x + fx * of.radius, y + fy * of.radius)
    return tip, tip


def beyond_front(a: Footprint, of: Footprint) -> bool:
    """Whether any part of a base is beyond the unlimited line along the front edge of another.

    >>> from sandtable.table import rectangle
    >>> target = rectangle(10, 9.5, 0, 2, 1)
    >>> beyond_front(rectangle(20, 9.9, 0, 1, 0.8), target)
    True
    >>> beyond_front(target.at(20, 9.5), target)
    False
    """
    fx, fy = of.forward
    x, y = front_line(of)[0]
    line = x * fx + y * fy
    farthest = max([px * fx + py * fy for px, py in a.core]) + a.radius
    return farthest - line > EPSILON


def in_field_of_fire(target: Footprint, firer: Footprint, half_angle: float = 45.0) -> bool:
    """Whether any part of a target is in the field of fire ahead of a firer's front edge.

    The field lies between two rays that start at the two front corners and spread outward by the
    half angle. A part that lies exactly on a ray is inside. Something must be ahead of the front
    edge: a base that stands beside the firer and touches its front corner is not in the field.

    >>> from sandtable.table import circle, rectangle
    >>> firer = rectangle(0.6, -0.4, 0, 1.2, 0.8)
    >>> in_field_of_fire(rectangle(6.7, 4.5, 0, 1, 1), firer)
    True
    >>> in_field_of_fire(rectangle(6.71, 4.5, 0, 1, 1), firer)
    False
    """
    if not 0.0 <= half_angle < 90.0:
        raise ValueError(
            f"the half angle of a field of fire is 0 to less than 90, not {half_angle}"
        )
    if not beyond_front(target, firer):
        return False
    left, right = front_line(firer)
    fx, fy = firer.forward
    lx, ly = unit(firer.heading - half_angle)
    rx, ry = unit(firer.heading + half_angle)
    # each side: a point of its line and the direction that points into the field
    sides = ((left, (ly, -lx)), (right, (-ry, rx)), (left, (fx, fy)))
    if target.radius:
        far = 4.0 * (target.reach + abs(target.x - firer.x) + abs(target.y - firer.y) + firer.reach)
        far_left = (left[0] + lx * far, left[1] + ly * far)
        far_right = (right[0] + rx * far, right[1] + ry * far)
        field = (left, far_left, far_right, right) if left != right else (left, far_left, far_right)
        return core_gap(target.core, field) <= target.radius + EPSILON
    remaining = target.core
    for (x, y), (nx, ny) in sides:
        remaining = cut_by_line(remaining, nx, ny, nx * x + ny * y - EPSILON)
    return bool(remaining)


def cut_by_line(core: tuple[Point, ...], nx: float, ny: float, least: float) -> tuple[Point, ...]:
    """The part of a convex outline where nx * x + ny * y is at least so much.

    >>> cut_by_line(((0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)), 1.0, 0.0, 1.0)
    ((1.0, 0.0), (1.0, 2.0), (2.0, 2.0), (2.0, 0.0))
    """
    kept: list[Point] = []
    px, py = core[-1] if core else (0.0, 0.0)
    before = nx * px + ny * py - least
    for qx, qy in core:
        after = nx * qx + ny * qy - least
        if (before >= 0.0) != (after >= 0.0):
            part = before / (before - after)
            kept.append((px + (qx - px) * part, py + (qy - py) * part))
        if after >= 0.0:
            kept.append((qx, qy))
        px, py, before = qx, qy, after
    return tuple(kept)


def sector(of: Footprint, p: Point, front: float = 90.0, rear: float = 90.0) -> Sector:
    """From which side a base is seen from a point, by the angle at its centre.

    The front and the rear sector are so many degrees wide; the flanks have the rest. On a border
    the front goes before the flank, and the flank before the rear.

    >>> from sandtable.table import rectangle
    >>> tank = rectangle(0, 0, 0, 2, 3)
    >>> [sector(tank, p).value for p in ((4, 4), (5, 4), (-5, 0), (3, -4), (4, -4))]
    ['front', 'right', 'left', 'rear', 'right']
    """
    angle = turn(of.heading, bearing(of.centre, p))
    off = abs(angle)
    if off <= front / 2.0 + EPSILON:
        return Sector.FRONT
    if off > 180.0 - rear / 2.0 + EPSILON:
        return Sector.REAR
    return Sector.RIGHT if angle > 0.0 else Sector.LEFT


def corner_sector(of: Footprint, p: Point, half_angle: float = 45.0) -> Sector:
    """From which side a rectangle is seen, by lines drawn outward from its four corners.

    The lines spread by the half angle from straight ahead and straight back. On a line the front
    goes before the flank, and the flank before the rear; a point on the base counts as a flank.

    >>> from sandtable.table import rectangle
    >>> tank = rectangle(0.5, -1.5, 0, 2, 4)
    >>> corner_sector(tank, (4, 3)).value, corner_sector(tank, (5, 3)).value
    ('front', 'right')
    """
    fx, fy = of.forward
    dx, dy = p[0] - of.x, p[1] - of.y
    ahead, right = dx * fx + dy * fy, dx * fy - dy * fx
    sin_half, cos_half = unit(half_angle)
    aside = (abs(right) - of.width / 2.0) * cos_half
    front, back = ahead - of.depth / 2.0, -ahead - of.depth / 2.0
    if front > EPSILON and aside <= front * sin_half + EPSILON:
        return Sector.FRONT
    if back > EPSILON and aside < back * sin_half - EPSILON:
        return Sector.REAR
    return Sector.RIGHT if right > 0.0 else Sector.LEFT


def in_arc(of: Footprint, p: Point, width: float, towards: float = 0.0) -> bool:
    """Whether a point is in an arc so many degrees wide about a direction relative to the heading.

    The arc starts at the centre of the base; its borders are inside.

    >>> from sandtable.table import rectangle
    >>> truck = rectangle(0, 0, 90, 1, 2)
    >>> in_arc(truck, (4, 4), 90), in_arc(truck, (-4, 0), 90), in_arc(truck, (-4, 0), 90, 180)
    (True, False, True)
    """
    off = abs(turn(of.heading + towards, bearing(of.centre, p)))
    return off <= width / 2.0 + EPSILON
