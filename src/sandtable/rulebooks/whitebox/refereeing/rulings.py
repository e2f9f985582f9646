"""What the referee's word, and what is hidden, mean for vehicles and those aboard them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part2_vehicles.movement.terrain import squares_off_map
from ..part2_vehicles.round.crew import free_seats
from ..state import OwbState
from ..state.footprint import ring
from ..state.people import Person
from ..state.vehicles import Vehicle

RULE = "owb.scope.rule-zero"


def unseen_by(state: OwbState, side: str | None) -> list[str]:
    """The characters and vehicles that lie in ambush for a side; crews go with their vehicles."""
    cite("owb.base.information")
    vehicles = {v.id for v in state.vehicles() if v.hidden and v.side != side}
    return [
        piece.id
        for piece in state.pieces.values()
        if piece.side != side
        and (piece.hidden or (isinstance(piece, Person) and piece.aboard in vehicles))
    ]


def put_in_order(state: OwbState) -> None:
    """Make the map agree with what the referee has changed.

    Characters stand on squares and vehicles on footprints, those aboard are where their vehicle
    is, each in a seat of his own, and whoever was in a vehicle that is gone is gone with it.

    Raises:
        Refusal: If a vehicle does not fit on the map, or somebody cannot be where he was put.
    """
    cite(RULE)
    for person in state.persons():
        if person.aboard:
            _keep_aboard(state, person)
    for vehicle in state.vehicles():
        _snap(state, vehicle)
    for person in state.persons():
        if person.seat and not person.aboard:
            _put_out(state, person)
        elif person.on_table:
            x, y = state.setting.point(state.square(person))
            state.change(person.id, x=x, y=y)
    _keep_apart(state)


def _snap(state: OwbState, vehicle: Vehicle) -> None:
    print_ = state.footprint(vehicle)
    if vehicle.on_table and squares_off_map(state, print_):
        raise Refusal(RULE, f"{vehicle.name} does not fit on the map there.")
    state.place(vehicle.id, print_)


def _keep_aboard(state: OwbState, person: Person) -> None:
    vehicle = state.find_vehicle(person.aboard)
    if vehicle is None:
        del state.pieces[person.id]
        return
    seat = person.seat
    others = [
        other.seat
        for other in state.persons()
        if other.aboard == vehicle.id and other.able and other.id != person.id
    ]
    if seat not in vehicle.all_seats or (person.able and seat in others):
        free = [one for one in free_seats(state, vehicle) if one not in others]
        if not free:
            raise Refusal(RULE, f"There is no seat for {person.name} in {vehicle.name}.")
        seat = free[0]
    state.change(person.id, seat=seat, on_table=False, hidden=vehicle.hidden)


def _put_out(state: OwbState, person: Person) -> None:
    """Somebody whom the referee has taken out of a vehicle stands as near to it as he can."""
    square = state.setting.square((person.x, person.y))
    vehicle = state.vehicle_at(square)
    state.change(person.id, seat="", seated_in=None, on_table=True)
    spots = [square] if vehicle is None else list(ring(state.footprint(vehicle)))
    best = nearest_room(state, person, square, spots)
    if best is None:
        raise Refusal(RULE, f"There is no room for {person.name} beside the vehicle.")
    state.move_to(person.id, best)


def _keep_apart(state: OwbState) -> None:
    """No two vehicles, and nobody on foot, in the same square."""
    taken: dict[tuple[int, int], str] = {}
    for vehicle in state.vehicles():
        for square in state.footprint(vehicle).squares if vehicle.on_table else ():
            if square in taken:
                other = state.vehicle(taken[square])
                raise Refusal(RULE, f"{vehicle.name} and {other.name} would be in one place.")
            taken[square] = vehicle.id
    for person in state.people():
        name = taken.get(state.square(person))
        if name is not None:
            where = state.vehicle(name).name
            raise Refusal(RULE, f"{person.name} would be in the same square as {where}.")


def nearest_room(
    state: OwbState, person: Person, near: Square, spots: Iterable[Square]
) -> Square | None:
    """Of some squares the free one nearest to another; of the equally near, from the north.

    Nobody else stands there, no vehicle, and nothing that a man cannot get into.
    """
    grounds = state.grounds
    taken = {state.square(one) for one in state.people() if one.id != person.id}
    free = [
        spot
        for spot in spots
        if spot not in taken
        and grounds.holds(spot)
        and not grounds.kind(spot).impassable
        and state.vehicle_at(spot) is None
    ]
    return min(free, key=lambda spot: (grid.distance(spot, near), spot[1], spot[0]), default=None)
