"""All commands together.

What a command needs is imported when it runs, so that the program starts quickly.
"""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli import odds, rules
from sandtable.cli.common import Commands
from sandtable.cli.data import data
from sandtable.cli.draw import draw
from sandtable.cli.play import play
from sandtable.cli.replay import replay
from sandtable.cli.report import report
from sandtable.cli.scenarios import scenarios, schema
from sandtable.cli.simulate import simulate

__all__ = ["app"]

app = typer.Typer(
    name="sandtable",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"sandtable {version('sandtable')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """WWII miniature wargames on one table: every rule enforced, every roll explained.

    Start with [bold]sandtable play[/], which fights a battle and tells how it went.
    """


app.command()(play)
app.command()(replay)
app.command()(report)
app.command()(simulate)
app.command()(draw)
app.command()(scenarios)
app.command()(data)
app.command()(schema)
app.add_typer(odds.app, name="odds")
app.add_typer(rules.app, name="rules")
