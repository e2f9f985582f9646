"""Section 6: the Close Combat Phase as a whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.panzer8.kit import *

SCOPE = "p8.melee.phase-scope"
PHASING = "p8.melee.attacker-is-phasing"
SEQUENCE = "p8.melee.sequence"


def two_pairs(dice: Any = (), **rest: Any) -> P8Battle:
    """Two pairs in contact, and a tank that was there before."""
    return situation(
        "a uk-rifle-44 20,10 charged; b uk-rifle-44 30,10 charged; tank uk-cromwell 40,10",
        "x ge-rifle-44 20,10.8 S; y ge-rifle-44 30,10.8 S; z ge-rifle-44 40,11.2 S",
        phase="close-combat",
        dice=dice,
        **rest,
    )


@pytest.mark.rule(SCOPE, PHASING)
def test_combats_are_fought_in_any_order_and_all_that_must_be() -> None:
    battle = two_pairs([5, 5, 5, 5])
    assert why_not(battle, Done()) == PHASING
    battle.play(Fight(("b",), "y"))
    assert why_not(battle, Done()) == PHASING
    battle.play(Fight(("a",), "x"))
    assert why_not(battle, Overrun("tank", "z")) is None
    battle.play(Done())  # the tank may, and does not
    assert battle.state.active == "german"
    assert not told(battle, "overrun")


@pytest.mark.rule(SCOPE)
def test_without_contact_nobody_is_asked() -> None:
    battle = situation("a uk-rifle-44 20,10; x ge-rifle-44 20,20 S")
    battle.play(Done())
    assert battle.state.active == "german"
    assert asked(battle) == "action"


@pytest.mark.rule(SCOPE)
def test_trucks_do_not_fight() -> None:
    battle = situation(
        "truck uk-truck 20,10; a uk-rifle-44 30,10; x ge-rifle-44 20,11.2 S",
        "y ge-rifle-44 30,10.8 S",
        phase="close-combat",
    )
    assert why_not(battle, Fight(("truck",), "x")) == SCOPE
    assert why_not(battle, Fight(("a",), "y")) is None


@pytest.mark.rule(SCOPE)
def test_an_attacker_fights_once_and_picks_its_opponent() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 charged; x ge-rifle-44 19.4,10.8 S dug-in",
        "y ge-rifle-44 20.6,10.8 S dug-in",
        phase="close-combat",
        dice=[4, 6],
    )
    assert why_not(battle, Fight(("a",), "x")) is None
    battle.play(Fight(("a",), "y"))
    assert element(battle, "a").suppressed
    assert len(told(battle, "melee")) == 1
    assert battle.state.active == "german"


@pytest.mark.rule(PHASING)
def test_in_the_enemys_turn_the_enemy_attacks_whoever_charged() -> None:
    battle = situation(
        "x ge-rifle-44 20,10.8 S; a uk-rifle-44 20,10", phase="close-combat", dice=[5, 5]
    )
    assert why_not(battle, Fight(("a",), "x")) is not None
    battle.play(Fight(("x",), "a"))
    assert last(battle, "melee").pieces == ("x", "a")


@pytest.mark.rule(SEQUENCE)
def test_a_combat_names_each_attacker_once_and_only_ones_own() -> None:
    seats = (
        Seat(id="one", side="british", pieces=("a",)),
        Seat(id="two", side="british", pieces=("b", "tank")),
        Seat(id="germans", side="german"),
    )
    battle = two_pairs([5, 5, 5, 5], seats=seats)
    assert set(battle.choices[0].seats) == {"one", "two"}
    assert why_not(battle, Fight(("a", "a"), "x"), "one") == SEQUENCE
    assert why_not(battle, Fight((), "x"), "one") == SEQUENCE
    assert why_not(battle, Fight(("a",), "x"), "two") == SEQUENCE
    battle.play(Fight(("a",), "x"), "one")
    assert set(battle.choices[0].seats) == {"two"}


@pytest.mark.rule(SEQUENCE)
def test_names_commanders_dice_result_advance_in_that_order() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 charged; boss uk-cmd 22,9; x ge-rifle-44 20,10.8 S",
        phase="close-combat",
        dice=[8, 5],
    )
    battle.play(Fight(("a",), "x"))
    battle.play(Commit("boss", "a"))
    order = [e.kind for e in battle.last_events if e.kind != "turn"]
    assert order == ["commit", "melee", "suppressed", "retreat", "advance"]


@pytest.mark.rule(SEQUENCE)
def test_one_that_is_driven_out_of_contact_fights_no_further_combat() -> None:
    battle = situation(
        "south uk-rifle-44 20,10 charged; east uk-rifle-44 21.0,10.8 W charged",
        "x ge-rifle-44 20,10.8 S",
        phase="close-combat",
        dice=[5, 5],
    )
    battle.play(Fight(("south",), "x"))  # it gives way, out of the other's reach as well
    assert len(told(battle, "melee")) == 1
    assert battle.state.active == "german"


@pytest.mark.rule(PHASING)
def test_contact_made_by_an_advance_is_not_fought_in_the_same_phase() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 charged; x ge-rifle-44 20,10.8 S; second ge-mg 20,11.6 S",
        phase="close-combat",
        dice=[10, 1],
    )
    battle.play(Fight(("a",), "x"))
    assert element(battle, "a").y == 10.8
    assert battle.state.active == "german"
    battle.play(Done())
    assert why_not(battle, Fight(("second",), "a")) is None


@pytest.mark.rule("p8.foo.removed-in-contact", "p8.turn.housekeeping")
@cases("sheet", "ge-foo", "ge-fac")
def test_an_observer_in_contact_is_removed_when_the_next_phase_begins(sheet: str) -> None:
    battle = situation(
        "a uk-rifle-44 20,10; b uk-rifle-44 40,10",
        unit("observer", sheet, "german", at=(20, 13), facing=180, suppressed=True),
        "x ge-rifle-44 50,40 S",
    )
    battle.play(Charge("a", "observer"))
    no_reaction(battle)
    assert not is_out(battle, "observer")
    battle.play(Done())
    assert is_out(battle, "observer")
    assert [loss.element for loss in battle.state.lost] == ["observer"]
    assert battle.state.active == "german"


@pytest.mark.rule("p8.foo.removed-in-contact")
def test_a_tank_that_touches_an_observer_removes_it_too() -> None:
    battle = situation(
        "tank uk-cromwell 20,10; observer ge-foo 20,11.2 S; x ge-rifle-44 50,40 S",
        phase="close-combat",
    )
    assert is_out(battle, "observer")


@pytest.mark.rule("p8.melee.attacker-is-phasing")
def test_commanders_are_attacked_and_fight() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 charged; boss ge-cmd 20,10.8 S; x ge-rifle-44 50,40 S",
        phase="close-combat",
        dice=[5, 5],
    )
    battle.play(Fight(("a",), "boss"))
    assert last(battle, "melee").data["scores"] == [1]


# -- computer players -----------------------------------------------------------------------------


def brawl(seed: int) -> P8Battle:
    """Everybody close together."""
    ours = ["uk-rifle-44", "uk-eng", "uk-cmd", "uk-cromwell", "uk-mc-40", "uk-rifle-44"]
    theirs = ["ge-rifle-44", "ge-eng-flame", "ge-cmd", "ge-pak40", "ge-cav", "ge-mg"]
    chance = random.Random(seed)
    battle = situation(
        *(
            unit(f"b{n}", sheet, "british", at=(4 + 2.5 * n, 6 + chance.random()))
            for n, sheet in enumerate(ours)
        ),
        *(
            unit(f"g{n}", sheet, "german", at=(4 + 2.5 * n, 11 + chance.random()), facing=180)
            for n, sheet in enumerate(theirs)
        ),
        table=(22, 20),
        turns=3,
    )
    return Battle(RULEBOOK, battle.scenario, SeededDice(str(seed)))


@pytest.mark.slow
@pytest.mark.rule(SCOPE)
@pytest.mark.parametrize("seed", range(4))
def test_every_order_that_is_offered_in_a_brawl_is_legal_and_it_ends(seed: int) -> None:
    battle, chance = brawl(seed), random.Random(seed)
    while battle.choices:
        choice = battle.choices[0]
        orders = list(RULEBOOK.candidates(battle.state, choice))
        assert orders
        charges = [order for order in orders if isinstance(order, Charge)]
        for order in orders if battle.state.phase == "close-combat" else charges:
            assert battle.refusal(order, choice.seats[0]) is None
        pick = Done() if choice.ask == "reaction" else chance.choice(charges or orders)
        battle.play(pick, choice.seats[0])
    assert battle.outcome is not None
    assert told(battle, "melee")


@pytest.mark.rule(SCOPE)
def test_the_advice_weighs_combats_by_their_odds() -> None:
    battle = two_pairs()
    advice = {order: value for value, order in RULEBOOK.advise(battle.state, battle.choices[0])}
    assert advice[Overrun("tank", "z")] > advice[Fight(("a",), "x")]
    charging = situation("a uk-eng 20,10; gun ge-pak40 20,14 suppressed")
    best = max(RULEBOOK.advise(charging.state, charging.choices[0]), key=lambda pair: pair[0])
    assert isinstance(best[1], Charge)
