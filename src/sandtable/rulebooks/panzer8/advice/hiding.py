"""What it is worth to hide, to come out of hiding (12), and to lay smoke (14)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from sandtable.advice.errands import nearest
from sandtable.battle import Order
from sandtable.table import Point

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s03_turn.deploying import Dummy, Hide
from ..s03_turn.setting_up import Deploy, placed_at, unplaced
from ..s05_actions.fire.fire import shots
from ..s05_actions.rally.recovery import RECOVERING
from ..s12_hidden.ambush import showings
from ..s12_hidden.counters import fires_hidden
from ..s12_hidden.who_may_hide import allowance_left
from ..s14_smoke.lasting import Renew
from ..s14_smoke.laying import LaySmoke, planned_screen, smoke_odds
from ..state import Element, P8State, Renewing
from .shooting import exposure

GUNS: Final = frozenset(("atgun", "igun", "fgun", "aagun", "mg"))
"""Types that gain most from being hidden."""


def unseen_orders(state: P8State, element: Element) -> Iterator[Order]:
    """What a hidden element can do: recover, fire if it is a mortar, or come out."""
    yield from RECOVERING.offer(state, element)
    if fires_hidden(state, element):
        yield from shots(state, element)
    elif not element.suppressed:
        yield from showings(state, element)


def hide_worth(state: P8State, order: Hide) -> float:
    """Guns are hidden first, others if room is left under the allowance; best in cover."""
    element = state.pieces[order.elements[0]]
    waiting = unplaced(state, element.side)
    guns = [one for one in waiting if state.sheet(one).type in GUNS]
    if element not in guns and allowance_left(state, element.side) <= len(guns):
        return -0.1
    there = placed_at(element, Deploy(element.id, order.at))
    gain = 0.3 if element in guns else 0.1
    cover = cover_of_place(state, there).value
    return gain + 0.02 * cover - 0.001 * _from_goal(state, order.at)


def dummy_worth(state: P8State, order: Dummy) -> float:
    """A dummy costs nothing, and is best near to an objective."""
    return 0.02 - 0.0001 * _from_goal(state, order.at)


def _from_goal(state: P8State, spot: tuple[float, float]) -> float:
    """How far the nearest objective is."""
    return nearest(spot, [objective.at for objective in state.setting.scenario.objectives])


PRICE: Final = 0.1
"""What a smoke counter is worth to keep."""

RELIEF: Final = 0.5
"""What it is worth to be spared a shot, as a part of what the shot would do."""


def smoke_worth(state: P8State, order: LaySmoke) -> float:
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


def renewal_worth(state: P8State, _: Renew) -> float:
    """What it is worth to renew a screen: what its layer would have to fear without it."""
    frame = state.agenda[-1]
    assert isinstance(frame, Renewing)
    screen = frame.screen
    layer = state.pieces[screen.layer or ""]
    bare = state.copy()
    bare.screens = tuple(other for other in state.screens if other != screen)
    return RELIEF * (exposure(bare, layer) - exposure(state, layer)) - PRICE
