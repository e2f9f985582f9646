"""EFFECTS OF TERRAIN ON MOVEMENT."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.movement.way import passable
from sandtable.rulebooks.whitebox.state.squares_and_edges import describe
from tests.whitebox.kit import *


def climbing(*others: Unit) -> OwbBattle:
    battle = fight(IVAN, *others, FOE_AWAY, terrain=[WALL])
    turn(battle, "ivan", Climb("ivan", to=middle((10, 19))))
    assert person(battle, "ivan").climbing == (10, 19)
    return battle


@rule(
    "owb.terrain.normal",
    "owb.terrain.rough",
    "owb.terrain.impassable",
    "owb.terrain.obstacle",
)
def test_normal_costs_1_rough_and_obstacles_2_and_nobody_crosses_the_impassable() -> None:
    kinds = {"road": 1, "mud": 2, "rubble": 2, "flooded-field": None, "forest": 2, "bridge": 1}
    for kind, cost in kinds.items():
        state = state_of(IVAN, FOE, terrain=[filled("f", kind, (10, 19))])
        assert step_cost(state, person(state, "ivan"), (10, 20), (10, 19)) == cost, kind
    wall = [edged("w", "tall-wall", (10, 20), (11, 20))]
    state = state_of(IVAN, FOE, terrain=wall)
    assert not passable(state.grounds, (10, 20), (10, 19))
    fence = [edged("w", "wooden-fence", (10, 20), (11, 20))]
    state = state_of(IVAN, FOE, terrain=fence)
    assert step_cost(state, person(state, "ivan"), (10, 20), (10, 19)) == 2


@rule("owb.terrain.impassable-with-tools")
def test_two_actions_open_barbed_wire_and_two_take_one_over_a_wall() -> None:
    from sandtable.rulebooks.whitebox.state.orders import Climb, CutWire

    terrain = [
        edged("wire", "barbed-wire", (10, 20), (11, 20)),
        edged("wall", "tall-wall", (20, 20), (21, 20)),
    ]
    battle = fight(IVAN, man("oleg", (20, 20)), FOE, terrain=terrain)
    for _ in range(2):
        turn(battle, "ivan", CutWire("ivan", at=middle((10, 19))))
        turn(battle, "oleg", Climb("oleg", to=middle((20, 19))))
        pass_all(battle, dice=(6, 1))
    assert step_cost(battle.state, person(battle, "ivan"), (10, 20), (10, 19)) == 2
    assert square_of(battle.state, "oleg") == (20, 19)
    feed(battle)


@rule("owb.terrain.impassable-with-tools")
@pytest.mark.parametrize("switch", ["on", "off"])
def test_wire_and_walls_are_overcome_only_if_the_battle_allows_it(switch: str) -> None:
    battle = begun(
        "ivan",
        IVAN,
        man("bob", (10, 8), side="b"),
        terrain=[filled("w", "barbed-wire", (10, 19)), filled("t", "tall-wall", (11, 20))],
        options={"overcome_impassable": switch},
    )
    for order in (
        CutWire("ivan", at=middle((10, 19))),
        Climb("ivan", to=middle((12, 20))),
    ):
        assert battle.allows(order, "a") is (switch == "on")


@rule("owb.terrain.impassable-with-tools")
def test_wire_takes_two_rounds_even_of_two_men() -> None:
    battle = fight(
        IVAN, man("oleg", (12, 20)), FOE_AWAY, terrain=[filled("wire", "barbed-wire", (11, 20))]
    )
    here = middle((11, 20))
    turn(battle, "ivan", CutWire("ivan", at=here))
    refusal = check_action(battle.state, person(battle, "oleg"), CutWire("oleg", at=here))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.terrain.impassable-with-tools"
    pass_all(battle, dice=(6, 1))
    turn(battle, "oleg", CutWire("oleg", at=here))
    assert battle.state.grounds.kind((11, 20)).movement == "obstacle"


@rule("owb.terrain.impassable-with-tools")
def test_the_second_action_comes_in_the_next_round_or_the_climb_is_given_up() -> None:
    battle = climbing()
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan")
    assert person(battle, "ivan").climbing is None
    gone = climbing()
    pass_all(gone, dice=(6, 1))
    turn(gone, "ivan", Move("ivan", path((9, 20))))
    assert person(gone, "ivan").climbing is None
    assert square_of(gone.state, "ivan") == (9, 20)


@rule("owb.terrain.impassable-with-tools", "owb.grid.one-character-one-square")
def test_a_climber_comes_down_beside_one_who_has_taken_his_place() -> None:
    battle = climbing(man("oleg", (12, 18)))
    turn(battle, "oleg", Move("oleg", path((11, 19), (10, 19))))
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan", Climb("ivan", to=middle((10, 19))))
    assert square_of(battle.state, "ivan") == (10, 18)
    assert square_of(battle.state, "oleg") == (10, 19)


@rule("owb.terrain.costs-do-not-stack")
@pytest.mark.parametrize("body", [False, True])
def test_a_low_wall_and_mud_cost_2_together_and_a_body_there_no_more(*, body: bool) -> None:
    ground = (
        edged("wall", "low-brick-wall", (10, 20), (11, 20)),
        filled("mud", "mud", (10, 19)),
    )
    battle = walker(*([(10, 19)] if body else []), terrain=ground)
    if body:
        battle.state.change("friend0", out="dead")
    assert goes(battle, (10, 19), (10, 18), (10, 17))
    assert not goes(battle, (10, 19), (10, 18), (10, 17), (10, 16))


@rule("owb.terrain.costs-do-not-stack", "owb.move.through-friend")
def test_a_friend_in_the_mud_behind_a_wall_is_passed_for_2_as_well() -> None:
    ground = (
        edged("wall", "low-brick-wall", (10, 20), (11, 20)),
        filled("mud", "mud", (10, 19)),
    )
    battle = walker((10, 19), terrain=ground)
    assert goes(battle, (10, 19), (10, 18), (10, 17))
    assert not goes(battle, (10, 19), (10, 18), (10, 17), (10, 16))
    assert not goes(battle, (10, 19))


@rule("owb.terrain.square-and-edge-features", "owb.combined.referee-judges-terrain")
def test_features_have_a_movement_class_a_height_and_a_protection() -> None:
    assert describe(FEATURES["low-brick-wall"]) == ("obstacle", "low", "cover")
    assert describe(FEATURES["hedgerow"]) == ("obstacle", "tall", "concealment")


@rule("owb.terrain.elevation")
def test_one_level_up_is_rough_and_two_are_a_cliff() -> None:
    terrain = [
        filled("low", "elevation", (10, 19), height=1),
        filled("high", "elevation", (11, 20), height=2),
    ]
    state = state_of(IVAN, FOE, terrain=terrain)
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    refusal = check_path(state, ivan, ((11, 20),))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.terrain.elevation"


def test_the_feature_named_last_counts_and_lines_lie_on_edges() -> None:
    terrain = [
        edged("wall", "building-wall-masonry", (5, 5), (9, 5), (9, 8)),
        edged("door", "door-open", (6, 5), (7, 5)),
        filled("wood", "forest", (2, 2), (4, 4)),
        filled("road", "road", (3, 3)),
    ]
    grounds = state_of(IVAN, FOE, terrain=terrain).grounds
    assert grounds.edges[(5, 4), (5, 5)].name == "building-wall-masonry"
    assert grounds.edges[(6, 4), (6, 5)].name == "door-open"
    assert grounds.edges[(8, 6), (9, 6)].name == "building-wall-masonry"
    assert grounds.kind((3, 3)).name == "road"
    assert grounds.kind((4, 4)).name == "forest"
    assert grounds.kind((5, 5)).name == "flat-ground"
