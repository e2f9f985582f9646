"""Catalogue, code and tests of a book side by side: what is done and what is missing."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.catalogue.errors import CatalogueError, suggest
from sandtable.catalogue.record import (
    FILE_NAME,
    Freshness,
    digests,
    read_record,
)
from sandtable.catalogue.sources import UnknownId, scan_package

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.catalogue.books import BookPackage
    from sandtable.catalogue.model import Catalogue

__all__ = ["Coverage", "coverage", "read_required", "record_freshness"]


class Coverage(msgspec.Struct, frozen=True):
    """How much of a book is done.

    Attributes:
        book: The code of the book.
        rules: All its rules, in the catalogue's order.
        implemented: The rules that the book's code cites.
        tested: The rules that are implemented and shown to work by a test; None if unknown.
        places: Where each implemented rule is cited.
        tests: The tests that show each tested rule.
        short: Tests that are marked with a rule but do not show it, and why.
        unknown: Ids in the code that are in no catalogue.
        record: What the record of the tests is worth.
        required: The rules that must be done, if a list of them was given.
    """

    book: str
    rules: tuple[str, ...]
    implemented: frozenset[str]
    tested: frozenset[str] | None
    places: dict[str, tuple[str, ...]]
    tests: dict[str, list[str]]
    short: dict[str, dict[str, str]]
    unknown: tuple[UnknownId, ...]
    record: Freshness
    required: tuple[str, ...] | None = None

    def missing(self, done: frozenset[str]) -> tuple[str, ...]:
        """Return the rules that are not among those `done`, in the catalogue's order."""
        return tuple(name for name in self.rules if name not in done)

    @property
    def missing_required(self) -> tuple[str, ...]:
        """The required rules that are not implemented, or not tested where that is known."""
        done = self.implemented if self.tested is None else self.tested
        return tuple(name for name in self.required or () if name not in done)

    @property
    def complete(self) -> bool:
        """Whether every rule of the book is implemented and tested."""
        return self.tested is not None and not self.missing(self.tested)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data; the keys are a promise to other programs.

        `tested` and `missing.tested` are None if there is no record to tell.
        """
        report: dict[str, Any] = {
            "book": self.book,
            "total": len(self.rules),
            "implemented": len(self.implemented),
            "tested": None if self.tested is None else len(self.tested),
            "missing": {
                "implemented": list(self.missing(self.implemented)),
                "tested": None if self.tested is None else list(self.missing(self.tested)),
            },
            "record": self.record,
            "unknown": [msgspec.to_builtins(unknown) for unknown in self.unknown],
        }
        if self.required is not None:
            report["required"] = {
                "total": len(self.required),
                "missing": list(self.missing_required),
            }
        return report


def coverage(
    book: BookPackage, root: Path | None = None, required: tuple[str, ...] | None = None
) -> Coverage:
    """Set a book's catalogue, code and tests side by side.

    Args:
        book: The book.
        root: The project whose record and tests count; without it, nothing is known of tests.
        required: Rules that must be done, as `read_required` gives them.

    Returns:
        What is done. Tests count only by a fresh and complete record; otherwise `tested` is None.
    """
    catalogue = book.catalogue
    scan = scan_package(book.folder, catalogue)
    state = record_freshness(book, root)
    kept = read_record(root / FILE_NAME).books.get(book.code) if root else None
    usable = kept if state == "fresh" else None
    places: dict[str, list[str]] = {}
    for citation in scan.citations:
        places.setdefault(citation.rule, []).append(f"{citation.file}:{citation.line}")
    return Coverage(
        book=book.code,
        rules=tuple(rule.id for rule in catalogue.rules),
        implemented=scan.ids,
        tested=None if usable is None else frozenset(usable.rules) & scan.ids,
        places={name: tuple(where) for name, where in places.items()},
        tests={} if usable is None else usable.rules,
        short={} if usable is None else usable.short,
        unknown=scan.unknown,
        record=state,
        required=required,
    )


def record_freshness(book: BookPackage, root: Path | None) -> Freshness:
    """Say what the record at the root of a project is worth for a book."""
    kept = read_record(root / FILE_NAME).books.get(book.code) if root else None
    if kept is None or root is None:
        return "none"
    return kept.freshness(digests(book, root / "tests"))


def read_required(file: Path, catalogue: Catalogue) -> tuple[str, ...]:
    """Read a list of rules that must be done.

    One id or pattern (`p8.fire.*`) a line; `#` begins a comment. A line that fits no rule is an
    error, so a list cannot go stale unseen.

    Returns:
        The ids, in the catalogue's order.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise CatalogueError(f"{file}: cannot be read ({reason})") from None
    wanted: set[str] = set()
    problems = []
    for number, line in enumerate(lines, 1):
        pattern = line.partition("#")[0].strip()
        if not pattern:
            continue
        fitting = {name for name in catalogue.rule_ids if fnmatchcase(name, pattern)}
        if not fitting:
            near = suggest(pattern.removesuffix(".*"), catalogue.rule_ids)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            problems.append(f"{file.name}, line {number}: {pattern!r} fits no rule{hint}")
        wanted |= fitting
    if problems:
        raise CatalogueError(*problems)
    return tuple(rule.id for rule in catalogue.rules if rule.id in wanted)
