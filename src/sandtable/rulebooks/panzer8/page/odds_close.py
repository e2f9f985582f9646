"""Odds of tank hunting and close combat without a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.battle import Refusal
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.scenario import Unit

from ..s05_actions.hunt.tank_hunting import Hunt, check_hunt, hunt_odds
from ..s06_close_combat.melee import combat_odds
from ..s06_close_combat.overrun import check_overrun
from ..state import Combat, P8State
from ..state.sheets import Sheet
from .odds_table import (
    MIDDLE,
    TARGET_SUPPRESSED,
    commander_near,
    flag,
    foot_of,
    ground_for,
    in_plain_cover,
    one_of_two,
    quality_of,
    sheet_asked,
    situation,
)

SOUTH = 10.0
"""How far north the one stands who comes from the south."""

# -- tank hunting ---------------------------------------------------------------------------------


def _hunt(asked: Mapping[str, Any]) -> Odds:
    hunter, target = sheet_asked(asked, "hunter"), sheet_asked(asked, "target")
    gap = float(asked["range"])
    north = SOUTH + gap + (hunter.depth + target.depth) / 2
    dug_in = asked["cover"] == "hunter" and not hunter.is_vehicle
    units = [
        one_of_two(asked, "hunter", "one", SOUTH, dug_in=dug_in),
        one_of_two(
            asked,
            "target",
            "two",
            north,
            facing=0.0 if asked["flank"] else 180.0,
            status={"suppressed": asked["target-suppressed"]},
        ),
    ]
    if asked["commander"]:
        units.append(commander_near(hunter, "one", SOUTH))
    guards = int(asked["guards"])
    if guards > len(_GUARDS):
        raise QuestionError("guards", f"must be {len(_GUARDS)} or less, not {guards}")
    for number, (across, along) in enumerate(_GUARDS[:guards]):
        sheet = foot_of(target.nation)
        x = MIDDLE + across * (target.width + sheet.width) / 2
        y = north + along * (target.depth + sheet.depth) / 2
        units.append(
            Unit(id=f"guard-{number}", name="a guard", sheet=sheet.id, side="two", at=(x, y))
        )
    edge = north - target.depth / 2
    ground = ground_for("soft", north, edge) if asked["cover"] == "target" else ()
    state = situation(units, depth=north + 6.0, terrain=ground)
    pieces = state.pieces
    commander = pieces.get("commander-one")
    order = Hunt("hunter", "target", commander.id if commander else None)
    refused = check_hunt(state, pieces["hunter"], order)
    if refused:
        raise refused
    return hunt_odds(state, pieces["hunter"], pieces["target"], commander)


_GUARDS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0))
"""Where guards stand: to the right, to the left and behind, in half widths and depths."""


# -- close combat ---------------------------------------------------------------------------------


def _melee(asked: Mapping[str, Any]) -> Odds:
    return _close_combat(asked, overrun=False)


def _overrun(asked: Mapping[str, Any]) -> Odds:
    return _close_combat(asked, overrun=True)


def _close_combat(asked: Mapping[str, Any], *, overrun: bool) -> Odds:
    """The attacker in the south, in contact with the defender to the north of it."""
    attacker, defender = sheet_asked(asked, "attacker"), sheet_asked(asked, "defender")
    if not overrun:
        _check_fighters(attacker, defender)
    north = SOUTH + (attacker.depth + defender.depth) / 2
    cover = asked.get("cover", "none")
    dug_in = cover == "hard" and not defender.is_vehicle
    units = [
        one_of_two(asked, "attacker", "one", SOUTH, status={"charged": True}),
        one_of_two(asked, "defender", "two", north, facing=180.0, dug_in=dug_in),
    ]
    if asked.get("attacker-commander"):
        units.append(commander_near(attacker, "one", SOUTH))
    if asked.get("defender-commander"):
        units.append(commander_near(defender, "two", north))
    ground = ground_for(cover, north, north - defender.depth / 2) if cover == "soft" else ()
    state = situation(units, depth=north + 6.0, terrain=ground)
    if overrun:
        refused = check_overrun(state, state.pieces["attacker"], state.pieces["defender"])
        if refused:
            raise refused
    odds = combat_odds(state, _combat(state, overrun=overrun))
    return in_plain_cover(odds) if cover == "soft" else odds


def _combat(state: P8State, *, overrun: bool) -> Combat:
    """The combat of the two, with the commanders that there are."""
    ours = ("commander-one", "attacker") if "commander-one" in state.pieces else None
    theirs = ("commander-two", "defender") if "commander-two" in state.pieces else None
    return Combat(
        attackers=("attacker",),
        defenders=("defender",),
        overrun=overrun,
        helpers=(ours, theirs),
    )


def _check_fighters(attacker: Sheet, defender: Sheet) -> None:
    for sheet in (attacker, defender):
        if sheet.is_vehicle:
            raise Refusal(
                "p8.melee.hand-to-hand-definition",
                f"{sheet.name} is a vehicle and does not fight hand to hand.",
            )


def _combat_fields(attacker: str) -> tuple[Field, ...]:
    """What is asked about any close combat."""
    return (
        Field(name="attacker", text=f"{attacker}, by its id on the data sheet", required=True),
        Field(name="defender", text="whom, by its id on the data sheet", required=True),
        quality_of("attacker"),
        quality_of("defender"),
        flag("defender-commander", "a commander helps the defender"),
    )


_HAND_TO_HAND = (
    Field(
        name="cover",
        text="the defender's cover",
        among=("none", "soft", "hard"),
        default="none",
    ),
    flag("attacker-commander", "a commander helps the attacker"),
)
"""What counts hand to hand only: against a tank cover is no help, and tanks are not led so."""


CLOSE_QUESTIONS = (
    Question(
        name="hunt",
        text="Whether infantry puts a tank out of action at arm's length.",
        example="--hunter uk-eng --target ge-tiger1 --cover target --flank --commander",
        fields=(
            Field(name="hunter", text="who hunts, by its id on the data sheet", required=True),
            Field(name="target", text="the vehicle, by its id on the data sheet", required=True),
            Field(
                name="cover",
                text="which of the two is in cover",
                among=("target", "hunter", "none"),
                default="target",
            ),
            Field(name="range", text="inches between the two bases", kind="number", default=1.0),
            flag("flank", "the hunter is wholly behind the target's front"),
            flag("commander", "a commander helps"),
            Field(
                name="guards",
                text="infantry sections that protect the vehicle",
                kind="count",
                default=0,
            ),
            TARGET_SUPPRESSED,
            quality_of("hunter"),
            quality_of("target"),
        ),
        answer=_hunt,
    ),
    Question(
        name="melee",
        text="What comes of hand-to-hand combat.",
        example="--attacker uk-rifle-44 --defender ge-mg --cover soft --attacker-commander",
        fields=(*_combat_fields("who charges"), *_HAND_TO_HAND),
        answer=_melee,
    ),
    Question(
        name="overrun",
        text="What comes of a tank overrun, against which no cover helps.",
        example="--attacker ge-tiger1 --defender uk-rifle-44",
        fields=_combat_fields("the tank"),
        answer=_overrun,
    ),
)
"""What can be asked about fights at arm's length."""
