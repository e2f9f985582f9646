"""Recorded dice: a journal's rolls played back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.dice import Dice, DiceError, Pool, RecordedDice, Roll, SeededDice

if TYPE_CHECKING:
    from collections.abc import Callable


def all_questions(dice: Dice) -> list[object]:
    return [
        dice.die(10, "a"),
        dice.test(6, 4, "b"),
        dice.sum(3, 6, "c", plus=2),
        dice.pool(5, 8, "d"),
        dice.successes(4, 6, 5, "e"),
        dice.contest(10, "f", "g"),
        dice.opposed(Pool(4, 8, 4), Pool(3, 10, 4), "fire", "cover"),
        dice.pick("xyz", "h", sides=10),
        dice.pick("xyz", "i"),
        dice.shuffle("ABCDEFG", "j"),
        dice.draw("ABCDEFG", 3, "k"),
    ]


def test_a_recorded_procedure_gives_the_same_again() -> None:
    played = SeededDice("record")
    results = all_questions(played)
    replayed = RecordedDice(played.rolls)
    assert all_questions(replayed) == results
    assert replayed.rolls == played.rolls
    replayed.assert_spent()


RECORD = [Roll("firer", 10, (7,)), Roll("damage", 6, (5, 2)), Roll("cards", 4, (3, 1), drawn=True)]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda dice: dice.die(10, "target"), "recorded roll 1 is 1d10, firer; but 1d10, target"),
        (lambda dice: dice.die(6, "firer"), "recorded roll 1 is 1d10, firer; but 1d6, firer"),
        (lambda dice: dice.sum(2, 10, "firer"), "recorded roll 1 is 1d10, firer; but 2d10, firer"),
        (lambda dice: dice.draw(range(10), 1, "firer"), "recorded roll 1 is 1d10, firer; but 1 nu"),
    ],
)
def test_another_question_than_the_recorded_one(
    ask: Callable[[Dice], object], message: str
) -> None:
    with pytest.raises(DiceError, match=message):
        ask(RecordedDice(RECORD))


def test_the_number_of_the_differing_roll_is_named() -> None:
    dice = RecordedDice(RECORD)
    dice.die(10, "firer")
    dice.sum(2, 6, "damage")
    with pytest.raises(
        DiceError, match="recorded roll 3 is 2 different numbers from 1 to 4, cards"
    ):
        dice.pool(2, 4, "cards")


def test_asking_beyond_the_record() -> None:
    dice = RecordedDice(RECORD[:1])
    dice.die(10, "firer")
    with pytest.raises(DiceError, match="the record ends after roll 1; but 1d10, target is asked"):
        dice.die(10, "target")


def test_rolls_never_asked_for_are_named() -> None:
    dice = RecordedDice(RECORD)
    dice.die(10, "firer")
    assert dice.remaining == tuple(RECORD[1:])
    with pytest.raises(DiceError, match=r"recorded roll 2 \(2d6, damage: 5 2\) was never asked"):
        dice.assert_spent()


def test_a_recorded_face_that_cannot_be_is_refused() -> None:
    with pytest.raises(DiceError, match="11 is not a face of 1d10, firer"):
        RecordedDice([Roll("firer", 10, (11,))]).die(10, "firer")
