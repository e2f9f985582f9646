from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import (
    Footprint,
    Sector,
    beyond_front,
    circle,
    corner_sector,
    in_arc,
    in_field_of_fire,
    polygon,
    rectangle,
    sector,
    step,
)
from tests.table.kit import HEADINGS, Polygon, bases, rectangles, shape_of

if TYPE_CHECKING:
    from sandtable.table import Point

FIRER = rectangle(0.6, -0.4, 0, 1.2, 0.8)  # front corners (0, 0) and (1.2, 0)


def dot(x: float, y: float) -> Footprint:
    """A small base; of its corners the front-left is nearest to the right-hand ray, at (x, y)."""
    return rectangle(x + 0.05, y - 0.05, 0, 0.1, 0.1)


def test_a_point_exactly_on_the_ray_is_in_the_field_of_fire() -> None:
    assert in_field_of_fire(dot(6.2, 5.0), FIRER)
    assert not in_field_of_fire(dot(6.21, 5.0), FIRER)
    assert in_field_of_fire(rectangle(-5.05, 4.95, 0, 0.1, 0.1), FIRER)
    assert not in_field_of_fire(rectangle(-5.06, 4.95, 0, 0.1, 0.1), FIRER)


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_ray_is_closed_at_every_heading(heading: float) -> None:
    firer = rectangle(20, 20, heading, 1.2, 0.8)
    assert firer.front_edge is not None
    on_ray = step(firer.front_edge[1], heading + 45, 7)
    target = rectangle(*step(on_ray, heading + 135, 0.5), heading + 45, 1, 1)  # side along the ray
    assert in_field_of_fire(target, firer)
    assert not in_field_of_fire(target.at(*step(on_ray, heading + 135, 0.51)), firer)
    assert in_field_of_fire(circle(*step(on_ray, heading + 135, 0.5), 0.5), firer)
    assert not in_field_of_fire(circle(*step(on_ray, heading + 135, 0.51), 0.5), firer)


def test_a_neighbour_in_line_is_not_in_the_field_of_fire() -> None:
    assert not in_field_of_fire(FIRER.moved(1.2, 0), FIRER)
    assert not in_field_of_fire(FIRER.moved(-1.2, 0), FIRER)
    assert in_field_of_fire(FIRER.moved(0, 0.8), FIRER)
    assert not in_field_of_fire(FIRER.moved(0, -0.8), FIRER)


def test_a_large_target_may_hold_the_field_between_its_corners() -> None:
    assert in_field_of_fire(rectangle(0.6, 50, 0, 500, 2), FIRER)


@given(bases, rectangles, st.sampled_from([0.0, 15.0, 45.0, 60.0]))
def test_field_of_fire_is_the_oracles(target: Footprint, firer: Footprint, half: float) -> None:
    assert firer.front_edge is not None
    left, right = firer.front_edge
    far = [
        (p[0] + 300 * sin(radians(angle)), p[1] + 300 * cos(radians(angle)))
        for p, angle in ((right, firer.heading + half), (left, firer.heading - half))
    ]
    field = Polygon([left, right, *far])
    shape = shape_of(target)
    apart = field.distance(shape)
    assume(not 1e-9 < apart < 1e-4)
    ahead = field.intersection(shape).area
    assume(apart > 0 or ahead > 1e-3)
    assert in_field_of_fire(target, firer, half) == (apart == 0)


@pytest.mark.parametrize("half", [-1, 90, 180])
def test_half_angles_beyond_reason_are_refused(half: float) -> None:
    with pytest.raises(ValueError, match="half angle"):
        in_field_of_fire(FIRER, FIRER, half)


def test_partly_to_the_front() -> None:
    target = rectangle(10, 9.5, 0, 1.2, 1)  # front edge on y = 10
    assert beyond_front(rectangle(20, 9.9, 0, 1, 0.8), target)  # spans 9.5 to 10.3
    assert not beyond_front(rectangle(20, 9.6, 0, 1, 0.8), target)  # touches 10 from behind
    assert beyond_front(rectangle(20, 9.61, 0, 1, 0.8), target)


@pytest.mark.parametrize("heading", HEADINGS)
def test_touching_the_front_line_from_behind_is_not_beyond_it(heading: float) -> None:
    target = rectangle(20, 20, heading, 1.2, 0.8)
    beside = target.at(*step(target.centre, heading + 90, 7))
    assert not beyond_front(beside, target)
    assert beyond_front(beside.at(*step(beside.centre, heading, 0.01)), target)
    assert not beyond_front(circle(*step(beside.centre, heading, -0.1), 0.5), target)
    assert beyond_front(circle(*step(beside.centre, heading, -0.09), 0.5), target)


def test_the_front_of_a_base_without_a_front_edge() -> None:
    pillbox = polygon([(0, 0), (4, 0), (4, 4), (0, 4)], heading=90)
    assert beyond_front(rectangle(4, 9, 0, 1, 1), pillbox)
    assert not beyond_front(rectangle(3.5, 9, 0, 1, 1), pillbox)
    assert in_field_of_fire(circle(9, 0, 1), circle(0, 0, 1, 90))
    assert not in_field_of_fire(circle(-9, 0, 1), circle(0, 0, 1, 90))


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ((0, 5), Sector.FRONT),
        ((5, 5), Sector.FRONT),
        ((-5, 5), Sector.FRONT),
        ((5.01, 5), Sector.RIGHT),
        ((-5, 0), Sector.LEFT),
        ((5, -5), Sector.RIGHT),
        ((5, -5.01), Sector.REAR),
        ((0, -5), Sector.REAR),
    ],
)
def test_sectors(p: Point, expected: Sector) -> None:
    assert sector(rectangle(0, 0, 0, 2, 3), p) is expected


@pytest.mark.parametrize("heading", HEADINGS)
def test_sector_borders_at_every_heading(heading: float) -> None:
    base = rectangle(3, 4, heading, 2, 3)
    assert sector(base, step(base.centre, heading + 45, 6)) is Sector.FRONT
    assert sector(base, step(base.centre, heading - 135, 6)) is Sector.LEFT
    assert sector(base, step(base.centre, heading + 30, 6), front=60) is Sector.FRONT
    assert sector(base, step(base.centre, heading + 31, 6), front=60) is Sector.RIGHT
    assert in_arc(base, step(base.centre, heading - 60, 6), 120)
    assert not in_arc(base, step(base.centre, heading - 61, 6), 120)


def test_sectors_from_the_corners() -> None:
    tank = rectangle(0, 0, 0, 2, 4)
    assert corner_sector(tank, (4, 5)) is Sector.FRONT
    assert corner_sector(tank, (4.1, 5)) is Sector.RIGHT
    assert corner_sector(tank, (-4.1, 5)) is Sector.LEFT
    assert corner_sector(tank, (4, -5)) is Sector.RIGHT
    assert corner_sector(tank, (3.9, -5)) is Sector.REAR
