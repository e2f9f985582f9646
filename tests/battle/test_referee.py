"""The referee's word, undo and forks."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandtable.battle import Amend, Battle, Place, Refusal, Remove, Ruling
from sandtable.battle.rulings import RULE_ZERO
from sandtable.dice import DiceNeeded, ScriptedDice
from sandtable.journal import to_bytes
from tests.conformance.toybook import DUEL, MIRROR, TRENCH_RAID, Answer, Plan, Shoot
from tests.journal.kit import find, go_on, raid

NEW = {"id": "w9", "side": "west", "name": "Nine", "x": 2.0, "y": 1.0}


def is_shot(battle: Battle[Any]) -> bool:
    return battle.choices[0].ask == "shoot"


# -- rulings --------------------------------------------------------------------------------------


def test_the_referee_changes_a_piece() -> None:
    battle = raid(2, referee=True)
    (event,) = battle.rule(Amend(piece="w1", set={"x": 3, "name": "Jack"}, because="he ran"))
    assert battle.state.pieces["w1"].x == 3.0
    assert type(battle.state.pieces["w1"].x) is float
    assert event.text == "The referee changes w1: name = Jack, x = 3: he ran."
    assert event.rules == (RULE_ZERO,)
    assert battle.lines[-1].kind == "ruling"
    battle.undo()
    assert battle.state.pieces["w1"].name == "w1"


def test_the_referee_places_and_removes() -> None:
    battle = raid(2, referee=True)
    battle.rule(Place(piece=NEW))
    assert battle.state.pieces["w9"].name == "Nine"
    (event,) = battle.rule(Remove(piece="w9"))
    assert event.text == "The referee takes Nine off the table."
    assert "w9" not in battle.state.pieces


def test_the_referee_changes_the_battle() -> None:
    battle = raid(2, referee=True)
    battle.rule(Amend(set={"turn": 4}))
    assert battle.state.turn == 4


@pytest.mark.parametrize(
    ("ruling", "message"),
    [
        (Amend(piece="w7", set={}), "no piece 'w7'; there are: w1, w2, e1, e2, e3"),
        (
            Amend(piece="w1", set={"colour": "red"}),
            "no field 'colour' of piece 'w1'; there are: id",
        ),
        (
            Amend(piece="w1", set={"x": "far"}),
            "does not fit piece 'w1': Expected `float`, got `str`",
        ),
        (Amend(piece="w1", set={"id": "w8"}), "A piece keeps its id"),
        (Amend(piece="w1", set={"x": math.nan}), "a number that is not finite"),
        (Amend(piece="w1", set={"side": "north"}), "side: no side 'north' (allowed: west, east)"),
        (Place(piece={**NEW, "side": ""}), "side: no side '' (allowed: west, east)"),
        (Amend(set={"weather": "rain"}), "no field 'weather' of the battle; there are: setting"),
        (Amend(set={"turn": "late"}), "does not fit the battle's turn: Expected `int`, got `str`"),
        (Amend(set={"pieces": {}}), "The battle's pieces cannot be amended as a whole"),
        (Amend(set={"setting": None}), "The battle's setting cannot be amended as a whole"),
        (Place(piece={"id": "w9"}), "does not fit the new piece: Object missing required field"),
        (Place(piece={**NEW, "id": "w1"}), "There is a piece 'w1' already"),
        (Place(piece={**NEW, "x": math.inf}), "a number that is not finite"),
        (Remove(piece="w7"), "no piece 'w7'"),
        (Ruling(), "There is no ruling of the kind Ruling"),
        (Plan(), "There is no ruling of the kind Plan"),
    ],
    ids=str,
)
def test_rulings_on_what_does_not_exist_change_nothing(ruling: Any, message: str) -> None:
    battle = raid(2, referee=True)
    before = to_bytes(battle), battle.state
    with pytest.raises(Refusal) as refusal:
        battle.rule(ruling)
    assert message in refusal.value.reason
    assert (to_bytes(battle), battle.state) == before


def test_without_a_referee_there_are_no_rulings() -> None:
    battle = raid(2)
    with pytest.raises(Refusal, match="There is no referee in this battle"):
        battle.rule(Remove(piece="w1"))
    with pytest.raises(Refusal, match="There is no referee in this battle"):
        battle.overrule({"shot": "hit"})


def heard(battle: Battle[Any]) -> set[str]:
    """The players who have heard of the last thing that happened."""
    last = battle.last_events[-1]
    return {seat for seat in battle.seats if last in battle.view(seat).events}


def test_rulings_on_hidden_pieces_are_told_to_those_who_know_of_them() -> None:
    battle = raid(0, referee=True)
    battle.rule(Amend(piece="w1", set={"x": 2.0}))
    assert heard(battle) == {"alice", "bob", "carol"}
    before = [battle.view(seat).state.to_json() for seat in ("alice", "bob")]
    battle.rule(Amend(piece="e3", set={"x": 5.0}))
    assert heard(battle) == {"carol"}
    assert [battle.view(seat).state.to_json() for seat in ("alice", "bob")] == before
    battle.rule(Place(piece={**NEW, "id": "e9", "side": "east", "hidden": True}))
    assert heard(battle) == {"carol"}
    battle.rule(Remove(piece="e9"))
    assert heard(battle) == {"carol"}
    battle.rule(Amend(piece="e3", set={"hidden": False}))
    assert heard(battle) == {"alice", "bob", "carol"}
    battle.rule(Amend(set={"turn": 2}))
    assert heard(battle) == {"alice", "bob", "carol"}
    assert len(battle.view("referee").events) == len(battle.events)


# -- overruling -----------------------------------------------------------------------------------


def test_a_result_is_overruled_and_the_rules_do_the_rest() -> None:
    battle = find(is_shot, referee=True, scenario=MIRROR)
    _, target = battle.choices[0].about
    before = battle.number
    battle.play(Shoot())
    battle.overrule({"shot": "hit"})
    assert target not in battle.state.pieces
    battle.overrule({"shot": "miss"})
    assert target in battle.state.pieces
    assert [line.kind for line in battle.lines[before:]] == ["order", "overrule", "overrule"]
    assert [line.to for line in battle.lines[before:]] == [None, before, before]
    battle.undo()
    assert battle.choices[0].ask == "shoot"


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ({"weather": "rain"}, "That step has no result called weather."),
        ({"shot": "hit", "weather": "rain"}, "That step has no result called weather."),
        ({"shot": "vanished"}, "Shot cannot be ruled 'vanished'; it can be 'miss', 'hit'."),
        ({}, "Say which result is changed, and to what."),
    ],
)
def test_results_that_do_not_exist_change_nothing(results: dict[str, str], message: str) -> None:
    battle = find(is_shot, referee=True, scenario=MIRROR)
    battle.play(Shoot())
    before = to_bytes(battle), battle.state, battle.events
    with pytest.raises(Refusal) as refusal:
        battle.overrule(results)
    assert refusal.value.reason == message
    assert (to_bytes(battle), battle.state, battle.events) == before


def test_only_an_order_can_be_overruled() -> None:
    battle = raid(0, referee=True)
    with pytest.raises(Refusal, match="The last step was no order"):
        battle.overrule({"shot": "hit"})
    battle.rule(Remove(piece="w1"))
    with pytest.raises(Refusal, match="The last step was no order"):
        battle.overrule({"shot": "hit"})


def test_overruling_keeps_the_dice_that_were_thrown() -> None:
    dice = ScriptedDice()
    battle: Battle[Any] = Battle(TRENCH_RAID, DUEL, dice, referee=True)
    battle.rule(Amend(piece="e1", set={"x": 3.0}))
    battle.play(Plan(moves={"w1": 1}), "west")
    dice.feed(1)
    battle.play(Plan(), "east")
    assert battle.choices[0].ask == "shoot"
    dice.feed(6)
    battle.play(Shoot())
    assert "w1" not in battle.state.pieces
    thrown = battle.lines[-1]
    before = to_bytes(battle), battle.state
    with pytest.raises(Refusal):
        battle.overrule({"weather": "rain"})
    assert (to_bytes(battle), battle.state) == before
    battle.overrule({"shot": "miss"})
    assert "w1" in battle.state.pieces
    assert battle.lines[-1].rolls == thrown.rolls
    assert battle.last_events[0].text == "The referee decrees: shot is miss."
    battle.overrule({"shot": "hit"})
    assert "w1" not in battle.state.pieces
    assert battle.lines[-1].dice_of == thrown.line


# -- the absent referee ---------------------------------------------------------------------------


def test_an_absent_referee_is_answered_for() -> None:
    battle = find(lambda b: any(line.by_default for line in b.lines), scenario=DUEL)
    line = next(line for line in battle.lines if line.by_default)
    assert (line.seat, line.order) == ("referee", {"order": "answer", "met": True})
    assert all("referee" not in choice.seats for choice in battle.choices)


def test_a_referee_who_is_there_is_asked() -> None:
    battle = find(lambda b: b.choices[0].ask == "met", referee=True, scenario=DUEL)
    assert battle.header.seats == ("west", "east", "referee")
    for seat in ("west", "east"):
        with pytest.raises(Refusal, match="The battle waits for referee"):
            battle.play(Answer(met=True), seat)
    battle.play(Answer(met=False), "referee")
    assert not battle.lines[-1].by_default


def test_undo_takes_the_answer_along_with_the_step_that_led_to_it() -> None:
    battle = find(lambda b: bool(b.lines) and b.lines[-1].by_default, scenario=DUEL)
    before = battle.number
    battle.undo()
    assert battle.lines[-1].to == before - 2
    assert battle.choices[0].ask == "plan"
    assert not battle.default_due


def test_an_answer_given_for_an_absent_referee_does_not_make_undo_dear() -> None:
    battle = find(lambda b: bool(b.lines) and b.lines[-1].by_default, scenario=DUEL)
    actor = battle.lines[-2].seat
    other = "east" if actor == "west" else "west"
    refusal = battle.undo_refusal(other)
    assert refusal is not None
    [name] = [side.name for side in battle.scenario.sides if side.id == actor]
    assert refusal.reason == f"{name} has acted since."
    # Not "referee has acted since": the answer is part of the actor's own step.
    dear = battle.undo_refusal(actor)
    assert dear is not None
    assert dear.reason == "Dice have been thrown since."


def test_undo_to_an_open_question_has_it_answered_again() -> None:
    battle = find(lambda b: bool(b.lines) and b.lines[-1].by_default, scenario=DUEL)
    before = battle.number
    battle.undo(to=before - 1)
    assert battle.number == before + 2
    assert battle.lines[-1].by_default
    assert battle.default_due is None


# -- undo and fork --------------------------------------------------------------------------------


def test_undo_to_a_line() -> None:
    battle = raid(0)
    states = [battle.state]
    for step in range(5):
        go_on(battle, 1, step)
        states.append(battle.state)
    events = battle.events
    battle.undo(to=2, seat="bob")
    assert battle.state == states[2]
    assert battle.events == events[: len(battle.events)]
    assert battle.lines[-1].seat == "bob"
    assert battle.number == 6
    go_on(battle, 1)
    battle.undo(to=2)
    battle.undo(to=0)
    assert battle.state == states[0]
    assert battle.events == ()


@pytest.mark.parametrize("line", [-1, 3, 4, 99])
def test_lines_that_cannot_be_gone_back_to(line: int) -> None:
    battle = raid(3)
    before = to_bytes(battle)
    with pytest.raises(Refusal, match=rf"Line {line} cannot be gone back to; these can: 0, 1, 2\."):
        battle.undo(to=line)
    assert to_bytes(battle) == before


def test_a_line_that_was_undone_cannot_be_gone_back_to() -> None:
    battle = raid(4)
    battle.undo(to=1)
    go_on(battle, 1)
    with pytest.raises(Refusal, match=r"Line 3 cannot be gone back to; these can: 0, 1\."):
        battle.undo(to=3)


def test_nothing_to_undo() -> None:
    with pytest.raises(Refusal, match="Nothing has been done yet"):
        raid(0).undo()
    with pytest.raises(Refusal, match="these can: none"):
        raid(0).undo(to=0)


def test_taking_a_step_back_and_forth_gives_the_same_dice() -> None:
    battle = find(is_shot, scenario=MIRROR)
    rolls = set()
    for _ in range(30):
        battle.play(Shoot())
        rolls.add(battle.lines[-1].rolls)
        battle.undo()
    assert len(rolls) == 1


def test_forks_share_nothing_that_changes() -> None:
    dice = ScriptedDice()
    battle: Battle[Any] = Battle(TRENCH_RAID, DUEL, dice)
    battle.play(Plan(moves={"w1": 1}), "west")
    fork = battle.fork()
    assert isinstance(fork.dice, ScriptedDice)
    fork.dice.feed(1, 2)
    fork.play(Plan(moves={"e1": 1}), "east")
    assert dice.remaining == ()
    assert battle.number == 1
    assert fork.number == 2
    with pytest.raises(DiceNeeded):
        battle.play(Plan(moves={"e1": 1}), "east")
    heard_lines: list[int] = []
    battle.attach(lambda line: heard_lines.append(line.line))
    battle.fork(dice=ScriptedDice([1, 2])).play(Plan(moves={"e1": 1}), "east")
    assert heard_lines == []
