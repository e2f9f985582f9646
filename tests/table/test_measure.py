from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import (
    Footprint,
    circle,
    distance,
    distance_to_outline,
    distance_to_point,
    distance_to_polyline,
    hull,
    overlap,
    place_in,
    polygon,
    rectangle,
    step,
    touching,
    within,
)
from tests.table.kit import (
    HEADINGS,
    Dot,
    LineString,
    MultiPoint,
    Polygon,
    bases,
    points,
    rectangles,
    shape_of,
    simple_outlines,
)

if TYPE_CHECKING:
    from sandtable.table import Point


def near(base: Footprint, other: Footprint) -> float:
    """How far the oracle's round bases may be off."""
    return 1e-5 if base.radius or other.radius else 1e-9


@given(bases, bases)
def test_distance_is_the_oracles(a: Footprint, b: Footprint) -> None:
    expected = shape_of(a).distance(shape_of(b))
    assert distance(a, b) == pytest.approx(expected, abs=near(a, b))
    assert distance(b, a) == pytest.approx(distance(a, b), abs=1e-12)


@given(bases, bases)
def test_overlap_is_a_shared_area(a: Footprint, b: Footprint) -> None:
    shared = shape_of(a).intersection(shape_of(b)).area
    if overlap(a, b):
        assert shared > 0.0 or a.radius or b.radius
        assert distance(a, b) == 0.0
    else:
        assert shared < 1e-4
    assert overlap(a, b) == overlap(b, a)


@given(bases, points)
def test_distance_to_a_point(a: Footprint, p: Point) -> None:
    expected = shape_of(a).distance(Dot(p))
    assert distance_to_point(a, p) == pytest.approx(expected, abs=1e-5 if a.radius else 1e-9)


@given(bases, st.lists(points, min_size=2, max_size=5))
def test_distance_to_a_polyline(a: Footprint, way: list[Point]) -> None:
    expected = shape_of(a).distance(LineString(way))
    assert distance_to_polyline(a, way) == pytest.approx(expected, abs=1e-5 if a.radius else 1e-9)


@given(bases, simple_outlines)
def test_distance_to_an_outline(a: Footprint, outline: tuple[Point, ...]) -> None:
    expected = shape_of(a).distance(Polygon(outline))
    assert distance_to_outline(a, outline) == pytest.approx(
        expected, abs=1e-5 if a.radius else 1e-9
    )


@given(simple_outlines, points)
def test_place_in_an_outline(outline: tuple[Point, ...], p: Point) -> None:
    shape = Polygon(outline)
    to_edge = shape.exterior.distance(Dot(p))
    place = place_in(p, outline)
    if to_edge > 1e-5:
        assert place == (1 if shape.contains(Dot(p)) else -1)
    elif to_edge < 1e-8:
        assert place == 0
    assert place_in(p, outline[::-1]) == place


@given(simple_outlines, st.integers(0, 8), st.floats(0, 1))
def test_points_of_the_edge_are_on_it(outline: tuple[Point, ...], edge: int, part: float) -> None:
    (ax, ay), (bx, by) = outline[edge % len(outline) - 1], outline[edge % len(outline)]
    assert place_in((ax + (bx - ax) * part, ay + (by - ay) * part), outline) == 0


@given(st.lists(points, min_size=1, max_size=12))
def test_hull_is_the_oracles(cloud: list[Point]) -> None:
    corners = hull(cloud)
    expected = MultiPoint(cloud).convex_hull
    assert set(corners) <= set(cloud)
    if len(corners) > 2:
        assert Polygon(corners).symmetric_difference(expected).area < 1e-9
    else:
        assert expected.area < 1e-9


@pytest.mark.parametrize("heading", HEADINGS)
def test_within_four_includes_four_at_any_heading(heading: float) -> None:
    a = rectangle(20, 20, heading, 1.2, 0.8)
    at = step(a.centre, heading, 4.0 + 0.8)
    assert within(a, a.at(*at), 4)
    at = step(a.centre, heading, 4.01 + 0.8)
    assert not within(a, a.at(*at), 4)
    at = step(a.centre, heading + 90, 4.0 + 1.2)
    assert within(a, a.at(*at), 4)
    assert distance(a, a.at(*at)) == pytest.approx(4.0, abs=1e-12)


@pytest.mark.parametrize("heading", HEADINGS)
def test_edge_to_edge_is_touching_and_not_overlap(heading: float) -> None:
    a = rectangle(20, 20, heading, 1.2, 0.8)
    beside = a.at(*step(a.centre, heading + 90, 1.2))
    assert touching(a, beside)
    assert distance(a, beside) <= 1e-12
    assert not overlap(a, beside)
    assert overlap(a, a.at(*step(a.centre, heading + 90, 1.19)))
    assert not touching(a, a.at(*step(a.centre, heading + 90, 1.26)))
    assert touching(a, a.at(*step(a.centre, heading + 90, 1.25)))


def test_corner_to_corner() -> None:
    a = rectangle(0, 0, 0, 2, 2)
    assert not overlap(a, rectangle(2, 2, 0, 2, 2))
    assert distance(a, rectangle(2, 2, 0, 2, 2)) == 0
    tip = rectangle(1 + sqrt(2), 0, 45, 2, 2)
    assert distance(a, tip) == 0
    assert not overlap(a, tip)
    assert overlap(a, tip.moved(-0.001, 0))
    assert distance(a, tip.moved(1, 0)) == pytest.approx(1)


def test_bases_that_cross_without_a_corner_inside() -> None:
    bar = rectangle(0, 0, 30, 10, 1)
    across = rectangle(0, 0, 120, 10, 1)
    assert distance(bar, across) == 0
    assert overlap(bar, across)


def test_one_base_inside_another() -> None:
    inner, outer = rectangle(0, 0, 20, 1, 1), rectangle(0, 0, 70, 9, 9)
    assert distance(inner, outer) == 0
    assert overlap(inner, outer)
    assert distance(circle(0, 0, 1), outer) == 0
    assert overlap(circle(0, 0, 1), outer)
    assert overlap(polygon([(0, 0), (1, 0), (0, 1)]), outer)


def test_round_bases() -> None:
    assert distance(circle(0, 0, 1), circle(3, 4, 1)) == 3
    assert touching(circle(0, 0, 1), circle(2, 0, 1))
    assert not overlap(circle(0, 0, 1), circle(2, 0, 1))
    assert overlap(circle(0, 0, 1), circle(1.99, 0, 1))
    assert not overlap(circle(0, 0, 1), rectangle(2, 2, 0, 2.4, 2.4))


@given(rectangles, rectangles, st.floats(0, 20))
def test_within_agrees_with_distance(a: Footprint, b: Footprint, limit: float) -> None:
    apart = distance(a, b)
    assume(abs(apart - limit - 1e-3) > 1e-9)
    assert within(a, b, limit) == (apart <= limit + 1e-3)
    assert hypot(a.x - b.x, a.y - b.y) >= apart
