"""VEHICLE MISHAP: what a failed check or save does to wheels and to tracks."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.battle import Event
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.state import OwbState


class Cause(Struct, frozen=True, kw_only=True):
    """What led to a mishap.

    Attributes:
        left: Whether it came from a manoeuvre to the left, so that a spin goes that way.
        paid: The Movement paid for a failed turn or lane change.
        blow: The direction, in eighths of the map, of a blow that struck a standing vehicle.
    """

    left: bool = False
    paid: int = 0
    blow: int | None = None


def mishap(state: OwbState, name: str, dice: Dice, cause: Cause) -> Iterator[Event]:
    """Roll on the mishap table of a vehicle and carry the result out."""
    raise NotImplementedError
