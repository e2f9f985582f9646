"""Reading journal files, as far as they are good."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.battle import Rulebook, UnknownRulebookError, rulebook_for
from sandtable.battle.record import Header, Line
from sandtable.journal.errors import JournalError
from sandtable.journal.lines import unpacked
from sandtable.scenario import ScenarioError
from sandtable.scenario.validation import validate


class Journal(Struct, frozen=True, kw_only=True):
    """What stands in a journal file.

    Attributes:
        file: The file.
        header: Its first line.
        lines: The lines after it, up to the end or to the first that is not good.
        sums: The checksums of all good lines, the header's first.
        size: How many bytes the good lines take up.
        fault: What is wrong after them, if anything is: a torn last line, or damage.
    """

    file: str
    header: Header
    lines: tuple[Line, ...]
    sums: tuple[str, ...]
    size: int
    fault: JournalError | None = None


def read(path: str | Path, *, salvage: bool = False) -> Journal:
    """Read a journal file, without playing it.

    A last line without its line feed is torn: the program or the machine stopped while it was
    written, and it never counted. It is left out, and ``fault`` tells of it.

    Args:
        path: The file.
        salvage: Make do with the good lines before any other damage, too.

    Raises:
        JournalError: If it is no journal, or is damaged; if not even its first line is good.
    """
    file = Path(path)
    return parse(_bytes_of(file), file, salvage=salvage)


def parse(data: bytes, file: object = "journal", *, salvage: bool = False) -> Journal:
    """Read a journal from the bytes of its file; see ``read``.

    Args:
        data: What stands in the file.
        file: Its name, for what is said of it.
        salvage: Make do with the good lines before any damage.

    Raises:
        JournalError: If it is no journal, or is damaged; if not even its first line is good.
    """
    if not data:
        raise JournalError(file, "the file is empty", damage="torn")
    *whole, tail = data.split(b"\n")
    if not whole:
        raise JournalError(
            file, "the first line is torn: it has no line feed", line=1, damage="torn"
        )
    header, total = unpacked(whole[0], "", file, 1)
    assert isinstance(header, Header)
    _check_scenario(header, file)
    lines: list[Line] = []
    sums = [total]
    size = len(whole[0]) + 1
    fault: JournalError | None = None
    for number, raw in enumerate(whole[1:], 2):
        try:
            line, total = unpacked(raw, total, file, number)
        except JournalError as error:
            if not salvage:
                raise
            fault = error
            break
        assert isinstance(line, Line)
        lines.append(line)
        sums.append(total)
        size += len(raw) + 1
    if fault is None and tail:
        fault = JournalError(
            file,
            f"the last line is torn: {len(tail)} bytes without a line feed; it never counted, "
            f"and the {len(sums)} before it are good",
            line=len(whole) + 1,
            damage="torn",
            good=len(sums),
        )
    return Journal(
        file=str(file),
        header=header,
        lines=tuple(lines),
        sums=tuple(sums),
        size=size,
        fault=fault,
    )


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except IsADirectoryError:
        raise JournalError(file, "this is a folder, not a journal") from None
    except OSError as error:
        raise JournalError(file, f"cannot be read: {error.strerror or error}") from None


def _check_scenario(header: Header, file: object) -> None:
    try:
        validate(header.scenario)
    except ScenarioError as error:
        raise JournalError(file, f"scenario.{error}", line=1, damage="content") from None


def rulebook_of(journal: Journal, rulebook: Rulebook[Any] | None) -> Rulebook[Any]:
    """The rulebook that a journal was played by: the one given, or the one it names.

    Raises:
        JournalError: If there is none, or another one was given.
    """
    book = journal.header.book
    if rulebook is None:
        try:
            return rulebook_for(book)
        except UnknownRulebookError as error:
            raise JournalError(journal.file, f"book: {error}", line=1, damage="content") from None
    if rulebook.code != book:
        problem = f"book: this is a journal of {book!r}, not of {rulebook.code!r}"
        raise JournalError(journal.file, problem, line=1, damage="content")
    return rulebook
