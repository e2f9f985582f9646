"""What it is worth to hide, to come out of hiding (12), and to lay smoke (14)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from sandtable.battle import Order
from sandtable.table import Point

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s03_turn.setting_up import Deploy, placed_at, unplaced
from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.fire import shots
from ..s05_actions.rally.recovery import recoveries
from ..s05_actions.react.who_and_where import mover_at
from ..s09_troops.transport import targets_of
from ..s12_hidden.ambush import Show, showings
from ..s12_hidden.counters import emerged, fires_hidden
from ..s12_hidden.deployment import Dummy, Hide
from ..s12_hidden.who_may_hide import allowance_left
from ..s14_smoke.laying import LaySmoke, planned_screen, smoke_odds
from ..state import Element, Moving, P8State, Revealing, Screen
from .appraisal import REACTION_PRICE

SURPRISE: Final = 0.1
"""What it is worth to be hidden still."""

GUNS: Final = frozenset(("atgun", "igun", "fgun", "aagun", "mg"))
"""Types that gain most from being hidden."""


def unseen_orders(state: P8State, element: Element) -> Iterator[Order]:
    """What a hidden element can do: recover, fire if it is a mortar, or come out."""
    yield from recoveries(state, element)
    if fires_hidden(state, element):
        yield from shots(state, element)
    elif not element.suppressed:
        yield from showings(state, element)


def hidden_worth(
    state: P8State, order: Show | Hide | Dummy, shot_worth: Callable[[P8State, Shot], float]
) -> float:
    """The worth of hiding, of a dummy, or of being shown."""
    match order:
        case Show():
            return _show_worth(state, order, shot_worth)
        case Hide():
            return _hide_worth(state, order)
        case Dummy():
            return 0.02 - 0.0001 * _from_goal(state, order.at)


def _show_worth(state: P8State, order: Show, shot_worth: Callable[[P8State, Shot], float]) -> float:
    """What the best shot is worth from there, at a mover or at anybody."""
    element = state.pieces[order.element]
    there = emerged(state, element, order.at, order.facing)
    frame = state.frame
    if isinstance(frame, Moving) and order.when is not None:
        mover = mover_at(state, frame, order.when)
        shot = aim(state, there, mover, reaction=True)
        gain = shot_worth(state, shot) if isinstance(shot, Shot) else -1.0
        return gain - REACTION_PRICE - SURPRISE
    found = [aim(state, there, enemy) for enemy in targets_of(state, there)]
    best = max((shot_worth(state, shot) for shot in found if isinstance(shot, Shot)), default=0.0)
    if isinstance(frame, Revealing):
        return 0.01 + best + 0.05 * cover_of_place(state, there).value
    return best - SURPRISE


def _hide_worth(state: P8State, order: Hide) -> float:
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


def _from_goal(state: P8State, spot: tuple[float, float]) -> float:
    """How far the nearest objective is."""
    goals = [objective.at for objective in state.setting.scenario.objectives]
    return min((math.dist(goal, spot) for goal in goals), default=0.0)


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
