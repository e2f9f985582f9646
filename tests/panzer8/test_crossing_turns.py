"""Where actions, reactions, houses and what came before meet."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import FallBack
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.mount.mounted_troops import LeaveMounts
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import MoveAndFire
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFallBack, ReactFire
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.s08_results.getting_off import PutDown
from sandtable.rulebooks.panzer8.s09_troops.commanders import Replace
from sandtable.rulebooks.panzer8.state.orders import Fire, Move
from sandtable.scenario import Entry
from tests.panzer8.crossings import HOMES, asked, nobody_reacts, until
from tests.panzer8.situations import (
    area,
    barred,
    box,
    element,
    firer_adds,
    is_out,
    last,
    line,
    load,
    modifiers,
    play,
    shot,
    situation,
    target_adds,
    told,
    unit,
    why_not,
)

FARM = area("bua", box(20, 20, 24, 24), "farm")
FAR = unit("far", "ge-rifle-44", "german", at=(55, 44))
MOVED = "p8.fire.mod-firer-moved"


# -- guns -----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.secondary-guns", "p8.movefire.nmf-may-rotate-and-fire", MOVED)
def test_a_char_b1_that_turns_in_place_fires_its_hull_gun_too() -> None:
    battle = situation(
        unit("b1", "fr-b1", "french", at=(20, 10)),
        unit("target", "ge-pz3-50", "german", at=(30, 10), facing=270),
        dice=[5, 5, 5, 5],
    )
    play(battle, MoveAndFire("b1", (), 90.0))
    nobody_reacts(battle)
    play(battle, Fire("b1", "target", ("target",)))
    shots = told(battle, "fire")
    assert [MOVED in event.rules for event in shots] == [True, True]
    # 5 + 4 against 5 + 4 + 1, then 5 + 3 against that and 1 for the range over 8.
    assert [event.data["score"] for event in shots] == [-1, -3]


@pytest.mark.rule("p8.fire.mod-not-to-targets-front", "p8.bua.csw-and-vehicles-one-side")
@pytest.mark.parametrize(("facing", "bonus"), [(0, 1), (180, 0)])
def test_a_gun_at_one_side_of_a_house_is_shot_in_the_back_from_the_other(
    facing: float, bonus: int
) -> None:
    battle = situation(
        unit("tank", "uk-sherman-75", "british", at=(22, 10)),
        unit("gun", "ge-pak40", "german", at=(22, 22), inside="farm", facing=facing),
        terrain=[FARM],
    )
    aimed = shot(battle, "tank", "gun")
    assert firer_adds(aimed).get("p8.fire.mod-not-to-targets-front", 0) == bonus
    assert target_adds(aimed)["p8.fire.mod-hard-cover-hull-down-smoke"] == 2


# -- reactions ------------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.who-may", "p8.melee.no-fire-no-target")
def test_whoever_breaks_off_hand_to_hand_is_shot_at_as_soon_as_it_is_out_of_contact() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10), suppressed=True),
        unit("d", "ge-rifle-44", "german", at=(20, 10.8), facing=180),
        homes=HOMES,
    )
    play(battle, FallBack("a", "home", 4))
    allowed = [why_not(battle, ReactFire("d", at)) is None for at in (0.0, 0.05, 0.06, 4.0)]
    assert allowed == [False, False, True, True]


@pytest.mark.rule("p8.react.option-fire", "p8.cmd.target-protection")
@pytest.mark.parametrize("gap", [3.0, 5.0])
def test_a_commander_on_the_move_is_still_protected_by_a_section_within_4(gap: float) -> None:
    battle = situation(
        unit("cmd", "uk-cmd", "british", at=(20, 10)),
        unit("section", "uk-rifle-44", "british", at=(21 + gap, 10)),
        unit("mg", "ge-mg", "german", at=(20, 20), facing=180),
    )
    play(battle, Move("cmd", ((20, 10.5),)))
    expected = "p8.cmd.target-protection" if gap < 4 else None
    assert why_not(battle, ReactFire("mg", 0.5)) == expected


@pytest.mark.rule("p8.cmd.replaced-when-lost", "p8.action.one-per-element")
def test_a_commander_shot_on_the_move_is_replaced_and_has_had_his_action() -> None:
    battle = situation(
        unit("cmd", "uk-cmd", "british", at=(20, 10)),
        unit("a", "uk-rifle-44", "british", at=(40, 10), dug_in=True),
        unit("b", "uk-rifle-44", "british", at=(44, 10)),
        unit("mg", "ge-mg", "german", at=(20, 22), facing=180),
        dice=[10, 1],
    )
    play(battle, Move("cmd", ((20, 12),)), ReactFire("mg", 1.0), Replace("a"))
    cmd = element(battle, "cmd")
    assert ((cmd.x, cmd.y), cmd.dug_in, cmd.reacted) == ((40, 10), True, False)
    assert why_not(battle, Move("cmd", ((40, 12),))) == "p8.action.one-per-element"
    assert len(battle.state.lost) == 1


@pytest.mark.rule("p8.fire.passengers-may-fire", "p8.react.once-per-player-turn")
def test_of_two_aboard_the_other_may_react_in_the_enemys_turn() -> None:
    battle = situation(
        unit("lorry", "uk-lorry", "british", at=(20, 10)),
        load("lorry", "british", "uk-rifle-44", "p"),
        load("lorry", "british", "uk-rifle-44", "q"),
        unit("e", "ge-rifle-44", "german", at=(20, 20), facing=180),
        dice=[1, 10, 1, 10],
    )
    play(battle, Fire("p", "e"))
    assert why_not(battle, Fire("q", "e")) == "p8.fire.passengers-may-fire"
    until(battle, "german")
    play(battle, Move("e", ((20, 19),)), ReactFire("q", 1.0))
    assert element(battle, "q").reacted
    if asked(battle) == "reaction":
        assert why_not(battle, ReactFire("p", 1.0)) == "p8.fire.passengers-may-fire"


# -- moving ---------------------------------------------------------------------------------------


@pytest.mark.rule("p8.enter.road-bonus-2", "p8.fire.passengers-may-fire")
@pytest.mark.parametrize(("inches", "allowed"), [(6.0, True), (6.1, False)])
def test_half_a_rate_is_half_with_the_bonus_for_entering_on_a_road(
    inches: float, allowed: bool
) -> None:
    battle = situation(
        unit("truck", "uk-truck", "british", enters=Entry(edge="south", at=20)),
        load("truck", "british", "uk-rifle-44", "p"),
        unit("e", "ge-rifle-44", "german", at=(20, 12), facing=90),
        terrain=[line("road", (20, 0), (20, 40), width=1.5)],
    )
    play(battle, Move("truck", ((20, inches),)))
    nobody_reacts(battle)
    assert (barred(battle, "p", "e") is None) is allowed


@pytest.mark.rule("p8.bua.enter-or-leave-half-move", "p8.fallback.vehicles-turn-or-reverse")
def test_a_tank_that_falls_back_out_of_a_house_has_a_quarter_of_its_rate_left() -> None:
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(22, 22), inside="farm", facing=0),
        unit("e", "ge-pz3-50", "german", at=(22, 40), facing=180),
        terrain=[FARM],
        homes=HOMES,
    )
    assert why_not(battle, FallBack("tank", "home", 2.5)) is None
    assert why_not(battle, FallBack("tank", "home", 2.6)) == "p8.fallback.voluntary-distance"


@pytest.mark.rule("p8.move.linear-obstacle-half", "p8.bua.enter-or-leave-half-move")
def test_a_door_and_a_hedge_leave_nothing_of_a_move() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(22, 22), inside="farm"),
        FAR,
        terrain=[FARM, line("hedge", (10, 19.9), (40, 19.9))],
    )
    assert why_not(battle, Move("a", ((22, 19.95),))) is None
    assert why_not(battle, Move("a", ((22, 19.89),))) == "p8.bua.enter-or-leave-half-move"


@pytest.mark.rule("p8.move.linear-obstacle-half", "p8.move.rates-by-class")
def test_a_gun_is_manhandled_half_an_inch_beside_a_hedge() -> None:
    battle = situation(
        unit("gun", "uk-6pdr", "british", at=(22, 19.7)),
        FAR,
        terrain=[line("hedge", (10, 20), (40, 20))],
    )
    assert why_not(battle, Move("gun", ((22, 20.2),))) is None
    assert why_not(battle, Move("gun", ((22, 20.21),))) == "p8.move.linear-obstacle-half"


# -- mounts, riders and commanders ----------------------------------------------------------------


@pytest.mark.rule("p8.dismount.base-of-mounts", "p8.fallback.blocked")
@pytest.mark.parametrize("side", ["british", "german"])
def test_mounts_are_in_nobodys_way_and_an_enemy_driven_on_to_them_scatters_them(side: str) -> None:
    sheet = {"british": "uk-mc-40", "german": "ge-mc"}[side]
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("riders", sheet, side, at=(22, 24), facing=180),
        unit("c", "ge-rifle-40", "german", at=(20, 20), facing=180),
        side=side,
        homes=HOMES,
        dice=[6, 5],
    )
    play(battle, LeaveMounts("riders", (20.8, 24.0), 0.0))
    until(battle, "british")
    play(battle, Fire("mg", "c"), Retire("home"))  # 12 against 10
    assert element(battle, "c").y == pytest.approx(24.0)
    assert is_out(battle, "riders-mounts") is (side == "british")


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.passengers.tank-riders-dismount-suppressed")
def test_a_tank_beaten_off_in_high_crops_is_suppressed_and_its_riders_get_off() -> None:
    battle = situation(
        unit("tank", "su-t34-43", "russian", at=(20, 10), charged=True),
        load("tank", "russian", "su-smg", "riders"),
        unit("d", "ge-rifle-40", "german", at=(20, 11.2), facing=180),
        terrain=[area("high-crops", box(10, 8, 30, 14))],
        phase="close-combat",
        homes=HOMES,
        dice=[3, 7],
    )
    play(battle, Overrun("tank", "d"))  # 11 against 12
    assert element(battle, "tank").suppressed
    play(battle, PutDown((20, 8.8), 0.0))
    assert element(battle, "riders").suppressed


@pytest.mark.rule("p8.hunt.result-out", "p8.passengers.tank-riders-dismount-suppressed")
def test_riders_fire_at_the_hunters_and_outlive_the_tank_they_could_not_save() -> None:
    battle = situation(
        unit("a", "uk-eng", "british", at=(20, 10)),
        unit("tank", "ge-pz3-50", "german", at=(20, 12.2), suppressed=True),
        load("tank", "german", name="riders"),
        dice=[1, 10, 10, 1],
    )
    play(battle, Hunt("a", "tank"))
    assert [event.kind for event in battle.events if event.kind in ("fire", "hunt")] == [
        "fire",
        "hunt",
    ]
    # 10 + 4, engineers 2, from behind 1, against 1 + 4
    assert last(battle, "hunt").data["score"] == 12
    assert is_out(battle, "tank")
    play(battle, PutDown((20, 12.2), 0.0))
    assert element(battle, "riders").suppressed


@pytest.mark.rule("p8.rally.commander-assists", "p8.bua.measure-any-part")
@pytest.mark.parametrize(("gap", "helps"), [(4.0, True), (4.02, False)])
def test_a_commander_in_a_house_rallies_within_4_of_its_wall(gap: float, helps: bool) -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20 - 0.6 - gap, 22), suppressed=True),
        unit("cmd", "uk-cmd", "british", at=(22, 22), inside="farm"),
        FAR,
        terrain=[FARM],
    )
    assert (why_not(battle, Recover("a", "cmd")) is None) is helps


@pytest.mark.rule("p8.rally.result-extra-action", "p8.charge.required-for-melee")
def test_whoever_recovers_at_9_may_charge_and_fights_in_the_same_turn() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10), suppressed=True),
        unit("d", "ge-rifle-44", "german", at=(20, 13), facing=180, suppressed=True),
        dice=[10, 5, 5],
    )
    play(battle, Recover("a"), Charge("a", "d"))
    nobody_reacts(battle)
    play(battle, Fight(("a",), "d"))
    assert told(battle, "melee")


@pytest.mark.rule("p8.bua.auto-dismount", "p8.bua.melee-frontage")
def test_cavalry_storms_a_house_without_its_bonus_and_dismounts_in_it() -> None:
    battle = situation(
        unit("a", "fr-cav", "french", at=(22, 18)),
        unit("d", "ge-rifle-40", "german", at=(22, 22), inside="farm", reacted=True),
        terrain=[FARM],
        homes=HOMES,
        dice=[10, 1],
    )
    play(battle, Charge("a", "d"))
    nobody_reacts(battle)
    play(battle, Fight(("a",), "d"))
    assert "p8.melee.mod-cavalry" not in modifiers(battle, "melee")
    assert (element(battle, "a").inside, element(battle, "a").sheet) == ("farm", "fr-rifle")


# -- from house to house --------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.to-adjacent-whole-move", "p8.fallback.voluntary-distance")
@pytest.mark.parametrize(("gap", "allowed"), [(0.0, True), (1.5, True), (2.0, True), (2.1, False)])
@pytest.mark.parametrize("suppressed", [True, False])
def test_a_section_falls_back_into_the_next_house_for_a_whole_move(
    gap: float, allowed: bool, suppressed: bool
) -> None:
    barn = area("bua", box(20, 16 - gap, 24, 20 - gap), "barn")
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(22, 22), inside="farm", suppressed=suppressed),
        unit("e", "ge-rifle-44", "german", at=(22, 40), facing=0),
        terrain=[FARM, barn],
        homes=HOMES,
    )
    order = FallBack("a", "home", gap + 1)
    assert (why_not(battle, order) is None) is allowed
    if allowed:
        play(battle, order)
        nobody_reacts(battle)
        assert element(battle, "a").inside == "barn"


@pytest.mark.rule("p8.bua.to-adjacent-whole-move", "p8.react.option-fall-back")
def test_a_section_falls_back_into_the_next_house_as_a_reaction() -> None:
    barn = area("bua", box(20, 25, 24, 29), "barn")
    battle = situation(
        unit("tank", "uk-cromwell", "british", at=(22, 5)),
        unit("a", "ge-rifle-44", "german", at=(22, 22), inside="farm"),
        terrain=[FARM, barn],
        homes=HOMES,
    )
    play(battle, Move("tank", ((22, 8),)), ReactFallBack("a", 1.0, "home", 2.0))
    assert element(battle, "a").inside == "barn"
    assert element(battle, "a").reacted
