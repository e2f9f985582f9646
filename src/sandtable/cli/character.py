"""`sandtable character`: people that are carried from battle to battle, each in a small file."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.common import AsJson, console, say, stop, write_json

if TYPE_CHECKING:
    from sandtable.battle.personal import Card
    from sandtable.scenario import Scenario

__all__ = ["app"]

app = typer.Typer(
    name="character",
    help="People of your own: make, show and rest them, and take them out of a battle.",
    no_args_is_help=True,
)

TheFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file of a character.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write it here; else it is printed."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over the file if it exists.")]

Brought = Annotated[
    list[str] | None,
    typer.Option(
        "--character",
        metavar="UNIT=FILE",
        help="Put a character in the place of a unit; may be given again.",
    ),
]
"""The option of commands that begin a battle."""


@app.command()
def show(file: TheFile, as_json: AsJson = False) -> None:
    """Show the sheet of a character, and check his file.

    Example: sandtable character show anna.toml
    """
    from sandtable.battle.personal import personal_files_of

    with _naming(file):
        text = _read(file)
        card = personal_files_of(text).card_of_file(text)
    if as_json:
        import msgspec

        write_json(msgspec.to_builtins(card))
        return
    _print(card)


@app.command()
def new(
    kind: Annotated[
        str | None,
        typer.Argument(metavar="KIND", help="A ready-made character; without it, all are listed."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What he is called.")] = None,
    output: Output = None,
    book: Annotated[str, typer.Option(help="The book that he belongs to.")] = "",
    force: Force = False,
) -> None:
    """Make a character from a ready-made one; what is to differ is changed in the file.

    Examples:

    * sandtable character new

    * sandtable character new medic --name "Anna Petrowa" -o anna.toml
    """
    from sandtable.battle.personal import offering, personal_files_for

    files = personal_files_for(book or offering()[0])
    if kind is None:
        for each in files.ready_made():
            typer.echo(f"{each.id}: {each.text}")
        return
    if name is None:
        stop(f"a {files.noun} has a name; give --name")
    _write(files.new(kind, name), output, force=force)


@app.command("from")
def from_journal(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="The journal of a battle.")],
    unit: Annotated[str, typer.Option(metavar="UNIT", help="The unit that he is in it.")],
    output: Output = None,
    force: Force = False,
) -> None:
    """Take a character out of a battle, as he was at the end of its journal.

    Example: sandtable character from battle.jsonl --unit lena -o anna.toml
    """
    from sandtable.battle.personal import personal_files_for, take_out
    from sandtable.journal import replay
    from sandtable.scenario.errors import not_among

    battle = replay(journal)
    book = personal_files_for(battle.scenario.book)
    text = take_out(battle, unit)
    if text is None:
        places = book.places(battle.scenario)
        stop(f"{journal}: {not_among(unit, places, f'unit that is a {book.noun}')}")
    _write(text, output, force=force)


@app.command()
def rest(file: TheFile, output: Output = None, force: Force = False) -> None:
    """Let a character rest between battles.

    Without -o his file is written anew.

    Example: sandtable character rest anna.toml
    """
    from sandtable.battle.personal import personal_files_of

    with _naming(file):
        text = _read(file)
        rested = personal_files_of(text).rested(text)
    _write(rested, output or file, force=force or output is None)


# -- for other commands ---------------------------------------------------------------------------


def with_characters(scenario: Scenario, given: list[str] | None) -> Scenario:
    """A scenario with characters from files in the places of units, as ``UNIT=FILE`` says."""
    from sandtable.battle.personal import PersonalFileError, bring

    texts: dict[str, str] = {}
    names: dict[str, Path] = {}
    for each in given or ():
        unit, equals, file = each.partition("=")
        if not equals or not unit or not file:
            stop(f"--character takes UNIT=FILE, found {each!r}")
        if unit in texts:
            stop(f"--character names the unit {unit!r} twice")
        names[unit] = Path(file)
        texts[unit] = _read(names[unit])
    try:
        return bring(scenario, texts)
    except PersonalFileError as error:
        unit = error.where.partition(":")[0]
        raise error.in_file(str(names[unit]) if unit in names else None) from None


@contextlib.contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Name the file in what is said of it."""
    from sandtable.battle.personal import PersonalFileError

    try:
        yield
    except PersonalFileError as error:
        raise error.in_file(str(file)) from None


def _read(file: Path) -> str:
    from sandtable.battle.personal import MOST_CHARACTERS, PersonalFileError

    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError as error:
        raise PersonalFileError("", f"not UTF-8 text: {error}", file=str(file)) from None


def _write(text: str, output: Path | None, *, force: bool) -> None:
    if output is None:
        typer.echo(text, nl=False)
        return
    if output.exists() and not force:
        stop(f"{output}: the file exists already; choose another name, or give --force")
    output.write_text(text, encoding="utf-8")
    say(f"Written to {output}.")


def _print(card: Card) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(Text(card.title, style="bold"))
    out.print(Text(", ".join((card.subtitle, *card.marks))))
    for part in card.parts:
        out.print()
        out.print(Text(part.title, style="bold cyan"))
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column(style="dim")
        for fact in part.facts:
            table.add_row(Text(fact.label), Text(fact.value), Text(fact.rule))
        out.print(table)
