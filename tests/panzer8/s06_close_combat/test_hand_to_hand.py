"""Section 6.1: hand-to-hand combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice import exact
from sandtable.rulebooks.panzer8.s06_close_combat.melee import margin_odds, resolve_close_combat
from sandtable.rulebooks.panzer8.state.tables import CLOSE_COMBAT
from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import locked

SEVERAL = "p8.melee.several-attackers"

COMMANDER = "p8.melee.commander-bonus-one-combat"

FIGHT = Fight(("attacker",), "defender")


def attacker(sheet: str = "uk-rifle-44", at: tuple[float, float] = (20, 10), **more: Any) -> Unit:
    return unit("attacker", sheet, "british", at=at, **{"charged": True, **more})


def melee(
    sheet: str = "uk-rifle-44", at_sheet: str = "ge-rifle-44", *others: Placed, **rest: Any
) -> P8Battle:
    """Two in contact at the start of the Close Combat Phase of the British, who have charged."""
    return locked(("attacker", sheet), ("defender", at_sheet), *others, **rest)


def fight(battle: P8Battle, order: Fight = FIGHT) -> dict[str, int]:
    """Fight with no commander; what was added, by rule."""
    battle.play(order)
    while battle.choices and asked(battle) == "commander":
        battle.play(Done())
    return modifiers(battle, "melee")


def scores(battle: P8Battle) -> list[int]:
    return list(last(battle, "melee").data["scores"])


def effects(battle: P8Battle) -> list[str]:
    return list(last(battle, "melee").data["effects"])


# -- the totals -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.attacker-total", "p8.melee.difference-direction")
def test_each_rolls_a_die_and_adds_its_value_the_attacker_first() -> None:
    battle = melee(dice=[9, 4])
    fight(battle)
    assert scores(battle) == [5]  # 9 + 5 against 4 + 5
    assert [roll.what for roll in last(battle, "melee").rolls] == ["attacker", "defender"]
    assert is_out(battle, "defender")


@pytest.mark.rule("p8.melee.attacker-total", "p8.melee.csw-and-commander-count-4")
@cases(
    "sheet, value",
    ("ge-rifle-44", 5),
    ("ge-mg", 4),
    ("ge-pak43", 4),
    ("ge-cmd", 4),
    ("ge-eng-flame", 7),
)
def test_what_each_kind_counts(sheet: str, value: int) -> None:
    battle = melee(at_sheet=sheet, dice=[5, 5])
    fight(battle)
    assert last(battle, "melee").tallies[1].total == value  # engineers with their +2
    assert scores(battle) == [5 - value]


@pytest.mark.rule("p8.melee.mod-engineers")
def test_engineers_add_2_in_attack_and_defence() -> None:
    battle = melee("uk-eng", "ge-eng", dice=[5, 5])
    fight(battle)
    assert [tally.total for tally in last(battle, "melee").tallies] == [7, 7]
    assert modifiers(battle, "melee")["p8.melee.mod-engineers"] == 2


@pytest.mark.rule("p8.melee.mod-quality")
def test_both_add_their_quality() -> None:
    battle = melee(mine={"quality": "elite"}, theirs={"quality": "poor"}, dice=[5, 5])
    fight(battle)
    assert [tally.total for tally in last(battle, "melee").tallies] == [6, 4]


@pytest.mark.rule("p8.melee.mod-defender-cover")
@cases(
    "terrain, theirs, value",
    ((), {}, 0),
    ((area("wood", box(15, 9, 25, 14)),), {}, 1),
    ((), {"dug_in": True}, 2),
    ((area("wood", box(15, 9, 25, 14)),), {"dug_in": True}, 2),
    ((line("wall", (0, 10.4), (40, 10.4)),), {}, 1),
    ((line("stream", (0, 10.4), (40, 10.4)),), {}, 0),
)
def test_only_the_defender_has_cover_and_only_the_best(
    terrain: Any, theirs: Any, value: int
) -> None:
    battle = melee(theirs=theirs, terrain=terrain, dice=[5, 5])
    added = fight(battle)
    assert added.get("p8.melee.mod-defender-cover", 0) == value
    assert last(battle, "melee").tallies[0].total == 5


@pytest.mark.rule("p8.melee.mod-cavalry")
@cases(
    "charged, terrain, dug_in, bonus",
    (True, None, False, 2),
    (True, "field", False, 2),
    (True, "high-crops", False, 2),
    (True, "wood", False, 0),
    (True, "wood", True, 2),
    (True, "fortification", True, 0),
    (False, None, False, 0),
)
def test_cavalry_that_charged_rides_down_those_in_the_open(
    charged: bool, terrain: str | None, dug_in: bool, bonus: int
) -> None:
    ground = [area(terrain, box(15, 10.61, 25, 14))] if terrain else []
    battle = melee(
        "fr-cav", mine={"charged": charged}, theirs={"dug_in": dug_in}, terrain=ground, dice=[5, 5]
    )
    assert fight(battle).get("p8.melee.mod-cavalry", 0) == bonus


@pytest.mark.rule("p8.melee.mod-cavalry")
def test_cavalry_that_defends_gets_nothing_for_it() -> None:
    battle = melee(at_sheet="ge-cav", dice=[5, 5])
    assert "p8.melee.mod-cavalry" not in fight(battle)
    assert last(battle, "melee").tallies[1].total == 5


@pytest.mark.rule("p8.melee.mod-through-smoke", "p8.armdinf.as-infantry-except")
@cases(
    "sheet, bonus",
    ("uk-rifle-44", 1),
    ("uk-eng", 1),
    ("uk-carrier-44", 1),
    ("fr-cav", 0),
    ("uk-mc-40", 0),
)
def test_foot_in_smoke_add_1_in_attack(sheet: str, bonus: int) -> None:
    battle = melee(sheet, screens=[smoke(20, 11)], dice=[5, 5])
    assert fight(battle).get("p8.melee.mod-through-smoke", 0) == bonus


@pytest.mark.rule("p8.melee.mod-through-smoke")
def test_a_charge_through_smoke_counts_even_if_it_ends_beyond_it() -> None:
    battle = situation(
        "attacker uk-rifle-44 20,10; defender ge-rifle-44 20,14 S suppressed",
        screens=[smoke(20, 11.5)],
        dice=[5, 5],
    )
    battle.play(Charge("attacker", "defender"))
    assert fight(battle)["p8.melee.mod-through-smoke"] == 1


# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.result-table", "p8.melee.difference-direction")
@cases(
    "score, effect",
    (-9, "attacker out"),
    (-5, "attacker out"),
    (-4, "attacker suppressed"),
    (-3, "attacker suppressed"),
    (-2, "attacker fall-back"),
    (-1, "attacker fall-back"),
    (0, "none"),
    (1, "defender fall-back"),
    (2, "defender fall-back"),
    (3, "defender suppressed"),
    (4, "defender suppressed"),
    (5, "defender out"),
    (9, "defender out"),
)
def test_the_result_table(score: int, effect: str) -> None:
    assert CLOSE_COMBAT.lookup(score) == effect
    faces = (10, 10 - score) if score >= 0 else (10 + score, 10)
    battle = melee(dice=faces)
    fight(battle)
    assert (scores(battle), effects(battle)) == ([score], [effect])


@pytest.mark.rule("p8.result.second-suppression-is-out")
def test_a_second_suppression_puts_the_defender_out_of_action() -> None:
    battle = melee(theirs={"suppressed": True}, dice=[8, 5])
    fight(battle)
    assert effects(battle) == ["defender suppressed"]
    assert is_out(battle, "defender")


@pytest.mark.rule("p8.fallback.blocked")
def test_a_defender_with_the_table_edge_behind_it_is_suppressed_instead() -> None:
    battle = situation(
        attacker(at=(20, 47.2)), "defender ge-rifle-44 20,48.0 S", phase="close-combat", dice=[7, 5]
    )
    fight(battle)
    assert scores(battle) == [2]
    assert element(battle, "defender").suppressed
    assert element(battle, "defender").y == 48.0


# -- commanders -----------------------------------------------------------------------------------


def commander(name: str, side: str, at: tuple[float, float], **more: Any) -> Unit:
    return unit(name, "uk-cmd" if side == "british" else "ge-cmd", side, at=at, **more)


@pytest.mark.rule(COMMANDER, "p8.melee.mod-commander", "p8.melee.sequence")
def test_commanders_commit_themselves_the_attackers_first() -> None:
    battle = melee(
        "uk-rifle-44",
        "ge-rifle-44",
        commander("ours", "british", (22, 9)),
        commander("theirs", "german", (22, 12.5)),
        dice=[5, 5],
    )
    battle.play(FIGHT)
    assert battle.choices[0].seats == ("british",)
    battle.play(Commit("ours", "attacker"))
    assert battle.choices[0].seats == ("german",)
    battle.play(Commit("theirs", "defender"))
    assert [tally.total for tally in last(battle, "melee").tallies] == [6, 6]
    assert not element(battle, "ours").acted


@pytest.mark.rule(COMMANDER)
@cases("gap, allowed", (4.0, True), (4.01, False))
def test_a_commander_helps_within_4(gap: float, allowed: bool) -> None:
    boss = commander("ours", "british", (round(20 + 0.6 + gap + 0.4, 4), 10))
    battle = melee("uk-rifle-44", "ge-rifle-44", boss, dice=[5, 5])
    battle.play(FIGHT)
    may_help = asked(battle) == "commander"
    assert may_help == allowed


@pytest.mark.rule("p8.cmd.no-bonus-when-suppressed", COMMANDER)
def test_a_suppressed_commander_does_not_help() -> None:
    bosses = (
        commander("ours", "british", (22, 9), suppressed=True),
        commander("other", "british", (18, 9)),
    )
    battle = melee("uk-rifle-44", "ge-rifle-44", *bosses, dice=[5, 5])
    battle.play(FIGHT)
    assert why_not(battle, Commit("ours", "attacker")) == "p8.cmd.no-bonus-when-suppressed"
    assert why_not(battle, Commit("other", "attacker")) is None


@pytest.mark.rule(COMMANDER)
@cases("dice, score, shares", ([3, 8], -4, True), ([8, 5], 4, False))
def test_a_commander_shares_only_what_its_own_side_suffers(
    dice: list[int], score: int, shares: bool
) -> None:
    battle = melee("uk-rifle-44", "ge-rifle-44", commander("ours", "british", (22, 9)), dice=dice)
    play(battle, FIGHT, Commit("ours", "attacker"))
    assert scores(battle) == [score]
    assert element(battle, "attacker").suppressed is shares
    assert element(battle, "ours").suppressed is shares


@pytest.mark.rule(COMMANDER, "p8.cmd.replaced-when-lost")
def test_a_commander_that_is_lost_with_its_element_is_replaced() -> None:
    battle = melee(
        "uk-rifle-44",
        "ge-rifle-44",
        commander("ours", "british", (22, 9)),
        "reserve uk-rifle-44 30,5",
        dice=[1, 9],
    )
    battle.play(FIGHT)
    battle.play(Commit("ours", "attacker"))
    assert scores(battle) == [-7]
    assert is_out(battle, "attacker")
    battle.play(Replace("reserve"))
    assert place(battle, "ours") == (30, 5)
    assert is_out(battle, "reserve")


@pytest.mark.rule(COMMANDER)
def test_a_commander_helps_in_one_combat_of_a_phase() -> None:
    battle = situation(
        attacker(),
        "second uk-rifle-44 23,10 charged",
        commander("ours", "british", (21.5, 8.5)),
        "defender ge-rifle-44 20,10.8 S; other ge-rifle-44 23,10.8 S",
        phase="close-combat",
        dice=[5, 6, 5, 5],
    )
    battle.play(FIGHT)
    battle.play(Commit("ours", "attacker"))
    assert scores(battle) == [0]
    battle.play(Fight(("second",), "other"))
    assert scores(battle) == [0]
    assert len(told(battle, "commit")) == 1


# -- several against one --------------------------------------------------------------------------


def two_on_one(dice: list[int], **rest: Any) -> P8Battle:
    """Two sections, before a third and at its flank."""
    return situation(
        "north uk-rifle-44 20,20.8 S charged; east uk-rifle-44 21,20 W charged",
        unit(
            "defender",
            rest.pop("sheet", "ge-rifle-44"),
            "german",
            at=(20, 20),
            facing=0,
            **rest.pop("theirs", {}),
        ),
        *rest.pop("others", ()),
        phase="close-combat",
        dice=dice,
        **rest,
    )


TOGETHER = Fight(("north", "east"), "defender")


@pytest.mark.rule(SEVERAL)
def test_the_single_side_rolls_one_die_after_those_of_the_others() -> None:
    battle = two_on_one([5, 5, 5])
    battle.play(TOGETHER)
    assert [roll.what for roll in last(battle, "melee").rolls] == ["north", "east", "defender"]
    assert scores(battle) == [0, 0]


@pytest.mark.rule(SEVERAL)
def test_only_the_worst_result_against_the_several_is_applied() -> None:
    battle = two_on_one([5, 2, 6])
    battle.play(TOGETHER)
    assert effects(battle) == ["attacker fall-back", "attacker suppressed"]
    battle.play(Suffer("east"))
    assert element(battle, "east").suppressed
    assert not element(battle, "north").suppressed
    assert element(battle, "north").y == 20  # it advances; the defender gives way


@pytest.mark.rule(SEVERAL)
@cases("first", "fall-back", "suppressed")
def test_results_against_the_single_one_fall_in_the_order_that_the_rolling_player_likes(
    first: str,
) -> None:
    battle = two_on_one([8, 6, 5])
    battle.play(TOGETHER)
    assert effects(battle) == ["defender suppressed", "defender fall-back"]
    assert battle.choices[0].seats == ("british",)
    battle.play(Apply(first))
    assert asked(battle) == "fall back"
    battle.play(Retire("away"))
    # Driven off first, it is gone before the other can strike.
    assert element(battle, "defender").suppressed is (first == "suppressed")


@pytest.mark.rule(SEVERAL)
def test_three_attackers() -> None:
    third = unit("west", "uk-rifle-44", at=(19.0, 20), facing=90, charged=True)
    battle = two_on_one([9, 1, 5, 5], others=[third])
    battle.play(Fight(("north", "east", "west"), "defender"))
    assert scores(battle) == [4, -4, 0]
    battle.play(Suffer("west"))
    assert element(battle, "west").suppressed
    assert element(battle, "defender").suppressed


@pytest.mark.rule(SEVERAL, COMMANDER)
def test_only_one_of_the_several_has_the_commanders_bonus() -> None:
    boss = commander("ours", "british", (22, 20))
    battle = two_on_one([5, 5, 5], others=[boss])
    battle.play(TOGETHER)
    battle.play(Commit("ours", "east"))
    assert [tally.total for tally in last(battle, "melee").tallies] == [5, 6, 5]


@pytest.mark.rule(SEVERAL, "p8.melee.phase-scope")
def test_attackers_may_also_fight_one_after_another() -> None:
    battle = two_on_one([5, 6, 9, 4])
    battle.play(Fight(("north",), "defender"))
    battle.play(Retire("away"))
    assert scores(battle) == [-1]
    battle.play(Fight(("east",), "defender"))
    assert is_out(battle, "defender")


def joined(dice: list[int]) -> P8Battle:
    """A charge against one section, which another has joined."""
    battle = situation(
        "attacker uk-rifle-44 20,10; defender ge-rifle-44 20,14 S suppressed",
        "joiner ge-rifle-44 22,14 S",
        dice=dice,
    )
    battle.play(Charge("attacker", "defender"))
    no_reaction(battle)
    battle.play(ReactJoin("joiner"))
    return battle


@pytest.mark.rule("p8.melee.joined-defenders")
def test_joined_defenders_each_roll_against_the_single_attacker() -> None:
    battle = joined([9, 5, 8])
    fight(battle)
    assert [roll.what for roll in last(battle, "melee").rolls] == [
        "attacker",
        "defender",
        "joiner",
    ]
    assert scores(battle) == [4, 1]
    assert battle.choices[0].seats == ("german",)
    battle.play(Suffer("joiner"))
    assert element(battle, "joiner").suppressed
    assert not is_out(battle, "defender")


@pytest.mark.rule("p8.melee.joined-defenders")
def test_results_against_the_attacker_of_joined_defenders_are_all_applied() -> None:
    battle = joined([2, 5, 6])
    fight(battle)
    assert effects(battle) == ["attacker suppressed", "attacker suppressed"]
    assert is_out(battle, "attacker")


# -- odds -----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.result-table")
def test_the_odds_are_those_of_all_hundred_pairs_of_dice() -> None:
    counted: dict[str, int] = {}
    for a in range(1, 11):
        for d in range(1, 11):
            effect = CLOSE_COMBAT.lookup(a + 2 - d)
            counted[effect] = counted.get(effect, 0) + 1
    odds = margin_odds(2)
    assert {effect: Fraction(n, 100) for effect, n in counted.items()} == dict(odds.items())
    rolled = exact(lambda dice: resolve_close_combat([(5, "a")], [(5, "d")], dice)[0].score)
    assert dict(rolled.items())[0] == Fraction(1, 10)


@pytest.mark.rule("p8.melee.attacker-total")
def test_the_book_tells_the_odds_of_a_combat_before_it_is_fought() -> None:
    battle = melee(dice=[5, 5])
    odds = RULEBOOK.odds(battle.state, FIGHT)
    assert odds is not None
    assert odds.chance("none") == Fraction(1, 10)
    together = RULEBOOK.odds(two_on_one([]).state, TOGETHER)
    assert together is not None
    assert sum(chance for _, chance in together.outcomes) == 1
