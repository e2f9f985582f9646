"""What every action can be asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, TypeVar

from sandtable.acts import Act, Among
from sandtable.battle import Event, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.case import nearest_first
from sandtable.rulebooks.panzer8.state.orders import ActionOrder

O = TypeVar("O", bound=ActionOrder)  # noqa: E741 - an order


class Action(Act[P8State, O], ABC):
    """One of the actions that an element may perform in its Action Phase."""

    enters: ClassVar[bool] = False
    """Whether an element that is still off the table can perform it."""

    in_combat: ClassVar[bool] = False
    """Whether an element in hand-to-hand combat can perform it."""

    aboard: ClassVar[bool] = False
    """Whether an element that is carried by a vehicle can perform it."""

    unseen: ClassVar[bool] = False
    """Whether a hidden element can perform it without being on the table."""

    free: ClassVar[bool] = False
    """Whether it takes no action, so that those who have acted can perform it too."""

    @abstractmethod
    def check(self, state: P8State, element: Element, order: O) -> Refusal | None:
        """Why the element, which is able to act, cannot do that."""

    @abstractmethod
    def act(self, state: P8State, element: Element, order: O, dice: Dice) -> Iterator[Event]:
        """Do it; the element's action is spent."""

    @abstractmethod
    def offer(self, state: P8State, element: Element) -> Iterator[O]:
        """Orders of this kind that are worth a thought; some may turn out not to be legal."""

    def helpers(self, order: O) -> tuple[str, ...]:
        """Other elements that spend their own action on this one."""
        return ()


def waits_outside(element: Element) -> bool:
    """Whether an element is off the table and nobody carries it, so that it can only enter."""
    return not element.on_table and element.carried_by is None and element.under is None


def helper(name: str) -> Among:
    """The field for a commander who spends his own action to help, the nearest first."""

    def nearest(state: P8State, element: Element) -> list[Element]:
        friends = state.friends_of(element)
        return nearest_first(state, [f for f in friends if state.sheet(f).is_commander], element)

    return Among(name, "Choose the commander who helps", nearest, optional=True)


__all__ = ["Action", "ActionOrder", "helper", "waits_outside"]
