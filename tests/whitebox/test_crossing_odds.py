"""The odds of attacks in which several rules meet are those of their results."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin
from tests.whitebox.kit import fight, filled, man, play, shot
from tests.whitebox.test_men_again_odds import given, lost_by, true_odds

rule = pytest.mark.rule


@rule("owb.rof.two", "owb.modifiers.target-helpless-or-unaware", "owb.attack.natural-20-and-1")
@pytest.mark.slow
@pytest.mark.parametrize("naturals", ["off", "on"])
def test_odds_of_two_shots_at_a_man_who_is_unaware_of_the_first(naturals: str) -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 8), "b", rank="op1"),
        dice=(4, 1),
        options={"surprise": "roll", "naturals_personal": naturals, "stances": "on"},
    )
    play(battle, Begin(person="ivan"))
    order = shot("foe", "handgun-small", second="foe")
    assert given(battle, order) == true_odds(battle, order, lost_by("foe", 5))


@rule(
    "owb.weapon.shotgun-both-barrels",
    "owb.attack.natural-20-and-1",
    "owb.cover.partial-single-shot",
)
@pytest.mark.parametrize("naturals", ["off", "on"])
@pytest.mark.parametrize("far", [3, 4])
def test_odds_of_both_barrels(naturals: str, far: int) -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["shotgun-double-barreled"]),
        man("foe", (10, 20 - far), "b", rank="op2"),
        terrain=[filled("s", "sandbags", (10, 21 - far))],
        options={"naturals_personal": naturals},
    )
    play(battle, Begin(person="ivan"))
    order = shot("foe", "shotgun-double-barreled", mode="both-barrels")
    assert given(battle, order) == true_odds(battle, order, lost_by("foe", 9))
