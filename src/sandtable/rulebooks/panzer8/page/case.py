"""A seat, the decision that it faces, and the battle as it knows it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Unpack

import msgspec

from sandtable.battle import Order, Refusal
from sandtable.battle.handling import Action, Kind
from sandtable.battle.slots import Told, action_of
from sandtable.rulebooks.panzer8.decisions_due import Decision
from sandtable.rulebooks.panzer8.s01_scale.units import in_unit, refusal_in_unit
from sandtable.rulebooks.panzer8.s05_actions.react.standing_orders import check_standing
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Done, Standing
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

    def action(self, kind: type[Order], words: Kind, **told: Unpack[Told]) -> Action:
        """An action as `action_of` makes it, its lengths in the unit of the battle."""
        made = action_of(kind, words, self.rule, **told)
        return msgspec.structs.replace(made, hint=in_unit(self.state.setting, made.hint))

    def done(self, label: str, hint: str = "") -> Action:
        """The answer that ends something, or makes no use of a chance."""
        words = Kind(label=label, key="E", hint=hint)
        return self.action(Done, words, refusal=self.refusal(Done()), ends=True)


def _is_placed(element: Element) -> bool:
    return element.on_table or element.under is not None or element.carried_by is not None
