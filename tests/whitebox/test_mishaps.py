"""VEHICLE MISHAP (WHEELED), VEHICLE MISHAP (TRACKED), and the work that mends what they do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.frames import Segment
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.crew import next_round
from sandtable.rulebooks.whitebox.vehicles.driving import (
    allowance_at,
    check_driving,
    current_movement,
    is_moving,
    movement_of,
)
from sandtable.rulebooks.whitebox.vehicles.hindrances import (
    check_straight,
    cooled,
    is_stalled,
    operate_hot,
    operator_busy,
    weapons_work,
)
from sandtable.rulebooks.whitebox.vehicles.hull import hull_level
from sandtable.rulebooks.whitebox.vehicles.mishap_odds import mishap_damage, mishap_results
from sandtable.rulebooks.whitebox.vehicles.mishap_tables import MISHAPS
from sandtable.rulebooks.whitebox.vehicles.orders import (
    Drive,
    EndVehicle,
    Labour,
    SetPace,
    StartVehicle,
    Turning,
    Work,
)
from sandtable.rulebooks.whitebox.vehicles.plans import held
from sandtable.rulebooks.whitebox.vehicles.repairs import check_work, work_on
from tests.whitebox.crash_kit import (
    ALWAYS,
    NEVER,
    driven,
    field,
    hurt,
    lost,
    operative,
    slip,
    speeding,
)
from tests.whitebox.kit import at, fight, filled, man, play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule

ROLLOVER, SPIN_AND_STALL, SPINOUT, SKID = 1, 2, 3, 4
SLIPPED, OVERHEATED, LOCKED, STRAIN = 1, 2, 3, 4


def car(speed: int = 14, facing: int = 0, sheet: str = "car", **more: Any) -> OwbState:
    """A car on an open field at some speed."""
    state = field(driven("c", sheet, (15, 20), facing), **more)
    speeding(state, "c", speed)
    return state


def tank(speed: int = 6, sheet: str = "tank-medium", **more: Any) -> OwbState:
    """A tank on an open field at some speed."""
    state = field(driven("t", sheet, (15, 20)), **more)
    speeding(state, "t", speed)
    return state


def front(state: OwbState, name: str = "c") -> tuple[int, int]:
    return state.footprint(the(state, name)).front_left


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
    assert done.kinds() == ["mishap", "leave"]


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


# -- tracks ---------------------------------------------------------------------------------------


@rule("owb.mishap.slipped-track")
def test_a_slipped_track_ends_all_movement() -> None:
    state = tank()
    done = slip(state, "t", SLIPPED, 5)
    vehicle = the(state, "t")
    assert lost(state, ["t"]) == [5]
    assert (vehicle.immobile, vehicle.pace, vehicle.travel) == (True, "stopped", 0)
    assert movement_of(state, vehicle) == 0
    assert weapons_work(vehicle)
    assert done.left == ()


@rule("owb.mishap.transmission-strain")
def test_a_strain_takes_a_third_of_the_movement_for_the_next_rounds() -> None:
    state = tank()
    done = slip(state, "t", STRAIN, 3, 2)
    assert lost(state, ["t"]) == [3]
    assert done.left == ()
    seen = []
    for _ in range(4):
        vehicle = the(state, "t")
        seen.append((movement_of(state, vehicle), allowance_at(state, vehicle, "crawl")))
        state.turn += 1
    assert seen == [(9, 3), (6, 2), (6, 2), (9, 3)]


@rule("owb.mishap.transmission-strain")
def test_with_a_strain_it_may_go_on_with_what_is_left() -> None:
    state = tank(4)
    slip(state, "t", STRAIN, 1, 1)
    vehicle = the(state, "t")
    assert (vehicle.pace, vehicle.travel, vehicle.halted) == ("normal", 4, False)


@rule("owb.mishap.repeated-status", "owb.mishap.transmission-strain")
def test_of_two_strains_the_longer_counts_and_both_do_damage() -> None:
    state = tank()
    slip(state, "t", STRAIN, 1, 3)
    slip(state, "t", STRAIN, 2, 1)
    vehicle = the(state, "t")
    assert (vehicle.strained_from, vehicle.strained_to) == (state.turn + 1, state.turn + 3)
    assert lost(state, ["t"]) == [3]
    state.turn += 2
    assert movement_of(state, vehicle) == 6
    slip(state, "t", STRAIN, 1, 3)
    assert movement_of(state, the(state, "t")) == 6
    assert the(state, "t").strained_to == state.turn + 3


@rule("owb.mishap.repeated-status")
def test_a_stall_and_a_lock_are_not_added_up() -> None:
    state = car()
    slip(state, "c", SPIN_AND_STALL, 1, 1, 1)
    state.turn += 3
    slip(state, "c", SPIN_AND_STALL, 1, 1, 1)
    assert the(state, "c").stalled_to == state.turn + 10
    state = tank()
    state.alter("t", locked_to=state.turn + 30)
    slip(state, "t", LOCKED, 1, 1)
    assert the(state, "t").locked_to == state.turn + 30


@rule("owb.mishap.locked-drive")
def test_a_locked_drive_strains_and_locks_for_ten_rounds() -> None:
    state = tank()
    done = slip(state, "t", LOCKED, 6, 1)
    vehicle = the(state, "t")
    assert lost(state, ["t"]) == [6]
    assert vehicle.strained_to == state.turn + 1
    assert front(state, "t") == (15, 20)
    assert done.left == ()
    for passed, locked in ((0, True), (10, True), (1, False)):
        state.turn += passed
        assert (check_straight(state, vehicle) is not None) is locked


@rule("owb.mishap.locked-drive")
def test_what_was_paid_for_the_turn_carries_it_straight_on() -> None:
    state = tank(6)
    slip(state, "t", LOCKED, 1, 1, paid=2)
    vehicle = the(state, "t")
    assert front(state, "t") == (15, 18)
    assert vehicle.travel == 8
    assert vehicle.pace == "normal"


@rule("owb.mishap.locked-drive", "owb.collision.t-bone")
def test_the_t_34_whose_drive_locks_runs_into_what_is_ahead() -> None:
    """The second of the two squares that it paid for is occupied."""
    state = field(driven("t", "tank-medium", (15, 20)), driven("h", "car", (13, 18), 6, side="b"))
    speeding(state, "t", 6)
    done = slip(state, "t", LOCKED, 4, ALWAYS, NEVER, 2, 1, paid=2)
    assert front(state, "t") == (15, 19)
    assert done.of("collision")[0].data["type"] == "t-bone"
    assert lost(state, "th") == [(4 + 8) // 3 + 2, (4 + 8) * 3]
    assert the(state, "t").pace == "stopped"
    assert check_straight(state, the(state, "t")) is not None


@rule("owb.mishap.locked-drive", "owb.turn.tight-tracked")
def test_a_failed_tight_turn_in_play() -> None:
    """An ordinary driver fails his check; the mishap is a locked drive: two squares straight on."""
    battle = fight(driven("t", "tank-light", (15, 20)), man("far", (35, 35), "b"))
    state = battle.state
    state.alter("t", modifications=(*the(battle, "t").modifications, "advanced-steering"))
    play(battle, StartVehicle("t"), SetPace("t", "normal"), Drive("t", 1))
    play(battle, Turning("t", "right", 90, "tight"), dice=[2, LOCKED, 3, 2])
    assert front(battle.state, "t") == (15, 17)
    assert the(battle, "t").facing == 0
    assert the(battle, "t").hp == 29
    refusal = battle.refusal(Turning("t", "right", 45), "a")
    assert refusal is not None
    assert refusal.rule == "owb.mishap.locked-drive"
    assert battle.refusal(Drive("t", 1), "a") is None


@rule("owb.mishap.overheated-includes-locked-drive")
def test_an_overheated_engine_stops_it_where_it_is() -> None:
    state = tank()
    done = slip(state, "t", OVERHEATED, 6, 3, paid=2)
    vehicle = the(state, "t")
    assert lost(state, ["t"]) == [7]
    assert front(state, "t") == (15, 20)
    assert (vehicle.pace, vehicle.travel) == ("stopped", 0)
    assert vehicle.locked_to == state.turn + 10
    assert vehicle.strained_to == state.turn + 3
    assert vehicle.hot == 60
    assert done.left == ()


@rule("owb.mishap.overheated-cool-down")
def test_sixty_rounds_of_standing_cool_it() -> None:
    state = tank()
    vehicle = state.alter("t", hot=60, pace="stopped")
    for _ in range(59):
        vehicle = cooled(vehicle)
    assert vehicle.hot == 1
    assert cooled(vehicle).hot == 0
    assert cooled(state.alter("t", hot=3, pace="crawl")).hot == 60


@rule("owb.mishap.overheated-cool-down")
def test_on_a_one_a_hot_engine_seizes_up() -> None:
    for face, seizes in ((1, True), (2, False), (6, False)):
        state = tank()
        state.alter("t", hot=20)
        list(operate_hot(state, "t", ScriptedDice([face])))
        assert the(state, "t").immobile is seizes
        assert seizes or the(state, "t").hot == 60


@rule("owb.mishap.overheated-cool-down")
def test_a_cool_engine_rolls_nothing() -> None:
    state = tank()
    assert not list(operate_hot(state, "t", ScriptedDice([])))


@rule("owb.mishap.overheated-cool-down")
def test_it_is_rolled_when_a_pace_is_declared() -> None:
    battle = fight(driven("t", "tank-light", (15, 20)), man("far", (35, 35), "b"))
    battle.state.alter("t", hot=20)
    play(battle, StartVehicle("t"), SetPace("t", "crawl"), dice=[1])
    assert the(battle, "t").immobile
    assert battle.refusal(Drive("t", 1), "a") is not None


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


# -- work -----------------------------------------------------------------------------------------


NEEDS: dict[Labour, dict[str, Any]] = {
    "restart": {"stalled_to": 10},
    "unlock": {"locked_to": 10, "strained_to": 4},
    "dig-out": {"stuck": True},
    "right": {"overturned": "left-side"},
}
"""What a vehicle is like that needs each kind of work."""


def workshop(labour: Labour, profession: str, seat: str = "operator") -> OwbState:
    """A tank that needs some work, and an operative in a seat of it or, without one, beside it."""
    aboard = "c" if seat else ""
    state = field(
        driven("c", "tank-light", (15, 20)), operative("w", profession, aboard, seat, (14, 20))
    )
    state.alter("c", **NEEDS[labour])
    return state


def work(state: OwbState, labour: Labour, *faces: int) -> str:
    dice = ScriptedDice(faces)
    person, vehicle = state.person("w"), the(state, "c")
    assert check_work(state, person, vehicle, labour) is None
    (event,) = work_on(state, person, vehicle, labour, dice)
    assert dice.remaining == ()
    return event.text


def why_not(state: OwbState, labour: Labour) -> str:
    refusal = check_work(state, state.person("w"), the(state, "c"), labour)
    return "" if refusal is None else refusal.reason


@rule("owb.mishap.stall-quick-restart")
def test_a_wheelman_restarts_his_engine_in_as_many_rounds_as_the_die_says() -> None:
    state = workshop("restart", "wheelman")
    work(state, "restart", 2)
    assert is_stalled(state, the(state, "c"))
    assert why_not(state, "restart") == "Somebody has worked at it in this round."
    state.turn += 1
    work(state, "restart")
    assert not is_stalled(state, the(state, "c"))
    assert the(state, "c").work == ()


@rule("owb.mishap.stall-quick-restart")
@pytest.mark.parametrize(
    ("profession", "seat", "may"),
    [
        ("wheelman", "operator", True),
        ("wheelman", "passenger-1", False),
        ("wheelman", "", False),
        ("combat-engineer", "passenger-1", True),
        ("combat-engineer", "", True),
        ("soldier", "operator", False),
        ("medic", "", False),
    ],
)
def test_who_can_restart_an_engine(profession: str, seat: str, may: bool) -> None:
    state = workshop("restart", profession, seat)
    assert (why_not(state, "restart") == "") is may


@rule("owb.mishap.stall-quick-restart")
def test_an_engineer_must_be_next_to_it() -> None:
    state = workshop("restart", "combat-engineer", "")
    state.move_to("w", (13, 20))
    assert why_not(state, "restart")


@rule("owb.mishap.stall-quick-restart")
def test_work_that_was_broken_off_begins_anew() -> None:
    state = workshop("restart", "combat-engineer")
    work(state, "restart", 3)
    state.turn += 2
    work(state, "restart", 1)
    assert not is_stalled(state, the(state, "c"))


@rule("owb.mishap.locked-drive-quick-repair")
def test_a_drive_is_unlocked_from_within_and_the_strain_stays() -> None:
    state = workshop("unlock", "combat-engineer", "passenger-1")
    work(state, "unlock", 1)
    assert check_straight(state, the(state, "c")) is None
    assert the(state, "c").strained_to == 4
    assert why_not(workshop("unlock", "combat-engineer", ""), "unlock")
    assert why_not(workshop("unlock", "wheelman"), "unlock") == ""


@rule("owb.mishap.overturned-vehicle", "owb.maneuver.unstuck-by-hand")
@pytest.mark.parametrize(("labour", "field_of_it"), [("right", "overturned"), ("dig-out", "stuck")])
def test_by_hand_it_takes_turns_of_ten_rounds(labour: Labour, field_of_it: str) -> None:
    state = workshop(labour, "soldier", "")
    assert "9 more rounds" in work(state, labour, 1)
    for _ in range(8):
        state.turn += 1
        work(state, labour)
    assert getattr(the(state, "c"), field_of_it)
    state.turn += 1
    work(state, labour)
    assert not getattr(the(state, "c"), field_of_it)
    assert why_not(workshop(labour, "soldier", "passenger-1"), labour)


@rule("owb.mishap.stall-quick-restart")
def test_the_order_to_work_is_his_action() -> None:
    wheelman = operative("w", "wheelman", "c", "operator")
    battle = fight(driven("c", "car", (15, 20)), wheelman, man("far", (35, 35), "b"))
    battle.state.alter("c", stalled_to=9)
    play(battle, StartVehicle("c"), SetPace("c", "stopped"))
    play(battle, Work("w", "c", "restart"), dice=[1])
    assert battle.state.person("w").acted
    assert the(battle, "c").stalled_to == 0
    play(battle, EndVehicle("c"))


def test_every_line_of_the_tables_is_read() -> None:
    for table in MISHAPS.values():
        assert sorted(table) == [1, 2, 3, 4, 5, 6]
