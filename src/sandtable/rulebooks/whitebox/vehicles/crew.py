"""Crews: who sits where, who can act, and what a new round gives back."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.pieces import OPERATOR, Vehicle


def operator_of(state: OwbState, vehicle: Vehicle) -> Person | None:
    """Who drives a vehicle: the one in the operator's seat, if he can act."""
    cite("owb.crew.no-operator-no-movement")
    return state.in_seat(vehicle.id, OPERATOR)


def has_a_turn(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether anybody aboard a vehicle on the map can act."""
    return vehicle.on_table and any(person.able for person in state.occupants(vehicle.id))


def next_round(vehicle: Vehicle) -> Vehicle:
    """A vehicle at the beginning of a round; Movement not used is lost."""
    forward = vehicle.pace in ("crawl", "normal") and vehicle.travel > 0
    return replace(
        vehicle,
        travelled=vehicle.travel,
        rolling=forward or (vehicle.rolling and not vehicle.declared),
        travel=0,
        spent=0,
        diagonals=0,
        stepped=False,
        shifted=False,
        halted=False,
        declared=False,
        done=False,
        checks=0,
        defensive=False,
        bogged=False,
        mounts=tuple(replace(mount, traversed=0) for mount in vehicle.mounts),
    )
