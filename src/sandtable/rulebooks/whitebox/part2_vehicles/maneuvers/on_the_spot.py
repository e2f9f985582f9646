"""Manoeuvres on the spot: DEFENSIVE DRIVING, and the pivot of ADVANCED STEERING."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.footprint import pivoted
from ...state.frames import Interrupt
from ...state.vehicle_orders import Pivot
from ...state.vehicles import Vehicle
from ..collision.impacts import eighths_between
from ..mishap.hindrances import check_straight
from ..mishap.mishaps import Cause, mishap
from ..movement.leaving import is_off_map
from ..movement.terrain import Terrain
from .carrying_out import made, mastered, pay
from .driving_check import check_driving, check_made, driving_check
from .plans import MANOEUVRES, Plan, check_cost, check_ready, held, seen_in_the_way
from .turns import eighths_of

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
        yield Event(
            kind="manoeuvre",
            text=f"{state.vehicle(name).name} tries to pivot at speed.",
            rules=plan.rules,
            pieces=(name,),
        )
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
    cite(STUCK_RULE)
    vehicle = state.vehicle(name)
    freed = driving_check(state, name, dice, "getting unstuck")
    if freed:
        state.alter(name, stuck=False, work=tuple(w for w in vehicle.work if w[0] != "dig-out"))
    yield Event(
        kind="unstick",
        text=f"{vehicle.name} {'is free again' if freed else 'stays stuck'}.",
        rules=(STUCK_RULE, *check_made(state, name)),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"freed": freed},
    )
    if not freed and state.on("unstuck_mishap"):
        yield from mishap(state, name, dice, Cause())
