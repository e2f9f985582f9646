"""`sandtable replay`: read a journal, tell the battle again, and check every line of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.common import (
    FINDING,
    USAGE,
    AsJson,
    Details,
    is_no_journal,
    print_report,
    say,
    stop,
    write_json,
)

if TYPE_CHECKING:
    from sandtable.battle import Battle
    from sandtable.journal import Parting, Verification


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every line, and say only whether it is good.")
    ] = False,
    step: Annotated[
        int | None, typer.Option(metavar="N", help="Show where the battle stood after line N.")
    ] = None,
    details: Details = False,
    as_json: AsJson = False,
) -> None:
    """Tell a recorded battle again, or check that every line of its journal is right.

    It ends with 1 if the journal does not come out as it was written; it is told as far as it does.

    Examples:

    * sandtable replay battle.jsonl

    * sandtable replay battle.jsonl --step 20

    * sandtable replay battle.jsonl --verify
    """
    if verify and step is not None:
        stop("give either --verify, which checks all lines, or --step, not both")
    if verify:
        _verify(file, as_json)
        return
    from sandtable.journal import replay as play_again
    from sandtable.report import facts_of

    parting = None
    if step is None:
        battle, parting = as_far(file)
    else:
        battle = play_again(file, step)
    if as_json:
        write_json(facts_of(battle))
    else:
        print_report(battle, details=details, where=step is not None)
    if parting is not None:
        raise typer.Exit(FINDING)


def as_far(file: Path) -> tuple[Battle[Any], Parting | None]:
    """The battle of a journal as far as it comes out as recorded; what is wrong then is said."""
    from sandtable.journal import as_far_as_it_goes

    battle, parting = as_far_as_it_goes(file)
    if parting is not None:
        say_parting(file, parting)
    return battle, parting


def say_parting(file: Path, parting: Parting) -> None:
    """Say where a recorded battle and the rules of today part, and what can be done."""
    first, *rest = parting.sentences()
    say(f"Error: {file}: {first}")
    for sentence in rest:
        say(sentence)
    if parting.agrees is not None:
        say(
            f"It is told up to line {parting.agrees}. To go on from there, with new dice: "
            f"sandtable play --resume {file} --salvage --record NEW.jsonl"
        )


def _verify(file: Path, as_json: bool) -> None:
    from sandtable.journal import verify

    report_verification(verify(file), as_json=as_json)


def report_verification(found: Verification, *, as_json: bool) -> None:
    """Say what checking a journal has shown, and end with 1 if anything is wrong."""
    import msgspec

    if as_json:
        facts = msgspec.to_builtins(found)
        write_json({"ok": found.ok, **facts})
    elif found.ok:
        typer.echo(f"verifies: {found.lines} lines")
    for note in found.notes:
        say(f"Note: {note}.")
    if found.difference is None:
        return
    _tell(found, as_json)
    no_journal = is_no_journal(found.difference.fault, found.difference.line)
    raise typer.Exit(USAGE if no_journal else FINDING)


def _tell(found: Verification, as_json: bool) -> None:
    difference = found.difference
    assert difference is not None
    place = f"{found.file}, line {difference.line}" if difference.line else found.file
    if difference.fault in ("file", "format", "content", "torn"):
        problem = difference.found
    else:
        problem = (
            f"{difference.fault} differs: expected {difference.expected}; found {difference.found}"
        )
    if not as_json:
        say(f"Error: {place}: {problem}")
