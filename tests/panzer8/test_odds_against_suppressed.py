"""Section 8.2: odds against a target that is suppressed already."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Order
from sandtable.odds import Odds
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.advice.advising import order_worth
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.state.orders import Fire
from tests.panzer8.hunters import ambush
from tests.panzer8.situations import P8Battle, face_to_face, situation, unit

AGAIN = "out (suppressed again)"
SECOND = "p8.result.second-suppression-is-out"


def shot(**status: Any) -> P8Battle:
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
        unit("d", "ge-rifle-44", "german", at=(20, 10.8), facing=180, **status),
        phase="close-combat",
    )


CASES: list[tuple[Any, Order, str]] = [
    (shot, Fire("firer", "target"), ""),
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
        unit("a", "uk-rifle-44", "british", at=(20, 10), charged=True),
        unit("b", "uk-rifle-44", "british", at=(21.3, 10), charged=True),
        unit("d", "ge-rifle-44", "german", at=(20.6, 10.8), facing=180, suppressed=True),
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
