"""From file to battle: everything that can stand in a journal comes out again and goes on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle import Amend, Battle, Place, Refusal, Remove
from sandtable.battle.record import DiceRecord
from sandtable.dice import DiceError, DiceNeeded, FairDice, ScriptedDice, SeededDice
from sandtable.journal import JournalError, JournalWriter, load, replay, save, to_bytes, verify
from sandtable.scenario import load_scenario
from tests.conformance.toybook import (
    DUEL,
    MIRROR,
    TEAM,
    TRENCH_RAID,
    Answer,
    Plan,
    Shoot,
)
from tests.journal.kit import find, forge, go_on, raid, records, saved

SECRET = bytes(range(32))


def again(path: Path, **facts: Any) -> Battle[Any]:
    return load(path, rulebook=TRENCH_RAID, **facts)


def same(one: Battle[Any], two: Battle[Any]) -> bool:
    return (one.lines, one.events, one.state, one.choices) == (
        two.lines,
        two.events,
        two.state,
        two.choices,
    )


def test_a_loaded_battle_rolls_on_as_the_first_one_would(tmp_path: Path) -> None:
    battle = raid(6, scenario=MIRROR)
    loaded = again(saved(tmp_path, battle))
    assert same(loaded, battle)
    assert isinstance(loaded.dice, SeededDice)
    assert to_bytes(go_on(loaded, 30, 5)) == to_bytes(go_on(battle, 30, 5))


def test_every_step_can_be_gone_to(tmp_path: Path) -> None:
    battle = raid(0, scenario=MIRROR)
    states = [battle.state]
    chance = random.Random(3)
    while battle.outcome is None:
        view = battle.view(battle.choices[0].seats[0])
        before = battle.number
        battle.play(view.pick(view.choices[0], chance), view.seat)
        if battle.number == before + 1:
            states.append(battle.state)
        else:
            twin = battle.fork()
            twin.undo(to=before + 1)
            states += [m.state for m in battle._history[-(battle.number - before) :]]
    path = saved(tmp_path, battle)
    for number, state in enumerate(states):
        assert replay(path, number, rulebook=TRENCH_RAID).state == state
    assert replay(path, rulebook=TRENCH_RAID).state == battle.state


def test_undo_lines_are_replayed(tmp_path: Path) -> None:
    battle = raid(6)
    battle.undo()
    battle.undo(to=2, seat="bob")
    go_on(battle, 4, 9)
    loaded = again(saved(tmp_path, battle))
    assert same(loaded, battle)
    assert [line.kind for line in loaded.lines[6:8]] == ["undo", "undo"]
    loaded.undo(to=1)
    battle.undo(to=1)
    assert to_bytes(loaded) == to_bytes(battle)


def test_rulings_are_replayed(tmp_path: Path) -> None:
    battle = raid(3, referee=True)
    battle.rule(Amend(piece="w1", set={"x": 3.0, "name": "Jack"}, because="he ran"))
    battle.rule(Remove(piece="e3"))
    battle.rule(Place(piece={"id": "w9", "side": "west", "name": "Nine", "x": 2.0, "y": 1.0}))
    battle.rule(Amend(set={"turn": 3}))
    go_on(battle, 3)
    path = saved(tmp_path, battle)
    loaded = again(path)
    assert same(loaded, battle)
    assert loaded.referee_seated
    changed = replay(path, 4, rulebook=TRENCH_RAID)
    assert changed.state.pieces["w1"].name == "Jack"
    assert changed.last_events[0].text == "The referee changes w1: name = Jack, x = 3: he ran."
    assert verify(path, rulebook=TRENCH_RAID).ok


def is_shot(battle: Battle[Any]) -> bool:
    return battle.choices[0].ask == "shoot"


@pytest.mark.parametrize("decree", ["hit", "miss"])
def test_overrulings_are_replayed(tmp_path: Path, decree: str) -> None:
    battle = find(is_shot, referee=True, scenario=MIRROR)
    battle.play(Shoot())
    thrown = battle.lines[-1]
    battle.overrule({"shot": decree})
    assert battle.lines[-1].kind == "overrule"
    assert battle.lines[-1].dice_of == thrown.line
    assert battle.lines[-1].rolls[: len(thrown.rolls)] == thrown.rolls
    path = saved(tmp_path, battle)
    loaded = again(path)
    assert same(loaded, battle)
    assert loaded.last_events[0].text == f"The referee decrees: shot is {decree}."
    assert f": {decree}." in loaded.last_events[1].text
    assert verify(path, rulebook=TRENCH_RAID).ok
    battle.undo()
    loaded.undo()
    assert loaded.state == battle.state
    assert battle.choices[0].ask == "shoot"


def test_default_answers_are_replayed(tmp_path: Path) -> None:
    battle = find(lambda b: any(line.by_default for line in b.lines), scenario=DUEL)
    path = saved(tmp_path, battle)
    assert same(again(path), battle)
    assert verify(path, rulebook=TRENCH_RAID).ok


def test_a_default_answer_that_was_not_written_any_more_is_given_again(tmp_path: Path) -> None:
    battle = find(lambda b: bool(b.lines) and b.lines[-1].by_default, scenario=DUEL)
    path = saved(tmp_path, battle)
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-1]))
    assert replay(path, rulebook=TRENCH_RAID).number == battle.number - 1
    loaded = again(path)
    assert same(loaded, battle)
    with JournalWriter(path) as journal:
        loaded.attach(journal)
    assert path.read_bytes() == to_bytes(battle)


def test_a_referee_who_is_there_answers_himself(tmp_path: Path) -> None:
    battle = find(lambda b: b.choices[0].ask == "met", referee=True, scenario=DUEL)
    loaded = again(saved(tmp_path, battle))
    assert same(loaded, battle)
    loaded.play(Answer(met=False), "referee")
    assert not loaded.lines[-1].by_default


def test_typed_dice_are_taken_from_the_record(tmp_path: Path) -> None:
    dice = ScriptedDice()
    record = DiceRecord(kind="typed")
    battle: Battle[Any] = Battle(TRENCH_RAID, MIRROR, dice, dice_record=record)
    battle.play(Plan(moves={"w1": 1, "w2": 1}), "west")
    with pytest.raises(DiceNeeded, match="4 different numbers from 1 to 4"):
        battle.play(Plan(moves={"e1": 1, "e2": 1}), "east")
    dice.feed(3, 1, 2, 4)
    battle.play(Plan(moves={"e1": 1, "e2": 1}), "east")
    path = saved(tmp_path, battle)
    loaded = again(path)
    assert same(loaded, battle)
    check = verify(path, rulebook=TRENCH_RAID)
    assert check.ok
    assert check.faces == 0
    assert check.notes == (
        "the dice are typed: the record is the only witness of what they showed",
    )
    loaded.play(Plan(moves={"w1": 1}), "west")
    with pytest.raises(DiceNeeded, match="1 number from 1 to 1, who is settled first"):
        loaded.play(Plan(), "east")
    assert isinstance(loaded.dice, ScriptedDice)
    loaded.dice.feed(1)
    loaded.play(Plan(), "east")


def test_fair_dice_need_their_secret_to_go_on(tmp_path: Path) -> None:
    dice = FairDice(SECRET, ["x"])
    battle = raid(6, scenario=MIRROR, dice=dice)
    path = saved(tmp_path, battle)
    loaded = again(path)
    assert same(loaded, battle)
    number = loaded.number
    with pytest.raises(DiceError, match="the secret of these fair dice is not in the journal"):
        go_on(loaded, 10, 4)
    assert loaded.number <= number + 1
    with pytest.raises(JournalError, match="not the fair dice that were committed to"):
        again(path, dice=FairDice(SECRET, ["y"]))
    with pytest.raises(JournalError, match="not the fair dice that were committed to"):
        again(path, dice=SeededDice(1))
    handed = again(path, dice=FairDice(SECRET, ["x"]))
    assert to_bytes(go_on(handed, 20, 4)) == to_bytes(go_on(battle, 20, 4))


def test_seeded_battles_go_on_with_their_own_seed(tmp_path: Path) -> None:
    path = saved(tmp_path)
    with pytest.raises(JournalError, match="these are not the dice of seed '1'"):
        again(path, dice=SeededDice(2))
    assert again(path, dice=SeededDice(1)).number == 12


def test_a_revealed_secret_closes_the_record(tmp_path: Path) -> None:
    battle = raid(6, scenario=MIRROR, dice=FairDice(SECRET, ["x"]), referee=True)
    with pytest.raises(Refusal, match="does not fit the commitment"):
        battle.reveal(bytes(32))
    battle.reveal(SECRET)
    path = saved(tmp_path, battle)
    loaded = again(path)
    assert same(loaded, battle)
    for closed in (battle, loaded):
        with pytest.raises(Refusal, match="The secret of the dice is known"):
            closed.play(Plan(), "west")
        with pytest.raises(Refusal, match="The secret of the dice is known"):
            closed.undo()
        with pytest.raises(Refusal, match="The secret of the dice is known"):
            closed.rule(Remove(piece="w1"))
        with pytest.raises(Refusal, match="laid open already"):
            closed.reveal(SECRET)
    check = verify(path, rulebook=TRENCH_RAID)
    assert check.ok
    assert check.faces > 0
    assert check.notes == ()


def test_seeded_dice_have_no_secret() -> None:
    with pytest.raises(Refusal, match="seeded dice have no secret"):
        raid(1).reveal(SECRET)


def test_rules_that_changed_since_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path, raid(4))
    lines = records(path)
    monkeypatch.setattr(type(TRENCH_RAID), "revision", 2)
    assert again(path).number == 4  # it still comes out the same
    check = verify(path, rulebook=TRENCH_RAID)
    assert check.ok
    assert check.notes == ("played by revision 1 of Trench Raid, checked by revision 2",)
    lines[3]["state"] = "0" * 32
    forge(path, lines)
    with pytest.raises(
        JournalError,
        match=r"line 4: this does not come out as recorded: state: .*\(it was played by revision 1 "
        r"of Trench Raid; this program plays revision 2\)",
    ):
        again(path)
    assert again(path, salvage=True).number == 2


def test_battles_without_fingerprints(tmp_path: Path) -> None:
    battle: Battle[Any] = Battle(TRENCH_RAID, TEAM, SeededDice(1), keep_digests=False)
    go_on(battle, 6)
    path = saved(tmp_path, battle)
    assert same(again(path), battle)
    assert "no fingerprints" in verify(path, rulebook=TRENCH_RAID).notes[0]


def test_a_battle_of_a_shipped_book_needs_no_rulebook(tmp_path: Path) -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
    go_on(battle, 15)
    path = tmp_path / "battle.jsonl"
    save(battle, path)
    assert same(load(path), battle)
    with pytest.raises(JournalError, match="this is a journal of 'p8', not of 'toy'"):
        again(path)
