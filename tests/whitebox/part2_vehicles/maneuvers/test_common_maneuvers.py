"""COMMON VEHICLE MANEUVERS: lane changes, defensive driving."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import armor_class
from tests.whitebox.kit import *

TANK = (4, 2)


@rule("owb.maneuver.moving-vehicle", "owb.vmove.pace-declared-at-start-of-turn")
def test_the_pace_is_declared_normal_and_the_vehicle_moves() -> None:
    undeclared = parked("car", pace="normal", travel=9)
    assert why(undeclared) == (
        "owb.vmove.pace-declared-at-start-of-turn",
        "Declare its pace first.",
    )
    slow = fast(pace="crawl")
    assert why(slow) == (
        "owb.maneuver.moving-vehicle",
        "The pace is crawl; it would have to be normal.",
    )
    at_rest = parked("car")
    play(at_rest, SetPace(CAR, "normal"))
    assert why(at_rest, 1) == (
        "owb.maneuver.moving-vehicle",
        "car must be moving: it goes a square straight on first.",
    )


@rule("owb.maneuver.moving-vehicle", "owb.turn.must-be-moving")
def test_from_rest_a_vehicle_goes_one_square_straight_before_its_first_turn() -> None:
    battle = parked("tank-medium")
    play(battle, SetPace(CAR, "normal"))
    still = "owb.maneuver.moving-vehicle"
    assert refused(battle, Turning(CAR, "right")) == "owb.turn.must-be-moving"
    assert refused(battle, ChangeLane(CAR, "right")) == still
    assert refused(battle, ChangeLane(CAR, "right", quick=True)) == still
    play(battle, Drive(CAR, 1))
    assert refused(battle, Turning(CAR, "right")) == ""
    assert refused(battle, ChangeLane(CAR, "right")) == ""


@rule("owb.maneuver.moving-vehicle")
def test_one_that_went_forward_last_round_is_moving_until_it_stops() -> None:
    battle = on_the_road("car", travel=1)
    assert is_moving(the(battle, CAR))
    play(battle, Turning(CAR, "left"), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"))
    assert is_moving(the(battle, CAR))
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert not is_moving(the(battle, CAR))


@rule("owb.maneuver.moving-vehicle")
def test_whoever_went_back_last_round_is_not_moving_forward() -> None:
    battle = on_the_road("car", pace="reverse")
    assert not is_moving(the(battle, CAR))
    play(battle, Drive(CAR, 2), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert refused(battle, Turning(CAR, "left")) == "owb.turn.must-be-moving"


@rule("owb.maneuver.defensive-driving")
@pytest.mark.parametrize(("face", "hit"), [(12, False), (13, True)])
def test_defensive_driving_is_over_with_the_round(face: int, hit: bool) -> None:
    foe = panzer(at=(11, 3), empty=["gun-1"])
    battle = on_the_road("truck-large", (10, 30), with_=[wheelman(), foe])
    assert paid(battle, DriveDefensively(CAR)) == 2
    play(battle, EndVehicle(CAR), Begin("ally"), EndTurn("ally"))
    start(battle, "panzer")
    fires(battle, fire("panzer", CAR, name="gun-2"), face, *([4] if hit else []))
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is hit
    play(battle, EndVehicle("panzer"))
    pass_all(battle, dice=(1, 6))
    start(battle, "panzer")
    fires(battle, fire("panzer", CAR, name="gun-2"), 11, 4)
    assert told(battle, "attack")[1].data["hit"]


@rule("owb.maneuver.defensive-driving", "owb.vterrain.cost-must-be-affordable")
def test_a_heavy_tank_at_a_crawl_can_just_pay_for_defensive_driving() -> None:
    battle = parked("tank-heavy", with_=[wheelman()])
    play(battle, SetPace(CAR, "crawl"), DriveDefensively(CAR))
    assert the(battle, CAR).defensive
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"
    assert current_movement(the(battle, CAR)) == 0


@rule("owb.maneuver.defensive-driving")
def test_a_truck_driven_defensively_is_hit_on_13_until_the_round_ends() -> None:
    battle = parked("truck-large", with_=[wheelman()])
    assert armor_class(battle.state, CAR) == 11
    play(battle, SetPace(CAR, "normal"))
    assert paid(battle, DriveDefensively(CAR)) == 2
    assert armor_class(battle.state, CAR) == 13
    assert refused(battle, DriveDefensively(CAR)) == "owb.maneuver.defensive-driving"
    assert (where(battle).anchor, the(battle, CAR).facing) == ((10, 20), 0)
    play(battle, EndVehicle(CAR))
    assert armor_class(battle.state, CAR) == 13
    pass_all(battle, dice=[6, 1])
    assert armor_class(battle.state, CAR) == 11


@rule("owb.maneuver.defensive-driving")
def test_a_failure_costs_two_and_a_mishap_and_one_must_be_able_to_pay() -> None:
    """An ordinary driver rolls 7; skid (4) to the right (3) by one square, damage 1."""
    battle = on_the_road("truck-small", travel=3)
    play(battle, DriveDefensively(CAR), dice=[7, 4, 3, 1])
    truck = the(battle, CAR)
    assert (truck.spent, truck.defensive, where(battle).anchor) == (2, False, (11, 19))
    slow = parked("tank-light", with_=[wheelman()])
    slow.state.alter(CAR, movement=5)
    play(slow, SetPace(CAR, "crawl"))
    assert refused(slow, DriveDefensively(CAR)) == "owb.maneuver.defensive-driving"


@rule("owb.maneuver.lane-change")
def test_a_car_changes_lanes_to_the_left() -> None:
    battle = on_the_road("car", (5, 10))
    assert paid(battle, ChangeLane(CAR, "left")) == 2
    assert (where(battle).front_left, where(battle).facing) == ((4, 9), 0)
    assert paid(battle, ChangeLane(CAR, "right")) == 2
    assert where(battle).front_left == (5, 8)


@rule("owb.maneuver.lane-change", "owb.vmove.step-is-one-square-along-facing")
def test_a_lane_change_cannot_slip_between_two_walls_but_a_quick_one_is_placed() -> None:
    """A motorcycle goes from (10, 20) to (11, 19): a boulder at (10, 19), a wall to the east."""
    stones = [filled("n", "boulder", (10, 19)), edged("e", "tall-wall", (11, 20), (11, 21))]
    battle = on_the_road("motorcycle", terrain=stones)
    why = "owb.vmove.step-is-one-square-along-facing"
    assert refused(battle, ChangeLane(CAR, "right")) == why
    assert refused(battle, ChangeLane(CAR, "left")) == ""
    wide = on_the_road("car", terrain=[filled("e", "boulder", (12, 20), (12, 23))])
    assert refused(wide, ChangeLane(CAR, "right")) == "owb.vterrain.impassable"
    beyond = on_the_road("car", terrain=[filled("e", "boulder", (11, 19))], with_=[wheelman()])
    assert refused(beyond, ChangeLane(CAR, "right")) == "owb.vterrain.impassable"
    assert refused(beyond, ChangeLane(CAR, "right", quick=True)) == ""


@rule("owb.maneuver.lane-change")
def test_on_a_diagonal_it_is_one_straight_square() -> None:
    before = footprint(TANK, 1, (10, 10))
    assert lane_beside(before, "right").anchor == (11, 10)
    assert lane_beside(before, "left").anchor == (10, 9)
    assert lane_beside(before, "left").facing == 1


@rule("owb.maneuver.quick-lane-change")
def test_a_heavy_tank_changes_lanes_quickly_by_its_width() -> None:
    battle = on_the_road("tank-heavy", (5, 10))
    assert paid(battle, ChangeLane(CAR, "right", quick=True), dice=[1]) == 2
    assert (where(battle).front_left, where(battle).facing) == ((8, 9), 0)
    assert rolled_all(battle)


@rule("owb.maneuver.quick-lane-change")
def test_a_heavy_tank_aslant_shifts_east_and_twice_south_east() -> None:
    before = footprint((4, 3), 1, (20, 20))
    after = lane_beside(before, "right", quick=True)
    assert after.anchor == (20 + 1 + 2, 20 + 2)
