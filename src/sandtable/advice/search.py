"""The search for the best order: what promises most is looked at closely, the rest is left.

To find out what an order is worth takes long; to say what it can be worth at the most is quick. So
orders are weighed in the order of what they promise, until nothing is left that promises more than
the best that was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

from sandtable.battle import Order

O = TypeVar("O")  # noqa: E741 - an order

MANY: Final = 1_000_000
"""No source has so many ideas."""

WELL_BEHIND: Final = 0.02
"""An idea is looked at more closely until it promises less than the next one by this much.

It must be more than 0, or two ideas that promise the same would wait for each other for ever."""


class Idea(NamedTuple):
    """An order to think of, with the most that it can be worth.

    Attributes:
        promise: The most that it can be worth.
        weigh: Works out what it is really worth, or finds that it cannot be given.
        temper: Works out a promise that is nearer to the truth, at less cost than to weigh it, and
            says whether it can be no nearer; it is told how much there is to be had elsewhere, and
            need not be exact where the promise is no more.
        number: Of ideas that promise the same, the one with the lowest number goes first.
    """

    promise: float
    weigh: Callable[[], tuple[float, Order] | None]
    temper: Callable[[float], tuple[float, bool]] | None = None
    number: int = 0


class Search:
    """Looks closely at what promises most, until nothing is left that promises more.

    Args:
        allows: Whether an order may be given.
        best: What the best order is worth that is known so far.
    """

    def __init__(self, allows: Callable[[Any], bool], best: float = 0.0) -> None:
        self.best = best
        self._allows = allows
        self._waiting: list[tuple[float, int, Idea, Iterator[Idea] | None]] = []
        self._sources = count()

    def think_of(self, sources: Iterable[Iterator[Idea]]) -> None:
        """Have these looked at as well, each source in the order of what its ideas promise.

        Of those that promise the same the first source goes first. No more is drawn from a source
        than is looked at.
        """
        for source in sources:
            self._draw(source, next(self._sources) * MANY)

    def _draw(self, source: Iterator[Idea], first: int) -> None:
        idea = next(source, None)
        if idea is not None:
            heappush(self._waiting, (-idea.promise, first + idea.number, idea, source))

    def found(self, at_least: float = 0.0) -> Iterator[tuple[float, Order]]:
        """Orders that are allowed and worth more than the best that was known before.

        What promises less than so much is left for later.
        """
        waiting = self._waiting
        while waiting and -waiting[0][0] > self.best and -waiting[0][0] >= at_least:
            _, number, idea, source = heappop(waiting)
            if source is not None:
                self._draw(source, number - idea.number)
            if idea.temper is not None:
                # What falls well behind the next one need be known no better for now.
                rival = -waiting[0][0] if waiting else 0.0
                behind = min(rival, idea.promise) - WELL_BEHIND
                promise, is_sure = idea.temper(max(self.best, behind))
                if promise > self.best:
                    again = Idea(promise, idea.weigh, None if is_sure else idea.temper)
                    heappush(waiting, (-promise, number, again, None))
                continue
            weighed = idea.weigh()
            if weighed is not None and weighed[0] > self.best and self._allows(weighed[1]):
                self.best = weighed[0]
                yield weighed


def weighed(
    orders: Sequence[O], when: Callable[[O], Any], worth: Callable[[O, float], float]
) -> list[tuple[float, O]]:
    """Listed orders with their worth; of those that cannot be the best, with at least as much.

    Args:
        orders: The orders, in any order; they come back in the same.
        when: Says which are weighed first: those for which it is least.
        worth: What an order is worth. It is told the best that was found before, and where an order
            is worth less than that, it may say any number between.

    >>> weighed(("march", "wait"), len, lambda order, best: max(best, float(len(order))))
    [(5.0, 'march'), (4.0, 'wait')]
    """
    best = -inf
    found: dict[int, float] = {}
    for number in sorted(range(len(orders)), key=lambda number: when(orders[number])):
        found[number] = worth(orders[number], best)
        best = max(best, found[number])
    return [(found[number], order) for number, order in enumerate(orders)]


def bounded(bounds: Iterable[float], need: float) -> tuple[float, bool]:
    """What something is worth, looked at ever more closely as long as it may be what is needed.

    Args:
        bounds: What it is worth at most, the closer the more is looked at; the last is its worth.
        need: What it must be worth to matter.

    Returns:
        A bound and whether it is the worth itself.

    >>> bounded((9.0, 5.0, 2.0), 4.0), bounded((9.0, 5.0), 4.0)
    ((2.0, False), (5.0, True))
    """
    bound = inf
    for bound in bounds:
        if bound < need:
            return bound, False
    return bound, True
