"""The switches of a battle of Panzer8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.battle.rulebook import Option
from sandtable.scenario import Scenario, ScenarioError
from sandtable.scenario.errors import not_among

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        id="tank_riders",
        rule="p8.riders.other-nations-if-permitted",
        text="Infantry of every nation, not only Russians and Germans, may ride on tanks.",
        default=False,
    ),
    Option(
        id="base_of_mounts",
        rule="p8.dismount.base-of-mounts",
        text="Troops that dismount may leave a base of mounts and so mount again.",
        default=True,
    ),
    Option(
        id="recce_moves",
        rule="p8.recce.pre-game-move",
        text="Reconnaissance troops may move once before the first turn.",
        default=True,
    ),
    Option(
        id="unit",
        rule="p8.scale.six-mm-may-use-cm",
        text="What distances are measured in: inches, or centimetres with 6 mm figures.",
        default="inch",
        allowed=("inch", "cm"),
    ),
)
"""Everything that a scenario may switch under ``[options]``."""


def read_options(scenario: Scenario) -> Mapping[str, str | bool]:
    """Every option with its setting in a scenario.

    Raises:
        ScenarioError: For an option that there is not, or a setting that it cannot have.
    """
    known = {option.id: option for option in OPTIONS}
    settings: dict[str, str | bool] = {option.id: option.default for option in OPTIONS}
    for name, value in scenario.options.items():
        option = known.get(name)
        if option is None:
            raise ScenarioError(f"options.{name}", not_among(name, known, "option"))
        if value not in option.allowed or type(value) is not type(option.default):
            allowed = ", ".join(str(one).lower() for one in option.allowed)
            raise ScenarioError(f"options.{name}", f"{value!r} is none of: {allowed}")
        settings[name] = value
    return settings
