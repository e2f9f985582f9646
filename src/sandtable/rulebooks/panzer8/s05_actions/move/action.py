"""Section 5.3 and 5.6: movement as an action, alone or with fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.candidates import (
    moves,
    moves_with_fire,
    turns_with_fire,
)
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import (
    action_of,
    check_move,
    planned,
    set_out,
)
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Move, MoveAndFire


class MoveAction(Action[Move]):
    """Move along a path, or turn in place."""

    order: ClassVar[type[Order]] = Move
    enters: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Move) -> Refusal | None:
        """Why an element cannot make that move."""
        return check_move(state, element, order)

    def act(self, state: P8State, element: Element, order: Move, dice: Dice) -> Iterator[Event]:
        """Set out."""
        return set_out(state, element, planned(state, element, action_of(order), order))

    def offer(self, state: P8State, element: Element) -> Iterator[Move]:
        """Moves in all directions."""
        return moves(state, element)


class MoveAndFireAction(Action[MoveAndFire]):
    """Move at half speed, or turn in place, and then shoot."""

    order: ClassVar[type[Order]] = MoveAndFire
    enters: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: MoveAndFire) -> Refusal | None:
        """Why an element cannot move like that and fire."""
        return check_move(state, element, order)

    def act(
        self, state: P8State, element: Element, order: MoveAndFire, dice: Dice
    ) -> Iterator[Event]:
        """Set out; the shot follows at the end of the move."""
        return set_out(state, element, planned(state, element, action_of(order), order))

    def offer(self, state: P8State, element: Element) -> Iterator[MoveAndFire]:
        """Turns that bring an enemy into the field of fire, and moves in all directions."""
        if element.on_table:
            yield from turns_with_fire(state, element)
            yield from moves_with_fire(state, element)
