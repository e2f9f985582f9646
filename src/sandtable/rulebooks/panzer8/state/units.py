"""Section 1.1 and 3: what distances are measured in, and what a scenario need not say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from sandtable.battle import Choice, Event, Refusal
from sandtable.catalogue import cite
from sandtable.odds import Odds
from sandtable.scenario import Scenario, Zone
from sandtable.scenario.homes import home_zones

from .battlefield import Setting
from .options import read_options

LABELS: Final = {"inch": "in", "cm": "cm"}

STANDARD_TABLE: Final = (60.0, 48.0)
"""The width and depth of a table for which a scenario gives none."""

ZONE: Final = 12.0
"""How far from its home edge a side sets up, if a scenario gives no zones."""

_INCHES: Final = re.compile(r"(\d) in\b(?! (?:play|this|there)\b)")


def standard_table() -> tuple[float, float]:
    """The table that the book has in mind: 2000 metres long."""
    cite("p8.scale.table-60-long")
    return STANDARD_TABLE


def standard_zones(scenario: Scenario) -> tuple[Zone, ...]:
    """Where the sides set up if a scenario gives neither zones nor positions: at their edges."""
    cite("p8.turn.setup-by-scenario")
    return home_zones(scenario, ZONE)


def unit_of(scenario: Scenario) -> str:
    """What the numbers of a battle are read as; with 6 mm figures that may be centimetres."""
    cite("p8.scale.six-mm-may-use-cm")
    return LABELS[str(read_options(scenario)["unit"])]


def in_unit(setting: Setting, text: str) -> str:
    """A sentence with its distances in the unit of the battle; only the label changes."""
    if setting.options["unit"] == "inch":
        return text
    cite("p8.scale.six-mm-may-use-cm")
    return _INCHES.sub(r"\1 cm", text)


def events_in_unit(setting: Setting, events: Iterable[Event]) -> list[Event]:
    """What happened, told in the unit of the battle."""
    if setting.options["unit"] == "inch":
        return list(events)
    return [msgspec.structs.replace(e, text=in_unit(setting, e.text)) for e in events]


def choice_in_unit(setting: Setting, choice: Choice) -> Choice:
    """A question, put in the unit of the battle."""
    if setting.options["unit"] == "inch":
        return choice
    return msgspec.structs.replace(choice, prompt=in_unit(setting, choice.prompt))


def refusal_in_unit(setting: Setting, refusal: Refusal | None) -> Refusal | None:
    """A refusal, told in the unit of the battle."""
    if refusal is None or setting.options["unit"] == "inch":
        return refusal
    return Refusal(refusal.rule, in_unit(setting, refusal.reason))


def odds_in_unit(setting: Setting, odds: Odds | None) -> Odds | None:
    """Odds, told in the unit of the battle."""
    if odds is None or setting.options["unit"] == "inch":
        return odds
    return msgspec.structs.replace(odds, title=in_unit(setting, odds.title))
