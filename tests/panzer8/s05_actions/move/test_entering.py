"""Section 5.3.6: entering the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

BONUS = "p8.enter.road-bonus-2"
POSITION = "p8.enter.position"
TOO_FAR = "p8.move.up-to-rate"
ROAD = line("road", (20, 0), (20, 48), width=2)


def entering(
    *others: Placed, sheet: str = "uk-truck", turn: int = 1, terrain: Any = (ROAD,), **rest: Any
) -> P8Battle:
    """An element that comes on at (20, 0), on a road, and others on the table."""
    newcomer = unit("a", sheet, "british", enters=Entry(edge="south", at=20, turn=turn))
    aboard = [load("a", "british", "uk-rifle-44")] if SHEETS[sheet].capacity else []
    return situation(newcomer, *aboard, *others, terrain=terrain, **rest)


# -- where and when -------------------------------------------------------------------------------


@pytest.mark.rule(POSITION)
@cases(
    "edge, start, inward",
    ("south", (20, 0), 0),
    ("north", (20, 48), 180),
    ("west", (0, 20), 90),
    ("east", (60, 20), 270),
)
def test_an_entering_element_starts_with_its_centre_on_the_edge(
    edge: Any, start: tuple[float, float], inward: float
) -> None:
    battle = situation(unit("a", "uk-rifle-44", enters=Entry(edge=edge, at=20)))
    a = element(battle, "a")
    assert ((a.x, a.y), a.heading, a.on_table) == (start, inward, False)


@pytest.mark.rule(POSITION)
def test_distance_counts_from_the_edge() -> None:
    battle = entering(sheet="uk-rifle-44", terrain=())
    play(battle, Move("a", ((20, 4),)))
    a = element(battle, "a")
    assert (a.x, a.y, a.on_table) == (20, 4, True)
    assert kinds(battle)[:2] == ["enter", "move"]


@pytest.mark.rule(BONUS, POSITION)
@cases(
    "mover, road, start, reach",
    (unit("a", "uk-truck", enters=Entry(edge="south", at=20)), "road", (20, 0), 12),
    (unit("a", "uk-truck", enters=Entry(edge="south", at=20)), "dirt-road", (20, 0), 10),
    (unit("a", "uk-rifle-44", enters=Entry(edge="south", at=20)), "road", (20, 0), 6),
    (unit("a", "uk-rifle-44", enters=Entry(edge="south", at=20)), "stream", (20, 0), 4),
    (unit("a", "uk-rifle-44", enters=Entry(edge="south", at=30)), "road", (30, 0), 4),
    (unit("a", "uk-truck", at=(20, 10)), "road", (20, 10), 10),
    ids=["truck", "truck on dirt", "section", "no road", "beside the road", "on the table"],
)
def test_whoever_enters_on_a_road_has_2_more(
    mover: Unit, road: str, start: tuple[float, float], reach: float
) -> None:
    aboard = ["load uk-rifle-44 in a"] if mover.sheet == "uk-truck" else []
    ground = [] if road == "stream" else [line(road, (20, 0), (20, 48), width=2)]
    battle = situation(mover, *aboard, terrain=ground)
    x, y = start
    assert why_not(battle, Move("a", ((x, y + reach),))) is None
    assert why_not(battle, Move("a", ((x, y + reach + 0.02),))) == TOO_FAR


@pytest.mark.rule(POSITION)
def test_it_enters_by_moving_and_by_nothing_else() -> None:
    battle = entering("e ge-rifle-44 20,9", sheet="uk-rifle-44", terrain=())
    for order in (Fire("a", "e"), FallBack("a", "home", 1.0), Move("a", (), 90)):
        assert why_not(battle, order) == POSITION
    assert why_not(battle, MoveAndFire("a", ((20, 2),))) is None
    assert why_not(battle, MoveAndFire("a", ((20, 2.02),))) == TOO_FAR


@pytest.mark.rule(POSITION)
def test_it_may_enter_in_its_turn_or_later_but_not_before() -> None:
    early = entering("b uk-rifle-44 40,10", turn=3)
    assert why_not(early, Move("a", ((20, 4),))) == POSITION
    late = situation(
        unit("a", "uk-truck", enters=Entry(edge="south", at=20, turn=3)),
        "load uk-rifle-44 in a",
        terrain=[ROAD],
        turn=5,
    )
    assert why_not(late, Move("a", ((20, 4),))) is None


@pytest.mark.rule(POSITION)
def test_one_that_does_not_enter_waits_for_its_next_turn() -> None:
    battle = entering("e ge-rifle-44 50,40")
    play(battle, Done(), Done())
    assert battle.state.turn == 2
    assert not element(battle, "a").on_table
    assert why_not(battle, Move("a", ((20, 12),))) is None


@pytest.mark.rule("p8.move.not-through-enemies", "p8.geo.no-overlap")
def test_nobody_enters_through_an_enemy_or_on_to_a_friend() -> None:
    enemy = unit("e", "ge-rifle-44", at=(20, 0.3), facing=90)
    battle = entering(enemy, sheet="uk-rifle-44", terrain=())
    assert why_not(battle, Move("a", ((20, 3),))) == "p8.move.not-through-enemies"
    friend = unit("b", "uk-rifle-44", at=(20, 3))
    behind = entering(friend, sheet="uk-rifle-44", terrain=())
    assert why_not(behind, Move("a", ((20, 3),))) == "p8.geo.no-overlap"
    assert why_not(behind, Move("a", ((20, 4),))) is None


@pytest.mark.rule("p8.react.trigger-is-movement-action")
def test_entering_can_be_reacted_to() -> None:
    gun = unit("gun", "ge-pak38", at=(20, 30), facing=180)
    battle = entering(gun, sheet="uk-sherman-75", terrain=(), dice=[9, 4])
    play(battle, Move("a", ((20, 8),)))
    assert asked(battle) == "reaction"
    play(battle, ReactFire("gun", 0.0))
    a = element(battle, "a")
    assert (a.x, a.y, a.on_table, a.suppressed) == (20, 0, True, True)


@pytest.mark.rule("p8.enter.csw-packed")
@cases("sheet", "uk-mg", "uk-17pdr", "uk-mortar-2in")
def test_a_crew_served_weapon_cannot_enter_by_itself(sheet: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        entering(sheet=sheet)
    assert caught.value.where == "units[0] (id 'a').enters"
    assert "limbered, embarked or broken down" in str(caught.value)


# -- on a road ------------------------------------------------------------------------------------


@pytest.mark.rule(BONUS)
def test_the_bonus_lasts_turn_after_turn() -> None:
    battle = entering("e ge-rifle-44 50,40")
    play(battle, Move("a", ((20, 12),)), Done(), Done())
    assert element(battle, "a").road_column
    assert why_not(battle, Move("a", ((20, 24),))) is None
    assert why_not(battle, Move("a", ((20, 24.02),))) == TOO_FAR


@pytest.mark.rule(BONUS)
def test_it_is_gone_once_the_road_is_left_and_never_comes_back() -> None:
    battle = entering("e ge-rifle-44 50,40", sheet="uk-rifle-44")
    # 3 on the road take half of 6; then 2 in the open take half of 4.
    assert why_not(battle, Move("a", ((20, 2), (23, 2)))) is None
    assert why_not(battle, Move("a", ((20, 2), (23.02, 2)))) == TOO_FAR
    play(battle, Move("a", ((20, 2), (23, 2))), Done())
    assert not element(battle, "a").road_column
    play(battle, Move("a", ((20, 2),)), Done())
    assert why_not(battle, Move("a", ((20, 6),))) is None
    assert why_not(battle, Move("a", ((20, 6.1),))) == TOO_FAR


def truck_under_fire(at: float, dice: list[int]) -> P8Battle:
    mg = unit("mg", "ge-mg", at=(20, 40), facing=180)
    battle = entering(mg, dice=dice)
    play(battle, Move("a", ((20, 12),)), ReactFire("mg", at))
    return battle


@pytest.mark.rule(BONUS)
def test_a_shot_without_effect_at_11_ends_the_move_there() -> None:
    battle = truck_under_fire(11.0, [1, 10])
    assert last(battle, "fire").data["effect"] == "none"
    assert not element(battle, "a").road_column
    assert why_not(battle, GoOn()) == TOO_FAR
    assert why_not(battle, GoOn(path=((20, 11.1),))) == TOO_FAR
    play(battle, Halt())
    assert element(battle, "a").y == 11


@pytest.mark.rule(BONUS)
def test_a_shot_at_5_leaves_10_in_all() -> None:
    battle = truck_under_fire(5.0, [1, 10])
    assert why_not(battle, GoOn()) == TOO_FAR
    assert why_not(battle, GoOn(path=((20, 10),))) is None
    play(battle, GoOn(path=((20, 10),)))
    assert element(battle, "a").y == 10


@pytest.mark.rule(BONUS)
def test_being_shot_at_in_the_enemys_turn_takes_it_too() -> None:
    battle = situation(
        "mg ge-mg 20,40 S; a uk-truck 20,12 road-column; load uk-rifle-44 in a",
        terrain=[ROAD, area("field", box(40, 0, 60, 48))],
        dice=[1, 10],
    )
    play(battle, Fire("mg", "a"))
    assert not is_out(battle, "a")
    assert not element(battle, "a").road_column
    assert why_not(battle, Move("a", ((20, 22.02),))) == TOO_FAR
