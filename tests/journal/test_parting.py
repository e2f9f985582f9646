"""Where a recorded battle and the rules of today part; and the journals of all releases."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sandtable.battle import Battle, Divergence, repeat
from sandtable.catalogue import Change, Revision, recording
from sandtable.cli.app import app
from sandtable.journal import JournalError, as_far_as_it_goes, read, replay, verify
from sandtable.journal.lines import sum_of
from sandtable.rulebooks.panzer8.rulebook import Panzer8

FIXTURES = Path(__file__).parent / "fixtures"
FILES = sorted(FIXTURES.glob("format-*/revision-*/*/*.jsonl"))
SMALL = FIXTURES / "format-1/revision-1/p8/saint-aubin.jsonl"
DAY = datetime.date(2026, 12, 1)
NOW = Panzer8.revision
REVISIONS = (
    Revision(NOW, DAY),
    Revision(
        NOW + 1,
        DAY,
        (
            Change(("p8.smoke.far",), "Smoke drifts."),
            Change(("p8.move.whole-base",), "Moving is different."),
        ),
    ),
)


def rewritten(source: Path, target: Path, number: int, **changes: Any) -> Path:
    """A journal with one line changed as if other rules had written it, its checksums right."""
    total, lines = "", []
    for place, raw in enumerate(source.read_bytes().splitlines()):
        data = json.loads(raw)
        data.pop("sum")
        if place == number:
            data.update(changes)
        content = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
        total = sum_of(total, content)
        lines.append(content[:-1] + f',"sum":"{total}"}}\n'.encode())
    target.write_bytes(b"".join(lines))
    return target


@pytest.fixture
def parted(tmp_path: Path) -> Path:
    return rewritten(SMALL, tmp_path / "old.jsonl", 9, state="0" * 32)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=str(file.relative_to(FIXTURES)), marks=[pytest.mark.slow] * (n > 0))
        for n, file in enumerate(sorted(FILES, key=lambda file: file.stat().st_size))
    ],
)
def test_the_journals_of_every_release_replay_or_name_the_rules_that_have_changed(
    file: Path,
) -> None:
    try:
        battle, parting = as_far_as_it_goes(file)
    except JournalError as error:
        if "Changed:" not in error.problem:
            raise
        return
    if parting is None:
        assert verify(file).ok
        return
    assert parting.played < parting.plays
    assert parting.changes, "say in revisions.toml which rules have changed"
    assert parting.agrees == battle.number
    assert f"line {parting.line} " in str(parting)


def test_it_is_said_where_they_part_and_what_was_expected_and_found(parted: Path) -> None:
    battle, parting = as_far_as_it_goes(parted)
    assert parting is not None
    assert (parting.line, parting.agrees, battle.number) == (9, 8, 8)
    told = str(parting)
    assert re.search(r"From line 9 \(turn \d\) on", told)
    assert f"found {'0' * 32}" in told
    assert isinstance(battle, Battle)


def test_the_changed_rules_are_named_those_first_that_the_line_cites(
    parted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, before = as_far_as_it_goes(parted)
    assert before is not None
    battle = replay(parted, 8)
    line = read(parted).lines[8]
    with recording() as cited, pytest.raises(Divergence, match="state"):
        repeat(battle, line)
    own = next(iter(cited))
    changed = (Change(("p8.smoke.far",), "Smoke drifts."), Change((own,), "This is different."))
    monkeypatch.setattr(Panzer8, "revision", NOW + 1)
    monkeypatch.setattr(Panzer8, "revisions", (REVISIONS[0], Revision(NOW + 1, DAY, changed)))
    _, parting = as_far_as_it_goes(parted)
    assert parting is not None
    assert [change.text for change in parting.changes] == ["This is different.", "Smoke drifts."]
    assert "played by revision 1" in str(parting)
    assert f"plays revision {NOW + 1}" in str(parting)


def run(*args: object) -> Any:
    return CliRunner().invoke(app, [str(arg) for arg in args])


@pytest.fixture
def changed_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Panzer8, "revision", NOW + 1)
    monkeypatch.setattr(Panzer8, "revisions", REVISIONS)


@pytest.mark.usefixtures("changed_rules")
def test_replay_tells_it_as_far_as_it_comes_out(parted: Path) -> None:
    result = run("replay", parted)
    assert result.exit_code == 1
    assert "Turn 1" in result.stdout
    assert "From line 9" in result.stderr
    assert "Changed: Moving is different. (p8.move.whole-base)" in result.stderr
    assert "It is told up to line 8" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.usefixtures("changed_rules")
def test_verify_names_the_line_and_the_changed_rules(parted: Path) -> None:
    result = run("verify", parted)
    assert result.exit_code == 1
    assert "line 10: state differs" in result.stderr
    assert "changed since: Moving is different. (p8.move.whole-base)" in result.stderr


@pytest.mark.usefixtures("changed_rules")
def test_report_is_written_as_far_as_it_comes_out(parted: Path, tmp_path: Path) -> None:
    result = run("report", parted, "-o", tmp_path / "report.html")
    assert result.exit_code == 1
    assert "From line 9" in result.stderr
    assert "Saint-Aubin" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("changed_rules")
def test_play_says_so_and_goes_on_from_there_in_another_file(parted: Path, tmp_path: Path) -> None:
    before = parted.read_bytes()
    result = run("play", "--resume", parted, "--players", "greedy,greedy")
    assert result.exit_code == 1
    assert "From line 9" in result.stderr
    assert "--salvage" in result.stderr
    assert run("play", "--resume", parted, "--salvage").exit_code == 2
    new = tmp_path / "new.jsonl"
    players = ("--players", "random,random", "--seed", "1")
    result = run("play", "--resume", parted, "--salvage", "--record", new, *players)
    assert result.exit_code == 0, result.stderr
    assert verify(new).ok, str(verify(new))
    header = json.loads(new.read_bytes().splitlines()[0])
    assert (header["revision"], header["taken_over"]["line"]) == (NOW + 1, 8)
    assert parted.read_bytes() == before


def test_a_book_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = rewritten(SMALL, tmp_path / "other.jsonl", 0, book="nosuch")
    for command in ("replay", "verify", "report"):
        result = run(command, file)
        assert result.exit_code in (1, 2)
        assert "nosuch" in result.stderr
        assert "Traceback" not in result.stderr


def test_an_order_that_no_book_knows_any_more_parts_there(tmp_path: Path) -> None:
    file = rewritten(SMALL, tmp_path / "other.jsonl", 4, order={"order": "teleport"})
    _, parting = as_far_as_it_goes(file)
    assert parting is not None
    assert parting.line == 4
    assert "teleport" in parting.found
