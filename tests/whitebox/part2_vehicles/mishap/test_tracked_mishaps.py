"""TABLE 7: mishaps of tracked vehicles, and work on them."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import (
    check_straight,
    cooled,
    operate_hot,
)
from tests.whitebox.kit import *


def why_not(state: OwbState, labour: Labour) -> str:
    refusal = check_work(state, state.person("w"), the(state, "c"), labour)
    return "" if refusal is None else refusal.reason


@rule("owb.mishap.slipped-track")
def test_a_slipped_track_ends_all_movement() -> None:
    state = speeding_tank()
    done = slip(state, "t", SLIPPED, 5)
    vehicle = the(state, "t")
    assert lost(state, ["t"]) == [5]
    assert (vehicle.immobile, vehicle.pace, vehicle.travel) == (True, "stopped", 0)
    assert movement_of(state, vehicle) == 0
    assert weapons_work(vehicle)
    assert done.left == ()


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


@rule("owb.mishap.overheated-includes-locked-drive")
def test_an_overheated_engine_stops_it_where_it_is() -> None:
    state = speeding_tank()
    done = slip(state, "t", OVERHEATED, 6, 3, paid=2)
    vehicle = the(state, "t")
    assert lost(state, ["t"]) == [7]
    assert front_left(state, "t") == (15, 20)
    assert (vehicle.pace, vehicle.travel) == ("stopped", 0)
    assert vehicle.locked_to == state.turn + 10
    assert vehicle.strained_to == state.turn + 3
    assert vehicle.hot == 60
    assert done.left == ()


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


@rule("owb.mishap.overheated-cool-down")
def test_the_round_in_which_an_engine_overheats_does_not_cool_it() -> None:
    battle = sturdy(driven("t", "tank-medium", (10, 20), pace="normal", travel=2))
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, DriveDefensively("t"), dice=[20, OVERHEATED, 1, 1])
    assert the(battle, "t").pace == "stopped"
    play(battle, EndVehicle("t"))
    pass_all(battle, dice=[6, 1])
    assert the(battle, "t").hot == 60
    play(battle, StartVehicle("t"), SetPace("t", "stopped"), EndVehicle("t"))
    pass_all(battle, dice=[6, 1])
    assert the(battle, "t").hot == 59


@rule("owb.mishap.overheated-cool-down")
def test_sixty_rounds_of_standing_cool_it() -> None:
    state = speeding_tank()
    vehicle = state.alter("t", hot=60, pace="stopped")
    for _ in range(59):
        vehicle = cooled(vehicle)
    assert vehicle.hot == 1
    assert cooled(vehicle).hot == 0
    assert cooled(state.alter("t", hot=3, pace="crawl")).hot == 60


@rule("owb.mishap.overheated-cool-down")
def test_on_a_one_a_hot_engine_seizes_up() -> None:
    for face, seizes in ((1, True), (2, False), (6, False)):
        state = speeding_tank()
        state.alter("t", hot=20)
        list(operate_hot(state, "t", ScriptedDice([face])))
        assert the(state, "t").immobile is seizes
        assert seizes or the(state, "t").hot == 60


@rule("owb.mishap.overheated-cool-down")
def test_a_cool_engine_rolls_nothing() -> None:
    state = speeding_tank()
    assert not list(operate_hot(state, "t", ScriptedDice([])))


@rule("owb.mishap.overheated-cool-down")
def test_it_is_rolled_when_a_pace_is_declared() -> None:
    battle = fight(driven("t", "tank-light", (15, 20)), man("far", (35, 35), "b"))
    battle.state.alter("t", hot=20)
    play(battle, StartVehicle("t"), SetPace("t", "crawl"), dice=[1])
    assert the(battle, "t").immobile
    assert battle.refusal(Drive("t", 1), "a") is not None


@rule("owb.mishap.locked-drive")
def test_a_failed_tight_turn_that_locks_the_drive_carries_a_tank_two_squares_on() -> None:
    battle = on_the_road("tank-medium", (15, 20), add=STEERED)
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[2, LOCKED, 3, 1])
    assert rolled_all(battle)
    assert (where(battle).front_left, where(battle).facing) == ((15, 18), 0)
    assert the(battle, CAR).spent == 2
    assert refused(battle, Turning(CAR, "right", 45)) == "owb.mishap.locked-drive"
    assert paid(battle, Drive(CAR, 7)) == 7


@rule("owb.mishap.locked-drive", "owb.collision.accident-needs-no-check")
@pytest.mark.parametrize("gap", [0, 1])
def test_what_is_in_those_two_squares_is_run_into(gap: int) -> None:
    """A motorcycle across the left track: 1 + a speed of 5, times 3; its rider cannot save."""
    other = rammed("motorcycle", (14, 18 - gap), 6)
    battle = on_the_road("tank-light", (15, 19), with_=[other], add=STEERED, stats=TOUGH)
    crew = [ALWAYS] * 4
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[2, LOCKED, 1, *crew, ALWAYS, 3, 1])
    assert rolled_all(battle)
    (event,) = told(battle, "collision")
    assert event.data == {"type": "t-bone", "attacker": 2, "defender": 18}
    assert where(battle).front_left == (15, 19 - gap)
    assert the(battle, CAR).pace == "stopped"
    assert the(battle, CAR).hp == 100 - 2 - 3


@rule("owb.mishap.locked-drive", "owb.collision.accident-needs-no-check")
def test_a_lock_in_a_bootleg_turn_carries_a_tank_three_squares_over_a_man() -> None:
    """At the second square: die 1, speed 2, x2 in front; damage 5, strain 3."""
    battle = sturdy(
        driven("t", "tank-medium", (10, 20), pace="normal", travel=1, add=["advanced-steering"]),
        man("m", (10, 18), "b"),
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Turning("t", "left", 180, "bootleg"), dice=[20, LOCKED, NEVER, 1, 5, 3])
    assert rolled_all(battle)
    assert front_left(battle.state, "t") == (10, 17)
    assert harm_to(battle.state, "m") == (1 + 2) * 3
    assert lost(battle.state, ["t"]) == [5]
    assert (the(battle, "t").travel, the(battle, "t").spent) == (3, 3)
    assert refused(battle, Drive("t", 6)) == ""


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


@rule("owb.mishap.locked-drive")
def test_a_locked_drive_strains_and_locks_for_ten_rounds() -> None:
    state = speeding_tank()
    done = slip(state, "t", LOCKED, 6, 1)
    vehicle = the(state, "t")
    assert lost(state, ["t"]) == [6]
    assert vehicle.strained_to == state.turn + 1
    assert front_left(state, "t") == (15, 20)
    assert done.left == ()
    for passed, locked in ((0, True), (10, True), (1, False)):
        state.turn += passed
        assert (check_straight(state, vehicle) is not None) is locked


@rule("owb.mishap.locked-drive")
def test_what_was_paid_for_the_turn_carries_it_straight_on() -> None:
    state = speeding_tank(6)
    slip(state, "t", LOCKED, 1, 1, paid=2)
    vehicle = the(state, "t")
    assert front_left(state, "t") == (15, 18)
    assert vehicle.travel == 8
    assert vehicle.pace == "normal"


@rule("owb.mishap.locked-drive", "owb.collision.t-bone")
def test_the_t_34_whose_drive_locks_runs_into_what_is_ahead() -> None:
    """The second of the two squares that it paid for is occupied."""
    state = sturdy_field(
        driven("t", "tank-medium", (15, 20)), driven("h", "car", (13, 18), 6, side="b")
    )
    speeding(state, "t", 6)
    done = slip(state, "t", LOCKED, 4, ALWAYS, NEVER, 2, 1, paid=2)
    assert front_left(state, "t") == (15, 19)
    assert done.of("collision")[0].data["type"] == "t-bone"
    assert lost(state, "th") == [(4 + 8) // 3 + 2, (4 + 8) * 3]
    assert the(state, "t").pace == "stopped"
    assert check_straight(state, the(state, "t")) is not None


@rule("owb.mishap.locked-drive", "owb.vterrain.costs-add-to-manoeuvres")
def test_a_locked_drive_carries_a_tank_on_by_all_that_it_paid() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road(
        "tank-medium", (15, 15), terrain=[mud], add=["advanced-steering"], travel=3
    )
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[20, LOCKED, 1, 1])
    assert where(battle).front_left == (15, 11)


@rule("owb.mishap.locked-drive-quick-repair")
def test_a_drive_is_unlocked_from_within_and_the_strain_stays() -> None:
    state = workshop("unlock", "combat-engineer", "passenger-1")
    work(state, "unlock", 1)
    assert check_straight(state, the(state, "c")) is None
    assert the(state, "c").strained_to == 4
    assert why_not(workshop("unlock", "combat-engineer", ""), "unlock")
    assert why_not(workshop("unlock", "wheelman"), "unlock") == ""


@rule("owb.mishap.transmission-strain")
def test_a_strained_medium_tank_has_6_movement_for_the_next_two_rounds() -> None:
    battle = on_the_road("tank-medium", (15, 30))
    play(battle, DriveDefensively(CAR), dice=[2, STRAIN, 3, 2])
    assert rolled_all(battle)
    assert the(battle, CAR).hp == 36 - 3
    assert paid(battle, Drive(CAR, 7)) == 7
    play(battle, EndVehicle(CAR))
    for most in (6, 6, 9):
        pass_all(battle, dice=(6, 1))
        tank = the(battle, CAR)
        thirds = [allowance_at(battle.state, tank, pace) for pace in ("crawl", "reverse")]
        assert thirds == [most // 3, most // 3]
        play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
        assert refused(battle, Drive(CAR, most + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert paid(battle, Drive(CAR, most)) == most
        play(battle, EndVehicle(CAR))


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


@rule("owb.mishap.transmission-strain")
def test_with_a_strain_it_may_go_on_with_what_is_left() -> None:
    state = speeding_tank(4)
    slip(state, "t", STRAIN, 1, 1)
    vehicle = the(state, "t")
    assert (vehicle.pace, vehicle.travel, vehicle.halted) == ("normal", 4, False)
