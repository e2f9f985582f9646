"""Ducking behind cover, and rising from it."""

import pytest

from tests.whitebox.kit import *

BAGS = [filled("s", "sandbags", (10, 19))]


@rule("owb.cover.ducked-or-up", "owb.round.character-turn", "owb.impact.open-stationary-target")
@pytest.mark.parametrize(("rises", "armor"), [(False, 14), (True, 10)])
def test_who_keeps_down_may_come_up_to_see_where_he_throws(rises: bool, armor: int) -> None:
    battle = begun(
        "ivan", man("ivan", (10, 20), ducked=True), man("foe", (10, 16), "b"), FAR, terrain=BAGS
    )
    if rises:
        play(battle, Rise("ivan"))
        assert refusal(battle, Rise("ivan")) == "owb.cover.ducked-or-up"
    play(battle, throw((10, 16)), dice=(1,))
    assert tallied(battle)[1] == armor
    play(battle, EndTurn("ivan", ducked=True))
    assert person(battle, "ivan").ducked, "a throw is no direct fire"


@rule("owb.cover.ducked-or-up", "owb.withhold.interrupt-timing")
def test_who_comes_up_to_throw_has_shown_himself() -> None:
    battle = fight(
        man("ivan", (10, 20), ducked=True),
        man("foe", (10, 16), "b", facing=4),
        FAR,
        terrain=BAGS,
        dice=B_FIRST,
    )
    turn(battle, "foe", Withhold("foe"), end=EndTurn("foe", facing=180.0))
    turn(battle, "far")
    play(battle, Begin("ivan"), Rise("ivan"))
    assert asked_for(battle) == "interrupt"
    # 15 - 4 reaches 11
    play(battle, shot("ivan", who="foe"), dice=(15, 6))
    assert person(battle, "ivan").out == "dead"


@rule("owb.cover.ducked-or-up", "owb.cover.which-feature-counts")
def test_one_ends_his_turn_down_behind_a_heap_of_rubble() -> None:
    battle = fight(IVAN, FOE_AHEAD, terrain=[filled("heap", "rubble", (10, 19))])
    turn(battle, "ivan", end=EndTurn("ivan", ducked=True))
    assert person(battle, "ivan").ducked
    play(battle, Begin("foe"))
    shot = Shoot("foe", target="ivan", weapon="rifle-large")
    assert not battle.allows(shot, "b")


@rule("owb.cover.ducked-or-up", "owb.withhold.interrupt-timing")
def test_who_ends_his_turn_up_has_shown_himself() -> None:
    bags = [filled("b", "sandbags", (10, 11))]
    battle = fight(
        IVAN, man("foe", (10, 10), "b", facing=4, ducked=True, rank="officer"), terrain=bags
    )
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    play(battle, Begin("foe"), EndTurn("foe"))
    assert asked_for(battle) == "interrupt"
    play(battle, shot("foe"), dice=(15, 1, 6, 1))
    assert person(battle, "foe").hp == 10, "15 - 4 reaches 11"


@rule("owb.cover.ducked-or-up", "owb.cover.stops-bullets")
def test_ducked_is_full_cover_and_up_is_partial() -> None:
    up = at_0([filled("s", "sandbags", (5, 4))])
    assert shelter_from(up, (5, 0), person(up, "foe")) == "partial"
    down = at_0([filled("s", "sandbags", (5, 4))], ducked=True)
    assert shelter_from(down, (5, 0), person(down, "foe")) == "full"
    ivan = person(down, "ivan")
    shot = shot_at(down, ivan, ivan.arms[0], person(down, "foe"))
    assert isinstance(shot, Refusal)


@rule("owb.cover.ducked-or-up")
def test_who_attacked_cannot_duck_and_moving_brings_one_up() -> None:
    wall = [edged("w", "low-brick-wall", (0, 20), (36, 20))]
    battle = begun(
        "ivan",
        man("ivan", (10, 20), ducked=True),
        man("oleg", (20, 20), ducked=True),
        FOE_AHEAD,
        terrain=wall,
    )
    play(battle, Shoot("ivan", target="foe", weapon="rifle-large"), dice=(1,))
    assert not person(battle, "ivan").ducked
    present(battle.refusal(EndTurn("ivan", ducked=True), "a"))
    play(battle, EndTurn("ivan"))
    turn(battle, "oleg", Move("oleg", (middle((21, 20)),)), end=EndTurn("oleg", ducked=True))
    assert person(battle, "oleg").ducked


@rule("owb.cover.ducked-or-up")
def test_holding_a_trained_gun_one_lets_a_moment_pass() -> None:
    battle = opened_fire(man("two", (12, 14), "b", facing=4))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("two"), Move("two", (middle((11, 14)),)))
    play(battle, Hold())
    assert battle.choices[0].ask == "turn"
    assert not person(battle, "gunner").ducked
