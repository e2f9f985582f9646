"""How many files and connections this process may have open at once."""

from __future__ import annotations

from typing import Final

try:
    import resource
except ImportError:  # Windows knows no such limit
    resource = None  # type: ignore[assignment]

ENOUGH: Final = 65_536
"""More descriptors than that are not asked for."""

KEPT_BACK: Final = 256
"""How many descriptors are kept back for the database and for files; a quarter, if they are few."""


def raise_limit() -> None:
    """Let this process have as many descriptors as the system allows, within reason."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        for each in (wanted, 10_240):  # the second is what macOS allows at least
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, each), hard))
            except (OSError, ValueError):
                continue
            return


def limit() -> int:
    """How many descriptors this process may have."""
    if resource is None:
        return ENOUGH
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else min(int(soft), ENOUGH)


def kept_back(descriptors: int) -> int:
    """How many of so many descriptors no connection may have.

    >>> kept_back(1024), kept_back(64)
    (256, 16)
    """
    return min(KEPT_BACK, descriptors // 4)
