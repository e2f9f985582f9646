"""DETERMINING SURPRISE."""

import pytest

from tests.whitebox.kit import *

SURPRISED_B = (4, 1)


def free(*units: Any, **more: Any) -> OwbBattle:
    """A free turn of side a."""
    options = {"surprise": "roll", **more.pop("options", {})}
    return fight(*units, dice=more.pop("dice", SURPRISED_B), options=options, **more)


@rule("owb.surprise.roll", "owb.surprise.free-turn")
@pytest.mark.parametrize(("rolls", "first"), [((1, 4), "b"), ((4, 1), "a"), ((6, 1), "a")])
def test_of_two_groups_that_roll_1_and_4_only_the_first_is_surprised(
    rolls: tuple[int, int], first: str
) -> None:
    battle = fight(*TWO, options={"surprise": "roll"}, dice=rolls)
    assert battle.state.turn == 0
    assert battle.choices[0].seats == (first,)
    told_so = told(battle, "surprise")[0]
    assert told_so.rules == ("owb.surprise.roll", "owb.surprise.free-turn")
    assert [roll.faces for roll in told_so.rolls] == [(rolls[0],), (rolls[1],)]


@rule("owb.surprise.roll")
def test_a_1_on_1d6_is_surprised() -> None:
    state = state_of(*two())
    state.setting.options = {**state.setting.options, "surprise": "roll"}
    assert roll_surprise(state, ScriptedDice([1, 4])) == ("a",)
    state.setting.options = {**state.setting.options, "surprise": "none"}
    assert roll_surprise(state, ScriptedDice([])) == ()
    named = state_of(
        man("ivan", (1, 1), surprised=True), man("foe", (1, 9), "b"), options={"surprise": "none"}
    )
    named.setting.options = {**named.setting.options, "surprise": "scenario"}
    assert roll_surprise(named, ScriptedDice([])) == ("a",)


@rule("owb.surprise.free-turn", "owb.rof.half")
def test_the_free_turn_is_round_0_for_a_crossbow() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["crossbow"]),
        man("foe", (10, 15), "b", rank="op5"),
        options={"surprise": "roll"},
        dice=(4, 1),
    )
    turn(battle, "ivan", shot("foe", "crossbow"), dice=(1, 6, 1))
    assert battle.state.turn == 1
    play(battle, Begin("ivan"))
    assert refusal(battle, shot("foe", "crossbow")) == "owb.rof.half"
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert battle.allows(shot("foe", "crossbow"), "a")


@rule("owb.surprise.free-turn", "owb.suppress.reload", "owb.initiative.loses-initiative")
def test_a_magazine_emptied_in_the_free_turn_is_changed_in_round_1() -> None:
    battle = free(
        man("ivan", (10, 20), sheet="submachinegunner"),
        man("oleg", (30, 30)),
        man("foe", (10, 12), "b", rank="officer"),
    )
    turn(battle, "ivan", shot("foe", "submachinegun", mode="suppress"), dice=(1,))
    turn(battle, "oleg")
    assert asked_for(battle) == "declare"
    assert battle.state.turn in (0, 1)
    play(battle, Declare("ivan", "reload"), Done(), dice=(6, 1))
    turn(battle, "oleg")
    turn(battle, "foe")
    assert battle.choices[0].about == ("ivan",)
    play(battle, Begin("ivan"), Sweep("ivan"), dice=(4,))
    play(battle, Decline(), dice=(3, 6))
    assert person(battle, "foe").hp == 3


@rule("owb.surprise.free-turn", "owb.suppress.malfunction")
def test_the_free_turn_counts_for_the_heat_of_a_gun() -> None:
    battle = free(
        man("ivan", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", rank="officer"),
    )
    turn(battle, "ivan", shot("foe", GUN, mode="suppress"), dice=(1, 6, 1))
    for _ in range(2):
        turn(battle, "ivan", Sweep("ivan"), dice=(1,))
        pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 3
    play(battle, Begin("ivan"), Sweep("ivan"), dice=(1, 1))
    arm = present(person(battle, "ivan").arm(GUN))
    assert arm.jam == -1


@rule("owb.surprise.free-turn", "owb.base.dying")
def test_who_fell_in_the_free_turn_begins_to_die_in_round_1() -> None:
    battle = free(
        IVAN,
        man("op", (10, 12), "b", rank="op1", armor=[]),
        man("foe", (30, 5), "b"),
    )
    turn(battle, "ivan", shot("op"), dice=(12, 5, 6, 1))
    assert battle.state.turn == 1
    assert person(battle, "op").hp == -1
    pass_all(battle, dice=(6, 1))
    assert person(battle, "op").hp == -2


@rule("owb.surprise.free-turn", "owb.weapon.flamethrower-catch-fire")
def test_who_catches_fire_in_the_free_turn_burns_from_round_1() -> None:
    battle = free(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", rank="officer"),
        dice=(5, *SURPRISED_B),
    )
    # 1 damage, 15 fails against 16, for 1 round
    turn(battle, "ivan", Flame("ivan", at=middle((10, 18))), dice=(1, 15, 1, 6, 1))
    assert battle.state.turn == 1
    assert person(battle, "foe").hp == 11
    pass_all(battle, dice=(2, 6, 1))
    assert person(battle, "foe").hp == 9
    assert person(battle, "foe").burning == 0
    pass_all(battle, dice=(6, 1))
    assert person(battle, "foe").hp == 9


@rule("owb.surprise.free-turn", "owb.timed.cook", "owb.timed.detonates-at-end-of-round")
def test_in_a_free_turn_nothing_is_withheld_but_a_grenade_may_cook() -> None:
    battle = free(IVAN, man("foe", (10, 16), "b", rank="officer", armor=[]))
    play(battle, Begin("ivan"))
    assert refusal(battle, Withhold("ivan")) == "owb.surprise.free-turn"
    play(battle, Cook("ivan", bomb="grenade"), EndTurn("ivan", facing=0.0))
    assert asked_for(battle) == "throw"
    # 4 squares: -6; the damage is 4; 15 fails in the centre
    play(battle, throw((10, 16)), dice=(16, 1, 1, 15, 6, 1))
    assert person(battle, "foe").hp == 8
    assert battle.state.turn == 1


@rule("owb.surprise.free-turn", "owb.reload.loses-initiative")
def test_a_reload_in_the_free_turn_is_simply_carried_out() -> None:
    battle = free(IVAN, man("foe", (10, 12), "b", rank="officer"), options={"ammo": "count"})
    rifle = person(battle, "ivan").arms[0]
    battle.state.change("ivan", arms=(replace(rifle, rounds=0),))
    play(battle, Begin("ivan"))
    assert person(battle, "ivan").arms[0].rounds == 6
    play(battle, shot("foe"), dice=(11, 1))
    assert person(battle, "foe").hp == 10


@rule("owb.surprise.free-turn", "owb.modifiers.target-helpless-or-unaware", "owb.rof.two")
def test_the_second_roll_finds_a_man_who_is_aware() -> None:
    battle = free(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 15), "b", rank="officer"),
        options={"stances": "on"},
    )
    order = shot("foe", "handgun-small", second="foe")
    # 7 + 4 hits 11; 10 misses it
    turn(battle, "ivan", order, dice=(7, 3, 10, 6, 1))
    assert [event.tallies[0].total for event in told(battle, "attack")] == [4, 0]
    assert person(battle, "foe").hp == 11


@rule("owb.surprise.free-turn", "owb.modifiers.target-helpless-or-unaware")
def test_an_unaware_man_is_struck_down_without_fail() -> None:
    battle = free(
        IVAN,
        man("foe", (10, 19), "b", rank="officer", armor=["plate-mail"]),
        options={"stances": "on"},
    )
    # no attack roll; the bayonet on the rifle does 1d6
    turn(battle, "ivan", Strike("ivan", target="foe", weapon="bayonet"), dice=(5, 6, 1))
    assert person(battle, "foe").hp == 7


@rule("owb.surprise.free-turn", "owb.base.sides-and-groups")
def test_several_free_groups_roll_for_their_order() -> None:
    battle = fight(
        man("one", (10, 20), group="first"),
        man("two", (12, 20), group="second"),
        FOE_AHEAD,
        options={"surprise": "roll"},
        dice=(4, 5, 1, 3, 6),
    )
    assert battle.state.phase == "free-turn"
    turn(battle, "two")
    turn(battle, "one", dice=(1, 2, 6))
    assert (battle.state.turn, battle.choices[0].about) == (1, ("foe",))


@rule("owb.surprise.free-turn", "owb.initiative.group-or-individual")
def test_in_a_free_turn_the_player_orders_his_men_as_he_likes() -> None:
    men = (man("one", (10, 20)), man("two", (12, 20)), FOE_AHEAD)
    battle = fight(*men, dice=(4, 1), options={"surprise": "roll", "initiative": "individual"})
    assert battle.state.phase == "free-turn"
    assert battle.choices[0].about == ("one", "two")


@rule("owb.surprise.free-turn", "owb.stance.change-loses-initiative")
def test_in_a_free_turn_a_change_of_position_is_simply_carried_out() -> None:
    men = (man("one", (10, 20)), FOE_AHEAD)
    battle = fight(*men, dice=(4, 1), options={"surprise": "roll", "stances": "on"})
    play(battle, Begin("one"), Declare("one", "kneel"))
    assert person(battle, "one").stance == "kneeling"
    assert not battle.allows(Declare("one", "kneel"), "a")
    play(battle, shot("foe", who="one"), dice=(1,))
    assert not battle.allows(Declare("one", "prone"), "a")


@rule("owb.surprise.cancels-out")
@pytest.mark.parametrize("rolls", [(1, 1), (2, 2), (6, 2)])
def test_both_or_neither_surprised_there_is_no_free_turn(rolls: tuple[int, int]) -> None:
    battle = fight(*TWO, options={"surprise": "roll"}, dice=(*rolls, 2, 5))
    assert battle.state.turn == 1
    assert battle.choices[0].seats == ("b",)
    assert rolled_all(battle)
