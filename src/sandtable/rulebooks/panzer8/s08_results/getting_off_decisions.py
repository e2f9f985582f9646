"""Section 8.4: decisions about those who get off a vehicle that was hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s08_results.getting_off import (
    check_put_down,
    draw_lots,
    landing_places,
    put_down,
    stay_aboard,
    without_room,
)
from sandtable.rulebooks.panzer8.state import DrawingLots, Landing, P8State
from sandtable.rulebooks.panzer8.state.decision import Decision, Step, owners
from sandtable.rulebooks.panzer8.state.orders import Done, PutDown

_RULE = "p8.passengers.soft-must-dismount"


class GettingOff(Decision[Landing]):
    """Where somebody is placed that gets off; or whether it stays in an armoured carrier."""

    answers: ClassVar[tuple[type[Order], ...]] = (PutDown, Done)

    def choice(self, state: P8State, frame: Landing) -> Choice:
        """Its owner."""
        name = state.pieces[frame.element].name
        may = "may" if frame.optional else "must"
        return Choice(
            seats=owners(state, (frame.element,)),
            ask="dismount",
            rule=_RULE,
            prompt=f"{name} {may} get off {frame.vehicle.name}. Where is it placed?",
            about=(frame.element,),
        )

    def check(self, state: P8State, frame: Landing, seat: str, order: Order) -> Refusal | None:
        """Why it cannot be placed there, or cannot stay."""
        if isinstance(order, PutDown):
            return check_put_down(state, frame, order)
        if frame.optional:
            return None
        return Refusal(_RULE, f"{state.pieces[frame.element].name} must get off.")

    def apply(
        self, state: P8State, frame: Landing, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Place it, or let it stay."""
        if isinstance(order, PutDown):
            return put_down(state, frame, order)
        return stay_aboard(state, frame)

    def candidates(self, state: P8State, frame: Landing, seats: Sequence[str]) -> Iterator[Order]:
        """Places around the vehicle."""
        yield from landing_places(state, frame)
        if frame.optional:
            yield Done()

    def settle(self, state: P8State, frame: Landing, dice: Dice) -> Iterator[Event]:
        """Nobody is asked where nothing can be chosen."""
        return without_room(state, frame)


class Losing(Step[DrawingLots]):
    """Who of several in a transport is lost: nobody is asked, the die decides."""

    def settle(self, state: P8State, frame: DrawingLots, dice: Dice) -> Iterator[Event]:
        """Draw the lot."""
        return draw_lots(state, frame, dice)
