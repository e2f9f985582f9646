from __future__ import annotations

import pickle
from math import sqrt

import pytest
from hypothesis import given

from sandtable.table import Footprint, bearing, circle, polygon, rectangle, step, turn, unit
from tests.table.kit import bases, headings, points, rectangles, shape_of


def test_corners_start_at_the_front_left_and_go_clockwise() -> None:
    base = rectangle(10, 20, 0, width=2, depth=1)
    assert base.corners == ((9, 20.5), (11, 20.5), (11, 19.5), (9, 19.5))
    assert base.front_edge == ((9, 20.5), (11, 20.5))


@pytest.mark.parametrize(
    ("heading", "front_left"),
    [(90, (10.5, 21)), (180, (11, 19.5)), (270, (9.5, 19)), (360, (9, 20.5)), (-90, (9.5, 19))],
)
def test_right_angles_have_no_rounding_noise(
    heading: float, front_left: tuple[float, float]
) -> None:
    assert rectangle(10, 20, heading, 2, 1).corners[0] == front_left


def test_half_right_angles_are_symmetric() -> None:
    corners = rectangle(0, 0, 45, 2, 2).corners
    assert corners == ((0, sqrt(2)), (sqrt(2), 0), (0, -sqrt(2)), (-sqrt(2), 0))
    assert unit(225) == (-sqrt(0.5), -sqrt(0.5))
    assert unit(150)[1] == -sqrt(0.75)
    assert unit(150)[0] == 0.5


def test_a_rectangle_has_nine_points() -> None:
    base = rectangle(0, 0, 0, 2, 4)
    assert base.points == (
        *((-1, 2), (1, 2), (1, -2), (-1, -2)),
        *((0, 2), (1, 0), (0, -2), (-1, 0)),
        (0, 0),
    )


def test_points_of_other_bases() -> None:
    assert polygon([(0, 0), (0, 4), (4, 0)]).points == (
        *((0, 0), (0, 4), (4, 0)),
        *((0, 2), (2, 2), (2, 0)),
    )
    rim = circle(1, 1, 1).points
    assert len(rim) == 9
    assert rim[0] == (1, 1)
    assert rim[3] == (2, 1)


def test_outlines_run_clockwise_whichever_way_they_are_given() -> None:
    assert polygon([(0, 0), (4, 0), (4, 4)]).corners == ((4, 4), (4, 0), (0, 0))
    assert polygon([(0, 0), (4, 4), (4, 0)]).corners == ((0, 0), (4, 4), (4, 0))


@pytest.mark.parametrize(
    "outline",
    [
        [(0, 0), (1, 1)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 0), (4, 0), (1, 1), (0, 4)],
        [(0, 0), (4, 4), (4, 0), (0, 4)],
        [(0, 0), (4, 0), (4, 0), (0, 4)],
        [(0, 0), (3, 5), (6, 0), (0, 3.6), (6, 3.6)],
    ],
)
def test_what_is_not_convex_is_refused(outline: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="not a convex outline"):
        polygon(outline)


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf")])
def test_sizes_must_be_sizes(size: float) -> None:
    with pytest.raises(ValueError, match="not a rectangle"):
        rectangle(0, 0, 0, size, 1)
    with pytest.raises(ValueError, match="not a circle"):
        circle(0, 0, size)


def test_a_base_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        rectangle(0, 0, 0, 1, 1).x = 2
    with pytest.raises(AttributeError, match="cannot be changed"):
        del rectangle(0, 0, 0, 1, 1).x


@given(bases)
def test_bases_compare_pickle_and_move(base: Footprint) -> None:
    copy = pickle.loads(pickle.dumps(base))
    assert copy == base
    assert hash(copy) == hash(base)
    assert copy.points == base.points
    assert base.moved(1, 0) != base
    back = base.moved(1, 2).at(base.x, base.y, base.heading)
    for (ax, ay), (bx, by) in zip(back.corners, base.corners, strict=True):
        assert abs(ax - bx) < 1e-9
        assert abs(ay - by) < 1e-9
    assert back.kind == base.kind
    assert back.width == base.width


@given(bases)
def test_box_and_reach_hold_the_whole_base(base: Footprint) -> None:
    shape = shape_of(base)
    assert shape.bounds == pytest.approx(base.box, abs=1e-5)
    assert shape.hausdorff_distance(shape.centroid) == pytest.approx(base.reach, abs=1e-4)


@given(rectangles, headings)
def test_turning_keeps_the_centre_and_the_area(base: Footprint, heading: float) -> None:
    turned = base.at(base.x, base.y, heading)
    assert turned.centre == base.centre
    assert shape_of(turned).area == pytest.approx(base.width * base.depth)
    front = turned.front_edge
    assert front is not None
    middle = ((front[0][0] + front[1][0]) / 2, (front[0][1] + front[1][1]) / 2)
    assert abs(turn(heading, bearing(base.centre, middle))) < 1e-6


@given(points, headings)
def test_bearing_undoes_step(p: tuple[float, float], heading: float) -> None:
    there = step(p, heading, 10)
    assert abs(turn(heading, bearing(p, there))) < 1e-6
