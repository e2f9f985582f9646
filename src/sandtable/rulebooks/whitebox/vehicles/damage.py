"""DAMAGE AND DESTRUCTION: hit points of vehicles, wrecks, and what becomes of those aboard."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.state import OwbState


def damage_vehicle(
    state: OwbState, name: str, points: int, dice: Dice, *, attack: bool = True
) -> Iterator[Event]:
    """Take hit points from a vehicle, with everything that follows at 0 and at -10.

    Args:
        points: The damage after hull, saves, cover and Makeshift Armor.
        attack: Whether it comes from a single attack, so that massive damage may count.
    """
    raise NotImplementedError


def armor_class(state: OwbState, name: str) -> int:
    """The ascending Armor Class of a vehicle now."""
    raise NotImplementedError
