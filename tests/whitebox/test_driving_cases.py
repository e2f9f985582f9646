"""Driving where chapters meet: slopes and mud, turns and maps' edges, switches."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import saving_throw
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance_at,
    current_movement,
    is_moving,
    movement_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import next_round
from sandtable.rulebooks.whitebox.state.footprint import footprint
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    Jump,
    Pivot,
    SetPace,
    StartVehicle,
    Turning,
    Unstick,
)
from sandtable.rulebooks.whitebox.state.vehicles import Pace
from tests.whitebox.crash_kit import LOCKED, SKID, STRAIN
from tests.whitebox.driving_kit import (
    ALLY,
    CAR,
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
    edged,
    feed,
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    rolled_all,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


STEERED = ["advanced-steering"]


# -- slopes, mud and manoeuvres -------------------------------------------------------------------


@rule("owb.vterrain.costs-add-to-manoeuvres", "owb.vterrain.elevation")
def test_a_turn_that_ends_half_in_mud_on_a_slope_costs_two_more_once() -> None:
    """Facing N at (10, 20), right: front-right goes to (12, 19), front-left to (11, 18)."""
    terrain = [
        filled("mud", "mud", (12, 19)),
        filled("hill", "elevation", (0, 0), (35, 18), height=1),
    ]
    battle = on_the_road("car", terrain=terrain)
    assert paid(battle, Turning(CAR, "right"), dice=[2]) == 2 + 2
    assert rolled_all(battle)
    assert where(battle).front_left == (11, 18)


@rule("owb.vterrain.elevation", "owb.vterrain.bogging-down")
def test_a_turn_up_a_slope_costs_two_more_and_nobody_bogs_down() -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 18), height=1)
    battle = on_the_road("car", terrain=[hill])
    assert paid(battle, Turning(CAR, "right")) == 4
    assert not told(battle, "bog")


@rule("owb.vterrain.elevation")
def test_a_turn_is_refused_where_it_would_stand_on_levels_two_apart() -> None:
    hill = filled("hill", "elevation", (11, 18), height=2)
    battle = on_the_road("car", terrain=[hill])
    assert refused(battle, Turning(CAR, "right")) == "owb.vterrain.elevation"
    assert refused(battle, Turning(CAR, "left")) == ""


@rule("owb.vterrain.elevation")
def test_a_long_vehicle_is_stopped_by_a_slope_that_rises_twice_under_it() -> None:
    """One level after every two squares: a tank of four would stand on three levels."""
    terrain = [
        filled("low", "elevation", (0, 0), (35, 19), height=1),
        filled("high", "elevation", (0, 0), (35, 17), height=2),
    ]
    tank = on_the_road("tank-medium", terrain=terrain)
    assert refused(tank, Drive(CAR, 2)) == ""
    assert refused(tank, Drive(CAR, 3)) == "owb.vterrain.elevation"
    cycle = on_the_road("motorcycle", terrain=terrain)
    assert paid(cycle, Drive(CAR, 5)) == 2 + 2 + 2 + 2 + 1


@rule("owb.turn.crawling", "owb.vterrain.costs-add-to-manoeuvres")
def test_a_heavy_tank_cannot_afford_a_crawling_turn_into_mud() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 19))
    battle = on_the_road("tank-heavy", pace="crawl", terrain=[mud])
    why = "owb.turn.needs-enough-movement"
    assert refused(battle, Turning(CAR, "right", 90, "crawling")) == why
    assert refused(battle, Drive(CAR, 1)) == ""


@rule("owb.turn.bootleg", "owb.vterrain.costs-add-to-manoeuvres")
def test_a_bootleg_turn_in_mud_costs_five_and_can_bog_down() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road("truck-large", with_=[wheelman()], terrain=[mud])
    assert paid(battle, Turning(CAR, "left", 180, "bootleg"), dice=[1]) == 5
    truck = the(battle, CAR)
    assert (truck.facing, truck.pace, truck.stuck) == (4, "stopped", True)
    assert set(where(battle).squares) == {(x, y) for x in (10, 11) for y in range(20, 24)}


@rule("owb.vterrain.obstacle-costs-two")
def test_a_tank_pays_two_while_it_straddles_a_low_wall() -> None:
    """The wall lies between y 19 and y 18; the tank fills four rows."""
    wall = edged("wall", "low-brick-wall", (0, 19), (35, 19))
    battle = on_the_road("tank-light", (10, 19), terrain=[wall])
    battle.state.alter(CAR, length=4)
    battle.state.place(CAR, footprint((4, 2), 0, (10, 19)))
    costs = [paid(battle, Drive(CAR, 1)) for _ in range(5)]
    assert costs == [2, 2, 2, 1, 1]


@rule("owb.vterrain.obstacle-costs-two", "owb.vmove.occupied-square-means-collision")
def test_a_body_slows_the_car_that_lies_over_it_until_it_is_behind() -> None:
    battle = on_the_road("car", with_=[man("ivan", (10, 19), "b")])
    play(battle, Drive(CAR, 1, "ivan"), dice=[1, 17, 6])
    assert person(battle, "ivan").out == "dead"
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [2, 2, 1, 1]


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


# -- switches -------------------------------------------------------------------------------------


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


@rule("owb.vterrain.bogging-down")
def test_bogging_is_rolled_anew_in_each_round_and_not_at_all_if_switched_off() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road("car", terrain=[mud])
    play(battle, Drive(CAR, 3), EndVehicle(CAR), dice=[2])
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"), Turning(CAR, "left"), dice=[1])
    assert the(battle, CAR).stuck
    assert the(battle, CAR).travel == 0
    assert where(battle).facing == 7
    dry = on_the_road("car", terrain=[mud], options={"bogging": "off"})
    play(dry, Drive(CAR, 3), dice=[])
    assert not the(dry, CAR).stuck


@rule("owb.vterrain.bogging-down")
def test_a_hedge_across_the_way_can_stop_tracks_in_the_step_that_crosses_it() -> None:
    hedge = edged("hedge", "thick-hedge", (0, 19), (35, 19))
    battle = on_the_road("tank-medium", terrain=[hedge])
    play(battle, Drive(CAR, 5), dice=[1])
    assert where(battle).anchor == (10, 18)
    assert the(battle, CAR).stuck
    assert (the(battle, CAR).spent, the(battle, CAR).pace) == (1 + 2, "stopped")


@rule("owb.maneuver.jump-conditions")
def test_both_front_squares_must_be_ramps() -> None:
    options: dict[str, str | bool] = {"jump": "ramps"}
    half = on_the_road("car", travel=9, options=options, terrain=[filled("r", "ramp", (10, 20))])
    assert refused(half, Jump(CAR, 3)) == "owb.maneuver.jump-conditions"
    whole = filled("r", "ramp", (10, 20), (11, 20))
    full = on_the_road("car", travel=9, options=options, terrain=[whole])
    assert refused(full, Jump(CAR, 3)) == ""


@rule("owb.maneuver.unstuck-by-driving")
def test_with_the_switch_a_failed_try_sends_a_standing_car_one_square_forward() -> None:
    """Check 2 on d20 fails; skid; it stood, so it goes forward by one without a die; damage 3."""
    battle = parked("car", options={"unstuck_mishap": "on"})
    battle.state.alter(CAR, stuck=True)
    play(battle, Unstick(CAR), dice=[2, SKID, 3])
    car = the(battle, CAR)
    assert (where(battle).anchor, car.hp, car.stuck) == ((10, 19), 5, True)
    assert rolled_all(battle)
    assert refused(battle, Unstick(CAR)) == "owb.maneuver.unstuck-by-driving"


# -- jumps ----------------------------------------------------------------------------------------


@rule("owb.maneuver.jump-distance", "owb.vterrain.bogging-down")
def test_landing_in_mud_costs_no_more_but_may_bog_down_before_the_mishap() -> None:
    """Check 6 fails for level 2; bogging 1: stuck and stopped; skid by 1 square, damage 2."""
    mud = filled("mud", "mud", (0, 0), (35, 16))
    battle = on_the_road("car", travel=9, terrain=[mud], with_=[driver()])
    assert paid(battle, Jump(CAR, 4), dice=[6, 1, SKID, 2]) == 4
    assert rolled_all(battle)
    car = the(battle, CAR)
    assert (where(battle).anchor, car.stuck, car.hp) == ((10, 15), True, 6)


@rule("owb.maneuver.jump-distance")
@pytest.mark.parametrize(("travel", "far"), [(1, 0), (2, 1), (4, 2), (5, 3), (21, 14)])
def test_two_thirds_are_rounded_down(travel: int, far: int) -> None:
    battle = on_the_road("car", (10, 32), travel=travel, with_=[wheelman()])
    assert refused(battle, Jump(CAR, far + 1)) == "owb.maneuver.jump-distance"
    assert not far or refused(battle, Jump(CAR, far)) == ""


@rule("owb.maneuver.jump-distance")
def test_a_man_under_the_flight_is_spared_even_if_a_vehicle_behind_him_is_struck() -> None:
    """The truck's tail at y 17 and the man at (11, 17): the third square strikes the truck."""
    truck = vehicle("truck", "truck-small", (9, 15), side="b", empty=["passenger-1"])
    battle = on_the_road("car", travel=14, with_=[wheelman(), truck, man("ivan", (11, 17), "b")])
    feed(battle, *[1] * 12)
    play(battle, Jump(CAR, 9))
    assert told(battle, "collision")
    assert not told(battle, "run-over")
    assert where(battle).anchor == (10, 18)
    assert person(battle, "ivan").hp == person(battle, "ivan").most_hp


@rule("owb.maneuver.jump-distance")
def test_a_jump_straight_beyond_a_low_wall_does_not_touch_it() -> None:
    """The wall lies right behind the tail of the car when it has landed on y 16 to 18."""
    wall = edged("wall", "low-brick-wall", (0, 19), (35, 19))
    battle = on_the_road("car", travel=9, terrain=[wall], with_=[wheelman()])
    play(battle, Jump(CAR, 4))
    assert where(battle).anchor == (10, 16)
    assert not told(battle, "collision")
    assert refused(on_the_road("car", travel=9, terrain=[wall]), Jump(CAR, 3)) != ""


# -- the edges of the map -------------------------------------------------------------------------


@rule("owb.footprint.leaving-the-map", "owb.vterrain.elevation")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_map_has_no_cliff_at_its_edge(level: int) -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 10), height=level)
    battle = on_the_road("car", (10, 1), terrain=[hill])
    assert paid(battle, Drive(CAR, 1)) == 1
    play(battle, Drive(CAR, 1))
    assert battle.state.find_vehicle(CAR) is None
    assert "driver" not in battle.state.pieces


@rule("owb.footprint.leaving-the-map")
def test_one_square_off_the_map_is_enough_in_a_turn_and_on_a_diagonal() -> None:
    battle = on_the_road("tank-medium", (10, 1))
    play(battle, Turning(CAR, "right"))
    assert battle.state.find_vehicle(CAR) is None
    aslant = on_the_road("car", (33, 20), 1)
    assert refused(aslant, Drive(CAR, 2)) == "owb.footprint.leaving-the-map"
    play(aslant, Drive(CAR, 1))
    assert aslant.state.find_vehicle(CAR) is None


@rule("owb.footprint.leaving-the-map")
def test_a_failed_turn_at_the_edge_keeps_the_vehicle_on_the_map() -> None:
    battle = on_the_road("tank-medium", (10, 2), add=STEERED)
    play(battle, Turning(CAR, "left", 90, "tight"), dice=[20, STRAIN, 1, 1])
    assert battle.state.find_vehicle(CAR) is not None
    assert the(battle, CAR).spent == 2


# -- checks ---------------------------------------------------------------------------------------


@rule("owb.driving.wheelman-automatic", "owb.maneuver.unstuck-by-driving")
def test_a_wheelman_who_frees_his_car_has_used_his_automatic_check() -> None:
    """Level 1: unstuck without a die; the next on d6, a 1; the one after that fails."""
    battle = parked("car", with_=[wheelman("op1")])
    battle.state.alter(CAR, stuck=True)
    play(battle, Unstick(CAR), SetPace(CAR, "normal"), Drive(CAR, 1))
    assert not the(battle, CAR).stuck
    play(battle, ChangeLane(CAR, "right", quick=True), dice=[1])
    assert where(battle).anchor == (12, 18)
    play(battle, DriveDefensively(CAR), dice=[SKID, 2, 1])
    assert not the(battle, CAR).defensive
    assert rolled_all(battle)


@rule("owb.driving.second-check-fails", "owb.collision.ram-check-failed")
def test_a_second_check_for_a_ram_fails_without_a_die() -> None:
    battle = on_the_road("tank-medium", with_=[man("ivan", (10, 18), "b")])
    play(battle, DriveDefensively(CAR), dice=[1])
    play(battle, Drive(CAR, 2, "ivan"), dice=[STRAIN, 2, 2])
    assert rolled_all(battle)
    assert where(battle).anchor == (10, 19)
    assert the(battle, CAR).spent == 2 + 2
    assert the(battle, CAR).travel == 1


@rule("owb.mishap.locked-drive")
@pytest.mark.parametrize("pace", ["crawl", "normal", "reverse"])
def test_a_drive_that_locks_in_defensive_driving_carries_it_nowhere(pace: Pace) -> None:
    """Only what was paid for a turn or a lane change carries it on. Damage 4, strain 2."""
    battle = on_the_road("tank-medium", pace=pace)
    play(battle, DriveDefensively(CAR), dice=[20, LOCKED, 4, 2])
    assert where(battle).anchor == (10, 20)
    assert (the(battle, CAR).hp, the(battle, CAR).travel) == (32, 0)
    assert the(battle, CAR).locked_to == 11


@rule("owb.mishap.locked-drive", "owb.vterrain.bogging-down", "owb.maneuver.unstuck-by-driving")
def test_a_locked_drive_does_not_keep_it_from_being_driven_free() -> None:
    battle = parked("tank-medium", with_=[wheelman()])
    battle.state.alter(CAR, stuck=True, locked_to=5)
    play(battle, Unstick(CAR), SetPace(CAR, "normal"), Drive(CAR, 2))
    assert refused(battle, Turning(CAR, "left")) == "owb.mishap.locked-drive"
    assert refused(battle, ChangeLane(CAR, "left")) == "owb.mishap.locked-drive"
    assert refused(battle, Drive(CAR, 1)) == ""


@rule("owb.turn.tight-tracked", "owb.driving.wheelman-save-bonus")
def test_a_wheelman_on_tracks_saves_with_two_more() -> None:
    """No die for the check; his number of level 2 less 2 is enough."""
    battle = on_the_road("tank-medium", with_=[wheelman()], add=STEERED)
    need = saving_throw(person(battle, "driver").combatant) - 2
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[need])
    assert where(battle).facing == 2
    again = on_the_road("tank-medium", with_=[wheelman()], add=STEERED)
    play(again, Turning(CAR, "right", 90, "tight"), dice=[need - 1, STRAIN, 1, 1])
    assert where(again).facing == 0


# -- speed and pace -------------------------------------------------------------------------------


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


@rule("owb.mishap.transmission-strain")
def test_a_strain_in_the_free_turn_counts_from_the_first_round() -> None:
    battle = fight(
        vehicle(CAR, "tank-medium", (10, 30)),
        vehicle("panzer", "tank-medium", (30, 5), 4, "b", surprised=True),
        options={"surprise": "scenario"},
        dice=[],
    )
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    play(battle, DriveDefensively(CAR), dice=[20, STRAIN, 1, 1])
    assert movement_of(battle.state, the(battle, CAR)) == 9
    play(battle, EndVehicle(CAR), dice=[6, 1])
    assert movement_of(battle.state, the(battle, CAR)) == 6
    play(battle, StartVehicle(CAR), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert movement_of(battle.state, the(battle, CAR)) == 9


@rule("owb.mishap.skid-operator-busy", "owb.maneuver.moving-vehicle")
def test_a_car_that_skids_in_its_first_manoeuvre_is_still_rolling_next_round() -> None:
    battle = on_the_road("car", travel=9)
    play(battle, Turning(CAR, "right", 90, "tight"), EndVehicle(CAR), dice=[20, SKID, 2, 1])
    assert where(battle).anchor == (10, 17)
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert is_moving(the(battle, CAR))
    assert refused(battle, Turning(CAR, "left")) == ""


@rule("owb.mishap.skid-operator-busy")
def test_one_that_stood_when_it_skidded_is_not_rolling() -> None:
    battle = parked("car")
    car = battle.state.alter(CAR, halted=True, pace="stopped", declared=True)
    assert not next_round(car).rolling


@rule("owb.mishap.transmission-strain", "owb.vcrit.movement")
def test_of_several_reductions_the_lowest_counts() -> None:
    battle = parked("tank-medium")
    state = battle.state
    tank = state.alter(CAR, strained_from=1, strained_to=3)
    assert [allowance_at(state, tank, pace) for pace in ("normal", "crawl", "reverse")] == [6, 2, 2]
    tank = state.alter(CAR, slowed=1)
    assert [allowance_at(state, tank, pace) for pace in ("normal", "crawl")] == [3, 1]


@rule("owb.vmove.travel-and-speed", "owb.vmove.reverse-one-third")
def test_a_scenario_may_let_a_vehicle_come_in_backwards() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="reverse", travel=3), ALLY, FOE)
    assert current_movement(the(battle, CAR)) == 3
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert not is_moving(the(battle, CAR))


@rule("owb.mod.advanced-steering-pivot", "owb.vterrain.impassable")
def test_a_pivot_is_free_in_mud_and_refused_against_a_wall() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = parked("tank-medium", terrain=[mud], add=STEERED)
    play(battle, SetPace(CAR, "stopped"), Pivot(CAR, "left", 90))
    assert (the(battle, CAR).spent, where(battle).facing) == (0, 6)
    assert refused(battle, Pivot(CAR, "left", 45)) == "owb.mod.advanced-steering-pivot"
    wall = edged("wall", "tall-wall", (12, 0), (12, 35))
    walled = parked("tank-medium", terrain=[wall], add=STEERED)
    play(walled, SetPace(CAR, "stopped"))
    assert refused(walled, Pivot(CAR, "left", 90)) == "owb.mod.advanced-steering-pivot"


@rule("owb.maneuver.defensive-driving", "owb.vterrain.cost-must-be-affordable")
def test_a_heavy_tank_at_a_crawl_can_just_pay_for_defensive_driving() -> None:
    battle = parked("tank-heavy", with_=[wheelman()])
    play(battle, SetPace(CAR, "crawl"), DriveDefensively(CAR))
    assert the(battle, CAR).defensive
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"
    assert current_movement(the(battle, CAR)) == 0


# -- what is met on the way -----------------------------------------------------------------------


@rule("owb.maneuver.jump-distance")
def test_a_hedgerow_across_the_flight_is_struck_in_the_air() -> None:
    """It stands between y 19 and y 18: the second square of the jump. Die 3 and speed 9."""
    hedge = edged("hedge", "hedgerow", (0, 19), (35, 19))
    battle = on_the_road("truck-large", travel=9, terrain=[hedge], with_=[wheelman()])
    crew = len(battle.state.occupants(CAR))
    play(battle, Jump(CAR, 6), dice=[3, *[20] * crew])
    assert where(battle).anchor == (10, 19)
    assert the(battle, CAR).hp == 16 - 12
    assert (the(battle, CAR).spent, the(battle, CAR).pace) == (6, "stopped")


@rule("owb.turn.pick-up-and-place", "owb.vmove.occupied-square-means-collision")
def test_a_turn_onto_one_who_lies_hidden_runs_him_down() -> None:
    """He is where the front will be; save 17 fails, die 1 and a speed of 5."""
    battle = on_the_road("car", with_=[man("ivan", (12, 19), "b")])
    battle.state.change("ivan", hidden=True, hp=50)
    play(battle, Turning(CAR, "right"), dice=[17, 1])
    assert person(battle, "ivan").hp == 50 - 6
    assert where(battle).facing == 1
    assert battle.state.square(person(battle, "ivan")) not in where(battle).squares


@rule("owb.footprint.leaving-the-map", "owb.vmove.reverse-one-third")
def test_a_vehicle_may_back_off_the_map() -> None:
    battle = on_the_road("car", (10, 32), pace="reverse")
    assert refused(battle, Drive(CAR, 3)) == "owb.footprint.leaving-the-map"
    play(battle, Drive(CAR, 2))
    assert battle.state.find_vehicle(CAR) is None


@rule("owb.footprint.leaving-the-map", "owb.vterrain.cost-must-be-affordable")
def test_the_last_point_of_movement_takes_a_crawling_car_off_a_hill_and_the_map() -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 10), height=1)
    battle = on_the_road("car", (10, 6), pace="crawl", terrain=[hill])
    assert paid(battle, Drive(CAR, 6)) == 6
    play(battle, Drive(CAR, 1))
    assert battle.state.find_vehicle(CAR) is None


@rule("owb.mishap.stall", "owb.mishap.skid-operator-busy")
@pytest.mark.parametrize(("mishap", "dice"), [(2, [1, 1, 1]), (SKID, [1])])
def test_mishaps_in_the_free_turn_last_as_long_as_in_any_round(
    mishap: int, dice: list[int]
) -> None:
    """It stands and has one man aboard: spin, damage and 1d2 for a stall; damage for a skid."""
    crew = [f"passenger-{n}" for n in range(1, 5)]
    battle = fight(
        vehicle(CAR, "car", (10, 20), empty=crew),
        vehicle("other", "car", (30, 5), 4, "b", surprised=True),
        options={"surprise": "scenario"},
        dice=[],
    )
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    play(battle, DriveDefensively(CAR), dice=[20, mishap, *dice])
    assert rolled_all(battle)
    assert refused(battle, Drive(CAR, 1)) != ""
    play(battle, EndVehicle(CAR), dice=[6, 1])
    assert battle.state.turn == 1
    play(battle, StartVehicle(CAR))
    stalled = mishap != SKID
    assert refused(battle, SetPace(CAR, "normal")) == ("owb.mishap.stall" if stalled else "")
    assert the(battle, CAR).stalled_to == (10 if stalled else 0)
