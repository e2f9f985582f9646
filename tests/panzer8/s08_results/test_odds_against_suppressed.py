"""Section 8.2: odds against a target that is suppressed already."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.advice.advising import order_worth
from sandtable.rulebooks.panzer8.s15_events.air_support.attack import attack_odds, attack_on
from sandtable.rulebooks.panzer8.state import AirMission
from tests.panzer8.kit import *
from tests.panzer8.kit.hunting import ambush

AGAIN = "out (suppressed again)"

SECOND = "p8.result.second-suppression-is-out"


def shot_at(**status: Any) -> P8Battle:
    return face_to_face("uk-rifle-44", "ge-rifle-44", 4.0, target=status)


def hunted(**status: Any) -> P8Battle:
    return ambush(tank=status)


def melee(**status: Any) -> P8Battle:
    return _contact("uk-rifle-44", **status)


def overrun(**status: Any) -> P8Battle:
    return _contact("uk-cromwell", **status)


def _contact(sheet: str, **status: Any) -> P8Battle:
    depth = 2.0 if sheet == "uk-cromwell" else 0.8
    return situation(
        unit("a", sheet, "british", at=(20, 10.4 - depth / 2), charged=True),
        unit("d", "ge-rifle-44", at=(20, 10.8), facing=180, **status),
        phase="close-combat",
    )


CASES: list[tuple[Any, Order, str]] = [
    (shot_at, Fire("firer", "target"), ""),
    (hunted, Hunt("a", "tank"), ""),
    (melee, Fight(("a",), "d"), "defender "),
    (overrun, Overrun("a", "d"), "defender "),
]


def odds_of(battle: P8Battle, order: Order) -> Odds:
    odds = RULEBOOK.odds(battle.state, order)
    assert odds is not None
    return odds


@pytest.mark.rule(SECOND)
@pytest.mark.parametrize(("lay_out", "order", "side"), CASES)
def test_a_second_suppression_is_told_as_the_loss_that_it_is(
    lay_out: Any, order: Order, side: str
) -> None:
    fresh, shaken = (odds_of(lay_out(suppressed=already), order) for already in (False, True))
    assert fresh.chance(f"{side}suppressed") > 0
    assert shaken.chance(f"{side}{AGAIN}") == fresh.chance(f"{side}suppressed")
    assert shaken.chance(f"{side}suppressed") == fresh.chance(f"{side}{AGAIN}") == 0
    assert shaken.chance(f"{side}out") == fresh.chance(f"{side}out")
    assert sum(chance for _, chance in shaken.outcomes) == 1
    assert shaken.tallies == fresh.tallies


@pytest.mark.rule(SECOND)
def test_several_results_together_are_told_so_too() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 charged; b uk-rifle-44 21.3,10 charged",
        "d ge-rifle-44 20.6,10.8 S suppressed",
        phase="close-combat",
    )
    odds = odds_of(battle, Fight(("a", "b"), "d"))
    results = [result for result, _ in odds.outcomes]
    assert f"defender out, defender {AGAIN}" in results
    assert not any("defender suppressed" in r.replace(AGAIN, "") for r in results)
    assert any("attacker suppressed" in result for result in results)
    assert sum(chance for _, chance in odds.outcomes) == 1


def test_the_computer_knows_what_a_second_suppression_is_worth() -> None:
    order = Hunt("a", "tank")
    shaken, fresh = hunted(suppressed=True).state, hunted().state
    assert order_worth(shaken, order) > order_worth(fresh, order)


def called(card: str, option: str, *dice: int, **state: Any) -> P8Battle:
    """The British have called aircraft, or the fire of batteries, on one German section."""
    return dealt(
        card,
        "cmd uk-cmd 20,10",
        unit("target", "ge-rifle-44", at=(20, 30), facing=180, **state),
        options={option: True},
        dice=dice,
    )


def called_odds(battle: P8Battle, order: CallFire) -> Odds:
    odds = battle.odds(order)
    assert odds is not None
    return odds


@pytest.mark.rule("p8.result.second-suppression-is-out", "p8.support.affects-all-partly-inside")
def test_odds_of_shells_name_a_second_suppression_as_the_loss_that_it_is() -> None:
    order = CallFire("target", "cmd")
    fresh = called("8 of hearts", "support_fire")
    shaken = called("8 of hearts", "support_fire", 6, 5, suppressed=True)
    before, after = (called_odds(each, order).fate_of("target") for each in (fresh, shaken))
    assert after[AGAIN] == before["suppressed"]
    assert "suppressed" not in after
    play(shaken, order)  # 6 + 8 - 1 against 5 + 5: +3
    assert is_out(shaken, "target")


@pytest.mark.rule("p8.result.second-suppression-is-out", "p8.air.attack-roll")
def test_odds_of_aircraft_name_a_second_suppression_as_the_loss_that_it_is() -> None:
    battle = called("jack of hearts", "air_support", suppressed=True)
    mission = battle.state.agenda[-1]
    assert isinstance(mission, AirMission)
    attack = attack_on(battle.state, mission, battle.state.pieces["target"])
    odds = attack_odds(battle.state, mission, attack)
    assert AGAIN in dict(odds.outcomes)
    assert "suppressed" not in dict(odds.outcomes)
