"""The odds given before an order are those of its result: every roll is played out beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.battle import Order
from sandtable.dice import DiceNeeded, ScriptedDice
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Decline,
    EndTurn,
    React,
    Strike,
    Sweep,
    Throw,
)
from tests.cli.kit import run
from tests.whitebox.kit import (
    GUN,
    OwbBattle,
    ask,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    shot,
    told,
    turn,
)

rule = pytest.mark.rule
Read = Callable[[OwbBattle], str]


def every_end(battle: OwbBattle, order: Order) -> Iterator[tuple[OwbBattle, Fraction]]:
    """The battle after an order, for every way that the dice can fall, with its chance."""
    seat = battle.choices[0].seats[0]
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        faces, chance = todo.pop()
        branch = battle.fork(dice=ScriptedDice(faces))
        try:
            branch.play(order, seat)
        except DiceNeeded as needed:
            ask_for = needed.request
            for more in product(range(1, ask_for.sides + 1), repeat=ask_for.count):
                part = chance / ask_for.sides**ask_for.count
                todo.append(((*faces, *more), part))
            continue
        yield branch, chance


def true_odds(battle: OwbBattle, order: Order, read: Read) -> dict[str, Fraction]:
    """How often each result comes out."""
    found: dict[str, Fraction] = {}
    for end, chance in every_end(battle, order):
        found[read(end)] = found.get(read(end), Fraction(0)) + chance
    return found


def lost_by(name: str, hp: int, none: str = "miss") -> Read:
    """What became of a character with so many hit points."""

    def read(battle: OwbBattle) -> str:
        lost = hp - person(battle, name).hp
        return none if not lost else "out" if lost >= hp else "wounded"

    return read


def given(battle: OwbBattle, order: Order) -> dict[str, Fraction]:
    """The odds that a player is given, without what cannot happen."""
    odds = battle.odds(order, battle.choices[0].seats[0])
    assert odds is not None
    return {name: chance for name, chance in odds.outcomes if chance}


# -- shots and blows ------------------------------------------------------------------------------


@rule("owb.attack.roll", "owb.attack.natural-20-and-1")
@pytest.mark.parametrize("naturals", ["off", "on"])
@pytest.mark.parametrize(
    ("weapon", "mode"),
    [("rifle-large", "single"), ("submachinegun", "burst"), ("submachinegun", "suppress")],
)
def test_odds_of_a_shot_at_a_man_who_looks_over_sandbags(
    weapon: str, mode: str, naturals: str
) -> None:
    battle = fight(
        man("ivan", (5, 20), weapons=[weapon], rank="veteran", dexterity=1),
        man("bob", (5, 8), side="b", rank="op1"),
        terrain=[edged("s", "sandbags", (0, 9), (20, 9))],
        options={"naturals_personal": naturals},
    )
    play(battle, Begin(person="ivan"))
    order = shot("bob", weapon=weapon, mode=mode)
    assert given(battle, order) == true_odds(battle, order, lost_by("bob", 5))


@rule("owb.base.damage-and-zero-hp")
@pytest.mark.parametrize("hp", [0, -1, -5])
@pytest.mark.parametrize("second", [None, "bob"])
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
    play(battle, Begin(person="ivan"))
    order = shot("bob", weapon=weapon, second=second)
    assert battle.refusal(order, "a") is None

    def read(end: OwbBattle) -> str:
        bob = person(end, "bob")
        if bob.hp == hp:
            return "miss"
        assert bob.out == ("dead" if bob.hp <= -6 else "incapacitated")
        return "dead" if bob.out == "dead" else "wounded"

    assert given(battle, order) == true_odds(battle, order, read)


@rule("owb.melee.strength", "owb.base.minimum-damage")
@pytest.mark.parametrize("strength", ["hit-and-damage", "hit", "none"])
def test_odds_of_a_blow_by_a_weak_man(strength: str) -> None:
    battle = fight(
        man("ivan", (5, 20), strength=-1),
        man("bob", (5, 19), side="b", armor=["chain-mail", "shield"]),
        options={"strength_in_melee": strength},
    )
    play(battle, Begin(person="ivan"))
    order = Strike(person="ivan", target="bob", weapon="improvised")
    assert given(battle, order) == true_odds(battle, order, lost_by("bob", 4))


def twice(needed: int, damage: list[int], hp: int, *, naturals: bool) -> dict[str, Fraction]:
    """The odds of two rolls at one man, where a natural 1 may cost the second one."""
    found = {"miss": Fraction(0), "wounded": Fraction(0), "out": Fraction(0)}

    def once(left: int, chance: Fraction, lost: int) -> None:
        if not left or lost >= hp:
            found["miss" if not lost else "out" if lost >= hp else "wounded"] += chance
            return
        for face in range(1, 21):
            part = chance / 20
            if naturals and face == 1:
                once(0, part * Fraction(4, 6), lost)  # dropped, or jammed
                once(left - 1, part * Fraction(2, 6), lost)
            elif face >= needed or (naturals and face == 20):
                for points in damage:
                    double = 2 if naturals and face == 20 else 1
                    once(left - 1, part / len(damage), lost + points * double)
            else:
                once(left - 1, part, lost)

    once(2, Fraction(1), 0)
    return found


@rule("owb.rof.two", "owb.attack.natural-20-and-1")
@pytest.mark.parametrize("naturals", ["off", "on"])
def test_odds_of_two_shots_at_one_man_are_those_of_both(naturals: str) -> None:
    battle = fight(
        man("ivan", (5, 20), weapons=["handgun-small"]),
        man("bob", (5, 15), side="b"),
        options={"naturals_personal": naturals},
    )
    play(battle, Begin(person="ivan"))
    both = shot("bob", weapon="handgun-small", second="bob")
    wanted = twice(11, [1, 1, 1, 2, 3, 4], 4, naturals=naturals == "on")
    assert given(battle, both) == wanted
    assert given(battle, shot("bob", weapon="handgun-small")) != wanted


@rule("owb.rof.two", "owb.ammo.count-rounds")
def test_odds_of_two_shots_with_one_round_are_those_of_one() -> None:
    battle = fight(
        man("ivan", (5, 20), weapons=["handgun-small"]),
        man("bob", (5, 15), side="b", rank="op5"),
        options={"ammo": "count"},
    )
    ivan = person(battle, "ivan")
    (arm,) = ivan.arms
    battle.state.put(ivan.with_arm(replace(arm, rounds=1)))
    play(battle, Begin(person="ivan"))
    both = shot("bob", weapon="handgun-small", second="bob")
    assert given(battle, both) == given(battle, shot("bob", weapon="handgun-small"))


# -- explosives -----------------------------------------------------------------------------------


@rule("owb.scatter.near-miss-threshold")
def test_odds_of_a_throw_out_of_the_corner_of_the_map() -> None:
    battle = fight(man("ivan", (0, 3), dexterity=1), man("bob", (0, 0), side="b"))
    play(battle, Begin(person="ivan"))
    order = Throw(person="ivan", bomb="grenade", at=middle((0, 0)))

    def read(end: OwbBattle) -> str:
        lands = told(end, "explosive")[-1].data["lands"]
        return "no effect" if lands is None else "on target" if lands == (0, 0) else "near miss"

    assert given(battle, order) == true_odds(battle, order, read)


# -- suppressive fire -----------------------------------------------------------------------------


def swept_while_he_leans_out() -> OwbBattle:
    """Bob leans out of the shelter of a wall into a cone of fire, and has one bullet to fear."""
    battle = fight(
        man("gus", (10, 20), sheet="medium-machinegunner", facing=0),
        man("bob", (10, 9), side="b", rank="op3", facing=4),
        man("bill", (11, 5), side="b", facing=4, rank="op5"),
        terrain=[filled("w", "tall-wall", (10, 10))],
    )
    opening = shot("bill", who="gus", weapon=GUN, mode="suppress")
    turn(battle, "gus", opening, dice=[1])
    leaning = shot("gus", who="bob", lean=middle((11, 9)))
    turn(battle, "bob", leaning, dice=[1], end=EndTurn(person="bob", facing=180.0))
    pass_all(battle, dice=[6, 1])
    play(battle, Begin(person="gus"), Sweep(person="gus"), dice=[2])
    assert ask(battle) == "react"
    assert battle.choices[0].about[0] == "bob"
    return battle


@rule("owb.suppress.partial-cover", "owb.cover.lean-out")
@pytest.mark.parametrize("answer", [React(), Decline()])
def test_odds_of_one_who_leans_out_are_those_of_partial_cover(answer: Order) -> None:
    battle = swept_while_he_leans_out()
    read = lost_by("bob", 13, "unhurt")
    assert given(battle, answer) == true_odds(battle, answer, read)


@rule("owb.suppress.capable-weapons", "owb.suppress.cone-reach")
@pytest.mark.parametrize(
    ("weapon", "row", "told_odds"),
    [("rifle-large", 10, False), ("submachinegun", 5, True), ("submachinegun", 4, False)],
)
def test_no_odds_are_given_of_suppressive_fire_that_cannot_be_opened(
    weapon: str, row: int, told_odds: bool
) -> None:
    battle = fight(man("ivan", (5, 20), weapons=[weapon]), man("bob", (5, row), side="b"))
    play(battle, Begin(person="ivan"))
    order = shot("bob", weapon=weapon, mode="suppress")
    assert battle.allows(order, "a") is told_odds
    assert (battle.odds(order, "a") is not None) is told_odds


@pytest.mark.parametrize(
    ("weapon", "squares", "refused"),
    [
        ("rifle-large", "10", "owb.suppress.capable-weapons"),
        ("submachinegun", "16", "owb.suppress.cone-reach"),
    ],
)
def test_nor_without_a_battle(weapon: str, squares: str, refused: str) -> None:
    words = ("odds", "owb", "shoot", "--weapon", weapon, "--mode", "suppress", "--range", squares)
    assert refused in run(*words, code=1).output
