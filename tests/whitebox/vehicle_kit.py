"""Vehicles for tests: where they stand, what they are, and how they look afterwards."""

from __future__ import annotations

from typing import Any

from sandtable.battle import Battle
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import footprint
from sandtable.rulebooks.whitebox.state.vehicle_stats import BLOCKS
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.kit import ROWS, OwbBattle


def vehicle(
    name: str,
    sheet: str,
    anchor: Square,
    facing: int = 0,
    side: str = "a",
    group: str | None = None,
    hidden: bool = False,
    rows: int = ROWS,
    **status: Any,
) -> Unit:
    """A vehicle with its full crew whose footprint is laid from an anchor.

    On a straight facing that is its front-left square.
    """
    block = BLOCKS[sheet]
    x, y = footprint((block.length, block.width), facing, anchor).centre
    return Unit(
        id=name,
        sheet=sheet,
        side=side,
        formation=group,
        at=(x + 0.5, rows - y - 0.5),
        facing=360.0 if facing == 0 else facing * 45.0,
        hidden=hidden,
        status=status,
    )


def the(battle: OwbBattle | OwbState, name: str) -> Vehicle:
    """A vehicle by its name."""
    state = battle.state if isinstance(battle, Battle) else battle
    return state.vehicle(name)


def tank(name: str = "t34", at: Square = (10, 20), **more: Any) -> Unit:
    """A medium tank that faces north."""
    return vehicle(name, more.pop("sheet", "tank-medium"), at, more.pop("facing", 0), **more)


def panzer(name: str = "panzer", at: Square = (11, 8), **more: Any) -> Unit:
    """An enemy tank that faces south; its front row is the southern one."""
    sheet = more.pop("sheet", "tank-medium")
    return vehicle(name, sheet, at, more.pop("facing", 4), "b", **more)
