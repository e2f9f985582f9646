"""Section 5.2: close defence and commanders in tank hunting, and its odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import close_defence
from tests.panzer8.kit import *
from tests.panzer8.kit.hunting import DEFENCE, HELP, UNDER_TANK, WHO, ambush, commander, guard, hunt

# -- close defence --------------------------------------------------------------------------------


@pytest.mark.rule(DEFENCE)
def test_infantry_touching_the_tank_shoots_first_and_if_nothing_comes_of_it_the_hunt_goes_on() -> (
    None
):
    battle = ambush(guard(), dice=[1, 10, 10, 1])
    hunt(battle)
    shot, hunted = told(battle, "fire")[0], told(battle, "hunt")[0]
    assert shot.text.startswith("guard fires in close defence at a, ")
    assert [roll.faces for roll in (*shot.rolls, *hunted.rolls)] == [(1,), (10,), (10,), (1,)]
    assert is_out(battle, "tank")
    assert not element(battle, "guard").reacted
    assert not element(battle, "guard").acted


@pytest.mark.rule(DEFENCE)
@cases("dice", (6, 5), (8, 5), (10, 5), ids=["fall back", "suppressed", "out"])
def test_any_result_of_close_defence_ends_the_hunt(dice: tuple[int, int]) -> None:
    battle = ambush(guard(), guard("other", 18.8), dice=dice)
    hunt(battle)
    assert [event.kind for event in battle.last_events[:2]] == ["fire", "hunt"]
    assert len(told(battle, "fire")) == 1  # the second one need not shoot any more
    assert last(battle, "hunt").data["effect"] == "beaten-off"
    assert not element(battle, "tank").suppressed
    hurt = is_out(battle, "a") or element(battle, "a").suppressed or kinds(battle)[-1] != "hunt"
    assert hurt or asked(battle) == "fall back"
    if not is_out(battle, "a"):
        assert element(battle, "a").acted


@pytest.mark.rule(DEFENCE)
def test_each_of_them_shoots_once() -> None:
    battle = ambush(guard(), guard("other", 18.8), dice=[1, 10, 1, 10, 5, 5])
    hunt(battle)
    assert [event.pieces[0] for event in told(battle, "fire")] == ["guard", "other"]
    assert last(battle, "hunt").data["score"] == 1


@pytest.mark.rule(DEFENCE)
@cases("status", {"reacted": True}, {"acted": True}, {"moved": True})
def test_they_shoot_whatever_they_did_before(status: dict[str, Any]) -> None:
    battle = ambush(guard(**status), dice=[1, 10, 5, 5])
    hunt(battle)
    assert len(told(battle, "fire")) == 1
    assert "p8.fire.mod-firer-moved" not in modifiers(battle, "fire")


@pytest.mark.rule(DEFENCE)
def test_facing_does_not_matter() -> None:
    turned = unit("guard", "ge-rifle-40", at=(20, 13.4), facing=0)
    battle = ambush(turned, dice=[1, 10, 5, 5])
    hunt(battle)  # it stands behind its tank and looks the other way
    assert len(told(battle, "fire")) == 1


@pytest.mark.rule(DEFENCE)
@cases("gap, shots", (1.0, 1), (2.0, 1))
def test_tank_riders_shoot_from_their_tank(gap: float, shots: int) -> None:
    rider = unit("rider", "ge-rifle-40", at=(40, 40), carried_by="tank")
    battle = ambush(rider, gap=gap, dice=[1, 10, 5, 5])
    hunt(battle)
    assert len(told(battle, "fire")) == shots
    assert last(battle, "fire").data["range"] == pytest.approx(gap)
    apc = ambush(rider, prey="ge-apc", dice=[5, 5])
    hunt(apc)  # those inside a carrier are no tank riders
    assert told(apc, "fire") == []


@pytest.mark.rule(DEFENCE)
def test_flamethrowers_reach_only_2() -> None:
    flame = unit("guard", "ge-eng-flame", at=(21.2, 12.2), facing=180)
    behind = unit("guard", "ge-eng-flame", at=(20, 13.4), facing=180)
    near, far = ambush(flame, dice=[1, 10, 5, 5]), ambush(behind, dice=[5, 5])
    hunt(near)
    hunt(far)
    assert (len(told(near, "fire")), len(told(far, "fire"))) == (1, 0)


@pytest.mark.rule(DEFENCE)
@cases(
    "other",
    guard(suppressed=True),
    guard(x=21.3),
    unit("guard", "ge-mg", at=(21.2, 12.2), facing=180),
    unit("guard", "ge-pz3-50", at=(21.2, 12.2), facing=180),
    unit("guard", "ge-cmd", at=(21.0, 12.2), facing=180),
    ids=["suppressed", "not touching", "machine-gun", "tank", "commander"],
)
def test_only_unsuppressed_infantry_that_touches_the_tank_shoots(other: Unit) -> None:
    shooting = ambush(guard(), dice=[1, 10, 5, 5])
    hunt(shooting)
    battle = ambush(other, dice=[5, 5])
    hunt(battle)
    assert told(battle, "fire") == []
    assert len(told(shooting, "fire")) == 1


@pytest.mark.rule(DEFENCE)
def test_the_full_procedure_of_fire_is_used() -> None:
    battle = ambush(guard(quality="elite"), hunter={"dug_in": True}, dice=[1, 10, 5, 5])
    hunt(battle)
    assert modifiers(battle, "fire") == {
        "p8.fire.hesa-against-unarmoured": 5,
        "p8.fire.mod-within-4": 1,
        "p8.fire.mod-firer-quality": 1,
        "p8.fire.attack-roll": 5,
        "p8.fire.mod-hard-cover-hull-down-smoke": 2,
    }


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.hunt.mod-commander", HELP)
def test_a_commander_adds_1_and_spends_its_action() -> None:
    battle = ambush(commander(), dice=[5, 5])
    event = hunt(battle, "cmd")
    assert modifiers(battle, "hunt")["p8.hunt.mod-commander"] == 1
    assert (event.data["score"], event.text) == (2, "a, led by cmd, hunts tank: +2, no effect.")
    assert element(battle, "cmd").acted
    assert battle.choices[0].seats == ("german",) or why_not(battle, Move("cmd", ((18, 8),)))


@pytest.mark.rule(HELP)
@cases("gap, may", (4.0, True), (4.01, False))
def test_the_commander_must_be_within_4_of_the_hunter(gap: float, may: bool) -> None:
    battle = ambush(commander(at=(20 - 0.6 - gap - 0.4, 10)))
    assert why_not(battle, Hunt("a", "tank", "cmd")) == (None if may else HELP)


@pytest.mark.rule(HELP)
def test_who_cannot_help() -> None:
    battle = ambush(
        commander(suppressed=True),
        "acted uk-cmd 20,8 acted; reacted uk-cmd 22,8 reacted; b uk-rifle-40 22,10",
    )
    assert why_not(battle, Hunt("a", "tank", "cmd")) == "p8.cmd.no-bonus-when-suppressed"
    assert why_not(battle, Hunt("a", "tank", "acted")) == "p8.action.one-per-element"
    assert why_not(battle, Hunt("a", "tank", "reacted")) == "p8.action.barred-after-reacting"
    assert why_not(battle, Hunt("a", "tank", "b")) == HELP
    assert why_not(battle, Hunt("a", "tank", "tank")) == HELP
    assert why_not(battle, Hunt("a", "tank", "x")) == HELP


@pytest.mark.rule(HELP)
def test_a_commander_helps_one_hunter_only() -> None:
    battle = ambush(commander(), "b uk-rifle-40 18.8,10.8", dice=[5, 5, 5, 5])
    assert why_not(battle, Hunt("b", "tank", "cmd")) is None
    hunt(battle, "cmd")
    assert why_not(battle, Hunt("b", "tank", "cmd")) == "p8.action.one-per-element"
    assert why_not(battle, Hunt("b", "tank")) is None


@pytest.mark.rule(HELP)
def test_the_commander_falls_back_with_the_hunter() -> None:
    battle = ambush(commander(), terrain=(UNDER_TANK,), dice=[1, 10])
    hunt(battle, "cmd")
    play(battle, Retire("away"))
    assert element(battle, "a").y < 10
    assert "cmd shares the fate of the tank hunters." in [e.text for e in battle.last_events]
    assert battle.choices[0].about == ("cmd",)
    play(battle, Retire("home"))
    assert element(battle, "cmd").y == pytest.approx(6.0)


@pytest.mark.rule(HELP)
@cases("dice", (8, 5), (10, 5), ids=["suppressed", "out"])
def test_the_commander_shares_what_close_defence_does(dice: tuple[int, int]) -> None:
    battle = ambush(guard(), commander(), dice=dice)
    hunt(battle, "cmd")
    if dice == (8, 5):
        assert element(battle, "a").suppressed
        assert element(battle, "cmd").suppressed
    else:
        assert is_out(battle, "a")
        assert is_out(battle, "cmd")
        assert len(battle.state.lost) == 2


@pytest.mark.rule(HELP)
def test_the_commander_does_not_share_what_happens_to_the_tank() -> None:
    battle = ambush(commander(), dice=[10, 1])
    hunt(battle, "cmd")
    assert is_out(battle, "tank")
    assert not element(battle, "cmd").suppressed


@pytest.mark.rule(HELP)
def test_each_player_lends_only_commanders_of_his_own() -> None:
    seats = [
        Seat(id="one", side="british", pieces=("a",)),
        Seat(id="two", side="british", pieces=("cmd",)),
        Seat(id="foe", side="german"),
    ]
    battle = ambush(commander(), seats=seats)
    assert why_not(battle, Hunt("a", "tank", "cmd"), "one") == "p8.action.one-per-element"
    assert why_not(battle, Hunt("a", "tank"), "one") is None


@pytest.mark.rule(HELP)
def test_an_extra_action_may_be_spent_on_helping_a_hunter() -> None:
    battle = ambush(commander(), "b uk-rifle-40 18,8 suppressed", dice=[8, 5, 5])
    play(battle, Recover("b", "cmd"))
    assert why_not(battle, Hunt("a", "tank")) == "p8.rally.result-extra-action"
    assert hunt(battle, "cmd").data["score"] == 2


# -- odds and choices -----------------------------------------------------------------------------


@pytest.mark.rule("p8.hunt.attack-roll", DEFENCE)
def test_exact_odds_agree_with_counting_all_dice() -> None:
    battle = ambush(guard(), dice=[])
    odds = battle.odds(Hunt("a", "tank"))
    assert odds is not None
    faces = range(1, 11)
    # The guard adds 5 + 1 for close range against Def 5 and soft cover: 6 against 6.
    harmless = Fraction(sum(x - y <= 0 for x in faces for y in faces), 100)
    wins = Fraction(sum(x - y + 1 >= 5 for x in faces for y in faces), 100)
    assert odds.chance("beaten-off") == 1 - harmless
    assert odds.chance("out") == harmless * wins
    assert sum(chance for _, chance in odds.outcomes) == 1
    assert battle.odds(Hunt("a", "nobody")) is None


@pytest.mark.rule("p8.hunt.attack-roll")
def test_odds_without_close_defence() -> None:
    odds = ambush().odds(Hunt("a", "tank"))
    assert odds is not None
    assert [result for result, _ in odds.outcomes] == [
        "hunter-falls-back",
        "none",
        "suppressed",
        "out",
    ]
    assert odds.chance("hunter-falls-back") == Fraction(45, 100)


@pytest.mark.rule(WHO)
def test_hunts_are_offered_and_advised() -> None:
    battle = ambush(commander())
    choice = battle.choices[0]
    offered = list(battle.view("british").candidates(choice))
    assert Hunt("a", "tank") in offered
    assert Hunt("a", "tank", "cmd") in offered
    assert all(battle.allows(order) for order in offered)
    advised = {order: worth for worth, order in battle.view("british").advise(choice)}
    assert advised[Hunt("a", "tank")] > 0


@pytest.mark.rule(WHO)
def test_a_hunt_is_an_action_like_any_other() -> None:
    battle = ambush(dice=[5, 5])
    hunt(battle)
    assert battle.state.phase != "action" or why_not(battle, Fire("a", "tank")) is not None
    again = ambush("b uk-rifle-40 30,5", dice=[5, 5])
    hunt(again)
    assert why_not(again, Hunt("a", "tank")) == "p8.action.one-per-element"
    play(again, Done())


# -- close defence (5.2) --------------------------------------------------------------------------


def defended(*guards: Placed, hunter: tuple[float, float] = (20, 10), **rest: object) -> P8Battle:
    """A tank two inches to the south of the hunters' farm, if they are in one."""
    return situation(
        unit("a", "uk-rifle-40", at=hunter),
        unit("tank", "ge-pz3-50", at=(20, 6.5)),
        *guards,
        **rest,  # type: ignore[arg-type]
    )


def shots(battle: P8Battle) -> list[tuple[str, bool]]:
    """Who fires in close defence, and whether from behind the hunters."""
    pieces = battle.state.pieces
    found = close_defence(battle.state, pieces["a"], pieces["tank"])
    return [(shot.firer.id, shot.from_behind) for shot in found]


GUARD = unit("guard", "ge-rifle-40", at=(21.2, 6.5))


@pytest.mark.rule("p8.hunt.close-defence-first", "p8.fire.mod-not-to-targets-front")
def test_hunters_in_houses_have_no_rear_that_close_defence_could_fire_into() -> None:
    farm = area("bua", box(18, 8, 22, 12), "farm")
    assert shots(defended(GUARD, terrain=[farm])) == [("guard", False)]
    assert shots(defended(GUARD, hunter=(20, 8.7))) == [("guard", True)]


@pytest.mark.rule("p8.hunt.close-defence-first", "p8.melee.no-fire-no-target")
def test_a_guard_in_hand_to_hand_combat_does_not_fire_in_close_defence() -> None:
    charger = unit("b", "uk-rifle-40", at=(21.2, 7.3), facing=180)
    assert shots(defended(GUARD, charger)) == []


@pytest.mark.rule("p8.hunt.close-defence-first", "p8.fire.mounted-csw-and-flame-cannot-fire")
@cases("sheet, fires", ("ge-eng", True), ("ge-eng-flame", False))
def test_flamethrowers_that_ride_on_a_tank_do_not_fire_in_its_defence(
    sheet: str, fires: bool
) -> None:
    battle = defended(load("tank", "german", sheet), hunter=(20, 8.7))
    assert shots(battle) == ([("load", True)] if fires else [])
