"""Sections 12 to 16 where several of them meet at the same time and place."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire
from sandtable.rulebooks.panzer8.s12_hidden.ambush import Show
from sandtable.rulebooks.panzer8.s15_events.support_fire.barrages import KeepFiring
from sandtable.rulebooks.panzer8.state import Barrage, Flight
from sandtable.rulebooks.panzer8.state.orders import Done, GoOn, Move
from sandtable.scenario import Unit
from tests.panzer8.movers import asked
from tests.panzer8.packs import CARDS, dealt
from tests.panzer8.situations import P8Battle, element, last, situation, told, unit

HIDDEN = {"hidden_placement": True, "event_cards": True, "support_fire": True}


def lurker(name: str, sheet: str, **facts: Any) -> Unit:
    return unit(name, sheet, "german", hidden=True, **facts)


# -- movers, barrages and counters ----------------------------------------------------------------


def through_fire(*hidden: Unit, dice: tuple[int, ...]) -> P8Battle:
    """A British section is about to go north into a beaten zone whose edge is 2 inches away."""
    battle = situation(
        unit("men", "uk-rifle-44", "british", at=(20, 10)),
        unit("others", "uk-rifle-44", "british", at=(55, 4)),
        unit("far", "ge-rifle-44", "german", at=(55, 46)),
        *hidden,
        options=HIDDEN,
        dice=dice,
    )
    zone = Barrage(side="german", level="Medium Artillery", at=(20, 14.4))
    battle.state.barrages = (zone,)
    return battle


@pytest.mark.rule("p8.support.movers-affected", "p8.hidden.reveal-timing")
def test_a_mover_is_shelled_before_it_spots_somebody_farther_on_its_way() -> None:
    battle = through_fire(lurker("gun", "ge-pak40", at=(20, 21.9)), dice=(4, 10))
    battle.play(Move("men", ((20, 14),)), "british")
    while asked(battle) == "reaction":
        battle.play(Done(), "german")
    assert last(battle, "shelling").data["effect"] == "none"
    assert asked(battle) == "resume"
    battle.play(GoOn(), "british")
    while asked(battle) == "reaction":
        battle.play(Done(), "german")
    assert asked(battle) == "reveal"
    assert element(battle, "men").y == pytest.approx(13.5, abs=0.01)  # its front is 8 away


@pytest.mark.rule("p8.support.movers-affected", "p8.hidden.reveal-timing")
def test_a_mover_that_shells_stop_spots_nothing_farther_on() -> None:
    battle = through_fire(lurker("gun", "ge-pak40", at=(20, 21.9)), dice=(6, 6))
    battle.play(Move("men", ((20, 14),)), "british")
    while asked(battle) == "reaction":
        battle.play(Done(), "german")
    assert element(battle, "men").suppressed
    assert element(battle, "gun").under is not None
    assert asked(battle) == "action"


@pytest.mark.rule("p8.react.any-number-against-one-mover", "p8.hidden.revealed-by-firing")
def test_seen_and_hidden_elements_react_at_the_same_point() -> None:
    battle = situation(
        unit("men", "uk-rifle-44", "british", at=(20, 10)),
        unit("seen", "ge-mg", "german", at=(24, 20), facing=180),
        lurker("tubes", "ge-mortar-81", at=(20, 30)),
        lurker("gun", "ge-mg", at=(16, 22)),
        options=HIDDEN,
        dice=(1, 10, 1, 10, 1, 10),
    )
    battle.play(Move("men", ((20, 12),)), "british")
    battle.play(ReactFire("seen", 1.0), "german")
    battle.play(ReactFire("tubes", 1.0), "german")
    battle.play(Show("gun", (16, 22), 160, 1.0), "german")
    battle.play(ReactFire("gun", 1.0), "german")
    assert len(told(battle, "fire")) == 3 + 1  # the mortar's shot is told twice: to either side
    assert element(battle, "tubes").under is not None
    assert all(element(battle, name).reacted for name in ("seen", "tubes", "gun"))
    assert element(battle, "men").y == 11


# -- the Event Phase ------------------------------------------------------------------------------


def phase_with_both(dice: tuple[int, ...]) -> P8Battle:
    """A barrage may go on and aircraft may come back in the same Event Phase of the British."""
    battle = dealt(
        "5 of hearts",
        unit("men", "uk-rifle-44", "british", at=(20, 10)),
        unit("far", "ge-rifle-44", "german", at=(55, 46)),
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
@pytest.mark.parametrize(
    ("barrage", "back", "drawn"),
    [(6, 6, False), (6, 5, False), (5, 6, False), (5, 5, True)],
)
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
