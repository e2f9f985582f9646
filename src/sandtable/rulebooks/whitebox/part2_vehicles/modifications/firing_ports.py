"""Hand weapons fired out of vehicles: over the sides, and through firing ports."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite

from ...part1_personal.attack.attack_roll import Blow
from ...part1_personal.attack.missile import AREA_WEAPONS, check_twice, check_weapon
from ...part3_combining.exposed import OVER_SIDES
from ...state import Mount, OwbState, Person, Vehicle
from ...state.vehicle_orders import FirePort
from ...state.vehicles import OPERATOR
from ..attack.attack_roll import VehicleShot, shot_at_person, shot_at_vehicle
from ..attack.bearing import Manned, check_vehicle, gun_of

RULE: Final = "owb.vattack.passengers-fire-hand-weapons"
PORTS: Final = {"F": 1, "R": 2, "L": 2, "A": 1}
"""How many ports there are on each side."""

OVER_AT_MOST: Final = 6
"""How many passengers can fire over the sides of an open carrier in a round."""


def fires_through(vehicle: Vehicle, port: str) -> str:
    """What is noted of somebody who fires out of a vehicle: his port, or that he stood up."""
    if not vehicle.armor:
        return ""
    return port or OVER_SIDES


def check_place(state: OwbState, person: Person, vehicle: Vehicle, port: str) -> Refusal | None:
    """Why somebody cannot fire out of a vehicle like that, or ``None`` if he can."""
    cite(RULE)
    if vehicle.mount(person.seat) is not None:
        return Refusal("owb.mod.firing-ports", "Who mans a weapon does not use a port.")
    if person.seat == OPERATOR and vehicle.pace != "stopped":
        rule = "owb.vehicle.operator-fires-only-operator-linked"
        return Refusal(rule, "The operator fires a hand weapon only from a standing vehicle.")
    if not vehicle.armor:
        return Refusal(RULE, "There are no ports; he fires over the side.") if port else None
    taken = sum(
        other.ported == fires_through(vehicle, port) and other.id != person.id
        for other in state.occupants(vehicle.id)
    )
    if not port:
        if not vehicle.open_top:
            return Refusal(RULE, "It is closed; he needs a firing port.")
        return None if taken < OVER_AT_MOST else Refusal(RULE, "Six have fired over the sides.")
    rule = "owb.mod.firing-ports"
    cite(rule)
    if not vehicle.has("firing-ports"):
        return Refusal(rule, "There are no firing ports.")
    return None if taken < PORTS[port] else Refusal(rule, "Every port of that side is taken.")


def hand_weapon(state: OwbState, person: Person, order: FirePort) -> Manned | Refusal:
    """A hand weapon at the place that it is fired from, or why it cannot be fired there."""
    vehicle = state.find_vehicle(person.aboard)
    if vehicle is None:
        return Refusal(RULE, "He is not in a vehicle.")
    arm = person.arm(order.weapon)
    if arm is None or arm.id in AREA_WEAPONS:
        return Refusal(RULE, "He has no such weapon that he could fire out of it.")
    refusal = (
        check_vehicle(vehicle)
        or check_place(state, person, vehicle, order.port)
        or check_weapon(state, person, arm, order.mode)
        or check_twice(arm.weapon, order.mode, twice=order.twice)
    )
    if refusal is not None:
        return refusal
    mount = Mount(id="", weapon=arm.id, kind=order.port or "PIN")
    return gun_of(state, vehicle, person, mount)


def shot_through_port(
    state: OwbState, person: Person, order: FirePort
) -> VehicleShot | Blow | Refusal:
    """A shot with a hand weapon out of a vehicle, ready to be rolled, or why it cannot be."""
    gun = hand_weapon(state, person, order)
    if isinstance(gun, Refusal):
        return gun
    vehicle = state.find_vehicle(order.target)
    if vehicle is not None:
        return shot_at_vehicle(state, gun, vehicle, order.mode)
    target = state.find_person(order.target)
    if target is None:
        return Refusal("owb.vattack.line-of-sight", "There is nobody of that name.")
    return shot_at_person(state, gun, target, order.mode)
