"""What every kind of decision of Panzer8 can be asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sandtable.battle import agenda
from sandtable.rulebooks.panzer8.state import P8State

F = TypeVar("F")


Decision = agenda.Decision[P8State, F]
"""A kind of decision, about a frame of the agenda (or about the phase, without any)."""

Step = agenda.Step[P8State, F]
"""What happens by itself."""


def owners(state: P8State, elements: Iterable[str]) -> tuple[str, ...]:
    """The seats that command any of these elements."""
    seats = (
        seat for name in elements for seat in state.setting.seats_for(state.pieces[name].side, name)
    )
    return tuple(dict.fromkeys(seats))
