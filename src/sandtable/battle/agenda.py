"""The agenda: what is unfinished in a battle, and the loop that works it off.

A book that interrupts itself keeps what is unfinished as frames in its state, the most urgent last.
It says of each kind of frame, in a `Decision`, who is asked and what comes of an answer, or what
happens if nobody is. This module does the rest, alike for every such book: it finds the decision
that is due, puts orders to it, and goes on through everything that waits for nobody up to the next
one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar, get_args

import msgspec

from sandtable.battle.refusal import Refusal
from sandtable.battle.rulebook import Rulebook
from sandtable.battle.state import State
from sandtable.battle.takes import noted

if TYPE_CHECKING:
    from sandtable.battle.choices import Choice
    from sandtable.battle.events import Event
    from sandtable.battle.orders import Order
    from sandtable.battle.page import Action
    from sandtable.dice import Dice

F = TypeVar("F")
K = TypeVar("K")


class AgendaState(State, kw_only=True):
    """A state with an agenda: what must be settled before the battle goes on, most urgent last.

    Books declare the field ``agenda`` themselves, with their own frames and in its place among
    their fields, which are written in the order in which they are declared.
    """

    if TYPE_CHECKING:
        agenda: tuple[Any, ...] = ()

    @property
    def frame(self) -> Any:
        """The most urgent thing on the agenda; ``None`` if there is none."""
        return self.agenda[-1] if self.agenda else None

    def frame_of(self, kind: type[K]) -> K | None:
        """The most urgent thing on the agenda, if it is of a kind."""
        frame = self.agenda[-1] if self.agenda else None
        return frame if isinstance(frame, kind) else None

    def stands_at(self) -> tuple[Any, ...]:
        """What has to change for the battle to have gone on; a book adds its phases to it."""
        return self.agenda

    # -- changing it ------------------------------------------------------------------------------

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

    def swap(self, frame: Any, **changed: Any) -> None:
        """Put something in the place of the most urgent thing on the agenda, changed first."""
        if changed:
            frame = msgspec.structs.replace(frame, **changed)
        self.agenda = (*self.agenda[:-1], frame)


A = TypeVar("A", bound=AgendaState)


class Decision(ABC, Generic[A, F]):
    """What is decided about a kind of frame, or in a phase without any frame."""

    answers: ClassVar[tuple[type[Order], ...]]
    """The orders that answer it, legal or not."""

    of_phase: ClassVar[bool] = False
    """Whether it stands for a phase of the turn, which goes on when nobody is asked any more."""

    @classmethod
    def kind_of_frame(cls) -> type:
        """The kind of frame that it is about, as its class says: ``Reacting(Asked[Moving])``."""
        bases = (base for one in cls.__mro__ for base in one.__dict__.get("__orig_bases__", ()))
        kinds = (get_args(base)[-1] for base in bases if get_args(base))
        return next(kind for kind in kinds if isinstance(kind, type))

    def answers_to(self, frame: F) -> tuple[type[Order], ...]:
        """Those of them that answer what is asked at this stage."""
        return self.answers

    @abstractmethod
    def choice(self, state: A, frame: F) -> Choice:
        """Who is asked, and what."""

    def choices(self, state: A, frame: F) -> tuple[Choice, ...]:
        """All who are asked at once: one, unless orders are sealed and opened together."""
        return (self.choice(state, frame),)

    @abstractmethod
    def check(self, state: A, frame: F, seat: str, order: Order) -> Refusal | None:
        """Why an answer is not allowed, or ``None``."""

    @abstractmethod
    def apply(self, state: A, frame: F, seat: str, order: Order, dice: Dice) -> Iterator[Event]:
        """Carry a legal answer out."""

    @abstractmethod
    def candidates(self, state: A, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """Legal answers, a finite and sensible set, in a fixed order."""

    def settle(self, state: A, frame: F, dice: Dice) -> Iterator[Event]:
        """What happens by itself before anybody is asked; nothing if a decision is due."""
        return iter(())

    def listed(self, case: Any, piece: str | None) -> Iterator[Action]:
        """What a person can answer, by himself or with a piece that was picked.

        Args:
            case: What the seat has to decide; a book may have a case of its own.
            piece: The piece, if one was picked.
        """
        return iter(())

    def mismatch(self, state: A, frame: F) -> Refusal:
        """The refusal of an order that answers another question."""
        asked = self.choice(state, frame)
        return Refusal(asked.rule, f"That does not answer the question: {asked.prompt}")


class Step(Decision[A, F]):
    """A frame that waits for nobody: it settles itself."""

    answers: ClassVar[tuple[type[Order], ...]] = ()

    def choice(self, state: A, frame: F) -> Choice:
        """Nobody is asked."""
        self._nobody(frame)

    def check(self, state: A, frame: F, seat: str, order: Order) -> Refusal | None:
        """Nobody is asked."""
        self._nobody(frame)

    def apply(self, state: A, frame: F, seat: str, order: Order, dice: Dice) -> Iterator[Event]:
        """Nobody is asked."""
        self._nobody(frame)

    def candidates(self, state: A, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """Nobody is asked."""
        return iter(())

    @abstractmethod
    def settle(self, state: A, frame: F, dice: Dice) -> Iterator[Event]:
        """What happens."""

    def _nobody(self, frame: F) -> NoReturn:
        raise AssertionError(f"{type(frame).__name__} waits for nobody")


class Due(NamedTuple):
    """The decision that comes next, and the frame that it is about; none in a mere phase."""

    decision: Decision[Any, Any]
    frame: Any


class AgendaBook(Rulebook[A]):
    """A book that keeps what is unfinished on an agenda."""

    subjects: ClassVar[tuple[str, ...]] = ()
    """The fields of frames that name pieces without which a frame means nothing."""

    decisions: ClassVar[Mapping[type, Decision[Any, Any]]] = {}
    """What is decided about each kind of frame."""

    def due(self, state: A) -> Due | None:
        """What comes next; nothing while the battle goes on by itself."""
        if state.agenda:
            return Due(self.decisions[type(state.agenda[-1])], state.agenda[-1])
        return self.due_in_phase(state)

    def due_in_phase(self, state: A) -> Due | None:
        """What is decided where nothing is on the agenda; nothing while the turn goes on."""
        return None

    @abstractmethod
    def proceed(self, state: A, dice: Dice) -> Iterator[Event]:
        """Go on with the turn, where nothing is on the agenda and nobody decides."""

    def keep_order(self, state: A) -> Iterator[Event]:
        """What is looked after before anything else, whatever has just happened."""
        return iter(())

    def told(self, state: A, events: Iterator[Event]) -> Iterator[Event]:
        """Events as they happen, with who may know of them."""
        return events

    def is_about(self, state: A, frame: Any) -> bool:
        """Whether everybody whom a frame is about is still there; else it is dropped."""
        names = (getattr(frame, field, None) for field in self.subjects)
        return all(name is None or name in state.pieces for name in names)

    def at_rest(self, state: A) -> A:
        """A state to ask many questions of, none of which changes it."""
        return state

    # -- what every rulebook answers --------------------------------------------------------------

    def choices(self, state: A) -> tuple[Choice, ...]:
        """Whom the battle waits for."""
        due = self.due(state)
        if due is None or self.outcome(state) is not None:
            return ()
        return due.decision.choices(state, due.frame)

    def check(self, state: A, seat: str, order: Order) -> Refusal | None:
        """Why an order may not be given."""
        decision, frame = self._asked(state)
        if not isinstance(order, decision.answers):
            return decision.mismatch(state, frame)
        return decision.check(self.at_rest(state), frame, seat, order)

    def apply(self, state: A, seat: str, order: Order, dice: Dice) -> list[Event]:
        """Carry an order out, up to the next decision."""
        decision, frame = self._asked(state)
        events = list(self._told(state, decision.apply(state, frame, seat, order, dice)))
        events += self._told(state, self.settle(state, dice))
        return events

    def candidates(self, state: A, choice: Choice) -> Iterator[Order]:
        """Legal answers to a choice."""
        decision, frame = self._asked(state)
        return decision.candidates(self.at_rest(state), frame, choice.seats)

    def ruled(self, state: A, dice: Dice) -> list[Event]:
        """Drop what has lost its subject, and go on to the next decision."""
        state.agenda = tuple(frame for frame in state.agenda if self.is_about(state, frame))
        return list(self._told(state, self.settle(state, dice)))

    def _told(self, state: A, events: Iterator[Event]) -> Iterator[Event]:
        """Events with who may know of them, handed on to whoever records them as they come."""
        return noted(state, self.told(state, events))

    def settle(self, state: A, dice: Dice) -> Iterator[Event]:
        """Everything that follows without a decision."""
        while self.outcome(state) is None:
            yield from self.keep_order(state)
            before = state.stands_at()
            due = self.due(state)
            if due is None or due.decision.of_phase:
                yield from self.proceed(state, dice)
            else:
                yield from due.decision.settle(state, due.frame, dice)
            if state.stands_at() == before:
                return

    def _asked(self, state: A) -> Due:
        due = self.due(state)
        assert due is not None, "nothing is to be decided"
        return due
