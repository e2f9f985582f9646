"""Whose moment it is: withheld attacks, suppressive fire, ties, groups, surprise and ambush."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import victims_of
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import shelter_from
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import roll_initiative
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    Declare,
    Decline,
    Done,
    EndTurn,
    Mass,
    Move,
    React,
    Sweep,
    Throw,
    Withhold,
)
from sandtable.scenario import Unit
from tests.whitebox.kit import (
    GUN,
    OwbBattle,
    ask,
    at,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    shot,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule


# -- withheld attacks -----------------------------------------------------------------------------


@rule("owb.withhold.modes", "owb.withhold.interrupt-timing")
def test_a_withheld_throw_is_offered_and_the_grenade_lies_to_the_end_of_the_round() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=[], blades=[]),
        man("foe", (10, 15), "b", facing=4, rank="officer"),
    )
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 16))))
    assert ask(battle) == "interrupt"
    # a moving target: 14; 4 squares: -6
    play(battle, Throw(person="ivan", bomb="grenade", at=middle((10, 16))), dice=(20,))
    assert battle.state.explosives[0].square == (10, 16)
    assert person(battle, "ivan").attacked


@rule("owb.withhold.interrupt-timing", "owb.withhold.declare")
def test_a_step_of_one_out_of_sight_is_a_moment_for_a_shot_at_another() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", facing=4),
        man("hidden", (30, 5), "b"),
        terrain=[filled("w", "tall-wall", (28, 7), (35, 7))],
    )
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="hidden"), Move(person="hidden", path=path((31, 5))))
    assert ask(battle) == "interrupt"
    assert not battle.allows(shot("hidden"), "a")
    play(battle, shot("foe"), dice=(11, 3))
    assert person(battle, "foe").out == "dead"


@rule("owb.withhold.interrupt-timing")
def test_what_was_declared_does_not_happen_if_the_shooter_is_put_out_first() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4))
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="foe"), shot("ivan", who="foe"))
    play(battle, shot("foe"), dice=(11, 3))
    assert person(battle, "ivan").hp == 4
    assert len(told(battle, "attack")) == 1


@rule("owb.withhold.arc", "owb.grid.facing-change-free")
def test_a_withheld_shot_does_not_turn_the_shooter() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (15, 15), "b", facing=4))
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((16, 14))))
    play(battle, shot("foe"), dice=(1,))
    assert person(battle, "ivan").facing == 0


@rule("owb.withhold.declare", "owb.cover.ducked-or-up")
def test_who_keeps_down_stands_up_to_withhold_and_shows_himself() -> None:
    bags = [filled("b", "sandbags", (10, 19))]
    battle = fight(
        man("ivan", (10, 20), ducked=True), man("foe", (10, 10), "b", facing=4), terrain=bags
    )
    play(battle, Begin(person="ivan"), Withhold(person="ivan"))
    assert not person(battle, "ivan").ducked
    assert shelter_from(battle.state, (10, 10), person(battle, "ivan")) == "partial"


@rule("owb.withhold.carries-over", "owb.cover.ducked-or-up")
def test_a_withheld_attack_lapses_when_one_ducks_in_a_later_turn() -> None:
    bags = [filled("b", "sandbags", (10, 19))]
    battle = fight(man("ivan", (10, 20)), man("foe", (1, 1), "b", facing=4), terrain=bags)
    turn(battle, "ivan", Withhold(person="ivan"))
    pass_all(battle, dice=(6, 1))
    pass_all(battle, until="who acts")
    assert person(battle, "ivan").withheld
    turn(battle, "ivan", end=EndTurn(person="ivan", ducked=True))
    assert person(battle, "ivan").ducked
    assert not person(battle, "ivan").withheld


@rule("owb.withhold.carries-over", "owb.time.one-attack-per-round")
def test_a_shot_before_the_first_turn_is_the_only_one_of_the_round() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4, rank="officer"))
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Done(), dice=(6, 1))
    assert ask(battle) == "interrupt", "one moment before the first turn"
    play(battle, shot("foe"), dice=(11, 1))
    assert person(battle, "foe").hp == 10
    play(battle, Begin(person="ivan"))
    assert not battle.allows(shot("foe"), "a")
    assert not battle.allows(Withhold(person="ivan"), "a")


@rule("owb.withhold.declare")
def test_who_is_tied_for_first_has_not_won_initiative() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b"), dice=(4, 4, 1, 2))
    name = battle.choices[0].about[0]
    play(battle, Begin(person=name))
    refusal = battle.refusal(Withhold(person=name), battle.choices[0].seats[0])
    assert refusal is not None
    assert refusal.rule == "owb.withhold.declare"


@rule("owb.cover.ducked-or-up", "owb.withhold.interrupt-timing")
def test_who_ends_his_turn_up_has_shown_himself() -> None:
    bags = [filled("b", "sandbags", (10, 11))]
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", facing=4, ducked=True, rank="officer"),
        terrain=bags,
    )
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="foe"), EndTurn(person="foe"))
    assert ask(battle) == "interrupt"
    play(battle, shot("foe"), dice=(15, 1, 6, 1))
    assert person(battle, "foe").hp == 10, "15 - 4 reaches 11"


# -- suppressive fire -----------------------------------------------------------------------------


def sweep_in_round_2(*others: Unit, sheet: str = "medium-machinegunner", **rest: Any) -> OwbBattle:
    battle = fight(
        man("gunner", (10, 20), sheet=sheet),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        *others,
        **rest,
    )
    gun = person(battle, "gunner").arms[0].id
    turn(battle, "gunner", shot("foe", gun, "gunner", mode="suppress"), dice=(1,))
    return battle


@rule("owb.suppress.automatic-bullets", "owb.base.able-to-act", "owb.suppress.cone-sight")
def test_an_incapacitated_man_in_the_cone_is_struck_and_cannot_react() -> None:
    battle = sweep_in_round_2(man("down", (10, 14), "b", rank="op1"))
    battle.state.change("down", hp=0, out="incapacitated", fell_in=1, stable=True)
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2, 1, 1))
    # one bullet, 1 + 2 damage, without a question; then nothing for the officer behind
    assert person(battle, "down").hp == -3
    assert ask(battle) == "turn"


@rule("owb.suppress.order-of-victims")
def test_the_nearest_first_and_of_two_as_near_the_one_farther_north() -> None:
    state = state_of(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("one", (10, 10), "b"),
        man("two", (9, 15), "b"),
        man("three", (11, 15), "b"),
        man("four", (10, 19), "b"),
    )
    names = victims_of(state, person(state, "gunner"), (10, 20), (10, 10), 30)
    assert names == ("four", "two", "three", "one")


@rule("owb.suppress.malfunction")
def test_the_fourth_round_is_the_first_that_rolls_and_its_hits_stand() -> None:
    battle = sweep_in_round_2()
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
        turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    play(battle, Decline(), dice=(1, 1))
    assert person(battle, "foe").hp == 9
    arm = person(battle, "gunner").arm(GUN)
    assert arm is not None
    assert arm.jam == -1
    assert person(battle, "gunner").trained is None


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.weapon.machinegun-medium")
def test_a_gun_that_was_carried_on_is_not_set_up_and_strikes_nobody() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    play(battle, Begin(person="gunner"), shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    play(battle, Move(person="gunner", path=path((10, 21))), EndTurn(person="gunner"))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 13))))
    assert ask(battle) == "turn"


@rule("owb.suppress.continue", "owb.cover.ducked-or-up")
def test_a_gunner_may_give_up_his_fire_and_duck() -> None:
    bags = [filled("b", "sandbags", (10, 19))]
    battle = sweep_in_round_2(terrain=bags)
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner", end=EndTurn(person="gunner", ducked=True))
    gunner = person(battle, "gunner")
    assert gunner.ducked
    assert gunner.trained is None


@rule("owb.suppress.save-in-the-open", "owb.base.rounding", "owb.suppress.decline")
def test_half_of_nine_is_four_and_the_save_comes_before_the_damage() -> None:
    battle = sweep_in_round_2(man("op", (10, 15), "b", rank="op1", dexterity=1))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(4,))
    play(battle, React(), dice=(13, 1, 4, 1))
    assert person(battle, "op").hp == 5 - 4, "13 + 1 reaches 14; 3 + 6 halved"


@rule("owb.suppress.partial-cover", "owb.cover.ducked-or-up")
def test_behind_the_corner_of_a_wall_one_takes_nothing_but_is_not_ducked() -> None:
    """The line from (4, 19) to (11, 12) only touches the corner of the wall at (11, 13)."""
    battle = fight(
        man("gunner", (4, 19), sheet="medium-machinegunner"),
        man("foe", (11, 12), "b", facing=4, rank="officer"),
        terrain=[filled("w", "tall-wall", (11, 13))],
    )
    assert shelter_from(battle.state, (4, 19), person(battle, "foe")) == "partial"
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(6,))
    play(battle, React(), dice=(16,))
    assert person(battle, "foe").hp == 12
    assert not person(battle, "foe").ducked


@rule("owb.suppress.massed-rifles", "owb.suppress.reload")
def test_massed_rifles_strike_in_between_without_needing_a_reload() -> None:
    line = [man(f"r{n}", (8 + 2 * n, 20)) for n in range(3)]
    foe = man("foe", (10, 12), "b", facing=4, rank="officer")
    other = man("two", (20, 12), "b", facing=4, rank="officer")
    battle = fight(*line, foe, other, options={"massed_suppression": "3"})
    order = Mass(person="r0", at=middle((10, 12)), others=("r1", "r2"))
    turn(battle, "r1")
    turn(battle, "r2")
    turn(battle, "r0", order, dice=(1,))
    assert all(person(battle, f"r{n}").attacked for n in range(3))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 13))))
    assert ask(battle) == "interrupt"
    play(battle, Sweep(person="r0"), dice=(1,))
    rifle = person(battle, "r0").arms[0]
    assert rifle.swept_in is None
    assert rifle.heat == 0


@rule("owb.ammo.count-rounds", "owb.suppress.fire-on-those-who-show-themselves")
def test_a_magazine_lasts_to_the_end_of_the_round_where_rounds_are_counted() -> None:
    battle = sweep_in_round_2(sheet="submachinegunner", options={"ammo": "count"})
    # round 2: nobody is in the cone, so no ammunition is used
    battle.state.move_to("foe", (30, 5))
    pass_all(battle, until="declare")
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1, 1, 6))
    pass_all(battle, until="who acts")
    while battle.choices[0].about != ("gunner",):
        play(battle, Done())
    battle.state.move_to("foe", (12, 12))
    turn(battle, "gunner", Sweep(person="gunner"))
    arm = person(battle, "gunner").arms[0]
    assert (arm.rounds, arm.swept_in) == (20, None)
    # round 3: he strikes one who walks into the cone, and sweeps in his own turn as well
    play(battle, Begin(person="foe"), Move(person="foe", path=path((11, 12))))
    play(battle, Sweep(person="gunner"), dice=(1,))
    assert person(battle, "gunner").arms[0].rounds == 0
    play(battle, EndTurn(person="foe"))
    play(battle, Begin(person="gunner"))
    assert battle.allows(Sweep(person="gunner"), "a")


@rule("owb.reload.loses-initiative", "owb.ammo.count-rounds")
def test_a_reload_fills_the_empty_weapon_and_not_the_other() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["rifle-large", "handgun-medium"]),
        man("foe", (10, 10), "b"),
        options={"ammo": "count"},
    )
    rifle, pistol = person(battle, "ivan").arms
    from msgspec.structs import replace

    battle.state.change("ivan", arms=(replace(rifle, rounds=0), replace(pistol, rounds=9)))
    pass_all(battle, until="declare")
    play(battle, Declare(person="ivan", what="reload"), Done(), dice=(6, 1))
    play(battle, Done())
    play(battle, Begin(person="ivan"))
    rifle, pistol = person(battle, "ivan").arms
    assert (rifle.rounds, rifle.loads) == (6, 2)
    assert (pistol.rounds, pistol.loads) == (9, 3)


# -- ties, groups, surprise, ambush ---------------------------------------------------------------


@rule("owb.initiative.tie-simultaneous")
def test_in_a_tie_the_dead_man_shoots_and_damage_counts() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b"), dice=(4, 4, 1, 2))
    first = battle.choices[0].about[0]
    second = "foe" if first == "ivan" else "ivan"
    turn(battle, first, shot(second, who=first), dice=(11, 6))
    assert person(battle, second).hp == -3
    assert not person(battle, second).out
    turn(battle, second, shot(first, who=second), dice=(11, 6))
    assert person(battle, "ivan").out == person(battle, "foe").out == "dead"


@rule("owb.initiative.tie-simultaneous", "owb.timed.cook-dropped-when-injured")
def test_in_a_tie_each_injury_of_a_cook_has_its_save_at_the_end_of_the_segment() -> None:
    men = (
        man("ivan", (10, 20), rank="op5"),
        man("one", (10, 10), "b", facing=4),
        man("two", (11, 10), "b", facing=4),
    )
    battle = fight(*men, dice=(4, 4, 1, 2))
    assert battle.choices[0].about[0] == "ivan"
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    turn(battle, "one", shot("ivan", who="one"), dice=(13, 1))
    assert person(battle, "ivan").cooking == "grenade"
    turn(battle, "two", shot("ivan", who="two"), dice=(13, 1, 10, 9, 1, 1, 20, 6, 1))
    # 10 holds on to it; 9 for the second injury drops it
    assert person(battle, "ivan").cooking == ""
    assert told(battle, "drop")


@rule("owb.base.sides-and-groups", "owb.initiative.group-or-individual")
def test_two_groups_of_a_side_with_the_same_result_keep_their_places() -> None:
    men = (
        man("one", (10, 20), group="first"),
        man("two", (12, 20), group="second"),
        man("foe", (10, 10), "b"),
    )
    battle = fight(*men, dice=(5, 5, 2))
    assert battle.state.order == ("first", "second", "b")
    assert set(battle.choices[0].about) == {"one", "two"}
    # in a tie of both with b the reverse of the last round counts, without a die
    pass_all(battle, dice=(3, 3, 3))
    assert battle.state.tied
    assert battle.choices[0].about == ("foe",)


@rule("owb.surprise.free-turn", "owb.initiative.group-or-individual")
def test_in_a_free_turn_the_player_orders_his_men_as_he_likes() -> None:
    men = (man("one", (10, 20)), man("two", (12, 20)), man("foe", (10, 10), "b"))
    battle = fight(*men, dice=(4, 1), options={"surprise": "roll", "initiative": "individual"})
    assert battle.state.phase == "free-turn"
    assert battle.choices[0].about == ("one", "two")


@rule("owb.surprise.free-turn", "owb.stance.change-loses-initiative")
def test_in_a_free_turn_a_change_of_position_is_simply_carried_out() -> None:
    men = (man("one", (10, 20)), man("foe", (10, 10), "b"))
    battle = fight(*men, dice=(4, 1), options={"surprise": "roll", "stances": "on"})
    play(battle, Begin(person="one"), Declare(person="one", what="kneel"))
    assert person(battle, "one").stance == "kneeling"
    assert not battle.allows(Declare(person="one", what="kneel"), "a")
    play(battle, shot("foe", who="one"), dice=(1,))
    assert not battle.allows(Declare(person="one", what="prone"), "a")


@rule("owb.ambush.searchers-roll-initiative", "owb.initiative.automatic-win")
@pytest.mark.parametrize(
    ("rolls", "order"),
    [
        ((6, 5, 2), ["wary", "ambush", "blind"]),
        ((1, 6, 2), ["ambush", "blind", "wary"]),
        ((1, 6, 3), ["ambush", "blind", "wary"]),
        ((3, 2, 5), ["ambush", "wary", "blind"]),
    ],
)
def test_only_those_who_searched_roll_against_the_ambushers(
    rolls: tuple[int, int, int], order: list[str]
) -> None:
    state = fight(
        man("w", (10, 20), group="wary"),
        man("b", (12, 20), group="blind"),
        man("a", (10, 10), "b", group="ambush"),
        dice=(6, 5, 4),
    ).state
    state.winners, state.wary = ("ambush",), ("w",)
    segments = roll_initiative(state, ScriptedDice([*rolls]))
    assert [p.name for s in segments for p in s.parties] == order


@rule("owb.ambush.free-attack", "owb.modifiers.target-helpless-or-unaware")
def test_ambushed_men_are_unaware_until_they_have_been_attacked_once() -> None:
    hedge = [filled("h", "hedgerow", (9, 10), (12, 10))]
    battle = fight(
        man("ivan", (10, 20), rank="op3"),
        man("one", (10, 10), "b", facing=4, hidden=True),
        man("two", (11, 10), "b", facing=4, hidden=True),
        terrain=hedge,
        options={"stances": "on"},
        dice=(),
    )
    assert ask(battle) == "free attack"
    play(battle, shot("ivan", who="one"), dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == 4
    play(battle, shot("ivan", who="two"), dice=(1, 6, 1))
    assert told(battle, "attack")[-1].tallies[0].total == 0


@rule("owb.impact.open-stationary-target", "owb.round.order-inside-group")
def test_who_passes_his_turn_stands_still() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (1, 1), "b"))
    turn(battle, "ivan", Move(person="ivan", path=path((10, 21))))
    assert person(battle, "ivan").moving
    pass_all(battle, dice=(6, 1))
    play(battle, Done())
    assert not person(battle, "ivan").moving


@rule("owb.base.morale")
def test_who_runs_cannot_be_kept_back_by_passing_nor_hold_a_shot() -> None:
    men = [man(f"m{n}", (10 + n, 20)) for n in range(2)]
    battle = fight(*men, man("foe", (10, 10), "b", facing=4), options={"morale": "on"})
    battle.state.change("m1", out="dead", hp=0)
    turn(battle, "m0", Withhold(person="m0"))
    pass_all(battle, dice=(6, 6, 6, 1))
    runner = person(battle, "m0")
    assert runner.routed
    assert not runner.withheld
    play(battle, Done())
    assert at(battle.state, "m0") == (10, 24)
