"""The types that the page is checked with, worked out from what goes over the wire.

``types.d.ts`` has the messages of the WebSocket, from their JSON Schema, and ``http.d.ts`` what
goes over HTTP, from the schemas that OpenAPI publishes. To write them to the page's scripts::

    python -m sandtable.server.typescript --write src/sandtable/server/static/js
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from sandtable.server.http import models
from sandtable.server.meanings import meanings_in, without_meanings
from sandtable.server.schemas import messages_schema

Schema = Mapping[str, Any]

WIDTH: Final = 100
"""How long a line of a comment may be."""

_WORDS: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

_MESSAGES: Final = """\
The messages of a battle's WebSocket, and the plain data of rulebooks in them. Fields that have \
their default are left out on the way to the page.

Written by `python -m sandtable.server.typescript` from the messages of the server; change those.\
"""

_HTTP: Final = """\
What goes over HTTP, in both directions.

Written by `python -m sandtable.server.typescript` from the models of the server; change those.\
"""


def all_types() -> dict[str, str]:
    """The texts of all files of types, by their names."""
    return {
        "types.d.ts": declared(messages_schema()["$defs"], _MESSAGES),
        "http.d.ts": declared(_http_schemas(), _HTTP),
    }


def _http_schemas() -> Schema:
    """The schemas of what is asked and answered over HTTP, as OpenAPI has them."""
    listed: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        (each, "validation" if issubclass(each, models.Asked) else "serialization")
        for each in vars(models).values()
        if inspect.isclass(each) and issubclass(each, BaseModel)
        if each.__module__ == models.__name__ and each not in (models.Asked, models.Answered)
    ]
    _, found = models_json_schema(listed)
    schemas: Schema = found["$defs"]
    return schemas


# -- from schemas to TypeScript -------------------------------------------------------------------


def declared(schemas: Schema, header: str) -> str:
    """A file of TypeScript that declares schemas, by their names.

    >>> print(declared({"Ping": {"type": "object", "properties": {}}}, "Some."), end="")
    /**
     * Some.
     */
    <BLANKLINE>
    export interface Ping {}
    """
    parts = [_comment(header, "", always_long=True)]
    parts += [_declaration(name, schema) for name, schema in schemas.items()]
    return "\n".join(parts)


def _declaration(name: str, schema: Schema) -> str:
    told = inspect.cleandoc(schema.get("description", ""))
    comment = _comment(without_meanings(told), "")
    if schema.get("type") != "object":
        return f"{comment}export type {name} ={_set_out(type_of(schema), '  ')};\n"
    fields = list(_fields(schema, meanings_in(told)))
    body = "\n" + "".join(fields) if fields else ""
    return f"{comment}export interface {name} {{{body}}}\n"


def _fields(schema: Schema, meanings: Mapping[str, str]) -> Iterator[str]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        is_required = name in required
        mark = "" if is_required else "?"
        comment = _comment(meanings.get(name, ""), "  ")
        kind = type_of(field if is_required else _given(field))
        yield f"{comment}  {name}{mark}:{_set_out(kind)};\n"


def _set_out(kind: str, indent: str = "    ") -> str:
    """A type after a name: a long union has a line for each part."""
    parts = kind.split(" | ")
    if len(kind) <= 70 or len(parts) == 1:
        return f" {kind}"
    return "".join(f"\n{indent}| {part}" for part in parts)


def _given(field: Schema) -> Schema:
    """What a field is if it is there: not nothing, where that is what leaving it out means."""
    if "anyOf" not in field or field.get("default", ...) is not None:
        return field
    return {"anyOf": [each for each in field["anyOf"] if each != {"type": "null"}]}


def type_of(schema: Schema) -> str:
    """What is written in TypeScript for a schema.

    >>> type_of({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}})
    '(string | null)[]'
    >>> type_of({"type": "object", "additionalProperties": {"$ref": "#/$defs/Layer"}})
    'Record<string, Layer>'
    >>> type_of({"enum": ["light", "dark"]})
    '"light" | "dark"'
    """
    match schema:
        case {"x-message": str(name)}:
            return f'import("./types").{name}'
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"anyOf": parts}:
            return _union(map(type_of, parts))
        case {"const": value}:
            return json.dumps(value, ensure_ascii=False)
        case {"enum": values}:
            return _union(json.dumps(value, ensure_ascii=False) for value in values)
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(map(type_of, parts))}]"
        case {"type": "array"}:
            item = type_of(schema.get("items", {}))
            return f"({item})[]" if " | " in item else f"{item}[]"
        case {"type": "object"}:
            return _object(schema)
        case {"type": str(kind)}:
            return _WORDS[kind]
    return "unknown"


def _union(parts: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def _object(schema: Schema) -> str:
    """Data by name; where some names are known, those and others."""
    others = schema.get("additionalProperties", True)
    values = [*schema.get("patternProperties", {}).values()]
    values += [] if isinstance(others, bool) else [others]
    record = f"Record<string, {_union(map(type_of, values)) or 'unknown'}>"
    known = " ".join(line.strip() for line in _fields(schema, {}))
    return f"{{ {known.rstrip(';')} }} & {record}" if known else record


def _comment(text: str, indent: str, *, always_long: bool = False) -> str:
    """A text as a comment, or nothing if there is none."""
    plain = re.sub(r"``(.+?)``", r"`\1`", text).replace("*/", "* /")
    if not plain:
        return ""
    short = f"{indent}/** {plain} */"
    if not always_long and "\n" not in plain and len(short) <= WIDTH:
        return short + "\n"
    lead = f"{indent} * "
    lines = []
    for place, paragraph in enumerate(plain.split("\n\n")):
        lines += [""] if place else []
        words = " ".join(paragraph.split())
        lines += textwrap.wrap(words, WIDTH - len(lead), break_on_hyphens=False)
    body = "".join(f"{lead}{line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all types, or write them to a folder; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.server.typescript")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="write them to this folder")
    folder: Path | None = parser.parse_args(arguments).write
    for name, text in all_types().items():
        if folder is None:
            sys.stdout.write(text)
        else:
            (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
