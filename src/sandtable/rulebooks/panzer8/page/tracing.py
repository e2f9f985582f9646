"""What an order would do on the table, before it is given.

Orders may be illegal, and still be shown as far as that makes sense: a way that is too long is a
way, and that it is too long is seen.
"""

from __future__ import annotations

from typing import Final

from sandtable.battle import Order
from sandtable.battle.handling import Trace
from sandtable.battle.orders import numbers_in

from ..book import ACTS
from ..state import P8State

MOST_POINTS: Final = 400
"""A way with more points than this is not looked at."""

NOT_THERE: Final = Trace(notes=("That is off the table.",))


def trace(state: P8State, order: Order) -> Trace | None:
    """What an order would do; ``None`` if there is nothing to show."""
    if not _is_near(state, order):
        return NOT_THERE
    return ACTS.preview(state, order)


def _is_near(state: P8State, order: Order) -> bool:
    """Whether all numbers of an order lie on the table, or not so far beside it."""
    ground = state.setting.ground
    far = 2 * (ground.width + ground.depth) + 720.0
    numbers = list(numbers_in(order))
    return len(numbers) <= 2 * MOST_POINTS and all(abs(number) <= far for number in numbers)
