"""Section 5: standing orders that reckon with shortages, smoke and riders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

NATIONS = {"national_characteristics": True}

# -- ammunition -----------------------------------------------------------------------------------


def shortage(*units: Placed, date: str, dice: list[int], card: str, **rest: Any) -> P8Battle:
    return dealt(
        card, *units, dice=dice, date=date, options={**NATIONS, "support_fire": True}, **rest
    )


# -- standing orders ------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.option-fire", "p8.card.ace-ammo-shortage")
def test_the_odds_of_a_standing_order_reckon_with_a_shortage() -> None:
    def moved(chance: float, card: str) -> P8Battle:
        battle = shortage(
            "men uk-rifle-44 30,10; idle uk-rifle-44 5,10; gun ge-ig75 30,25 S",
            date="1944",
            card=card,
            dice=[1, 10],
        )
        battle.play(Standing("odds", ("gun",), chance), "german")
        battle.play(Move("men", ((30, 11),)))
        return battle

    # HE 6 against Def 5: an effect (+1 or better) with 55 of 100; short of shells with 45.
    assert told(moved(55, "5 of hearts"), "fire")
    assert not told(moved(55, "ace of hearts"), "fire")
    assert told(moved(45, "ace of hearts"), "fire")


@pytest.mark.rule("p8.react.option-fire", "p8.smoke.effect")
def test_the_odds_of_a_standing_order_reckon_with_smoke() -> None:
    battle = situation(
        "men uk-rifle-44 30,10; idle uk-rifle-44 5,10; gun ge-ig75 30,25 S",
        screens=[smoke(30, 17, width=4.8)],
        options={"smoke": True},
        dice=[1, 10],
    )
    battle.play(Standing("odds", ("gun",), 37), "german")
    battle.play(Move("men", ((30, 11),)))
    assert not told(battle, "fire")


def with_riders(order: Standing, sheet: str = "uk-mg") -> P8Battle:
    """A tank with riders drives up to somebody who has a standing order."""
    battle = situation(
        "tank ge-pz4-long 30,30 S; load ge-rifle-44 in tank; idle ge-rifle-44 5,40",
        unit("firer", sheet, "british", at=(30, 10)),
        dice=[1, 10],
    )
    battle.play(order, "british")
    battle.play(Move("tank", ((30, 27),)))
    return battle


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_whoever_cannot_hurt_the_tank_fires_at_its_riders_by_standing_order() -> None:
    battle = with_riders(Standing("fire"))
    assert last(battle, "fire").pieces[:2] == ("firer", "load")
    assert element(battle, "firer").reacted


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_whoever_can_hurt_the_tank_fires_at_the_tank() -> None:
    assert last(with_riders(Standing("fire"), "uk-17pdr"), "fire").pieces[:2] == ("firer", "tank")


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_a_standing_order_with_odds_weighs_the_riders_too() -> None:
    # HE/SA 6 against Def 5: an effect with 55 of 100.
    assert told(with_riders(Standing("odds", chance=55)), "fire")
    assert not told(with_riders(Standing("odds", chance=56)), "fire")
