"""A feature that is proved to stop all lines between two bases does stop each of them."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table import Footprint, Point, circle, rectangle
from sandtable.table.across import Barrier, view_between
from sandtable.table.obstruct import area_stops, line_stops
from tests.quick import few

places = st.floats(-15.0, 15.0)
headings = st.floats(0.0, 360.0) | st.sampled_from((0.0, 45.0, 90.0, 180.0))
sizes = st.floats(0.5, 8.0)
bases = st.builds(rectangle, places, places, headings, sizes, sizes)
lines = st.lists(st.tuples(places, places), min_size=2, max_size=4, unique=True)


@st.composite
def outlines(draw: st.DrawFn) -> list[Point]:
    """A convex outline, or a dented one."""
    count = draw(st.integers(3, 7))
    x, y = draw(places), draw(places)
    wide, deep = draw(sizes), draw(sizes)
    dent = draw(st.sampled_from((1.0, 1.0, 0.2)))
    return [
        (
            x + wide * cos(2 * pi * k / count) * (1.0 if k else dent),
            y + deep * sin(2 * pi * k / count) * (1.0 if k else dent),
        )
        for k in range(count)
    ]


def proves(barrier: Barrier, one: Footprint, two: Footprint) -> bool:
    view = view_between(one, two)
    return view is not None and barrier.stops_all(view)


@settings(max_examples=few(600))
@given(outline=outlines(), one=bases, two=bases, through=st.booleans(), limited=st.booleans())
def test_an_area_that_is_proved_to_stop_all_lines_stops_each(
    outline: list[Point], one: Footprint, two: Footprint, through: bool, limited: bool
) -> None:
    inside = 2.0 if limited else None
    barrier = Barrier(outline, is_area=True, through=through, inside=inside)
    if proves(barrier, one, two):
        for p in one.points:
            for q in two.points:
                assert area_stops(p, q, outline, through, inside) is not None


@settings(max_examples=few(600))
@given(points=lines, one=bases, two=bases)
def test_a_line_that_is_proved_to_stop_all_lines_stops_each(
    points: list[Point], one: Footprint, two: Footprint
) -> None:
    if proves(Barrier(points, is_area=False), one, two):
        for p in one.points:
            for q in two.points:
                assert line_stops(p, q, points) is not None


HERE, THERE = rectangle(0, 0, 90, 2, 1), rectangle(20, 0, 270, 2, 1)


@pytest.mark.parametrize(
    ("points", "stops"),
    [
        ([(5, -3), (5, 3)], True),
        ([(5, -3), (9, 3)], True),
        ([(5, -3), (6, 0), (5, 3)], True),
        ([(5, -1.005), (5, 3)], False),  # too near to the outermost line to be sure
        ([(5, 0), (5, 3)], False),
        ([(-5, -3), (-5, 3)], False),
        ([(0, -3), (0, 3)], False),
        ([(5, 3), (9, 3)], False),
    ],
)
def test_a_line_lies_across_the_view_with_both_tips_beyond_it(
    points: list[Point], stops: bool
) -> None:
    assert proves(Barrier(points, is_area=False), HERE, THERE) is stops


@pytest.mark.parametrize(
    ("low", "high", "through", "inside", "stops"),
    [
        ((5, -3), (9, 3), True, None, True),
        ((5, -3), (9, 3), False, 2.0, True),
        ((5, -3), (6, 3), True, None, True),  # thin, but across
        ((5, -3), (6, 3), False, 2.0, False),  # too thin for the limit
        ((-3, -3), (5, 3), True, 2.0, True),  # from deep within it
        ((-3, -3), (5, 3), True, None, False),  # nobody enters who is in there
        ((-3, -3), (2, 3), True, 2.0, False),  # near the edge of it
        ((5, 2), (9, 3), True, 2.0, False),
        ((25, -3), (29, 3), True, 2.0, False),
    ],
)
def test_an_area_lies_across_the_view_or_holds_too_much_of_it(
    low: Point, high: Point, through: bool, inside: float | None, stops: bool
) -> None:
    outline = [low, (high[0], low[1]), high, (low[0], high[1])]
    barrier = Barrier(outline, is_area=True, through=through, inside=inside)
    assert proves(barrier, HERE, THERE) is stops


def test_nothing_is_proved_of_round_bases_dented_areas_or_bases_that_overlap() -> None:
    hedge = Barrier([(5, -3), (5, 3)], is_area=False)
    assert not proves(hedge, circle(0, 0, 1), THERE)
    assert not proves(hedge, HERE, HERE)
    assert not proves(hedge, HERE, rectangle(0.5, 0, 0, 2, 1))
    dented = Barrier([(5, -3), (9, -3), (6, 0), (9, 3), (5, 3)], is_area=True)
    assert not proves(dented, HERE, THERE)
