"""Free places beside a base: for those who get off, who are set down, or who leave something there.

Whether a place is allowed is for the book to say; these are the places worth a try, square to the
base that they are beside.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sandtable.table import Footprint, Point, bearing, step

SIDES = (180.0, 90.0, 270.0, 0.0)
"""Behind a base, to its right and left, and before it: where it is looked for a place first."""


def facings_beside(beside: Footprint, enemies: Sequence[Point]) -> list[float]:
    """Headings square to a base, the one that looks at the nearest enemy first."""
    here = beside.centre
    goal = min(enemies, key=lambda spot: math.dist(spot, here), default=None)
    wanted = beside.heading if goal is None or math.dist(goal, here) < 1e-6 else bearing(here, goal)
    quarter = round(((wanted - beside.heading) % 360.0) / 90.0) % 4
    return [(beside.heading + 90.0 * ((quarter + n) % 4)) % 360.0 for n in range(4)]


def spots_beside(
    beside: Footprint,
    size: tuple[float, float],
    facing: float,
    *,
    gap: float,
    shifts: Sequence[float],
) -> Iterator[Point]:
    """Where a base can stand beside another, on each of its sides.

    Args:
        beside: The other base.
        size: The width and depth of the one to be placed.
        facing: How that faces, square to the other.
        gap: How far apart they are.
        shifts: How far along a side it may stand from its middle, the likeliest first.
    """
    across = round((facing - beside.heading) / 90.0) % 2 == 1
    width, depth = size[::-1] if across else size
    for side in SIDES:
        own, its = (depth, beside.depth) if side in (0.0, 180.0) else (width, beside.width)
        for shift in shifts:
            middle = step(beside.centre, beside.heading + side, (own + its) / 2 + gap)
            yield step(middle, beside.heading + side + 90.0, shift)
