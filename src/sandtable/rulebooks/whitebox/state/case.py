"""A seat, the decision that it faces, and the fight as it knows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Unpack

import msgspec

from sandtable.battle import Order, Refusal
from sandtable.battle.handling import Action, Kind
from sandtable.battle.slots import Told, action_of
from sandtable.rulebooks.whitebox.decisions_due import Decision
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import commands
from sandtable.rulebooks.whitebox.state.orders import Done
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.table import grid


@dataclass(frozen=True)
class Case:
    """What a seat has to decide, and all that it knows.

    Attributes:
        state: The fight as the seat knows it.
        seat: The seat.
        decision: The kind of decision that is due.
        frame: What it is about.
        rule: The rule that asks for it.
    """

    state: OwbState
    seat: str
    decision: Decision[Any]
    frame: Any
    rule: str

    # -- asking -----------------------------------------------------------------------------------

    def refusal(self, order: Order) -> Refusal | None:
        """Why an order may not be given."""
        if not isinstance(order, self.decision.answers):
            return self.decision.mismatch(self.state, self.frame)
        return self.decision.check(self.state, self.frame, self.seat, order)

    def allows(self, order: Order) -> bool:
        """Whether an order may be given."""
        return self.refusal(order) is None

    def commands(self, name: str) -> bool:
        """Whether a character or a vehicle is this seat's to order about."""
        piece = self.state.pieces.get(name)
        if piece is None or self.state.setting.side_of(self.seat) not in (piece.side, None):
            return False
        return commands(self.state, self.seat, name)

    def by_distance(self, people: Iterable[Person], to: Person) -> list[Person]:
        """Some characters, the nearest first."""
        own = self.state.square(to)
        return sorted(people, key=lambda one: grid.distance(own, self.state.square(one)))

    def first_refusal(self, orders: Iterable[Order]) -> Refusal | None:
        """Why none of some orders may be given; nothing, if one of them may."""
        first: Refusal | None = None
        for order in orders:
            refused = self.refusal(order)
            if refused is None:
                return None
            first = first or refused
        return first

    # -- telling ----------------------------------------------------------------------------------

    def action(self, kind: type[Order], words: Kind, **told: Unpack[Told]) -> Action:
        """An action as `action_of` makes it, without what goes without saying."""
        told["fixed"] = _said(kind, told.get("fixed") or {})
        return action_of(kind, words, self.rule, **told)

    def done(self, label: str, hint: str = "", order: type[Order] = Done) -> Action:
        """The answer that ends something, or makes no use of a chance."""
        words = Kind(label=label, key="E", hint=hint)
        return self.action(order, words, refusal=self.refusal(order()), ends=True)


def _said(kind: type[Order], fixed: dict[str, Any]) -> dict[str, Any]:
    """What is settled of an order, without what goes without saying."""
    usual = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return {name: value for name, value in fixed.items() if value != usual[name]}
