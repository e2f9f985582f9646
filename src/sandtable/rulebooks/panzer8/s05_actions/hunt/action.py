"""Section 5.2: tank hunting as an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.candidates import hunts
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import check_hunt, hunt
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import check_recover_landed
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Hunt


class HuntAction(Action[Hunt]):
    """Attack an armoured vehicle close by; a commander may spend its own action to help."""

    order: ClassVar[type[Order]] = Hunt
    aboard: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Hunt) -> Refusal | None:
        """Why an element cannot hunt that tank, or not with that commander."""
        return check_recover_landed(element) or check_hunt(state, element, order)

    def act(self, state: P8State, element: Element, order: Hunt, dice: Dice) -> Iterator[Event]:
        """Face close defence, and attack."""
        return hunt(state, order, dice)

    def offer(self, state: P8State, element: Element) -> Iterator[Hunt]:
        """Every armoured vehicle in reach, alone or with each commander nearby."""
        return hunts(state, element)

    def helpers(self, order: Hunt) -> tuple[str, ...]:
        """The commander that helps."""
        return (order.commander,) if order.commander else ()
