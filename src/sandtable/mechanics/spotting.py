"""Where on its way a mover comes near enough to a place, and first sees it.

A book says how near is near enough, and who sees what; here it is only found where to ask. Places
and bases are convex, so on a straight leg their distance falls to its least and then grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.table import Footprint, Leg, Path, Point, distance, step, swept, within

LOOKS: Final = 0.05
"""How finely a mover looks about on its way, where terrain comes and goes between."""

EXACT: Final = 1e-5
"""How exactly the point is found at which it spots something."""

Hides = Callable[[Footprint, Footprint], bool]
"""Whether a place is surely hidden from everybody on a trail, however he looks."""


class Stretch(Struct, frozen=True):
    """A part of a leg, from so far along a path to so far, and the base of the mover on it."""

    leg: Leg
    base: Footprint
    first: float
    last: float

    def base_at(self, at: float) -> Footprint:
        """The mover's base so far along the path."""
        return self.base.at(*step(self.leg.a, self.leg.heading, at - self.leg.start))

    @property
    def trail(self) -> Footprint:
        """All that the base passes over."""
        return swept(self.base_at(self.first), self.base_at(self.last))

    def near(self, place: Footprint, limit: float, spare: float = 0.0) -> Stretch | None:
        """The part of it on which the mover is within a distance of a place.

        Args:
            place: The place.
            limit: How near.
            spare: What is allowed beyond that, where a book measures with some allowance.
        """

        def gap(at: float) -> float:
            return distance(self.base_at(at), place)

        if gap(self.first) - (self.last - self.first) > limit + spare:
            return None
        nearest = least(gap, self.first, self.last)
        if gap(nearest) > limit + spare:
            return None
        first = turning_point(lambda at: gap(at) <= limit, self.first, nearest)
        last = turning_point(lambda at: gap(at) > limit, nearest, self.last)
        return msgspec.structs.replace(self, first=first, last=last)

    def first_look(
        self, place: Footprint, visible: Callable[[float], bool], hides: Hides
    ) -> float | None:
        """The first point of it from which a place is visible, if there is one."""
        before = self.first
        for at in self._looks(place, hides):
            if visible(at):
                return at if at <= self.first else turning_point(visible, before, at)
            before = at
        return None

    def _looks(self, place: Footprint, hides: Hides) -> Iterable[float]:
        """Points of it, close together, left out where the place is surely hidden."""
        yield self.first
        pending = [self]
        while pending:
            part = pending.pop()
            if hides(part.trail, place):
                continue
            if part.last - part.first > LOOKS:
                pending += reversed(part.halves())
                continue
            yield part.first
            yield part.last

    def halves(self) -> tuple[Stretch, Stretch]:
        """Its first and its second half."""
        middle = (self.first + self.last) / 2
        return (
            msgspec.structs.replace(self, last=middle),
            msgspec.structs.replace(self, first=middle),
        )


def stretches(
    path: Sequence[Point], at: float, base_on: Callable[[Leg], Footprint]
) -> Iterator[Stretch]:
    """The legs of the rest of a path, from so far along it on.

    Args:
        path: The points of the path.
        at: How far along it the mover is.
        base_on: The mover's base at the start of a leg, as it faces on it.
    """
    if len(path) < 2:
        return
    for leg in Path(path).legs:
        end = leg.start + leg.length
        if end > at:
            yield Stretch(leg, base_on(leg), max(at, leg.start), end)


def is_passed(
    legs: Iterable[Stretch], place: Footprint, far: float, hides: Hides, fine: float
) -> bool:
    """Whether some part of a way, no longer than ``fine``, may be seen from within a distance."""
    pending = list(legs)
    while pending:
        part = pending.pop()
        trail = part.trail
        if not within(trail, place, far) or hides(trail, place):
            continue
        if part.last - part.first <= fine:
            return True
        pending += part.halves()
    return False


def least(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls and then grows is least.

    >>> round(least(lambda at: abs(at - 2.0), 0.0, 5.0), 3)
    2.0
    """
    start, end = low, high
    while high - low > EXACT:
        third = (high - low) / 3
        if value(low + third) <= value(high - third):
            high -= third
        else:
            low += third
    return min((start, (low + high) / 2, end), key=value)


def turning_point(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The first point at which something holds, that does not hold before; the end if nowhere.

    >>> round(turning_point(lambda at: at >= 3.0, 0.0, 5.0), 3)
    3.0
    """
    if holds(low):
        return low
    while high - low > EXACT:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
