"""The same procedures in seeded play come out as their exact odds say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.dice import Dice, FairDice, Pool, SeededDice, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


def shot(dice: Dice) -> Hashable:
    return min(max(dice.contest(10, "firer", "target"), -4), 6)


def grenade(dice: Dice) -> Hashable:
    if not dice.test(6, 3, "throw"):
        return "miss"
    return dice.sum(2, 6, "damage", plus=dice.pick([0, 2, 4], "place", sides=10))


def fire(dice: Dice) -> Hashable:
    return dice.opposed(Pool(5, 8, 4), Pool(4, 10, 4))


def morale(dice: Dice) -> Hashable:
    return dice.successes(dice.die(6, "men"), 8, 4, "morale")


def cards(dice: Dice) -> Hashable:
    return dice.draw("aabc", 2, "cards"), dice.shuffle("xyz", "order")[0]


def best(dice: Dice) -> Hashable:
    return dice.pool(3, 6, "best two")[:2]


def misfit(dice: Dice, procedure: Callable[[Dice], Hashable], games: int) -> tuple[float, int]:
    """Chi-square and degrees of freedom; rare results (expected below 5) are put together."""
    counts: Counter[Any] = Counter()
    for place in range(games):
        dice.begin(place)
        counts[procedure(dice)] += 1
    odds = exact(procedure)
    assert set(counts) <= set(odds)
    cells = []
    rare_seen, rare_expected = 0, 0.0
    for result, chance in odds.items():
        expected = float(chance) * games
        if expected < 5:
            rare_seen += counts[result]
            rare_expected += expected
        else:
            cells.append((counts[result], expected))
    if rare_expected:
        cells.append((rare_seen, max(rare_expected, 1.0)))
    return sum((seen - due) ** 2 / due for seen, due in cells), len(cells) - 1


@pytest.mark.parametrize("procedure", [shot, grenade, fire, morale, cards, best])
@pytest.mark.parametrize(
    ("dice", "games"),
    [(SeededDice("play and odds"), 10000), (FairDice(bytes(32), ["play", "odds"]), 3000)],
    ids=["seeded", "fair"],
)
def test_play_comes_out_as_the_odds(
    dice: Dice, games: int, procedure: Callable[[Dice], Hashable]
) -> None:
    chi_square, freedom = misfit(dice, procedure, games)
    assert freedom >= 5
    # Chi-square has mean f and variance 2f: 4.5 deviations above the mean is far out.
    assert chi_square < freedom + 4.5 * (2 * freedom) ** 0.5


def test_the_measure_finds_a_loaded_die() -> None:
    class Loaded(SeededDice):
        def die(self, sides: int, what: str) -> int:
            face = super().die(sides, what)
            return max(face, super().die(sides, what)) if self.line % 5 == 0 else face

    def firer(dice: Dice) -> Hashable:
        return dice.die(10, "firer")

    honest, freedom = misfit(SeededDice("loaded"), firer, 10000)
    loaded, _ = misfit(Loaded("loaded"), firer, 10000)
    assert honest < freedom + 4.5 * (2 * freedom) ** 0.5 < loaded
