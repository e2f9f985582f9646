"""Tables: rows, mappings and bands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.catalogue import Bands, CatalogueError, Cell, Table


def table(columns: tuple[str, ...], *rows: tuple[Cell, ...]) -> Table:
    return Table("xx.table.t", "1", "T", columns, rows)


SPEEDS = table(("piece", "speed", "fast"), ("man", 6, False), ("horse", 12, True))


def test_rows_as_dicts() -> None:
    assert SPEEDS.dicts()[1] == {"piece": "horse", "speed": 12, "fast": True}


def test_mapping_plain_and_typed() -> None:
    assert SPEEDS.mapping("piece", "speed") == {"man": 6, "horse": 12}
    speeds: dict[str, float] = SPEEDS.mapping("piece", "speed", str, float)
    assert speeds == {"man": 6.0, "horse": 12.0}
    assert type(speeds["man"]) is float


def test_mapping_refuses_a_key_that_occurs_twice() -> None:
    twice = table(("a", "b"), ("x", 1), ("x", 2))
    with pytest.raises(CatalogueError, match=r"xx.table.t, row 2: a 'x' occurs twice"):
        twice.mapping("a", "b")


def test_cells_of_another_type_are_refused_by_place() -> None:
    with pytest.raises(CatalogueError, match=r"row 1, column piece: 'man' is not of type int"):
        SPEEDS.column("piece", int)
    with pytest.raises(CatalogueError, match=r"row 1, column fast: False is not of type int"):
        SPEEDS.column("fast", int)


def test_unknown_column_says_which_there_are() -> None:
    with pytest.raises(CatalogueError, match=r"no column 'sped'; it has speed"):
        SPEEDS.column("sped", int)
    with pytest.raises(CatalogueError, match=r"it has piece, speed, fast"):
        SPEEDS.column("qqq", int)


RESULTS = table(("min", "max", "effect"), (3, 99, "out"), (-99, 0, "none"), (1, 2, "push"))


def test_bands_look_up_every_score_and_beyond() -> None:
    bands = RESULTS.bands("min", "max", "effect", str)
    scores = (-500, -99, 0, 1, 2, 3, 99, 500)
    assert [bands.lookup(score) for score in scores] == [
        *("none",) * 3,
        *("push",) * 2,
        *("out",) * 3,
    ]
    assert list(bands) == ["none", "push", "out"]
    assert len(bands) == 3
    assert "push" in repr(bands)
    assert RESULTS.problems() == []


def test_closed_bands_refuse_what_lies_outside() -> None:
    bands = Bands("xx.table.d6", [(1, 3, "low"), (4, 6, "high")])
    with pytest.raises(CatalogueError, match=r"no band holds 0 .lowest is 1"):
        bands.lookup(0)
    with pytest.raises(CatalogueError, match=r"no band holds 7 .highest is 6"):
        bands.lookup(7)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([(1, 3), (5, 6)], "no band holds 4 to 4 (a gap)"),
        ([(1, 3), (3, 6)], "the bands 1 to 3 and 3 to 6 overlap"),
        ([(3, 1)], "the band 3 to 1 runs backwards"),
        ([], "at least one row"),
    ],
)
def test_gaps_and_overlaps_are_found(rows: list[tuple[int, int]], fault: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        Bands("xx.table.t", [(low, high, "x") for low, high in rows])
    assert fault in str(caught.value)
    if rows:
        shaped = table(("min", "max", "effect"), *((low, high, "x") for low, high in rows))
        assert any(fault in problem for problem in shaped.problems())


def test_bands_need_whole_numbers() -> None:
    shaped = table(("min", "max", "effect"), (0.5, 2, "x"))
    assert shaped.problems() == ["field `rows`: `min` and `max` must be whole numbers"]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.integers(-20, 20))
def test_bands_agree_with_a_plain_search(widths: list[int], start: int) -> None:
    rows, low = [], start
    for number, width in enumerate(widths):
        rows.append((low, low + width - 1, number))
        low += width
    bands = Bands("xx.table.t", rows[::-1])
    for score in range(start, low):
        assert bands.lookup(score) == next(v for lo, hi, v in rows if lo <= score <= hi)
