"""MELEE ATTACK on vehicles, and on those aboard who can be reached."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.attack.attack_roll import Blow
from ..part1_personal.attack.melee import (
    blow_by_hand,
    check_blade,
    damage_of,
    melee_blow,
    melee_tally,
    strength_of_blows,
)
from ..part1_personal.attack.modifiers import add_attacker_modifiers, add_vehicle_modifiers
from ..part1_personal.line_of_sight.sight import in_arc, walled_off
from ..part2_vehicles.attack.shots_at_vehicles import VehicleShot, face_hit
from ..part2_vehicles.damage.damage import armor_tally
from ..part2_vehicles.damage.hull import hull_level, hull_rules
from ..part2_vehicles.modifications.modifications import flies
from ..state import OwbState
from ..state.people import Person
from ..state.vehicles import Vehicle
from .exposed import exposed

RULE: Final = "owb.melee.adjacent"


def strike_at(
    state: OwbState, person: Person, name: str, blade: str, *, turning: bool = True
) -> Blow | VehicleShot | Refusal:
    """A melee attack on whatever bears a name, ready to be rolled, or why it cannot be made."""
    vehicle = state.find_vehicle(name)
    if vehicle is not None:
        return strike_vehicle(state, person, vehicle, blade, turning=turning)
    target = state.find_person(name)
    if target is None:
        return Refusal(RULE, "There is nobody of that name.")
    if target.aboard:
        return _strike_aboard(state, person, target, blade, turning=turning)
    return melee_blow(state, person, target, blade, turning=turning)


def strike_vehicle(
    state: OwbState, person: Person, vehicle: Vehicle, blade: str, *, turning: bool = True
) -> VehicleShot | Refusal:
    """A melee attack on a vehicle in the next square, against its Armor Class."""
    refusal = _check_reach(state, person, vehicle, turning=turning) or check_blade(person, blade)
    if refusal is not None:
        return refusal
    cite(RULE, "owb.combined.personal-weapons-vs-vehicles")
    tally = melee_tally(state, person)
    add_attacker_modifiers(tally, state, person, None, melee=True)
    add_vehicle_modifiers(tally, state, person, vehicle, melee=True)
    face = face_hit(state, state.square(person), vehicle)
    return VehicleShot(
        attacker=person.id,
        vehicle=vehicle.id,
        weapon=blade,
        tally=tally,
        armor=armor_tally(vehicle),
        damage=damage_of(person, blade),
        level=hull_level(vehicle, face),
        hull=hull_rules(vehicle, face),
        more=strength_of_blows(state, person),
        fumbles=state.on("naturals_personal"),
        melee=True,
    )


def _strike_aboard(
    state: OwbState, person: Person, target: Person, blade: str, *, turning: bool
) -> Blow | Refusal:
    """A melee attack on somebody aboard who can be chosen as a target."""
    vehicle = state.vehicle(target.aboard)
    refusal = _check_reach(state, person, vehicle, turning=turning) or check_blade(person, blade)
    if refusal is not None:
        return refusal
    if not exposed(state, target, state.square(person)):
        rule = "owb.crew.occupants-of-armored-vehicles-not-targetable"
        return Refusal(rule, f"{target.name} cannot be reached inside.")
    return blow_by_hand(state, person, target, blade)


def _check_reach(
    state: OwbState, person: Person, vehicle: Vehicle, *, turning: bool
) -> Refusal | None:
    """Why a vehicle cannot be struck by hand, or ``None`` if it can."""
    if vehicle.side == person.side or not vehicle.on_table or vehicle.hidden or flies(vehicle):
        return Refusal(RULE, f"{vehicle.name} is nothing to fight.")
    if vehicle.wreck == "exploded":
        return Refusal("owb.vdamage.minus-ten-explodes", f"{vehicle.name} has exploded.")
    near = squares_in_reach(state, person, vehicle)
    if not near:
        return Refusal(RULE, f"{vehicle.name} is not in the next square, or behind a wall.")
    own = state.square(person)
    if not turning and not any(in_arc(own, person.facing, square) for square in near):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    return None


def squares_in_reach(state: OwbState, person: Person, vehicle: Vehicle) -> tuple[Square, ...]:
    """The squares of a vehicle that somebody on foot can strike by hand."""
    own, grounds = state.square(person), state.grounds_without(vehicle.id)
    return tuple(
        square
        for square in state.footprint(vehicle).squares
        if grid.distance(own, square) == 1 and not walled_off(grounds, own, square)
    )
