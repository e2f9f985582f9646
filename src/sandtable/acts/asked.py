"""A decision whose answers are acts: what it asks, and everything else by its acts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from sandtable.acts.act import Answer
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.agenda import AgendaState, Decision
from sandtable.battle.page import Action
from sandtable.dice import Dice

A = TypeVar("A", bound=AgendaState)
F = TypeVar("F")


class Asked(Decision[A, F]):
    """A decision about a frame, answered by one of its acts."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]]
    """What answers it, in the order in which it is offered."""

    def __init_subclass__(cls) -> None:
        if "acts" in cls.__dict__:
            cls.answers = tuple(act.order for act in cls.acts)

    @abstractmethod
    def choice(self, state: A, frame: F) -> Choice:
        """Who is asked, and what."""

    def act_of(self, order: Order) -> Answer[Any, Any, Any]:
        """The act that an order asks for."""
        return next(act for act in self.acts if act.order is type(order))

    def at(self, frame: F) -> Iterator[Answer[Any, Any, Any]]:
        """Its acts that answer what is asked at this stage."""
        return (act for act in self.acts if act.is_asked(frame))

    def answers_to(self, frame: F) -> tuple[type[Order], ...]:
        """Their orders."""
        return tuple(act.order for act in self.at(frame))

    def check(self, state: A, frame: F, seat: str, order: Order) -> Refusal | None:
        """Why an answer is not allowed, or ``None``."""
        act = self.act_of(order)
        if not act.is_asked(frame):
            return self.mismatch(state, frame)
        return act.check(state, frame, seat, order)

    def apply(self, state: A, frame: F, seat: str, order: Order, dice: Dice) -> Iterator[Event]:
        """Carry a legal answer out."""
        return self.act_of(order).apply(state, frame, seat, order, dice)

    def candidates(self, state: A, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """Legal answers, a finite and sensible set, in a fixed order."""
        for act in self.at(frame):
            yield from act.offer(state, frame, seats)

    def listed(self, case: Any, piece: str | None) -> Iterator[Action]:
        """What a person can answer."""
        for act in self.at(case.frame):
            yield from act.answers(case, piece)
