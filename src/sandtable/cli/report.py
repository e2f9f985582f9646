"""`sandtable report`: a recorded battle as a page with pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import say

__all__ = ["report"]


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", help="Where to; by default beside the journal."
        ),
    ] = None,
) -> None:
    """Write the report of a recorded battle, with pictures of the table at its turning points.

    Example:

    * sandtable report battle.jsonl -o arracourt
    """
    from sandtable.report.page import write_page

    page = write_page(file, output or file.with_suffix(""))
    say(f"Written: {page}")
