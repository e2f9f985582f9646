"""The area that straight rays reach, without slivers that nobody could tell from a slip."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sandtable.mechanics.rays import Interval, Ray, Rays
from sandtable.table import Point, step

SPREAD: Final = 7.5
"""So many degrees apart rays are sent out at first."""

NARROW: Final = 0.75
"""So many degrees apart they are where what they reach changes from one to the next."""

THIN: Final = 0.5
"""What is thinner than this, in inches, is left out: no hand could place a piece there."""

NEAR: Final = 1.2
"""So near to where a piece stands everything is thin, and nothing is left out."""

BIN: Final = 0.1
"""In which steps it is looked how wide an area is."""


def area_of(rays: Rays, towards: Iterable[float] = ()) -> list[Region]:
    """What the rays of a piece reach: each part with its holes, the largest part first.

    Args:
        rays: The rays.
        towards: Headings that are looked at in any case.
    """
    fan = _fan(rays, towards)
    if all(ray.limit <= 0.0 for ray in fan):
        return []
    return regions(rays.origin, _without_slivers([spoke_of(ray) for ray in fan]))


def spoke_of(ray: Ray) -> Spoke:
    """The stretches of a ray on which a piece may end.

    >>> spoke_of(Ray(90.0, 8.0, ((1.0, 2.0), (5.0, 6.5)))).spans
    ((0.0, 1.0), (2.0, 5.0), (6.5, 8.0))
    """
    starts = (0.0, *(last for _, last in ray.gaps))
    ends = (*(first for first, _ in ray.gaps), ray.limit)
    spans = zip(starts, ends, strict=True)
    return Spoke(ray.heading, tuple(span for span in spans if span[1] > span[0]))


# -- rays all around ------------------------------------------------------------------------------


def _fan(rays: Rays, towards: Iterable[float]) -> list[Ray]:
    """Rays all around, close together where they differ."""
    first = [SPREAD * number for number in range(int(360.0 / SPREAD))]
    headings = sorted({*first, *(round(heading, 2) % 360.0 for heading in towards)})
    known = {heading: rays.ray(heading) for heading in _apart(headings)}
    listed = list(known)
    pending = list(zip(listed, [*listed[1:], listed[0]], strict=True))
    while pending:
        one, two = pending.pop()
        turn = (two - one) % 360.0
        if turn <= NARROW or not _differ(known[one], known[two]):
            continue
        middle = (one + turn / 2) % 360.0
        if middle not in known:
            known[middle] = rays.ray(middle)
            pending += [(one, middle), (middle, two)]
    return [known[heading] for heading in sorted(known)]


def _apart(headings: Sequence[float]) -> Iterator[float]:
    """Headings without those that lie next to another."""
    last = -math.inf
    for heading in headings:
        if heading - last > NARROW / 8:
            last = heading
            yield heading


def _differ(one: Ray, two: Ray) -> bool:
    """Whether what two rays reach is not of one kind."""
    if abs(one.limit - two.limit) > JUMP or len(one.gaps) != len(two.gaps):
        return True
    ends = zip(one.gaps, two.gaps, strict=True)
    return any(abs(a - b) > JUMP for gap, other in ends for a, b in zip(gap, other, strict=True))


# -- what is too thin -----------------------------------------------------------------------------


def _without_slivers(spokes: Sequence[Spoke]) -> list[Spoke]:
    """Spokes without what is too thin, from one spoke to the next or along one."""
    far = max((span[1] for spoke in spokes for span in spoke.spans), default=0.0)
    thin: list[list[Interval]] = [[] for _ in spokes]
    for number in range(int(NEAR / BIN), int(far / BIN) + 1):
        radius = (number + 0.5) * BIN
        for place in _in_thin_runs(spokes, radius):
            thin[place].append((number * BIN, (number + 1) * BIN))
    return [
        Spoke(spoke.heading, tuple(_thick(_cut(spoke.spans, gaps))))
        for spoke, gaps in zip(spokes, thin, strict=True)
    ]


def _in_thin_runs(spokes: Sequence[Spoke], radius: float) -> Iterator[int]:
    """Those spokes that at some distance belong to a part that is too thin there."""
    there = [spoke.covers(radius) for spoke in spokes]
    if all(there):
        return
    start = there.index(False)
    run: list[int] = []
    for onward in range(1, len(spokes) + 1):
        place = (start + onward) % len(spokes)
        if there[place]:
            run.append(place)
            continue
        if run:
            turn = (spokes[run[-1]].heading - spokes[run[0]].heading) % 360.0
            if math.radians(turn) * radius < THIN:
                yield from run
        run = []


def _cut(spans: Iterable[Interval], gaps: Iterable[Interval]) -> Iterator[Interval]:
    """Stretches without some others, which are given in their order."""
    taken = tuple(gaps)
    for start, end in spans:
        at = start
        for first, last in taken:
            if last <= at or first >= end:
                continue
            if first > at:
                yield at, first
            at = last
        if at < end:
            yield at, end


def _thick(spans: Iterable[Interval]) -> Iterator[Interval]:
    return (span for span in spans if span[1] - span[0] >= THIN or span[0] < NEAR)


JUMP: Final = 0.4
"""Ends side by side that differ more than this have an edge between them along a spoke."""

SPECK: Final = 0.3
"""Parts and holes that are smaller than this, in square inches, are left out."""

Node = tuple[int, float]
"""A spoke, by its place, and how far out on it."""

Outline = tuple[Point, ...]


@dataclass(frozen=True)
class Spoke:
    """The stretches of one heading that belong to an area."""

    heading: float
    spans: tuple[Interval, ...]

    def covers(self, radius: float) -> bool:
        """Whether a point of it belongs to the area."""
        return any(first <= radius <= last for first, last in self.spans)


@dataclass(frozen=True)
class Region:
    """A part of an area that hangs together: its outline, and the holes in it."""

    outline: Outline
    holes: tuple[Outline, ...] = ()


def regions(origin: Point, spokes: Sequence[Spoke]) -> list[Region]:
    """The area that spokes around a point make up, the largest part first."""
    rings = [_points(origin, spokes, ring) for ring in _rings(_edges(spokes))]
    sized = sorted(((_area(ring), ring) for ring in rings), key=lambda one: -abs(one[0]))
    outer = [ring for size, ring in sized if size > SPECK]
    holes = [ring for size, ring in sized if size < -SPECK]
    return [
        Region(ring, tuple(hole for hole in holes if _owner(hole, outer) == place))
        for place, ring in enumerate(outer)
    ]


# -- edges ----------------------------------------------------------------------------------------


def _edges(spokes: Sequence[Spoke]) -> list[tuple[Node, Node]]:
    """The edges that no two cells share, with the area on the right of each."""
    count = len(spokes)
    cells = [list(_cells(spokes[n].spans, spokes[(n + 1) % count].spans)) for n in range(count)]
    found = []
    for place, between in enumerate(cells):
        after = (place + 1) % count
        for (near, far), (other_near, other_far) in between:
            found.append(((place, far), (after, other_far)))
            found.append(((after, other_near), (place, near)))
        before = [one[1] for one in cells[place - 1]]
        found += _along(place, before, [one[0] for one in between])
    at_origin = [(_node(one), _node(two)) for one, two in found]
    return [(one, two) for one, two in at_origin if one != two]


def _node(node: Node) -> Node:
    """A node; at the middle all spokes are one."""
    place, radius = node
    return (0, 0.0) if radius < 1e-9 else (place, round(radius, 6))


def _cells(one: Iterable[Interval], two: Sequence[Interval]) -> Iterator[tuple[Interval, Interval]]:
    """Where stretches of two spokes side by side meet; where an end jumps, the less counts."""
    for near, far in one:
        for other_near, other_far in two:
            low, high = max(near, other_near), min(far, other_far)
            if low >= high:
                continue
            here, there = [near, far], [other_near, other_far]
            if abs(near - other_near) > JUMP:
                here[0] = there[0] = low
            if abs(far - other_far) > JUMP:
                here[1] = there[1] = high
            yield (here[0], here[1]), (there[0], there[1])


def _along(
    place: int, before: Sequence[Interval], after: Sequence[Interval]
) -> Iterator[tuple[Node, Node]]:
    """The edges on a spoke: where there is a cell on one side of it only."""
    marks = sorted({mark for span in (*before, *after) for mark in span})
    for low, high in pairwise(marks):
        middle = (low + high) / 2
        left, right = _covered(before, middle), _covered(after, middle)
        if left and not right:
            yield (place, high), (place, low)
        elif right and not left:
            yield (place, low), (place, high)


def _covered(spans: Iterable[Interval], radius: float) -> bool:
    return any(near < radius < far for near, far in spans)


# -- rings ----------------------------------------------------------------------------------------


def _rings(edges: Iterable[tuple[Node, Node]]) -> Iterator[list[Node]]:
    """Edges put one after another until each ring closes."""
    onward: dict[Node, list[Node]] = {}
    for one, two in edges:
        onward.setdefault(one, []).append(two)
    while onward:
        start = next(iter(onward))
        ring, here = [start], _taken(onward, start)
        while here != start and here in onward:
            ring.append(here)
            here = _taken(onward, here)
        yield ring


def _taken(onward: dict[Node, list[Node]], node: Node) -> Node:
    ways = onward[node]
    way = ways.pop()
    if not ways:
        del onward[node]
    return way


def _points(origin: Point, spokes: Sequence[Spoke], ring: Iterable[Node]) -> Outline:
    spots = (step(origin, spokes[place].heading, radius) for place, radius in ring)
    return tuple((round(x, 3), round(y, 3)) for x, y in spots)


def _area(ring: Sequence[Point]) -> float:
    """The area within a ring; less than nothing if it runs the other way round."""
    following = [*ring[1:], ring[0]]
    twice = sum(a[1] * b[0] - a[0] * b[1] for a, b in zip(ring, following, strict=True))
    return twice / 2


def _owner(hole: Outline, outer: Sequence[Outline]) -> int | None:
    """Which outline a hole lies in: the smallest around it."""
    around = [place for place, ring in enumerate(outer) if _is_around(ring, hole)]
    return around[-1] if around else None


def _is_around(ring: Outline, hole: Outline) -> bool:
    """Whether most points of a hole lie within an outline, which it may touch."""
    within = sum(_contains(ring, point) for point in hole)
    return 2 * within > len(hole)


def _contains(ring: Outline, point: Point) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def reaches_to(region: Region, origin: Point) -> float:
    """How far a part of an area is from a point, where it is farthest."""
    return max(math.dist(origin, point) for point in region.outline)
