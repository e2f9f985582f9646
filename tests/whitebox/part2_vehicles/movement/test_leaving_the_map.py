"""Vehicles that leave the map."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import is_off_map
from tests.whitebox.kit import *


def at_the_edge() -> OwbState:
    return state_of(
        vehicle("t34", "tank-medium", (0, 10), 6),
        man("ivan", (20, 20), carried_by="t34", seat="passenger-1"),
        man("foe", (3, 3), "b"),
    )


@rule("owb.footprint.leaving-the-map", "owb.mishap.spinout-travel-and-spin")
def test_a_spin_that_ends_over_the_edge_of_the_map_leaves_it() -> None:
    """Facing E on rows 0 and 1; six facings clockwise end at N, with a square on row -1."""
    state = sturdy_field(driven("c", "car", (15, 0), 2))
    speeding(state, "c", 3)
    done = slip(state, "c", SPINOUT, 2)
    assert "leave" in done.kinds()
    assert state.find_vehicle("c") is None
    assert done.left == ()


@rule("owb.footprint.leaving-the-map", "owb.mishap.rollover-includes-spinout-and-stall")
def test_a_rollover_off_the_map_is_not_rolled_to_its_end() -> None:
    state = sturdy_field(driven("c", "car", (15, 0), 2))
    speeding(state, "c", 3)
    done = slip(state, "c", ROLLOVER, 2)
    assert state.find_vehicle("c") is None
    assert done.left == ()


@rule("owb.footprint.leaving-the-map", "owb.vterrain.elevation")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_map_has_no_cliff_at_its_edge(level: int) -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 10), height=level)
    battle = on_the_road("car", (10, 1), terrain=[hill])
    assert paid(battle, Drive(CAR, 1)) == 1
    play(battle, Drive(CAR, 1))
    assert battle.state.find_vehicle(CAR) is None
    assert "driver" not in battle.state.pieces


@rule("owb.footprint.leaving-the-map")
def test_one_square_off_the_map_is_enough_in_a_turn_and_on_a_diagonal() -> None:
    battle = on_the_road("tank-medium", (10, 1))
    play(battle, Turning(CAR, "right"))
    assert battle.state.find_vehicle(CAR) is None
    aslant = on_the_road("car", (33, 20), 1)
    assert refused(aslant, Drive(CAR, 2)) == "owb.footprint.leaving-the-map"
    play(aslant, Drive(CAR, 1))
    assert aslant.state.find_vehicle(CAR) is None


@rule("owb.footprint.leaving-the-map")
def test_a_failed_turn_at_the_edge_keeps_the_vehicle_on_the_map() -> None:
    battle = on_the_road("tank-medium", (10, 2), add=STEERED)
    play(battle, Turning(CAR, "left", 90, "tight"), dice=[20, STRAIN, 1, 1])
    assert battle.state.find_vehicle(CAR) is not None
    assert the(battle, CAR).spent == 2


@rule("owb.footprint.leaving-the-map", "owb.vmove.reverse-one-third")
def test_a_vehicle_may_back_off_the_map() -> None:
    battle = on_the_road("car", (10, 32), pace="reverse")
    assert refused(battle, Drive(CAR, 3)) == "owb.footprint.leaving-the-map"
    play(battle, Drive(CAR, 2))
    assert battle.state.find_vehicle(CAR) is None


@rule("owb.footprint.leaving-the-map", "owb.vterrain.cost-must-be-affordable")
def test_the_last_point_of_movement_takes_a_crawling_car_off_a_hill_and_the_map() -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 10), height=1)
    battle = on_the_road("car", (10, 6), pace="crawl", terrain=[hill])
    assert paid(battle, Drive(CAR, 6)) == 6
    play(battle, Drive(CAR, 1))
    assert battle.state.find_vehicle(CAR) is None


@rule("owb.footprint.leaving-the-map")
def test_a_vehicle_with_a_square_off_the_map_leaves_with_all_aboard() -> None:
    state = at_the_edge()
    here = state.footprint(the(state, "t34"))
    assert not is_off_map(state, here)
    assert is_off_map(state, moved(here, 6))
    assert is_off_map(state, moved(here, 7))
    events = list(leave_map(state, "t34", moved(here, 6)))
    assert events[0].kind == "leave"
    assert "t34" not in state.pieces
    assert {p.id for p in state.persons()} == {"foe"}
    assert {"t34", "ivan", "t34.operator"} <= set(state.out_of_play())
    assert ("a", "ivan", "west") in state.exited


@rule("owb.footprint.leaving-the-map", "owb.mishap.travel-distance")
def test_off_the_map_and_out_of_the_battle() -> None:
    state = sturdy_field(driven("c", "car", (15, 2)))
    speeding(state, "c", 9)
    done = slip(state, "c", SKID, 2)
    assert state.find_vehicle("c") is None
    assert state.find_person("c.operator") is None
    assert done.kinds() == ["mishap", "skidding", "leave"]


@rule("owb.footprint.leaving-the-map")
def test_a_vehicle_whose_nose_crosses_the_edge_is_gone_with_all_aboard() -> None:
    battle = on_the_road("car", (10, 1))
    assert refused(battle, Drive(CAR, 3)) == "owb.footprint.leaving-the-map"
    play(battle, Drive(CAR, 2))
    assert CAR not in battle.state.pieces
    assert f"{CAR}.operator" not in battle.state.pieces
