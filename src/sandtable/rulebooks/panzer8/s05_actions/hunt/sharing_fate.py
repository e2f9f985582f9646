"""Section 5.2: what follows by itself from a tank hunt."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.dice import Dice

from ...state import P8State, Sharing
from ...state.decision import Step
from .tank_hunting import strike


class SharingFate(Step[Sharing]):
    """The commander who helped a tank hunter meets its fate: nobody is asked (5.2)."""

    def settle(self, state: P8State, frame: Sharing, dice: Dice) -> Iterator[Event]:
        state.pop()
        commander = state.pieces.get(frame.element)
        if commander is None:
            return
        yield Event(
            kind="hunt",
            text=f"{commander.name} shares the fate of the tank hunters.",
            rules=("p8.hunt.commander-bonus-action",),
            pieces=(commander.id,),
        )
        yield from strike(state, commander.id, frame.effect, frame.away_from)
