"""What the referee's word, and what is hidden, mean for vehicles and those aboard them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.battle.orders import parts_in
from sandtable.battle.rulings import RULE_ZERO
from sandtable.catalogue import cite
from sandtable.scenario.errors import not_among
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part2_vehicles.maneuvers.driving_check import complete_stop
from ..part2_vehicles.movement.terrain import squares_off_map
from ..part2_vehicles.round.crew import free_seats
from ..setting_up.people import BOMBS
from ..setting_up.vehicles import LONGEST
from ..state import OwbState, Person, Vehicle
from ..state.footprint import footprint_at, ring
from ..state.tables import ARMOR, COMBATANTS, MELEE, MISSILE
from ..state.vehicle_stats import BLOCKS

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


SECRETS = "owb.base.information"


def conceal(state: OwbState, name: str) -> str:
    """Hide a character, or a vehicle with all aboard.

    Raises:
        Refusal: If he is aboard something, or in the middle of something.
    """
    cite(SECRETS)
    piece = state.pieces[name]
    people = _with_all(state, piece)
    refusal = _check(state, piece, people)
    if refusal is not None:
        raise refusal
    before = state.phase == "setup"
    for person in people:
        state.put(replace(person if before else _at_rest(person), hidden=True))
    if not before and isinstance(piece, Vehicle):
        complete_stop(state, name)
    _mark(state, name, hidden=True, on_table=piece.on_table and before)
    if before:
        return f"The referee has {piece.name} lie in ambush."
    return f"The referee hides {piece.name}, out of play."


def _mark(state: OwbState, name: str, *, hidden: bool, on_table: bool) -> None:
    if isinstance(state.pieces[name], Vehicle):
        state.alter(name, hidden=hidden, on_table=on_table)
    else:
        state.change(name, hidden=hidden, on_table=on_table)


def _with_all(state: OwbState, piece: Person | Vehicle) -> list[Person]:
    return [piece] if isinstance(piece, Person) else state.occupants(piece.id)


def _at_rest(person: Person) -> Person:
    """A character who holds nothing ready any more."""
    return replace(person, withheld=False, trained=None, lean=None, moving=False, late="")


def _check(state: OwbState, piece: Person | Vehicle, people: list[Person]) -> Refusal | None:
    if piece.hidden:
        return Refusal(SECRETS, f"{piece.name} is hidden already.")
    if isinstance(piece, Person) and piece.aboard:
        return Refusal(
            SECRETS,
            f"{piece.name} is aboard {state.vehicle(piece.aboard).name}; hide that.",
        )
    if isinstance(piece, Person) and (piece.off_map or not piece.able):
        return Refusal(SECRETS, f"{piece.name} is not on the map, or out of action.")
    if isinstance(piece, Vehicle) and piece.wreck:
        return Refusal(SECRETS, f"{piece.name} is a wreck.")
    if state.phase == "setup":
        return None
    names = {piece.id, *(person.id for person in people)}
    if any(part in names for frame in state.agenda for part in parts_in(frame)):
        reason = f"{piece.name} is in the middle of something that must be settled first."
        return Refusal(RULE_ZERO, reason)
    for person in people:
        if person.burning or person.cooking or person.out == "incapacitated":
            return Refusal(RULE_ZERO, f"{person.name} would betray the place: see to him first.")
    return None


def reveal(state: OwbState, name: str, at: tuple[float, float] | None = None) -> str:
    """Show somebody who is hidden, where he was or somewhere else.

    Raises:
        Refusal: If he is not hidden, or cannot be there.
    """
    cite(SECRETS)
    piece = state.pieces.get(name)
    if piece is None:
        raise Refusal(SECRETS, f"There is nobody called {name!r}.")
    if not piece.hidden:
        raise Refusal(SECRETS, f"{piece.name} is not hidden.")
    if isinstance(piece, Person) and piece.aboard:
        raise Refusal(
            SECRETS,
            f"{piece.name} is aboard {state.vehicle(piece.aboard).name}; show that.",
        )
    for person in _with_all(state, piece):
        state.change(person.id, hidden=False)
    waits = state.phase == "setup" and not piece.on_table
    _mark(state, name, hidden=False, on_table=not waits)
    if isinstance(piece, Vehicle):
        _put_vehicle(state, piece, at)
    elif not waits:
        _put_person(state, piece, at)
    return f"The referee brings {piece.name} out of hiding."


def _put_vehicle(state: OwbState, vehicle: Vehicle, at: tuple[float, float] | None) -> None:
    """Whether it can stand there is seen when the map is put in order."""
    if at is not None:
        centre = state.setting.grid_point(at)
        print_ = footprint_at((vehicle.length, vehicle.width), vehicle.facing, centre)
        state.place(vehicle.id, print_)


def _put_person(state: OwbState, person: Person, at: tuple[float, float] | None) -> None:
    """In the square that is named; if none is, as near as there is room to where he was."""
    own = state.square(person) if at is None else state.setting.square(at)
    width, rows = state.setting.width, state.setting.rows
    everywhere = ((x, y) for y in range(rows) for x in range(width))
    best = nearest_room(state, person, own, everywhere if at is None else [own])
    if best is None:
        raise Refusal(SECRETS, f"There is no room for {person.name} there.")
    state.move_to(person.id, best)


STRONGEST: Final = 3
"""The highest level of a Reinforced Hull."""


def check_sense(state: OwbState) -> None:
    """Check everybody and everything that a referee may have changed.

    Raises:
        Refusal: Naming whom, what was found and what would be right.
    """
    cite(RULE)
    for piece in state.pieces.values():
        found = _of_person(state, piece) if isinstance(piece, Person) else _of_vehicle(piece)
        for problem in found:
            raise Refusal(RULE, f"{piece.name} cannot be so: {problem}.")


def _of_person(state: OwbState, person: Person) -> Iterator[str]:
    if person.on_table and not state.setting.holds(state.square(person)):
        width, rows = state.setting.width, state.setting.rows
        yield f"he would be off the map of {width} x {rows} squares"
    yield from _unknown("rank", (person.rank,), COMBATANTS)
    yield from _unknown("arms", (arm.id for arm in person.arms), MISSILE)
    yield from _unknown("blades", person.blades, MELEE)
    yield from _unknown("armor", person.armor, ARMOR)
    yield from _unknown("bombs", (kind for kind, _ in person.bombs), BOMBS)
    for name in ("strength", "dexterity", "constitution"):
        if getattr(person, name) not in (-1, 0, 1):
            yield f"{name}: {getattr(person, name)} is no bonus; it is -1, 0 or 1"


def _unknown(field: str, words: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names = list(known)
    for word in words:
        if word not in names:
            yield f"{field}: {not_among(word[:40], names, 'such thing')}"


def _of_vehicle(vehicle: Vehicle) -> Iterator[str]:
    yield from _unknown("block", (vehicle.block,), BLOCKS)
    for name in ("length", "width"):
        if not 1 <= getattr(vehicle, name) <= LONGEST:
            yield f"{name}: {getattr(vehicle, name)} squares; it has 1 to {LONGEST}"
    if not 0 <= vehicle.hull <= STRONGEST:
        yield f"hull: {vehicle.hull} is no level; there are 0 to {STRONGEST}"
    if vehicle.hull_lost < 0:
        yield f"hull_lost: {vehicle.hull_lost} levels; it has lost 0 or more"
