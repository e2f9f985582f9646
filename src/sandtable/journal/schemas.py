"""JSON Schemas of everything that Sandtable reads and writes as text.

They are worked out from the records themselves, so they cannot say anything else than the program
does. To write them to a folder::

    python -m sandtable.journal.schemas --write docs/schema
"""

from __future__ import annotations

import argparse
import functools
import inspect
import json
import operator
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sandtable.battle import Header, Line, Rulebook, Ruling, rulebook_codes, rulebook_for
from sandtable.battle.rulings import RULINGS
from sandtable.scenario import scenario_schema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SUM = {
    "type": "string",
    "pattern": "^[0-9a-f]{32}$",
    "description": "BLAKE2b (16 bytes, hex) of the sum of the line before and of this line's "
    "JSON without its sum.",
}


def journal_schema() -> dict[str, Any]:
    """The schema of one line of a journal: its first line, or any other.

    >>> journal_schema()["anyOf"]
    [{'$ref': '#/$defs/Header'}, {'$ref': '#/$defs/Line'}]
    """
    _, parts = msgspec.json.schema_components((Header, Line), ref_template="#/$defs/{name}")
    rulings = msgspec.json.schema(_union(RULINGS))
    parts |= rulings["$defs"]
    for name in ("Header", "Line"):
        parts[name]["properties"]["sum"] = _SUM
        parts[name]["required"] = [*parts[name]["required"], "sum"]
    parts["Header"]["required"] = ["sandtable", "format", *parts["Header"]["required"]]
    parts["Ruling"] = {**{k: v for k, v in rulings.items() if k != "$defs"}, "title": "Ruling"}
    parts["Ruling"]["description"] = Ruling.__doc__
    parts["Line"]["allOf"] = [
        _where("kind", "ruling", {"order": {"$ref": "#/$defs/Ruling"}}, ["order"]),
        _where("kind", "overrule", {}, ["order", "overruled", "to"]),
        _where("kind", "undo", {}, ["to"]),
        _where("kind", "reveal", {}, ["secret"]),
    ]
    return {
        "$schema": _DIALECT,
        "title": "Line of a Sandtable journal",
        "description": "A journal is a file of JSON lines: a Header, then Lines. The orders of a "
        "book have a schema of their own.",
        "anyOf": [{"$ref": "#/$defs/Header"}, {"$ref": "#/$defs/Line"}],
        "$defs": parts,
    }


def _where(name: str, value: str, properties: dict[str, Any], needed: list[str]) -> dict[str, Any]:
    return {
        "if": {"properties": {name: {"const": value}}, "required": [name]},
        "then": {"properties": properties, "required": needed},
    }


def orders_schema(rulebook: Rulebook[Any]) -> dict[str, Any]:
    """The schema of the orders of a book."""
    schema = msgspec.json.schema(_union(rulebook.orders))
    return {"$schema": _DIALECT, "title": f"Order of {rulebook.title}", **schema}


def _union(kinds: Sequence[type]) -> Any:
    return functools.reduce(operator.or_, kinds)


def all_schemas() -> dict[str, dict[str, Any]]:
    """All schemas, by the names of their files."""
    schemas = {"scenario": scenario_schema(), "journal": journal_schema()}
    for code in rulebook_codes():
        schemas[f"orders-{code}"] = orders_schema(rulebook_for(code))
    return {f"{name}.schema.json": schema for name, schema in schemas.items()}


def text_of(schema: dict[str, Any]) -> str:
    """A schema as the text of its file."""
    return json.dumps(_tidy(schema), indent=2, ensure_ascii=False) + "\n"


def _tidy(part: Any) -> Any:
    """Descriptions without the indentation that docstrings have in some versions of Python."""
    match part:
        case dict():
            return {
                name: inspect.cleandoc(value)
                if name == "description" and isinstance(value, str)
                else _tidy(value)
                for name, value in part.items()
            }
        case list():
            return [_tidy(value) for value in part]
    return part


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all schemas, or write them to a folder; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.journal.schemas")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="write them to this folder")
    folder: Path | None = parser.parse_args(arguments).write
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for name, schema in all_schemas().items():
        if folder is None:
            sys.stdout.write(text_of(schema))
        else:
            (folder / name).write_text(text_of(schema), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
