"""What computer players think smoke is worth."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from sandtable.table import Point

from ..s14_smoke.laying import LaySmoke, planned_screen, smoke_odds
from ..state import Element, P8State, Screen

PRICE: Final = 0.1
"""What a smoke counter is worth to keep."""

RELIEF: Final = 0.5
"""What it is worth to be spared a shot, as a part of what the shot would do."""


def smoke_worth(
    state: P8State, order: LaySmoke, exposure: Callable[[P8State, Element], float]
) -> float:
    """What a screen is worth: how much less the one that it protects has to fear."""
    element = state.pieces[order.element]
    protected = _protected(state, element, order.at)
    before = exposure(state, protected)
    if before <= 0:
        return -PRICE
    smoked = state.copy()
    smoked.screens = (*state.screens, planned_screen(state, element, order))
    spared = before - exposure(smoked, protected)
    chance = dict(smoke_odds(state, element).outcomes).get("laid", 0)
    return RELIEF * spared * float(chance) - PRICE


def _protected(state: P8State, element: Element, at: Point) -> Element:
    """Whom a screen is meant for: the layer itself, or the friend nearest to a mortar's screen."""
    if not state.sheet(element).is_mortar:
        return element
    friends = [f for f in state.friends_of(element) if not state.sheet(f).is_crew_served]
    return min(friends, key=lambda f: (math.dist((f.x, f.y), at), f.id), default=element)


def renewal_worth(
    state: P8State, screen: Screen, exposure: Callable[[P8State, Element], float]
) -> float:
    """What it is worth to renew a screen: what its layer would have to fear without it."""
    layer = state.pieces[screen.layer or ""]
    bare = state.copy()
    bare.screens = tuple(other for other in state.screens if other != screen)
    return RELIEF * (exposure(bare, layer) - exposure(state, layer)) - PRICE
