"""AUTOFIRE and BURST FIRE."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.missile import may_burst
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import (
    magazine,
    rounds_used,
    shot_off,
)
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


@rule("owb.burst.three-per-magazine", "owb.ammo.count-rounds")
def test_a_magazine_holds_three_bursts_where_rounds_are_counted() -> None:
    assert (magazine("submachinegun"), rounds_used("submachinegun", "burst")) == (20, 6)
    units = (man("ivan", (5, 5), sheet="submachinegunner"), man("foe", (5, 30), "b"))
    state = state_of(*units, options={"ammo": "count"})
    gun = person(state, "ivan").arms[0]
    assert (gun.rounds, gun.loads) == (20, 3)
    for left in (14, 8, 2):
        gun = shot_off(state, gun, "burst")
        assert gun.rounds == left
    found = shot_at(state, person(state, "ivan"), gun, person(state, "foe"), "burst")
    assert isinstance(found, Refusal)
    assert found.rule == "owb.ammo.count-rounds"


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
