"""Overruling: the referee's word beats the dice, and only where it was given."""

from __future__ import annotations

import pytest

from sandtable.dice import Dice, DiceError, Overruling, Pool, ScriptedDice, SeededDice, exact

EFFECTS = ("no effect", "suppressed", "destroyed")


def shot(dice: Dice) -> str:
    margin = dice.contest(10, "firer", "target")
    effect = EFFECTS[(margin > 0) + (margin > 4)]
    return dice.settle("fire effect", effect, EFFECTS)


def test_a_ruling_replaces_the_result_and_the_dice_still_roll() -> None:
    dice = Overruling(ScriptedDice([9, 1]), {"fire effect": "no effect"})
    assert shot(dice) == "no effect"
    assert [roll.faces for roll in dice.rolls] == [(9,), (1,)]
    assert dice.unused == {}


def test_a_ruling_holds_once() -> None:
    dice = Overruling(ScriptedDice([9, 1, 9, 1]), {"fire effect": "no effect"})
    assert [shot(dice), shot(dice)] == ["no effect", "destroyed"]


def test_a_ruling_on_something_else_stays_unused() -> None:
    dice = Overruling(ScriptedDice([9, 1]), {"morale": "passed"})
    assert shot(dice) == "destroyed"
    assert dice.unused == {"morale": "passed"}


def test_a_ruling_must_be_a_possible_result() -> None:
    dice = Overruling(ScriptedDice([9, 1]), {"fire effect": "abducted"})
    with pytest.raises(
        DiceError,
        match="fire effect cannot be ruled 'abducted'; it can be 'no effect', 'suppressed', 'dest",
    ):
        shot(dice)
    assert dice.unused == {"fire effect": "abducted"}


def test_a_ruling_over_a_ruling() -> None:
    inner = Overruling(ScriptedDice([9, 1]), {"fire effect": "suppressed"})
    assert shot(Overruling(inner, {"morale": "passed"})) == "suppressed"
    assert inner.unused == {}


def test_odds_under_a_ruling() -> None:
    odds = exact(lambda dice: shot(Overruling(dice, {"fire effect": "suppressed"})))
    assert dict(odds) == {"suppressed": 1}


def test_everything_else_is_left_to_the_dice() -> None:
    def all_questions(dice: Dice) -> list[object]:
        dice.begin(4)
        return [
            dice.die(10, "a"),
            dice.take_rolls(),
            dice.test(6, 4, "b"),
            dice.sum(3, 6, "c", plus=2),
            dice.pool(5, 8, "d"),
            dice.successes(4, 6, 5, "e"),
            dice.contest(10, "f", "g"),
            dice.opposed(Pool(4, 8, 4), Pool(3, 10, 4), "fire", "cover"),
            dice.pick("xyz", "h", sides=10),
            dice.shuffle("ABCDEFG", "i"),
            dice.draw("ABCDEFG", 3, "j"),
            dice.settle("k", "x", "xyz"),
            dice.rolls,
            dice.take_rolls(),
        ]

    assert all_questions(Overruling(SeededDice(8), {})) == all_questions(SeededDice(8))
