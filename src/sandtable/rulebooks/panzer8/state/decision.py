"""What every kind of decision of Panzer8 can be asked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from sandtable import acts
from sandtable.acts import Words
from sandtable.battle import Order, agenda
from sandtable.battle.page import Action, Trace

from . import Element, Moving, P8State, slots
from .case import Case
from .orders import Done

F = TypeVar("F")


Decision = agenda.Decision[P8State, F]
"""A kind of decision, about a frame of the agenda (or about the phase, without any)."""

Step = agenda.Step[P8State, F]
"""What happens by itself."""


def owners(state: P8State, elements: Iterable[str]) -> tuple[str, ...]:
    """The seats that command any of these elements."""
    seats = (
        seat for name in elements for seat in state.setting.seats_for(state.pieces[name].side, name)
    )
    return tuple(dict.fromkeys(seats))


Asked = acts.Asked[P8State, F]
"""A kind of decision that is answered by acts."""


class Ending(acts.Answer[P8State, Done, F]):
    """The answer that ends something, or makes no use of a chance; each decision says what."""

    order: ClassVar[type[Order]] = Done
    words: ClassVar[Words] = Words(
        label="Done",
        key="E",
        typed="done",
        means="End your part of the phase, or let the chance pass.",
        also=("end", "pass", "no"),
    )
    label_here: ClassVar[str] = "Done"
    """What stands on its button here."""

    hint_here: ClassVar[str] = ""
    """What comes of it."""

    by_stage: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Both of these, at the stages of a frame where they are others."""

    def offer(self, state: P8State, frame: F, seats: Sequence[str]) -> Iterator[Done]:
        """To be done."""
        yield Done()

    def listed(self, case: Case, doer: object) -> Iterator[Action]:
        """No piece does it."""
        return iter(())

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """For the seat, or where the piece that it is about was picked."""
        if piece is None or piece in self.about(case.frame):
            here = (self.label_here, self.hint_here)
            yield case.done(*self.by_stage.get(getattr(case.frame, "stage", ""), here))

    def about(self, frame: F) -> tuple[str | None, ...]:
        """The pieces with which it is shown."""
        return ()

    def told(self, state: P8State, order: Done) -> str:
        """Nothing but that a mover is let pass."""
        moving = state.agenda and isinstance(state.agenda[-1], Moving)
        return "(nobody reacts)" if moving else ""


N = TypeVar("N", bound=Order)


class SeatsOwn(acts.Answer[P8State, N, F]):
    """An answer that is a seat's own: it is listed where no piece was picked."""

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """For the seat."""
        return super().answers(case, piece) if piece is None else iter(())


class Naming(acts.Answer[P8State, N, F]):
    """An answer that names one of a few elements, and nothing else."""

    ask: ClassVar[str]
    """What is asked."""

    @abstractmethod
    def able(self, state: P8State, frame: F) -> Sequence[Element]:
        """Those among whom one is named."""

    def offer(self, state: P8State, frame: F, seats: Sequence[str]) -> Iterator[N]:
        """Each of them."""
        for element in self.able(state, frame):
            yield self.order(element=element.id)  # type: ignore[misc]

    def preview(self, state: P8State, order: N) -> Trace | None:
        """Nothing moves by it."""
        return None

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """One of them, or the one that was picked."""
        able = slots.names(self.able(case.state, case.frame))
        if piece is None and able:
            asked = (slots.one_of("element", self.ask, able),)
            yield case.action(self.order, self.words, slots=asked)
        elif piece is not None and piece in able:
            fixed = {"element": piece}
            yield case.action(self.order, self.words, piece=piece, fixed=fixed)
