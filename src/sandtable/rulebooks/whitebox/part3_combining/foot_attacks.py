"""Attacks of men on foot on vehicles and on those aboard, carried out."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow, bonuses
from sandtable.rulebooks.whitebox.part1_personal.attack.delivering import (
    committed,
    lobbed,
    struck_at,
)
from sandtable.rulebooks.whitebox.part1_personal.autofire.sweeping import opened_fire
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import NEAR_MISS, Lob, scatter
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import shot_off
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import (
    ShotResult,
    VehicleShot,
    put_on_guard,
    shoot_vehicle,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import stray_at_vehicle
from sandtable.rulebooks.whitebox.part3_combining.from_foot import (
    aim,
    aim_under,
    area_of_fire,
    nearest_square,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import nearest_to
from sandtable.rulebooks.whitebox.state.frames import Item, Landing
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.table.grid import Square


def shoot_aboard(
    state: OwbState, person: Person, order: ShootAboard, dice: Dice
) -> Iterator[Event]:
    """Shoot at a vehicle or at somebody aboard, or throw something under it."""
    own = person.lean or state.square(person)
    vehicle = state.vehicle(order.vehicle)
    spot = nearest_square(state, own, vehicle)
    if order.underside:
        yield from _throw_under(state, person, order, spot, dice)
        return
    if order.mode == "suppress":
        spot = area_of_fire(state, own, vehicle)
    committed(state, person, towards=spot, direct=True)
    state.change(person.id, fired=True)
    for _ in range(2 if order.twice else 1):
        yield from _shoot_once(state, state.person(person.id), order, own, spot, dice)
    if order.mode == "suppress":
        yield from opened_fire(state, person.id, order.weapon, spot, order.helper, dice)


def _shoot_once(
    state: OwbState, person: Person, order: ShootAboard, own: Square, spot: Square, dice: Dice
) -> Iterator[Event]:
    """One attack roll; the second of two may have become impossible."""
    arm = person.arm(order.weapon)
    shot = None if arm is None else aim(state, person, arm, order)
    if arm is None or shot is None or isinstance(shot, Refusal):
        return
    state.put(person.with_arm(shot_off(state, arm, order.mode)))
    if isinstance(shot, Blow):
        yield from struck_at(state, shot, dice)
    else:
        result = yield from shoot_vehicle(state, shot, dice)
        yield from stray_at_vehicle(state, shot, result, own, dice)
        if arm.id.startswith("rpg") and not result.hit:
            yield from _rocket_goes_wide(state, shot, result, own, dice)
    if arm.weapon.thrown and state.person(person.id).arm(arm.id) is not None:
        state.put(state.person(person.id).without_arm(arm.id))
        state.items = (*state.items, Item(spot, arm))


def _rocket_goes_wide(
    state: OwbState, shot: VehicleShot, result: ShotResult, own: Square, dice: Dice
) -> Iterator[Event]:
    """A rocket that misses a vehicle narrowly bursts somewhere near it."""
    cite("owb.weapon.rpg-against-vehicles", "owb.scatter.near-miss-threshold")
    if result.die + bonuses(shot.tally) < NEAR_MISS:
        return
    lob = stray_rocket(state, shot, own)
    square = scatter(lob, state.grounds_without(shot.vehicle), dice)
    where = "off the map" if square is None else f"at {state.setting.told(square)}"
    yield Event(
        kind="explosive",
        text=f"The rocket bursts {where}.",
        rules=("owb.weapon.rpg-against-vehicles",),
        pieces=(shot.attacker,),
        rolls=dice.take_rolls(),
        data={"aim": lob.square, "lands": square},
    )
    if square is not None:
        state.push(Landing(kind=shot.weapon, square=square))


def stray_rocket(state: OwbState, shot: VehicleShot, own: Square) -> Lob:
    """A rocket that has missed a vehicle, on its way past the square that is nearest.

    Args:
        state: Where the fight stands.
        shot: The rocket.
        own: The square that it was fired from.
    """
    spot = nearest_to(state.footprint(state.vehicle(shot.vehicle)), own)
    return Lob(origin=own, square=spot, tally=shot.tally, armor=Tally("target"))


def _throw_under(
    state: OwbState, person: Person, order: ShootAboard, spot: Square, dice: Dice
) -> Iterator[Event]:
    lob = aim_under(state, person, order.weapon, state.vehicle(order.vehicle))
    assert isinstance(lob, Lob)
    committed(state, person, towards=spot)
    put_on_guard(state, order.vehicle)
    state.put(state.person(person.id).with_bombs(order.weapon, -1))
    yield from lobbed(state, person, order.weapon, lob, dice, under=order.vehicle)
