"""The switches of a battle of Panzer8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from sandtable.battle.options import read_options as options_of_scenario
from sandtable.battle.rulebook import Option
from sandtable.scenario import Scenario

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
    Option(
        id="game",
        rule="p8.event.draw-only-advanced",
        text="The advanced game switches every optional section on that is not set by itself.",
        default="basic",
        allowed=("basic", "advanced"),
    ),
    Option(
        id="hidden_placement",
        rule="p8.hidden.half-of-defender",
        text="The defender may set up to half of his elements up hidden, under counters.",
        default=False,
        follows="game",
    ),
    Option(
        id="field_engineering",
        rule="p8.wire.others-stop",
        text="Barbed wire, bunkers and pill boxes.",
        default=False,
        follows="game",
    ),
    Option(
        id="smoke",
        rule="p8.smoke.is-an-action",
        text="Smoke screens from dischargers, grenades, mortars and support fire.",
        default=False,
        follows="game",
    ),
    Option(
        id="event_cards",
        rule="p8.card.draw-each-player-turn",
        text="The phasing player draws an event card at the start of each player turn.",
        default=False,
        follows="game",
    ),
    Option(
        id="black",
        rule="p8.card.colours",
        text="The side whose event cards are the black ones, by its id; usually the German one.",
        default="german",
        allowed=("german",),
    ),
    Option(
        id="air_support",
        rule="p8.air.mission-types",
        text="Event cards may bring aircraft.",
        default=False,
        follows="game",
    ),
    Option(
        id="support_fire",
        rule="p8.support.sources",
        text="Event cards may bring the fire of batteries off the table.",
        default=False,
        follows="game",
    ),
    Option(
        id="rockets",
        rule="p8.support.sources",
        text="Whose rockets or ships fire when a 9 is drawn, instead of heavy artillery.",
        default="none",
        allowed=("none", "both", "GE", "UK", "US", "SU", "FR"),
    ),
    Option(
        id="national_characteristics",
        rule="p8.nation.russian-melee-quality",
        text="Russians, French reserves and Germans short of ammunition have rules of their own.",
        default=False,
        follows="game",
    ),
)
"""Everything that a scenario may switch under ``[options]``."""

ADVANCED: Final = (
    "hidden_placement",
    "field_engineering",
    "smoke",
    "event_cards",
    "air_support",
    "support_fire",
    "national_characteristics",
)
"""The optional sections of the book (12 to 16), which the advanced game switches on."""


def read_options(scenario: Scenario) -> Mapping[str, str | bool]:
    """Every option with its setting in a scenario.

    Raises:
        ScenarioError: For an option that there is not, or a setting that it cannot have.
    """
    options = [_in_scenario(option, scenario) for option in OPTIONS]
    settings = options_of_scenario(options, scenario)
    if settings["game"] == "advanced":
        settings |= {name: True for name in ADVANCED if name not in scenario.options}
    return settings


def _in_scenario(option: Option, scenario: Scenario) -> Option:
    """An option with the settings that it can have in a scenario; some name a side."""
    if option.id != "black":
        return option
    names = tuple(dict.fromkeys((*option.allowed, *scenario.side_ids())))
    return msgspec.structs.replace(option, allowed=names)
