"""The way of a piece that has been stopped, or is about to set out, while others decide."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.battle.figures import Way
from sandtable.draw.easel import Easel
from sandtable.draw.svg import Point, arrow, element, polyline, title

SHORTEST: Final = 0.05
"""What is shorter than this is no way."""


def way(easel: Easel, thing: Way) -> str:
    """Where a piece came from, dotted from a ring; where it goes, dashed to an arrow."""
    ink = easel.colours(thing.side).ink
    done = [easel.at(x, y) for x, y in thing.done]
    ahead = [easel.at(x, y) for x, y in thing.ahead]
    return element(
        "g",
        title(thing.label or "Under way"),
        *_behind(done, ink),
        *_before(ahead, ink),
        class_="way",
        data_way=thing.piece,
    )


def _behind(points: Sequence[Point], ink: str) -> Iterator[str]:
    if _length(points) < SHORTEST:
        return
    x, y = points[0]
    yield element(
        "path",
        d=polyline(points),
        fill="none",
        stroke=ink,
        stroke_width=0.18,
        stroke_linecap="round",
        stroke_dasharray="0 .36",
    )
    yield element("circle", cx=x, cy=y, r=0.32, fill="none", stroke=ink, stroke_width=0.14)


def _before(points: Sequence[Point], ink: str) -> Iterator[str]:
    if _length(points) < SHORTEST:
        return
    step = _direction(points)
    yield element(
        "path",
        d=polyline(points),
        fill="none",
        stroke=ink,
        stroke_width=0.22,
        stroke_linejoin="round",
        stroke_dasharray=".5 .28",
    )
    yield element("path", d=arrow(points[-1], step, 0.85), fill=ink)
    (x, y), (dx, dy) = points[-1], step
    # A bar where it means to stand, so that the end is seen under a piece that is there too.
    ends = [(x - dy * 0.5, y + dx * 0.5), (x + dy * 0.5, y - dx * 0.5)]
    yield element("path", d=polyline(ends), stroke=ink, stroke_width=0.14)


def _length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def _direction(points: Sequence[Point]) -> Point:
    """The direction of the last part of a way that has any length, one long."""
    end = points[-1]
    start = next(point for point in reversed(points) if math.dist(point, end) >= SHORTEST / 2)
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
