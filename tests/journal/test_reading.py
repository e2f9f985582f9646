"""Bad journals: one clear sentence each, with the file, the line and the field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.journal import JournalError, load, read, replay, to_bytes
from tests.conformance.toybook import DUEL, TRENCH_RAID
from tests.journal.kit import Record, forge, raid, records, saved


def again(path: Path, **facts: Any) -> Any:
    return load(path, rulebook=TRENCH_RAID, **facts)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "bad.jsonl: the file is empty"),
        (b'{"sandtable":"jour', "bad.jsonl, line 1: the first line is torn: it has no line feed"),
        (b"\n", "bad.jsonl, line 1: not JSON: the line is empty, so this is no journal"),
        (b"Dear diary\n", "bad.jsonl, line 1: not JSON: invalid character (byte 0), so this is no"),
        (b"\x89PNG\r\n\x1a\n\0\0\n", "bad.jsonl, line 1: not JSON: "),
        (b"\xff\xfe\x00\n", "bad.jsonl, line 1: not JSON: it holds bytes that are not text"),
        (b"[1]\n", 'bad.jsonl, line 1: this is no journal: the first line of one has "sandtable"'),
        (b"null\n", "bad.jsonl, line 1: this is no journal"),
        (b'{"sandtable":"save"}\n', "bad.jsonl, line 1: this is no journal"),
        (b"[" * 100_000 + b"\n", "bad.jsonl, line 1: not JSON that a journal could hold: it is ne"),
        (
            b'{"sandtable":"journal","format":3}\n',
            "bad.jsonl, line 1: format: this journal has format 3, and this program reads formats "
            "up to 2; a newer Sandtable is needed",
        ),
        (
            b'{"sandtable":"journal","format":"1"}\n',
            "bad.jsonl, line 1: format: expected a number from 1 to 2, got '1'",
        ),
        (b'{"sandtable":"journal"}\n', "line 1: format: expected a number from 1 to 2, got None"),
        (
            b'{"sandtable":"journal","format":1}\n',
            "bad.jsonl, line 1: object missing required field `book`",
        ),
    ],
)
def test_what_is_no_journal(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    for attempt in (load, replay, read):
        with pytest.raises(JournalError) as error:
            attempt(path)
        assert message in str(error.value)
        assert "\n" not in str(error.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"absent\.jsonl: cannot be read: No such file"):
        load(tmp_path / "absent.jsonl")
    with pytest.raises(JournalError, match="this is a folder, not a journal"):
        load(tmp_path)


def change_header(lines: list[Record], **changes: Any) -> None:
    lines[0] |= changes


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (0, {"book": 7}, "line 1: book: expected `str`, got `int`"),
        (0, {"revision": "one"}, "line 1: revision: expected `int`, got `str`"),
        (0, {"dice": {"kind": "loaded"}}, "line 1: dice.kind: invalid enum value 'loaded'"),
        (0, {"scenario": {}}, "line 1: scenario: object missing required field `id`"),
        (0, {"rolls": [{"what": "x"}]}, "line 1: rolls[0]: object missing required field `sides`"),
        (0, {"book": "chess"}, "line 1: book: this is a journal of 'chess', not of 'toy'"),
        (2, {"line": "2"}, "line 3: line: expected `int`, got `str`"),
        (2, {"line": 7}, "line 3: line: 7 was found where number 2 is due"),
        (2, {"kind": "dance"}, "line 3: kind: invalid enum value 'dance'"),
        (2, {"seat": None}, "line 3: seat: expected `str`, got `null`"),
        (2, {"order": [1]}, "line 3: order: expected `object | null`, got `array`"),
        (2, {"rolls": [{"what": "x", "sides": 6, "faces": ["1"]}]}, "line 3: rolls[0].faces[0]:"),
    ],
)
def test_wrong_fields_are_named(tmp_path: Path, number: int, changes: Record, message: str) -> None:
    path = saved(tmp_path)
    lines = records(path)
    lines[number] |= changes
    forge(path, lines)
    with pytest.raises(JournalError) as error:
        again(path)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{path}, line {number + 1}: ")
    assert error.value.line == number + 1


def test_an_unknown_book_is_named_with_those_that_exist(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"line 1: book: no rulebook has the code 'toy' \(there"):
        load(saved(tmp_path))


def test_a_scenario_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    lines = records(path)
    lines[0]["scenario"]["units"][0]["at"] = [99, 1]
    with pytest.raises(JournalError, match=r"line 1: scenario\.units\[0\].*not on the table"):
        again(forge(path, lines))
    lines[0]["scenario"]["units"][0] |= {"at": [1, 1], "sheet": "dragon"}
    with pytest.raises(JournalError, match=r"line 1: scenario\.units\[0\]\.sheet: no soldier"):
        again(forge(path, lines))


def test_lines_without_checksum_or_with_a_wrong_one_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    rows = path.read_bytes().splitlines(keepends=True)
    plain = json.dumps(records(path)[3]).encode() + b"\n"
    path.write_bytes(b"".join([*rows[:3], plain, *rows[4:]]))
    with pytest.raises(JournalError, match="line 4: sum: a line ends with its checksum") as error:
        again(path)
    assert error.value.good == 3
    assert error.value.damage == "checksum"
    path.write_bytes(b"".join([*rows[:3], *rows[4:]]))
    with pytest.raises(JournalError, match="line 4: sum: the checksum should be"):
        again(path)


def test_the_good_part_of_a_damaged_journal_can_be_had(tmp_path: Path) -> None:
    battle = raid(9)
    path = saved(tmp_path, battle)
    rows = path.read_bytes().splitlines(keepends=True)
    rows[6] = rows[6].replace(b"alice", b"bobby").replace(b"bob", b"eve").replace(b"carol", b"c")
    path.write_bytes(b"".join(rows))
    with pytest.raises(JournalError, match="line 7: sum") as error:
        again(path)
    assert error.value.good == 6
    assert again(path, salvage=True).lines == battle.lines[:5]
    journal = read(path, salvage=True)
    assert len(journal.lines) == 5
    assert journal.fault is not None
    assert journal.fault.line == 7
    assert replay(path, 5, rulebook=TRENCH_RAID).state == load_state(battle, 5)
    with pytest.raises(JournalError, match="there is no step 6; steps are 0 to 5"):
        replay(path, 6, rulebook=TRENCH_RAID)


def load_state(battle: Any, line: int) -> Any:
    twin = battle.fork()
    twin.undo(to=line)
    return twin.state


def test_a_torn_last_line_is_told_of(tmp_path: Path) -> None:
    path = saved(tmp_path, raid(4))
    path.write_bytes(path.read_bytes()[:-10])
    journal = read(path)
    assert len(journal.lines) == 3
    assert journal.fault is not None
    assert journal.fault.damage == "torn"
    assert "the last line is torn" in journal.fault.problem
    assert "the 4 before it are good" in journal.fault.problem
    assert journal.size == sum(len(r) for r in path.read_bytes().splitlines(keepends=True)[:4])


def test_zeros_after_the_last_line_count_as_torn(tmp_path: Path) -> None:
    battle = raid(4)
    path = saved(tmp_path, battle)
    path.write_bytes(path.read_bytes() + bytes(512))
    assert again(path).lines == battle.lines


@pytest.mark.parametrize("step", [-1, 5, 10**9])
def test_steps_that_do_not_exist(tmp_path: Path, step: int) -> None:
    path = saved(tmp_path, raid(4))
    with pytest.raises(JournalError, match=rf"there is no step {step}; steps are 0 to 4"):
        replay(path, step, rulebook=TRENCH_RAID)


def test_a_text_in_any_script_survives(tmp_path: Path) -> None:
    import msgspec

    scenario = msgspec.structs.replace(DUEL, title="Überfall im Gräben 夜襲 \u2028 “x”")
    battle = raid(2, scenario=scenario)
    path = saved(tmp_path, battle)
    assert again(path).scenario.title == scenario.title
    assert to_bytes(again(path)) == path.read_bytes()
