"""Going straight back along a free way."""

from __future__ import annotations

import pytest

from sandtable.mechanics.falling_back import clear_of, to_edge, to_free_spot
from sandtable.table import Point, distance, overlap, rectangle, step

TABLE = (60.0, 48.0)
BASE = rectangle(10.0, 10.0, 0.0, 2.0, 1.0)


def same(spot: Point) -> Point:
    return spot


@pytest.mark.parametrize(
    ("heading", "length"), [(0.0, 38.0), (90.0, 50.0), (180.0, 10.0), (270.0, 10.0)]
)
def test_how_far_the_edge_is(heading: float, length: float) -> None:
    assert to_edge((10.0, 10.0), heading, TABLE) == pytest.approx(length)


def test_aslant_the_nearer_edge_counts() -> None:
    assert to_edge((10.0, 10.0), 225.0, TABLE) == pytest.approx(10.0 * 2**0.5)


def test_whoever_stands_beyond_the_edge_has_nowhere_to_go() -> None:
    assert to_edge((10.0, -1.0), 180.0, TABLE) == 0.0


def test_one_stops_short_of_an_enemy_in_the_way() -> None:
    enemy = rectangle(10.0, 15.0, 0.0, 2.0, 1.0)
    free = clear_of(BASE, 0.0, 8.0, [enemy], 0.25)
    assert distance(BASE.at(*step(BASE.centre, 0.0, free)), enemy) == pytest.approx(0.25)


def test_an_enemy_beside_the_way_bars_nothing() -> None:
    assert clear_of(BASE, 0.0, 8.0, [rectangle(14.0, 15.0, 0.0, 2.0, 1.0)], 0.25) == 8.0


def test_one_who_is_too_near_already_may_go_away() -> None:
    assert clear_of(BASE, 0.0, 4.0, [rectangle(10.0, 8.9, 0.0, 2.0, 1.0)], 0.25) == 4.0


def test_nobody_goes_over_the_base_of_an_enemy_whom_he_touches() -> None:
    assert clear_of(BASE, 0.0, 4.0, [rectangle(10.0, 11.0, 0.0, 2.0, 1.0)], 0.25) < 0.01


def test_the_way_ends_where_there_is_room() -> None:
    other = rectangle(10.0, 14.0, 0.0, 2.0, 1.0)
    free = to_free_spot(BASE, 0.0, 4.0, [other], same)
    assert free == pytest.approx(3.0, abs=1e-5)
    assert not overlap(BASE.at(*step(BASE.centre, 0.0, free)), other)
    assert to_free_spot(BASE, 0.0, 6.0, [other], same) == 6.0
