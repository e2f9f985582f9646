"""Questions about odds that can be asked without a battle: ``sandtable odds owb ...``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from sandtable.battle import Refusal
from sandtable.dice import Dice, exact
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.scenario import Unit

from ..part1_personal.attack.attack_roll import odds_of
from ..part1_personal.attack.melee import melee_blow
from ..part1_personal.attack.missile import AREA_WEAPONS, shot_at
from ..part1_personal.autofire.suppressive_fire import check_opening
from ..part1_personal.autofire.under_fire import LOSSES, loss_of
from ..part1_personal.explosives.blasts import (
    IMPACT,
    SHELL,
    SHELLS,
    TIMED,
    charge_of,
    resolve_blasted,
    save_against_blast,
)
from ..part1_personal.explosives.lobbing import lob_odds
from ..part1_personal.explosives.throwing import throw_at
from ..part2_vehicles.attack.odds import astray_of, rocket_astray, vehicle_odds
from ..part2_vehicles.attack.orders_to_fire import ready
from ..part2_vehicles.attack.shots_at_vehicles import VehicleShot
from ..part3_combining.from_foot import aim_at_vehicle
from ..state import OwbState
from ..state.people import Arm
from ..state.tables import MELEE, MISSILE
from ..state.vehicle_orders import FireGun
from ..state.vehicle_stats import BLOCKS, GUNS
from .firing_range import COVER, FACINGS, HIT_POINTS, HOW_FAR, Range, hit_points, rows_between, who

FoundT = TypeVar("FoundT")

WEAPONS: Final = tuple(name for name in MISSILE if name not in (*AREA_WEAPONS, "grenade"))
ROCKETS: Final = tuple(name for name in SHELLS if name.startswith("rpg"))
MODES: Final = ("single", "burst", "suppress", "both-barrels")
ROUNDS: Final = ("HE", "AP")
PLACES: Final = ("centre", "off-centre")
BOMBS: Final = (*TIMED, *IMPACT)
BURSTS: Final = (*BOMBS, *SHELLS, "charge", SHELL)

CARRIERS: Final = {
    "autocannon": "trailer-autocannon",
    "cannon": "trailer-cannon",
    "tank-gun-light": "tank-destroyer",
    "tank-gun-medium": "tank-destroyer",
    "tank-gun-heavy": "tank-destroyer",
}
"""What carries each gun on the range: the gunner and the gun decide, not what they sit in."""


def _allowed(found: FoundT | Refusal) -> FoundT:
    if isinstance(found, Refusal):
        raise found
    return found


# -- men ------------------------------------------------------------------------------------------


def _two_men(asked: Mapping[str, Any], distance: int, cover: str = "none") -> OwbState:
    lane = Range(distance, cover)
    return lane.set_up(
        lane.man("shooter", "a", lane.near, asked["shooter"]),
        lane.man("target", "b", lane.far, asked["target"]),
    )


def _shoot(asked: Mapping[str, Any]) -> Odds:
    state = _two_men(asked, rows_between(asked), asked["cover"])
    arm = Arm(id=asked["weapon"], set_up=True)
    shooter, target = state.person("shooter"), state.person("target")
    if asked["mode"] == "suppress":
        _allowed(check_opening(state, shooter, arm, state.square(target)))
    blow = _allowed(shot_at(state, shooter, arm, target, asked["mode"]))
    title = f"{arm.weapon.name} at {asked['range']} squares, {asked['mode']}"
    return odds_of(blow, hit_points(asked, target.hp), title)


def _strike(asked: Mapping[str, Any]) -> Odds:
    lane, blade = Range(1), asked["weapon"]
    state = lane.set_up(
        lane.man("shooter", "a", lane.near, asked["attacker"], blades=[blade]),
        lane.man("target", "b", lane.far, asked["target"]),
    )
    target = state.person("target")
    blow = _allowed(melee_blow(state, state.person("shooter"), target, blade))
    return odds_of(blow, hit_points(asked, target.hp), MELEE[blade].name)


def _throw(asked: Mapping[str, Any]) -> Odds:
    distance, bomb = rows_between(asked), asked["bomb"]
    state = _two_men({**asked, "target": "soldier"}, distance, asked["cover"])
    square = state.square(state.person("target"))
    return lob_odds(state, _allowed(throw_at(state, state.person("shooter"), bomb, square)))


def _blast(asked: Mapping[str, Any]) -> Odds:
    state = _two_men({"shooter": "soldier", "target": asked["target"]}, 1)
    victim, bomb = state.person("target"), asked["bomb"]
    centre = state.square(victim if asked["place"] == "centre" else state.person("shooter"))
    hp, bonus = hit_points(asked, victim.hp), save_against_blast(state, victim, centre)
    charge = charge_of(state, bomb)

    def loss(dice: Dice) -> str:
        damage = charge.damage.damage(dice, "damage")
        saves = not asked["helpless"]
        taken = resolve_blasted(victim, bonus, damage, asked["near-cover"], saves, dice).damage
        return loss_of(taken, hp)

    return Odds.of(f"The blast of a {bomb}", exact(loss), LOSSES, (bonus,))


# -- vehicles -------------------------------------------------------------------------------------


def _vehicle(asked: Mapping[str, Any]) -> Odds:
    lane = Range(rows_between(asked), asked["cover"])
    target = lane.target_vehicle(asked["target"], asked["side"])
    if asked["weapon"] in GUNS:
        return _gun_odds(asked, lane, target)
    if asked["round"] != "HE":
        raise QuestionError("round", f"a {asked['weapon']} has no choice of rounds")
    state = lane.set_up(lane.man("shooter", "a", lane.near, asked["shooter"]), target)
    arm = Arm(id=asked["weapon"], set_up=True)
    shooter = state.person("shooter")
    shot = _allowed(aim_at_vehicle(state, shooter, arm, state.vehicle("target"), asked["mode"]))
    rocket = arm.id.startswith("rpg")
    astray = rocket_astray(state, shot, state.square(shooter)) if rocket else None
    return vehicle_odds(state, shot, astray)


def _gun_odds(asked: Mapping[str, Any], lane: Range, target: Unit) -> Odds:
    carrier, weapon = CARRIERS[asked["weapon"]], asked["weapon"]
    shooter = lane.shooting_vehicle(carrier, weapon, asked["shooter"])
    state = lane.set_up(shooter, target, tank_gun_ammunition="on")
    gunner = state.person("shooter.gun-1")
    order = FireGun(gunner.id, "gun-1", target="target", mode=asked["mode"], round=asked["round"])
    shot = _allowed(ready(state, gunner, order))
    assert isinstance(shot, VehicleShot)
    return vehicle_odds(state, shot, astray_of(state, gunner, order, shot))


# -- what can be asked ----------------------------------------------------------------------------

QUESTIONS: Final = (
    Question(
        name="shoot",
        text="A shot or burst at one man in battle dress.",
        fields=(
            Field(name="weapon", text="the weapon", among=WEAPONS, required=True),
            HOW_FAR,
            Field(name="mode", text="how it is fired", among=MODES, default="single"),
            COVER,
            who("shooter", "who shoots"),
            who("target", "who is shot at"),
            HIT_POINTS,
        ),
        answer=_shoot,
        example="--weapon submachinegun --range 12 --mode burst --cover partial",
    ),
    Question(
        name="strike",
        text="A blow by hand at a man in the next square.",
        fields=(
            Field(name="weapon", text="what is in hand", among=tuple(MELEE), default="club"),
            who("attacker", "who strikes"),
            who("target", "who is struck at"),
            HIT_POINTS,
        ),
        answer=_strike,
        example="--weapon bayonet --attacker veteran",
    ),
    Question(
        name="throw",
        text="Where a thrown explosive comes down.",
        fields=(
            Field(name="bomb", text="what is thrown", among=BOMBS, default="grenade"),
            HOW_FAR,
            COVER,
            who("shooter", "who throws"),
        ),
        answer=_throw,
        example="--bomb grenade --range 3 --cover partial",
    ),
    Question(
        name="blast",
        text="What a blast does to a man in its area.",
        fields=(
            Field(name="bomb", text="what bursts", among=BURSTS, default="grenade"),
            Field(name="place", text="where he is in the area", among=PLACES, default="off-centre"),
            Field(
                name="near-cover",
                text="cover is near enough to dive behind",
                kind="flag",
                default=False,
            ),
            Field(name="helpless", text="he cannot react", kind="flag", default=False),
            who("target", "who is caught"),
            HIT_POINTS,
        ),
        answer=_blast,
        example="--bomb mortar --place centre --target veteran",
    ),
    Question(
        name="vehicle",
        text="A shot at a vehicle, by a gun or a weapon of men.",
        fields=(
            Field(
                name="weapon",
                text="the weapon",
                among=(*GUNS, *ROCKETS, *WEAPONS),
                required=True,
            ),
            Field(name="target", text="the vehicle", among=tuple(BLOCKS), required=True),
            HOW_FAR,
            Field(name="side", text="the side it shows", among=tuple(FACINGS), default="front"),
            Field(name="mode", text="how it is fired", among=MODES[:2], default="single"),
            Field(name="round", text="the round of a tank gun", among=ROUNDS, default="HE"),
            COVER,
            who("shooter", "who shoots"),
        ),
        answer=_vehicle,
        example="--weapon tank-gun-medium --target tank-heavy --range 30 --round AP --side side",
    ),
)
"""What can be asked."""
