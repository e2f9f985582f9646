"""Zones of deployment that the book supplies."""

from __future__ import annotations

from typing import Final

from sandtable.catalogue import cite
from sandtable.scenario import Scenario, Zone
from sandtable.scenario.homes import home_zones

ROWS_OF_ZONE: Final = 6.0
"""How many rows along its edge a side sets up in, where a scenario does not say."""


def usual_zones(scenario: Scenario) -> tuple[Zone, ...]:
    """The zones of a scenario that gives neither zones nor positions: rows along the home edges."""
    cite("owb.base.deployment")
    return home_zones(scenario, ROWS_OF_ZONE)
