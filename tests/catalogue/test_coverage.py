"""Coverage: catalogue, code and record side by side."""

from pathlib import Path

import pytest

from sandtable.catalogue import CatalogueError
from sandtable.catalogue.books import BookPackage, find_book, find_books
from sandtable.catalogue.coverage import coverage, read_required, record_freshness
from tests.catalogue.fakebook import Project

TESTS = """
@pytest.mark.rule("zz.move.one")
def test_one():
    assert tinybook.one() == 1

@pytest.mark.rule("zz.move.three")
def test_three():
    assert tinybook.three() == 3
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture
def book(project: Project) -> BookPackage:
    return BookPackage("zz", "tinybook", project.root / "tinybook")


def test_without_a_project_only_the_code_is_known(book: BookPackage) -> None:
    assert coverage(book).to_dict() == {
        "book": "zz",
        "total": 4,
        "implemented": 2,
        "tested": None,
        "missing": {"implemented": ["zz.move.three", "zz.move.four"], "tested": None},
        "record": "none",
        "unknown": [],
    }


def test_the_whole_report(project: Project, book: BookPackage) -> None:
    project.tests(TESTS)
    assert project.run().returncode == 0
    report = coverage(book, project.root)
    assert report.to_dict() == {
        "book": "zz",
        "total": 4,
        "implemented": 2,
        "tested": 1,
        "missing": {
            "implemented": ["zz.move.three", "zz.move.four"],
            "tested": ["zz.move.two", "zz.move.three", "zz.move.four"],
        },
        "record": "fresh",
        "unknown": [],
    }
    assert list(report.to_dict())[:5] == ["book", "total", "implemented", "tested", "missing"]
    assert report.places["zz.move.two"] == ("__init__.py:20",)
    assert report.tests["zz.move.one"] == ["tests/test_tiny.py::test_one"]
    assert not report.complete


def test_a_citation_that_cannot_run_is_no_implementation(
    project: Project, book: BookPackage
) -> None:
    """Not even where a test is content with the rule's outcome."""
    project.tests(TESTS)
    project.run()
    report = coverage(book, project.root)
    assert "zz.move.three" not in report.implemented
    assert set(report.tested or ()) == {"zz.move.one"}
    assert "never cited" in report.short["zz.move.three"]["tests/test_tiny.py::test_three"]


def test_a_record_of_other_sources_is_stale(project: Project, book: BookPackage) -> None:
    project.tests(TESTS)
    assert project.run().returncode == 0
    assert record_freshness(book, project.root) == "fresh"
    project.write("tests/test_elsewhere.py", "def test_of_other_things(): ...\n")
    assert record_freshness(book, project.root) == "fresh"
    for path, text in (
        ("tinybook/__init__.py", "# changed\n"),
        ("tinybook/rules.toml", "# changed\n"),
        ("tinybook/new.py", ""),
        ("tests/test_tiny.py", "# changed\n"),
        ("tests/conftest.py", ""),
        ("tests/test_new.py", '@pytest.mark.rule("zz.move.two")\ndef test_x(): ...\n'),
    ):
        file = project.root / path
        before = file.read_text() if file.exists() else None
        file.write_text((before or "") + text)
        report = coverage(book, project.root)
        assert (path, report.record, report.tested) == (path, "stale", None)
        if before is None:
            file.unlink()
        else:
            file.write_text(before)
        assert record_freshness(book, project.root) == "fresh"


def test_partial_missing_and_unreadable_records(project: Project, book: BookPackage) -> None:
    project.tests(TESTS)
    assert coverage(book, project.root).record == "none"
    project.run("-k", "one")
    assert coverage(book, project.root).record == "partial"
    assert coverage(book, project.root).tested is None
    (project.root / ".rule-record.json").write_text("{")
    assert coverage(book, project.root).record == "none"


def test_unknown_ids_in_the_code_are_reported(project: Project, book: BookPackage) -> None:
    project.write("tinybook/more.py", 'def f(cite):\n    cite("zz.move.fuor")\n')
    report = coverage(book)
    assert [str(unknown) for unknown in report.unknown] == [
        "more.py:2: unknown id 'zz.move.fuor'; did you mean zz.move.four, zz.move.two, zz.move.one?"
    ]
    assert report.to_dict()["unknown"][0]["name"] == "zz.move.fuor"


def test_a_list_of_required_rules(project: Project, book: BookPackage, tmp_path: Path) -> None:
    project.tests(TESTS)
    project.run()
    needed = tmp_path / "needed.txt"
    needed.write_text("# the first slice\nzz.move.one\n\nzz.move.t*  # two and three\n")
    required = read_required(needed, book.catalogue)
    assert required == ("zz.move.one", "zz.move.two", "zz.move.three")
    report = coverage(book, project.root, required)
    assert report.missing_required == ("zz.move.two", "zz.move.three")
    assert report.to_dict()["required"] == {
        "total": 3,
        "missing": ["zz.move.two", "zz.move.three"],
    }
    assert coverage(book, None, required).missing_required == ("zz.move.three",)


def test_a_required_line_that_fits_nothing_is_an_error(book: BookPackage, tmp_path: Path) -> None:
    needed = tmp_path / "needed.txt"
    needed.write_text("zz.move.one\nzz.move.onee\nqq.*\n")
    with pytest.raises(CatalogueError) as caught:
        read_required(needed, book.catalogue)
    assert caught.value.problems == (
        "needed.txt, line 2: 'zz.move.onee' fits no rule; "
        "did you mean zz.move.one, zz.move.three, zz.move.two?",
        "needed.txt, line 3: 'qq.*' fits no rule",
    )
    with pytest.raises(CatalogueError, match="cannot be read"):
        read_required(tmp_path / "none.txt", book.catalogue)


def test_a_book_at_a_hundred_per_cent(project: Project, book: BookPackage) -> None:
    everything = '("zz.move.one", "zz.move.two", "zz.move.three", "zz.move.four")'
    project.write(
        "tinybook/__init__.py",
        f"from sandtable.catalogue import cite\nALL = {everything}\ndef all_():\n    cite(*ALL)\n",
    )
    project.tests(f"""
        @pytest.mark.rule(*{everything})
        def test_all():
            assert tinybook.all_() is None
    """)
    assert project.run().returncode == 0
    report = coverage(book, project.root)
    assert report.complete
    assert report.to_dict()["missing"] == {"implemented": [], "tested": []}


def test_books_are_found_by_code() -> None:
    assert find_books()["p8"].package == "sandtable.rulebooks.panzer8"
    assert len(find_book("p8").catalogue.rules) == 400
    with pytest.raises(CatalogueError, match=r"no rulebook has the code 'p9' \(there are: .*p8"):
        find_book("p9")
