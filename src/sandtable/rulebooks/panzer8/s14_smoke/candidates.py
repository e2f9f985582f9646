"""Section 14: smoke screens that are worth a thought."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from sandtable.rulebooks.panzer8.s14_smoke.laying import (
    can_place,
    smoke_code,
)
from sandtable.rulebooks.panzer8.s14_smoke.screens import DEPTH
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import LaySmoke
from sandtable.table import bearing, between, step

DANGERS: Final = 2
"""How many of the enemies that threaten somebody smoke is thought of against."""

BEFORE_ENEMY: Final = 0.6
"""Where on the line from a friend to an enemy a mortar's screen is put."""


def smokes(state: P8State, element: Element) -> Iterator[LaySmoke]:
    """Screens worth a thought: before the layer, and between enemies and the friends near them."""
    if not can_place(state, element.side) or element.suppressed or element.inside is not None:
        return
    if not (element.on_table or element.under is not None) or element.broken_down:
        return
    code = smoke_code(state.sheet(element))
    if code is None:
        return
    if code in ("L", "M"):
        yield from _between(state, element)
        return
    edges = {0.0} if code == "H" else {0.0, *_edges_in_danger(state, element)}
    for edge in sorted(edges):
        yield _against_edge(state, element, edge)


def _nearest_enemies(state: P8State, element: Element) -> list[Element]:
    spot = (element.x, element.y)
    by_distance = sorted(
        state.enemies_of(element), key=lambda enemy: (math.dist(spot, (enemy.x, enemy.y)), enemy.id)
    )
    return by_distance[:DANGERS]


def _edges_in_danger(state: P8State, element: Element) -> Iterator[float]:
    """The edges of a base, by the quarter turn, that look towards the nearest enemies."""
    for enemy in _nearest_enemies(state, element):
        towards = bearing((element.x, element.y), (enemy.x, enemy.y)) - element.heading
        yield 90.0 * (round((towards % 360.0) / 90.0) % 4)


def _against_edge(state: P8State, element: Element, edge: float) -> LaySmoke:
    """A screen that lies squarely against an edge of its layer's base."""
    sheet = state.sheet(element)
    reach = (sheet.depth if edge in (0.0, 180.0) else sheet.width) / 2
    heading = (element.heading + edge) % 360.0
    x, y = step((element.x, element.y), heading, reach + DEPTH / 2 + 0.01)
    return LaySmoke(element.id, (round(x, 3), round(y, 3)), round(heading, 1))


def _between(state: P8State, element: Element) -> Iterator[LaySmoke]:
    """Screens on the lines between the nearest enemies and whichever friends are nearest to those.

    Friends on the move need smoke most, so weapons that stand and shoot are not thought of.
    """
    friends = [f for f in state.friends_of(element) if not state.sheet(f).is_crew_served]
    for enemy in _nearest_enemies(state, element):
        there = (enemy.x, enemy.y)
        friend = min(friends, key=lambda f: (math.dist((f.x, f.y), there), f.id), default=element)
        spot = between((friend.x, friend.y), there, BEFORE_ENEMY)
        if math.dist((friend.x, friend.y), there) > 1e-6:
            heading = round(bearing((friend.x, friend.y), there), 1)
            yield LaySmoke(element.id, (round(spot[0], 3), round(spot[1], 3)), heading)
