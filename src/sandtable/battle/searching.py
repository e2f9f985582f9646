"""How far one comes, and which number will do: searches for what an order can be given with.

They are handed a question that says whether a value is possible, and know nothing else of the
order, nor of the book. Each asks a fixed number of times at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from sandtable.table import Path
from sandtable.table.plane import Point

ROUNDS: Final = 9
"""In so many steps it is found out how much of a way can be gone."""

TRIES: Final = 16
"""Into so many parts the numbers between two bounds are cut; only their ends are tried."""

TOO_SHORT: Final = 0.02
"""A way of so many inches is none."""

Points = tuple[Point, ...]


def farthest(way: Path, is_possible: Callable[[Points], bool]) -> Points:
    """The longest first part of a way that is possible: its points after the start.

    It is found by halving, so it supposes that what is too far stays too far. It is cut to
    hundredths of an inch; there are no points if next to nothing is possible.

    >>> farthest(Path([(0, 0), (0, 16)]), lambda points: points[-1][1] <= 6)
    ((0.0, 6.0),)
    >>> farthest(Path([(0, 0), (0, 4), (4, 4)]), lambda points: points[-1][0] <= 1.001)
    ((0.0, 4.0), (1.0, 4.0))
    """
    least, most = 0.0, way.length
    for _ in range(ROUNDS):
        half = (least + most) / 2
        if is_possible(_beginning(way, half)):
            least = half
        else:
            most = half
    return _beginning(way, math.floor(least * 100) / 100) if least > TOO_SHORT else ()


def _beginning(way: Path, length: float) -> Points:
    return way.cut(length)[0].points[1:]


def fitting(least: float, most: float, is_possible: Callable[[float], bool]) -> float | None:
    """The smallest of some numbers between two bounds that is possible, in hundredths.

    >>> fitting(0, 8, lambda number: number > 3)
    3.5
    """
    for place in range(TRIES + 1):
        value = _hundredths(least + (most - least) * place / TRIES)
        if is_possible(value):
            return value
    return None


def _hundredths(value: float) -> float:
    """A number in hundredths; a whole one as such, since some fields of orders hold no other."""
    rounded = math.floor(value * 100 + 0.5) / 100
    return int(rounded) if rounded.is_integer() else rounded
