"""What every kind of order says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from sandtable.acts.fields import Field
from sandtable.acts.listing import combinations, slots_and_refusal
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.overlays import Route
from sandtable.battle.page import Action, Kind, Slot, Trace
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

    def settled(self, label: str, **fixed: Any) -> Variant:
        """A button with these words under another label, and some fields of the order settled."""
        return Variant(label=label, key=self.key, rule=self.rule, hint=self.hint, fixed=fixed)


class Variant(Kind, frozen=True, kw_only=True):
    """One of several buttons behind which the same order stands, with some fields settled.

    >>> Variant(label="Take down", key="T", fixed={"down": True}).fixed
    {'down': True}
    """

    fixed: dict[str, Any] = msgspec.field(default_factory=dict)


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

    variants: ClassVar[tuple[Variant, ...]] = ()
    """The buttons for it, where there are several; one by its words, if there are none."""

    # -- for people -------------------------------------------------------------------------------

    def concerns(self, state: S, doer: Any) -> bool:
        """Whether it is shown for a piece at all, be it with the reason why it is impossible."""
        return True

    def label(self, state: S, doer: Any) -> str:
        """What stands on its button for a piece."""
        return self.words.label

    def ways(self, state: S, doer: Any) -> Iterable[Variant]:
        """The buttons for it; an act may have one for each weapon of a piece, or for each card."""
        return self.variants or (self.called(self.label(state, doer)),)

    def called(self, label: str, **fixed: Any) -> Variant:
        """A button for it with its own words under another label, and some fields settled."""
        return self.words.settled(label, **fixed)

    def asked(
        self, case: Any, doer: Any, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """The fields that are left to fill in, and why nothing that could be filled in would do."""
        return slots_and_refusal(self, case, doer, fixed)

    def listed(self, case: Any, doer: Any) -> Iterator[Action]:
        """What a page offers for it: an action a button, with a slot for each field that is left.

        ``case`` is the book's own kind of `sandtable.battle.case.Case`, here and below; ``doer`` is
        nobody where the order is a seat's own.
        """
        if not self.concerns(case.state, doer):
            return
        does = {} if doer is None else {self.doer: doer.id}
        for way in self.ways(case.state, doer):
            slots, refusal = self.asked(case, doer, way.fixed)
            yield case.action(
                self.order,
                way,
                piece=None if doer is None else doer.id,
                fixed={**does, **way.fixed},
                slots=slots,
                refusal=refusal,
            )

    def read(self, state: S, words: list[str]) -> O | list[str]:
        """What was typed after its name: the order, or words with what goes without saying."""
        return words

    def told(self, state: S, order: O) -> str | None:
        """The order in a list of orders, after who does what.

        By what its fields say of themselves; by the fields as they are typed, if they say nothing.
        """
        if not any(field.says for field in self.fields):
            return None
        parts = (field.told(state, getattr(order, field.name)) for field in self.fields)
        return " ".join(part for part in parts if part)

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

    def doers(self, state: S, frame: F, seats: Sequence[str]) -> Iterable[Any]:
        """Who may give it, where it is given by a piece; nobody, where it is a seat's own."""
        return (None,)

    def offer(self, state: S, frame: F, seats: Sequence[str]) -> Iterator[O]:
        """Orders of this kind that are worth a thought; all of them legal."""
        for doer in self.doers(state, frame, seats):
            for order in self.combinations(state, doer):
                if any(self.check(state, frame, seat, order) is None for seat in seats):
                    yield order

    def answers(self, case: Any, piece: str | None) -> Iterator[Action]:
        """What a page offers for it, to the seat or for a piece that was picked."""
        if self.doer not in self.order.__struct_fields__:
            yield from self.listed(case, None)
        elif piece in case.state.pieces:
            yield from self.listed(case, case.state.pieces[piece])


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
