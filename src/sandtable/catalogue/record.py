"""The record of a test run: which rules were shown to work, by which tests, on which sources."""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING, Literal

import msgspec

from sandtable.catalogue.load import package_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sandtable.catalogue.books import BookPackage

__all__ = [
    "FILE_NAME",
    "BookRecord",
    "Digests",
    "Freshness",
    "Record",
    "digests",
    "marked_files",
    "read_record",
    "write_record",
]

#: The record lies under this name at the root of the project.
FILE_NAME = ".rule-record.json"

Freshness = Literal["fresh", "partial", "stale", "none"]

#: Parts of the program whose change cannot change what a rule does.
_NOT_ENGINE = frozenset({"rulebooks", "cli"})


class Digests(msgspec.Struct, frozen=True):
    """Fingerprints of what a record rests on: the book, the shared engine, the tests."""

    book: str
    engine: str
    tests: str


class BookRecord(msgspec.Struct, frozen=True):
    """What the tests showed of one book.

    Attributes:
        digests: The sources that they were run on.
        complete: Whether every marked test of the book was run on these sources.
        rules: For each rule that counts as tested, the tests that show it.
        short: For each marked rule, the tests that do not show it, and why.
    """

    digests: Digests
    complete: bool
    rules: dict[str, list[str]]
    short: dict[str, dict[str, str]] = {}

    def without(self, tests: Iterable[str]) -> BookRecord:
        """Return this record less everything that it knows from `tests`."""
        gone = set(tests)
        rules = {name: [it for it in shown if it not in gone] for name, shown in self.rules.items()}
        short = {
            name: {test: why for test, why in reasons.items() if test not in gone}
            for name, reasons in self.short.items()
        }
        return msgspec.structs.replace(
            self,
            rules={name: shown for name, shown in rules.items() if shown},
            short={name: reasons for name, reasons in short.items() if reasons},
        )

    def merged(self, newer: BookRecord) -> BookRecord:
        """Return both records in one; the newer one counts where both know of a test."""
        tests = {test for shown in newer.rules.values() for test in shown}
        tests |= {test for reasons in newer.short.values() for test in reasons}
        older = self.without(tests)
        rules = {name: list(shown) for name, shown in older.rules.items()}
        for name, shown in newer.rules.items():
            rules[name] = sorted({*rules.get(name, ()), *shown})
        short = {name: dict(reasons) for name, reasons in older.short.items()}
        for name, reasons in newer.short.items():
            short.setdefault(name, {}).update(reasons)
        return BookRecord(
            newer.digests,
            self.complete or newer.complete,
            dict(sorted(rules.items())),
            dict(sorted(short.items())),
        )

    def freshness(self, now: Digests) -> Freshness:
        """Say whether this record speaks of the sources as they are now."""
        if self.digests != now:
            return "stale"
        return "fresh" if self.complete else "partial"


class Record(msgspec.Struct, frozen=True):
    """The records of all books, as they are written to the file."""

    books: dict[str, BookRecord] = {}
    format: int = 1


def digests(book: BookPackage, tests: Path) -> Digests:
    """Take the fingerprints of a book, of the engine below it and of the tests that bear on it."""
    engine = package_folder("sandtable")
    engine_files = (
        path for path in _sources(engine) if path.relative_to(engine).parts[0] not in _NOT_ENGINE
    )
    relevant = (
        path
        for path in _sources(tests)
        if not path.name.startswith("test_") or _mentions(path, book.code)
    )
    return Digests(
        book=_digest(book.folder, _sources(book.folder)),
        engine=_digest(engine, engine_files),
        tests=_digest(tests, relevant),
    )


def marked_files(code: str, tests: Path) -> list[Path]:
    """Return the test files that seem to hold tests marked with rules of a book."""
    return [
        path
        for path in _sources(tests)
        if path.name.startswith("test_")
        and "mark.rule" in path.read_text(encoding="utf-8")
        and _mentions(path, code)
    ]


def read_record(file: Path) -> Record:
    """Read a record; a missing or unreadable one is an empty one."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError):
        return Record()


def write_record(file: Path, record: Record) -> None:
    """Write a record at one stroke, so that a reader never finds half of one."""
    text = msgspec.json.format(msgspec.json.encode(record), indent=1)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_bytes(text + b"\n")
    draft.replace(file)


def _sources(folder: Path) -> list[Path]:
    return sorted(
        path
        for pattern in ("*.py", "*.toml", "*.json")
        for path in folder.rglob(pattern)
        if "__pycache__" not in path.parts
    )


def _mentions(path: Path, code: str) -> bool:
    text = path.read_text(encoding="utf-8")
    return re.search(rf"[\"'`\s]{re.escape(code)}\.[a-z]", text) is not None


def _digest(folder: Path, files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in files:
        total.update(path.relative_to(folder).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:32]
