"""Every question's exact odds, against brute force and against icepool."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import icepool
import pytest

from sandtable.dice import Dice, exact
from tests.dice.brute import brute_force, chances_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

SIDES = (1, 2, 4, 6, 10)


def icepool_chances(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items()}


@pytest.mark.parametrize("sides", [*SIDES, 20, 100])
def test_die(sides: int) -> None:
    def ask(dice: Dice) -> int:
        return dice.die(sides, "x")

    odds = chances_of(exact(ask))
    assert odds == icepool_chances(icepool.d(sides))
    assert odds == brute_force(ask)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("at_least", [-1, 0, 1, 2, 3, 6, 7, 10, 11, 12])
def test_test(sides: int, at_least: int) -> None:
    def ask(dice: Dice) -> bool:
        return dice.test(sides, at_least, "x")

    odds = chances_of(exact(ask))
    assert odds == icepool_chances(icepool.d(sides).map(lambda face: face >= at_least))
    assert odds == brute_force(ask)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("plus", [-3, 0, 2])
def test_sum(count: int, sides: int, plus: int) -> None:
    def ask(dice: Dice) -> int:
        return dice.sum(count, sides, "x", plus=plus)

    odds = chances_of(exact(ask))
    assert odds == icepool_chances(count @ icepool.d(sides) + plus)
    assert odds == brute_force(ask)


@pytest.mark.parametrize(("count", "sides"), [(8, 6), (12, 10), (20, 20)])
def test_sum_of_many(count: int, sides: int) -> None:
    odds = exact(lambda dice: dice.sum(count, sides, "x"))
    assert chances_of(odds) == icepool_chances(count @ icepool.d(sides))


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_pool(count: int, sides: int) -> None:
    def ask(dice: Dice) -> tuple[int, ...]:
        return dice.pool(count, sides, "x")

    odds = chances_of(exact(ask))
    pool = icepool.d(sides).pool(count).expand(order=icepool.Order.Descending)
    assert odds == icepool_chances(pool)
    if sides**count <= 1500:
        assert odds == brute_force(ask)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("at_least", [0, 1, 2, 4, 10, 11])
def test_successes(count: int, sides: int, at_least: int) -> None:
    def ask(dice: Dice) -> int:
        return dice.successes(count, sides, at_least, "x")

    odds = chances_of(exact(ask))
    assert odds == icepool_chances(count @ icepool.d(sides).map(lambda face: int(face >= at_least)))
    assert odds == brute_force(ask)


@pytest.mark.parametrize("sides", [*SIDES, 20])
def test_contest(sides: int) -> None:
    def ask(dice: Dice) -> int:
        return dice.contest(sides, "first", "second")

    odds = chances_of(exact(ask))
    assert odds == icepool_chances(icepool.d(sides) - icepool.d(sides))
    assert odds == brute_force(ask)
    assert len(odds) == 2 * sides - 1


@pytest.mark.parametrize("options", ["a", "ab", "abc", "aab", "abcabca"])
@pytest.mark.parametrize("sides", [None, 8, 10])
def test_pick(options: str, sides: int | None) -> None:
    """In play, faces beyond the last band are rolled again without end: count one round only."""

    def ask(dice: Dice) -> str:
        return dice.pick(options, "x", sides=sides)

    odds = chances_of(exact(ask))
    assert odds == icepool_chances(icepool.Die(list(options)))
    if sides is None or sides % len(options) == 0 or len(options) == 1:
        assert odds == brute_force(ask)


@pytest.mark.parametrize("items", ["", "a", "ab", "abcd", "aab", "abab", "aaaa"])
def test_shuffle(items: str) -> None:
    def ask(dice: Dice) -> tuple[str, ...]:
        return dice.shuffle(items, "x")

    assert chances_of(exact(ask)) == brute_force(ask)


@pytest.mark.parametrize("items", ["abcde", "aabbc", "aaaab"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_draw(items: str, count: int) -> None:
    def ask(dice: Dice) -> tuple[str, ...]:
        return dice.draw(items, count, "x")

    odds = exact(ask)
    assert chances_of(odds) == brute_force(ask)
    by_icepool: Any = icepool.Deck(list(items)).deal(count).expand()
    assert chances_of(odds.map(lambda drawn: tuple(sorted(drawn)))) == icepool_chances(by_icepool)


def test_draw_keeps_things_that_cannot_be_hashed() -> None:
    odds = exact(lambda dice: dice.draw([["a"], ["b"], ["a"]], 1, "x")[0][0])
    assert chances_of(odds) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def reserves(dice: Dice) -> Hashable:
    """A die says how many dice to roll next, and these how many men are picked."""
    arrived = dice.die(3, "how many")
    fit = dice.successes(arrived, 4, 3, "fit")
    return (arrived, dice.draw("abc", fit, "who")) if fit else dice.test(4, 2, "again")


def firefight(dice: Dice) -> Hashable:
    men = 2
    while men and (hits := dice.successes(men, 6, 5, "shots")):
        men -= hits
        if dice.contest(3, "first", "second") < 0:
            return ("broken", men)
    return ("held", men)


def grenade(dice: Dice) -> Hashable:
    if not dice.test(6, 3, "throw"):
        return "fumble" if dice.die(6, "again") == 1 else "miss"
    return max(dice.pool(2, 4, "damage")) + dice.pick([0, 0, 5], "place")


@pytest.mark.parametrize("procedure", [reserves, firefight, grenade])
def test_questions_that_depend_on_answers(procedure: Callable[[Dice], Hashable]) -> None:
    odds = exact(procedure)
    assert chances_of(odds) == brute_force(procedure)
    assert sum(odds.values()) == 1
