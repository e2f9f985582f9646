"""What every kind of decision can be asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Generic, TypeVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.state import P8State

F = TypeVar("F")


class Decision(ABC, Generic[F]):
    """A kind of decision, about a frame of the agenda (or about the phase, without any)."""

    answers: ClassVar[tuple[type[Order], ...]]
    """The orders that answer it, legal or not."""

    def answers_to(self, frame: F) -> tuple[type[Order], ...]:
        """Those of them that answer what is asked at this stage."""
        return self.answers

    @abstractmethod
    def choice(self, state: P8State, frame: F) -> Choice:
        """Who is asked, and what."""

    @abstractmethod
    def check(self, state: P8State, frame: F, seat: str, order: Order) -> Refusal | None:
        """Why an answer is not allowed, or ``None``."""

    @abstractmethod
    def apply(
        self, state: P8State, frame: F, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Carry a legal answer out."""

    @abstractmethod
    def candidates(self, state: P8State, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """Legal answers, a finite and sensible set, in a fixed order."""

    def settle(self, state: P8State, frame: F, dice: Dice) -> Iterator[Event]:
        """What happens by itself before anybody is asked; nothing if a decision is due."""
        return iter(())

    def mismatch(self, state: P8State, frame: F) -> Refusal:
        """The refusal of an order that answers another question."""
        asked = self.choice(state, frame)
        return Refusal(asked.rule, f"That does not answer the question: {asked.prompt}")


def owners(state: P8State, elements: Iterable[str]) -> tuple[str, ...]:
    """The seats that command any of these elements."""
    seats = (
        seat for name in elements for seat in state.setting.seats_for(state.pieces[name].side, name)
    )
    return tuple(dict.fromkeys(seats))
