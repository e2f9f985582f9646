"""First Aid in a segment that two sides share undoes no blow that is struck at the same time."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import Aid, Begin, EndTurn
from tests.whitebox.kit import (
    A_FIRST,
    OwbBattle,
    fight,
    man,
    pass_all,
    person,
    play,
    refusal,
    rolled_all,
    shot,
    told,
    turn,
)

rule = pytest.mark.rule
TIED = (4, 4, 1, 2)
"""A tie in the first round in which side a has the first turn."""


def struck(damage: int, rank: str = "soldier", **options: str | bool) -> OwbBattle:
    """Ivan has hit Bob in a tie, for so much; the medic beside Bob has begun his turn."""
    medic = {"class": "medic"}
    battle = fight(
        man("ivan", (10, 20)),
        man("bob", (10, 10), "b", rank=rank, armor=[]),
        man("medic", (11, 10), "b", rank="op1", **medic),  # type: ignore[arg-type]
        dice=TIED,
        options=options,
    )
    turn(battle, "ivan", shot("bob"), dice=(20, damage - 1))
    play(battle, Begin(person="medic"))
    return battle


AID = Aid(person="medic", patient="bob")


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid")
@pytest.mark.parametrize("damage", [4, 5, 7])
def test_one_who_will_be_dead_is_past_help(damage: int) -> None:
    battle = struck(damage)
    assert person(battle, "bob").able, "he may still take his turn"
    assert refusal(battle, AID, "b") == "owb.base.first-aid"
    play(battle, EndTurn(person="medic"), Begin(person="bob"))
    himself = Aid(person="bob", patient="bob")
    assert refusal(battle, himself, "b") == "owb.base.first-aid"
    play(battle, EndTurn(person="bob"), dice=A_FIRST)
    assert person(battle, "bob").out == "dead"


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid")
def test_one_who_will_live_regains_hit_points_as_ever() -> None:
    battle = struck(3)
    play(battle, AID, dice=(1,))
    assert person(battle, "bob").hp == 2
    play(battle, EndTurn(person="medic"), Begin(person="bob"), EndTurn(person="bob"), dice=A_FIRST)
    assert not person(battle, "bob").out
    assert rolled_all(battle)


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid", "owb.base.dying")
def test_an_operative_who_will_fall_is_stable_when_he_does() -> None:
    battle = struck(7, "op1")
    assert person(battle, "bob").hp == -2
    play(battle, AID)
    assert rolled_all(battle), "nothing is rolled for the dying"
    assert person(battle, "bob").hp == -2
    play(battle, EndTurn(person="medic"), Begin(person="bob"))
    play(battle, shot("ivan", who="bob"), EndTurn(person="bob"), dice=(20, 6, *A_FIRST))
    assert person(battle, "ivan").out == "dead", "his turn was his"
    assert person(battle, "bob").out == "incapacitated"
    assert sorted(event.pieces[0] for event in told(battle, "out")) == ["bob", "ivan"]


@rule("owb.base.first-aid", "owb.base.dying")
@pytest.mark.parametrize(("aided", "hp"), [(True, -2), (False, -3)])
def test_the_stable_one_loses_nothing_in_the_round_after(*, aided: bool, hp: int) -> None:
    battle = struck(7, "op1")
    if aided:
        play(battle, AID)
    play(battle, EndTurn(person="medic"), Begin(person="bob"), EndTurn(person="bob"), dice=A_FIRST)
    assert (person(battle, "bob").out, person(battle, "bob").hp) == ("incapacitated", -2)
    pass_all(battle, dice=A_FIRST)
    assert person(battle, "bob").hp == hp


@rule("owb.base.first-aid", "owb.base.damage-and-zero-hp")
def test_where_operatives_die_at_0_they_are_past_help_too() -> None:
    assert refusal(struck(6, "op1", zero_hp="deadly"), AID, "b") == "owb.base.first-aid"
    assert struck(4, "op1", zero_hp="deadly").allows(AID, "b")
