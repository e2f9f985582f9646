"""Zones of deployment that the book supplies."""

from __future__ import annotations

from typing import Final

from sandtable.catalogue import cite
from sandtable.scenario import Scenario, Zone
from sandtable.scenario.homes import home_edges
from sandtable.scenario.model import Edge

ROWS_OF_ZONE: Final = 6.0
"""How many rows along its edge a side sets up in, where a scenario does not say."""


def usual_zones(scenario: Scenario) -> tuple[Zone, ...]:
    """The zones of a scenario that gives neither zones nor positions: rows along the home edges."""
    cite("owb.base.deployment")
    width, depth = scenario.table.width, scenario.table.depth
    rows = min(ROWS_OF_ZONE, width / 2, depth / 2)
    corners: dict[Edge, tuple[float, float, float, float]] = {
        "south": (0.0, 0.0, width, rows),
        "north": (0.0, depth - rows, width, depth),
        "west": (0.0, 0.0, rows, depth),
        "east": (width - rows, 0.0, width, depth),
    }
    zones = []
    for side, edge in home_edges(scenario).items():
        west, south, east, north = corners[edge]
        outline = ((west, south), (east, south), (east, north), (west, north))
        zones.append(Zone(id=f"zone-of-{side}", side=side, outline=outline))
    return tuple(zones)
