"""What every kind of order says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.acts.fields import Field
from sandtable.acts.listing import combinations, slots_and_refusal
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Action, Kind, Slot, Trace
from sandtable.battle.overlays import Route
from sandtable.dice import Dice
from sandtable.odds import Odds

S = TypeVar("S")
O = TypeVar("O", bound=Order)  # noqa: E741 - an order
F = TypeVar("F")


class Words(Kind, frozen=True, kw_only=True):
    """What an order is called: on a button, on the keyboard, in a sentence.

    Attributes:
        typed: How it is typed: "recover ELEMENT [with COMMANDER]"; by its fields, if nothing is
            said.
        means: What it does, for the help on typed orders; its hint, if nothing is said.
        also: Further words that it can be typed by.
    """

    typed: str = ""
    means: str = ""
    also: tuple[str, ...] = ()


class Act(Generic[S, O]):
    """One kind of order: everything about it but when it may be given."""

    order: ClassVar[type[Order]]
    """The record of it."""

    words: ClassVar[Words]
    """What it is called."""

    doer: ClassVar[str] = "element"
    """The field that says who does it."""

    fields: ClassVar[tuple[Field, ...]] = ()
    """The other fields, in the order in which they are asked for."""

    # -- for people -------------------------------------------------------------------------------

    def concerns(self, state: S, doer: Any) -> bool:
        """Whether it is shown for a piece at all, be it with the reason why it is impossible."""
        return True

    def label(self, state: S, doer: Any) -> str:
        """What stands on its button for a piece."""
        return self.words.label

    def asked(self, case: Any, doer: Any) -> tuple[Iterable[Slot], Refusal | None]:
        """The fields that are left to fill in, and why nothing that could be filled in would do."""
        return slots_and_refusal(self, case, doer)

    def listed(self, case: Any, doer: Any) -> Iterator[Action]:
        """What a page offers for it: one action, with a slot for each field that is left.

        ``case`` is the book's own kind of `sandtable.battle.case.Case`, here and below.
        """
        if self.concerns(case.state, doer):
            slots, refusal = self.asked(case, doer)
            yield case.action(
                self.order,
                self.words,
                piece=doer.id,
                fixed={self.doer: doer.id},
                slots=slots,
                refusal=refusal,
                label=self.label(case.state, doer),
            )

    def read(self, state: S, words: list[str]) -> O | list[str]:
        """What was typed after its name: the order, or words with what goes without saying."""
        return words

    def told(self, state: S, order: O) -> str | None:
        """The order in a list of orders, after who does what; by its fields, if nothing."""
        return None

    # -- for programs, and for both ---------------------------------------------------------------

    def combinations(self, state: S, doer: Any) -> Iterator[O]:
        """The order with everything that its lists hold, legal or not."""
        return combinations(self, state, doer)

    def odds(self, state: S, order: O) -> Odds | None:
        """Its exact odds before the dice fall; ``None`` if it rolls none."""
        return None

    def preview(self, state: S, order: O) -> Trace | None:
        """What it would do on the table, legal or not; lines to whom it names, if nothing else."""
        names = [getattr(order, field.name) for field in self.fields]
        return between(state, [getattr(order, self.doer, "")], names)


class Answer(Act[S, O], ABC, Generic[S, O, F]):
    """An order that answers a decision: what is to be settled before the battle goes on."""

    stages: ClassVar[tuple[str, ...]] = ()
    """The stages of a frame at which it answers what is asked; all of them, without any."""

    def is_asked(self, frame: F) -> bool:
        """Whether it answers what is asked at this stage of its decision."""
        return not self.stages or getattr(frame, "stage", "") in self.stages

    def check(self, state: S, frame: F, seat: str, order: O) -> Refusal | None:
        """Why it may not be given, or ``None``."""
        return None

    @abstractmethod
    def apply(self, state: S, frame: F, seat: str, order: O, dice: Dice) -> Iterator[Event]:
        """Carry it out."""

    def offer(self, state: S, frame: F, seats: Sequence[str]) -> Iterator[O]:
        """Orders of this kind that are worth a thought; all of them legal."""
        yield self.order()  # type: ignore[misc]

    def answers(self, case: Any, piece: str | None) -> Iterator[Action]:
        """What a page offers for it, to the seat or for a piece that was picked."""
        refusal = case.refusal(self.order())
        yield case.action(self.order, self.words, refusal=refusal)


def between(state: Any, ones: Sequence[str], others: Sequence[Any]) -> Trace | None:
    """Who does something with whom, as lines; ``None`` if they are not on the table."""
    lines = []
    for other in others:
        for one in ones:
            ends = [state.pieces.get(name) for name in (one, other) if isinstance(name, str)]
            if len(ends) == 2 and all(end is not None and end.on_table for end in ends):
                first, second = ends
                points = (state.base(first).centre, state.base(second).centre)
                lines.append(Route(points=points, side=first.side, piece=first.id))
    return Trace(overlays=tuple(lines)) if lines else None
