"""Vehicles of other sizes than the printed ones, and pivots in parts."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    Pivot,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.scenario import ScenarioError, Unit
from sandtable.table.grid import Square
from tests.whitebox.crash_kit import ALWAYS, SPINOUT
from tests.whitebox.driving_kit import CAR, FOE, paid, parked, refused, wheelman, where
from tests.whitebox.kit import ROWS, OwbBattle, fight, pass_all, play, rolled_all

rule = pytest.mark.rule
SIZES = [(1, 1), (3, 1), (2, 2), (5, 2), (5, 3), (6, 2), (6, 3)]


def built(length: int, width: int, facing: int, **status: Any) -> OwbBattle:
    """A battle with a truck of another size whose middle is near that of the map."""
    x = 18.0 + (0.5 if width % 2 and facing % 4 == 0 else 0.0)
    stats = {"length": length, "width": width, "hp": 90}
    one = Unit(
        id=CAR,
        sheet="truck-large",
        side="a",
        at=(x, ROWS / 2),
        facing=360.0 if facing == 0 else facing * 45.0,
        status={"stats": stats, "pace": "normal", "travel": 6, **status},
    )
    battle = fight(one, wheelman(), FOE)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    return battle


def aslant(length: int, width: int, middle: tuple[float, float]) -> set[Square]:
    """The squares whose centre lies in or on a rectangle that points to the north-east."""
    found = set()
    for x in range(36):
        for y in range(36):
            dx, dy = x - middle[0], y - middle[1]
            ahead, aside = (dx - dy) / sqrt(2), (dx + dy) / sqrt(2)
            if abs(ahead) <= length / 2 + 1e-9 and abs(aside) <= width / 2 + 1e-9:
                found.add((x, y))
    return found


@rule("owb.footprint.other-sizes-on-the-diagonal", "owb.vstat.broad-categories")
@pytest.mark.parametrize("size", SIZES[1:])
def test_on_the_diagonal_a_customised_vehicle_fills_what_lies_in_its_rectangle(
    size: tuple[int, int],
) -> None:
    battle = built(*size, 1)
    print_ = where(battle)
    x, y = print_.anchor
    assert print_.centre == (x + 0.5, y - 0.5)
    assert set(print_.squares) == aslant(*size, print_.centre)


@rule("owb.footprint.other-sizes-on-the-diagonal", "owb.footprint.straight-facing-block")
@pytest.mark.parametrize("facing", range(8))
def test_a_vehicle_of_one_square_fills_one_square_in_all_facings(facing: int) -> None:
    battle = built(1, 1, facing)
    assert len(where(battle).squares) == 1
    before = where(battle).squares[0]
    assert paid(battle, Drive(CAR, 2)) == 2
    steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    dx, dy = steps[facing]
    assert where(battle).squares == ((before[0] + 2 * dx, before[1] + 2 * dy),)


@rule("owb.turn.45-degrees", "owb.maneuver.quick-lane-change", "owb.mishap.spinout-travel-and-spin")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("facing", [0, 1])
def test_a_customised_vehicle_turns_changes_lanes_and_spins(
    size: tuple[int, int], facing: int
) -> None:
    battle = built(*size, facing)
    corner = where(battle).front_right
    assert paid(battle, Turning(CAR, "right", 45)) == 2
    dx, dy = ((1, -1), (1, 0))[facing]
    assert where(battle).front_right == (corner[0] + dx, corner[1] + dy)
    assert where(battle).facing == facing + 1
    left = where(battle).anchor
    assert paid(battle, ChangeLane(CAR, "left", quick=True)) == 2
    assert where(battle).anchor != left
    assert paid(battle, DriveDefensively(CAR)) == 2
    # The third check of a Wheelman of level 2 is rolled for, and fails.
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[6, SPINOUT, 1, 1, ALWAYS])
    assert rolled_all(battle)
    assert where(battle).facing == (facing + 1 - 5) % 8


@rule("owb.vstat.broad-categories")
@pytest.mark.parametrize("stats", [{"length": 0}, {"width": 13}, {"height": 2}])
def test_a_size_that_cannot_be_is_refused(stats: dict[str, int]) -> None:
    with pytest.raises(ScenarioError):
        parked("car", (10, 20), stats=stats)


# -- pivots ---------------------------------------------------------------------------------------


@rule("owb.mod.advanced-steering-pivot")
@pytest.mark.parametrize(
    ("turns", "facing"), [(["right", "right"], 2), (["right", "left"], 0), (["left", "left"], 6)]
)
def test_a_tank_may_pivot_by_45_degrees_twice_in_a_round(turns: list[Any], facing: int) -> None:
    battle = parked("tank-medium", (15, 15), add=["advanced-steering"])
    play(battle, SetPace(CAR, "stopped"))
    play(battle, Pivot(CAR, turns[0], 45))
    assert refused(battle, Pivot(CAR, turns[1], 90)) == "owb.mod.advanced-steering-pivot"
    play(battle, Pivot(CAR, turns[1], 45))
    assert where(battle).facing == facing
    assert refused(battle, Pivot(CAR, "right", 45)) == "owb.mod.advanced-steering-pivot"
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), Pivot(CAR, "left", 90))
    assert where(battle).facing == (facing - 2) % 8


@rule("owb.mod.advanced-steering-pivot", "owb.vmove.complete-stop")
def test_a_tank_that_came_to_a_stop_in_this_round_does_not_pivot_in_it() -> None:
    battle = parked("tank-medium", (15, 15), with_=[wheelman()], add=["advanced-steering"])
    play(battle, SetPace(CAR, "normal"), Drive(CAR, 2))
    play(battle, Turning(CAR, "right", 90, "bootleg"), dice=[ALWAYS])
    assert refused(battle, Pivot(CAR, "right", 45)) == "owb.mod.advanced-steering-pivot"
