"""Section 5.1: the odds that are shown for tanks with several guns are those of what is fired."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from sandtable.odds import Odds
from tests.panzer8.kit import *

GUNS = "p8.fire.secondary-guns"
CHAR = unit("char", "fr-b1", at=(20, 5))


def shown(battle: P8Battle, order: Fire | ReactFire) -> Odds:
    """The odds that a player sees before the order."""
    odds = battle.view(battle.choices[0].seats[0]).odds(order)
    assert odds is not None
    return odds


def counted(outcomes: Mapping[str, int], of: int) -> dict[str, Fraction]:
    return {result: Fraction(number, of) for result, number in outcomes.items() if number}


def chances(odds: Odds) -> dict[str, Fraction]:
    return {result: chance for result, chance in odds.outcomes if chance}


def duel(margin: int, *, ap: bool) -> list[str]:
    """What comes of each of the hundred pairs of dice."""
    scores = [one - two + margin for one, two in product(range(1, 11), repeat=2)]
    mild = "none" if ap else "fall-back"
    return [
        "none" if s <= 0 else mild if s <= 2 else "suppressed" if s <= 4 else "out" for s in scores
    ]


def both(first: list[str], second: list[str], *, stands: bool = False) -> dict[str, Fraction]:
    """What becomes of a target that stays where it is, by all pairs of results."""
    order = ["none", "fall-back", "suppressed", "out"]
    found = dict.fromkeys(order, 0)
    for one, two in product(first, second):
        shaken = one == "suppressed" or (stands and one == "fall-back")
        again = shaken and two == "suppressed"
        found["out" if again else max(one, two, key=order.index)] += 1
    if stands:
        found["suppressed (does not fall back)"] = found.pop("fall-back")
    return counted(found, len(first) * len(second))


def tally(*results: str) -> dict[str, Fraction]:
    return counted({result: results.count(result) for result in results}, len(results))


@pytest.mark.rule(GUNS)
def test_two_guns_at_one_tank_count_together() -> None:
    battle = situation(CHAR, "tank ge-pz38t 20,14 S")
    # 4 and 3 against Def 3, at 7.2: within half of 24 and of 16.
    turret, hull = duel(1, ap=True), duel(0, ap=True)
    odds = shown(battle, Fire("char", "tank", ("tank",)))
    assert chances(odds) == both(turret, hull)
    assert odds.title == "char at tank with 2 guns"
    assert [each.side.partition(", ")[0] for each in odds.tallies] == ["firer", "target"] * 2
    assert [each.total for each in odds.tallies] == [4, 3, 3, 3]
    assert chances(shown(battle, Fire("char", "tank"))) == tally(*turret)
    assert chances(shown(battle, Fire("char", None, ("tank",)))) == tally(*hull)


@pytest.mark.rule(GUNS)
def test_the_chance_shown_is_the_part_of_all_dice_that_kill() -> None:
    """Every throw of four dice is played; of each ten the equal ones stand for each other."""
    target = unit("pak", "ge-pak38", at=(20, 14), facing=180)
    odds = shown(situation(CHAR, target), Fire("char", "pak", ("pak",)))
    killed = Fraction(0)
    for one, two in product(range(-9, 10), repeat=2):
        dice = [max(one, 0) + 1, max(-one, 0) + 1, max(two, 0) + 1, max(-two, 0) + 1]
        battle = situation(CHAR, target, dice=dice)
        battle.play(Fire("char", "pak", ("pak",)))
        weight = (10 - abs(one)) * (10 - abs(two))
        killed += Fraction(weight * is_out(battle, "pak"), 10_000)
    assert odds.chance("out") == killed
    # 5 and 6 against Def 5; a crew that should fall back is suppressed.
    assert chances(odds) == both(duel(0, ap=False), duel(1, ap=False), stands=True)


@pytest.mark.rule(GUNS)
def test_guns_with_different_targets_are_told_one_by_one() -> None:
    battle = situation(CHAR, "tank ge-pz2 18,15 S; rifles ge-rifle-40 22,15 S")
    odds = shown(battle, Fire("char", "tank", ("rifles",)))
    assert odds.title == "char at tank and rifles with 2 guns"
    assert (odds.outcomes, [fate.piece for fate in odds.fates]) == ((), ["tank", "rifles"])
    for piece, expected in (("tank", duel(2, ap=True)), ("rifles", duel(1, ap=False))):
        found = {result: part for result, part in odds.fate_of(piece).items() if part}
        assert found == tally(*expected)


@pytest.mark.rule(GUNS)
def test_a_gun_that_cannot_be_fired_has_no_odds() -> None:
    battle = situation(CHAR, "rifles ge-rifle-40 20,1")
    behind = battle.view("french")
    assert behind.odds(Fire("char", "rifles", ("rifles",))) is None
    assert behind.odds(Fire("char", None, ("rifles",))) is None
    assert behind.odds(Fire("char", None)) is None
    # Within 4, but to the front of the rifles.
    assert chances(shown(battle, Fire("char", "rifles"))) == tally(*duel(1, ap=False))


@pytest.mark.rule(GUNS, "p8.result.second-suppression-is-out")
def test_a_suppressed_target_is_lost_by_either_gun() -> None:
    tank = unit("tank", "ge-pz38t", at=(20, 14), facing=180, suppressed=True)
    odds = shown(situation(CHAR, tank), Fire("char", "tank", ("tank",)))
    unhurt = tally(*duel(1, ap=True))["none"] * tally(*duel(0, ap=True))["none"]
    assert odds.chance("none") == unhurt
    assert odds.chance("out (suppressed again)") + odds.chance("out") == 1 - unhurt


@pytest.mark.rule(GUNS)
def test_the_second_gun_fires_at_whoever_fell_back_where_it_went() -> None:
    # At 9 from the hull gun of range 30 and the turret gun of 24; 4 farther is over half of 24.
    order = Fire("char", "rifles", ("rifles",))
    clear = situation(CHAR, "rifles ge-rifle-40 20,15.2 S")
    assert chances(shown(clear, order)) == both(duel(0, ap=False), duel(1, ap=False))
    # With a wood at its back the section goes out of sight, and the hull gun finds nobody.
    wood = area("wood", box(10, 15.9, 30, 30))
    hidden = situation(
        CHAR, "rifles ge-rifle-40 20,15.2 S", terrain=[wood], homes={"german": "north"}
    )
    turret, hull = tally(*duel(0, ap=False)), tally(*duel(1, ap=False))
    expected = turret["out"] + turret["suppressed"] * (hull["suppressed"] + hull["out"])
    expected += turret["none"] * hull["out"]
    assert shown(hidden, order).chance("out") == expected


@pytest.mark.rule(GUNS, "p8.react.option-fire")
def test_the_odds_of_a_reaction_are_those_of_all_guns_that_can_fire() -> None:
    battle = situation("mover ge-pz38t 20,18 S", CHAR, dice=[1, 10, 10, 1])
    battle.play(Move("mover", ((20, 14),)))
    assert chances(shown(battle, ReactFire("char", 4.0))) == both(
        duel(1, ap=True), duel(0, ap=True)
    )
    battle.play(ReactFire("char", 4.0))
    assert is_out(battle, "mover")


@pytest.mark.rule(GUNS, "p8.react.interrupts-at-any-point")
def test_neither_friends_nor_points_off_the_path_have_odds() -> None:
    friend = unit("friend", "fr-rifle", at=(20, 9))
    battle = situation(CHAR, friend, "foe ge-rifle-40 24,9")
    assert battle.view("french").odds(Fire("char", "friend")) is None
    assert battle.view("french").odds(Fire("char", "foe", ("friend",))) is None
    moving = situation("mover ge-pz38t 20,18 S", CHAR)
    moving.play(Move("mover", ((20, 14),)))
    view = moving.view("french")
    assert view.odds(ReactFire("char", 4.0)) is not None
    assert view.odds(ReactFire("char", 4.1)) is None
    assert view.odds(ReactFire("char", -0.1)) is None
