"""Questions about odds that can be asked without a battle: ``sandtable odds owb ...``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.battle import Refusal
from sandtable.dice import SeededDice
from sandtable.odds import Field, Odds, Question, QuestionError
from sandtable.rulebooks.whitebox.attack import odds_of
from sandtable.rulebooks.whitebox.missile import AREA_WEAPONS, shot_at
from sandtable.rulebooks.whitebox.pieces import Arm
from sandtable.rulebooks.whitebox.setup import set_up
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.tables import COMBATANTS, MISSILE
from sandtable.scenario import Scenario, Side, TableSize, Terrain, Unit

WEAPONS: Final = tuple(name for name in MISSILE if name not in (*AREA_WEAPONS, "grenade"))
COVERS: Final = {"none": None, "concealment": "wooden-fence", "partial": "sandbags"}
FARTHEST: Final = 200
"""No range beyond this is asked about; no weapon reaches that far."""

MODES: Final = ("single", "burst", "suppress", "both-barrels")


def range_of_men(distance: int, shooter: str, target: str, cover: str) -> OwbState:
    """Two men so far apart, with something before the target or nothing."""
    rows = distance + 3
    kind = COVERS[cover]
    y = float(rows - 2)
    line = ((1.0, y), (2.0, y))
    terrain = () if kind is None else (Terrain(id="cover", kind=kind, line=line),)
    scenario = Scenario(
        id="range",
        title="On the range",
        book="owb",
        table=TableSize(width=3.0, depth=float(rows)),
        sides=(Side(id="a", name="A", home="south"), Side(id="b", name="B", home="north")),
        units=(
            Unit(id="shooter", sheet="rifleman", side="a", quality=shooter, at=(1.5, 1.5)),
            Unit(id="target", sheet="rifleman", side="b", quality=target, at=(1.5, rows - 1.5)),
        ),
        terrain=terrain,
    )
    return set_up(scenario, SeededDice("range"))[0]


def _shoot(asked: Mapping[str, Any]) -> Odds:
    if not 1 <= asked["range"] <= FARTHEST:
        raise QuestionError("range", f"must be 1 to {FARTHEST} squares, not {asked['range']}")
    state = range_of_men(asked["range"], asked["shooter"], asked["target"], asked["cover"])
    arm = Arm(id=asked["weapon"], set_up=True)
    target = state.person("target")
    blow = shot_at(state, state.person("shooter"), arm, target, asked["mode"])
    if isinstance(blow, Refusal):
        raise blow
    hp = target.hp if asked["hp"] is None else asked["hp"]
    title = f"{arm.weapon.name} at {asked['range']} squares, {asked['mode']}"
    return odds_of(blow, max(1, hp), title)


QUESTIONS: Final = (
    Question(
        name="shoot",
        text="A shot or burst at one man in battle dress.",
        fields=(
            Field(name="weapon", text="the weapon", among=WEAPONS, required=True),
            Field(name="range", text="how far, in squares", kind="count", required=True),
            Field(name="mode", text="how it is fired", among=MODES, default="single"),
            Field(
                name="cover", text="what protects the target", among=tuple(COVERS), default="none"
            ),
            Field(name="shooter", text="who shoots", among=tuple(COMBATANTS), default="soldier"),
            Field(name="target", text="who is shot at", among=tuple(COMBATANTS), default="soldier"),
            Field(name="hp", text="the target's hit points, if not all", kind="count"),
        ),
        answer=_shoot,
        example="--weapon submachinegun --range 12 --mode burst --cover partial",
    ),
)
"""What can be asked."""
