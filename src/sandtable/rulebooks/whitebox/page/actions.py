"""What a seat can do now, and what an order would do on the map."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Choice, Order
from sandtable.battle.handling import Action, Trace, with_keys
from sandtable.battle.orders import numbers_in

from ..book import ACTS
from ..decisions_due import decision_due
from ..state import OwbState
from ..state.decision import Case

MOST_POINTS: Final = 200
"""A way with more points than this is not looked at."""

FAR: Final = 1000.0
"""Farther away than this there is nothing to be shown."""


def actions(
    state: OwbState, seat: str, choice: Choice | None, piece: str | None = None
) -> tuple[Action, ...]:
    """What a seat can do now, by itself or with a piece; see `Rulebook.actions`."""
    due = decision_due(state)
    if state.outcome is not None or due is None or choice is None or seat not in choice.seats:
        return ()
    case = Case(state, seat, due.decision, due.frame, choice.rule)
    return with_keys(due.decision.listed(case, piece))


def trace(state: OwbState, order: Order) -> Trace | None:
    """What an order would do; ``None`` if there is nothing to show.

    Orders may be illegal, and still be shown as far as that makes sense.
    """
    numbers = list(numbers_in(order))
    if len(numbers) > 2 * MOST_POINTS or any(abs(one) > FAR for one in numbers):
        return None
    return ACTS.preview(state, order)
