"""Where an element can go: the area of its straight moves, the ways of a charge or a retreat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Refusal
from sandtable.battle.overlays import Overlay, Reach, Route
from sandtable.mechanics import rays
from sandtable.mechanics.areas import area_of, reaches_to
from sandtable.mechanics.rays import FINE, LEAST, Interval, Ray, headings_to, overlapped
from sandtable.table import Point, bearing, step

from ..s03_turn.deploying import zones_of
from ..s05_actions.charge.charging import Charge, check_charge_path, check_charger, plan_charge
from ..s05_actions.fall_back.action import farthest_back
from ..s05_actions.fall_back.by_choice import enemy_to_flee
from ..s05_actions.fall_back.ways import headings
from ..s05_actions.fire.aiming import is_armed
from ..s05_actions.mount.mounting import check_not_landed
from ..s05_actions.move.interpenetration import check_end, is_friend_indoors
from ..s05_actions.move.move import reaches
from ..s05_actions.move.previewing import part_used
from ..s05_actions.move.rates import ROAD_BONUS, base_at, path_length, pose, whole_path
from ..s05_actions.move.under_way import MoveAndFire, check_move, resumed
from ..s05_actions.readiness import able
from ..s06_close_combat.contact import TOUCH, in_hand_to_hand
from ..s10_buildings.occupation import outdoors, route, start_of
from ..s15_events.cards import haste
from ..s15_events.support_fire.beaten_zones import DRIFT
from ..s15_events.support_fire.missions import zone_at
from ..state import Deploying, Element, ExtraActions, Moving, P8State, Scouting, SupportMission
from ..state.built_up_areas import first_inside
from ..state.orders import GoOn, Move
from ..state.tables import RATES
from ..state.units import in_unit


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


# -- what is shown ---------------------------------------------------------------------------------


ROUND: Final = 48
"""Of how many points a circle is made."""


def reach(state: P8State, piece: str, order: str) -> tuple[Overlay, ...]:
    """Where a piece can go with an order of a kind; nothing if it cannot go anywhere."""
    element = state.pieces.get(piece)
    match order:
        case "deploy" | "hide" | "dummy":
            return tuple(_zones(state, element))
        case "creep" | "lay-screen":
            return tuple(_about_fire(state, order))
        case "go-on":
            return tuple(_rest_of_move(state))
    if element is None or not _may_leave(state, element):
        return ()
    match order:
        case "move" | "move-and-fire":
            return tuple(_moves(state, element, order))
        case "charge":
            return tuple(_charges(state, element))
        case "fall-back":
            return tuple(_retreats(state, element))
    return ()


def _may_leave(state: P8State, element: Element) -> bool:
    """Whether an element has a base of its own and is free to go."""
    if element.carried_by is not None or element.under is not None or element.zone is not None:
        return False
    if not element.on_table and (element.entry is None or element.entry > state.turn):
        return False
    return state.sheet(element).move_class != "0" and not (
        element.on_table and in_hand_to_hand(state, element)
    )


def _acts_now(state: P8State, element: Element) -> bool:
    """Whether it is this element's turn to act."""
    frame = state.frame
    if isinstance(frame, Scouting):
        return element.id in frame.left and element.side == frame.side
    if isinstance(frame, ExtraActions):
        return element.id in frame.elements
    if isinstance(frame, Moving):
        return element.id == frame.element and frame.stage == "resume"
    its_phase = frame is None and state.phase == "action" and element.side == state.active
    return its_phase and able(state, element)


# -- moves ----------------------------------------------------------------------------------------


def _moves(state: P8State, element: Element, order: str) -> Iterator[Reach]:
    """The area of the straight moves of an element."""
    kind = MoveAndFire if order == "move-and-fire" else Move
    if order == "move-and-fire" and (state.has(element, "NMF") or not is_armed(state, element)):
        return
    if element.on_table and check_move(state, element, kind(element.id, (), element.heading)):
        return
    what = "move straight and then fire" if order == "move-and-fire" else "move straight"
    yield from _area(state, element, Rays(state, element, order), what)


def _rest_of_move(state: P8State) -> Iterator[Reach]:
    """The area that a mover can still reach that was stopped on its way."""
    frame = state.frame
    if not isinstance(frame, Moving) or frame.stage != "resume":
        return
    if frame.action not in ("move", "move-and-fire", "charge"):
        return
    element = state.pieces[frame.element]
    left = 1.0 - part_used(state, element, frame)
    if left > 0:
        rays = Rays(state, element, frame.action, (frame, left))
        yield from _area(state, element, rays, "go on straight")


def _area(state: P8State, element: Element, rays: Rays, what: str) -> Iterator[Reach]:
    far = _far(state, element) * rays.speed
    # From inside houses there are many ways out, so that corners matter less.
    corners = () if element.inside is not None else headings_to(rays.origin, _corners(state), far)
    parts = area_of(rays, corners)
    if not parts:
        return
    farthest = max(reaches_to(part, rays.origin) for part in parts)
    may = "can" if _acts_now(state, element) else "could, if it acted now,"
    told = f"{element.name} {may} {what}, up to {farthest:.1f} in"
    for number, part in enumerate(parts):
        own = element.inside is not None and number == 0
        house = (state.setting.buas[element.inside or ""].place.core,) if own else ()
        yield Reach(
            outline=part.outline,
            holes=(*part.holes, *house),
            side=element.side,
            label=in_unit(state.setting, told),
        )


def _far(state: P8State, element: Element) -> float:
    """Farther than this an element never goes."""
    rates = RATES[state.sheet(outdoors(element)).move_class].values()
    return (max(rates) + ROAD_BONUS * element.road_column) * haste(state, element, "move")


def _corners(state: P8State) -> Iterator[Point]:
    """The points of the ground at which what a ray crosses changes."""
    for line in state.setting.ground.lines:
        yield from line.points
    for area in state.setting.ground.areas:
        yield from area.outline


# -- charges and retreats -------------------------------------------------------------------------


def _charges(state: P8State, element: Element) -> Iterator[Overlay]:
    """The straight ways to those whom an element can charge, and how far it would come."""
    if not element.on_table or element.suppressed or check_not_landed(element) is not None:
        return
    fit = [e for e in state.enemies_of(element) if check_charger(state, element, e) is None]
    if not fit:
        return
    yield from _area(state, element, Rays(state, element, "charge"), "charge to its front")
    for enemy in fit:
        near = math.dist((enemy.x, enemy.y), (element.x, element.y)) <= _far(state, element) + 4.0
        plan = plan_charge(state, element, Charge(element.id, enemy.id)) if near else None
        if isinstance(plan, Moving) and len(plan.path) > 1:
            length = path_length(plan.path)
            # Whom it leads to is seen; a longer label would cover him.
            yield Route(
                points=plan.path,
                side=element.side,
                piece=element.id,
                label=in_unit(state.setting, f"{length:.1f} in"),
            )


def _retreats(state: P8State, element: Element) -> Iterator[Route]:
    """The ways in which an element can fall back, as far as they lead."""
    if not element.on_table or check_not_landed(element) is not None:
        return
    for direction, heading in headings(state, element, enemy_to_flee(state, element)).items():
        length = farthest_back(state, element, heading)
        if length > 0:
            start = start_of(state, element, heading)
            told = "towards home" if direction == "home" else "away from the enemy"
            yield Route(
                points=(start, step(start, heading, length)),
                side=element.side,
                piece=element.id,
                label=in_unit(state.setting, f"{told}, {length:.1f} in"),
            )


# -- other places ---------------------------------------------------------------------------------


def _zones(state: P8State, element: Element | None) -> Iterator[Reach]:
    """Where an element can be set up, or any of the side that sets up now."""
    frame = state.frame
    if not isinstance(frame, Deploying):
        return
    for zone in zones_of(state, frame.side):
        if element is None or element.zone == zone.id:
            name = zone.name or zone.id
            yield Reach(outline=zone.outline, side=frame.side, label=f"Set up in {name}")


def _about_fire(state: P8State, order: str) -> Iterator[Reach]:
    """Where a barrage can be moved to, or where its smoke lies."""
    frame = state.frame
    if not isinstance(frame, SupportMission) or frame.at is None:
        return
    if order == "creep":
        told = in_unit(state.setting, f"Within {DRIFT:g} in of where it lies")
        yield Reach(outline=_circle(frame.at, DRIFT), side=frame.side, label=told)
    else:
        told = "In the beaten zone, or touching it"
        yield Reach(outline=zone_at(state, frame).corners, side=frame.side, label=told)


def _circle(middle: Point, radius: float) -> tuple[Point, ...]:
    return tuple(step(middle, 360.0 * number / ROUND, radius) for number in range(ROUND))
