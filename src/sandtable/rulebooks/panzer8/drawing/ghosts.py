"""Pieces where an order would put them, and what is to be said of the place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle.figures import Figure
from sandtable.battle.handling import Trace
from sandtable.table import Point

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s02_terrain.place_names import name_of_feature
from ..state import COUNTER_SIZE, Element, P8State
from .figures import figure


def standing(state: P8State, element: Element) -> P8State:
    """The battle with an element elsewhere."""
    twin = state.copy()
    twin.put(element)
    return twin


def ghost(state: P8State, element: Element) -> Figure:
    """An element as it would stand."""
    return figure(standing(state, element), element)


def counter_ghost(side: str, at: Point) -> Figure:
    """A counter where it would lie."""
    return Figure(
        piece=f"{side}-counter",
        side=side,
        x=at[0],
        y=at[1],
        width=COUNTER_SIZE,
        depth=COUNTER_SIZE,
        look="counter",
        label="Hidden troops, or nothing",
        short="?",
    )


def turned(element: Element, facing: float | None) -> Element:
    """An element that faces another way, if one is given."""
    if facing is None:
        return element
    return msgspec.structs.replace(element, heading=round(facing % 360.0, 4))


def about_place(state: P8State, there: Element) -> Iterator[str]:
    """What is to be said of the place where an element would be."""
    if there.inside is not None:
        high = ", high up" if there.aloft else ""
        yield f"Ends in {name_of_feature(state.setting, there.inside)}{high}."
    elif not is_on_table(state, (there.x, there.y)):
        yield "That is off the table."
        return
    cover = cover_of_place(state, there)
    yield f"{COVER[cover.value].capitalize()} cover: {cover.text}." if cover.value else "No cover."


def is_on_table(state: P8State, point: Point) -> bool:
    """Whether a point lies on the table."""
    ground = state.setting.ground
    x, y = point
    return math.isfinite(x + y) and 0 <= x <= ground.width and 0 <= y <= ground.depth


def some(names: list[str]) -> str:
    """Some names, not too many of them.

    >>> some(["one", "two"]), some(["one", "two", "three", "four", "five"])
    ('one and two', 'one, two, three and 2 more')
    """
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


COVER: Final = {1: "soft", 2: "hard"}


def placed(state: P8State, there: Element) -> Trace:
    """An element where it would be placed."""
    return Trace(ghosts=(ghost(state, there),), notes=tuple(about_place(state, there)))
