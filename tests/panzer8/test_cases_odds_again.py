"""Cases of aircraft and shells against those who are suppressed already."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.s15_events.air_support.attack import attack_odds, attack_on
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import CallFire
from sandtable.rulebooks.panzer8.state import AirMission
from tests.panzer8.packs import dealt
from tests.panzer8.situations import P8Battle, is_out, play, unit

AGAIN = "out (suppressed again)"


def called(card: str, option: str, *dice: int, **state: Any) -> P8Battle:
    """The British have called aircraft, or the fire of batteries, on one German section."""
    return dealt(
        card,
        unit("cmd", "uk-cmd", "british", at=(20, 10)),
        unit("target", "ge-rifle-44", "german", at=(20, 30), facing=180, **state),
        options={option: True},
        dice=dice,
    )


def odds_of(battle: P8Battle, order: CallFire) -> Odds:
    odds = battle.odds(order)
    assert odds is not None
    return odds


@pytest.mark.rule("p8.result.second-suppression-is-out", "p8.support.affects-all-partly-inside")
def test_odds_of_shells_name_a_second_suppression_as_the_loss_that_it_is() -> None:
    order = CallFire("target", "cmd")
    fresh = called("8 of hearts", "support_fire")
    shaken = called("8 of hearts", "support_fire", 6, 5, suppressed=True)
    before, after = (odds_of(each, order).fate_of("target") for each in (fresh, shaken))
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
