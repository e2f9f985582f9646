"""AMBUSH."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.modifiers import is_helpless
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import (
    ambushing_groups,
    takes_part,
)
from tests.whitebox.kit import *


def ambush_of_one(**options: str | bool) -> OwbBattle:
    """Three riflemen in ambush behind a hedgerow."""
    return fight(
        *(man(f"r{n}", (5 + n, 20), hidden=True) for n in range(3)),
        man("gus", (9, 20), sheet="medium-machinegunner", hidden=True),
        man("bob", (6, 8), side="b", rank="op5"),
        terrain=[filled("h", "hedgerow", (0, 19), (20, 19))],
        options=options,
        dice=[],
    )


SPEED = "owb.ambush.search-speed"
STOP = StopSearching("ivan")
NORTH = [(10, 19 - n) for n in range(6)]


def north_by(squares: int) -> Move:
    return Move("ivan", path(*NORTH[:squares]))


WOOD = filled("wood", "forest", (9, 16), (12, 25))


def hidden_tank(*more: Unit, **rest: Any) -> OwbBattle:
    units = (
        tank(hidden=True),
        man("ivan", (1, 34), carried_by="t34", seat="passenger-1"),
        panzer(),
    )
    return fight(*units, *more, terrain=(WOOD,), **rest)


@rule("owb.ambush.conditions", "owb.conceal.darkness")
@pytest.mark.parametrize(("row", "free"), [(18, True), (19, False)])
def test_in_the_dark_one_lies_in_ambush_in_the_open(row: int, free: bool) -> None:
    battle = fight(
        IVAN,
        man("foe", (10, row), "b", facing=4, hidden=True),
        options={"darkness": "on"},
        dice=() if free else (5,),
    )
    assert (asked_for(battle) == "free attack") is free
    if not free:
        assert battle.choices[0].seats == ("b",), "they win Initiative all the same"


@rule("owb.ambush.conditions", "owb.ambush.free-attack", "owb.ambush.wins-next-initiative")
def test_ambushers_in_cover_attack_first_and_win_the_next_initiative() -> None:
    battle = ambush()
    assert battle.choices[0].ask == "free attack"
    assert battle.choices[0].about == ("foe",)
    assert ambushing_groups(battle.state) == ()
    play(battle, Shoot("foe", target="ivan", weapon="rifle-large"), dice=(1, 6))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("b",)


@rule("owb.ambush.conditions")
def test_who_stands_in_the_open_has_no_free_attack() -> None:
    state = ambush().state
    assert takes_part(state, person(state, "foe"))
    assert not takes_part(state, person(state, "open"))


@rule("owb.ambush.conditions", "owb.ambush.free-attack")
def test_hidden_vehicles_make_a_free_attack_with_each_gun() -> None:
    battle = hidden_tank(dice=(6, 1))
    assert battle.choices[0].ask == "free attack"
    assert {"t34.gun-1", "t34.gun-2"} <= set(battle.choices[0].about)
    assert battle.allows(Traverse("t34.gun-1", mount="gun-1", eighths=1), "a")
    play(battle, fire("t34", "panzer"), dice=(2,))
    assert not battle.allows(fire("t34", "panzer"), "a")
    assert battle.allows(fire("t34", "panzer", name="gun-2"), "a")
    assert not battle.allows(Drive("t34"), "a")
    play(battle, Done(), dice=(4,))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("a",)


@rule("owb.ambush.conditions")
def test_a_tank_in_the_open_has_no_free_attack() -> None:
    units = (tank(hidden=True), panzer())
    battle = fight(*units, dice=(6, 1, 3))
    assert battle.choices[0].ask != "free attack"
    assert battle.state.turn == 2


@rule("owb.ambush.free-attack", "owb.suppress.reload", "owb.initiative.loses-initiative")
def test_an_ambusher_who_reloads_acts_last_though_his_group_wins() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="officer"),
        man("foe", (10, 10), "b", facing=4, hidden=True, sheet="submachinegunner"),
        man("two", (12, 10), "b", facing=4, hidden=True),
        terrain=[filled("h", "hedgerow", (9, 10), (13, 10))],
        dice=(),
    )
    play(battle, shot("ivan", "submachinegun", "foe", mode="suppress"), dice=(1,))
    assert refusal(battle, Withhold("two"), "b")
    assert refusal(battle, Cook("two", bomb="grenade"), "b")
    play(battle, Done())
    assert asked_for(battle) == "declare"
    play(battle, Declare("foe", "reload"), Done(), dice=(3,))
    assert battle.choices[0].about == ("two",)
    play(battle, Begin("two"))
    assert battle.allows(Withhold("two"), "b")
    play(battle, EndTurn("two"))
    turn(battle, "ivan")
    play(battle, Begin("foe"), Sweep("foe"), dice=(2,))
    assert asked_for(battle) == "react"


@rule("owb.ambush.free-attack", "owb.suppress.massed-rifles")
def test_who_fires_with_many_others_has_had_his_free_attack() -> None:
    battle = ambush_of_one(massed_suppression="3")
    play(battle, Mass("r0", at=middle((6, 8)), others=("r1", "r2")), dice=[2])
    assert battle.choices[0].about == ("gus",)
    assert refusal(battle, shot("bob", who="r1")) == "owb.ambush.free-attack"


@rule("owb.ambush.free-attack")
def test_one_who_has_shot_does_not_fire_with_many_others_as_well() -> None:
    battle = ambush_of_one(massed_suppression="3")
    play(battle, shot("bob", who="r1"), dice=[2])
    order = Mass("r0", at=middle((6, 8)), others=("r1", "r2"))
    assert refusal(battle, order) == "owb.ambush.free-attack"


@rule("owb.ambush.free-attack", "owb.suppress.barrel-change")
def test_nobody_lends_a_hand_in_an_ambush_for_there_are_no_actions() -> None:
    battle = ambush_of_one()
    opening = shot("bob", who="gus", weapon=GUN, mode="suppress", helper="r2")
    assert refusal(battle, opening) == "owb.ambush.free-attack"
    assert not [o for o in offered_to(battle) if getattr(o, "helper", None)]
    assert battle.allows(shot("bob", who="gus", weapon=GUN, mode="suppress"), "a")


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
    assert asked_for(battle) == "free attack"
    play(battle, shot("ivan", who="one"), dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == 4
    play(battle, shot("ivan", who="two"), dice=(1, 6, 1))
    assert told(battle, "attack")[-1].tallies[0].total == 0


def test_it_is_offered_typed_and_taken_by_the_computer() -> None:
    battle = searching()
    choice = battle.choices[0]
    assert STOP in list(RULEBOOK.candidates(battle.state, choice))
    actions = {a.label: a for a in RULEBOOK.actions(battle.state, "a", choice, "ivan")}
    assert actions["Stop searching"].refusal == ""
    assert legal(RULEBOOK.phrasebook().read(battle.state, choice, "stop searching ivan")) == STOP
    best = max(battle.view("a").advise(choice), key=lambda pair: pair[0])[1]
    assert best == STOP
    play(battle, north_by(1))
    actions = {a.label: a for a in RULEBOOK.actions(battle.state, "a", battle.choices[0], "ivan")}
    assert actions["Stop searching"].refused_by == SPEED
    idle = searching(searching=False)
    labels = [a.label for a in RULEBOOK.actions(idle.state, "a", idle.choices[0], "ivan")]
    assert "Stop searching" not in labels


def test_the_ambushed_are_aware_after_the_first_round_and_sentries_are_not() -> None:
    battle = ambush(man("sentry", (30, 33), unaware=True))
    assert person(battle, "ivan").unaware
    play(battle, Shoot("foe", target="ivan", weapon="rifle-large"), dice=(1, 1))
    assert not person(battle, "ivan").unaware
    assert person(battle, "sentry").unaware
    assert is_helpless(person(battle, "sentry"))
