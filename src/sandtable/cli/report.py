"""`sandtable report`: a recorded battle as a page with pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import FINDING, say
from sandtable.cli.replay import as_far

__all__ = ["report"]


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER|FILE.html",
            help="Where to: a folder for Markdown and pictures (by default beside the journal), "
            "or one file of HTML.",
        ),
    ] = None,
) -> None:
    """Write the report of a recorded battle, with pictures of the table at its turning points.

    Of a battle that does not come out as recorded any more, it is written as far as it does.

    Examples:

    * sandtable report battle.jsonl -o arracourt

    * sandtable report battle.jsonl -o arracourt.html
    """
    battle, parting = as_far(file)
    if output is not None and output.suffix.lower() in (".html", ".htm"):
        from sandtable.report.html import write_html

        say(f"Written: {write_html(battle, output)}")
    else:
        from sandtable.report.page import write_page

        say(f"Written: {write_page(battle, output or file.with_suffix(''))}")
    if parting is not None:
        raise typer.Exit(FINDING)
