"""Scripted dice: tests and real dice on a table."""

from __future__ import annotations

import pytest

from sandtable.dice import Dice, DiceError, DiceNeeded, Roll, RollRequest, ScriptedDice


def assault(dice: Dice) -> tuple[int, ...]:
    men = dice.die(3, "men left")
    return (men, dice.sum(men, 6, "damage", plus=1), dice.contest(10, "firer", "target"))


def test_any_question_takes_the_next_faces() -> None:
    dice = ScriptedDice([7, 4, 3, 6, 2, 9, 1, 10, 5, 1, 2])
    assert dice.die(10, "a") == 7
    assert dice.test(6, 4, "b")
    assert dice.pool(3, 6, "c") == (6, 3, 2)
    assert dice.contest(10, "d", "e") == 8
    assert dice.successes(2, 10, 6, "f") == 1
    assert dice.sum(2, 6, "g", plus=2) == 5
    dice.assert_spent()
    assert [roll.faces for roll in dice.rolls] == [
        (7,),
        (4,),
        (3, 6, 2),
        (9,),
        (1,),
        (10, 5),
        (1, 2),
    ]


def test_a_draw_takes_places_in_the_pile() -> None:
    dice = ScriptedDice([3, 1])
    assert dice.draw("ABC", 2, "cards") == ("C", "A")
    assert dice.rolls == (Roll("cards", 3, (3, 1), drawn=True),)


@pytest.mark.parametrize(
    ("face", "option", "faces_used"),
    [(1, "a", 1), (3, "a", 1), (4, "b", 1), (6, "b", 1), (7, "c", 1), (9, "c", 1)],
)
def test_a_pick_splits_the_die_into_equal_bands(face: int, option: str, faces_used: int) -> None:
    dice = ScriptedDice([face])
    assert dice.pick("abc", "who", sides=10) == option
    assert len(dice.rolls) == faces_used


def test_a_face_beyond_the_last_band_is_rolled_again() -> None:
    dice = ScriptedDice([10, 10, 5])
    assert dice.pick("abc", "who", sides=10) == "b"
    assert [roll.faces for roll in dice.rolls] == [(10,), (10,), (5,)]


def test_without_sides_the_die_has_a_face_per_option() -> None:
    dice = ScriptedDice([5])
    assert dice.pick("abcde", "who") == "e"
    assert dice.rolls == (Roll("who", 5, (5,)),)


def test_real_dice_are_asked_for_one_by_one_and_the_procedure_run_again() -> None:
    dice = ScriptedDice()
    dice.begin(1)
    asked = []
    for typed in [(2,), (6,), (5,), (9,), (4,)]:
        with pytest.raises(DiceNeeded) as needed:
            assault(dice)
        asked.append(str(needed.value.request))
        assert dice.rolls == ()
        dice.feed(*typed)
    assert assault(dice) == (2, 12, 5)
    assert asked == [
        "1d3, men left",
        "2d6, damage",
        "1d6, damage",
        "1d10, firer",
        "1d10, target",
    ]
    assert [roll.what for roll in dice.take_rolls()] == ["men left", "damage", "firer", "target"]


def test_a_line_of_the_journal_is_begun_again_when_more_dice_were_typed() -> None:
    dice = ScriptedDice([1])
    dice.begin(1)
    dice.die(6, "earlier line")
    for typed in (3, 4, 2, 5, 8):
        dice.begin(2)
        with pytest.raises(DiceNeeded):
            assault(dice)
        dice.feed(typed)
    dice.begin(2)
    with pytest.raises(DiceNeeded) as needed:
        assault(dice)
    assert str(needed.value.request) == "1d10, target"
    dice.feed(10)
    dice.begin(2)
    assert assault(dice) == (3, 12, -2)


def test_running_out_uses_up_nothing() -> None:
    dice = ScriptedDice([4, 6, 5])
    dice.die(6, "earlier line")
    dice.begin(1)
    with pytest.raises(DiceNeeded) as needed:
        dice.pool(3, 6, "shots")
    assert needed.value.request == RollRequest("shots", 6, 1)
    assert dice.remaining == (6, 5)
    assert dice.rolls == ()


def test_a_mistyped_face_can_be_taken_back() -> None:
    dice = ScriptedDice([2, 5, 66])
    with pytest.raises(DiceError, match="66 is not a face"):
        dice.pool(3, 6, "shots")
    assert dice.take_back() == (66,)
    dice.feed(6)
    assert dice.pool(3, 6, "shots") == (6, 5, 2)
    with pytest.raises(DiceError, match="1 faces cannot be taken back; 0 are not used yet"):
        dice.take_back()


def test_begin_keeps_faces_not_used_and_rewind_goes_back_to_it() -> None:
    dice = ScriptedDice([1, 2, 3])
    dice.begin(1)
    assert dice.die(6, "a") == 1
    dice.begin(2)
    assert dice.remaining == (2, 3)
    assert dice.die(6, "b") == 2
    dice.rewind()
    assert dice.rolls == ()
    assert dice.take_rolls() == ()
    assert dice.die(6, "b") == 2
    assert dice.take_rolls() == (Roll("b", 6, (2,)),)


@pytest.mark.parametrize("face", [0, -1, 7, True, "3", 2.0])
def test_a_face_the_die_does_not_have_is_refused_by_name(face: int) -> None:
    dice = ScriptedDice([3, face])
    with pytest.raises(
        DiceError, match=rf"{face!r} is not a face of 2d6, grenade damage; faces are 1 to 6"
    ):
        dice.sum(2, 6, "grenade damage")


def test_a_bad_face_is_named_before_more_dice_are_asked_for() -> None:
    dice = ScriptedDice([9])
    with pytest.raises(DiceError, match="9 is not a face") as error:
        dice.sum(2, 6, "grenade damage")
    assert not isinstance(error.value, DiceNeeded)


def test_a_card_cannot_be_drawn_twice() -> None:
    with pytest.raises(DiceError, match="2 comes twice in 2 different numbers from 1 to 3, cards"):
        ScriptedDice([2, 2]).draw("ABC", 2, "cards")


def test_faces_left_over_are_named() -> None:
    dice = ScriptedDice([3, 4, 5])
    dice.die(6, "x")
    with pytest.raises(DiceError, match="2 faces left over: 4 5"):
        dice.assert_spent()
    dice.die(6, "x")
    with pytest.raises(DiceError, match="1 face left over: 5"):
        dice.assert_spent()
    dice.die(6, "x")
    dice.assert_spent()
