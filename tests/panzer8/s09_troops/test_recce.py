"""Section 9.1: reconnaissance troops."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

CLASS = "p8.recce.class"
MOVE = "p8.recce.pre-game-move"
ALTERNATE = "p8.recce.pre-game-alternate"
ENTRY = "p8.recce.pre-game-entry"

ROLES = {"british": "attacker", "german": "defender"}


def before(*units: Placed, **rest: Any) -> P8Battle:
    """A battle before its first turn; the British attack, the Germans defend."""
    return situation(*units, **{"phase": None, "roles": ROLES, **rest})


def daimler(name: str = "car", at: tuple[float, float] = (20, 5), **more: Any) -> Unit:
    return unit(name, "uk-daimler", at=at, **more)


def puma(name: str = "puma", at: tuple[float, float] = (20, 43), **more: Any) -> Unit:
    return unit(name, "ge-234-2", at=at, facing=180, **more)


def rifles(side: str = "german", at: tuple[float, float] = (40, 40)) -> Unit:
    nation = {"german": "ge", "british": "uk"}[side]
    return unit(f"{side}-foot", f"{nation}-rifle-44", side, at=at)


# -- who ------------------------------------------------------------------------------------------


@pytest.mark.rule(CLASS)
@cases(
    "sheet, scouts",
    ("uk-daimler", True),
    ("uk-light6", True),
    ("ge-cav", True),
    ("uk-mc-40", True),
    ("uk-cromwell", False),
    ("uk-rifle-44", False),
)
def test_armoured_cars_light_tanks_cavalry_and_motorcycles_are_recce(
    sheet: str, scouts: bool
) -> None:
    battle = before(unit("a", sheet, "british", at=(20, 5)), rifles())
    assert (asked(battle) == "recce") == scouts
    assert (about(battle) == ("a",)) == scouts


@pytest.mark.rule(CLASS)
def test_a_scenario_may_make_anybody_a_scout() -> None:
    battle = before(unit("a", "uk-rifle-44", at=(20, 5), flags=("REC",)), rifles())
    assert about(battle) == ("a",)


# -- one move -------------------------------------------------------------------------------------


@pytest.mark.rule(MOVE)
def test_each_scout_moves_once_before_turn_1() -> None:
    battle = before(daimler(), rifles())
    assert battle.state.phase == "setup"
    assert told(battle, "turn") == []
    play(battle, Move("car", ((20, 12),)))
    assert element(battle, "car").y == 12
    assert (battle.state.phase, battle.state.turn, battle.state.active) == ("action", 1, "british")
    play(battle, Move("car", ((20, 14),)))  # it acts in the first turn as if nothing had been
    assert element(battle, "car").y == 14


@pytest.mark.rule(MOVE)
def test_it_is_a_normal_move_and_nothing_else() -> None:
    battle = before(daimler(), rifles())
    assert why_not(battle, Move("car", ((20, 13.5),))) == "p8.move.up-to-rate"
    assert why_not(battle, Fire("car", "german-foot")) == MOVE
    assert why_not(battle, MoveAndFire("car", ((20, 7),))) == MOVE
    assert why_not(battle, Move("german-foot", ((40, 38),))) == MOVE
    assert why_not(battle, Move("nobody", ((40, 38),))) == MOVE
    assert refused(battle, Move("german-foot", ((40, 38),))).reason == (
        "'german-foot' does not move now; these may: car."
    )
    play(battle, Move("car", (), 90))  # to turn is to move
    assert element(battle, "car").heading == 90


@pytest.mark.rule(MOVE)
def test_nobody_reacts_to_it() -> None:
    gun = unit("gun", "ge-pak40", at=(20, 30), facing=180)
    battle = before(daimler(), gun)
    play(battle, Move("car", ((20, 12),)))
    assert kinds(battle) == ["move", "turn"]
    play(battle, Move("car", ((20, 15),)))
    assert asked(battle) == "reaction"  # as it does in the battle


@pytest.mark.rule(MOVE)
def test_scouts_may_stay() -> None:
    battle = before(daimler(), daimler("second", (24, 5)), rifles())
    play(battle, Done())
    assert battle.state.phase == "action"
    assert element(battle, "car").y == 5


@pytest.mark.rule(MOVE)
def test_nothing_of_the_move_is_left_in_the_battle() -> None:
    battle = before(puma(), rifles("british", (20, 5)))
    play(battle, Move("puma", ((20, 40),)))
    moved = element(battle, "puma")
    assert (moved.acted, moved.moved, moved.shifted, moved.reacted) == (False,) * 4


@pytest.mark.rule(MOVE)
def test_a_scenario_may_do_without() -> None:
    battle = before(daimler(), rifles(), options={"recce_moves": False})
    assert battle.state.phase == "action"
    with_them = before(daimler(), rifles(), options={"recce_moves": True})
    assert with_them.state.phase == "setup"
    with pytest.raises(ScenarioError, match="recce_moves"):
        before(daimler(), rifles(), options={"recce_moves": "sometimes"})
    with pytest.raises(ScenarioError, match="option"):
        before(daimler(), rifles(), options={"recce_move": False})


@pytest.mark.rule(MOVE)
def test_a_battle_that_stands_in_the_middle_has_no_such_moves() -> None:
    assert before(daimler(), rifles()).state.phase == "setup"
    assert situation(daimler(), rifles()).state.phase == "action"


@pytest.mark.rule(MOVE)
def test_scouts_move_after_everybody_is_set_up() -> None:
    zone = Zone(id="south", outline=box(0, 0, 60, 12), side="british")
    battle = before(unit("car", "uk-daimler", zone="south"), rifles(), zones=[zone])
    assert asked(battle) == "deploy"
    play(battle, Deploy("car", (20, 5)))
    assert asked(battle) == "recce"
    play(battle, Move("car", ((20, 12),)))
    assert battle.state.phase == "action"


@pytest.mark.rule(MOVE)
def test_each_player_moves_only_scouts_of_his_own() -> None:
    battle = before(
        daimler(),
        daimler("second", (24, 5)),
        rifles(),
        seats=[
            Seat(id="one", side="british", pieces=("car",)),
            Seat(id="two", side="british", pieces=("second",)),
            Seat(id="foe", side="german"),
        ],
    )
    assert seats(battle) == ("one", "two")
    assert why_not(battle, Move("second", ((24, 8),)), "one") == MOVE
    play(battle, Done(), seat="one")
    assert seats(battle) == ("two",)
    play(battle, Move("second", ((24, 8),)))
    assert battle.state.phase == "action"


@pytest.mark.rule(MOVE)
def test_offered_moves_are_legal_and_random_play_goes_on() -> None:
    battle = before(daimler(), puma(), rifles())
    for _ in range(2):
        view = battle.view(seats(battle)[0])
        offered = list(view.candidates(view.choices[0]))
        assert offered[-1] == Done()
        assert all(battle.allows(order) for order in offered)
        best = max(view.advise(view.choices[0]), key=lambda each: each[0])[1]
        battle.play(best)
    assert battle.state.phase == "action"


# -- in turn --------------------------------------------------------------------------------------


@pytest.mark.rule(ALTERNATE)
def test_the_sides_alternate_the_defender_first() -> None:
    battle = before(daimler(), daimler("second", (24, 5)), puma(), puma("other", (24, 43)))
    order = []
    for move in (
        Move("puma", ((20, 40),)),
        Move("car", ((20, 8),)),
        Move("other", ((24, 40),)),
        Move("second", ((24, 8),)),
    ):
        order.append(seats(battle)[0])
        play(battle, move)
    assert order == ["german", "british", "german", "british"]
    assert battle.state.phase == "action"


@pytest.mark.rule(ALTERNATE)
def test_a_side_with_more_scouts_moves_the_rest_alone() -> None:
    battle = before(daimler(), daimler("second", (24, 5)), daimler("third", (28, 5)), puma())
    play(battle, Move("puma", ((20, 40),)), Move("third", ((28, 8),)))
    assert seats(battle) == ("british",)
    assert about(battle) == ("car", "second")
    play(battle, Move("car", ((20, 8),)), Move("second", ((24, 8),)))
    assert battle.state.phase == "action"


@pytest.mark.rule(ALTERNATE)
def test_a_side_that_stays_leaves_the_rest_to_the_other() -> None:
    battle = before(daimler(), daimler("second", (24, 5)), puma())
    play(battle, Done())
    assert seats(battle) == ("british",)
    assert why_not(battle, Move("puma", ((20, 40),))) == MOVE


@pytest.mark.rule(ALTERNATE)
@cases("die, side", (1, "british"), (5, "british"), (6, "german"))
def test_without_a_defender_the_dice_decide(die: int, side: str) -> None:
    battle = before(daimler(), puma(), roles=None, first="british", dice=[die])
    assert seats(battle) == (side,)
    assert told(battle, "recce")[-1].rolls[0].faces == (die,)


@pytest.mark.rule(ALTERNATE)
def test_where_only_one_side_has_scouts_nothing_is_rolled() -> None:
    battle = before(daimler(), rifles(), roles=None, first="german", dice=[])
    assert seats(battle) == ("british",)


# -- entering -------------------------------------------------------------------------------------


@pytest.mark.rule(ENTRY)
@cases("turn, may", (1, True), (2, False))
def test_scouts_due_in_turn_1_may_enter_with_it(turn: int, may: bool) -> None:
    due = unit("car", "uk-daimler", enters=Entry(edge="south", at=20, turn=turn))
    first = before(
        unit("car", "uk-daimler", enters=Entry(edge="south", at=20)),
        rifles("british", (40, 5)),
        rifles(),
    )
    assert about(first) == ("car",)
    battle = before(due, rifles("british", (40, 5)), rifles())
    assert (asked(battle) == "recce") == may
    if may:
        play(battle, Move("car", ((20, 6),)))
        entered = element(battle, "car")
        assert (entered.on_table, entered.y, entered.acted) == (True, 6, False)
        assert kinds(battle) == ["enter", "move", "turn"]


@pytest.mark.rule(ENTRY)
def test_scouts_that_stay_off_may_enter_in_turn_1_as_usual() -> None:
    due = unit("car", "uk-daimler", enters=Entry(edge="south", at=20))
    battle = before(due, rifles("british", (40, 5)), rifles(), terrain="wood 0,20 to 9,30")
    play(battle, Done())
    assert not element(battle, "car").on_table
    play(battle, Move("car", ((20, 6),)))
    assert element(battle, "car").on_table
