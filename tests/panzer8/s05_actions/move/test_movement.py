"""Section 5.3 and 5.3.1: how far an element may move."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

EVERYWHERE = box(0, 0, 60, 48)

TOO_FAR = "p8.move.up-to-rate"


def alone(
    sheet: str, *terrain: object, at: tuple[float, float] = (20, 10), **rest: object
) -> P8Battle:
    """One element that faces north, with nobody else on the table."""
    aboard = [load("a", "german")] if SHEETS[sheet].capacity else []
    return situation(unit("a", sheet, "german", at=at), *aboard, terrain=terrain, **rest)  # type: ignore[arg-type]


def north(length: float, name: str = "a", start: tuple[float, float] = (20, 10)) -> Move:
    """A move straight north."""
    return Move(name, ((start[0], start[1] + length),))


# -- up to the rate -------------------------------------------------------------------------------


@pytest.mark.rule("p8.move.up-to-rate")
def test_a_move_may_be_as_long_as_the_rate_and_no_longer() -> None:
    battle = alone("ge-rifle-44")
    assert why_not(battle, north(4.0)) is None
    assert why_not(battle, north(4.01)) == TOO_FAR
    play(battle, north(4.0))
    assert place(battle, "a") == (20, 14)
    assert last(battle, "move").text == "a moves 4.0 in."


@pytest.mark.rule("p8.move.up-to-rate")
def test_any_shorter_distance_will_do_and_length_is_measured_along_the_path() -> None:
    battle = alone("ge-rifle-44")
    assert why_not(battle, north(0.1)) is None
    around = Move("a", ((20, 12), (22, 12)))
    assert why_not(battle, around) is None
    assert why_not(battle, Move("a", ((20, 12), (22.02, 12)))) == TOO_FAR


@pytest.mark.rule("p8.move.up-to-rate")
def test_nothing_that_is_no_move_is_taken_for_one() -> None:
    battle = alone("ge-rifle-44")
    assert why_not(battle, Move("a")) == TOO_FAR
    assert why_not(battle, Move("a", ((20, 10),))) == TOO_FAR


@pytest.mark.rule("p8.move.up-to-rate")
def test_nobody_moves_off_the_table() -> None:
    battle = alone("ge-rifle-44", at=(20, 46))
    assert why_not(battle, north(2.0, start=(20, 46))) is None
    refusal = refused(battle, north(2.5, start=(20, 46)))
    assert refusal.rule == TOO_FAR
    assert "off the table" in refusal.reason


# -- rates ----------------------------------------------------------------------------------------

SHEET_OF_CLASS = {
    "Cmd": "ge-cmd",
    "Mech": "ge-mc",
    "Inf": "ge-rifle-44",
    "Fast": "ge-pz4-long",
    "Slow": "ge-tiger1",
    "WhX": "ge-222",
    "Wh": "ge-truck",
    "HD": "ge-wagon",
    "CSW": "ge-pak38",
}

KINDS = ("road", "steppe", "field", "rough", "wood", "forest")

PRINTED = {
    "Cmd": (8, 8, 8, 8, 8, 0),
    "Mech": (8, 8, 8, 4, 4, 0),
    "Inf": (4, 4, 4, 4, 4, 2),
    "Fast": (10, 10, 10, 4, 4, 0),
    "Slow": (4, 4, 4, 4, 4, 0),
    "WhX": (10, 8, 8, 4, 4, 0),
    "Wh": (10, 8, 4, 2, 0, 0),
    "HD": (4, 4, 4, 2, 0, 0),
    "CSW": (1, 1, 1, 1, 1, 0),
}


@pytest.mark.rule("p8.move.rates-by-class")
@pytest.mark.parametrize("move_class", PRINTED)
@pytest.mark.parametrize("kind", KINDS)
def test_every_rate_is_the_printed_one(move_class: str, kind: str) -> None:
    rate = PRINTED[move_class][KINDS.index(kind)]
    sheet = SHEET_OF_CLASS[move_class]
    if rate == 0:
        battle = alone(sheet, area(kind, box(0, 10.5, 60, 48)))
        assert why_not(battle, north(1.0)) == "p8.terrain.zero-rate-is-impassable"
        return
    battle = alone(sheet, area(kind, EVERYWHERE))
    assert why_not(battle, north(rate)) is None
    assert why_not(battle, north(rate + 0.02)) == TOO_FAR


@pytest.mark.rule("p8.move.rates-by-class")
@cases("ground, rate", ("open", 8), ("steppe", 8), (None, 8))
def test_where_nothing_is_drawn_the_ground_of_the_table_counts(
    ground: str | None, rate: float
) -> None:
    battle = alone("ge-222", ground=ground)
    assert why_not(battle, north(rate)) is None
    truck = alone("ge-truck", ground=ground)
    assert (why_not(truck, north(8.0)) is None) == (ground == "steppe")


@pytest.mark.rule("p8.sheet.extra-flags")
@cases("kind, rate", ("road", 8), ("steppe", 8), ("dirt-road", 8), ("field", 4), ("wood", 4))
def test_bicycles_are_fast_on_roads_and_flat_ground_only(kind: str, rate: float) -> None:
    battle = alone("ge-bicycle-40", area(kind, EVERYWHERE))
    assert why_not(battle, north(rate)) is None
    assert why_not(battle, north(rate + 0.02)) == TOO_FAR


# -- the slowest terrain, and halves --------------------------------------------------------------


@pytest.mark.rule("p8.move.slowest-terrain-rate", "p8.move.split-into-halves")
@cases(
    "wood, reach, beyond",
    ("0,15 to 60,48", 7.0, 7.02),  # 5 in the open and 2 in the wood: 5/10 and 2/4
    ("0,15.01 to 60,48", 7.0, 7.02),  # the split lies at 5, the slow half begins in the open
    ("0,14.99 to 60,48", 6.99, 7.01),
    ("0,0 to 60,48", 4.0, 4.02),  # woods all the way
    ("0,14.5 to 60,48", 6.5, 6.9),  # 4.5/10 and 2/4: the split may lie in uniform ground too
    ("0,11 to 60,12", 7.0, 7.02),  # the half that holds the wood is at rate 4, the other at 10
    ("0,12 to 60,14.5", 4.0, 4.6),  # longer than half of 4, so that both halves touch it
    ("0,14 to 60,15", 6.0, 6.02),  # a move is split only once: 4/10 and 2/4 to its end
)
def test_a_fast_tank_pays_for_woods_by_halves_of_its_move(
    wood: str, reach: float, beyond: float
) -> None:
    battle = alone("ge-pz4-long", f"wood {wood}")
    assert why_not(battle, north(reach)) is None
    assert why_not(battle, north(beyond)) == TOO_FAR


# -- tracks and roads over other ground -----------------------------------------------------------


@pytest.mark.rule("p8.move.track-never-slows")
@cases(
    "sheet, ground, rate",
    ("ge-rifle-44", "wood", 4.0),
    ("ge-truck", "wood", 2.0),
    ("ge-pz4-long", "forest", 2.0),
    ("ge-pz4-long", "wood", 4.0),
    ("ge-rifle-44", "forest", 2.0),
    ("ge-cmd", "forest", 8.0),
    ("ge-pak38", "swamp", 1.0),
)
def test_on_a_track_the_better_of_track_and_ground_counts(
    sheet: str, ground: str, rate: float
) -> None:
    track = line("track", (20, 0), (20, 48), width=2)
    battle = alone(sheet, area(ground, EVERYWHERE), track)
    assert why_not(battle, north(rate)) is None
    assert why_not(battle, north(rate + 0.02)) == TOO_FAR


@pytest.mark.rule("p8.move.rates-by-class", "p8.move.track-never-slows")
def test_a_road_counts_before_a_track_and_before_what_it_runs_through() -> None:
    wood = area("wood", EVERYWHERE)
    road = line("road", (20, 0), (20, 48), width=2)
    track = line("track", (0, 12), (60, 12), width=2)
    battle = alone("ge-truck", wood, road, track)
    assert why_not(battle, north(10.0)) is None
    assert why_not(battle, Move("a", ((20, 12), (22, 12)))) is None  # 3/10 + 1/2
    assert why_not(battle, Move("a", ((20, 12), (22.1, 12)))) == TOO_FAR


@pytest.mark.rule("p8.move.rates-by-class")
def test_a_bridge_leads_over_a_river_at_road_rate_and_a_ford_at_open_rate() -> None:
    river = area("river", box(0, 12, 60, 16))
    assert why_not(alone("ge-truck", river), north(3.0)) == "p8.terrain.zero-rate-is-impassable"
    bridge = area("bridge", box(19, 11.5, 21, 16.5))
    road = line("road", (20, 0), (20, 48), width=2)
    assert why_not(alone("ge-truck", river, bridge, road), north(10.0)) is None
    ford = area("ford", box(19, 12, 21, 16))
    assert why_not(alone("ge-truck", river, ford), north(4.0)) is None
    assert why_not(alone("ge-truck", river, ford), north(4.1)) == TOO_FAR


# -- factors --------------------------------------------------------------------------------------


@pytest.mark.rule("p8.move.factor-order")
def test_halves_multiply_and_nothing_is_rounded() -> None:
    battle = alone("ge-pz4-long")
    back = MoveAndFire("a", ((20, 7.5),), bearing="backward")
    assert why_not(battle, back) is None  # 10 x 1/2 x 1/2
    farther = MoveAndFire("a", ((20, 7.48),), bearing="backward")
    assert why_not(battle, farther) == TOO_FAR


@pytest.mark.rule("p8.move.factor-order", "p8.enter.road-bonus-2")
def test_the_road_bonus_is_added_before_halving() -> None:
    battle = situation("a ge-222 20,10 road-column", terrain="road from 20,0 to 20,48 wide 2")
    assert why_not(battle, MoveAndFire("a", ((20, 16),))) is None  # (10 + 2) x 1/2
    assert why_not(battle, MoveAndFire("a", ((20, 16.02),))) == TOO_FAR


# -- movement 0 -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.move.rate-zero-class-rotates-only", "p8.sheet.movement-class-zero")
def test_a_gun_of_movement_0_turns_but_never_leaves_its_place() -> None:
    battle = alone("ge-pak40")
    assert why_not(battle, north(0.1)) == "p8.move.rate-zero-class-rotates-only"
    play(battle, Move("a", (), 135.0))
    gun = element(battle, "a")
    assert (gun.x, gun.y, gun.heading) == (20, 10, 135)
    assert last(battle, "move").text == "a turns to face 135 degrees."


FARM = area("bua", box(20, 20, 24, 24), "farm")

FAR = unit("far", "ge-rifle-44", at=(55, 44))


@pytest.mark.rule("p8.move.linear-obstacle-half", "p8.bua.enter-or-leave-half-move")
def test_a_door_and_a_hedge_leave_nothing_of_a_move() -> None:
    battle = situation(
        "a uk-rifle-44 22,22 inside farm",
        FAR,
        terrain=[FARM, line("hedge", (10, 19.9), (40, 19.9))],
    )
    assert why_not(battle, Move("a", ((22, 19.95),))) is None
    assert why_not(battle, Move("a", ((22, 19.89),))) == "p8.bua.enter-or-leave-half-move"


@pytest.mark.rule("p8.move.linear-obstacle-half", "p8.move.rates-by-class")
def test_a_gun_is_manhandled_half_an_inch_beside_a_hedge() -> None:
    battle = situation("gun uk-6pdr 22,19.7", FAR, terrain="hedge from 10,20 to 40,20")
    assert why_not(battle, Move("gun", ((22, 20.2),))) is None
    assert why_not(battle, Move("gun", ((22, 20.21),))) == "p8.move.linear-obstacle-half"
