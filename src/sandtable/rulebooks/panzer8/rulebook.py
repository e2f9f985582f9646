"""Panzer8 whole: its rules, what computer players make of them, and what a page asks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.battle import Choice, Order
from sandtable.battle.figures import Drawn
from sandtable.battle.handling import Action, Sheet, Trace
from sandtable.battle.overlays import Overlay
from sandtable.battle.rulebook import NOTHING

from .advice.advising import advise
from .advice.picking import pick
from .book import Panzer8Rules
from .page import actions, apart, card, reach, sights, trace
from .page.figures import figures
from .state import P8State


class Panzer8(Panzer8Rules):
    """Panzer8: the rules, with advice for computer players and answers for a page."""

    def pick(self, state: P8State, choice: Choice, chance: random.Random) -> Order:
        """Some legal answer to a choice."""
        return pick(state, choice, chance)

    def advise(self, state: P8State, choice: Choice) -> Iterable[tuple[float, Order]]:
        """The candidates with their worth by exact odds."""
        return advise(state, choice)

    def figures(self, state: P8State) -> Iterable[Drawn]:
        """The table as it is drawn: elements, smoke and objectives."""
        return figures(state)

    def actions(
        self, state: P8State, seat: str, choice: Choice | None, piece: str | None = None
    ) -> tuple[Action, ...]:
        """What a seat can do now, with a piece or by itself."""
        return actions(state, seat, choice, piece)

    def sheet(self, state: P8State, piece: str) -> Sheet:
        """The card of an element or a counter."""
        return card(state, piece)

    def reach(
        self, state: P8State, piece: str, order: str, fixed: Mapping[str, Any] = NOTHING
    ) -> tuple[Overlay, ...]:
        """Where an element can go with an order of a kind."""
        return reach(state, piece, order)

    def sights(self, state: P8State, piece: str) -> tuple[Overlay, ...]:
        """Fields of fire, and lines of sight to all enemies that are known of."""
        return sights(state, piece)

    def apart(self, state: P8State, one: str, two: str) -> float | None:
        """How far it is from the base of one element to that of another."""
        return apart(state, one, two)

    def trace(self, state: P8State, order: Order) -> Trace | None:
        """What an order would do on the table."""
        return trace(state, order)


RULEBOOK = Panzer8()
