"""`sandtable report`: a page with pictures of a recorded battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.players import run_battle, seat_players
from sandtable.report.page import page_of, pictures_of
from sandtable.report.story import tell
from sandtable.scenario import load_scenario
from tests.cli.kit import error, run


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "battle.jsonl"
    run(
        "play", "saint-aubin", "--players", "greedy,greedy", "--seed", "1944", "--record", str(file)
    )
    return file


def test_a_page_with_pictures_is_written(journal: Path, tmp_path: Path) -> None:
    folder = tmp_path / "told"
    run("report", str(journal), "-o", str(folder))
    page = (folder / "report.md").read_text(encoding="utf-8")
    assert page.startswith("# The crossroads at Saint-Aubin\n")
    assert "## Turn 1 of 10: British player turn" in page
    assert "## How it ended" in page
    drawn = sorted(path.name for path in folder.glob("*.svg"))
    assert drawn[:2] == ["table-1.svg", "table-2.svg"]
    assert all(f"({name})" in page for name in drawn)


def test_the_pictures_are_of_the_start_the_end_and_the_bloodiest_turns() -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1944))
    run_battle(battle, seat_players(battle, ["greedy", "greedy"], 1944))
    pictures = pictures_of(battle)
    assert pictures[0].line == 0
    assert pictures[-1].line == battle.number
    assert [p.line for p in pictures] == sorted(p.line for p in pictures)
    chapters = tell(battle).chapters
    losses = [sum(event.kind == "out" for event in chapter.events) for chapter in chapters]
    shown = [p.chapter - 1 for p in pictures[1:-1]]
    assert min(losses[n] for n in shown) >= max(
        loss for n, loss in enumerate(losses[:-1]) if n not in shown
    )


def test_a_battle_that_goes_on_is_told_as_far_as_it_has_come() -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
    page = page_of(tell(battle), pictures_of(battle))
    assert "The battle goes on: turn 1 of 10." in page
    assert page.count("table-1.svg") == 1


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in error("report", str(tmp_path / "nosuch.jsonl"))
