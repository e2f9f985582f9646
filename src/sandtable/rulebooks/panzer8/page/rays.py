"""How far an element can go along straight rays, found out by asking the book.

Along a ray a move is possible as far as the ground, wire and enemies let it; before that there may
be gaps, where others stand on whom nobody may end. Whether a point can be reached is always asked
of the book itself; what is known of rays only says where to ask.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import msgspec

from sandtable.battle import Refusal
from sandtable.table import Footprint, Point, bearing, step
from sandtable.table.arcs import cut_by_line

from ..s05_actions.charge.charging import check_charge_path
from ..s05_actions.move.interpenetration import check_end, is_friend_indoors
from ..s05_actions.move.move import reaches
from ..s05_actions.move.rates import base_at, path_length, pose, whole_path
from ..s05_actions.move.under_way import MoveAndFire, check_move, resumed
from ..s06_close_combat.contact import TOUCH
from ..s10_buildings.occupation import outdoors, route
from ..state import Element, Moving, P8State
from ..state.built_up_areas import first_inside
from ..state.orders import GoOn, Move

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


class Rays:
    """Straight moves of one element, asked about ray by ray.

    Attributes:
        state: Where the game stands.
        element: Who moves.
        action: How.
        origin: From where.
        speed: The part of a whole move that it has.

    Args:
        state: Where the game stands.
        element: Who moves.
        action: How.
        paused: The move that it goes on with, and the part of it that is left, if it was stopped.
    """

    def __init__(
        self,
        state: P8State,
        element: Element,
        action: str,
        paused: tuple[Moving, float] | None = None,
    ) -> None:
        self.state = state
        self.element = element
        self.action = action
        self._paused = paused[0] if paused else None
        self.origin: Point = (element.x, element.y)
        self.speed = 0.5 if action == "move-and-fire" else 1.0
        self.speed *= paused[1] if paused else 1.0
        self._others = [
            (state.base(other), 0.0 if other.side == element.side else TOUCH)
            for other in state.on_table()
            if other.id != element.id and not is_friend_indoors(element, other)
        ]
        smoke = state.screens if state.sheet(element).is_afv else ()
        self._others += [(one.base, 0.0) for one in smoke if one.side == element.side]
        # Of these it cannot be said that only others on the spot keep one from ending there.
        self._odd = action == "charge" or bool(smoke)

    # -- asking the book --------------------------------------------------------------------------

    def point(self, heading: float, length: float) -> Point:
        """A point of a ray, as it would stand in an order."""
        x, y = step(self.origin, heading, length)
        return round(x, 4), round(y, 4)

    def refusal(self, point: Point) -> Refusal | None:
        """Why an element cannot go straight to a point."""
        if self._paused is not None:
            plan = resumed(self.state, self._paused, GoOn(path=(point,)))
            return plan if isinstance(plan, Refusal) else None
        match self.action:
            case "charge":
                return self._check_charge(point)
            case "move-and-fire":
                return check_move(self.state, self.element, MoveAndFire(self.element.id, (point,)))
        return check_move(self.state, self.element, Move(self.element.id, (point,)))

    def _frame(self, point: Point) -> Moving:
        way = route(self.state, self.element, (point,))
        return Moving(
            element=self.element.id,
            action="charge" if self.action == "charge" else "move",
            path=whole_path(way.path[0], way.path[1:]),
            start=self.element.heading,
            bearing="forward",
            facing=None,
            leaves=way.leaves,
            enters=way.enters,
        )

    def _check_charge(self, point: Point) -> Refusal | None:
        return check_charge_path(self.state, self._frame(point))

    def _may_pass(self, heading: float, length: float) -> bool:
        """Whether a ray leads as far as that, wherever on it one may end."""
        point = self.point(heading, length)
        refused = self.refusal(point)
        return refused is None or self._is_about_the_end(point, refused)

    def _is_about_the_end(self, point: Point, refused: Refusal) -> bool:
        """Whether it is only that nobody may end there."""
        end = self._check_end(point)
        return end is not None and end.args == refused.args

    def _check_end(self, point: Point) -> Refusal | None:
        """Why an element cannot end at a point outside, if it comes there."""
        if self.element.inside is None:
            heading = round(bearing(self.origin, point) % 360.0, 4)
            x, y = point
            end = msgspec.structs.replace(self.element, x=x, y=y, heading=heading, on_table=True)
            return check_end(self.state, self.element, end)
        frame = self._frame(point)
        if frame.enters is not None or len(frame.path) < 2:
            return None
        x, y = frame.path[0]
        start = msgspec.structs.replace(outdoors(self.element), x=x, y=y)
        return check_end(self.state, start, pose(self.state, frame, path_length(frame.path)))

    def _may_end(self, heading: float, length: float) -> bool:
        """Whether an element may end at a point of a ray that leads so far."""
        point = self.point(heading, length)
        if self._odd:
            return length <= LEAST / 2 or self.refusal(point) is None
        return length <= LEAST / 2 or self._check_end(point) is None

    # -- one ray ----------------------------------------------------------------------------------

    def ray(self, heading: float) -> Ray:
        """How far an element can go one way, and where it cannot end before that."""
        inner = self._inner(heading)
        into, out = self._building(heading)
        limit = self._limit(heading, inner, into)
        if limit >= into - FINE and self.refusal(self.point(heading, (into + out) / 2)) is None:
            limit = out
        if limit < inner + LEAST:
            return Ray(heading, 0.0)
        return self._with_gaps(heading, min(limit, into), limit)

    def _limit(self, heading: float, inner: float, into: float) -> float:
        """How far a ray leads; the guess is right unless something stands in the way."""
        guess = inner + reaches(self.state, self.element, heading, (self.speed,))[0]
        guess = min(guess, into - FINE)
        if guess <= inner + LEAST:
            return self._upwards(heading, inner, into)
        if self._may_pass(heading, guess):
            return self._upwards(heading, guess, into)
        return self._bisected(heading, inner, guess)

    def _upwards(self, heading: float, low: float, into: float) -> float:
        """From a length that is possible on to the greatest one that is, in growing steps."""
        ahead = FINE
        while low + ahead < into and self._may_pass(heading, low + ahead):
            low += ahead
            ahead = min(2 * ahead, UP)
        return self._bisected(heading, low, min(low + ahead, into))

    def _bisected(self, heading: float, low: float, high: float) -> float:
        while high - low > FINE:
            middle = (low + high) / 2
            low, high = (middle, high) if self._may_pass(heading, middle) else (low, middle)
        return low

    def _inner(self, heading: float) -> float:
        """How far it is to the outline of the built-up area that the element is in."""
        if self.element.inside is None:
            return 0.0
        bua = self.state.setting.buas[self.element.inside]
        return math.dist(self.origin, bua.way_out(heading))

    def _building(self, heading: float) -> Interval:
        """From where to where a ray leads through the first built-up area that it comes to."""
        far = 40.0
        end = step(self.origin, heading, far)
        found = [(math.inf, math.inf)]
        for bua in self.state.setting.buas.values():
            if bua.id == self.element.inside:
                continue
            enters = first_inside(self.origin, end, bua.place.core)
            leaves = first_inside(end, self.origin, bua.place.core)
            if enters is not None and leaves is not None:
                found.append((enters * far, (1.0 - leaves) * far))
        return min(found)

    # -- where nobody may end ---------------------------------------------------------------------

    def _with_gaps(self, heading: float, outside: float, limit: float) -> Ray:
        """A ray with its gaps; one that reaches the end of it cuts it off."""
        sheet = self.state.sheet(outdoors(self.element))
        base = base_at(sheet, self.origin, heading)
        found = []
        for place, apart in self._others:
            guess = overlapped(base, place, apart)
            gap = None if guess is None else self._gap(heading, guess, outside)
            if gap is not None:
                found.append(gap)
        gaps = merged(found)
        if gaps and limit <= outside and gaps[-1][1] >= limit - FINE:
            limit = gaps[-1][0]
            gaps = gaps[:-1]
        return Ray(heading, limit if limit > LEAST else 0.0, gaps)

    def _gap(self, heading: float, guess: Interval, limit: float) -> Interval | None:
        """The stretch of a ray on which nobody may end because of another, if there is one."""
        first, last = max(0.0, guess[0]), min(limit, guess[1])
        if first >= last or self._may_end(heading, (first + last) / 2):
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
        if self._may_end(heading, outside):
            if not self._may_end(heading, guess - FINE * towards):
                return outside
        else:
            while not self._may_end(heading, outside):
                inside, outside = outside, outside + WALK * towards
                if (bound - outside) * towards <= 0:
                    return bound
        while abs(outside - inside) > FINE:
            middle = (inside + outside) / 2
            free = self._may_end(heading, middle)
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
