"""Several who react to one mover, at the point where the first of them has stopped it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.reacting import NORTH, WHERE, tank_and_guns

MANY = "p8.react.any-number-against-one-mover"
STOPS = "p8.react.result-stops-mover"


@pytest.mark.rule(MANY, "p8.result.second-suppression-is-out")
def test_a_second_suppression_at_the_same_point_puts_the_mover_out_of_action() -> None:
    battle = tank_and_guns([8, 5, 8, 5], guns=3)
    play(battle, NORTH, ReactFire("gun1", 5.0), ReactFire("gun0", 5.0))
    assert [event.data["effect"] for event in told(battle, "fire")] == ["suppressed"] * 2
    assert is_out(battle, "tank")
    assert not element(battle, "gun2").reacted
    assert len(told(battle, "stopped")) == 1


@pytest.mark.rule(MANY, WHERE)
def test_nobody_reacts_before_or_beyond_the_point_where_the_mover_has_stopped() -> None:
    battle = tank_and_guns([8, 5], guns=2)
    play(battle, NORTH, ReactFire("gun0", 5.0))
    for at, rule in ((4.9, WHERE), (5.1, WHERE), (5.0, None)):
        assert why_not(battle, ReactFire("gun1", at)) == rule
    assert battle.choices[0].prompt == "tank is suppressed and has stopped here. React?"


@pytest.mark.rule(MANY, "p8.react.option-fall-back")
def test_another_may_also_fall_back_from_a_mover_that_has_stopped() -> None:
    battle = tank_and_guns([8, 5], guns=2)
    play(battle, NORTH, ReactFire("gun0", 5.0), ReactFallBack("gun1", 5.0, "home", 1.0))
    assert element(battle, "gun1").y == pytest.approx(30.0)
    assert element(battle, "tank").suppressed


@pytest.mark.rule(STOPS)
@cases("order", NORTH, MoveAndFire("tank", ((30, 15),)))
def test_a_stopped_mover_neither_goes_on_nor_fires_when_nobody_else_reacts(order: Any) -> None:
    battle = tank_and_guns([8, 5], guns=2)
    play(battle, order, ReactFire("gun0", 4.0), Done())
    assert place(battle, "tank") == (30, 14)
    assert asked(battle) == "action"
    assert element(battle, "tank").spent == pytest.approx(0.4)


@pytest.mark.rule(MANY)
def test_a_mover_that_turned_in_place_stays_turned_for_the_next_reaction() -> None:
    battle = tank_and_guns([8, 5, 1, 10], guns=2)
    play(battle, Move("tank", (), 90), ReactFire("gun0", 0.0), ReactFire("gun1", 0.0))
    assert element(battle, "tank").heading == 90


@pytest.mark.rule(MANY, "p8.result.fall-back-move-4")
def test_a_mover_that_falls_back_is_no_longer_there_to_be_reacted_to() -> None:
    battle = situation(
        "rifles uk-rifle-44 30,10; mg ge-mg 30,25 S; second ge-mg 34,25 S", dice=[5, 5]
    )
    play(battle, Move("rifles", ((30, 13),)), ReactFire("mg", 2.0))
    assert asked(battle) == "fall back"
    assert not element(battle, "second").reacted


@pytest.mark.rule(MANY, "p8.charge.required-for-melee")
def test_a_charger_that_was_stopped_is_fired_at_by_others_and_makes_no_contact() -> None:
    battle = situation(
        "a uk-rifle-44 30,10; d ge-rifle-44 30,13.8 S; mg ge-mg 38,5 NW", dice=[8, 5, 8, 5]
    )
    play(battle, Charge("a", "d"), ReactFire("d", 3.0))
    assert element(battle, "a").suppressed
    play(battle, ReactFire("mg", told(battle, "stopped")[0].data["path"][-1][1] - 10))
    assert is_out(battle, "a")
    assert not told(battle, "charge")


@pytest.mark.rule(MANY, "p8.passengers.several-only-one-lost")
def test_a_lorry_that_lost_one_of_two_aboard_is_stopped_once_and_can_be_hit_again() -> None:
    battle = situation(
        "lorry uk-lorry 30,10; one uk-rifle-44 in lorry; two uk-rifle-44 in lorry",
        "mg ge-mg 30,25 S; second ge-mg 34,25 S",
        dice=[10, 1, 3, 10, 1],
    )
    play(battle, Move("lorry", ((30, 13),)), ReactFire("mg", 2.0))
    assert is_out(battle, "one")
    play(battle, PutDown((30.0, 10.59)))
    assert len(told(battle, "stopped")) == 1
    play(battle, ReactFire("second", 2.0))
    assert is_out(battle, "lorry")
    assert not is_out(battle, "two")


@pytest.mark.rule(MANY, "p8.action.barred-after-reacting")
def test_whoever_reacted_to_a_stopped_mover_sits_out_its_own_turn() -> None:
    battle = tank_and_guns([8, 5, 1, 10], guns=2)
    play(battle, NORTH, ReactFire("gun0", 5.0), ReactFire("gun1", 5.0))
    assert battle.state.turn == 2  # neither gun could act
    battle = tank_and_guns([8, 5], guns=2)
    play(battle, NORTH, ReactFire("gun0", 5.0), Done())
    assert refused(battle, Fire("gun0", "tank")).rule == "p8.action.barred-after-reacting"
    assert why_not(battle, Fire("gun1", "tank")) is None


@pytest.mark.rule("p8.melee.charged-may-fire-before-contact", "p8.react.interrupts-at-any-point")
def test_others_fire_at_a_charger_until_it_is_in_contact_and_not_after() -> None:
    battle = situation(
        "a uk-rifle-44 30,10; b uk-rifle-44 10,10; d ge-rifle-44 30,13.8 S",
        "tank ge-pz4-long 38,5 NW",
        dice=[1, 10],
    )
    play(battle, Charge("a", "d"))
    assert why_not(battle, ReactFire("tank", 3.0)) is None  # just before contact
    play(battle, ReactFire("d", 3.0), Done())
    assert told(battle, "charge")
    assert barred(battle, "tank", "a") == "p8.fire.melee-not-targetable"
