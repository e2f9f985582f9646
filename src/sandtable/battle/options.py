"""Reading the switches of a battle from its scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sandtable.scenario.bounds import MOST_NUMBER
from sandtable.scenario.errors import ScenarioError, not_among

if TYPE_CHECKING:
    from sandtable.battle.rulebook import Option
    from sandtable.scenario import Scenario

NUMBER = "number"
"""A setting that stands for any whole number of 1 or more, within bounds, written in digits."""


def read_options(options: Iterable[Option], scenario: Scenario) -> dict[str, str | bool]:
    """Every option with its setting in a scenario.

    Raises:
        ScenarioError: For an option that there is not, or a setting that it cannot have.
    """
    known = {option.id: option for option in options}
    settings: dict[str, str | bool] = {name: option.default for name, option in known.items()}
    for name, value in scenario.options.items():
        option = known.get(name)
        if option is None:
            raise ScenarioError(f"options.{name}", not_among(name, known, "option"))
        if not allows(option, value):
            allowed = ", ".join(_shown(one) for one in option.allowed)
            raise ScenarioError(f"options.{name}", f"{value!r} is none of: {allowed}")
        settings[name] = value
    return settings


def allows(option: Option, value: str | bool) -> bool:
    """Whether an option can be set so.

    >>> from sandtable.battle.rulebook import Option
    >>> limit = Option(id="limit", rule="r", text="", default="none", allowed=("none", "number"))
    >>> allows(limit, "12"), allows(limit, "soon"), allows(limit, "number")
    (True, False, False)
    """
    if type(value) is not type(option.default):
        return False
    if NUMBER in option.allowed and isinstance(value, str):
        if value == NUMBER:
            return False
        if value.isascii() and value.isdigit():
            return len(value) <= len(str(MOST_NUMBER)) and 1 <= int(value) <= MOST_NUMBER
    return value in option.allowed


def _shown(value: str | bool) -> str:
    return f"a whole number from 1 to {MOST_NUMBER}" if value == NUMBER else str(value).lower()


def switched(settings: Mapping[str, str | bool], name: str) -> bool:
    """Whether a switch that is written ``"on"`` or ``"off"`` (or true or false) is on.

    >>> switched({"smoke": "on", "fog": "off", "rain": True}, "rain")
    True
    """
    return settings[name] in (True, "on")
