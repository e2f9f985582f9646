"""Rolls and requests: how they read and how they are written."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.dice import DiceNeeded, Roll, RollRequest


def test_a_request_reads_as_a_person_would_say_it() -> None:
    assert str(RollRequest("firer", 10, 1)) == "1d10, firer"
    assert str(RollRequest("grenade damage", 6, 2)) == "2d6, grenade damage"


def test_a_request_for_a_draw_asks_for_different_numbers() -> None:
    assert str(RollRequest("card", 31, 1, drawn=True)) == "1 number from 1 to 31, card"
    assert str(RollRequest("cards", 31, 3, drawn=True)) == "3 different numbers from 1 to 31, cards"


def test_dice_needed_carries_and_names_its_request() -> None:
    needed = DiceNeeded(RollRequest("firer", 10, 1))
    assert needed.request == RollRequest("firer", 10, 1)
    assert "1d10, firer" in str(needed)


@pytest.mark.parametrize("roll", [Roll("firer", 10, (7,)), Roll("cards", 3, (2, 1), drawn=True)])
def test_a_roll_survives_json(roll: Roll) -> None:
    assert msgspec.json.decode(msgspec.json.encode(roll), type=Roll) == roll


def test_an_ordinary_roll_is_written_with_three_fields_only() -> None:
    assert msgspec.to_builtins(Roll("damage", 6, (5, 2))) == {
        "what": "damage",
        "sides": 6,
        "faces": (5, 2),
    }


def test_total() -> None:
    assert Roll("damage", 6, (5, 2, 6)).total == 13


def test_a_roll_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Roll("firer", 10, (7,)).sides = 6  # type: ignore[misc]
