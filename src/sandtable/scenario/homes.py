"""Home edges: where the sides of a battle come from."""

from __future__ import annotations

from typing import Final

from sandtable.scenario.model import Edge, Scenario, Zone

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


def home_zones(scenario: Scenario, deep: float) -> tuple[Zone, ...]:
    """A strip so deep along the home edge of each side, though never beyond the middle."""
    width, depth = scenario.table.width, scenario.table.depth
    deep = min(deep, width / 2, depth / 2)
    corners: dict[Edge, tuple[float, float, float, float]] = {
        "south": (0.0, 0.0, width, deep),
        "north": (0.0, depth - deep, width, depth),
        "west": (0.0, 0.0, deep, depth),
        "east": (width - deep, 0.0, width, depth),
    }
    zones = []
    for side, edge in home_edges(scenario).items():
        west, south, east, north = corners[edge]
        outline = ((west, south), (east, south), (east, north), (west, north))
        zones.append(Zone(id=f"zone-of-{side}", side=side, outline=outline))
    return tuple(zones)
