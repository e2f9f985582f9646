"""COLLISION: what a vehicle strikes, and what that does to both; ramming and sideswipes."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from msgspec import Struct

from sandtable.battle import Event
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.ground import Edge
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.deeds import Deed
from sandtable.rulebooks.whitebox.vehicles.footprint import Footprint
from sandtable.table.grid import Square


class InTheWay(Struct, frozen=True, kw_only=True):
    """What a vehicle would strike on its next footprint, the nearest first.

    Attributes:
        persons: Characters on foot who are able to act.
        objects: Solid features, as squares or edges.
        vehicles: Other vehicles and wrecks.
    """

    persons: tuple[str, ...] = ()
    objects: tuple[Square | Edge, ...] = ()
    vehicles: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.persons or self.objects or self.vehicles)


def in_the_way(state: OwbState, name: str, print_: Footprint) -> InTheWay:
    """What a vehicle would strike if it went where a footprint is."""
    raise NotImplementedError


def collide(
    state: OwbState, name: str, print_: Footprint, direction: int, dice: Dice, *, rammed: bool
) -> Generator[Event, None, bool]:
    """Resolve every collision of a step to a footprint; whether the vehicle may enter it.

    Args:
        direction: The attacking vehicle's direction of travel, in eighths of the map.
        rammed: Whether it was meant, so that a defender may save and mishaps may follow.
    """
    raise NotImplementedError


COLLISION_DEEDS: Final[tuple[Deed[Any], ...]] = ()
"""Sideswipes."""
