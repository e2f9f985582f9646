"""What an order can lead to, and how likely each result is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from sandtable.dice import Distribution
from sandtable.odds.tally import Tally


class Odds(Struct, frozen=True, kw_only=True):
    """The exact odds of one roll before it is made.

    Attributes:
        title: What is about to be rolled, in a few words.
        outcomes: The results and their exact probabilities, the mildest first.
        tallies: Each side's total, modifier by modifier.
    """

    title: str
    outcomes: tuple[tuple[str, Fraction], ...]
    tallies: tuple[Tally, ...] = ()

    @classmethod
    def of(
        cls,
        title: str,
        distribution: Distribution[str],
        order: tuple[str, ...],
        tallies: tuple[Tally, ...] = (),
    ) -> Odds:
        """Odds from a distribution of results, listed in a given order, impossible ones as 0."""
        chances = dict(distribution.items())
        return cls(
            title=title,
            outcomes=tuple((result, Fraction(chances.get(result, 0))) for result in order),
            tallies=tallies,
        )

    def chance(self, result: str) -> Fraction:
        """The probability of a result."""
        return dict(self.outcomes).get(result, Fraction(0))

    def to_builtins(self) -> dict[str, Any]:
        """The odds as plain data for JSON, with fractions as ``"13/100"``."""
        return {
            "title": self.title,
            "outcomes": [
                {"result": result, "probability": str(chance)} for result, chance in self.outcomes
            ],
            "modifiers": [
                {"side": tally.side, "value": m.value, "rule": m.rule, "text": m.text}
                for tally in self.tallies
                for m in tally.modifiers
            ],
        }
