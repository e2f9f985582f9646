"""OWB whole: its rules, what computer players make of them, and what a page asks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sandtable.battle import Choice, Order
from sandtable.battle.figures import Drawn
from sandtable.battle.orders import numbers_in
from sandtable.battle.overlays import Overlay
from sandtable.battle.page import Sheet, Trace
from sandtable.battle.rulebook import NOTHING

from .advice.advising import advise, pick
from .book import WhiteboxRules
from .page.cards import card, data_sheets
from .page.on_the_map import apart, figures, reach, sights
from .state import OwbState
from .state.at_rest import at_rest

MOST_POINTS: Final = 200
"""A way with more points than this is not looked at."""

FAR: Final = 1000.0
"""Farther away than this there is nothing to be shown."""


class Whitebox(WhiteboxRules):
    """OWB: the rules, with advice for computer players and answers for a page."""

    def pick(self, state: OwbState, choice: Choice, chance: random.Random) -> Order:
        still = at_rest(state)
        return pick(still, list(self.candidates(still, choice)), chance)

    def advise(self, state: OwbState, choice: Choice) -> Iterable[tuple[float, Order]]:
        still = at_rest(state)
        return advise(still, list(self.candidates(still, choice)))

    def data_sheets(self) -> tuple[Mapping[str, Any], ...]:
        """The ready-made combatants, the loadouts, the vehicles and all weapons."""
        return data_sheets()

    def figures(self, state: OwbState) -> Iterable[Drawn]:
        return figures(state)

    def sheet(self, state: OwbState, piece: str) -> Sheet:
        return card(state, piece)

    def reach(
        self, state: OwbState, piece: str, order: str, fixed: Mapping[str, Any] = NOTHING
    ) -> tuple[Overlay, ...]:
        """The squares where a piece can go with an order of a kind, or aim."""
        return reach(state, piece, order, fixed)

    def sights(self, state: OwbState, piece: str) -> tuple[Overlay, ...]:
        """The squares that a piece sees, and a line to every enemy that is known of."""
        return sights(state, piece)

    def apart(self, state: OwbState, one: str, two: str) -> float | None:
        return apart(state, one, two)

    def trace(self, state: OwbState, order: Order) -> Trace | None:
        """What an order would do on the map; nothing of one that no map is large enough for."""
        numbers = list(numbers_in(order))
        if len(numbers) > 2 * MOST_POINTS or any(abs(one) > FAR for one in numbers):
            return None
        return super().trace(state, order)


RULEBOOK = Whitebox()
