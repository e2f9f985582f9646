"""A seat, the decision that it faces, and the battle as it knows it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from sandtable.battle import Order, Refusal
from sandtable.battle.handling import Action, Kind, Slot
from sandtable.battle.phrases import tag_of
from sandtable.rulebooks.panzer8.decisions import Decision
from sandtable.rulebooks.panzer8.measures import in_unit, refusal_in_unit
from sandtable.rulebooks.panzer8.orders import Done, Standing
from sandtable.rulebooks.panzer8.standing import check_standing
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.table import distance


@dataclass(frozen=True)
class Case:
    """What a seat has to decide, and all that it knows.

    Attributes:
        state: The battle as the seat knows it.
        seat: The seat.
        side: Its side.
        decision: The kind of decision that is due.
        frame: What it is about.
        rule: The rule that asks for it.
    """

    state: P8State
    seat: str
    side: str
    decision: Decision[Any]
    frame: Any
    rule: str

    # -- asking -----------------------------------------------------------------------------------

    def refusal(self, order: Order) -> Refusal | None:
        """Why an order may not be given, in the words of the book."""
        if isinstance(order, Standing):
            return check_standing(self.state, self.seat, order)
        if not isinstance(order, self.decision.answers):
            return self.decision.mismatch(self.state, self.frame)
        refused = self.decision.check(self.state, self.frame, self.seat, order)
        return refusal_in_unit(self.state.setting, refused)

    def allows(self, order: Order) -> bool:
        """Whether an order may be given."""
        return self.refusal(order) is None

    def commands(self, element: Element) -> bool:
        """Whether an element is this seat's to order about."""
        return element.side == self.side and self.state.setting.commands(self.seat, element.id)

    def mine(self) -> list[Element]:
        """The elements that this seat commands, wherever they are."""
        return [element for element in self.state.pieces.values() if self.commands(element)]

    def nearest_first(self, elements: Iterable[Element], to: Element) -> list[Element]:
        """Elements by their distance from one of them."""
        place = self.state.base(to)

        def gap(other: Element) -> float:
            return distance(self.state.base(other), place) if _is_placed(other) else math.inf

        return sorted(elements, key=gap)

    # -- telling ----------------------------------------------------------------------------------

    def action(
        self,
        kind: type[Order],
        words: Kind,
        *,
        piece: str | None = None,
        fixed: dict[str, Any] | None = None,
        slots: Iterable[Slot] = (),
        refusal: Refusal | None = None,
        ends: bool = False,
        **other: str,
    ) -> Action:
        """An action, named as its kind is; ``other`` says what is called otherwise here."""
        told = msgspec.structs.replace(words, **other) if other else words
        return Action(
            order=tag_of(kind),
            label=told.label,
            key=told.key,
            rule=told.rule or self.rule,
            piece=piece,
            hint=in_unit(self.state.setting, told.hint),
            refusal=refusal.reason if refusal else "",
            refused_by=refusal.rule if refusal else "",
            fixed=fixed or {},
            slots=tuple(slots),
            ends=ends,
        )

    def done(self, label: str, hint: str = "") -> Action:
        """The answer that ends something, or makes no use of a chance."""
        words = Kind(label=label, key="E", hint=hint)
        return self.action(Done, words, refusal=self.refusal(Done()), ends=True)


def _is_placed(element: Element) -> bool:
    return element.on_table or element.under is not None or element.carried_by is not None
