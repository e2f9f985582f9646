"""A seat, the decision that it faces, and the fight as it knows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Unpack

import msgspec

from sandtable.battle import Order, case
from sandtable.battle.handling import Action, Kind
from sandtable.battle.slots import Told
from sandtable.table import grid

from . import OwbState
from .decision import commands
from .orders import Done
from .people import Person


@dataclass(frozen=True)
class Case(case.Case[OwbState]):
    """What a seat has to decide, and all that it knows."""

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

    def action(self, kind: type[Order], words: Kind, **told: Unpack[Told]) -> Action:
        """Something that can be ordered, without what goes without saying."""
        told["fixed"] = _said(kind, told.get("fixed") or {})
        return super().action(kind, words, **told)

    def done(self, label: str, hint: str = "", order: type[Order] = Done) -> Action:
        """The answer that ends something, or makes no use of a chance."""
        words = Kind(label=label, key="E", hint=hint)
        return self.action(order, words, refusal=self.refusal(order()), ends=True)


def _said(kind: type[Order], fixed: dict[str, Any]) -> dict[str, Any]:
    """What is settled of an order, without what goes without saying."""
    usual = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return {name: value for name, value in fixed.items() if value != usual[name]}


def named(state: OwbState, name: str | None) -> str:
    """What a piece is called; anything else as it is."""
    piece = state.pieces.get(name or "")
    return piece.name if piece is not None else name or ""
