"""Forked processes that do something dangerous and tell of it line by line."""

from __future__ import annotations

import os
import resource
import select
import signal
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

MEMORY = 4 << 30
"""Bytes that a run may take: a loop that collects for ever fails before the machine does."""


class Child:
    """A forked process and what it has written so far."""

    def __init__(self, work: Callable[[Callable[[str], None]], None]) -> None:
        self.start = time.monotonic()
        self.out, end = os.pipe()
        self.told = b""
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.out)
            _work(work, end)
        os.close(end)

    def listen(self) -> bool:
        """Take in what it wrote; say whether there can be more."""
        more = os.read(self.out, 1 << 20)
        self.told += more
        return bool(more)

    def finish(self) -> tuple[list[str], int]:
        """Its lines, and the signal that ended it or 0."""
        os.close(self.out)
        _pid, status = os.waitpid(self.pid, 0)
        _kill_all_of(self.pid)
        lines = self.told.decode().splitlines()
        return lines, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0

    def kill(self) -> None:
        """End it."""
        _kill_all_of(self.pid)


def _work(work: Callable[[Callable[[str], None]], None], end: int) -> NoReturn:
    """Do the work of a child: quietly, within limits, and without coming back."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        work(lambda line: _write(end, line))
    except BaseException as error:
        _write(end, f"error {type(error).__name__}: {error}".replace("\n", " "))
    finally:
        os._exit(0)


def _write(end: int, line: str) -> None:
    left = line.encode() + b"\n"
    while left:
        left = left[os.write(end, left) :]


def _kill_all_of(group: int) -> None:
    """End a child and whatever it started."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def side_by_side(
    jobs: int, children: Iterator[tuple[int, float, Child]]
) -> Iterator[tuple[int, float, list[str], int]]:
    """Start children, so many at a time, and yield number, seconds, lines and signal of each.

    Each comes with its number and the seconds that it may take; they are started when asked for.
    """
    running: dict[int, tuple[int, float, Child]] = {}
    waiting = True
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                new = next(children, None)
                waiting = new is not None
                if new is not None:
                    running[new[2].out] = new
            ready = select.select(list(running), [], [], 1.0)[0]
            for number, limit, child in list(running.values()):
                if child.out in ready and not child.listen():
                    del running[child.out]
                    yield (number, time.monotonic() - child.start, *child.finish())
                elif time.monotonic() - child.start > limit:
                    child.kill()
    finally:
        for _number, _limit, child in running.values():
            child.kill()
