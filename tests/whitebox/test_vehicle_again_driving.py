"""Vehicles examined anew: driving, manoeuvres and checks at their exact limits."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    current_movement,
    is_moving,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    FireGun,
    Jump,
    Pivot,
    SetPace,
    Sideswipe,
    StartVehicle,
    Turning,
    Unstick,
)
from tests.whitebox.crash_kit import LOCKED, OVERHEATED, SKID, SLIPPED, SPINOUT, STRAIN
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
from tests.whitebox.kit import edged, feed, filled, pass_all, play, rolled_all, told
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

STEERED = ["advanced-steering"]


# -- paces and what they allow --------------------------------------------------------------------


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


@rule("owb.turn.crawling", "owb.turn.tight", "owb.turn.bootleg", "owb.maneuver.jump-conditions")
@pytest.mark.parametrize(
    ("pace", "order"),
    [
        ("crawl", Turning(CAR, "right", 90, "tight")),
        ("crawl", Turning(CAR, "right", 180, "bootleg")),
        ("normal", Turning(CAR, "right", 90, "crawling")),
        ("crawl", Jump(CAR, 1)),
        ("reverse", Turning(CAR, "right", 45)),
        ("reverse", Turning(CAR, "right", 90, "crawling")),
        ("reverse", ChangeLane(CAR, "right")),
        ("reverse", ChangeLane(CAR, "right", quick=True)),
        ("reverse", Jump(CAR, 1)),
        ("stopped", Turning(CAR, "right", 45)),
        ("stopped", DriveDefensively(CAR)),
    ],
)
def test_each_manoeuvre_has_its_paces(pace: Any, order: Any) -> None:
    battle = on_the_road("car", pace=pace)
    before = battle.state
    assert refused(battle, order)
    assert battle.state == before


@rule("owb.turn.crawling")
def test_a_heavy_tank_that_crawled_may_make_one_crawling_turn_and_nothing_else() -> None:
    battle = on_the_road("tank-heavy", (15, 15), pace="crawl", travel=2)
    assert paid(battle, Turning(CAR, "left", 90, "crawling")) == 2
    print_ = where(battle)
    assert print_.facing == 6
    assert print_.front_left == (13, 14)
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"


@rule("owb.maneuver.moving-vehicle", "owb.turn.must-be-moving")
def test_from_rest_a_square_straight_on_comes_before_the_first_turn() -> None:
    battle = parked("car")
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Turning(CAR, "right")) == "owb.turn.must-be-moving"
    assert refused(battle, ChangeLane(CAR, "right")) == "owb.maneuver.moving-vehicle"
    play(battle, Drive(CAR, 1))
    assert not refused(battle, Turning(CAR, "right"))
    assert not refused(battle, ChangeLane(CAR, "right"))


@rule("owb.maneuver.moving-vehicle")
def test_who_went_back_in_the_last_round_is_not_moving_forward() -> None:
    battle = parked("car", (15, 15))
    play(battle, SetPace(CAR, "reverse"), Drive(CAR, 3), EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert not is_moving(the(battle, CAR))
    assert current_movement(the(battle, CAR)) == 3


# -- checks ---------------------------------------------------------------------------------------


@rule("owb.driving.npc-needs-one-on-d20")
@pytest.mark.parametrize(("face", "made"), [(1, True), (2, False), (20, False)])
def test_an_ordinary_driver_needs_a_1_on_a_d20(face: int, made: bool) -> None:
    battle = on_the_road("car")
    play(battle, DriveDefensively(CAR), dice=[face, *([] if made else [SKID, 2, 1])])
    assert the(battle, CAR).defensive is made
    assert rolled_all(battle)


@rule("owb.driving.pc-d6-under-level")
@pytest.mark.parametrize(("face", "made"), [(3, True), (4, False)])
def test_an_operative_of_level_3_needs_3_or_less_on_a_d6(face: int, made: bool) -> None:
    battle = on_the_road("car", with_=[driver("op3")])
    play(battle, DriveDefensively(CAR), dice=[face, *([] if made else [SKID, 2, 1])])
    assert the(battle, CAR).defensive is made
    assert rolled_all(battle)


@rule("owb.driving.wheelman-automatic", "owb.driving.second-check-fails")
def test_a_wheelman_of_level_2_masters_two_rolls_for_a_third_and_fails_the_fourth() -> None:
    battle = on_the_road("car", (15, 30), with_=[wheelman("op2")])
    quick = ChangeLane(CAR, "right", quick=True)
    play(battle, quick, ChangeLane(CAR, "left", quick=True))
    assert rolled_all(battle)
    play(battle, quick, dice=[2])
    assert where(battle).front_left == (17, 27)
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[SPINOUT, 1, 1, 20, 1])
    assert told(battle, "mishap")


@rule("owb.driving.second-check-fails", "owb.driving.failed-check-mishap")
def test_a_second_check_of_an_operative_fails_without_a_die() -> None:
    battle = on_the_road("car", (15, 30), with_=[driver("op5")])
    play(battle, ChangeLane(CAR, "right", quick=True), dice=[5])
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[SKID, 2, 1])
    assert rolled_all(battle)
    assert the(battle, CAR).spent == 4
    assert where(battle).front_left == (17, 28)


@rule("owb.driving.check-is-an-action")
def test_who_has_fired_a_linked_gun_makes_no_driving_check() -> None:
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    prey = vehicle("prey", "car", (11, 8), 4, "b")
    battle = on_the_road("car", with_=[prey], mounts=guns)
    who = f"{CAR}.operator"
    play(battle, FireGun(person=who, mount="gun-1", target="prey"), dice=[2])
    assert refused(battle, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"
    assert refused(battle, ChangeLane(CAR, "left", quick=True)) == "owb.driving.check-is-an-action"
    assert not refused(battle, ChangeLane(CAR, "left"))


@rule("owb.driving.check-is-an-action", "owb.vehicle.attack-and-action-exclude-each-other")
def test_who_has_made_a_driving_check_fires_no_linked_gun() -> None:
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    prey = vehicle("prey", "car", (11, 8), 4, "b")
    battle = on_the_road("car", with_=[prey, wheelman()], mounts=guns)
    play(battle, DriveDefensively(CAR))
    shot = FireGun(person="driver", mount="gun-1", target="prey")
    assert refused(battle, shot) == "owb.vehicle.attack-and-action-exclude-each-other"


# -- turns of tracked vehicles --------------------------------------------------------------------


@rule("owb.turn.tight-tracked", "owb.driving.failed-vehicle-save-mishap")
def test_a_tight_turn_on_tracks_is_checked_then_saved_for_and_goes_straight_on_if_locked() -> None:
    battle = on_the_road("tank-medium", (15, 15), with_=[driver("op1")], add=STEERED)
    # Driving Check made, save failed (an operative of level 1 saves on 14), drive locked, 4
    # points of damage, a strain of 2 rounds.
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[1, 2, LOCKED, 4, 2])
    assert rolled_all(battle)
    tank = the(battle, CAR)
    assert where(battle).front_left == (15, 13)
    assert (tank.spent, tank.travel, tank.hp) == (2, 2, 32)
    assert (tank.strained_from, tank.strained_to, tank.locked_to) == (2, 3, 11)
    assert refused(battle, Turning(CAR, "right")) == "owb.mishap.locked-drive"
    assert not refused(battle, Drive(CAR, 7))


@rule("owb.turn.bootleg-tracked", "owb.mishap.locked-drive")
def test_a_bootleg_turn_that_locks_the_drive_carries_a_tank_three_squares_on() -> None:
    battle = on_the_road("tank-medium", (15, 15), add=STEERED)
    play(battle, Turning(CAR, "left", 135, "bootleg"), dice=[20, LOCKED, 1, 1])
    assert where(battle).front_left == (15, 12)
    assert the(battle, CAR).pace == "normal"


@rule("owb.mod.advanced-steering-too-fast")
def test_a_pivot_at_normal_pace_is_a_mishap_without_a_check() -> None:
    battle = on_the_road("tank-medium", (15, 15), add=STEERED)
    play(battle, Pivot(CAR, "left", 45), dice=[LOCKED, 3, 1])
    assert rolled_all(battle)
    assert where(battle).front_left == (15, 15)
    assert the(battle, CAR).checks == 0


@rule("owb.mod.advanced-steering-pivot")
def test_a_standing_tank_pivots_once_by_90_degrees_and_no_more() -> None:
    battle = parked("tank-medium", (15, 15), add=STEERED)
    play(battle, SetPace(CAR, "stopped"), Pivot(CAR, "right", 90))
    assert where(battle).front_left == (17, 16)
    assert refused(battle, Pivot(CAR, "right", 45)) == "owb.mod.advanced-steering-pivot"


@rule("owb.mishap.overheated-includes-locked-drive", "owb.mishap.overheated-cool-down")
def test_an_overheated_tank_stops_at_once_and_may_seize_when_it_is_run() -> None:
    battle = on_the_road("tank-medium", (15, 15))
    play(battle, DriveDefensively(CAR), dice=[2, OVERHEATED, 6, 3])
    tank = the(battle, CAR)
    assert (tank.hp, tank.pace, tank.travelled, tank.hot) == (29, "stopped", 0, 60)
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"), dice=[1])
    assert the(battle, CAR).immobile
    assert refused(battle, Drive(CAR, 1)) == "owb.mishap.slipped-track"


@rule("owb.mishap.slipped-track", "owb.mishap.transmission-strain")
def test_a_slipped_track_holds_a_tank_and_a_strain_begins_with_the_next_round() -> None:
    battle = on_the_road("tank-medium", (15, 25))
    play(battle, DriveDefensively(CAR), dice=[2, STRAIN, 2, 1])
    assert not refused(battle, Drive(CAR, 7))
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 7)) == "owb.vterrain.cost-must-be-affordable"
    assert not refused(battle, Drive(CAR, 6))
    play(battle, DriveDefensively(CAR), dice=[2, SLIPPED, 1])
    assert the(battle, CAR).immobile
    assert refused(battle, Drive(CAR, 1)) == "owb.mishap.slipped-track"


# -- costs ----------------------------------------------------------------------------------------


@rule("owb.vterrain.costs-add-to-manoeuvres")
@pytest.mark.parametrize(
    ("order", "cost"),
    [
        (Turning(CAR, "right", 45), 4),
        (Turning(CAR, "right", 90), 6),
        (Turning(CAR, "right", 90, "tight"), 4),
        (Turning(CAR, "right", 180, "bootleg"), 5),
        (ChangeLane(CAR, "right"), 4),
        (ChangeLane(CAR, "right", quick=True), 4),
        (DriveDefensively(CAR), 2),
        (Drive(CAR, 3), 6),
    ],
)
def test_mud_under_the_whole_way_adds_two_to_manoeuvres_and_one_to_each_step(
    order: Any, cost: int
) -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road(
        "car", (15, 15), with_=[wheelman()], terrain=[mud], options={"bogging": "off"}
    )
    assert paid(battle, order) == cost


@rule("owb.turn.needs-enough-movement")
def test_a_turn_that_could_not_be_paid_for_is_refused_before_any_die() -> None:
    battle = on_the_road("tank-medium", (15, 25), with_=[driver()])
    play(battle, Drive(CAR, 6))
    assert refused(battle, Turning(CAR, "right", 90)) == "owb.turn.needs-enough-movement"
    assert paid(battle, Turning(CAR, "right", 45)) == 2
    assert refused(battle, ChangeLane(CAR, "right", quick=True)) == "owb.turn.needs-enough-movement"


@rule("owb.vterrain.elevation")
def test_a_tank_of_four_squares_pays_double_for_four_steps_onto_a_plateau() -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 19), height=1)
    battle = on_the_road("tank-medium", (10, 20), terrain=[hill])
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [2, 2, 2, 2]
    assert paid(battle, Drive(CAR, 1)) == 1


@rule("owb.vmove.diagonal-one-two-count")
def test_every_second_diagonal_step_costs_two_where_the_battle_is_played_so() -> None:
    battle = on_the_road("car", (15, 20), 1, options={"diagonals": "alternate"})
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [1, 2, 1, 2]
    assert the(battle, CAR).travel == 4


# -- bogging down ---------------------------------------------------------------------------------


@rule("owb.vterrain.bogging-down", "owb.maneuver.unstuck-by-driving")
def test_a_car_in_mud_rolls_once_a_round_and_drives_itself_free_before_the_pace() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 19))
    battle = on_the_road("car", (10, 20), with_=[driver("op2")], terrain=[mud])
    play(battle, Drive(CAR, 3), dice=[2])
    assert rolled_all(battle)
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 2), dice=[1])
    car = the(battle, CAR)
    assert (car.stuck, car.pace, car.travel) == (True, "stopped", 0)
    assert where(battle).front_left == (10, 16)
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR))
    assert refused(battle, SetPace(CAR, "normal")) == "owb.vterrain.bogging-down"
    play(battle, Unstick(CAR), dice=[3])
    assert the(battle, CAR).stuck
    assert not told(battle, "mishap")
    assert refused(battle, Unstick(CAR)) == "owb.maneuver.unstuck-by-driving"
    play(battle, SetPace(CAR, "stopped"), EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), Unstick(CAR), SetPace(CAR, "normal"), dice=[2])
    assert not the(battle, CAR).stuck
    # His second check of the round fails; what stands skids straight on, without a die for that.
    play(battle, DriveDefensively(CAR), dice=[SKID, 1])
    assert rolled_all(battle)
    assert where(battle).front_left == (10, 15)


@rule("owb.vterrain.bogging-down", "owb.mod.tracked")
@pytest.mark.parametrize(
    ("kind", "rolls"),
    [("mud", False), ("forest", False), ("trench", True), ("rubble", True), ("sandbags", False)],
)
def test_what_a_tank_can_bog_down_on(kind: str, rolls: bool) -> None:
    ground = filled("ground", kind, (10, 18), (11, 18))
    battle = on_the_road("tank-medium", (10, 20), terrain=[ground])
    feed(battle, 6)
    play(battle, Drive(CAR, 3))
    assert rolled_all(battle) is rolls


# -- sideswipes -----------------------------------------------------------------------------------


@rule("owb.collision.sideswipe")
def test_a_sideswipe_asks_for_a_step_this_round_and_a_vehicle_abreast() -> None:
    other = vehicle("other", "car", (12, 20), 0, "b", pace="normal", travel=6)
    battle = on_the_road("car", (10, 21), with_=[other, wheelman()])
    swipe = Sideswipe(CAR, "other")
    assert refused(battle, swipe) == "owb.collision.sideswipe"
    play(battle, Drive(CAR, 1))
    # The defender fails to save (2), 3 for the attacker, 5 for the defender; then the occupants'
    # saves (half of 3 is 1: Wheelman fails; half of 5 is 2: the foe's driver fails), then a skid.
    play(battle, swipe, dice=[2, 3, 5, 1, 1, SKID, 2, 1])
    assert rolled_all(battle)
    assert (the(battle, CAR).hp, the(battle, "other").hp) == (5, 2)


@rule("owb.collision.sideswipe")
def test_a_standing_or_reversing_vehicle_is_not_sideswiped() -> None:
    for pace in ("stopped", "reverse"):
        other = vehicle("other", "car", (12, 20), 0, "b", pace=pace, travel=6)
        battle = on_the_road("car", (10, 21), with_=[other, wheelman()])
        play(battle, Drive(CAR, 1))
        assert refused(battle, Sideswipe(CAR, "other")) == "owb.collision.sideswipe"


# -- edges ----------------------------------------------------------------------------------------


@rule("owb.vterrain.impassable", "owb.vterrain.passability-per-vehicle")
def test_a_low_wall_stops_a_jeep_and_costs_a_tank_double_for_as_long_as_it_straddles_it() -> None:
    wall = edged("wall", "low-brick-wall", (9, 19), (13, 19))
    jeep = on_the_road("truck-small", (10, 20), terrain=[wall])
    assert refused(jeep, Drive(CAR, 2)) == "owb.vterrain.impassable"
    assert not refused(jeep, Drive(CAR, 1))
    tank = on_the_road("tank-medium", (10, 20), terrain=[wall])
    assert [paid(tank, Drive(CAR, 1)) for _ in range(5)] == [1, 2, 2, 2, 1]


@rule("owb.footprint.leaving-the-map")
def test_a_vehicle_whose_nose_crosses_the_edge_is_gone_with_all_aboard() -> None:
    battle = on_the_road("car", (10, 1))
    assert refused(battle, Drive(CAR, 3)) == "owb.footprint.leaving-the-map"
    play(battle, Drive(CAR, 2))
    assert CAR not in battle.state.pieces
    assert f"{CAR}.operator" not in battle.state.pieces
