"""DETERMINING INITIATIVE, and ties."""

import pytest

from tests.whitebox.kit import *

AID = Aid("medic", patient="bob")


def tied() -> OwbBattle:
    """Both sides have rolled 4, and A has its turns first."""
    battle = fight(*TWO, dice=(4, 4, 2, 1))
    if battle.choices[0].seats != ("a",):
        battle = fight(*TWO, dice=(4, 4, 1, 2))
    assert battle.choices[0].seats == ("a",)
    return battle


@rule("owb.initiative.group-or-individual")
def test_two_tanks_and_three_riflemen_make_three_rolls() -> None:
    men = [man(name, (x, 30)) for name, x in (("ivan", 2), ("oleg", 4), ("pyotr", 6))]
    units = (tank(), tank("kv", (20, 20)), *men, panzer())
    battle = fight(*units, options={"initiative": "vehicle"}, dice=(2, 6, 4, 5))
    rolls = [roll for event in told(battle, "initiative") for roll in event.rolls]
    assert len(rolls) == 4, "three of A, one of B"
    assert rolled_all(battle)
    order: list[set[str]] = []
    while battle.state.turn == 1 and len(order) < 4:
        names = battle.choices[0].about
        order.append(set(names))
        play(battle, Done(), dice=(6, 5, 4, 1) if len(order) == 4 else ())
    assert order == [{"kv"}, {"panzer"}, {"ivan", "oleg", "pyotr"}, {"t34"}]


@rule("owb.initiative.group-or-individual", "owb.combined.same-rounds")
def test_groups_or_everybody_for_himself() -> None:
    units = (man("ivan", (1, 1)), man("oleg", (3, 1)), man("foe", (1, 9), "b"))
    assert [p.name for p in rollers(state_of(*units))] == ["a", "b"]
    state = fight(*units, options={"initiative": "individual"}, dice=(3, 5, 1)).state
    assert [p.name for p in rollers(state)] == ["ivan", "oleg", "foe"]
    segments = roll_initiative(state, ScriptedDice([4, 4, 2]))
    assert [s.tied for s in segments] == [False, False]
    assert segments[0].parties[0].members == ("ivan", "oleg")


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid")
@pytest.mark.parametrize("damage", [4, 5, 7])
def test_one_who_will_be_dead_is_past_help(damage: int) -> None:
    battle = hit_beside_a_medic(damage)
    assert person(battle, "bob").able, "he may still take his turn"
    assert refusal(battle, AID, "b") == "owb.base.first-aid"
    play(battle, EndTurn("medic"), Begin("bob"))
    himself = Aid("bob", patient="bob")
    assert refusal(battle, himself, "b") == "owb.base.first-aid"
    play(battle, EndTurn("bob"), dice=A_FIRST)
    assert person(battle, "bob").out == "dead"


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid")
def test_one_who_will_live_regains_hit_points_as_ever() -> None:
    battle = hit_beside_a_medic(3)
    play(battle, AID, dice=(1,))
    assert person(battle, "bob").hp == 2
    play(battle, EndTurn("medic"), Begin("bob"), EndTurn("bob"), dice=A_FIRST)
    assert not person(battle, "bob").out
    assert rolled_all(battle)


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid", "owb.base.dying")
def test_an_operative_who_will_fall_is_stable_when_he_does() -> None:
    battle = hit_beside_a_medic(7, "op1")
    assert person(battle, "bob").hp == -2
    play(battle, AID)
    assert rolled_all(battle), "nothing is rolled for the dying"
    assert person(battle, "bob").hp == -2
    play(battle, EndTurn("medic"), Begin("bob"))
    play(battle, shot("ivan", who="bob"), EndTurn("bob"), dice=(20, 6, *A_FIRST))
    assert person(battle, "ivan").out == "dead", "his turn was his"
    assert person(battle, "bob").out == "incapacitated"
    assert sorted(event.pieces[0] for event in told(battle, "out")) == ["bob", "ivan"]


@rule("owb.initiative.tie-simultaneous")
def test_both_roll_4_and_kill_each_other() -> None:
    battle = tied()
    turn(battle, "ivan", shot("foe"), dice=(20, 6))
    assert person(battle, "foe").hp < 0
    assert person(battle, "foe").able, "he still takes his turn"
    play(battle, Begin("foe"), shot("ivan", who="foe"), dice=(20, 6))
    assert person(battle, "ivan").able, "the segment is not over"
    play(battle, EndTurn("foe"))
    assert (person(battle, "ivan").out, person(battle, "foe").out) == ("dead", "dead")
    assert battle.outcome is not None
    assert battle.outcome.winner is None


@rule("owb.initiative.tie-simultaneous")
def test_the_one_who_is_as_good_as_dead_may_also_move_and_miss() -> None:
    battle = tied()
    turn(battle, "ivan", shot("foe"), dice=(20, 6))
    play(battle, Begin("foe"), Move("foe", path((10, 11), (10, 12))))
    play(battle, shot("ivan", who="foe"), dice=(1,))
    assert square_of(battle.state, "foe") == (10, 12)
    play(battle, EndTurn("foe"))
    assert person(battle, "foe").out == "dead"
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"


@rule("owb.initiative.tie-simultaneous", "owb.timed.cook-dropped-when-injured")
def test_in_a_tie_a_cook_shot_dead_drops_it_when_the_segment_ends() -> None:
    battle = fight(IVAN, man("oleg", (30, 30)), FOE_FACING, dice=TIED)
    turn(battle, "ivan", Cook("ivan", bomb="grenade"))
    turn(battle, "oleg")
    play(battle, Begin("foe"), shot("ivan", who="foe"), dice=(11, 6))
    assert person(battle, "ivan").cooking == "grenade"
    assert person(battle, "ivan").hp == -3
    assert not told(battle, "drop")
    play(battle, EndTurn("foe"), dice=(1, 1, 6, 1))
    assert person(battle, "ivan").out == "dead"
    assert told(battle, "drop")
    assert told(battle, "blast")
    assert rolled_all(battle)


@rule("owb.initiative.tie-simultaneous", "owb.move.over-incapacitated")
def test_in_a_tie_the_dead_man_falls_where_his_turn_took_him() -> None:
    battle = fight(IVAN, FOE_FACING, man("other", (30, 5), "b"), dice=TIED)
    turn(battle, "ivan", shot("foe"), dice=(11, 6))
    turn(battle, "foe", Move("foe", path((10, 11), (10, 12), (10, 13))))
    assert not person(battle, "foe").out
    turn(battle, "other", dice=(6, 1))
    assert person(battle, "foe").out == "dead"
    assert square_of(battle.state, "foe") == (10, 13)


@rule("owb.initiative.tie-simultaneous", "owb.weapon.flamethrower-rupture")
def test_in_a_tie_the_tanks_are_looked_at_when_the_segment_ends() -> None:
    battle = fight(
        IVAN,
        man("foe", (10, 10), "b", facing=4, sheet="flamethrower-operator", rank="officer"),
        man("mate", (12, 10), "b", rank="officer", armor=[]),
        dice=(3, *TIED),
    )
    turn(battle, "ivan", shot("foe"), dice=(11, 1))
    turn(battle, "mate")
    assert not told(battle, "rupture")
    # 2: they burst; 2d6 + 2 = 4; the mate fails with 13 + 2
    turn(battle, "foe", dice=(2, 1, 1, 13, 6, 1))
    assert person(battle, "foe").hp == 12 - 2 - 4
    assert person(battle, "mate").hp == 12 - 4


@rule("owb.initiative.tie-simultaneous", "owb.withhold.carries-over")
def test_in_a_tie_a_withheld_shot_does_not_cancel_what_was_declared() -> None:
    battle = fight(IVAN, man("oleg", (30, 30)), FOE_FACING, man("other", (30, 5), "b"))
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    pass_all(battle, dice=(5, 5))
    assert battle.state.turn == 2
    while asked_for(battle) == "interrupt":
        play(battle, Hold())
    # b acted last, so it takes its turns first
    assert set(battle.choices[0].about) == {"foe", "other"}
    play(battle, Begin("foe"), shot("ivan", who="foe"))
    assert asked_for(battle) == "interrupt"
    play(battle, shot("foe"), dice=(11, 6, 11, 6))
    assert person(battle, "foe").hp == -3
    assert person(battle, "ivan").hp == -3, "his shot is rolled all the same"


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid", "owb.base.damage-and-zero-hp")
def test_in_a_tie_an_operative_who_falls_begins_to_die_in_the_next_round() -> None:
    battle = fight(
        IVAN,
        man("op", (10, 10), "b", facing=4, rank="op1", armor=[]),
        man("other", (30, 5), "b"),
        dice=TIED,
    )
    turn(battle, "ivan", shot("op"), dice=(12, 5))
    turn(battle, "op", shot("ivan", who="op"), dice=(1,))
    assert person(battle, "op").out == ""
    turn(battle, "other", dice=(6, 1))
    assert (person(battle, "op").out, person(battle, "op").hp) == ("incapacitated", -1)
    pass_all(battle, dice=(6, 1))
    assert person(battle, "op").hp == -2


@rule("owb.initiative.tie-simultaneous", "owb.vehicle.initiative-tie-procedure")
def test_in_a_tie_two_hits_add_up_and_break_the_vehicle_once() -> None:
    state = lone_vehicle("motorcycle", options={"escape_save": "off"})
    state.segment = Segment(parties=(), tied=True)
    assert kinds(damaged(state, 3)) == ["damage"]
    assert kinds(damaged(state, 11)) == ["damage"]
    table_10(state)
    state.segment = None
    dice = ScriptedDice([1, 1, SAVED])
    at_last = kinds(segment_ends_for_vehicles(state, dice))
    dice.assert_spent()
    assert at_last.count("explosion") == 1
    assert "adverse-effect" not in at_last


@rule("owb.initiative.tie-simultaneous", "owb.scope.theatre-of-the-mind")
@pytest.mark.parametrize(("damage", "away"), [(2, True), (3, False)])
def test_in_a_tie_the_dying_man_who_leaves_the_map_has_not_got_away(
    damage: int, away: bool
) -> None:
    battle = fight(
        man("ivan", (10, 12)),
        man("foe", (10, 0), "b"),
        dice=(4, 4, 1, 2),
        victory=Victory(exits=(Exit(side="b", edge="north"),)),
    )
    assert battle.choices[0].about[0] == "ivan"
    turn(battle, "ivan", shot("foe"), dice=(11, damage))
    play(battle, Begin("foe"), Leave("foe"))
    assert "foe" not in battle.state.pieces
    assert bool(battle.state.exited) is away


@rule("owb.initiative.tie-simultaneous", "owb.timed.cook-dropped-when-injured")
def test_in_a_tie_each_injury_of_a_cook_has_its_save_at_the_end_of_the_segment() -> None:
    men = (
        man("ivan", (10, 20), rank="op5"),
        man("one", (10, 10), "b", facing=4),
        man("two", (11, 10), "b", facing=4),
    )
    battle = fight(*men, dice=(4, 4, 1, 2))
    assert battle.choices[0].about[0] == "ivan"
    turn(battle, "ivan", Cook("ivan", bomb="grenade"))
    turn(battle, "one", shot("ivan", who="one"), dice=(13, 1))
    assert person(battle, "ivan").cooking == "grenade"
    turn(battle, "two", shot("ivan", who="two"), dice=(13, 1, 10, 9, 1, 1, 20, 6, 1))
    # 10 holds on to it; 9 for the second injury drops it
    assert person(battle, "ivan").cooking == ""
    assert told(battle, "drop")


@rule("owb.initiative.tie-simultaneous")
def test_tied_groups_act_in_the_reverse_of_the_last_rounds_order() -> None:
    battle = fight(*two(), dice=(6, 1))
    pass_all(battle, dice=(3, 3))
    assert battle.choices[0].seats == ("b",)
    assert battle.state.tied


@rule("owb.initiative.tie-simultaneous")
def test_in_a_tied_segment_destruction_waits_for_its_end() -> None:
    state = lone_vehicle("motorcycle", options={"escape_save": "off"})
    state.segment = Segment(parties=(), tied=True)
    assert kinds(damaged(state, 20)) == ["damage"]
    assert kinds(table_10(state)) == []
    assert (the(state, "v").hp, the(state, "v").wreck) == (-16, "")
    state.segment = None
    dice = ScriptedDice([1, 1, SAVED])
    told = kinds(segment_ends_for_vehicles(state, dice))
    assert told == ["wreck", "splinters", "damage", "explosion", "out"]
    dice.assert_spent()
    assert state.pending == ()


@rule("owb.initiative.automatic-win")
def test_automatic_winners_act_before_all_who_roll() -> None:
    state = state_of(*two())
    state.winners = ("b",)
    segments = roll_initiative(state, ScriptedDice([6]))
    assert [s.parties[0].name for s in segments] == ["b", "a"]
