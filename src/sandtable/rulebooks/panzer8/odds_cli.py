"""Odds of Panzer8 without a battle: two pieces on an empty table, asked of the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.odds.questions import unknown
from sandtable.rulebooks.panzer8.aiming import Shot, aim
from sandtable.rulebooks.panzer8.fire import odds_of
from sandtable.rulebooks.panzer8.orders import Recover
from sandtable.rulebooks.panzer8.rally import check_recover, is_supported, recovery_odds
from sandtable.rulebooks.panzer8.setup import set_up
from sandtable.rulebooks.panzer8.sheets import SHEETS, Sheet
from sandtable.rulebooks.panzer8.state import P8State
from sandtable.rulebooks.panzer8.tables import QUALITY
from sandtable.scenario import Scenario, Side, Situation, TableSize, Terrain, Unit

FARTHEST = 400.0
"""No range beyond this is asked about; no gun reaches that far."""

_MIDDLE = 30.0
_COVERS = ("none", "soft", "hard", "hull-down", "smoke")
_QUALITIES = tuple(QUALITY)


def _sheet(asked: Mapping[str, Any], field: str) -> Sheet:
    sheet = SHEETS.get(asked[field])
    if sheet is None:
        problem = unknown(asked[field], tuple(SHEETS), "there are")
        raise QuestionError(
            field, f"{problem}; `sandtable rules show p8.table.datasheet` lists all elements"
        )
    return sheet


def _situation(
    units: list[Unit], *, depth: float, terrain: tuple[Terrain, ...] = (), **situation: Any
) -> P8State:
    """A battle that has just come to the first side's Action Phase, with nothing else on it."""
    scenario = Scenario(
        id="odds",
        title="Odds",
        book="p8",
        table=TableSize(width=2 * _MIDDLE, depth=depth),
        sides=(
            Side(id="one", name="One", home="south", role="attacker"),
            Side(id="two", name="Two", home="north", role="defender"),
        ),
        units=tuple(units),
        terrain=terrain,
        situation=Situation(side="one", phase="action", **situation),
    )
    return set_up(scenario, ScriptedDice([]))[0]


# -- fire -----------------------------------------------------------------------------------------


def situation_for_fire(asked: Mapping[str, Any]) -> P8State:
    """The shooter in the south, the target at exactly the range asked for to the north of it."""
    shooter, target = _sheet(asked, "shooter"), _sheet(asked, "target")
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
        Unit(
            id="shooter",
            sheet=shooter.id,
            side="one",
            quality=asked["shooter-quality"],
            at=(_MIDDLE, south),
            status={
                "suppressed": asked["suppressed"],
                "moved": asked["moved"] or asked["turned"],
                "shifted": asked["moved"],
            },
        ),
        Unit(
            id="target",
            sheet=target.id,
            side="two",
            quality=asked["target-quality"],
            at=(_MIDDLE, north),
            facing=0.0 if asked["flank"] else 180.0,
            dug_in=cover == "hard",
            status={"suppressed": asked["target-suppressed"]},
        ),
    ]
    screen = {"side": "two", "x": _MIDDLE, "y": edge - gap / 2, "heading": 0.0, "width": 6.0}
    return _situation(
        units,
        depth=north + 6.0,
        terrain=_terrain(cover, north, edge),
        screens=(screen,) if cover == "smoke" else (),
    )


def _terrain(cover: str, north: float, edge: float) -> tuple[Terrain, ...]:
    """Shell holes hinder nobody's movement and are soft cover against any fire."""
    west, east = _MIDDLE - 4.0, _MIDDLE + 4.0
    if cover == "soft":
        low, high = edge, 2 * north - edge
        outline = ((west, low), (east, low), (east, high), (west, high))
        return (Terrain(id="cover", kind="shell-holes", outline=outline),)
    if cover == "hull-down":
        return (Terrain(id="cover", kind="crest", line=((west, edge), (east, edge))),)
    return ()


def aimed(asked: Mapping[str, Any]) -> Shot:
    """The shot that was asked about.

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
    return shot


def _fire(asked: Mapping[str, Any]) -> Odds:
    return odds_of(aimed(asked))


# -- recovery -------------------------------------------------------------------------------------


def _commander(nation: str) -> Sheet:
    commanders = [sheet for sheet in SHEETS.values() if sheet.is_commander]
    return next((sheet for sheet in commanders if sheet.nation == nation), commanders[0])


def _supporter(sheet: Sheet) -> Sheet:
    if sheet.is_combat and not sheet.is_commander:
        return sheet
    foot = [other for other in SHEETS.values() if other.is_infantry]
    return next((other for other in foot if other.nation == sheet.nation), foot[0])


def _recover(asked: Mapping[str, Any]) -> Odds:
    sheet = _sheet(asked, "element")
    here = {"side": "one", "quality": asked["quality"]}
    units = [
        Unit(
            id="element",
            name=sheet.name,
            sheet=sheet.id,
            at=(_MIDDLE, 10.0),
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
                at=(_MIDDLE + 3.0, 10.0),
                **here,
            )
        )
    if asked["rallied"]:
        commander = _commander(sheet.nation)
        units.append(
            Unit(
                id="commander",
                name="a commander",
                sheet=commander.id,
                at=(_MIDDLE - 3.0, 10.0),
                **here,
            )
        )
    losses = {"one": int(asked["losses"])} if asked["losses"] else {}
    state = _situation(units, depth=20.0, losses=losses)
    element = state.pieces["element"]
    refused = check_recover(state, Recover("element", "commander" if asked["rallied"] else None))
    if refused:
        raise refused
    if asked["unsupported"] and is_supported(state, element):
        raise Refusal(
            "p8.rally.support-for-others",
            f"{element.name} is supported by the commander who rallies it, being within 4.",
        )
    return recovery_odds(state, element, state.pieces.get("commander"))


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
            Field(name="moved", text="the shooter moved this turn", kind="flag", default=False),
            Field(name="turned", text="the shooter only turned", kind="flag", default=False),
            Field(
                name="flank",
                text="the shot comes from the target's side or rear",
                kind="flag",
                default=False,
            ),
            Field(name="suppressed", text="the shooter is suppressed", kind="flag", default=False),
            Field(
                name="target-suppressed",
                text="the target is suppressed",
                kind="flag",
                default=False,
            ),
            Field(
                name="shooter-quality",
                text="the shooter's quality",
                among=_QUALITIES,
                default="average",
            ),
            Field(
                name="target-quality",
                text="the target's quality",
                among=_QUALITIES,
                default="average",
            ),
            Field(
                name="gun",
                text="which gun: 0 is the main one, 1 the first secondary one",
                kind="count",
                default=0,
            ),
            Field(name="reaction", text="the shot reacts to a mover", kind="flag", default=False),
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
            Field(name="quality", text="its quality", among=_QUALITIES, default="average"),
            Field(name="unsupported", text="no friend is near enough", kind="flag", default=False),
            Field(
                name="losses",
                text="elements that its side has lost to enemy action",
                kind="count",
                default=0,
            ),
            Field(name="rallied", text="a commander helps", kind="flag", default=False),
        ),
        answer=_recover,
    ),
)
"""What `sandtable odds p8` can be asked."""
