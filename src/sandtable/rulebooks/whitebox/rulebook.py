"""OWB whole: its rules, what computer players make of them, and what a page asks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.battle import Choice, Order
from sandtable.battle.figures import Drawn
from sandtable.battle.handling import Action, Sheet, Trace
from sandtable.battle.overlays import Overlay
from sandtable.battle.rulebook import NOTHING

from .advice.advising import advise, pick
from .book import WhiteboxRules
from .page import actions, apart, card, reach, sights, trace
from .page.cards import data_sheets
from .page.on_the_map import figures
from .state import OwbState
from .state.at_rest import at_rest


class Whitebox(WhiteboxRules):
    """OWB: the rules, with advice for computer players and answers for a page."""

    def pick(self, state: OwbState, choice: Choice, chance: random.Random) -> Order:
        """Some legal answer to a choice."""
        still = at_rest(state)
        return pick(still, list(self.candidates(still, choice)), chance)

    def advise(self, state: OwbState, choice: Choice) -> Iterable[tuple[float, Order]]:
        """The candidates with their worth by exact odds."""
        still = at_rest(state)
        return advise(still, list(self.candidates(still, choice)))

    def data_sheets(self) -> tuple[Mapping[str, Any], ...]:
        """The ready-made combatants, the loadouts, the vehicles and all weapons."""
        return data_sheets()

    def figures(self, state: OwbState) -> Iterable[Drawn]:
        """The map as it is drawn: characters, explosives and objectives."""
        return figures(state)

    def actions(
        self, state: OwbState, seat: str, choice: Choice | None, piece: str | None = None
    ) -> tuple[Action, ...]:
        """What a seat can do now, with a piece or by itself."""
        return actions(state, seat, choice, piece)

    def sheet(self, state: OwbState, piece: str) -> Sheet:
        """The card of a character."""
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
        """How many squares apart two pieces are."""
        return apart(state, one, two)

    def trace(self, state: OwbState, order: Order) -> Trace | None:
        """What an order would do on the map."""
        return trace(state, order)


RULEBOOK = Whitebox()
