"""Searches for a point along a way: how far something holds, and where it stops.

A way is known by its length. What holds at a point of it is asked of the caller, whose rules know;
nothing here knows why a piece cannot go on.
"""

from __future__ import annotations

from collections.abc import Callable

At = Callable[[float], bool]
"""Whether something holds so far along a way."""


def halved(low: float, high: float, holds: At, times: int) -> float:
    """The farthest point at which something holds, by halving what lies between two points.

    It holds at the first of them, and from some point on it does not.

    >>> halved(0.0, 8.0, lambda at: at <= 5.0, 3)
    5.0
    """
    for _ in range(times):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def before_first(length: float, stops: At, step: float, times: int) -> float:
    """How far one comes before something first stops him: found by steps, and then by halving.

    >>> round(before_first(4.0, lambda at: at > 2.5, 1.0, 10), 2)
    2.5
    """
    at = 0.0
    while at < length:
        ahead = min(length, at + step)
        if stops(ahead):
            return halved(at, ahead, lambda here: not stops(here), times)
        at = ahead
    return length


def last_free(length: float, blocked: At, step: float, times: int = 0) -> float:
    """The farthest point that is free: found by steps back from the end, and then by halving.

    Without any halving, it is the first free point that the steps come upon.

    >>> last_free(4.0, lambda at: 2.5 < at, 1.0), last_free(4.0, lambda at: at > 0.5, 1.0, 1)
    (2.0, 0.5)
    """
    if not blocked(length):
        return length
    at = length
    while at > 0 and blocked(at):
        at = max(0.0, at - step)
    return halved(at, min(length, at + step), lambda here: not blocked(here), times)
