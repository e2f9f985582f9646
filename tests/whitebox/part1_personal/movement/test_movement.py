"""MOVEMENT: how far one goes, and past whom."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.movement.way import (
    crawling_movement,
    normal_movement,
    reachable,
)
from tests.whitebox.kit import *


@rule("owb.move.normal", "owb.base.encumbrance")
@pytest.mark.parametrize(
    ("armor", "squares"),
    [(["bdu"], 4), (["plate-mail"], 4), (["plate-mail", "helmet"], 3), (["shield-solid-steel"], 3)],
)
def test_the_squares_of_a_round_are_a_third_of_the_movement(armor: list[str], squares: int) -> None:
    """75 pounds leave Movement 12 (4 squares), 76 to 100 leave 9 (3 squares)."""
    battle = walker(armor=armor, weapons=[], blades=[], bombs={})
    way = [(10, 19 - n) for n in range(5)]
    assert goes(battle, *way[:squares])
    assert not goes(battle, *way[: squares + 1])


@rule("owb.move.normal", "owb.time.no-running", "owb.base.rounding")
def test_a_third_of_the_movement_rounded_down_at_least_1() -> None:
    assert [normal_movement(n) for n in (12, 9, 10, 2)] == [4, 3, 3, 1]


@rule("owb.move.crawling")
def test_a_crawler_enters_a_rough_square_and_no_second_one() -> None:
    mud = (filled("mud", "mud", (10, 19)),)
    battle = walker(terrain=mud)
    assert goes(battle, (10, 19), crawl=True)
    assert not goes(battle, (10, 19), (10, 18), crawl=True)
    assert goes(battle, (11, 20), crawl=True)
    assert not goes(battle, (11, 20), (12, 20), crawl=True)
    play(battle, Move("ivan", path((10, 19)), crawl=True))
    assert square_of(battle.state, "ivan") == (10, 19)
    assert not goes(battle, (10, 18)), "who has crawled moves no faster in that round"
    assert not goes(battle, (10, 18), crawl=True)


@rule("owb.move.crawling", "owb.cover.ducked-or-up")
def test_who_crawls_does_so_for_the_whole_round() -> None:
    bags = [filled("s", "sandbags", (9, 11), (12, 11))]
    battle = fight(man("foe", (10, 10), ducked=True), FAR, terrain=bags)
    play(battle, Begin("foe"), Move("foe", path((11, 10)), crawl=True))
    assert person(battle, "foe").ducked
    onward = Move("foe", path((12, 10), (13, 10)))
    assert refusal(battle, onward) == "owb.move.no-carry-over"
    assert refusal(battle, Leave("foe")) == "owb.grid.map-size"


@rule("owb.move.crawling")
def test_crawling_is_a_third_of_that_and_always_one_square() -> None:
    assert (crawling_movement(18), crawling_movement(12)) == (2, 1)
    state = state_of(IVAN, FOE, terrain=[filled("m", "mud", (10, 19))])
    ivan = person(state, "ivan")
    assert check_path(state, ivan, ((10, 19),), crawl=True) is None
    assert check_path(state, ivan, ((11, 20), (12, 20)), crawl=True) is not None


@rule("owb.move.crawling")
def test_with_stances_only_the_prone_crawl() -> None:
    stances: dict[str, str | bool] = {"stances": "on"}
    state = fight(IVAN, FOE, options=stances, dice=()).state
    assert check_path(state, person(state, "ivan"), ((10, 19),), crawl=True) is not None
    prone = state.change("ivan", stance="prone")
    assert check_path(state, prone, ((10, 19),), crawl=True) is None


@rule("owb.move.no-carry-over")
def test_of_4_points_normal_and_rough_take_3_and_the_last_is_lost() -> None:
    mud = (filled("mud", "mud", (10, 17), (10, 18)),)
    battle = walker(terrain=mud)
    assert goes(battle, (10, 19), (10, 18))
    assert not goes(battle, (10, 19), (10, 18), (10, 17))
    play(battle, Move("ivan", path((10, 19), (10, 18))))
    assert not goes(battle, (10, 17))
    assert goes(battle, (11, 18)), "the point still buys a Normal square in this turn"
    play(battle, EndTurn("ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert goes(battle, (10, 17), (10, 16), (10, 15)), "2 + 1 + 1"
    assert not goes(battle, (10, 17), (10, 16), (10, 15), (10, 14)), "nothing is carried over"


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
        play(battle, Begin("pyotr"))
        if len(three) == 3:
            assert not battle.allows(Move("pyotr", path(*three)), "a")
        play(battle, Move("pyotr", path(*two)), EndTurn("pyotr"))
        pass_all(battle, dice=(6, 1))
        assert square_of(battle.state, "pyotr") == two[-1]


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


@rule("owb.move.at-least-one-square", "owb.grid.alternate-diagonals")
def test_the_first_square_may_always_be_entered_and_only_the_first() -> None:
    mud = [filled("m", "mud", (9, 18), (11, 19))]
    state = state_of(
        man("ivan", (10, 20), weapons=["mortar", GUN, "rpg-heavy"], armor=["plate-mail"]),
        FOE_AWAY,
        terrain=mud,
    )
    ivan = person(state, "ivan")
    assert ivan.movement == 3
    assert check_path(state, ivan, [(10, 19)]) is None
    assert isinstance(check_path(state, ivan, [(10, 19), (10, 18)]), Refusal)


@rule("owb.move.diagonal", "owb.time.move-and-attack-or-action")
def test_pyotr_moves_two_squares_diagonally_and_two_forward() -> None:
    battle = fight(man("pyotr", (10, 20)), FOE)
    squares = ((11, 19), (12, 18), (12, 17), (12, 16))
    turn(battle, "pyotr", Move("pyotr", path(*squares)))
    assert square_of(battle.state, "pyotr") == (12, 16)
    assert person(battle, "pyotr").spent == 4


@rule("owb.move.corner-cutting")
def test_a_corner_is_cut_unless_both_ways_around_it_are_closed() -> None:
    one = [filled("w", "tall-wall", (11, 20))]
    state = state_of(IVAN, FOE, terrain=one)
    assert step_cost(state, person(state, "ivan"), (10, 20), (11, 19)) == 1
    two = [*one, filled("v", "tall-wall", (10, 19))]
    state = state_of(IVAN, FOE, terrain=two)
    refusal = present(check_path(state, person(state, "ivan"), ((11, 19),)))
    assert refusal.rule == "owb.move.corner-cutting"


@rule("owb.move.corner-cutting")
def test_enemies_at_a_corner_do_not_hinder_and_two_walls_do() -> None:
    men = (IVAN, man("one", (11, 20), "b"), man("two", (10, 19), "b"))
    state = state_of(*men)
    assert step_cost(state, person(state, "ivan"), (10, 20), (11, 19)) == 1
    walls = [WALL, edged("east", "tall-wall", (11, 20), (11, 21))]
    closed = state_of(IVAN, man("one", (1, 1), "b"), terrain=walls)
    assert step_cost(closed, person(closed, "ivan"), (10, 20), (11, 19)) is None
    one = state_of(IVAN, man("one", (1, 1), "b"), terrain=[WALL])
    assert step_cost(one, person(one, "ivan"), (10, 20), (11, 19)) == 1


@rule("owb.move.through-friend", "owb.move.no-carry-over")
def test_nobody_is_in_his_own_way_when_he_comes_back_to_where_he_began() -> None:
    battle = walker((12, 20))
    there_and_back = ((10, 19), (10, 20), (11, 20), (11, 21))
    assert goes(battle, *there_and_back), "four squares of Normal ground"
    assert goes(battle, (11, 19), (10, 20))
    play(battle, Move("ivan", path(*there_and_back)))
    assert square_of(battle.state, "ivan") == (11, 21)
    assert person(battle, "ivan").spent == 4


@rule("owb.move.through-friend", "owb.grid.one-character-one-square", "owb.cover.dive")
@pytest.mark.parametrize("bags", [False, True])
def test_who_is_thrown_down_in_a_friends_square_goes_back(bags: bool) -> None:
    """Behind sandbags he is protected himself; in the open he hits the deck."""
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 11), "b", facing=4, rank="officer"),
        man("mate", (10, 12), "b", facing=4, rank="officer"),
        man("two", (12, 12), "b", facing=4, rank="officer"),
        terrain=[filled("s", "sandbags", (10, 13))] if bags else (),
    )
    turn(battle, "gunner", shot("mate", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("foe"), Move("foe", path((10, 12), (11, 12))))
    assert square_of(battle.state, "foe") == (10, 12)
    play(battle, Sweep("gunner"), dice=(2,))
    play(battle, React(), dice=(16,) if bags else (16, 1))
    assert square_of(battle.state, "foe") == (10, 11)
    assert square_of(battle.state, "mate") == (10, 12)
    onward = Move("foe", path((11, 11)))
    assert refusal(battle, onward, "b") == "owb.cover.dive"


@rule("owb.move.through-friend", "owb.cover.dive")
def test_a_friends_foxhole_is_no_cover_to_dive_into() -> None:
    state = state_of(
        man("foe", (10, 12)),
        man("mate", (9, 12), ducked=True),
        FAR,
        terrain=[filled("f", "foxhole", (9, 12))],
    )
    assert (9, 12) not in cover_within_one(state, person(state, "foe"), (9, 15), burst=True)
    state.move_to("foe", (9, 12))
    assert (9, 12) not in cover_within_one(state, person(state, "foe"), (9, 15), burst=True)
    state.change("mate", out="dead")
    assert cover_within_one(state, person(state, "foe"), (9, 15), burst=True) == ((9, 12),)


@rule("owb.move.through-friend", "owb.grid.one-character-one-square")
def test_one_passes_a_friend_for_2_and_does_not_stop_there() -> None:
    state = state_of(IVAN, man("oleg", (10, 19)), FOE_AWAY)
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    assert isinstance(check_path(state, ivan, [(10, 19)]), Refusal)
    assert check_path(state, ivan, [(10, 19), (10, 18), (10, 17)]) is None
    assert isinstance(check_path(state, ivan, [(10, 19), (10, 18), (10, 17), (10, 16)]), Refusal)


@rule("owb.move.blocked-by-enemy")
def test_a_square_that_an_enemy_holds_cannot_be_entered() -> None:
    state = state_of(IVAN, man("foe", (10, 19), "b"))
    refusal = present(check_path(state, person(state, "ivan"), ((10, 19),)))
    assert refusal.rule == "owb.move.blocked-by-enemy"


@rule("owb.move.over-incapacitated", "owb.grid.one-character-one-square")
def test_one_may_end_on_a_body_for_2() -> None:
    state = state_of(IVAN, man("foe", (10, 19), "b"))
    state.change("foe", out="dead")
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    assert check_path(state, ivan, [(10, 19)]) is None


@rule("owb.move.no-attacks-of-opportunity")
def test_passing_enemies_provokes_nothing() -> None:
    battle = begun("ivan", IVAN, man("foe", (11, 19), "b", facing=5))
    play(battle, Move("ivan", path((10, 19), (10, 18), (10, 17))))
    assert battle.choices[0].ask == "turn"
    assert square_of(battle.state, "ivan") == (10, 17)
