"""Searches for a point along a way."""

from __future__ import annotations

import pytest

from sandtable.mechanics.along import before_first, halved, last_free


@pytest.mark.parametrize("end", [0.3, 2.0, 7.77])
def test_halving_comes_as_near_as_it_is_told_to(end: float) -> None:
    found = halved(0.0, 8.0, lambda at: at <= end, 12)
    assert end - 8.0 / 2**12 <= found <= end


def test_halving_nothing_stays_where_it_was() -> None:
    assert halved(1.5, 8.0, lambda _: True, 0) == 1.5


def test_the_first_stop_counts_even_if_the_way_is_open_behind_it() -> None:
    found = before_first(10.0, lambda at: 3.0 <= at <= 4.0, 0.5, 20)
    assert found == pytest.approx(3.0, abs=1e-5)
    assert found < 3.0


def test_a_way_on_which_nothing_stops_anybody_is_gone_to_its_end() -> None:
    assert before_first(10.0, lambda _: False, 0.3, 20) == 10.0
    assert last_free(10.0, lambda _: False, 0.3, 20) == 10.0


def test_the_last_free_point_is_the_one_nearest_to_the_end() -> None:
    taken = [(2.0, 3.0), (8.0, 11.0)]

    def blocked(at: float) -> bool:
        return any(start < at < end for start, end in taken)

    assert last_free(10.0, blocked, 0.05, 30) == pytest.approx(8.0, abs=1e-6)
    assert last_free(10.0, blocked, 0.5) == 8.0


def test_where_all_is_taken_one_stays() -> None:
    assert last_free(3.0, lambda _: True, 0.5, 10) == 0.0
