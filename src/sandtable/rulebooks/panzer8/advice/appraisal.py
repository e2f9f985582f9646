"""What elements and results are worth to a computer player."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.rulebooks.panzer8.becoming import (
    ONE_ABOARD,
    PRESSES_ON,
    SUPPRESSED_AGAIN,
    SUPPRESSED_INSTEAD,
    UNLESS_FIRM,
    UNMOVED,
)
from sandtable.rulebooks.panzer8.sheets import Sheet

_ALTERED: Final = {
    UNMOVED: 0.0,
    PRESSES_ON: 0.0,
    SUPPRESSED_INSTEAD: 0.45,
    ONE_ABOARD: 0.7,
    UNLESS_FIRM: 0.7,
    SUPPRESSED_AGAIN: 1.0,
}
EFFECT_WORTH: Final = {
    **_ALTERED,
    "none": 0.0,
    "fall-back": 0.15,
    "suppressed": 0.45,
    "out": 1.0,
}
AGAINST_SUPPRESSED: Final = {
    **_ALTERED,
    "none": 0.0,
    "fall-back": 0.05,
    "suppressed": 1.0,
    "out": 1.0,
}

REACTION_PRICE: Final = 0.12
"""What it costs to react: the element does not act in its own next turn."""


@lru_cache(maxsize=512)
def worth(sheet: Sheet) -> float:
    """What an element is worth: its armour and its best gun, on a scale where a section is 1."""
    best = max((max(gun.hesa * 0.12, (gun.ap or 0) * 0.16) for gun in sheet.guns), default=0.0)
    armour = sheet.defence * 0.12 if sheet.armoured else 0.1
    command = 0.6 if sheet.is_commander else 0.0
    return 0.3 + best + armour + command if sheet.is_combat else 0.2
