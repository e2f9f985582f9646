"""Steps of vehicles of every size are the same in every facing, only turned."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import lane_beside, turned_by
from sandtable.rulebooks.whitebox.state.footprint import footprint, pivoted
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Hand,
)
from sandtable.table.grid import STEPS, Square

rule = pytest.mark.rule


SIZES = [(2, 1), (3, 2), (4, 2), (4, 3)]


# -- all facings and sizes ------------------------------------------------------------------------


def north_east(size: tuple[int, int]) -> tuple[list[Square], Square, Square]:
    """The shapes of the book's table: squares, front-left, front-right."""
    if size == (2, 1):
        return [(1, -1), (0, 0)], (1, -1), (1, -1)
    body = {
        (3, 2): [(1, -2), (0, -1), (1, -1), (2, -1), (0, 0), (1, 0)],
        (4, 2): [(1, -2), (0, -1), (1, -1), (2, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
        (4, 3): [
            *((0, -2), (1, -2), (-1, -1), (0, -1), (1, -1), (2, -1)),
            *((-1, 0), (0, 0), (1, 0), (2, 0), (0, 1), (1, 1)),
        ],
    }[size]
    return body, (1, -2), (2, -1)


def laid(size: tuple[int, int], facing: int, corner: Square, *, left: bool) -> set[Square]:
    """The squares of a vehicle with one of its front corners given, by the book's patterns."""
    length, width = size
    if facing % 2:
        squares, front_left, front_right = north_east(size)
    else:
        squares = [(i, j) for i in range(width) for j in range(length)]
        front_left, front_right = (0, 0), (width - 1, 0)
    at = front_left if left else front_right
    for _ in range(facing // 2):
        squares = [(-y, x) for x, y in squares]
        at = (-at[1], at[0])
    dx, dy = corner[0] - at[0], corner[1] - at[1]
    return {(x + dx, y + dy) for x, y in squares}


@rule("owb.turn.45-degrees", "owb.turn.90-degrees", "owb.footprint.front-corner-squares")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize("hand", ["left", "right"])
def test_turns_of_every_size_from_every_facing(
    size: tuple[int, int], facing: int, hand: Hand
) -> None:
    left = hand == "left"
    way = -1 if left else 1
    before = footprint(size, facing, (20, 20))
    x, y = before.front_left if left else before.front_right
    for degrees in (45, 90):
        facing = (facing + way) % 8
        x, y = x + STEPS[facing][0], y + STEPS[facing][1]
        after = turned_by(before, degrees, hand)
        assert after.facing == facing
        assert (after.front_left if left else after.front_right) == (x, y)
        assert set(after.squares) == laid(size, facing, (x, y), left=left)


def mirrored(squares: tuple[Square, ...]) -> set[Square]:
    return {(-x, y) for x, y in squares}


@rule("owb.turn.45-degrees", "owb.maneuver.lane-change", "owb.maneuver.quick-lane-change")
@pytest.mark.parametrize("size", SIZES)
def test_to_the_left_is_the_mirror_image_of_to_the_right(size: tuple[int, int]) -> None:
    wide = size[1] - 1
    right, left = footprint(size, 0, (0, 0)), footprint(size, 0, (-wide, 0))
    assert mirrored(right.squares) == set(left.squares)
    for degrees in (45, 90):
        one, two = turned_by(right, degrees, "right"), turned_by(left, degrees, "left")
        assert mirrored(one.squares) == set(two.squares)
    for quick in (False, True):
        there = lane_beside(right, "right", quick=quick)
        assert mirrored(there.squares) == set(lane_beside(left, "left", quick=quick).squares)


@rule("owb.footprint.pivot-on-the-spot")
@pytest.mark.parametrize("size", [(2, 1), (4, 2), (4, 3)])
@pytest.mark.parametrize("facing", range(8))
def test_half_a_turn_on_the_spot_fills_the_same_squares(size: tuple[int, int], facing: int) -> None:
    before = footprint(size, facing, (20, 20))
    assert set(pivoted(before, facing + 4).squares) == set(before.squares)


@rule("owb.maneuver.quick-lane-change")
def test_a_heavy_tank_aslant_shifts_east_and_twice_south_east() -> None:
    before = footprint((4, 3), 1, (20, 20))
    after = lane_beside(before, "right", quick=True)
    assert after.anchor == (20 + 1 + 2, 20 + 2)
