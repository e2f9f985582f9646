"""Reading and writing the files of characters."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from sandtable.battle.personal import PersonalFileError, plain_facts
from sandtable.scenario.errors import not_among
from sandtable.scenario.wording import explain

from .checking import check
from .model import FORMAT, VERSION, Character

HEAD: Final = "# A character of Sandtable, to be carried from battle to battle."


def read(text: str) -> Character:
    """The character in a file.

    Raises:
        PersonalFileError: Naming the field, what was found and what would be right.
    """
    data = plain_facts(text)
    _check_head(data)
    try:
        character = msgspec.convert(data, Character)
    except msgspec.ValidationError as error:
        where, problem = explain(str(error), data, Character)
        raise PersonalFileError(where, problem + _found(where, data, problem)) from None
    check(character)
    return character


def _check_head(data: dict[str, Any]) -> None:
    if data.get("format") != FORMAT:
        found = f"found {data['format']!r}" if "format" in data else "missing"
        raise PersonalFileError("format", f'{found}; a character\'s file says "{FORMAT}"')
    version = data.get("version")
    if type(version) is int and version > VERSION:
        problem = f"{version} is newer than this program can read, which is {VERSION}"
        raise PersonalFileError("version", problem)
    if version != VERSION:
        found = f"found {version!r}" if "version" in data else "missing"
        raise PersonalFileError("version", f"{found}; expected {VERSION}")


def _found(where: str, data: Any, problem: str) -> str:
    """What stands at a place, where the problem does not say so already."""
    if "unknown field" in problem or "missing" in problem or "invalid value" in problem:
        return ""
    for step in where.replace("[", ".").replace("]", "").split("."):
        try:
            data = data[int(step)] if isinstance(data, list) else data[step]
        except (LookupError, TypeError, ValueError):
            return ""
    shown = repr(data)
    return f", found {shown if len(shown) <= 60 else shown[:57] + '...'}"


def write(character: Character) -> str:
    """The file of a character; reading it again gives the same character."""
    data = msgspec.to_builtins(character)
    data["abilities"] = msgspec.structs.asdict(character.abilities)  # to be seen by who edits it
    return "\n".join((HEAD, *_table("", data))) + "\n"


def _table(path: str, data: Mapping[str, Any]) -> Iterator[str]:
    """A table of TOML: its plain values first, then the tables in it."""
    for name, value in data.items():
        if not _is_table(value):
            yield f"{_key(name)} = {_value(value)}"
    for name, value in data.items():
        inner = f"{path}.{_key(name)}" if path else _key(name)
        if isinstance(value, Mapping) and value:
            yield from ("", f"[{inner}]", *_table(inner, value))
        elif _is_table(value) and value:
            for each in value:
                yield from ("", f"[[{inner}]]", *_table(inner, each))


def _is_table(value: Any) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)


def _key(name: str) -> str:
    is_bare = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
    return name if is_bare else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def unknown_kind(kind: str, known: tuple[str, ...]) -> PersonalFileError:
    """The error for a ready-made character that there is not."""
    return PersonalFileError("", not_among(kind, known, "ready-made character"))
