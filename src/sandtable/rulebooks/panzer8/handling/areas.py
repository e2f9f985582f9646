"""The outline of all that straight rays reach, with holes where nobody may end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sandtable.rulebooks.panzer8.handling.rays import FINE, Interval, Ray, Rays
from sandtable.table import Point, step

SPREAD: Final = 7.5
"""So many degrees apart rays are sent out at first."""

NARROW: Final = 0.75
"""So many degrees apart they are where what they reach changes from one to the next."""

JUMP: Final = 0.4
"""Rays side by side that differ more than this in length have an edge between them."""

Outline = tuple[Point, ...]


def area_of(rays: Rays, towards: Iterable[float] = ()) -> tuple[Outline, tuple[Outline, ...]]:
    """What the rays of an element reach: an outline, and the holes in it.

    Args:
        rays: The rays.
        towards: Headings that are looked at in any case.
    """
    fan = _fan(rays, towards)
    if all(ray.limit <= 0.0 for ray in fan):
        return (), ()
    outline = tuple(_outline(rays.origin, fan))
    return outline, tuple(_holes(rays.origin, fan))


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
    return abs(one.limit - two.limit) > JUMP or len(one.gaps) != len(two.gaps)


# -- outlines -------------------------------------------------------------------------------------


def _outline(origin: Point, fan: Sequence[Ray]) -> Iterator[Point]:
    """The ends of all rays; where they jump, the shorter one counts between them."""
    for one, two in zip(fan, [*fan[1:], fan[0]], strict=True):
        yield _spot(origin, one.heading, one.limit)
        if abs(one.limit - two.limit) > JUMP:
            longer = one if one.limit > two.limit else two
            yield _spot(origin, longer.heading, min(one.limit, two.limit))


def _spot(origin: Point, heading: float, length: float) -> Point:
    x, y = step(origin, heading, length)
    return round(x, 3), round(y, 3)


def _holes(origin: Point, fan: Sequence[Ray]) -> Iterator[Outline]:
    """The gaps of neighbouring rays that belong together, as outlines."""
    open_runs: list[list[tuple[Ray, Interval]]] = []
    runs: list[list[tuple[Ray, Interval]]] = []
    for ray in fan:
        going_on = []
        for gap in ray.gaps:
            run = next((r for r in open_runs if _overlap(r[-1][1], gap)), None)
            if run is None:
                run = []
                runs.append(run)
            else:
                open_runs.remove(run)
            run.append((ray, gap))
            going_on.append(run)
        open_runs = going_on
    if runs and fan[0].gaps:
        runs = _joined(runs, fan)
    for run in runs:
        hole = tuple(_hole(origin, run, fan))
        if len(hole) > 2:
            yield hole


def _joined(
    runs: list[list[tuple[Ray, Interval]]], fan: Sequence[Ray]
) -> list[list[tuple[Ray, Interval]]]:
    """Runs that end at the last ray go on at the first."""
    for late in runs:
        for early in runs:
            meets = late[-1][0] is fan[-1] and early[0][0] is fan[0] and late is not early
            if meets and _overlap(late[-1][1], early[0][1]):
                kept = [run for run in runs if run is not late and run is not early]
                return [*kept, [*late, *early]]
    return runs


def _overlap(one: Interval, two: Interval) -> bool:
    return one[0] < two[1] and two[0] < one[1]


def _hole(
    origin: Point, run: Sequence[tuple[Ray, Interval]], fan: Sequence[Ray]
) -> Iterator[Point]:
    """A hole: out along the near ends of its gaps, and back along the far ones."""
    yield from _cap(origin, run[0], fan, -1)
    for ray, (first, _) in run:
        yield _spot(origin, ray.heading, max(first, FINE))
    yield from _cap(origin, run[-1], fan, +1)
    for ray, (_, last) in reversed(run):
        yield _spot(origin, ray.heading, last)


def _cap(
    origin: Point, at: tuple[Ray, Interval], fan: Sequence[Ray], towards: int
) -> Iterator[Point]:
    """The tip of a hole at the next ray, on which there is no gap any more."""
    ray, gap = at
    beside = fan[(fan.index(ray) + towards) % len(fan)]
    middle = (gap[0] + gap[1]) / 2
    if beside.limit - JUMP > gap[1] and not any(_overlap(gap, other) for other in beside.gaps):
        yield _spot(origin, beside.heading, middle)
