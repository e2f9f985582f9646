"""Where the elements in a built-up area are drawn: side by side in it, weapons at their sides."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table import Point, between, step

from ..s10_buildings.occupation import occupants
from ..state import Element, P8State
from ..state.built_up_areas import SIDE_BOUND, Bua, Side

APART: Final = (1.35, 0.95)
"""How far apart stands are drawn, across and in depth."""


def where_drawn(state: P8State, element: Element) -> tuple[float, float, float]:
    """The place and the heading with which an element is drawn."""
    if element.inside is None:
        return element.x, element.y, element.heading
    bua = state.setting.buas[element.inside]
    together = occupants(state, bua.id)
    if element.under is not None:  # its owner sees it beside those who are in the open
        together = [*together, element]
    if state.sheet(element).type in SIDE_BOUND:
        side = bua.side_facing(element.heading)
        mates = [e for e in together if _stands_at(state, e, bua, side)]
        (x, y), heading = _at_side(state, element, side, _number(element, mates), len(mates))
        return x, y, heading
    free = [e for e in together if state.sheet(e).type not in SIDE_BOUND]
    x, y = _in_rows(bua, _number(element, free), len(free))
    return x, y, 0.0


def _number(element: Element, among: list[Element]) -> int:
    return next((n for n, other in enumerate(among) if other.id == element.id), 0)


def _stands_at(state: P8State, element: Element, bua: Bua, side: Side) -> bool:
    bound = state.sheet(element).type in SIDE_BOUND
    return bound and bua.side_facing(element.heading) is side


def _at_side(
    state: P8State, element: Element, side: Side, number: int, count: int
) -> tuple[Point, float]:
    spot = between(side.a, side.b, (number + 1) / (count + 1))
    depth = state.setting.sheets[element.sheet].depth
    x, y = step(spot, side.heading, -depth / 2)
    return (round(x, 4), round(y, 4)), round(side.heading, 4)


def _in_rows(bua: Bua, number: int, count: int) -> Point:
    """A spot in rows about the middle, as nearly square as they can be."""
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    row, column = divmod(number, columns)
    in_row = min(columns, count - row * columns)
    x = bua.place.x + (column - (in_row - 1) / 2) * APART[0]
    y = bua.place.y - (row - (rows - 1) / 2) * APART[1]
    return round(x, 4), round(y, 4)
