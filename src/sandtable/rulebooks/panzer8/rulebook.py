"""Panzer8 whole: its rules, what computer players make of them, and what a page asks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.battle import Choice, Order
from sandtable.battle.figures import Drawn
from sandtable.battle.overlays import Overlay
from sandtable.battle.page import Action, Sheet, Trace
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
        return pick(state, choice, chance)

    def advise(self, state: P8State, choice: Choice) -> Iterable[tuple[float, Order]]:
        return advise(state, choice)

    def figures(self, state: P8State) -> Iterable[Drawn]:
        return figures(state)

    def actions(
        self, state: P8State, seat: str, choice: Choice | None, piece: str | None = None
    ) -> tuple[Action, ...]:
        return actions(state, seat, choice, piece)

    def sheet(self, state: P8State, piece: str) -> Sheet:
        return card(state, piece)

    def reach(
        self, state: P8State, piece: str, order: str, fixed: Mapping[str, Any] = NOTHING
    ) -> tuple[Overlay, ...]:
        return reach(state, piece, order)

    def sights(self, state: P8State, piece: str) -> tuple[Overlay, ...]:
        return sights(state, piece)

    def apart(self, state: P8State, one: str, two: str) -> float | None:
        return apart(state, one, two)

    def trace(self, state: P8State, order: Order) -> Trace | None:
        return trace(state, order)


RULEBOOK = Panzer8()
