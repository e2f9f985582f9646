"""How fast and how often clients may come."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

KEPT: Final = 10_000
"""How many clients are remembered at most."""


class Bucket:
    """Lets so many through a second on average, and some more at once.

    >>> bucket = Bucket(1, 2)
    >>> [bucket.take(now=0.0) for _ in range(3)], bucket.take(now=1.0)
    ([True, True, False], True)
    """

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._level = float(burst)
        self._at: float | None = None

    def take(self, now: float | None = None) -> bool:
        """Whether one more may come now."""
        now = time.monotonic() if now is None else now
        if self._at is not None:
            self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left at the moment."""
        return self._level < 1


class Buckets:
    """A bucket for each client."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        """Whether one more may come from a client."""
        found = self._buckets.pop(client, None) or Bucket(self._rate, self._burst)
        self._buckets[client] = found  # the last to come is the last to be forgotten
        if len(self._buckets) > KEPT:
            del self._buckets[next(iter(self._buckets))]
        return found.take()


class Crowd:
    """Counts who is connected."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, client: str) -> Iterator[bool]:
        """Let one more in, if there is room for it; whether there was."""
        admitted = self._counts[client] < self._most
        self._counts[client] += admitted
        try:
            yield admitted
        finally:
            self._counts[client] -= admitted
            if not self._counts[client]:
                del self._counts[client]
