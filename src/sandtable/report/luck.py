"""How lucky each side was: what its dice brought against what they should bring on average.

Events that carry ``data["odds"]`` (the exact chance of every result, as ``"13/100"``) count, with
the result that came about in ``data["effect"]`` or ``data["result"]``. They are the rolls of the
side in ``data["by"]`` or, without that, of the doer. A result called ``none`` is one that brought
nothing, in every book.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sandtable.battle import Battle, Event

NOTHING = "none"


class Luck(Struct, frozen=True, kw_only=True):
    """The luck of one side.

    Attributes:
        side: Whose it is.
        rolls: How many rolls were counted.
        expected: How often each result should have come about, on average.
        actual: How often it did.
        deviations: By how many standard deviations the number of rolls that brought anything
            was above what it should be on average; 0 where nothing was left to chance.
    """

    side: str
    rolls: int
    expected: dict[str, Fraction]
    actual: dict[str, int]
    deviations: float

    @property
    def verdict(self) -> str:
        """The luck in a word or two.

        >>> Luck(side="us", rolls=0, expected={}, actual={}, deviations=-1.3).verdict
        'unlucky'
        """
        for least, word in ((2.0, "very lucky"), (1.0, "lucky"), (-1.0, "about average")):
            if self.deviations >= least:
                return word
        return "unlucky" if self.deviations > -2.0 else "very unlucky"

    def to_builtins(self) -> dict[str, Any]:
        """The luck as plain data for JSON."""
        return {
            "side": self.side,
            "rolls": self.rolls,
            "results": [
                {"result": result, "expected": round(float(expected), 3), "actual": actual}
                for result, expected, actual in self.results()
            ],
            "deviations": round(self.deviations, 3),
            "verdict": self.verdict,
        }

    def results(self) -> list[tuple[str, Fraction, int]]:
        """Every result with how often it was to be expected and how often it came about."""
        return [
            (result, expected, self.actual.get(result, 0))
            for result, expected in self.expected.items()
        ]


class Throw(Struct, frozen=True, kw_only=True):
    """One roll that counts: whose it was, what it could bring, and what it brought.

    Attributes:
        side: Whose roll it was.
        turn: In which turn.
        odds: The chance of every result.
        result: The one that came about.
    """

    side: str
    turn: int
    odds: dict[str, Fraction]
    result: str

    @property
    def chance(self) -> Fraction:
        """The chance that it would bring anything."""
        return 1 - self.odds.get(NOTHING, Fraction(0))

    @property
    def brought(self) -> bool:
        """Whether it did."""
        return self.result != NOTHING


def throws_of(battle: Battle[Any], events: Iterable[Event] | None = None) -> tuple[Throw, ...]:
    """Every roll that counts, in the order in which they fell.

    Args:
        battle: The battle.
        events: What is known of it; without any, all that happened.
    """
    owners = {unit.id: unit.side for unit in battle.scenario.units}
    owners |= {piece.id: piece.side for piece in battle.state.pieces.values()}
    sides = battle.scenario.side_ids()
    found: list[Throw] = []
    turn = 0
    for event in battle.events if events is None else events:
        if event.kind == "turn":
            turn = event.data.get("turn", turn)
        odds = _odds_in(event)
        side = event.data.get("by") or (owners.get(event.pieces[0]) if event.pieces else None)
        if odds is not None and side in sides:
            found.append(Throw(side=side, turn=turn, odds=odds[0], result=odds[1]))
    return tuple(found)


def luck_of(battle: Battle[Any], events: Iterable[Event] | None = None) -> tuple[Luck, ...]:
    """How lucky each side was, in the order of the scenario.

    Args:
        battle: The battle.
        events: What is known of it; without any, all that happened.
    """
    throws = throws_of(battle, events)
    return tuple(
        _luck(side, [(throw.odds, throw.result) for throw in throws if throw.side == side])
        for side in battle.scenario.side_ids()
    )


def _odds_in(event: Event) -> tuple[dict[str, Fraction], str] | None:
    odds = event.data.get("odds")
    result = event.data.get("effect", event.data.get("result"))
    if not isinstance(odds, Mapping) or not isinstance(result, str):
        return None
    return {str(name): Fraction(chance) for name, chance in odds.items()}, result


def _luck(side: str, rolls: Iterable[tuple[dict[str, Fraction], str]]) -> Luck:
    expected: dict[str, Fraction] = {}
    actual: dict[str, int] = {}
    count, hits, mean, variance = 0, 0, Fraction(0), Fraction(0)
    for odds, result in rolls:
        count += 1
        for name, chance in odds.items():
            expected[name] = expected.get(name, Fraction(0)) + chance
        actual[result] = actual.get(result, 0) + 1
        chance = 1 - odds.get(NOTHING, Fraction(0))
        hits += result != NOTHING
        mean += chance
        variance += chance * (1 - chance)
    above = float(hits - mean) / math.sqrt(variance) if variance else 0.0
    order = sorted(expected, key=lambda name: (name != NOTHING, -expected[name], name))
    return Luck(
        side=side,
        rolls=count,
        expected={name: expected[name] for name in order},
        actual={name: actual.get(name, 0) for name in order},
        deviations=above,
    )
