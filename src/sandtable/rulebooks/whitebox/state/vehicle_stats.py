"""VEHICLE STATISTICS: the stat blocks, seats, mounts and weapons, read from the catalogue once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from .tables import DiceSum, read_row, rows_of

MountKind = Literal["F", "R", "L", "A", "PIN", "TR1", "TR2", "TR3", "CXL"]
Fitting = tuple[str, MountKind]
"""A weapon and how it is mounted."""

_FITTING: Final = re.compile(r"(?:(\d)x )?([a-z-]+)\[(\w+)\]")
_NUMBER: Final = re.compile(r"\d+")
_PERSONAL: Final = {
    "medium-machinegun": "machinegun-medium",
    "heavy-machinegun": "machinegun-heavy",
}
"""What the stat blocks call the machineguns that the table of missile weapons lists."""


class Gun(Struct, frozen=True, kw_only=True):
    """A row of the table of vehicle weapons."""

    id: str
    name: str
    damage: DiceSum
    range: int


class StatBlock(Struct, frozen=True, kw_only=True):
    """A vehicle as it is printed.

    Attributes:
        id: Its name in scenarios.
        aac: Its ascending Armor Class.
        hp: Its average hit points.
        hit_dice: Its Hit Dice.
        movement: Its Movement in squares.
        length: Squares along its facing.
        width: Squares across.
        fittings: The weapons that it has unless a scenario chooses others.
        choices: The weapons that may stand in each mount, by mount.
        and_or: Whether one of the mounts may be left empty.
        modifications: Its modifications without the hull.
        hull: The level of its Reinforced Hull.
        hulls: The levels that a scenario may choose.
        passengers: Seats beside the operator's and the gunners'.
        bed: Places in the bed of a truck.
        driven: Whether it has an operator; an emplaced gun has none.
    """

    id: str
    aac: int
    hp: int
    hit_dice: int
    movement: int
    length: int
    width: int
    fittings: tuple[Fitting, ...]
    choices: Mapping[MountKind, tuple[str, ...]]
    and_or: bool = False
    modifications: tuple[str, ...] = ()
    hull: int = 0
    hulls: tuple[int, ...] = (0,)
    passengers: int = 0
    bed: int = 0
    driven: bool = True

    @property
    def name(self) -> str:
        """Its name in words."""
        head, _, tail = self.id.partition("-")
        if head == "trailer":
            return f"{tail.capitalize()} on a trailer"
        if head in ("tank", "truck") and tail in ("light", "medium", "heavy", "small", "large"):
            return f"{tail.capitalize()} {head}"
        return self.id.replace("-", " ").capitalize()


def weapon_id(word: str) -> str:
    """A weapon of a stat block by its name in the tables of weapons.

    >>> weapon_id("medium-machinegun"), weapon_id("cannon")
    ('machinegun-medium', 'cannon')
    """
    return _PERSONAL.get(word, word)


def read_fittings(text: str) -> tuple[Fitting, ...]:
    """Weapons with their mounts as a stat block writes them.

    >>> read_fittings("tank-gun-heavy[TR1], 2x medium-machinegun[F]")
    (('tank-gun-heavy', 'TR1'), ('machinegun-medium', 'F'), ('machinegun-medium', 'F'))
    """
    found: list[Fitting] = []
    for count, word, mount in _FITTING.findall(text):
        found += [(weapon_id(word), mount)] * int(count or 1)
    return tuple(found)


def _choices(text: str) -> dict[MountKind, tuple[str, ...]]:
    """The weapons that each mount of a stat block may have."""
    found: dict[MountKind, tuple[str, ...]] = {}
    for words, mount in re.findall(r"\(?([a-z|-]+)\)?\[(\w+)\]", text):
        found[mount] = tuple(weapon_id(word) for word in words.split("|"))
    return found


def _modifications(text: str) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """The modifications of a stat block: those beside the hull, the hull levels, the default."""
    plain = tuple(
        word.strip()
        for word in text.split(",")
        if "hull" not in word and word.strip() not in ("-",)
    )
    levels = tuple(int(level) for level in re.findall(r"reinforced-hull-(\d)", text))
    return plain, levels or (0,), max(levels, default=0)


def _seats(text: str | int) -> tuple[int, int]:
    """Passenger seats, and places in the bed."""
    numbers = [int(word) for word in _NUMBER.findall(str(text))]
    bed = numbers[1] if "bed" in str(text) else 0
    return numbers[0], bed


def _blocks() -> dict[str, StatBlock]:
    crews = {row["vehicle"]: row for row in rows_of("vehicle-crew")}
    found = {}
    for row in rows_of("vehicle-stats"):
        plain, levels, hull = _modifications(row["modifications"])
        passengers, bed = _seats(crews[row["vehicle"]]["passengers"])
        found[row["vehicle"]] = read_row(
            StatBlock,
            row,
            id=row["vehicle"],
            hit_dice=row["hd"],
            fittings=read_fittings(row["default"]),
            choices=_choices(row["weapons"]),
            and_or="and/or" in row["weapons"],
            modifications=plain,
            hull=hull,
            hulls=levels,
            passengers=passengers,
            bed=bed,
        )
    return found


def _trailer(gun: str) -> StatBlock:
    """A gun on a trailer: it has no engine, and one gunner."""
    return StatBlock(
        id=f"trailer-{gun}",
        aac=11,
        hp=8,
        hit_dice=2,
        movement=0,
        length=2,
        width=1,
        fittings=((gun, "F"),),
        choices={"F": (gun,)},
        driven=False,
    )


BLOCKS: Final[Mapping[str, StatBlock]] = _blocks() | {
    block.id: block for block in map(_trailer, ("autocannon", "cannon"))
}
"""The vehicles of the book by name, and the guns on trailers."""

GUNS: Final[Mapping[str, Gun]] = {
    row["weapon"]: Gun(
        id=row["weapon"],
        name=str(row["weapon"]).replace("-", " "),
        damage=DiceSum.read(row["damage"]),
        range=row["range"],
    )
    for row in rows_of("vehicle-weapons")
}
"""The vehicle weapons of Table 8 by name."""

TRAVERSE: Final[Mapping[str, int]] = {
    row["mount"]: row["traverse_degrees_per_round"] // 45
    for row in rows_of("vehicle-turrets")
    if str(row["mount"]).startswith("TR")
}
"""By how many eighths of a turn each kind of turret may be traversed in a round."""

GROUND_CLASSES: Final[Mapping[str, tuple[str, str, str]]] = {
    row["feature"]: (row["wheeled"], row["tracked"], row["can_bog"])
    for row in rows_of("vehicle-terrain")
}
"""What each feature is to wheeled and to tracked vehicles, and who can bog down there."""
