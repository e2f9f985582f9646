"""The book's tables, read from the catalogue once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeVar

from sandtable.catalogue import Bands, Catalogue, cite, load_package_catalogue

CATALOGUE: Final[Catalogue] = load_package_catalogue("sandtable.rulebooks.panzer8")

Effect = Literal["none", "fall-back", "suppressed", "out"]
EFFECTS: Final[tuple[Effect, ...]] = ("none", "fall-back", "suppressed", "out")
"""What fire can do to a target, the mildest first."""

Recovery = Literal["out", "none", "unsuppressed", "extra-action"]
RECOVERIES: Final[tuple[Recovery, ...]] = ("out", "none", "unsuppressed", "extra-action")
"""How an attempt to recover can end, the worst first."""


Word = TypeVar("Word", bound=str)


def _worded(table: str, words: Mapping[str, Word]) -> Bands[Word]:
    """The bands of a table of results, in our words for the book's."""
    rows = CATALOGUE.table(table).dicts()
    return Bands(
        table,
        [(int(str(row["min"])), int(str(row["max"])), words[str(row["effect"])]) for row in rows],
    )


def _effects(column: str) -> Bands[str]:
    return CATALOGUE.table("p8.table.fire-results").bands("min", "max", column, str)


FIRE_EFFECTS: Final[dict[str, Bands[str]]] = {"HE/SA": _effects("HE/SA"), "AP": _effects("AP")}
"""Direct fire results by what was fired."""

_RECOVERY_WORDS: Final[dict[str, Recovery]] = {
    "out of action": "out",
    "no effect": "none",
    "unsuppressed": "unsuppressed",
    "unsuppressed, it and the rallying commander may act again at once": "extra-action",
}


RECOVERY: Final[Bands[Recovery]] = _worded("p8.table.recovery", _RECOVERY_WORDS)
"""Recovery results."""

HuntEffect = Literal["hunter-falls-back", "none", "suppressed", "out"]
HUNTS: Final[tuple[HuntEffect, ...]] = ("hunter-falls-back", "none", "suppressed", "out")
"""How a tank hunt can end, the worst for the hunter first."""

_HUNT_WORDS: Final[dict[str, HuntEffect]] = {
    "hunter falls back": "hunter-falls-back",
    "none": "none",
    "target suppressed": "suppressed",
    "target out": "out",
}


HUNT: Final[Bands[HuntEffect]] = _worded("p8.table.hunt-results", _HUNT_WORDS)
"""Tank hunting results."""

CloseCombatEffect = Literal[
    "attacker out",
    "attacker suppressed",
    "attacker fall-back",
    "none",
    "defender fall-back",
    "defender suppressed",
    "defender out",
]
CLOSE_COMBATS: Final[tuple[CloseCombatEffect, ...]] = (
    "attacker out",
    "attacker suppressed",
    "attacker fall-back",
    "none",
    "defender fall-back",
    "defender suppressed",
    "defender out",
)
"""How a close combat can end, the worst for the attacker first."""

CLOSE_COMBAT: Final[Bands[str]] = CATALOGUE.table("p8.table.melee-results").bands(
    "min", "max", "effect", str
)
"""Close combat results: the attacker's total less the defender's."""

QUALITY: Final[dict[str, int]] = {
    quality.lower(): modifier
    for quality, modifier in CATALOGUE.table("p8.table.quality")
    .mapping("quality", "modifier", str, int)
    .items()
}
"""The modifier of each troop quality."""

RATES: Final[dict[str, dict[str, int]]] = {
    str(row["class"]): {
        terrain: int(str(rate)) for terrain, rate in row.items() if terrain != "class"
    }
    for row in CATALOGUE.table("p8.table.movement").dicts()
}
"""Movement rates in inches by class and type of terrain."""

BASES: Final[dict[str, tuple[float, float]]] = {
    str(row["code"]): (float(str(row["width"])), float(str(row["depth"])))
    for row in CATALOGUE.table("p8.table.base-sizes").dicts()
}
"""Width and depth of a base by its code."""

BASE_WIDTH: Final[float] = BASES["I"][0]
"""What the book means by a base width where it names no element."""

TOLERANCE: Final = 1e-3
"""Distances are compared with this much allowance."""

METRES_PER_INCH: Final = 100 / 3
"""The ground scale for figures of 10 to 15 mm (1.1)."""


def metres(inches: float) -> float:
    """What a distance on the table stands for.

    >>> metres(3.0)
    100.0
    """
    cite("p8.scale.inch-is-33-metres")
    return inches * METRES_PER_INCH
