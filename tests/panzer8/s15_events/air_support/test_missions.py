"""Section 15.3: what brings aircraft, and which ones come."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s15_events.air_support.aircraft import aircraft_named
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack, card, frame, is_flying, mission

OURS = unit("ours", "ge-rifle-40", at=(5, 2))
TRUCK = unit("truck", "uk-truck", at=(30, 30))
GUN = unit("gun", "uk-6pdr", at=(30, 30))


def pairs(battle: P8Battle) -> tuple[str, str]:
    """The type and the model of the aircraft that have come."""
    return frame(battle).aircraft, frame(battle).model


def patrols(battle: P8Battle) -> tuple[str, ...]:
    """Who has patrols up."""
    return battle.state.patrols


# -- types (15.3, 15.3.2) -------------------------------------------------------------------------


@pytest.mark.rule("p8.air.ground-attack-type-early", "p8.air.ground-attack-type-late")
@cases(
    "sheet, side, date, came",
    ("ge-rifle-40", "german", "1942-12-31", ("Dive Bomber", "Ju 87")),
    ("uk-rifle-40", "british", "1942-12-31", ("Light Bomber", "Fairey Battle")),
    ("fr-rifle", "french", "1942-12-31", ("Light Bomber", "Potez 631")),
    ("us-rifle-41", "american", "1942-12-31", ("Light Bomber", "Light Bomber")),
    ("su-rifle", "russian", "1942-12-31", ("Tank Buster", "Il-2 Sturmovik")),
    ("ge-rifle-44", "german", "1943-01-01", ("Tank Buster", "Ju 87 G")),
    ("uk-rifle-44", "british", "1943-01-01", ("Tank Buster", "Hurricane IID")),
    ("us-rifle-44", "american", "1943-01-01", ("Tank Buster", "P-51D")),
    ("fr-rifle", "french", "1943-01-01", ("Tank Buster", "Tank Buster")),
    ("su-rifle", "russian", "1943-01-01", ("Tank Buster", "Il-2 Sturmovik")),
)
def test_ground_attacks_go_by_nation_and_from_1943_all_are_tank_busters(
    sheet: str, side: str, date: str, came: tuple[str, str]
) -> None:
    theirs = "uk-truck" if side == "german" else "ge-truck"
    battle = mission(unit("ours", sheet, side, at=(5, 2)), f"truck {theirs} 30,30", date=date)
    assert pairs(battle) == came


@pytest.mark.rule("p8.air.ground-attack-type-early")
def test_a_scenario_may_give_other_aircraft() -> None:
    battle = mission(OURS, TRUCK, date="1941", aircraft={"german": "Light Bomber"})
    assert pairs(battle) == ("Light Bomber", "Ju 88")
    battle = mission(OURS, TRUCK, date="1944", aircraft={"german": "Hs 129"})
    assert pairs(battle) == ("Tank Buster", "Hs 129")


def test_a_scenario_cannot_give_aircraft_that_there_are_not() -> None:
    with pytest.raises(ScenarioError, match="no aircraft 'Hs 128'; did you mean 'Hs 129'"):
        mission(OURS, TRUCK, aircraft={"german": "Hs 128"})


@pytest.mark.rule("p8.air.mission-types")
def test_a_fighter_sweep_is_flown_by_fighters() -> None:
    battle = mission(OURS, TRUCK, rank="jack")
    assert pairs(battle) == ("Fighter", "Me 109")


@pytest.mark.rule("p8.air.values")
@cases(
    "kind, model, hesa, ap, mark, defence",
    ("Fighter", "Spitfire", 7, 0, "*", 1),
    ("Tank Buster", "Typhoon", 7, 4, "+", 1),
    ("Tank Buster", "Ju 87 G", 7, 4, "+", 1),
    ("Tank Buster", "Hs 129", 7, 4, "+", 3),
    ("Tank Buster", "Il-2 Sturmovik", 7, 4, "+", 3),
    ("Dive Bomber", "Ju 87", 9, 2, "*", 1),
    ("Light Bomber", "Ju 88", 6, 1, "*", 1),
)
def test_values(kind: Any, model: str, hesa: int, ap: int, mark: str, defence: int) -> None:
    aircraft = aircraft_named(kind, model)
    gun = aircraft.gun
    assert (gun.hesa, gun.ap, gun.ap_mark, aircraft.defence) == (hesa, ap, mark, defence)


def test_without_the_switch_a_card_brings_no_aircraft() -> None:
    battle = mission(OURS, TRUCK, options={"air_support": False})
    assert not is_flying(battle)
    assert "no aircraft" in last(battle, "event").text


# -- sweeps and patrols (15.3.1) ------------------------------------------------------------------


def after_patrol(*dice: int, rank: str = "10") -> P8Battle:
    """The Germans keep a patrol up; then the British draw a card for aircraft, and so on."""
    battle = mission(OURS, GUN, rank="jack", dice=[card("british", rank), *dice])
    play(battle, Patrol())
    play(battle, Done(), seat="german")
    return battle


@pytest.mark.rule("p8.air.sweep-choice")
def test_a_fighter_sweep_may_attack_or_patrol() -> None:
    battle = mission(OURS, TRUCK, rank="jack", dice=[5, 2, 10])
    listed = list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    assert listed == [Strike("opportunity"), Patrol(), Done()]
    assert attack(battle).pieces == ("truck",)
    assert battle.state.patrols == ()


@pytest.mark.rule("p8.air.sweep-choice")
def test_a_ground_attack_cannot_patrol() -> None:
    battle = mission(OURS, TRUCK)
    assert refused(battle, Patrol()).rule == "p8.air.sweep-choice"


@pytest.mark.rule("p8.air.cap-negates")
@cases("rank", "10", "jack")
def test_a_patrol_cancels_the_next_air_support_card_of_the_enemy(rank: str) -> None:
    battle = after_patrol(rank=rank)
    assert battle.state.active == "british"
    assert not is_flying(battle)
    assert last(battle, "air").rules == ("p8.air.cap-negates",)
    assert battle.state.patrols == ()


@pytest.mark.rule("p8.air.cap-negates")
def test_a_patrol_waits_while_other_cards_are_drawn() -> None:
    battle = after_patrol(rank="five")
    assert battle.state.patrols == ("german",)


@pytest.mark.rule("p8.air.cap-negates")
def test_a_patrol_does_not_stop_ones_own_aircraft() -> None:
    battle = after_patrol(card("german"), rank="five")
    play(battle, Done(), seat="british")
    assert battle.state.active == "german"
    assert pairs(battle) == ("Tank Buster", "Ju 87 G")
    assert battle.state.patrols == ("german",)


@pytest.mark.rule("p8.air.cap-negates")
def test_patrols_are_used_one_at_a_time() -> None:
    battle = mission(OURS, GUN, rank="jack", dice=[RED_FIVE, 24, card("british"), 5, 49])
    play(battle, Patrol())
    play(battle, Done(), seat="german")
    play(battle, Done(), seat="british")
    play(battle, Patrol(), seat="german")
    assert patrols(battle) == ("german", "german")
    play(battle, Done(), seat="german")
    assert patrols(battle) == ("german",)
    play(battle, Done(), seat="british")
    play(battle, Done(), seat="german")
    assert patrols(battle) == ()


RED_FIVE = card("british", "five")


# -- where a fight goes on ------------------------------------------------------------------------


def test_a_basic_game_knows_nothing_of_aircraft() -> None:
    battle = face_to_face("uk-rifle-44", "ge-rifle-44", 5.0)
    written = battle.state.to_json()
    assert b"patrols" not in written
    assert b"planned" not in written
