"""Section 14: how long smoke lasts, and how it is renewed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s14_smoke.lasting import renew_support_screen
from sandtable.rulebooks.panzer8.s14_smoke.laying import place_support_screen, pool
from tests.panzer8.kit import *

LASTS = "p8.smoke.lasts-until-next-action-phase"
SPENT = "p8.smoke.counter-spent"
SMOKE = {"smoke": True}


def smoky(*units: Placed, **rest: Any) -> P8Battle:
    """A situation with smoke, and an enemy far off who looks away."""
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    rest.setdefault("counters", {"british": 5, "german": 5})
    return situation(*units, foe, options=SMOKE, **rest)


def layer(sheet: str = "uk-cromwell", **status: Any) -> Unit:
    """An element at (20, 10) that faces north."""
    return unit("layer", sheet, "british", at=(20, 10), **status)


def other() -> Unit:
    """A friend far away, so that the phase does not end by itself."""
    return unit("other", "uk-rifle-44", at=(5, 5))


AHEAD = LaySmoke("layer", (20, 11.2))


@pytest.mark.rule(LASTS)
def test_smoke_stands_through_the_enemys_turn_and_is_then_renewed_or_dissolves() -> None:
    battle = smoky(layer(), other())
    play(battle, AHEAD, Done())
    assert battle.state.active == "german"
    assert len(battle.state.screens) == 1
    battle.play(Done())
    assert (battle.state.active, battle.state.phase, battle.state.turn) == ("british", "action", 2)
    assert asked(battle) == "renew"
    assert battle.choices[0].about == ("layer",)
    battle.play(Done())
    assert not battle.state.screens
    assert last(battle, "smoke").data["result"] == "dissolved"
    assert asked(battle) == "action"
    assert not element(battle, "layer").acted
    assert pool(battle.state, "british") == 4


@pytest.mark.rule(LASTS, SPENT)
def test_renewing_is_the_layers_action_takes_a_counter_and_no_die() -> None:
    battle = smoky(layer("uk-mortar-3in"), other(), dice=[3])
    play(battle, LaySmoke("layer", (20, 20), 30), Done(), Done())
    before = battle.state.screens[0]
    battle.play(Renew())
    (after,) = battle.state.screens
    assert after.base == before.base
    assert (before.ends, after.ends) == (2, 3)
    assert pool(battle.state, "british") == 3
    assert element(battle, "layer").acted
    assert why_not(battle, LaySmoke("layer", (20, 20))) == "p8.action.one-per-element"
    play(battle, Done(), Done())
    assert asked(battle) == "renew"  # and so on, turn after turn


@pytest.mark.rule(LASTS)
def test_the_action_phase_begins_when_every_screen_is_decided_on() -> None:
    second = unit("second", "uk-cromwell", at=(30, 10))
    battle = smoky(layer(), second, other())
    play(battle, AHEAD, LaySmoke("second", (30, 11.2)), Done(), Done())
    assert (asked(battle), battle.choices[0].about) == ("renew", ("layer",))
    battle.play(Done())
    assert (asked(battle), battle.choices[0].about) == ("renew", ("second",))
    assert len(battle.state.screens) == 1
    battle.play(Renew())
    assert asked(battle) == "action"
    assert [screen.layer for screen in battle.state.screens] == ["second"]


@pytest.mark.rule(LASTS, SPENT)
def test_the_last_counter_can_only_be_spent_once() -> None:
    second = unit("second", "uk-cromwell", at=(30, 10))
    battle = smoky(layer(), second, other(), counters={"british": 3})
    play(battle, AHEAD, LaySmoke("second", (30, 11.2)), Done(), Done(), Renew())
    assert asked(battle) == "action"  # nothing is left for the other screen, which has dissolved
    assert [screen.layer for screen in battle.state.screens] == ["layer"]
    assert pool(battle.state, "british") == 0


@pytest.mark.rule(LASTS)
@cases("status", {"suppressed": True}, {"reacted": True}, {"carried_by": "truck"})
def test_a_layer_that_cannot_act_renews_nothing(status: dict[str, Any]) -> None:
    truck = unit("truck", "uk-lorry", at=(20, 30))
    mine = {**smoke(20, 20), "layer": "layer", "source": "mortar"}
    battle = smoky(layer("uk-mortar-3in", **status), truck, other(), screens=[mine], phase="event")
    assert asked(battle) == "action"
    assert not battle.state.screens
    assert last(battle, "smoke").rules == (LASTS,)


@pytest.mark.rule(LASTS)
@cases("y, renewable", (11.2, True), (11.25, True), (11.3, False))
def test_dischargers_and_grenades_must_still_touch_their_screen(y: float, renewable: bool) -> None:
    mine = {**smoke(20, y), "layer": "layer", "source": "discharger", "ends": 1}
    battle = smoky(layer(), other(), screens=[mine], phase="event")
    assert (asked(battle) == "renew") is renewable
    assert (len(battle.state.screens) == 1) is renewable


@pytest.mark.rule(LASTS)
def test_a_mortar_need_not_see_the_screen_that_it_renews() -> None:
    behind = {**smoke(20, 5), "layer": "layer", "source": "mortar"}
    battle = smoky(layer("uk-mortar-3in"), other(), screens=[behind], phase="event")
    assert asked(battle) == "renew"


@pytest.mark.rule(LASTS)
def test_smoke_whose_layer_is_gone_or_unknown_dissolves() -> None:
    screens = [smoke(20, 20), {**smoke(30, 20), "layer": "nobody", "source": "mortar"}]
    battle = smoky(layer("uk-rifle-44"), screens=screens, phase="event")
    assert asked(battle) == "action"
    assert not battle.state.screens
    assert len(told(battle, "smoke")) == 2


@pytest.mark.rule(LASTS)
def test_only_the_owners_own_action_phase_ends_smoke() -> None:
    battle = smoky(other(), screens=[smoke(20, 20, side="german")], phase="event")
    assert len(battle.state.screens) == 1
    battle.play(Done())
    assert battle.state.active == "german"
    assert not battle.state.screens


@pytest.mark.rule(LASTS)
def test_support_smoke_outlives_the_action_phase_of_the_turn_in_which_it_is_laid() -> None:
    battle = smoky(other(), phase="end", turn=1, first="british", side="german")
    state = battle.state
    assert (state.active, state.phase, state.turn) == ("british", "action", 2)
    battle = smoky(other(), turn=2)
    screen = place_support_screen(battle.state, "british", (30, 30), 0)
    assert screen.ends == 3
    battle.play(Done())
    assert len(battle.state.screens) == 1  # both Action Phases of turn 2
    battle.play(Done())
    assert battle.state.turn == 3
    assert not battle.state.screens  # and nobody is asked: only a barrage renews it
    assert asked(battle) == "action"


@pytest.mark.rule(LASTS)
def test_support_smoke_laid_in_the_event_phase_stands_in_the_action_phase_after_it() -> None:
    laid = {**smoke(30, 30, width=4.8), "source": "support", "ends": 3}
    battle = smoky(other(), turn=2, phase="event", screens=[laid])
    assert (battle.state.phase, battle.state.turn) == ("action", 2)
    assert len(battle.state.screens) == 1
    play(battle, Done(), Done())
    assert not battle.state.screens


@pytest.mark.rule(LASTS, SPENT, "p8.smoke.support-fire")
def test_a_barrage_that_goes_on_renews_its_smoke_for_a_counter() -> None:
    laid = {**smoke(30, 30, width=4.8), "source": "support", "ends": 3}
    battle = smoky(other(), turn=3, phase="action", screens=[laid])
    renewed = renew_support_screen(battle.state, battle.state.screens[0])
    assert (renewed.ends, battle.state.screens) == (4, (renewed,))
    assert pool(battle.state, "british") == 4


@pytest.mark.rule(LASTS)
def test_a_seat_decides_on_the_smoke_of_its_own_elements() -> None:
    seats = [
        Seat(id="tanks", side="british", pieces=("layer",)),
        Seat(id="foot", side="british", pieces=("other",)),
        Seat(id="german", side="german"),
    ]
    mine = {**smoke(20, 11.2), "layer": "layer", "source": "discharger", "ends": 1}
    battle = smoky(layer(), other(), screens=[mine], phase="event", seats=seats)
    assert battle.choices[0].seats == ("tanks",)
    assert why_not(battle, Move("layer", ((20, 12),)), "tanks") == LASTS
    assert why_not(battle, Renew(), "tanks") is None


def test_in_the_basic_game_smoke_of_a_situation_stays() -> None:
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    battle = situation(other(), foe, screens=[smoke(20, 20)])
    play(battle, Done(), Done())
    assert battle.state.turn == 2
    assert len(battle.state.screens) == 1


@pytest.mark.rule(LASTS)
def test_a_vehicle_that_has_lost_touch_may_still_shoot() -> None:
    battle = situation(
        layer(),
        "foe ge-lorry 20,40",
        screens=[{**smoke(20, 12.2), "layer": "layer", "source": "discharger", "ends": 1}],
        phase="event",
        options=SMOKE,
        counters={"british": 5},
        dice=[5, 5],
    )
    assert not battle.state.screens
    battle.play(Fire("layer", "foe"))
    assert last(battle, "fire").kind == "fire"


@pytest.mark.rule(LASTS)
def test_a_hidden_mortar_lays_and_renews_smoke_without_being_named() -> None:
    battle = situation(
        "tubes ge-mortar-81 20,40 hidden; others ge-rifle-44 50,40; tank uk-cromwell 5,5 S",
        options={**SMOKE, "hidden_placement": True},
        counters={"german": 3},
        dice=[5],
    )
    battle.play(LaySmoke("tubes", (20, 20), 0))
    assert len(battle.state.screens) == 1
    assert b"tubes" not in battle.view("british").to_json()
    play(battle, Done(), Done())
    assert asked(battle) == "renew"
    assert b"tubes" not in battle.view("british").to_json()
    battle.play(Renew())
    assert pool(battle.state, "german") == 1
    assert b"tubes" not in battle.view("british").to_json()
