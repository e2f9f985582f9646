"""COMMON VEHICLE MANEUVERS and TURNS."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import armor_class
from sandtable.rulebooks.whitebox.part2_vehicles.damage.repairs import check_work, work_on
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.common_maneuvers import farthest_jump
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import is_moving
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import lane_beside, turned_by
from sandtable.rulebooks.whitebox.state.footprint import footprint
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    Jump,
    SetPace,
    StartVehicle,
    Turning,
    TurnKind,
    Unstick,
)
from sandtable.rulebooks.whitebox.state.vehicles import Pace
from sandtable.table.grid import Square
from tests.whitebox.driving_kit import (
    CAR,
    driver,
    on_the_road,
    paid,
    parked,
    refused,
    wheelman,
    where,
)
from tests.whitebox.kit import edged, feed, filled, man, pass_all, person, play, told
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
TANK = (4, 2)
STEERED = ("tracked", "advanced-steering")


# -- moving vehicles ------------------------------------------------------------------------------


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


# -- defensive driving ----------------------------------------------------------------------------


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


# -- jumps ----------------------------------------------------------------------------------------


@rule("owb.maneuver.jump-distance")
def test_a_motorcycle_that_travelled_10_jumps_at_most_6_squares() -> None:
    battle = on_the_road("motorcycle", (10, 30), travel=10, with_=[wheelman()])
    assert farthest_jump(the(battle, CAR)) == 6
    assert refused(battle, Jump(CAR, 7)) == "owb.maneuver.jump-distance"
    assert paid(battle, Jump(CAR, 6)) == 6
    assert where(battle).anchor == (10, 24)
    assert the(battle, CAR).travel == 6


@rule("owb.maneuver.jump-distance")
def test_what_is_low_is_jumped_over_and_costs_nothing() -> None:
    """A creek, a low wall and a man are under the flight of the car."""
    terrain = [
        filled("creek", "wide-river", (5, 18), (20, 19)),
        edged("wall", "low-brick-wall", (5, 18), (20, 18)),
    ]
    battle = on_the_road(
        "car", travel=9, terrain=terrain, with_=[wheelman(), man("ivan", (10, 17), "b")]
    )
    assert paid(battle, Jump(CAR, 6)) == 6
    assert where(battle).anchor == (10, 14)
    assert person(battle, "ivan").hp == person(battle, "ivan").most_hp


@rule("owb.maneuver.jump-distance")
def test_a_vehicle_in_the_way_of_a_jump_is_struck() -> None:
    """Jump of 9 at speed 14: the tail of the truck, at y 17, is struck with the third square."""
    battle = on_the_road(
        "car", travel=14, with_=[wheelman(), vehicle("truck", "truck-small", (10, 15), side="b")]
    )
    feed(battle, *[1] * 12)
    play(battle, Jump(CAR, 9))
    assert told(battle, "collision")
    assert where(battle).anchor == (10, 18)
    assert the(battle, CAR).pace == "stopped"


@rule("owb.maneuver.jump-failure-after-landing")
def test_a_failed_jump_lands_where_it_aimed_before_the_mishap() -> None:
    """Check 20; skid (4) straight on (2) by a third of 9, damage 1d3 = 2."""
    river = filled("river", "wide-river", (5, 18), (20, 19))
    battle = on_the_road("car", travel=9, terrain=[river])
    play(battle, Jump(CAR, 5), dice=[20, 4, 2, 2])
    assert where(battle).anchor == (10, 15 - 3)
    assert the(battle, CAR).hp == 6


@rule("owb.maneuver.jump-conditions")
def test_jumps_need_normal_pace_even_ground_and_a_place_to_land() -> None:
    when = "owb.maneuver.jump-conditions"
    slow = on_the_road("car", pace="crawl", travel=9)
    assert refused(slow, Jump(CAR, 2)) == "owb.maneuver.moving-vehicle"
    mud = on_the_road("car", travel=9, terrain=[filled("mud", "mud", (10, 20))])
    assert refused(mud, Jump(CAR, 3)) == when
    wood = on_the_road("car", travel=9, terrain=[filled("wood", "thick-forest", (10, 17))])
    assert refused(wood, Jump(CAR, 3)) == "owb.vterrain.impassable"
    edge = on_the_road("car", (10, 2), travel=9)
    assert refused(edge, Jump(CAR, 3)) == when
    armored = on_the_road("armored-car", travel=9)
    assert refused(armored, Jump(CAR, 3)) == when


@rule("owb.maneuver.jump-conditions")
def test_jumps_can_be_tied_to_ramps_or_forbidden() -> None:
    when = "owb.maneuver.jump-conditions"
    ramp = filled("ramp", "ramp", (10, 20), (11, 20))
    assert refused(on_the_road("car", options={"jump": "never"}), Jump(CAR, 1)) == when
    flat = on_the_road("car", options={"jump": "ramps"})
    assert refused(flat, Jump(CAR, 1)) == when
    ready = on_the_road("car", options={"jump": "ramps"}, terrain=[ramp])
    assert refused(ready, Jump(CAR, 1)) == ""


@rule("owb.maneuver.jump-forbidden")
@pytest.mark.parametrize("sheet", ["tank-light", "armored-personnel-carrier", "tank-heavy"])
def test_heavy_hulls_and_tracks_never_jump(sheet: str) -> None:
    assert refused(on_the_road(sheet), Jump(CAR, 1)) == "owb.maneuver.jump-forbidden"


@rule("owb.maneuver.jump-forbidden")
@pytest.mark.parametrize(("hull", "why"), [(1, ""), (2, "owb.maneuver.jump-forbidden")])
def test_a_hull_of_two_levels_keeps_a_car_on_the_ground(hull: int, why: str) -> None:
    battle = on_the_road("car")
    battle.state.alter(CAR, hull=hull)
    assert refused(battle, Jump(CAR, 1)) == why


# -- getting unstuck ------------------------------------------------------------------------------


@rule("owb.maneuver.unstuck-by-driving")
def test_a_stuck_vehicle_is_driven_free_before_the_pace_is_declared() -> None:
    battle = parked("car", with_=[driver("op3")])
    battle.state.alter(CAR, stuck=True)
    assert refused(battle, SetPace(CAR, "normal")) == "owb.vterrain.bogging-down"
    play(battle, Unstick(CAR), dice=[3])
    assert not the(battle, CAR).stuck
    play(battle, SetPace(CAR, "normal"), Drive(CAR, 1))
    assert person(battle, "driver").acted
    play(battle, DriveDefensively(CAR), dice=[4, 2, 1])
    assert not the(battle, CAR).defensive


@rule("owb.maneuver.unstuck-by-driving")
def test_a_failure_leaves_it_stuck_without_a_mishap() -> None:
    battle = parked("car")
    battle.state.alter(CAR, stuck=True)
    play(battle, Unstick(CAR), dice=[2])
    assert the(battle, CAR).stuck
    assert not told(battle, "mishap")
    assert refused(battle, Unstick(CAR)) == "owb.maneuver.unstuck-by-driving"
    assert refused(battle, SetPace(CAR, "stopped")) == ""


@rule("owb.maneuver.unstuck-by-driving")
def test_a_switch_brings_the_mishap_back() -> None:
    """Mishap 3, a spinout: one square on, spin 1d6 = 2, and so forth."""
    battle = parked("tank-light", options={"unstuck_mishap": "on"})
    battle.state.alter(CAR, stuck=True)
    play(battle, Unstick(CAR), dice=[2, 4, 1, 1])
    assert told(battle, "mishap")


@rule("owb.maneuver.unstuck-by-hand")
def test_by_hand_it_takes_one_to_three_turns_of_ten_rounds() -> None:
    battle = parked("car", with_=[man("ivan", (9, 20))])
    state = battle.state
    state.alter(CAR, stuck=True)
    ivan = person(battle, "ivan")
    assert check_work(state, person(battle, f"{CAR}.operator"), the(battle, CAR), "dig-out")
    feed(battle, 2)
    for worked in range(20):
        assert the(battle, CAR).stuck, worked
        assert check_work(state, ivan, the(battle, CAR), "dig-out") is None
        list(work_on(state, ivan, the(battle, CAR), "dig-out", battle.dice))
        state.turn += 1
    assert not the(battle, CAR).stuck


# -- lane changes ---------------------------------------------------------------------------------


@rule("owb.maneuver.lane-change")
def test_a_car_facing_north_changes_lanes_to_the_left() -> None:
    battle = on_the_road("car", (5, 10))
    assert paid(battle, ChangeLane(CAR, "left")) == 2
    assert (where(battle).front_left, the(battle, CAR).facing) == ((4, 9), 0)


@rule("owb.maneuver.lane-change")
def test_on_a_diagonal_it_is_one_straight_square() -> None:
    before = footprint(TANK, 1, (10, 10))
    assert lane_beside(before, "right").anchor == (11, 10)
    assert lane_beside(before, "left").anchor == (10, 9)
    assert lane_beside(before, "left").facing == 1


@rule("owb.maneuver.quick-lane-change")
def test_a_heavy_tank_shifts_by_its_width_of_three() -> None:
    battle = on_the_road("tank-heavy", (5, 10), travel=3)
    assert paid(battle, ChangeLane(CAR, "right", quick=True), dice=[1]) == 2
    assert (where(battle).front_left, the(battle, CAR).facing) == ((8, 9), 0)
    assert the(battle, CAR).travel == 2


@rule("owb.maneuver.quick-lane-change")
def test_on_a_diagonal_the_further_squares_are_diagonal() -> None:
    after = lane_beside(footprint((4, 3), 1, (10, 10)), "right", quick=True)
    assert after.anchor == (11 + 2, 10 + 2)


# -- turns ----------------------------------------------------------------------------------------


@rule("owb.turn.needs-enough-movement")
def test_a_turn_is_not_tried_without_movement_for_all_of_it() -> None:
    battle = on_the_road("tank-medium", (10, 30))
    play(battle, Drive(CAR, 6))
    assert refused(battle, Turning(CAR, "left", 90)) == "owb.turn.needs-enough-movement"
    assert refused(battle, Turning(CAR, "left", 45)) == ""
    play(battle, Drive(CAR, 2))
    assert refused(battle, Turning(CAR, "left", 45)) == "owb.turn.needs-enough-movement"


@rule("owb.turn.pick-up-and-place")
def test_only_the_final_place_of_a_turn_counts() -> None:
    """A post stands where the tail of the tank would be half-way through its turn."""
    before = footprint(TANK, 0, (10, 20))
    assert (9, 20) in turned_by(before, 45, "right").squares
    assert (9, 20) not in turned_by(before, 90, "right").squares
    battle = on_the_road("tank-medium", terrain=[filled("post", "tall-wall", (9, 20))])
    assert refused(battle, Turning(CAR, "right", 45)) == "owb.vterrain.impassable"
    assert refused(battle, Turning(CAR, "right", 90)) == ""
    battle = on_the_road("tank-medium", terrain=[filled("post", "tall-wall", (13, 18))])
    assert refused(battle, Turning(CAR, "right", 90)) == "owb.vterrain.impassable"


@rule("owb.turn.pick-up-and-place")
def test_nobody_turns_onto_an_occupied_square() -> None:
    battle = on_the_road("tank-medium", with_=[man("ivan", (12, 19), "b")])
    assert refused(battle, Turning(CAR, "right")) == "owb.turn.pick-up-and-place"
    assert refused(battle, Turning(CAR, "left")) == ""


@rule("owb.turn.45-degrees")
def test_the_t_34_of_the_book_turns_45_degrees_to_the_right_and_again() -> None:
    battle = on_the_road("tank-medium", (10, 20))
    assert paid(battle, Turning(CAR, "right")) == 2
    one = where(battle)
    assert (one.facing, one.front_right, one.front_left) == (1, (12, 19), (11, 18))
    assert one.anchor == (10, 20)
    assert paid(battle, Turning(CAR, "right")) == 2
    two = where(battle)
    assert (two.facing, two.front_right) == (2, (13, 19))
    assert {x for x, _ in two.squares} == {10, 11, 12, 13}
    assert {y for _, y in two.squares} == {18, 19}


@rule("owb.turn.45-degrees")
def test_a_left_turn_mirrors_it() -> None:
    after = turned_by(footprint(TANK, 0, (0, 0)), 45, "left")
    assert (after.facing, after.front_left, after.front_right) == (7, (-1, -1), (0, -2))


@rule("owb.turn.90-degrees")
def test_a_turn_of_90_degrees_is_two_of_45_and_costs_four() -> None:
    battle = on_the_road("tank-medium", (10, 20))
    assert paid(battle, Turning(CAR, "right", 90)) == 4
    assert (the(battle, CAR).facing, where(battle).front_right) == (2, (13, 19))
    before = footprint(TANK, 1, (10, 20))
    after = turned_by(before, 90, "right")
    (x, y), (then_x, then_y) = before.front_right, after.front_right
    assert (after.facing, then_x - x, then_y - y) == (3, 2, 1)


@rule("owb.turn.up-to-90-degrees")
@pytest.mark.parametrize(("kind", "pace"), [("tight", "normal"), ("crawling", "crawl")])
def test_tight_and_crawling_turns_may_be_of_45_degrees_at_the_same_cost(
    kind: TurnKind, pace: Pace
) -> None:
    battle = on_the_road("car", pace=pace, with_=[wheelman()])
    assert paid(battle, Turning(CAR, "right", 45, kind)) == 2
    assert where(battle) == turned_by(footprint((3, 2), 0, (10, 20)), 45, "right")
    assert person(battle, "driver").acted == (kind == "tight")
    assert refused(battle, Turning(CAR, "right", 135, kind)) == "owb.turn.up-to-90-degrees"


@rule("owb.turn.tight")
def test_a_tight_turn_costs_two_and_takes_a_driving_check_at_normal_pace() -> None:
    battle = on_the_road("car", with_=[driver("op3")])
    assert paid(battle, Turning(CAR, "right", 90, "tight"), dice=[3]) == 2
    assert where(battle) == turned_by(footprint((3, 2), 0, (10, 20)), 90, "right")
    slow = on_the_road("car", pace="crawl")
    assert refused(slow, Turning(CAR, "right", 90, "tight")) == "owb.maneuver.moving-vehicle"


@rule("owb.turn.tight-tracked")
def test_tracks_need_advanced_steering_and_a_save_for_a_tight_turn() -> None:
    order = Turning(CAR, "left", 90, "tight")
    battle = on_the_road("tank-medium")
    assert refused(battle, order) == "owb.turn.tight-tracked"
    battle.state.alter(CAR, modifications=STEERED)
    assert paid(battle, order, dice=[1, 18]) == 2
    assert the(battle, CAR).facing == 6


@rule("owb.turn.tight-tracked")
def test_if_the_save_fails_the_turn_is_not_made() -> None:
    """Check 1, save 17, locked drive (3): damage 1d6 = 1, and strain for 1d3 = 1 rounds.

    The 2 Movement that were paid carry the tank straight on.
    """
    battle = on_the_road("tank-medium")
    battle.state.alter(CAR, modifications=STEERED)
    feed(battle, 1, 17, 3, 1, 1)
    play(battle, Turning(CAR, "left", 90, "tight"))
    assert (the(battle, CAR).facing, the(battle, CAR).spent) == (0, 2)
    assert where(battle).anchor == (10, 18)
    assert refused(battle, Turning(CAR, "left")) == "owb.mishap.locked-drive"


@rule("owb.turn.crawling")
def test_a_heavy_tank_at_a_crawl_makes_one_crawling_turn_and_nothing_else() -> None:
    battle = on_the_road("tank-heavy", pace="crawl", travel=2)
    assert refused(battle, Turning(CAR, "right", 90)) == "owb.turn.needs-enough-movement"
    assert paid(battle, Turning(CAR, "right", 90, "crawling")) == 2
    assert where(battle) == turned_by(footprint((4, 3), 0, (10, 20)), 90, "right")
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"
    assert not person(battle, f"{CAR}.operator").acted
    fast = on_the_road("tank-heavy")
    assert refused(fast, Turning(CAR, "right", 90, "crawling")) == "owb.maneuver.moving-vehicle"


@rule("owb.turn.bootleg", "owb.vmove.complete-stop")
@pytest.mark.parametrize(
    ("degrees", "facing", "front"), [(90, 2, (12, 21)), (180, 4, (11, 23)), (45, 1, (11, 20))]
)
def test_a_bootleg_turn_whips_a_truck_round_and_stops_it(
    degrees: int, facing: int, front: Square
) -> None:
    battle = on_the_road("truck-large", travel=9, with_=[wheelman()])
    assert paid(battle, Turning(CAR, "right", degrees, "bootleg")) == 3  # type: ignore[arg-type]
    truck = the(battle, CAR)
    assert (truck.facing, where(battle).front_left) == (facing, front)
    assert (truck.pace, truck.travel, truck.travelled) == ("stopped", 0, 0)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 1)) == ""
    assert refused(battle, Turning(CAR, "left")) == "owb.turn.must-be-moving"


@rule("owb.turn.bootleg")
def test_a_bootleg_turn_needs_room_and_normal_pace() -> None:
    order = Turning(CAR, "left", 90, "bootleg")
    crowded = on_the_road("truck-large", with_=[wheelman(), man("ivan", (9, 21), "b")])
    assert refused(crowded, order) == "owb.turn.pick-up-and-place"
    slow = on_the_road("truck-large", pace="crawl", with_=[wheelman()])
    assert refused(slow, order) == "owb.maneuver.moving-vehicle"


@rule("owb.turn.bootleg-tracked")
def test_tracks_need_advanced_steering_and_a_save_for_a_bootleg_turn() -> None:
    order = Turning(CAR, "right", 180, "bootleg")
    battle = on_the_road("tank-light")
    assert refused(battle, order) == "owb.turn.bootleg-tracked"
    battle.state.alter(CAR, modifications=STEERED)
    assert paid(battle, order, dice=[1, 18]) == 3
    assert the(battle, CAR).facing == 4
    failed = on_the_road("tank-light")
    failed.state.alter(CAR, modifications=STEERED)
    play(failed, order, dice=[1, 17, 4, 1, 2])
    assert the(failed, CAR).facing == 0
    assert told(failed, "mishap")
