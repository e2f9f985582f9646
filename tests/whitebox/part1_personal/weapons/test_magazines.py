"""KEEPING TRACK OF AMMO: what an empty magazine bars, and the die of the check without counting."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.battle import Battle
from sandtable.battle.personal import bring, take_out
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.characters.files import read
from sandtable.rulebooks.whitebox.state.orders import Begin, Shoot
from tests.whitebox.kit.scenes import (
    fight,
    man,
    person,
    play,
    refusal,
    rolled_all,
    scene,
    shot,
    told,
    turn,
)

rule = pytest.mark.rule

FOUGHT = """
[[battles]]
scenario = "one"
result = "won"
hit_points = 13
fired = true
"""
ANNA = """
format = "sandtable-character"
version = 1
book = "owb"
name = "Anna"
class = "medic"
level = 3

[kit]
weapons = ["rifle-large", "knife"]
"""


@rule("owb.ammo.abstract")
@pytest.mark.parametrize(("face", "dry"), [(1, True), (2, False), (6, False)])
def test_the_check_after_the_fourth_firefight_is_a_die_of_six(face: int, dry: bool) -> None:
    plain = scene(man("anna", (10, 20)), man("foe", (10, 10), side="b"))
    dice = ScriptedDice([6, 1])
    battle = Battle(RULEBOOK, bring(plain, {"anna": ANNA + 3 * FOUGHT}), dice)
    turn(battle, "anna", shot("foe", who="anna"), dice=[20, 6, face])
    assert rolled_all(battle)
    assert len(told(battle, "ammunition")) == 1
    assert read(take_out(battle, "anna") or "").kit.dry is dry


@rule("owb.ammo.abstract")
def test_after_the_third_firefight_nobody_checks_yet() -> None:
    plain = scene(man("anna", (10, 20)), man("foe", (10, 10), side="b"))
    battle = Battle(RULEBOOK, bring(plain, {"anna": ANNA + 2 * FOUGHT}), ScriptedDice([6, 1]))
    turn(battle, "anna", shot("foe", who="anna"), dice=[20, 6])
    assert rolled_all(battle)
    assert told(battle, "ammunition") == []
    assert read(take_out(battle, "anna") or "").kit.dry is False


@rule("owb.ammo.count-rounds", "owb.suppress.reload")
@pytest.mark.parametrize(("rounds", "allowed"), [(0, False), (1, True)])
def test_where_rounds_are_counted_an_empty_magazine_lays_no_suppressive_fire(
    rounds: int, allowed: bool
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        options={"ammo": "count"},
    )
    arm = person(battle, "gunner").arms[0]
    battle.state.change("gunner", arms=(replace(arm, rounds=rounds),))
    play(battle, Begin(person="gunner"))
    order = Shoot(person="gunner", target="foe", weapon=arm.id, mode="suppress")  # type: ignore[arg-type]
    if not allowed:
        assert refusal(battle, order) == "owb.ammo.count-rounds"
        return
    play(battle, order, dice=(1,))
    assert person(battle, "gunner").arms[0].rounds == 0
