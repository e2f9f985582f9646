"""The book's tables, read from the catalogue once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from sandtable.catalogue import Catalogue, cite, load_package_catalogue
from sandtable.dice import Dice

CATALOGUE: Final[Catalogue] = load_package_catalogue("sandtable.rulebooks.whitebox")

_THROW: Final = re.compile(r"(\d+)d(\d+)([+-]\d+)?")
_FEET_PER_SQUARE: Final = 5


class DiceSum(Struct, frozen=True):
    """Dice to be summed: ``2d6+2``."""

    count: int
    sides: int
    plus: int = 0

    @classmethod
    def read(cls, text: str) -> DiceSum:
        """Dice as they are written.

        >>> DiceSum.read("1d6-2")
        DiceSum(count=1, sides=6, plus=-2)
        """
        match = _THROW.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} are no dice; write them like 2d6+2")
        return cls(int(match[1]), int(match[2]), int(match[3] or 0))

    def damage(self, dice: Dice, what: str, more: int = 0) -> int:
        """Roll them as damage, which is at least 1 before any halving."""
        total = dice.sum(self.count, self.sides, what, plus=self.plus + more)
        if total < 1:
            cite("owb.base.minimum-damage")
        return max(1, total)

    def total(self, dice: Dice, what: str) -> int:
        """Roll them."""
        return dice.sum(self.count, self.sides, what, plus=self.plus)

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")


class Weapon(Struct, frozen=True, kw_only=True):
    """A row of the table of missile and heavy weapons."""

    id: str
    name: str
    group: str
    damage: DiceSum
    rof: str
    range: int
    weight: float
    burst: bool
    suppressive: bool
    feed: str
    thrown: bool = False


class MeleeWeapon(Struct, frozen=True, kw_only=True):
    """A row of the table of melee weapons."""

    id: str
    name: str
    damage: DiceSum
    weight: float
    thrown: bool = False


class Armor(Struct, frozen=True, kw_only=True):
    """A row of the table of armor."""

    name: str
    archaic: int
    bullets: int
    save: int
    weight: float


class Combatant(Struct, frozen=True, kw_only=True):
    """A row of the table of ready-made combatants."""

    id: str
    name: str
    hit_dice: int
    hp_dice: DiceSum
    hp_fixed: int
    bhb: int
    saving_throw: int
    natural_aac: int
    movement: int
    operative: bool


class Loadout(Struct, frozen=True, kw_only=True):
    """A row of the table of default loadouts."""

    id: str
    weapons: tuple[str, ...]
    armor: tuple[str, ...]
    grenades: int
    weight: float


class FeatureKind(Struct, frozen=True, kw_only=True):
    """What a kind of terrain feature is to characters, and to vehicles if a map says otherwise."""

    name: str
    place: str
    movement: str
    height: str
    protection: str
    wheeled: str = ""
    tracked: str = ""

    @property
    def blocks(self) -> bool:
        """Whether it is tall cover, which no line of sight passes."""
        return self.height == "tall" and self.protection == "cover"

    @property
    def impassable(self) -> bool:
        """Whether nobody can enter or cross it."""
        return self.movement == "impassable"


class Scatter(Struct, frozen=True, kw_only=True):
    """A row of the miss table: so many squares, so many eighths of a turn from the line."""

    squares: DiceSum
    eighths: int
    words: str


def rows_of(table: str) -> list[dict[str, Any]]:
    """The rows of one of the book's tables, by column."""
    return CATALOGUE.table(f"owb.table.{table}").dicts()


R = TypeVar("R", bound=Struct)


def read_row(kind: type[R], row: Mapping[str, Any], **read: Any) -> R:
    """A row of a table as a record: what is not read otherwise stands in the column of its name."""
    plain = {name: row[name] for name in kind.__struct_fields__ if name in row}
    return kind(**{**plain, **read})


_SHORT: Final = {"submachinegun-smg": "submachinegun", "bdu-heavy-clothes": "bdu"}


def slug(name: str) -> str:
    """The name of a weapon or a piece of armor in orders and scenarios.

    >>> slug("Machinegun (Light)"), slug("Submachinegun (SMG)"), slug("Rifle (Large) M1 Garand")
    ('machinegun-light', 'submachinegun', 'rifle-large-m1-garand')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return _SHORT.get(plain, plain)


MISSILE: Final[dict[str, Weapon]] = {
    slug(row["weapon"]): read_row(
        Weapon,
        row,
        id=slug(row["weapon"]),
        name=row["weapon"],
        damage=DiceSum.read(row["damage"]),
        weight=float(row["weight_lb"]),
        thrown=row["special"] == "thrown",
    )
    for row in rows_of("missile-weapons")
}
"""Missile and heavy weapons by name."""

GARAND: Final = "rifle-large-m1-garand"
"""The one rifle that can simulate burst fire."""

MISSILE[GARAND] = msgspec.structs.replace(
    MISSILE["rifle-large"], id=GARAND, name="M1 Garand", burst=True
)

RIFLES: Final = frozenset({"rifle-small", "rifle-large", GARAND})
"""The rifles that one man carries and fires from the shoulder; a bayonet fits on each."""

MELEE: Final[Mapping[str, MeleeWeapon]] = {
    slug(row["weapon"]): MeleeWeapon(
        id=slug(row["weapon"]),
        name=row["weapon"],
        damage=DiceSum.read(row["damage"]),
        weight=float(row["weight_lb"]),
        thrown=row["special"] == "may be thrown",
    )
    for row in rows_of("melee-weapons")
}
"""Melee weapons by name."""

_SIZES: Final = (
    "small",
    "medium",
    "large",
    "light",
    "heavy",
    "anti-tank",
    "pump",
    "double-barreled",
)
_BY_HAND: Final = {"improvised": "improvised weapon", "strike": "bare hands"}


def weapon_called(weapon: str) -> str:
    """What a weapon is called in a sentence, be it of a man or of a vehicle.

    >>> weapon_called("machinegun-heavy"), weapon_called(GARAND), weapon_called("tank-gun-light")
    ('heavy machinegun', 'M1 Garand', 'light tank gun')
    """
    row = MISSILE.get(weapon) or MELEE.get(weapon)
    if row is None:
        head, _, tail = weapon.rpartition("-")
        return (f"{tail} {head}" if tail in _SIZES else weapon).replace("-", " ")
    kind, _, more = row.name.partition(" (")
    size = more.rstrip(")").lower()
    plain = kind if kind[1:2].isupper() or kind[1:2].isdigit() else kind.lower()
    return f"{size} {plain}" if size in _SIZES else _BY_HAND.get(weapon, plain)


ARMOR: Final[Mapping[str, Armor]] = {
    slug(row["armor"]): Armor(
        name=row["armor"],
        archaic=row["aac_vs_archaic"],
        bullets=row["aac_vs_bullets_and_explosives"],
        save=row["save_vs_explosions"],
        weight=float(row["weight_lb"]),
    )
    for row in rows_of("armor")
}
"""Suits of armor, shields and helmets by name."""

COMBATANTS: Final[Mapping[str, Combatant]] = {
    row["id"]: read_row(Combatant, row, hp_dice=DiceSum.read(row["hp_dice"]))
    for row in rows_of("combatants")
}
"""Ready-made combatants by id."""

LOADOUTS: Final[Mapping[str, Loadout]] = {
    row["id"]: Loadout(
        id=row["id"],
        weapons=tuple(map(slug, row["weapons"])),
        armor=tuple(map(slug, row["armor"])),
        grenades=row["grenades"],
        weight=float(row["weight_lb"]),
    )
    for row in rows_of("loadouts")
}
"""Default loadouts by id."""

FEATURES: Final[Mapping[str, FeatureKind]] = {
    row["feature"]: read_row(FeatureKind, row, name=row["feature"])
    for row in rows_of("terrain-features")
}
"""Terrain features by kind."""

MAGAZINES: Final[Mapping[str, tuple[int, int]]] = {
    slug(row["weapon"]): (row["rounds"], row["rounds_per_burst"]) for row in rows_of("magazines")
}
"""Rounds in a magazine and rounds of a burst, where they are counted."""

TO_HIT: Final[Mapping[int, int]] = {row["ac"]: row["attack_roll"] for row in rows_of("to-hit")}
"""The Attack Roll needed by descending Armor Class."""

MODIFIERS: Final[Mapping[str, tuple[int | str, int]]] = {
    row["condition"]: (row["melee"], row["ranged"]) for row in rows_of("combat-modifiers")
}
"""The optional combat modifiers: melee and ranged, by condition."""


def spread(text: str) -> range:
    """The faces that a row of a table is for.

    >>> list(spread("4-6")), list(spread("2"))
    ([4, 5, 6], [2])
    """
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


BULLETS: Final[Mapping[int, int]] = {
    face: row["bullets"] for row in rows_of("suppressive-bullets") for face in spread(row["d6"])
}
"""Bullets that strike, by the face of a d6."""

SCATTERS: Final[Mapping[int, Scatter]] = {
    face: Scatter(
        squares=DiceSum.read(row["squares"]),
        eighths=row["turn_from_line_clockwise_degrees"] // 45,
        words=f"{row['direction']} {row['distance']}",
    )
    for row in rows_of("grenade-miss")
    for face in spread(row["d10"])
}
"""The grenade miss table, by the face of a d10."""


def squares_of_feet(feet: int) -> int:
    """A distance in feet as squares.

    >>> squares_of_feet(300)
    60
    """
    cite("owb.grid.square-is-five-feet")
    return feet // _FEET_PER_SQUARE
