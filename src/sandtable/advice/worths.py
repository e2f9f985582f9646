"""What orders are worth: by their kind, and by the odds of what may come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, SupportsFloat, TypeVar

from sandtable.battle import Order

R = TypeVar("R")

Worth = float | Callable[[Any, Any], float]
"""What a kind of order is worth: always the same, or worked out from the state and the order."""


class Worths:
    """What each kind of order is worth to whoever gives it.

    Args:
        by_kind: The worth of each kind, and of all that derive from it.
        otherwise: That of any other kind.
    """

    def __init__(self, by_kind: Mapping[type[Order], Worth], otherwise: float = 0.0) -> None:
        self._by_kind = dict(by_kind)
        self._otherwise = otherwise

    def of(self, state: Any, order: Order) -> float:
        """What an order is worth."""
        worth = self._by_kind.get(type(order))
        if worth is None:
            kinds = (kind for kind in type(order).__mro__ if kind in self._by_kind)
            kind = next(kinds, None)
            worth = self._otherwise if kind is None else self._by_kind[kind]
            self._by_kind[type(order)] = worth
        return worth(state, order) if callable(worth) else worth


def expected(chances: Iterable[tuple[R, SupportsFloat]], scale: Mapping[R, float]) -> float:
    """What comes of something on average, if each result is worth so much.

    >>> expected([("hit", 0.25), ("miss", 0.75)], {"hit": 2.0, "miss": 0.0})
    0.5
    """
    return float(sum(float(chance) * scale[result] for result, chance in chances))
