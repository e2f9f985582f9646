"""A log that cannot be flooded.

Whoever makes the server complain can make it complain as often as he likes. So of each kind of
message the first few are written in full, and then one now and then with the number of those that
were left out; and of all kinds together only so many an hour.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from typing import Final, TextIO

from sandtable.server.limits import Bucket

FIRST: Final = 5
"""How many messages of a kind are written at once."""

EVERY: Final = 600.0
"""Seconds until another message of the same kind is written."""

ALL_FIRST: Final = 200
"""How many messages are written at once, of all kinds together."""

ALL_EVERY: Final = 10.0
"""Seconds until another message is written, when there were as many."""

KINDS: Final = 1000
"""How many kinds are told apart; more are strangers' inventions."""

LONGEST: Final = 8000
"""The most characters of one message, with its trace."""

LEVEL: Final = logging.WARNING


class Kind:
    """Messages that say the same."""

    __slots__ = ("bucket", "left_out")

    def __init__(self) -> None:
        self.bucket = Bucket(1 / EVERY, FIRST)
        self.left_out = 0


class SparingHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes messages, but none too often."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._kinds: dict[object, Kind] = {}
        self._all = Bucket(1 / ALL_EVERY, ALL_FIRST)
        self._lost = 0
        self._mutex = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a message, or count it among those left out."""
        try:
            text = self._text_of(record)
        except Exception:
            self.handleError(record)
            return
        if text is not None:
            self._write(text)

    def close(self) -> None:
        """Say how many messages were left out to the end."""
        with self._mutex:
            left_out = self._lost + sum(kind.left_out for kind in self._kinds.values())
            self._kinds.clear()
            self._lost = 0
        if left_out:
            self._write(f"{left_out} further messages were left out of this log.")
        super().close()

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text + self.terminator)
            self.flush()
        except (OSError, ValueError):
            return  # nobody reads it any more

    def _text_of(self, record: logging.LogRecord) -> str | None:
        now = time.monotonic()
        with self._mutex:
            kind = self._kind_of(record)
            if not kind.bucket.take(now) or not self._all.take(now):
                kind.left_out += 1
                return None
            left_out, kind.left_out = kind.left_out, 0
        text = printable(self.format(record))
        if left_out:
            text = f"{text} (and {left_out} like it, left out)"
        return text

    def _kind_of(self, record: logging.LogRecord) -> Kind:
        name = record.exc_info[0] if record.exc_info else None
        key = (record.name, record.levelno, str(record.msg)[:200], name)
        found = self._kinds.pop(key, None) or Kind()
        self._kinds[key] = found  # the last to come is the last to be forgotten
        if len(self._kinds) > KINDS:
            oldest = next(iter(self._kinds))
            self._lost += self._kinds.pop(oldest).left_out
        return found


class Formatter(logging.Formatter):
    """Messages with time and level."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")


def printable(text: str) -> str:
    r"""A message that does no more to a terminal than to fill some of its lines.

    Only the lines of a trace may begin new ones, and these are indented: no message can be made
    to look like another one.

    >>> print(printable("GET /\x1b[2J\n2026-01-01 ERROR all is lost"))
    GET /\x1b[2J
      2026-01-01 ERROR all is lost
    """
    lines = text[:LONGEST].split("\n")
    return "\n  ".join("".join(map(_harmless, line)) for line in lines)


def _harmless(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii", "replace")


def to_the_terminal() -> SparingHandler:
    """Have all that is logged from now on written to the error output, sparingly."""
    handler = SparingHandler(sys.stderr)
    handler.setFormatter(Formatter())
    handler.setLevel(LEVEL)
    root = logging.getLogger()
    for other in list(root.handlers):
        root.removeHandler(other)
    root.addHandler(handler)
    return handler
