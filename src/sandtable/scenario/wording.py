"""What a file may say at a place, for messages that help."""

from __future__ import annotations

import difflib
import re
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.scenario.errors import not_among
from sandtable.scenario.model import Scenario


def explain(message: str, data: dict[str, Any], kind: type[Struct] = Scenario) -> tuple[str, str]:
    """Turn the decoder's message into a place and a problem, with what would be allowed there.

    Args:
        message: As in ``Invalid enum value 'up' - at `$.units[2].enters.edge` ``.
        data: The whole file.
        kind: What the file was read as.

    Returns:
        The place, with the id of the entry that is meant, and the problem.

    >>> explain("Object contains unknown field `turn`", {})
    ('', "unknown field `turn`; did you mean 'turns'?")
    """
    problem, _, path = message.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    schema = _at(path, kind)
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", problem):
        allowed = list(schema.get("properties", {}))
        near = difflib.get_close_matches(found[1], allowed, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f" (allowed: {', '.join(allowed)})"
        problem = f"unknown field `{found[1]}`{hint}"
    elif (found := re.fullmatch(r"Invalid enum value '(.*)'", problem)) and "enum" in schema:
        problem = not_among(found[1], map(str, schema["enum"]), "such choice")
        problem = problem.replace("no such choice", "invalid value", 1)
    return with_id(path, data), problem[:1].lower() + problem[1:]


def with_id(path: str, data: dict[str, Any]) -> str:
    """Add the id of the entry to ``units[2].sheet``, since nobody counts entries."""
    entry = re.match(r"(\w+)\[(\d+)\]", path)
    if entry is None:
        return path
    things = data.get(entry[1])
    thing = things[int(entry[2])] if isinstance(things, list | tuple) else None
    if not (isinstance(thing, dict) and isinstance(thing.get("id"), str)):
        return path
    return f"{entry[0]} (id {thing['id']!r}){path[entry.end() :]}"


@cache
def _schema(kind: type[Struct]) -> dict[str, Any]:
    return msgspec.json.schema(kind)


def _at(path: str, kind: type[Struct]) -> dict[str, Any]:
    """The schema of what stands at a path such as ``units[2].enters``; empty if unknown."""
    here = _resolved(_schema(kind), kind)
    for step in re.findall(r"\w+|\[[^\]]*\]", path):
        if step.startswith("["):
            entries = here.get("items") or here.get("additionalProperties") or {}
            here = _resolved(entries, kind) if isinstance(entries, dict) else {}
        else:
            here = _resolved(here.get("properties", {}).get(step, {}), kind)
    return here


def _resolved(schema: dict[str, Any], kind: type[Struct]) -> dict[str, Any]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _resolved(_schema(kind)["$defs"][name], kind)
    for option in schema.get("anyOf", ()):
        if option != {"type": "null"}:
            return _resolved(option, kind)
    return schema
