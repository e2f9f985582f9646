"""Section 12: placing a hidden element on the table, so that it can act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s12_hidden.ambush import check_show, showings
from sandtable.rulebooks.panzer8.s12_hidden.counters import place
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Show


class ShowAction(Action[Show]):
    """Come out from under a counter; it takes no action, but goes before one."""

    order: ClassVar[type[Order]] = Show
    free: ClassVar[bool] = True
    unseen: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Show) -> Refusal | None:
        """Why it cannot be placed there."""
        return check_show(state, element, order)

    def act(self, state: P8State, element: Element, order: Show, dice: Dice) -> Iterator[Event]:
        """Place it."""
        cite("p8.hidden.revealed-by-moving", "p8.hidden.revealed-by-firing")
        return place(state, element, order.at, order.facing)

    def offer(self, state: P8State, element: Element) -> Iterator[Show]:
        """Some places at its counter."""
        return showings(state, element)
