"""`sandtable character`, and characters in `sandtable play`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.kit import data, run

STREET = """
id = "street"
title = "A street"
book = "owb"
turns = 2
[options]
round_limit = "2"
surprise = "none"
[table]
width = 12
depth = 12
[[sides]]
id = "red"
name = "Red"
home = "south"
[[sides]]
id = "blue"
name = "Blue"
home = "north"
[[units]]
id = "one"
sheet = "rifleman"
side = "red"
at = [3.5, 2.5]
[[units]]
id = "two"
sheet = "rifleman"
side = "blue"
at = [3.5, 9.5]
"""


@pytest.fixture
def anna(tmp_path: Path) -> Path:
    file = tmp_path / "anna.toml"
    run("character", "new", "medic", "--name", "Anna Petrowa", "-o", str(file))
    return file


@pytest.fixture
def street(tmp_path: Path) -> Path:
    file = tmp_path / "street.toml"
    file.write_text(STREET, encoding="utf-8")
    return file


def test_ready_made_characters_are_listed_and_made(anna: Path) -> None:
    assert "medic: Operative of level 1" in run("character", "new").stdout
    assert 'name = "Anna Petrowa"' in anna.read_text(encoding="utf-8")
    printed = run("character", "new", "medic", "--name", "Anna Petrowa").stdout
    assert printed == anna.read_text(encoding="utf-8")
    again = run("character", "new", "medic", "--name", "Eva", "-o", str(anna), code=2)
    assert "exists already" in again.output
    assert "give --name" in run("character", "new", "medic", code=2).output
    assert "did you mean 'medic'" in run("character", "new", "medik", "--name", "E", code=2).output


def test_a_sheet_is_shown(anna: Path) -> None:
    shown = run("character", "show", str(anna)).stdout
    assert "Anna Petrowa" in shown
    assert "Medic, level 1" in shown
    assert "owb.base.hit-points" in shown
    assert data("character", "show", str(anna))["title"] == "Anna Petrowa"


def test_a_file_that_is_wrong_is_named(anna: Path, tmp_path: Path) -> None:
    text = anna.read_text(encoding="utf-8").replace("level = 1", "level = 7")
    anna.write_text(text, encoding="utf-8")
    told = run("character", "show", str(anna), code=2).output
    assert f"{anna}: level: expected `int` <= 5, found 7" in told.replace("\n", " ")
    anna.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run("character", "show", str(anna), code=2).output
    assert "No such file" in run("character", "show", str(tmp_path / "no.toml"), code=2).output


def test_a_character_goes_from_battle_to_battle(anna: Path, street: Path, tmp_path: Path) -> None:
    journal, after = tmp_path / "battle.jsonl", tmp_path / "after.toml"
    play = ("play", str(street), "--players", "greedy,greedy", "--seed", "1")
    run(*play, "--character", f"one={anna}", "--record", str(journal))
    run("verify", str(journal))
    run("character", "from", str(journal), "--unit", "one", "-o", str(after))
    text = after.read_text(encoding="utf-8")
    assert 'name = "Anna Petrowa"' in text
    assert text.count("[[battles]]") == 1
    run("character", "rest", str(after))
    again = tmp_path / "again.jsonl"
    run(*play, "--character", f"two={after}", "--record", str(again))
    out = run("character", "from", str(again), "--unit", "two").stdout
    assert out.count("[[battles]]") == 2
    wrong = run("character", "from", str(again), "--unit", "tow", code=2).output
    assert "did you mean 'two'" in wrong


def test_characters_that_cannot_be_brought_are_refused(anna: Path, street: Path) -> None:
    play = ("play", str(street), "--players", "greedy,greedy", "--character")
    assert "takes UNIT=FILE" in run(*play, "one", code=2).output
    told = run(*play, f"onne={anna}", code=2).output
    assert f"{anna}: onne: " in told.replace("\n", "")
    assert "did you mean 'one'" in told
    twice = run(*play, f"one={anna}", "--character", f"one={anna}", code=2).output
    assert "twice" in twice
    wrong = run("play", "saint-aubin", "--character", f"x={anna}", code=2).output
    assert "has no personal files" in wrong
