"""GRID, MOVEMENT and EFFECTS OF TERRAIN ON MOVEMENT."""

from __future__ import annotations

import pytest

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight import sight
from sandtable.rulebooks.whitebox.part1_personal.movement.way import (
    check_path,
    crawling_movement,
    normal_movement,
    passable,
    points_left,
    reachable,
    step_cost,
)
from sandtable.rulebooks.whitebox.state.orders import Begin, EndTurn, Leave, Move
from sandtable.rulebooks.whitebox.state.squares_and_edges import describe, nearest_square
from sandtable.rulebooks.whitebox.state.tables import FEATURES, squares_of_feet
from tests.whitebox.kit import (
    at,
    edged,
    feed,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    state_of,
    turn,
)

rule = pytest.mark.rule
FOE = man("foe", (30, 2), "b", facing=4)


# -- the grid -------------------------------------------------------------------------------------


@rule("owb.grid.square-is-five-feet")
def test_300_feet_are_60_squares() -> None:
    assert squares_of_feet(300) == 60


@rule("owb.grid.map-size")
def test_a_map_is_36_squares_wide_and_whoever_leaves_it_does_not_come_back() -> None:
    from sandtable.battle import rulebook_for

    assert rulebook_for("owb").standard_table() == (36.0, 36.0)
    battle = fight(man("ivan", (0, 20)), man("oleg", (5, 20)), FOE)
    play(battle, Begin(person="ivan"), Leave(person="ivan"))
    assert "ivan" not in battle.state.pieces
    assert battle.state.left == ("ivan",)
    play(battle, Begin(person="oleg"))
    assert not battle.allows(Leave(person="oleg"), "a")


@rule("owb.grid.ruler-equivalence")
def test_inches_are_squares() -> None:
    assert nearest_square((7.5, 30.5), 36) == (7, 5)


@rule("owb.grid.one-character-one-square", "owb.move.through-friend")
def test_one_passes_through_a_friend_for_2_but_does_not_end_there() -> None:
    state = state_of(man("ivan", (10, 20)), man("oleg", (10, 19)), FOE)
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    refusal = check_path(state, ivan, ((10, 19),))
    assert refusal is not None
    assert refusal.rule == "owb.grid.one-character-one-square"
    assert check_path(state, ivan, ((10, 19), (10, 18))) is None


@rule("owb.grid.distance")
def test_diagonals_count_1() -> None:
    assert sight.distance((2, 3), (9, 6)) == 7


@rule("owb.grid.alternate-diagonals")
def test_alternate_diagonals_cost_1_and_2_in_turn() -> None:
    options: dict[str, str | bool] = {"diagonals": "alternate"}
    state = state_of(man("ivan", (10, 20)), FOE, options=options)
    assert sight.range_between(state, (0, 0), (6, 5)) == 8
    ivan = person(state, "ivan")
    assert check_path(state, ivan, ((11, 19), (12, 18), (13, 17))) is None
    too_far = check_path(state, ivan, ((11, 19), (12, 18), (13, 17), (14, 16)))
    assert too_far is not None
    assert too_far.rule == "owb.move.no-carry-over"


@rule("owb.grid.facings")
def test_one_faces_the_enemys_side_and_there_are_eight_facings() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 2), "b"))
    assert (person(battle, "ivan").facing, person(battle, "foe").facing) == (0, 4)
    play(battle, Begin(person="ivan"))
    refusal = battle.refusal(EndTurn(person="ivan", facing=30.0), "a")
    assert refusal is not None
    assert refusal.rule == "owb.grid.facings"


@rule("owb.grid.facing-change-free")
def test_turning_costs_nothing_on_ones_own_turn() -> None:
    battle = fight(man("ivan", (10, 20)), FOE)
    turn(battle, "ivan", end=EndTurn(person="ivan", facing=225.0))
    assert person(battle, "ivan").facing == 5
    assert person(battle, "ivan").spent == 0


@rule("owb.grid.snap-to-eight-directions")
def test_directions_are_snapped_at_22_and_a_half_degrees() -> None:
    assert sight.direction((0, 0), (5, -2)) == 2
    assert sight.direction((0, 0), (7, -3)) == 1


# -- movement -------------------------------------------------------------------------------------


@rule("owb.move.normal", "owb.time.no-running", "owb.base.rounding")
def test_a_third_of_the_movement_rounded_down_at_least_1() -> None:
    assert [normal_movement(n) for n in (12, 9, 10, 2)] == [4, 3, 3, 1]


@rule("owb.move.crawling")
def test_crawling_is_a_third_of_that_and_always_one_square() -> None:
    assert (crawling_movement(18), crawling_movement(12)) == (2, 1)
    state = state_of(man("ivan", (10, 20)), FOE, terrain=[filled("m", "mud", (10, 19))])
    ivan = person(state, "ivan")
    assert check_path(state, ivan, ((10, 19),), crawl=True) is None
    assert check_path(state, ivan, ((11, 20), (12, 20)), crawl=True) is not None


@rule("owb.move.crawling")
def test_with_stances_only_the_prone_crawl() -> None:
    stances: dict[str, str | bool] = {"stances": "on"}
    state = fight(man("ivan", (10, 20)), FOE, options=stances, dice=()).state
    assert check_path(state, person(state, "ivan"), ((10, 19),), crawl=True) is not None
    prone = state.change("ivan", stance="prone")
    assert check_path(state, prone, ((10, 19),), crawl=True) is None


@rule("owb.move.no-carry-over")
def test_a_square_is_entered_only_if_the_points_left_cover_it() -> None:
    terrain = [filled("m", "mud", (10, 17), (10, 18))]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=terrain)
    ivan = person(state, "ivan")
    assert points_left(ivan) == 4
    assert check_path(state, ivan, ((10, 19), (10, 18))) is None
    refusal = check_path(state, ivan, ((10, 19), (10, 18), (10, 17)))
    assert refusal is not None
    assert refusal.rule == "owb.move.no-carry-over"


@rule("owb.move.no-carry-over", "owb.terrain.rough", "owb.terrain.obstacle")
def test_pyotr_moves_two_of_his_six_squares_in_each_round() -> None:
    """Two squares of Normal and four of Rough ground or Obstacles are 10 points in all."""
    squares = [(10, 19), (10, 18), (10, 17), (10, 16), (10, 15), (10, 14)]
    terrain = [
        filled("mud", "mud", (10, 18)),
        filled("rubble", "rubble", (10, 17)),
        filled("street", "narrow-city-street", (10, 16)),
        filled("fence", "wooden-fence", (10, 15)),
    ]
    battle = fight(man("pyotr", (10, 20)), FOE, terrain=terrain)
    pyotr = person(battle, "pyotr")
    ways = [(10, 20), *squares]
    costs = [step_cost(battle.state, pyotr, a, b) for a, b in zip(ways, squares, strict=False)]
    assert costs == [1, 2, 2, 2, 2, 1]
    assert sum(c for c in costs if c) == 10
    for start in (0, 2, 4):
        two = squares[start : start + 2]
        three = squares[start : start + 3]
        play(battle, Begin(person="pyotr"))
        if len(three) == 3:
            assert not battle.allows(Move(person="pyotr", path=path(*three)), "a")
        play(battle, Move(person="pyotr", path=path(*two)), EndTurn(person="pyotr"))
        pass_all(battle, dice=(6, 1))
        assert at(battle.state, "pyotr") == two[-1]


@rule("owb.move.diagonal", "owb.time.move-and-attack-or-action")
def test_pyotr_moves_two_squares_diagonally_and_two_forward() -> None:
    battle = fight(man("pyotr", (10, 20)), FOE)
    squares = ((11, 19), (12, 18), (12, 17), (12, 16))
    turn(battle, "pyotr", Move(person="pyotr", path=path(*squares)))
    assert at(battle.state, "pyotr") == (12, 16)
    assert person(battle, "pyotr").spent == 4


@rule("owb.move.at-least-one-square")
def test_one_may_always_enter_one_square() -> None:
    terrain = [filled("m", "mud", (10, 18), (10, 19))]
    heavy = ["mortar", "machinegun-light", "rifle-anti-tank", "machinegun-medium", "rpg-heavy"]
    state = state_of(man("ivan", (10, 20), weapons=heavy), FOE, terrain=terrain)
    ivan = person(state, "ivan")
    assert points_left(ivan) == 1
    assert check_path(state, ivan, ((10, 19),)) is None
    assert set(reachable(state, ivan)) >= {(10, 19)}
    assert check_path(state, ivan, ((10, 19), (10, 18))) is not None


@rule("owb.move.corner-cutting")
def test_a_corner_is_cut_unless_both_ways_around_it_are_closed() -> None:
    one = [filled("w", "tall-wall", (11, 20))]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=one)
    assert step_cost(state, person(state, "ivan"), (10, 20), (11, 19)) == 1
    two = [*one, filled("v", "tall-wall", (10, 19))]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=two)
    refusal = check_path(state, person(state, "ivan"), ((11, 19),))
    assert refusal is not None
    assert refusal.rule == "owb.move.corner-cutting"


@rule("owb.move.blocked-by-enemy")
def test_a_square_that_an_enemy_holds_cannot_be_entered() -> None:
    state = state_of(man("ivan", (10, 20)), man("foe", (10, 19), "b"))
    refusal = check_path(state, person(state, "ivan"), ((10, 19),))
    assert refusal is not None
    assert refusal.rule == "owb.move.blocked-by-enemy"


@rule("owb.move.over-incapacitated")
def test_a_body_is_an_obstacle_on_which_one_may_end() -> None:
    state = state_of(man("ivan", (10, 20)), man("dead", (10, 19), "b"), FOE)
    state.change("dead", out="dead")
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    assert check_path(state, ivan, ((10, 19),)) is None


@rule("owb.move.no-attacks-of-opportunity")
def test_passing_enemies_provokes_nothing() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (11, 19), "b", facing=5))
    play(battle, Begin(person="ivan"))
    play(battle, Move(person="ivan", path=path((10, 19), (10, 18), (10, 17))))
    assert battle.choices[0].ask == "turn"
    assert at(battle.state, "ivan") == (10, 17)


# -- terrain --------------------------------------------------------------------------------------


@rule(
    "owb.terrain.normal",
    "owb.terrain.rough",
    "owb.terrain.impassable",
    "owb.terrain.obstacle",
)
def test_normal_costs_1_rough_and_obstacles_2_and_nobody_crosses_the_impassable() -> None:
    kinds = {"road": 1, "mud": 2, "rubble": 2, "flooded-field": None, "forest": 2, "bridge": 1}
    for kind, cost in kinds.items():
        state = state_of(man("ivan", (10, 20)), FOE, terrain=[filled("f", kind, (10, 19))])
        assert step_cost(state, person(state, "ivan"), (10, 20), (10, 19)) == cost, kind
    wall = [edged("w", "tall-wall", (10, 20), (11, 20))]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=wall)
    assert not passable(state.grounds, (10, 20), (10, 19))
    fence = [edged("w", "wooden-fence", (10, 20), (11, 20))]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=fence)
    assert step_cost(state, person(state, "ivan"), (10, 20), (10, 19)) == 2


@rule("owb.terrain.costs-do-not-stack")
def test_a_low_wall_and_mud_behind_it_cost_2_together() -> None:
    terrain = [
        filled("m", "mud", (10, 19)),
        edged("w", "low-brick-wall", (10, 20), (11, 20)),
    ]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=terrain)
    assert step_cost(state, person(state, "ivan"), (10, 20), (10, 19)) == 2


@rule("owb.terrain.square-and-edge-features", "owb.combined.referee-judges-terrain")
def test_features_have_a_movement_class_a_height_and_a_protection() -> None:
    assert describe(FEATURES["low-brick-wall"]) == ("obstacle", "low", "cover")
    assert describe(FEATURES["hedgerow"]) == ("obstacle", "tall", "concealment")


def test_the_feature_named_last_counts_and_lines_lie_on_edges() -> None:
    terrain = [
        edged("wall", "building-wall-masonry", (5, 5), (9, 5), (9, 8)),
        edged("door", "door-open", (6, 5), (7, 5)),
        filled("wood", "forest", (2, 2), (4, 4)),
        filled("road", "road", (3, 3)),
    ]
    grounds = state_of(man("ivan", (10, 20)), FOE, terrain=terrain).grounds
    assert grounds.edges[(5, 4), (5, 5)].name == "building-wall-masonry"
    assert grounds.edges[(6, 4), (6, 5)].name == "door-open"
    assert grounds.edges[(8, 6), (9, 6)].name == "building-wall-masonry"
    assert grounds.kind((3, 3)).name == "road"
    assert grounds.kind((4, 4)).name == "forest"
    assert grounds.kind((5, 5)).name == "flat-ground"


@rule("owb.terrain.elevation")
def test_one_level_up_is_rough_and_two_are_a_cliff() -> None:
    terrain = [
        filled("low", "elevation", (10, 19), height=1),
        filled("high", "elevation", (11, 20), height=2),
    ]
    state = state_of(man("ivan", (10, 20)), FOE, terrain=terrain)
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    refusal = check_path(state, ivan, ((11, 20),))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.terrain.elevation"


@rule("owb.terrain.impassable-with-tools")
def test_two_actions_open_barbed_wire_and_two_take_one_over_a_wall() -> None:
    from sandtable.rulebooks.whitebox.state.orders import Climb, CutWire

    terrain = [
        edged("wire", "barbed-wire", (10, 20), (11, 20)),
        edged("wall", "tall-wall", (20, 20), (21, 20)),
    ]
    battle = fight(man("ivan", (10, 20)), man("oleg", (20, 20)), FOE, terrain=terrain)
    for _ in range(2):
        turn(battle, "ivan", CutWire(person="ivan", at=middle((10, 19))))
        turn(battle, "oleg", Climb(person="oleg", to=middle((20, 19))))
        pass_all(battle, dice=(6, 1))
    assert step_cost(battle.state, person(battle, "ivan"), (10, 20), (10, 19)) == 2
    assert at(battle.state, "oleg") == (20, 19)
    feed(battle)
