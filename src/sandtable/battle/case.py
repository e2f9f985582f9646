"""A seat, the decision that it faces, and the battle as it knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Unpack

from sandtable.battle.page import Action, Kind
from sandtable.battle.slots import Told, action_of

if TYPE_CHECKING:
    from sandtable.battle.agenda import Decision
    from sandtable.battle.orders import Order
    from sandtable.battle.refusal import Refusal

S = TypeVar("S")


@dataclass(frozen=True)
class Case(Generic[S]):
    """What a seat has to decide, and all that it knows.

    Attributes:
        state: The battle as the seat knows it.
        seat: The seat.
        decision: The kind of decision that is due.
        frame: What it is about.
        rule: The rule that asks for it.
    """

    state: S
    seat: str
    decision: Decision[Any, Any]
    frame: Any
    rule: str

    # -- asking -----------------------------------------------------------------------------------

    def refusal(self, order: Order) -> Refusal | None:
        """Why an order may not be given, in the words of the book."""
        if not isinstance(order, self.decision.answers):
            return self.decision.mismatch(self.state, self.frame)
        return self.decision.check(self.state, self.frame, self.seat, order)

    def allows(self, order: Order) -> bool:
        """Whether an order may be given."""
        return self.refusal(order) is None

    def first_refusal(self, orders: Iterable[Order]) -> Refusal | None:
        """Why none of some orders may be given; nothing, if one of them may."""
        first: Refusal | None = None
        for order in orders:
            refused = self.refusal(order)
            if refused is None:
                return None
            first = first or refused
        return first

    def sifted(
        self, orders: Mapping[str, Order], *, narrow: bool = False
    ) -> tuple[tuple[str, ...], Refusal | None]:
        """Those first against whom nothing speaks; and why none of them can be named, if so.

        Args:
            orders: The order that would name each of them.
            narrow: Whether the others are left out, if there are any against whom nothing speaks.
        """
        refused = {name: self.refusal(order) for name, order in orders.items()}
        if narrow and None in refused.values():
            return tuple(name for name, why in refused.items() if why is None), None
        names = sorted(orders, key=lambda name: refused[name] is not None)
        why = None if None in refused.values() else next(iter(refused.values()), None)
        return tuple(names), why

    # -- telling ----------------------------------------------------------------------------------

    def action(self, kind: type[Order], words: Kind, **told: Unpack[Told]) -> Action:
        """Something that can be ordered, or why it cannot."""
        return action_of(kind, words, self.rule, **told)
