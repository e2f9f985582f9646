"""Section 16.1: the national characteristics of the Russians."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from sandtable.rulebooks.panzer8.s06_close_combat.melee import margin_odds
from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import ON, brawl, fought

FIRM = "p8.nation.russian-ignore-one-suppression"
PRESS = "p8.nation.russian-charge-ignores-suppression"
MELEE = "p8.nation.russian-melee-quality"


# -- Russians who ignore a suppression (16.1) -----------------------------------------------------


def shaken(*others: Any, dice: list[int], **rest: Any) -> P8Battle:
    """A German section that shoots at a suppressed Russian one, which has a friend."""
    rest.setdefault("options", ON)
    return situation(
        "g ge-rifle-40 20,10; g2 ge-rifle-40 24,10; r su-rifle 20,18 S suppressed",
        "r2 su-rifle 24,18 S suppressed",
        *others,
        dice=dice,
        **rest,
    )


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_the_owner_decides_whether_a_suppressed_element_stands_firm() -> None:
    battle = shaken(dice=[9, 5])
    play(battle, Fire("g", "r"))
    assert effect(battle) == "suppressed"
    assert asked(battle) == "stand firm"
    assert battle.choices[0].about == ("r",)
    assert seats(battle) == ("russian",)
    assert not is_out(battle, "r")
    play(battle, StandFirm())
    assert element(battle, "r").suppressed
    assert last(battle, "firm").rules == (FIRM,)
    assert asked(battle) == "action"


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_it_may_decline_and_is_out() -> None:
    battle = shaken(dice=[9, 5, 9, 5])
    play(battle, Fire("g", "r"), Done())
    assert is_out(battle, "r")
    play(battle, Fire("g2", "r2"))
    assert asked(battle) == "stand firm"  # declining has used nothing up


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_it_can_be_done_once_in_a_game_turn() -> None:
    battle = shaken(dice=[9, 5, 9, 5])
    play(battle, Fire("g", "r"), StandFirm(), Fire("g2", "r2"))
    assert is_out(battle, "r2")


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_both_player_turns_of_a_game_turn_count_together_and_the_next_begins_anew() -> None:
    battle = shaken(dice=[9, 5, 9, 5], side="german", first="russian")
    play(battle, Fire("g", "r"), StandFirm())
    assert battle.state.stood_firm == (("russian", 1),)
    play(battle, Done(), Done())
    assert (battle.state.active, battle.state.turn) == ("german", 2)
    play(battle, Fire("g", "r"))
    assert asked(battle) == "stand firm"
    play(battle, StandFirm())
    assert battle.state.stood_firm == (("russian", 2),)
    same = shaken(dice=[9, 5], side="german", first="german")
    play(same, Fire("g", "r"), StandFirm(), Done())
    assert (same.state.active, same.state.turn) == ("russian", 1)
    assert same.state.stood_firm == (("russian", 1),)


def test_an_unsuppressed_element_is_suppressed_and_out_of_action_is_out() -> None:
    fresh = situation("g ge-rifle-40 20,10; r su-rifle 20,18 S", dice=[9, 5], options=ON)
    play(fresh, Fire("g", "r"))
    assert element(fresh, "r").suppressed
    out = shaken(dice=[10, 1])
    play(out, Fire("g", "r"))
    assert is_out(out, "r")


def test_others_do_not_stand_firm_nor_do_russians_without_the_rules() -> None:
    plain = shaken(dice=[9, 5], options={})
    play(plain, Fire("g", "r"))
    assert is_out(plain, "r")
    german = situation(
        "r su-rifle 20,10; g ge-rifle-40 20,18 S suppressed", dice=[9, 5], options=ON
    )
    play(german, Fire("r", "g"))
    assert is_out(german, "g")


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_whatever_a_russian_side_is_equipped_with_is_russian() -> None:
    battle = situation(
        "g ge-rifle-40 20,10",
        unit("r", "us-rifle-41", "russian", at=(20, 18), facing=180, suppressed=True),
        dice=[9, 5],
        options=ON,
    )
    play(battle, Fire("g", "r"))
    assert asked(battle) == "stand firm"
    play(battle, StandFirm())
    assert element(battle, "r").suppressed


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_it_holds_in_hand_to_hand_combat_and_when_a_commander_shares_a_fate() -> None:
    battle = situation(
        "g ge-rifle-40 20,10 charged; r su-rifle 20,10.8 S suppressed",
        phase="close-combat",
        dice=[9, 5],
        options=ON,
    )
    play(battle, Fight(("g",), "r"))
    while asked(battle) not in ("stand firm", "action", "combat"):
        play(battle, Done())
    assert last(battle, "melee").data["effects"] == ["defender suppressed"]
    assert asked(battle) == "stand firm"
    play(battle, StandFirm())
    assert not is_out(battle, "r")


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_standing_firm_can_be_typed_and_a_thoughtful_player_does_it() -> None:
    battle = shaken(dice=[9, 5])
    play(battle, Fire("g", "r"))
    choice = battle.choices[0]
    assert PHRASES.read(battle.state, choice, "stand firm") == StandFirm()
    assert list(RULEBOOK.candidates(battle.state, choice)) == [StandFirm(), Done()]
    best = max(RULEBOOK.advise(battle.state, choice), key=lambda pair: pair[0])
    assert best[1] == StandFirm()
    assert refused(battle, Move("g", ((20, 9),)), "russian").rule == FIRM


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression", "p8.card.four-flank-attacked")
def test_it_holds_against_an_attack_on_the_flank() -> None:
    battle = dealt(
        "4 of hearts",
        "r su-rifle 10,20 suppressed; r2 su-rifle 30,20; g ge-rifle-40 55,44",
        options=ON,
    )
    assert asked(battle) == "stand firm"
    play(battle, StandFirm())
    assert element(battle, "r").suppressed
    assert asked(battle) == "action"


# -- Russian charges (16.1) -----------------------------------------------------------------------


def onslaught(sheet: str = "su-rifle", by: str = "ge-rifle-40", **rest: Any) -> P8Battle:
    rest.setdefault("options", ON)
    return situation(
        unit("r", sheet, "russian", at=(20, 10)),
        "r2 su-rifle 40,10",
        unit("g", by, "german", at=(20, 13.6), facing=180),
        **rest,
    )


@pytest.mark.rule("p8.nation.russian-charge-ignores-suppression")
@cases("sheet", "su-rifle", "su-eng")
def test_a_charge_goes_on_without_a_marker(sheet: str) -> None:
    battle = onslaught(sheet, dice=[8, 5])
    play(battle, Charge("r", "g"), ReactFire("g", 1.0))
    assert effect(battle) == "suppressed"
    assert not element(battle, "r").suppressed
    assert last(battle, "firm").rules == (PRESS,)
    play(battle, GoOn())
    assert told(battle, "charge")


def test_fall_back_and_out_of_action_count() -> None:
    back = onslaught(dice=[6, 5])
    play(back, Charge("r", "g"), ReactFire("g", 1.0))
    assert effect(back) == "fall-back"
    assert asked(back) == "fall back"
    out = onslaught(dice=[10, 1])
    play(out, Charge("r", "g"), ReactFire("g", 1.0))
    assert is_out(out, "r")


@pytest.mark.rule("p8.nation.russian-charge-ignores-suppression")
def test_a_fall_back_that_is_treated_as_suppressed_is_ignored_too() -> None:
    battle = situation(
        "r su-rifle 20,10; r2 su-rifle 40,10; g ge-rifle-40 20,13.6 S; m ge-mortar-81 20,30 S",
        options=ON,
        dice=[6, 6],
    )
    play(battle, Charge("r", "g"), ReactFire("m", 1.0))
    assert effect(battle) == "fall-back"
    assert not element(battle, "r").suppressed
    assert last(battle, "firm").rules == (PRESS,)


def test_only_charging_infantry_of_the_russians_does_so() -> None:
    plain = onslaught(dice=[8, 5], options={})
    play(plain, Charge("r", "g"), ReactFire("g", 1.0))
    assert element(plain, "r").suppressed
    moving = onslaught(dice=[8, 5])
    play(moving, Move("r", ((20, 11),)), ReactFire("g", 1.0))
    assert element(moving, "r").suppressed
    cavalry = onslaught("su-cav", dice=[7, 5])
    play(cavalry, Charge("r", "g"), ReactFire("g", 1.0))
    assert effect(cavalry) == "suppressed"
    assert element(cavalry, "r").suppressed


# -- Russians hand to hand (16.1) -----------------------------------------------------------------


@pytest.mark.rule("p8.nation.russian-melee-quality")
@cases("quality", "poor", "average", "elite")
def test_russian_infantry_always_counts_plus_1(quality: str) -> None:
    battle = brawl(
        "su-rifle", "ge-rifle-40", ("russian", "german"), attacker={"quality": quality}, dice=[5, 5]
    )
    added = fought(battle)
    assert added[MELEE] == 1
    assert "p8.melee.mod-quality" not in added
    assert last(battle, "melee").data["scores"] == [1]


@pytest.mark.rule("p8.nation.russian-melee-quality")
def test_engineers_and_defenders_too_but_no_crews() -> None:
    battle = brawl("ge-rifle-40", "su-eng", ("german", "russian"), dice=[5, 5])
    added = fought(battle)
    assert added[MELEE] == 1
    assert added["p8.melee.mod-engineers"] == 2
    crew = brawl(
        "ge-rifle-40", "su-mg", ("german", "russian"), defender={"quality": "poor"}, dice=[5, 5]
    )
    added = fought(crew)
    assert MELEE not in added
    assert added["p8.melee.mod-quality"] == -1


def test_not_without_the_rules_and_not_in_overruns() -> None:
    plain = brawl("su-rifle", "ge-rifle-40", ("russian", "german"), dice=[5, 5], options={})
    assert MELEE not in fought(plain)
    battle = situation(
        "tank ge-pz3-50 20,10 charged; d su-rifle 20,11.2 S poor",
        phase="close-combat",
        dice=[5, 5],
        options=ON,
    )
    play(battle, Overrun("tank", "d"))
    while not told(battle, "overrun"):
        play(battle, Done())
    assert MELEE not in modifiers(battle, "overrun")
    total = last(battle, "overrun").tallies[1].total
    assert total == 5 - 1


@pytest.mark.rule("p8.nation.russian-melee-quality")
def test_odds_reckon_with_it() -> None:
    battle = brawl("su-rifle", "ge-rifle-40", ("russian", "german"))
    odds = RULEBOOK.odds(battle.state, Fight(("a",), "d"))
    assert odds is not None
    assert dict(odds.outcomes) == {result: margin_odds(1)[result] for result, _ in odds.outcomes}
