"""Two pieces and what is around them on an otherwise empty table, for questions about odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.battle import Tally
from sandtable.dice import ScriptedDice
from sandtable.odds import Field, Odds, QuestionError
from sandtable.odds.questions import unknown
from sandtable.scenario import Scenario, Side, Situation, TableSize, Terrain, Unit

from ..s03_turn.setting_up import set_up
from ..state import P8State
from ..state.sheets import SHEETS, Sheet
from ..state.tables import QUALITY

MIDDLE = 30.0
"""Where on the width of the table the pieces stand."""

SHELL_HOLES = "shell-holes"
"""What stands for soft cover of any kind."""

QUALITIES = tuple(QUALITY)
"""The qualities of troops."""


# -- what is asked --------------------------------------------------------------------------------


def flag(name: str, text: str) -> Field:
    """A field that is set or not, and is not unless it is asked for."""
    return Field(name=name, text=text, kind="flag", default=False)


def quality_of(role: str) -> Field:
    """A field for the quality of one of the two."""
    return Field(
        name=f"{role}-quality",
        text=f"the {role}'s quality",
        among=QUALITIES,
        default="average",
    )


TARGET_SUPPRESSED = flag("target-suppressed", "the target is suppressed")


def sheet_asked(asked: Mapping[str, Any], field: str) -> Sheet:
    """The data sheet that a field names."""
    sheet = SHEETS.get(asked[field])
    if sheet is None:
        problem = unknown(asked[field], tuple(SHEETS), "there are")
        raise QuestionError(field, f"{problem}; `sandtable data p8` lists all elements")
    return sheet


# -- the table ------------------------------------------------------------------------------------


def one_of_two(asked: Mapping[str, Any], role: str, side: str, y: float, **more: Any) -> Unit:
    """One of the two that a question is about, as it was asked for."""
    sheet, quality = sheet_asked(asked, role), asked[f"{role}-quality"]
    return Unit(id=role, sheet=sheet.id, side=side, quality=quality, at=(MIDDLE, y), **more)


def commander_near(helped: Sheet, side: str, y: float, **more: Any) -> Unit:
    """A commander near enough to those of its side to help them."""
    return Unit(
        id=f"commander-{side}",
        name="a commander",
        sheet=_commander_of(helped.nation).id,
        side=side,
        at=(MIDDLE - 3.0, y),
        **more,
    )


def _commander_of(nation: str) -> Sheet:
    commanders = [sheet for sheet in SHEETS.values() if sheet.is_commander]
    return next((sheet for sheet in commanders if sheet.nation == nation), commanders[0])


def situation(
    units: list[Unit], *, depth: float, terrain: tuple[Terrain, ...] = (), **situation: Any
) -> P8State:
    """A battle that has just come to the first side's Action Phase, with nothing else on it."""
    scenario = Scenario(
        id="odds",
        title="Odds",
        book="p8",
        table=TableSize(width=2 * MIDDLE, depth=depth),
        sides=(
            Side(id="one", name="One", home="south", role="attacker"),
            Side(id="two", name="Two", home="north", role="defender"),
        ),
        units=tuple(units),
        terrain=terrain,
        situation=Situation(side="one", phase="action", **situation),
    )
    return set_up(scenario, ScriptedDice([]))[0]


def ground_for(cover: str, north: float, edge: float) -> tuple[Terrain, ...]:
    """Shell holes hinder nobody's movement and are soft cover against any fire."""
    west, east = MIDDLE - 4.0, MIDDLE + 4.0
    if cover == "soft":
        low, high = edge, 2 * north - edge
        outline = ((west, low), (east, low), (east, high), (west, high))
        return (Terrain(id="cover", kind=SHELL_HOLES, outline=outline),)
    if cover == "hull-down":
        return (Terrain(id="cover", kind="crest", line=((west, edge), (east, edge))),)
    return ()


def in_plain_cover(odds: Odds) -> Odds:
    """Odds in which the shell holes of ``ground_for`` are called what was asked for."""
    return msgspec.structs.replace(odds, tallies=tuple(_plain(tally) for tally in odds.tallies))


def _plain(tally: Tally) -> Tally:
    called = {SHELL_HOLES.replace("-", " "): "soft cover"}
    modifiers = tuple(
        msgspec.structs.replace(modifier, text=called.get(modifier.text, modifier.text))
        for modifier in tally.modifiers
    )
    return msgspec.structs.replace(tally, modifiers=modifiers)


def foot_of(nation: str) -> Sheet:
    """An infantry section of a nation."""
    foot = [sheet for sheet in SHEETS.values() if sheet.type == "inf"]
    return next((sheet for sheet in foot if sheet.nation == nation), foot[0])
