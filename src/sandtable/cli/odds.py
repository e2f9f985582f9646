"""`sandtable odds`: how likely is it? Whatever can be asked is for each book to say."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sandtable.cli.common import AsJson, console, write_json

if TYPE_CHECKING:
    from sandtable.odds import Field, Odds, Question

_KINDS: dict[str, type] = {"text": str, "number": float, "count": int, "flag": bool}


class Books(TyperGroup):
    """One command for each book, made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The codes of the books that can be asked."""
        from sandtable.battle import rulebook_codes, rulebook_for

        return [code for code in rulebook_codes() if rulebook_for(code).questions()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The questions of one book."""
        from sandtable.battle import rulebook_for

        book = rulebook_for(cmd_name)  # an unknown one is named, with those that there are
        group = typer.Typer(
            name=cmd_name,
            help=f"Ask {book.title}.",
            no_args_is_help=True,
            add_completion=False,
        )
        group.callback()(_nothing)
        for question in book.questions():
            group.command(question.name, help=_help(cmd_name, question))(
                _command(cmd_name, question)
            )
        return typer.main.get_command(group)


app = typer.Typer(
    cls=Books,
    help="Exact odds without a battle, by the rules' own procedures.",
    no_args_is_help=True,
)


@app.callback()
def _nothing() -> None:
    """Keep the questions commands of their own, even where there is only one."""


def _help(code: str, question: Question) -> str:
    example = f"\n\nExample: sandtable odds {code} {question.name} {question.example}"
    return question.text + (example if question.example else "")


def _command(code: str, question: Question) -> Callable[..., None]:
    """A command with an option for each field of the question."""

    def command(**given: Any) -> None:
        as_json = given.pop("as_json")
        asked = {name.replace("_", "-"): value for name, value in given.items()}
        odds = question.ask(asked)
        if as_json:
            known = {name: value for name, value in asked.items() if value is not None}
            about = {"book": code, "question": question.name, "asked": known}
            write_json(odds.to_builtins() | about)
        else:
            show(odds)

    parameters = [_parameter(field) for field in question.fields]
    parameters.append(
        inspect.Parameter(
            "as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=AsJson
        )
    )
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _parameter(field: Field) -> inspect.Parameter:
    text = field.text[:1].upper() + field.text[1:] + "."
    if field.among:
        text += f" One of: {', '.join(field.among)}."
    kind = _KINDS[field.kind]
    option = typer.Option(f"--{field.name}", help=text, show_default=not field.required)
    default: Any = ... if field.required else field.default
    return inspect.Parameter(
        field.name.replace("-", "_"),
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if default is ... else default,
        annotation=Annotated[kind, option],
    )


def show(odds: Odds) -> None:
    """Show odds to a person: results with their chances, then every modifier."""
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(Text(odds.title, style="bold"))
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column(justify="right")
    grid.add_column()
    for result, chance in odds.outcomes:
        bar = "█" * round(40 * float(chance))
        grid.add_row(f"  {result}", f"{float(chance):.1%}", str(chance), Text(bar, style="cyan"))
    out.print(grid)
    for tally in odds.tallies:
        out.print(Text(f"{tally.side} {tally.total:+d}", style="bold"))
        for modifier in tally.modifiers:
            out.print(
                Text.assemble(
                    f"  {modifier.value:+3d}  {modifier.text}", (f"  {modifier.rule}", "dim")
                ),
                soft_wrap=True,
            )
