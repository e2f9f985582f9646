"""What an attack on a man is worth, in enemies put out of action."""

from __future__ import annotations

from functools import lru_cache

from sandtable.battle import Refusal

from ..part1_personal.attack.attack_roll import Blow
from ..state.people import Person
from ..state.tables import Throw

WOUND = 0.35
"""What a wound is worth, in parts of putting somebody out of action."""


def value_of(blow: Blow | Refusal, target: Person) -> float:
    """What an attack is worth: the chance to put the target out, and a part for a wound."""
    if isinstance(blow, Refusal):
        return 0.0
    hit = 1.0 if blow.sure else min(20, max(0, 21 - blow.needed)) / 20
    if blow.naturals and not blow.sure:
        hit = min(0.95, max(0.05, hit))
    if hit <= 0:
        return 0.0
    out = _chance_of(blow, max(1, target.hp))
    worth = 1.3 if target.combatant.operative or target.rank == "officer" else 1.0
    return worth * hit * (out + (1 - out) * WOUND)


def _chance_of(blow: Blow, needed: int) -> float:
    """The chance that the damage of a hit is at least so much."""
    return _chance_of_damage(blow.damage, blow.more, blow.times, needed)


@lru_cache(maxsize=1024)
def _chance_of_damage(damage: Throw, more: int, times: int, needed: int) -> float:
    dice, sides = damage.count, damage.sides
    ways = {0: 1}
    for _ in range(dice):
        ways = {
            total: sum(ways.get(total - face, 0) for face in range(1, sides + 1))
            for total in range(1, sides * dice + 1)
        }
    plus = damage.plus + more
    good = sum(n for total, n in ways.items() if max(1, total + plus) * times >= needed)
    return float(good) / float(sides**dice)
