"""MORTARS at vehicles: when one that drives, is carried on or is stopped counts as moving."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import mortar_at
from sandtable.rulebooks.whitebox.state.orders import Begin, Done
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    DriveDefensively,
    EndVehicle,
    Pivot,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.crash_kit import ALWAYS, SKID, driven
from tests.whitebox.driving_kit import CAR
from tests.whitebox.kit import B_FIRST, OwbBattle, fight, filled, legal, man, play
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
STILL, MOVING = 14, 19
GUNNER = man("gunner", (1, 35), sheet="mortar-gunner", off_map=True)
SPOTTER = man("spotter", (30, 25), facing=7)


def under_fire(*units: Unit, **more: Any) -> OwbBattle:
    """A battle in which vehicles of side b drive where a mortar of side a can reach them."""
    return fight(GUNNER, SPOTTER, *units, **{"dice": B_FIRST, **more})


def needed(battle: OwbBattle, name: str = CAR) -> int:
    """The Armor Class of the square in the middle of a vehicle for the mortar."""
    state = battle.state
    square: Square = state.footprint(the(battle, name)).squares[0]
    return legal(mortar_at(state, state.person("gunner"), square)).armor.total


def target(sheet: str = "car", at: Square = (10, 20), facing: int = 0, **more: Any) -> Unit:
    """The vehicle that is fired at."""
    return driven(CAR, sheet, at, facing, side="b", **more)


def next_round(battle: OwbBattle) -> None:
    """Let everybody else pass, and side b win Initiative again."""
    turn = battle.state.turn
    while battle.state.turn == turn:
        play(battle, Done(), dice=B_FIRST if battle.choices[0].seats == ("a",) else ())


@rule("owb.mortar.moving-target", "owb.mortar.stationary-target")
def test_a_car_that_drives_is_a_moving_target_until_a_turn_in_which_it_stands() -> None:
    battle = under_fire(target())
    assert needed(battle) == STILL
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"))
    assert needed(battle) == STILL
    play(battle, Drive(CAR, 1))
    assert needed(battle) == MOVING
    play(battle, EndVehicle(CAR))
    assert needed(battle) == MOVING
    next_round(battle)
    assert needed(battle) == MOVING
    play(battle, StartVehicle(CAR))
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.mortar.stationary-target")
def test_a_car_whose_turn_passes_stands() -> None:
    battle = under_fire(target(travel=4, pace="normal"))
    assert needed(battle) == MOVING
    play(battle, Done())
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.vmove.complete-stop")
def test_a_car_that_came_to_a_complete_stop_after_some_squares_has_moved() -> None:
    """Stopped it is, but not in the squares in which its turn began."""
    mud = filled("mud", "mud", (10, 17), (11, 17))
    battle = under_fire(target(), terrain=[mud])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 3), dice=[1])
    assert (the(battle, CAR).stuck, the(battle, CAR).travel) == (True, 0)
    assert needed(battle) == MOVING
    play(battle, EndVehicle(CAR))
    next_round(battle)
    assert needed(battle) == MOVING
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), EndVehicle(CAR))
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.turn.bootleg", "owb.collision.position-afterwards")
def test_a_turn_on_the_spot_changes_squares_unless_it_is_half_a_turn() -> None:
    for degrees, number in ((90, MOVING), (180, STILL)):
        battle = under_fire(target(travel=4, pace="normal"))
        play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
        order = Turning(CAR, "right", degrees, "bootleg")  # type: ignore[arg-type]
        play(battle, order, dice=[1])
        assert the(battle, CAR).pace == "stopped"
        assert needed(battle) == number


@rule("owb.mortar.moving-target", "owb.mod.advanced-steering-pivot")
def test_a_tank_that_pivots_changes_squares_too() -> None:
    battle = under_fire(target("tank-medium", add=["advanced-steering"]))
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), Pivot(CAR, "left", 90))
    assert needed(battle) == MOVING


@rule("owb.mortar.moving-target", "owb.collision.position-afterwards")
@pytest.mark.parametrize(("gap", "number"), [(0, STILL), (2, MOVING)])
def test_a_ram_from_where_it_stands_moves_nobody(gap: int, number: int) -> None:
    """Whoever drives into a wreck at once stays where he was; from two squares off he has moved."""
    other = vehicle("wreck", "truck-large", (10, 16 - gap), 0, "a", hp=-5)
    battle = under_fire(target(), other)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    # Driving Check, damage, and those aboard who hold on.
    play(battle, Drive(CAR, gap + 1, ram="wreck"), dice=[1, 1, ALWAYS, ALWAYS])
    assert the(battle, CAR).pace == "stopped"
    assert needed(battle) == number


@rule("owb.mortar.moving-target", "owb.mishap.travel-distance")
def test_a_skid_moves_a_car_that_stood() -> None:
    battle = under_fire(target(travel=1, pace="normal"))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert needed(battle) == STILL
    play(battle, DriveDefensively(CAR), dice=[2, SKID, 2, 1])
    assert needed(battle) == MOVING


@rule("owb.mortar.moving-target", "owb.vehicle.turn-procedure")
def test_where_everybody_rolls_a_car_comes_to_rest_in_its_drivers_turn() -> None:
    car = vehicle(CAR, "tank-medium", (10, 20), side="b", pace="normal", travel=4)
    names = ["gunner", "spotter", "operator", "gun-1", "gun-2", "gun-3", "passenger-1"]
    rolls = {"gun-1": 6, "operator": 5, "gunner": 2, "spotter": 2}
    battle = under_fire(
        car, dice=[rolls.get(name, 1) for name in names], options={"initiative": "individual"}
    )
    play(battle, Begin(person=f"{CAR}.gun-1"))
    assert needed(battle) == MOVING
    play(battle, EndVehicle(CAR), Begin(person=f"{CAR}.operator"))
    assert needed(battle) == STILL


@rule("owb.mortar.stationary-target", "owb.crew.no-operator-no-movement")
def test_a_car_that_nobody_is_left_in_stands_from_the_next_round_on() -> None:
    battle = under_fire(target(), man("karl", (20, 5), "b"))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 2), EndVehicle(CAR))
    battle.state.change(f"{CAR}.operator", out="dead", hp=0)
    assert needed(battle) == MOVING
    next_round(battle)
    assert needed(battle) == STILL
