"""Home edges: where the sides of a battle come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandtable.scenario.model import Edge, Scenario

OPPOSITE: Final[dict[Edge, Edge]] = {
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
}
"""The edge across the table from each."""


def home_edges(scenario: Scenario) -> dict[str, Edge]:
    """The home edge of each side: as given, otherwise two long edges, opposite each other."""
    wide = scenario.table.width >= scenario.table.depth
    first: Edge = "south" if wide else "west"
    one, two, *others = scenario.sides
    edge = one.home or (OPPOSITE[two.home] if two.home else first)
    homes: dict[str, Edge] = {one.id: edge, two.id: two.home or OPPOSITE[edge]}
    return homes | {side.id: side.home or first for side in others}
