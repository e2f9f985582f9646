"""Section 15.3.8: aircraft come back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack, frame, is_flying, mission

OURS = unit("ours", "ge-rifle-40", at=(5, 2))

TRUCK = unit("truck", "uk-truck", at=(30, 30))

GUN = unit("gun", "uk-6pdr", at=(30, 30))


def pairs(battle: P8Battle) -> tuple[str, str]:
    """The type and the model of the aircraft that have come."""
    return frame(battle).aircraft, frame(battle).model


# -- the second pass (15.3.8) ---------------------------------------------------------------------


def two_turns_on(battle: P8Battle, *, turns: int = 2) -> None:
    """Let so many game turns pass, as far as the next Event Phase of the first side."""
    for _ in range(2 * turns):
        passes(battle)


TANK = unit("tank", "uk-churchill7", at=(30, 30))

PASSED = [5, 2, 10]
"""A target is found and attacked to no effect."""


def struck(*dice: int, target: Unit = TANK, **rest: Any) -> P8Battle:
    """A mission on the first turn, then cards that bring nothing: German, British, and so on."""
    battle = mission(
        OURS,
        target,
        dice=[*PASSED, *IDLE, *dice],
        **rest,
    )
    play(battle, Strike("opportunity"))
    return battle


IDLE = [31, 5, 44]
"""Blank cards: British, German, British."""


@pytest.mark.rule("p8.air.second-pass")
@cases("die, back", (6, True), (5, False))
def test_aircraft_come_back_two_game_turns_later_on_a_6(die: int, back: bool) -> None:
    battle = struck(*([die] if back else [die, 18]))
    two_turns_on(battle, turns=1)
    assert battle.state.turn == 2
    assert not is_flying(battle)
    two_turns_on(battle, turns=1)
    assert battle.state.turn == 3
    assert is_flying(battle) == back
    cards = [event.data["card"] for event in told(battle, "card")]
    # German, British, German, British; and another only if the aircraft do not come back
    assert len(cards) == (4 if back else 5)
    assert battle.state.flights == ()


@pytest.mark.rule("p8.air.second-pass")
def test_a_second_pass_finds_a_new_target_and_is_the_last() -> None:
    battle = struck(9, *PASSED, 57 - 26, 6, 45, 7)
    two_turns_on(battle)
    assert pairs(battle) == ("Tank Buster", "Ju 87 G")
    assert why_not(battle, Patrol()) == "p8.air.sweep-choice"
    assert attack(battle).pieces == ("tank",)
    assert battle.state.flights == ()


@pytest.mark.rule("p8.air.second-pass")
def test_a_second_pass_of_a_sweep_cannot_patrol() -> None:
    battle = struck(10, rank="jack", target=GUN)
    two_turns_on(battle)
    assert why_not(battle, Patrol()) == "p8.air.sweep-choice"


@pytest.mark.rule("p8.air.cap-negates", "p8.air.second-pass")
def test_a_patrol_does_not_stop_a_second_pass() -> None:
    battle = struck(10)
    battle.state.patrols = ("british",)
    two_turns_on(battle)
    assert is_flying(battle)
    assert battle.state.patrols == ("british",)


@pytest.mark.rule("p8.air.tank-buster-no-armour-no-return")
def test_tank_busters_that_found_no_armour_never_come_back() -> None:
    battle = struck(target=TRUCK)
    assert battle.state.flights == ()
    assert last(battle, "air").rules == ("p8.air.tank-buster-no-armour-no-return",)
    battle = mission(OURS, "dug uk-rifle-44 30,30 dug-in")
    play(battle, Strike("opportunity"))
    assert "find nothing" in told(battle, "air")[-2].text
    assert battle.state.flights == ()


@pytest.mark.rule("p8.air.second-pass")
def test_other_aircraft_may_come_back_even_if_they_found_nothing() -> None:
    dug = unit("dug", "uk-rifle-44", at=(30, 30), dug_in=True)
    battle = mission(OURS, dug, rank="jack")
    play(battle, Strike("opportunity"))
    assert len(battle.state.flights) == 1
