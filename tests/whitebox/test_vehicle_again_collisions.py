"""Vehicles examined anew: collisions, mishaps and jumps where two rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import current_movement
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    Jump,
    SetPace,
    StartVehicle,
    Turning,
)
from tests.whitebox.crash_kit import (
    ALWAYS,
    LOCKED,
    NEVER,
    ROLLOVER,
    SKID,
    SPIN_AND_STALL,
    SPINOUT,
    crash,
    driven,
    field,
    hurt,
    lost,
    road,
    slip,
    speeding,
)
from tests.whitebox.driving_kit import CAR, driver, on_the_road, parked, refused, wheelman, where
from tests.whitebox.kit import at, edged, filled, man, pass_all, person, play, rolled_all, told
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- speeds ---------------------------------------------------------------------------------------


@rule("owb.collision.speed-used", "owb.vmove.travel-and-speed", "owb.collision.ram")
def test_the_step_into_contact_counts_and_the_faster_of_two_rounds() -> None:
    """A car from rest takes 3 steps and rams with the fourth a car that went 9 last round."""
    other = vehicle("other", "car", (11, 14), 4, "b", pace="normal", travel=9)
    battle = parked("car", with_=[other, wheelman()], options={"escape_save": "off"})
    play(
        battle,
        SetPace(CAR, "normal"),
        Drive(CAR, 3),
        Drive(CAR, 3, ram="other"),
        dice=[20, 1, *[1] * 20],
    )
    event = told(battle, "collision")[0]
    # It went 3 + 3 squares: 1 + 6 + 9.
    assert event.data["type"] == "head-on"
    assert (event.data["attacker"], event.data["defender"]) == (16, 16)


@rule("owb.collision.speed-used", "owb.vmove.complete-stop")
def test_who_has_stopped_completely_counts_nothing() -> None:
    state = field(driven("a", "car", (10, 10)), driven("b", "car", (11, 9), 4, side="b"))
    speeding(state, "a", 12)
    state.alter("b", travel=0, travelled=0, pace="stopped")
    crash(state, "a", 4, NEVER, NEVER)
    assert lost(state, "ab") == [16, 16]


@rule("owb.collision.rear-end")
@pytest.mark.parametrize(("front", "base"), [(9, 8), (15, 2), (20, 2)])
def test_a_rear_end_collision_counts_the_difference_and_never_less_than_the_die(
    front: int, base: int
) -> None:
    state = field(driven("a", "car", (10, 10)), driven("b", "car", (10, 7), side="b"))
    speeding(state, "a", 15)
    speeding(state, "b", front)
    saves = [NEVER, NEVER] if base // 2 else []
    told_ = crash(state, "a", 2, *saves)
    assert lost(state, "ab") == [base, base]
    assert told_.left == ()


@rule("owb.collision.classify")
def test_backing_into_the_nose_of_one_that_follows_backwards_is_a_rear_end_of_tails() -> None:
    """Both face south and go in reverse, north: the front one is struck on its true front."""
    state = field(driven("a", "car", (11, 12), 4), driven("b", "car", (11, 9), 4, side="b"))
    speeding(state, "a", 7, "reverse")
    speeding(state, "b", 3, "reverse")
    made = crash(state, "a", 1, NEVER, NEVER, direction=0)
    assert made.of("collision")[0].data["type"] == "rear-end"
    assert lost(state, "ab") == [5, 5]


@rule("owb.collision.hull-level-of-the-touching-face", "owb.collision.hull-divides-taken")
def test_a_tank_that_backs_into_a_tank_strikes_with_its_weaker_rear() -> None:
    state = field(
        driven("a", "tank-heavy", (10, 10)), driven("b", "tank-heavy", (10, 14), side="b")
    )
    speeding(state, "a", 2, "reverse")
    made = crash(state, "a", 6, NEVER, NEVER, direction=4)
    # Its rear (x2) meets the front (x3) of one that stands: 8 x 4/3 and 8 x 3/4.
    assert made.of("collision")[0].data["type"] == "head-on"
    assert lost(state, "ab") == [8 * 4 // 3, 8 * 3 // 4]


# -- those aboard and those in the way ------------------------------------------------------------


@rule("owb.collision.occupants-half-damage", "owb.base.rounding")
@pytest.mark.parametrize(("save", "loss"), [(NEVER, 6), (ALWAYS, 3)])
def test_those_aboard_lose_half_of_what_their_own_vehicle_took(save: int, loss: int) -> None:
    state = field(driven("a", "car", (10, 10)), driven("b", "car", (10, 8), 2, side="b"))
    speeding(state, "a", 12)
    crash(state, "a", 1, save, save)
    assert lost(state, "ab") == [13, 13]
    assert [hurt(state, "a.operator"), hurt(state, "b.operator")] == [loss, loss]


@rule("owb.collision.character-struck")
@pytest.mark.parametrize(("save", "loss"), [(NEVER, 20), (ALWAYS, 10)])
def test_a_halftrack_doubles_what_it_does_to_a_man_and_takes_nothing(save: int, loss: int) -> None:
    state = road(("hans", (10, 9)))
    made = crash(state, "h", save, 3)
    assert made.result is True
    assert hurt(state, "hans") == loss
    assert lost(state, "h") == [0]
    assert current_movement(the(state, "h")) == 7


@rule("owb.collision.several-at-once", "owb.collision.ram")
def test_men_are_struck_before_walls_and_walls_before_vehicles_each_with_a_die() -> None:
    wall = filled("wall", "tall-wall", (10, 9))
    state = field(
        driven("a", "car", (10, 10)),
        man("hans", (11, 9), "b"),
        driven("b", "car", (11, 6), 0, side="b"),
        terrain=[wall],
    )
    speeding(state, "a", 6)
    made = crash(state, "a", NEVER, 1, 2, NEVER)
    assert [e.data.get("type", e.kind) for e in made.of("run-over") + made.of("collision")] == [
        "run-over",
        "object",
    ]
    # 1 + 6 for the man; 2 + 6 times 3 (masonry) for the car.
    assert hurt(state, "hans") == 7
    assert lost(state, "a") == [24]
    assert at(state, "hans") == (11, 9)


@rule(
    "owb.collision.ram", "owb.driving.failed-vehicle-save-mishap", "owb.driving.wheelman-save-bonus"
)
@pytest.mark.parametrize(("face", "mishap"), [(15, True), (16, False)])
def test_a_rammed_driver_saves_with_his_number_before_the_damage(face: int, mishap: bool) -> None:
    """A common soldier saves on 18; the +2 of a Wheelman among operatives is on his number."""
    other = vehicle("other", "tank-medium", (12, 16), 2, "b")
    status: dict[str, Any] = {"carried_by": "other", "seat": "operator", "class": "wheelman"}
    ace = man("ace", (0, 0), "b", **status)
    battle = on_the_road("tank-medium", (10, 20), travel=2, with_=[other, ace, wheelman()])
    # The save; 1d6 for the T-bone: 1 + 3 at x2 against the side of x2 (x1): 4 x 3/2 = 6 and
    # 4 x 2/3 = 2. Those aboard save: 5 of the attacker for 1, 5 of the defender for 3.
    dice = [face, 1, *[20] * 10, *([4, 1, 1] if mishap else [])]
    play(battle, Drive(CAR, 3, ram="other"), dice=dice)
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is mishap
    assert the(battle, "other").hp == 30 - (1 if mishap else 0)


@rule("owb.collision.ram", "owb.collision.ram-check-failed")
def test_a_ram_that_fails_is_paid_for_and_the_mishap_starts_before_the_step() -> None:
    battle = on_the_road("car", (10, 20), travel=9, with_=[man("hans", (10, 18), "b")])
    play(battle, Drive(CAR, 2, ram="hans"), dice=[2, SPINOUT, NEVER, 1, 1, 4, ALWAYS])
    # 3 squares on (a third of 9), over the man by accident (save, die), then the spin of 1 + 4.
    assert rolled_all(battle)
    car = the(battle, CAR)
    assert (car.spent, car.facing, car.pace) == (2, 5, "stopped")
    assert told(battle, "run-over")[0].data["damage"] == 1 + 9


@rule("owb.crew.no-operator-no-movement", "owb.collision.position-afterwards")
@pytest.mark.parametrize(("save", "row"), [(NEVER, 20), (ALWAYS, 19)])
def test_a_truck_whose_driver_a_broken_wall_kills_stops_before_it(save: int, row: int) -> None:
    wall = filled("wall", "building-wall-plaster-or-wood", (10, 19), (11, 19))
    options: dict[str, str | bool] = {"cover_damage": "hit-points"}
    battle = on_the_road("truck-large", (10, 20), travel=8, terrain=[wall], options=options)
    # The ram's check (a 1), then 1 + 8 for truck and wall; half of it is 4, all that he has.
    play(battle, Drive(CAR, 1, ram_object=True), dice=[1, 1, save])
    assert rolled_all(battle)
    assert where(battle).front_left == (10, row)
    assert the(battle, CAR).pace == ("stopped" if row == 20 else "normal")
    assert battle.state.bare_grounds.kind((10, 19)).name == "debris"


# -- mishaps --------------------------------------------------------------------------------------


@rule("owb.mishap.spinout-travel-and-spin", "owb.mishap.spinout-damage")
def test_a_spin_to_the_left_goes_the_other_way_round() -> None:
    state = field(driven("c", "car", (15, 20)))
    speeding(state, "c", 14)
    slip(state, "c", SPINOUT, 3, 5, NEVER, 2, left=True)
    assert the(state, "c").facing == 1
    assert lost(state, "c") == [5]
    assert hurt(state, "c.operator") == 2


@rule("owb.mishap.rollover-damage", "owb.mishap.rollover-how-it-lands", "owb.mishap.stall")
@pytest.mark.parametrize(
    ("face", "lies"),
    [(1, "upside-down"), (3, "upside-down"), (4, "left-side"), (5, "right-side"), (6, "")],
)
def test_a_rollover_rolls_spin_landing_and_2d6_for_car_and_driver(face: int, lies: str) -> None:
    state = field(driven("c", "car", (15, 20)))
    speeding(state, "c", 6)
    made = slip(state, "c", ROLLOVER, 1, face, 2, 3, 6, 5)
    assert made.left == ()
    car = the(state, "c")
    assert car.overturned == lies
    assert car.stalled_to == state.turn + 10
    assert lost(state, "c") == [5]
    assert hurt(state, "c.operator") == 11


@rule("owb.mishap.stall-damage", "owb.mishap.only-the-rolled-result-does-damage")
def test_a_stall_hurts_everybody_aboard_without_a_save() -> None:
    state = field(driven("c", "car", (15, 20)))
    speeding(state, "c", 6)
    assert slip(state, "c", SPIN_AND_STALL, 4, 6, 2).left == ()
    assert lost(state, "c") == [7]
    assert hurt(state, "c.operator") == 2
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


@rule("owb.mishap.order-of-resolution", "owb.collision.accident-needs-no-check")
def test_a_skid_into_a_wall_does_the_collision_first_and_then_its_own_damage() -> None:
    wall = filled("wall", "tall-wall", (0, 17), (35, 17))
    state = field(driven("c", "truck-large", (10, 20)), terrain=[wall])
    speeding(state, "c", 12)
    made = slip(state, "c", SKID, 2, 4, NEVER, 3)
    # Two squares on, then (4 + 12) x 3 = 48, the driver half of it; 1d3 = 3 of strain.
    assert made.left == ()
    assert lost(state, "c") == [51]
    assert hurt(state, "c.operator") == 24
    assert state.footprint(the(state, "c")).front_left == (10, 18)
    assert the(state, "c").pace == "stopped"


@rule("owb.mishap.order-of-resolution")
def test_a_wreck_made_on_the_way_suffers_no_more_than_the_damage_of_the_mishap() -> None:
    wall = filled("wall", "tall-wall", (0, 19), (35, 19))
    state = field(driven("c", "car", (10, 20)), terrain=[wall])
    state.alter("c", hp=5)
    speeding(state, "c", 1)
    # Into the wall: (1 + 1) x 3 = 6: 0 hit points are passed. Splinters 2d6+2 with a save, then
    # half of 6 with a save; no spin, no landing; 2d6 each.
    made = slip(state, "c", ROLLOVER, 1, 1, 1, NEVER, NEVER, 1, 1, 1, 1)
    assert made.left == ()
    car = the(state, "c")
    assert (car.hp, car.wreck, car.overturned, car.stalled_to) == (-3, "inoperable", "", 0)
    assert hurt(state, "c.operator") == 4 + 3 + 2


@rule("owb.mishap.locked-drive", "owb.vterrain.costs-add-to-manoeuvres")
def test_a_locked_drive_carries_a_tank_on_by_all_that_it_paid() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road(
        "tank-medium", (15, 15), terrain=[mud], add=["advanced-steering"], travel=3
    )
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[20, LOCKED, 1, 1])
    assert where(battle).front_left == (15, 11)


@rule("owb.mishap.no-second-mishap-from-one-cause")
def test_an_immobile_car_suffers_only_the_damage() -> None:
    state = field(driven("c", "car", (15, 20)))
    state.alter("c", immobile=True)
    assert slip(state, "c", ROLLOVER, 1, 1, 2, 2).left == ()
    assert state.footprint(the(state, "c")).front_left == (15, 20)
    assert lost(state, "c") == [2]


@rule("owb.vterrain.impassable", "owb.mishap.travel-distance")
def test_a_skid_into_a_river_ends_there_stuck() -> None:
    river = filled("river", "wide-river", (0, 10), (35, 18))
    state = field(driven("c", "car", (15, 20)), terrain=[river])
    speeding(state, "c", 12)
    slip(state, "c", SKID, 2, 1)
    car = the(state, "c")
    assert (car.stuck, car.pace) == (True, "stopped")
    assert state.footprint(car).front_left == (15, 18)


# -- jumps ----------------------------------------------------------------------------------------


@rule("owb.maneuver.jump-distance")
def test_a_motorcycle_that_went_10_jumps_6_squares_over_a_man_and_no_farther() -> None:
    battle = on_the_road(
        "motorcycle", (10, 20), travel=10, with_=[wheelman(), man("hans", (10, 17), "b")]
    )
    assert refused(battle, Jump(CAR, 7)) == "owb.maneuver.jump-distance"
    play(battle, Jump(CAR, 6))
    assert where(battle).front_left == (10, 14)
    assert (the(battle, CAR).travel, the(battle, CAR).spent) == (6, 6)
    assert person(battle, "hans").hp == 4


@rule("owb.maneuver.jump-failure-after-landing", "owb.mishap.travel-distance")
def test_a_failed_jump_lands_first_and_skids_from_there() -> None:
    battle = on_the_road("motorcycle", (10, 25), travel=10)
    play(battle, Drive(CAR, 8), Jump(CAR, 6), dice=[2, SKID, 2, 1])
    # 8 + 6 squares this round: a third of 14 is 4.
    assert rolled_all(battle)
    assert where(battle).front_left == (10, 25 - 8 - 6 - 4)


@rule("owb.maneuver.jump-distance", "owb.collision.object-struck")
def test_a_tall_wall_under_a_jump_is_struck_at_the_speed_so_far() -> None:
    wall = edged("wall", "tall-wall", (9, 18), (12, 18))
    battle = on_the_road("motorcycle", (10, 20), travel=6, with_=[wheelman()], terrain=[wall])
    play(battle, Jump(CAR, 4), dice=[1, *[1] * 8])
    # The third square of the flight is behind it; last round's 6 is the higher speed.
    assert told(battle, "collision")[0].data["attacker"] == (1 + 6) * 3
    assert where(battle).front_left == (10, 18)


@rule("owb.maneuver.jump-forbidden")
@pytest.mark.parametrize("hull", [2, 3])
def test_a_car_with_two_or_three_hull_levels_never_jumps(hull: int) -> None:
    battle = on_the_road("car", travel=1, with_=[driver()], add=["reinforced-hull"] * hull)
    assert refused(battle, Jump(CAR, 1)) == "owb.maneuver.jump-forbidden"


@rule("owb.maneuver.jump-conditions")
@pytest.mark.parametrize("setting", ["anywhere", "ramps", "never"])
def test_the_switch_of_jumps(setting: str) -> None:
    battle = on_the_road("car", travel=6, with_=[driver()], options={"jump": setting})
    found = refused(battle, Jump(CAR, 2))
    assert found == ("" if setting == "anywhere" else "owb.maneuver.jump-conditions")
