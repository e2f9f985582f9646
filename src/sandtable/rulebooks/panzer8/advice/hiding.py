"""What it is worth to hide, and to come out of hiding (12)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from sandtable.battle import Order

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s03_turn.setting_up import Deploy, placed_at, unplaced
from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.fire import shots
from ..s05_actions.rally.recovery import RECOVERING
from ..s05_actions.react.who_and_where import mover_at
from ..s09_troops.transport import targets_of
from ..s12_hidden.ambush import Show, showings
from ..s12_hidden.counters import emerged, fires_hidden
from ..s12_hidden.deployment import Dummy, Hide
from ..s12_hidden.who_may_hide import allowance_left
from ..state import Element, Moving, P8State, Revealing
from .appraisal import REACTION_PRICE

SURPRISE: Final = 0.1
"""What it is worth to be hidden still."""

GUNS: Final = frozenset(("atgun", "igun", "fgun", "aagun", "mg"))
"""Types that gain most from being hidden."""


def unseen_orders(state: P8State, element: Element) -> Iterator[Order]:
    """What a hidden element can do: recover, fire if it is a mortar, or come out."""
    yield from RECOVERING.offer(state, element)
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
