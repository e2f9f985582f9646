"""What follows from where a battle stands, worked out once.

Within one position the same question is asked again and again: to see what is possible, what it
would look like, how likely it is, whether it is allowed, and when it is done. Its answer is kept
until anything in the state changes, so that whatever is remembered would be found again.
"""

from __future__ import annotations

from typing import Any

from sandtable.battle.memory import Memories

from . import P8State


class Position:
    """Where a battle stands, and the answers to what was asked about it, by kind of question."""

    __slots__ = ("_containers", "_pieces", "_rest", "answers")

    def __init__(self, state: P8State) -> None:
        self._pieces = tuple(state.pieces.values())
        self._rest: tuple[Any, ...] = state.circumstances()
        # Copies, since a state may be changed where it is.
        self._containers = (state.counters.copy(), state.stances.copy())
        self.answers = Memories()

    def is_of(self, state: P8State) -> bool:
        """Whether a battle still stands there."""
        return (
            # Pieces are frozen, and mostly the very same objects, so this is soon done.
            self._pieces == tuple(state.pieces.values())
            and self._containers == (state.counters, state.stances)
            and bool(self._rest == state.circumstances())
        )


def position(state: P8State) -> Position:
    """Where a battle stands; it is kept with the setting until the battle stands elsewhere."""
    latest = state.setting.position
    if not isinstance(latest, Position) or not latest.is_of(state):
        latest = state.setting.position = Position(state)
    return latest
