"""COMBINING: what personal weapons do to vehicles, by the Reinforced Hull of the side hit."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.blasts import IMPACT, TIMED
from sandtable.rulebooks.whitebox.tables import CATALOGUE

_COLUMNS: Final = ("no_hull", "x1", "x2", "x3")

FACTORS: Final[dict[str, tuple[Fraction, ...]]] = {
    str(row["weapon"]): tuple(Fraction(str(row[name])) for name in _COLUMNS)
    for row in CATALOGUE.table("owb.table.vehicle-hull-damage").dicts()
}
"""The part of its damage that each row of weapons does, by hull level 0 to 3."""

_PERSONAL: Final = next(name for name in FACTORS if name.startswith("melee"))
_EXPLOSIVE: Final = next(name for name in FACTORS if name.startswith("grenade"))


def hull_factor(weapon: str, hull: int) -> Fraction:
    """The part of its damage that a personal weapon does to a vehicle with a hull level.

    >>> hull_factor("rifle-large", 0), hull_factor("rpg-light", 2)
    (Fraction(1, 2), Fraction(0, 1))
    """
    match weapon:
        case "rifle-anti-tank":
            cite("owb.weapon.anti-tank-rifle-vs-vehicles")
        case "rpg-light":
            cite("owb.weapon.rpg-light-hull")
        case "rpg-medium":
            cite("owb.weapon.rpg-medium-hull")
        case "rpg-heavy":
            cite("owb.weapon.rpg-heavy-hull")
        case _:
            cite("owb.combined.personal-weapons-vs-vehicles")
    if weapon in FACTORS:
        return FACTORS[weapon][hull]
    explosive = weapon in (*TIMED, *IMPACT, "mortar")
    return FACTORS[_EXPLOSIVE if explosive else _PERSONAL][hull]


def damage_to_vehicle(weapon: str, points: int, hull: int) -> int:
    """The damage that so many points do to a vehicle, rounded down once."""
    cite("owb.base.rounding")
    return int(points * hull_factor(weapon, hull))
