"""Fields that several orders ask for."""

from __future__ import annotations

from typing import Final

from sandtable.battle.handling import Slot, Word

HEADINGS: Final = tuple(45.0 * eighth for eighth in range(8))
"""The eight facings, in degrees."""


def which_hand(default: str) -> Slot:
    """To the left or to the right."""
    words = (Word(value="left", label="left"), Word(value="right", label="right"))
    return Slot(name="hand", sort="word", ask="Which way?", words=words, default=default)
