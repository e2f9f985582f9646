"""Walls that an explosion breaks, once everybody in its area has been struck."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.dice import Dice

from ...state import OwbState
from ...state.decision import Step
from ...state.frames import Shattering
from .walls_worn import shatter


class BreakingWalls(Step[Shattering]):
    """An explosion wears down what stands around it."""

    def settle(self, state: OwbState, frame: Shattering, dice: Dice) -> Iterator[Event]:
        """Strike every section in the open."""
        state.pop()
        yield from shatter(state, frame, dice)
