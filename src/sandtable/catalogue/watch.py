"""Watching one test: which of its rules the book's code cites, and what is asserted after that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.catalogue.load import package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType

__all__ = ["Watch"]

_SHOWN = ""
_NEVER = "the rule was never cited while the test ran"
_BY_TEST = "only the test itself cited the rule, not the code of the book"
_UNCHECKED = "no assertion passed after the rule was cited"

_ENGINE = str(package_folder("sandtable"))


class Watch:
    """The citations and assertions of one marked test, while it runs.

    Args:
        ids: The rules that the test is marked with.
        folders: The folders of the books, by code.
        root: The root of the project; a citation that comes from a file below it which is neither
            engine nor book comes from a test.
        counts: Says of the text of an assertion whether it asserts anything.
    """

    def __init__(
        self,
        ids: tuple[str, ...],
        folders: dict[str, str],
        root: str,
        counts: Callable[[str], bool] = bool,
    ) -> None:
        self.ids = ids
        self.folders = folders
        self.root = root
        self.counts = counts
        self.calling = False
        self.cited: set[str] = set()
        self.cited_by_test: set[str] = set()
        self.asserted: set[str] = set()

    def accept(self, rule_id: str, frame: FrameType | None) -> bool:
        """Take note of a citation, if it is of a marked rule and comes from the book's code."""
        if rule_id not in self.ids:
            return False
        if rule_id in self.cited:
            return True
        if self.from_book(rule_id, frame):
            self.cited.add(rule_id)
            return True
        self.cited_by_test.add(rule_id)
        return False

    def from_book(self, rule_id: str, frame: FrameType | None) -> bool:
        """Say whether a citation was made by a book's code, directly or through the engine.

        Code of the engine cites on behalf of its caller (an event cites its rules when it is
        made), so the frames are followed until one belongs to the book, or to a test.
        """
        folder = self.folders.get(rule_id.partition(".")[0])
        while frame is not None and folder is not None:
            file = frame.f_code.co_filename
            if _within(file, folder):
                return True
            if _within(file, self.root) and not _within(file, _ENGINE):
                return False
            frame = frame.f_back
        return False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """Mark the time in which assertions count: while the test itself runs."""
        self.calling = True
        try:
            return (yield)
        finally:
            self.calling = False

    def pytest_assertion_pass(self, orig: str) -> None:
        """Credit a passing assertion to the rules cited so far."""
        if self.calling and self.cited != self.asserted and self.counts(orig):
            self.asserted |= self.cited

    def verdicts(self) -> dict[str, str]:
        """Return for each marked rule what is missing; an empty text if nothing is."""
        return {name: self._verdict(name) for name in self.ids}

    def _verdict(self, rule_id: str) -> str:
        if rule_id in self.asserted:
            return _SHOWN
        if rule_id in self.cited:
            return _UNCHECKED
        return _BY_TEST if rule_id in self.cited_by_test else _NEVER


def _within(file: str, folder: str) -> bool:
    return file.startswith(folder) and file[len(folder) : len(folder) + 1] in {"/", "\\"}
