"""Section 5: a reaction that a standing order has settled beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire, react
from sandtable.rulebooks.panzer8.state import Moving, P8State, StandingShot
from sandtable.rulebooks.panzer8.state.decision import Step


class FiringAsOrdered(Step[StandingShot]):
    """Nobody is asked: the reactor fires at the mover, or those who ride on it, where it stands."""

    def settle(self, state: P8State, frame: StandingShot, dice: Dice) -> Iterator[Event]:
        """Fire at the mover, which has been brought to the very point."""
        state.pop()
        moving = state.agenda[-1]
        assert isinstance(moving, Moving)
        yield from react(state, moving, ReactFire(frame.element, moving.at, frame.target), dice)
