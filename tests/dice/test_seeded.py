"""Seeded dice: reproducible, uniform, independent from place to place."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice import Dice, DiceError, Roll, SeededDice
from sandtable.dice.seeded import NUMBERS, CountedDice, face_of

# Beyond these a fair die goes once in 100,000 (chi-square, by degrees of freedom).
CHI_SQUARE_AT_1_IN_100000 = {3: 25.9, 5: 30.9, 9: 39.3, 11: 42.9, 19: 57.0, 23: 63.2, 99: 168.0}


def chi_square(counts: Counter[int], results: int) -> float:
    expected = counts.total() / results
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (results - len(counts)) * expected


def ask_all(dice: Dice) -> list[object]:
    return [
        dice.die(10, "a"),
        dice.test(6, 4, "b"),
        dice.sum(3, 6, "c", plus=2),
        dice.pool(5, 8, "d"),
        dice.successes(4, 6, 5, "e"),
        dice.contest(10, "f", "g"),
        dice.pick("xyz", "h", sides=10),
        dice.shuffle(range(9), "i"),
        dice.draw(range(30), 4, "j"),
    ]


@given(st.text() | st.integers(), st.integers(min_value=0, max_value=10**12))
def test_same_seed_and_place_same_rolls(seed: str | int, place: int) -> None:
    first, second = SeededDice(seed), SeededDice(seed)
    second.begin(place + 1)
    ask_all(second)
    first.begin(place)
    second.begin(place)
    assert ask_all(first) == ask_all(second)
    assert first.rolls == second.rolls


def test_the_rolls_of_a_seed_never_change_between_versions() -> None:
    """Journals in the world depend on these very faces."""
    dice = SeededDice("Villers-Bocage")
    dice.begin(13)
    assert dice.pool(10, 10, "shots") == (10, 10, 10, 10, 9, 5, 3, 3, 2, 2)
    assert dice.rolls[0].faces == (2, 3, 10, 9, 5, 3, 10, 2, 10, 10)
    assert dice.shuffle("ABCDEF", "deck") == ("C", "D", "B", "E", "A", "F")


def test_a_number_is_the_seed_of_its_digits() -> None:
    assert SeededDice(1944).pool(20, 100, "x") == SeededDice("1944").pool(20, 100, "x")


def test_different_seeds_give_different_rolls() -> None:
    rolled = {SeededDice(seed).sum(1, 10**9, "x") for seed in range(200)}
    assert len(rolled) == 200


def test_different_places_give_different_rolls() -> None:
    dice = SeededDice(1)
    rolled = set()
    for place in range(200):
        dice.begin(place)
        rolled.add(dice.die(10**9, "x"))
    assert len(rolled) == 200


def test_a_die_depends_on_its_index_not_on_how_it_is_asked_for() -> None:
    dice = SeededDice(5)
    one_by_one = [dice.die(6, "x") for _ in range(30)]
    dice.begin(0)
    together = [face for roll_size in (1, 7, 9, 13) for face in throw(dice, roll_size)]
    assert one_by_one == together


def throw(dice: Dice, count: int) -> tuple[int, ...]:
    dice.sum(count, 6, "x")
    return dice.rolls[-1].faces


@pytest.mark.parametrize("sides", [4, 6, 10, 12, 20, 100])
def test_faces_are_uniform(sides: int) -> None:
    dice = SeededDice("uniform")
    counts = Counter(dice.die(sides, "x") for _ in range(1000 * sides))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(counts, sides) < CHI_SQUARE_AT_1_IN_100000[sides - 1]


def test_first_faces_of_successive_places_are_uniform() -> None:
    dice = SeededDice("places")
    counts: Counter[int] = Counter()
    for place in range(20000):
        dice.begin(place)
        counts[dice.die(10, "x")] += 1
    assert chi_square(counts, 10) < CHI_SQUARE_AT_1_IN_100000[9]


def test_neighbouring_places_are_independent() -> None:
    dice = SeededDice("neighbours")
    faces = []
    for place in range(20000):
        dice.begin(place)
        faces.append(dice.die(10, "x"))
    pairs = Counter(10 * (a - 1) + b for a, b in pairwise(faces))
    assert chi_square(pairs, 100) < CHI_SQUARE_AT_1_IN_100000[99]


def test_neighbouring_dice_are_independent() -> None:
    dice = SeededDice("row")
    faces = [dice.die(10, "x") for _ in range(20000)]
    pairs = Counter(10 * (a - 1) + b for a, b in pairwise(faces))
    assert chi_square(pairs, 100) < CHI_SQUARE_AT_1_IN_100000[99]


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    dice = SeededDice("deck")
    order = {cards: n for n, cards in enumerate({dice.shuffle("ABCD", "x") for _ in range(2000)})}
    assert len(order) == 24
    counts = Counter(order[dice.shuffle("ABCD", "x")] for _ in range(24000))
    assert chi_square(counts, 24) < CHI_SQUARE_AT_1_IN_100000[23]


@given(st.integers(min_value=1, max_value=10**6))
def test_as_many_numbers_stand_for_each_face(sides: int) -> None:
    used = NUMBERS - NUMBERS % sides
    assert face_of(0, sides) == 1
    assert face_of(used - 1, sides) == sides
    assert used == NUMBERS or face_of(used, sides) is None
    assert used % sides == 0


class NumberedDice(CountedDice):
    """Dice made from a list of numbers: numbers[index][attempt]."""

    def __init__(self, numbers: list[list[int]]) -> None:
        super().__init__()
        self.numbers = numbers

    def _number(self, index: int, attempt: int) -> int:
        return self.numbers[index][attempt]


def test_a_refused_number_is_thrown_again_and_takes_no_other_index() -> None:
    dice = NumberedDice([[NUMBERS - 1, NUMBERS - 4, 4], [2]])
    assert dice.die(6, "x") == 5
    assert dice.die(6, "x") == 3


def test_seeded_dice_take_the_next_attempt_for_a_refused_number() -> None:
    """Sides so many that nearly half of all numbers are refused: both ways must be walked."""
    sides = NUMBERS // 2 + 1
    dice, again = SeededDice("refused"), SeededDice("refused")
    faces = [dice.die(sides, "x") for _ in range(64)]
    refused = sum(again._number(index, 0) >= sides for index in range(64))
    assert 10 < refused < 54
    for index, face in enumerate(faces):
        attempt = 0
        while (number := again._number(index, attempt)) >= sides:
            attempt += 1
        assert face == number + 1


def test_rolls_are_recorded_as_they_fell() -> None:
    dice = SeededDice("record")
    high_to_low = dice.pool(6, 20, "shots")
    (roll,) = dice.rolls
    assert roll.what == "shots"
    assert roll.sides == 20
    assert tuple(sorted(roll.faces, reverse=True)) == high_to_low
    assert roll.faces != high_to_low


def test_begin_forgets_and_take_takes_once() -> None:
    dice = SeededDice("record")
    dice.begin(1)
    first = Roll("a", 6, (dice.die(6, "a"),))
    assert dice.take_rolls() == (first,)
    second = Roll("b", 6, (dice.die(6, "b"),))
    assert dice.take_rolls() == (second,)
    assert dice.take_rolls() == ()
    assert list(dice.rolls) == [first, second]
    dice.begin(2)
    assert dice.rolls == ()
    assert dice.take_rolls() == ()


def test_no_dice_no_roll() -> None:
    dice = SeededDice(1)
    assert dice.sum(0, 6, "x", plus=2) == 2
    assert dice.pool(0, 6, "x") == ()
    assert dice.successes(0, 6, 4, "x") == 0
    assert dice.draw("ABC", 0, "x") == ()
    assert dice.pick(["only"], "x") == "only"
    assert dice.rolls == ()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda dice: dice.die(0, "shot"), "shot: a die has at least 1 side, not 0"),
        (lambda dice: dice.sum(2, -6, "shot"), "shot: a die has at least 1 side, not -6"),
        (lambda dice: dice.pool(-2, 6, "shot"), "shot: -2d6 cannot be rolled"),
        (lambda dice: dice.pick([], "who"), "who: there is nothing to pick from"),
        (lambda dice: dice.pick("abcdefg", "who", sides=6), "a d6 cannot pick among 7 options"),
        (lambda dice: dice.draw("abc", 4, "card"), "card: 4 cannot be drawn from 3"),
        (lambda dice: dice.draw("abc", -1, "card"), "card: -1 cannot be drawn from 3"),
        (lambda dice: dice.die(2**65, "x"), "sides cannot be thrown"),
    ],
)
def test_impossible_questions_are_refused(ask: object, message: str) -> None:
    assert callable(ask)
    with pytest.raises(DiceError, match=message):
        ask(SeededDice(1))
