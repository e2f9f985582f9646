"""Odds of Panzer8 without a battle: two pieces on an empty table, asked of the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.battle import Refusal
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.scenario import Unit

from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.direct_fire import odds_of
from ..s05_actions.rally.recovery import Recover, check_recover, is_supported, recovery_odds
from ..state import P8State
from ..state.sheets import SHEETS, Sheet
from .odds_close import CLOSE_QUESTIONS
from .odds_table import (
    MIDDLE,
    QUALITIES,
    TARGET_SUPPRESSED,
    commander_near,
    flag,
    ground_for,
    in_plain_cover,
    one_of_two,
    quality_of,
    sheet_asked,
    situation,
)

FARTHEST = 400.0
"""No range beyond this is asked about; no gun reaches that far."""

_COVERS = ("none", "soft", "hard", "hull-down", "smoke")


# -- fire -----------------------------------------------------------------------------------------


def situation_for_fire(asked: Mapping[str, Any]) -> P8State:
    """The shooter in the south, the target at exactly the range asked for to the north of it."""
    shooter, target = sheet_asked(asked, "shooter"), sheet_asked(asked, "target")
    gap = float(asked["range"])
    if gap > FARTHEST:
        raise QuestionError("range", f"must be {FARTHEST:g} or less, not {gap:g}")
    south = 4.0
    north = south + gap + (shooter.depth + target.depth) / 2
    edge = north - target.depth / 2
    cover = asked["cover"]
    if cover == "hard" and target.is_vehicle:
        raise Refusal(
            "p8.cover.dug-in-set-up-only",
            f"{target.name} is a vehicle and cannot be dug in; it may be hull-down or in smoke.",
        )
    units = [
        one_of_two(
            asked,
            "shooter",
            "one",
            south,
            status={
                "suppressed": asked["suppressed"],
                "moved": asked["moved"] or asked["turned"],
                "shifted": asked["moved"],
            },
        ),
        one_of_two(
            asked,
            "target",
            "two",
            north,
            facing=0.0 if asked["flank"] else 180.0,
            dug_in=cover == "hard",
            status={"suppressed": asked["target-suppressed"]},
        ),
    ]
    screen = {"side": "two", "x": MIDDLE, "y": edge - gap / 2, "heading": 0.0, "width": 6.0}
    return situation(
        units,
        depth=north + 6.0,
        terrain=ground_for(cover, north, edge),
        screens=(screen,) if cover == "smoke" else (),
    )


def aimed(asked: Mapping[str, Any]) -> tuple[P8State, Shot]:
    """The shot that was asked about, and the situation in which it is fired.

    Raises:
        Refusal: If it may not be fired.
    """
    state = situation_for_fire(asked)
    shooter, target = state.pieces["shooter"], state.pieces["target"]
    shot = aim(state, shooter, target, int(asked["gun"]), reaction=asked["reaction"])
    if isinstance(shot, Refusal):
        raise shot
    if asked["cover"] == "hull-down" and shot.cover.rule != "p8.cover.hull-down":
        raise Refusal(
            "p8.cover.hull-down",
            f"{target.name} cannot be hull-down; only an armoured vehicle with a turret can.",
        )
    return state, shot


def _fire(asked: Mapping[str, Any]) -> Odds:
    state, shot = aimed(asked)
    odds = odds_of(state, shot, reaction=asked["reaction"])
    return in_plain_cover(odds) if asked["cover"] == "soft" else odds


# -- recovery -------------------------------------------------------------------------------------


def _supporter(sheet: Sheet) -> Sheet:
    if sheet.is_combat and not sheet.is_commander:
        return sheet
    foot = [other for other in SHEETS.values() if other.is_infantry]
    return next((other for other in foot if other.nation == sheet.nation), foot[0])


def _recover(asked: Mapping[str, Any]) -> Odds:
    sheet = sheet_asked(asked, "element")
    here = {"side": "one", "quality": asked["quality"]}
    units = [
        Unit(
            id="element",
            sheet=sheet.id,
            at=(MIDDLE, 10.0),
            status={"suppressed": True},
            **here,
        )
    ]
    if not asked["unsupported"]:
        units.append(
            Unit(
                id="supporter",
                name="a friend",
                sheet=_supporter(sheet).id,
                at=(MIDDLE + 3.0, 10.0),
                **here,
            )
        )
    if asked["rallied"]:
        units.append(commander_near(sheet, y=10.0, **here))
    losses = {"one": int(asked["losses"])} if asked["losses"] else {}
    state = situation(units, depth=20.0, losses=losses)
    element, commander = state.pieces["element"], state.pieces.get("commander-one")
    refused = check_recover(state, Recover("element", commander.id if commander else None))
    if refused:
        raise refused
    if asked["unsupported"] and is_supported(state, element):
        raise Refusal(
            "p8.rally.support-for-others",
            f"{element.name} is supported by the commander who rallies it, being within 4.",
        )
    return recovery_odds(state, element, commander)


QUESTIONS = (
    Question(
        name="fire",
        text="What a shot does to its target.",
        example="--shooter ge-tiger1 --target us-sherman-75 --range 12 --cover hull-down --moved",
        fields=(
            Field(name="shooter", text="who shoots, by its id on the data sheet", required=True),
            Field(name="target", text="at whom, by its id on the data sheet", required=True),
            Field(
                name="range",
                text="inches between the two bases",
                kind="number",
                required=True,
            ),
            Field(name="cover", text="the target's cover", among=_COVERS, default="none"),
            flag("moved", "the shooter moved this turn"),
            flag("turned", "the shooter only turned"),
            flag("flank", "the shot comes from the target's side or rear"),
            flag("suppressed", "the shooter is suppressed"),
            TARGET_SUPPRESSED,
            quality_of("shooter"),
            quality_of("target"),
            Field(
                name="gun",
                text="which gun: 0 is the main one, 1 the first secondary one",
                kind="count",
                default=0,
            ),
            flag("reaction", "the shot reacts to a mover"),
        ),
        answer=_fire,
    ),
    Question(
        name="recover",
        text="Whether a suppressed element recovers.",
        example="--quality elite --losses 3 --rallied",
        fields=(
            Field(
                name="element",
                text="who recovers, by its id on the data sheet",
                default="uk-rifle-44",
            ),
            Field(name="quality", text="its quality", among=QUALITIES, default="average"),
            flag("unsupported", "no friend is near enough"),
            Field(
                name="losses",
                text="elements that its side has lost to enemy action",
                kind="count",
                default=0,
            ),
            flag("rallied", "a commander helps"),
        ),
        answer=_recover,
    ),
    *CLOSE_QUESTIONS,
)
"""What `sandtable odds p8` can be asked."""
