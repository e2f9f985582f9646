"""Section 5.5: falling back as an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.candidates import fall_backs
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import (
    check_fall_back,
    enemy_to_flee,
    plan_fall_back,
)
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import check_not_landed
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import set_out
from sandtable.rulebooks.panzer8.s08_results.passengers import check_not_fired
from sandtable.rulebooks.panzer8.s09_troops.transport import is_empty_transport
from sandtable.rulebooks.panzer8.state import Element, Moving, P8State
from sandtable.rulebooks.panzer8.state.orders import FallBack


class FallBackAction(Action[FallBack]):
    """Fall back of one's own will."""

    order: ClassVar[type[Order]] = FallBack
    in_combat: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: FallBack) -> Refusal | None:
        """Why an element cannot fall back that way or that far."""
        refused = check_not_landed(element) or check_not_fired(state, element)
        return refused or check_fall_back(state, element, order, enemy_to_flee(state, element))

    def act(self, state: P8State, element: Element, order: FallBack, dice: Dice) -> Iterator[Event]:
        """Set out; it is the only movement of a suppressed element."""
        if element.suppressed or is_empty_transport(state, element):
            cite("p8.fallback.only-move-of-suppressed-and-empty-transports")
        plan = plan_fall_back(state, element, order, enemy_to_flee(state, element))
        assert isinstance(plan, Moving)
        return set_out(state, element, plan)

    def offer(self, state: P8State, element: Element) -> Iterator[FallBack]:
        """As far as possible, or half of that, away from the enemy or homewards."""
        return fall_backs(state, element)
