"""How far a piece can go along straight rays, found out by asking what is allowed.

Along a ray a move is possible as far as what lies on it lets it; before that there may be gaps,
where others stand on whom nobody may end. Whether a point can be reached is always asked of the
book itself; what is guessed only says where to ask.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sandtable.table import Footprint, Point, rounded, step
from sandtable.table.arcs import cut_by_line

FINE: Final = 0.02
"""How exactly the end of a ray is found."""

LEAST: Final = 0.05
"""Rays that are shorter than this lead nowhere."""

UP: Final = 1.0
"""How far ahead it is tried at the most whether a ray goes on."""

WALK: Final = 0.4
"""In which steps the end of a gap is looked for where it was not guessed."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Ray:
    """How far an element can go one way.

    Attributes:
        heading: Which way.
        limit: How far.
        gaps: The stretches on the way on which it cannot end, from the first to the last.
    """

    heading: float
    limit: float
    gaps: tuple[Interval, ...] = ()


class Rays(ABC):
    """Straight moves of one piece, asked about ray by ray.

    Attributes:
        origin: From where it moves.
    """

    origin: Point

    @abstractmethod
    def may_pass(self, heading: float, length: float) -> bool:
        """Whether a ray leads as far as that, wherever on it one may end."""

    @abstractmethod
    def may_end(self, heading: float, length: float) -> bool:
        """Whether a piece may end at a point of a ray that leads so far."""

    @abstractmethod
    def ray(self, heading: float) -> Ray:
        """How far a piece can go one way, and where it cannot end before that."""

    def point(self, heading: float, length: float) -> Point:
        """A point of a ray, as it would stand in an order."""
        return rounded(step(self.origin, heading, length))

    def farthest(self, heading: float, start: float, guess: float, bound: float) -> float:
        """How far a ray leads; the guess is right unless something stands in the way.

        Args:
            heading: Which way.
            start: From where on it is possible.
            guess: How far it should lead.
            bound: It never leads farther than this.
        """
        guess = min(guess, bound - FINE)
        if guess <= start + LEAST:
            return self._upwards(heading, start, bound)
        if self.may_pass(heading, guess):
            return self._upwards(heading, guess, bound)
        return self._bisected(heading, start, guess)

    def _upwards(self, heading: float, low: float, bound: float) -> float:
        """From a length that is possible on to the greatest one that is, in growing steps."""
        ahead = FINE
        while low + ahead < bound and self.may_pass(heading, low + ahead):
            low += ahead
            ahead = min(2 * ahead, UP)
        return self._bisected(heading, low, min(low + ahead, bound))

    def _bisected(self, heading: float, low: float, high: float) -> float:
        while high - low > FINE:
            middle = (low + high) / 2
            low, high = (middle, high) if self.may_pass(heading, middle) else (low, middle)
        return low

    def with_gaps(
        self, heading: float, outside: float, limit: float, guesses: Iterable[Interval]
    ) -> Ray:
        """A ray with its gaps, which are looked for up to a point; one at its end cuts it off."""
        found = (self._gap(heading, guess, outside) for guess in guesses)
        gaps = merged(gap for gap in found if gap is not None)
        if gaps and limit <= outside and gaps[-1][1] >= limit - FINE:
            limit = gaps[-1][0]
            gaps = gaps[:-1]
        return Ray(heading, limit if limit > LEAST else 0.0, gaps)

    def _gap(self, heading: float, guess: Interval, limit: float) -> Interval | None:
        """The stretch of a ray on which nobody may end because of another, if there is one."""
        first, last = max(0.0, guess[0]), min(limit, guess[1])
        if first >= last or self.may_end(heading, (first + last) / 2):
            return None
        return (
            self._edge(heading, first, (first + last) / 2, 0.0),
            self._edge(heading, last, (first + last) / 2, limit),
        )

    def _edge(self, heading: float, guess: float, inside: float, bound: float) -> float:
        """Where a gap ends, towards a bound; never short of that, and a hair beyond it at most.

        What is guessed is mostly right, and not far off.
        """
        towards = 1.0 if bound > inside else -1.0
        outside = guess + FINE * towards
        if (bound - outside) * towards <= 0:
            return bound
        if self.may_end(heading, outside):
            if not self.may_end(heading, guess - FINE * towards):
                return outside
        else:
            while not self.may_end(heading, outside):
                inside, outside = outside, outside + WALK * towards
                if (bound - outside) * towards <= 0:
                    return bound
        while abs(outside - inside) > FINE:
            middle = (inside + outside) / 2
            free = self.may_end(heading, middle)
            inside, outside = (inside, middle) if free else (middle, outside)
        return outside


def overlapped(base: Footprint, place: Footprint, apart: float) -> Interval | None:
    """From where to where on its way straight ahead a base comes so near to a place, if it does.

    >>> from sandtable.table import rectangle
    >>> overlapped(rectangle(0, 0, 0, 1, 1), rectangle(0.5, 5, 0, 1, 2), 0.0)
    (3.5, 6.5)
    """
    (ux, uy), half = base.forward, base.width / 2 + apart
    part = place.core
    for side in (1.0, -1.0):  # what of it lies in the strip that the base sweeps
        nx, ny = uy * side, -ux * side
        part = cut_by_line(part, nx, ny, nx * base.x + ny * base.y - half)
    along = [(x - base.x) * ux + (y - base.y) * uy for x, y in part]
    reach = base.depth / 2 + place.radius + apart
    return (min(along) - reach, max(along) + reach) if along else None


def merged(gaps: Iterable[Interval]) -> tuple[Interval, ...]:
    """Stretches in their order, those that overlap as one.

    >>> merged([(4.0, 5.0), (1.0, 2.0), (1.5, 3.0)])
    ((1.0, 3.0), (4.0, 5.0))
    """
    found: list[Interval] = []
    for first, last in sorted(gaps):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple(found)


def headings_to(origin: Point, points: Iterable[Point], within: float) -> list[float]:
    """The headings of those points that are not farther than so much, and not on the spot."""
    found = []
    for x, y in points:
        dx, dy = x - origin[0], y - origin[1]
        if LEAST < math.hypot(dx, dy) <= within:
            found.append(math.degrees(math.atan2(dx, dy)) % 360.0)
    return found
