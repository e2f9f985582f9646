"""Decisions about what stands on an agenda: what every kind of them can be asked.

A book that keeps an agenda of frames writes one class for each kind of frame. Each says who is
asked, what answers there are, which of them are legal, what comes of them, and what happens by
itself before anybody is asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from sandtable.battle.refusal import Refusal
from sandtable.battle.state import State

if TYPE_CHECKING:
    from sandtable.battle.choices import Choice
    from sandtable.battle.events import Event
    from sandtable.battle.orders import Order
    from sandtable.dice import Dice

F = TypeVar("F")
S = TypeVar("S", bound=State)


class AgendaState(State, kw_only=True):
    """A state with an agenda: what must be settled before the battle goes on, most urgent last.

    Books declare the field ``agenda`` themselves, with their own frames and in its place among
    their fields, which are written in the order in which they are declared.
    """

    if TYPE_CHECKING:
        agenda: tuple[Any, ...] = ()

    def push(self, frame: Any) -> None:
        """Put something on the agenda that must be settled first."""
        self.agenda = (*self.agenda, frame)

    def pop(self) -> Any:
        """Take the most urgent thing off the agenda."""
        *rest, last = self.agenda
        self.agenda = tuple(rest)
        return last

    def drop(self, frame: Any) -> None:
        """Take something off the agenda, wherever it stands there."""
        self.agenda = tuple(other for other in self.agenda if other is not frame)

    def exchange(self, frame: Any, other: Any) -> None:
        """Put something in the place of something on the agenda, wherever that stands there."""
        self.agenda = tuple(other if one is frame else one for one in self.agenda)

    def swap(self, frame: Any) -> None:
        """Put something in the place of the most urgent thing on the agenda."""
        self.agenda = (*self.agenda[:-1], frame)


class Decision(ABC, Generic[S, F]):
    """A kind of decision, about a frame of the agenda (or about a phase, without any)."""

    answers: ClassVar[tuple[type[Order], ...]]
    """The orders that answer it, legal or not."""

    def answers_to(self, frame: F) -> tuple[type[Order], ...]:
        """Those of them that answer what is asked at this stage."""
        return self.answers

    @abstractmethod
    def choice(self, state: S, frame: F) -> Choice:
        """Who is asked, and what."""

    @abstractmethod
    def check(self, state: S, frame: F, seat: str, order: Order) -> Refusal | None:
        """Why an answer is not allowed, or ``None``."""

    @abstractmethod
    def apply(self, state: S, frame: F, seat: str, order: Order, dice: Dice) -> Iterator[Event]:
        """Carry a legal answer out."""

    @abstractmethod
    def candidates(self, state: S, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """Legal answers, a finite and sensible set, in a fixed order."""

    def settle(self, state: S, frame: F, dice: Dice) -> Iterator[Event]:
        """What happens by itself before anybody is asked; nothing if a decision is due."""
        return iter(())

    def mismatch(self, state: S, frame: F) -> Refusal:
        """The refusal of an order that answers another question."""
        asked = self.choice(state, frame)
        return Refusal(asked.rule, f"That does not answer the question: {asked.prompt}")
