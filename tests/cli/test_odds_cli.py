"""`sandtable odds`: the same fractions as in play, and how mistakes are told."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle import rulebook_for
from sandtable.dice import SeededDice
from sandtable.odds import Field, Question, QuestionError
from sandtable.rulebooks.panzer8.page.odds_questions import aimed
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import resolve_direct_fire
from tests.cli.kit import data, error, run

TIGER = ["--shooter", "ge-tiger1", "--target", "us-sherman-75", "--range", "12"]
RIFLES = ["--shooter", "uk-rifle-44", "--target", "ge-rifle-44", "--range", "5"]


def fire(*arguments: str) -> Any:
    return data("odds", "p8", "fire", *arguments)


def rules(odds: Any) -> set[str]:
    return {modifier["rule"] for modifier in odds["modifiers"]}


def test_the_shape_that_other_programs_rely_on() -> None:
    odds = fire(*TIGER)
    assert [set(outcome) for outcome in odds["outcomes"]] == [{"result", "probability"}] * 4
    assert set(odds["modifiers"][0]) == {"side", "value", "rule", "text"}
    assert sum(Fraction(outcome["probability"]) for outcome in odds["outcomes"]) == 1
    assert odds["asked"]["shooter"] == "ge-tiger1"


def test_odds_for_people() -> None:
    shown = run("odds", "p8", "fire", *TIGER).stdout
    assert "Tiger I at M4 Sherman" in shown
    assert "p8.fire.ap-against-armoured" in shown
    assert "%" in shown


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        (["--moved"], "p8.fire.mod-firer-moved"),
        (["--turned"], "p8.fire.mod-firer-moved"),
        (["--flank"], "p8.fire.mod-not-to-targets-front"),
        (["--cover", "soft"], "p8.fire.mod-soft-cover"),
        (["--cover", "hull-down"], "p8.fire.mod-hard-cover-hull-down-smoke"),
        (["--cover", "smoke"], "p8.fire.mod-hard-cover-hull-down-smoke"),
        (["--shooter-quality", "elite"], "p8.fire.mod-firer-quality"),
        (["--target-quality", "poor"], "p8.fire.mod-target-quality"),
        (["--range", "4"], "p8.fire.mod-within-4"),
        (["--range", "30.1"], "p8.fire.mod-over-half-range"),
    ],
)
def test_every_option_brings_its_modifier_and_no_other(more: list[str], rule: str) -> None:
    plain = rules(fire(*TIGER))
    assert rules(fire(*TIGER, *more)) ^ plain == {rule}


def test_dug_in_foot_is_in_hard_cover() -> None:
    assert "p8.fire.mod-hard-cover-hull-down-smoke" in rules(fire(*RIFLES, "--cover", "hard"))


def test_the_range_is_exact() -> None:
    close = "p8.fire.mod-within-4"
    assert close in rules(fire(*RIFLES, "--range", "4"))
    assert close not in rules(fire(*RIFLES, "--range", "4.01"))


def test_a_reaction_is_not_hindered_by_an_earlier_move() -> None:
    assert "p8.fire.mod-firer-moved" not in rules(fire(*TIGER, "--moved", "--reaction"))


def test_another_gun() -> None:
    char = ["--shooter", "fr-b1", "--target", "ge-rifle-40", "--range", "6"]
    assert fire(*char)["modifiers"][0]["text"] != fire(*char, "--gun", "1")["modifiers"][0]["text"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([*TIGER, "--range", "90"], "[p8.scale.max-visibility-60]"),
        ([*TIGER, "--gun", "3"], "has no such gun. [p8.fire.secondary-guns]"),
        ([*TIGER, "--cover", "hard"], "cannot be dug in"),
        ([*TIGER, "--suppressed"], "[p8.fire.suppressed-limits]"),
        ([*RIFLES, "--cover", "hull-down"], "[p8.cover.hull-down]"),
        ([*RIFLES, "--range", "40"], "40.0 away; the range is 12"),
        (
            ["--shooter", "ge-rifle-40", "--target", "us-sherman-75", "--range", "1"],
            "[p8.fire.ap-against-armoured]",
        ),
        (
            ["--shooter", "ge-pak40", "--target", "us-sherman-75", "--range", "9", "--moved"],
            "[p8.fire.nmf-cannot-fire-and-move]",
        ),
    ],
)
def test_shots_that_the_rules_forbid(arguments: list[str], told: str) -> None:
    line = error("odds", "p8", "fire", *arguments, code=1)
    assert line.startswith("Refused: ")
    assert told in line


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["p8", "fire"], "Missing option '--shooter'"),
        (["p8", "fire", *TIGER, "--shooter", "ge-tigr"], "did you mean ge-tiger"),
        (["p8", "fire", *TIGER, "--target", "xyz"], "'xyz' is unknown"),
        (["p8", "fire", *TIGER, "--range", "far"], "'far'"),
        (["p8", "fire", *TIGER, "--range", "-1"], "range: must be a number of 0 or more, not -1"),
        (["p8", "fire", *TIGER, "--range", "nan"], "range: must be a number"),
        (["p8", "fire", *TIGER, "--range", "1e9"], "range: must be 400 or less"),
        (["p8", "fire", *TIGER, "--cover", "wood"], "allowed: none, soft, hard, hull-down, smoke"),
        (["p8", "fire", *TIGER, "--target-quality", "best"], "allowed: elite, average, poor"),
        (["p8", "recover", "--losses", "-1"], "losses: must be a whole number"),
        (["p8", "ram"], "No such command 'ram'"),
        (["p9", "fire"], "no rulebook has the code 'p9' (there are: "),
    ],
)
def test_mistakes(arguments: list[str], told: str) -> None:
    assert told in error("odds", *arguments)


def test_recovery() -> None:
    odds = data("odds", "p8", "recover")
    chances = {outcome["result"]: outcome["probability"] for outcome in odds["outcomes"]}
    assert list(chances) == ["out", "none", "unsuppressed", "extra-action"]
    assert odds["modifiers"] == []


@pytest.mark.parametrize(
    ("more", "rule", "value"),
    [
        (["--quality", "elite"], "p8.rally.mod-quality", 1),
        (["--quality", "poor"], "p8.rally.mod-quality", -1),
        (["--unsupported"], "p8.rally.mod-unsupported", -1),
        (["--unsupported", "--element", "uk-cromwell"], "p8.rally.mod-unsupported", -1),
        (["--losses", "7"], "p8.rally.mod-losses", -2),
        (["--rallied"], "p8.rally.mod-commander", 1),
        (["--rallied", "--element", "uk-cromwell"], "p8.rally.mod-commander", 1),
    ],
)
def test_what_helps_and_hinders_recovery(more: list[str], rule: str, value: int) -> None:
    odds = data("odds", "p8", "recover", *more)
    assert [(m["rule"], m["value"]) for m in odds["modifiers"]] == [(rule, value)]


def test_a_commander_who_rallies_foot_supports_it() -> None:
    line = error("odds", "p8", "recover", "--rallied", "--unsupported", code=1)
    assert "[p8.rally.support-for-others]" in line


def test_a_book_without_questions_has_none() -> None:
    field = Field(name="range", text="the range", kind="number", required=True)
    question = Question(name="fire", text="Fire.", fields=(field,), answer=lambda _: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(QuestionError, match=r"^range: is missing: the range$"):
        question.ask({})
    with pytest.raises(QuestionError, match=r"^rnage: 'rnage' is unknown; did you mean range\?"):
        question.ask({"rnage": 1})
    assert rulebook_for("p8").questions()


SHOTS = 20_000
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27}
"""Of chi-square, at one in a thousand, by degrees of freedom."""


@pytest.mark.parametrize("more", [TIGER, [*TIGER, "--flank", "--range", "3"], RIFLES])
def test_sampled_shots_agree_with_the_odds(more: list[str]) -> None:
    odds = fire(*more)
    _, shot = aimed(odds["asked"])
    dice = SeededDice("sampled")
    count: Counter[str] = Counter()
    for place in range(SHOTS):
        dice.begin(place)
        count[resolve_direct_fire(shot, dice).effect] += 1
    expected = {
        outcome["result"]: float(Fraction(outcome["probability"])) * SHOTS
        for outcome in odds["outcomes"]
        if outcome["probability"] != "0"
    }
    assert set(count) == set(expected)
    squares = sum((count[name] - mean) ** 2 / mean for name, mean in expected.items())
    assert squares < CRITICAL[len(expected) - 1]


# -- hunts and close combat -----------------------------------------------------------------------


def test_odds_of_a_hunt() -> None:
    asked = ("odds", "p8", "hunt", "--hunter", "uk-eng", "--target", "ge-tiger1")
    found = data(*asked, "--flank", "--commander")
    assert sum(m["value"] for m in found["modifiers"] if m["side"] == "hunter") == 9
    results = {each["result"]: each["probability"] for each in found["outcomes"]}
    assert results["out"] == "11/20"
    guarded = data(*asked, "--guards", "2")
    assert guarded["outcomes"][0]["result"] == "beaten-off"
    assert "[p8.hunt.needs-cover]" in error(*asked, "--cover", "none", code=1)
    assert "guards" in error(*asked, "--guards", "9")


def test_odds_of_close_combat() -> None:
    found = data("odds", "p8", "overrun", "--attacker", "ge-tiger1", "--defender", "uk-rifle-44")
    assert [m["value"] for m in found["modifiers"]] == [8, 5]
    found = data("odds", "p8", "melee", "--attacker", "uk-eng", "--defender", "ge-mg")
    assert sum(m["value"] for m in found["modifiers"] if m["side"] == "attacker") == 7
    told = error("odds", "p8", "melee", "--attacker", "uk-cromwell", "--defender", "ge-mg", code=1)
    assert "does not fight hand to hand" in told


def added(*asked: str) -> dict[str, tuple[int, str]]:
    """What is added to the dice, by rule."""
    return {m["rule"]: (m["value"], m["text"]) for m in data("odds", "p8", *asked)["modifiers"]}


def test_commanders_help_in_close_combat() -> None:
    melee = ("melee", "--attacker", "uk-rifle-44", "--defender", "ge-rifle-44")
    rule = "p8.melee.mod-commander"
    assert rule not in added(*melee)
    for side in ("attacker", "defender"):
        found = data("odds", "p8", *melee, f"--{side}-commander")["modifiers"]
        helped = [(m["side"], m["value"]) for m in found if m["rule"] == rule]
        assert helped == [(side, 1)]
    overrun = ("overrun", "--attacker", "ge-tiger1", "--defender", "uk-rifle-44")
    found = data("odds", "p8", *overrun, "--defender-commander")["modifiers"]
    assert [m["value"] for m in found] == [8, 5, 1]
    assert "--attacker-commander" in error("odds", "p8", *overrun, "--attacker-commander")


def test_cover_is_no_help_against_a_tank() -> None:
    overrun = ("odds", "p8", "overrun", "--attacker", "ge-tiger1", "--defender", "uk-rifle-44")
    assert "--cover" in error(*overrun, "--cover", "hard")


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (
            ("melee", "--attacker", "uk-rifle-44", "--defender", "ge-mg"),
            "p8.melee.mod-defender-cover",
        ),
        (
            ("fire", "--shooter", "ge-mg", "--target", "uk-rifle-44", "--range", "6"),
            "p8.fire.mod-soft-cover",
        ),
    ],
)
def test_soft_cover_is_called_so(asked: tuple[str, ...], rule: str) -> None:
    assert added(*asked, "--cover", "soft")[rule] == (1, "soft cover")


def test_an_unknown_element_is_answered_with_where_to_find_them_all() -> None:
    told = error("odds", "p8", "melee", "--attacker", "xyz", "--defender", "ge-mg")
    assert "`sandtable data p8` lists all elements" in told
