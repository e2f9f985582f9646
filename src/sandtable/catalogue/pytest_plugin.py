"""Pytest plugin: which rules of a catalogue the tests really show to work.

A test names the rules that it checks with `@pytest.mark.rule("p8.fire.close-range", ...)`. A rule
counts as tested if such a test passes, the book's own code cites that very rule while it runs, and
an assertion passes after that. The result is written to `.rule-record.json`.

Load it with `-p sandtable.catalogue.pytest_plugin`, or from a `conftest.py`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.catalogue.books import BookPackage, find_books
from sandtable.catalogue.citing import recording
from sandtable.catalogue.errors import CatalogueError, suggest
from sandtable.catalogue.record import (
    FILE_NAME,
    BookRecord,
    Digests,
    Record,
    digests,
    marked_files,
    read_record,
    write_record,
)
from sandtable.catalogue.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Generator

_FAILED, _SKIPPED, _XFAILED = "the test failed", "the test was skipped", "the test may fail (xfail)"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that names the packages of the books."""
    parser.addini(
        "rule_books",
        "packages of the rulebooks whose rules tests may be marked with (default: all announced)",
        type="args",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Read the catalogues and start recording."""
    config.addinivalue_line("markers", "rule(*ids): the rules of a catalogue that a test checks")
    try:
        books = find_books(tuple(config.getini("rule_books")))
        for book in books.values():
            _ = book.catalogue
    except CatalogueError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(Recorder(config, books), "sandtable-rule-recorder")


def marked_ids(item: pytest.Item) -> tuple[str, ...]:
    """Return the ids that a test is marked with, each once."""
    marks = (name for mark in item.iter_markers("rule") for name in mark.args)
    return tuple(dict.fromkeys(name for name in marks if isinstance(name, str)))


@cache
def says_something(expression: str) -> bool:
    """Say whether an assertion can fail at all: `assert True` cannot.

    >>> says_something("1 + 1 == 2"), says_something("result.score == 2")
    (False, True)
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except SyntaxError:
        return True
    return any(isinstance(node, ast.Name | ast.Call) for node in ast.walk(tree))


class Recorder:
    """Follows a test session and writes its record at the end."""

    def __init__(self, config: pytest.Config, books: dict[str, BookPackage]) -> None:
        self.config = config
        self.books = books
        self.tests = config.rootpath / "tests"
        self.is_worker = hasattr(config, "workerinput")
        self.before: dict[str, Digests] = {}
        self.watch: Watch | None = None
        self.files: set[str] = set()
        self.expected: set[str] = set()
        self.deselected: set[str] = set()
        self.collection_failed = False
        self.verdicts: dict[str, dict[str, str]] = {}
        self.faults: dict[str, str] = {}

    # ---- collection

    def pytest_sessionstart(self) -> None:
        """Take the fingerprints of what is about to be tested."""
        if not self.is_worker:
            self.before = {code: digests(book, self.tests) for code, book in self.books.items()}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Refuse a test file whose tests are marked with rules that do not exist."""
        report = yield
        items = [item for item in report.result or () if isinstance(item, pytest.Item)]
        problems = [problem for item in items for problem in self.mark_problems(item)]
        if problems:
            report.outcome = "failed"
            report.longrepr = "\n".join(dict.fromkeys(problems))
            report.result = []
        return report

    def mark_problems(self, item: pytest.Item) -> list[str]:
        """Say what is wrong with the rule marks of a test."""
        label = f"{item.nodeid}: @pytest.mark.rule"
        problems = []
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs:
                problems.append(f"{label} needs the ids of rules, and nothing else")
            for name in mark.args:
                if not isinstance(name, str):
                    problems.append(f"{label}: {name!r} is not the id of a rule")
                    continue
                book = self.books.get(name.partition(".")[0])
                if book is None:
                    known = ", ".join(self.books) or "none"
                    problems.append(f"{label}: {name!r} is of no known rulebook (known: {known})")
                elif name in book.catalogue.table_ids:
                    problems.append(f"{label}: {name!r} is a table, not a rule")
                elif name not in book.catalogue.rule_ids:
                    near = suggest(name, book.catalogue.rule_ids)
                    hint = f"; did you mean {', '.join(near)}?" if near else ""
                    problems.append(f"{label}: unknown rule {name!r}{hint}")
        return problems

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note what was found, before anything is left out."""
        self.files.update(item.nodeid.partition("::")[0] for item in items)
        self.expected.update(item.nodeid for item in items if marked_ids(item))

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Note marked tests that will not be run."""
        for item in items:
            self.deselected.update(name.partition(".")[0] for name in marked_ids(item))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note that some tests could not be collected."""
        self.collection_failed |= report.failed

    # ---- one test

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Listen to the citations and assertions of a marked test."""
        ids = marked_ids(item)
        if not ids:
            return (yield)
        folders = {code: str(book.folder) for code, book in self.books.items()}
        self.watch = watch = Watch(ids, folders, str(self.config.rootpath), says_something)
        manager = self.config.pluginmanager
        manager.register(watch)
        try:
            with recording(watch.accept):
                return (yield)
        finally:
            manager.unregister(watch)
            self.watch = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send what was seen along with the last report of the test."""
        report = yield
        if call.when == "teardown" and self.watch is not None:
            report.sandtable_rules = self.watch.verdicts()  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in a report, from this process or from a worker."""
        if self.is_worker:
            return
        if report.failed:
            self.faults[report.nodeid] = _FAILED
        elif hasattr(report, "wasxfail"):
            self.faults.setdefault(report.nodeid, _XFAILED)
        elif report.skipped:
            self.faults.setdefault(report.nodeid, _SKIPPED)
        verdicts = getattr(report, "sandtable_rules", None)
        if verdicts is not None:
            self.verdicts[report.nodeid] = verdicts

    # ---- the end

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker collected."""
        output = getattr(node, "workeroutput", {})
        self.files.update(output.get("sandtable_files", ()))
        self.expected.update(output.get("sandtable_expected", ()))
        self.deselected.update(output.get("sandtable_deselected", ()))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Hand the findings to the controller, or write them down."""
        if self.is_worker:
            output: dict[str, object] = self.config.workeroutput  # type: ignore[attr-defined]
            output["sandtable_files"] = sorted(self.files)
            output["sandtable_expected"] = sorted(self.expected)
            output["sandtable_deselected"] = sorted(self.deselected)
        elif not self.config.getoption("collectonly"):
            self.write()

    def write(self) -> None:
        """Merge this session into the record on disk."""
        file = self.config.rootpath / FILE_NAME
        books = dict(read_record(file).books)
        changed = False
        for code in self.books:
            new = self.book_record(code)
            old = books.get(code)
            if old is not None and old.digests == new.digests and not new.complete:
                new = old.merged(new)
            if new != old and (new.rules or new.short or new.complete):
                books[code] = new
                changed = True
        if changed:
            write_record(file, Record(books))

    def book_record(self, code: str) -> BookRecord:
        """Return what this session showed of one book."""
        rules: dict[str, list[str]] = defaultdict(list)
        short: dict[str, dict[str, str]] = defaultdict(dict)
        for test, verdicts in sorted(self.verdicts.items()):
            for name, verdict in verdicts.items():
                if not name.startswith(f"{code}."):
                    continue
                fault = self.faults.get(test) or verdict
                if fault:
                    short[name][test] = fault
                else:
                    rules[name].append(test)
        return BookRecord(self.before[code], self.is_complete(code), dict(rules), dict(short))

    def is_complete(self, code: str) -> bool:
        """Say whether every marked test of a book was run in this session."""
        wanted = {
            path.relative_to(self.config.rootpath).as_posix()
            for path in marked_files(code, self.tests)
        }
        return (
            wanted <= self.files
            and code not in self.deselected
            and not self.collection_failed
            and not any("::" in argument for argument in self.config.args)
            and self.expected <= self.verdicts.keys() | self.faults.keys()
        )
