"""Odds of Panzer8 without a battle: two pieces on an empty table, asked of the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.battle import Refusal, Tally
from sandtable.dice import ScriptedDice
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.odds.questions import unknown
from sandtable.scenario import Scenario, Side, Situation, TableSize, Terrain, Unit

from ..s03_turn.setting_up import set_up
from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.direct_fire import odds_of
from ..s05_actions.hunt.tank_hunting import Hunt, check_hunt, hunt_odds
from ..s05_actions.rally.recovery import Recover, check_recover, is_supported, recovery_odds
from ..s06_close_combat.melee import combat_odds
from ..s06_close_combat.overrun import check_overrun
from ..state import Combat, P8State
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
"""What `sandtable odds p8` can be asked."""
