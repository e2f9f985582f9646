"""Manoeuvres carried out: what is paid, the Driving Check, the Saving Throw, and the mishap."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ..collision.collisions import collide
from ..mishap.mishaps import Cause, mishap
from ..movement.steps import arrive
from .driving_check import check_made, complete_stop, driving_check, vehicle_save
from .jump import struck_in_flight
from .plans import Plan

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
    return Event(
        kind="manoeuvre",
        text=f"{state.vehicle(name).name} makes {plan.what}.",
        rules=(*plan.rules, *(check_made(state, name) if plan.check else ())),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"cost": plan.cost},
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
    cite(rule)
    return Event(
        kind="driving-check",
        text=f"The operator of {state.vehicle(name).name} {told} {plan.what}.",
        rules=(rule, *check_made(state, name), *plan.rules),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"cost": plan.cost},
    )
