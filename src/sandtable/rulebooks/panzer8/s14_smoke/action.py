"""Section 14: laying smoke as an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s14_smoke.candidates import smokes
from sandtable.rulebooks.panzer8.s14_smoke.laying import check_smoke, lay_smoke
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import LaySmoke


class SmokeAction(Action[LaySmoke]):
    """Lay a smoke screen from dischargers, with grenades or with a mortar."""

    order: ClassVar[type[Order]] = LaySmoke

    def check(self, state: P8State, element: Element, order: LaySmoke) -> Refusal | None:
        """Why an element cannot lay smoke there."""
        return check_smoke(state, element, order)

    def act(self, state: P8State, element: Element, order: LaySmoke, dice: Dice) -> Iterator[Event]:
        """Lay it."""
        return lay_smoke(state, element, order, dice)

    def offer(self, state: P8State, element: Element) -> Iterator[LaySmoke]:
        """Screens before the layer, and between an enemy and a friend."""
        return smokes(state, element)
