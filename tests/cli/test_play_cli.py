"""`sandtable play`, `replay` and `scenarios`: what they show, and how mistakes are told."""

import json
from pathlib import Path

import pytest

from sandtable.scenario import shipped
from tests.cli.kit import FIELD, data, error, run

SCENARIO = (
    FIELD.format(turns=3)
    + """
[[units]]
id = "r1"
sheet = "uk-rifle-44"
side = "red"
at = [12, 6]
[[units]]
id = "b1"
sheet = "ge-rifle-44"
side = "blue"
at = [12, 14]
facing = 180
"""
)


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A small scenario of the user's own."""
    path = tmp_path / "hill.toml"
    path.write_text(SCENARIO)
    return path


@pytest.fixture
def journal(tmp_path: Path, hill: Path) -> Path:
    """A journal of a battle with shots in it."""
    path = tmp_path / "battle.jsonl"
    run("play", str(hill), "--seed", "5", "--record", str(path))
    return path


# -- scenarios ------------------------------------------------------------------------------------


def test_scenarios_are_listed() -> None:
    listed = data("scenarios")
    assert [each["id"] for each in listed] == [scenario.id for scenario in shipped()]
    first = listed[0]
    assert {"id", "title", "book", "date", "place", "turns", "sides", "shipped", "path"} <= set(
        first
    )
    assert first["shipped"] is True
    assert [side["units"] for side in first["sides"]] == [8, 8]
    assert "The crossroads at Saint-Aubin" in run("scenarios").stdout


def test_own_files_are_listed_beside_them(hill: Path) -> None:
    own = data("scenarios", str(hill))[-1]
    assert (own["id"], own["shipped"], own["path"]) == ("hill", False, str(hill))
    assert str(hill.name) in run("scenarios", str(hill)).stdout


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('book = "p8"', 'book = "p9"', "no rulebook has the code 'p9'"),
        ("turns = 3", "turns = 0", "turns: expected `int` >= 1"),
        ("turns = 3", "turns = ", "hill.toml: not valid TOML:"),
        ("turns = 3", "tunrs = 3", "unknown field `tunrs`"),
        ('side = "blue"\nat', 'side = "bleu"\nat', "did you mean 'blue'"),
        ("ge-rifle-44", "ge-rifel-44", "units[1] (id 'b1').sheet: no element"),
        ("at = [12, 14]", "at = [12, 44]", "units[1] (id 'b1').at: (12, 44) is not on the table"),
        ("at = [12, 14]", "at = [12, 6.2]", "its base overlaps that of 'r1'"),
    ],
)
def test_a_broken_scenario_is_told_in_one_line(hill: Path, old: str, new: str, told: str) -> None:
    assert old in SCENARIO
    hill.write_text(SCENARIO.replace(old, new))
    assert told in error("scenarios", str(hill))
    assert told in error("play", str(hill))
    assert told in error("simulate", str(hill))


def test_the_schema_fits_the_shipped_scenarios() -> None:
    import msgspec
    from jsonschema import Draft202012Validator

    schema = json.loads(run("schema").stdout)
    for scenario in shipped():
        plain = json.loads(msgspec.json.encode(scenario))
        assert list(Draft202012Validator(schema).iter_errors(plain)) == []


# -- play -----------------------------------------------------------------------------------------


def test_play_without_a_word_tells_a_whole_battle() -> None:
    result = run("play", "--players", "random,random", "--seed", "1")
    assert result.stdout.startswith("The crossroads at Saint-Aubin\n")
    assert "Turn 1 of 10: British player turn" in result.stdout
    assert "No longer in play" in result.stdout
    assert "Luck" in result.stdout
    assert "Seed 1 (chosen), players random,random." in result.stderr


def test_play_twice_with_a_seed(hill: Path) -> None:
    once, again = (run("play", str(hill), "--seed", "4").stdout for _ in range(2))
    assert once == again
    assert "seed" in data("play", str(hill))


def test_details_name_every_modifier_and_its_rule(hill: Path) -> None:
    plain = run("play", str(hill), "--seed", "5").stdout
    detailed = run("play", str(hill), "--seed", "5", "--details").stdout
    assert "p8.fire.hesa-against-unarmoured" not in plain
    assert "p8.fire.hesa-against-unarmoured" in detailed


def test_play_for_programs(hill: Path) -> None:
    facts = data("play", str(hill), "--seed", "5", "--players", "greedy,random")
    assert facts["scenario"] == "hill"
    assert facts["players"] == ["greedy", "random"]
    assert facts["outcome"]["rule"].startswith("p8.")
    assert set(facts["losses"]) == {"red", "blue"}
    assert [luck["side"] for luck in facts["luck"]] == ["red", "blue"]
    shots = [event for event in facts["events"] if event["kind"] == "fire"]
    assert sum(luck["rolls"] for luck in facts["luck"]) == len(shots) > 0


def test_luck_adds_up(hill: Path) -> None:
    for luck in data("play", str(hill), "--seed", "5")["luck"]:
        expected = sum(each["expected"] for each in luck["results"])
        actual = sum(each["actual"] for each in luck["results"])
        assert expected == pytest.approx(luck["rolls"], abs=0.01)
        assert actual == luck["rolls"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["saint-aubn"], "did you mean 'saint-aubin'"),
        (["nothing.toml"], "nothing.toml: cannot be read: No such file"),
        (["."], "no scenario '.'"),
        (["--players", "greedy"], "1 player given (greedy), but saint-aubin has 2 sides"),
        (["--players", "greedy,gredy"], "'greedy'? (there are: random, greedy, human)"),
        (["--players", ""], "no player is called ''"),
        (["--sed", "1"], "--sed"),
        (["one", "two"], "unexpected extra argument"),
        (["--record", "no/such/folder/x.jsonl"], "no/such/folder/x.jsonl: cannot be written"),
        (["--record", ".", "--force"], "this is a folder, not a journal"),
    ],
)
def test_mistakes_in_play(arguments: list[str], told: str) -> None:
    assert told in error("play", *arguments)


@pytest.mark.parametrize("command", ["play", "draw", "simulate", "scenarios"])
@pytest.mark.parametrize("number", ["1" * 5000, "0x" + "f" * 60_000], ids=["digits", "hex"])
def test_a_number_that_nobody_can_write_is_told_of(hill: Path, command: str, number: str) -> None:
    hill.write_text(SCENARIO.replace("turns = 3", f"turns = {number}"))
    told = error(command, str(hill))
    assert "too many digits" in told or "turns: expected `int` <= 1000" in told


def test_an_existing_file_is_not_written_over(journal: Path, hill: Path) -> None:
    before = journal.read_bytes()
    told = error("play", str(hill), "--record", str(journal))
    assert (
        told == f"Error: {journal}: the file exists already; choose another name, or give --force"
    )
    assert journal.read_bytes() == before
    run("play", str(hill), "--seed", "6", "--record", str(journal), "--force")
    assert journal.read_bytes() != before


# -- replay ---------------------------------------------------------------------------------------


def test_a_recorded_battle_is_told_again(journal: Path, hill: Path) -> None:
    played = run("play", str(hill), "--seed", "5").stdout
    assert run("replay", str(journal)).stdout == played
    assert data("replay", str(journal))["state"] == data("play", str(hill), "--seed", "5")["state"]


def test_a_journal_verifies(journal: Path) -> None:
    lines = journal.read_bytes().count(b"\n")
    assert run("replay", str(journal), "--verify").stdout == f"verifies: {lines} lines\n"
    found = data("replay", str(journal), "--verify")
    assert (found["ok"], found["lines"], found["difference"]) == (True, lines, None)


def test_a_changed_die_is_found(journal: Path) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    number, line = next((n, x) for n, x in enumerate(lines, 1) if '"faces":[' in x)
    face = json.loads(line)["rolls"][0]["faces"][0]
    changed = line.replace(f'"faces":[{face}]', f'"faces":[{face % 10 + 1}]', 1)
    journal.write_text("".join([*lines[: number - 1], changed, *lines[number:]]))
    told = error("replay", str(journal), "--verify", code=1)
    assert f"{journal}, line {number}: " in told
    assert f"line {number}" in error("replay", str(journal), code=1)
    found = data("replay", str(journal), "--verify", code=1)
    assert found["ok"] is False
    assert found["difference"]["line"] == number


def test_where_a_battle_stood(journal: Path) -> None:
    start = run("replay", str(journal), "--step", "0").stdout
    assert "The battle goes on: turn 1 of 3." in start
    assert "12.0, 14.0" in start
    assert data("replay", str(journal), "--step", "1")["lines"] == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--step", "9999"], "there is no step 9999; steps are 0 to "),
        (["--step", "-1"], "there is no step -1"),
        (["--step", "x"], "--step"),
        (["--step", "1", "--verify"], "either --verify"),
    ],
)
def test_steps_that_there_are_not(journal: Path, arguments: list[str], told: str) -> None:
    assert told in error("replay", str(journal), *arguments)


@pytest.mark.parametrize("more", [[], ["--verify"]])
def test_files_that_are_no_journals(tmp_path: Path, hill: Path, more: list[str]) -> None:
    assert "cannot be read: No such file" in error("replay", str(tmp_path / "no.jsonl"), *more)
    assert "this is a folder" in error("replay", str(tmp_path), *more)
    assert "line 1: not JSON" in error("replay", str(hill), *more)
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert "the file is empty" in error("replay", str(empty), *more)
