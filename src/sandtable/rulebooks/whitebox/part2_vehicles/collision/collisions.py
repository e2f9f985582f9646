"""COLLISION: what a vehicle strikes, and what that does to both; ramming and sideswipes."""

from __future__ import annotations

from collections.abc import Generator

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.footprint import Footprint
from ..mishap.mishaps import Cause, mishap
from .contacts import InTheWay, in_the_way
from .striking import strike_all

__all__ = ["InTheWay", "collide", "in_the_way"]


def collide(
    state: OwbState,
    name: str,
    print_: Footprint,
    direction: int,
    dice: Dice,
    *,
    rammed: bool,
    way: InTheWay | None = None,
) -> Generator[Event, None, bool]:
    """Resolve every collision of a step to a footprint; whether the vehicle may enter it.

    The step has been added to the vehicle's travel. If it may not enter, it has come to a complete
    stop where it was.

    Args:
        direction: The attacking vehicle's direction of travel, in eighths of the map.
        rammed: Whether it was meant, so that a defender may save and mishaps may follow.
        way: What is struck, if that is not everything in the way.
    """
    if rammed:
        cite("owb.collision.ram")
    contact = yield from strike_all(state, name, print_, direction, dice, rammed=rammed, way=way)
    for other in contact.failed:
        yield from mishap(state, other, dice, Cause(blow=direction))
    return contact.enters and state.find_vehicle(name) is not None
