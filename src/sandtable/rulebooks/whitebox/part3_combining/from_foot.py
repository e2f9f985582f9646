"""Men on foot against vehicles and those aboard: with hand weapons, and hand to hand."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.odds import Tally
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
from ..part1_personal.attack.missile import (
    BURST_BONUS,
    add_range,
    add_shotgun,
    barrels,
    blow_at,
    check_twice,
    check_weapon,
    range_band,
    too_far,
)
from ..part1_personal.attack.modifiers import add_attacker_modifiers, add_vehicle_modifiers
from ..part1_personal.autofire.suppressive_fire import check_suppress, check_sweep, reach_of
from ..part1_personal.core_rulebook.persons import base_hit_bonus
from ..part1_personal.explosives.blasts import IMPACT
from ..part1_personal.explosives.throwing import Lob, throw_at
from ..part1_personal.line_of_sight.sight import eye, in_arc, leaning_out, range_between, walled_off
from ..part2_vehicles.attack.attack_roll import (
    VehicleShot,
    add_vehicle_shelter,
    direct_shot,
    face_hit,
)
from ..part2_vehicles.attack.line_of_fire import open_squares, vehicle_shelter
from ..part2_vehicles.modifications.modifications import flies
from ..state import Arm, OwbState, Person, Vehicle
from ..state.footprint import nearest_to
from ..state.tables import weapon_called
from ..state.vehicle_orders import ShootAboard
from .exposed import exposed, occupant_shelter, occupant_square

SIGHT: Final = "owb.los.character-at-vehicle"
INDIRECT: Final = ("mortar", "flamethrower")
"""Weapons that are aimed at a square even where a vehicle stands."""


def check_shoot_aboard(
    state: OwbState, person: Person, order: ShootAboard, *, turning: bool = True
) -> Refusal | None:
    """Why a shot at a vehicle or at somebody aboard cannot be fired, or ``None`` if it can."""
    vehicle = state.find_vehicle(order.vehicle)
    if vehicle is None or vehicle.hidden:
        return Refusal(SIGHT, "There is no vehicle of that name.")
    if order.underside:
        there = leaning_out(state, person, order.lean)
        found = aim_under(state, there, order.weapon, vehicle, turning=turning)
        return found if isinstance(found, Refusal) else None
    arm = person.arm(order.weapon)
    if arm is None:
        return Refusal(SIGHT, f"He has no {weapon_called(order.weapon)}.")
    aimed = aim(state, person, arm, order, turning=turning)
    if isinstance(aimed, Refusal):
        return aimed
    if order.mode == "suppress":
        there = leaning_out(state, person, order.lean)
        return _check_suppress(state, there, arm, vehicle)
    return check_twice(arm.weapon, order.mode, twice=order.twice)


def aim(
    state: OwbState, person: Person, arm: Arm, order: ShootAboard, *, turning: bool = True
) -> VehicleShot | Blow | Refusal:
    """The shot that an order asks for, ready to be rolled, or why it cannot be fired."""
    person = leaning_out(state, person, order.lean)
    vehicle = state.vehicle(order.vehicle)
    if order.occupant is None:
        return aim_at_vehicle(state, person, arm, vehicle, order.mode, turning=turning)
    target = state.find_person(order.occupant)
    if target is None or target.aboard != vehicle.id:
        return Refusal(SIGHT, "There is nobody of that name aboard.")
    return aim_at_occupant(state, person, arm, target, order.mode, turning=turning)


def aim_at_vehicle(
    state: OwbState, person: Person, arm: Arm, vehicle: Vehicle, mode: str, *, turning: bool = True
) -> VehicleShot | Refusal:
    """A shot at a vehicle, ready to be rolled, or why it cannot be fired.

    Its nearest square counts for the range, half of its squares for cover, and the side towards
    the shooter for its hull.
    """
    cite(SIGHT)
    if vehicle.side == person.side or not vehicle.on_table or flies(vehicle):
        return Refusal(SIGHT, f"{vehicle.name} is no target.")
    if vehicle.wreck == "exploded":
        return Refusal(SIGHT, f"Nothing is left of {vehicle.name} to shoot at.")
    if refusal := _check_arm(state, person, arm, mode):
        return refusal
    origin = eye(state, person)
    seen = open_squares(state, origin, vehicle)
    if not any(turning or in_arc(origin, person.facing, square) for square in seen):
        return Refusal(SIGHT, f"{person.name} has no open line to {vehicle.name}.")
    band = _band_to(state, person, arm, *state.footprint(vehicle).squares)
    if isinstance(band, Refusal):
        return band
    burst = mode in ("burst", "suppress")
    if arm.id.startswith("rpg"):
        cite("owb.weapon.rpg-against-vehicles")
    return direct_shot(
        vehicle,
        face_hit(state, origin, vehicle),
        attacker=person.id,
        weapon=arm.id,
        tally=_tally(state, person, arm, vehicle, origin, band, burst=burst),
        damage=arm.weapon.damage,
        times=barrels(mode, band),
        fumbles=state.on("naturals_personal"),
    )


def _tally(
    state: OwbState,
    person: Person,
    arm: Arm,
    vehicle: Vehicle,
    origin: Square,
    band: int,
    *,
    burst: bool,
) -> Tally:
    tally = Tally("attacker").add(
        base_hit_bonus(person.combatant), "owb.attack.roll", "Base Hit Bonus"
    )
    tally.add_if(person.dexterity != 0, person.dexterity, "owb.missile.dexterity", "Dexterity")
    add_range(tally, band)
    add_shotgun(tally, arm.id, band)
    if burst:
        tally.add(BURST_BONUS, "owb.burst.bonus", "burst")
    add_vehicle_shelter(tally, vehicle_shelter(state, origin, vehicle), burst=burst)
    add_attacker_modifiers(tally, state, person, None, melee=False)
    add_vehicle_modifiers(tally, state, person, vehicle)
    return tally


def aim_at_occupant(
    state: OwbState, person: Person, arm: Arm, target: Person, mode: str, *, turning: bool = True
) -> Blow | Refusal:
    """A shot at somebody aboard who can be seen, ready to be rolled, or why it cannot be fired."""
    cite(SIGHT)
    if target.side == person.side or target.out == "dead" or arm.id.startswith("rpg"):
        return Refusal(SIGHT, f"{target.name} is no target for that.")
    if flies(state.vehicle(target.aboard)):
        return Refusal("owb.mod.aerial", f"{target.name} is in the air.")
    if refusal := _check_arm(state, person, arm, mode):
        return refusal
    origin = eye(state, person)
    shelter = occupant_shelter(state, origin, target)
    spot = occupant_square(state, origin, target)
    if spot is None or shelter == "full":
        return Refusal(
            "owb.crew.occupants-of-armored-vehicles-not-targetable",
            f"{target.name} cannot be seen inside.",
        )
    if not turning and not in_arc(origin, person.facing, spot):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    band = _band_to(state, person, arm, spot)
    if isinstance(band, Refusal):
        return band
    return blow_at(state, person, arm.weapon, target, mode, shelter, band)


def _check_arm(state: OwbState, person: Person, arm: Arm, mode: str) -> Refusal | None:
    if arm.id in INDIRECT:
        return Refusal(SIGHT, "That is aimed at a square.")
    return check_weapon(state, person, arm, mode)


def _band_to(state: OwbState, person: Person, arm: Arm, *squares: Square) -> int | Refusal:
    """Which range the nearest of some squares is at, or why they are out of it."""
    own = state.square(person)
    distance = min(range_between(state, own, square) for square in squares)
    band = range_band(state, arm.weapon, distance)
    if band is None:
        return too_far(arm.weapon, distance)
    return band


def _check_suppress(state: OwbState, person: Person, arm: Arm, vehicle: Vehicle) -> Refusal | None:
    if refusal := check_suppress(state, person, arm):
        return refusal
    own = state.square(person)
    aimed = area_of_fire(state, eye(state, person), vehicle)
    if grid.distance(own, aimed) > reach_of(state, arm.id):
        return Refusal("owb.suppress.cone-reach", "That is beyond the reach of the cone.")
    trained = person.trained
    if trained is not None and trained.aim == aimed and check_sweep(state, person) is None:
        return Refusal("owb.suppress.continue", "It is trained on that area already.")
    return None


# -- squares --------------------------------------------------------------------------------------


def area_of_fire(state: OwbState, origin: Square, vehicle: Vehicle) -> Square:
    """The aim square of suppressive fire at a vehicle or at somebody aboard: the nearest open one.

    Whoever is aboard counts as being there; where no line is open, it is the nearest of all.
    """
    cite("owb.suppress.opening-burst", SIGHT)
    return _nearest(state, origin, vehicle, open_squares(state, origin, vehicle))


def nearest_square(state: OwbState, origin: Square, vehicle: Vehicle) -> Square:
    """The square of a vehicle nearest to another: then nearest to its centre, y and x smallest."""
    return _nearest(state, origin, vehicle, ())


def _nearest(
    state: OwbState, origin: Square, vehicle: Vehicle, among: Collection[Square]
) -> Square:
    print_ = state.footprint(vehicle)
    x, y = print_.centre

    def rank(square: Square) -> tuple[float, ...]:
        off = (square[0] - x) ** 2 + (square[1] - y) ** 2
        return (grid.distance(origin, square), off, square[1], square[0])

    return min(among or print_.squares, key=rank)


# -- under a vehicle ------------------------------------------------------------------------------


def aim_under(
    state: OwbState, person: Person, bomb: str, vehicle: Vehicle, *, turning: bool = True
) -> Lob | Refusal:
    """An impact explosive thrown under a vehicle, or why it cannot be."""
    rule = "owb.hull.personal-explosive-position"
    cite(rule)
    if bomb not in IMPACT or not person.bombs_of(bomb):
        return Refusal(rule, "He has no impact explosive of that kind.")
    if vehicle.side == person.side or not vehicle.on_table or flies(vehicle):
        return Refusal(rule, f"{vehicle.name} is no target.")
    square = nearest_square(state, state.square(person), vehicle)
    return throw_at(state, person, bomb, square, turning=turning)


def stray_rocket(state: OwbState, shot: VehicleShot, own: Square) -> Lob:
    """A rocket that has missed a vehicle, on its way past the square that is nearest.

    Args:
        state: Where the fight stands.
        shot: The rocket.
        own: The square that it was fired from.
    """
    spot = nearest_to(state.footprint(state.vehicle(shot.vehicle)), own)
    return Lob(origin=own, square=spot, tally=shot.tally, armor=Tally("target"))


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
    return direct_shot(
        vehicle,
        face_hit(state, state.square(person), vehicle),
        attacker=person.id,
        weapon=blade,
        tally=tally,
        damage=damage_of(person, blade),
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
