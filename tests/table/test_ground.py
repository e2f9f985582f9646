from __future__ import annotations

import itertools
import pickle
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import Area, Ground, Line, Path, circle, rectangle
from tests.table.kit import Dot, LineString, Polygon, points, simple_outlines

if TYPE_CHECKING:
    from sandtable.table import Point

SQUARE = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))
NOTCHED = (
    (0.0, 0.0),
    (9.0, 0.0),
    (9.0, 6.0),
    (6.0, 6.0),
    (6.0, 3.0),
    (3.0, 3.0),
    (3.0, 6.0),
    (0.0, 6.0),
)
WOOD = Area("w", "wood", SQUARE)
GROUND = Ground(48, 36, [WOOD], [Line("h", "hedge", ((10.0, 0.0), (10.0, 8.0), (14.0, 8.0)))])

paths = st.lists(points, min_size=2, max_size=5, unique=True)


def parts(ground: Ground, path: list[Point]) -> list[tuple[Any, ...]]:
    return [
        (round(s.start, 9), round(s.end, 9), "".join(area.id for area in s.areas))
        for s in ground.stretches(path)
    ]


@pytest.mark.parametrize(
    ("areas", "lines", "message"),
    [
        ([Area("a", "wood", ((0, 0), (1, 1)))], [], "area 'a' needs at least 3 points"),
        ([Area("a", "wood", ((0, 0), (4, 4), (4, 0), (0, 4)))], [], "area 'a' crosses"),
        ([Area("a", "wood", ((0, 0), (4, 0), (2, 0)))], [], "area 'a' folds back"),
        ([Area("a", "wood", ((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)))], [], "area 'a' crosses"),
        ([Area("a", "wood", ((0, 0), (4, 0), (4, 4), (0, 0)))], [], "area 'a' repeats"),
        ([Area("a", "wood", ((0, 0), (4, 0), (4, float("nan"))))], [], "area 'a' has a point"),
        ([WOOD, WOOD], [], "two features have the id 'w'"),
        ([WOOD], [Line("w", "hedge", ((0, 0), (1, 1)))], "two features have the id 'w'"),
        ([], [Line("h", "hedge", ((0, 0),))], "line 'h' needs at least 2"),
        ([], [Line("h", "hedge", ((0, 0), (0, 0)))], "line 'h' repeats"),
        ([], [Line("h", "hedge", ((0, 0), (0, float("inf"))))], "line 'h' has a point"),
    ],
)
def test_malformed_terrain_is_refused_by_name(
    areas: list[Area], lines: list[Line], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Ground(10, 10, areas, lines)


def test_a_table_has_a_size() -> None:
    with pytest.raises(ValueError, match="width and a depth"):
        Ground(0, 10)


def test_a_ground_compares_pickles_and_cannot_be_changed() -> None:
    assert pickle.loads(pickle.dumps(GROUND)) == GROUND
    assert hash(pickle.loads(pickle.dumps(GROUND))) == hash(GROUND)
    assert Ground(48, 36, [WOOD]) != GROUND
    with pytest.raises(AttributeError, match="cannot be changed"):
        GROUND.width = 3


def test_terrain_comes_and_goes() -> None:
    smoke = Area("s", "smoke", ((30.0, 2.0), (36.0, 2.0), (36.0, 6.0)))
    fog = GROUND.revised(areas=[smoke], without={"w"})
    assert fog.areas == (smoke,)
    assert fog.lines == GROUND.lines
    assert fog.revised(areas=[WOOD], without={"s"}) == GROUND
    with pytest.raises(ValueError, match="two features"):
        GROUND.revised(areas=[WOOD])


def test_terrain_is_plain_data() -> None:
    coded = msgspec.json.encode(WOOD)
    assert msgspec.json.decode(coded, type=Area) == WOOD


def test_areas_at() -> None:
    assert GROUND.areas_at((4, 4)) == (WOOD,)
    assert GROUND.areas_at((6, 3)) == (WOOD,)
    assert GROUND.areas_at((6, 6)) == (WOOD,)
    assert GROUND.areas_at((6.01, 3)) == ()
    assert GROUND.area("w") is WOOD
    assert GROUND.line("h").kind == "hedge"
    with pytest.raises(KeyError):
        GROUND.area("h")


@given(simple_outlines, points)
def test_areas_at_is_the_oracles(outline: tuple[Point, ...], p: Point) -> None:
    shape = Polygon(outline)
    assume(not 1e-9 < shape.exterior.distance(Dot(p)) < 1e-5)
    inside = shape.distance(Dot(p)) < 1e-8
    ground = Ground(48, 36, [Area("a", "wood", outline)])
    assert bool(ground.areas_at(p)) == inside


def test_stretches_straight_through() -> None:
    assert parts(GROUND, [(0, 4), (8, 4)]) == [(0, 2, ""), (2, 6, "w"), (6, 8, "")]


def test_stretches_that_only_touch_are_dropped() -> None:
    assert parts(GROUND, [(0, 4), (4, 8), (8, 4)]) == [(0, pytest.approx(11.313708499), "")]
    assert parts(GROUND, [(0, 2), (8, 2)]) == [(0, 8, "")]
    assert parts(GROUND, [(0, 4), (2, 4), (0, 5)]) == [(0, pytest.approx(4.236067977), "")]


def test_a_path_that_ends_a_hair_beyond_the_edge_ends_on_it() -> None:
    end = 6 + 1e-7
    assert parts(GROUND, [(0, 4), (end, 4)]) == [(0, 2, ""), (2, end, "w")]


def test_stretches_around_corners_and_through_notches() -> None:
    notched = Ground(48, 36, [Area("n", "wood", NOTCHED)])
    assert parts(notched, [(-1, 5), (10, 5)]) == [
        *((0, 1, ""), (1, 4, "n"), (4, 7, ""), (7, 10, "n"), (10, 11, "")),
    ]
    assert parts(notched, [(-1, 1), (4, 1), (4, 2), (4, 5)]) == [
        *((0, 1, ""), (1, 7, "n"), (7, 9, "")),
    ]
    # through the two inner corners of the notch, on the inside all the way
    assert parts(notched, [(1, 3), (8, 3)]) == [(0, 2, "n"), (2, 5, ""), (5, 7, "n")]
    assert parts(notched, [(1, 1), (5, 5)])[0] == (0, pytest.approx(2.828427125), "n")


def test_stretches_tell_overlapping_areas_apart() -> None:
    hill = Area("k", "hill", ((4.0, 0.0), (9.0, 0.0), (9.0, 9.0), (4.0, 9.0)))
    assert parts(Ground(48, 36, [WOOD, hill]), [(0, 4), (10, 4)]) == [
        *((0, 2, ""), (2, 4, "w"), (4, 6, "wk"), (6, 9, "k"), (9, 10, "")),
    ]


def test_a_path_of_no_length_has_no_stretches() -> None:
    assert GROUND.stretches([(1, 1), (1, 1)]) == ()
    assert GROUND.stretches([(1, 1)]) == ()


@given(st.lists(simple_outlines, min_size=1, max_size=3), paths)
def test_stretches_are_the_oracles(outlines: list[tuple[Point, ...]], path: list[Point]) -> None:
    areas = [Area(f"a{i}", "wood", outline) for i, outline in enumerate(outlines)]
    ground = Ground(48, 36, areas)
    stretches = ground.stretches(path)
    whole = LineString(path)
    assume(whole.length > 1e-3)
    assert stretches[0].start == 0
    assert stretches[-1].end == pytest.approx(whole.length)
    for before, after in itertools.pairwise(stretches):
        assert before.end == after.start
        assert before.areas != after.areas
    legs = [LineString(leg) for leg in itertools.pairwise(path)]
    for area in areas:
        shape = Polygon(area.outline)
        expected = sum(
            leg.intersection(shape).length - leg.intersection(shape.exterior).length for leg in legs
        )
        found = sum(s.length for s in stretches if area in s.areas)
        assert found == pytest.approx(expected, abs=1e-4)
    for s in stretches:
        middle = Dot(Path(path).point_at((s.start + s.end) / 2))
        for area in areas:
            shape = Polygon(area.outline)
            if shape.exterior.distance(middle) > 1e-5:
                assert (area in s.areas) == shape.contains(middle)


def test_lines_touched() -> None:
    assert GROUND.lines_touched(rectangle(9.5, 4, 0, 1, 1)) == {"h"}
    assert GROUND.lines_touched(rectangle(9.45, 4, 0, 1, 1)) == {"h"}
    assert GROUND.lines_touched(rectangle(9.44, 4, 0, 1, 1)) == set()
    assert GROUND.lines_touched(rectangle(10, 4, 30, 1, 1)) == {"h"}
    assert GROUND.lines_touched(circle(12, 9, 1)) == {"h"}
    assert GROUND.lines_touched(circle(12, 9.2, 1), tolerance=0.1) == set()


def test_table_edges() -> None:
    base = rectangle(10, 30, 90, 2, 4)  # x 8 to 12, y 29 to 31
    assert [GROUND.edge_distance(base, edge) for edge in ("north", "south", "east", "west")] == [
        *(5, 29, 36, 8),
    ]
    assert GROUND.nearest_edge(base) == "north"
    assert GROUND.edge_distance(base.at(47, 30), "east") == 0
    assert GROUND.contains(base)
    assert GROUND.contains(base.at(46, 35))
    assert not GROUND.contains(base.at(46.01, 35))
    assert not GROUND.contains(base.at(1.9, 30))
    with pytest.raises(ValueError, match="no edge 'up'"):
        GROUND.edge_distance(base, "up")  # type: ignore[arg-type]
