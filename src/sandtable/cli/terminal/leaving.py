"""Leaving when the window is closed, or the program is asked to end."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sandtable.cli.terminal.screen import Gone

if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNALS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))


@contextmanager
def leaving_on_signals() -> Iterator[None]:
    """Let a closed window or a polite end be what leaving is: a battle would be lost otherwise."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may catch signals
        return
    before = {number: signal.signal(number, _leave) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(*_: object) -> None:
    raise Gone
