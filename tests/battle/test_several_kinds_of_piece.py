"""Rulings on a table that holds several kinds of piece."""

from __future__ import annotations

import pytest

from sandtable.battle import Piece, Place, Refusal, State
from sandtable.battle.rulings import enact
from sandtable.battle.state import Setting
from sandtable.dice import SeededDice
from sandtable.scenario import lay_ground
from tests.conformance.toybook import DUEL, TRENCH_RAID

DICE = SeededDice("1")


class Man(Piece, frozen=True, kw_only=True, tag=True):
    wounds: int = 0


class Tank(Piece, frozen=True, kw_only=True, tag=True):
    crew: int = 5


class Field(State, kw_only=True):
    pieces: dict[str, Man | Tank]


def field() -> Field:
    return Field(setting=Setting(DUEL, lay_ground(DUEL)), pieces={})


def test_either_kind_can_be_placed() -> None:
    state = field()
    place = {"id": "t1", "side": "west", "name": "Tiger", "x": 1, "y": 2}
    enact(TRENCH_RAID, state, Place(piece={"type": "Tank", "crew": 4, **place}), DICE)
    enact(
        TRENCH_RAID, state, Place(piece={"type": "Man", **place, "id": "m1", "name": "Jack"}), DICE
    )
    assert state.pieces["t1"] == Tank(id="t1", side="west", name="Tiger", x=1, y=2, crew=4)
    assert isinstance(state.pieces["m1"], Man)


def test_a_kind_that_does_not_exist_is_refused() -> None:
    state = field()
    with pytest.raises(Refusal, match="Invalid value 'Boat'"):
        enact(
            TRENCH_RAID,
            state,
            Place(piece={"type": "Boat", "id": "b", "side": "west", "name": "B"}),
            DICE,
        )
    assert state.pieces == {}
