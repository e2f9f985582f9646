"""Rolls belong to places of a journal: the same place gives the same faces again."""

from __future__ import annotations

import copy

from sandtable.dice import Overruling, ScriptedDice, SeededDice


def test_scripted_dice_give_the_faces_of_a_place_again() -> None:
    dice = ScriptedDice([7, 3, 9])
    dice.begin(1)
    assert dice.contest(10, "firer", "target") == 4
    dice.begin(2)
    assert dice.die(10, "recovery") == 9
    dice.begin(1)
    assert dice.contest(10, "firer", "target") == 4
    assert dice.remaining == ()


def test_faces_asked_for_beyond_those_of_the_place_come_from_the_rest_of_the_script() -> None:
    dice = ScriptedDice([7, 3, 5])
    dice.begin(1)
    assert dice.die(10, "check") == 7
    dice.begin(2)
    dice.begin(1)
    assert dice.die(10, "check") == 7
    assert dice.die(10, "mishap") == 3
    assert dice.remaining == (5,)


def test_a_step_that_failed_gives_its_faces_back() -> None:
    dice = ScriptedDice([7, 3])
    dice.begin(4)
    assert dice.die(10, "check") == 7
    dice.begin(4)
    assert dice.die(10, "check") == 7
    assert dice.remaining == (3,)


def test_seeded_dice_give_the_faces_of_a_place_again() -> None:
    dice = SeededDice("ridge")
    dice.begin(5)
    first = [dice.die(10, "a"), dice.die(10, "b")]
    dice.begin(6)
    dice.die(10, "c")
    dice.begin(5)
    assert [dice.die(10, "a"), dice.die(10, "b")] == first


def test_copied_dice_go_their_own_way() -> None:
    dice = ScriptedDice([7, 3])
    dice.begin(1)
    dice.die(10, "check")
    twin = copy.copy(dice)
    twin.begin(2)
    assert twin.die(10, "other") == 3
    assert [roll.faces for roll in dice.rolls] == [(7,)]
    assert dice.remaining == (3,)
    twin.feed(8)
    assert dice.remaining == (3,)


def test_the_second_result_of_a_name_can_be_ruled_on() -> None:
    dice = Overruling(ScriptedDice(), {"fire 2": "none"})
    among = ["none", "out"]
    assert dice.settle("fire", "out", among) == "out"
    assert dice.settle("fire", "out", among) == "none"
    assert dice.unused == {}
