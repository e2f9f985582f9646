"""Writing journals: nothing that counted is ever lost, nothing else is ever written over."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle import Line
from sandtable.journal import JournalError, JournalWriter, load, read, replay, save, to_bytes
from tests.conformance.toybook import TEAM, TRENCH_RAID, Plan
from tests.journal.kit import go_on, raid


def again(path: Path) -> Any:
    return load(path, rulebook=TRENCH_RAID)


def test_every_line_is_in_the_file_before_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(4)
    with JournalWriter(path) as journal:
        journal.attach(battle)
        assert path.read_bytes() == to_bytes(battle)
        counted: list[int] = []

        def watch(line: Line) -> None:
            assert read(path).lines[-1] == line
            assert battle.number == line.line - 1
            counted.append(line.line)

        battle.attach(watch)
        go_on(battle, 6)
        assert counted == list(range(5, battle.number + 1))
        assert path.read_bytes() == to_bytes(battle)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)])
def test_a_journal_is_no_program(tmp_path: Path, mask: int, mode: int) -> None:
    path = tmp_path / "battle.jsonl"
    before = os.umask(mask)
    try:
        with JournalWriter(path, fsync=False) as journal:
            raid(1).attach(journal)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_battle_goes_on_in_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(5)
    with JournalWriter(path, fsync=False) as first:
        battle.attach(first)
    loaded = again(path)
    with JournalWriter(path, fsync=False) as journal:
        loaded.attach(journal)
        go_on(loaded, 5, seed=2)
    battle.detach(first)
    go_on(battle, 5, seed=2)
    assert path.read_bytes() == to_bytes(battle) == to_bytes(loaded)


@pytest.mark.parametrize("cut", [1, 2, 40, 100])
def test_a_torn_line_is_left_out_and_written_over(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(5)
    save(battle, path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    loaded = again(path)
    assert loaded.number == 4
    assert loaded.lines == battle.lines[:4]
    with JournalWriter(path) as journal:
        loaded.attach(journal)
        assert path.read_bytes() == to_bytes(loaded)
        go_on(loaded, 2)
        assert path.read_bytes() == to_bytes(loaded)
    assert again(path).number == 6


@pytest.mark.parametrize("kept", [0, 1, 300])
def test_a_torn_first_line_of_the_same_battle_is_written_over(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(3)
    path.write_bytes(to_bytes(battle)[:kept])
    with JournalWriter(path) as journal:
        battle.attach(journal)
    assert path.read_bytes() == to_bytes(battle)


def test_another_battle_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    save(raid(5, seed=1), path)
    before = path.read_bytes()
    other = raid(5, seed=2)
    with pytest.raises(JournalError, match="exists already, and holds another battle; choose"):
        other.attach(JournalWriter(path))
    with pytest.raises(JournalError, match=r"battle\.jsonl: the file exists already; choose"):
        save(other, path)
    assert path.read_bytes() == before
    with JournalWriter(path, overwrite=True) as journal:
        other.attach(journal)
        assert path.read_bytes() == to_bytes(other)
    save(raid(1), path, overwrite=True)
    assert path.read_bytes() == to_bytes(raid(1))


def test_a_longer_journal_of_the_same_battle_is_not_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    save(raid(6), path)
    earlier = replay(path, 4, rulebook=TRENCH_RAID)
    with pytest.raises(JournalError, match="goes on for 2 lines after this battle's last"):
        earlier.attach(JournalWriter(path))
    assert len(read(path).lines) == 6


def test_a_damaged_journal_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    path.write_bytes(b"Dear diary\n")
    with pytest.raises(JournalError, match="line 1: the file exists already, and cannot be conti"):
        raid(1).attach(JournalWriter(path))
    assert path.read_bytes() == b"Dear diary\n"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="this is a folder, not a journal"):
        raid(1).attach(JournalWriter(tmp_path))
    with pytest.raises(JournalError, match="this is a folder, not a journal"):
        save(raid(1), tmp_path)
    for absent in (tmp_path / "no" / "folder.jsonl",):
        with pytest.raises(JournalError, match="cannot be written: No such file or directory"):
            raid(1).attach(JournalWriter(absent))
        with pytest.raises(JournalError, match="cannot be written: No such file or directory"):
            save(raid(1), absent)


def test_two_writers_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    one, two = raid(3), raid(3)
    with JournalWriter(path) as journal:
        one.attach(journal)
        with pytest.raises(JournalError, match="another program is writing this journal"):
            two.attach(JournalWriter(path))
    with JournalWriter(path) as journal:
        two.attach(journal)


def test_a_writer_keeps_one_battle_and_needs_one(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(3)
    journal = JournalWriter(path)
    with pytest.raises(JournalError, match="closed, or was never attached"):
        journal(battle.lines[0])
    with journal:
        battle.attach(journal)
        with pytest.raises(JournalError, match="keeps the journal of a battle already"):
            raid(2).attach(journal)
        with pytest.raises(JournalError, match="line 7 cannot follow on line 3"):
            journal(Line(line=7, seat="alice"))
    number = battle.number
    with pytest.raises(JournalError, match="closed"):
        go_on(battle, 1)
    assert battle.number == number


def test_a_step_that_cannot_be_written_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(3)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with JournalWriter(path) as journal:
        battle.attach(journal)
        before = path.read_bytes()
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(JournalError, match="cannot be written: No space left on device"):
                go_on(battle, 1)
        assert path.read_bytes() == before == to_bytes(battle)
        go_on(battle, 2)
        assert path.read_bytes() == to_bytes(battle)


def test_a_line_that_another_sink_refuses_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(0, scenario=TEAM)
    refusing = True

    def moody(line: Line) -> None:
        if refusing:
            raise ConnectionError("the network is down")

    with JournalWriter(path) as journal:
        battle.attach(journal)
        battle.attach(moody)
        with pytest.raises(ConnectionError):
            battle.play(Plan(), "alice")
        assert battle.number == 0
        refusing = False
        battle.play(Plan(moves={"w1": 1}), "alice")
        assert path.read_bytes() == to_bytes(battle)


def test_save_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = raid(4)
    save(battle, path)
    with pytest.raises(JournalError):
        save(battle, path)
    assert [file.name for file in tmp_path.iterdir()] == ["battle.jsonl"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_save_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "battle.jsonl"
    save(raid(4), path)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="No space left"):
        save(raid(6), path, overwrite=True)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["battle.jsonl"]
