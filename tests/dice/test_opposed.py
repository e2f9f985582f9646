"""Opposed pools: the matching itself, and its exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice import DiceError, Match, Opposed, Pool, ScriptedDice, exact, match_dice
from sandtable.dice.pools import opposed_weights
from tests.dice.brute import brute_force, chances_of


@pytest.mark.parametrize(
    ("attack", "defence", "hits", "cancelled"),
    [
        ((8, 6, 4), (7, 5, 2), 1, 2),
        ((5, 5), (5, 3), 1, 1),
        ((6, 4), (8, 8, 8), 0, 2),
        ((10, 7, 4, 2), (6, 4, 3, 1), 2, 1),
        ((7, 2, 1), (8, 3, 6), 0, 1),
        ((3, 2), (8, 8), 0, 0),
        ((8,), (), 1, 0),
        ((), (8,), 0, 0),
    ],
)
def test_worked_examples(
    attack: tuple[int, ...], defence: tuple[int, ...], hits: int, cancelled: int
) -> None:
    dice = ScriptedDice([*attack, *defence])
    result = dice.opposed(Pool(len(attack), 10, 4), Pool(len(defence), 8, 4), "fire", "cover")
    assert result == Opposed(hits, cancelled)
    assert result.successes == sum(face >= 4 for face in attack)
    dice.assert_spent()
    recorded = [(roll.what, roll.faces) for roll in dice.rolls]
    assert recorded == [
        (what, faces) for what, faces in (("fire", attack), ("cover", defence)) if faces
    ]


def test_a_match_says_which_dice_met() -> None:
    assert match_dice([4, 8, 6, 1], [2, 9, 5, 3], at_least=3) == Match(
        standing=(6,), pairs=((9, 8), (5, 4)), wasted=(3,)
    )


FACES = st.lists(st.integers(min_value=1, max_value=6), max_size=5)


@given(FACES, FACES)
def test_no_other_pairing_cancels_more(attack: list[int], defence: list[int]) -> None:
    padded = defence + [0] * len(attack)
    most = max(
        sum(shield >= face for face, shield in zip(attack, order, strict=False))
        for order in set(permutations(padded, len(attack)))
    )
    assert match_dice(attack, defence).result == Opposed(len(attack) - most, most)


@given(FACES, FACES, st.integers(min_value=1, max_value=7))
def test_a_match_uses_every_counting_die_once(
    attack: list[int], defence: list[int], at_least: int
) -> None:
    match = match_dice(attack, defence, at_least)
    shields = [shield for shield, _ in match.pairs]
    struck = [face for _, face in match.pairs]
    assert sorted([*match.standing, *struck]) == sorted(f for f in attack if f >= at_least)
    assert sorted([*match.wasted, *shields]) == sorted(f for f in defence if f >= at_least)
    assert all(shield >= face for shield, face in match.pairs)


POOLS = [
    (Pool(0, 6, 4), Pool(2, 6, 4)),
    (Pool(2, 6, 4), Pool(0, 6, 4)),
    (Pool(1, 6, 4), Pool(1, 6, 4)),
    (Pool(2, 6, 4), Pool(2, 6, 4)),
    (Pool(3, 6, 4), Pool(2, 4, 4)),
    (Pool(2, 4, 4), Pool(3, 6, 4)),
    (Pool(2, 6, 1), Pool(2, 6, 1)),
    (Pool(2, 6, 0), Pool(2, 6, -3)),
    (Pool(2, 6, 3), Pool(2, 6, 5)),
    (Pool(2, 6, 5), Pool(2, 6, 2)),
    (Pool(2, 6, 7), Pool(2, 6, 4)),
    (Pool(2, 6, 4), Pool(2, 6, 7)),
    (Pool(2, 3, 1), Pool(2, 8, 5)),
    (Pool(2, 8, 6), Pool(2, 4, 2)),
    (Pool(2, 8, 5), Pool(2, 3, 1)),
    (Pool(1, 1, 1), Pool(1, 1, 1)),
    (Pool(4, 3, 2), Pool(3, 4, 3)),
]


@pytest.mark.parametrize(("attack", "defence"), POOLS, ids=lambda pool: str(pool))
def test_odds_against_brute_force(attack: Pool, defence: Pool) -> None:
    odds = exact(lambda dice: dice.opposed(attack, defence))
    assert chances_of(odds) == brute_force(lambda dice: dice.opposed(attack, defence))


@pytest.mark.slow
@given(
    st.integers(min_value=0, max_value=5),
    st.sampled_from([4, 6, 8, 10, 12]),
    st.integers(min_value=0, max_value=5),
    st.sampled_from([4, 6, 8, 10, 12]),
)
def test_odds_against_icepool(men: int, attack: int, shields: int, defence: int) -> None:
    odds = exact(lambda dice: dice.opposed(Pool(men, attack, 4), Pool(shields, defence, 4)))
    fire = icepool.d(attack).pool(men).keep_outcomes(range(4, 13))
    cover = icepool.d(defence).pool(shields).keep_outcomes(range(4, 13))
    hits: Any = fire.max_pair_drop("<=", cover, "high").size()
    by_icepool = {outcome: Fraction(ways, hits.denominator()) for outcome, ways in hits.items()}
    assert chances_of(odds.map(lambda result: result.hits)) == by_icepool
    cancelled: Any = fire.max_pair_keep("<=", cover, "high").size()
    by_icepool = {
        outcome: Fraction(ways, cancelled.denominator()) for outcome, ways in cancelled.items()
    }
    assert chances_of(odds.map(lambda result: result.cancelled)) == by_icepool


SMALL = st.builds(Pool, st.integers(0, 3), st.integers(1, 5), st.integers(-1, 7))


@given(SMALL, SMALL)
def test_odds_of_any_two_small_pools(attack: Pool, defence: Pool) -> None:
    weights: Counter[Opposed] = Counter()
    for attacks in product(range(1, attack.sides + 1), repeat=attack.count):
        counting = [face for face in attacks if face >= attack.at_least]
        for shields in product(range(1, defence.sides + 1), repeat=defence.count):
            left = counting.copy()
            for shield in sorted(shields, reverse=True):
                lower = [face for face in left if face <= shield]
                if shield >= defence.at_least and lower:
                    left.remove(max(lower))
            weights[Opposed(len(left), len(counting) - len(left))] += 1
    assert opposed_weights(attack, defence) == weights


@given(
    st.builds(Pool, st.integers(0, 9), st.integers(1, 12), st.integers(-1, 14)),
    st.builds(Pool, st.integers(0, 9), st.integers(1, 12), st.integers(-1, 14)),
)
def test_every_way_of_falling_is_counted_once(attack: Pool, defence: Pool) -> None:
    weights = opposed_weights(attack, defence)
    assert sum(weights.values()) == attack.sides**attack.count * defence.sides**defence.count
    assert all(weight > 0 for weight in weights.values())


def test_one_question_has_few_branches() -> None:
    runs = 0

    def attack(dice: object) -> Opposed:
        nonlocal runs
        runs += 1
        return dice.opposed(Pool(8, 8, 4), Pool(6, 8, 4))  # type: ignore[attr-defined, no-any-return]

    exact(attack)
    assert runs == sum(1 for hits in range(9) for cut in range(7) if hits + cut <= 8)


@pytest.mark.parametrize(("count", "sides"), [(-1, 6), (2, 0)])
def test_a_pool_that_cannot_be(count: int, sides: int) -> None:
    with pytest.raises(DiceError, match=f"a pool of {count}d{sides} cannot be"):
        Pool(count, sides, 4)
