from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import Ground, Line
from tests.table.kit import Dot, LineString, points

if TYPE_CHECKING:
    from sandtable.table import Point

BENT = ((0.0, 5.0), (5.0, 5.0), (10.0, 10.0))
HOOK = ((2.0, 0.0), (2.0, 6.0), (6.0, 6.0), (6.0, 0.0))
RING = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0), (2.0, 2.0))


def crossed(line: tuple[Point, ...], *path: Point) -> list[Any]:
    ground = Ground(48, 36, lines=[Line("h", "hedge", line)])
    return [round(crossing.at, 9) for crossing in ground.crossings(path)]


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        (BENT, [(2, 0), (2, 9)], [5]),
        (BENT, [(2, 0), (2, 5), (2, 9)], [5]),  # a corner of the path on the line
        (BENT, [(5, 0), (5, 9)], [5]),  # through a corner of the line
        (BENT, [(5, 0), (5, 5), (5, 9)], [5]),  # a corner of both
        (BENT, [(2, 0), (2, 5), (3, 0)], []),  # touches and returns
        (BENT, [(2, 0), (2, 5)], [5]),  # ends on it
        (BENT, [(2, 5), (2, 9)], []),  # starts on it
        (BENT, [(2, 5), (2, 0), (3, 0), (3, 9)], [11]),  # starts on it, crosses later
        (BENT, [(1, 0), (1, 5), (4, 5), (4, 0)], []),  # runs along and returns
        (BENT, [(1, 0), (1, 5), (4, 5), (4, 9)], [5]),  # runs along and goes over
        (BENT, [(1, 0), (1, 5), (5, 5), (7, 7), (7, 0)], []),  # along it round the bend and back
        (BENT, [(1, 0), (1, 5), (5, 5), (7, 7), (6, 9)], [5]),
        (BENT, [(1, 5), (4, 5)], []),  # on it throughout
        (BENT, [(1, 0), (1, 5), (4, 5)], [5]),  # ends on it after running along
        (BENT, [(-1, 0), (-1, 9)], []),  # past the tip
        (BENT, [(0, 0), (0, 9)], []),  # exactly through the tip
        (BENT, [(0, 0), (0, 5)], [5]),  # ends on the tip, coming from a side
        (BENT, [(-3, 5), (0, 5)], []),  # ends on the tip, coming straight along
        (BENT, [(3, 7), (5, 5), (7, 6)], [2.828427125]),
        (BENT, [(3, 7), (5, 5), (5, 9)], []),  # both on the wide side of the bend
        (BENT, [(4, 4), (5, 5), (9, 5)], []),  # both on the other side
        (HOOK, [(0, 3), (8, 3)], [2, 6]),  # twice over the same line
        (HOOK, [(0, 6), (8, 6)], []),  # along its top: touches from one side
        (HOOK, [(0, 8), (4, 6), (0, 4)], [pytest.approx(4.472135955), pytest.approx(6.708203932)]),
        (HOOK, [(0, 0), (9, 0)], []),  # through both tips
        (HOOK, [(0, 4), (4, 8)], []),  # touches a corner from outside
        (HOOK, [(4, 4), (0, 8)], [pytest.approx(2.828427125)]),  # out through the same corner
        (RING, [(0, 0), (4, 4)], [pytest.approx(2.828427125)]),  # through where it closes
        (RING, [(0, 4), (4, 0)], []),  # touches where it closes
        (RING, [(0, 4), (8, 4)], [2, 6]),
        (RING, [(0, 2), (4, 2), (4, 4)], [2]),  # along its lower side and in
    ],
)
def test_crossings(line: tuple[Point, ...], path: list[Point], expected: list[float]) -> None:
    assert crossed(line, *path) == expected
    assert crossed(line[::-1], *path) == expected


def test_crossings_come_in_order() -> None:
    ground = Ground(
        48,
        36,
        lines=[
            Line("b", "hedge", ((8.0, 0.0), (8.0, 9.0))),
            Line("a", "wall", ((3.0, 0.0), (3.0, 9.0))),
        ],
    )
    assert [(c.at, c.line.id) for c in ground.crossings([(0, 1), (9, 1)])] == [(3, "a"), (8, "b")]


@given(
    st.lists(points, min_size=2, max_size=4, unique=True),
    st.lists(points, min_size=2, max_size=4, unique=True),
)
def test_crossings_are_the_oracles_where_nothing_is_on_an_edge(
    path: list[Point], line: list[Point]
) -> None:
    route, wall = LineString(path), LineString(line)
    assume(min(wall.distance(Dot(p)) for p in path) > 1e-4)
    assume(min(route.distance(Dot(p)) for p in line) > 1e-4)
    expected = 0
    for leg in itertools.pairwise(path):
        for part in itertools.pairwise(line):
            expected += LineString(leg).crosses(LineString(part))
    assert len(crossed(tuple(line), *path)) == expected
    back = crossed(tuple(line), *path[::-1])
    assert sorted(round(route.length - at, 6) for at in back) == [
        pytest.approx(at, abs=1e-5) for at in crossed(tuple(line), *path)
    ]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=5))
def test_a_ring_is_crossed_as_often_as_the_path_changes_sides(steps: list[tuple[int, int]]) -> None:
    ring = ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 1.0))

    def on_edge(p: tuple[int, int]) -> bool:
        return max(abs(p[0] - 2), abs(p[1] - 2)) == 1

    assume(not on_edge(steps[0]) and not on_edge(steps[-1]))
    assume(all(a != b for a, b in itertools.pairwise(steps)))
    inside = [p == (2, 2) for p in (steps[0], steps[-1])]
    count = len(crossed(ring, *[(float(x), float(y)) for x, y in steps]))
    assert count % 2 == (inside[0] != inside[1])
