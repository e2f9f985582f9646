"""A seat, the decision that it faces, and the battle as it knows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Unpack

import msgspec

from sandtable.battle import Order, Refusal, case
from sandtable.battle.page import Action, Kind
from sandtable.battle.slots import Told
from sandtable.table import distance

from . import Element, P8State
from .orders import Done
from .units import in_unit, refusal_in_unit


@dataclass(frozen=True)
class Case(case.Case[P8State]):
    """What a seat has to decide, and all that it knows, in the unit of the battle.

    Attributes:
        weigh: What an order is worth, so that of several good ones the best can be suggested.
    """

    weigh: Callable[[P8State, Order], float] = lambda _state, _order: 0.0

    @property
    def side(self) -> str:
        """The side of the seat."""
        return self.state.setting.side_of(self.seat) or ""

    def refusal(self, order: Order) -> Refusal | None:
        """Why an order may not be given, in the words of the book."""
        return refusal_in_unit(self.state.setting, super().refusal(order))

    def commands(self, element: Element) -> bool:
        """Whether an element is this seat's to order about."""
        return element.side == self.side and self.state.setting.commands(self.seat, element.id)

    def mine(self) -> list[Element]:
        """The elements that this seat commands, wherever they are."""
        return [element for element in self.state.pieces.values() if self.commands(element)]

    def nearest_first(self, elements: Iterable[Element], to: Element) -> list[Element]:
        """Elements by their distance from one of them."""
        return nearest_first(self.state, elements, to)

    def action(self, kind: type[Order], words: Kind, **told: Unpack[Told]) -> Action:
        """Something that can be ordered, or why it cannot."""
        made = super().action(kind, words, **told)
        return msgspec.structs.replace(made, hint=in_unit(self.state.setting, made.hint))

    def done(self, label: str, hint: str = "") -> Action:
        """The answer that ends something, or makes no use of a chance."""
        words = Kind(label=label, key="E", hint=hint)
        return self.action(Done, words, refusal=self.refusal(Done()), ends=True)


def nearest_first(state: P8State, elements: Iterable[Element], to: Element) -> list[Element]:
    """Elements by their distance from one of them; those who are nowhere come last."""
    place = state.base(to)

    def gap(other: Element) -> float:
        is_placed = other.on_table or other.under is not None or other.carried_by is not None
        return distance(state.base(other), place) if is_placed else math.inf

    return sorted(elements, key=gap)
