"""SUPERCHARGED ENGINE: what it adds to Movement, and what goes with it."""

from __future__ import annotations

from typing import Final

from sandtable.catalogue import cite

from ...state import Vehicle

ENGINE: Final = "supercharged-engine"
PER_ENGINE: Final = 3
"""The Movement that each level of it adds."""


def movement_now(vehicle: Vehicle) -> int:
    """The Movement of a vehicle less what its lost Supercharged Engines gave it."""
    lost = vehicle.lost_modifications.count(ENGINE)
    if not lost:
        return vehicle.movement
    cite("owb.mod.supercharged-engine")
    return max(1, vehicle.movement - PER_ENGINE * lost)
