"""Section 6: close combat where it meets cover, commanders and what happened before."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.brawls import charged, contact, fight

CAVALRY, COVER = "p8.melee.mod-cavalry", "p8.melee.mod-defender-cover"

WOOD = area("wood", box(10, 8, 30, 16))


def scores(battle: P8Battle) -> list[int]:
    return list(last(battle, "melee").data["scores"])


# -- modifiers ------------------------------------------------------------------------------------


@pytest.mark.rule(CAVALRY, COVER)
def test_cavalry_leaps_a_hedge_at_troops_in_the_open_behind_it() -> None:
    battle = situation(
        "a fr-cav 20,10; d ge-rifle-40 20,13.5 S suppressed",
        terrain="hedge from 0,13.1 to 40,13.1",
        dice=[5, 5],
    )
    play(battle, Charge("a", "d"))
    nobody_reacts(battle)
    added = fight(battle)
    assert (added[CAVALRY], added[COVER]) == (2, 1)


@pytest.mark.rule("p8.armdinf.as-infantry-except", COVER)
def test_armoured_infantry_has_its_hard_cover_only_where_it_defends() -> None:
    battle = contact(at_sheet="ge-pzgren-44", dice=[5, 5])
    assert fight(battle)[COVER] == 2
    battle = contact(sheet="uk-carrier-44", dice=[5, 5])
    assert COVER not in fight(battle)


@pytest.mark.rule("p8.melee.csw-and-commander-count-4", "p8.limber.break-down-and-set-up")
def test_a_weapon_taken_apart_counts_4_and_gives_way_like_infantry() -> None:
    battle = contact(at_sheet="ge-mg", theirs={"broken_down": True}, dice=[4, 5])
    fight(battle)
    assert scores(battle) == [0]
    assert element(battle, "d").y == pytest.approx(10.8 + 1.6)
    assert element(battle, "a").y == pytest.approx(10.8)


# -- results that turn into others ----------------------------------------------------------------


@pytest.mark.rule("p8.result.fall-back-becomes-suppressed", "p8.advance.cannot-advance-falls-back")
def test_a_dug_in_defender_that_should_fall_back_is_suppressed_and_holds() -> None:
    battle = contact(theirs={"dug_in": True}, dice=[8, 5])  # 13 against 12
    fight(battle)
    assert (element(battle, "d").suppressed, element(battle, "d").dug_in) == (True, True)
    play(battle, Retire("home"))
    assert element(battle, "a").y == pytest.approx(6.0)
    assert element(battle, "d").y == pytest.approx(10.8)


@pytest.mark.rule("p8.result.fall-back-becomes-suppressed", "p8.advance.defender-retreats")
def test_a_crew_that_should_fall_back_is_suppressed_and_gives_way() -> None:
    battle = contact(at_sheet="ge-mg", dice=[5, 5])  # 10 against 9
    fight(battle)
    d = element(battle, "d")
    assert d.suppressed
    assert d.y == pytest.approx(12.4)
    assert element(battle, "a").y == pytest.approx(10.8)


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.advance.suppressed-attacker-stays")
def test_an_attacker_that_would_fall_back_out_of_a_wood_stays_in_contact_suppressed() -> None:
    battle = contact(terrain=[WOOD], dice=[5, 5])  # 10 against 11
    fight(battle)
    assert (element(battle, "a").suppressed, element(battle, "a").y) == (True, 10.0)
    assert element(battle, "d").y == pytest.approx(10.8)
    # In the enemy's turn the roles are swapped; the one in the wood now has the cover.
    battle = contact(terrain=[WOOD], dice=[5, 5, 5, 5])
    fight(battle)
    until(battle, "german")
    play(battle, Done())
    play(battle, Fight(("d",), "a"))
    assert modifiers(battle, "melee")[COVER] == 1
    assert scores(battle) == [-1]


@pytest.mark.rule("p8.result.second-suppression-is-out", "p8.advance.suppressed-attacker-stays")
def test_a_suppressed_attacker_still_fights_and_a_second_suppression_is_its_end() -> None:
    battle = contact(mine={"suppressed": True}, dice=[5, 8])
    fight(battle)
    assert is_out(battle, "a")
    assert len(battle.state.lost) == 1


@pytest.mark.rule("p8.advance.occupy-position", "p8.advance.suppressed-attacker-stays")
def test_a_suppressed_attacker_that_wins_does_not_advance_nor_does_the_loser_give_way() -> None:
    battle = contact(mine={"suppressed": True}, dice=[8, 5])
    fight(battle)
    assert element(battle, "d").suppressed
    assert element(battle, "d").y == pytest.approx(10.8)
    assert element(battle, "a").y == 10.0


@pytest.mark.rule("p8.cover.dug-in-set-up-only", "p8.advance.occupy-position")
def test_whoever_takes_a_trench_is_not_dug_in() -> None:
    battle = contact(theirs={"dug_in": True}, dice=[10, 1])
    fight(battle)
    assert element(battle, "a").y == pytest.approx(10.8)
    assert not element(battle, "a").dug_in


@pytest.mark.rule("p8.cover.dug-in-set-up-only", "p8.charge.required-for-melee")
def test_whoever_charges_out_of_its_trench_loses_it() -> None:
    battle = situation("a uk-rifle-44 20,10 dug-in; d ge-rifle-44 20,13 S suppressed")
    play(battle, Charge("a", "d"))
    assert not element(battle, "a").dug_in


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.commander-bonus-one-combat", "p8.result.fall-back-becomes-suppressed")
@cases("dug_in", True, False)
def test_a_commander_in_a_trench_shares_a_fall_back_as_a_suppression(dug_in: bool) -> None:
    cmd = unit("cmd", "ge-cmd", at=(24, 12), facing=180, dug_in=dug_in)
    battle = contact(cmd, dice=[8, 5])  # 13 against 5 + 5 + 1
    play(battle, Fight(("a",), "d"), Commit("cmd", "d"))
    assert scores(battle) == [2]
    while asked(battle) == "fall back":
        play(battle, Retire("home"))
    assert element(battle, "cmd").suppressed is dug_in
    assert element(battle, "cmd").y == pytest.approx(12 if dug_in else 16)
    assert element(battle, "d").y == pytest.approx(14.8)


@pytest.mark.rule("p8.cmd.no-replacement-available", "p8.melee.commander-bonus-one-combat")
def test_a_commander_lost_with_its_section_is_not_replaced_by_one_in_contact() -> None:
    others = (
        unit("cmd", "ge-cmd", at=(24, 12), facing=180),
        unit("a2", "uk-rifle-44", at=(40, 10), charged=True),
        unit("d2", "ge-rifle-44", at=(40, 10.8), facing=180),
    )
    battle = contact(*others, dice=[10, 3])  # 15 against 9
    play(battle, Fight(("a",), "d"), Commit("cmd", "d"))
    assert is_out(battle, "d")
    assert is_out(battle, "cmd")
    assert asked(battle) == "close combat"


@pytest.mark.rule("p8.action.barred-after-reacting", "p8.melee.commander-bonus-one-combat")
def test_a_commander_that_has_reacted_helps_in_close_combat_and_nowhere_else() -> None:
    cmd = unit("cmd", "uk-cmd", at=(18, 8), reacted=True)
    battle = contact(cmd, dice=[5, 5])
    play(battle, Fight(("a",), "d"))
    assert why_not(battle, Commit("cmd", "a")) is None
    battle = situation(
        "a uk-rifle-44 20,10 suppressed; b uk-rifle-44 22,10; tank ge-pz3-50 22,12 S suppressed",
        cmd,
    )
    assert why_not(battle, Recover("a", "cmd")) == "p8.action.barred-after-reacting"
    assert why_not(battle, Hunt("b", "tank", "cmd")) == "p8.action.barred-after-reacting"


# -- hedges between some of them ------------------------------------------------------------------

HEDGE = line("hedge", (18, 10.4), (22, 10.4))


def flanked(*others: Placed, dug_in: bool = False, dice: tuple[int, ...]) -> P8Battle:
    """A defender attacked across a hedge by one section, and beside it by another."""
    return situation(
        "across uk-rifle-44 20,10 charged; beside uk-rifle-44 21.0,11.0 W charged",
        unit("d", "ge-rifle-44", at=(20, 10.85), facing=180, dug_in=dug_in),
        *others,
        terrain=[HEDGE],
        homes=HOMES,
        phase="close-combat",
        dice=dice,
    )


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.melee.several-attackers")
@cases("name, behind", ("across", True), ("beside", False))
def test_of_several_attackers_only_those_behind_the_hedge_are_held_by_it(
    name: str, behind: bool
) -> None:
    battle = flanked(dice=(5, 4, 5))  # 10 and 9 against 5 + 5 + 1
    play(battle, Fight(("across", "beside"), "d"))
    play(battle, Suffer(name))
    assert element(battle, name).suppressed is behind
    if not behind:
        play(battle, Retire("away"))
        assert element(battle, name).x > 24


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.advance.cannot-advance-falls-back")
def test_of_several_repulsed_only_those_behind_the_hedge_are_suppressed() -> None:
    battle = flanked(dug_in=True, dice=(7, 7, 5))  # 12 against 5 + 5 + 2
    play(battle, Fight(("across", "beside"), "d"))
    while asked(battle) == "fall back":
        play(battle, Retire("away"))
    assert element(battle, "across").suppressed
    assert not element(battle, "beside").suppressed
    assert element(battle, "beside").x > 24


@pytest.mark.rule("p8.melee.commander-bonus-one-combat", "p8.result.fall-back-in-cover")
@cases("hedge", True, False)
def test_a_commander_behind_a_hedge_shares_a_fall_back_as_a_suppression(hedge: bool) -> None:
    cmd = unit("cmd", "ge-cmd", at=(23, 12), facing=180)
    shelter = [line("hedge", (22, 11.6), (24, 11.6))] if hedge else []
    battle = contact(cmd, terrain=shelter, dice=[8, 5])  # 13 against 5 + 5 + 1
    play(battle, Fight(("a",), "d"), Commit("cmd", "d"))
    while asked(battle) == "fall back":
        play(battle, Retire("home"))
    assert element(battle, "cmd").suppressed is hedge


@pytest.mark.rule("p8.melee.result-table", "p8.melee.csw-and-commander-count-4")
@cases(
    "dice, effect",
    ((7, 8), "attacker fall-back"),  # 12 against 8 + 4 + 2
    ((8, 8), "attacker fall-back"),
    ((9, 8), "none"),
    ((10, 8), "defender fall-back"),
    ((7, 9), "attacker suppressed"),
    ((5, 9), "attacker out"),
)
def test_infantry_charges_a_machine_gun_in_hard_cover(dice: tuple[int, int], effect: str) -> None:
    battle = charged(sheet="ge-mg", theirs={"dug_in": True}, dice=dice)
    play(battle, Done())
    odds = battle.view("british").odds(Fight(("foot",), "foe"))
    assert odds is not None
    assert [tally.total for tally in odds.tallies] == [5, 6]
    play(battle, Fight(("foot",), "foe"))
    event = last(battle, "melee")
    assert event.data["scores"] == [dice[0] + 5 - dice[1] - 6]
    assert event.data["effects"] == [effect]
    stood = "defender suppressed (does not fall back)"
    assert odds.chance(stood if effect == "defender fall-back" else effect) > 0
    assert odds.chance("defender fall-back") == 0


@pytest.mark.rule("p8.melee.several-attackers")
@cases("struck", "foot", "east")
@cases("first", "foot", "east")
def test_two_who_have_charged_one_roll_8_and_3_against_6(struck: str, first: str) -> None:
    east = unit("east", "uk-rifle-44", at=(23, 20), facing=270)
    battle = charged(east, dice=(8, 3, 6))
    let_pass(battle, Charge("east", "foe"))
    other = "east" if first == "foot" else "foot"
    play(battle, Done(), Fight((first, other), "foe"))
    assert last(battle, "melee").data["scores"] == [2, -3]
    play(battle, Retire("away"))
    assert why_not(battle, Suffer("foe")) is not None
    play(battle, Suffer(struck))
    spared = "east" if struck == "foot" else "foot"
    assert (element(battle, struck).suppressed, element(battle, spared).suppressed) == (True, False)
    assert not is_out(battle, "foe")
