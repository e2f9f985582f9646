"""The exact odds of laying smoke and of clearing wire."""

from __future__ import annotations

from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.s13_engineering.clearing_wire import check_clear, clearing_odds
from sandtable.rulebooks.panzer8.s14_smoke.laying import check_smoke, smoke_odds
from sandtable.rulebooks.panzer8.state import P8State
from sandtable.rulebooks.panzer8.state.orders import ClearWire, LaySmoke


def field_odds(state: P8State, order: LaySmoke | ClearWire) -> Odds | None:
    """The odds of an order, or ``None`` if it cannot be given."""
    element = state.pieces[order.element]
    if isinstance(order, LaySmoke):
        return smoke_odds(state, element) if check_smoke(state, element, order) is None else None
    return clearing_odds(element) if check_clear(state, element, order) is None else None
