"""What the battle is waiting for."""

from __future__ import annotations

from msgspec import Struct

from sandtable.battle.orders import Order
from sandtable.catalogue import cite


class Choice(Struct, frozen=True, kw_only=True):
    """A decision that is open: whose it is, what about, and under which rule.

    Attributes:
        seats: The seats that may answer it; several where people share a side.
        ask: What kind of decision it is, in a word or two: ``"action"``, ``"reaction"``.
        rule: The rule that asks for it.
        prompt: The question, as a sentence.
        about: The pieces that it concerns.
        default: The answer that is given when nobody sits there (questions to the referee).
    """

    seats: tuple[str, ...]
    ask: str
    rule: str
    prompt: str
    about: tuple[str, ...] = ()
    default: Order | None = None

    def __post_init__(self) -> None:
        cite(self.rule)
