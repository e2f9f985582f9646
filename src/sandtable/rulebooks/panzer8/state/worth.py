"""What an element is worth to its side, by its data sheet."""

from __future__ import annotations

from functools import lru_cache

from .sheets import Sheet


@lru_cache(maxsize=512)
def worth(sheet: Sheet) -> float:
    """What an element is worth: its armour and its best gun, on a scale where a section is 1."""
    best = max((max(gun.hesa * 0.12, (gun.ap or 0) * 0.16) for gun in sheet.guns), default=0.0)
    armour = sheet.defence * 0.12 if sheet.armoured else 0.1
    command = 0.6 if sheet.is_commander else 0.0
    return 0.3 + best + armour + command if sheet.is_combat else 0.2
