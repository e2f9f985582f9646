"""Who stands about a place, without looking at everybody on the table.

Most questions of the rules concern elements near to each other. In one position of a battle many of
them are asked, so everybody is put in order from west to east once, and then only those are looked
at who stand in the stretch that matters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from . import Element, P8State

HAIR: Final = 0.01
"""What is added to every reach, so that nobody is left out by a rounding error."""

_Placed = tuple[float, int, Element]
_first = itemgetter(0)
_second = itemgetter(1)


class _Side(NamedTuple):
    """Those of one side: outdoors from west to east, in buildings, and how far the first reach."""

    outdoors: list[_Placed]
    indoors: list[_Placed]
    west: float
    south: float
    east: float
    north: float


class Whereabouts:
    """Everybody on the table in one position of a battle, from west to east.

    Attributes:
        pieces: All pieces of the position; it is the same position as long as they are the same.
    """

    __slots__ = ("_sides", "pieces")

    def __init__(self, pieces: tuple[Element, ...]) -> None:
        self.pieces = pieces
        self._sides: dict[str, _Side] = {}

    def about(
        self, side: str, west: float, south: float, east: float, north: float
    ) -> list[_Placed]:
        """Those of a side in a rectangle, and all who are in buildings."""
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
        """Where those of a side are."""
        there = [
            (one.x, number, one)
            for number, one in enumerate(self.pieces)
            if one.on_table and one.side == side
        ]
        outdoors = [one for one in there if one[2].inside is None]
        indoors = [one for one in there if one[2].inside is not None]
        if not outdoors:
            return _Side(outdoors, indoors, inf, inf, -inf, -inf)
        outdoors.sort(key=_first)
        ys = [one.y for _, _, one in outdoors]
        return _Side(outdoors, indoors, outdoors[0][0], min(ys), outdoors[-1][0], max(ys))


def whereabouts(state: P8State) -> Whereabouts:
    """Those of this position; they are kept with the setting until the position is another."""
    pieces = tuple(state.pieces.values())
    known = state.setting.whereabouts
    # Pieces are frozen, and mostly the very same objects, so this is a quick comparison.
    if not isinstance(known, Whereabouts) or known.pieces != pieces:
        known = state.setting.whereabouts = Whereabouts(pieces)
    return known


def in_box(
    state: P8State, sides: tuple[str, ...], box: tuple[float, float, float, float]
) -> list[Element]:
    """Those of some sides on the table whose centre lies in a rectangle.

    They come in the order of the pieces. Those in buildings are always among them, as their place
    is all of the building.

    Args:
        state: Where the battle stands.
        sides: Whose elements.
        box: West, south, east and north end of the rectangle.
    """
    here = whereabouts(state)
    if len(sides) == 1:
        found = here.about(sides[0], *box)
    else:
        found = [one for side in sides for one in here.about(side, *box)]
    if len(found) > 1:
        found = sorted(found, key=_second)
    return [one for _, _, one in found]


def about(
    state: P8State, sides: tuple[str, ...], at: tuple[float, float], far: float
) -> list[Element]:
    """Those of some sides of whom any part may be so near to a point; see `in_box`."""
    (x, y), reach = at, far + state.setting.widest + HAIR
    return in_box(state, sides, (x - reach, y - reach, x + reach, y + reach))


def enemies_about(state: P8State, element: Element, far: float) -> list[Element]:
    """The enemies on the table of whom any part may be so near to an element."""
    place = state.base(element)
    return about(state, (state.other_side(element.side),), place.centre, far + place.reach)


def friends_about(state: P8State, element: Element, far: float) -> list[Element]:
    """The other elements of its side on the table who may be so near to an element."""
    place = state.base(element)
    there = about(state, (element.side,), place.centre, far + place.reach)
    return [friend for friend in there if friend.id != element.id]
