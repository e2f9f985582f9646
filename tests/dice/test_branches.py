"""Walking the branches: limits, purity, what is and is not recorded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.dice import Dice, DiceError, Distribution, ExactDice, exact


def test_a_procedure_without_dice_is_certain() -> None:
    assert exact(lambda dice: "nothing happens") == Distribution({"nothing happens": 1})


def test_certain_questions_are_no_branches() -> None:
    runs = []

    def certain(dice: Dice) -> object:
        runs.append(1)
        return (
            dice.die(1, "x"),
            dice.test(6, 1, "x"),
            dice.test(6, 7, "x"),
            dice.sum(3, 1, "x", plus=4),
            dice.pool(0, 6, "x"),
            dice.successes(5, 6, 7, "x"),
            dice.pick(["only"], "x"),
            dice.shuffle(["same", "same"], "x"),
            dice.draw("ABC", 0, "x"),
            dice.settle("x", "value", ["value", "other"]),
        )

    expected = (1, True, False, 7, (), 0, "only", ("same", "same"), (), "value")
    assert dict(exact(certain)) == {expected: 1}
    assert len(runs) == 1


@pytest.mark.parametrize(
    ("branches", "ask"),
    [
        (10, lambda dice: dice.die(10, "x")),
        (2, lambda dice: dice.test(10, 4, "x")),
        (11, lambda dice: dice.sum(2, 6, "x")),
        (21, lambda dice: dice.pool(2, 6, "x")),
        (5, lambda dice: dice.successes(4, 6, 4, "x")),
        (19, lambda dice: dice.contest(10, "x", "y")),
        (2, lambda dice: dice.pick("aab", "x")),
        (3, lambda dice: dice.shuffle("aab", "x")),
        (38, lambda dice: (dice.contest(10, "x", "y"), dice.test(6, 2, "z"))),
    ],
)
def test_each_question_has_no_more_branches_than_answers(branches: int, ask: object) -> None:
    runs = 0

    def counted(dice: Dice) -> object:
        nonlocal runs
        runs += 1
        assert callable(ask)
        return ask(dice)

    odds = exact(counted, limit=branches)
    assert runs == branches
    assert sum(odds.values()) == 1
    with pytest.raises(DiceError, match=str(branches - 1)):
        exact(counted, limit=branches - 1)


def test_no_faces_are_recorded() -> None:
    def look(dice: Dice) -> object:
        dice.begin(3)
        dice.contest(10, "firer", "target")
        return dice.rolls, dice.take_rolls()

    assert dict(exact(look)) == {((), ()): 1}


def test_a_whole_deck_is_too_much_and_said_so_at_once() -> None:
    runs = []

    def deal(dice: Dice) -> object:
        runs.append(1)
        return dice.shuffle(range(54), "deck")

    with pytest.raises(DiceError, match="a draw of 54 from 54 has more than 1000000 answers"):
        exact(deal)
    assert len(runs) == 1


def test_a_huge_pool_is_too_much() -> None:
    with pytest.raises(DiceError, match=r"a pool of 40d10 has \d+ answers; the limit is 1000000"):
        exact(lambda dice: dice.pool(40, 10, "x"))


def test_many_small_questions_are_too_much() -> None:
    with pytest.raises(DiceError, match="more than 1000 branches"):
        exact(lambda dice: sum(dice.die(6, "x") for _ in range(5)), limit=1000)


def test_a_procedure_with_a_memory_is_found_out() -> None:
    asked = []

    def other_die(dice: Dice) -> int:
        asked.append(1)
        return dice.die(6 if len(asked) == 1 else 8, "x")

    with pytest.raises(DiceError, match="asked other questions"):
        exact(other_die)
    asked.clear()

    def no_die(dice: Dice) -> int:
        asked.append(1)
        return dice.die(6, "x") if len(asked) == 1 else 0

    with pytest.raises(DiceError, match="asked other questions"):
        exact(no_die)


def test_an_error_in_the_procedure_comes_through() -> None:
    def broken(dice: Dice) -> float:
        return 1 / (dice.die(6, "x") - 3)

    with pytest.raises(ZeroDivisionError):
        exact(broken)


def test_odds_within_odds() -> None:
    """An officer who throws the grenade only if it is likely enough."""

    def decide(dice: Dice) -> bool:
        needed = dice.die(6, "distance")
        chance = exact(lambda inner: inner.test(6, needed, "throw"))[True]
        return chance >= Fraction(1, 2) and dice.test(6, needed, "throw")

    assert exact(decide)[True] == Fraction(6 + 5 + 4 + 3, 36)


@pytest.mark.parametrize(
    "ask",
    [
        lambda dice: dice.die(0, "shot"),
        lambda dice: dice.test(0, 1, "shot"),
        lambda dice: dice.sum(-1, 6, "shot"),
        lambda dice: dice.pool(1, 0, "shot"),
        lambda dice: dice.successes(-1, 6, 4, "shot"),
        lambda dice: dice.contest(0, "shot", "y"),
        lambda dice: dice.pick([], "shot"),
        lambda dice: dice.pick("abc", "shot", sides=2),
        lambda dice: dice.draw("abc", 4, "shot"),
    ],
)
def test_impossible_questions_are_refused_by_name(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(DiceError, match="shot"):
        ask(ExactDice())
