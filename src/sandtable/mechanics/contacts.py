"""Where a base can come into contact with another, and ways round what bars the straight one.

Places are found squarely against an edge first, then at the end of one, and at last with a corner,
which reaches farthest. A book says how near counts as contact, and keeps places as it keeps them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

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

_PARTS = (0.5, 0.75, 0.99)
_ALONG = (0.25, 0.5, 0.75)
"""Where bends of a way are tried: how much of its length they use up, and how far along."""


class Contacts:
    """The places where a base can touch another.

    Args:
        start: The base where it sets out.
        goal: The one that it is to touch.
        touch: How near counts as contact.
        kept: A place as a book keeps it, drawn back in a direction as far as need be.
    """

    def __init__(
        self,
        start: Footprint,
        goal: Footprint,
        touch: float,
        kept: Callable[[Footprint, Footprint, float], Footprint],
    ) -> None:
        self.start = start
        self.goal = goal
        self.touch = touch
        self._kept = kept
        core = goal.core
        self._edges = [*zip((core[-1], *core), core, strict=False)]
        self._towards = self._nearest(start.centre)

    def anyhow(self) -> Iterator[Footprint]:
        """However it is turned: the squarer places first, then the shorter ways.

        With its front or a side along an edge of the other, or at the end of one, where others have
        room too; as it stands, without turning; and at last with a corner, which reaches farthest.
        """
        front, side = self._square(), self._square(sideways=True)
        yield from (*front, *side)
        yield from (*self._at_ends(front), *self._at_ends(side))
        yield from self._closed_up(self.start.heading, bearing(self.start.centre, self.goal.centre))
        yield from (*self._at_ends(front, past=True), *self._at_ends(side, past=True))
        yield from self._corner_first()

    def as_it_faces(self) -> Iterator[Footprint]:
        """Facing as it does: closed up to the nearest point of the other, or to others of it.

        The others are the corners of the outline, and the middles of its edges.
        """
        middles = (midpoint(a, b) for a, b in self._edges)
        for towards in (self._towards, *self.goal.core, *middles):
            yield from self._closed_up(self.start.heading, towards=towards)

    def _square(self, *, sideways: bool = False) -> list[Footprint]:
        """Squarely against each edge, with the front or a side, the nearest first."""
        start = self.start
        mover = rectangle(*start.centre, 0.0, start.depth, start.width) if sideways else start
        found = []
        for pose in contact_poses(mover, self.goal):
            heading = pose.heading
            if sideways:
                across = (pose.heading + 90.0, pose.heading - 90.0)
                heading = min(across, key=lambda way: abs(turn(start.heading, way)))
            end = start.at(*pose.centre, heading)
            found.append(self._kept(end, self.goal, pose.heading + 180.0))
        return found

    def _at_ends(self, poses: list[Footprint], *, past: bool = False) -> list[Footprint]:
        """The same at either end of the edge: by half, or only just past it, corner to corner."""
        found = []
        for pose, (a, b) in itertools.product(poses, self._edges):
            inward = bearing(a, b) + 90.0
            sideways = abs(math.cos(math.radians(turn(pose.heading, inward)))) < 0.5
            ahead, across = (pose.depth, pose.width)[:: -1 if sideways else 1]
            if not self._is_along(pose, ahead, a, b):
                continue
            for end, along in ((a, inward + 90.0), (b, inward - 90.0)):
                spot = step(end, inward + 180.0, ahead / 2.0)
                spot = step(spot, along, across / 2.0) if past else spot
                found.append(self._kept(pose.at(*spot), self.goal, inward + 180.0))
        return sorted(found, key=lambda end: gap(end.centre, self.start.centre))

    def _is_along(self, pose: Footprint, ahead: float, a: Point, b: Point) -> bool:
        """Whether a base stands squarely against an edge."""
        length = gap(a, b)
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        dx, dy = pose.x - a[0], pose.y - a[1]
        off, along = dy * ux - dx * uy, dx * ux + dy * uy
        return abs(off - ahead / 2.0) <= self.touch and -ahead <= along <= length + ahead

    def _corner_first(self) -> Iterator[Footprint]:
        """With a corner, by the shortest way that there is."""
        start = self.start
        if gap(start.centre, self._towards) < 1e-6:
            return
        ahead = bearing(start.centre, self._towards)
        lead = math.degrees(math.atan2(start.width, start.depth))
        corners = [ahead + side + back for side in (lead, -lead) for back in (0.0, 180.0)]
        corners.sort(key=lambda way: abs(turn(start.heading, way)))
        yield from self._closed_up(*corners)

    def _closed_up(self, *headings: float, towards: Point | None = None) -> Iterator[Footprint]:
        """Moved straight towards a point, facing like that, until it touches the other."""
        here, there = self.start.centre, towards or self._towards
        length = gap(here, there)
        if length < 1e-6:
            return
        ahead = bearing(here, there)
        for heading in headings:
            end = advance_to_contact(self.start.at(*here, heading), self.goal, length, ahead)
            if end is not None:
                yield self._kept(end, self.goal, ahead + 180.0)

    def _nearest(self, point: Point) -> Point:
        """The point of the outline that is nearest to another."""
        spots = [_foot(a, b, point) for a, b in self._edges]
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
