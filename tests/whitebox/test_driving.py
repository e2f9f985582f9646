"""MOVEMENT of vehicles, DRIVING CHECKS and SAVING THROWS."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.dice import ScriptedDice
from sandtable.odds import Tally
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance,
    allowance_at,
    check_chance,
    complete_stop,
    current_movement,
    driving_check,
    is_moving,
    mishap_table,
    movement_of,
    save_chance,
    vehicle_save,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import add_moving_penalty, next_round
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    Pivot,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.rulebooks.whitebox.state.vehicle_stats import BLOCKS
from tests.whitebox.driving_kit import (
    ALLY,
    CAR,
    DRY,
    FOE,
    driver,
    on_the_road,
    paid,
    parked,
    refused,
    wheelman,
    where,
)
from tests.whitebox.kit import (
    feed,
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- paces ----------------------------------------------------------------------------------------


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


@rule("owb.vmove.crawl-one-third")
def test_crawling_is_a_third_rounded_down_and_at_least_one() -> None:
    battle = on_the_road("tank-medium", pace="crawl")
    tank = the(battle, CAR)
    assert allowance(battle.state, tank) == 3
    assert allowance_at(battle.state, replace(tank, movement=2), "crawl") == 1
    assert allowance_at(battle.state, replace(tank, movement=8), "crawl") == 2
    assert refused(battle, Drive(CAR, 4)) == "owb.vterrain.cost-must-be-affordable"
    assert refused(battle, Drive(CAR, 3)) == ""
    tally = Tally("gunner")
    add_moving_penalty(tally, tank)
    assert tally.total == 0


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


# -- steps ----------------------------------------------------------------------------------------


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
def test_the_halftrack_of_the_book_pays_three_for_three_diagonal_squares() -> None:
    battle = on_the_road("armored-personnel-carrier", (10, 20), facing=1)
    assert paid(battle, Drive(CAR, 3)) == 3
    assert where(battle).anchor == (13, 17)


@rule("owb.vmove.diagonal-one-two-count")
def test_in_the_alternate_count_every_second_diagonal_step_costs_two() -> None:
    battle = on_the_road(
        "armored-personnel-carrier", (10, 20), facing=1, options={"diagonals": "alternate"}
    )
    assert paid(battle, Drive(CAR, 1)) == 1
    assert paid(battle, Drive(CAR, 1)) == 2
    assert paid(battle, Drive(CAR, 1)) == 1
    assert paid(battle, Drive(CAR, 1)) == 2
    assert the(battle, CAR).travel == 4


@rule("owb.vmove.diagonal-one-two-count")
def test_turns_do_not_count_as_diagonal_steps_and_mud_costs_one_more_on_top() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road(
        "car", (10, 20), facing=1, terrain=[mud], options=DRY | {"diagonals": "alternate"}
    )
    assert paid(battle, Drive(CAR, 1)) == 2
    assert paid(battle, Turning(CAR, "left")) == 4
    assert paid(battle, Turning(CAR, "right")) == 4
    assert paid(battle, Drive(CAR, 1)) == 3


@rule("owb.vmove.travel-and-speed")
def test_the_current_movement_is_the_larger_of_this_rounds_travel_and_the_last() -> None:
    battle = on_the_road("car", (10, 30), travel=15)
    play(battle, Drive(CAR, 4))
    assert current_movement(the(battle, CAR)) == 15


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


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_one_that_skidded_before_its_turn_keeps_its_pace_and_does_not_move() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="normal", travel=5), ALLY, FOE)
    battle.state.alter(CAR, halted=True)
    play(battle, StartVehicle(CAR))
    assert refused(battle, SetPace(CAR, "crawl")) == "owb.vmove.complete-stop"
    assert refused(battle, SetPace(CAR, "stopped")) == "owb.vmove.complete-stop"
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"


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


# -- Driving Checks -------------------------------------------------------------------------------


@rule("owb.driving.check-is-an-action")
def test_a_check_is_the_operators_action_and_needs_that_he_has_not_attacked() -> None:
    battle = on_the_road("car", with_=[wheelman()])
    play(battle, DriveDefensively(CAR))
    assert person(battle, "driver").acted
    late = on_the_road("car", with_=[wheelman()])
    late.state.change("driver", attacked=True)
    assert refused(late, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"
    assert refused(late, Turning(CAR, "left")) == ""
    busy = on_the_road("car", with_=[wheelman()])
    busy.state.change("driver", acted=True)
    assert refused(busy, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"


@rule("owb.driving.second-check-fails", "owb.driving.failed-check-mishap")
def test_a_second_check_fails_without_a_roll() -> None:
    """The first one is made with a 3; then a skid (4) straight on (2) with damage 1."""
    battle = on_the_road("car", travel=3, with_=[driver("op3")])
    play(battle, DriveDefensively(CAR), dice=[3])
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[4, 2, 1])
    car = the(battle, CAR)
    assert (car.spent, car.facing, where(battle).anchor) == (4, 0, (10, 19))


@rule("owb.driving.npc-needs-one-on-d20")
def test_an_ordinary_driver_needs_a_one_on_d20() -> None:
    for face, made in ((1, True), (2, False), (20, False)):
        state = on_the_road("car").state
        assert driving_check(state, CAR, ScriptedDice([face]), "a test") is made
    state = on_the_road("car").state
    assert check_chance(state, the(state, CAR)) == Fraction(1, 20)


@rule("owb.driving.pc-d6-under-level")
def test_a_player_character_needs_his_level_or_less_on_d6() -> None:
    for face, made in ((1, True), (3, True), (4, False)):
        state = on_the_road("car", with_=[driver("op3")]).state
        assert driving_check(state, CAR, ScriptedDice([face]), "a test") is made
    state = on_the_road("car", with_=[driver("op3")]).state
    assert check_chance(state, the(state, CAR)) == Fraction(1, 2)


@rule("owb.driving.wheelman-automatic")
def test_a_wheelman_of_level_2_makes_two_rolls_for_the_third_and_fails_the_fourth() -> None:
    state = on_the_road("car", with_=[wheelman("op2")]).state
    dice = ScriptedDice([2])
    chances = []

    def checks() -> Iterator[bool]:
        for _ in range(4):
            chances.append(check_chance(state, the(state, CAR)))
            yield driving_check(state, CAR, dice, "a test")

    assert list(checks()) == [True, True, True, False]
    assert chances == [1, 1, Fraction(1, 3), 0]
    state = on_the_road("car", with_=[wheelman("op2")]).state
    state.alter(CAR, checks=2)
    assert not driving_check(state, CAR, ScriptedDice([3]), "a test")


@rule("owb.driving.failed-check-mishap")
def test_a_failed_check_is_paid_for_and_the_mishap_starts_where_it_was_tried() -> None:
    """Quick lane change to the right: d20 5; skid to the left (1) by a third of 6, damage 2."""
    battle = on_the_road("car", travel=6)
    play(battle, ChangeLane(CAR, "right", quick=True), dice=[5, 4, 1, 2])
    assert where(battle).anchor == (8, 18)
    assert (the(battle, CAR).spent, the(battle, CAR).hp) == (2, 6)
    assert told(battle, "driving-check")[-1].rules[0] == "owb.driving.failed-check-mishap"


# -- Saving Throws --------------------------------------------------------------------------------


@rule("owb.driving.vehicle-saving-throw")
def test_the_operator_saves_for_his_vehicle_with_his_own_number() -> None:
    state = on_the_road("car").state
    assert not vehicle_save(state, CAR, ScriptedDice([17]), "a test")
    assert vehicle_save(state, CAR, ScriptedDice([18]), "a test")
    assert save_chance(state, the(state, CAR)) == Fraction(3, 20)
    assert not state.person(f"{CAR}.operator").acted
    state.change(f"{CAR}.operator", out="dead")
    assert not vehicle_save(state, CAR, ScriptedDice([]), "a test")


@rule("owb.driving.wheelman-save-bonus")
def test_a_wheelman_adds_two() -> None:
    plain = on_the_road("car", with_=[driver("op2")]).state
    assert not vehicle_save(plain, CAR, ScriptedDice([12]), "a test")
    state = on_the_road("car", with_=[wheelman("op2")]).state
    assert vehicle_save(state, CAR, ScriptedDice([11]), "a test")
    assert not vehicle_save(state, CAR, ScriptedDice([10]), "a test")


@rule("owb.driving.failed-vehicle-save-mishap", "owb.driving.which-mishap-table")
def test_a_failed_save_for_control_leads_to_the_mishap_table() -> None:
    """Tank with Advanced Steering: tight turn, check 1, save 3; strain (4), 1d3 2, rounds 1."""
    battle = on_the_road("tank-medium", travel=6)
    battle.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[1, 3, 4, 2, 1])
    tank = the(battle, CAR)
    assert (tank.spent, tank.facing, where(battle).anchor) == (2, 0, (10, 20))
    assert tank.strained_from == 2
    assert movement_of(battle.state, tank) == 9
    battle.state.turn = 2
    assert movement_of(battle.state, tank) == 6


@rule("owb.driving.which-mishap-table")
def test_what_is_tracked_uses_the_one_table_and_everything_else_the_other() -> None:
    tables = {}
    for sheet in BLOCKS:
        if BLOCKS[sheet].movement == 0:
            continue
        state = state_of(vehicle(CAR, sheet, (10, 20)), FOE)
        tables[sheet] = mishap_table(the(state, CAR))
    assert {sheet for sheet, table in tables.items() if table == "wheeled"} == {
        "motorcycle",
        "car",
        "truck-small",
        "truck-large",
        "armored-car",
    }


def test_a_pivot_needs_advanced_steering_and_a_stop() -> None:
    battle = parked("tank-medium")
    battle.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    play(battle, SetPace(CAR, "stopped"), Pivot(CAR, "right", 90))
    assert where(battle).front_left == (12, 21)
    assert refused(battle, Pivot(CAR, "left")) == "owb.mod.advanced-steering-pivot"
    fast = on_the_road("tank-medium")
    fast.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    feed(fast, 4, 2, 1)
    play(fast, Pivot(CAR, "right"))
    assert the(fast, CAR).facing == 0
    assert the(fast, CAR).strained_to > 0
