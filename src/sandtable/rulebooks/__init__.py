"""The rulebooks, one package each. They know the layers below and nothing of each other."""

from sandtable.battle.registry import rulebook_codes, rulebook_package


def books() -> tuple[str, ...]:
    """The codes of the rulebooks that can be played.

    >>> "p8" in books()
    True
    """
    return rulebook_codes()


def book_package(code: str) -> str:
    """The dotted name of the package of the book with that code."""
    return rulebook_package(code)
