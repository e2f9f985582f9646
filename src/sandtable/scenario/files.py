"""Reading scenario files and finding the ones that come with the program."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from sandtable.scenario.errors import FaultyFileError, ScenarioError, not_among
from sandtable.scenario.model import Scenario
from sandtable.scenario.toml import plain_toml
from sandtable.scenario.validation import validate
from sandtable.scenario.wording import explain

_SHELF = "shelf"


def parse_scenario(text: str, *, file: str | None = None) -> Scenario:
    """Read a scenario from TOML text.

    Raises:
        ScenarioError: Naming the file, the line or the field, what was found and what is allowed.
    """
    try:
        data = plain_toml(text)
    except FaultyFileError as error:
        raise ScenarioError(error.where, error.problem, file=file) from None
    try:
        scenario = msgspec.convert(data, Scenario)
        validate(scenario)
    except msgspec.ValidationError as error:
        where, problem = explain(str(error), data)
        raise ScenarioError(where, problem, file=file) from None
    except ScenarioError as error:
        raise (error.in_file(file) if file else error) from None
    return scenario


def load_scenario(name: str | Path) -> Scenario:
    """Read a scenario: a path to a TOML file, or the id of one that comes with the program.

    Raises:
        ScenarioError: If there is none, or it cannot be played.
    """
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return _read(path)
    if str(name) not in _shelf():
        raise ScenarioError("", not_among(str(name), _shelf(), "file and no scenario"))
    return _shelved(str(name))


def _read(path: Path) -> Scenario:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise ScenarioError("", f"cannot be read: {reason}", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise ScenarioError("", f"not UTF-8 text: {error}", file=str(path)) from None
    return parse_scenario(text, file=str(path))


@cache
def _shelf() -> dict[str, str]:
    folder = resources.files("sandtable.scenario") / _SHELF
    return {
        item.name.removesuffix(".toml"): item.read_text(encoding="utf-8")
        for item in sorted(folder.iterdir(), key=lambda item: item.name)
        if item.name.endswith(".toml")
    }


@cache
def _shelved(name: str) -> Scenario:
    return parse_scenario(_shelf()[name], file=f"{name}.toml")


def shipped() -> tuple[Scenario, ...]:
    """All scenarios that come with the program, book by book.

    The book with the most of them comes first, and in each the battle with the fewest units.
    """
    found = [_shelved(name) for name in _shelf()]
    many = Counter(scenario.book for scenario in found)

    def rank(scenario: Scenario) -> tuple[int, str, int, str]:
        return (-many[scenario.book], scenario.book, len(scenario.units), scenario.id)

    return tuple(sorted(found, key=rank))


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file."""
    schema = msgspec.json.schema(Scenario)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Sandtable scenario"
    return schema
