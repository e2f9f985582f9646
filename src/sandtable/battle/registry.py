"""Finding a rulebook by its code.

Rulebooks announce themselves by an entry point in the group ``sandtable.rulebooks``, so this layer
need not import them, and a book from another package is found like our own.
"""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sandtable.battle.rulebook import Rulebook

GROUP = "sandtable.rulebooks"


class UnknownRulebookError(LookupError):
    """No rulebook has that code."""


@cache
def _announced() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def rulebook_codes() -> tuple[str, ...]:
    """The codes of all rulebooks that can be played.

    >>> "p8" in rulebook_codes()
    True
    """
    return tuple(sorted(_announced()))


def rulebook_package(code: str) -> str:
    """The dotted name of the package that holds a rulebook."""
    return _entry(code).module


@cache
def rulebook_for(code: str) -> Rulebook[Any]:
    """The rulebook with a given code.

    Raises:
        UnknownRulebookError: Naming the codes that exist.
    """
    return cast("Rulebook[Any]", _entry(code).load())


def _entry(code: str) -> EntryPoint:
    found = _announced().get(code)
    if found is None:
        known = ", ".join(rulebook_codes()) or "none"
        near = difflib.get_close_matches(code, rulebook_codes(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownRulebookError(f"no rulebook has the code {code!r} (there are: {known}){hint}")
    return found
