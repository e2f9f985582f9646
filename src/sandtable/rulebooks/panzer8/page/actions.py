"""All that a seat can do now, and what an order would do on the table before it is given."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Choice, Order
from sandtable.battle.orders import numbers_in
from sandtable.battle.page import Action, Trace, with_keys

from ..advice.advising import order_worth
from ..decisions_due import ACTS, decision_due
from ..s05_actions.react.standing_orders import STANDING
from ..state import P8State
from ..state.case import Case


def actions(
    state: P8State, seat: str, choice: Choice | None, piece: str | None = None
) -> tuple[Action, ...]:
    """What a seat can do now, by itself or with a piece; see `Rulebook.actions`."""
    side = state.setting.side_of(seat)
    if side is None or state.outcome is not None or not _is_own(state, side, piece):
        return ()
    found: list[Action] = []
    due = decision_due(state)
    rule = STANDING.words.rule if choice is None else choice.rule
    if due is not None:
        case = Case(state, seat, due.decision, due.frame, rule, order_worth)
        if choice is not None and seat in choice.seats:
            found += due.decision.listed(case, piece)
        found += STANDING.listed(case, piece)
    return with_keys(found)


def _is_own(state: P8State, side: str, piece: str | None) -> bool:
    """Whether a piece is of one's own side; what can be done to others is found with one's own."""
    if piece is None:
        return True
    there = state.pieces.get(piece) or state.counters.get(piece)
    return there is not None and there.side == side


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
