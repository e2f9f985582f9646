from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.table import Path
from tests.table.kit import LineString, points

if TYPE_CHECKING:
    from sandtable.table import Point

WAY = Path([(0, 0), (0, 4), (0, 4), (3, 4)])


def test_legs_and_headings() -> None:
    assert WAY.length == 7
    assert [(leg.start, leg.length, leg.heading) for leg in WAY.legs] == [(0, 4, 0), (4, 3, 90)]
    assert [WAY.heading_at(s) for s in (0, 3, 4, 4.1, 7, 99)] == [0, 0, 0, 90, 90, 90]
    assert (WAY.start, WAY.end) == ((0, 0), (3, 4))
    assert [WAY.point_at(s) for s in (-1, 0, 4, 5, 7, 8)] == [
        *((0, 0), (0, 0), (0, 4), (1, 4), (3, 4), (3, 4)),
    ]


def test_a_path_is_a_sequence_of_points() -> None:
    assert list(Path([(0, 0), (1, 1)])) == [(0, 0), (1, 1)]
    assert Path([(0, 0), (1, 1)]) == Path(((0.0, 0.0), (1.0, 1.0)))
    assert len({Path([(0, 0)]), Path([(0, 0)]), Path([(0, 1)])}) == 2
    assert WAY[1:][0] == (0, 4)


def test_no_path_without_points_and_no_heading_without_length() -> None:
    with pytest.raises(ValueError, match="not a path"):
        Path([])
    with pytest.raises(ValueError, match="not a path"):
        Path([(0, float("nan"))])
    with pytest.raises(ValueError, match="leads nowhere"):
        Path([(1, 1), (1, 1)]).heading_at(0)


@given(st.lists(points, min_size=2, max_size=6), st.floats(0, 1))
def test_paths_are_the_oracles(way: list[Point], part: float) -> None:
    path, line = Path(way), LineString(way)
    assume(line.length > 1e-3)
    s = line.length * part
    assert path.length == pytest.approx(line.length)
    assert path.point_at(s) == pytest.approx(line.interpolate(s).coords[0], abs=1e-9)
    before, after = path.cut(s)
    assert before.length == pytest.approx(s, abs=1e-5)
    assert before.length + after.length == pytest.approx(line.length, abs=1e-5)
    assert before.end == after.start
