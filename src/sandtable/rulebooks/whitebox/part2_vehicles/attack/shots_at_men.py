"""Shots of gunners at characters, on foot and aboard other vehicles."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow
from ...part1_personal.attack.missile import blow_at
from ...part1_personal.cover.cover import Shelter, target_line
from ...part3_combining.exposed import occupant_shelter, occupant_square
from ...state import OwbState
from ...state.people import Person
from ...state.tables import MISSILE, Throw, Weapon
from ...state.vehicle_stats import GUNS
from .bearing import Manned, check_bears_on_square, check_bears_on_vehicle, check_target
from .shots_at_vehicles import add_gunner, band_to


def shot_at_person(state: OwbState, gun: Manned, target: Person, mode: str) -> Blow | Refusal:
    """A shot at a character on foot or aboard, ready to be rolled, or why it cannot be fired."""
    rule = "owb.vattack.line-of-sight"
    if target.side == gun.vehicle.side or target.out == "dead" or target.hidden:
        return Refusal(rule, f"{target.name} is no target.")
    found = _at_occupant(state, gun, target) if target.aboard else _on_foot(state, gun, target)
    if isinstance(found, Refusal):
        return found
    spot, shelter = found
    band = band_to(state, gun, (spot,))
    if isinstance(band, Refusal):
        return band
    cite("owb.vattack.roll", "owb.vattack.all-vehicle-attacks-are-missile-attacks")
    weapon = direct_hit(gun.mount.weapon) if gun.big else MISSILE[gun.mount.weapon]
    blow = blow_at(state, gun.person, weapon, target, mode, shelter, band)
    add_gunner(blow.tally, gun)
    return replace(blow, mounted=bool(gun.mount.id))


def _on_foot(state: OwbState, gun: Manned, target: Person) -> tuple[Square, Shelter] | Refusal:
    """Where a character on foot is aimed at, and what protects him there."""
    rule = "owb.vattack.line-of-sight"
    if not target.on_table:
        return Refusal(rule, f"{target.name} is not on the map.")
    spot, shelter = target_line(state, gun.source, target)
    refusal = check_bears_on_square(state, gun, spot)
    if refusal is not None:
        return refusal
    if shelter == "full":
        return Refusal(rule, f"{target.name} is behind full cover.")
    return spot, shelter


def _at_occupant(state: OwbState, gun: Manned, target: Person) -> tuple[Square, Shelter] | Refusal:
    """Where somebody aboard another vehicle is aimed at, and what protects him there."""
    vehicle = state.vehicle(target.aboard)
    refusal = check_target(gun, vehicle) or check_bears_on_vehicle(state, gun, vehicle)
    if refusal is not None:
        return refusal
    spot = occupant_square(state, gun.source, target)
    shelter = occupant_shelter(state, gun.source, target)
    if spot is None or shelter == "full":
        rule = "owb.crew.occupants-of-armored-vehicles-not-targetable"
        return Refusal(rule, f"{target.name} cannot be aimed at.")
    return spot, shelter


def direct_hit(name: str) -> Weapon:
    """A vehicle weapon that is aimed at a single character: its dice count twice."""
    cite("owb.combined.vehicle-weapon-direct-hit")
    gun = GUNS[name]
    return Weapon(
        id=gun.id,
        name=gun.name,
        group="vehicle",
        damage=Throw(2 * gun.damage.count, gun.damage.sides, 2 * gun.damage.plus),
        rof="1",
        range=gun.range,
        weight=0.0,
        burst=False,
        suppressive=False,
        feed="",
    )
