"""What the decisions of this book have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sandtable.battle import Refusal, agenda

from . import OwbState
from .vehicles import OPERATOR

F = TypeVar("F")


Decision = agenda.Decision[OwbState, F]
"""A kind of decision, about a frame of the agenda."""

Step = agenda.Step[OwbState, F]
"""A frame that asks nobody: it settles itself, step by step."""


def owners(state: OwbState, names: Iterable[str]) -> tuple[str, ...]:
    """The seats that command any of these characters and vehicles."""
    return tuple(
        dict.fromkeys(
            seat
            for name in names
            for seat in state.setting.seats[state.pieces[name].side]
            if commands(state, seat, name)
        )
    )


def commands(state: OwbState, seat: str, name: str) -> bool:
    """Whether a seat may give orders to a character or a vehicle of its side.

    The ordinary crew of a vehicle goes with the vehicle, and a vehicle with whoever drives it.
    """
    if state.setting.commands(seat, name):
        return True
    vehicle = state.find_vehicle(name)
    if vehicle is not None:
        driver = state.in_seat(name, OPERATOR)
        return driver is not None and state.setting.commands(seat, driver.id)
    crew_of, _, seat_name = name.partition(".")
    return bool(seat_name) and state.setting.commands(seat, crew_of)


def not_his(state: OwbState, seat: str, name: str, rule: str) -> Refusal | None:
    """The refusal of an order for a character or a vehicle that the seat does not command."""
    piece = state.pieces.get(name)
    if piece is None or state.setting.side_of(seat) not in (piece.side, None):
        return Refusal(rule, "There is nobody of that name on this side.")
    if not commands(state, seat, name):
        return Refusal(rule, f"{piece.name} is another player's.")
    return None
