"""What men on foot could do to vehicles and with them: a finite and sensible set of orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import blades_of
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import rolls_allowed
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import may_suppress
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import lean_outs
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import IMPACT
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import eye
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import (
    VehicleShot,
    face_hit,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import BURST, hull_level, share
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import free_seats, has_a_turn
from sandtable.rulebooks.whitebox.part3_combining.exposed import exposed
from sandtable.rulebooks.whitebox.part3_combining.from_foot import (
    INDIRECT,
    aim_at_vehicle,
    nearest_square,
)
from sandtable.rulebooks.whitebox.part3_combining.hand_to_hand import (
    squares_in_reach,
    strike_vehicle,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import distance_between
from sandtable.rulebooks.whitebox.state.orders import Flame, SetCharge, Strike, Throw
from sandtable.rulebooks.whitebox.state.people import Arm, Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import Board, Labour, ShootAboard, Work
from sandtable.rulebooks.whitebox.state.vehicles import OPERATOR, Vehicle
from sandtable.table import grid

PIERCING = ("rifle-anti-tank", "rpg-light", "rpg-medium", "rpg-heavy")
"""Weapons that are meant for vehicles."""

REACH = 4
"""How far explosives are thrown and flames go."""


def vehicles_worth_attacking(state: OwbState, side: str) -> Iterator[Vehicle]:
    """The vehicles of other sides that it makes sense to attack."""
    for vehicle in state.vehicles():
        worth = not vehicle.wreck or has_a_turn(state, vehicle)
        if vehicle.side != side and vehicle.on_table and worth and vehicle.wreck != "exploded":
            yield vehicle


def attacks_on_vehicles(state: OwbState, person: Person) -> Iterator[Order]:
    """Shots at vehicles that they could harm, and at those aboard; blows, explosives, flames."""
    for vehicle in vehicles_worth_attacking(state, person.side):
        for arm in person.arms:
            if arm.id not in INDIRECT:
                yield from _shots(state, person, arm, vehicle)
            if arm.id in PIERCING:
                yield from _around_cover(state, person, arm, vehicle)
        yield from _blows(state, person, vehicle)
        yield from _near_attacks(state, person, vehicle)


def _blows(state: OwbState, person: Person, vehicle: Vehicle) -> Iterator[Order]:
    """Blows by hand at a vehicle that they could harm, and at those aboard within reach."""
    if not squares_in_reach(state, person, vehicle):
        return
    blade = next(iter(blades_of(person)))
    blow = strike_vehicle(state, person, vehicle, blade)
    if isinstance(blow, VehicleShot) and blow.share:
        yield Strike(person=person.id, target=vehicle.id, weapon=blade)  # type: ignore[arg-type]
    for occupant in state.occupants(vehicle.id):
        if occupant.able and exposed(state, occupant, state.square(person)):
            yield Strike(person=person.id, target=occupant.id, weapon=blade)  # type: ignore[arg-type]


def _shots(state: OwbState, person: Person, arm: Arm, vehicle: Vehicle) -> Iterator[Order]:
    mode = "burst" if arm.weapon.burst else "single"
    # Most hand weapons do nothing to a hull, so that comes before lines are drawn to it.
    harms = share(arm.id, hull_level(vehicle, face_hit(state, eye(state, person), vehicle)))
    if harms and isinstance(aim_at_vehicle(state, person, arm, vehicle, mode), VehicleShot):
        yield _shot(person, vehicle, arm, mode)
        if may_suppress(arm):
            yield _shot(person, vehicle, arm, "suppress")
        if rolls_allowed(arm.weapon) > 1:
            yield replace(_shot(person, vehicle, arm, "single"), twice=True)
        if arm.id == "shotgun-double-barreled":
            yield _shot(person, vehicle, arm, "both-barrels")
    for occupant in state.occupants(vehicle.id):
        if occupant.able and exposed(state, occupant, eye(state, person)):
            yield _shot(person, vehicle, arm, mode, occupant.id)


def _around_cover(state: OwbState, person: Person, arm: Arm, vehicle: Vehicle) -> Iterator[Order]:
    """Shots around tall cover at a vehicle that cannot be shot at from one's own square."""
    spots = list(lean_outs(state, person))
    if not spots or isinstance(aim_at_vehicle(state, person, arm, vehicle, "single"), VehicleShot):
        return
    for spot in spots:
        yield replace(_shot(person, vehicle, arm, "single"), lean=state.setting.point(spot))


def _shot(
    person: Person, vehicle: Vehicle, arm: Arm, mode: str, occupant: str | None = None
) -> ShootAboard:
    return ShootAboard(
        person=person.id,
        vehicle=vehicle.id,
        weapon=arm.id,
        occupant=occupant,
        mode=mode,  # type: ignore[arg-type]
    )


def _near_attacks(state: OwbState, person: Person, vehicle: Vehicle) -> Iterator[Order]:
    own = state.square(person)
    square = nearest_square(state, own, vehicle)
    if grid.distance(own, square) > REACH:
        return
    at = state.setting.point(square)
    if share(BURST, hull_level(vehicle, "top")):
        for bomb, _ in person.bombs:
            if bomb in IMPACT:
                yield ShootAboard(person=person.id, vehicle=vehicle.id, weapon=bomb, underside=True)
            if bomb != "charge":
                yield Throw(person=person.id, bomb=bomb, at=at)  # type: ignore[arg-type]
    if person.arm("flamethrower") is not None:
        yield Flame(person=person.id, at=at)


def actions_at_vehicles(state: OwbState, person: Person) -> Iterator[Order]:
    """Getting in, work, and charges, for those who stand beside a vehicle."""
    own = (state.square(person),)
    for vehicle in state.vehicles():
        if not vehicle.on_table:
            continue
        squares = state.footprint(vehicle).squares
        if distance_between(own, squares) != 1:
            continue
        if vehicle.side == person.side:
            yield from _boardings(state, person, vehicle)
            for labour in get_args(Labour):
                yield Work(person=person.id, vehicle=vehicle.id, labour=labour)
        elif person.bombs_of("charge"):
            at, attach = state.setting.point(own[0]), nearest_square(state, own[0], vehicle)
            fixed = state.setting.point(attach)
            yield SetCharge(person=person.id, at=at, fuse=1, attach=fixed)


def _boardings(state: OwbState, person: Person, vehicle: Vehicle) -> Iterator[Order]:
    """The operator's seat, the guns, and one of the passengers'."""
    free = free_seats(state, vehicle)
    working = [seat for seat in free if seat == OPERATOR or vehicle.mount(seat) is not None]
    for seat in (*working, *[seat for seat in free if seat not in working][:1]):
        yield Board(person=person.id, vehicle=vehicle.id, seat=seat)
