"""All commands together.

What a command needs is imported when it runs, so that the program starts quickly.
"""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli import character, odds, rules
from sandtable.cli.common import Commands
from sandtable.cli.data import data
from sandtable.cli.draw import draw
from sandtable.cli.play import play
from sandtable.cli.replay import replay
from sandtable.cli.report import report
from sandtable.cli.scenarios import scenarios, schema
from sandtable.cli.seats import seats
from sandtable.cli.serve import serve, start
from sandtable.cli.simulate import simulate
from sandtable.cli.verify import verify

__all__ = ["app"]

app = typer.Typer(
    name="sandtable",
    cls=Commands,
    invoke_without_command=True,
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
    context: typer.Context,
    _version_wanted: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """WWII miniature wargames on one table: every rule enforced, every roll explained.

    Without a command, the table opens in your browser. [bold]sandtable play[/] fights a battle in
    this terminal, and tells how it went.
    """
    if context.invoked_subcommand is None:
        start()


app.command()(serve)
app.command()(seats)
app.command()(play)
app.command()(replay)
app.command()(verify)
app.command()(report)
app.command()(simulate)
app.command()(draw)
app.command()(scenarios)
app.command()(data)
app.command()(schema)
app.add_typer(character.app, name="character")
app.add_typer(odds.app, name="odds")
app.add_typer(rules.app, name="rules")
