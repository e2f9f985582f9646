"""Who stands about a place, without looking at everybody on the table.

Most questions of rules concern pieces near to each other. In one position of a battle many of them
are asked, so everybody is put in order from west to east once, and then only those are looked at
who stand in the stretch that matters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from math import inf
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar


class Placed(Protocol):
    """Whatever may stand somewhere on the table."""

    @property
    def side(self) -> str:
        """Whose it is."""

    @property
    def x(self) -> float:
        """Where it is, east."""

    @property
    def y(self) -> float:
        """Where it is, north."""

    @property
    def on_table(self) -> bool:
        """Whether it is there."""


P = TypeVar("P", bound=Placed)

_Spot = tuple[float, int, Any]
_first = itemgetter(0)
_second = itemgetter(1)


class _Side(NamedTuple):
    """Those of one side: outdoors from west to east, in buildings, and how far the first reach."""

    outdoors: list[_Spot]
    indoors: list[_Spot]
    west: float
    south: float
    east: float
    north: float


class Whereabouts(Generic[P]):
    """Everybody on the table in one position of a battle, from west to east.

    Attributes:
        pieces: All pieces of the position; it is the same position as long as they are the same.

    Args:
        pieces: Those.
        is_indoors: Whether the place of a piece is all of a building; it is found from everywhere.
    """

    __slots__ = ("_is_indoors", "_sides", "pieces")

    def __init__(self, pieces: tuple[P, ...], is_indoors: Callable[[P], bool]) -> None:
        self.pieces = pieces
        self._is_indoors = is_indoors
        self._sides: dict[str, _Side] = {}

    def in_box(self, sides: tuple[str, ...], box: tuple[float, float, float, float]) -> list[P]:
        """Those of some sides whose centre lies in a rectangle, in the order of the pieces.

        Those in buildings are always among them.

        Args:
            sides: Whose pieces.
            box: West, south, east and north end of the rectangle.
        """
        if len(sides) == 1:
            found = self.about(sides[0], *box)
        else:
            found = [one for side in sides for one in self.about(side, *box)]
        if len(found) > 1:
            found = sorted(found, key=_second)
        return [one for _, _, one in found]

    def about(self, side: str, west: float, south: float, east: float, north: float) -> list[_Spot]:
        """Those of a side in a rectangle, each with its number; and all who are in buildings."""
        there = self._sides.get(side)
        if there is None:
            there = self._sides[side] = self._of(side)
        if there.south > north or there.north < south or there.west > east or there.east < west:
            return there.indoors
        outdoors = there.outdoors
        first = bisect_left(outdoors, west, key=_first)
        last = bisect_right(outdoors, east, first, key=_first)
        return [one for one in outdoors[first:last] if south <= one[2].y <= north] + there.indoors

    def _of(self, side: str) -> _Side:
        there = [
            (one.x, number, one)
            for number, one in enumerate(self.pieces)
            if one.on_table and one.side == side
        ]
        outdoors = [one for one in there if not self._is_indoors(one[2])]
        indoors = [one for one in there if self._is_indoors(one[2])]
        if not outdoors:
            return _Side(outdoors, indoors, inf, inf, -inf, -inf)
        outdoors.sort(key=_first)
        ys = [one.y for _, _, one in outdoors]
        return _Side(outdoors, indoors, outdoors[0][0], min(ys), outdoors[-1][0], max(ys))
