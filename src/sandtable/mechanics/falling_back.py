"""Going straight back along a free way: as far as the table goes, and nobody stands there.

Lengths are measured from where a base stands now, in the direction in which it goes. It does not
turn on its way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from sandtable.mechanics.along import before_first, last_free
from sandtable.table import Footprint, Point, distance, overlap, step, swept, unit, within

STEP = 0.05
"""How finely it is looked along a way for somebody who stands there."""

HALVINGS = 20
"""How often what is found like that is halved, to find the very point."""


def to_edge(start: Point, heading: float, table: tuple[float, float]) -> float:
    """How far it is from a spot to the edge of a table in some direction.

    >>> to_edge((10.0, 4.0), 90.0, (60.0, 48.0)), to_edge((10.0, 4.0), 180.0, (60.0, 48.0))
    (50.0, 4.0)
    """
    limits = [math.inf]
    for along, at, end in zip(unit(heading), start, table, strict=True):
        if along > 1e-9:
            limits.append((end - at) / along)
        elif along < -1e-9:
            limits.append(-at / along)
    return max(0.0, min(limits))


def clear_of(
    base: Footprint, heading: float, length: float, enemies: Iterable[Footprint], apart: float
) -> float:
    """How far a base can go before it comes nearer than that to an enemy in the way.

    Whoever stands nearer to an enemy already may go away from him, but not over his base.
    """
    if length <= 1e-6:
        return length
    trail = swept(base, base.at(*step(base.centre, heading, length)))
    near = [place for place in enemies if within(trail, place, apart)]
    if not near:
        return length

    def comes_too_close(moved: Footprint, enemy: Footprint) -> bool:
        gap = distance(moved, enemy)
        if gap >= apart - 1e-9:
            return False
        return gap < distance(base, enemy) - 1e-9 or overlap(moved, enemy)

    def stops(at: float) -> bool:
        moved = base.at(*step(base.centre, heading, at))
        return any(comes_too_close(moved, enemy) for enemy in near)

    return before_first(length, stops, STEP, HALVINGS)


def to_free_spot(
    base: Footprint,
    heading: float,
    length: float,
    others: Sequence[Footprint],
    kept: Callable[[Point], Point],
    halvings: int = HALVINGS,
) -> float:
    """The farthest point of a way at which a base does not stand on another.

    Args:
        base: The base where it sets out.
        heading: Which way it goes.
        length: How far at most.
        others: The bases that may be in its way.
        kept: A spot as a book keeps it, rounded.
        halvings: How exactly the point is looked for.
    """

    def blocked(at: float) -> bool:
        moved = base.at(*kept(step(base.centre, heading, at)))
        return any(overlap(moved, other) for other in others)

    return last_free(length, blocked, STEP, halvings)
