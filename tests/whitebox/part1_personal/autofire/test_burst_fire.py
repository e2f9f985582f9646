"""AUTOFIRE and BURST FIRE."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.missile import may_burst
from tests.whitebox.kit import *


@rule("owb.autofire.two-modes", "owb.burst.bonus", "owb.weapon.submachinegun")
def test_a_burst_adds_2() -> None:
    state = facing_foe(5)
    state.change("foe", armor=("bdu",))
    blow = legal(shot_of_ivan(state, "submachinegun", "burst"))
    assert resolve_blow(blow, ScriptedDice([9, 4])).damage == 4
    assert not resolve_blow(blow, ScriptedDice([8])).hit
    assert may_burst(Arm(id="submachinegun"))
    assert not may_burst(Arm(id="rifle-large"))
    assert describe_weapon(MISSILE["submachinegun"]) == "1d6, ROF 1, RANGE 15, 10 lb"


@rule("owb.burst.bonus")
@pytest.mark.parametrize("weapon", ["submachinegun", "machinegun-light", GUN])
def test_a_burst_of_9_hits_aac_11(weapon: str) -> None:
    needs(fire_duel(8, weapon), shot("foe", weapon, mode="burst"), 9)
    needs(fire_duel(8, weapon), shot("foe", weapon), 11)


@rule("owb.burst.three-per-magazine", "owb.ammo.count-rounds", "owb.suppress.reload")
def test_two_rounds_are_left_after_three_bursts() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 10), "b", rank="op5"),
        options={"ammo": "count"},
    )
    for _ in range(3):
        turn(battle, "ivan", shot("foe", "submachinegun", mode="burst"), dice=(1,))
        pass_all(battle, dice=(6, 1))
        pass_all(battle, until="who acts")
    assert person(battle, "ivan").arms[0].rounds == 2
    play(battle, Begin("ivan"))
    assert refusal(battle, shot("foe", "submachinegun", mode="burst")) == "owb.ammo.count-rounds"
    assert battle.allows(shot("foe", "submachinegun"), "a")
    play(battle, shot("foe", "submachinegun", mode="suppress"), dice=(1,))
    assert person(battle, "ivan").arms[0].rounds == 0
