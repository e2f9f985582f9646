"""Hiding and showing by the referee's word.

Before the first round whoever is hidden lies in ambush, as the book has it. Later it knows of no
hiding: somebody whom the referee hides then is off the map and out of everybody's reach, and does
nothing himself, until the referee shows him again. So nothing that happens can betray him, except
that a battle does not end while he is there.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.battle.orders import parts_in
from sandtable.battle.rulings import RULE_ZERO
from sandtable.catalogue import cite

from ..part2_vehicles.maneuvers.driving_check import complete_stop
from ..state import OwbState
from ..state.footprint import footprint_at
from ..state.people import Person
from ..state.vehicles import Vehicle
from .rulings import nearest_room

RULE = "owb.base.information"

# -- hiding ---------------------------------------------------------------------------------------


def conceal(state: OwbState, name: str) -> str:
    """Hide a character, or a vehicle with all aboard.

    Raises:
        Refusal: If he is aboard something, or in the middle of something.
    """
    cite(RULE)
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
        return Refusal(RULE, f"{piece.name} is hidden already.")
    if isinstance(piece, Person) and piece.aboard:
        return Refusal(
            RULE, f"{piece.name} is aboard {state.vehicle(piece.aboard).name}; hide that."
        )
    if isinstance(piece, Person) and (piece.off_map or not piece.able):
        return Refusal(RULE, f"{piece.name} is not on the map, or out of action.")
    if isinstance(piece, Vehicle) and piece.wreck:
        return Refusal(RULE, f"{piece.name} is a wreck.")
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


# -- showing --------------------------------------------------------------------------------------


def reveal(state: OwbState, name: str, at: tuple[float, float] | None = None) -> str:
    """Show somebody who is hidden, where he was or somewhere else.

    Raises:
        Refusal: If he is not hidden, or cannot be there.
    """
    cite(RULE)
    piece = state.pieces.get(name)
    if piece is None:
        raise Refusal(RULE, f"There is nobody called {name!r}.")
    if not piece.hidden:
        raise Refusal(RULE, f"{piece.name} is not hidden.")
    if isinstance(piece, Person) and piece.aboard:
        raise Refusal(
            RULE, f"{piece.name} is aboard {state.vehicle(piece.aboard).name}; show that."
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
        raise Refusal(RULE, f"There is no room for {person.name} there.")
    state.move_to(person.id, best)
