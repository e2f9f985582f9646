"""What is wrong with a journal, and where."""

from __future__ import annotations

from typing import Literal

Damage = Literal["file", "format", "content", "checksum", "torn", "replay"]


class JournalError(ValueError):
    """A journal that cannot be read, written or played again.

    Attributes:
        file: The file.
        line: The line of the file, counted from 1; ``None`` where the file as a whole is meant.
        problem: What was found, and what is allowed.
        damage: In what it is wrong: the ``file`` (absent, no file, in use), its ``format``, the
            ``content`` of a line, a ``checksum``, a ``torn`` line, or the ``replay`` of it.
        good: How many lines of the file are good, counted from its first.
        revision: By which revision of its book it was played, if it does not come out any more.

    >>> print(JournalError("hill.jsonl", "not JSON", line=3))
    hill.jsonl, line 3: not JSON
    """

    def __init__(
        self,
        file: object,
        problem: str,
        *,
        line: int | None = None,
        damage: Damage = "file",
        good: int = 0,
        revision: int | None = None,
    ) -> None:
        super().__init__(str(file), problem, line)
        self.file = str(file)
        self.problem = problem
        self.line = line
        self.damage: Damage = damage
        self.good = good
        self.revision = revision

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.problem}"
