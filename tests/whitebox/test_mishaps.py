"""VEHICLE MISHAP (WHEELED), and what both tables share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import hull_level
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    check_driving,
    current_movement,
    is_moving,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import held
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import (
    is_stalled,
    operator_busy,
    weapons_work,
)
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.odds import mishap_damage, mishap_results
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import next_round
from sandtable.rulebooks.whitebox.state.frames import Segment
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    SetPace,
    StartVehicle,
)
from tests.whitebox.crash_kit import (
    ALWAYS,
    NEVER,
    ROLLOVER,
    SKID,
    SPIN_AND_STALL,
    SPINOUT,
    car,
    driven,
    field,
    front,
    hurt,
    lost,
    slip,
    speeding,
)
from tests.whitebox.kit import at, fight, filled, man, play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule


# -- the tables -----------------------------------------------------------------------------------


@rule("owb.mishap.roll-1d6")
@pytest.mark.parametrize(
    ("sheet", "results"),
    [
        ("car", ["rollover", "spinout and stall", "spinout", "skid", "skid", "skid"]),
        ("armored-car", ["rollover", "spinout and stall", "spinout", "skid", "skid", "skid"]),
        (
            "armored-personnel-carrier",
            ["slipped track", "overheated engine", "locked drive", *["transmission strain"] * 3],
        ),
    ],
)
def test_the_die_and_the_kind_of_vehicle_say_what_happens(sheet: str, results: list[str]) -> None:
    for face, result in enumerate(results, start=1):
        state = car(sheet=sheet)
        done = slip(state, "c", face, *[1] * 20)
        assert done.of("mishap")[0].data["result"] == result


@rule("owb.mishap.roll-1d6")
def test_the_odds_of_a_mishap() -> None:
    state = car()
    odds = mishap_results(the(state, "c"))
    assert odds.outcomes == (
        ("skid", Fraction(1, 2)),
        ("spinout", Fraction(1, 6)),
        ("spinout and stall", Fraction(1, 6)),
        ("rollover", Fraction(1, 6)),
    )
    damage = mishap_damage(the(state, "c"))
    assert damage[12] == Fraction(1, 6) * Fraction(1, 36)
    assert damage[1] == Fraction(1, 2) * Fraction(1, 3) + Fraction(1, 6) * Fraction(1, 6)


@rule("owb.mishap.only-the-rolled-result-does-damage")
def test_a_result_that_includes_a_milder_one_does_not_add_its_damage() -> None:
    """A rollover: spin 1, landing 6, 2d6 for the car and 2d6 for the driver, and no more dice."""
    state = car()
    done = slip(state, "c", ROLLOVER, 1, 6, 3, 4, 2, 2)
    assert lost(state, ["c"]) == [7]
    assert hurt(state, "c.operator") == 4
    assert done.left == ()


@rule("owb.mishap.order-of-resolution")
def test_die_travel_spin_damage_of_the_vehicle_then_of_those_aboard_then_the_status() -> None:
    state = car()
    done = slip(state, "c", SPIN_AND_STALL, 1, 5, 2)
    assert done.kinds() == ["mishap", "carried", "spin", "damage", "damage", "stall"]
    assert lost(state, ["c"]) == [6]
    assert hurt(state, "c.operator") == 2


# -- travel ---------------------------------------------------------------------------------------


@rule("owb.mishap.travel-distance")
@pytest.mark.parametrize(("speed", "squares"), [(14, 4), (15, 5), (2, 1), (0, 1)])
def test_a_third_of_the_speed_rounded_down_and_at_least_one(speed: int, squares: int) -> None:
    state = car(speed)
    forward = [2] if speed else []
    slip(state, "c", SKID, *forward, 1)
    assert front(state) == (15, 20 - squares)


@rule("owb.mishap.travel-distance")
def test_the_travel_is_free_of_terrain_and_pays_nothing() -> None:
    state = car(9, terrain=(filled("m", "mud", (10, 10), (25, 25)),))
    slip(state, "c", SKID, 2, 1)
    assert front(state) == (15, 17)
    assert (the(state, "c").spent, the(state, "c").travel) == (0, 9)


@rule("owb.mishap.travel-distance")
def test_one_that_stood_goes_as_the_blow_sends_it() -> None:
    state = car(0)
    done = slip(state, "c", SKID, 1, blow=3)
    assert front(state) == (16, 21)
    assert the(state, "c").facing == 0
    assert done.left == ()


@rule("owb.mishap.travel-distance", "owb.collision.object-struck")
def test_a_collision_ends_the_travel() -> None:
    """Speed 12 would carry it 4 squares; a wall is 2 squares ahead. The wall's damage, then 1d3."""
    state = car(12, terrain=(filled("w", "building-wall-masonry", (12, 17), (20, 17)),))
    done = slip(state, "c", SKID, 2, 1, NEVER, 3)
    assert front(state) == (15, 18)
    assert lost(state, ["c"]) == [(1 + 12) * 3 + 3]
    assert the(state, "c").pace == "stopped"
    assert done.of("carried")[0].data["squares"] == 2


@rule("owb.mishap.travel-distance", "owb.collision.character-struck")
def test_a_man_in_the_way_is_run_down_and_does_not_stop_it() -> None:
    state = car(9)
    state.move_to("far", (15, 19))
    slip(state, "c", SKID, 2, NEVER, 2, 1)
    assert hurt(state, "far") == 11
    assert front(state) == (15, 17)
    assert at(state, "far") == (14, 20)


@rule("owb.mishap.travel-distance", "owb.collision.accident-needs-no-check")
def test_into_a_wreck_without_saves() -> None:
    state = field(driven("c", "car", (15, 20)), driven("w", "car", (15, 16), side="b"))
    state.alter("w", wreck="inoperable", hp=-2, shocked=True)
    state.change("w.operator", out="dead")
    speeding(state, "c", 6)
    slip(state, "c", SKID, 2, 2, NEVER, 1)
    assert front(state) == (15, 19)
    assert lost(state, ["c"]) == [2 + 6 + 1]


@rule("owb.footprint.leaving-the-map", "owb.mishap.travel-distance")
def test_off_the_map_and_out_of_the_battle() -> None:
    state = field(driven("c", "car", (15, 2)))
    speeding(state, "c", 9)
    done = slip(state, "c", SKID, 2)
    assert state.find_vehicle("c") is None
    assert state.find_person("c.operator") is None
    assert done.kinds() == ["mishap", "skidding", "leave"]


@rule("owb.vterrain.impassable")
@pytest.mark.parametrize("kind", ["wide-river", "flooded-field", "bomb-crater-large"])
def test_into_water_or_a_pit_it_stops_and_is_stuck(kind: str) -> None:
    state = car(12, terrain=(filled("w", kind, (10, 12), (20, 17)),))
    slip(state, "c", SKID, 2, 1)
    assert front(state) == (15, 17)
    assert the(state, "c").stuck
    assert the(state, "c").pace == "stopped"


@rule("owb.vterrain.impassable", "owb.vterrain.passability-per-vehicle")
@pytest.mark.parametrize(
    ("kind", "tag", "struck", "stuck"),
    [
        ("wooden-fence", "wheeled-impassable", True, False),
        ("mud", "wheeled-impassable", False, True),
        ("tall-wall", "wheeled-obstacle", False, False),
    ],
)
def test_what_the_map_says_of_a_feature_goes_before_the_table(
    kind: str, tag: str, struck: bool, stuck: bool
) -> None:
    state = car(3, terrain=(filled("w", kind, (12, 19), (20, 19), tags=(tag,)),))
    dice = [1, NEVER] if struck else []
    done = slip(state, "c", SKID, 2, *dice, 1)
    assert bool(done.of("collision")) is struck
    assert the(state, "c").stuck is stuck
    assert front(state) == (15, 20 if struck else 19)


@rule("owb.mishap.order-of-resolution")
def test_a_vehicle_wrecked_on_the_way_only_takes_the_damage() -> None:
    """At 0 hit points after the wall: shrapnel for the driver, no spin, the mishap's own dice."""
    state = car(12, terrain=(filled("w", "building-wall-masonry", (12, 17), (20, 17)),))
    state.alter("c", hp=39)
    faces = [SPINOUT, 1, 1, 1, NEVER, NEVER, 4, NEVER, 2]
    done = slip(state, "c", *faces)
    assert the(state, "c").hp == -4
    assert not done.of("spin")
    assert hurt(state, "c.operator") == 4 + 19 + 2
    assert done.left == ()


@rule("owb.mishap.order-of-resolution", "owb.initiative.tie-simultaneous")
def test_in_a_tie_the_mishap_goes_on() -> None:
    state = car(12, terrain=(filled("w", "building-wall-masonry", (12, 17), (20, 17)),))
    state.alter("c", hp=39)
    state.segment = Segment(parties=(), tied=True)
    done = slip(state, "c", SPINOUT, 1, NEVER, 1, 4, NEVER, 2)
    assert done.of("spin")
    assert the(state, "c").wreck == ""


# -- wheels ---------------------------------------------------------------------------------------


@rule("owb.mishap.spinout-travel-and-spin")
def test_a_spinout_from_a_right_turn() -> None:
    state = car(14)
    done = slip(state, "c", SPINOUT, 3, 1, ALWAYS)
    assert done.of("carried")[0].data["squares"] == 4
    vehicle = the(state, "c")
    assert vehicle.facing == 7
    assert (vehicle.pace, vehicle.travel, vehicle.halted) == ("stopped", 0, True)


@rule("owb.mishap.spinout-travel-and-spin")
def test_from_a_turn_to_the_left_it_spins_counter_clockwise() -> None:
    state = car(14)
    slip(state, "c", SPINOUT, 3, 1, ALWAYS, left=True)
    assert the(state, "c").facing == 1


@rule("owb.mishap.spinout-travel-and-spin")
def test_in_reverse_it_goes_on_backwards() -> None:
    state = car(3)
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
    state = car(3, terrain=walls)
    slip(state, "c", SPINOUT, 3, 1, ALWAYS)
    assert the(state, "c").facing == 4


@rule("owb.mishap.spinout-damage")
def test_a_spinout_hurts_those_aboard_who_do_not_save() -> None:
    state = car()
    done = slip(state, "c", SPINOUT, 1, 6, 17, 2)
    assert lost(state, ["c"]) == [6]
    assert hurt(state, "c.operator") == 2
    state = car()
    done = slip(state, "c", SPINOUT, 1, 6, 18)
    assert hurt(state, "c.operator") == 0
    assert done.left == ()


@rule("owb.mishap.stall", "owb.mishap.stall-damage")
def test_spinout_and_stall() -> None:
    """1d6+1 for the car; 1d2 for the driver without a save; no engine for ten rounds."""
    state = car()
    done = slip(state, "c", SPIN_AND_STALL, 1, 6, 1)
    assert lost(state, ["c"]) == [7]
    assert hurt(state, "c.operator") == 1
    assert done.left == ()
    vehicle = the(state, "c")
    assert vehicle.stalled_to == state.turn + 10
    assert vehicle.pace == "stopped"
    state.turn += 10
    assert is_stalled(state, vehicle)
    state.turn += 1
    assert not is_stalled(state, vehicle)


@rule("owb.mishap.stall")
def test_a_stalled_vehicle_can_only_be_stopped() -> None:
    battle = fight(driven("c", "car", (15, 20)), man("far", (35, 35), "b"))
    battle.state.alter("c", stalled_to=5)
    play(battle, StartVehicle("c"))
    refusal = battle.refusal(SetPace("c", "normal"), "a")
    assert refusal is not None
    assert refusal.rule == "owb.mishap.stall"
    assert battle.refusal(SetPace("c", "stopped"), "a") is None


@rule("owb.mishap.rollover-includes-spinout-and-stall", "owb.mishap.rollover-damage")
def test_a_rollover() -> None:
    """Each rolls his own 2d6, and nobody saves."""
    state = car(14)
    state.change("c.operator", hp=50)
    done = slip(state, "c", ROLLOVER, 4, 2, 6, 5, 1, 2)
    vehicle = the(state, "c")
    assert done.kinds() == ["mishap", "carried", "spin", "rollover", "damage", "damage", "stall"]
    assert front(state)[1] != 20
    assert vehicle.facing == 0
    assert vehicle.overturned == "upside-down"
    assert vehicle.stalled_to == state.turn + 10
    assert lost(state, ["c"]) == [11]
    assert hurt(state, "c.operator") == 3
    assert done.left == ()


@rule("owb.mishap.rollover-how-it-lands")
@pytest.mark.parametrize(
    ("face", "lies"),
    [
        (1, "upside-down"),
        (3, "upside-down"),
        (4, "left-side"),
        (5, "right-side"),
        (6, ""),
    ],
)
def test_how_it_lands(face: int, lies: str) -> None:
    state = car()
    slip(state, "c", ROLLOVER, 1, face, 1, 1, 1, 1)
    assert the(state, "c").overturned == lies


@rule("owb.mishap.overturned-vehicle")
def test_an_overturned_vehicle_neither_moves_nor_fires_and_shows_its_underside() -> None:
    state = car(sheet="armored-car")
    state.alter("c", hull=2)
    assert hull_level(the(state, "c"), "front") == 2
    vehicle = state.alter("c", overturned="upside-down")
    refusal = held(state, vehicle)
    assert refusal is not None
    assert refusal.rule == "owb.mishap.overturned-vehicle"
    assert not weapons_work(vehicle)
    assert hull_level(vehicle, "front") == 1


@rule("owb.mishap.skid-direction")
@pytest.mark.parametrize(("face", "corner"), [(1, (12, 17)), (2, (15, 17)), (3, (18, 17))])
def test_a_truck_skids_three_squares_and_keeps_its_facing(
    face: int, corner: tuple[int, int]
) -> None:
    state = car(10, sheet="truck-large")
    slip(state, "c", SKID, face, 1)
    assert front(state) == corner
    assert the(state, "c").facing == 0


@rule("owb.mishap.skid-damage")
def test_a_skid_does_a_little_damage_and_none_to_those_aboard() -> None:
    state = car()
    done = slip(state, "c", 6, 2, 3)
    assert lost(state, ["c"]) == [3]
    assert hurt(state, "c.operator") == 0
    assert done.left == ()


@rule("owb.mishap.skid-operator-busy")
def test_after_a_skid_the_operator_is_busy_and_the_vehicle_rolls_on() -> None:
    state = car(12)
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


# -- one cause ------------------------------------------------------------------------------------


@rule("owb.mishap.no-second-mishap-from-one-cause")
@pytest.mark.parametrize(
    "state_of_it", [{"immobile": True}, {"overturned": "left-side"}, {"wreck": "inoperable"}]
)
def test_one_that_can_do_nothing_more_takes_only_the_damage(
    state_of_it: dict[str, Any],
) -> None:
    state = car(0)
    state.alter("c", **state_of_it, shocked=True)
    before = state.footprint(the(state, "c"))
    done = slip(state, "c", SPIN_AND_STALL, 4, 2, blow=2)
    assert state.footprint(the(state, "c")) == before
    assert lost(state, ["c"]) == [5]
    assert hurt(state, "c.operator") == 2
    assert the(state, "c").stalled_to == 0
    assert done.left == ()


@rule("owb.mishap.no-second-mishap-from-one-cause", "owb.collision.accident-needs-no-check")
def test_a_mishap_that_runs_into_another_vehicle_leads_to_no_further_mishap() -> None:
    state = field(driven("c", "car", (15, 20)), driven("d", "car", (15, 17), side="b"))
    speeding(state, "c", 6)
    speeding(state, "d", 6)
    done = slip(state, "c", SKID, 2, 6, NEVER, NEVER, 1)
    assert len(done.of("mishap")) == 1
    assert lost(state, "cd") == [6 + 1, 6]


@rule("owb.crew.no-operator-no-movement")
def test_an_unmanned_vehicle_rolls_no_mishaps() -> None:
    state = car()
    state.change("c.operator", out="dead")
    assert slip(state, "c").events == []


@rule("owb.crew.no-operator-no-movement")
def test_a_vehicle_whose_operator_dies_in_the_mishap_stops() -> None:
    state = car(12)
    state.change("c.operator", hp=1)
    state.alter("c", hp=100)
    slip(state, "c", SPIN_AND_STALL, 1, 1, 1)
    assert state.person("c.operator").out == "dead"
    assert the(state, "c").pace == "stopped"
