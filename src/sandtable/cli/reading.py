"""What `sandtable rules` does: rules, tables and the coverage of a book, laid out to be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from sandtable.catalogue import Catalogue, CatalogueError, Rule, Table, load_catalogue, suggest
from sandtable.catalogue.books import BookPackage
from sandtable.catalogue.coverage import Coverage, coverage, read_required, record_freshness
from sandtable.catalogue.load import package_folder
from sandtable.cli.common import FINDING, USAGE, console, write_json
from sandtable.rulebooks import book_package, books

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["search", "show", "show_coverage"]

_STALE = {
    "stale": "The record of the tests is of other sources",
    "partial": "The record of the tests is of some of them only",
    "none": "There is no record of the tests yet",
}


def show(name: str, as_json: bool) -> None:
    """Show a rule or table by its id, or a whole book by its code."""
    name = name.lower()  # ids have small letters only
    code = name.partition(".")[0]
    if code not in books():
        _unknown_book(code, name)
    catalogue = _catalogue(code)
    if "." not in name:
        _show_book(catalogue, as_json)
    elif name in catalogue.table_ids:
        _show_table(catalogue.table(name), as_json)
    elif name in catalogue.rule_ids:
        _show_rule(catalogue.rule(name), catalogue, as_json)
    else:
        near = suggest(name, catalogue.rule_ids | catalogue.table_ids)
        _stop(f"{catalogue.book.title} has no rule or table {name!r}", near)


def search(words: list[str], book: str | None, limit: int, as_json: bool) -> None:
    """Find the rules that speak of some words, best first."""
    if book is not None and book not in books():
        _unknown_book(book, book)
    found = [
        rule
        for code in ([book] if book else books())
        for rule in _catalogue(code).search(" ".join(words), limit)
    ][:limit]
    if as_json:
        write_json([msgspec.to_builtins(rule) for rule in found])
    elif not found:
        Console(stderr=True).print(f"No rule speaks of {escape(' '.join(words))!r}.")
    else:
        out = Console()
        for rule in found:
            out.print(_heading(rule), soft_wrap=True)
            out.print(Text(_short(rule.text)), style="dim", soft_wrap=True)
    raise typer.Exit(0 if found else FINDING)


def show_coverage(book: str, as_json: bool, require: Path | None) -> None:
    """Set a book's catalogue, code and tests side by side."""
    if book not in books():
        _unknown_book(book, book)
    try:
        package = book_package(book)
        place = BookPackage(book, package, package_folder(package))
        required = read_required(require, place.catalogue) if require else None
        root = _checkout()
        if root is not None:
            _refresh(place, root)
        report = coverage(place, root, required)
    except CatalogueError as error:
        _stop(str(error), ())
    if as_json:
        write_json(report.to_dict())
    else:
        _show_coverage(report, root)
    raise typer.Exit(FINDING if report.unknown or report.missing_required else 0)


def _refresh(book: BookPackage, root: Path) -> None:
    """Run the marked tests of a book, unless their record is fresh."""
    state = record_freshness(book, root)
    if state == "fresh":
        return
    errors = Console(stderr=True)
    errors.print(f"{_STALE[state]}; running those that are marked with rules ...", style="dim")
    command = [sys.executable, "-m", "pytest", "-p", "sandtable.catalogue.pytest_plugin"]
    done = subprocess.run(
        [*command, "-m", "rule", "-q", "--no-header", "--tb=line", str(root / "tests")],
        cwd=root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in {0, 5}:
        errors.print(escape((done.stdout + done.stderr).strip()), highlight=False)
        errors.print("Not all tests passed; a rule whose tests fail counts as untested.")


def _checkout() -> Path | None:
    """Return the root of the project, if this program runs from a checkout of it."""
    root = package_folder("sandtable").parent.parent
    whole = (root / "pyproject.toml").is_file() and (root / "tests").is_dir()
    return root if whole else None


def _catalogue(code: str) -> Catalogue:
    try:
        return load_catalogue(package_folder(book_package(code)))
    except CatalogueError as error:
        _stop(str(error), ())


def _show_book(catalogue: Catalogue, as_json: bool) -> None:
    kinds = {
        kind: sum(rule.kind == kind for rule in catalogue.rules)
        for kind in dict.fromkeys(rule.kind for rule in catalogue.rules)
    }
    if as_json:
        write_json(
            {
                **msgspec.to_builtins(catalogue.book),
                "rules": [rule.id for rule in catalogue.rules],
                "tables": [table.id for table in catalogue.tables],
                "kinds": kinds,
            }
        )
        return
    book, out = catalogue.book, Console()
    out.print(Text.assemble((book.title, "bold"), f" ({book.code}), by {book.author}"))
    out.print(Text(book.edition, style="dim"))
    out.print()
    out.print(Text(book.summary.strip()))
    out.print()
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    out.print(f"{len(catalogue.rules)} rules ({counted}) and {len(catalogue.tables)} tables:")
    chapters: dict[str, int] = {}
    for rule in catalogue.rules:
        chapter = rule.id.rsplit(".", 1)[0]
        chapters[chapter] = chapters.get(chapter, 0) + 1
    grid = Grid.grid(padding=(0, 2))
    for chapter, number in chapters.items():
        grid.add_row(f"  {chapter}.*", Text(str(number), justify="right"))
    out.print(grid)


def _show_rule(rule: Rule, catalogue: Catalogue, as_json: bool) -> None:
    if as_json:
        write_json(msgspec.to_builtins(rule))
        return
    out = Console()
    body = Text(rule.text.strip())
    if rule.ruling:
        body.append("\n\nOur ruling: ", style="bold")
        body.append(rule.ruling.strip())
    for case in rule.check:
        body.append("\n\nFor example: ", style="bold")
        body.append(case.strip())
    where = escape(f"{catalogue.book.title} {rule.where}, {rule.kind}")
    title = f"[bold]{escape(rule.id)}[/]"
    out.print(Panel(body, title=title, subtitle=where, title_align="left", subtitle_align="left"))


def _show_table(table: Table, as_json: bool) -> None:
    if as_json:
        write_json({**msgspec.to_builtins(table), "rows": table.dicts()})
        return
    out = console()
    out.print(Text.assemble((table.title, "bold"), f" ({table.id}, {table.where})"))
    grid = _grid_of(table)
    if out.measure(grid).minimum <= out.width and _widest(table) <= out.width:
        out.print(grid)
    else:
        _show_records(table, out)
    if table.note:
        out.print(Text(table.note), style="dim")


def _grid_of(table: Table) -> Grid:
    grid = Grid()
    for column in table.columns:
        grid.add_column(Text(column))
    for row in table.rows:
        grid.add_row(*(Text(_cell(cell)) for cell in row))
    return grid


def _widest(table: Table) -> int:
    """How many columns a table takes if nothing in it is broken over two lines."""
    rows = [table.columns, *([_cell(cell) for cell in row] for row in table.rows)]
    return sum(max(len(text) for text in column) + 3 for column in zip(*rows, strict=True)) + 1


def _show_records(table: Table, out: Console) -> None:
    """A table too wide for the screen: each row as a paragraph, empty cells left out."""
    for row in table.rows:
        named = list(zip(table.columns, map(_cell, row), strict=True))
        head = Text.assemble((named[0][1], "bold cyan"), "  ", (named[1][1], "bold"))
        body = Text("; ").join(
            Text.assemble((f"{column}\u00a0", "dim"), cell.replace(" ", "\u00a0"))
            for column, cell in named[2:]
            if cell not in ("", "-")
        )
        out.print(head)
        out.print(Padding(body, (0, 0, 0, 4)))


def _show_coverage(report: Coverage, root: Path | None) -> None:
    out = Console()
    total = len(report.rules)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_row("rules", str(total))
    for label, done in (("implemented", report.implemented), ("tested", report.tested)):
        if done is None:
            grid.add_row(label, "?", Text(_why_unknown(report, root), style="dim"))
        else:
            bar = ProgressBar(total=total, completed=len(done), width=40)
            grid.add_row(label, str(len(done)), bar, f"{100 * len(done) / total:.1f} %")
    out.print(Text(f"Rule coverage of {report.book}", style="bold"))
    out.print(grid)
    _list(out, "Not implemented", report.missing(report.implemented))
    if report.tested is not None:
        untested = [name for name in report.rules if name in report.implemented - report.tested]
        _list(out, "Implemented but not tested", untested)
    for name, tests in report.short.items():
        if name in (report.tested or ()):
            continue
        for test, why in tests.items():
            out.print(Text(f"  {name}: {test}: {why}", style="yellow"), soft_wrap=True)
    if report.unknown:
        out.print("\nThe code names rules that do not exist:", style="bold red")
        for unknown in report.unknown:
            out.print(Text(f"  {unknown}"), soft_wrap=True)
    if report.required is not None:
        missing = report.missing_required
        done_number = len(report.required) - len(missing)
        style = "bold red" if missing else "bold green"
        out.print(f"\nRequired: {done_number} of {len(report.required)} done", style=style)
        for name in missing:
            step = "not tested" if name in report.implemented else "not implemented"
            out.print(Text(f"  {name}: {step}"), soft_wrap=True)


def _why_unknown(report: Coverage, root: Path | None) -> str:
    if root is None:
        return "unknown: the tests are not part of an installed Sandtable, only of a checkout"
    return f"unknown: {_STALE[report.record].lower()}"


def _list(out: Console, title: str, names: Iterable[str]) -> None:
    """Print ids by chapter, one chapter a line."""
    chapters: dict[str, list[str]] = {}
    for name in names:
        chapter, _, last = name.rpartition(".")
        chapters.setdefault(chapter, []).append(last)
    if chapters:
        number = sum(len(rules) for rules in chapters.values())
        out.print(f"\n[bold]{title}[/] ({number})")
    for chapter, rules in chapters.items():
        out.print(Text.assemble(("  " + chapter, "cyan"), ": ", ", ".join(rules)))


def _heading(rule: Rule) -> Text:
    return Text.assemble((rule.id, "bold cyan"), f"  {rule.where}, {rule.kind}")


def _short(text: str, width: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 4].rsplit(' ', 1)[0]} ..."


def _cell(cell: object) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return ", ".join(cell) if isinstance(cell, tuple) else str(cell)


def _unknown_book(code: str, name: str) -> NoReturn:
    known = books()
    near: list[str] = list(suggest(code, known))
    for other in known:
        near.extend(suggest(name, _catalogue(other).rule_ids))
    names = ", ".join(known) or "none"
    _stop(f"no rulebook has the code {code!r} (there are: {names})", near[:3])


def _stop(message: str, near: Iterable[str]) -> NoReturn:
    errors = Console(stderr=True, highlight=False)
    errors.print(Text(f"Error: {message}"), soft_wrap=True)
    if near:
        errors.print(Text(f"Did you mean {', '.join(near)}?"), soft_wrap=True)
    raise typer.Exit(USAGE)
