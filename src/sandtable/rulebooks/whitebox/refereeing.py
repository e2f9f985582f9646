"""AMBUSH by the referee's word: whom he puts in hiding before the fight, or brings out."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.pieces import Vehicle
from sandtable.table import Point

AMBUSH: Final = "owb.ambush.conditions"


def conceal(state: OwbState, name: str) -> str:
    """Have somebody, or a vehicle with all aboard, lie in ambush.

    Raises:
        Refusal: If the fight has begun, in which everybody is in sight; or if he is hidden already.
    """
    piece = state.pieces[name]
    if state.phase != "setup":
        raise Refusal(AMBUSH, "The fight has begun; an ambush is laid before it.")
    _check_on_foot(piece)
    if piece.hidden:
        raise Refusal(AMBUSH, f"{piece.name} is hidden already.")
    _hide(state, piece, hidden=True)
    return f"The referee has {piece.name} lie in ambush."


def bring_out(state: OwbState, name: str, at: Point | None = None) -> str:
    """Show somebody who lies in ambush, or a vehicle with all aboard.

    Raises:
        Refusal: If there is nobody of that name, or he is not hidden.
    """
    piece = state.pieces.get(name)
    if piece is None:
        raise Refusal(AMBUSH, f"There is nobody called {name!r}.")
    _check_on_foot(piece)
    if not piece.hidden:
        raise Refusal(AMBUSH, f"{piece.name} is not hidden.")
    _hide(state, piece, hidden=False)
    if at is not None:
        _put(state, piece, at)
    return f"The referee brings {piece.name} out of hiding."


def _check_on_foot(piece: Person | Vehicle) -> None:
    cite(AMBUSH)
    if isinstance(piece, Person) and piece.aboard:
        raise Refusal(AMBUSH, f"{piece.name} is aboard a vehicle; name that.")


def _hide(state: OwbState, piece: Person | Vehicle, *, hidden: bool) -> None:
    if isinstance(piece, Person):
        state.change(piece.id, hidden=hidden)
        return
    state.alter(piece.id, hidden=hidden)
    for person in state.occupants(piece.id):
        state.change(person.id, hidden=hidden)


def _put(state: OwbState, piece: Person | Vehicle, at: Point) -> None:
    change = state.change if isinstance(piece, Person) else state.alter
    change(piece.id, x=at[0], y=at[1])
