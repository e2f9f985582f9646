"""Battles that differ only in what one side hides: nobody else can tell them apart.

`python bench/siege.py views` does it with a hundred thousand pairs.
"""

from __future__ import annotations

import random

import pytest

from sandtable.scenario import Scenario
from tests.conformance import pairs
from tests.conformance.variants import WAYS, hiding, variants, with_secrets
from tests.panzer8.kit.hiding import copses


@pytest.mark.slow
def test_nobody_can_tell_battles_apart_that_differ_in_what_he_may_not_know() -> None:
    found = pairs.compare_many(150, seed=3, many=4)
    assert found.differences == []
    assert found.pairs.total() >= 150
    assert found.questions > 20 * 150


@pytest.mark.slow
@pytest.mark.parametrize("scenario", with_secrets(), ids=lambda scenario: scenario.id)
def test_what_is_hidden_can_be_many_things(scenario: Scenario) -> None:
    """The variants of a scenario differ from it and from each other, and all can be played."""
    (side,) = hiding(scenario)
    found = variants(scenario, side, 4, random.Random(1))
    assert len({each.digest() for each in (scenario, *found)}) == 5
    shown = {
        each.known_to(next(s for s in each.side_ids() if s != side)).digest() for each in found
    }
    assert len(shown) == 1


def test_counters_stay_where_they_lie() -> None:
    """A new name that somebody had already took his counter off the table: all could see that."""
    scenario = copses(pairs.MIXED, turns=3)

    def spots(each: Scenario) -> list[tuple[float, float]]:
        hidden = [unit.at for unit in each.units if unit.hidden and unit.at]
        return sorted([*hidden, *(dummy.at for dummy in each.dummies)])

    chance = random.Random(5)
    for _ in range(100):
        other = scenario
        for _ in range(8):
            other = chance.choice(WAYS["p8"])(other, "german", chance)
        assert spots(other) == spots(scenario)
