"""Citing a rule at the place where it is applied, and listening to citations.

Rule code calls `cite` wherever a rule takes effect. In ordinary play nobody listens and the
call costs next to nothing; inside `recording()` every citation is written down.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from types import FrameType

__all__ = ["CitationRecord", "cite", "recording"]

Accept = Callable[[str, FrameType | None], bool]

_listeners: tuple[CitationRecord, ...] = ()
_lock = threading.Lock()


class CitationRecord(Set[str]):
    """The ids cited while somebody listened: a set that keeps order and counts.

    >>> with recording() as record:
    ...     cite("p8.turn.order")
    ...     cite("p8.fire.close-range", "p8.turn.order")
    >>> list(record), record.count("p8.turn.order")
    (['p8.turn.order', 'p8.fire.close-range'], 2)
    >>> record & {"p8.turn.order", "p8.other"} == {"p8.turn.order"}
    True
    """

    __slots__ = ("_accept", "_counts")

    def __init__(self, accept: Accept | None = None) -> None:
        self._counts: dict[str, int] = {}
        self._accept = accept

    def note(self, rule_ids: Iterable[str], frame: FrameType | None = None) -> None:
        """Write down ids cited from `frame`, those that are accepted."""
        accept = self._accept
        for rule_id in rule_ids:
            if accept is None or accept(rule_id, frame):
                self._counts[rule_id] = self._counts.get(rule_id, 0) + 1

    def count(self, rule_id: str) -> int:
        """Return how often `rule_id` was cited."""
        return self._counts.get(rule_id, 0)

    def counts(self) -> dict[str, int]:
        """Return every id with its number of citations, in order of the first one."""
        return dict(self._counts)

    @classmethod
    def _from_iterable(cls, it: Iterable[str]) -> frozenset[str]:  # type: ignore[override]
        return frozenset(it)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._counts

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._counts))

    def __len__(self) -> int:
        return len(self._counts)

    def __repr__(self) -> str:
        return f"CitationRecord({self._counts!r})"


def cite(*rule_ids: str) -> None:
    """Say that these rules are being applied here and now.

    Ids are not looked up: a wrong one is found by the source scan, which costs play nothing.
    Do not cite inside a cached function: a cached answer cites nothing.

    >>> cite("p8.fire.close-range")
    """
    if _listeners:
        _tell(rule_ids)


def _tell(rule_ids: tuple[str, ...]) -> None:
    frame = sys._getframe(2)
    for record in _listeners:
        record.note(rule_ids, frame)


@contextmanager
def recording(accept: Accept | None = None) -> Iterator[CitationRecord]:
    """Record every citation made, in any thread, until the block ends. Blocks may nest.

    Args:
        accept: Asked for each citation, with the id and the frame that called `cite`; a
            citation that it turns down is not recorded.

    Yields:
        The record, which fills while the block runs and stays readable after it.

    >>> with recording() as record:
    ...     cite("p8.turn.order")
    >>> "p8.turn.order" in record
    True
    """
    global _listeners
    record = CitationRecord(accept)
    with _lock:
        _listeners = (*_listeners, record)
    try:
        yield record
    finally:
        with _lock:
            _listeners = tuple(other for other in _listeners if other is not record)
