"""Placing a base so that it touches another: where charges end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .moving import first_touch
from .plane import EPSILON, Point, bearing, gap, step

if TYPE_CHECKING:
    from .footprint import Footprint


def contact_poses(mover: Footprint, target: Footprint) -> tuple[Footprint, ...]:
    """The places where a base's front touches each edge of a target squarely, nearest first.

    Against an edge the mover faces straight at it, shifted along it as little as it takes to have
    the whole of the shorter of the two in contact. Against a round target there is one place, on
    the straight line between the centres.

    >>> from sandtable.table import rectangle
    >>> charger = rectangle(0, 0, 0, 1, 1)
    >>> contact_poses(charger, rectangle(0.2, 5, 0, 2, 2))[0]
    rectangle(0.0, 3.5, 0.0, 1.0, 1.0)
    """
    ahead = mover.radius if mover.radius else mover.depth / 2.0
    if not ahead:
        fx, fy = mover.forward
        ahead = max((x - mover.x) * fx + (y - mover.y) * fy for x, y in mover.core)
    if target.radius or mover.radius:
        return (_against_round(mover, target),)
    poses = []
    for i in range(len(target.core)):
        a, b = target.core[i - 1], target.core[i]
        # a rectangle's edges, from its left side on, face a quarter turn more each
        square_on = target.kind == "rectangle"
        outward = target.heading + 90.0 * (i - 1) if square_on else bearing(a, b) - 90.0
        poses.append(_against_edge(mover, a, b, outward, ahead))
    poses.sort(key=lambda pose: gap(pose.centre, mover.centre))
    return tuple(poses)


def _against_edge(mover: Footprint, a: Point, b: Point, outward: float, ahead: float) -> Footprint:
    length = gap(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    along = (mover.x - a[0]) * ux + (mover.y - a[1]) * uy
    low, high = sorted((mover.width / 2.0, length - mover.width / 2.0))
    along = min(max(along, low), high)
    touch = (a[0] + ux * along, a[1] + uy * along)
    # outward is at a right angle to the edge: (-uy, ux), since outlines run clockwise
    x, y = touch[0] - uy * ahead, touch[1] + ux * ahead
    return mover.at(x, y, outward + 180.0)


def _against_round(mover: Footprint, target: Footprint) -> Footprint:
    heading = bearing(mover.centre, target.centre)
    facing = mover.at(*mover.centre, heading)
    way = [mover.centre, target.centre]
    if gap(*way) <= EPSILON:
        return mover
    meeting = first_touch(facing, way, [target])
    if meeting is None:  # a round core smaller than the mover's reach
        return facing
    return facing.at(*step(mover.centre, heading, meeting.at))


def contact_pose(mover: Footprint, target: Footprint) -> Footprint:
    """Where a base ends that charges a target: its front touching the edge that takes least moving.

    >>> from sandtable.table import distance, rectangle
    >>> pose = contact_pose(rectangle(0, 0, 45, 1.2, 0.8), rectangle(10, 3, 30, 2, 2))
    >>> round(pose.heading, 6), round(distance(pose, rectangle(10, 3, 30, 2, 2)), 6)
    (30.0, 0.0)
    """
    return contact_poses(mover, target)[0]


def advance_to_contact(
    mover: Footprint, target: Footprint, reach: float, heading: float | None = None
) -> Footprint | None:
    """A base moved straight, without turning, until it touches a target; None if out of reach.

    It moves along its own heading unless another is given.

    >>> from sandtable.table import rectangle
    >>> advance_to_contact(rectangle(0, 0, 0, 1, 1), rectangle(0.3, 6, 0, 1, 1), 8).centre
    (0.0, 5.0)
    """
    way = mover.heading if heading is None else heading
    path = [mover.centre, step(mover.centre, way, reach)]
    meeting = first_touch(mover, path, [target], keep_heading=True)
    return None if meeting is None else mover.at(*step(mover.centre, way, meeting.at))
