"""Section 5: the Action Phase."""

from __future__ import annotations

import pytest

from sandtable.battle import Remove
from tests.panzer8.kit import *

ONE = "p8.action.one-per-element"
BARRED = "p8.action.barred-after-reacting"


def skirmish(**rest: object) -> P8Battle:
    return situation(
        unit("a", "uk-rifle-44", at=(20, 10)),
        unit("b", "uk-rifle-44", at=(24, 10)),
        unit("e", "ge-rifle-44", at=(20, 18), facing=0),
        unit("f", "ge-rifle-44", at=(24, 18), facing=0),
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule(ONE)
def test_each_element_performs_one_action_in_any_order() -> None:
    battle = skirmish(dice=[1, 10])
    play(battle, Fire("b", "f"))
    refusal = refused(battle, Move("b", ((24, 11),)))
    assert refusal.rule == ONE
    assert refusal.reason == "b has already acted."
    play(battle, Move("a", ((20, 11),)))
    assert battle.state.active == "german"  # everybody has acted


@pytest.mark.rule(ONE)
def test_elements_may_pass() -> None:
    battle = skirmish()
    play(battle, Done())
    assert battle.state.active == "german"
    assert not element(battle, "a").moved


@pytest.mark.rule(ONE)
def test_only_ones_own_elements_act_and_only_in_ones_own_turn() -> None:
    battle = skirmish()
    assert why_not(battle, Move("e", ((20, 19),))) == ONE
    assert why_not(battle, Move("nobody", ((20, 19),))) == ONE
    assert battle.refusal(Move("e", ((20, 19),)), "german") is not None


@pytest.mark.rule("p8.action.list")
def test_the_actions_are_those_of_the_list() -> None:
    battle = skirmish()
    orders = [
        Fire("a", "e"),
        Move("a", ((20, 11),)),
        MoveAndFire("a", ((20, 11),)),
        FallBack("a", "home", 2.0),
    ]
    for order in orders:
        assert why_not(battle, order) is None
    assert why_not(battle, Recover("a")) == "p8.rally.recover-action"
    for stray in (GoOn(), Deploy("a", (20, 10))):
        assert why_not(battle, stray) == ONE


@pytest.mark.rule(BARRED)
def test_an_element_that_reacted_performs_no_action_of_any_kind() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 reacted; s uk-rifle-44 16,10 reacted suppressed",
        "b uk-rifle-44 24,10; e ge-rifle-44 20,18",
    )
    for order in (
        Fire("a", "e"),
        Move("a", ((20, 11),)),
        Move("a", (), 90),
        MoveAndFire("a", ((20, 11),)),
        FallBack("a", "home", 2.0),
        Recover("s"),
    ):
        assert why_not(battle, order) == BARRED
    play(battle, Move("b", ((24, 11),)))
    assert battle.state.active == "german"  # nobody is left who could act


@pytest.mark.rule("p8.action.reaction-marker-removed")
def test_markers_go_at_the_end_of_their_own_sides_player_turn() -> None:
    battle = situation("a uk-rifle-44 20,10; e ge-rifle-44 20,30 reacted; f ge-rifle-44 24,30")
    play(battle, Done())
    assert battle.state.active == "german"
    assert element(battle, "e").reacted  # not at the end of the other side's turn
    play(battle, Done())
    assert battle.state.active == "british"
    assert not element(battle, "e").reacted


@pytest.mark.rule("p8.action.allowed-when-suppressed")
def test_the_suppressed_fire_fall_back_or_recover() -> None:
    for order in (Fire("a", "e"), FallBack("a", "away", 1.0), Recover("a")):
        battle = situation(
            "a uk-rifle-44 20,10 suppressed; b uk-rifle-44 24,10; e ge-rifle-44 20,14", dice=[5, 10]
        )
        play(battle, order)
        assert element(battle, "a").acted
        assert element(battle, "a").suppressed


# -- several players on one side ------------------------------------------------------------------


def shared(**rest: object) -> P8Battle:
    return skirmish(
        seats=[
            Seat(id="left", side="british", pieces=("a",)),
            Seat(id="right", side="british", pieces=("b",)),
            Seat(id="foe", side="german"),
        ],
        **rest,
    )


@pytest.mark.rule(ONE)
def test_players_who_share_a_side_order_only_their_own_elements() -> None:
    battle = shared()
    assert battle.choices[0].seats == ("left", "right")
    refusal = battle.refusal(Move("b", ((24, 11),)), "left")
    assert refusal is not None
    assert refusal.reason == "b is not yours to command."
    play(battle, Move("b", ((24, 11),)), seat="right")
    play(battle, Move("a", ((20, 11),)), seat="left")
    assert battle.state.active == "german"


@pytest.mark.rule(ONE)
def test_the_phase_ends_when_all_of_them_are_done() -> None:
    battle = shared()
    play(battle, Done(), seat="left")
    assert battle.state.active == "british"
    assert battle.choices[0].seats == ("right",)
    assert battle.refusal(Move("a", ((20, 11),)), "left") is not None
    play(battle, Done(), seat="right")
    assert battle.state.active == "german"
    assert battle.choices[0].seats == ("foe",)


@pytest.mark.rule(ONE)
def test_a_player_who_is_done_does_not_hold_up_one_whose_elements_have_acted() -> None:
    battle = shared()
    play(battle, Move("b", ((24, 11),)), seat="right")
    assert battle.state.active == "british"
    play(battle, Done(), seat="left")
    assert battle.state.active == "german"


def test_steps_are_taken_back_freely_until_dice_fall_or_the_other_side_acts() -> None:
    battle = situation(
        "rifles uk-rifle-44 10,4; cromwell uk-cromwell 30,4; pak ge-pak40 30,30 S", dice=[5, 5]
    )
    nothing = battle.undo_refusal("british")
    assert nothing is not None
    assert nothing.reason == "There is nothing to take back."
    battle.play(Move("rifles", ((8, 4),), bearing="hold"))
    battle.play(Done(), "german")
    acted = battle.undo_refusal("british")
    assert acted is not None
    assert acted.reason == "German has acted since."
    battle.undo(seat="german")
    assert battle.undo_refusal("british") is None
    battle.undo(seat="british")
    assert battle.state.pieces["rifles"].x == 10
    battle.play(Fire("cromwell", "pak"))
    rolled = battle.undo_refusal("british")
    assert rolled is not None
    assert rolled.reason == "Dice have been thrown since."


def test_a_ruling_that_takes_a_mover_away_leaves_nothing_hanging() -> None:
    battle = situation(
        "cromwell uk-cromwell 30,4; rifles uk-rifle-44 10,4; pak ge-pak40 30,30 S", referee=True
    )
    battle.play(Move("cromwell", ((30, 8),)))
    assert asked(battle) == "reaction"
    battle.rule(Remove(piece="cromwell"))
    assert battle.state.agenda == ()
    assert asked(battle) == "action"
    assert battle.choices[0].seats == ("british",)
