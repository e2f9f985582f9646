"""GETTING UNSTUCK."""

import pytest

from tests.whitebox.kit import *


def swamp(sheet: str, kind: str = "mud", options: dict[str, str | bool] | None = None) -> OwbBattle:
    ground = filled("it", kind, (0, 0), (35, 19))
    return on_the_road(sheet, (10, 20), terrain=[ground], options=options)


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


@rule("owb.vterrain.bogging-down")
@pytest.mark.parametrize(
    ("sheet", "kind", "options", "rolls"),
    [
        ("tank-medium", "mud", {}, 0),
        ("tank-medium", "rubble", {}, 1),
        ("car", "rubble", {}, 1),
        ("car", "sandbags", {}, 0),
        ("car", "mud", DRY, 0),
    ],
)
def test_tracks_bog_down_only_on_obstacles(
    sheet: str, kind: str, options: dict[str, str | bool], rolls: int
) -> None:
    battle = swamp(sheet, kind, options)
    play(battle, Drive(CAR, 1), dice=[6] * rolls)
    assert len(told(battle, "bog")) == rolls


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


@rule("owb.maneuver.unstuck-by-hand")
def test_a_man_on_foot_digs_a_vehicle_out() -> None:
    battle = fight(truck(), man("ivan", (12, 20)), FOE)
    battle.state.alter("truck", stuck=True)
    play(battle, Begin("ivan"))
    order = Work("ivan", vehicle="truck", labour="dig-out")
    assert battle.allows(order, "a")
    play(battle, order, dice=(1,))
    assert person(battle, "ivan").acted


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
