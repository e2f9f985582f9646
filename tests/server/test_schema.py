"""The published schema of the messages: fresh, and true of what goes over the wire."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sandtable.journal.schemas import text_of
from sandtable.server.schemas import NAME, messages_schema
from tests.server.kit import FRIENDS, Running, new_key

FILE = Path(__file__).parents[2] / "docs" / "schema" / NAME


def validator(part: str) -> Draft202012Validator:
    schema = messages_schema()
    return Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{part}"}]})


def test_the_published_schema_is_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == text_of(messages_schema()), (
        "run: python -m sandtable.server.schemas --write docs/schema"
    )
    Draft202012Validator.check_schema(messages_schema())


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
