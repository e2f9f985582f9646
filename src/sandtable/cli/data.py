"""`sandtable data`: the data sheets of a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from sandtable.cli.common import FINDING, AsJson, console, stop, write_json

SHOWN_IN_FULL = 3
"""So many entries are shown with all they have; more make a table."""


def data(
    book: Annotated[str, typer.Argument(help="The code of a book, such as p8.")],
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Part of a name, an id, a nation or a type."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the data sheets of a book, or those that a name finds.

    Examples:

    * sandtable data p8 tiger

    * sandtable data p8 UK

    * sandtable data p8 ge-pak40 --json
    """
    from sandtable.battle import rulebook_for

    sheets = rulebook_for(book).data_sheets()
    found = _found(sheets, name)
    if as_json:
        write_json(found)
        return
    if not found:
        _nothing(sheets, book, name)
    if len(found) <= SHOWN_IN_FULL:
        _in_full(found)
    else:
        _table(found)


def _found(sheets: Sequence[Mapping[str, Any]], name: str | None) -> list[Mapping[str, Any]]:
    """The sheets that a name finds: its own if it is an id, a nation or type, or part of a name."""
    if name is None:
        return list(sheets)
    wanted = name.lower()
    exact = [sheet for sheet in sheets if str(sheet["id"]).lower() == wanted]
    kind = [
        sheet
        for sheet in sheets
        if wanted in (str(sheet.get("nation", "")).lower(), str(sheet.get("type", "")).lower())
    ]
    part = [
        sheet
        for sheet in sheets
        if wanted in str(sheet["name"]).lower() or wanted in str(sheet["id"]).lower()
    ]
    return exact or kind or part


def _nothing(sheets: Sequence[Mapping[str, Any]], book: str, name: str | None) -> None:
    import difflib

    if not sheets:
        stop(f"{book} has no data sheets", FINDING)
    names = [str(sheet["id"]) for sheet in sheets]
    near = difflib.get_close_matches(str(name), names, n=3, cutoff=0.4)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    stop(f"no data sheet is called {name!r}{hint}", FINDING)


def _in_full(found: Sequence[Mapping[str, Any]]) -> None:
    from rich.text import Text

    out = console()
    for sheet in found:
        out.print(Text.assemble((str(sheet["name"]), "bold"), f"  {sheet['id']}"))
        for key, value in sheet.items():
            if key in ("id", "name"):
                continue
            if isinstance(value, list):
                for part in value:
                    told = _part(part)
                    out.print(Text(f"  {key}: {told}"), soft_wrap=True)
            elif value not in ("", "-"):
                out.print(Text(f"  {key.replace('_', ' ')}: {value}"), soft_wrap=True)


def _part(part: Any) -> str:
    """One entry of a list on a data sheet."""
    if not isinstance(part, Mapping):
        return str(part)
    return ", ".join(f"{k} {v}" for k, v in part.items() if k != "element")


def _table(found: Sequence[Mapping[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    columns = _fitting(found, out.width)
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    for column in columns:
        grid.add_column(column.replace("_", "\n"), no_wrap=True)
    for sheet in found:
        grid.add_row(*(Text(str(sheet.get(column, ""))) for column in columns))
    out.print(grid)
    out.print(f"{len(found)} data sheets; name one of them to see all of it")


def _fitting(found: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    """The columns that fit on a line, the first ones of the sheet before the others."""
    columns: list[str] = []
    used = 0
    for column, value in found[0].items():
        if isinstance(value, list):
            continue
        parts = [*column.split("_"), *(str(sheet.get(column, "")) for sheet in found)]
        needed = max(len(part) for part in parts) + 1
        if used + needed <= width:
            columns.append(column)
            used += needed
    return columns
