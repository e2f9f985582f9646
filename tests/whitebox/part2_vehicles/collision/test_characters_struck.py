"""COLLISION with people."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.mishap.odds import run_over_damage
from tests.whitebox.kit import *

HALFTRACK = "armored-personnel-carrier"


@rule("owb.collision.character-struck")
@pytest.mark.parametrize(("save", "damage"), [(17, 20), (18, 10)])
def test_a_halftrack_at_7_runs_over_a_soldier_with_a_3(save: int, damage: int) -> None:
    one = driven(CAR, HALFTRACK, (10, 20), pace="normal", travel=7)
    battle = fight(one, man("hans", (11, 18), "b"), FOE)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 3)) == "owb.vmove.occupied-square-means-collision"
    play(battle, Drive(CAR, 2, ram="hans"), dice=[1, save, 3])
    assert rolled_all(battle)
    assert told(battle, "run-over")[0].data == {"damage": damage}
    assert battle.state.person("hans").hp == 4 - damage
    assert the(battle, CAR).hp == 24
    assert where(battle).front_left == (10, 18)
    # Now it has a body under it until it is four squares farther.
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [2, 2, 2, 1]


@rule("owb.collision.character-struck")
def test_a_man_in_the_middle_of_a_heavy_tanks_way_is_thrown_ahead_to_the_right() -> None:
    """All free squares beside him lie ahead; of the outer two the one clockwise from north."""
    state = sturdy_field(driven("t", "tank-heavy", (10, 10)), man("m", (11, 9), "b"))
    speeding(state, "t", 2)
    crash(state, "t", ALWAYS, 1)
    assert square_of(state, "m") == (12, 8)
    assert harm_to(state, "m") == (1 + 2) * 4 // 2


@rule("owb.collision.character-struck", "owb.footprint.leaving-the-map")
def test_a_man_at_the_edge_of_the_map_is_thrown_along_it() -> None:
    state = sturdy_field(driven("c", "car", (0, 10)), man("m", (0, 9), "b"))
    speeding(state, "c", 2)
    crash(state, "c", ALWAYS, 1)
    assert square_of(state, "m") == (0, 8)


@rule("owb.collision.character-struck")
def test_a_survivor_is_put_aside_as_far_from_the_axis_as_he_can() -> None:
    """Of five free squares beside him three are as far from it; clockwise, south-west is first."""
    state = halftrack_road(("m", (10, 9)))
    crash(state, "h", ALWAYS, 1)
    assert square_of(state, "m") == (9, 10)


@rule("owb.collision.character-struck")
def test_of_equal_places_the_first_clockwise_from_the_north() -> None:
    state = halftrack_road(("m", (11, 9)), ("n", (12, 8)))
    crash(state, "h", ALWAYS, 1)
    assert square_of(state, "m") == (12, 9)


@rule("owb.collision.character-struck")
def test_the_square_that_the_vehicle_leaves_is_free() -> None:
    """Squares that are walled off are not free; then he lies where the halftrack was."""
    wall = [filled("w", "tall-wall", (3, 1), (18, 8)), filled("x", "tall-wall", (3, 9), (9, 18))]
    wall += [filled("y", "tall-wall", (12, 9), (18, 18))]
    state = sturdy_field(
        driven("h", "motorcycle", (10, 10)), man("m", (10, 9), "b"), terrain=tuple(wall)
    )
    speeding(state, "h", 9)
    crash(state, "h", ALWAYS, 1)
    assert square_of(state, "m") == (11, 9)
    state.move_to("far", (11, 9))
    state.move_to("m", (10, 9))
    state.change("far", out="dead")
    crash(state, "h", ALWAYS, 1)
    assert square_of(state, "m") == (11, 9)


@rule("owb.collision.character-struck")
def test_the_dead_lie_where_they_were() -> None:
    state = halftrack_road(("m", (10, 9)))
    state.change("m", hp=20)
    crash(state, "h", NEVER, 3)
    assert state.person("m").out == "dead"
    assert square_of(state, "m") == (10, 9)


@rule("owb.collision.character-struck")
def test_the_odds_of_being_run_down() -> None:
    """A soldier saves on 18 or more: 3 times in 20."""
    state = halftrack_road(("m", (10, 9)))
    found = run_over_damage(state, "h", 0, state.person("m"))
    assert found[20] == Fraction(17, 20) / 6
    assert found[10] == Fraction(3, 20) / 6
    assert found[13] == Fraction(3, 20) / 6


@rule("owb.collision.character-struck")
@pytest.mark.parametrize(("save", "loss"), [(NEVER, 20), (ALWAYS, 10)])
def test_a_halftrack_doubles_what_it_does_to_a_man_and_takes_nothing(save: int, loss: int) -> None:
    state = halftrack_road(("hans", (10, 9)))
    made = crash(state, "h", save, 3)
    assert made.result is True
    assert harm_to(state, "hans") == loss
    assert lost(state, "h") == [0]
    assert current_movement(the(state, "h")) == 7


@rule("owb.collision.character-struck", "owb.base.able-to-act")
def test_a_man_who_lies_there_cannot_leap_aside() -> None:
    hans = man("hans", (10, 18), "b", rank="op3")
    battle = parked("car", with_=[hans, wheelman()], travel=2, pace="normal")
    play(battle, SetPace(CAR, "normal"))
    battle.state.change("hans", hp=-1, out="incapacitated")
    order = Drive(CAR, 2, ram="hans")
    assert odds_told(battle, order) == {"out": 1}


@rule("owb.collision.character-struck")
def test_whoever_survives_is_put_aside_even_if_he_cannot_act() -> None:
    """Three squares to the left are farthest from the axis; clockwise SW is the first of them."""
    state = sturdy_field(driven("car", "car", (10, 20)), man("down", (10, 19), "b", rank="op1"))
    felled(state, "down")
    speeding(state, "car", 2)
    crash(state, "car", 1)
    assert state.square(state.person("down")) == (9, 20)


@rule("owb.collision.character-struck")
def test_one_whom_the_blow_fells_does_not_stay_under_the_vehicle() -> None:
    """An operative with 4 hit points takes 1 + 6 = 7: he lies at -3, beside the car."""
    state = sturdy_field(driven("car", "car", (10, 20)), man("oleg", (10, 19), "b", rank="op1"))
    state.change("oleg", hp=4)
    speeding(state, "car", 6)
    crash(state, "car", NEVER, 1)
    oleg = state.person("oleg")
    assert (oleg.out, oleg.hp) == ("incapacitated", -3)
    after = moved(state.footprint(state.vehicle("car")), 0)
    assert state.square(oleg) not in after.squares
