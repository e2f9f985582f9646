"""Section 8.4: decisions about those who get off a vehicle that was hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.drawing.ghosts import placed
from sandtable.rulebooks.panzer8.s05_actions.mount.placing import set_down
from sandtable.rulebooks.panzer8.s08_results.getting_off import (
    PutDown,
    check_put_down,
    draw_lots,
    landing_places,
    put_down,
    stay_aboard,
    without_room,
)
from sandtable.rulebooks.panzer8.state import DrawingLots, Landing, P8State, slots
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.decision import Asked, Ending, Step, owners
from sandtable.rulebooks.panzer8.state.orders import Done

_RULE = "p8.passengers.soft-must-dismount"


class PuttingDown(Answer[P8State, PutDown, Landing]):
    """Place an element that has to get off, adjacent to its vehicle."""

    order: ClassVar[type[Order]] = PutDown
    words: ClassVar[Words] = Words(label="Place", key="P", hint="Is placed beside the vehicle.")

    def check(self, state: P8State, frame: Landing, seat: str, order: PutDown) -> Refusal | None:
        """Why it cannot be placed there."""
        return check_put_down(state, frame, order)

    def apply(
        self, state: P8State, frame: Landing, seat: str, order: PutDown, dice: Dice
    ) -> Iterator[Event]:
        """Place it."""
        return put_down(state, frame, order)

    def offer(self, state: P8State, frame: Landing, seats: Sequence[str]) -> Iterator[PutDown]:
        """Places around the vehicle."""
        return landing_places(state, frame)

    def preview(self, state: P8State, order: PutDown) -> Trace | None:
        """Where it would stand."""
        frame = state.frame
        if not isinstance(frame, Landing) or frame.element not in state.pieces:
            return None
        vehicle = state.pieces.get(frame.vehicle.id, frame.vehicle)
        facing = frame.vehicle.heading if order.facing is None else order.facing
        there = set_down(state, state.pieces[frame.element], vehicle, order.at, facing)
        return placed(state, there)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A place beside the vehicle."""
        frame: Landing = case.frame
        if piece in (None, frame.element, frame.vehicle.id):
            place = next(landing_places(case.state, frame), None)
            asked = slots.placing("Choose a place beside the vehicle", place)
            yield case.action(PutDown, self.words, piece=frame.element, slots=asked)


class StayingAboard(Ending[Landing]):
    """Stay in an armoured carrier."""

    def check(self, state: P8State, frame: Landing, seat: str, order: Done) -> Refusal | None:
        """Why it cannot stay."""
        if frame.optional:
            return None
        return Refusal(_RULE, f"{state.pieces[frame.element].name} must get off.")

    def apply(
        self, state: P8State, frame: Landing, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        """Let it stay."""
        return stay_aboard(state, frame)

    def offer(self, state: P8State, frame: Landing, seats: Sequence[str]) -> Iterator[Done]:
        """If it may."""
        if frame.optional:
            yield Done()

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """If it may."""
        frame: Landing = case.frame
        if frame.optional and piece in (None, frame.element, frame.vehicle.id):
            yield case.done("Stay aboard")


class GettingOff(Asked[Landing]):
    """Where somebody is placed that gets off; or whether it stays in an armoured carrier."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (PuttingDown(), StayingAboard())

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

    def settle(self, state: P8State, frame: Landing, dice: Dice) -> Iterator[Event]:
        """Nobody is asked where nothing can be chosen."""
        return without_room(state, frame)


class Losing(Step[DrawingLots]):
    """Who of several in a transport is lost: nobody is asked, the die decides."""

    def settle(self, state: P8State, frame: DrawingLots, dice: Dice) -> Iterator[Event]:
        """Draw the lot."""
        return draw_lots(state, frame, dice)
