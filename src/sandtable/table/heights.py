"""Heights: how high the ground is, and whether it hides one eye from another.

High ground is areas with a height; which kinds of area are high ground, the caller says. Where
several lie over one another the highest counts. So a hill is a nest of outlines, and its crest is
the edge of the highest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .plane import EPSILON, Point, gap

if TYPE_CHECKING:
    from collections.abc import Collection

    from .ground import Ground


class Step(NamedTuple):
    """A part of a line, in inches from its start, over ground of one height."""

    start: float
    end: float
    height: float


def height_at(ground: Ground, p: Point, kinds: Collection[str]) -> float:
    """How high the ground is at a point; on the edge of a height one is on it.

    >>> from sandtable.table import Area, Ground
    >>> hill = Area("k1", "hill", ((2, 2), (8, 2), (8, 8), (2, 8)), height=2)
    >>> ground = Ground(48, 36, [hill])
    >>> height_at(ground, (5, 5), {"hill"}), height_at(ground, (9, 5), {"hill"})
    (2, 0.0)
    """
    return max((area.height for area in ground.areas_at(p) if area.kind in kinds), default=0.0)


def profile(ground: Ground, a: Point, b: Point, kinds: Collection[str]) -> tuple[Step, ...]:
    """The heights along a line, each as far as it goes.

    >>> from sandtable.table import Area, Ground
    >>> hill = Area("k1", "hill", ((2, 2), (8, 2), (8, 8), (2, 8)), height=2)
    >>> profile(Ground(48, 36, [hill]), (0, 5), (10, 5), {"hill"})[1]
    Step(start=2.0, end=8.0, height=2)
    """
    steps: list[Step] = []
    for stretch in ground.stretches((a, b)):
        height = max((area.height for area in stretch.areas if area.kind in kinds), default=0.0)
        if steps and steps[-1].height == height:
            steps[-1] = Step(steps[-1].start, stretch.end, height)
        else:
            steps.append(Step(stretch.start, stretch.end, height))
    return tuple(steps)


def hidden_by_ground(
    ground: Ground, a: Point, b: Point, eyes: tuple[float, float], kinds: Collection[str]
) -> float | None:
    """How far along the line from a to b the ground first rises above it; None if it never does.

    Args:
        ground: The table.
        a: Where the one eye is.
        b: Where the other is.
        eyes: How high the two eyes are above the table.
        kinds: The kinds of area that are high ground.

    >>> from sandtable.table import Area, Ground
    >>> hill = Area("k1", "hill", ((2, 2), (8, 2), (8, 8), (2, 8)), height=2)
    >>> ground = Ground(48, 36, [hill])
    >>> hidden_by_ground(ground, (0, 5), (10, 5), (1, 1), {"hill"})
    2.0
    >>> hidden_by_ground(ground, (5, 5), (10, 5), (3, 2), {"hill"}) is None
    True
    """
    length = gap(a, b)
    for start, end, height in profile(ground, a, b, kinds):
        at_start = eyes[0] + (eyes[1] - eyes[0]) * start / length
        at_end = eyes[0] + (eyes[1] - eyes[0]) * end / length
        if height > at_start + EPSILON:
            return start
        if height > at_end + EPSILON:
            return start + (end - start) * (at_start - height) / (at_start - at_end)
    return None


def crests(ground: Ground, a: Point, b: Point, kinds: Collection[str]) -> tuple[float, ...]:
    """Where a line passes over a crest: the ends, along it, of ground higher than on both sides.

    A crest is passed twice if the line goes onto the height and off it again: once on each side. A
    line that ends on the height passes only the crest it came over.

    >>> from sandtable.table import Area, Ground
    >>> hill = Area("k1", "hill", ((2, 2), (8, 2), (8, 8), (2, 8)), height=2)
    >>> crests(Ground(48, 36, [hill]), (0, 5), (10, 5), {"hill"})
    (2.0, 8.0)
    """
    steps = profile(ground, a, b, kinds)
    found = []
    for i, here in enumerate(steps):
        before = steps[i - 1].height if i > 0 else None
        after = steps[i + 1].height if i + 1 < len(steps) else None
        if (before is None or before < here.height) and (after is None or after < here.height):
            if before is not None:
                found.append(here.start)
            if after is not None:
                found.append(here.end)
    return tuple(found)
