"""What an order can lead to, and how likely each result is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from sandtable.dice import Distribution
from sandtable.odds.tally import Tally

Outcomes = tuple[tuple[str, Fraction], ...]
"""Results and their exact probabilities, the mildest first."""


class Fate(Struct, frozen=True, kw_only=True):
    """What may become of one of several whom an order concerns.

    Attributes:
        piece: The piece.
        name: What it is called.
        outcomes: The results for it, and their exact probabilities, the mildest first.
    """

    piece: str
    name: str
    outcomes: Outcomes


class Odds(Struct, frozen=True, kw_only=True):
    """The exact odds of one roll before it is made.

    Attributes:
        title: What is about to be rolled, in a few words.
        outcomes: The results and their exact probabilities, the mildest first. Where several are
            concerned, those that are nobody's own.
        tallies: Each side's total, modifier by modifier.
        fates: What may become of each, where several are concerned: together with the outcomes
            that are nobody's own, all that can happen to it.
    """

    title: str
    outcomes: Outcomes
    tallies: tuple[Tally, ...] = ()
    fates: tuple[Fate, ...] = ()

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

    def fate_of(self, piece: str) -> dict[str, Fraction]:
        """What may become of one of several: the results for it with their probabilities."""
        return next((dict(fate.outcomes) for fate in self.fates if fate.piece == piece), {})

    def to_builtins(self) -> dict[str, Any]:
        """The odds as plain data for JSON, with fractions as ``"13/100"``."""
        return {
            "title": self.title,
            "outcomes": _plain(self.outcomes),
            "fates": [
                {"piece": fate.piece, "name": fate.name, "outcomes": _plain(fate.outcomes)}
                for fate in self.fates
            ],
            "modifiers": [
                {"side": tally.side, "value": m.value, "rule": m.rule, "text": m.text}
                for tally in self.tallies
                for m in tally.modifiers
            ],
        }


def _plain(outcomes: Outcomes) -> list[dict[str, str]]:
    return [{"result": result, "probability": str(chance)} for result, chance in outcomes]


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is possible is never shown as nothing.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 400)), percent(Fraction(999, 1000))
    ('33 %', '< 1 %', '> 99 %')
    """
    if 0 < chance < Fraction(1, 200):
        return "< 1 %"
    if Fraction(199, 200) < chance < 1:
        return "> 99 %"
    return f"{round(chance * 100)} %"
