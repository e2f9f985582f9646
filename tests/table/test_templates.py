from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table import (
    Area,
    AreaSight,
    Footprint,
    Ground,
    Sight,
    any_under,
    as_area,
    centre_under,
    circle,
    cone,
    crests,
    height_at,
    hidden_by_ground,
    profile,
    rectangle,
    square,
    strip,
    teardrop,
    wholly_under,
)
from tests.table.kit import bases, circles, headings, points, rectangles, shape_of

templates = (
    circles
    | rectangles
    | st.builds(cone, points, headings, st.floats(2, 9), st.floats(1, 5))
    | st.builds(teardrop, points, headings, st.floats(4, 9), st.floats(0.5, 1.9))
)


@given(templates, bases)
def test_what_is_under_a_template(template: Footprint, base: Footprint) -> None:
    over, shape = shape_of(template), shape_of(base)
    shared = over.intersection(shape).area
    if shared > 1e-3:
        assert any_under(template, base)
    if over.distance(shape) > 1e-4:
        assert not any_under(template, base)
    if over.buffer(-1e-4).contains(shape):
        assert wholly_under(template, base)
    if shape.difference(over.buffer(1e-4)).area > 1e-6:
        assert not wholly_under(template, base)
    middle = shape_of(circle(*base.centre, 1e-4))
    if over.contains(middle):
        assert centre_under(template, base)
    if over.disjoint(middle):
        assert not centre_under(template, base)


def test_at_the_rim() -> None:
    blast = circle(0, 0, 3)
    assert not any_under(blast, rectangle(3.5, 0, 0, 1, 1))
    assert any_under(blast, rectangle(3.49, 0, 0, 1, 1))
    assert centre_under(blast, rectangle(3, 0, 0, 1, 1))
    assert not centre_under(blast, rectangle(3.01, 0, 0, 1, 1))
    assert wholly_under(blast, circle(2, 0, 1))
    assert not wholly_under(blast, circle(2.01, 0, 1))
    assert wholly_under(square(0, 0, 4), circle(1, 1, 1))
    assert not wholly_under(square(0, 0, 4), circle(1.01, 1, 1))
    assert not wholly_under(circle(0, 0, 1), circle(0, 0, 2))
    assert wholly_under(square(0, 0, 4, heading=45), rectangle(0, 0, 45, 4, 4))


def test_shapes() -> None:
    assert set(cone((5, 5), 180, 6, 2).corners) == {(5, 5), (4, -1), (6, -1)}
    flame = teardrop((0, 0), 0, 8, 1)
    assert flame.box == pytest.approx((-1, 0, 1, 8))
    assert (0, 0) in flame.corners
    with pytest.raises(ValueError, match="teardrop"):
        teardrop((0, 0), 0, 8, 5)


def test_smoke_stops_sight() -> None:
    smoke = as_area(strip((10, 0), (10, 8), 1), "s", "smoke")
    puff = as_area(circle(20, 4, 2), "p", "smoke")
    sight = Sight(Ground(48, 36, [smoke, puff]), {"smoke": AreaSight()})
    assert not sight.clear((5, 4), (15, 4))
    assert sight.clear((5, 8), (15, 8))
    assert not sight.clear((17, 4), (23, 4))
    assert sight.clear((15, 6), (25, 6))
    assert not sight.clear((15, 5.9), (25, 5.9))


HILL = Area("k1", "hill", ((10.0, 0.0), (30.0, 0.0), (30.0, 20.0), (10.0, 20.0)), height=1)
TOP = Area("k2", "hill", ((15.0, 5.0), (25.0, 5.0), (25.0, 15.0), (15.0, 15.0)), height=2)
WOOD = Area("w", "wood", ((0.0, 0.0), (12.0, 0.0), (12.0, 20.0), (0.0, 20.0)), height=5)
GROUND = Ground(48, 36, [HILL, TOP, WOOD])


def test_heights_of_a_stepped_hill() -> None:
    kinds = {"hill"}
    assert [height_at(GROUND, (x, 10), kinds) for x in (5, 10, 12, 15, 20, 31)] == [
        0,
        1,
        1,
        2,
        2,
        0,
    ]
    assert profile(GROUND, (5, 10), (35, 10), kinds) == (
        *((0, 5, 0), (5, 10, 1), (10, 20, 2), (20, 25, 1), (25, 30, 0)),
    )
    assert crests(GROUND, (5, 10), (35, 10), kinds) == (10, 20)
    assert crests(GROUND, (5, 10), (20, 10), kinds) == (10,)
    assert crests(GROUND, (5, 2), (35, 2), kinds) == (5, 25)
    assert crests(GROUND, (40, 2), (45, 2), kinds) == ()


def test_the_ground_hides() -> None:
    kinds = {"hill"}
    assert hidden_by_ground(GROUND, (5, 10), (35, 10), (1, 1), kinds) == 10
    assert hidden_by_ground(GROUND, (5, 10), (35, 10), (2, 2), kinds) is None
    assert hidden_by_ground(GROUND, (20, 10), (35, 10), (3, 1), kinds) is None
    assert hidden_by_ground(GROUND, (20, 10), (35, 10), (3, 0.5), kinds) is None
    dead = hidden_by_ground(GROUND, (20, 10), (28, 10), (2.5, 1.2), kinds)
    assert dead == pytest.approx(8 * 0.5 / 1.3)
