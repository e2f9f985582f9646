"""TABLE 6 and TABLE 7: the mishaps of wheeled and of tracked vehicles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from ...state.tables import DiceSum, rows_of, spread
from ...state.vehicles import Overturned

Outcome = Literal[
    "rollover",
    "spinout and stall",
    "spinout",
    "skid",
    "slipped track",
    "overheated engine",
    "locked drive",
    "transmission strain",
]


class Result(Struct, frozen=True, kw_only=True):
    """A line of a mishap table.

    Attributes:
        name: What happens.
        damage: What it does to the vehicle.
        hurts: What it does to everybody aboard, if anything.
        saved: Whether a Saving DiceSum spares them.
    """

    name: Outcome
    damage: DiceSum
    hurts: DiceSum | None = None
    saved: bool = False


DAMAGE_RULES: Final[Mapping[str, str]] = {
    "rollover": "owb.mishap.rollover-damage",
    "spinout and stall": "owb.mishap.stall-damage",
    "spinout": "owb.mishap.spinout-damage",
    "skid": "owb.mishap.skid-damage",
    "slipped track": "owb.mishap.slipped-track",
    "overheated engine": "owb.mishap.overheated-includes-locked-drive",
    "locked drive": "owb.mishap.locked-drive",
    "transmission strain": "owb.mishap.transmission-strain",
}


def _read(table: str) -> dict[int, Result]:
    return {
        face: Result(
            name=row["result"],
            damage=DiceSum.read(row["vehicle_damage"]),
            hurts=_hurts(row),
            saved=row.get("occupant_save") == "for 0",
        )
        for row in rows_of(table)
        for face in spread(row["roll"])
    }


def _hurts(row: Mapping[str, Any]) -> DiceSum | None:
    text = str(row.get("occupant_damage", "0"))
    return None if text == "0" else DiceSum.read(text)


MISHAPS: Final[Mapping[str, Mapping[int, Result]]] = {
    "wheeled": _read("vehicle-mishap-wheeled"),
    "tracked": _read("vehicle-mishap-tracked"),
}
"""What happens by the face of a d6, on wheels and on tracks."""


_ROLLOVER: Final = rows_of("vehicle-mishap-wheeled")[0]
_LANDING: Final = re.compile(r"(\d(?:-\d)?) (upside down|left side|right side|upright)")
_LIES: Final[Mapping[str, Overturned]] = {
    "upside down": "upside-down",
    "left side": "left-side",
    "right side": "right-side",
    "upright": "",
}

LANDINGS: Final[Mapping[int, Overturned]] = {
    face: _LIES[how]
    for faces, how in _LANDING.findall(_ROLLOVER["status"])
    for face in spread(faces)
}
"""How a vehicle lands that has turned over, by the face of a d6."""

SPIN: Final = DiceSum.read(str(_ROLLOVER["facing"]).partition(" ")[0])
"""By how many facings a vehicle spins."""

SLIDES: Final[Mapping[int, int]] = {1: -1, 2: 0, 3: 1}
"""Where a skid goes, in eighths of a turn from the facing, by the face of a d3."""
