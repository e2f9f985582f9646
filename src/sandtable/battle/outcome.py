"""How a battle ended."""

from __future__ import annotations

from msgspec import Struct

from sandtable.catalogue import cite


class Outcome(Struct, frozen=True, kw_only=True):
    """The end of a battle: who won, by which rule, and why.

    Attributes:
        winner: The side that won, or ``None`` for a draw.
        rule: The rule that ended it.
        reason: Why, as a sentence.
        scores: What the decision rested on, by side.
    """

    winner: str | None
    rule: str
    reason: str
    scores: dict[str, float] = {}

    def __post_init__(self) -> None:
        cite(self.rule)
