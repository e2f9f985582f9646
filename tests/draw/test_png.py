"""PNG pictures, and what is said where they cannot be made."""

from __future__ import annotations

import importlib
import random
import struct
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from sandtable.battle import Battle
from sandtable.cli.draw import draw
from sandtable.draw import PngUnavailableError, draw_scenario, png_of
from sandtable.journal import save
from sandtable.scenario import load_scenario

app = typer.Typer()
app.command()(draw)
runner = CliRunner()


def without_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def missing(name: str, *rest: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(importlib, "import_module", missing)


def test_a_png_has_the_width_that_was_asked_for() -> None:
    pytest.importorskip("resvg_py")
    data = png_of(draw_scenario(load_scenario("saint-aubin")), width=700)
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">I", data[16:20]) == (700,)


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without_renderer(monkeypatch)
    with pytest.raises(PngUnavailableError, match=r"sandtable\[png\]"):
        png_of("<svg/>")


def test_draw_writes_a_scenario(tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    done = runner.invoke(app, ["saint-aubin", "-o", str(target), "--theme", "dark"])
    assert done.exit_code == 0, done.output
    assert "theme-dark" in target.read_text(encoding="utf-8")


def test_draw_writes_a_journal_at_a_step(tmp_path: Path) -> None:
    battle = Battle.start(load_scenario("saint-aubin"))
    view = battle.view("british")
    battle.play(view.pick(view.choices[0], random.Random(1)))
    journal, target = tmp_path / "battle.jsonl", tmp_path / "map.svg"
    save(battle, journal)
    arguments = [str(journal), "-o", str(target), "--seat", "german", "--step", "0"]
    done = runner.invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert "Turn 1 of 10" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["saint-aubin", "-o", "map.gif"], "neither a .svg nor a .png"),
        (["saint-aubin", "-o", "map.svg", "--theme", "sepia"], "no theme 'sepia'"),
        (["saint-aubin", "-o", "map.svg", "--seat", "french"], "no seat 'french'"),
        (["saint-aubin", "-o", "map.svg", "--step", "3"], "a scenario has no steps"),
    ],
)
def test_draw_says_what_is_wrong(
    arguments: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = runner.invoke(app, arguments)
    assert done.exit_code == 2
    assert problem in done.output
    assert not list(tmp_path.iterdir())


def test_draw_says_that_png_needs_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_renderer(monkeypatch)
    done = runner.invoke(app, ["saint-aubin", "-o", str(tmp_path / "map.png")])
    assert done.exit_code == 2
    assert "sandtable[png]" in done.output
    assert not list(tmp_path.iterdir())
