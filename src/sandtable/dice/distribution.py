"""Exact chances: results and their integer weights."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, TypeVar

from sandtable.dice.rolls import DiceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Distribution(Mapping[T, Fraction]):
    """How likely each result is, in exact fractions.

    It is a mapping from results to chances; a result that cannot come up has chance 0. Results
    come in their own order where they have one, else in the order in which they were found.

    Examples:
        >>> coin = Distribution({"tails": 2, "heads": 2})
        >>> coin
        Distribution({'heads': 1/2, 'tails': 1/2})
        >>> coin["heads"], coin["edge"]
        (Fraction(1, 2), Fraction(0, 1))
        >>> coin.total
        2
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        kept = {result: weight for result, weight in weights.items() if weight}
        if not kept:
            raise DiceError("a distribution needs at least one result of weight 1 or more")
        if any(weight < 0 for weight in kept.values()):
            raise DiceError("a weight of a distribution is negative; weights are 0 or more")
        common = gcd(*kept.values())
        self._weights: dict[T, int] = {result: kept[result] // common for result in _in_order(kept)}
        self._total = sum(self._weights.values())

    @property
    def total(self) -> int:
        """The total weight: the common denominator of all chances, as small as can be."""
        return self._total

    @property
    def weights(self) -> dict[T, int]:
        """The weight of each result.

        >>> Distribution({1: 10, 2: 30}).weights
        {1: 1, 2: 3}
        """
        return dict(self._weights)

    def __getitem__(self, result: T) -> Fraction:
        return Fraction(self._weights.get(result, 0), self._total)

    def __contains__(self, result: object) -> bool:
        return result in self._weights

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        chances = ", ".join(f"{result!r}: {chance}" for result, chance in self.items())
        return f"Distribution({{{chances}}})"

    def map(self, change: Callable[[T], S]) -> Distribution[S]:
        """The distribution of what each result is changed into.

        >>> Distribution({1: 1, 2: 1, 3: 1}).map(lambda face: face > 1)
        Distribution({False: 1/3, True: 2/3})
        """
        weights: dict[S, int] = {}
        for result, weight in self._weights.items():
            changed = change(result)
            weights[changed] = weights.get(changed, 0) + weight
        return Distribution(weights)

    def probability(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that something holds of the result.

        >>> Distribution({1: 1, 2: 1, 3: 1}).probability(lambda face: face > 1)
        Fraction(2, 3)
        """
        ways = sum(weight for result, weight in self._weights.items() if holds(result))
        return Fraction(ways, self._total)

    def expect(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The mean of a value of the result.

        >>> Distribution({1: 1, 2: 1, 3: 1, 4: 1}).expect(lambda face: face)
        Fraction(5, 2)
        """
        mean = sum(
            (weight * Fraction(value(result)) for result, weight in self._weights.items()),
            Fraction(0),
        )
        return mean / self._total

    def given(self, holds: Callable[[T], bool]) -> Distribution[T]:
        """The distribution among the results of which something holds.

        >>> Distribution({1: 1, 2: 1, 3: 1}).given(lambda face: face > 1)
        Distribution({2: 1/2, 3: 1/2})
        """
        kept = {result: weight for result, weight in self._weights.items() if holds(result)}
        if not kept:
            raise DiceError("nothing is left of the distribution: what is given never holds")
        return Distribution(kept)


def _in_order(weights: Mapping[T, int]) -> list[T]:
    results = list(weights)
    if len({type(result) for result in results}) == 1:
        try:
            return sorted(results)  # type: ignore[type-var]
        except TypeError:
            pass
    return results
