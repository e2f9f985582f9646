"""GETTING UNSTUCK: the operator tries to drive a stuck vehicle free."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    check_driving,
    check_made,
    driving_check,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import held
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.mishaps import Cause, mishap
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

RULE = "owb.maneuver.unstuck-by-driving"


def check_unstick(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why the operator cannot try to drive a vehicle free, or ``None`` if he can."""
    if not vehicle.stuck:
        return Refusal(RULE, f"{vehicle.name} is not stuck.")
    if vehicle.declared:
        return Refusal(RULE, "It is tried before the pace is declared.")
    if vehicle.checks:
        return Refusal(RULE, "It can be tried only once in a round.")
    return held(state, replace(vehicle, stuck=False)) or check_driving(state, vehicle)


def drive_free(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Try to drive a stuck vehicle free; a failure leaves it stuck, without a mishap."""
    cite(RULE)
    vehicle = state.vehicle(name)
    freed = driving_check(state, name, dice, "getting unstuck")
    if freed:
        state.alter(name, stuck=False, work=tuple(w for w in vehicle.work if w[0] != "dig-out"))
    yield Event(
        kind="unstick",
        text=f"{vehicle.name} {'is free again' if freed else 'stays stuck'}.",
        rules=(RULE, *check_made(state, name)),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"freed": freed},
    )
    if not freed and state.on("unstuck_mishap"):
        yield from mishap(state, name, dice, Cause())
