"""Sections 5.1 and 9.5: tanks with several guns, and anti-tank rifles."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

NO_FIELD_OR_SIGHT = "p8.fire.needs-field-of-fire-and-los"


# -- secondary guns -------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.secondary-guns")
def test_a_char_b1_fires_both_guns_at_different_targets() -> None:
    battle = situation(
        "char fr-b1 20,5; tank ge-pz2 18,15 S; rifles ge-rifle-40 22,15 S", dice=[10, 4, 8, 6]
    )
    battle.play(Fire("char", "tank", ("rifles",)))
    shots = told(battle, "fire")
    assert [event.pieces for event in shots] == [("char", "tank"), ("char", "rifles")]
    # 4 for the turret gun against Def 2, then 6 for the hull gun against Def 5.
    assert [event.data["score"] for event in shots] == [10 + 4 - 4 - 2, 8 + 6 - 6 - 5]
    assert is_out(battle, "tank")
    assert element(battle, "rifles").suppressed


@pytest.mark.rule("p8.fire.secondary-guns")
def test_each_gun_has_its_own_range_and_field_of_fire() -> None:
    battle = situation("char fr-b1 20,20; behind ge-rifle-40 20,12; far ge-pz2 20,38 S")
    assert barred(battle, "char", "behind", 0) is None
    assert barred(battle, "char", "behind", 1) == "p8.fire.field-90-restricted"
    assert barred(battle, "char", "far", 0) is None
    assert barred(battle, "char", "far", 1) == NO_FIELD_OR_SIGHT
    assert barred(battle, "char", "far", 2) == "p8.fire.secondary-guns"
    assert why_not(battle, Fire("char", "far", (None, "far"))) == "p8.fire.secondary-guns"


@pytest.mark.rule("p8.fire.secondary-guns")
@cases("sheet, reason", ("ge-pz2", "firer has one gun only."), ("fr-b1", "firer has 2 guns only."))
def test_no_more_targets_than_guns(sheet: str, reason: str) -> None:
    battle = face_to_face(sheet, "uk-rifle-40", 6.0)
    refusal = battle.refusal(Fire("firer", "target", ("target", "target")))
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("p8.fire.secondary-guns")
def test_a_secondary_gun_may_fire_alone_and_a_dead_target_is_not_shot_twice() -> None:
    char = situation("char fr-b1 20,5; rifles ge-rifle-40 20,15 S", dice=[10, 1])
    alone = char.fork()
    alone.play(Fire("char", None, ("rifles",)))
    assert modifiers(alone)["p8.fire.hesa-against-unarmoured"] == 6
    both = situation("char fr-b1 20,5; rifles ge-rifle-40 20,15 S", dice=[10, 1])
    both.play(Fire("char", "rifles", ("rifles",)))
    assert kinds(both).count("fire") == 1


@pytest.mark.rule("p8.fire.secondary-guns", "p8.fire.nmf-cannot-fire-and-move")
def test_nmf_of_a_secondary_gun_bars_only_that_gun() -> None:
    battle = face_to_face(
        "fr-b1",
        "ge-pz2",
        8.0,
        sides=("french", "german"),
        firer={"moved": True, "shifted": True},
    )
    assert barred(battle, gun=0) is None
    assert barred(battle, gun=1) == "p8.fire.nmf-cannot-fire-and-move"
    assert why_not(battle, Fire("firer", "target", ("target",))) == (
        "p8.fire.nmf-cannot-fire-and-move"
    )
    assert why_not(battle, Fire("firer", "target", (None, None))) == "p8.fire.secondary-guns"


@pytest.mark.rule("p8.fire.secondary-guns")
def test_in_a_reaction_all_guns_fire_at_the_mover() -> None:
    battle = situation("mover ge-pz38t 20,18 S; char fr-b1 20,5", dice=[1, 10, 1, 10])
    battle.play(Move("mover", ((20, 16),)))
    battle.play(ReactFire("char", 2.0))
    assert [event.pieces for event in told(battle, "fire")] == [("char", "mover")] * 2


# -- anti-tank rifles (9.5) -----------------------------------------------------------------------


@pytest.mark.rule("p8.atr.once-per-target-per-phase")
def test_an_afv_is_shot_at_by_one_anti_tank_rifle_of_a_side_in_a_phase() -> None:
    battle = situation(
        "one uk-rifle-atr-40 18,5; two uk-rifle-atr-40 22,5; tank ge-pz2 18,12 S",
        "other ge-pz2 22,12 S; rifles ge-rifle-40 25,12 S",
        dice=[1, 10],
    )
    battle.play(Fire("one", "tank"))
    assert why_not(battle, Fire("two", "tank")) == "p8.atr.once-per-target-per-phase"
    assert battle.allows(Fire("two", "other"))
    assert battle.allows(Fire("two", "rifles"))


@pytest.mark.rule("p8.atr.once-per-target-per-phase")
def test_the_limit_ends_with_the_phase_and_does_not_bind_other_weapons() -> None:
    battle = situation(
        "one uk-rifle-atr-40 18,5; two uk-rifle-atr-40 20,5; gun uk-2pdr 24,5",
        "tank ge-pz2 20,12 S",
        dice=[1, 10],
    )
    battle.play(Fire("one", "tank"))
    assert battle.allows(Fire("gun", "tank"))
    assert not battle.allows(Fire("two", "tank"))
    battle.play(Done(), "british")
    battle.play(Done(), "german")
    assert battle.state.active == "british"
    assert battle.allows(Fire("two", "tank"))


@pytest.mark.rule("p8.atr.russians-exempt")
def test_the_russians_may_fire_all_their_anti_tank_rifles_at_one_tank() -> None:
    battle = situation("one su-atr 18,5; two su-atr 22,5; tank ge-pz2 20,12 S", dice=[1, 10, 1, 10])
    battle.play(Fire("one", "tank"))
    battle.play(Fire("two", "tank"))
    assert len(told(battle, "fire")) == 2


@pytest.mark.rule("p8.atr.once-per-target-per-phase")
def test_reactions_count_too() -> None:
    battle = situation(
        "tank ge-pz2 20,13 S; one uk-rifle-atr-40 18,5; two uk-rifle-atr-40 22,5",
        "gun uk-2pdr 25,5",
        dice=[1, 10],
    )
    battle.play(Move("tank", ((20, 11),)))
    battle.play(ReactFire("one", 2.0))
    assert why_not(battle, ReactFire("two", 2.0)) == "p8.atr.once-per-target-per-phase"
    assert why_not(battle, ReactFire("gun", 2.0)) is None
