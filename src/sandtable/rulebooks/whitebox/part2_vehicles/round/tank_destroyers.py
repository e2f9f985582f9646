"""TANK DESTROYER: it never wins Initiative over an enemy tank that can move."""

from __future__ import annotations

from typing import Final

from sandtable.catalogue import cite

from ...state import OwbState, Person, Vehicle
from ...state.frames import Segment
from ..maneuvers.driving_check import movement_of
from ..mishap.hindrances import is_stalled
from .crew import drives_later, operator_of

RULE: Final = "owb.vehicle.tank-destroyer-loses-initiative-to-tanks"
DESTROYER: Final = "tank-destroyer"
TANKS: Final = ("tank-light", "tank-medium", "tank-heavy")


def is_mobile(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether a vehicle is able to move: driven, operable, and held by nothing."""
    return (
        vehicle.on_table
        and vehicle.hp > 0
        and operator_of(state, vehicle) is not None
        and movement_of(state, vehicle) > 0
        and not (vehicle.stuck or vehicle.overturned or is_stalled(state, vehicle))
    )


def is_held_back(state: OwbState, piece: Person | Vehicle, segment: Segment | None) -> bool:
    """Whether a tank destroyer, or somebody aboard one, must still wait for enemy tanks.

    It waits until all of them have had their turns. It is never simultaneous with them: in a tied
    segment it waits for the end of that. Free turns and free attacks are not touched.
    """
    vehicle = piece if isinstance(piece, Vehicle) else state.find_vehicle(piece.aboard)
    if vehicle is None or vehicle.block != DESTROYER or state.phase != "turns":
        return False
    cite(RULE)
    tanks = [
        other
        for other in state.vehicles()
        if other.block in TANKS and other.side != vehicle.side and is_mobile(state, other)
    ]
    if segment is not None and segment.tied and tanks:
        return True
    return any(not tank.done or drives_later(state, tank) for tank in tanks)
