"""What the decisions of this book have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, Unpack

import msgspec

from sandtable.acts import Act, Answer, Words
from sandtable.battle import Choice, Order, Refusal, agenda, case
from sandtable.battle.page import Action, Kind, Slot
from sandtable.battle.slots import Told
from sandtable.table import grid

from . import OwbState
from .orders import Done, Hold
from .people import Person
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


def question(
    state: OwbState,
    names: tuple[str, ...],
    ask: str,
    rule: str,
    prompt: str,
    also: tuple[str, ...] = (),
) -> Choice:
    """What those who command some characters and vehicles are asked, about these and others."""
    seats = owners(state, names)
    return Choice(seats=seats, ask=ask, rule=rule, prompt=prompt, about=(*names, *also))


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


@dataclass(frozen=True)
class Case(case.Case[OwbState]):
    """What a seat has to decide, and all that it knows."""

    def commands(self, name: str) -> bool:
        """Whether a character or a vehicle is this seat's to order about."""
        piece = self.state.pieces.get(name)
        if piece is None or self.state.setting.side_of(self.seat) not in (piece.side, None):
            return False
        return commands(self.state, self.seat, name)

    def by_distance(self, people: Iterable[Person], to: Person) -> list[Person]:
        """Some characters, the nearest first."""
        own = self.state.square(to)
        return sorted(people, key=lambda one: grid.distance(own, self.state.square(one)))

    def action(self, kind: type[Order], words: Kind, **told: Unpack[Told]) -> Action:
        """Something that can be ordered, without what goes without saying."""
        told["fixed"] = _said(kind, told.get("fixed") or {})
        return super().action(kind, words, **told)

    def done(self, label: str, hint: str = "", order: type[Order] = Done) -> Action:
        """The answer that ends something, or makes no use of a chance."""
        words = Kind(label=label, key="E", hint=hint)
        return self.action(order, words, refusal=self.refusal(order()), ends=True)


def _said(kind: type[Order], fixed: dict[str, Any]) -> dict[str, Any]:
    """What is settled of an order, without what goes without saying."""
    usual = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return {name: value for name, value in fixed.items() if value != usual[name]}


def named(state: OwbState, name: str | None) -> str:
    """What a piece is called; anything else as it is."""
    piece = state.pieces.get(name or "")
    return piece.name if piece is not None else name or ""


O = TypeVar("O", bound=Order)  # noqa: E741 - an order


class Reply(Answer[OwbState, O, F]):
    """What the character whom a frame is about may answer."""

    def places(self, frame: Any) -> tuple[str, ...]:
        """The pieces with which the answer is offered: himself."""
        return (frame.person,)

    def slots(self, case: Case) -> tuple[Slot, ...]:
        return ()

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """To the seat, or with him."""
        if piece is None or piece in self.places(case.frame):
            slots = self.slots(case)
            yield case.action(self.order, self.words, piece=case.frame.person, slots=slots)


class LettingPass(Act[OwbState, Hold]):
    """The moment passes, or an attack is lost."""

    order = Hold
    words = Words(
        label="Let it pass",
        key="E",
        typed="hold",
        means="Let the moment pass.",
        also=("pass", "no"),
    )


class NothingMore(Act[OwbState, Done]):
    """There is nothing more to declare, or the rest passes."""

    order = Done
    words = Words(
        label="Nothing more",
        key="E",
        typed="done",
        means="Nothing more to declare; the rest of the group passes.",
    )
