"""Where close combat meets cover, commanders, houses and what happened before."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import FallBack
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s05_actions.react.joining import ReactJoin
from sandtable.rulebooks.panzer8.s06_close_combat.blows import Suffer
from sandtable.rulebooks.panzer8.s06_close_combat.decisions import Commit
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from sandtable.rulebooks.panzer8.state.sheets import SHEETS
from sandtable.scenario import Unit
from sandtable.table import distance
from tests.panzer8.crossings import HOMES, asked, nobody_reacts, until
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    is_out,
    last,
    line,
    modifiers,
    play,
    situation,
    told,
    unit,
    why_not,
)

CAVALRY, COVER = "p8.melee.mod-cavalry", "p8.melee.mod-defender-cover"
WOOD = area("wood", box(10, 8, 30, 16))


def contact(
    *others: Unit,
    sheet: str = "uk-rifle-44",
    at_sheet: str = "ge-rifle-44",
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    **rest: Any,
) -> P8Battle:
    """An attacker ``a`` that has charged a defender ``d`` north of it."""
    depth = SHEETS[sheet].depth + SHEETS[at_sheet].depth
    return situation(
        unit("a", sheet, "british", at=(20, 10), **{"charged": True, **(mine or {})}),
        unit("d", at_sheet, "german", at=(20, 10 + depth / 2), **{"facing": 180, **(theirs or {})}),
        *others,
        phase="close-combat",
        homes=HOMES,
        **rest,
    )


def fight(battle: P8Battle, *attackers: str) -> dict[str, int]:
    play(battle, Fight(attackers or ("a",), "d"))
    while asked(battle) == "commander":
        play(battle, Done())
    return modifiers(battle, "melee")


def scores(battle: P8Battle) -> list[int]:
    return list(last(battle, "melee").data["scores"])


# -- modifiers ------------------------------------------------------------------------------------


@pytest.mark.rule(CAVALRY, COVER)
def test_cavalry_leaps_a_hedge_at_troops_in_the_open_behind_it() -> None:
    battle = situation(
        unit("a", "fr-cav", "french", at=(20, 10)),
        unit("d", "ge-rifle-40", "german", at=(20, 13.5), facing=180, suppressed=True),
        terrain=[line("hedge", (0, 13.1), (40, 13.1))],
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


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.advance.cannot-advance-falls-back")
def test_an_attacker_thrown_back_in_a_wood_is_suppressed_where_it_is() -> None:
    battle = contact(theirs={"dug_in": True}, terrain=[WOOD], dice=[7, 5])  # 12 against 12
    fight(battle)
    assert (element(battle, "a").suppressed, element(battle, "a").y) == (True, 10.0)


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
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10), dug_in=True),
        unit("d", "ge-rifle-44", "german", at=(20, 13), facing=180, suppressed=True),
    )
    play(battle, Charge("a", "d"))
    assert not element(battle, "a").dug_in


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.melee.commander-bonus-one-combat", "p8.result.fall-back-becomes-suppressed")
@pytest.mark.parametrize("dug_in", [True, False])
def test_a_commander_in_a_trench_shares_a_fall_back_as_a_suppression(dug_in: bool) -> None:
    cmd = unit("cmd", "ge-cmd", "german", at=(24, 12), facing=180, dug_in=dug_in)
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
        unit("cmd", "ge-cmd", "german", at=(24, 12), facing=180),
        unit("a2", "uk-rifle-44", "british", at=(40, 10), charged=True),
        unit("d2", "ge-rifle-44", "german", at=(40, 10.8), facing=180),
    )
    battle = contact(*others, dice=[10, 3])  # 15 against 9
    play(battle, Fight(("a",), "d"), Commit("cmd", "d"))
    assert is_out(battle, "d")
    assert is_out(battle, "cmd")
    assert asked(battle) == "close combat"


@pytest.mark.rule("p8.action.barred-after-reacting", "p8.melee.commander-bonus-one-combat")
def test_a_commander_that_has_reacted_helps_in_close_combat_and_nowhere_else() -> None:
    cmd = unit("cmd", "uk-cmd", "british", at=(18, 8), reacted=True)
    battle = contact(cmd, dice=[5, 5])
    play(battle, Fight(("a",), "d"))
    assert why_not(battle, Commit("cmd", "a")) is None
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10), suppressed=True),
        unit("b", "uk-rifle-44", "british", at=(22, 10)),
        unit("tank", "ge-pz3-50", "german", at=(22, 12), facing=180, suppressed=True),
        cmd,
    )
    assert why_not(battle, Recover("a", "cmd")) == "p8.action.barred-after-reacting"
    assert why_not(battle, Hunt("b", "tank", "cmd")) == "p8.action.barred-after-reacting"


@pytest.mark.rule("p8.advance.suppressed-attacker-stays", "p8.rally.commander-assists")
def test_a_commander_in_hand_to_hand_contact_rallies_nobody() -> None:
    battle = situation(
        unit("cmd", "uk-cmd", "british", at=(20, 10)),
        unit("a", "uk-rifle-44", "british", at=(18, 9), suppressed=True),
        unit("d", "ge-rifle-44", "german", at=(20, 10.8), facing=180, suppressed=True),
        dice=[7],
    )
    assert why_not(battle, Recover("a", "cmd")) is not None
    assert why_not(battle, FallBack("cmd", "away", 3)) is None
    assert why_not(battle, Move("cmd", ((20, 6),))) is not None


@pytest.mark.rule("p8.overrun.contact-is-not-hand-to-hand", "p8.rally.commander-assists")
def test_a_commander_in_contact_with_a_tank_does_rally() -> None:
    battle = situation(
        unit("cmd", "uk-cmd", "british", at=(20, 10)),
        unit("a", "uk-rifle-44", "british", at=(18, 9), suppressed=True),
        unit("d", "ge-pz3-50", "german", at=(20, 11.2), facing=180, suppressed=True),
        dice=[7],
    )
    assert why_not(battle, Recover("a", "cmd")) is None


@pytest.mark.rule("p8.rally.result-extra-action", "p8.advance.suppressed-attacker-stays")
def test_a_further_action_in_hand_to_hand_contact_is_to_fall_back_or_nothing() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10), suppressed=True),
        unit("d", "ge-rifle-44", "german", at=(20, 10.8), facing=180, suppressed=True),
        unit("e", "ge-rifle-44", "german", at=(20, 18), facing=180, suppressed=True),
        homes=HOMES,
        dice=[10],
    )
    play(battle, Recover("a"))
    assert not element(battle, "a").suppressed
    assert why_not(battle, Fire("a", "e")) == "p8.advance.suppressed-attacker-stays"
    assert why_not(battle, Move("a", ((20, 8),))) is not None
    assert why_not(battle, FallBack("a", "home", 4)) is None


# -- tanks and foot together ----------------------------------------------------------------------


@pytest.mark.rule("p8.overrun.contact-is-not-hand-to-hand", "p8.melee.sequence")
def test_a_section_whose_opponent_a_tank_drives_off_fights_nobody() -> None:
    battle = contact(
        unit("tank", "uk-cromwell", "british", at=(21.4, 11.2), facing=270, charged=True),
        dice=[5, 7],
    )
    assert why_not(battle, Overrun("tank", "d")) is None
    play(battle, Overrun("tank", "d"))  # 13 against 12
    play(battle, Retire("home"))
    assert element(battle, "d").y == pytest.approx(14.8)
    assert not told(battle, "melee")
    assert battle.state.phase != "close-combat"


@pytest.mark.rule("p8.overrun.result-table", "p8.overrun.contact-is-not-hand-to-hand")
def test_a_gun_fires_at_the_tank_that_its_overrun_left_suppressed_before_it() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(20, 10), charged=True),
        unit("gun", "ge-pak40", "german", at=(20, 11.6), facing=180, dug_in=True),
        phase="close-combat",
        dice=[3, 10, 1, 4],
    )
    play(battle, Overrun("tank", "gun"))
    until(battle, "german")
    play(battle, Fire("gun", "tank"))  # 1 + 7 + 1 against 4 + 5
    assert (
        modifiers(battle)
        == {
            "p8.fire.ap-against-armoured": 7,
            "p8.fire.mod-within-4": 1,
            "p8.fire.attack-roll": 5,
        }
        or modifiers(battle)["p8.fire.mod-within-4"] == 1
    )
    assert last(battle, "fire").data["score"] == 0


@pytest.mark.rule("p8.advance.defender-retreats", "p8.overrun.result-table")
def test_a_section_that_withstands_a_tank_gives_way_to_it() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(20, 10), charged=True),
        unit("foot", "ge-rifle-44", "german", at=(20, 11.2), facing=180),
        phase="close-combat",
        dice=[3, 6],
    )
    play(battle, Overrun("tank", "foot"))
    assert element(battle, "foot").y == pytest.approx(12.8)
    assert element(battle, "tank").y == pytest.approx(11.2)


# -- houses ---------------------------------------------------------------------------------------

FARM = area("bua", box(20, 20, 24, 24), "farm")


def storm(*inside: Unit, dice: tuple[int, ...], target: str = "d") -> P8Battle:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(22, 18)),
        *inside,
        unit("far", "ge-rifle-44", "german", at=(50, 44)),
        terrain=[FARM],
        homes=HOMES,
        dice=dice,
    )
    play(battle, Charge("a", target))
    nobody_reacts(battle)
    if battle.state.phase == "action":
        play(battle, Done())
    return battle


def garrison(name: str, sheet: str, **more: Any) -> Unit:
    return unit(name, sheet, "german", at=(22, 22), inside="farm", reacted=True, **more)


@pytest.mark.rule("p8.bua.melee-frontage", "p8.bua.one-side-only")
def test_observers_and_trucks_do_not_hold_a_house_whose_defenders_have_left() -> None:
    battle = storm(
        garrison("d", "ge-rifle-44"),
        garrison("foo", "ge-foo"),
        garrison("truck", "ge-truck"),
        unit("gun", "ge-pak38", "german", at=(0, 0), carried_by="truck"),
        dice=(7, 5),
    )
    play(battle, Fight(("a",), "d"))  # 12 against 12
    assert element(battle, "d").inside is None
    assert element(battle, "a").inside == "farm"
    assert [is_out(battle, name) for name in ("foo", "truck", "gun")] == [True] * 3
    assert len(battle.state.lost) == 3


@pytest.mark.rule("p8.bua.melee-frontage")
@pytest.mark.parametrize("other", ["ge-pz3-50", "ge-cmd"])
def test_a_tank_or_commander_that_nobody_fought_holds_the_house(other: str) -> None:
    battle = storm(garrison("d", "ge-rifle-44"), garrison("x", other), dice=(10, 3))
    play(battle, Fight(("a",), "d"))  # 15 against 10
    while asked(battle) == "commander":
        play(battle, Done())
    assert is_out(battle, "d")
    play(battle, Retire("home"))
    assert element(battle, "a").inside is None
    assert element(battle, "a").y < 16
    assert element(battle, "x").inside == "farm"


@pytest.mark.rule("p8.bua.melee-frontage", "p8.melee.csw-and-commander-count-4")
def test_a_commander_alone_in_a_house_is_stormed_with_4_and_its_walls() -> None:
    battle = storm(garrison("d", "ge-cmd"), dice=(5, 4))
    play(battle, Fight(("a",), "d"))
    while asked(battle) == "commander":
        play(battle, Done())
    assert scores(battle) == [0]  # 10 against 4 + 4 + 2
    assert element(battle, "d").inside is None
    assert element(battle, "a").inside == "farm"


@pytest.mark.rule("p8.bua.melee-frontage")
def test_a_house_with_a_tank_alone_cannot_be_stormed_nor_entered() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(22, 18)),
        garrison("x", "ge-pz3-50"),
        terrain=[FARM],
    )
    assert why_not(battle, Charge("a", "x")) is not None
    assert why_not(battle, Move("a", ((22, 21),))) == "p8.bua.one-side-only"


# -- joining in -----------------------------------------------------------------------------------


def joined(helper: Unit, **rest: Any) -> P8Battle:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10)),
        unit("d", "ge-rifle-44", "german", at=(20, 13), facing=180, suppressed=True),
        helper,
        homes=HOMES,
        **rest,
    )
    play(battle, Charge("a", "d"))
    while asked(battle) == "reaction":
        play(battle, Done())
    return battle


@pytest.mark.rule("p8.react.option-join-melee", CAVALRY)
def test_cavalry_joins_from_4_and_does_not_ride_anybody_down() -> None:
    helper = unit("h", "ge-cav", "german", at=(25.2, 12.2), facing=270)
    battle = joined(helper, dice=[5, 5, 5])
    assert why_not(battle, ReactJoin("h")) is None
    play(battle, ReactJoin("h"))
    nobody_reacts(battle)
    if battle.state.phase == "action":
        play(battle, Done())
    play(battle, Fight(("a",), "d"))
    assert CAVALRY not in modifiers(battle, "melee")
    assert len(told(battle, "melee")[-1].tallies) in (2, 3)


@pytest.mark.rule("p8.react.option-join-melee", "p8.react.who-may")
@pytest.mark.parametrize(("facing", "joins"), [(270, True), (90, False)])
def test_whoever_has_its_back_to_the_charger_does_not_join(facing: float, joins: bool) -> None:
    helper = unit("h", "ge-rifle-44", "german", at=(22.8, 12.2), facing=facing)
    battle = joined(helper)
    assert (asked(battle) == "join") is joins or (
        (why_not(battle, ReactJoin("h")) is None) is joins
    )


@pytest.mark.rule("p8.advance.defender-retreats", "p8.geo.contact-tolerance")
@pytest.mark.parametrize("heading", [0.0, 45.0, 90.0])
@pytest.mark.parametrize("barred", ["river", "enemy"])
def test_whoever_has_to_leave_a_house_aslant_is_out_of_contact_with_it(
    barred: str, heading: float
) -> None:
    terrain, others = [FARM], []
    if barred == "river":
        terrain.append(area("river", box(10, 24.5, 40, 28)))
    else:
        others.append(unit("b", "uk-rifle-44", "british", at=(22, 24.6), facing=180))
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(22, 19.6)),
        garrison("d", "ge-rifle-44", facing=heading),
        *others,
        terrain=terrain,
        homes=HOMES,
        dice=[5, 3],
    )
    play(battle, Charge("a", "d"))
    nobody_reacts(battle)
    while battle.state.phase == "action":
        play(battle, Done())
    play(battle, Fight(("a",), "d"))  # 10 against 10
    assert (element(battle, "a").inside, element(battle, "d").inside) == ("farm", None)
    outside = battle.state.base(element(battle, "d"))
    assert distance(outside, battle.state.setting.buas["farm"].place) > 0.05
    # Nobody is left in contact, so that in the next player turns there is nothing to fight.
    until(battle, "british")
    assert len(told(battle, "melee")) == 1


@pytest.mark.rule("p8.advance.defender-retreats", "p8.move.linear-obstacle-half")
@pytest.mark.parametrize("sheet", ["ge-rifle-40", "ge-cav"])
def test_whoever_gives_way_into_a_house_is_in_it(sheet: str) -> None:
    farm = area("bua", box(18, 12, 22, 16), "farm")
    battle = contact(at_sheet=sheet, terrain=[farm], dice=[5, 5])
    fight(battle)
    d = element(battle, "d")
    assert (d.inside, d.sheet) == ("farm", "ge-rifle-40")
    assert (d.x, d.y) == battle.state.setting.buas["farm"].centre


@pytest.mark.rule("p8.advance.defender-retreats", "p8.bua.capacity")
def test_whoever_gives_way_to_a_full_house_stops_at_its_wall() -> None:
    farm = area("bua", box(18, 12, 22, 16), "farm", "holds-1")
    inside = unit("in", "ge-rifle-44", "german", at=(20, 14), inside="farm")
    battle = contact(inside, terrain=[farm], dice=[5, 5])
    fight(battle)
    d = element(battle, "d")
    assert d.inside is None
    assert d.y == pytest.approx(12.0, abs=0.01)


# -- hedges between some of them ------------------------------------------------------------------

HEDGE = line("hedge", (18, 10.4), (22, 10.4))


def flanked(*others: Unit, dug_in: bool = False, dice: tuple[int, ...]) -> P8Battle:
    """A defender attacked across a hedge by one section, and beside it by another."""
    return situation(
        unit("across", "uk-rifle-44", "british", at=(20, 10), charged=True),
        unit("beside", "uk-rifle-44", "british", at=(21.0, 11.0), facing=270, charged=True),
        unit("d", "ge-rifle-44", "german", at=(20, 10.85), facing=180, dug_in=dug_in),
        *others,
        terrain=[HEDGE],
        homes=HOMES,
        phase="close-combat",
        dice=dice,
    )


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.melee.several-attackers")
@pytest.mark.parametrize(("name", "behind"), [("across", True), ("beside", False)])
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
@pytest.mark.parametrize("hedge", [True, False])
def test_a_commander_behind_a_hedge_shares_a_fall_back_as_a_suppression(hedge: bool) -> None:
    cmd = unit("cmd", "ge-cmd", "german", at=(23, 12), facing=180)
    shelter = [line("hedge", (22, 11.6), (24, 11.6))] if hedge else []
    battle = contact(cmd, terrain=shelter, dice=[8, 5])  # 13 against 5 + 5 + 1
    play(battle, Fight(("a",), "d"), Commit("cmd", "d"))
    while asked(battle) == "fall back":
        play(battle, Retire("home"))
    assert element(battle, "cmd").suppressed is hedge
