"""Section 15.4: fire that stays on the table: smoke, and barrages that go on."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s14_smoke.laying import pool
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import (
    ANOTHER,
    BLANK,
    FOO,
    HEAVY,
    MEDIUM,
    TARGET,
    fired,
    mission,
    ours,
    rifles,
    under_fire,
)

GOES_ON = "p8.support.barrage-continues"
ROLLS = "p8.support.british-rolling-barrage"


# -- smoke ----------------------------------------------------------------------------------------

SMOKE = {"smoke": True}
MISSION = "p8.support.smoke-mission"


def smoke_mission(*dice: int, side: str = "british", **rest: Any) -> P8Battle:
    """Medium artillery fires smoke at (20, 30); the zone is 18 to 22 by 28 to 32."""
    foo = unit("foo", {"british": "uk-foo", "american": "us-foo"}[side], side, at=(20, 10))
    battle = mission(
        MEDIUM,
        foo,
        rifles("own", (5, 5), side),
        rifles("more", (8, 5), side),
        TARGET,
        dice=dice,
        options=SMOKE,
        **rest,
    )
    battle.play(CallFire("target", "foo", smoke=True))
    return battle


@pytest.mark.rule(MISSION, "p8.smoke.support-fire")
def test_a_screen_of_four_base_widths_is_laid_in_the_zone() -> None:
    battle = smoke_mission(5)
    assert (asked(battle), pool(battle.state, "british")) == ("smoke", 2)
    battle.play(LayScreen((20, 29), 30))
    (screen,) = battle.state.screens
    assert (screen.x, screen.y, screen.heading, screen.width, screen.depth) == (
        20,
        29,
        30,
        4.8,
        0.8,
    )
    assert pool(battle.state, "british") == 1
    assert under_fire(battle) == []


@pytest.mark.rule(MISSION)
@cases(
    "at, facing, allowed",
    ((20, 27.6), 0, True),  # touches it from the south: 27.6 + 0.4 = 28
    ((20, 27.5), 0, False),
    ((24.4, 30), 0, True),  # touches it with its end: 24.4 - 2.4 = 22
    ((24.5, 30), 0, False),
    ((22.4, 30), 90, True),
    ((20, 30), 45, True),
)
def test_it_lies_in_the_zone_or_touches_it(
    at: tuple[float, float], facing: float, allowed: bool
) -> None:
    battle = smoke_mission(5)
    assert why_not(battle, LayScreen(at, facing)) == (None if allowed else MISSION)
    assert why_not(battle, Done()) == MISSION


@pytest.mark.rule(MISSION)
def test_smoke_attacks_nobody_and_leaves_no_dangerous_zone() -> None:
    battle = smoke_mission(5, BLANK)
    battle.play(LayScreen((20, 30)))
    battle.play(Done())
    let_pass(battle, Move("target", ((20, 27),)))
    assert under_fire(battle) == []
    drawn = [getattr(thing, "kind", "") for thing in battle.rulebook.figures(battle.state)]
    assert "beaten" not in drawn


@pytest.mark.rule("p8.support.smoke-drift-on-one")
def test_after_a_one_the_opponent_may_shift_the_smoke_by_six() -> None:
    battle = smoke_mission(1)
    battle.play(LayScreen((20, 30), 0))
    assert (asked(battle), seats(battle)) == ("drift", ("german",))
    assert not battle.state.screens
    battle.play(Shift(180))
    screen = battle.state.screens[0]
    assert (screen.x, screen.y, screen.heading) == (20, 24, 0)
    assert pool(battle.state, "british") == 1
    left = smoke_mission(1)
    left.play(LayScreen((20, 30), 0))
    left.play(Done())
    assert (left.state.screens[0].x, left.state.screens[0].y) == (20, 30)
    assert asked(left) == "action"


@pytest.mark.rule("p8.support.smoke-drift-on-one")
def test_the_odds_that_the_smoke_lies_as_ordered() -> None:
    battle = smoke_mission(5)
    odds = battle.odds(LayScreen((20, 30)))
    assert odds is not None
    assert dict(odds.outcomes)["as ordered"] == Fraction(9, 10)


@pytest.mark.rule(GOES_ON, MISSION)
def test_a_barrage_of_smoke_renews_it_for_another_counter() -> None:
    battle = smoke_mission(5, BLANK, 6, side="american")
    battle.play(LayScreen((20, 30), 0))
    pass_until(battle, "barrage")
    assert len(battle.state.screens) == 1
    battle.play(KeepFiring())
    assert asked(battle) == "action"
    (screen,) = battle.state.screens
    assert (screen.x, screen.y, screen.ends) == (20, 30, 3)
    assert pool(battle.state, "american") == 0


@pytest.mark.rule(GOES_ON)
def test_smoke_that_does_not_go_on_dissolves_and_without_counters_nobody_is_asked() -> None:
    battle = smoke_mission(5, BLANK, 5, ANOTHER, side="american")
    battle.play(LayScreen((20, 30), 0))
    pass_until(battle, "barrage")
    battle.play(KeepFiring())
    assert (battle.state.screens, battle.state.barrages) == ((), ())
    poor = mission(
        MEDIUM,
        FOO,
        ours("own", (5, 5)),
        TARGET,
        options=SMOKE,
        dice=[5, BLANK, ANOTHER],
    )
    poor.play(CallFire("target", "foo", smoke=True))
    poor.play(LayScreen((20, 30)))
    assert pool(poor.state, "british") == 0
    while poor.state.turn == 1:
        poor.play(Done(), poor.choices[0].seats[0])
    assert asked(poor) == "action"
    assert (poor.state.screens, poor.state.barrages) == ((), ())


# -- barrages that go on --------------------------------------------------------------------------


def goes_on(*dice: int, side: str = "american", **rest: Any) -> P8Battle:
    """HE has fallen on the target; the owner's next Event Phase has come."""
    sheet = {"american": "us-foo", "british": "uk-foo"}[side]
    battle = fired(
        unit("foo", sheet, side, at=(20, 10)), TARGET, dice=[5, 10, BLANK, *dice], **rest
    )
    pass_until(battle, "barrage")
    return battle


@pytest.mark.rule(GOES_ON)
@cases("die, continues", (5, False), (6, True), (10, True), (1, False))
def test_a_barrage_goes_on_with_six_or_more_and_takes_the_place_of_the_card(
    die: int, continues: bool
) -> None:
    battle = goes_on(die, *((6, 10) if continues else (ANOTHER,)))
    assert (battle.state.turn, battle.state.active) == (2, "american")
    cards = len(told(battle, "card"))
    battle.play(KeepFiring())
    assert (len(told(battle, "card")) == cards) == continues
    assert (len(told(battle, "shelling")) == 2) == continues
    assert bool(battle.state.barrages) == continues
    assert battle.state.phase == "action"


@pytest.mark.rule(GOES_ON)
def test_it_attacks_the_same_zone_with_a_new_die_and_drifts_on_a_one() -> None:
    battle = goes_on(6, 1, 6, 5)
    battle.play(KeepFiring())
    assert (asked(battle), seats(battle)) == ("drift", ("german",))
    battle.play(Shift(0))
    assert battle.state.barrages[0].at == (20, 36)
    assert len(told(battle, "shelling")) == 1


@pytest.mark.rule(GOES_ON)
def test_it_can_go_on_turn_after_turn() -> None:
    battle = goes_on(6, 5, 10, ANOTHER, 7, 5, 10)
    battle.play(KeepFiring())
    assert battle.state.barrages[0].struck == ()
    pass_until(battle, "barrage")
    assert battle.state.turn == 3
    battle.play(KeepFiring())
    assert under_fire(battle) == ["target"] * 3


@pytest.mark.rule(GOES_ON)
def test_the_owner_may_cease_fire_and_then_draws_a_card() -> None:
    battle = goes_on(ANOTHER)
    cards = len(told(battle, "card"))
    battle.play(Done())
    assert len(told(battle, "card")) == cards + 1
    assert battle.state.barrages == ()


@pytest.mark.rule(GOES_ON)
def test_the_odds_of_going_on() -> None:
    odds = goes_on(6, 5, 10).odds(KeepFiring())
    assert odds is not None
    assert dict(odds.outcomes) == {"ends": Fraction(1, 2), "goes on": Fraction(1, 2)}


@pytest.mark.rule(GOES_ON, "p8.support.commander-controlled")
def test_later_attacks_of_a_mission_directed_by_a_commander_have_minus_one_too() -> None:
    battle = mission(HEAVY, "hq us-cmd 20,10", TARGET, dice=[5, 10, BLANK, 6, 5, 10])
    battle.play(CallFire("target", "hq"))
    pass_until(battle, "barrage")
    battle.play(KeepFiring())
    assert len(told(battle, "shelling")) == 2
    assert modifiers(battle, "shelling")["p8.support.commander-controlled"] == -1


@pytest.mark.rule(GOES_ON)
def test_whoever_moved_out_is_spared_and_whoever_moved_in_is_hit() -> None:
    battle = fired(
        "foo us-foo 20,10",
        TARGET,
        rifles("foe", (24, 30), "german", facing=270),
        dice=[5, 10, BLANK, 1, 10, 1, 10, 6, 4, 8],
    )
    battle.play(Done())
    let_pass(battle, Move("target", ((20, 34),)), GoOn())
    let_pass(battle, Move("foe", ((21, 30),)), GoOn())
    assert under_fire(battle) == ["target", "target", "foe"]
    pass_until(battle, "barrage")
    battle.play(KeepFiring())
    assert under_fire(battle)[3:] == ["foe"]


@pytest.mark.rule(ROLLS)
def test_only_british_barrages_roll() -> None:
    battle = goes_on(6, 5, 10)
    battle.play(KeepFiring())
    assert asked(battle) == "action"
    british = goes_on(6, 5, 10, side="british")
    british.play(KeepFiring())
    assert (asked(british), seats(british)) == ("rolling barrage", ("british",))
    british.play(Done())
    assert british.state.barrages[0].at == (20, 30)
    assert under_fire(british) == ["target", "target"]


@pytest.mark.rule(ROLLS)
def test_it_rolls_on_up_to_six_any_way() -> None:
    battle = goes_on(6, 5, side="british")
    battle.play(KeepFiring())
    refusal = refused(battle, Creep((20, 36.01)))
    assert refusal.rule == ROLLS
    assert "6" in refusal.reason
    assert why_not(battle, Creep((20, 36))) is None
    assert why_not(battle, Creep((20 + 6 * math.cos(1), 30 + 6 * math.sin(1)))) is None
    battle.play(Creep((23, 34)))
    assert battle.state.barrages[0].at == (23, 34)
    assert under_fire(battle) == ["target"]  # its zone is 21 to 25 by 32 to 36 now


@pytest.mark.rule(ROLLS)
def test_smoke_rolls_with_its_barrage() -> None:
    battle = smoke_mission(5, BLANK, 6)
    battle.play(LayScreen((20, 29), 0))
    pass_until(battle, "barrage")
    battle.play(KeepFiring())
    battle.play(Creep((22, 33)))
    (screen,) = battle.state.screens
    assert (screen.x, screen.y, screen.ends) == (22, 32, 3)


@pytest.mark.rule(ROLLS)
def test_the_odds_and_the_advice_for_a_rolling_barrage() -> None:
    battle = goes_on(6, 5, 10, side="british")
    battle.play(KeepFiring())
    odds = battle.odds(Creep((20, 32)))
    assert odds is not None
    assert dict(odds.outcomes)["opponent may shift it"] == Fraction(1, 10)
    offered = list(battle.view("british").candidates(battle.choices[0]))
    assert all(battle.allows(order) for order in offered)
    assert Done() in offered
