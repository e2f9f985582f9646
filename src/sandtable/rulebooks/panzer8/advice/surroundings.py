"""What was found out about a shot or a move, as long as nothing about it has changed.

Between two decisions most elements stay as they are. A shot that friends are in the way of is still
not to be had, and a move that ends on somebody still may not be made, until one of those near it
changes. So such answers are kept by all that they can depend on: everything that the state says
apart from the pieces, and the pieces near by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.table import Point

from ..s05_actions.move.under_way import MoveAndFire
from ..state import Element, P8State
from ..state.nearby import in_box
from ..state.orders import Fire, Move
from .shooting import volley_at

NEAR: Final = 10.0
"""Nobody who is farther from the ends of a shot or a move than this matters to it."""


class Surroundings:
    """What can matter to the orders of one decision, to tell whether it has changed."""

    def __init__(self, state: P8State) -> None:
        self.state = state
        # Event cards may look at the whole table, and so may those who spot what is hidden.
        self._is_local = state.cards is None and not state.counters
        self._rest: object | None = None

    def _key(self, points: Sequence[Point]) -> tuple[object, ...]:
        """All that can matter to something that happens between some points."""
        state = self.state
        if self._rest is None:
            # Whoever is carried has no place of its own, so all of them are taken along.
            carried = [one for one in state.pieces.values() if one.carried_by is not None]
            rest = (state.circumstances(), tuple(carried), tuple(state.stances.items()))
            memory = state.setting.memory("unchanged")
            known = memory.get(rest)
            self._rest = memory.keep(rest, object()) if known is None else known
        xs, ys = zip(*points, strict=True)
        box = (min(xs) - NEAR, min(ys) - NEAR, max(xs) + NEAR, max(ys) + NEAR)
        return self._rest, tuple(in_box(state, state.setting.sides, box))

    def volley(self, element: Element, target: Element) -> tuple[float, Fire] | None:
        """All guns of an element that can be aimed at a target, and what they are worth."""
        if not self._is_local:
            return volley_at(self.state, element, target)
        ends = ((element.x, element.y), (target.x, target.y))
        key = (element, target, *self._key(ends))
        memory = self.state.setting.memory("volleys")
        if key not in memory:
            memory.keep(key, volley_at(self.state, element, target))
        found: tuple[float, Fire] | None = memory[key]
        return found

    def was_refused(self, order: Move | MoveAndFire) -> bool:
        """Whether a move was refused before in the very same surroundings."""
        if not self._is_local:
            return False
        return self._move(order) in self.state.setting.memory("refused moves")

    def note_refused(self, order: Move | MoveAndFire) -> None:
        """Remember that a move was refused."""
        if self._is_local:
            self.state.setting.memory("refused moves").keep(self._move(order), True)

    def _move(self, order: Move | MoveAndFire) -> tuple[object, ...]:
        element = self.state.pieces[order.element]
        return (order, element, *self._key(((element.x, element.y), *order.path)))
