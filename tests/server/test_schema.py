"""The published schema of the messages: fresh, and true of what goes over the wire."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import sandtable.server
from sandtable.journal.schemas import text_of
from sandtable.server.schemas import NAME, messages_schema
from sandtable.server.typescript import all_types, type_of
from tests.server.kit import FRIENDS, Running, new_key

FILE = Path(__file__).parents[2] / "docs" / "schema" / NAME
SCRIPTS = Path(sandtable.server.__file__).parent / "static" / "js"


def validator(part: str) -> Draft202012Validator:
    schema = messages_schema()
    return Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{part}"}]})


def test_the_published_schema_is_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == text_of(messages_schema()), (
        "run: python -m sandtable.server.schemas --write docs/schema"
    )
    Draft202012Validator.check_schema(messages_schema())


@pytest.mark.parametrize("name", ["types.d.ts", "http.d.ts"])
def test_the_types_of_the_page_are_fresh(name: str) -> None:
    assert (SCRIPTS / name).read_text(encoding="utf-8") == all_types()[name], (
        "run: python -m sandtable.server.typescript --write src/sandtable/server/static/js"
    )


def test_every_schema_of_a_message_has_a_type_of_its_own() -> None:
    text = all_types()["types.d.ts"]
    for name in messages_schema()["$defs"]:
        assert f"export interface {name} {{" in text or f"export type {name} =" in text
    assert "unknown;" not in text.replace("default?: unknown;", "").replace("value: unknown;", "")


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "number"),
        ({"const": "fair"}, '"fair"'),
        ({"type": "array", "prefixItems": [{"type": "number"}] * 2}, "[number, number]"),
        ({"type": "array"}, "unknown[]"),
        ({"type": "object"}, "Record<string, unknown>"),
        (
            {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]},
            "{ order: string } & Record<string, unknown>",
        ),
        (
            {"type": "object", "patternProperties": {"^[a-z]+$": {"type": "boolean"}}},
            "Record<string, boolean>",
        ),
        ({"type": "object", "x-message": "BattleEvent"}, 'import("./types").BattleEvent'),
        ({}, "unknown"),
    ],
)
def test_a_schema_is_written_as_a_type(schema: dict[str, object], written: str) -> None:
    assert type_of(schema) == written


def test_what_the_server_sends_fits_the_schema(server: Running) -> None:
    table = server.begin(**FRIENDS, referee="friend")
    with table.sit("british") as british, table.sit("referee") as referee:
        british.give(british.offered("move"))
        british.give({})
        british.do("chat", text="Hello")
        british.socket.send("{")
        british.send({"type": "ping"})
        british.wait("pong")
        for about in ("drawing", "actions", "sheet", "sights", "offers", "hint"):
            british.ask(about, piece="firefly")
        british.ask("preview", order=british.offers()[0] if british.offers() else None)
        referee.ask("fields", piece="firefly")
        referee.do("undo", expect=1)
        british.drain(0.1)
        said = [*british.raw, *referee.raw]
    check = validator("Outgoing")
    kinds = set()
    for raw in said:
        message = json.loads(raw)
        kinds.add(message["type"])
        check.validate(message)
    assert kinds == {
        "welcome",
        "update",
        "done",
        "refused",
        "answer",
        "heard",
        "presence",
        "trouble",
        "pong",
    }


@pytest.mark.parametrize(
    ("message", "fits"),
    [
        ({"type": "hello", "token": "x" * 43, "since": -1}, True),
        ({"type": "hello", "token": "x"}, False),
        ({"type": "give", "key": new_key(), "expect": 0, "order": {"order": "done"}}, True),
        ({"type": "give", "key": new_key(), "expect": 0, "order": {}, "more": 1}, False),
        ({"type": "ask", "id": 1, "about": "weather"}, False),
    ],
)
def test_what_clients_send_fits_the_schema_or_not(message: dict[str, object], fits: bool) -> None:
    assert validator("Incoming").is_valid(message) == fits
