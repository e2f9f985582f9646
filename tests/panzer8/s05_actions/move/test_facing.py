"""Section 5.3.3: vehicles that move outside their front."""

from __future__ import annotations

import math

import pytest

from tests.panzer8.kit import *

TOO_FAR = "p8.move.up-to-rate"
HALVED = "p8.move.vehicle-outside-front-halves"


def tank(sheet: str = "ge-pz4-long", **status: object) -> P8Battle:
    return situation(unit("a", sheet, "german", at=(30, 20), **status))  # type: ignore[arg-type]


def towards(heading: float, length: float, bearing: str = "forward") -> Move:
    x = 30 + length * math.sin(math.radians(heading))
    y = 20 + length * math.cos(math.radians(heading))
    return Move("a", ((x, y),), bearing=bearing)  # type: ignore[arg-type]


@pytest.mark.rule(HALVED, "p8.move.rear-driver-ignores-facing", "p8.sheet.flag-rd")
@cases(
    "sheet, heading, bearing, reach",
    ("ge-pz4-long", 180, "backward", 5.0),  # half of 10
    ("ge-pz4-long", 180, "forward", 5.0),  # turning about and driving off is no better
    ("ge-pz4-long", 90, "forward", 5.0),
    ("ge-222", 180, "backward", 4.0),
    ("ge-234-2", 180, "backward", 8.0),  # with a rear driver
)
def test_a_vehicle_is_half_as_fast_outside_its_front(
    sheet: str, heading: float, bearing: str, reach: float
) -> None:
    battle = tank(sheet)
    assert why_not(battle, towards(heading, reach, bearing)) is None
    assert why_not(battle, towards(heading, reach + 0.02, bearing)) == TOO_FAR
    play(battle, towards(heading, reach, bearing))
    assert element(battle, "a").heading == (0 if bearing == "backward" else heading)


@pytest.mark.rule(HALVED)
def test_a_tank_pivots_45_degrees_and_drives_10_to_the_north_east() -> None:
    battle = tank()
    play(battle, towards(45, 10.0))
    moved = element(battle, "a")
    assert (moved.x, moved.y, moved.heading) == (37.0711, 27.0711, 45)


@pytest.mark.rule(HALVED, "p8.geo.front-half-plane")
def test_what_counts_is_whether_the_leg_gains_ground_to_the_old_front() -> None:
    # Facing east its base reaches 0.6 ahead of its centre; the old front line lay 0.8 ahead.
    battle = tank()
    assert why_not(battle, Move("a", ((39.9, 20.17),))) == TOO_FAR
    assert why_not(battle, Move("a", ((39.9, 20.3),))) is None


@pytest.mark.rule(HALVED)
def test_the_end_of_every_leg_is_looked_at_and_the_whole_move_is_halved() -> None:
    battle = tank()
    hook = Move("a", ((30, 15), (35, 25)))  # back first, then far forward
    assert why_not(battle, hook) == TOO_FAR
    assert why_not(battle, Move("a", ((30, 18), (30, 21)))) is None  # 5 in all
    assert why_not(battle, Move("a", ((30, 18), (30, 21.1)))) == TOO_FAR
    # There and back: the second leg ends where it began, not beyond the line.
    assert why_not(battle, Move("a", ((30, 23), (30, 20.0)))) == TOO_FAR


@pytest.mark.rule(HALVED)
def test_turning_in_place_is_no_leg() -> None:
    battle = tank()
    assert why_not(battle, Move("a", ((30, 30),), facing=180)) is None
    play(battle, Move("a", (), 180))
    assert element(battle, "a").heading == 180


@pytest.mark.rule(HALVED)
def test_a_vehicle_does_not_move_sideways() -> None:
    refusal = refused(tank(), towards(90, 2.0, "hold"))
    assert refusal.rule == HALVED
    assert "forward or backs up" in refusal.reason


@pytest.mark.rule("p8.move.turning-free-for-others")
@cases("sheet, rate", ("ge-rifle-44", 4), ("ge-mc", 8), ("ge-pzgren-44", 8), ("ge-pak38", 1))
def test_all_but_vehicles_move_any_way_and_face_as_they_like(sheet: str, rate: float) -> None:
    battle = tank(sheet)
    assert why_not(battle, towards(180, rate)) is None
    play(battle, Move("a", ((30 - rate, 20),), facing=33, bearing="hold"))
    moved = element(battle, "a")
    assert (moved.x, moved.y, moved.heading) == (30 - rate, 20, 33)


@pytest.mark.rule(HALVED)
def test_after_a_pause_the_front_is_still_the_one_of_the_start() -> None:
    battle = situation("a uk-sherman-75 30,10; gun ge-pak38 30,40 S", dice=[1, 10])
    play(battle, Move("a", ((30, 16),)), ReactFire("gun", 4.0))
    # 4 forward, then 2 to the east: beyond the line of the start, so 10 in all may be moved.
    assert why_not(battle, GoOn(path=((36, 14),))) is None
    # Back behind the start: the whole move is halved, and 4 + 5 is too far.
    assert why_not(battle, GoOn(path=((30, 9),))) == TOO_FAR
    play(battle, Halt(facing=90))
    assert (element(battle, "a").y, element(battle, "a").heading) == (14, 90)
