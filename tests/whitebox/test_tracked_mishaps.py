"""VEHICLE MISHAP (TRACKED)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance_at,
    movement_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import (
    check_straight,
    cooled,
    operate_hot,
    weapons_work,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    SetPace,
    StartVehicle,
    Turning,
)
from tests.whitebox.crash_kit import (
    ALWAYS,
    LOCKED,
    NEVER,
    OVERHEATED,
    SLIPPED,
    SPIN_AND_STALL,
    STRAIN,
    car,
    driven,
    field,
    front,
    lost,
    slip,
    speeding,
)
from tests.whitebox.kit import fight, man, play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule


def tank(speed: int = 6, sheet: str = "tank-medium", **more: Any) -> OwbState:
    """A tank on an open field at some speed."""
    state = field(driven("t", sheet, (15, 20)), **more)
    speeding(state, "t", speed)
    return state


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
