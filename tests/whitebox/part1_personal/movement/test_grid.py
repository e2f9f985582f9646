"""DEFINITIONS: the grid, distances and facings."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.line_of_sight import sight
from sandtable.rulebooks.whitebox.state.squares_and_edges import nearest_square
from sandtable.rulebooks.whitebox.state.tables import squares_of_feet
from tests.whitebox.kit import *


@rule("owb.grid.square-is-five-feet", "owb.mortar.minimum-range")
@pytest.mark.parametrize(
    ("distance", "total"),
    [(59, None), (60, 0), (100, 0), (101, -2), (200, -2), (201, -4), (301, -6), (400, -6)],
)
def test_300_feet_are_60_squares_for_a_mortar(distance: int, total: int | None) -> None:
    rows = 410
    battle = begun(
        "ivan",
        man("ivan", (5, 405), sheet="mortar-gunner", rows=rows),
        man("spotter", (7, 405 - distance + 5), facing=0, rows=rows),
        man("foe", (5, 405 - distance), "b", rows=rows),
        size=(12, rows),
    )
    launch = Launch("ivan", weapon="mortar", at=middle((5, 405 - distance), rows))
    if total is None:
        assert refusal(battle, launch) == "owb.mortar.minimum-range"
        return
    play(battle, launch, dice=(1,))
    assert told(battle, "explosive")[-1].tallies[0].total == total


@rule("owb.grid.square-is-five-feet")
def test_300_feet_are_60_squares() -> None:
    assert squares_of_feet(300) == 60


@rule("owb.grid.map-size")
def test_a_map_is_36_squares_wide_and_whoever_leaves_it_does_not_come_back() -> None:
    from sandtable.battle import rulebook_for

    assert rulebook_for("owb").standard_table() == (36.0, 36.0)
    battle = fight(man("ivan", (0, 20)), man("oleg", (5, 20)), FOE)
    play(battle, Begin("ivan"), Leave("ivan"))
    assert "ivan" not in battle.state.pieces
    assert battle.state.left == ("ivan",)
    play(battle, Begin("oleg"))
    assert not battle.allows(Leave("oleg"), "a")


@rule("owb.grid.ruler-equivalence")
def test_inches_are_squares() -> None:
    assert nearest_square((7.5, 30.5), 36) == (7, 5)


@rule("owb.grid.one-character-one-square", "owb.move.through-friend")
def test_one_passes_through_a_friend_for_2_but_does_not_end_there() -> None:
    state = state_of(IVAN, man("oleg", (10, 19)), FOE)
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    refusal = present(check_path(state, ivan, ((10, 19),)))
    assert refusal.rule == "owb.grid.one-character-one-square"
    assert check_path(state, ivan, ((10, 19), (10, 18))) is None


@rule("owb.grid.distance", "owb.range.bands")
@pytest.mark.parametrize(
    ("target", "total"), [((8, 6), 0), ((8, 9), 0), ((9, 6), -2), ((9, 10), -2), ((2, 10), -2)]
)
def test_between_2_3_and_9_6_there_are_7_squares(target: Square, total: int) -> None:
    """A crossbow's Short range ends at 6 squares."""
    battle = fight(man("ivan", (2, 3), weapons=["crossbow"]), man("foe", target, "b"))
    play(battle, Begin("ivan"), shot("foe", "crossbow"), dice=(1,))
    assert told(battle, "attack")[0].tallies[0].total == total


@rule("owb.grid.alternate-diagonals")
@pytest.mark.parametrize(
    ("target", "plain", "alternate"),
    [((6, 5), 0, 0), ((6, 6), 0, 0), ((7, 5), 0, 0), ((7, 6), 0, -2), ((8, 2), 0, 0)],
)
def test_6_and_5_squares_are_8_where_diagonals_alternate(
    target: Square, plain: int, alternate: int
) -> None:
    """A small handgun's Short range is 9: 6 + 5/2 is 8, 7 + 6/2 is 10."""
    for option, total in (("one-to-one", plain), ("alternate", alternate)):
        foe = (10 + target[0], 20 - target[1])
        battle = fight(
            man("ivan", (10, 20), weapons=["handgun-small"]),
            man("foe", foe, "b", armor=[]),
            options={"diagonals": option},
        )
        play(battle, Begin("ivan"), shot("foe", "handgun-small"), dice=(1, 1))
        assert told(battle, "attack")[0].tallies[0].total == total


@rule("owb.grid.alternate-diagonals")
def test_alternate_diagonals_cost_1_and_2_in_turn() -> None:
    options: dict[str, str | bool] = {"diagonals": "alternate"}
    state = state_of(IVAN, FOE, options=options)
    assert sight.range_between(state, (0, 0), (6, 5)) == 8
    ivan = person(state, "ivan")
    assert check_path(state, ivan, ((11, 19), (12, 18), (13, 17))) is None
    too_far = present(check_path(state, ivan, ((11, 19), (12, 18), (13, 17), (14, 16))))
    assert too_far.rule == "owb.move.no-carry-over"


@rule("owb.grid.alternate-diagonals", "owb.terrain.costs-do-not-stack")
def test_every_second_diagonal_adds_one_on_top_of_the_terrain() -> None:
    mud = [filled("m", "mud", (12, 18))]
    battle = begun("ivan", IVAN, FOE_AWAY, terrain=mud, options={"diagonals": "alternate"})
    # 1 for the first diagonal, 2 + 1 for the second into mud: all four points
    way = path((11, 19), (12, 18))
    assert battle.allows(Move("ivan", way), "a")
    assert not battle.allows(Move("ivan", (*way, middle((12, 17)))), "a")
    play(battle, Move("ivan", way))
    assert person(battle, "ivan").spent == 4


@rule("owb.grid.alternate-diagonals", "owb.suppress.cone-reach")
def test_cones_keep_the_plain_metric_and_the_burst_does_not() -> None:
    men = (man("ivan", (0, 35), sheet="submachinegunner"), man("foe", (15, 20), "b"))
    battle = begun("ivan", *men, options={"diagonals": "alternate"})
    order = shot("foe", "submachinegun", mode="suppress")
    assert battle.allows(order, "a"), "15 squares by the metric of cones"
    play(battle, order, dice=(1,))
    tally = told(battle, "attack")[-1].tallies[0]
    assert tally.total == 0, "+2 for the burst, -2 for a range of 15 + 7 squares"


@rule("owb.grid.facings")
def test_one_faces_the_enemys_side_and_there_are_eight_facings() -> None:
    battle = fight(IVAN, man("foe", (10, 2), "b"))
    assert (person(battle, "ivan").facing, person(battle, "foe").facing) == (0, 4)
    play(battle, Begin("ivan"))
    refusal = present(battle.refusal(EndTurn("ivan", facing=30.0), "a"))
    assert refusal.rule == "owb.grid.facings"


@rule("owb.grid.facings", "owb.base.deployment")
@pytest.mark.parametrize(("facing", "heading"), [(None, 180.0), (0.0, 0.0), (90.0, 90.0)])
def test_one_is_placed_with_a_forward_facing_unless_his_player_turns_him(
    facing: float | None, heading: float
) -> None:
    plain = scene(man("ivan", (10, 30)), man("bob", (10, 5), side="b"))
    ivan, bob = plain.units
    zone = Zone(id="north", outline=((0.0, 30.0), (36.0, 30.0), (36.0, 36.0), (0.0, 36.0)))
    waiting = replace(bob, at=None, zone="north", facing=0.0)
    placed = replace(plain, units=(ivan, waiting), zones=(zone,))
    battle = Battle(RULEBOOK, placed, ScriptedDice([6, 1]))
    play(battle, Deploy("bob", at=middle((10, 4)), facing=facing))
    assert person(battle, "bob").heading == heading


@rule("owb.grid.facing-change-free")
def test_turning_costs_nothing_on_ones_own_turn() -> None:
    battle = fight(IVAN, FOE)
    turn(battle, "ivan", end=EndTurn("ivan", facing=225.0))
    assert person(battle, "ivan").facing == 5
    assert person(battle, "ivan").spent == 0


@rule("owb.grid.facing-change-free", "owb.withhold.modes", "owb.suppress.opening-burst")
def test_a_withheld_opening_burst_does_not_turn_the_gunner() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (16, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", Withhold("gunner"), end=EndTurn("gunner", facing=0.0))
    play(battle, Begin("foe"), Move("foe", (middle((16, 13)),)))
    burst = Shoot("gunner", target="foe", weapon="submachinegun", mode="suppress")
    play(battle, burst, dice=(1,))
    gunner = person(battle, "gunner")
    assert gunner.trained is not None
    assert gunner.trained.aim == (16, 13)
    assert gunner.facing == 0


@rule("owb.grid.facing-change-free", "owb.suppress.fire-on-those-who-show-themselves")
@pytest.mark.parametrize(("facing", "fires"), [(0.0, True), (180.0, False)])
def test_a_trained_gun_is_limited_to_the_arc_its_gunner_was_left_facing(
    facing: float, fires: bool
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    burst = Shoot("gunner", target="foe", weapon="machinegun-medium", mode="suppress")
    turn(battle, "gunner", burst, dice=(1,))
    pass_all(battle, dice=(6, 1))
    # nothing strikes him in the second round: the bullet die shows 1
    turn(battle, "gunner", Sweep("gunner"), dice=(1,))
    battle.state.change("gunner", heading=facing)
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("foe"), Move("foe", (middle((10, 13)),)))
    assert (battle.choices[0].ask == "interrupt") is fires


@rule("owb.grid.snap-to-eight-directions", "owb.scatter.directions")
@pytest.mark.parametrize(
    ("aim", "lands"),
    [((5, -2), (8, -2)), ((7, -3), (10, -6)), ((2, -5), (2, -8)), ((-7, 3), (-10, 6))],
)
def test_5_and_2_squares_are_east_and_7_and_3_north_east(aim: Square, lands: Square) -> None:
    """A grenade that misses Straight Long by 3 squares shows the direction it flew in."""
    square = (15 + aim[0], 18 + aim[1])
    battle = fight(
        man("ivan", (15, 18)),
        FAR,
        terrain=[filled("smoke", "smoke", square)],
        options={"range_bands": "chained-for-thrown"},
    )
    play(battle, Begin("ivan"), throw(square), dice=(14, 8, 1))
    assert told(battle, "explosive")[-1].data["lands"] == (15 + lands[0], 18 + lands[1])
