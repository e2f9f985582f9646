"""Section 13.1: clearing barbed wire as an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s13_engineering.clearing_wire import check_clear, clear, clearings
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import ClearWire


class ClearWireAction(Action[ClearWire]):
    """Clear a gap in barbed wire."""

    order: ClassVar[type[Order]] = ClearWire

    def check(self, state: P8State, element: Element, order: ClearWire) -> Refusal | None:
        """Why an element cannot clear that wire now."""
        return check_clear(state, element, order)

    def act(
        self, state: P8State, element: Element, order: ClearWire, dice: Dice
    ) -> Iterator[Event]:
        """Try it."""
        return clear(state, element, order, dice)

    def offer(self, state: P8State, element: Element) -> Iterator[ClearWire]:
        """The wire that engineers have worked at for a turn."""
        return clearings(state, element)
