"""`sandtable simulate`: the figures, and how mistakes are told."""

import pytest

from tests.cli.kit import data, error, run


def test_the_shape_that_other_programs_rely_on() -> None:
    facts = data("simulate", "saint-aubin", "--games", "2", "--players", "random,random")
    assert list(facts)[:8] == [
        "scenario",
        "book",
        "games",
        "finished",
        "errors",
        "winners",
        "decisions",
        "seconds",
    ]
    assert (facts["games"], facts["finished"], facts["errors"]) == (2, 2, 0)
    assert list(facts["winners"]) == ["british", "german", "draw"]


def test_the_figures_for_people() -> None:
    shown = run("simulate", "saint-aubin", "--games", "2", "--seed", "3").stdout
    assert "2 of 2 games finished" in shown
    assert "British" in shown
    assert "draw" in shown


@pytest.mark.slow
def test_sides_swapped_and_journals_verified() -> None:
    arguments = ["simulate", "saint-aubin", "--games", "2", "--swap", "--verify"]
    shown = run(*arguments, "--players", "greedy,random").stdout
    assert "every journal verified" in shown
    assert "sides swapped" in shown


def test_a_game_that_breaks_off_is_told_and_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.simulate import game

    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("the table fell over")

    monkeypatch.setattr(game, "run_battle", breaks)
    result = run("simulate", "saint-aubin", "--games", "7", "--json", code=1)
    assert "RuntimeError: the table fell over" in result.stderr
    assert "sandtable play saint-aubin --players random,random --seed 1/1" in result.stderr
    assert "... and 2 more." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Missing argument 'SCENARIO'"),
        (["saint-aubn"], "did you mean 'saint-aubin'"),
        (["saint-aubin", "--games", "-3"], "'-3'"),
        (["saint-aubin", "--games", "0"], "'0'"),
        (["saint-aubin", "--games", "many"], "'many'"),
        (["saint-aubin", "--workers", "0"], "--workers"),
        (["saint-aubin", "--players", "random"], "needs one for each"),
        (["saint-aubin", "--players", "random,nobody"], "(there are: random, greedy)"),
    ],
)
def test_mistakes(arguments: list[str], told: str) -> None:
    assert told in error("simulate", *arguments)
