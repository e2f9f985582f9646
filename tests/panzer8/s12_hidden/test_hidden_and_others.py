"""Section 12 where hidden elements meet cards, smoke, commanders, houses and other counters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.state import Barrage
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import counter_at, lurking

WOOD = area("wood", box(18, 26, 22, 30))


def lurker(name: str, sheet: str, at: Any = (20, 28), **facts: Any) -> Unit:
    return unit(name, sheet, "german", at=at, hidden=True, **facts)


def hidden(battle: P8Battle, name: str) -> bool:
    return element(battle, name).under is not None


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.react.option-fall-back")
def test_a_reactor_that_falls_back_spots_on_its_way() -> None:
    """Both sides hide: whoever falls back as a reaction comes upon an enemy counter."""
    battle = lurking(
        "men ge-rifle-44 20,30 S; idle ge-rifle-44 50,30 S; gun ge-mg 20,6 hidden",
        "foe uk-rifle-44 20,18",
        hides={"german": 1.0},
    )
    battle.play(Move("men", ((20, 28),)))
    battle.play(ReactFallBack("foe", 2.0, "away", 4.0), "british")
    # The rear edge is now at 13.6, 7.6 from the counter.
    assert place(battle, "foe") == (20, 14)
    assert asked(battle) == "reveal"


@pytest.mark.rule("p8.hidden.reveal-timing")
def test_whoever_is_revealed_itself_spots_a_counter_of_the_enemy() -> None:
    battle = lurking(
        "men uk-rifle-44 20,20 hidden; idle uk-rifle-44 50,10; gun ge-mg 20,26 hidden",
        "seen ge-mg 50,40 S",
        hides={"german": 1.0, "british": 1.0},
    )
    assert hidden(battle, "men")
    assert hidden(battle, "gun")
    battle.play(Show("men", (20, 20), 0))
    assert asked(battle) == "reveal"


@pytest.mark.rule("p8.hidden.revealed-by-moving")
def test_a_hidden_mortar_that_turns_to_fire_comes_out() -> None:
    battle = lurking(
        lurker("mortar", "ge-mortar-81", facing=180),
        "idle ge-rifle-44 50,40; foe uk-rifle-44 40,28",
        terrain=[WOOD],
        dice=[5, 5],
    )
    moves = "p8.hidden.revealed-by-moving"
    assert why_not(battle, Move("mortar", facing=90)) == moves
    assert why_not(battle, MoveAndFire("mortar", facing=90)) == moves


@pytest.mark.rule("p8.hidden.revealed-by-firing", "p8.rally.support-for-others")
def test_hidden_friends_support_nobody_who_recovers() -> None:
    battle = lurking(
        "men ge-rifle-44 20,30 S suppressed",
        lurker("mates", "ge-rifle-44", at=(22, 30)),
        lurker("hq", "ge-cmd", at=(18, 30)),
        "foe uk-rifle-44 50,10 S",
        dice=[7],
    )
    assert why_not(battle, Recover("men", "hq")) is not None
    battle.play(Recover("men"))
    assert modifiers(battle, "recover").get("p8.rally.mod-unsupported") == -1


@pytest.mark.rule("p8.hidden.revealed-by-firing", "p8.rally.mod-unsupported")
def test_a_hidden_element_that_recovers_is_supported_by_whoever_stands_near() -> None:
    battle = lurking(
        lurker("men", "ge-rifle-44", at=(20, 30), suppressed=True),
        "mates ge-rifle-44 22,30; hq ge-cmd 18,30; foe uk-rifle-44 50,10 S",
        dice=[5],
    )
    battle.play(Recover("men", "hq"))
    assert not element(battle, "men").suppressed
    assert hidden(battle, "men")


@pytest.mark.rule("p8.hidden.counters-and-dummies", "p8.card.four-flank-attacked")
@cases("x, out", (4.0, True), (4.1, False))
def test_the_flank_attack_measures_to_the_centre_of_a_counter(x: float, out: bool) -> None:
    battle = dealt(
        "4 of spades",
        "idle ge-rifle-44 30,30 S",
        unit("gun", "ge-mg", at=(x, 30), hidden=True, dug_in=True),
        "foe uk-rifle-44 50,10",
        options={"hidden_placement": True},
        hides={"german": 1.0},
    )
    assert is_out(battle, "gun") == out


@pytest.mark.rule("p8.hidden.counters-and-dummies", "p8.card.two-no-advance")
@cases("y, rule", (11.4, None), (11.5, "p8.card.two-no-advance"))
def test_no_advance_is_measured_to_the_centre_of_a_counter(y: float, rule: str | None) -> None:
    battle = dealt(
        "2 of hearts",
        "men uk-rifle-44 20,10; seen ge-mg 58,46 S; gun ge-mg 20,41.8 hidden",
        options={"hidden_placement": True},
    )
    assert why_not(battle, Move("men", ((20, y),), facing=0)) == rule


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.hidden.not-fired-at")
def test_small_arms_go_past_hidden_foot() -> None:
    battle = lurking(
        "men uk-rifle-44 20,10; foe ge-rifle-44 20,21 S",
        lurker("gun", "ge-mg", at=(20, 19), dug_in=True),
        dice=[5, 5],
    )
    assert why_not(battle, Fire("men", "foe")) is None


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.advance.occupy-position")
def test_smoke_does_not_hide_from_scouts() -> None:
    battle = lurking(
        "men uk-rifle-44 20,10; idle uk-rifle-44 50,10; seen ge-mg 58,46 S",
        lurker("gun", "ge-mg", at=(20, 20)),
        screens=[smoke(20, 15, width=4.8)],
        options={"smoke": True},
    )
    let_pass(battle, Move("men", ((20, 12),)))
    assert asked(battle) == "reveal"
    assert element(battle, "men").y == pytest.approx(11.6, abs=0.01)


@pytest.mark.rule("p8.los.changing-elevation-is-movement", "p8.hidden.reveal-timing")
def test_going_up_a_tower_spots_what_a_hedge_has_hidden() -> None:
    battle = lurking(
        "men uk-rifle-44 20,20; idle uk-rifle-44 50,10; seen ge-mg 58,46 S",
        lurker("gun", "ge-mg", at=(20, 29)),
        terrain="church: bua 18,18 to 22,22 elevated; hedge from 10,25 to 30,25",
    )
    assert hidden(battle, "gun")
    battle.play(Move("men", aloft=True))
    no_reaction(battle)
    assert asked(battle) == "reveal"


@pytest.mark.rule("p8.hidden.reveal-timing", "p8.mount.dismount-at-end-of-vehicle-move")
def test_whoever_gets_off_within_reach_of_a_counter_spots_it() -> None:
    battle = lurking(
        "lorry uk-lorry 20,20; load uk-rifle-44 in lorry; idle uk-rifle-44 50,10",
        "seen ge-mg 58,46 S",
        lurker("gun", "ge-mg", at=(20, 29.5)),
    )
    let_pass(battle, Dismount("load", (20, 21.4), 0))
    # From 21.8 the counter's centre is 7.7 away; from the lorry it was 8.5.
    assert asked(battle) == "reveal"


@pytest.mark.rule("p8.cmd.replaced-when-lost", "p8.hidden.reveal-timing")
def test_a_new_commander_spots_from_where_he_takes_over() -> None:
    battle = lurking(
        "firer ge-mg 40,40 S; hq uk-cmd 40,36 suppressed; men uk-rifle-44 20,20",
        "gun ge-mg 20,31 hidden",
        dice=[10, 1],
    )
    fire(battle, "firer", "hq")
    battle.play(Replace("men"), "british")
    assert place(battle, "hq") == (20, 20)


@pytest.mark.rule("p8.charge.required-for-melee", "p8.hidden.not-fired-at")
def test_a_counter_cannot_be_charged() -> None:
    battle = lurking(
        "men uk-rifle-44 20,20; seen ge-mg 58,46 S",
        lurker("gun", "ge-mg", at=(20, 23.5), dug_in=True),
    )
    name = counter_at(battle, (20, 23.5)).id
    assert why_not(battle, Charge("men", name)) is not None
    assert why_not(battle, Charge("men", "gun"), "british") is not None


@pytest.mark.rule("p8.hidden.counters-and-dummies", "p8.hidden.revealed-within-2")
@cases("y, found", (25.6, True), (25.5, False))
def test_in_houses_the_distance_is_to_the_houses_not_to_the_counter(y: float, found: bool) -> None:
    battle = lurking(
        "men uk-rifle-44 20,22; idle uk-rifle-44 50,10; seen ge-mg 58,46 S",
        lurker("gun", "ge-mg", at=(20, 31)),
        terrain="bua 18,28 to 22,32",
    )
    let_pass(battle, Move("men", ((20, y),)))
    assert (asked(battle) == "reveal") == found


@pytest.mark.rule("p8.hidden.revealed-by-firing", "p8.card.king-two-actions")
def test_a_hidden_mortar_near_a_commander_fires_twice_unseen() -> None:
    battle = dealt(
        "king of spades",
        "hq ge-cmd 22,31",
        lurker("mortar", "ge-mortar-81", at=(20, 31), facing=180),
        "foe uk-rifle-44 20,10 S",
        options={"hidden_placement": True},
        hides={"german": 1.0},
        dice=[1, 10, 1, 10],
    )
    fire(battle, "mortar", "foe")
    assert why_not(battle, Fire("mortar", "foe")) is None


# -- aboard what is hidden ------------------------------------------------------------------------


def carrier_in_hiding(dice: Sequence[int] = (), **state: Any) -> P8Battle:
    """A section sits in an armoured carrier under a counter."""
    return lurking(
        lurker("carrier", "ge-apc", at=(20, 30), **state),
        lurker("men", "ge-rifle-44", at=(20, 30), carried_by="carrier", **state),
        "idle ge-rifle-44 50,40; foe uk-rifle-44 20,15 S",
        hides={"german": 1.0},
        dice=dice,
    )


@pytest.mark.rule("p8.passengers.share-fate", "p8.hidden.revealed-by-firing")
def test_a_suppressed_passenger_recovers_in_a_hidden_vehicle_and_stays_hidden() -> None:
    recovered, failed = (carrier_in_hiding([die], suppressed=True) for die in (7, 4))
    for battle in (recovered, failed):
        battle.play(Recover("men"))
        assert element(battle, "carrier").under is not None
        assert last(battle, "recover").seen_by == ("german",)
    assert not element(recovered, "men").suppressed
    assert element(failed, "men").suppressed
    assert recovered.view("british").to_json() == failed.view("british").to_json()


@pytest.mark.rule("p8.hidden.revealed-by-firing", "p8.hidden.revealed-by-moving")
def test_a_passenger_of_a_hidden_vehicle_neither_fires_nor_gets_off_unseen() -> None:
    battle = carrier_in_hiding()
    assert why_not(battle, Fire("men", "foe")) == "p8.hidden.revealed-by-firing"
    off = Dismount("men", (20, 28.8), 180)
    assert why_not(battle, off) == "p8.hidden.revealed-by-moving"
    battle.play(Show("carrier", (20, 30), 180))
    assert why_not(battle, off) is None


@pytest.mark.rule("p8.hidden.counters-and-dummies", "p8.rally.mod-unsupported")
@cases("x, unsupported", (24.6, 0), (24.7, -1))
def test_support_for_a_passenger_in_hiding_is_measured_to_the_counter(
    x: float, unsupported: int
) -> None:
    battle = lurking(
        lurker("carrier", "ge-apc", at=(20, 30)),
        lurker("men", "ge-rifle-44", at=(20, 30), carried_by="carrier", suppressed=True),
        unit("mates", "ge-rifle-44", at=(x, 30), facing=0),
        "foe uk-rifle-44 20,10 S",
        hides={"german": 1.0},
        dice=[7],
    )
    battle.play(Recover("men"))
    assert modifiers(battle, "recover").get("p8.rally.mod-unsupported", 0) == unsupported


HIDDEN = {"hidden_placement": True, "event_cards": True, "support_fire": True}


def in_hiding(name: str, sheet: str, **facts: Any) -> Unit:
    return unit(name, sheet, "german", hidden=True, **facts)


# -- movers, barrages and counters ----------------------------------------------------------------


def through_fire(*hidden: Placed, dice: tuple[int, ...]) -> P8Battle:
    """A British section is about to go north into a beaten zone whose edge is 2 inches away."""
    battle = situation(
        "men uk-rifle-44 20,10; others uk-rifle-44 55,4; far ge-rifle-44 55,46",
        *hidden,
        options=HIDDEN,
        dice=dice,
    )
    zone = Barrage(side="german", level="Medium Artillery", at=(20, 14.4))
    battle.state.barrages = (zone,)
    return battle


@pytest.mark.rule("p8.support.movers-affected", "p8.hidden.reveal-timing")
def test_a_mover_is_shelled_before_it_spots_somebody_farther_on_its_way() -> None:
    battle = through_fire(in_hiding("gun", "ge-pak40", at=(20, 21.9)), dice=(4, 10))
    battle.play(Move("men", ((20, 14),)), "british")
    no_reaction(battle)
    assert last(battle, "shelling").data["effect"] == "none"
    assert asked(battle) == "resume"
    battle.play(GoOn(), "british")
    no_reaction(battle)
    assert asked(battle) == "reveal"
    assert element(battle, "men").y == pytest.approx(13.5, abs=0.01)  # its front is 8 away


@pytest.mark.rule("p8.support.movers-affected", "p8.hidden.reveal-timing")
def test_a_mover_that_shells_stop_spots_nothing_farther_on() -> None:
    battle = through_fire(in_hiding("gun", "ge-pak40", at=(20, 21.9)), dice=(6, 6))
    battle.play(Move("men", ((20, 14),)), "british")
    no_reaction(battle)
    assert element(battle, "men").suppressed
    assert element(battle, "gun").under is not None
    assert asked(battle) == "action"


@pytest.mark.rule("p8.react.any-number-against-one-mover", "p8.hidden.revealed-by-firing")
def test_seen_and_hidden_elements_react_at_the_same_point() -> None:
    battle = situation(
        "men uk-rifle-44 20,10; seen ge-mg 24,20 S",
        in_hiding("tubes", "ge-mortar-81", at=(20, 30)),
        in_hiding("gun", "ge-mg", at=(16, 22)),
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
