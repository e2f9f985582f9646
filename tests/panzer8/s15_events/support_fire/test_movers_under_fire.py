"""Section 15.4.4: movers in a beaten zone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import (
    ANOTHER,
    BLANK,
    MEDIUM,
    TARGET,
    effects,
    mission,
    ours,
    rifles,
    scores,
    under_fire,
)

MOVERS = "p8.support.movers-affected"

FAR = unit("far", "ge-rifle-40", at=(50, 40))


def barrage(*units: Placed, dice: list[int], side: str = "british", **rest: Any) -> P8Battle:
    """Medium artillery has fallen on an empty spot: the zone is 28 to 32 by 18 to 22."""
    battle = mission(
        MEDIUM,
        *units,
        rifles("idle", (5, 40), side),
        FAR,
        dice=[5, *dice],
        planned=(NotedTarget(side=side, support="fire", at=(30, 20)),),
        **rest,
    )
    battle.play(CallFire(at=(30, 20)))
    assert [b.at for b in battle.state.barrages] == [(30, 20)]
    return battle


# -- movers ---------------------------------------------------------------------------------------


@pytest.mark.rule(MOVERS)
def test_whoever_moves_in_is_attacked_just_inside_with_a_new_die() -> None:
    battle = barrage(ours("own", (30, 16)), dice=[6, 10])
    battle.play(Move("own", ((30, 20),)))
    assert scores(battle) == {"own": 6 + 8 - 5 - 10}
    # The front edge, 0.4 ahead of the centre, crosses y 18 when the centre is at 17.6.
    assert element(battle, "own").y == pytest.approx(17.6, abs=0.011)
    assert asked(battle) == "resume"
    battle.play(GoOn())
    assert place(battle, "own") == (30, 20)
    assert len(told(battle, "shelling")) == 1


@pytest.mark.rule(MOVERS)
@cases("dice, effect", ([6, 6], "suppressed"), ([4, 5], "fall-back"), ([9, 1], "out"))
def test_a_mover_that_is_hit_stops_there_and_cannot_go_on(dice: list[int], effect: str) -> None:
    battle = barrage(ours("own", (30, 16)), dice=dice)
    battle.play(Move("own", ((30, 20),)))
    assert effects(battle) == {"own": effect}
    assert is_out(battle, "own") is (effect == "out")
    assert asked(battle) == "action"
    if effect != "out":  # nobody falls back from shells
        assert element(battle, "own").suppressed
        assert element(battle, "own").y == pytest.approx(17.6, abs=0.011)
        assert "stopped" in kinds(battle)


@pytest.mark.rule(MOVERS)
@cases(
    "order, start",
    (Move("own", ((30, 15),)), (30, 18)),  # starts in it and leaves
    (Move("own", facing=90), (30, 20)),  # turns in it
    (MoveAndFire("own", facing=90), (30, 20)),
    (FallBack("own", "home", 2.0), (30, 20)),
)
def test_whoever_starts_in_it_is_attacked_where_it_stands(
    order: Move, start: tuple[float, float]
) -> None:
    # The first attack is the mission's own, on the element that stands there.
    battle = barrage(ours("own", start), dice=[10, 6, 10])
    battle.play(order)
    assert under_fire(battle) == ["own", "own"]
    assert last(battle, "support").data["at"] == start


@pytest.mark.rule(MOVERS)
def test_a_turn_that_brings_a_corner_in_counts() -> None:
    battle = barrage(ours("own", (30, 17.5)), dice=[6, 10])
    assert under_fire(battle) == []
    battle.play(Move("own", facing=90))
    assert under_fire(battle) == ["own"]


@pytest.mark.rule(MOVERS)
def test_whoever_only_touches_the_zone_or_stays_in_it_is_not_attacked() -> None:
    battle = barrage(
        ours("own", (26, 17.6)),
        ours("still", (30, 21)),
        rifles("foe", (30, 26), "german"),
        dice=[10, 1, 10],
    )
    let_pass(battle, Move("own", ((29.5, 17.6),), facing=0, bearing="hold"))
    let_pass(battle, Fire("still", "foe"))
    assert under_fire(battle) == ["still"]  # by the mission itself


@pytest.mark.rule(MOVERS)
def test_a_mover_is_attacked_once_in_a_phase() -> None:
    battle = barrage(ours("own", (30, 16)), dice=[6, 10])
    battle.play(Move("own", ((30, 17.8), (30, 16), (30, 16.4))))
    battle.play(GoOn())
    assert under_fire(battle) == ["own"]


@pytest.mark.rule(MOVERS)
def test_a_one_does_not_shift_the_zone_here() -> None:
    battle = barrage(ours("own", (30, 16)), dice=[1, 1])
    battle.play(Move("own", ((30, 20),)))
    assert scores(battle) == {"own": 1 + 8 - 5 - 1}
    assert battle.state.barrages[0].at == (30, 20)


@pytest.mark.rule(MOVERS)
def test_the_enemys_following_action_phase_is_dangerous_too_and_no_later_one() -> None:
    battle = barrage(
        ours("own", (5, 5)),
        rifles("foe", (30, 25), "german", facing=180),
        dice=[BLANK, 6, 10, 5, ANOTHER],
    )
    battle.play(Done())
    assert battle.state.active == "german"
    let_pass(battle, Move("foe", ((30, 21.5),)))
    assert under_fire(battle) == ["foe"]
    assert battle.state.barrages[0].struck == ("foe",)
    battle.play(Halt())
    pass_until(battle, "barrage")
    assert (battle.state.active, asked(battle)) == ("british", "barrage")
    assert battle.state.barrages == ()
    battle.play(KeepFiring())
    assert asked(battle) == "action"
    assert battle.state.barrages == ()


@pytest.mark.rule(MOVERS)
def test_a_vehicle_and_its_passengers_are_attacked_as_one() -> None:
    battle = barrage("truck uk-truck 30,16; load uk-rifle-40 in truck", dice=[6, 1])
    battle.play(Move("truck", ((30, 20),)))
    assert under_fire(battle) == ["truck"]
    assert is_out(battle, "truck")
    assert is_out(battle, "load")


@pytest.mark.rule(MOVERS)
def test_a_tank_drives_through_unhurt_and_is_asked_whether_to_go_on() -> None:
    battle = barrage("tank uk-cromwell 30,14", dice=[10])
    battle.play(Move("tank", ((30, 20),)))
    assert effects(battle) == {"tank": "none"}
    assert asked(battle) == "resume"


@pytest.mark.rule(MOVERS)
def test_a_charge_through_the_zone_is_attacked() -> None:
    battle = barrage(
        ours("own", (30, 16)),
        rifles("foe", (30, 20.5), "german", facing=0),
        dice=[10, 6, 10],
    )
    battle.play(Charge("own", "foe"))
    pass_until(battle, "resume")
    assert under_fire(battle)[-1] == "own"


@pytest.mark.rule(MOVERS)
def test_mounting_in_the_zone_is_movement() -> None:
    battle = barrage(ours("own", (30, 20)), "truck uk-truck 31.2,20", dice=[10, 10, 6, 10])
    battle.play(Mount("own", "truck"))
    assert under_fire(battle)[2:] == ["own"]


@pytest.mark.rule(MOVERS)
def test_going_into_a_built_up_area_that_the_zone_overlaps_is_attacked_inside() -> None:
    town = area("bua", box(31.5, 18, 36, 22))
    battle = barrage(ours("own", (37.5, 20)), terrain=[town], dice=[8, 7])
    battle.play(Move("own", ((34, 20),)))
    assert element(battle, "own").inside == "bua"
    assert scores(battle) == {"own": 8 + 8 - 5 - 2 - 7}
    assert element(battle, "own").suppressed


@pytest.mark.rule(MOVERS)
def test_whoever_is_suppressed_on_going_in_loses_the_shot_of_move_and_fire() -> None:
    town = area("bua", box(31.5, 18, 36, 22))
    battle = barrage(
        ours("own", (36.6, 20)), rifles("foe", (33, 26), "german"), terrain=[town], dice=[8, 6]
    )
    let_pass(battle, MoveAndFire("own", ((34, 20),)))
    assert element(battle, "own").suppressed
    assert asked(battle) != "fire"


@pytest.mark.rule(MOVERS)
def test_leaving_such_a_built_up_area_is_attacked_before_one_is_out() -> None:
    town = area("bua", box(31.5, 18, 36, 22))
    battle = barrage(ours("own", (34, 20)), terrain=[town], dice=[10, 6, 10])
    battle.play(Move("own", ((38, 20),)))
    assert under_fire(battle) == ["own", "own"]
    assert modifiers(battle, "shelling")["p8.fire.mod-hard-cover-hull-down-smoke"] == 2


@pytest.mark.rule(MOVERS)
def test_the_dug_in_have_their_cover_as_long_as_they_have_not_left() -> None:
    battle = barrage(ours("own", (30, 20), dug_in=True), dice=[10, 6, 10])
    battle.play(Move("own", ((30, 16),)))
    assert modifiers(battle, "shelling")["p8.fire.mod-hard-cover-hull-down-smoke"] == 2


@pytest.mark.rule(MOVERS)
def test_enemies_may_react_before_and_at_that_point() -> None:
    battle = barrage(
        ours("own", (30, 16)), rifles("foe", (30, 24), "german", facing=180), dice=[6, 10, 1, 10]
    )
    battle.play(Move("own", ((30, 20),)))
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFire("foe", 3.0)) == "p8.react.interrupts-at-any-point"
    battle.play(Done())
    assert under_fire(battle) == ["own"]
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFire("foe", element(battle, "own").y - 16)) is None


@pytest.mark.rule(MOVERS)
def test_exact_odds_of_a_move_through_the_zone() -> None:
    battle = barrage(ours("own", (30, 16)), dice=[6, 10])
    odds = battle.odds(Move("own", ((30, 20),)))
    assert odds is not None
    count = sum(a + 8 - 5 - d >= 5 for a in range(1, 11) for d in range(1, 11))
    assert odds.outcomes == ()
    assert odds.fate_of("own")["out"] == Fraction(count, 100)
    assert sum(odds.fate_of("own").values()) == 1
    assert battle.odds(Move("own", ((25, 16),))) is None


def test_a_greedy_player_does_not_walk_through_a_barrage() -> None:
    battle = barrage(ours("own", (30, 16)), dice=[6, 10])
    view = battle.view("british")
    worths = {order: worth for worth, order in view.advise(battle.choices[0])}
    through = [
        worth
        for order, worth in worths.items()
        if isinstance(order, Move) and order.element == "own" and order.path[-1][1] > 18
    ]
    assert max(worths.values()) > max(through, default=-1.0)


@pytest.mark.rule(MOVERS)
def test_the_minus_one_of_a_commander_holds_for_movers_too() -> None:
    battle = mission(MEDIUM, "hq uk-cmd 20,10", ours("own", (20, 25)), TARGET, dice=[5, 9, 5, 9])
    battle.play(CallFire("target", "hq"))
    let_pass(battle, Move("own", ((20, 28),)))
    assert under_fire(battle) == ["target", "own"]
    assert modifiers(battle, "shelling")["p8.support.commander-controlled"] == -1
