"""NORMAL, CRAWLING, REVERSE and DIAGONAL MOVEMENT."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance,
    complete_stop,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import add_moving_penalty
from tests.whitebox.kit import *


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_the_pace_is_declared_once_and_before_the_first_step() -> None:
    battle = parked("tank-medium")
    first = "owb.vmove.pace-declared-at-start-of-turn"
    assert refused(battle, Drive(CAR, 1)) == first
    play(battle, SetPace(CAR, "crawl"))
    assert refused(battle, SetPace(CAR, "normal")) == first
    assert refused(battle, Drive(CAR, 1)) == ""


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_the_pace_stays_until_the_next_turn_and_begins_as_the_scenario_says() -> None:
    battle = fight(vehicle(CAR, "tank-medium", (10, 20), pace="normal", travel=6), ALLY, FOE)
    assert the(battle, CAR).pace == "normal"
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert battle.state.turn == 2
    assert the(battle, CAR).pace == "crawl"
    assert not the(battle, CAR).declared
    assert the(state_of(vehicle(CAR, "car", (10, 20)), FOE), CAR).pace == "stopped"


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_a_vehicle_at_rest_does_not_move() -> None:
    battle = parked("car")
    play(battle, SetPace(CAR, "stopped"))
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.pace-declared-at-start-of-turn"


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_one_that_skidded_before_its_turn_keeps_its_pace_and_does_not_move() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="normal", travel=5), ALLY, FOE)
    battle.state.alter(CAR, halted=True)
    play(battle, StartVehicle(CAR))
    assert refused(battle, SetPace(CAR, "crawl")) == "owb.vmove.complete-stop"
    assert refused(battle, SetPace(CAR, "stopped")) == "owb.vmove.complete-stop"
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"


@rule("owb.vmove.normal-full-movement")
def test_at_normal_pace_all_of_the_movement_may_be_spent_and_attacks_have_minus_4() -> None:
    battle = on_the_road("tank-medium")
    assert allowance(battle.state, the(battle, CAR)) == 9
    assert refused(battle, Drive(CAR, 10)) == "owb.vterrain.cost-must-be-affordable"
    assert paid(battle, Drive(CAR, 9)) == 9
    assert where(battle).anchor == (10, 11)
    tally = Tally("gunner")
    add_moving_penalty(tally, the(battle, CAR))
    assert tally.total == -4


@rule("owb.vmove.normal-full-movement", "owb.mishap.transmission-strain")
def test_in_the_free_turn_before_the_first_round_all_of_the_movement_is_there() -> None:
    battle = fight(
        vehicle(CAR, "tank-medium", (10, 30)),
        vehicle("panzer", "tank-medium", (30, 5), 4, "b", pace="normal", travel=4, surprised=True),
        options={"surprise": "scenario"},
        dice=[],
    )
    assert battle.state.turn == 0
    assert movement_of(battle.state, the(battle, CAR)) == 9
    assert allowance_at(battle.state, the(battle, CAR), "crawl") == 3
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert paid(battle, Drive(CAR, 9)) == 9
    play(battle, EndVehicle(CAR), dice=[6, 1])
    assert battle.state.turn == 1
    assert current_movement(the(battle, CAR)) == 9
    assert current_movement(the(battle, "panzer")) == 4
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"))
    assert is_moving(the(battle, CAR))


@rule("owb.vmove.crawl-one-third")
@pytest.mark.parametrize(
    ("movement", "crawl"), [(9, 3), (2, 1), (1, 1), (3, 1), (5, 1), (6, 2), (8, 2), (24, 8)]
)
def test_a_third_of_movement_is_rounded_down_to_at_least_one(movement: int, crawl: int) -> None:
    for pace in ("crawl", "reverse"):
        battle = parked("tank-medium", ZERO, stats={"movement": movement})
        play(battle, SetPace(CAR, pace))
        assert refused(battle, Drive(CAR, crawl + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert paid(battle, Drive(CAR, crawl)) == crawl


@rule("owb.vmove.crawl-one-third", "owb.vmove.reverse-one-third", "owb.vmove.normal-full-movement")
@pytest.mark.parametrize(
    ("sheet", "normal", "third"),
    [
        ("motorcycle", 24, 8),
        ("car", 21, 7),
        ("truck-small", 21, 7),
        ("truck-large", 15, 5),
        ("armored-car", 18, 6),
        ("armored-personnel-carrier", 12, 4),
        ("tank-destroyer", 12, 4),
        ("tank-light", 12, 4),
        ("tank-medium", 9, 3),
        ("tank-heavy", 6, 2),
    ],
)
def test_every_vehicle_goes_so_far_and_no_square_farther(
    sheet: str, normal: int, third: int
) -> None:
    for pace, most in (("normal", normal), ("crawl", third), ("reverse", third)):
        anchor = (15, 30) if pace == "normal" else (15, 15)
        battle = on_the_road(sheet, anchor, pace=pace)  # type: ignore[arg-type]
        assert refused(battle, Drive(CAR, most + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert paid(battle, Drive(CAR, most)) == most


@rule("owb.vmove.reverse-one-third")
def test_in_reverse_a_vehicle_goes_straight_back_and_keeps_its_facing() -> None:
    battle = on_the_road("tank-medium", pace="reverse")
    assert paid(battle, Drive(CAR, 3)) == 3
    assert (where(battle).anchor, where(battle).facing) == ((10, 23), 0)
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"
    assert allowance_at(battle.state, replace(the(battle, CAR), movement=2), "reverse") == 1


@rule("owb.vmove.reverse-one-third")
def test_in_reverse_nothing_but_defensive_driving_and_ramming_is_possible() -> None:
    battle = on_the_road("armored-car", pace="reverse")
    back = "owb.vmove.reverse-one-third"
    assert refused(battle, Turning(CAR, "left")) == back
    assert refused(battle, Turning(CAR, "left", 90, "tight")) == back
    assert refused(battle, ChangeLane(CAR, "left")) == back
    assert refused(battle, ChangeLane(CAR, "left", quick=True)) == back
    assert refused(battle, DriveDefensively(CAR)) == ""


@rule("owb.vmove.step-is-one-square-along-facing", "owb.collision.ram")
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_gap_between_two_boulders_can_be_rammed_from_any_distance(steps: int) -> None:
    """A motorcycle going north-east; its front would pass between (11, 18) and (12, 19)."""
    stones = (filled("n", "boulder", (11, 18)), filled("e", "boulder", (12, 19)))
    battle = sturdy(driven("c", "motorcycle", (11 - steps, 19 + steps), 1), terrain=stones)
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    why = "owb.vmove.step-is-one-square-along-facing"
    assert refused(battle, Drive("c", steps)) == why
    play(battle, Drive("c", steps, ram_object=True), dice=[MADE, 2, NEVER])
    assert lost(battle.state, ["c"]) == [(2 + steps) * 3]
    assert front_left(battle.state) == (11, 19)


@rule("owb.vmove.step-is-one-square-along-facing")
def test_a_corner_closed_on_both_sides_is_struck() -> None:
    walls = (filled("w", "tall-wall", (12, 11)), filled("x", "tall-wall", (11, 8)))
    state = sturdy_field(driven("m", "motorcycle", (10, 10), 1), terrain=walls)
    print_ = state.footprint(the(state, "m"))
    assert print_.front_left == (11, 9)
    assert not in_the_way(state, "m", moved(print_, 1))
    state.changes = (Change((12, 9), "tall-wall"),)
    assert in_the_way(state, "m", moved(print_, 1)).objects == ((11, 8),)


@rule("owb.vmove.step-is-one-square-along-facing")
@pytest.mark.parametrize(
    ("facing", "anchor"), [(0, (10, 19)), (2, (11, 20)), (5, (9, 21)), (7, (9, 19))]
)
def test_a_step_shifts_the_footprint_one_square_along_the_facing(
    facing: int, anchor: tuple[int, int]
) -> None:
    battle = on_the_road("tank-medium", facing=facing)
    assert paid(battle, Drive(CAR, 1)) == 1
    assert (where(battle).anchor, where(battle).facing) == (anchor, facing)


@rule("owb.vmove.step-is-one-square-along-facing")
def test_a_diagonal_step_is_refused_where_both_ways_round_a_corner_are_closed() -> None:
    """A motorcycle facing NE fills (11, 19) and (10, 20); it would go to (12, 18)."""
    walls = [filled("one", "tall-wall", (11, 18)), filled("two", "tall-wall", (12, 19))]
    battle = on_the_road("motorcycle", facing=1, terrain=walls)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.step-is-one-square-along-facing"
    open_ = on_the_road("motorcycle", facing=1, terrain=walls[:1])
    assert refused(open_, Drive(CAR, 1)) == ""


@rule("owb.vmove.diagonal-needs-a-45-turn")
def test_only_a_turn_of_45_degrees_gives_and_takes_away_a_diagonal_facing() -> None:
    battle = on_the_road("car", (10, 25))
    play(battle, Drive(CAR, 1))
    assert where(battle).anchor == (10, 24)
    play(battle, Turning(CAR, "right"))
    assert where(battle).facing == 1
    x, y = where(battle).anchor
    play(battle, Drive(CAR, 2))
    assert (where(battle).anchor, where(battle).facing) == ((x + 2, y - 2), 1)
    play(battle, Turning(CAR, "right"), Drive(CAR, 1))
    assert where(battle).facing == 2


@rule("owb.vmove.diagonal-costs-one")
def test_a_halftrack_goes_three_squares_north_east_for_three_movement() -> None:
    battle = parked("armored-personnel-carrier", ZERO, 1)
    play(battle, SetPace(CAR, "normal"))
    assert paid(battle, Drive(CAR, 3)) == 3
    assert {where(battle).anchor} == here((3, -3))
    assert where(battle).facing == 1


@rule("owb.vmove.diagonal-one-two-count")
def test_the_alternate_count_goes_on_after_a_turn_and_starts_anew_each_round() -> None:
    battle = on_the_road("car", (10, 30), 1, options={"diagonals": "alternate"})
    assert paid(battle, Drive(CAR, 1)) == 1
    assert paid(battle, Turning(CAR, "right"), Turning(CAR, "left")) == 4
    assert paid(battle, Drive(CAR, 1)) == 2
    assert paid(battle, ChangeLane(CAR, "left")) == 2
    assert paid(battle, Drive(CAR, 2)) == 1 + 2
    assert the(battle, CAR).travel == 1 + 4 + 1 + 2 + 2
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert paid(battle, Drive(CAR, 1)) == 1


@rule("owb.vmove.diagonal-one-two-count", "owb.vterrain.rough-costs-two")
def test_in_mud_the_alternate_count_is_two_and_three_also_in_reverse() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    options: dict[str, str | bool] = {"diagonals": "alternate", "bogging": "off"}
    paces: tuple[Pace, ...] = ("normal", "reverse")
    for pace in paces:
        battle = on_the_road("car", (15, 20), 3, pace=pace, options=options, terrain=[mud])
        assert [paid(battle, Drive(CAR, 1)) for _ in range(2)] == [2, 3]
    assert where(battle).anchor == (13, 18)
    assert refused(battle, Drive(CAR, 1)) == ""
    assert refused(battle, Drive(CAR, 2)) == "owb.vterrain.cost-must-be-affordable"


@rule("owb.vmove.diagonal-one-two-count")
def test_every_second_diagonal_step_costs_two_where_the_battle_is_played_so() -> None:
    battle = on_the_road("car", (15, 20), 1, options={"diagonals": "alternate"})
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [1, 2, 1, 2]
    assert the(battle, CAR).travel == 4


@rule("owb.vmove.travel-and-speed")
def test_a_car_that_went_15_squares_and_now_4_still_has_a_speed_of_15() -> None:
    battle = parked("car", (10, 33))
    play(battle, SetPace(CAR, "normal"), Drive(CAR, 15), EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 4))
    assert current_movement(the(battle, CAR)) == 15
    play(battle, Drive(CAR, 11))
    assert current_movement(the(battle, CAR)) == 15
    play(battle, Drive(CAR, 1))
    assert current_movement(the(battle, CAR)) == 16


@rule("owb.vmove.travel-and-speed")
def test_extra_points_for_terrain_and_defence_are_no_travel_but_turns_and_lanes_are() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    halftrack = on_the_road("armored-personnel-carrier", (10, 25), travel=0, terrain=[mud])
    assert paid(halftrack, Drive(CAR, 3)) == 6
    assert current_movement(the(halftrack, CAR)) == 3
    car = on_the_road("car", (10, 25), with_=[wheelman()])
    play(car, DriveDefensively(CAR))
    assert (the(car, CAR).spent, the(car, CAR).travel) == (2, 0)
    play(car, Turning(CAR, "left"), ChangeLane(CAR, "right"), Turning(CAR, "right", 90))
    assert the(car, CAR).travel == 2 + 2 + 4


@rule("owb.vmove.travel-and-speed")
def test_the_travel_of_a_round_is_remembered_in_the_next() -> None:
    battle = on_the_road("car", (10, 30), travel=3)
    play(battle, Drive(CAR, 5), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert current_movement(the(battle, CAR)) == 5
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert current_movement(the(battle, CAR)) == 0


@rule("owb.vmove.travel-and-speed", "owb.vmove.reverse-one-third")
def test_a_scenario_may_let_a_vehicle_come_in_backwards() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="reverse", travel=3), ALLY, FOE)
    assert current_movement(the(battle, CAR)) == 3
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert not is_moving(the(battle, CAR))


@rule("owb.vmove.complete-stop")
def test_a_complete_stop_ends_the_movement_and_forgets_the_travel() -> None:
    battle = on_the_road("car", (10, 25), travel=9)
    play(battle, Drive(CAR, 4))
    car = complete_stop(battle.state, CAR)
    assert (car.pace, car.travel, car.travelled) == ("stopped", 0, 0)
    assert not is_moving(car)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"
    tally = Tally("gunner")
    add_moving_penalty(tally, car)
    assert tally.total == 0
    later = next_round(replace(car, done=True))
    assert not later.halted
    assert not later.rolling


@rule("owb.vmove.complete-stop")
def test_whoever_is_stopped_before_his_turn_does_not_move_in_that_round() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="normal", travel=5), ALLY, FOE)
    complete_stop(battle.state, CAR)
    play(battle, StartVehicle(CAR))
    assert refused(battle, SetPace(CAR, "normal")) == "owb.vmove.complete-stop"
    assert refused(battle, SetPace(CAR, "stopped")) == ""


@rule("owb.vmove.occupied-square-means-collision")
def test_a_body_is_not_in_the_way() -> None:
    state = halftrack_road(("m", (10, 9)))
    state.change("m", out="dead")
    print_ = state.footprint(the(state, "h"))
    assert not in_the_way(state, "h", moved(print_, 0))


@rule("owb.vmove.occupied-square-means-collision")
@pytest.mark.parametrize("side", ["a", "b"])
def test_nobody_drives_into_a_man_unless_he_says_that_he_means_it(side: str) -> None:
    battle = on_the_road("car", with_=[man("ivan", (11, 17), side)])
    taken = "owb.vmove.occupied-square-means-collision"
    assert refused(battle, Drive(CAR, 2)) == ""
    assert refused(battle, Drive(CAR, 3)) == taken
    assert refused(battle, Drive(CAR, 3, "ivan")) == ""
    assert refused(battle, Drive(CAR, 2, "ivan")) == "owb.collision.ram"


@rule("owb.vmove.occupied-square-means-collision")
def test_a_ram_into_a_man_takes_its_check_and_ends_in_a_collision() -> None:
    """Car, driver op3: check 3, save of the man 1, 1d6 = 2 and 8 of travel kill him."""
    battle = on_the_road("car", travel=8, with_=[driver("op3"), man("ivan", (11, 17), "b")])
    play(battle, Drive(CAR, 3, "ivan"), dice=[3, 1, 2])
    assert person(battle, "ivan").out == "dead"
    assert where(battle).anchor == (10, 17)
    assert (the(battle, CAR).spent, the(battle, CAR).travel) == (3, 3)


@rule("owb.vmove.occupied-square-means-collision")
def test_one_who_lies_hidden_in_the_way_is_struck_by_accident() -> None:
    battle = on_the_road("car", travel=8)
    state = battle.state
    state.put(replace(state.person("foe"), hidden=True))
    state.move_to("foe", (11, 18))
    play(battle, Drive(CAR, 4), dice=[1, 2])
    assert told(battle, "damage")
    assert where(battle).anchor == (10, 16)


@rule("owb.vmove.occupied-square-means-collision")
def test_a_body_is_an_obstacle_and_does_not_hold_its_square() -> None:
    battle = on_the_road("car", with_=[man("ivan", (11, 17), "b")])
    battle.state.change("ivan", out="dead", hp=-7)
    assert paid(battle, Drive(CAR, 3)) == 1 + 1 + 2


@rule("owb.vmove.occupied-square-means-collision", "owb.base.able-to-act")
def test_only_the_dead_are_driven_over_without_a_ram() -> None:
    battle = on_the_road("car", with_=[wheelman(), man("down", (10, 18), "b", rank="op1")])
    step = Drive(CAR, 2)
    felled(battle.state, "down")
    assert refused(battle, step) == "owb.vmove.occupied-square-means-collision"
    assert refused(battle, Drive(CAR, 2, "down")) == ""
    battle.state.change("down", out="dead")
    assert refused(battle, step) == ""
    assert not in_the_way(battle.state, CAR, moved(where(battle), 0, 2)).persons
