"""Battles that go on from a line of another one, with dice of their own."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from sandtable.battle import Amend, Battle, DiceRecord, Refusal, TakenOver
from sandtable.dice import DiceNeeded, FairDice, ScriptedDice, SeededDice
from sandtable.dice import verify as fair
from sandtable.journal import JournalWriter, load, replay, save, to_bytes, verify
from sandtable.journal.schemas import journal_schema
from tests.conformance.toybook import DUEL, MIRROR, TRENCH_RAID, Shoot
from tests.journal.kit import Record, find, forge, go_on, raid, records, saved

SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
WORDS = ("Bocage",)


def rolling() -> Battle[Any]:
    """A raid in which dice have fallen on both sides of line 12, and in it."""
    battle = raid(22, seed=26)
    assert [line.line for line in battle.lines if line.rolls] == [3, 6, 8, 11, 12, 15, 19, 22]
    return battle


def parted(line: int = 12, seed: str = "new", steps: int = 8) -> Battle[Any]:
    """A battle taken over at a line and played on."""
    return go_on(rolling().take_over(line, dice=SeededDice(seed)), steps, 5)


def origin(battle: Battle[Any]) -> TakenOver:
    assert battle.header.taken_over is not msgspec.UNSET
    return battle.header.taken_over


def checked(path: Path) -> Any:
    return verify(path, rulebook=TRENCH_RAID)


def same(one: Battle[Any], two: Battle[Any]) -> bool:
    seats = [*one.seats, "referee"] if one.referee_seated else [*one.seats]
    return (
        to_bytes(one) == to_bytes(two)
        and one.state == two.state
        and one.events == two.events
        and all(one.view(seat).to_json() == two.view(seat).to_json() for seat in seats)
    )


# -- the past -------------------------------------------------------------------------------------


def test_the_past_is_the_same_and_the_old_battle_is_untouched() -> None:
    old = rolling()
    before = to_bytes(old), old.state
    new = old.take_over(12, dice=SeededDice("new"))
    assert new.lines == old.lines[:12]
    assert new.state == old.moments[12].state
    assert new.events == tuple(e for m in old.moments[:13] for e in m.events)
    assert new.header.dice.seed == "new"
    assert origin(new) == TakenOver(line=12, dice=old.header.dice, seats=old.header.seats, format=2)
    go_on(new, 5)
    assert (to_bytes(old), old.state) == before


def test_it_goes_on_with_other_dice() -> None:
    rolls = {
        tuple(roll for line in parted(seed=seed).lines[12:] for roll in line.rolls)
        for seed in ("a", "b", "c", "d")
    }
    assert len(rolls) > 1


def test_without_a_line_it_goes_on_from_where_it_stands() -> None:
    battle = raid(6)
    battle.undo(to=3)
    new = battle.take_over(dice=SeededDice(7))
    assert new.number == 3
    assert new.state == battle.state
    assert origin(raid(0).take_over(dice=SeededDice(7))).line == 0


def test_only_lines_that_stand_can_be_gone_on_from() -> None:
    battle = raid(6)
    battle.undo(to=2)
    go_on(battle, 1)
    for line in (-1, 3, 6, 7, 99):
        with pytest.raises(Refusal, match=rf"Line {line} does not stand; these do: 0, 1, 2, 8\."):
            battle.take_over(line, dice=SeededDice(7))
    assert battle.take_over(8, dice=SeededDice(7)).number == 8


def test_one_can_look_at_a_battle_as_it_was() -> None:
    battle = parted()
    before = to_bytes(battle), battle.state
    for line in (0, 5, 12, 14):
        then = battle.as_of(line)
        assert then.number == line
        assert then.state == battle.moments[line].state
        assert then.view("alice").number == line
    assert battle.as_of(5).header == rolling().header
    assert battle.as_of(12).header == battle.header
    go_on(battle.as_of(14), 1)
    assert (to_bytes(battle), battle.state) == before
    with pytest.raises(Refusal, match="Line 99 does not stand"):
        battle.as_of(99)


# -- the seam -------------------------------------------------------------------------------------


def test_what_came_before_cannot_be_taken_back() -> None:
    new = parted()
    new.undo(to=14)
    for seat in new.seats:
        assert new.undo_refusal(seat, to=11) is not None
    with pytest.raises(Refusal, match=r"Line 11 .*these can: 12, 13\. .*taken over at line 12"):
        new.undo(to=11)
    new.undo()
    new.undo(to=12)
    assert new.state == rolling().moments[12].state
    assert new.steps == ()
    with pytest.raises(Refusal, match="Nothing has been done yet"):
        new.undo()
    refusal = new.undo_refusal("alice")
    assert refusal is not None
    assert refusal.reason == "There is nothing to take back."


def test_what_came_before_cannot_be_overruled() -> None:
    battle = find(lambda b: b.choices[0].ask == "shoot", referee=True, scenario=MIRROR)
    battle.play(Shoot())
    new = battle.take_over(dice=SeededDice("new"))
    with pytest.raises(Refusal, match="The last step was no order"):
        new.overrule({"shot": "hit"})
    battle.overrule({"shot": "hit"})


def test_a_referee_may_join_or_leave() -> None:
    old = raid(4)
    joined = old.take_over(dice=SeededDice(2), referee=True)
    assert joined.header.seats == ("alice", "bob", "carol", "referee")
    joined.rule(Amend(piece="w1", set={"x": 3.0}))
    left = joined.take_over(dice=SeededDice(3), referee=False)
    assert left.header.seats == old.header.seats
    with pytest.raises(Refusal, match="no referee"):
        left.rule(Amend(piece="w1", set={"x": 2.0}))


def test_a_question_is_answered_for_a_referee_who_left() -> None:
    asked = find(lambda b: b.choices[0].ask == "met", referee=True, scenario=DUEL)
    new = asked.take_over(dice=SeededDice(2), referee=False)
    assert new.lines[-1].by_default
    assert asked.choices[0].ask == "met"


# -- on record ------------------------------------------------------------------------------------


def test_a_battle_that_was_taken_over_is_read_back_and_checked(tmp_path: Path) -> None:
    new = parted()
    path = saved(tmp_path, new)
    loaded = load(path, rulebook=TRENCH_RAID)
    assert same(loaded, new)
    go_on(loaded, 2, 3)
    go_on(new, 2, 3)
    assert same(loaded, new)
    found = checked(path)
    assert found.ok, str(found)
    thrown = [roll for line in new.lines[: loaded.number - 2] for roll in line.rolls]
    assert found.faces == sum(len(roll.faces) for roll in thrown)
    assert found.notes == ("taken over from another battle at line 12",)


def test_it_is_the_same_after_undo_rulings_and_changes_of_the_referee(tmp_path: Path) -> None:
    old = go_on(raid(6, referee=True, scenario=MIRROR), 0)
    old.undo(to=4)
    old.rule(Amend(piece="w1", set={"x": 2.0}))
    new = old.take_over(dice=SeededDice("b"), referee=False)
    go_on(new, 6, 2)
    new.undo()
    last = go_on(new.take_over(dice=SeededDice("c"), referee=True), 3, 4)
    last.rule(Amend(piece="w2", set={"x": 1.0}))
    path = saved(tmp_path, last)
    assert checked(path).ok
    assert same(load(path, rulebook=TRENCH_RAID), last)
    assert [part.dice.seed for part in last.header.sections()] == ["1", "b", "c"]
    assert len(checked(path).notes) == 2


def test_taken_over_before_its_own_beginning_it_is_the_first_battle_again() -> None:
    old = rolling()
    new = parted()
    for line in (5, 12):
        again = new.take_over(line, dice=SeededDice("third"))
        assert [part.dice for part in again.header.sections()] == [
            old.header.dice,
            again.header.dice,
        ]
        assert again.lines == old.lines[:line]


@pytest.mark.parametrize("place", ["before", "after"])
def test_a_changed_die_is_found_on_either_side_of_the_seam(tmp_path: Path, place: str) -> None:
    lines = records(saved(tmp_path, parted()))
    wanted = range(1, 13) if place == "before" else range(13, len(lines))
    number = next(n for n in wanted if lines[n].get("rolls"))
    roll = lines[number]["rolls"][0]
    # For a draw the places are swapped, since no two may be alike.
    faces = roll["faces"]
    faces[:] = faces[::-1] if roll.get("drawn") else [faces[0] % roll["sides"] + 1, *faces[1:]]
    found = checked(forge(tmp_path / "forged.jsonl", lines))
    assert not found.ok
    assert found.difference.line == number + 1
    assert found.difference.fault == "face"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda head: head["taken_over"].update(line=11), "face"),
        (lambda head: head["taken_over"]["dice"].update(seed="x"), "face"),
        (lambda head: head["dice"].update(seed="x"), "face"),
        (lambda head: head.pop("taken_over"), "face"),
        (lambda head: head["taken_over"].update(line="12"), "content"),
        (lambda head: head["taken_over"].update(seats=["west"]), "order"),
    ],
)
def test_a_seam_that_is_not_true_is_found(tmp_path: Path, change: Any, fault: str) -> None:
    lines = records(saved(tmp_path, parted()))
    assert checked(forge(tmp_path / "true.jsonl", lines)).ok
    head = copy.deepcopy(lines[0])
    change(head)
    found = checked(forge(tmp_path / "forged.jsonl", [head, *lines[1:]]))
    assert not found.ok
    assert found.difference.fault == fault


def test_a_journal_can_be_replayed_to_any_line_of_it(tmp_path: Path) -> None:
    old, new = rolling(), parted()
    path = saved(tmp_path, new)
    for line in (0, 5, 11):
        then = replay(path, line, rulebook=TRENCH_RAID)
        assert then.header.dice == old.header.dice
        assert then.header == old.header
        assert then.state == old.moments[line].state
    assert replay(path, 12, rulebook=TRENCH_RAID).header == new.header
    assert replay(path, 13, rulebook=TRENCH_RAID).header == new.header


def test_it_is_kept_while_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    new = rolling().take_over(12, dice=SeededDice("new"))
    with JournalWriter(path) as journal:
        new.attach(journal)
        go_on(new, 3)
    again = load(path, rulebook=TRENCH_RAID)
    with JournalWriter(path) as journal:
        again.attach(journal)
        go_on(again, 2)
    assert path.read_bytes() == to_bytes(again)
    assert checked(path).ok


def test_the_schema_allows_it(tmp_path: Path) -> None:
    check = Draft202012Validator(journal_schema())
    for record in _with_sums(saved(tmp_path, parted())):
        check.validate(record)


def _with_sums(path: Path) -> list[Record]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def test_a_battle_that_was_not_taken_over_is_written_as_ever() -> None:
    assert b"taken_over" not in to_bytes(raid(3))


# -- all kinds of dice ----------------------------------------------------------------------------


def test_fair_dice_after_fair_dice(tmp_path: Path) -> None:
    old = go_on(Battle(TRENCH_RAID, MIRROR, FairDice(SECRET, WORDS)), 12)
    new = go_on(old.take_over(8, dice=FairDice(OTHER, ("Caen",))), 4)
    path = tmp_path / "new.jsonl"
    save(new, path)
    found = checked(path)
    assert found.ok
    assert found.faces == 0
    assert "the secret of the dice up to line 8 has not been revealed" in found.notes[1]
    assert "the secret of the dice has not been revealed" in found.notes[2]
    new.reveal(OTHER)
    save(new, path, overwrite=True)
    found = checked(path)
    assert found.ok
    assert len(found.notes) == 2
    with path.open(encoding="utf-8") as lines:
        assert fair.verify_journal(lines).past == 8


def test_a_past_whose_secret_is_known_is_checked_with_it(tmp_path: Path) -> None:
    old = go_on(Battle(TRENCH_RAID, MIRROR, FairDice(SECRET, WORDS)), 24)
    old.reveal(SECRET)
    line = old.moments[-3].line
    new = go_on(old.take_over(line, dice=SeededDice("new")), 4)
    assert origin(new).secret == SECRET.hex()
    path = saved(tmp_path, new)
    found = checked(path)
    assert found.ok
    assert found.notes == (f"taken over from another battle at line {line}",)
    assert found.faces == sum(len(r.faces) for each in new.lines for r in each.rolls) > 0
    lines = records(path)
    lines[0]["taken_over"]["secret"] = OTHER.hex()
    assert checked(forge(tmp_path / "forged.jsonl", lines)).difference.fault == "face"
    lines[0]["taken_over"]["secret"] = "no secret"
    assert checked(forge(tmp_path / "forged.jsonl", lines)).difference.fault == "content"


def test_real_dice_after_seeded_ones(tmp_path: Path) -> None:
    battle = find(lambda b: b.choices[0].ask == "shoot", scenario=MIRROR)
    dice = ScriptedDice()
    new = battle.take_over(dice=dice, dice_record=DiceRecord(kind="typed"))
    with pytest.raises(DiceNeeded):
        new.play(Shoot())
    dice.feed(6)
    new.play(Shoot())
    path = saved(tmp_path, new)
    found = checked(path)
    assert found.ok
    assert found.notes[1].startswith("the dice are typed: the record is the only witness")
