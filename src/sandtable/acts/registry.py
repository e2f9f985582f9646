"""All acts of a book, asked by the order that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.acts.act import Act
from sandtable.acts.asked import Asked
from sandtable.battle import Order
from sandtable.battle.page import Trace
from sandtable.battle.phrases import tag_of
from sandtable.odds import Odds


class Acts:
    """The acts of a book.

    Args:
        acts: All of them; where several stand for one kind of order, the first speaks for it.
    """

    def __init__(self, acts: Iterable[Act[Any, Any]]) -> None:
        self._all = tuple(acts)
        self._by_order: dict[type[Order], Act[Any, Any]] = {}
        for act in self._all:
            self._by_order.setdefault(act.order, act)

    def of(self, order: Order, decision: Any = None) -> Act[Any, Any] | None:
        """The act that an order asks for: that of the decision which is due, if it has acts."""
        if isinstance(decision, Asked) and isinstance(order, decision.answers):
            return decision.act_of(order)
        return self.by_kind(type(order))

    def by_kind(self, kind: type[Order]) -> Act[Any, Any] | None:
        """The act that a kind of order asks for."""
        return self._by_order.get(kind)

    @property
    def orders(self) -> tuple[type[Order], ...]:
        """Every kind of order that has an act."""
        return tuple(self._by_order)

    def odds(self, state: Any, order: Order, decision: Any = None) -> Odds | None:
        """The exact odds of an order, as an answer to the decision that is due."""
        act = self.of(order, decision)
        return act.odds(state, order) if act else None

    def preview(self, state: Any, order: Order) -> Trace | None:
        """What an order would do on the table."""
        act = self.of(order)
        return act.preview(state, order) if act else None

    def told(self, state: Any, order: Order) -> str | None:
        """An order in words, after who does what."""
        act = self.of(order)
        return act.told(state, order) if act else None

    def named(self, tag: str) -> Act[Any, Any] | None:
        """The act whose order has this tag."""
        return next((act for kind, act in self._by_order.items() if tag_of(kind) == tag), None)

    def usage(self) -> Mapping[str, tuple[str, str]]:
        """How orders are best typed, and what they mean, by their tags."""
        return {
            tag_of(kind): (act.words.typed, act.words.means or act.words.hint)
            for kind, act in self._by_order.items()
            if act.words.typed
        }

    def aliases(self) -> Mapping[str, str]:
        """Further words for orders, and the tags that they stand for."""
        return {
            word: tag_of(kind) for kind, act in self._by_order.items() for word in act.words.also
        }
