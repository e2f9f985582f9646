"""What mishaps leave behind: locked drives, hot engines, busy operators, overturned vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState, Vehicle
from ..maneuvers.driving_check import complete_stop
from ..round.crew import rounds_of

SEIZES_ON: Final = 1
"""An overheated engine seizes up if a d6 shows this."""


def is_stalled(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether the engine of a vehicle cannot be started this round."""
    cite("owb.mishap.stall")
    return vehicle.stalled_to >= max(1, state.turn)


def is_locked(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether the drive of a vehicle is locked this round."""
    cite("owb.mishap.locked-drive")
    return vehicle.locked_to >= max(1, state.turn)


def check_straight(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle can go only straight on, or ``None`` if it can turn and change lanes."""
    if is_locked(state, vehicle):
        text = f"The drive of {vehicle.name} is locked: it goes only straight on or straight back."
        return Refusal("owb.mishap.locked-drive", text)
    return None


def operator_busy(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether a skid keeps the operator from attacking and acting for the rest of the round."""
    cite("owb.mishap.skid-operator-busy")
    return vehicle.busy_in == state.turn


def weapons_work(vehicle: Vehicle) -> bool:
    """Whether the weapons of a vehicle can fire as it lies."""
    cite("owb.mishap.overturned-vehicle")
    return not vehicle.overturned


# -- the overheated engine ------------------------------------------------------------------------


def operate_hot(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """A vehicle is operated before its engine has cooled: it may seize up for good."""
    cite("owb.mishap.overheated-cool-down")
    vehicle = state.vehicle(name)
    if not vehicle.hot:
        return
    holds = dice.test(6, SEIZES_ON + 1, f"hot engine of {vehicle.name}")
    if holds:
        state.alter(name, hot=rounds_of(hours=1))
    else:
        complete_stop(state, name)
        state.alter(name, immobile=True)
    told = "holds out" if holds else "seizes up; it cannot move without major repairs"
    text = f"The hot engine of {vehicle.name} {told}."
    yield happened("hot-engine", text, "owb.mishap.overheated-cool-down", name, dice=dice)


def cooled(vehicle: Vehicle) -> Vehicle:
    """A vehicle at the end of a round: a hot engine has cooled if it stood still.

    In a round in which it was operated it did not, and the hour begins anew.
    """
    if not vehicle.hot:
        return vehicle
    cite("owb.mishap.overheated-cool-down")
    if vehicle.pace != "stopped" or vehicle.spent:
        return replace(vehicle, hot=rounds_of(hours=1))
    return replace(vehicle, hot=vehicle.hot - 1)
