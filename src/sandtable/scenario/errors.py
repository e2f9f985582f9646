"""What is wrong with a scenario, and where."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Self


class FaultyFileError(ValueError):
    """What is wrong with a file: where the fault lies, what was found, what would be right."""

    def __init__(self, where: str, problem: str, *, file: str | None = None) -> None:
        super().__init__(where, problem, file)
        self.where = where
        self.problem = problem
        self.file = file

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.where, self.problem) if part)

    def in_file(self, file: str | None) -> Self:
        """The same error, naming the file it was found in."""
        return type(self)(self.where, self.problem, file=file)


class ScenarioError(FaultyFileError):
    """A scenario that cannot be played.

    >>> str(ScenarioError("units[2].sheet", "no element 'ge-tigr'", file="hill.toml"))
    "hill.toml: units[2].sheet: no element 'ge-tigr'"
    """


def not_among(found: str, allowed: Iterable[str], what: str) -> str:
    """A sentence for a name that does not exist, with the nearest that does.

    >>> not_among("sowth", ["north", "south"], "table edge")
    "no table edge 'sowth'; did you mean 'south'? (allowed: north, south)"
    >>> not_among("up", ["north", "south"], "table edge")
    "no table edge 'up' (allowed: north, south)"
    """
    names = list(allowed)
    near = difflib.get_close_matches(found, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    shown = ", ".join(names[:40]) + (", ..." if len(names) > 40 else "")
    return f"no {what} {found!r}{hint} (allowed: {shown})"
