"""Distributions: exact, immutable, in a fixed order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice import DiceError, Distribution, exact

WEIGHTS = st.dictionaries(st.integers(-20, 20), st.integers(1, 1000), min_size=1)
D6 = exact(lambda dice: dice.die(6, "x"))


@given(WEIGHTS)
def test_chances_are_weights_over_the_total(weights: dict[int, int]) -> None:
    odds = Distribution(weights)
    total = sum(weights.values())
    assert dict(odds.items()) == {x: Fraction(w, total) for x, w in weights.items()}
    assert sum(odds.values()) == 1
    assert list(odds) == sorted(weights)
    assert sum(odds.weights.values()) == odds.total


@given(WEIGHTS, st.integers(2, 50))
def test_equal_chances_are_equal_whatever_the_weights(weights: dict[int, int], by: int) -> None:
    backwards = {x: weights[x] * by for x in reversed(weights)}
    assert Distribution(weights) == Distribution(backwards)
    assert hash(Distribution(weights)) == hash(Distribution(backwards))
    assert repr(Distribution(weights)) == repr(Distribution(backwards))


def test_other_chances_are_not_equal() -> None:
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 2: 2})
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 3: 1})
    assert Distribution({1: 1}) != {1: Fraction(1)}


def test_what_cannot_come_up() -> None:
    odds = Distribution({"hit": 1, "miss": 2, "edge": 0})
    assert odds["edge"] == odds["other"] == 0
    assert "edge" not in odds
    assert "hit" in odds
    assert len(odds) == 2


@given(WEIGHTS)
def test_map_merges(weights: dict[int, int]) -> None:
    odds = Distribution(weights)
    parity = odds.map(lambda x: x % 2)
    assert parity[0] == odds.probability(lambda x: x % 2 == 0)
    assert parity[1] == 1 - parity[0]


@given(WEIGHTS)
def test_expect_is_the_weighted_mean(weights: dict[int, int]) -> None:
    mean = Fraction(sum(x * w for x, w in weights.items()), sum(weights.values()))
    assert Distribution(weights).expect(lambda x: x) == mean


def test_expect_takes_fractions() -> None:
    assert D6.expect(lambda face: Fraction(1, face)) == Fraction(49, 120)


def test_given() -> None:
    assert dict(D6.given(lambda face: face >= 5)) == {5: Fraction(1, 2), 6: Fraction(1, 2)}
    with pytest.raises(DiceError, match="never holds"):
        D6.given(lambda face: face > 6)


def test_results_without_an_order_of_their_own_come_as_found() -> None:
    assert list(Distribution({None: 1, "b": 1, "a": 1})) == [None, "b", "a"]
    assert list(Distribution({1j: 1, 0j: 1})) == [1j, 0j]


def test_repr() -> None:
    assert repr(Distribution({2: 3, 1: 1})) == "Distribution({1: 1/4, 2: 3/4})"


def test_it_cannot_be_changed() -> None:
    odds = Distribution({1: 1, 2: 1})
    with pytest.raises(TypeError):
        odds[1] = Fraction(1)  # type: ignore[index]
    odds.weights[1] = 7
    assert odds.weights == {1: 1, 2: 1}


def test_nothing_is_no_distribution() -> None:
    with pytest.raises(DiceError, match="at least one result"):
        Distribution({"hit": 0})
    with pytest.raises(DiceError, match="negative"):
        Distribution({"hit": 2, "miss": -1})
