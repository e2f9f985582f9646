"""Section 13.2: bunkers, pill boxes and other permanent works, as a scenario describes them."""

from __future__ import annotations

from typing import Final

from sandtable.scenario import ScenarioError, Terrain
from sandtable.scenario.errors import not_among
from sandtable.table import Area

CAPACITY: Final[dict[str, int | None]] = {"pillbox": 1, "bunker": 2, "fortification": None}
"""How many elements each kind of works holds, unless its tags say otherwise."""

HOLDS: Final = "holds-"


def is_works(area: Area) -> bool:
    """Whether an area of the ground is a fortification."""
    return area.kind in CAPACITY


def check_works(terrain: Terrain, where: str) -> None:
    """Whether a scenario says of a fortification only what can be said.

    Raises:
        ScenarioError: It does not.
    """
    for tag in terrain.tags:
        if not tag.startswith(HOLDS):
            raise ScenarioError(f"{where}.tags", not_among(tag, ["holds-<number>"], "tag"))
        if not tag.removeprefix(HOLDS).isdigit():
            raise ScenarioError(f"{where}.tags", f"{tag!r}: say how many, as in 'holds-3'")


def capacity_of(area: Area) -> int | None:
    """How many elements a fortification holds; ``None`` if any number does."""
    for tag in sorted(area.tags):
        if tag.startswith(HOLDS):
            return int(tag.removeprefix(HOLDS))
    return CAPACITY[area.kind]
