"""Wounds, dying, death and first aid."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    able_to_act,
    fate,
    hit_points,
)
from tests.whitebox.kit import *

AID = Aid("medic", patient="bob")


@rule("owb.base.hit-points")
def test_hit_points_are_fixed_or_rolled() -> None:
    assert hit_points(COMBATANTS["op3"], 0) == 13
    assert hit_points(COMBATANTS["op3"], 1) == 16
    assert hit_points(COMBATANTS["op2"], 0, ScriptedDice([3, 4])) == 8
    assert hit_points(COMBATANTS["civilian"], -1, ScriptedDice([1])) == 1


@rule("owb.base.minimum-damage")
@pytest.mark.parametrize(("die", "damage"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 4)])
def test_a_small_handgun_does_1_at_least(die: int, damage: int) -> None:
    battle = fire_duel(5, "handgun-small")
    play(battle, shot("foe", "handgun-small"), dice=(20, die, 1))
    assert person(battle, "foe").hp == 60 - damage


@rule("owb.base.minimum-damage", "owb.melee.strength")
def test_a_weak_mans_blow_does_1_at_least_too() -> None:
    battle = fire_duel(1, mine={"strength": -1})
    play(battle, Strike("ivan", target="foe"), dice=(20, 1))
    assert person(battle, "foe").hp == 59


@rule("owb.base.minimum-damage", "owb.static.damage")
def test_the_weakest_charge_does_1() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}),
        man("bob", (10, 17), side="b"),
        options={"static_damage": "1d6-3"},
    )
    charge = SetCharge("ivan", at=middle((10, 19)), fuse=1)
    turn(battle, "ivan", charge)
    pass_all(battle, dice=[6, 1])
    # Round 2 ends with the charge: damage, then the saves of Ivan and Bob, who fail.
    pass_all(battle, dice=[1, 1, 1, 6, 1])
    assert told(battle, "blast")[-1].data["damage"] == 1
    assert (person(battle, "bob").hp, square_of(battle.state, "bob")) == (3, (10, 17))


@rule("owb.base.damage-and-zero-hp")
def test_soldiers_die_at_0_and_operatives_at_minus_6() -> None:
    state = state_of(man("ivan", (1, 1), rank="op1"), man("foe", (1, 9), "b"))
    assert fate(state, state.change("foe", hp=0)) == "dead"
    found = [fate(state, state.change("ivan", hp=hp)) for hp in (1, 0, -5, -6)]
    assert found == ["", "incapacitated", "incapacitated", "dead"]
    deadly = state_of(
        man("ivan", (1, 1), rank="op1"), man("foe", (1, 9), "b"), options={"zero_hp": "deadly"}
    )
    assert fate(deadly, deadly.change("ivan", hp=0)) == "dead"


@rule("owb.base.damage-and-zero-hp", "owb.base.dying")
@pytest.mark.parametrize(
    ("rank", "hp", "out"),
    [
        ("op1", 1, ""),
        ("op1", 0, "incapacitated"),
        ("op1", -5, "incapacitated"),
        ("op1", -6, "dead"),
        ("soldier", 0, "dead"),
    ],
)
def test_whom_the_scenario_gives_no_hit_points_lies_there_from_the_start(
    rank: str, hp: int, out: str
) -> None:
    battle = fight(
        man("ivan", (10, 20), rank=rank, hp=hp),
        man("karl", (11, 20)),
        man("bob", (10, 8), side="b"),
    )
    assert person(battle, "ivan").out == out
    assert ("ivan" in battle.choices[0].about) is not bool(out)
    pass_all(battle, dice=[6, 1])
    # He loses a hit point at the end of the first round, having fallen before it.
    assert person(battle, "ivan").hp == (hp - 1 if out == "incapacitated" else hp)


@rule("owb.base.damage-and-zero-hp")
@pytest.mark.parametrize(
    ("hp", "second"), [(0, None), (-1, None), (-5, None), (0, "bob"), (-5, "bob")]
)
def test_odds_against_one_who_lies_dying_are_those_of_his_death(
    hp: int, second: str | None
) -> None:
    """He is out already: at -6 he is dead, and anything less leaves him as he is."""
    weapon = "submachinegun" if second is None else "handgun-small"
    battle = fight(
        man("ivan", (5, 20), weapons=[weapon]),
        man("bob", (5, 17), side="b", rank="op1"),
        man("foe", (30, 2), side="b"),
    )
    battle.state.change("bob", hp=hp, out="incapacitated", stance="prone")
    play(battle, Begin("ivan"))
    order = shot("bob", weapon=weapon, second=second)
    assert battle.refusal(order, "a") is None

    def read(end: OwbBattle) -> str:
        bob = person(end, "bob")
        if bob.hp == hp:
            return "miss"
        assert bob.out == ("dead" if bob.hp <= -6 else "incapacitated")
        return "dead" if bob.out == "dead" else "wounded"

    assert odds_given(battle, order) == true_odds(battle, order, read)


@rule("owb.base.damage-and-zero-hp", "owb.base.dying")
@pytest.mark.parametrize(
    ("zero_hp", "hp", "out"),
    [("heroic", 0, "incapacitated"), ("heroic", -5, "incapacitated"), ("deadly", 0, "dead")],
)
def test_at_zero_an_operative_is_down_or_dead(zero_hp: str, hp: int, out: str) -> None:
    battle = fight(
        IVAN,
        man("foe", (10, 10), "b", rank="op1", hp=7 + hp, most_hp=12),
        options={"zero_hp": zero_hp},
    )
    turn(battle, "ivan", shot("foe"), dice=(13, 6))
    assert person(battle, "foe").hp == hp
    assert person(battle, "foe").out == out


@rule("owb.base.first-aid", "owb.base.dying")
@pytest.mark.parametrize(("aided", "hp"), [(True, -2), (False, -3)])
def test_the_stable_one_loses_nothing_in_the_round_after(*, aided: bool, hp: int) -> None:
    battle = hit_beside_a_medic(7, "op1")
    if aided:
        play(battle, AID)
    play(battle, EndTurn("medic"), Begin("bob"), EndTurn("bob"), dice=A_FIRST)
    assert (person(battle, "bob").out, person(battle, "bob").hp) == ("incapacitated", -2)
    pass_all(battle, dice=A_FIRST)
    assert person(battle, "bob").hp == hp


@rule("owb.base.first-aid", "owb.base.damage-and-zero-hp")
def test_where_operatives_die_at_0_they_are_past_help_too() -> None:
    assert refusal(hit_beside_a_medic(6, "op1", zero_hp="deadly"), AID, "b") == "owb.base.first-aid"
    assert hit_beside_a_medic(4, "op1", zero_hp="deadly").allows(AID, "b")


@rule("owb.base.first-aid", "owb.base.classes")
def test_first_aid_stabilises_the_dying_and_restores_the_wounded_once() -> None:
    medic = {"class": "medic"}
    battle = fight(
        man("ivan", (10, 20), rank="op1", **medic),  # type: ignore[arg-type]
        man("oleg", (11, 20), rank="op1"),
        man("lev", (10, 21), rank="veteran", hp=1),
        FOE_AWAY,
    )
    battle.state.change("oleg", hp=-2, out="incapacitated", fell_in=0)
    turn(battle, "ivan", Aid("ivan", patient="oleg"))
    assert person(battle, "oleg").stable
    pass_all(battle, dice=(6, 1))
    assert person(battle, "oleg").hp == -2
    turn(battle, "ivan", Aid("ivan", patient="lev"), dice=(5,))
    assert person(battle, "lev").hp == 6
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert not battle.allows(Aid("ivan", patient="lev"), "a")


@rule("owb.base.first-aid", "owb.base.classes")
@pytest.mark.parametrize(("profession", "hp"), [("medic", 13), ("soldier", 9)])
def test_first_aid_stops_at_the_most_one_had(profession: str, hp: int) -> None:
    trained: dict[str, Any] = {"class": profession}
    battle = fight(
        man("ivan", (10, 20), rank="op1", **trained), man("oleg", (11, 21), rank="op3"), FAR
    )
    battle.state.change("oleg", hp=8 if profession == "soldier" else 9)
    turn(battle, "ivan", Aid("ivan", patient="oleg"), dice=(6 if profession == "medic" else 1,))
    assert person(battle, "oleg").hp == hp
    pass_all(battle, dice=(6, 1))
    battle.state.change("oleg", hp=1)
    play(battle, Begin("ivan"))
    assert refusal(battle, Aid("ivan", patient="oleg")) == "owb.base.first-aid"


@rule("owb.base.able-to-act")
def test_who_is_able_to_act() -> None:
    state = state_of(man("ivan", (1, 1)), man("foe", (1, 9), "b"))
    assert able_to_act(person(state, "ivan"))
    assert not able_to_act(state.change("ivan", out="incapacitated"))
    assert not able_to_act(state.change("foe", on_table=False))


@rule("owb.base.able-to-act", "owb.collision.character-struck")
def test_one_who_lies_incapacitated_is_struck_without_a_save() -> None:
    """1d6 + 7 against a car without a hull: 3 + 7, and no die for a Saving Throw."""
    state = sturdy_field(driven("car", "car", (10, 20)), man("down", (10, 19), "b", rank="op1"))
    felled(state, "down")
    speeding(state, "car", 7)
    struck = crash(state, "car", 3)
    assert (harm_to(state, "down", 40), struck.left) == (10, ())
    assert struck.result
