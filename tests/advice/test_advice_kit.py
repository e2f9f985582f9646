"""The advice kit: the search for the best order, errands, and what kinds of orders are worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from sandtable.advice import Errand, Idea, Search, Worths, bounded, expected, shared_out, weighed
from sandtable.advice.errands import nearest
from sandtable.battle import Order


class March(Order, frozen=True, kw_only=False):
    """An order to try things with."""

    name: str


class Charge(March, frozen=True):
    """One that derives from it."""


class Wait(Order, frozen=True):
    """Another."""


def idea(promise: float, name: str, worth: float, tempered: float | None = None) -> Idea:
    temper = None if tempered is None else lambda _: (tempered, True)
    return Idea(promise, lambda: (worth, March(name)), temper)


def alone(one: Idea) -> Iterator[Idea]:
    return iter((one,))


def test_ideas_are_weighed_in_the_order_of_what_they_promise() -> None:
    search = Search(lambda _: True)
    search.think_of(
        map(alone, [idea(0.5, "a", 0.1), idea(0.9, "b", 0.2, tempered=0.3), idea(0.4, "c", 0.15)])
    )
    assert list(search.found(at_least=0.35)) == [(0.1, March("a")), (0.15, March("c"))]
    search.think_of(map(alone, [idea(0.3, "d", 0.25), idea(0.15, "e", 0.9)]))
    # "b" and "d" promise the same now, so the first that was thought of is looked at first.
    assert list(search.found()) == [(0.2, March("b")), (0.25, March("d"))]
    assert search.best == 0.25


def test_no_more_ideas_are_drawn_than_are_looked_at() -> None:
    search = Search(lambda _: True)
    many = (idea(1.0 - number / 10, str(number), 0.65) for number in range(9))
    search.think_of([many])
    assert list(search.found()) == [(0.65, March("0"))]
    assert [one.promise for one in many] == pytest.approx([0.5, 0.4, 0.3, 0.2])


def test_what_is_not_allowed_is_passed_over() -> None:
    search = Search(lambda order: order != March("best"))
    search.think_of(map(alone, [idea(0.9, "best", 0.8), idea(0.5, "good", 0.4)]))
    assert list(search.found()) == [(0.4, March("good"))]


def test_what_is_known_already_must_be_beaten() -> None:
    search = Search(lambda _: True, best=0.45)
    search.think_of(map(alone, [idea(0.9, "less", 0.45), idea(0.5, "more", 0.46)]))
    assert list(search.found()) == [(0.46, March("more"))]


def test_listed_orders_come_back_in_their_order_and_know_the_best_so_far() -> None:
    asked = []

    def worth(order: str, best: float) -> float:
        asked.append((order, best))
        return float(len(order))

    found = weighed(["ccc", "a", "bb"], len, worth)
    assert found == [(3.0, "ccc"), (1.0, "a"), (2.0, "bb")]
    assert asked == [("a", float("-inf")), ("bb", 1.0), ("ccc", 2.0)]


def test_nothing_is_looked_at_that_cannot_matter() -> None:
    looked: list[float] = []

    def bounds() -> Iterator[float]:
        for bound in (5.0, 3.0, 1.0, 0.5):
            looked.append(bound)
            yield bound

    assert bounded(bounds(), 2.0) == (1.0, False)
    assert looked == [5.0, 3.0, 1.0]
    assert bounded(bounds(), 0.5) == (0.5, True)


def test_goals_are_shared_out_by_what_they_count() -> None:
    ways = [(1.0, 5.0), (2.0, 4.0), (3.0, 3.5)]
    assert shared_out(ways, (2, 1)) == [(0, 0), (1, 0), (2, 1)]
    assert shared_out(ways, (1, 0)) == [(0, 0), (1, 0), (2, 0)]
    assert shared_out([], (1,)) == []


def test_an_errand_is_done_when_one_is_near_enough() -> None:
    errand = Errand((0.0, 10.0), 4.0)
    assert [errand.distance((0.0, y)) for y in (0.0, 6.0, 9.0)] == [6.0, 0.0, 0.0]
    assert nearest((0.0, 0.0), [(2, 2), (1, 5)], lambda a, b: max(map(abs, a))) == 2


def test_orders_are_worth_what_is_said_of_their_kind() -> None:
    worths = Worths({March: lambda state, order: state + len(order.name), Wait: 0.5}, otherwise=0.1)
    assert worths.of(1.0, March("on")) == 3.0
    assert worths.of(1.0, Charge("home")) == 5.0
    assert worths.of(1.0, Wait()) == 0.5
    assert worths.of(1.0, Order()) == 0.1


def test_odds_are_worth_their_average() -> None:
    chances = [("out", Fraction(1, 4)), ("none", Fraction(3, 4))]
    assert expected(chances, {"out": 1.0, "none": -0.2}) == pytest.approx(0.1)
