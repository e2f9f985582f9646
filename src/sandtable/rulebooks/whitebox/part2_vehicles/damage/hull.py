"""REINFORCED HULL: how much of a weapon's damage gets through which face."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ...part1_personal.explosives.blasts import IMPACT, TIMED
from ...state import Footprint, Vehicle
from ...state.footprint import zone_of
from ...state.tables import rows_of
from ...state.vehicles import Face

THICKEST: Final = 3
"""The highest level of a Reinforced Hull."""

BURST: Final = "burst"
"""The burst of a vehicle weapon or rocket, and any other explosion beside a vehicle."""

FIXED_CHARGE: Final = "charge"
"""A static explosive on the vehicle itself."""

LEVEL_RULES: Final = {1: "owb.hull.x1", 2: "owb.hull.x2", 3: "owb.hull.x3"}
PIERCING_RULES: Final = {
    "rifle-anti-tank": "owb.weapon.anti-tank-rifle-vs-vehicles",
    "rpg-light": "owb.weapon.rpg-light-hull",
    "rpg-medium": "owb.weapon.rpg-medium-hull",
    "rpg-heavy": "owb.weapon.rpg-heavy-hull",
}
"""The rules of hull levels, and of the weapons that are meant for vehicles."""

_COLUMNS: Final = ("no_hull", "x1", "x2", "x3")

FACTORS: Final[Mapping[str, tuple[Fraction, ...]]] = {
    str(row["weapon"]): tuple(Fraction(str(row[name])) for name in _COLUMNS)
    for row in rows_of("vehicle-hull-damage")
}
"""The part of its damage that each row of weapons does, by hull level 0 to 3."""

_PERSONAL: Final = next(name for name in FACTORS if name.startswith("melee"))
_EXPLOSIVE: Final = next(name for name in FACTORS if name.startswith("grenade"))
_FIXED: Final = next(name for name in FACTORS if name.startswith("static"))
_EXPLOSIVES: Final = (*TIMED, *IMPACT, "mortar", "tanks", "shell", "AP-shell", BURST)


def hull_level(vehicle: Vehicle, face: Face, *, piercing: bool = False) -> int:
    """The effective level of a vehicle's Reinforced Hull on a face.

    What has been lost is lost on all faces, before the side that is struck counts, and then the
    armor piercing round.
    """
    cite("owb.hull.effective-level-order")
    level = vehicle.armor
    if level:
        cite(LEVEL_RULES[level])
    if vehicle.overturned == "upside-down":
        cite("owb.mishap.overturned-vehicle")
        face = "bottom"
    if level >= 2 and face != "front":
        cite("owb.hull.x2-weaker-off-front" if level == 2 else "owb.hull.x3-weaker-off-front")
        level -= 1
    return max(0, level - int(piercing))


def hull_rules(vehicle: Vehicle, face: Face, *, piercing: bool = False) -> tuple[str, ...]:
    """The rules that make the level of a hull on a face what it is; none without a hull."""
    level = vehicle.armor
    if not level:
        return ()
    weaker = level >= 2 and hull_level(vehicle, face) < level
    return (
        f"owb.hull.x{level}",
        *((f"owb.hull.x{level}-weaker-off-front",) if weaker else ()),
        *(("owb.hull.effective-level-order",) if vehicle.hull_lost else ()),
        *(("owb.vammo.ap-lowers-hull-by-one",) if piercing else ()),
    )


def share(weapon: str, level: int) -> Fraction:
    """The part of its damage that a weapon of any kind does against a hull level.

    Args:
        weapon: A weapon of any table, an explosive, ``burst`` for the burst of a vehicle weapon or
            a rocket, or ``charge`` for a static explosive on the vehicle.
        level: The effective hull level of the face that is struck.

    >>> share("rifle-large", 0), share("rpg-light", 2), share("cannon", 1)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 2))
    """
    cite("owb.hull.damage-matrix")
    if weapon in PIERCING_RULES:
        cite(PIERCING_RULES[weapon])
    return FACTORS[_row_of(weapon)][level]


def _row_of(weapon: str) -> str:
    if weapon == FIXED_CHARGE:
        return _FIXED
    if weapon in FACTORS:
        return weapon
    if weapon in _EXPLOSIVES:
        return _EXPLOSIVE
    cite("owb.vdamage.personal-weapons-half", "owb.combined.personal-weapons-vs-vehicles")
    return _PERSONAL


def damage_through(points: int, weapon: str, level: int, *, halved: int = 0) -> int:
    """The damage that gets through a hull.

    Half for a save, for partial cover against suppressive fire and for Makeshift Armor are
    multiplied with the share of the hull, and the product is rounded down once.

    Args:
        points: The damage rolled.
        weapon: As for `share`.
        level: The effective hull level.
        halved: How often the damage is halved besides.

    >>> damage_through(9, "grenade", 0, halved=1)
    2
    """
    cite("owb.vdamage.deduct-from-hit-points", "owb.base.rounding")
    return int(points * share(weapon, level) / 2**halved)


def face_towards(print_: Footprint, burst: Square, *, underside: bool = False) -> Face:
    """The face of a vehicle that an explosion strikes.

    Args:
        print_: Where the vehicle stands.
        burst: The square of the explosion.
        underside: Whether it goes off under the vehicle, as mines and aimed explosives do.
    """
    cite("owb.vattack.face-hit", "owb.hull.personal-explosive-position")
    if underside:
        return "bottom"
    return "top" if burst in print_.squares else zone_of(print_, burst)
