"""DRIVING CHECK and SAVING THROW (ST): the operator's skill; speed, Movement, and stopping."""

from __future__ import annotations

from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.pieces import Vehicle


def movement_of(state: OwbState, vehicle: Vehicle) -> int:
    """The Movement that a vehicle has now, after damage, strain and modifications."""
    raise NotImplementedError


def allowance(state: OwbState, vehicle: Vehicle) -> int:
    """The Movement that its pace allows a vehicle this round."""
    raise NotImplementedError


def current_movement(vehicle: Vehicle) -> int:
    """The speed of a vehicle: its travel this round or in the round before, the larger."""
    raise NotImplementedError


def is_moving(vehicle: Vehicle) -> bool:
    """Whether a vehicle counts as moving."""
    raise NotImplementedError


def complete_stop(state: OwbState, name: str) -> Vehicle:
    """Bring a vehicle to a complete stop."""
    raise NotImplementedError


def driving_check(state: OwbState, name: str, dice: Dice, what: str) -> bool:
    """The operator's Driving Check, which is his action of the round; whether it succeeds."""
    raise NotImplementedError


def vehicle_save(state: OwbState, name: str, dice: Dice, what: str, plus: int = 0) -> bool:
    """A Saving Throw for a vehicle by its operator; it fails if there is none."""
    raise NotImplementedError
