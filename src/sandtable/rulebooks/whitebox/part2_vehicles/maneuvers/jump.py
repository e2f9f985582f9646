"""JUMP (DC): who can jump, how far, from where, and what stands too high."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid

from ...part1_personal.core_rulebook.persons import fraction
from ...state import Footprint, OwbState, Vehicle
from ...state.decision import Case
from ...state.footprint import moved
from ...state.frames import VehicleTurn
from ...state.tables import FEATURES
from ...state.vehicle_orders import (
    Jump,
)
from ..attack.gunnery import is_trailer
from ..collision.contacts import InTheWay, feature_of, in_the_way
from ..collision.ramming import collide
from ..mishap.mishaps import Cause, mishap
from ..movement.straight import arrive, way_ahead
from ..movement.terrain import Terrain, is_off_map
from .driving_check import current_movement, driving_check, movement_left
from .every_maneuver import FAILED_CHECK, Manoeuvre, failed, made, pay
from .plans import (
    MANOEUVRES,
    Plan,
    check_cost,
    check_moving,
    check_ready,
    seen_in_the_way,
)

JUMPERS: Final = ("motorcycle", "car", "truck-small", "truck-large")
"""The vehicles that can jump unless a rule forbids it."""

TALL: Final = ("tall", "elevation")
"""How high a feature is that cannot be jumped over."""

TOO_HEAVY: Final = 2
"""The level of Reinforced Hull that keeps a vehicle on the ground."""

NEVER: Final = "owb.maneuver.jump-forbidden"
CONDITIONS: Final = "owb.maneuver.jump-conditions"
DISTANCE: Final = "owb.maneuver.jump-distance"


class Jumping(Manoeuvre[Jump]):
    """JUMP (DC): straight ahead."""

    order = Jump
    words = Words(label="Jump", key="J", rule=CONDITIONS, hint="Over what is in the way.")

    def plan(self, state: OwbState, vehicle: Vehicle, order: Jump) -> Plan | Refusal:
        row, before, many = MANOEUVRES["jump"], state.footprint(vehicle), order.squares
        refusal = (
            _forbidden(state, vehicle)
            or check_ready(state, vehicle, row)
            or check_moving(vehicle, "owb.maneuver.moving-vehicle")
            or _too_far(vehicle, many)
            or check_cost(state, vehicle, many, "owb.vterrain.cost-must-be-affordable")
            or _no_take_off(state, vehicle, before)
        )
        if refusal is not None:
            return refusal
        flight = tuple(moved(before, before.facing, n) for n in range(1, many + 1))
        after = flight[-1]
        if refusal := _no_landing(state, vehicle, after):
            return refusal
        going = Terrain(state, vehicle).place(before, after)
        return going.closed or Plan(
            what=f"a jump of {many} square{'s' if many > 1 else ''}",
            row=row,
            rules=(DISTANCE, CONDITIONS),
            after=after,
            cost=many,
            travel=many,
            bogs=going.bogs,
            flight=flight,
        )

    def carry_out(self, state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
        """If the Driving Check fails, the mishap comes after the landing."""
        pay(state, name, plan)
        passed = driving_check(state, name, dice, plan.what)
        cite("owb.maneuver.jump-failure-after-landing")
        yield made(state, name, plan, dice)
        yield from _fly(state, name, plan, dice)
        if not passed and state.find_vehicle(name) is not None:
            yield failed(state, name, plan, dice, FAILED_CHECK, "Driving Check")
            yield from mishap(state, name, dice, Cause())

    def strikes(self, state: OwbState, vehicle: Vehicle, plan: Plan) -> InTheWay:
        for print_ in plan.flight:
            struck = struck_in_flight(state, vehicle, print_)
            if struck:
                seen = seen_in_the_way(state, vehicle, print_)
                return InTheWay(objects=struck.objects, vehicles=seen.vehicles)
        return InTheWay()

    def listed(self, case: Case, vehicle: Vehicle) -> Iterator[Action]:
        """Where the battle is played with jumps."""
        if not vehicle.declared:
            return
        most = max(1, min(farthest_jump(vehicle), movement_left(case.state, vehicle)))
        orders = [Jump(vehicle.id, squares) for squares in range(1, most + 1)]
        able = [order.squares for order in orders if case.allows(order)]
        if able or case.state.option("jump") != "never":
            far = max(able, default=1)
            yield case.action(
                Jump,
                self.words,
                piece=vehicle.id,
                fixed={"vehicle": vehicle.id},
                slots=(asking.number("squares", "How many squares?", 1, most, far, step=1),),
                refusal=case.first_refusal(orders),
            )

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Jump]:
        """The shortest and the longest jump over something that hinders the vehicle."""
        vehicle = state.vehicle(turn.vehicle)
        far = min(farthest_jump(vehicle), movement_left(state, vehicle))
        if vehicle.block not in JUMPERS or vehicle.pace != "normal" or far < 1:
            return
        hinders = [bool(step.closed) or step.cost > 1 for step in way_ahead(state, vehicle, far)]
        if True not in hinders:
            return
        clear = [
            n
            for n in range(hinders.index(True) + 2, far + 1)
            if not hinders[n - 1] and self._is_clear(state, vehicle, n)
        ]
        for squares in dict.fromkeys((*clear[:1], *clear[-1:])):
            yield Jump(vehicle.id, squares)

    def _is_clear(self, state: OwbState, vehicle: Vehicle, squares: int) -> bool:
        plan = self.plan(state, vehicle, Jump(vehicle.id, squares))
        return isinstance(plan, Plan) and not any(
            struck_in_flight(state, vehicle, print_) for print_ in plan.flight
        )


def farthest_jump(vehicle: Vehicle) -> int:
    """How many squares a vehicle can jump: two thirds of its current Movement."""
    cite(DISTANCE)
    return fraction(2 * current_movement(vehicle), 3)


def _forbidden(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle of its kind, or any vehicle in this battle, does not jump."""
    cite(NEVER, CONDITIONS)
    name = vehicle.name
    if vehicle.tracked:
        return Refusal(NEVER, f"{name} runs on tracks and can never jump.")
    if vehicle.hull >= TOO_HEAVY:
        text = f"With Reinforced Hull (x{vehicle.hull}) {name} is too heavy and can never jump."
        return Refusal(NEVER, text)
    if is_trailer(vehicle):
        return Refusal(CONDITIONS, f"{name} is a gun on a trailer, which does not drive.")
    if vehicle.block not in JUMPERS:
        text = f"{name} is armored; only motorcycles, cars and trucks can jump."
        return Refusal(CONDITIONS, text)
    if state.option("jump") == "never":
        return Refusal(CONDITIONS, "In this battle no vehicle is allowed to jump.")
    return None


def _too_far(vehicle: Vehicle, squares: int) -> Refusal | None:
    far, speed = farthest_jump(vehicle), current_movement(vehicle)
    if squares < 1:
        return Refusal(DISTANCE, "A jump is at least one square long.")
    if far < 1:
        text = f"Its current Movement is {speed}: it is too slow to jump even one square."
        return Refusal(DISTANCE, text)
    if squares > far:
        most = f"It can jump at most {far} square{'s' if far > 1 else ''}"
        return Refusal(DISTANCE, f"{most}, two thirds of its current Movement of {speed}.")
    return None


def _no_take_off(state: OwbState, vehicle: Vehicle, before: Footprint) -> Refusal | None:
    """The squares that it takes off from must be Normal terrain, or ramps where it needs one."""
    own = set(before.squares)
    edge = [one for one in before.squares if grid.step(one, before.facing) not in own]
    if state.option("jump") == "ramps" and not state.bare_grounds.ramps.issuperset(edge):
        text = "It can take off only from a ramp, with all of its front on it."
        return Refusal(CONDITIONS, text)
    if set(Terrain(state, vehicle).classes(edge)) != {"normal"}:
        text = "The ground that it would take off from is not Normal terrain."
        return Refusal(CONDITIONS, text)
    return None


def _no_landing(state: OwbState, vehicle: Vehicle, after: Footprint) -> Refusal | None:
    if is_off_map(state, after):
        return Refusal(CONDITIONS, "It would land off the map.")
    strikes = seen_in_the_way(state, vehicle, after)
    there = (*strikes.persons, *strikes.vehicles)
    if there:
        rule = "owb.vmove.occupied-square-means-collision"
        return Refusal(rule, f"{state.pieces[there[0]].name} is where it would land.")
    return None


def _fly(state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
    facing = plan.after.facing
    for print_ in plan.flight[:-1]:
        vehicle = state.vehicle(name)
        state.alter(name, travel=vehicle.travel + 1)
        way = struck_in_flight(state, vehicle, print_)
        if way:
            entered = yield from collide(state, name, print_, facing, dice, rammed=False, way=way)
            if not entered:
                return
        state.place(name, print_)
    state.alter(name, travel=state.vehicle(name).travel + 1)
    yield from arrive(state, name, plan.after, facing, dice, bogs=plan.bogs)


def struck_in_flight(state: OwbState, vehicle: Vehicle, print_: Footprint) -> InTheWay:
    """What a jumping vehicle strikes on a footprint that it flies over.

    Whatever is lower than 5 feet is jumped over: obstacles, gaps, water, characters.
    """
    cite(DISTANCE)
    way, grounds = in_the_way(state, vehicle.id, print_), state.bare_grounds
    tall = (
        section
        for section in way.objects
        if FEATURES[feature_of(grounds, vehicle, section)].height in TALL
    )
    return InTheWay(objects=tuple(tall), vehicles=way.vehicles)
