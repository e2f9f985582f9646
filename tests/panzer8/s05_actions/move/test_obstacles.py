"""Section 5.3.2: linear obstacles."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

HALF = "p8.move.linear-obstacle-half"


@pytest.mark.rule(HALF)
@cases("kind", "hedge", "wall", "stream", "embankment")
def test_infantry_that_crosses_an_obstacle_moves_2_besides(kind: str) -> None:
    battle = situation("a ge-rifle-44 20,10", terrain=[line(kind, (0, 10.4), (60, 10.4))])
    assert why_not(battle, Move("a", ((20, 12),))) is None
    assert why_not(battle, Move("a", ((20, 12.02),))) == HALF
    play(battle, Move("a", ((20, 12),)))
    assert element(battle, "a").y == 12


@pytest.mark.rule("p8.move.up-to-rate")
@cases("kind", "fence", "crest")
def test_fences_and_crests_are_no_obstacles(kind: str) -> None:
    battle = situation("a ge-rifle-44 20,10", terrain=[line(kind, (0, 11), (60, 11))])
    assert why_not(battle, Move("a", ((20, 14),))) is None
    assert why_not(battle, Move("a", ((20, 14.02),))) == "p8.move.up-to-rate"


@pytest.mark.rule(HALF)
def test_two_obstacles_use_the_move_up_and_three_cannot_be_crossed() -> None:
    hedges = [line("hedge", (0, y), (60, y)) for y in (10.01, 10.02, 10.03)]
    for count, rule in ((1, None), (2, HALF), (3, HALF)):
        battle = situation("a ge-pz4-long 20,10", terrain=hedges[:count])
        assert why_not(battle, Move("a", ((20, 10.5),))) == rule


@pytest.mark.rule(HALF)
def test_half_is_half_of_what_the_action_allows() -> None:
    hedge = line("hedge", (0, 10.2), (60, 10.2))
    battle = situation("a ge-pz4-long 20,10", terrain=[hedge])
    assert why_not(battle, Move("a", ((20, 15),))) is None
    assert why_not(battle, MoveAndFire("a", ((20, 12.5),))) is None
    assert why_not(battle, MoveAndFire("a", ((20, 12.52),))) == HALF


@pytest.mark.rule(HALF)
def test_with_slow_ground_behind_the_hedge_each_half_pays_for_itself() -> None:
    # 0.2 open, hedge, then wood at 4: the hedge takes half, so 2 of wood less a little.
    terrain = [line("hedge", (0, 10.2), (60, 10.2)), area("wood", box(0, 10.2, 60, 30))]
    battle = situation("a ge-pz4-long 20,10", terrain=terrain)
    assert why_not(battle, Move("a", ((20, 12.1),))) is None  # 0.2/10 + 1.9/4 = 0.495
    assert why_not(battle, Move("a", ((20, 12.15),))) == HALF  # 0.5075


@pytest.mark.rule(HALF)
def test_a_line_that_is_only_touched_or_followed_is_not_crossed() -> None:
    hedge = line("hedge", (0, 12), (30, 12))
    battle = situation("a ge-rifle-44 20,10", terrain=[hedge])
    assert why_not(battle, Move("a", ((20, 11.99), (22, 10.99)))) == "p8.move.up-to-rate"
    assert why_not(battle, Move("a", ((20, 11.5), (22, 11.5)))) is None
    assert why_not(battle, Move("a", ((20, 12.3),))) == HALF


@pytest.mark.rule(HALF)
def test_a_line_crossed_at_one_of_its_corners_is_crossed_once() -> None:
    hedge = line("hedge", (10, 12), (20, 10.5), (30, 12))
    battle = situation("a ge-rifle-44 20,10", terrain=[hedge])
    assert why_not(battle, Move("a", ((20, 12),))) is None
    assert why_not(battle, Move("a", ((20, 12.02),))) == HALF


@pytest.mark.rule(HALF)
def test_a_path_that_turns_on_the_line_crosses_it_only_if_it_goes_through() -> None:
    hedge = line("hedge", (0, 11), (60, 11))
    battle = situation("a ge-rifle-44 20,10", terrain=[hedge])
    assert why_not(battle, Move("a", ((20, 11), (22, 10)))) is None
    assert why_not(battle, Move("a", ((20, 11), (20.8, 11.6)))) is None  # 1 + 1 and the hedge
    assert why_not(battle, Move("a", ((20, 11), (21, 12)))) == HALF


@pytest.mark.rule(HALF)
def test_a_bridge_or_a_ford_spares_the_stream_but_no_hedge() -> None:
    stream = line("stream", (0, 11), (60, 11))
    for over in ("bridge", "ford"):
        battle = situation(
            "a ge-rifle-44 20,10", terrain=[stream, area(over, box(19, 10.5, 21, 11.5))]
        )
        assert why_not(battle, Move("a", ((20, 14),))) is None
        assert why_not(battle, Move("a", ((22.4, 12),))) == HALF  # beside it
    hedge = situation(
        "a ge-rifle-44 20,10", terrain="hedge from 0,11 to 60,11; bridge 19,10.5 to 21,11.5"
    )
    assert why_not(hedge, Move("a", ((20, 14),))) == HALF


@pytest.mark.rule(HALF)
def test_an_obstacle_crossed_before_a_pause_still_counts_after_it() -> None:
    battle = situation(
        "a uk-sherman-75 30,10; gun ge-pak38 30,40 S",
        terrain="stream from 0,11 to 60,11",
        dice=[1, 10],
    )
    play(battle, Move("a", ((30, 15),)), ReactFire("gun", 3.0))
    assert why_not(battle, GoOn()) is None
    assert why_not(battle, GoOn(path=((30, 15.02),))) == HALF
    assert why_not(battle, GoOn(path=((32, 13),))) is None
    play(battle, GoOn())
    assert element(battle, "a").y == 15


@pytest.mark.rule(HALF, "p8.fallback.blocked")
def test_a_voluntary_fall_back_pays_for_obstacles() -> None:
    battle = situation(
        "a ge-rifle-44 20,10; b uk-rifle-44 20,40 S", terrain="hedge from 0,9 to 60,9"
    )
    assert why_not(battle, FallBack("a", "away", 2.0)) is None
    assert why_not(battle, FallBack("a", "away", 2.1)) == "p8.fallback.voluntary-distance"
    play(battle, FallBack("a", "away", 2.0), Done())
    assert element(battle, "a").y == 8
