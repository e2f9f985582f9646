"""Section 5: where an element that joins a combat can stand in contact with the charger."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

from sandtable.table import (
    Footprint,
    Point,
    advance_to_contact,
    bearing,
    between,
    contact_poses,
    gap,
    midpoint,
    rectangle,
    step,
    turn,
)

from ...s06_close_combat.contact import TOUCH
from ..charge.charging import rounded_off

_PARTS: Final = (0.5, 0.75, 0.99)
_ALONG: Final = (0.25, 0.5, 0.75)
"""Where bends of a way are tried: how much of its length they use up, and how far along."""


def contacts(start: Footprint, goal: Footprint) -> Iterator[Footprint]:
    """Where a base can touch another: the squarer places first, then the shorter ways.

    With its front or a side along an edge of the other, or at the end of one, where others have
    room too; as it stands, without turning; and at last with a corner, which reaches farthest.
    """
    front, side = _poses(start, goal), _poses(start, goal, sideways=True)
    yield from (*front, *side)
    yield from (*_at_ends(start, goal, front), *_at_ends(start, goal, side))
    yield from _unturned(start, goal)
    yield from (*_at_ends(start, goal, front, past=True), *_at_ends(start, goal, side, past=True))
    yield from _corner_first(start, goal)


def with_heading(start: Footprint, goal: Footprint) -> Iterator[Footprint]:
    """Where a base touches another facing as it does: closed up to its nearest point, and others.

    The others are the corners of the outline, and the middles of its edges.
    """
    middles = (midpoint(a, b) for a, b in _edges(goal))
    for towards in (_nearest(goal, start.centre), *goal.core, *middles):
        found = _closed_up(start, goal, towards)
        if found is not None:
            yield found


def _poses(start: Footprint, goal: Footprint, *, sideways: bool = False) -> list[Footprint]:
    """Squarely against each edge, with the front or a side, the nearest first."""
    mover = rectangle(*start.centre, 0.0, start.depth, start.width) if sideways else start
    found = []
    for pose in contact_poses(mover, goal):
        heading = _least_turn(start.heading, pose.heading) if sideways else pose.heading
        end = start.at(*pose.centre, heading)
        found.append(rounded_off(end, goal, away=pose.heading + 180.0))
    return found


def _at_ends(
    start: Footprint, goal: Footprint, poses: list[Footprint], *, past: bool = False
) -> list[Footprint]:
    """The same at either end of the edge: by half, or only just past it, corner to corner."""
    found = []
    for pose in poses:
        for a, b in _edges(goal):
            inward = bearing(a, b) + 90.0
            sideways = abs(math.cos(math.radians(turn(pose.heading, inward)))) < 0.5
            ahead, across = (pose.depth, pose.width)[:: -1 if sideways else 1]
            if not _is_along(pose, ahead, a, b):
                continue
            for end, along in ((a, inward + 90.0), (b, inward - 90.0)):
                spot = step(end, inward + 180.0, ahead / 2.0)
                spot = step(spot, along, across / 2.0) if past else spot
                found.append(rounded_off(pose.at(*spot), goal, away=inward + 180.0))
    return sorted(found, key=lambda end: gap(end.centre, start.centre))


def _edges(goal: Footprint) -> Iterator[tuple[Point, Point]]:
    """The edges of an outline, clockwise."""
    return zip((goal.core[-1], *goal.core), goal.core, strict=False)


def _is_along(pose: Footprint, ahead: float, a: Point, b: Point) -> bool:
    """Whether a base stands squarely against an edge."""
    length = gap(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    dx, dy = pose.x - a[0], pose.y - a[1]
    off, along = dy * ux - dx * uy, dx * ux + dy * uy
    return abs(off - ahead / 2.0) <= TOUCH and -ahead <= along <= length + ahead


def _least_turn(heading: float, facing: float) -> float:
    """The heading across a facing for which a base turns least."""
    return min((facing + 90.0, facing - 90.0), key=lambda way: abs(turn(heading, way)))


def _unturned(start: Footprint, goal: Footprint) -> Iterator[Footprint]:
    """Straight up to the other: without turning, or with its front first."""
    towards = _nearest(goal, start.centre)
    for heading in (start.heading, bearing(start.centre, goal.centre)):
        found = _closed_up(start.at(*start.centre, heading), goal, towards)
        if found is not None:
            yield found


def _corner_first(start: Footprint, goal: Footprint) -> Iterator[Footprint]:
    """With a corner, by the shortest way that there is."""
    towards = _nearest(goal, start.centre)
    if gap(start.centre, towards) < 1e-6:
        return
    ahead = bearing(start.centre, towards)
    lead = math.degrees(math.atan2(start.width, start.depth))
    corners = [ahead + side + back for side in (lead, -lead) for back in (0.0, 180.0)]
    for heading in sorted(corners, key=lambda way: abs(turn(start.heading, way))):
        found = _closed_up(start.at(*start.centre, heading), goal, towards)
        if found is not None:
            yield found


def _closed_up(start: Footprint, goal: Footprint, towards: Point) -> Footprint | None:
    """A base moved straight towards a point, without turning, until it touches another."""
    length = gap(start.centre, towards)
    if length < 1e-6:
        return None
    heading = bearing(start.centre, towards)
    end = advance_to_contact(start, goal, length, heading)
    return None if end is None else rounded_off(end, goal, away=heading + 180.0)


def _nearest(goal: Footprint, point: Point) -> Point:
    """The point of an outline that is nearest to another."""
    spots = [_foot(a, b, point) for a, b in _edges(goal)]
    return min(spots, key=lambda spot: gap(spot, point))


def _foot(a: Point, b: Point, point: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if not length:
        return a
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length
    return between(a, b, min(max(along, 0.0), 1.0))


def bends(start: Point, end: Point, length: float) -> Iterator[Point]:
    """Points to go round by from one place to another, in no more than a length."""
    straight = gap(start, end)
    if straight >= length:
        return
    aside = math.sqrt(length * length - straight * straight) / 2.0
    across = bearing(start, end) + 90.0
    for part, along in itertools.product(_PARTS, _ALONG):
        middle = between(start, end, along)
        # on the ellipse of all ways that are just as long as allowed
        most = aside * math.sqrt(1.0 - (2.0 * along - 1.0) ** 2 * (straight / length) ** 2)
        yield step(middle, across, most * part)
        yield step(middle, across, -most * part)
