"""What an order to fire asks for: the shot, ready to be rolled, or why it cannot be fired."""

from __future__ import annotations

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ...part1_personal.attack.attack_roll import Blow
from ...state import OwbState
from ...state.footprint import squares_between
from ...state.people import Person
from ...state.vehicle_orders import FireGun
from .at_squares import SquareShot, shot_at_square
from .bearing import Manned, check_once, manned
from .shells import check_round
from .shots_at_men import shot_at_person
from .shots_at_vehicles import VehicleShot, shot_at_vehicle
from .suppressive_fire import area_at, is_slow, reach_of_gun

Shot = VehicleShot | Blow | SquareShot


def ready(state: OwbState, person: Person, order: FireGun) -> Shot | Refusal:
    """The shot that a gunner is ordered to fire, or why he cannot."""
    return state.once(order, lambda: _ready(state, person, order))


def _ready(state: OwbState, person: Person, order: FireGun) -> Shot | Refusal:
    gun = manned(state, person, order.mount)
    if isinstance(gun, Refusal):
        return gun
    refusal = check_once(state, gun) or check_round(state, gun.mount, order.round)
    if refusal is not None:
        return refusal
    if (order.target is None) == (order.at is None):
        return Refusal("owb.vattack.roll", "Name a target, or a square.")
    if order.mode != "single":
        refusal = _check_automatic(state, gun, order)
        if refusal is not None:
            return refusal
    if order.at is not None:
        return shot_at_square(state, gun, order.at, order.round)
    if order.round == "smoke":
        return Refusal("owb.vammo.smoke", "Smoke is fired at a square.")
    return _at_somebody(state, gun, order)


def _at_somebody(state: OwbState, gun: Manned, order: FireGun) -> Shot | Refusal:
    assert order.target is not None
    vehicle = state.find_vehicle(order.target)
    if vehicle is not None:
        return shot_at_vehicle(state, gun, vehicle, order.mode, piercing=order.round == "AP")
    target = state.find_person(order.target)
    if target is None:
        return Refusal("owb.vattack.line-of-sight", "There is nobody of that name.")
    if gun.big:
        rule = "owb.combined.vehicle-weapon-direct-hit"
        cite(rule)
        if not state.on("direct_hits_on_characters"):
            return Refusal(rule, "It is aimed at a square, not at a single character.")
    else:
        cite("owb.vweapon.machineguns-on-vehicles")
    return shot_at_person(state, gun, target, order.mode)


def _check_automatic(state: OwbState, gun: Manned, order: FireGun) -> Refusal | None:
    """Why a weapon cannot fire a burst, or suppressive fire, at a target."""
    rule = "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles"
    if not gun.automatic:
        return Refusal(rule, "It fires single rounds.")
    vehicle = state.find_vehicle(order.target or "")
    if gun.big:
        cite(rule)
        if vehicle is None:
            return Refusal(rule, "It fires bursts only at vehicles.")
    if order.mode != "suppress" or not is_slow(gun.vehicle):
        return None
    aim = area_at(state, gun, order.target or "")
    if aim is not None and squares_between(gun.source, aim) > reach_of_gun(state, gun):
        return Refusal("owb.suppress.cone-reach", "That is beyond the reach of the cone.")
    return None


def target_squares(state: OwbState, name: str) -> tuple[Square, ...]:
    """The squares of a vehicle, or the square of a character, on foot or in his vehicle."""
    person = state.find_person(name)
    if person is not None and not person.aboard:
        return (state.square(person),)
    vehicle = state.find_vehicle(person.aboard if person is not None else name)
    return () if vehicle is None else state.footprint(vehicle).squares
