"""HEAVY WEAPON: FLAMETHROWER."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.damage.hull import damage_through, hull_level, share
from ...part3_combining.exposed import vehicles_swept
from ...state import OwbState
from ...state.footprint import zone_of
from ...state.people import Person
from ...state.tables import MISSILE
from ...state.vehicles import Vehicle
from ..attack.missile import check_weapon
from ..core_rulebook.persons import fate, plain_save, save_succeeds
from ..line_of_sight.sight import eye, in_arc, line_to

FLAMETHROWER: Final = "flamethrower"
WIDTH: Final = ((1, 3),)
LENGTH: Final = 4


class Burned(Struct, frozen=True):
    """What a flame does to one victim: his loss, and for how many rounds he burns."""

    damage: int
    rounds: int = 0


def flame_squares(origin: Square, aim: Square) -> tuple[Square, ...]:
    """The squares of the cone of flame, nearest first."""
    cite("owb.weapon.flamethrower-cone")
    return grid.cone(origin, aim, LENGTH, WIDTH)


def check_flame(
    state: OwbState, person: Person, square: Square, *, turning: bool = True
) -> Refusal | None:
    """Why a flamethrower cannot be fired towards a square, or ``None`` if it can."""
    arm = person.arm("flamethrower")
    if arm is None:
        return Refusal("owb.weapon.flamethrower-cone", "He has no flamethrower.")
    if not arm.fuel:
        return Refusal("owb.weapon.flamethrower-fuel", "The tanks are empty.")
    own, origin = state.square(person), eye(state, person)
    if square in (own, origin):
        return Refusal("owb.weapon.flamethrower-cone", "Choose a square to fire towards.")
    if own in flame_squares(origin, square):
        return Refusal("owb.weapon.flamethrower-cone", "He would stand in the flames himself.")
    if not turning and not in_arc(origin, person.facing, square):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    return check_weapon(state, person, arm, "single")


def flame_victims(state: OwbState, person: Person, aim: Square) -> tuple[str, ...]:
    """Everybody caught in the cone: friend or enemy, in open sight, not down behind low cover.

    Vehicles are caught too, and those aboard who are exposed.
    """
    cite("owb.weapon.flamethrower-cone")
    origin = eye(state, person)
    squares = set(flame_squares(origin, aim))
    found = vehicles_swept(state, origin, squares)
    for other in state.persons():
        square = state.square(other)
        if square not in squares or not other.on_table or other.out == "dead":
            continue
        line = line_to(state, origin, square)
        if line.blocked or (other.ducked and (line.low_cover or line.shelter)):
            continue
        found.append(((grid.distance(origin, square), square[1], square[0], 0), other.id))
    return tuple(name for _, name in sorted(found))


def flame_on_vehicle(state: OwbState, vehicle: Vehicle, origin: Square, dice: Dice) -> int:
    """What the flame does to a vehicle, which does not catch fire."""
    cite("owb.weapon.flamethrower-cone")
    level = hull_level(vehicle, zone_of(state.footprint(vehicle), origin))
    if not share(FLAMETHROWER, level):
        return 0
    rolled = MISSILE[FLAMETHROWER].damage.damage(dice, f"flame, {vehicle.name}")
    return damage_through(rolled, FLAMETHROWER, level)


def resolve_burned(state: OwbState, person: Person, dice: Dice) -> Burned:
    """What the flame does to a victim: damage without a save, then a save or he burns.

    Whom the damage puts out of action cannot save any more, unless that waits for a tie to end.
    """
    cite("owb.weapon.flamethrower-damage")
    damage = MISSILE["flamethrower"].damage.damage(dice, f"flame, {person.name}")
    after = "" if state.tied else fate(state, replace(person, hp=person.hp - damage))
    if after == "dead":
        return Burned(damage)
    cite("owb.weapon.flamethrower-catch-fire")
    able = person.able and not after
    if able and save_succeeds(person, plain_save(person), dice, "catch no fire"):
        return Burned(damage)
    return Burned(damage, dice.die(6, "rounds of burning"))


def fuel_rolled(dice: Dice) -> int:
    """How many blasts a flamethrower is good for."""
    cite("owb.weapon.flamethrower-fuel")
    return dice.die(6, "fuel")
