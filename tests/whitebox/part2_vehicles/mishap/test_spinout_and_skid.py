"""TABLE 6: spinouts and skids."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import can_strike
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import check_driving
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import operator_busy
from tests.whitebox.kit import *


@rule("owb.mishap.spinout-travel-and-spin")
@pytest.mark.parametrize(("hand", "facing"), [("right", 7), ("left", 1)])
def test_a_car_at_14_spins_out_of_a_turn_and_stops(hand: Any, facing: int) -> None:
    battle = on_the_road("car", (15, 20), travel=14)
    # The check fails; a spinout, 3 + 4 facings; 1 point of damage; the driver holds on.
    play(battle, Turning(CAR, hand, 90, "tight"), dice=[2, SPINOUT, 3, 1, ALWAYS])
    assert rolled_all(battle)
    assert told(battle, "carried")[0].data == {"squares": 4}
    assert told(battle, "spin")[0].data == {"steps": 7}
    car = the(battle, CAR)
    assert (car.facing, car.pace, car.travel, car.travelled) == (facing, "stopped", 0, 0)
    # It went from front-left (15, 20) to (15, 16), and turned about the centre (15.5, 17).
    x, y = where(battle).centre
    assert abs(x - 15.5) <= 0.75
    assert abs(y - 17) <= 0.75
    assert car.hp == 7


@rule("owb.mishap.spinout-travel-and-spin")
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize(("left", "way"), [(False, 1), (True, -1)])
def test_a_spin_ends_where_the_die_says_from_any_facing(facing: int, left: bool, way: int) -> None:
    for face in range(1, 7):
        state = sturdy_field(driven("c", "car", (17, 17), facing))
        speeding(state, "c", 3)
        done = slip(state, "c", SPINOUT, face, 1, ALWAYS, left=left)
        assert the(state, "c").facing == (facing + way * (face + 4)) % 8
        assert done.left == ()


@rule("owb.mishap.spinout-travel-and-spin")
def test_in_reverse_it_goes_on_backwards() -> None:
    state = speeding_car(3)
    state.alter("c", pace="reverse")
    before = state.footprint(the(state, "c")).centre
    slip(state, "c", SPINOUT, 4, 1, ALWAYS)
    vehicle = the(state, "c")
    assert vehicle.facing == 0
    assert state.footprint(vehicle).centre == (before[0], before[1] + 1)


@rule("owb.mishap.spinout-travel-and-spin")
def test_where_the_last_facing_does_not_fit_it_is_the_last_that_does() -> None:
    """Between two walls only north and south fit; of the facings 1 to 7 the last is south."""
    walls = (
        filled("w", "tall-wall", (14, 0), (14, 30)),
        filled("x", "tall-wall", (17, 0), (17, 30)),
    )
    state = speeding_car(3, terrain=walls)
    slip(state, "c", SPINOUT, 3, 1, ALWAYS)
    assert the(state, "c").facing == 4


@rule("owb.mishap.spinout-travel-and-spin", "owb.mishap.spinout-damage")
def test_a_spin_to_the_left_goes_the_other_way_round() -> None:
    state = sturdy_field(driven("c", "car", (15, 20)))
    speeding(state, "c", 14)
    slip(state, "c", SPINOUT, 3, 5, NEVER, 2, left=True)
    assert the(state, "c").facing == 1
    assert lost(state, "c") == [5]
    assert harm_to(state, "c.operator") == 2


@rule("owb.mishap.spinout-damage")
def test_a_spinout_hurts_those_aboard_who_do_not_save() -> None:
    state = speeding_car()
    done = slip(state, "c", SPINOUT, 1, 6, 17, 2)
    assert lost(state, ["c"]) == [6]
    assert harm_to(state, "c.operator") == 2
    state = speeding_car()
    done = slip(state, "c", SPINOUT, 1, 6, 18)
    assert harm_to(state, "c.operator") == 0
    assert done.left == ()


@rule("owb.mishap.skid-direction")
@pytest.mark.parametrize(
    ("speed", "die", "front"),
    [(10, 3, (18, 17)), (10, 1, (12, 17)), (10, 2, (15, 17)), (8, 3, (17, 18)), (2, 3, (16, 19))],
)
def test_a_truck_at_10_skids_three_squares(speed: int, die: int, front: Square) -> None:
    battle = on_the_road("truck-large", (15, 20), travel=speed)
    play(battle, DriveDefensively(CAR), dice=[2, SKID, die, 1])
    assert rolled_all(battle)
    assert (where(battle).front_left, where(battle).facing) == (front, 0)
    assert the(battle, CAR).pace == "normal"
    assert refused(battle, Drive(CAR, 1))


@rule("owb.mishap.skid-direction", "owb.driving.npc-needs-one-on-d20")
def test_a_failed_check_and_a_skid_are_told_with_their_dice() -> None:
    battle = on_the_road("truck-large", (15, 20), travel=10)
    play(battle, DriveDefensively(CAR), dice=[2, SKID, 3, 1])
    (failed,) = told(battle, "driving-check")
    assert "owb.driving.npc-needs-one-on-d20" in failed.rules
    assert [roll.faces for roll in failed.rolls] == [(2,)]
    (skid,) = told(battle, "skidding")
    assert skid.text == "car skids to the north-east."
    assert skid.rules == ("owb.mishap.skid-direction",)
    assert [roll.faces for roll in skid.rolls] == [(3,)]


@rule("owb.mishap.skid-direction")
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_skid_is_measured_from_any_facing(facing: int, face: int) -> None:
    steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    state = sturdy_field(driven("c", "truck-large", (17, 17), facing))
    speeding(state, "c", 8)
    slip(state, "c", SKID, face, 1)
    dx, dy = steps[(facing + face - 2) % 8]
    after = state.footprint(the(state, "c"))
    assert after.anchor == (17 + 2 * dx, 17 + 2 * dy)
    assert after.facing == facing


@rule("owb.mishap.skid-direction")
@pytest.mark.parametrize(("face", "corner"), [(1, (12, 17)), (2, (15, 17)), (3, (18, 17))])
def test_a_truck_skids_three_squares_and_keeps_its_facing(
    face: int, corner: tuple[int, int]
) -> None:
    state = speeding_car(10, sheet="truck-large")
    slip(state, "c", SKID, face, 1)
    assert front_left(state) == corner
    assert the(state, "c").facing == 0


@rule("owb.mishap.skid-direction", "owb.mishap.skid-operator-busy")
def test_a_skid_keeps_facing_pace_and_travel_and_counts_as_moving_next_round() -> None:
    battle = on_the_road("truck-small", (10, 20), travel=10)
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[2, SKID, 3, 3])
    truck = the(battle, CAR)
    assert where(battle).front_left == (13, 17)
    assert (truck.facing, truck.pace, truck.travelled, truck.hp) == (0, "normal", 10, 9)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert not refused(battle, Turning(CAR, "right"))


@rule("owb.mishap.skid-operator-busy", "owb.maneuver.moving-vehicle", "owb.collision.ram")
def test_a_car_made_to_skid_before_its_turn_keeps_its_pace_and_rolls_on() -> None:
    """Rammed from behind by a tank (speed 1 against 6: the die), it skids on by 6 / 3."""
    battle = sturdy(
        driven("t", "tank-light", (10, 23)),
        driven("c", "car", (10, 20), side="b", pace="normal", travel=6),
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 1, "c"), dice=[MADE, 17, 1, NEVER, SKID, 2, 1])
    assert rolled_all(battle)
    assert lost(battle.state, ["t", "c"]) == [0, 3 + 1]
    assert front_left(battle.state) == (10, 18)
    play(battle, EndVehicle("t"))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("c"))
    assert refused(battle, SetPace("c", "stopped")) == "owb.vmove.complete-stop"
    play(battle, SetPace("c", "normal"), EndVehicle("c"))
    pass_all(battle, dice=[1, 6])
    play(battle, StartVehicle("c"), SetPace("c", "crawl"))
    assert is_moving(the(battle, "c"))


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


@rule("owb.mishap.skid-operator-busy", "owb.suppress.fire-on-those-who-show-themselves")
def test_a_driver_who_fights_a_skid_does_not_fire_the_gun_that_he_keeps_trained() -> None:
    """His gun is linked to him and trained since last round; rammed, his car has skidded."""
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    state = state_of(
        vehicle("car", "car", (10, 20), mounts=guns),
        man("karl", (10, 10), "b"),
        man("ally", (1, 34)),
    )
    state.turn = 2
    mount = state.vehicle("car").mounts[0]
    state.put(state.vehicle("car").with_mount(replace(mount, fired_in=1)))
    driver_ = state.change("car.operator", trained=Trained(mount.id, (10, 10), 1, (10, 10)))
    assert can_strike(state, driver_, state.person("karl"))
    state.alter("car", busy_in=2, halted=True)
    assert not can_strike(state, driver_, state.person("karl"))


@rule("owb.mishap.skid-operator-busy")
def test_after_a_skid_the_operator_is_busy_and_the_vehicle_rolls_on() -> None:
    state = speeding_car(12)
    slip(state, "c", SKID, 2, 1)
    vehicle = the(state, "c")
    assert operator_busy(state, vehicle)
    assert check_driving(state, state.alter("c", checks=1)) is not None
    assert held(state, vehicle) is not None
    assert (vehicle.pace, vehicle.travel) == ("normal", 12)
    state.turn += 1
    vehicle = state.put(next_round(vehicle))
    assert not operator_busy(state, vehicle)
    assert is_moving(vehicle)
    assert current_movement(vehicle) == 12
    assert held(state, vehicle) is None


@rule("owb.mishap.skid-damage")
def test_a_skid_does_a_little_damage_and_none_to_those_aboard() -> None:
    state = speeding_car()
    done = slip(state, "c", 6, 2, 3)
    assert lost(state, ["c"]) == [3]
    assert harm_to(state, "c.operator") == 0
    assert done.left == ()
