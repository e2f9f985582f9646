"""Section 16.2: French reserve divisions, whose die says how good they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import effect_odds
from sandtable.rulebooks.panzer8.state.tables import CLOSE_COMBAT, FIRE_EFFECTS, HUNT
from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import ON, brawl, fought

RESERVE = "p8.nation.french-reserve-quality"


# -- French reserve divisions (16.2) --------------------------------------------------------------


def reserves(dice: list[int], **rest: Any) -> P8Battle:
    rest.setdefault("options", ON)
    return face_to_face(
        "fr-rifle-res", "ge-rifle-40", 5.0, sides=("french", "german"), dice=dice, **rest
    )


@pytest.mark.rule("p8.nation.french-reserve-quality")
@cases("die, other, expected", (4, 3, 2), (5, 3, 1), (10, 10, 1), (1, 1, -1))
def test_the_natural_die_decides_on_the_quality(die: int, other: int, expected: int) -> None:
    battle = reserves([die, other])
    event = fire(battle)
    assert score(battle) == expected
    assert modifiers(battle)[RESERVE] == (1 if die % 2 == 0 else -1)
    assert die + event.tallies[0].total - other - event.tallies[1].total == expected


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_it_replaces_the_quality_that_they_have_otherwise() -> None:
    battle = reserves([4, 3], firer={"quality": "poor"})
    fire(battle)
    assert score(battle) == 2
    assert effect(battle) == "fall-back"
    assert "p8.fire.mod-firer-quality" not in modifiers(battle)
    plain = reserves([4, 3], firer={"quality": "poor"}, options={})
    fire(plain)
    assert score(plain) == 0
    assert RESERVE not in modifiers(plain)


@pytest.mark.rule("p8.nation.french-reserve-quality")
@cases("die, expected", (4, -1), (5, 0))
def test_it_holds_for_the_target_of_fire(die: int, expected: int) -> None:
    battle = face_to_face(
        "ge-rifle-40",
        "fr-rifle-res",
        5.0,
        sides=("german", "french"),
        dice=[4, die],
        options=ON,
    )
    fire(battle)
    assert score(battle) == expected


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_the_flag_may_come_from_the_scenario() -> None:
    battle = face_to_face(
        "fr-mg",
        "ge-rifle-40",
        5.0,
        sides=("french", "german"),
        firer={"flags": ["RES"]},
        dice=[2, 2],
        options=ON,
    )
    fire(battle)
    assert modifiers(battle)[RESERVE] == 1


def brute_fire(margin: int, ours: bool, theirs: bool) -> dict[str, Fraction]:
    """All hundred pairs of dice, one after another."""
    found: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            lead = margin + a - b
            lead += (1 if a % 2 == 0 else -1) if ours else 0
            lead -= (1 if b % 2 == 0 else -1) if theirs else 0
            result = FIRE_EFFECTS["HE/SA"].lookup(lead)
            found[result] = found.get(result, Fraction(0)) + Fraction(1, 100)
    return found


@pytest.mark.rule("p8.nation.french-reserve-quality")
@cases("who", (True, False), (False, True), (True, True))
def test_exact_odds_depend_on_the_die(who: tuple[bool, bool]) -> None:
    for margin in (-2, 0, 3):
        assert dict(effect_odds(margin, "HE/SA", who)) == brute_fire(margin, *who)
    odds = RULEBOOK.odds(reserves([]).state, Fire("firer", "target"))
    assert odds is not None
    assert {r: c for r, c in odds.outcomes if c} == brute_fire(0, True, False)
    assert RESERVE in [modifier.rule for modifier in odds.tallies[0].modifiers]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_the_odds_told_with_a_shot_are_those_before_the_dice_fell() -> None:
    battle = reserves([4, 3])
    event = fire(battle)
    told_odds = {r: Fraction(c) for r, c in event.data["odds"].items()}
    assert told_odds == brute_fire(0, True, False)


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_tank_hunters_and_their_prey() -> None:
    battle = situation(
        "a fr-rifle-res 20,10; tank ge-pz2 20,12.2 S",
        terrain="wood 10,4 to 30,20",
        dice=[6, 5],
        options=ON,
    )
    odds = RULEBOOK.odds(battle.state, Hunt("a", "tank"))
    assert odds is not None
    margin = sum(t.total * sign for t, sign in zip(odds.tallies, (1, -1), strict=True))
    expected: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            result = HUNT.lookup(margin + a - b + (1 if a % 2 == 0 else -1))
            expected[result] = expected.get(result, Fraction(0)) + Fraction(1, 100)
    assert {r: c for r, c in odds.outcomes if c} == expected
    play(battle, Hunt("a", "tank"))
    assert modifiers(battle, "hunt")[RESERVE] == 1
    assert last(battle, "hunt").data["score"] == margin + 6 - 5 + 1


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_attackers_and_defenders_in_close_combat() -> None:
    battle = brawl(
        "fr-rifle-res",
        "ge-rifle-40",
        ("french", "german"),
        attacker={"quality": "elite"},
        dice=[3, 3],
    )
    odds = RULEBOOK.odds(battle.state, Fight(("a",), "d"))
    assert odds is not None
    expected: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            result = CLOSE_COMBAT.lookup(a - b + (1 if a % 2 == 0 else -1))
            expected[result] = expected.get(result, Fraction(0)) + Fraction(1, 100)
    assert {r: c for r, c in odds.outcomes if c} == expected
    added = fought(battle)
    assert added[RESERVE] == -1
    assert last(battle, "melee").data["scores"] == [-1]
    defending = brawl("ge-rifle-40", "fr-rifle-res", ("german", "french"), dice=[3, 4])
    fought(defending)
    assert last(defending, "melee").data["scores"] == [3 - 4 - 1]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_several_against_one() -> None:
    battle = situation(
        "a fr-rifle-res 19.4,10 charged; b fr-rifle 20.6,10 charged; d ge-rifle-40 20,10.8 S",
        phase="close-combat",
        dice=[4, 4, 4],
        options=ON,
    )
    play(battle, Fight(("a", "b"), "d"))
    while not told(battle, "melee"):
        play(battle, Done())
    assert last(battle, "melee").data["scores"] == [1, 0]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_in_overruns_their_own_die_counts_too() -> None:
    battle = situation(
        "tank ge-pz3-50 20,10 charged; d fr-rifle-res 20,11.2 S",
        phase="close-combat",
        dice=[5, 6],
        options=ON,
    )
    play(battle, Overrun("tank", "d"))
    while not told(battle, "overrun"):
        play(battle, Done())
    assert last(battle, "overrun").data["scores"] == [8 + 5 - (5 + 6 + 1)]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_they_recover_like_average_troops() -> None:
    battle = situation(
        "a fr-rifle-res 20,10 poor suppressed; b fr-rifle 22,10; g ge-rifle-40 50,40",
        dice=[6],
        options=ON,
    )
    play(battle, Recover("a"))
    assert last(battle, "recover").data["score"] == 6
    assert "p8.rally.mod-quality" not in modifiers(battle, "recover")
