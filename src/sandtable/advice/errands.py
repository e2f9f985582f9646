"""Errands: where everybody is sent, in fair shares to all goals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from sandtable.table import Point


class Errand(Struct, frozen=True):
    """Where somebody is sent, and how near he has to come."""

    at: Point
    near: float

    def distance(self, spot: Point) -> float:
        """How far it is from some spot to where the errand is done.

        >>> Errand((3.0, 4.0), 2.0).distance((0.0, 0.0))
        3.0
        """
        return max(0.0, math.dist(self.at, spot) - self.near)


def shared_out(ways: Sequence[Sequence[float]], values: Sequence[float]) -> list[tuple[int, int]]:
    """Who goes for which goal: the nearest first, until a goal has its share of them.

    Args:
        ways: For each of those who are sent, how far every goal is.
        values: What each goal counts; its share is as large.

    Returns:
        Who and which, by their numbers, those first who have the shortest way.

    >>> shared_out([(1.0, 9.0), (2.0, 3.0)], (1, 1))
    [(0, 0), (1, 1)]
    """
    room = [math.ceil(len(ways) * value / max(1, sum(values))) for value in values]
    pairs = sorted(
        (way, who, which) for who, found in enumerate(ways) for which, way in enumerate(found)
    )
    sent: dict[int, int] = {}
    for _, who, which in pairs:
        if who not in sent and room[which] > 0:
            room[which] -= 1
            sent[who] = which
    return list(sent.items())


def nearest(
    spot: Point, goals: Iterable[Point], far: Callable[[Point, Point], float] = math.dist
) -> float:
    """How far the nearest of some goals is; no way at all, where there are none.

    >>> nearest((0.0, 0.0), [(3.0, 4.0), (6.0, 8.0)]), nearest((0.0, 0.0), [])
    (5.0, 0.0)
    """
    return min((far(goal, spot) for goal in goals), default=0.0)
