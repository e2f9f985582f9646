"""All answers that a question to the dice can have, each with its integer weight."""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sandtable.dice.pools import opposed_weights
from sandtable.dice.rolls import DiceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.dice.pools import Opposed, Pool

T = TypeVar("T")

Counts = tuple[int, ...]


class Answers(NamedTuple, Generic[T]):
    """The answers to one question; none of weight 0.

    >>> test_answers(6, 4)
    Answers(values=(False, True), weights=(3, 3), total=6)
    """

    values: tuple[T, ...]
    weights: tuple[int, ...]
    total: int


def _of(weights: dict[T, int]) -> Answers[T]:
    kept = {value: weight for value, weight in weights.items() if weight}
    return Answers(tuple(kept), tuple(kept.values()), sum(kept.values()))


@lru_cache(maxsize=256)
def die_answers(sides: int) -> Answers[int]:
    """One die.

    >>> die_answers(4)
    Answers(values=(1, 2, 3, 4), weights=(1, 1, 1, 1), total=4)
    """
    return Answers(tuple(range(1, sides + 1)), (1,) * sides, sides)


@lru_cache(maxsize=1024)
def test_answers(sides: int, at_least: int) -> Answers[bool]:
    """One die against a number."""
    passes = min(max(sides - at_least + 1, 0), sides)
    return _of({False: sides - passes, True: passes})


@lru_cache(maxsize=1024)
def sum_answers(count: int, sides: int) -> Answers[int]:
    """The total of some dice.

    >>> sum_answers(2, 3)
    Answers(values=(2, 3, 4, 5, 6), weights=(1, 2, 3, 2, 1), total=9)
    """
    ways = [1]  # ways[n]: ways to have n above the least total
    for _ in range(count):
        window = 0
        wider = []
        for total in range(len(ways) + sides - 1):
            window += ways[total] if total < len(ways) else 0
            window -= ways[total - sides] if total >= sides else 0
            wider.append(window)
        ways = wider
    return Answers(tuple(range(count, count + len(ways))), tuple(ways), sides**count)


@lru_cache(maxsize=64)
def pool_answers(count: int, sides: int, limit: int) -> Answers[Counts]:
    """The sorted faces of some dice.

    >>> pool_answers(2, 2, 100)
    Answers(values=((2, 2), (2, 1), (1, 1)), weights=(1, 2, 1), total=4)
    """
    _check_size(comb(count + sides - 1, count), limit, f"a pool of {count}d{sides}")
    weights: dict[Counts, int] = {}

    def fill(faces: Counts, face: int, ways: int) -> None:
        left = count - len(faces)
        if face == 1 or not left:
            weights[faces + (1,) * left] = ways
            return
        for more in range(left, -1, -1):
            fill(faces + (face,) * more, face - 1, ways * comb(left, more))

    fill((), sides, 1)
    return _of(weights)


@lru_cache(maxsize=1024)
def success_answers(count: int, sides: int, at_least: int) -> Answers[int]:
    """How many of some dice reach a number.

    >>> success_answers(2, 6, 5)
    Answers(values=(0, 1, 2), weights=(16, 16, 4), total=36)
    """
    good = min(max(sides - at_least + 1, 0), sides)
    bad = sides - good
    return _of({n: comb(count, n) * good**n * bad ** (count - n) for n in range(count + 1)})


@lru_cache(maxsize=256)
def contest_answers(sides: int) -> Answers[int]:
    """One die less another.

    >>> contest_answers(2)
    Answers(values=(-1, 0, 1), weights=(1, 2, 1), total=4)
    """
    return _of({margin: sides - abs(margin) for margin in range(1 - sides, sides)})


@lru_cache(maxsize=1024)
def opposed_answers(attack: Pool, defence: Pool) -> Answers[Opposed]:
    """Two pools matched high to high."""
    return _of(opposed_weights(attack, defence))


@lru_cache(maxsize=128)
def draw_answers(alike: Counts, count: int, limit: int) -> Answers[Counts]:
    """Which kinds of item are drawn, in order, from so many alike of each kind.

    >>> draw_answers((2, 1), 2, 100)
    Answers(values=((0, 0), (0, 1), (1, 0)), weights=(2, 2, 2), total=6)
    """
    orders = _count_orders(alike, count)
    _check_size(orders, limit, f"a draw of {count} from {sum(alike)}")
    return _of(dict(_draws(list(alike), count, (), 1)))


def _draws(left: list[int], count: int, drawn: Counts, ways: int) -> Iterator[tuple[Counts, int]]:
    if not count:
        yield drawn, ways
        return
    for kind, number in enumerate(left):
        if number:
            left[kind] -= 1
            yield from _draws(left, count - 1, (*drawn, kind), ways * number)
            left[kind] += 1


def _count_orders(alike: Counts, count: int) -> int:
    """In how many orders, alike items not told apart, `count` items can be drawn."""
    orders = [1] + [0] * count
    for number in alike:
        orders = [
            sum(comb(n, k) * orders[n - k] for k in range(min(n, number) + 1))
            for n in range(count + 1)
        ]
    return orders[count]


def _check_size(size: int, limit: int, question: str) -> None:
    if size > limit:
        shown = str(size) if size < factorial(15) else f"more than {limit}"
        raise DiceError(f"{question} has {shown} answers; the limit is {limit} branches")
