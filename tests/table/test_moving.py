from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import (
    Footprint,
    Path,
    advance_to_contact,
    circle,
    contact_pose,
    contact_poses,
    distance,
    first_overlap,
    first_touch,
    overlap,
    polygon,
    rectangle,
    segment_meets,
    segment_touches,
    strip,
    swept,
)
from tests.table.kit import (
    HEADINGS,
    LineString,
    Polygon,
    bases,
    circles,
    points,
    rectangles,
    shape_of,
)

if TYPE_CHECKING:
    from sandtable.table import Point

lengths = st.floats(-9, 9).map(lambda value: round(value, 4))
shifts = st.tuples(lengths, lengths).filter(lambda d: abs(d[0]) + abs(d[1]) > 0.1)


@given(bases, shifts)
def test_the_swept_ground_is_the_hull(base: Footprint, shift: Point) -> None:
    there = base.moved(*shift)
    whole = shape_of(base).union(shape_of(there)).convex_hull
    found = shape_of(swept(base, there))
    assert found.symmetric_difference(whole).area < 1e-4
    assert swept(base, base) == base


def test_only_the_same_base_can_sweep() -> None:
    with pytest.raises(ValueError, match="keeps its shape"):
        swept(rectangle(0, 0, 0, 1, 1), rectangle(0, 5, 45, 1, 1))
    with pytest.raises(ValueError, match="keeps its shape"):
        swept(rectangle(0, 0, 0, 1, 1), rectangle(0, 5, 0, 2, 1))
    with pytest.raises(ValueError, match="keeps its shape"):
        swept(rectangle(0, 0, 0, 1, 1), circle(0, 5, 1))


@given(points, points, st.floats(0.2, 5))
def test_a_strip_is_a_flat_ended_buffer(a: Point, b: Point, width: float) -> None:
    line = LineString([a, b])
    assume(line.length > 0.01)
    band = strip(a, b, width)
    expected = line.buffer(width / 2, cap_style="flat")
    assert shape_of(band).symmetric_difference(expected).area < 1e-6
    assert band.width == pytest.approx(width)
    assert band.depth == pytest.approx(line.length)
    assert band.front_edge is not None
    assert LineString(band.front_edge).distance(LineString([b, b])) < 1e-9


def test_a_strip_touches_what_is_exactly_beside_it() -> None:
    band = strip((10, 0), (10, 20), 1.2)
    assert not overlap(band, rectangle(11.1, 5, 0, 1, 1))
    assert overlap(band, rectangle(11.09, 5, 0, 1, 1))
    with pytest.raises(ValueError, match="two different points"):
        strip((1, 1), (1, 1), 2)


@given(points, points, bases)
def test_segments_against_bases(a: Point, b: Point, base: Footprint) -> None:
    line, shape = LineString([a, b]), shape_of(base)
    inside = line.intersection(shape.buffer(-1e-4)).length
    if inside > 1e-3:
        assert segment_meets(a, b, base)
    if line.distance(shape) > 1e-4:
        assert not segment_touches(a, b, base)
    if segment_meets(a, b, base):
        assert segment_touches(a, b, base)
        assert line.intersection(shape).length > 0


def test_segments_that_graze() -> None:
    base = rectangle(5, 5, 0, 2, 2)
    for a, b in [((0, 6), (9, 6)), ((6, 0), (6, 9)), ((5, 7), (7, 5)), ((0, 5), (4, 5))]:
        assert not segment_meets(a, b, base)
        assert segment_touches(a, b, base)
    assert segment_meets((0, 5.99), (9, 5.99), base)
    assert not segment_meets((0, 1), (9, 1), circle(5, 0, 1))
    assert segment_touches((0, 1), (9, 1), circle(5, 0, 1))
    assert not segment_meets((5, 5), (5, 5), circle(5, 5, 1))


def test_a_base_runs_into_another() -> None:
    base = rectangle(0, 0, 0, 1, 1)
    wall = rectangle(0.5, 6, 0, 1, 2)
    found = first_overlap(base, [(0, 0), (0, 9)], [rectangle(0, 20, 0, 1, 1), wall])
    assert found is not None
    assert found == (4.5, wall)
    assert first_overlap(base, [(0, 0), (0, 4.5)], [wall]) is None
    touch = first_touch(base, [(0, 0), (0, 4.5)], [wall])
    assert touch is not None
    assert touch.at == pytest.approx(4.5)
    assert first_touch(base, [(0, 0), (0, 4.49)], [wall]) is None


def test_sliding_past_is_touching_and_not_overlapping() -> None:
    base, wall = rectangle(0, 0, 0, 1, 1), rectangle(1, 6, 0, 1, 2)
    assert first_overlap(base, [(0, 0), (0, 20)], [wall]) is None
    touch = first_touch(base, [(0, 0), (0, 20)], [wall])
    assert touch is not None
    assert touch.at == pytest.approx(4.5)
    assert first_touch(base, [(-0.01, 0), (-0.01, 20)], [wall]) is None


def test_passing_by_at_a_slant() -> None:
    base, other = rectangle(0, 0, 0, 1, 1), rectangle(5, 0, 0, 1, 1)
    assert first_overlap(base, [(0, 0), (10, 10)], [other], keep_heading=True) is None
    assert first_touch(base, [(0, 0), (10, 10)], [other], keep_heading=True) is None
    corner = first_touch(base, [(0, 0), (10, 2.5)], [other], keep_heading=True)  # corner to corner
    assert corner is not None
    assert corner.at == pytest.approx(sqrt(16 + 1))
    assert first_overlap(base, [(0, 0), (10, 2.5)], [other], keep_heading=True) is None
    assert first_overlap(base, [(0, 0), (10, 2.49)], [other], keep_heading=True) is not None


def test_a_base_in_contact_at_the_start_may_move_away_or_along() -> None:
    base, other = rectangle(0, 0, 0, 1, 1), rectangle(0, 1, 0, 1, 1)
    assert first_overlap(base, [(0, 0), (0, -5)], [other], keep_heading=True) is None
    assert first_overlap(base, [(0, 0), (5, 0)], [other], keep_heading=True) is None
    into = first_overlap(base, [(0, 0), (0, 5)], [other])
    assert into is not None
    assert into.at == 0
    inside = first_overlap(base.at(0, 0.5), [(0, 0.5), (0, -5)], [other], keep_heading=True)
    assert inside is not None
    assert inside.at == 0


def test_the_heading_follows_the_legs_or_is_kept() -> None:
    long = rectangle(0, 0, 0, 1, 4)
    post = rectangle(4, 6.2, 0, 0.2, 0.2)
    way = [(0, 0), (0, 5), (9, 5)]
    assert first_overlap(long, way, [post]) is None  # 0.5 to each side of the second leg
    kept = first_overlap(long, way, [post], keep_heading=True)
    assert kept is not None
    assert kept.at == pytest.approx(5 + 4 - 0.1 - 0.5)
    turning = first_overlap(long, way, [rectangle(1.5, 5, 0, 0.2, 0.2)])
    assert turning is not None
    assert turning.at == 5  # turned on the spot into it


@given(rectangles | circles, st.lists(st.tuples(rectangles | circles, lengths, lengths)), shifts)
def test_first_overlap_is_the_first(
    base: Footprint, around: list[tuple[Footprint, float, float]], shift: Point
) -> None:
    others = [other.at(base.x + dx, base.y + dy) for other, dx, dy in around]
    way = [base.centre, (base.x + shift[0], base.y + shift[1])]
    length = Path(way).length
    found = first_overlap(base, way, others, keep_heading=True)
    end = length if found is None else found.at
    if end > 1e-3:
        for i in range(21):
            at = Path(way).point_at(end * i / 20 - 1e-4)
            assert not any(overlap(base.at(*at), other) for other in others)
    if found is not None:
        assert distance(base.at(*Path(way).point_at(found.at)), found.other) < 1e-5
        ways = [Path(way).point_at(found.at + d) for d in (1e-5, 1e-4, 1e-3, 1e-2)]
        assert found.at > length - 1e-3 or any(overlap(base.at(*p), found.other) for p in ways)


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_charge_ends_in_exact_contact(heading: float) -> None:
    target = rectangle(20, 20, heading, 2, 1.5)
    for mover in (rectangle(10, 12, 45, 1.2, 0.8), rectangle(29, 22, 270, 3, 1)):
        poses = contact_poses(mover, target)
        assert len(poses) == 4
        for pose in poses:
            assert distance(pose, target) < 1e-9
            assert not overlap(pose, target)
            assert pose.front_edge is not None
            shared = (
                LineString(pose.front_edge)
                .buffer(1e-6)
                .intersection(Polygon(target.corners).exterior)
            )
            assert shared.length > min(mover.width, 1.5) - 1e-4
        assert contact_pose(mover, target) == poses[0]


def test_a_charge_at_a_round_or_odd_target() -> None:
    pose = contact_pose(rectangle(0, 0, 0, 1, 1), circle(0, 10, 2))
    assert pose.centre == pytest.approx((0, 7.5), abs=1e-5)
    pose = contact_pose(circle(0, 0, 1), rectangle(6, 0, 0, 2, 2))
    assert pose.centre == pytest.approx((4, 0), abs=1e-5)
    house = polygon([(10, 0), (14, 0), (10, 4)])
    pose = contact_pose(rectangle(0, 2, 0, 1, 1), house)
    assert pose == rectangle(9.5, 2, 90, 1, 1)


def test_advancing_straight_into_contact() -> None:
    mover, target = rectangle(0, 0, 45, 1, 1), rectangle(5, 5, 45, 1, 1)
    pose = advance_to_contact(mover, target, 10)
    assert pose is not None
    assert pose.x == pytest.approx(5 - sqrt(0.5))
    assert distance(pose, target) < 1e-9
    assert advance_to_contact(mover, target, 6) is None
    assert advance_to_contact(mover, target, 10, heading=90) is None
