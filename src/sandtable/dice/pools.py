"""Opposed pools of dice, matched high to high.

Both sides roll a pool. Dice below the pool's number are struck out. Each defence die left
cancels one attack die left that is not higher than it; the attack dice still standing are hits.
"""

from __future__ import annotations

from itertools import groupby
from math import comb
from typing import TYPE_CHECKING

import msgspec

from sandtable.dice.rolls import DiceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Pool(msgspec.Struct, frozen=True, gc=False):
    """So many dice of one kind, of which those showing `at_least` count.

    Examples:
        >>> print(Pool(8, 10, 4))
        8d10 (4+)
        >>> Pool(-1, 6, 4)
        Traceback (most recent call last):
            ...
        sandtable.dice.rolls.DiceError: a pool of -1d6 cannot be: count 0 or more, sides 1 or more
    """

    count: int
    sides: int
    at_least: int = 1

    def __post_init__(self) -> None:
        if self.count < 0 or self.sides < 1:
            raise DiceError(
                f"a pool of {self.count}d{self.sides} cannot be: count 0 or more, sides 1 or more"
            )

    def __str__(self) -> str:
        return f"{self.count}d{self.sides} ({self.at_least}+)"


class Opposed(msgspec.Struct, frozen=True, order=True, gc=False):
    """What is left of an attack after the defence.

    Attributes:
        hits: Counting attack dice that still stand.
        cancelled: Counting attack dice that a defence die cancelled.

    Examples:
        >>> Opposed(hits=1, cancelled=2).successes
        3
    """

    hits: int
    cancelled: int

    @property
    def successes(self) -> int:
        """Counting attack dice before the defence cancelled any."""
        return self.hits + self.cancelled


class Match(msgspec.Struct, frozen=True):
    """Which dice met which, for a log: all counting dice, high to low.

    Attributes:
        standing: Attack dice that hit.
        pairs: (defence die, attack die it cancelled).
        wasted: Defence dice that cancelled nothing.
    """

    standing: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    wasted: tuple[int, ...]

    @property
    def result(self) -> Opposed:
        """The match in numbers.

        >>> match_dice([6, 4], [8, 8, 8]).result
        Opposed(hits=0, cancelled=2)
        """
        return Opposed(len(self.standing), len(self.pairs))


def match_dice(attack: Iterable[int], defence: Iterable[int], at_least: int = 1) -> Match:
    """Match rolled faces: every defence die cancels the highest attack die it can.

    Defence dice go highest first, and a die cancels one that is equal to it or lower. No other
    way to pair the dice cancels more.

    Args:
        attack: The faces of the attack, in any order.
        defence: The faces of the defence, in any order.
        at_least: Faces below this are struck out on both sides.

    Examples:
        >>> match_dice([8, 6, 4], [7, 5, 2], at_least=4)
        Match(standing=(8,), pairs=((7, 6), (5, 4)), wasted=())
    """
    standing = sorted((face for face in attack if face >= at_least), reverse=True)
    pairs: list[tuple[int, int]] = []
    wasted: list[int] = []
    for shield in sorted((face for face in defence if face >= at_least), reverse=True):
        struck = next((face for face in standing if face <= shield), None)
        if struck is None:
            wasted.append(shield)
        else:
            standing.remove(struck)
            pairs.append((shield, struck))
    return Match(tuple(standing), tuple(pairs), tuple(wasted))


def oppose(attack: Pool, defence: Pool, attacks: Iterable[int], shields: Iterable[int]) -> Opposed:
    """The result of two pools whose faces have been rolled.

    >>> oppose(Pool(2, 6, 4), Pool(2, 6, 4), (5, 5), (5, 3))
    Opposed(hits=1, cancelled=1)
    """
    return match_dice(
        (face for face in attacks if face >= attack.at_least),
        (face for face in shields if face >= defence.at_least),
    ).result


def opposed_weights(attack: Pool, defence: Pool) -> dict[Opposed, int]:
    """In how many ways of falling the two pools give each result.

    The weights add up to `attack.sides ** attack.count * defence.sides ** defence.count`.

    Faces are visited from the highest down. `free` is the number of defence dice seen so far that
    have cancelled nothing yet: an attack die that turns up is cancelled if any is free, and each
    of them is high enough, having been seen before it. `table[attackers][defenders][free]` holds
    the ways to have seen so many dice of each side.

    Examples:
        >>> opposed_weights(Pool(1, 6, 4), Pool(1, 6, 4)) == {
        ...     Opposed(0, 0): 18, Opposed(0, 1): 6, Opposed(1, 0): 12}
        True
    """
    men, shields = attack.count, defence.count
    table = [[[0] * (d + 1) for d in range(shields + 1)] for _ in range(men + 1)]
    table[0][0][0] = 1
    for attack_faces, defence_faces in _bands(attack, defence):
        if defence_faces:
            _see_defence(table, shields, defence_faces)
        if attack_faces:
            _see_attack(table, men, attack_faces)
    attack_blanks = min(max(attack.at_least - 1, 0), attack.sides)
    defence_blanks = min(max(defence.at_least - 1, 0), defence.sides)
    by_result: dict[tuple[int, int], int] = {}
    for a, by_defenders in enumerate(table):
        blank_attacks = attack_blanks ** (men - a)
        for d, by_free in enumerate(by_defenders):
            blanks = blank_attacks * defence_blanks ** (shields - d)
            for free, ways in enumerate(by_free):
                if ways and blanks:
                    key = (a - d + free, d - free)
                    by_result[key] = by_result.get(key, 0) + ways * blanks
    return {Opposed(*result): by_result[result] for result in sorted(by_result)}


def _bands(attack: Pool, defence: Pool) -> Iterator[tuple[int, int]]:
    """Counting faces from high to low: (faces of an attack die, faces of a defence die).

    Neighbouring faces that only one side can show make one band; a face that both can show is
    a band of its own.
    """
    counting = [
        (attack.at_least <= face <= attack.sides, defence.at_least <= face <= defence.sides)
        for face in range(max(attack.sides, defence.sides), 0, -1)
    ]
    for (attacks, defends), run in groupby(counting):
        faces = len(list(run))
        if attacks and defends:
            yield from [(1, 1)] * faces
        else:
            yield faces * attacks, faces * defends


def _see_defence(table: list[list[list[int]]], shields: int, faces: int) -> None:
    """Any number of the defence dice not yet seen turn up on one of `faces` faces."""
    for by_defenders in table:
        for d in range(shields - 1, -1, -1):
            ways_of = by_defenders[d]
            if not any(ways_of):
                continue
            for more in range(1, shields - d + 1):
                chosen = comb(shields - d, more) * faces**more
                into = by_defenders[d + more]
                for free, ways in enumerate(ways_of, more):
                    if ways:
                        into[free] += ways * chosen


def _see_attack(table: list[list[list[int]]], men: int, faces: int) -> None:
    """Any number of the attack dice not yet seen turn up on one of `faces` faces."""
    for a in range(men - 1, -1, -1):
        here = table[a]
        for more in range(1, men - a + 1):
            chosen = comb(men - a, more) * faces**more
            for ways_of, into in zip(here, table[a + more], strict=True):
                for free, ways in enumerate(ways_of):
                    if ways:
                        into[free - more if free > more else 0] += ways * chosen
