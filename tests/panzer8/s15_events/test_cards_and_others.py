"""Sections 15.2 to 15.9: event cards where they meet obstacles, riders, aircraft and shells."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.state import Barrage, Flight
from tests.panzer8.kit import *

FAR = unit("far", "ge-rifle-44", at=(55, 46), facing=0)

HQ = unit("hq", "uk-cmd", at=(33, 10))

AIR = {"air_support": True}

# -- double time (15.2) ---------------------------------------------------------------------------


@pytest.mark.rule("p8.card.queen-double-time", "p8.wire.others-stop")
def test_double_time_crosses_wire_and_goes_no_farther() -> None:
    battle = dealt(
        "queen of hearts",
        "men uk-rifle-44 30,10",
        HQ,
        FAR,
        terrain="wire from 20,10.4 to 40,10.4",
        options={"field_engineering": True},
    )
    assert why_not(battle, Move("men", ((30, 10.8),))) is None
    assert why_not(battle, Move("men", ((30, 11.6),))) == "p8.wire.others-stop"


@pytest.mark.rule("p8.card.queen-double-time", "p8.move.vehicle-outside-front-halves")
def test_double_time_backwards_is_three_quarters() -> None:
    battle = dealt("queen of hearts", "tank uk-cromwell 30,20; hq uk-cmd 33,20", FAR)
    back = Move("tank", ((30, 12.5),), bearing="backward")
    assert why_not(battle, back) is None
    assert why_not(battle, Move("tank", ((30, 12.4),), bearing="backward")) is not None


# -- no advance (15.6) ----------------------------------------------------------------------------


@pytest.mark.rule("p8.card.two-no-advance", "p8.react.interrupts-at-any-point")
def test_whoever_was_shot_at_on_its_way_does_not_turn_towards_the_enemy_either() -> None:
    battle = dealt("2 of hearts", "men uk-rifle-44 30,10; foe ge-rifle-44 30,20 S", dice=[1, 10])
    battle.play(Move("men", ((30, 7),)))
    battle.play(ReactFire("foe", 1.0), "german")
    no_reaction(battle)
    assert asked(battle) == "resume"
    assert why_not(battle, GoOn(((30, 10),))) is None
    assert why_not(battle, GoOn(((30, 10.5),))) == "p8.card.two-no-advance"


@pytest.mark.rule("p8.card.two-no-advance", "p8.result.fall-back-move-4")
def test_a_forced_fall_back_may_come_nearer_to_another_enemy() -> None:
    battle = dealt(
        "2 of hearts",
        "men uk-rifle-44 30,20; idle uk-rifle-44 55,2; foe ge-rifle-44 30,28 S",
        "rear ge-rifle-44 30,8 S",
        dice=[7, 5],
    )
    battle.play(Move("men", facing=90))
    battle.play(ReactFire("foe", 0.0), "german")
    battle.play(Retire("home"), "british")
    assert place(battle, "men") == (30, 16)


# -- no commander actions (15.7) ------------------------------------------------------------------


@pytest.mark.rule("p8.card.three-no-commander-actions")
@cases(
    "order",
    Move("hq", facing=90),
    FallBack("hq", "home", 1.0),
    Fire("hq", "foe"),
    MoveAndFire("hq", facing=0),
)
def test_commanders_do_nothing_at_all(order: Any) -> None:
    battle = dealt("3 of hearts", "men uk-rifle-44 5,5; hq uk-cmd 30,10; foe ge-rifle-44 30,13")
    assert why_not(battle, order) == "p8.card.three-no-commander-actions"


# -- flank attacked (15.8) ------------------------------------------------------------------------


@pytest.mark.rule("p8.card.four-flank-attacked", "p8.passengers.several-only-one-lost")
def test_a_lorry_with_two_loses_one_of_them_to_the_flank_attack() -> None:
    battle = dealt(
        "4 of hearts",
        "lorry uk-lorry 3,20; a uk-rifle-44 in lorry; b uk-rifle-44 in lorry",
        "idle uk-rifle-44 30,20",
        FAR,
        dice=[4],
    )
    assert is_out(battle, "a")
    assert not is_out(battle, "b")
    assert element(battle, "lorry").suppressed
    assert element(battle, "b").suppressed


@pytest.mark.rule("p8.card.four-flank-attacked", "p8.passengers.tank-riders-dismount-suppressed")
def test_a_tank_with_riders_is_struck_and_they_get_off() -> None:
    battle = dealt(
        "4 of spades",
        "tank ge-pz4-long 3,20; load ge-rifle-44 in tank; idle ge-rifle-44 30,20",
        "foe uk-rifle-44 50,40",
    )
    assert is_out(battle, "tank")
    assert asked(battle) == "dismount"
    assert element(battle, "load").suppressed


# -- jokers and patrols ---------------------------------------------------------------------------


@pytest.mark.rule("p8.card.joker", "p8.air.cap-negates")
def test_a_patrol_stops_an_air_card_that_was_chosen_with_a_joker() -> None:
    battle = dealt(
        "jack of hearts",
        "men uk-rifle-44 30,10; foe ge-rifle-44 30,40",
        options=AIR,
        dice=[CARDS["joker"]],
    )
    battle.play(Patrol())
    while asked(battle) != "card" and battle.state.active == "british":
        passes(battle)
    battle.play(TakeCard("10"))
    assert battle.state.patrols == ()
    assert asked(battle) == "action"


# -- moves ----------------------------------------------------------------------------------------


# -- the Event Phase ------------------------------------------------------------------------------


def phase_with_both(dice: tuple[int, ...]) -> P8Battle:
    """A barrage may go on and aircraft may come back in the same Event Phase of the British."""
    battle = dealt(
        "5 of hearts",
        "men uk-rifle-44 20,10; far ge-rifle-44 55,46",
        options={"support_fire": True, "air_support": True},
        dice=[CARDS["5 of clubs"], *dice],
    )
    battle.play(Done(), "british")
    battle.state.barrages = (Barrage(side="british", level="Medium Artillery", at=(40, 40)),)
    battle.state.flights = (Flight(side="british", aircraft="Fighter", model="Spitfire", turn=0),)
    battle.play(Done(), "german")
    assert asked(battle) == "barrage"
    return battle


@pytest.mark.rule("p8.support.barrage-continues", "p8.air.second-pass")
@cases("barrage, back, drawn", (6, 6, False), (6, 5, False), (5, 6, False), (5, 5, True))
def test_a_barrage_is_rolled_before_a_second_pass_and_either_replaces_the_card(
    barrage: int, back: int, drawn: bool
) -> None:
    fired = (5,) if barrage >= 6 else ()
    battle = phase_with_both((barrage, *fired, back, CARDS["6 of hearts"]))
    cards = len(told(battle, "card"))
    battle.play(KeepFiring(), "british")
    if barrage >= 6:
        assert asked(battle) == "rolling barrage"
        battle.play(Done(), "british")
    if back >= 6:
        assert asked(battle) == "air support"
        battle.play(Done(), "british")
    assert (len(told(battle, "card")) > cards) == drawn
    assert asked(battle) == "action"
