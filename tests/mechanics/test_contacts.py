"""Places of contact, and ways round."""

from __future__ import annotations

import math

import pytest

from sandtable.mechanics.contacts import Contacts, bends
from sandtable.table import Footprint, distance, overlap, rectangle

GOAL = rectangle(20.0, 20.0, 0.0, 2.0, 1.0)
TOUCH = 0.05


def drawn_back(end: Footprint, place: Footprint, away: float) -> Footprint:
    x, y = end.centre
    while overlap(end, place):
        x, y = x + 1e-4 * math.sin(math.radians(away)), y + 1e-4 * math.cos(math.radians(away))
        end = end.at(x, y)
    return end


def contacts(x: float, y: float, heading: float) -> Contacts:
    return Contacts(rectangle(x, y, heading, 2.0, 1.0), GOAL, TOUCH, drawn_back)


@pytest.mark.parametrize("heading", [0.0, 45.0, 180.0, 300.0])
def test_every_place_touches_and_none_overlaps(heading: float) -> None:
    found = [*contacts(15.0, 12.0, heading).anyhow()]
    assert len(found) > 20
    for end in found:
        assert distance(end, GOAL) <= TOUCH
        assert not overlap(end, GOAL)


def test_the_first_place_is_squarely_against_the_nearest_edge() -> None:
    first = next(contacts(20.0, 12.0, 0.0).anyhow())
    assert first.centre == pytest.approx((20.0, 19.0), abs=1e-3)
    assert first.heading == 0.0


@pytest.mark.parametrize("heading", [10.0, 100.0])
def test_whoever_keeps_his_facing_keeps_it_everywhere(heading: float) -> None:
    found = [*contacts(15.0, 12.0, heading).as_it_faces()]
    assert found
    assert {end.heading for end in found} == {heading}
    assert all(distance(end, GOAL) <= TOUCH for end in found)


def test_ways_round_are_no_longer_than_allowed() -> None:
    start, end, length = (0.0, 0.0), (6.0, 0.0), 8.0
    found = [*bends(start, end, length)]
    assert len(found) == 18
    assert all(math.dist(start, at) + math.dist(at, end) <= length + 1e-9 for at in found)
    assert {at[1] > 0 for at in found} == {True, False}


def test_where_the_straight_way_is_too_long_there_is_none_round() -> None:
    assert not [*bends((0.0, 0.0), (6.0, 0.0), 6.0)]
