"""Section 5: a reaction that a standing order has settled beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.decisions.decision import Decision
from sandtable.rulebooks.panzer8.orders import ReactFire
from sandtable.rulebooks.panzer8.reaction import react
from sandtable.rulebooks.panzer8.state import Moving, P8State, StandingShot


class FiringAsOrdered(Decision[StandingShot]):
    """Nobody is asked: the reactor fires at the mover, or those who ride on it, where it stands."""

    answers: ClassVar[tuple[type[Order], ...]] = ()

    def choice(self, state: P8State, frame: StandingShot) -> Choice:
        """Never asked, since it settles itself."""
        raise AssertionError("a standing order asks nobody")

    def check(self, state: P8State, frame: StandingShot, seat: str, order: Order) -> Refusal | None:
        """Nothing answers."""
        raise AssertionError("a standing order asks nobody")

    def apply(
        self, state: P8State, frame: StandingShot, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Nothing answers."""
        raise AssertionError("a standing order asks nobody")

    def candidates(
        self, state: P8State, frame: StandingShot, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Nothing answers."""
        return iter(())

    def settle(self, state: P8State, frame: StandingShot, dice: Dice) -> Iterator[Event]:
        """Fire at the mover, which has been brought to the very point."""
        state.pop()
        moving = state.agenda[-1]
        assert isinstance(moving, Moving)
        yield from react(state, moving, ReactFire(frame.element, moving.at, frame.target), dice)
