from __future__ import annotations

from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table import Sector, grid
from sandtable.table.gridbase import (
    ahead_and_right,
    base_distance,
    base_sector,
    edge_adjacent,
    grid_base,
    moved,
    on_map,
    pivoted,
    placed_by_corner,
    wheeled,
)
from tests.table.kit import LineString, shapely

squares = st.tuples(st.integers(-8, 8), st.integers(-8, 8))
eighths = st.integers(-24, 24).map(lambda n: n / 8)


def test_distances() -> None:
    assert grid.distance((0, 0), (6, 5)) == 6
    assert grid.alternate_distance((0, 0), (6, 5)) == 8
    assert grid.alternate_distance((0, 0), (0, -5)) == 5
    assert grid.diagonal_steps([(0, 0), (1, 1), (2, 2), (2, 3)]) == 2


@given(squares, squares)
def test_alternate_distance_is_the_cost_of_the_best_walk(a: grid.Square, b: grid.Square) -> None:
    straight = abs(abs(b[0] - a[0]) - abs(b[1] - a[1]))
    diagonal = min(abs(b[0] - a[0]), abs(b[1] - a[1]))
    assert grid.alternate_distance(a, b) == straight + sum(1 + i % 2 for i in range(diagonal))


@pytest.mark.parametrize(
    ("dx", "dy", "facing"),
    [(5, -2, 2), (7, -3, 1), (0, -1, 0), (1, 1, 3), (0, 4, 4), (-3, 3, 5), (-9, 1, 6), (-2, -1, 7)],
)
def test_facing_to(dx: int, dy: int, facing: int) -> None:
    assert grid.facing_to((3, 3), (3 + dx, 3 + dy)) == facing


def test_no_facing_to_oneself() -> None:
    with pytest.raises(ValueError, match="no direction"):
        grid.facing_to((1, 1), (1, 1))


@pytest.mark.parametrize(
    ("facing", "square", "inside"),
    [
        *((0, (3, -3), True), (0, (4, -3), False), (2, (3, 3), True), (4, (-2, 2), True)),
        *((6, (-2, 3), False), (1, (0, -5), True), (1, (5, 0), True), (1, (5, 1), False)),
        *((5, (-1, 9), True), (7, (0, 0), True)),
    ],
)
def test_arcs(facing: int, square: grid.Square, inside: bool) -> None:
    assert grid.in_arc((0, 0), facing, square) == inside


def test_blasts() -> None:
    seven = grid.blast((10, 10), 3)
    assert (13, 7) in seven
    assert (14, 10) not in seven
    assert len(grid.blast((10, 10), 2)) == 25


def test_cones() -> None:
    north = grid.cone((0, 0), (0, -8), 15, [(1, 3), (11, 5)])
    for square, inside in {
        (1, -1): True,
        (-1, -10): True,
        (2, -11): True,
        (2, -10): False,
        (0, 1): False,
        (0, 0): False,
        (0, -16): False,
        (0, -15): True,
    }.items():
        assert (square in north) == inside
    diagonal = grid.cone((0, 0), (6, -6), 15, [(1, 3), (11, 5)])
    assert (3, -5) in diagonal
    assert (2, -5) not in diagonal


def test_squares_on_the_table() -> None:
    assert grid.to_table((0, 0), rows=36) == (0.5, 35.5)
    assert grid.to_table((35, 35), rows=36) == (35.5, 0.5)
    for square in [(0, 0), (7, 30), (35, 35)]:
        assert grid.to_square(grid.to_table(square, 36), 36) == square


def test_lines_through_corners() -> None:
    way = grid.line((0, 0), (3, 3))
    assert way.squares == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert way.corners[0] == ((0, 0), (1, 1), ((0, 1), (1, 0)))
    assert len(way.corners) == 3
    assert way.edges == ()
    assert grid.line((0, 0), (2, 1)).edges == (
        *(((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (2, 1))),
    )
    assert grid.line((2, 2), (2, 2)).squares == ((2, 2),)


def test_lines_along_borders_and_from_corners() -> None:
    assert grid.line((0.5, 0), (0.5, 4)).squares == ()
    assert grid.line((0.5, 0.5), (2, 2)).squares == ((1, 1), (2, 2))
    assert len(grid.line((0.5, 0.5), (2, 2)).corners) == 1
    with pytest.raises(ValueError, match="1/1024"):
        grid.line((0.1, 0), (1, 1))


@given(eighths, eighths, eighths, eighths)
def test_lines_are_the_oracles(ax: float, ay: float, bx: float, by: float) -> None:
    way = LineString([(ax, ay), (bx, by)])
    found = grid.line((ax, ay), (bx, by)).squares
    if (ax, ay) == (bx, by):
        assert found == ((floor(ax + 0.5), floor(ay + 0.5)),)
        return
    expected = set()
    for x in range(-4, 5):
        for y in range(-4, 5):
            inside = shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5).buffer(
                -1e-7, join_style="mitre"
            )
            if way.intersection(inside).length > 1e-5:
                expected.add((x, y))
    assert set(found) == expected
    assert len(found) == len(expected)
    assert grid.line((bx, by), (ax, ay)).squares == found[::-1]


def test_straight_bases() -> None:
    tank = grid_base(4, 2, 2, (5, 5))
    assert tank.squares == {(x, y) for x in range(2, 6) for y in (5, 6)}
    assert (tank.front_left, tank.front_right) == ((5, 5), (5, 6))
    assert grid_base(4, 2, 0, (0, 0)).centre == (0.5, 1.5)


@pytest.mark.parametrize(
    ("size", "expected", "left", "right", "centre"),
    [
        ((2, 1), "1,-1 0,0", (1, -1), (1, -1), (0.5, -0.5)),
        ((3, 2), "1,-2 0,-1 1,-1 2,-1 0,0 1,0", (1, -2), (2, -1), (0.75, -0.75)),
        ((4, 2), "1,-2 0,-1 1,-1 2,-1 -1,0 0,0 1,0 0,1", (1, -2), (2, -1), (0.5, -0.5)),
        (
            (4, 3),
            "0,-2 1,-2 -1,-1 0,-1 1,-1 2,-1 -1,0 0,0 1,0 2,0 0,1 1,1",
            (1, -2),
            (2, -1),
            (0.5, -0.5),
        ),
    ],
)
def test_diagonal_bases(
    size: tuple[int, int],
    expected: str,
    left: grid.Square,
    right: grid.Square,
    centre: grid.GridPoint,
) -> None:
    base = grid_base(*size, 1, (0, 0))
    assert base.squares == {tuple(map(int, pair.split(","))) for pair in expected.split()}
    assert (base.front_left, base.front_right, base.centre) == (left, right, centre)
    assert len(base.squares) == size[0] * size[1]
    south_east = grid_base(*size, 3, (0, 0))
    assert south_east.squares == {(-y, x) for x, y in base.squares}


def test_a_single_square_is_one_square_in_all_facings() -> None:
    assert {grid_base(1, 1, f, (3, 4)).squares for f in range(8)} == {frozenset({(3, 4)})}
    with pytest.raises(ValueError, match="at least 1 x 1"):
        grid_base(0, 1, 0, (0, 0))


def test_turns_about_the_front_inside_corner() -> None:
    tank = wheeled(grid_base(4, 2, 0, (0, 0)), right=True)
    assert (tank.facing, tank.front_right, tank.front_left, tank.anchor) == (
        *(1, (2, -1), (1, -2), (0, 0)),
    )
    tank = wheeled(tank, right=True)
    assert (tank.facing, tank.front_right) == (2, (3, -1))
    assert tank.squares == {(x, y) for x in range(4) for y in (-2, -1)}
    left = wheeled(grid_base(4, 2, 0, (0, 0)), right=False)
    assert (left.facing, left.front_left) == (7, (-1, -1))


@given(st.integers(1, 5), st.integers(1, 3), st.integers(0, 7), squares, st.booleans())
def test_placing_by_a_corner(
    length: int, width: int, facing: int, corner: grid.Square, right: bool
) -> None:
    base = placed_by_corner(length, width, facing, corner, right)
    assert (base.front_right if right else base.front_left) == corner
    assert corner in base.squares


def test_pivots() -> None:
    east = pivoted(grid_base(4, 2, 0, (0, 0)), 2)
    assert east.front_left == (2, 1)
    assert east.squares == {(x, y) for x in range(-1, 3) for y in (1, 2)}
    car = pivoted(grid_base(3, 2, 0, (0, 0)), 1)
    assert (car.centre, car.front_left, car.front_right) == ((0.75, 1.25), (1, 0), (2, 1))


@given(st.integers(1, 5), st.integers(1, 3), st.integers(0, 7))
def test_a_half_turn_on_the_spot_fills_the_same_squares(
    length: int, width: int, facing: int
) -> None:
    base = grid_base(length, width, facing, (0, 0))
    if facing % 2 == 0:
        assert pivoted(base, facing + 4).squares == base.squares
    assert pivoted(base, facing) == base


def test_neighbours_of_bases() -> None:
    tank = grid_base(4, 2, 0, (0, 0))
    assert base_distance(tank, grid_base(1, 1, 0, (5, -3))) == 4
    assert edge_adjacent(tank, grid_base(1, 1, 0, (2, 3)))
    assert not edge_adjacent(tank, grid_base(1, 1, 0, (2, 4)))
    assert base_distance(tank, grid_base(1, 1, 0, (2, 4))) == 1
    assert moved(tank, 0).anchor == (0, -1)
    assert on_map(tank, 2, 4)
    assert not on_map(tank, 2, 3)


def test_sides_of_a_base() -> None:
    tank = grid_base(4, 2, 0, (0, 0))
    assert ahead_and_right(tank, (4, -3)) == (4.5, 3.5)
    assert base_sector(tank, (4, -3)) is Sector.FRONT
    assert base_sector(tank, (5, -3)) is Sector.RIGHT
    assert base_sector(tank, (-4, 2)) is Sector.LEFT
    assert base_sector(tank, (0, 9)) is Sector.REAR
    assert base_sector(tank, (4, 6)) is Sector.RIGHT  # on the line: the side goes before the rear
    assert base_sector(grid_base(4, 2, 1, (0, 0)), (5, -5)) is Sector.FRONT
