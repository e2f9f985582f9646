"""The area that straight rays reach, without slivers that nobody could tell from a slip."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .outlines import JUMP, Region, Spoke, regions
from .rays import Interval, Ray, Rays

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
    """What the rays of an element reach: each part with its holes, the largest part first.

    Args:
        rays: The rays.
        towards: Headings that are looked at in any case.
    """
    fan = _fan(rays, towards)
    if all(ray.limit <= 0.0 for ray in fan):
        return []
    return regions(rays.origin, _without_slivers([spoke_of(ray) for ray in fan]))


def spoke_of(ray: Ray) -> Spoke:
    """The stretches of a ray on which an element may end.

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
    for step in range(1, len(spokes) + 1):
        place = (start + step) % len(spokes)
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
