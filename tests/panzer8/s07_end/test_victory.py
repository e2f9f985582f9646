"""Section 7: the End Phase and who has won."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.dice import ScriptedDice
from sandtable.scenario import Exit, Victory
from tests.panzer8.kit import *

CHECK = "p8.end.victory-check"
DEFAULT = "p8.end.victory-default"


def forces(british: int, german: int, **rest: Any) -> P8Battle:
    """So many sections on each side, far apart, and the book's own way to win."""
    return situation(
        *(unit(f"b{n}", "uk-rifle-44", at=(5 + 3 * n, 5)) for n in range(british)),
        *(unit(f"g{n}", "ge-rifle-44", at=(5 + 3 * n, 43)) for n in range(german)),
        **{"break_at": {"british": 0.5, "german": 0.5}, **rest},
    )


@pytest.mark.rule(CHECK, DEFAULT)
@cases("left, lost, beaten", (2, 2, True), (3, 2, False), (3, 3, True))
def test_a_side_is_beaten_at_exactly_half(left: int, lost: int, beaten: bool) -> None:
    battle = forces(left, 4, losses={"british": lost})
    play(battle, Done())
    assert (battle.outcome is not None) == beaten
    if battle.outcome:
        assert battle.outcome.winner == "german"
        assert battle.outcome.rule == DEFAULT
        assert battle.outcome.reason == "The British have lost 50% of their combat elements."
        assert last(battle, "victory").text.startswith("The Germans win. ")


@pytest.mark.rule(DEFAULT)
def test_half_is_the_books_own_limit() -> None:
    battle = forces(2, 4, losses={"british": 2})
    scenario = msgspec.structs.replace(battle.scenario, victory=Victory())
    plain: P8Battle = Battle(RULEBOOK, scenario, ScriptedDice())
    play(plain, Done())
    assert plain.outcome is not None
    assert plain.outcome.winner == "german"
    hardier = forces(2, 4, losses={"british": 2}, break_at={"british": 0.6})
    play(hardier, Done())
    assert hardier.outcome is None


def test_nobody_is_counted_who_leaves_the_table() -> None:
    scenario = forces(2, 2).scenario
    victory = Victory(exits=(Exit(side="british", edge="north"),))
    with pytest.raises(ScenarioError, match=r"victory\.exits: this book counts nobody"):
        Battle(RULEBOOK, msgspec.structs.replace(scenario, victory=victory), ScriptedDice())


@pytest.mark.rule(CHECK)
def test_the_check_comes_in_the_end_phase_of_either_player_turn() -> None:
    battle = situation(
        "a uk-rifle-44 20,10; b uk-rifle-44 26,10; e ge-rifle-44 20,15.5 S",
        "f ge-rifle-44 40,40 S",
        break_at={"german": 0.5},
        dice=[10, 1],
    )
    play(battle, Fire("a", "e"))
    assert battle.outcome is None  # not in the middle of the phase
    play(battle, Done())
    assert battle.outcome is not None
    assert battle.outcome.winner == "british"
    assert battle.choices == ()
    assert why_not(battle, Done(), "german") == DEFAULT


@pytest.mark.rule(DEFAULT)
def test_if_both_are_beaten_the_larger_lost_part_loses_and_equal_parts_draw() -> None:
    worse = forces(2, 2, losses={"british": 3, "german": 2})
    play(worse, Done())
    assert worse.outcome is not None
    assert worse.outcome.winner == "german"
    assert worse.outcome.scores == {"british": 0.6, "german": 0.5}
    equal = forces(1, 2, losses={"british": 1, "german": 2})
    play(equal, Done())
    assert equal.outcome is not None
    assert equal.outcome.winner is None
    assert last(equal, "victory").text == "The battle is drawn. Both sides are spent."


@pytest.mark.rule(DEFAULT)
def test_only_combat_elements_count_reinforcements_included() -> None:
    battle = situation(
        "a uk-rifle-44 20,10; truck uk-truck 24,10",
        unit("later", "uk-rifle-44", enters=Entry(edge="south", at=30, turn=9)),
        "e ge-rifle-44 20,40",
        break_at={"british": 0.5},
        losses={"british": 1},
    )
    play(battle, Done())
    assert battle.outcome is None  # one of three
    assert battle.state.setting.strength["british"] == 3


@pytest.mark.rule(DEFAULT)
def test_a_lost_truck_is_no_lost_combat_element() -> None:
    battle = situation(
        "mg ge-mg 20,20 S; truck uk-truck 20,10; a uk-rifle-44 40,5",
        break_at={"british": 0.5},
        dice=[10, 1],
    )
    play(battle, Fire("mg", "truck"))
    assert [loss.element for loss in battle.state.lost] == ["truck"]
    assert battle.outcome is None


@pytest.mark.rule(DEFAULT, "p8.cmd.replaced-when-lost")
def test_a_replaced_commander_counts_as_one_loss() -> None:
    battle = situation(
        "mg ge-mg 20,20 S; cmd uk-cmd 20,17; a uk-rifle-44 40,5; b uk-rifle-44 44,5",
        break_at={"british": 0.5},
        dice=[10, 1],
    )
    play(battle, Fire("mg", "cmd"), Replace("a"))
    assert battle.outcome is None  # one of three, although two elements are gone
    assert sorted(battle.state.pieces) == ["b", "cmd", "mg"]


# -- the last turn --------------------------------------------------------------------------------


def last_turn(*objectives: tuple[float, float], **rest: Any) -> P8Battle:
    """The last player turn of the last turn; the British have a section at (20, 10)."""
    units = rest.pop("units", ())
    battle = situation(
        unit("a", "uk-rifle-44", at=(20, 10), **rest.pop("status", {})),
        "e ge-rifle-44 40,40",
        *units,
        side="german",
        first="british",
        turn=12,
        objectives=[Objective(id=f"o{n}", at=at) for n, at in enumerate(objectives)],
        **rest,
    )
    play(battle, Done())
    return battle


def winner(battle: P8Battle) -> str | None:
    assert battle.outcome is not None
    return battle.outcome.winner


@pytest.mark.rule(CHECK, DEFAULT)
def test_the_battle_ends_with_the_second_player_turn_of_the_last_turn() -> None:
    battle = situation("a uk-rifle-44 20,10; e ge-rifle-44 40,40", turns=2)
    play(battle, Done(), Done(), Done())
    assert battle.outcome is None
    play(battle, Done())
    assert battle.outcome is not None
    assert battle.outcome.winner is None
    assert battle.outcome.reason == "Neither side has an advantage at the last turn."


@pytest.mark.rule(DEFAULT)
@cases("gap, held", (0.0, True), (2.0, True), (2.01, False))
def test_an_objective_is_held_within_2(gap: float, held: bool) -> None:
    battle = last_turn((20, 10.4 + gap))
    assert winner(battle) == ("british" if held else None)


@pytest.mark.rule(DEFAULT)
def test_it_is_held_by_unsuppressed_combat_elements_only() -> None:
    assert winner(last_turn((20, 12), status={"suppressed": True})) is None
    truck = unit("t", "uk-truck", at=(30, 10))
    assert winner(last_turn((30, 12), units=[truck])) is None


@pytest.mark.rule(DEFAULT)
def test_it_is_held_by_nobody_while_both_are_there() -> None:
    foe = unit("f", "ge-rifle-44", at=(20, 13.5))
    assert winner(last_turn((20, 12), units=[foe])) is None
    shaken = unit("f", "ge-rifle-44", at=(20, 13.5), suppressed=True)
    assert winner(last_turn((20, 12), units=[shaken])) == "british"


@pytest.mark.rule(DEFAULT)
def test_more_objectives_win_and_ties_go_by_losses() -> None:
    assert winner(last_turn((20, 12), (40, 38), (22, 10))) == "british"
    assert winner(last_turn((20, 12), (40, 38))) is None
    assert winner(last_turn((20, 12), (40, 38), losses={"british": 1})) == "german"
    assert winner(last_turn((20, 12), losses={"british": 1})) == "british"


@pytest.mark.rule(DEFAULT)
def test_a_scenario_may_decide_by_losses_or_for_a_side() -> None:
    by_losses = last_turn((20, 12), losses={"british": 1}, at_turn_limit="losses")
    assert winner(by_losses) == "german"
    held_out = last_turn((20, 12), at_turn_limit="german")
    assert winner(held_out) == "german"
    assert held_out.outcome is not None
    assert held_out.outcome.reason == "The Germans have held out until the last turn was over."
