"""Odds by brute force: a procedure in play, fed every sequence of single faces there is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from sandtable.dice import Dice, DiceError, DiceNeeded, Distribution, ScriptedDice

T = TypeVar("T", bound=Hashable)


def brute_force(procedure: Callable[[Dice], T]) -> dict[T, Fraction]:
    """Knows nothing of weights: each face of each die in turn, all equally likely."""
    chances: dict[T, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        dice = ScriptedDice(faces)
        try:
            result = procedure(dice)
        except DiceNeeded as needed:
            request = needed.request
            longer = [(*faces, face) for face in range(1, request.sides + 1)]
            if request.drawn:
                longer = [script for script in longer if not draws_twice(procedure, script)]
            waiting += [(script, chance / len(longer)) for script in longer]
        else:
            dice.assert_spent()
            chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def draws_twice(procedure: Callable[[Dice], object], faces: tuple[int, ...]) -> bool:
    try:
        procedure(ScriptedDice(faces))
    except DiceNeeded:
        return False
    except DiceError:
        return True
    return False


def chances_of(distribution: Distribution[T]) -> dict[T, Fraction]:
    return dict(distribution.items())
