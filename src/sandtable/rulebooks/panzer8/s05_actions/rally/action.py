"""Section 5.7: recovering and rallying as actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.candidates import recoveries
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import check_recover_landed
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import check_recover, recover
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Recover


class RecoverAction(Action[Recover]):
    """Try to lose a suppression marker; a commander may spend its own action to help."""

    order: ClassVar[type[Order]] = Recover
    aboard: ClassVar[bool] = True
    in_combat: ClassVar[bool] = True
    unseen: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Recover) -> Refusal | None:
        """Why an element may not try, or not with that commander."""
        return check_recover_landed(element) or check_recover(state, order)

    def act(self, state: P8State, element: Element, order: Recover, dice: Dice) -> Iterator[Event]:
        """Roll for it."""
        return recover(state, order, dice)

    def offer(self, state: P8State, element: Element) -> Iterator[Recover]:
        """Alone, or with each commander nearby."""
        return recoveries(state, element)

    def helpers(self, order: Recover) -> tuple[str, ...]:
        """The commander that rallies."""
        return (order.rally,) if order.rally else ()
