"""A referee who hides, shows and says things: who hears of it, and that it is on record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.battle import Announce, Battle, Conceal, Place, Refusal, Reveal, RollDice
from sandtable.battle.rulebook import NOTHING_HIDDEN
from sandtable.battle.rulings import RULE_ZERO, decode_ruling
from sandtable.dice import SeededDice
from sandtable.journal import load, save, to_bytes, verify
from tests.conformance.toybook import TEAM, TRENCH_RAID
from tests.conformance.toybook.state import ToyState
from tests.journal.kit import go_on, raid

NEW = {"id": "e9", "side": "east", "name": "Nine", "x": 2.0, "y": 1.0}


class NightRaid(type(TRENCH_RAID)):  # type: ignore[misc]
    """A trench raid in which soldiers may go to ground."""

    def conceal(self, state: ToyState, piece: str) -> str:
        state.pieces[piece] = replace(state.pieces[piece], hidden=True)
        return f"{state.pieces[piece].name} goes to ground."

    def reveal(self, state: ToyState, piece: str, at: tuple[float, float] | None = None) -> str:
        if not state.pieces[piece].hidden:
            raise Refusal(RULE_ZERO, f"{piece} is in sight.")
        x = state.pieces[piece].x if at is None else at[0]
        state.pieces[piece] = replace(state.pieces[piece], hidden=False, x=x)
        return f"{state.pieces[piece].name} gets up."


NIGHT = NightRaid()


@pytest.fixture
def night() -> Battle[Any]:
    return Battle(NIGHT, TEAM, SeededDice(1), referee=True)


def heard(battle: Battle[Any]) -> set[str]:
    last = battle.last_events[-1]
    return {seat for seat in battle.seats if last in battle.view(seat).events}


# -- hiding and showing ---------------------------------------------------------------------------


def test_what_is_hidden_is_told_to_those_who_still_know_where_it_is(night: Battle[Any]) -> None:
    (event,) = night.rule(Conceal(piece="e1", because="it is dark"))
    assert event.text == "e1 goes to ground: it is dark."
    assert event.rules == (RULE_ZERO,)
    assert heard(night) == {"carol"}
    for seat in ("alice", "bob"):
        assert "e1" not in night.view(seat).state.pieces
        assert b"e1" not in night.view(seat).to_json()


def test_what_is_shown_is_told_to_everybody(night: Battle[Any]) -> None:
    (event,) = night.rule(Reveal(piece="e3", at=(4.0, 1.0)))
    assert event.seen_by is None
    assert heard(night) == {"alice", "bob", "carol"}
    assert night.view("alice").state.pieces["e3"].x == 4.0


def test_a_piece_can_be_placed_in_hiding(night: Battle[Any]) -> None:
    before = [night.view(seat).state.to_json() for seat in ("alice", "bob")]
    (event,) = night.rule(Place(piece=NEW, hidden=True))
    assert event.text == "The referee places Nine in hiding."
    assert heard(night) == {"carol"}
    assert [night.view(seat).state.to_json() for seat in ("alice", "bob")] == before


def test_what_does_not_exist_is_neither_hidden_nor_shown(night: Battle[Any]) -> None:
    before = to_bytes(night)
    with pytest.raises(Refusal, match="There is no piece 'w7'"):
        night.rule(Conceal(piece="w7"))
    with pytest.raises(Refusal, match="w1 is in sight"):
        night.rule(Reveal(piece="w1"))
    with pytest.raises(Refusal, match="not finite"):
        night.rule(Reveal(piece="e3", at=(float("nan"), 1.0)))
    assert to_bytes(night) == before


@pytest.mark.parametrize(
    "ruling", [Conceal(piece="w1"), Reveal(piece="e3"), Place(piece=NEW, hidden=True)]
)
def test_a_book_that_hides_nothing_says_so(ruling: Any) -> None:
    battle = raid(2, referee=True)
    before = to_bytes(battle), battle.state
    with pytest.raises(Refusal, match="Trench Raid hides nothing") as refusal:
        battle.rule(ruling)
    assert refusal.value.rule == NOTHING_HIDDEN
    assert (to_bytes(battle), battle.state) == before


# -- saying ---------------------------------------------------------------------------------------


def test_an_announcement_is_heard_by_everybody() -> None:
    battle = raid(2, referee=True)
    state = battle.state
    (event,) = battle.rule(Announce(text="  It begins\nto rain. ", because="never said"))
    assert (event.kind, event.text) == ("announcement", "It begins to rain.")
    assert event.seen_by is None
    assert battle.state == state
    assert heard(battle) == {"alice", "bob", "carol"}


def test_an_announcement_to_some_is_heard_by_them_and_the_referee() -> None:
    battle = raid(2, referee=True)
    battle.rule(Announce(text="You hear tracks.", seats=("bob",)))
    assert heard(battle) == {"bob"}
    assert battle.view("referee").events[-1].text == "You hear tracks."
    assert b"tracks" not in battle.view("alice").to_json()
    battle.rule(Announce(text="A note to myself.", seats=()))
    assert heard(battle) == set()
    battle.rule(Announce(text="All of you.", seats=("carol", "bob", "alice")))
    assert battle.last_events[-1].seen_by is None


@pytest.mark.parametrize(
    ("ruling", "message"),
    [
        (Announce(text="  "), "There is nothing to announce"),
        (Announce(text="Psst.", seats=("dave",)), "no seat 'dave'; there are: alice, bob, carol"),
    ],
)
def test_announcements_that_reach_nobody_are_refused(ruling: Announce, message: str) -> None:
    battle = raid(2, referee=True)
    before = to_bytes(battle)
    with pytest.raises(Refusal, match=message):
        battle.rule(ruling)
    assert to_bytes(battle) == before


def test_without_a_referee_nobody_announces() -> None:
    with pytest.raises(Refusal, match="There is no referee"):
        raid(2).rule(Announce(text="Hello?"))


# -- rolling --------------------------------------------------------------------------------------


def test_a_secret_roll_is_seen_by_the_referee_alone_and_changes_nothing() -> None:
    battle = raid(2, referee=True)
    state = battle.state
    (event,) = battle.rule(RollDice(dice="2d6+1", what="do they  hear it?"))
    assert event.text.startswith("The referee rolls 2d6+1 (do they hear it?): ")
    (roll,) = event.rolls
    assert event.text.endswith(f": {sum(roll.faces) + 1}.")
    assert battle.state == state
    assert heard(battle) == set()
    assert all(b"hear it" not in battle.view(seat).to_json() for seat in ("alice", "bob", "carol"))
    assert battle.view("referee").events[-1] == event


def test_a_roll_can_be_shown_to_some_or_to_all() -> None:
    battle = raid(2, referee=True)
    battle.rule(RollDice(dice="d20", seats=("bob",)))
    assert heard(battle) == {"bob"}
    battle.rule(RollDice(dice="3 d 6 - 2", seats=None))
    assert battle.last_events[-1].seen_by is None
    assert battle.last_events[-1].text.startswith("The referee rolls 3d6-2: ")


@pytest.mark.parametrize(
    ("ruling", "message"),
    [
        (RollDice(dice="two dice"), "'two dice' are no dice; write them like 2d6\\+1 or d20"),
        (RollDice(dice="51d6"), "roll 1 to 50 dice of 2 to 1000 sides"),
        (RollDice(dice="0d6"), "roll 1 to 50 dice"),
        (RollDice(dice="2d1"), "2 to 1000 sides"),
        (RollDice(dice="d6", seats=("dave",)), "no seat 'dave'"),
    ],
)
def test_rolls_that_cannot_be_made_are_refused(ruling: RollDice, message: str) -> None:
    battle = raid(2, referee=True)
    before = to_bytes(battle)
    with pytest.raises(Refusal, match=message):
        battle.rule(ruling)
    assert to_bytes(battle) == before


# -- on record ------------------------------------------------------------------------------------


def test_all_of_it_is_played_again_and_checked(night: Battle[Any], tmp_path: Path) -> None:
    night.rule(Conceal(piece="e1"))
    go_on(night, 2)
    night.rule(Announce(text="Flares!", seats=("alice", "carol")))
    night.rule(RollDice(dice="2d6", what="fog"))
    night.rule(Reveal(piece="e1", at=(5.0, 1.0)))
    night.rule(Place(piece=NEW, hidden=True))
    path = tmp_path / "night.jsonl"
    save(night, path)
    again = load(path, rulebook=NIGHT)
    assert again.state == night.state
    assert again.events == night.events
    for seat in night.seats:
        assert again.view(seat).to_json() == night.view(seat).to_json()
    assert verify(path, rulebook=NIGHT).ok
    assert not verify(path, rulebook=TRENCH_RAID).ok


@pytest.mark.parametrize(
    "line",
    [
        '{"order":"conceal","piece":"tiger"}',
        '{"order":"reveal","piece":"tiger","at":[1.5,2]}',
        '{"order":"announce","text":"Rain.","seats":["british"]}',
        '{"order":"place","piece":{"id":"x"},"hidden":true}',
    ],
)
def test_they_are_read_from_json(line: str) -> None:
    assert type(decode_ruling(line)).__name__.lower() in line
