"""`sandtable rules`: read the rules of a book, search them, and see how much of it is done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import AsJson

__all__ = ["app"]

app = typer.Typer(
    name="rules",
    help="Read the rules of a book, search them, and see how much of it is done.",
    no_args_is_help=True,
)


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="ID|BOOK", help="A rule, a table, or a book.")],
    as_json: AsJson = False,
) -> None:
    """Show a rule or table by its id, or a whole book by its code.

    Examples:

    * sandtable rules show p8

    * sandtable rules show p8.fire.mod-within-4

    * sandtable rules show p8.table.datasheet
    """
    from sandtable.cli import reading

    reading.show(name, as_json)


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="Words to look for, in any order.")],
    book: Annotated[str | None, typer.Option(help="Look in this book only.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Show at most so many.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Find the rules that speak of some words, best first.

    Example: sandtable rules search smoke screen --book p8
    """
    from sandtable.cli import reading

    reading.search(words, book, limit, as_json)


@app.command()
def coverage(
    book: Annotated[str, typer.Argument(help="The code of a book, such as p8.")],
    as_json: AsJson = False,
    require: Annotated[
        Path | None,
        typer.Option(help="A file of ids and patterns (p8.fire.*) that must all be done."),
    ] = None,
) -> None:
    """Set a book's catalogue, code and tests side by side.

    Example: sandtable rules coverage p8 --json
    """
    from sandtable.cli import reading

    reading.show_coverage(book, as_json, require)
