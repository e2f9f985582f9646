"""Section 5.3.4: limbering, unlimbering, breaking down and setting up as actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.mount.limbering import (
    change_over,
    check_assemble,
    check_break_down,
    check_limber,
    check_unlimber,
    limber,
    limberings,
    unlimber,
    unlimberings,
)
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Assemble, BreakDown, Limber, Unlimber


class LimberAction(Action[Limber]):
    """Couple a gun to its tractor, or load a weapon; the vehicle spends its action too."""

    order: ClassVar[type[Order]] = Limber

    def check(self, state: P8State, element: Element, order: Limber) -> Refusal | None:
        """Why a weapon cannot be limbered or embarked there."""
        return check_limber(state, element, order)

    def act(self, state: P8State, element: Element, order: Limber, dice: Dice) -> Iterator[Event]:
        """Limber or embark."""
        return limber(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[Limber]:
        """Every vehicle beside it that has room."""
        return limberings(state, element)

    def helpers(self, order: Limber) -> tuple[str, ...]:
        """The vehicle."""
        return (order.vehicle,)


class UnlimberAction(Action[Unlimber]):
    """Uncouple a gun or unload a weapon; the vehicle spends its action too."""

    order: ClassVar[type[Order]] = Unlimber
    aboard: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Unlimber) -> Refusal | None:
        """Why a weapon cannot be placed there."""
        return check_unlimber(state, element, order)

    def act(self, state: P8State, element: Element, order: Unlimber, dice: Dice) -> Iterator[Event]:
        """Unlimber or disembark."""
        return unlimber(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[Unlimber]:
        """Places around the vehicle."""
        return unlimberings(state, element)

    def helpers(self, order: Unlimber) -> tuple[str, ...]:
        """The vehicle."""
        return (order.vehicle,)


class BreakDownAction(Action[BreakDown]):
    """Take a man-portable weapon apart."""

    order: ClassVar[type[Order]] = BreakDown

    def check(self, state: P8State, element: Element, order: BreakDown) -> Refusal | None:
        """Why a weapon cannot be taken apart."""
        return check_break_down(state, element)

    def act(
        self, state: P8State, element: Element, order: BreakDown, dice: Dice
    ) -> Iterator[Event]:
        """Take it apart."""
        return change_over(state, element)

    def offer(self, state: P8State, element: Element) -> Iterator[BreakDown]:
        """If it can be."""
        if state.has(element, "MP") and not element.broken_down:
            yield BreakDown(element.id)


class AssembleAction(Action[Assemble]):
    """Set up a weapon that was taken apart."""

    order: ClassVar[type[Order]] = Assemble

    def check(self, state: P8State, element: Element, order: Assemble) -> Refusal | None:
        """Why a weapon cannot be set up."""
        return check_assemble(element)

    def act(self, state: P8State, element: Element, order: Assemble, dice: Dice) -> Iterator[Event]:
        """Set it up."""
        return change_over(state, element)

    def offer(self, state: P8State, element: Element) -> Iterator[Assemble]:
        """If it is taken apart."""
        if element.broken_down:
            yield Assemble(element.id)
