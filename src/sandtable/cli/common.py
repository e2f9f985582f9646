"""What all commands share: how they end, how they speak, and how they read common arguments."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from sandtable.battle import Battle
    from sandtable.scenario import Scenario

FINDING = 1
"""The exit code of a command that looked for something and found it (or not)."""

USAGE = 2
"""The exit code when something was asked that cannot be done."""

INTERRUPTED = 130

PIPED = 100
"""How wide output is set that is no terminal's."""

AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]
Details = Annotated[bool, typer.Option("--details", help="List every modifier with its rule.")]


class Commands(TyperGroup):
    """Commands that tell a user's mistake in one line, whoever raised it."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run a command and end the program with its exit code."""
        extra["standalone_mode"] = False
        try:
            code = super().main(args, *rest, **extra)
            sys.stdout.flush()
        except KeyboardInterrupt:
            code = INTERRUPTED
        except BrokenPipeError:
            _forget_output()
            code = FINDING
        except Exception as error:
            code = tell(error, sys.argv[1:] if args is None else args)
            if code is None:
                raise
        if code == INTERRUPTED:
            say("Interrupted.")
        sys.exit(code if isinstance(code, int) else 0)


def turn_name(book: str) -> str:
    """What a book calls a turn."""
    from sandtable.battle import Rulebook, UnknownRulebookError, rulebook_for

    try:
        return rulebook_for(book).turn_name
    except UnknownRulebookError:
        return Rulebook.turn_name


def tell(error: Exception, args: Sequence[str] = ()) -> int | None:
    """Tell a user's mistake in one line; the exit code, or ``None`` if it is a fault of ours."""
    if callable(getattr(error, "format_message", None)):
        return _usage(error, args)
    from sandtable.battle import Refusal, UnknownRulebookError
    from sandtable.battle.personal import PersonalFileError
    from sandtable.catalogue import CatalogueError
    from sandtable.journal import JournalError
    from sandtable.odds import QuestionError
    from sandtable.players import PlayerCountError, UnfinishedError, UnknownPlayerError
    from sandtable.scenario import ScenarioError

    mistakes = (
        CatalogueError,
        PersonalFileError,
        PlayerCountError,
        QuestionError,
        ScenarioError,
        UnknownPlayerError,
        UnknownRulebookError,
    )
    if isinstance(error, Refusal):
        say(f"Refused: {error}")
        return FINDING
    if isinstance(error, UnfinishedError):
        say(f"Error: {error}")
        return FINDING
    if isinstance(error, JournalError):
        say(f"Error: {error}")
        return USAGE if is_no_journal(error.damage, error.line) else FINDING
    if isinstance(error, mistakes):
        say(f"Error: {error}")
        return USAGE
    if isinstance(error, OSError) and error.filename is not None:
        say(f"Error: {error.filename}: {error.strerror}")
        return USAGE
    return None


def is_no_journal(damage: str, line: int | None) -> bool:
    """Whether a file is no journal at all, rather than one with a fault in it."""
    return damage in ("file", "format") or (damage in ("content", "torn") and (line or 1) <= 1)


def _usage(error: Any, args: Sequence[str]) -> int:
    """A mistake in the command line itself, as typer found it."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
    else:
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "sandtable"
        problem = " ".join(str(error.format_message()).split()).rstrip(".")
        problem += _found(getattr(error, "param", None), args)
        end = "" if problem.endswith("?") else "."
        say(f"Error: {problem}{end} Try '{path} --help'.")
    return int(getattr(error, "exit_code", USAGE))


def _found(param: Any, args: Sequence[str]) -> str:
    """What was given for an option, to be named beside what is allowed."""
    for option in getattr(param, "opts", ()):
        for given, value in reversed([*zip(args, [*args[1:], None], strict=True)]):
            if given == option and value is not None:
                return f" (found {value!r})"
            if given.startswith(f"{option}="):
                return f" (found {given.partition('=')[2]!r})"
    return ""


def _forget_output() -> None:
    """Whoever read our output has stopped; let the rest of it go nowhere."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())


def say(line: str) -> None:
    """Say something to the person, not to the program that reads the output."""
    typer.echo(line, err=True)


def stop(message: str, code: int = USAGE) -> NoReturn:
    """End with one line on what is wrong."""
    say(f"Error: {message}")
    raise typer.Exit(code)


def write_json(data: object) -> None:
    """Write data for programs."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def console() -> Console:
    """A console for people; what is piped elsewhere is set in wide columns."""
    from rich.console import Console

    out = Console(highlight=False)
    if out.is_terminal or "COLUMNS" in os.environ:
        return out
    return Console(highlight=False, width=PIPED)


def print_report(battle: Battle[Any], *, details: bool, where: bool = False) -> None:
    """Print a battle report: laid out for a terminal, or plain where it is piped elsewhere.

    Args:
        battle: The battle.
        details: Whether every modifier is listed with its rule.
        where: Whether it is also said where every piece stands.
    """
    from sandtable.report import report, report_text, standing

    out = console()
    if out.is_terminal:
        out.print(report(battle, details=details))
    else:
        typer.echo(report_text(battle, details=details, width=out.width), nl=False)
    if where:
        out.print()
        out.print(standing(battle.state))


def read_scenario(name: str | None) -> Scenario:
    """The scenario that a user named, or the first that comes with the program.

    Raises:
        ScenarioError: If it cannot be read or played, with the file that it stands in.
    """
    from sandtable.battle import Battle, UnknownRulebookError
    from sandtable.scenario import ScenarioError, load_scenario, shipped

    if name is None:
        return shipped()[0]
    scenario = load_scenario(name)
    file = name if Path(name).exists() else f"{name}.toml"
    try:
        return Battle.start(scenario).scenario
    except UnknownRulebookError as error:
        raise ScenarioError("book", str(error), file=file) from None
    except ScenarioError as error:
        raise error.in_file(file) from None


def read_players(text: str, scenario: Scenario) -> tuple[str, ...]:
    """The players that a user named, as ``A,B``: one for each side."""
    from sandtable.players import check_players

    names = tuple(name.strip() for name in text.split(","))
    check_players(scenario, names)
    return names
