"""The published schemas: fresh, proper, and true of what is read and written."""

from __future__ import annotations

import json
import random
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sandtable.battle import Amend, Battle, Place, Remove, rulebook_codes
from sandtable.battle.state import encode
from sandtable.dice import FairDice, SeededDice
from sandtable.journal import schemas, to_bytes
from sandtable.scenario import load_scenario, shipped

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


@pytest.mark.parametrize("name", schemas.all_schemas())
def test_published_schemas_are_fresh(name: str) -> None:
    fresh = schemas.text_of(schemas.all_schemas()[name])
    file = FOLDER / name
    assert file.exists(), f"run: python -m sandtable.journal.schemas --write docs/schema ({name})"
    assert file.read_text(encoding="utf-8") == fresh, (
        f"{name} is stale; run: python -m sandtable.journal.schemas --write docs/schema"
    )


def test_there_is_a_schema_for_every_book_and_no_other() -> None:
    names = {f"orders-{code}.schema.json" for code in rulebook_codes()}
    names |= {"scenario.schema.json", "journal.schema.json", "messages.schema.json"}
    assert {file.name for file in FOLDER.glob("*.json")} == names


@pytest.mark.parametrize("name", schemas.all_schemas())
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schemas.all_schemas()[name])


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schemas.all_schemas()[f"{name}.schema.json"])


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_shipped_scenarios_fit_their_schema(scenario: Any) -> None:
    shelf = resources.files("sandtable.scenario") / "shelf" / f"{scenario.id}.toml"
    data = tomllib.loads(shelf.read_text(encoding="utf-8"))
    validator("scenario").validate(json.loads(json.dumps(data)))
    validator("scenario").validate(json.loads(encode(scenario)))


@pytest.mark.parametrize("key", ["id", "title", "units", "sides"])
def test_a_scenario_without_its_parts_does_not_fit(key: str) -> None:
    data = json.loads(encode(load_scenario("saint-aubin")))
    del data[key]
    assert not validator("scenario").is_valid(data)


def eventful_battle() -> Battle[Any]:
    """A battle with a line of every kind."""
    secret = bytes(range(32))
    battle = Battle.start(
        load_scenario("saint-aubin"), dice=FairDice(secret, ["a", "b"]), referee=True
    )
    chance = random.Random(5)
    for _ in range(25):
        view = battle.view(battle.choices[0].seats[0])
        battle.play(view.pick(view.choices[0], chance), view.seat)
    battle.undo(to=20, seat="british")
    piece = next(iter(battle.state.pieces.values()))
    battle.rule(Amend(piece=piece.id, set={"x": 1.5}, because="a slip"))
    battle.rule(Remove(piece=piece.id))
    fields = json.loads(encode(piece))
    battle.rule(Place(piece={**fields, "id": "another"}))
    battle.reveal(secret)
    return battle


def test_real_journals_fit_their_schema() -> None:
    battle = eventful_battle()
    check = validator("journal")
    lines = [json.loads(line) for line in to_bytes(battle).splitlines()]
    for line in lines:
        check.validate(line)
    assert {line.get("kind", "order") for line in lines[1:]} == {
        "order",
        "undo",
        "ruling",
        "reveal",
    }
    orders = validator("orders-p8")
    given = [line["order"] for line in lines[1:] if line.get("kind", "order") == "order"]
    assert given
    for order in given:
        orders.validate(order)


@pytest.mark.parametrize(
    "change",
    [
        {"sum": "abc"},
        {"kind": "dance"},
        {"kind": "undo"},
        {"kind": "reveal"},
        {"kind": "ruling"},
        {"line": "one"},
        {"rolls": [{"what": "x"}]},
    ],
    ids=str,
)
def test_wrong_lines_do_not_fit(change: dict[str, Any]) -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
    view = battle.view("british")
    battle.play(next(view.candidates(view.choices[0])))
    line = json.loads(to_bytes(battle).splitlines()[1])
    check = validator("journal")
    check.validate(line)
    assert not check.is_valid(line | change)


def test_they_can_be_written_and_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert schemas.main(["--write", str(tmp_path / "new")]) == 0
    assert {file.name for file in (tmp_path / "new").iterdir()} == set(schemas.all_schemas())
    assert schemas.main([]) == 0
    assert '"title": "Sandtable scenario"' in capsys.readouterr().out
