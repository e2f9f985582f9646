"""Section 5.6: move and fire."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

HALF = "p8.movefire.half-speed-then-fire"
NMF = "p8.movefire.nmf-forbidden"
ROTATE = "p8.movefire.nmf-may-rotate-and-fire"
MOVED = "p8.fire.mod-firer-moved"


@pytest.mark.rule(HALF)
def test_an_element_moves_at_half_speed_and_then_fires() -> None:
    battle = situation("a uk-rifle-44 20,10; e ge-rifle-44 20,18", dice=[8, 5])
    assert why_not(battle, MoveAndFire("a", ((20, 12.02),))) == "p8.move.up-to-rate"
    play(battle, MoveAndFire("a", ((20, 12),)))
    assert asked(battle) == "fire"
    play(battle, Fire("a", "e"))
    assert modifiers(battle)[MOVED] == 1
    # 8 + 5 and 1 from behind, against 5 + 5 and 1 because the firer moved.
    assert score(battle) == 3


@pytest.mark.rule(HALF)
def test_sight_range_and_cover_are_judged_from_where_it_ends() -> None:
    # Behind a wood at first; 2 to the east it sees past it.
    battle = situation(
        "a uk-rifle-44 16,10; e ge-rifle-44 22,20 E", terrain="wood 10,12 to 19,16", dice=[1, 10]
    )
    assert why_not(battle, Fire("a", "e")) is not None
    play(battle, MoveAndFire("a", ((18, 10),)))
    assert why_not(battle, Fire("a", "e")) is None
    play(battle, Fire("a", "e"))
    assert len(told(battle, "fire")) == 1


@pytest.mark.rule(HALF)
def test_the_shot_may_be_let_go_and_another_may_not_take_it() -> None:
    battle = situation("a uk-rifle-44 20,10; b uk-rifle-44 24,10; e ge-rifle-44 20,18")
    play(battle, MoveAndFire("a", ((20, 11),)))
    assert why_not(battle, Fire("b", "e")) == HALF
    assert why_not(battle, Move("b", ((24, 12),))) == HALF
    play(battle, Done())
    assert element(battle, "a").acted
    assert why_not(battle, Fire("a", "e")) == "p8.action.one-per-element"


@pytest.mark.rule(HALF)
def test_without_a_target_at_the_end_nothing_is_asked() -> None:
    battle = situation("a uk-rifle-44 20,10; b uk-rifle-44 24,10; e ge-rifle-44 20,40")
    play(battle, MoveAndFire("a", ((20, 12),)))
    assert asked(battle) == "action"


@pytest.mark.rule(HALF)
def test_the_unarmed_do_not_move_and_fire() -> None:
    battle = situation("a uk-truck 20,10")
    assert why_not(battle, MoveAndFire("a", ((20, 11),))) == HALF


@pytest.mark.rule(NMF)
@cases("sheet", "ge-mg", "ge-pak38", "ge-wespe", "fr-r35")
def test_elements_with_nmf_do_not_move_and_fire(sheet: str) -> None:
    battle = situation(unit("a", sheet, "german", at=(20, 10)))
    assert why_not(battle, MoveAndFire("a", ((20, 10.4),))) == NMF
    assert why_not(battle, Move("a", ((20, 10.4),))) is None


@pytest.mark.rule(ROTATE, "p8.sheet.flag-nmf")
@cases("sheet", "ge-pak38", "ge-pak40")
def test_but_they_may_turn_any_angle_and_fire(sheet: str) -> None:
    battle = situation(
        unit("a", sheet, "german", at=(20, 20), facing=0), "e uk-sherman-75 20,10 S", dice=[1, 10]
    )
    assert why_not(battle, Fire("a", "e")) == "p8.fire.field-90-restricted"
    play(battle, MoveAndFire("a", (), 180))
    assert element(battle, "a").heading == 180
    play(battle, Fire("a", "e"))
    assert modifiers(battle)[MOVED] == 1


@pytest.mark.rule("p8.fire.nmf-cannot-fire-and-move")
def test_an_element_with_nmf_that_was_moved_cannot_fire_in_that_player_turn() -> None:
    battle = situation(
        unit("a", "ge-pak38", at=(20, 20), facing=180, moved=True, shifted=True),
        "e uk-sherman-75 20,10 S",
    )
    assert why_not(battle, Fire("a", "e")) == "p8.fire.nmf-cannot-fire-and-move"
    turned = situation("a ge-pak38 20,20 S moved; e uk-sherman-75 20,10 S")
    assert why_not(turned, Fire("a", "e")) is None


@pytest.mark.rule("p8.limber.break-down-and-set-up", ROTATE)
@cases("apart", True, False)
def test_a_weapon_that_is_taken_apart_does_not_turn_to_fire(apart: bool) -> None:
    battle = situation(unit("mg", "uk-mg", at=(20, 10), broken_down=apart), "e ge-rifle-44 20,18")
    rule = "p8.limber.break-down-and-set-up" if apart else None
    assert why_not(battle, MoveAndFire("mg", (), 20.0)) == rule
