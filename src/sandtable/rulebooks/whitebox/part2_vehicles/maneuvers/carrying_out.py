"""Manoeuvres carried out: JUMP, DEFENSIVE DRIVING, pivots, and what every one of them takes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid

from ...part1_personal.core_rulebook.persons import fraction
from ...state import Footprint, OwbState, Vehicle
from ...state.footprint import moved, pivoted
from ...state.frames import Interrupt
from ...state.tables import FEATURES
from ...state.vehicle_orders import Jump, Pivot
from ..attack.gunnery import is_trailer
from ..collision.contacts import InTheWay, feature_of, in_the_way
from ..collision.impacts import eighths_between
from ..collision.ramming import collide
from ..mishap.hindrances import check_straight
from ..mishap.mishaps import Cause, mishap
from ..movement.straight import arrive, way_ahead
from ..movement.terrain import Terrain, is_off_map
from .driving_check import (
    check_driving,
    check_made,
    complete_stop,
    current_movement,
    driving_check,
    movement_left,
    vehicle_save,
)
from .plans import (
    MANOEUVRES,
    Plan,
    check_cost,
    check_moving,
    check_ready,
    eighths_of,
    held,
    seen_in_the_way,
)

JUMPERS: Final = ("motorcycle", "car", "truck-small", "truck-large")
"""The vehicles that can jump unless a rule forbids it."""

TALL: Final = ("tall", "elevation")
"""How high a feature is that cannot be jumped over."""

TOO_HEAVY: Final = 2
"""The level of Reinforced Hull that keeps a vehicle on the ground."""


def farthest_jump(vehicle: Vehicle) -> int:
    """How many squares a vehicle can jump: two thirds of its current Movement."""
    cite("owb.maneuver.jump-distance")
    return fraction(2 * current_movement(vehicle), 3)


def plan_jump(state: OwbState, vehicle: Vehicle, order: Jump) -> Plan | Refusal:
    """The plan of a jump, or why it cannot be tried."""
    row = MANOEUVRES["jump"]
    before = state.footprint(vehicle)
    refusal = (
        _forbidden(state, vehicle)
        or check_ready(state, vehicle, row)
        or check_moving(vehicle, "owb.maneuver.moving-vehicle")
        or _too_far(vehicle, order.squares)
        or check_cost(state, vehicle, order.squares, "owb.vterrain.cost-must-be-affordable")
        or _no_take_off(state, vehicle, before)
    )
    if refusal is not None:
        return refusal
    flight = tuple(moved(before, before.facing, n) for n in range(1, order.squares + 1))
    after = flight[-1]
    refusal = _no_landing(state, vehicle, after)
    if refusal is not None:
        return refusal
    going = Terrain(state, vehicle).place(before, after)
    return going.closed or Plan(
        what=f"a jump of {order.squares} square{'s' if order.squares > 1 else ''}",
        row=row,
        rules=("owb.maneuver.jump-distance", "owb.maneuver.jump-conditions"),
        after=after,
        cost=order.squares,
        travel=order.squares,
        bogs=going.bogs,
        flight=flight,
    )


def _forbidden(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle of its kind, or any vehicle in this battle, does not jump."""
    cite("owb.maneuver.jump-forbidden", "owb.maneuver.jump-conditions")
    name = vehicle.name
    if vehicle.tracked:
        return Refusal("owb.maneuver.jump-forbidden", f"{name} runs on tracks and can never jump.")
    if vehicle.hull >= TOO_HEAVY:
        return Refusal(
            "owb.maneuver.jump-forbidden",
            f"With Reinforced Hull (x{vehicle.hull}) {name} is too heavy and can never jump.",
        )
    rule = "owb.maneuver.jump-conditions"
    if is_trailer(vehicle):
        return Refusal(rule, f"{name} is a gun on a trailer, which does not drive.")
    if vehicle.block not in JUMPERS:
        return Refusal(rule, f"{name} is armored; only motorcycles, cars and trucks can jump.")
    if state.option("jump") == "never":
        return Refusal(rule, "In this battle no vehicle is allowed to jump.")
    return None


def _too_far(vehicle: Vehicle, squares: int) -> Refusal | None:
    rule, far = "owb.maneuver.jump-distance", farthest_jump(vehicle)
    if squares < 1:
        return Refusal(rule, "A jump is at least one square long.")
    if far < 1:
        slow = f"Its current Movement is {current_movement(vehicle)}"
        return Refusal(rule, f"{slow}: it is too slow to jump even one square.")
    if squares > far:
        return Refusal(
            rule,
            f"It can jump at most {far} square{'s' if far > 1 else ''}, two thirds of its current "
            f"Movement of {current_movement(vehicle)}.",
        )
    return None


def _no_take_off(state: OwbState, vehicle: Vehicle, before: Footprint) -> Refusal | None:
    """The squares that it takes off from must be Normal terrain, or ramps where it needs one."""
    rule = "owb.maneuver.jump-conditions"
    own = set(before.squares)
    edge = [one for one in before.squares if grid.step(one, before.facing) not in own]
    if state.option("jump") == "ramps" and not state.bare_grounds.ramps.issuperset(edge):
        return Refusal(rule, "It can take off only from a ramp, with all of its front on it.")
    if set(Terrain(state, vehicle).classes(edge)) != {"normal"}:
        return Refusal(rule, "The ground that it would take off from is not Normal terrain.")
    return None


def _no_landing(state: OwbState, vehicle: Vehicle, after: Footprint) -> Refusal | None:
    if is_off_map(state, after):
        return Refusal("owb.maneuver.jump-conditions", "It would land off the map.")
    strikes = seen_in_the_way(state, vehicle, after)
    there = (*strikes.persons, *strikes.vehicles)
    if there:
        rule = "owb.vmove.occupied-square-means-collision"
        return Refusal(rule, f"{state.pieces[there[0]].name} is where it would land.")
    return None


def struck_in_flight(state: OwbState, vehicle: Vehicle, print_: Footprint) -> InTheWay:
    """What a jumping vehicle strikes on a footprint that it flies over.

    Whatever is lower than 5 feet is jumped over: obstacles, gaps, water, characters.
    """
    cite("owb.maneuver.jump-distance")
    way = in_the_way(state, vehicle.id, print_)
    grounds = state.bare_grounds
    tall = [
        section
        for section in way.objects
        if FEATURES[feature_of(grounds, vehicle, section)].height in TALL
    ]
    return InTheWay(objects=tuple(tall), vehicles=way.vehicles)


def jumps(state: OwbState, vehicle: Vehicle) -> Iterator[Jump]:
    """The shortest and the longest jump over something that hinders the vehicle."""
    far = min(farthest_jump(vehicle), movement_left(state, vehicle))
    if vehicle.block not in JUMPERS or vehicle.pace != "normal" or far < 1:
        return
    hinders = [bool(step.closed) or step.cost > 1 for step in way_ahead(state, vehicle, far)]
    if True not in hinders:
        return
    clear = [
        n
        for n in range(hinders.index(True) + 2, far + 1)
        if not hinders[n - 1] and _clear(state, vehicle, n)
    ]
    for squares in dict.fromkeys((*clear[:1], *clear[-1:])):
        yield Jump(vehicle.id, squares)


def _clear(state: OwbState, vehicle: Vehicle, squares: int) -> bool:
    plan = plan_jump(state, vehicle, Jump(vehicle.id, squares))
    return isinstance(plan, Plan) and not any(
        struck_in_flight(state, vehicle, print_) for print_ in plan.flight
    )


FAILED_CHECK = "owb.driving.failed-check-mishap"
FAILED_SAVE = "owb.driving.failed-vehicle-save-mishap"


def carry_out(state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
    """Carry a turn or a lane change out; if it fails it is paid for, and a mishap follows."""
    pay(state, name, plan)
    if not (yield from mastered(state, name, plan, dice)):
        return
    yield made(state, name, plan, dice)
    vehicle = state.vehicle(name)
    state.alter(name, travel=vehicle.travel + plan.travel)
    yield from arrive(state, name, plan.after, plan.after.facing, dice, bogs=plan.bogs)
    if plan.row.stops and state.find_vehicle(name) is not None:
        complete_stop(state, name)


def jump(state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
    """Jump; if the Driving Check fails, the mishap comes after the landing."""
    pay(state, name, plan)
    passed = driving_check(state, name, dice, plan.what)
    cite("owb.maneuver.jump-failure-after-landing")
    yield made(state, name, plan, dice)
    yield from _fly(state, name, plan, dice)
    if not passed and state.find_vehicle(name) is not None:
        yield _failure(state, name, plan, dice, FAILED_CHECK, "fails the Driving Check for")
        yield from mishap(state, name, dice, Cause())


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


def pay(state: OwbState, name: str, plan: Plan, *, shifted: bool = True) -> None:
    """Take the Movement for a manoeuvre, which as a rule also changes the vehicle's place."""
    cite("owb.vterrain.cost-must-be-affordable", *plan.rules)
    vehicle = state.vehicle(name)
    spent, shifted = vehicle.spent + plan.cost, shifted or vehicle.shifted
    state.alter(name, spent=spent, shifted=shifted)


def made(state: OwbState, name: str, plan: Plan, dice: Dice) -> Event:
    """The telling of a manoeuvre that is made."""
    text = f"{state.vehicle(name).name} makes {plan.what}."
    return happened(
        "manoeuvre",
        text,
        (*plan.rules, *(check_made(state, name) if plan.check else ())),
        name,
        dice=dice,
        cost=plan.cost,
    )


def mastered(state: OwbState, name: str, plan: Plan, dice: Dice) -> Generator[Event, None, bool]:
    """Whether the operator makes the check and the save that a manoeuvre asks of him."""
    paid = plan.cost if plan.travel else 0
    cause = Cause(left=plan.left, paid=paid)
    if plan.row.check and not driving_check(state, name, dice, plan.what):
        yield _failure(state, name, plan, dice, FAILED_CHECK, "fails the Driving Check for")
        yield from mishap(state, name, dice, cause)
        return False
    if plan.row.save and not vehicle_save(state, name, dice, plan.what):
        yield _failure(state, name, plan, dice, FAILED_SAVE, "fails the Saving Throw for")
        yield from mishap(state, name, dice, cause)
        return False
    return True


def _failure(state: OwbState, name: str, plan: Plan, dice: Dice, rule: str, told: str) -> Event:
    text = f"The operator of {state.vehicle(name).name} {told} {plan.what}."
    return happened(
        "driving-check",
        text,
        (rule, *check_made(state, name), *plan.rules),
        name,
        dice=dice,
        cost=plan.cost,
    )


DEFENSIVE = "owb.maneuver.defensive-driving"
PIVOT = "owb.mod.advanced-steering-pivot"
TOO_FAST = "owb.mod.advanced-steering-too-fast"
MOST = 2
"""By how many eighths of a turn a vehicle can pivot in a round, at once or in parts."""


# -- defensive driving ----------------------------------------------------------------------------


def plan_defence(state: OwbState, vehicle: Vehicle) -> Plan | Refusal:
    """The plan of driving defensively, or why it cannot be tried."""
    row = MANOEUVRES["defensive driving"]
    assert row.cost is not None
    if vehicle.defensive:
        return Refusal(DEFENSIVE, f"{vehicle.name} is driven defensively already.")
    return (
        check_ready(state, vehicle, row)
        or check_cost(state, vehicle, row.cost, DEFENSIVE)
        or Plan(
            what="zigzags",
            row=row,
            rules=(DEFENSIVE,),
            after=state.footprint(vehicle),
            cost=row.cost,
        )
    )


def drive_defensively(state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
    """Drive defensively: until the round ends the vehicle is harder to hit."""
    pay(state, name, plan, shifted=False)
    if not (yield from mastered(state, name, plan, dice)):
        return
    state.alter(name, defensive=True)
    state.push(Interrupt(about=name, moment="declared"))
    yield made(state, name, plan, dice)


# -- pivoting -------------------------------------------------------------------------------------


def plan_pivot(state: OwbState, vehicle: Vehicle, order: Pivot) -> Plan | Refusal:
    """The plan of a pivot on the spot, or why it cannot be tried.

    At normal pace it may be tried, but goes wrong.
    """
    refusal = _check_steering(vehicle, order.degrees) or held(state, vehicle)
    refusal = refusal or check_straight(state, vehicle)
    if refusal is not None:
        return refusal
    before = state.footprint(vehicle)
    row = MANOEUVRES["Advanced Steering pivot"]
    after = pivoted(before, before.facing + eighths_of(order.degrees, order.hand))
    left = order.hand == "left"
    what = f"a pivot of {order.degrees} degrees to the {order.hand}"
    if vehicle.pace == "normal":
        return Plan(what=what, row=row, rules=(TOO_FAST,), after=before, cost=0, left=left)
    way = seen_in_the_way(state, vehicle, after)
    if way or is_off_map(state, after):
        return Refusal(PIVOT, "There is no room to pivot.")
    going = Terrain(state, vehicle).place(before, after)
    return going.closed or Plan(
        what=what, row=row, rules=(PIVOT,), after=after, cost=0, left=left, bogs=False
    )


def _check_steering(vehicle: Vehicle, degrees: int) -> Refusal | None:
    cite(PIVOT, TOO_FAST)
    if not (vehicle.tracked and vehicle.has("advanced-steering")):
        return Refusal(PIVOT, f"{vehicle.name} has no Advanced Steering.")
    if not vehicle.declared:
        rule = "owb.vmove.pace-declared-at-start-of-turn"
        return Refusal(rule, "Its pace must be declared first.")
    if vehicle.pace in ("crawl", "reverse"):
        return Refusal(PIVOT, f"{vehicle.name} must stand still to pivot.")
    if vehicle.pace == "stopped" and vehicle.shifted:
        return Refusal(PIVOT, f"{vehicle.name} has moved this round.")
    left = MOST - vehicle.pivoted
    if eighths_of(degrees, "right") > left:
        return Refusal(PIVOT, f"It can pivot by {left * 45} degrees more this round.")
    return None


def pivot(state: OwbState, name: str, plan: Plan, dice: Dice) -> Iterator[Event]:
    """Pivot on the spot; whoever tries it at speed has a mishap instead."""
    cite(*plan.rules)
    if plan.rules == (TOO_FAST,):
        text = f"{state.vehicle(name).name} tries to pivot at speed."
        yield happened("manoeuvre", text, plan.rules, name)
        yield from mishap(state, name, dice, Cause(left=plan.left))
        return
    vehicle = state.vehicle(name)
    turned = eighths_between(vehicle.facing, plan.after.facing)
    state.alter(name, pivoted=vehicle.pivoted + turned)
    state.place(name, plan.after)
    state.push(Interrupt(about=name, moment="step"))
    yield made(state, name, plan, dice)


STUCK_RULE = "owb.maneuver.unstuck-by-driving"


def check_unstick(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why the operator cannot try to drive a vehicle free, or ``None`` if he can."""
    if not vehicle.stuck:
        return Refusal(STUCK_RULE, f"{vehicle.name} is not stuck.")
    if vehicle.declared:
        return Refusal(STUCK_RULE, "It is tried before the pace is declared.")
    if vehicle.checks:
        return Refusal(STUCK_RULE, "It can be tried only once in a round.")
    return held(state, replace(vehicle, stuck=False)) or check_driving(state, vehicle)


def drive_free(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Try to drive a stuck vehicle free; a failure leaves it stuck, without a mishap."""
    vehicle = state.vehicle(name)
    freed = driving_check(state, name, dice, "getting unstuck")
    if freed:
        state.alter(name, stuck=False, work=tuple(w for w in vehicle.work if w[0] != "dig-out"))
    text = f"{vehicle.name} {'is free again' if freed else 'stays stuck'}."
    yield happened(
        "unstick", text, (STUCK_RULE, *check_made(state, name)), name, dice=dice, freed=freed
    )
    if not freed and state.on("unstuck_mishap"):
        yield from mishap(state, name, dice, Cause())
