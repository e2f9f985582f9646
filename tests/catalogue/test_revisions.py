"""The record of what changed in a book's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.battle import rulebook_for
from sandtable.catalogue import CatalogueError
from sandtable.catalogue.books import find_books
from sandtable.catalogue.revisions import FILE, changes_since, load_revisions

BOOKS = find_books()

FIRST = """
[[revision]]
number = 1
date = 2026-11-17
"""
SECOND = """
[[revision]]
number = 2
date = 2026-12-01
change = [
  { rules = ["p8.los.mutual"], text = "Who sees is seen." },
  { rules = ["p8.fire.mod-within-4"], text = "Exactly 4 is within 4." },
]
"""


def written(folder: Path, text: str) -> Path:
    file = folder / FILE
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("code", BOOKS)
def test_the_last_revision_on_record_is_the_one_that_is_played(code: str) -> None:
    book = rulebook_for(code)
    found = load_revisions(BOOKS[code].folder / FILE, BOOKS[code].catalogue)
    assert found == book.revisions
    assert found[-1].number == book.revision


def test_changes_since_a_revision_come_with_the_cited_ones_first(tmp_path: Path) -> None:
    found = load_revisions(written(tmp_path, FIRST + SECOND), BOOKS["p8"].catalogue)
    texts = [change.text for change in changes_since(found, 1, ["p8.fire.mod-within-4"])]
    assert texts == ["Exactly 4 is within 4.", "Who sees is seen."]
    assert changes_since(found, 2) == ()


def test_a_book_need_not_keep_a_record(tmp_path: Path) -> None:
    assert load_revisions(tmp_path / FILE) == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (SECOND, "should be 1"),
        (FIRST + SECOND.replace("p8.los.mutual", "p8.los.mutal"), "no rule p8.los.mutal"),
        (FIRST + SECOND.replace("2026-12-01", "2026-10-01"), "before that of the revision before"),
        (FIRST + SECOND.partition("change")[0], "the next one names what changed"),
        (FIRST + SECOND.replace("Who sees is seen.", ""), "in a sentence"),
        (FIRST + "oops", "not valid TOML"),
        (FIRST + "day = 1", "day"),
    ],
)
def test_what_is_wrong_with_a_record_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(CatalogueError, match=problem):
        load_revisions(written(tmp_path, text), BOOKS["p8"].catalogue)
