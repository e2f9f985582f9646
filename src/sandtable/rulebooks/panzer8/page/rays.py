"""How far an element can go along straight rays, found out by asking the book."""

from __future__ import annotations

import math

import msgspec

from sandtable.battle import Refusal
from sandtable.mechanics import rays
from sandtable.mechanics.rays import FINE, LEAST, Interval, Ray, overlapped
from sandtable.table import Point, bearing, step

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


class Rays(rays.Rays):
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

    def may_pass(self, heading: float, length: float) -> bool:
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

    def may_end(self, heading: float, length: float) -> bool:
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
        guess = inner + reaches(self.state, self.element, heading, (self.speed,))[0]
        limit = self.farthest(heading, inner, guess, into)
        if limit >= into - FINE and self.refusal(self.point(heading, (into + out) / 2)) is None:
            limit = out
        if limit < inner + LEAST:
            return Ray(heading, 0.0)
        base = base_at(self.state.sheet(outdoors(self.element)), self.origin, heading)
        guesses = (overlapped(base, place, apart) for place, apart in self._others)
        taken = (guess for guess in guesses if guess is not None)
        return self.with_gaps(heading, min(limit, into), limit, taken)

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
