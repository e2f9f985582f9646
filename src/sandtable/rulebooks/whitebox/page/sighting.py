"""What a character sees: the squares of his arc, and a line to every enemy with what hides him."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.battle.overlays import Overlay

from ..part2_vehicles.attack.orders_to_fire import target_squares
from ..showing.lines_of_sight import line_to, may_turn, seen_squares
from ..state import OwbState
from ..state.footprint import distance_between
from .vehicle_sights import vehicle_sights


def sights(state: OwbState, piece: str) -> tuple[Overlay, ...]:
    """What a character sees, and what hides every enemy from him whom he does not."""
    vehicle = state.find_vehicle(piece)
    if vehicle is not None:
        return tuple(vehicle_sights(state, vehicle))
    person = state.find_person(piece)
    if person is None or not person.on_table or not person.able:
        return ()
    turning = may_turn(state, person)
    if turning:
        # Whoever attacks in his turn is Up for it.
        person = replace(person, ducked=False)
    lines = (line_to(state, person, enemy, turning=turning) for enemy in state.enemies_of(person))
    return (seen_squares(state, person, turning=turning), *lines)


# -- lines ----------------------------------------------------------------------------------------


def apart(state: OwbState, one: str, two: str) -> float | None:
    """How many squares apart two pieces are; those aboard are where their vehicle is."""
    here, there = target_squares(state, one), target_squares(state, two)
    if not here or not there or not (_is_there(state, one) and _is_there(state, two)):
        return None
    return float(distance_between(here, there))


def _is_there(state: OwbState, name: str) -> bool:
    person = state.find_person(name)
    piece = state.pieces[person.aboard if person is not None and person.aboard else name]
    return piece.on_table
