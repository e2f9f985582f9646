"""Scenario files: a table, two or more sides, and any situation on it, written down in TOML."""

from sandtable.scenario.errors import ScenarioError
from sandtable.scenario.files import load_scenario, parse_scenario, scenario_schema, shipped
from sandtable.scenario.ground import lay_ground
from sandtable.scenario.model import (
    Dummy,
    Entry,
    Exit,
    NotedTarget,
    Objective,
    Scenario,
    Seat,
    Side,
    Situation,
    TableSize,
    Terrain,
    Unit,
    Victory,
    Zone,
)

__all__ = [
    "Dummy",
    "Entry",
    "Exit",
    "NotedTarget",
    "Objective",
    "Scenario",
    "ScenarioError",
    "Seat",
    "Side",
    "Situation",
    "TableSize",
    "Terrain",
    "Unit",
    "Victory",
    "Zone",
    "lay_ground",
    "load_scenario",
    "parse_scenario",
    "scenario_schema",
    "shipped",
]
