"""The switches of a battle: one for each row of the book's list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from sandtable.battle.options import read_options as options_of_scenario
from sandtable.battle.rulebook import Option
from sandtable.scenario import Scenario, ScenarioError

from .option_words import TEXTS, TYPED, WORDS
from .tables import CATALOGUE, Throw

_FREE: Final = {"dice", "larger"}
_OR_NONE: Final = ("spare_loads",)
"""Numbers that may be nought as well."""


def _sentence(rule: str) -> str:
    text = " ".join(CATALOGUE.rule(rule).text.split())
    return text.partition(". ")[0].rstrip(".") + "."


def _options() -> tuple[Option, ...]:
    rows = CATALOGUE.table("owb.table.switches").dicts()
    return tuple(_option(str(row["switch"]), row) for row in rows)


def _option(name: str, row: Mapping[str, object]) -> Option:
    allowed = tuple(str(row["values"]).split(" | "))
    typed = next((one for one in allowed if one in TYPED), None)
    return Option(
        id=name,
        rule=str(row["rule"]),
        text=TEXTS.get(name) or _sentence(str(row["rule"])),
        default=str(row["default"]),
        allowed=allowed,
        words=WORDS.get(name, {}) | ({typed: TYPED[typed]} if typed else {}),
        typed=typed,
    )


OPTIONS: Final[tuple[Option, ...]] = _options()
"""Everything that a scenario may switch under ``[options]``."""


def read_options(scenario: Scenario) -> Mapping[str, str]:
    """Every switch with its setting in a scenario.

    Raises:
        ScenarioError: For a switch that there is not, or a setting that it cannot have.
    """
    dice = scenario.options.get("static_damage")
    if isinstance(dice, str):
        try:
            Throw.read(dice)
        except ValueError as error:
            raise ScenarioError("options.static_damage", str(error)) from None
    area = scenario.options.get("static_area")
    if isinstance(area, str):
        area_reach(area)
    given = {name: value for name, value in scenario.options.items() if _is_open(name, value)}
    plain = {name: value for name, value in scenario.options.items() if name not in given}
    settings = options_of_scenario(OPTIONS, _with(scenario, plain))
    return {name: str(value) for name, value in (settings | given).items()}


def _is_open(name: str, value: str | bool) -> bool:
    """Whether a switch is set to something that no list of settings names."""
    return name in _open_settings() or (name in _OR_NONE and value == "0")


def _open_settings() -> tuple[str, ...]:
    return tuple(option.id for option in OPTIONS if _FREE.intersection(map(str, option.allowed)))


def _with(scenario: Scenario, options: dict[str, str | bool]) -> Scenario:
    return msgspec.structs.replace(scenario, options=options)


def area_reach(area: str) -> int:
    """How far an area reaches from its middle.

    >>> area_reach("7x7"), area_reach("9x9")
    (3, 4)

    Raises:
        ScenarioError: If it is no square of an odd size.
    """
    side, _, other = area.partition("x")
    if side != other or not side.isdigit() or int(side) % 2 == 0:
        raise ScenarioError("options.static_area", f"{area!r} is no area such as 7x7")
    return int(side) // 2
