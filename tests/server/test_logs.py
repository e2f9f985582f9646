"""A log that cannot be flooded."""

from __future__ import annotations

import io
import logging
import sys

from sandtable.server.network import logs
from sandtable.server.network.logs import Formatter, SparingHandler


def handler() -> tuple[SparingHandler, io.StringIO]:
    stream = io.StringIO()
    made = SparingHandler(stream)
    made.setFormatter(Formatter())
    return made, stream


def record(text: str, *arguments: object, error: BaseException | None = None) -> logging.LogRecord:
    trace = (type(error), error, None) if error else None
    return logging.LogRecord("x", logging.ERROR, "here.py", 1, text, arguments, trace)


def test_of_messages_that_say_the_same_the_first_few_are_written() -> None:
    made, stream = handler()
    for number in range(10_000):
        made.handle(record("%s %s failed", "GET", f"/{number}", error=ValueError(str(number))))
    made.handle(record("something else"))
    lines = stream.getvalue().splitlines()
    assert sum("failed" in line for line in lines) == logs.FIRST
    assert "something else" in lines[-1]
    made.close()
    assert stream.getvalue().splitlines()[-1].startswith(f"{10_000 - logs.FIRST} further messages")


def test_how_many_were_left_out_is_said_with_the_next() -> None:
    made, stream = handler()
    for _ in range(100):
        made.handle(record("again"))
    for kind in made._kinds.values():
        kind.bucket._level = 1.0  # as if time had passed
    made.handle(record("again"))
    assert f"again (and {100 - logs.FIRST} like it, left out)" in stream.getvalue()


def test_messages_that_are_never_the_same_come_to_an_end_too() -> None:
    made, stream = handler()
    for number in range(5000):
        made.handle(record(f"a message of its own, {number}"))
    assert len(stream.getvalue().splitlines()) <= logs.ALL_FIRST + 5
    assert len(made._kinds) <= logs.KINDS
    made.close()
    assert f"{5000 - logs.ALL_FIRST} further messages" in stream.getvalue()


def test_a_message_cannot_look_like_two_or_steer_a_terminal() -> None:
    made, stream = handler()
    made.handle(record("%s failed", "/\n2026-01-01 00:00:00 ERROR all is lost\r\x1b[2J\u202e"))
    made.handle(record("x" * 100_000))
    first, second, third = stream.getvalue().splitlines()
    assert second.startswith("  2026")
    assert "\x1b" not in stream.getvalue()
    assert "\u202e" not in stream.getvalue()
    assert len(third) <= logs.LONGEST
    assert first.endswith("ERROR /")


def test_a_log_that_nobody_reads_is_no_fault() -> None:
    made, stream = handler()
    stream.close()
    made.handle(record("hello"))


def test_all_that_is_logged_goes_one_way() -> None:
    root = logging.getLogger()
    before = list(root.handlers)
    try:
        made = logs.to_the_terminal()
        assert root.handlers == [made]
        assert made.stream is sys.stderr
        made.close()
    finally:
        root.handlers[:] = before
