"""What things weigh, and how far one moves with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.catalogue import cite

from .tables import ARMOR, MELEE, MISSILE

BOMB_WEIGHT: Final = 1.0
SPARE_LOADS: Final = 3
"""The loads that a weapon's own weight includes."""

_LOADS: Final = ((75.0, 12), (100.0, 9), (150.0, 6), (300.0, 3))
TRAILER: Final = "machinegun-heavy"
"""A gun that stands on its trailer, and is not carried."""


def weight_carried(
    weapons: Iterable[str],
    blades: Iterable[str] = (),
    armor: Iterable[str] = (),
    bombs: int = 0,
    loads: int = SPARE_LOADS,
) -> float:
    """What all that weighs in pounds, with so many spare loads for each weapon."""
    listed = list(weapons)
    weight = sum(MISSILE[name].weight for name in listed)
    weight += sum(MELEE[name].weight for name in blades if name not in listed)
    weight += sum(ARMOR[name].weight for name in armor)
    weight += BOMB_WEIGHT * bombs
    return weight + weight_of_loads(loads for name in listed if name in MISSILE)


def weight_of_loads(loads: Iterable[int]) -> float:
    """What spare loads weigh: those beyond three for a weapon weigh a pound each.

    >>> weight_of_loads([3, 5, 1])
    2.0
    """
    more = sum(count - SPARE_LOADS for count in loads if count > SPARE_LOADS)
    if more:
        cite("owb.ammo.weight")
    return float(more)


def movement_with(weight: float, movement: int = 12) -> int:
    """The Movement of somebody who carries so much.

    >>> movement_with(83), movement_with(75), movement_with(301)
    (9, 12, 0)
    """
    cite("owb.base.movement-score", "owb.base.encumbrance")
    for most, slowed in _LOADS:
        if weight <= most:
            return min(movement, slowed)
    return 0
