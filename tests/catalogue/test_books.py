"""Our own books: their catalogues load, and their code names only rules that exist."""

import pytest

from sandtable.catalogue.books import find_books
from sandtable.catalogue.sources import scan_package

BOOKS = find_books()


@pytest.mark.parametrize("code", BOOKS)
def test_the_catalogue_is_whole(code: str) -> None:
    catalogue = BOOKS[code].catalogue
    assert catalogue.code == code
    assert len(catalogue.rules) > 200
    assert all(rule.text.strip() for rule in catalogue.rules)


@pytest.mark.slow
@pytest.mark.parametrize("code", BOOKS)
def test_the_code_names_no_rule_that_does_not_exist(code: str) -> None:
    scan_package(BOOKS[code].folder, BOOKS[code].catalogue).check()
