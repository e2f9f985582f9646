from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import (
    Area,
    AreaSight,
    Block,
    Footprint,
    Ground,
    Line,
    LineSight,
    Sight,
    circle,
    polygon,
    rectangle,
    step,
)
from sandtable.table.obstruct import area_stops, line_stops
from tests.quick import few
from tests.table.kit import (
    Dot,
    LineString,
    Polygon,
    points,
    random_ground,
    random_point,
    shape_of,
    simple_outlines,
)

if TYPE_CHECKING:
    from sandtable.table import Point

WOOD = Area("w", "wood", ((10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0)), height=2)
NOTCHED = Area(
    "n",
    "wood",
    (
        (0.0, 0.0),
        (9.0, 0.0),
        (9.0, 6.0),
        (6.0, 6.0),
        (6.0, 3.0),
        (3.0, 3.0),
        (3.0, 6.0),
        (0.0, 6.0),
    ),
)
HEDGE = Line("h", "hedge", ((30.0, 0.0), (30.0, 10.0), (36.0, 10.0)), height=1)
HOUSE = Area("b", "house", ((40.0, 0.0), (44.0, 0.0), (44.0, 4.0), (40.0, 4.0)))
RULES: dict[str, AreaSight | LineSight] = {
    "wood": AreaSight(inside=2.0),
    "house": AreaSight(),
    "hedge": LineSight(),
}
SIGHT = Sight(Ground(60, 48, [WOOD, HOUSE], [HEDGE]), RULES)


def both_ways(sight: Sight, a: Point, b: Point, ignoring: frozenset[str] = frozenset()) -> bool:
    clear = sight.clear(a, b, ignoring)
    assert sight.clear(b, a, ignoring) == clear
    assert (sight.blocker(a, b, ignoring) is None) == clear
    assert (sight.blocker(b, a, ignoring) is None) == clear
    return clear


@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ((5, 5), (12, 5), True),  # 2.0 inside
        ((5, 5), (12.1, 5), False),
        ((15, 5), (17, 5), True),
        ((15, 5), (17.1, 5), False),
        ((18, 5), (25, 5), True),  # looking out
        ((17.9, 5), (25, 5), False),
        ((5, 5), (25, 5), False),  # through
        ((9, 8), (12, 11), False),  # through, with less than 2 inside
        ((9, 9), (11, 11), True),  # grazes the corner
        ((9, 10), (25, 10), True),  # along the edge
        ((10, 2), (10, 9), True),
        ((10, 5), (12, 5), True),  # starts on the edge, ends inside
        ((10, 9), (11, 10), False),  # from edge to edge
        ((10, 9), (12, 11), False),  # from the edge, in and out
        ((5, 5), (10, 5), True),  # ends on the edge
        ((9, 8), (11, 10), False),  # in, and ends on the far edge
        ((5, 5), (5, 5), True),
        ((15, 5), (15, 5), True),
        ((5, 20), (55, 20), True),
    ],
)
def test_areas(a: Point, b: Point, clear: bool) -> None:
    assert both_ways(SIGHT, a, b) == clear


@pytest.mark.parametrize("heading", [0, 30, 45, 90, 200, 315])
def test_two_inches_inside_at_any_angle(heading: float) -> None:
    base = rectangle(30, 24, heading, 8, 8)
    sight = Sight(Ground(60, 48, [Area("w", "wood", base.corners)]), RULES)
    outside = step(base.centre, heading, 9)
    assert both_ways(sight, outside, step(base.centre, heading, 2.0))
    assert not both_ways(sight, outside, step(base.centre, heading, 1.9))


@pytest.mark.parametrize(
    ("a", "b", "through_only", "two_inside"),
    [
        ((-1, 5), (10, 5), False, False),
        ((1, 5), (8, 5), False, False),  # left and entered again
        ((1, 5), (4, 5), True, True),
        ((1.5, 1), (1.5, 5.5), True, False),
        ((4, 5), (5, 5), True, True),
        ((2.5, 2.5), (3.5, 3.5), True, True),  # out through an inner corner
        ((2, 3), (4, 3), True, True),  # out and along an inner edge
        ((1, 1), (8, 1), True, False),
        ((2.5, 5), (6.5, 5), False, False),  # half an inch in both pieces
    ],
)
def test_concave_areas(a: Point, b: Point, through_only: bool, two_inside: bool) -> None:
    ground = Ground(60, 48, [NOTCHED])
    assert both_ways(Sight(ground, {"wood": AreaSight()}), a, b) == through_only
    assert both_ways(Sight(ground, RULES), a, b) == two_inside


def test_inside_lengths_are_summed_over_the_pieces_of_one_feature_only() -> None:
    sight = Sight(Ground(60, 48, [NOTCHED]), {"wood": AreaSight(through=False, inside=2.0)})
    assert both_ways(sight, (2, 5), (7, 5))
    assert not both_ways(sight, (1.9, 5), (7, 5))
    halves = [
        Area("a", "wood", ((0.0, 0.0), (2.0, 0.0), (2.0, 9.0), (0.0, 9.0))),
        Area("b", "wood", ((2.0, 0.0), (4.0, 0.0), (4.0, 9.0), (2.0, 9.0))),
    ]
    assert both_ways(Sight(Ground(60, 48, halves), {"wood": AreaSight(False, 2.0)}), (0, 5), (4, 5))


@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ((25, 5), (35, 5), False),
        ((25, 5), (30, 5), True),  # ends on it
        ((30, 5), (35, 5), True),  # starts on it
        ((25, 0), (35, 0), True),  # through its tip
        ((25, 5), (35, 15), True),  # touches the bend from outside
        ((25, 15), (35, 5), False),  # through the bend
        ((30, 2), (30, 9), True),  # along it
        ((25, 10), (40, 10), True),  # along it, on one side before and after
        ((30, -2), (30, 15), True),
    ],
)
def test_lines(a: Point, b: Point, clear: bool) -> None:
    assert both_ways(SIGHT, a, b) == clear


def test_ignored_features_do_not_block() -> None:
    assert both_ways(SIGHT, (25, 5), (35, 5), frozenset({"h"}))
    assert both_ways(SIGHT, (5, 5), (25, 5), frozenset({"w", "no such thing"}))
    assert not both_ways(SIGHT, (5, 5), (35, 5), frozenset({"w"}))
    always = Sight(SIGHT.ground, {"hedge": LineSight(unless_touched=False)})
    assert not both_ways(always, (25, 5), (35, 5), frozenset({"h"}))


def test_kinds_without_a_rule_never_block() -> None:
    assert both_ways(Sight(SIGHT.ground, {}), (5, 2), (55, 2))


def test_a_rule_must_suit_its_feature() -> None:
    with pytest.raises(ValueError, match="area 'w' of kind 'wood' has a rule for lines"):
        Sight(SIGHT.ground, {"wood": LineSight()})
    with pytest.raises(ValueError, match="line 'h' of kind 'hedge' has a rule for areas"):
        Sight(SIGHT.ground, {"hedge": AreaSight()})


def test_the_first_blocker_along_the_line() -> None:
    assert SIGHT.blocker((5, 2), (55, 2)) == Block("w", (12.0, 2.0))
    assert SIGHT.blocker((55, 2), (5, 2)) == Block("b", (44.0, 2.0))
    assert SIGHT.blocker((25, 2), (55, 2)) == Block("h", (30.0, 2.0))
    assert SIGHT.blocker((9, 8), (12, 11)) == Block("w", (10.0, 9.0))
    assert SIGHT.blocker((21, 20), (55, 20)) is None


def test_lines_off_the_table_are_answered_too() -> None:
    assert not both_ways(SIGHT, (-50, 5), (80, 5))
    assert not both_ways(SIGHT, (15, -500), (15, 700))
    assert both_ways(SIGHT, (-500, -500), (500, -600))
    assert SIGHT.sees(rectangle(-90, 20, 0, 1, 1), rectangle(90, 20, 0, 1, 1))
    assert not SIGHT.sees(rectangle(-90, 5, 0, 1, 1), rectangle(90, 5, 0, 1, 1))


def test_eyes_above_a_feature() -> None:
    assert SIGHT.blocker((5, 5), (25, 5), eyes=(2, 2)) is None  # as high as the wood
    assert SIGHT.blocker((5, 5), (25, 5), eyes=(1.9, 2)) == Block("w", (12.0, 5.0))
    # from 6 down to 1 over 20 inches: 2.25 high at the far edge of the wood, 2 at x = 21
    assert SIGHT.blocker((5, 5), (25, 5), eyes=(6, 1)) is None
    assert SIGHT.blocker((5, 5), (25, 5), eyes=(3, 0)) is not None
    assert SIGHT.blocker((25, 5), (35, 5), eyes=(1, 1)) is None
    assert SIGHT.blocker((25, 5), (35, 5), eyes=(1, 0.9)) == Block("h", (30.0, 5.0))
    assert SIGHT.blocker((25, 5), (35, 5), eyes=(2, 0)) is None
    assert not SIGHT.sees(rectangle(5, 5, 0, 1, 1), rectangle(25, 5, 0, 1, 1))
    assert SIGHT.sees(rectangle(5, 5, 0, 1, 1), rectangle(25, 5, 0, 1, 1), eyes=(3, 3))


def test_crossed_lines() -> None:
    assert [line.id for line in SIGHT.crossed_lines((25, 5), (35, 5))] == ["h"]
    assert SIGHT.crossed_lines((25, 5), (30, 5)) == ()


def test_bases_see_each_other_by_any_of_their_points() -> None:
    a = rectangle(5, 10.3, 90, 1.2, 0.8)
    b = rectangle(25, 10.3, 270, 1.2, 0.8)
    assert SIGHT.sees(a, b)
    assert not SIGHT.sees(a.at(5, 9.3), b.at(25, 9.3))
    assert SIGHT.sees(a.at(5, 9.4), b.at(25, 9.4))  # corners on y = 10, along the edge
    lines = list(SIGHT.clear_lines(a.at(5, 9.4), b.at(25, 9.4)))
    assert {(p[1], q[1]) for p, q in lines} == {(10.0, 10.0)}
    assert len(lines) == 9  # two corners and a midpoint each


def test_features_between() -> None:
    a, b = rectangle(5, 5, 0, 1, 1), rectangle(50, 5, 0, 1, 1)
    assert SIGHT.features_between(a, b) == ("w", "h")
    assert SIGHT.features_between(a.at(5, 4), b.at(50, 4)) == ("w", "b", "h")
    assert SIGHT.features_between(a.at(5, 30), b.at(50, 30)) == ()
    assert SIGHT.features_between(circle(15, 11, 1), circle(15, 20, 1)) == ("w",)
    assert SIGHT.features_between(circle(15, 11.1, 1), circle(15, 20, 1)) == ()


def test_a_sight_pickles() -> None:
    copy = pickle.loads(pickle.dumps(SIGHT))
    assert copy.blocker((5, 2), (55, 2)) == SIGHT.blocker((5, 2), (55, 2))


@given(simple_outlines, points, points, st.none() | st.floats(0, 8), st.booleans())
def test_areas_are_the_oracles(
    outline: tuple[Point, ...], a: Point, b: Point, inside: float | None, through: bool
) -> None:
    shape = Polygon(outline)
    line = LineString([a, b])
    assume(line.length > 0.01)
    # nothing on the edge, no corner on the line: there the rule has no fine print
    assume(min(shape.exterior.distance(Dot(p)) for p in (a, b)) > 1e-3)
    assume(min(line.distance(Dot(p)) for p in outline) > 1e-3)
    cut = line.intersection(shape)
    pieces = len(getattr(cut, "geoms", [cut])) if cut.length > 0 else 0
    ends = [shape.contains(Dot(a)), shape.contains(Dot(b))]
    expected = False
    if through:
        expected = pieces > 1 or (pieces == 1 and not any(ends))
    if inside is not None:
        assume(abs(cut.length - inside) > 1e-4)
        expected = expected or cut.length > inside
    sight = Sight(
        Ground(30, 30, [Area("w", "wood", outline)]), {"wood": AreaSight(through, inside)}
    )
    assert both_ways(sight, a, b) == (not expected)


@pytest.mark.parametrize("seed", range(4))
def test_the_quick_answer_is_the_plain_one(seed: int) -> None:
    random = Random(seed)
    ground = random_ground(random, areas=60, lines=20)
    rules: dict[str, AreaSight | LineSight] = {
        "wood": [AreaSight(inside=2.0), AreaSight(), AreaSight(False, 3.0), AreaSight(True, 0.0)][
            seed
        ],
        "hedge": LineSight(unless_touched=seed % 2 == 0),
    }
    sight = Sight(ground, rules)
    wood, hedge = rules["wood"], rules["hedge"]
    assert isinstance(wood, AreaSight)
    assert isinstance(hedge, LineSight)
    for i in range(few(1500)):
        a = b = random_point(random)
        if i % 2:
            b = random_point(random)
        else:
            b = (a[0] + random.randint(-6, 6), a[1] + random.uniform(-6, 6))
        ignoring = frozenset(f"{kind}{random.randrange(20)}" for kind in "wh" if i % 3)
        stops = {
            area.id: area_stops(a, b, area.outline, wood.through, wood.inside)
            for area in ground.areas
            if area.id not in ignoring
        }
        for line in ground.lines:
            if line.id not in ignoring or not hedge.unless_touched:
                stops[line.id] = line_stops(a, b, line.points)
        stopped = {at: name for name, at in stops.items() if at is not None}
        assert both_ways(sight, a, b, ignoring) == (not stopped)
        if stopped:
            first = sight.blocker(a, b, ignoring)
            assert first is not None
            assert stops[first.feature] == min(stopped)


def random_base(random: Random) -> Footprint:
    x, y = random_point(random)
    kind = random.randrange(8)
    if kind == 0:
        return circle(x, y, random.uniform(0.3, 1))
    if kind == 1:
        return polygon([(x, y), (x + 2, y), (x + 1, y + 2)])
    return rectangle(x, y, random.choice([0, 45, 90, random.uniform(0, 360)]), 1.2, 0.8)


@pytest.mark.parametrize("seed", range(3))
def test_seeing_is_any_clear_line_and_mutual(seed: int) -> None:
    random = Random(seed)
    ground = random_ground(random, areas=12, lines=6)
    sight = Sight(ground, RULES)
    seen = 0
    for _ in range(few(250)):
        a, b = random_base(random), random_base(random)
        if a.centre == b.centre:
            continue
        lines = list(sight.clear_lines(a, b))
        assert sight.sees(a, b) == bool(lines)
        assert sight.sees(b, a) == bool(lines)
        assert sight.sees(a, b) == bool(lines)  # the remembered answer
        assert {(q, p) for p, q in sight.clear_lines(b, a)} == set(lines)
        seen += bool(lines)
    assert few(25) < seen < few(225)


@pytest.mark.parametrize("seed", range(2))
def test_features_between_are_the_oracles(seed: int) -> None:
    random = Random(seed)
    ground = random_ground(random, areas=30, lines=15)
    sight = Sight(ground, RULES)
    for _ in range(few(120)):
        a, b = (rectangle(*random_point(random), random.uniform(0, 360), 1.2, 0.8) for _ in "ab")
        whole = shape_of(a).union(shape_of(b)).convex_hull
        found = sight.features_between(a, b)
        for area in ground.areas:
            if not 0 < Polygon(area.outline).distance(whole) < 1e-5:
                assert (area.id in found) == whole.intersects(Polygon(area.outline))
        for line in ground.lines:
            if not 0 < LineString(line.points).distance(whole) < 1e-5:
                assert (line.id in found) == whole.intersects(LineString(line.points))


def test_whatever_is_surely_hidden_is_hidden_on_every_line() -> None:
    random = Random(1944)
    hidden = 0
    for _ in range(few(30)):
        sight = Sight(random_ground(random, 15, 8), RULES)
        for _ in range(40):
            one, two = (
                rectangle(*random_point(random), random.uniform(0, 360), 1.5, 4.0) for _ in range(2)
            )
            if sight.surely_hidden(one, two):
                hidden += 1
                assert not sight.sees(one, two)
                assert all(sight.blocker(p, q) is not None for p in one.points for q in two.points)
    assert hidden > few(50)
