"""`sandtable scenarios`: what can be fought."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.common import AsJson, console, read_scenario, turn_name, write_json

if TYPE_CHECKING:
    from sandtable.scenario import Scenario


def scenarios(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="Scenario files of your own, to list as well."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the scenarios that come with the program, and check and list files of your own.

    Examples:

    * sandtable scenarios

    * sandtable scenarios my-hill.toml --json
    """
    from sandtable.scenario import shipped

    listed = [_facts(scenario, None) for scenario in shipped()]
    listed += [_facts(read_scenario(str(path)), path) for path in files or ()]
    if as_json:
        write_json(listed)
        return
    out = console()
    for facts in listed:
        out.print(_shown(facts))


def schema() -> None:
    """Write the JSON Schema of a scenario file, for editors and other programs.

    Example: sandtable schema > scenario.schema.json
    """
    from sandtable.scenario import scenario_schema

    write_json(scenario_schema())


def _facts(scenario: Scenario, path: Path | None) -> dict[str, Any]:
    return {
        "id": scenario.id,
        "title": scenario.title,
        "book": scenario.book,
        "date": scenario.date,
        "place": scenario.place,
        "turns": scenario.turns,
        "table": [scenario.table.width, scenario.table.depth],
        "sides": [
            {
                "id": side.id,
                "name": side.name,
                "role": side.role,
                "units": sum(unit.side == side.id for unit in scenario.units),
            }
            for side in scenario.sides
        ],
        "shipped": path is None,
        "path": None if path is None else str(path),
    }


def _shown(facts: dict[str, Any]) -> Any:
    from rich.text import Text

    where = ", ".join(fact for fact in (facts["place"], facts["date"]) if fact)
    sides = " against ".join(f"{side['name']} ({side['units']})" for side in facts["sides"])
    turns = f"{facts['turns']} {turn_name(facts['book'])}{'s' * (facts['turns'] > 1)}"
    return Text.assemble(
        (facts["id"], "bold cyan"),
        f"  {facts['title']}\n",
        (f"    {where}; " if where else "    ", "dim"),
        (f"{sides}; {turns}; book {facts['book']}", "dim"),
        (f"; {facts['path']}" if facts["path"] else "", "dim"),
    )
