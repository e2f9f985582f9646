"""A vehicle on its way, square by square."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.decisions.base import Automatic
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.frames import Rolling
from sandtable.rulebooks.whitebox.vehicles.straight import roll_on


class OnTheRoad(Automatic[Rolling]):
    """A drive straight on or back."""

    def settle(self, state: OwbState, frame: Rolling, dice: Dice) -> Iterator[Event]:
        """Take the next step."""
        return roll_on(state, frame, dice)
