"""Paths: points joined by straight legs, measured along the way."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple, overload

from .plane import EPSILON, Point, bearing, between, finite, gap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Leg(NamedTuple):
    """One straight part of a path; it starts so many inches along the path.

    >>> Leg((0.0, 0.0), (0.0, 4.0), 2.0).heading
    0.0
    """

    a: Point
    b: Point
    start: float

    @property
    def length(self) -> float:
        """How long it is."""
        return gap(self.a, self.b)

    @property
    def heading(self) -> float:
        """The way it leads."""
        return bearing(self.a, self.b)


class Path:
    """An immutable way over the table; it can be used wherever a sequence of points is asked for.

    >>> way = Path([(0, 0), (0, 4), (3, 4)])
    >>> way.length, way.point_at(5), way.heading_at(5)
    (7.0, (1.0, 4.0), 90.0)
    """

    __slots__ = ("_legs", "_marks", "length", "points")

    points: tuple[Point, ...]
    length: float

    def __init__(self, points: Iterable[Point]) -> None:
        """Make a path; it needs a point at least.

        Raises:
            ValueError: There is no point, or one is not a number.
        """
        self.points = tuple((float(x), float(y)) for x, y in points)
        if not self.points or not finite(self.points):
            raise ValueError(f"not a path: {self.points}")
        marks = [0.0]
        for a, b in zip(self.points, self.points[1:], strict=False):
            marks.append(marks[-1] + gap(a, b))
        self._marks = tuple(marks)
        self._legs: tuple[Leg, ...] | None = None
        self.length = marks[-1]

    @property
    def start(self) -> Point:
        """Where it starts."""
        return self.points[0]

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Its straight parts, without those of no length.

        >>> [leg.heading for leg in Path([(0, 0), (0, 4), (0, 4), (3, 4)]).legs]
        [0.0, 90.0]
        """
        if self._legs is None:
            pairs = zip(self.points, self.points[1:], self._marks, strict=False)
            self._legs = tuple([Leg(a, b, mark) for a, b, mark in pairs if a != b])
        return self._legs

    def point_at(self, s: float) -> Point:
        """The point s inches along; the ends for less than 0 or more than the length.

        >>> Path([(0, 0), (0, 4)]).point_at(99)
        (0.0, 4.0)
        """
        if s <= 0.0:
            return self.points[0]
        if s >= self.length:
            return self.points[-1]
        i = bisect_left(self._marks, s)
        low, high = self._marks[i - 1], self._marks[i]
        return between(self.points[i - 1], self.points[i], (s - low) / (high - low))

    def heading_at(self, s: float) -> float:
        """The way it leads s inches along; at a corner the way that leads there.

        Raises:
            ValueError: The path has no length.
        """
        here = None
        for leg in self.legs:
            if here is None or leg.start < s - EPSILON:
                here = leg
        if here is None:
            raise ValueError("a path of no length leads nowhere")
        return here.heading

    def cut(self, s: float) -> tuple[Path, Path]:
        """The path up to s inches along, and the rest.

        >>> Path([(0, 0), (0, 4), (3, 4)]).cut(5)
        (Path(((0.0, 0.0), (0.0, 4.0), (1.0, 4.0))), Path(((1.0, 4.0), (3.0, 4.0))))
        """
        here = self.point_at(s)
        before = [p for p, mark in zip(self.points, self._marks, strict=True) if mark < s - EPSILON]
        after = [p for p, mark in zip(self.points, self._marks, strict=True) if mark > s + EPSILON]
        return Path([*before, here]), Path([here, *after])

    @overload
    def __getitem__(self, i: int) -> Point: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Point, ...]: ...
    def __getitem__(self, i: int | slice) -> Point | tuple[Point, ...]:
        return self.points[i]

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[Point]:
        return iter(self.points)

    def __eq__(self, other: object) -> bool:
        return self.points == other.points if isinstance(other, Path) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.points)

    def __repr__(self) -> str:
        return f"Path({self.points!r})"
