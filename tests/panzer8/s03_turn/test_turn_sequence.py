"""Section 3: the game turn, its player turns and their phases."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

FIRST = "p8.turn.first-player"
TWO = "p8.turn.two-player-turns"
PHASES = "p8.turn.phase-order"


def two_sides(**rest: object) -> P8Battle:
    return situation(
        unit("a", "uk-rifle-44", at=(20, 10)),
        unit("e", "ge-rifle-44", at=(20, 40), facing=0),
        **rest,  # type: ignore[arg-type]
    )


# -- who goes first -------------------------------------------------------------------------------


@pytest.mark.rule(FIRST)
def test_the_attacker_is_the_first_player() -> None:
    battle = two_sides(roles={"british": "defender", "german": "attacker"}, phase=None)
    assert battle.state.first == "german"
    assert battle.state.active == "german"
    assert battle.choices[0].seats == ("german",)
    assert told(battle, "turn")[-1].text == "Turn 1 of 12: German player turn."


@pytest.mark.rule(FIRST, "p8.dice.d10-is-one-to-ten")
def test_without_an_attacker_the_higher_die_goes_first() -> None:
    def first(*dice: int) -> str:
        battle = situation(
            "a uk-rifle-44 20,10; e ge-rifle-44 20,40",
            roles={"british": None},
            phase=None,
            dice=dice,
        )
        rolls = told(battle, "turn")[0].rolls
        assert sum(len(roll.faces) for roll in rolls) == len(dice)
        return battle.state.first

    assert first(7, 3) == "british"
    assert first(3, 7) == "german"
    assert first(5, 5, 10, 10, 2, 9) == "german"  # ties are rolled again


@pytest.mark.rule(FIRST, TWO)
def test_the_first_player_stays_first_all_game() -> None:
    battle = two_sides(phase=None)
    order = []
    for _ in range(6):
        order.append((battle.state.turn, battle.state.active))
        play(battle, Done())
    assert order == [(n, side) for n in (1, 2, 3) for side in ("british", "german")]


# -- phases ---------------------------------------------------------------------------------------


@pytest.mark.rule(PHASES, TWO)
def test_a_player_turn_goes_through_its_phases_to_the_other_sides_turn() -> None:
    battle = two_sides(phase=None)
    assert battle.state.phase == "action"  # the Event Phase is empty
    play(battle, Done())
    assert (battle.state.active, battle.state.phase, battle.state.turn) == ("german", "action", 1)
    play(battle, Done())
    assert (battle.state.active, battle.state.phase, battle.state.turn) == ("british", "action", 2)
    sides = [event.data["side"] for event in told(battle, "turn")]
    assert sides == ["british", "german", "british"]


@pytest.mark.rule(PHASES)
def test_a_side_that_can_do_nothing_has_its_turn_pass_by() -> None:
    battle = situation("a uk-rifle-44 20,10; e ge-rifle-44 20,40 reacted")
    play(battle, Done())
    assert (battle.state.active, battle.state.turn) == ("british", 2)
    assert not element(battle, "e").reacted


@pytest.mark.rule(TWO)
def test_a_new_player_turn_finds_everybody_fresh() -> None:
    battle = situation("a uk-rifle-44 20,10; b uk-rifle-44 24,10; e ge-rifle-44 20,40")
    play(battle, Move("a", ((20, 12),)))
    a = element(battle, "a")
    assert (a.acted, a.moved, a.shifted) == (True, True, True)
    play(battle, Done(), Done())
    a = element(battle, "a")
    assert (a.acted, a.moved, a.shifted) == (False, False, False)


@pytest.mark.rule("p8.turn.housekeeping")
def test_reaction_markers_go_after_the_victory_check_at_the_end_of_the_player_turn() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 reacted; b uk-rifle-44 24,10; e ge-rifle-44 20,40 reacted",
        "f ge-rifle-44 24,40",
    )
    play(battle, Done())
    assert (element(battle, "a").reacted, element(battle, "e").reacted) == (False, True)


@pytest.mark.rule("p8.turn.housekeeping")
def test_when_the_battle_ends_the_markers_stay_where_they_are() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 reacted; b uk-rifle-44 24,10; e ge-rifle-44 20,40 reacted",
        "f ge-rifle-44 24,40",
        turns=1,
    )
    play(battle, Done())
    assert not element(battle, "a").reacted
    play(battle, Done())
    assert battle.outcome is not None
    assert element(battle, "e").reacted


# -- a battle that begins in the middle -----------------------------------------------------------


@pytest.mark.rule(PHASES, TWO)
def test_a_battle_may_begin_in_the_middle() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 acted moved; b uk-rifle-44 24,10 suppressed",
        "e ge-rifle-44 20,40 reacted; f ge-rifle-44 24,40",
        first="german",
        turn=4,
    )
    assert (battle.state.turn, battle.state.active, battle.state.phase) == (4, "british", "action")
    assert told(battle, "turn")[0].text == "Turn 4 of 12: British player turn."
    assert why_not(battle, Move("a", ((20, 11),))) == "p8.action.one-per-element"
    assert element(battle, "b").suppressed
    play(battle, Done())  # the British are second, so turn 4 is over
    assert (battle.state.turn, battle.state.active) == (5, "german")
    assert element(battle, "e").reacted  # its own turn removes the marker at its end


@pytest.mark.rule(PHASES)
@cases("phase", "close-combat", "end")
def test_late_phases_run_on_to_the_other_sides_turn(phase: str) -> None:
    battle = two_sides(phase=phase)
    assert (battle.state.active, battle.state.phase) == ("german", "action")


@pytest.mark.rule("p8.end.victory-check", PHASES)
@cases("phase", "action", "close-combat", "end")
def test_a_battle_that_begins_late_in_a_player_turn_still_has_its_victory_check(
    phase: str,
) -> None:
    battle = two_sides(phase=phase, losses={"german": 1}, break_at={"german": 0.5})
    if phase == "action":
        play(battle, Done())
    assert battle.outcome is not None
    assert battle.outcome.winner == "british"


@pytest.mark.rule(TWO)
def test_statuses_of_this_turn_mean_nothing_at_the_start_of_the_next() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 acted; e ge-rifle-44 20,18", phase="event", dice=[1, 10]
    )
    assert not element(battle, "a").acted
    play(battle, Fire("a", "e"))
    assert len(told(battle, "fire")) == 1
