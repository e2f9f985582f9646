"""Questions about odds without a battle, ``sandtable odds owb ...``, asked on a firing range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.dice import Dice, SeededDice, exact
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.scenario import Scenario, Side, TableSize, Terrain, Unit
from sandtable.table.grid import Square, to_table

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
from ..part2_vehicles.attack.attack_roll import VehicleShot
from ..part2_vehicles.attack.ordered_shots import astray_of, ready, rocket_astray, vehicle_odds
from ..part3_combining.from_foot import aim_at_vehicle
from ..setting_up.people import set_up
from ..state import Arm, OwbState
from ..state.footprint import footprint
from ..state.tables import COMBATANTS, MELEE, MISSILE
from ..state.vehicle_orders import FireGun
from ..state.vehicle_stats import BLOCKS, GUNS

FARTHEST: Final = 480
"""No range beyond this is asked about; no weapon reaches that far."""

COLUMNS: Final = 27
MIDDLE: Final = 13
BORDER: Final = 12
"""Columns and rows around whatever stands on the range.

They are enough for the longest vehicle, and for the widest miss to land on the map.
"""

COVERS: Final = {"none": None, "concealment": "wooden-fence", "partial": "sandbags"}
COVER: Final = Field(
    name="cover", text="what protects the target", among=tuple(COVERS), default="none"
)
HOW_FAR: Final = Field(name="range", text="how far, in squares", kind="count", required=True)
HIT_POINTS: Final = Field(name="hp", text="the target's hit points, if not all", kind="count")
FACINGS: Final = {"front": 4, "side": 2, "rear": 0}
"""How a vehicle in the north stands that shows a side of it to the south."""


def who(name: str, text: str) -> Field:
    """A field that names what kind of man somebody is."""
    return Field(name=name, text=text, among=tuple(COMBATANTS), default="soldier")


def rows_between(asked: Mapping[str, Any]) -> int:
    """The range that was asked for.

    Raises:
        QuestionError: If nobody could stand there.
    """
    distance: int = asked["range"]
    if not 1 <= distance <= FARTHEST:
        raise QuestionError("range", f"must be 1 to {FARTHEST} squares, not {distance}")
    return distance


def hit_points(asked: Mapping[str, Any], full: int) -> int:
    """The hit points that the target has left, all if it was not asked otherwise."""
    return full if asked["hp"] is None else max(1, int(asked["hp"]))


class Range:
    """A range that runs north, of so many squares from the shooter to the target.

    Args:
        distance: How far apart they are.
        cover: What lies before the target.
    """

    def __init__(self, distance: int, cover: str = "none") -> None:
        self.rows = distance + 2 * BORDER + 1
        self.far: Square = (MIDDLE, BORDER)
        self.near: Square = (MIDDLE, BORDER + distance)
        self._cover = COVERS[cover]

    def man(self, name: str, side: str, at: Square, quality: str, **status: Any) -> Unit:
        """Somebody on foot."""
        point, title = to_table(at, self.rows), COMBATANTS[quality].name
        return Unit(
            id=name,
            name=title,
            sheet="rifleman",
            side=side,
            quality=quality,
            at=point,
            status=status,
        )

    def shooting_vehicle(self, sheet: str, gun: str, gunner: str) -> Unit:
        """A vehicle that faces north, its front in the near row, with a gun and its gunner."""
        unit = self._vehicle("shooter", "a", sheet, 0, lambda rows: min(rows) - self.near[1])
        fitted = {mount: gun for mount, guns in BLOCKS[sheet].choices.items() if gun in guns}
        return replace(unit, quality=gunner, status={"weapons": fitted})

    def target_vehicle(self, sheet: str, shown: str) -> Unit:
        """A vehicle that shows one of its sides to the south, in the far row."""
        facing = FACINGS[shown]
        return self._vehicle("target", "b", sheet, facing, lambda rows: max(rows) - self.far[1])

    def _vehicle(
        self, name: str, side: str, sheet: str, facing: int, off: Callable[[list[int]], int]
    ) -> Unit:
        block = BLOCKS[sheet]
        laid = footprint((block.length, block.width), facing, (0, 0))
        across = min(x for x, _ in laid.squares) - MIDDLE
        along = off([y for _, y in laid.squares])
        x, y = laid.centre
        return Unit(
            id=name,
            name=block.name,
            sheet=sheet,
            side=side,
            at=to_table((x - across, y - along), self.rows),
            facing=360.0 if facing == 0 else facing * 45.0,
        )

    def set_up(self, *units: Unit, **options: str) -> OwbState:
        """Everybody in his place."""
        scenario = Scenario(
            id="range",
            title="On the range",
            book="owb",
            table=TableSize(width=float(COLUMNS), depth=float(self.rows)),
            sides=(Side(id="a", name="A", home="south"), Side(id="b", name="B", home="north")),
            units=units,
            terrain=self._terrain(),
            options=dict(options),
        )
        return set_up(scenario, SeededDice("range"))[0]

    def _terrain(self) -> tuple[Terrain, ...]:
        if self._cover is None:
            return ()
        y = float(self.rows - self.far[1] - 1)
        return (Terrain(id="cover", kind=self._cover, line=((0.0, y), (float(COLUMNS), y))),)


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
