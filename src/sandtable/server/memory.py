"""How much memory there is and is used, and when garbage is looked for.

A full search for garbage looks at every object that there is, and everybody waits for it: with 200
battles in memory, for a quarter of a second. Playing leaves no garbage that would need it, since a
battle's records do not refer to each other in circles. So whatever a full search has found to be in
use is set aside, and the next one looks only at what is new. All is looked at again when battles
have left the memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final


@contextlib.contextmanager
def short_searches() -> Iterator[None]:
    """Keep searches for garbage short, for as long as a server runs.

    >>> before = gc.get_freeze_count()
    >>> with short_searches():
    ...     gc.get_freeze_count() > before
    True
    """

    def set_aside(phase: str, facts: dict[str, int]) -> None:
        if phase == "stop" and facts["generation"] == 2:
            gc.freeze()

    gc.callbacks.append(set_aside)
    gc.collect()
    try:
        yield
    finally:
        gc.callbacks.remove(set_aside)
        gc.unfreeze()


def search_all() -> None:
    """Search everything for garbage once; nothing else happens meanwhile."""
    gc.unfreeze()
    gc.collect()


MIB: Final = 1024 * 1024

_STATM: Final = Path("/proc/self/statm")

_THREADS: Final = Path("/proc/self/task")

_LIMITS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where a container says how much memory it has."""


def used() -> int:
    """How many bytes of memory this process has; 0 where that cannot be told.

    >>> used() >= 0
    True
    """
    try:
        return int(_STATM.read_bytes().split()[1]) * _page()
    except (OSError, ValueError, IndexError):
        return 0


def touched(thread: int) -> int | None:
    """How many pages of memory a thread of this process was the first to touch, so far.

    Args:
        thread: Its id, as the system counts it.

    Returns:
        Their number, or ``None`` where that cannot be told: a thread that runs has touched some.

    >>> touched(-1) is None
    True
    """
    try:
        told = (_THREADS / str(thread) / "stat").read_bytes().rpartition(b")")[2].split()
        return int(told[7]) + int(told[9]) or None
    except (OSError, ValueError, IndexError):
        return None


@cache
def _page() -> int:
    return os.sysconf("SC_PAGE_SIZE")


def of_machine() -> int:
    """How many bytes of memory this machine, or this container, has; 0 if that cannot be told.

    >>> of_machine() >= 0
    True
    """
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 0
    for place in _LIMITS:
        with contextlib.suppress(OSError, ValueError):
            total = min(total, int(Path(place).read_text(encoding="ascii")))
    return total


def sensible_ceiling() -> int | None:
    """How many bytes a server may use if nobody says otherwise: half of what there is.

    >>> sensible_ceiling() != 0
    True
    """
    return max(of_machine() // 2, 256 * MIB) if of_machine() and used() else None


def set_backstop(ceiling: int) -> None:
    """Have the system refuse what a single step could ask for far beyond the ceiling.

    Work is stopped between two steps of it, and one step alone can ask for all memory there is.
    """
    if sys.platform == "linux":
        import resource

        soft = 2 * ceiling + 1024 * MIB
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard == resource.RLIM_INFINITY or soft < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def give_back() -> None:
    """Search everything for garbage, and give free memory back to the system."""
    search_all()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
