"""Databases that older programs have made are brought forward, with all that they hold."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.journal import to_bytes
from sandtable.scenario import load_scenario
from sandtable.server.storage import Store, tables
from tests.server.kit import Table, running

SCHEMAS = Path(__file__).parent / "schemas"
OLD = sorted(int(file.stem.partition("-")[2]) for file in SCHEMAS.glob("schema-*.sql"))


def made(folder: Path, version: int) -> Path:
    """A database as the program of a schema left it, with a battle of two lines."""
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice("old"))
    for _ in range(2):
        view = battle.view(battle.choices[0].seats[0])
        battle.play(next(iter(view.candidates(view.choices[0]))), view.seat)
    file = folder / "battles.sqlite3"
    database = sqlite3.connect(file)
    database.executescript((SCHEMAS / f"schema-{version}.sql").read_text(encoding="utf-8"))
    scenario = battle.scenario
    values = {
        "id": "old",
        "created": 1.0,
        "changed": 2.0,
        "title": scenario.title,
        "scenario_id": scenario.id,
        "scenario": json.loads(to_bytes(battle).splitlines()[0])["scenario"],
        "book": "p8",
        "dice": "computer",
        "seed": "old",
        "referee": 0,
        "status": "running",
        "turn": 1,
        "turns": scenario.turns,
        "waiting": "[]",
    }
    values["scenario"] = json.dumps(values["scenario"]).encode()
    _insert(database, "battles", values)
    for place, seat in enumerate(("british", "german")):
        row = {"battle": "old", "seat": seat, "place": place, "side": seat, "role": "player"}
        _insert(database, "seats", {**row, "kind": "person", "name": "", "own": 1})
    for number, raw in enumerate(to_bytes(battle).splitlines(keepends=True)):
        _insert(database, "lines", {"battle": "old", "number": number, "at": 3.0, "raw": raw})
    _insert(database, "facts", {"name": "schema", "value": str(version)})
    database.commit()
    database.close()
    return file


def _insert(database: sqlite3.Connection, table: str, values: dict[str, object]) -> None:
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    database.execute(f"insert into {table} ({names}) values ({marks})", tuple(values.values()))


@pytest.mark.parametrize("version", OLD)
def test_an_old_database_is_brought_forward(tmp_path: Path, version: int) -> None:
    file = made(tmp_path, version)
    store = Store(f"sqlite:///{file}")
    assert store.fact("schema") == str(tables.VERSION)
    row = store.battle("old")
    assert row is not None
    assert (row.aside, row.waits) == (None, False)
    assert [line.number for line in store.lines("old")] == [0, 1, 2]
    store.close()
    with running(tmp_path) as server:
        with server.http() as http:
            link = http.post("/api/battles/old/links", json={"seat": "british"}).json()["link"]
        table = Table(server, {"id": "old", "host": "", "seats": [], "onlookers": ""})
        table.tokens["british"] = link.partition("#")[2]
        with table.sit("british") as british:
            assert british.number == 2
            assert "aside" not in british.standing
