"""The lines of a journal file: JSON, each closed with a checksum that carries on the last one's.

A line is the JSON of a record whose last field is ``sum``: the BLAKE2b hash, 16 bytes in hex, of
the sum of the line before (nothing, for the first) and of this line's JSON without its ``sum``.
So no byte of a file can change unnoticed, and no line be taken out, added or moved. A line counts
once its line feed is written.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, NoReturn

import msgspec

from sandtable.battle.record import FORMAT, Header, Line
from sandtable.battle.state import encode
from sandtable.journal.errors import JournalError
from sandtable.scenario.bounds import shown

_SUM: Final = re.compile(rb',"sum":"([0-9a-f]{32})"\}\Z')
_HEADER: Final = msgspec.json.Decoder(Header)
_LINE: Final = msgspec.json.Decoder(Line)


def sum_of(before: str, content: bytes) -> str:
    """The checksum of a line, given the one of the line before.

    >>> sum_of("", b'{"line":1}')
    '5b7c0ca4687ecdd569b655b65f4a7413'
    """
    return hashlib.blake2b(before.encode("ascii") + content, digest_size=16).hexdigest()


def packed(record: Header | Line, before: str) -> tuple[bytes, str]:
    """A record as a line of a file, with its line feed, and its checksum."""
    content = encode(record)
    total = sum_of(before, content)
    return b'%s,"sum":"%s"}\n' % (content[:-1], total.encode("ascii")), total


def unpacked(raw: bytes, before: str, file: object, number: int) -> tuple[Header | Line, str]:
    """Read line ``number`` of a file (counted from 1, without its line feed), and its checksum.

    Raises:
        JournalError: Naming the line, and the field, what was found and what is allowed.
    """
    good = number - 1
    if number == 1:
        _check_kind(raw, file)
    close = _SUM.search(raw)
    content = raw if close is None else raw[: close.start()] + b"}"
    decoder: msgspec.json.Decoder[Any] = _HEADER if number == 1 else _LINE
    try:
        record: Header | Line = decoder.decode(content)
    except msgspec.ValidationError as error:
        if close is not None or "unknown field `sum`" not in str(error):
            raise JournalError(
                file, _located(str(error)), line=number, damage="content", good=good
            ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(
            file, _not_json(raw, error), line=number, damage="content", good=good
        ) from None
    if close is None:
        raise JournalError(
            file,
            'sum: a line ends with its checksum, "sum", of 32 hex digits; there is none',
            line=number,
            damage="checksum",
            good=good,
        )
    total = sum_of(before, content)
    if total != (found := close[1].decode("ascii")):
        raise JournalError(
            file,
            f"sum: the checksum should be {total}, but {found} was found: this line was changed, "
            "or one before it taken out",
            line=number,
            damage="checksum",
            good=good,
        )
    due = number - 1
    if isinstance(record, Line) and record.line != due:
        raise JournalError(
            file,
            f"line: {record.line} was found where number {due} is due",
            line=number,
            damage="content",
            good=good,
        )
    return record, total


def _check_kind(raw: bytes, file: object) -> None:
    """Make sure that a file is a journal, and of a format that this program knows."""

    def refuse(problem: str, damage: Any = "content") -> NoReturn:
        raise JournalError(file, problem, line=1, damage=damage)

    try:
        first = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        refuse(f"{_not_json(raw, error)}, so this is no journal")
    if not isinstance(first, dict) or first.get("sandtable") != "journal":
        refuse('this is no journal: the first line of one has "sandtable":"journal"')
    version = first.get("format")
    if type(version) is not int or version < 1:
        found = shown(version) if type(version) is int else repr(version)[:60]
        refuse(f"format: expected a number from 1 to {FORMAT}, got {found}", "format")
    if version > FORMAT:
        refuse(
            f"format: this journal has format {shown(version)}, and this program reads formats up "
            f"to {FORMAT}; a newer Sandtable is needed",
            "format",
        )


def _located(message: str) -> str:
    """Turn msgspec's ``problem - at `$.path` `` into ``path: problem``."""
    problem, _, path = message.partition(" - at `$")
    where = path.rstrip("`").lstrip(".")
    problem = problem[:1].lower() + problem[1:]
    return f"{where}: {problem}" if where else problem


def _not_json(raw: bytes, error: Exception) -> str:
    if not raw.strip():
        return "not JSON: the line is empty"
    if b"\0" in raw or isinstance(error, UnicodeDecodeError):
        return "not JSON: it holds bytes that are not text"
    if isinstance(error, RecursionError):
        return "not JSON that a journal could hold: it is nested too deeply"
    return f"not JSON: {str(error).removeprefix('JSON is malformed: ')}"
