"""Answers of a character who is asked something in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

from sandtable.acts import Act, Answer, Words
from sandtable.battle import Order
from sandtable.battle.handling import Action, Slot

from . import OwbState
from .case import Case
from .orders import Done, Hold

O = TypeVar("O", bound=Order)  # noqa: E741 - an order
F = TypeVar("F")


class Reply(Answer[OwbState, O, F]):
    """What the character whom a frame is about may answer."""

    def places(self, frame: Any) -> tuple[str, ...]:
        """The pieces with which the answer is offered: himself."""
        return (frame.person,)

    def slots(self, case: Case) -> tuple[Slot, ...]:
        """What is left to say."""
        return ()

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """To the seat, or with him."""
        if piece is None or piece in self.places(case.frame):
            slots = self.slots(case)
            yield case.action(self.order, self.words, piece=case.frame.person, slots=slots)


class LettingPass(Act[OwbState, Hold]):
    """The moment passes, or an attack is lost."""

    order: ClassVar[type[Order]] = Hold
    words: ClassVar[Words] = Words(
        label="Let it pass",
        key="E",
        typed="hold",
        means="Let the moment pass.",
        also=("pass", "no"),
    )


class NothingMore(Act[OwbState, Done]):
    """There is nothing more to declare, or the rest passes."""

    order: ClassVar[type[Order]] = Done
    words: ClassVar[Words] = Words(
        label="Nothing more",
        key="E",
        typed="done",
        means="Nothing more to declare; the rest of the group passes.",
    )
