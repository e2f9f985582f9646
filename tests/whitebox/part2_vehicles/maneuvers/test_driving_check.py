"""DRIVING CHECK and SAVING THROW of a vehicle."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    check_chance,
    driving_check,
    mishap_table,
    save_chance,
)
from tests.whitebox.kit import *

CHECKED: list[Order] = [
    DriveDefensively(CAR),
    ChangeLane(CAR, "right", quick=True),
    Turning(CAR, "left", 90, "tight"),
]


@rule("owb.driving.check-is-an-action")
def test_a_check_is_the_operators_action_and_needs_that_he_has_not_attacked() -> None:
    battle = on_the_road("car", with_=[wheelman()])
    play(battle, DriveDefensively(CAR))
    assert person(battle, "driver").acted
    late = on_the_road("car", with_=[wheelman()])
    late.state.change("driver", attacked=True)
    assert refused(late, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"
    assert refused(late, Turning(CAR, "left")) == ""
    busy = on_the_road("car", with_=[wheelman()])
    busy.state.change("driver", acted=True)
    assert refused(busy, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"


@rule("owb.driving.check-is-an-action", "owb.crew.no-operator-no-movement")
def test_it_needs_an_operator_who_has_a_driving_check_left() -> None:
    again = fast("motorcycle", with_=[wheelman("op1")])
    assert why(again) == ("", "")
    busy = fast(with_=[driver("op2")])
    busy.state.change("driver", attacked=True)
    rule_, told = why(busy)
    assert rule_ == "owb.driving.check-is-an-action"
    assert told


@rule("owb.driving.check-is-an-action")
def test_who_has_fired_a_linked_gun_makes_no_driving_check() -> None:
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    prey = vehicle("prey", "car", (11, 8), 4, "b")
    battle = on_the_road("car", with_=[prey], mounts=guns)
    who = f"{CAR}.operator"
    play(battle, FireGun(who, mount="gun-1", target="prey"), dice=[2])
    assert refused(battle, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"
    assert refused(battle, ChangeLane(CAR, "left", quick=True)) == "owb.driving.check-is-an-action"
    assert not refused(battle, ChangeLane(CAR, "left"))


@rule("owb.driving.check-is-an-action", "owb.vehicle.attack-and-action-exclude-each-other")
def test_who_has_made_a_driving_check_fires_no_linked_gun() -> None:
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    prey = vehicle("prey", "car", (11, 8), 4, "b")
    battle = on_the_road("car", with_=[prey, wheelman()], mounts=guns)
    play(battle, DriveDefensively(CAR))
    shot = FireGun("driver", mount="gun-1", target="prey")
    assert refused(battle, shot) == "owb.vehicle.attack-and-action-exclude-each-other"


@rule("owb.driving.second-check-fails", "owb.driving.failed-check-mishap")
def test_a_second_check_fails_without_a_roll() -> None:
    """The first one is made with a 3; then a skid (4) straight on (2) with damage 1."""
    battle = on_the_road("car", travel=3, with_=[driver("op3")])
    play(battle, DriveDefensively(CAR), dice=[3])
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[4, 2, 1])
    car = the(battle, CAR)
    assert (car.spent, car.facing, where(battle).anchor) == (4, 0, (10, 19))


@rule("owb.driving.second-check-fails", "owb.collision.ram-check-failed")
def test_a_second_check_for_a_ram_fails_without_a_die() -> None:
    battle = on_the_road("tank-medium", with_=[man("ivan", (10, 18), "b")])
    play(battle, DriveDefensively(CAR), dice=[1])
    play(battle, Drive(CAR, 2, "ivan"), dice=[STRAIN, 2, 2])
    assert rolled_all(battle)
    assert where(battle).anchor == (10, 19)
    assert the(battle, CAR).spent == 2 + 2
    assert the(battle, CAR).travel == 1


@rule("owb.driving.second-check-fails", "owb.driving.failed-check-mishap")
def test_a_second_check_of_an_operative_fails_without_a_die() -> None:
    battle = on_the_road("car", (15, 30), with_=[driver("op5")])
    play(battle, ChangeLane(CAR, "right", quick=True), dice=[5])
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[SKID, 2, 1])
    assert rolled_all(battle)
    assert the(battle, CAR).spent == 4
    assert where(battle).front_left == (17, 28)


@rule("owb.driving.npc-needs-one-on-d20")
@pytest.mark.parametrize("order", CHECKED)
@pytest.mark.parametrize(("face", "made"), [(1, True), (2, False)])
def test_an_ordinary_driver_masters_a_manoeuvre_on_a_1(order: Order, face: int, made: bool) -> None:
    battle = on_the_road("car", ZERO)
    odds = present(battle.odds(order, "a"))
    assert dict(odds.outcomes)["made"] == Fraction(1, 20)
    play(battle, order, dice=[face, *([] if made else [SKID, 2, 1])])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is not made
    assert the(battle, CAR).spent == 2


@rule("owb.driving.npc-needs-one-on-d20")
def test_an_ordinary_driver_needs_a_one_on_d20() -> None:
    for face, made in ((1, True), (2, False), (20, False)):
        state = on_the_road("car").state
        assert driving_check(state, CAR, ScriptedDice([face]), "a test") is made
    state = on_the_road("car").state
    assert check_chance(state, the(state, CAR)) == Fraction(1, 20)


@rule("owb.driving.npc-needs-one-on-d20")
@pytest.mark.parametrize(("face", "made"), [(1, True), (2, False), (20, False)])
def test_an_ordinary_driver_needs_a_1_on_a_d20(face: int, made: bool) -> None:
    battle = on_the_road("car")
    play(battle, DriveDefensively(CAR), dice=[face, *([] if made else [SKID, 2, 1])])
    assert the(battle, CAR).defensive is made
    assert rolled_all(battle)


@rule("owb.driving.pc-d6-under-level")
@pytest.mark.parametrize("order", CHECKED)
@pytest.mark.parametrize(("face", "made"), [(3, True), (4, False)])
def test_a_soldier_of_level_3_masters_a_manoeuvre_on_a_3(
    order: Order, face: int, made: bool
) -> None:
    battle = on_the_road("car", ZERO, with_=[driver("op3")])
    odds = present(battle.odds(order, "a"))
    assert dict(odds.outcomes)["made"] == Fraction(1, 2)
    play(battle, order, dice=[face, *([] if made else [SKID, 2, 1])])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is not made


@rule("owb.driving.pc-d6-under-level")
def test_a_player_character_needs_his_level_or_less_on_d6() -> None:
    for face, made in ((1, True), (3, True), (4, False)):
        state = on_the_road("car", with_=[driver("op3")]).state
        assert driving_check(state, CAR, ScriptedDice([face]), "a test") is made
    state = on_the_road("car", with_=[driver("op3")]).state
    assert check_chance(state, the(state, CAR)) == Fraction(1, 2)


@rule("owb.driving.pc-d6-under-level")
@pytest.mark.parametrize(("face", "made"), [(3, True), (4, False)])
def test_an_operative_of_level_3_needs_3_or_less_on_a_d6(face: int, made: bool) -> None:
    battle = on_the_road("car", with_=[driver("op3")])
    play(battle, DriveDefensively(CAR), dice=[face, *([] if made else [SKID, 2, 1])])
    assert the(battle, CAR).defensive is made
    assert rolled_all(battle)


@rule("owb.driving.wheelman-automatic")
@pytest.mark.parametrize(("third", "made"), [(1, True), (2, True), (3, False)])
def test_the_third_check_of_a_wheelman_of_level_2_is_rolled(third: int, made: bool) -> None:
    battle = on_the_road("car", (15, 30), with_=[wheelman("op2")])
    play(battle, DriveDefensively(CAR), ChangeLane(CAR, "right", quick=True))
    assert rolled_all(battle)
    odds = present(battle.odds(ChangeLane(CAR, "left", quick=True), "a"))
    assert dict(odds.outcomes)["made"] == Fraction(1, 3)
    skid = [] if made else [SKID, 2, 1]
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[third, *skid])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is not made
    fourth = Turning(CAR, "right", 90, "tight")
    if not made:
        assert refused(battle, fourth)
        return
    odds = present(battle.odds(fourth, "a"))
    assert not dict(odds.outcomes).get("made")
    play(battle, fourth, dice=[SKID, 2, 1])
    assert told(battle, "mishap")
    assert rolled_all(battle)


@rule("owb.driving.wheelman-automatic", "owb.collision.ram")
def test_a_wheelman_of_level_1_runs_one_man_down_and_rolls_for_the_next() -> None:
    battle = sturdy(
        vehicle("t", "tank-light", (10, 20), empty=["gun-1", "gun-2", "passenger-1"]),
        operative("wheel", "wheelman", "t", "operator"),
        man("m", (10, 18), "b"),
        man("n", (11, 15), "b"),
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 2, "m"), dice=[17, 1])
    play(battle, Drive("t", 3, "n"), dice=[2, STRAIN, 1, 1])
    assert rolled_all(battle)
    assert (harm_to(battle.state, "m"), harm_to(battle.state, "n")) == ((1 + 2) * 3, 0)
    assert (the(battle, "t").spent, the(battle, "t").travel) == (5, 4)


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


@rule("owb.driving.failed-check-mishap")
def test_a_failed_check_is_paid_for_and_the_mishap_starts_where_it_was_tried() -> None:
    """Quick lane change to the right: d20 5; skid to the left (1) by a third of 6, damage 2."""
    battle = on_the_road("car", travel=6)
    play(battle, ChangeLane(CAR, "right", quick=True), dice=[5, 4, 1, 2])
    assert where(battle).anchor == (8, 18)
    assert (the(battle, CAR).spent, the(battle, CAR).hp) == (2, 6)
    assert told(battle, "driving-check")[-1].rules[0] == "owb.driving.failed-check-mishap"


@rule("owb.driving.vehicle-saving-throw")
def test_the_operator_saves_for_his_vehicle_with_his_own_number() -> None:
    state = on_the_road("car").state
    assert not vehicle_save(state, CAR, ScriptedDice([17]), "a test")
    assert vehicle_save(state, CAR, ScriptedDice([18]), "a test")
    assert save_chance(state, the(state, CAR)) == Fraction(3, 20)
    assert not state.person(f"{CAR}.operator").acted
    state.change(f"{CAR}.operator", out="dead")
    assert not vehicle_save(state, CAR, ScriptedDice([]), "a test")


@rule("owb.driving.wheelman-save-bonus")
def test_a_wheelman_adds_two() -> None:
    plain = on_the_road("car", with_=[driver("op2")]).state
    assert not vehicle_save(plain, CAR, ScriptedDice([12]), "a test")
    state = on_the_road("car", with_=[wheelman("op2")]).state
    assert vehicle_save(state, CAR, ScriptedDice([11]), "a test")
    assert not vehicle_save(state, CAR, ScriptedDice([10]), "a test")


@rule("owb.driving.failed-vehicle-save-mishap", "owb.driving.which-mishap-table")
def test_a_failed_save_for_control_leads_to_the_mishap_table() -> None:
    """Tank with Advanced Steering: tight turn, check 1, save 3; strain (4), 1d3 2, rounds 1."""
    battle = on_the_road("tank-medium", travel=6)
    battle.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[1, 3, 4, 2, 1])
    tank = the(battle, CAR)
    assert (tank.spent, tank.facing, where(battle).anchor) == (2, 0, (10, 20))
    assert tank.strained_from == 2
    assert movement_of(battle.state, tank) == 9
    battle.state.turn = 2
    assert movement_of(battle.state, tank) == 6


@rule("owb.driving.which-mishap-table")
def test_what_is_tracked_uses_the_one_table_and_everything_else_the_other() -> None:
    tables = {}
    for sheet in BLOCKS:
        if BLOCKS[sheet].movement == 0:
            continue
        state = state_of(vehicle(CAR, sheet, (10, 20)), FOE)
        tables[sheet] = mishap_table(the(state, CAR))
    assert {sheet for sheet, table in tables.items() if table == "wheeled"} == {
        "motorcycle",
        "car",
        "truck-small",
        "truck-large",
        "armored-car",
    }
