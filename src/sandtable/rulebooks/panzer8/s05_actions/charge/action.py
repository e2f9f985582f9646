"""Section 5.4: the charge as an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.candidates import charges
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import plan_charge
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import check_not_landed
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import set_out
from sandtable.rulebooks.panzer8.s08_results.passengers import check_not_fired
from sandtable.rulebooks.panzer8.state import Element, Moving, P8State
from sandtable.rulebooks.panzer8.state.orders import Charge


class ChargeAction(Action[Charge]):
    """Move into contact with an enemy."""

    order: ClassVar[type[Order]] = Charge

    def check(self, state: P8State, element: Element, order: Charge) -> Refusal | None:
        """Why an element cannot charge that enemy by that way."""
        refused = check_not_landed(element) or check_not_fired(state, element)
        plan = refused or plan_charge(state, element, order)
        return plan if isinstance(plan, Refusal) else None

    def act(self, state: P8State, element: Element, order: Charge, dice: Dice) -> Iterator[Event]:
        """Set out; the combat follows in the Close Combat Phase."""
        plan = plan_charge(state, element, order)
        assert isinstance(plan, Moving)
        return set_out(state, element, plan)

    def offer(self, state: P8State, element: Element) -> Iterator[Charge]:
        """Straight at every enemy in reach."""
        return charges(state, element)
