"""20s AND 1s (VEHICLE COMBAT): Table 10, and massive damage."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.state import OwbState


def adverse_effect(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Roll on Table 10 for a vehicle and carry the result out."""
    raise NotImplementedError
