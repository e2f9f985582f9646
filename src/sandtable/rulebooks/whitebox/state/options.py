"""The switches of a battle: one for each row of the book's list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from sandtable.battle.options import read_options as options_of_scenario
from sandtable.battle.rulebook import Option
from sandtable.scenario import Scenario, ScenarioError

from .tables import CATALOGUE, DiceSum

TEXTS: Final = {
    "round_limit": "After how many rounds the battle ends, if nobody has won by then.",
    "surprise": "Whether each group rolls 1d6 at the start of a fight, and on a 1 is Surprised.",
    "range_bands": "How far Medium, Long and Extreme range reach.",
    "massed_suppression": "How many riflemen close together count as one suppressive weapon.",
    "suppressive_reach": "How far the cone of suppressive fire reaches.",
    "cover_damage": "What wears down the cover that people are behind.",
    "darkness": "Whether it is dark: whoever is 2 squares away or more counts as concealed.",
    "ammo": "Whether rounds are counted; if not, a die is thrown for each man after some fights.",
    "ammo_interval": "After how many firefights that die is thrown; on a 1 nothing is left.",
    "spare_loads": "How many spare loads each character carries, where rounds are counted.",
    "mortar_offmap_distance": "How many squares a mortar off the map is from its middle.",
    "static_damage": "The damage of a charge that was laid.",
    "static_area": "The squares that a charge that was laid reaches.",
    "zero_hp": "Whether an operative at 0 hit points is dying, and can be saved, or dead.",
    "morale": "Whether a group that has lost half of its people may break and run.",
    "hit_points": "Whether the hit points of people stand fixed or are rolled.",
    "vehicle_hit_points": "Whether vehicles have their printed hit points, or roll for them.",
    "unstuck_mishap": "Whether a stuck vehicle can have a mishap when its driver tries to free it.",
    "jump": "Where vehicles may jump.",
    "td_gun": "How the gun of a tank destroyer is mounted.",
    "open_top": "Whether up to six passengers of a carrier may fire over its sides.",
}
"""What some switches decide; of the others, the first sentence of their rule tells it."""


WORDS: Final = {
    "diagonals": {"one-to-one": "Each costs 1", "alternate": "1, 2, 1, 2 and so on"},
    "surprise": {"roll": "Each rolls", "none": "Nobody is", "scenario": "As the scenario says"},
    "initiative": {
        "side": "By sides",
        "individual": "Each for himself",
        "vehicle": "Each vehicle for itself",
    },
    "range_bands": {
        "multiples": "2, 3 and 4 times the range",
        "chained": "2, 6 and 24 times the range",
        "chained-for-thrown": "2, 6 and 24 times the range for what is thrown",
    },
    "suppressive_reach": {"short": "Short range", "extreme": "Extreme range"},
    "ammo": {"abstract": "Not counted", "count": "Counted"},
    "ac_display": {"aac": "Ascending (AAC)", "ac": "Descending (AC)"},
    "zero_hp": {"heroic": "Dying, and dead at -6", "deadly": "Dead"},
    "td_gun": {"TR2": "As in a turret (TR2)", "F": "To the front (F)"},
}
"""What some settings mean."""


TYPED: Final = {"number": "A number", "dice": "Other dice", "larger": "A larger area"}
"""Settings that stand for what is written in their place."""


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
            DiceSum.read(dice)
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
