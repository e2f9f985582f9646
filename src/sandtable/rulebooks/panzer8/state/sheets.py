"""Data sheets (section 11): what an element is and what its weapons can do."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec
from msgspec import Struct

from sandtable.catalogue import Cell, cite

from .tables import BASES, CATALOGUE, RATES

FireKind = Literal["SA", "HE", "-"]
Mark = Literal["", "*", "+"]

VEHICLES: Final = frozenset(
    ["truck", "wagon", "apc", "ac", "tank", "agun", "td", "spg", "spaa", "portee"]
)
CREW_SERVED: Final = frozenset(
    ["mg", "mortar-l", "mortar-m", "mortar-h", "atgun", "igun", "fgun", "aagun"]
)
MORTARS: Final = frozenset(["mortar-l", "mortar-m", "mortar-h"])
INFANTRY: Final = frozenset(("inf", "eng"))
NOT_COMBAT: Final = frozenset(["truck", "wagon", "apc", "foo", "fac", "mounts"])
OBSERVERS: Final = frozenset(("foo", "fac"))
TYPES: Final = VEHICLES | CREW_SERVED | INFANTRY | OBSERVERS | {"cmd", "cav", "mc", "armdinf"}
NATIONS: Final = frozenset(("GE", "UK", "US", "SU", "FR"))
FLAGS: Final = frozenset(CATALOGUE.table("p8.table.flags").mapping("flag", "meaning", str, str))


class Gun(Struct, frozen=True, kw_only=True):
    """One weapon: its HE/SA and AP values, their ranges, and its flags.

    Attributes:
        name: What it is called in the log.
        hesa: The value against unarmoured targets, or 0 if it has none.
        kind: Whether that is small arms or high explosive.
        ap: The value against armour, or ``None`` if it has none.
        ap_mark: ``*`` hurts only light armour, ``+`` may use the target's own Def.
    """

    name: str
    hesa: int
    hesa_range: float
    kind: FireKind
    ap: int | None
    ap_mark: Mark
    ap_range: float
    flags: frozenset[str]


class Sheet(Struct, frozen=True, kw_only=True):
    """One entry of the data sheet."""

    id: str
    name: str
    nation: str
    years: str
    type: str
    move_class: str
    guns: tuple[Gun, ...]
    defence: int
    armoured: bool
    flags: frozenset[str]
    capacity: int
    tow: bool
    smoke: str
    width: float
    depth: float
    dismounts_as: str | None

    @property
    def is_vehicle(self) -> bool:
        """Trucks, wagons, carriers, armoured cars, tanks and the like."""
        cite("p8.sheet.category-vehicle")
        return self.type in VEHICLES

    @property
    def is_afv(self) -> bool:
        """Armoured vehicles."""
        cite("p8.sheet.category-vehicle")
        return self.type in VEHICLES and self.armoured

    @property
    def is_soft_vehicle(self) -> bool:
        """Vehicles without armour."""
        cite("p8.sheet.category-vehicle")
        return self.type in VEHICLES and not self.armoured

    @property
    def is_crew_served(self) -> bool:
        """Machine-guns, mortars and guns with their crews."""
        cite("p8.sheet.category-crew-served")
        return self.type in CREW_SERVED

    @property
    def is_mortar(self) -> bool:
        """Mortars of any size."""
        return self.type in MORTARS

    @property
    def is_infantry(self) -> bool:
        """Infantry and engineer sections."""
        cite("p8.sheet.category-infantry")
        return self.type in INFANTRY

    @property
    def fights_as_infantry(self) -> bool:
        """Infantry and engineer sections, and armoured infantry while it is mounted too."""
        cite("p8.armdinf.as-infantry-except")
        return self.is_infantry or self.type == "armdinf"

    @property
    def is_combat(self) -> bool:
        """Everything but transports, observers and bases of mounts."""
        cite("p8.sheet.category-combat-element")
        return self.type not in NOT_COMBAT

    @property
    def is_commander(self) -> bool:
        """A commander."""
        return self.type == "cmd"

    @property
    def is_turreted(self) -> bool:
        """An armoured vehicle whose main gun turns: one that can be hull-down."""
        return self.is_afv and "FF" not in self.flags


def read_ap(printed: str) -> tuple[int | None, Mark]:
    """Read an AP value as printed.

    >>> read_ap("4+"), read_ap("1*"), read_ap("7"), read_ap("-")
    ((4, '+'), (1, '*'), (7, ''), (None, ''))
    """
    if printed == "-":
        return None, ""
    mark: Mark = "*" if printed.endswith("*") else "+" if printed.endswith("+") else ""
    return int(printed.rstrip("*+")), mark


ANYWHERE: Final = 1000.0
"""The range of aircraft, which attack where they are, and of batteries off the table."""


def off_table_gun(name: str, hesa: Cell, ap: Cell) -> Gun:
    """What aircraft or batteries off the table attack with, from its values as printed."""
    value, mark = read_ap(str(ap))
    return Gun(
        name=name,
        hesa=int(str(hesa)),
        hesa_range=ANYWHERE,
        kind="HE",
        ap=value,
        ap_mark=mark,
        ap_range=ANYWHERE,
        flags=frozenset(),
    )


def _gun(name: str, row: dict[str, Cell], flags: frozenset[str]) -> Gun:
    ap, mark = read_ap(str(row["ap"]))
    kind: FireKind = "SA" if row["kind"] == "SA" else "HE" if row["kind"] == "HE" else "-"
    return Gun(
        name=name,
        hesa=int(str(row["hesa"])),
        hesa_range=float(str(row["hesa_range"])),
        kind=kind,
        ap=ap,
        ap_mark=mark,
        ap_range=float(str(row["ap_range"])),
        flags=flags,
    )


def read_sheet(row: dict[str, Cell], secondary: tuple[Gun, ...] = ()) -> Sheet:
    """Read one entry of the data sheet.

    Raises:
        ValueError: If it does not fit the format or the calibration of the data sheets.
    """
    cite("p8.sheet.format")
    flags = frozenset(str(row["flags"]).split())
    width, depth = BASES[str(row["base"])]
    name = str(row["name"])
    sheet = Sheet(
        id=str(row["id"]),
        name=name,
        nation=str(row["nation"]),
        years=str(row["years"]),
        type=str(row["type"]),
        move_class=str(row["class"]),
        guns=(_gun(name, row, flags & {"FF", "NMF", "FT", "ATR"}), *secondary),
        defence=int(str(row["def"])),
        armoured=row["armoured"] == "yes",
        flags=flags,
        capacity=int(str(row["capacity"])),
        tow=row["tow"] == "yes",
        smoke=str(row["smoke"]),
        width=width,
        depth=depth,
        dismounts_as=None if row["dismounts_as"] == "-" else str(row["dismounts_as"]),
    )
    fault = _misfit(sheet) or _miscalibrated(sheet)
    if fault:
        raise ValueError(f"data sheet {sheet.id!r}: {fault}")
    return sheet


def _misfit(sheet: Sheet) -> str | None:
    """What an entry names that there is not."""
    cite("p8.sheet.type-list", "p8.sheet.movement-class-zero", "p8.sheet.extra-flags")
    if sheet.type not in TYPES:
        return f"there is no type {sheet.type!r}"
    if sheet.nation not in NATIONS:
        return f"there is no nation {sheet.nation!r}"
    if sheet.move_class not in RATES:
        return f"there is no movement class {sheet.move_class!r}"
    if sheet.flags - FLAGS:
        return f"there is no flag {min(sheet.flags - FLAGS)!r}"
    if sheet.is_crew_served and not {"FF", "NMF"} <= sheet.flags:
        return "a crew-served weapon always has FF and NMF"
    return None


_GUNS: Final = ("atgun", "igun", "fgun", "aagun")
_UNARMOURED: Final = {"cav": (4, 4), "mc": (4, 4), "fac": (4, 4), **dict.fromkeys(_GUNS, (4, 5))}


def _miscalibrated(sheet: Sheet) -> str | None:
    """Whether a Def or an AP value is off the scale on which all duels are balanced."""
    cite("p8.sheet.calibration")
    if sheet.armoured:
        low, high = 1, 9
    else:
        low, high = (3, 3) if sheet.is_vehicle else _UNARMOURED.get(sheet.type, (5, 5))
    if not low <= sheet.defence <= high:
        return f"Def {sheet.defence} is not in {low} to {high}"
    for gun in sheet.guns:
        if gun.ap is not None and not 0 <= gun.ap <= (2 if gun.ap_mark == "*" else 10):
            return f"AP {gun.ap}{gun.ap_mark} is off the scale"
    return None


def _all_sheets() -> dict[str, Sheet]:
    secondary: dict[str, list[Gun]] = {}
    for row in CATALOGUE.table("p8.table.datasheet-secondary").dicts():
        gun = _gun(str(row["gun"]), row, frozenset(str(row["flags"]).split()))
        secondary.setdefault(str(row["element"]), []).append(gun)
    rows = CATALOGUE.table("p8.table.datasheet").dicts()
    return {
        str(row["id"]): read_sheet(row, tuple(secondary.get(str(row["id"]), ()))) for row in rows
    }


SHEETS: Final[dict[str, Sheet]] = _all_sheets()
"""The whole data sheet by id."""

MOUNTS: Final = "mounts-of-"
"""Prefix of the sheet of what dismounted troops leave behind."""


def _mounts_of(sheet: Sheet) -> Sheet:
    """Riderless mounts, or an empty vehicle: no combat element, and it cannot move."""
    what = "Empty vehicle" if sheet.is_vehicle else "Mounts"
    return msgspec.structs.replace(
        sheet,
        id=MOUNTS + sheet.id,
        name=f"{what} ({sheet.name})",
        type="mounts",
        move_class="0",
        guns=(),
        flags=frozenset(),
        dismounts_as=None,
    )


LEFT_BEHIND: Final[dict[str, Sheet]] = {
    MOUNTS + sheet.id: _mounts_of(sheet) for sheet in SHEETS.values() if sheet.dismounts_as
}
"""The sheets of bases of mounts, by id."""


@lru_cache(maxsize=512)
def worth(sheet: Sheet) -> float:
    """What an element is worth: its armour and its best gun, on a scale where a section is 1."""
    best = max((max(gun.hesa * 0.12, (gun.ap or 0) * 0.16) for gun in sheet.guns), default=0.0)
    armour = sheet.defence * 0.12 if sheet.armoured else 0.1
    command = 0.6 if sheet.is_commander else 0.0
    return 0.3 + best + armour + command if sheet.is_combat else 0.2
