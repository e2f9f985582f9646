"""`sandtable rules`: what it shows, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from sandtable.cli import reading, rules
from tests.catalogue.fakebook import Project

TESTS = """
@pytest.mark.rule("zz.move.one")
def test_one():
    assert tinybook.one() == 1

@pytest.mark.rule("zz.move.two")
def test_two():
    tinybook.two()
"""


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(rules.app, list(arguments), env={"COLUMNS": "120"})
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == code, result.output
    return result


def data(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code).stdout)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A checkout with one tiny book, in place of our own."""
    project = Project(tmp_path)
    project.tests(TESTS)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(reading, "books", lambda: ("zz",))
    monkeypatch.setattr(reading, "book_package", lambda code: {"zz": "tinybook"}[code])
    monkeypatch.setattr(reading, "_checkout", lambda: tmp_path)
    return project


def test_show_a_rule() -> None:
    result = run("show", "p8.scale.max-visibility-60")
    assert "p8.scale.max-visibility-60" in result.stdout
    assert "Our ruling:" in result.stdout
    assert "For example:" in result.stdout
    assert "Panzer8 1.1, core" in result.stdout


def test_capitals_in_an_id_do_not_matter() -> None:
    assert run("show", "P8.Table.Quality").stdout == run("show", "p8.table.quality").stdout


def test_show_a_rule_as_json() -> None:
    rule = data("show", "p8.scale.max-visibility-60")
    assert rule["kind"] == "core"
    assert set(rule) == {"id", "where", "kind", "text", "ruling", "check"}


def test_show_a_table() -> None:
    result = run("show", "p8.table.quality")
    assert "Elite" in result.stdout
    rows = data("show", "p8.table.quality")["rows"]
    assert rows[0] == {"quality": "Elite", "modifier": 1}


def test_show_a_book() -> None:
    result = run("show", "p8")
    assert "Panzer8 (p8), by Keith Barker" in result.stdout
    assert "400 rules" in result.stdout
    book = data("show", "p8")
    assert len(book["rules"]) == 400
    assert len(book["tables"]) == 26
    assert sum(book["kinds"].values()) == 400


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("p8.scale.max-visibility-6", "Did you mean p8.scale.max-visibility-60"),
        ("p8.table.qualty", "Did you mean p8.table.quality"),
        ("p9", "no rulebook has the code 'p9' (there are: "),
        ("max-visibility-60", "Did you mean p8.scale.max-visibility-60"),
        ("zz.any.thing", "no rulebook has the code 'zz'"),
        ("[red]", "no rulebook has the code '[red]'"),
    ],
)
def test_an_unknown_name_is_a_usage_error_with_suggestions(name: str, hint: str) -> None:
    result = run("show", name, code=2)
    assert hint in result.stderr
    assert result.stdout == ""


def test_search() -> None:
    found = data("search", "smoke", "screen", "--book", "p8", "--limit", "3")
    assert len(found) == 3
    assert "smoke" in (found[0]["id"] + found[0]["text"]).lower()
    result = run("search", "SMOKE", "screen", "--book", "p8", "--limit", "3")
    assert found[0]["id"] in result.stdout


def test_search_that_finds_nothing() -> None:
    assert "No rule speaks of" in run("search", "xylophone", code=1).stderr
    assert data("search", "xylophone", code=1) == []


def test_search_in_an_unknown_book() -> None:
    assert "'p9'" in run("search", "smoke", "--book", "p9", code=2).stderr


def test_missing_arguments_are_usage_errors() -> None:
    for arguments in (["show"], ["search"], ["coverage"], ["nonsense"]):
        run(*arguments, code=2)


@pytest.mark.slow
def test_coverage_runs_the_tests_when_it_must_and_only_then(project: Project) -> None:
    first = run("coverage", "zz", "--json")
    assert "There is no record" in first.stderr
    report = json.loads(first.stdout)
    assert {key: report[key] for key in ("book", "total", "implemented", "tested")} == {
        "book": "zz",
        "total": 4,
        "implemented": 2,
        "tested": 1,
    }
    assert report["missing"] == {
        "implemented": ["zz.move.three", "zz.move.four"],
        "tested": ["zz.move.two", "zz.move.three", "zz.move.four"],
    }
    second = run("coverage", "zz")
    assert second.stderr == ""
    assert "zz.move: three, four" in second.stdout
    assert "no assertion passed after the rule was cited" in second.stdout
    project.tests(TESTS + "\n# changed\n")
    assert "is of other sources" in run("coverage", "zz").stderr


def test_coverage_with_a_list_of_required_rules(project: Project, tmp_path: Path) -> None:
    needed = tmp_path / "needed.txt"
    needed.write_text("zz.move.one\n")
    assert "Required: 1 of 1 done" in run("coverage", "zz", "--require", str(needed)).stdout
    needed.write_text("zz.move.*\n")
    result = run("coverage", "zz", "--require", str(needed), code=1)
    assert "zz.move.two: not tested" in result.stdout
    assert "zz.move.three: not implemented" in result.stdout
    report = data("coverage", "zz", "--require", str(needed), code=1)
    assert report["required"]["missing"] == ["zz.move.two", "zz.move.three", "zz.move.four"]
    needed.write_text("zz.mvoe.one\n")
    assert "fits no rule" in run("coverage", "zz", "--require", str(needed), code=2).stderr
    run("coverage", "zz", "--require", str(tmp_path / "nothing.txt"), code=2)


def test_coverage_finds_ids_that_do_not_exist(project: Project) -> None:
    project.write("tinybook/more.py", 'def f(cite):\n    cite("zz.move.onne")\n')
    result = run("coverage", "zz", code=1)
    assert "more.py:2: unknown id 'zz.move.onne'; did you mean zz.move.one" in result.stdout


def test_coverage_with_failing_tests_says_so(project: Project) -> None:
    project.tests(TESTS.replace("== 1", "== 2"))
    result = run("coverage", "zz")
    assert "Not all tests passed" in result.stderr
    assert "the test failed" in result.stdout
    assert data("coverage", "zz")["tested"] == 0


def test_coverage_without_any_marked_test(project: Project) -> None:
    project.tests("def test_nothing(): pass")
    assert data("coverage", "zz")["tested"] == 0


def test_coverage_outside_a_checkout(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_checkout", lambda: None)
    result = run("coverage", "zz")
    assert "only of a checkout" in result.stdout
    report = data("coverage", "zz")
    assert (report["implemented"], report["tested"]) == (2, None)


def test_coverage_of_an_unknown_book() -> None:
    assert "'p9'" in run("coverage", "p9", code=2).stderr


def test_a_broken_catalogue_is_told_plainly(project: Project) -> None:
    project.write("tinybook/rules.toml", "nonsense\n")
    assert "rules.toml: not valid TOML" in run("show", "zz", code=2).stderr
    assert "rules.toml: not valid TOML" in run("coverage", "zz", code=2).stderr
