"""DETERMINING SURPRISE with vehicles."""

import pytest

from tests.whitebox.kit import *

ROLLED = {"surprise": "roll"}
ROLL: dict[str, str | bool] = {"surprise": "roll"}


@rule("owb.vehicle.surprise-on-one-in-six", "owb.vehicle.surprise-grants-a-free-turn")
def test_the_group_that_is_not_surprised_takes_a_free_turn() -> None:
    battle = fight(tank(pace="normal", travel=6), panzer(), options=ROLL, dice=(1, 4))
    assert (battle.state.turn, battle.state.phase) == (0, "free-turn")
    assert battle.choices[0].about == ("panzer",)
    # the surprised tank rolls on at its starting pace meanwhile
    assert (the(battle, "t34").pace, the(battle, "t34").travelled) == ("normal", 6)
    start(battle, "panzer", "normal")
    play(battle, Drive("panzer", 2))
    assert not battle.allows(WithholdGun("panzer.gun-1"), "b")
    play(battle, EndVehicle("panzer"), dice=(6, 1))
    assert battle.state.turn == 1
    assert the(battle, "panzer").travelled == 2
    assert the(battle, "t34").travelled == 6
    assert battle.choices[0].seats == ("a",)


@rule("owb.vehicle.surprise-on-one-in-six")
def test_a_scenario_may_name_the_surprised_by_their_vehicle() -> None:
    state = state_of(tank(surprised=True), panzer(), options={"surprise": "scenario"})
    assert roll_surprise(state, ScriptedDice(())) == ("a",)


@rule("owb.vehicle.surprise-grants-a-free-turn")
def test_a_surprised_side_a_waits_for_the_free_turn_of_side_b() -> None:
    battle = fight(tank(), panzer(), dice=(1, 4), options=ROLLED)
    assert rolled_all(battle)
    assert not told(battle, "initiative")
    assert told(battle, "surprise")[0].rules == ("owb.surprise.roll", "owb.surprise.free-turn")
    assert battle.choices[0].seats == ("b",)
    start(battle, "panzer", "normal")
    play(battle, Drive("panzer", 3))
    fires(battle, fire("panzer", "t34"), 2)
    assert refusal(battle, WithholdGun("panzer.gun-2"), "b")
    play(battle, EndVehicle("panzer"), dice=(6, 1))
    assert rolled_all(battle)
    assert battle.state.turn == 1
    assert told(battle, "initiative")[0].text.startswith("Round 1: A (6), then B (1)")
    assert the(battle, "panzer").travelled == 3


@rule("owb.vehicle.surprise-grants-a-free-turn")
@pytest.mark.parametrize("faces", [(1, 1), (2, 6), (6, 2)])
def test_if_both_or_neither_are_surprised_initiative_is_rolled_at_once(
    faces: tuple[int, int],
) -> None:
    battle = fight(tank(), panzer(), dice=(*faces, 2, 5), options=ROLLED)
    assert rolled_all(battle)
    assert battle.state.turn == 1
    assert battle.choices[0].seats == ("b",)
