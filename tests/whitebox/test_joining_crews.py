"""Crews that run, and drivers who fire: what keeps them from attacking and acting."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulebooks.whitebox.orders import Begin, Declare, Done
from sandtable.rulebooks.whitebox.pieces import Trained
from sandtable.rulebooks.whitebox.vehicles.gun_lines import Manned
from sandtable.rulebooks.whitebox.vehicles.gun_release import can_strike
from sandtable.rulebooks.whitebox.vehicles.gun_sweeping import check_helper
from sandtable.rulebooks.whitebox.vehicles.orders import (
    Drive,
    DriveDefensively,
    EndVehicle,
    FirePort,
    SetPace,
    Sideswipe,
    StartVehicle,
    Turning,
    Unstick,
    Work,
)
from tests.whitebox.driving_kit import CAR, driver, on_the_road, parked, refused
from tests.whitebox.gun_kit import gun
from tests.whitebox.kit import OwbBattle, fight, man, pass_all, play, state_of
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

MORALE = "owb.base.morale"


def running(battle: OwbBattle) -> OwbBattle:
    """Everybody in the car runs."""
    for person in battle.state.occupants(CAR):
        battle.state.change(person.id, routed=True)
    return battle


@rule(MORALE, "owb.driving.check-is-an-action")
def test_a_crew_that_runs_may_try_everything_that_is_driving() -> None:
    """A Driving Check is an Action, and driving is what those who run still do."""
    battle = running(on_the_road("car", with_=(driver("op2"),)))
    assert refused(battle, Turning(CAR, "left", 90, "tight")) == ""
    play(battle, DriveDefensively(CAR), dice=(2,))
    assert the(battle, CAR).defensive


@rule(MORALE, "owb.maneuver.unstuck-by-driving")
def test_a_crew_that_runs_may_drive_itself_free() -> None:
    battle = running(parked("car", with_=(driver("op2"),)))
    battle.state.alter(CAR, stuck=True)
    play(battle, Unstick(CAR), dice=(2,))
    assert not the(battle, CAR).stuck


@rule(MORALE, "owb.collision.ram", "owb.collision.sideswipe")
def test_a_crew_that_runs_attacks_nobody_with_its_vehicle() -> None:
    """To run a man down and to swerve against a car are attacks; to break a fence is not."""
    beside = vehicle("jeep", "car", (12, 20), 0, "b", pace="normal", travel=5)
    others: tuple[Any, ...] = (driver("op2"), man("karl", (10, 19), "b"), beside)
    battle = running(on_the_road("car", with_=others))
    battle.state.alter(CAR, shifted=True, stepped=True)
    assert refused(battle, Drive(CAR, 1, "karl")) == MORALE
    assert refused(battle, Sideswipe(CAR, "jeep")) == MORALE


@rule(MORALE, "owb.vehicle.one-action-per-crew-member")
def test_a_crew_that_runs_takes_no_other_action() -> None:
    wheels = driver("op2", **{"class": "combat-engineer"})
    battle = running(parked("car", with_=(wheels,)))
    battle.state.alter(CAR, stalled_to=5)
    play(battle, SetPace(CAR, "stopped"))
    assert refused(battle, Work("driver", CAR, "restart")) == MORALE


@rule(MORALE, "owb.suppress.barrel-change")
def test_one_who_runs_changes_no_barrels() -> None:
    battle = parked("tank-medium")
    found = gun(battle.state, CAR, "gun-2")
    assert isinstance(found, Manned)
    assert check_helper(battle.state, found, f"{CAR}.passenger-1") is None
    battle.state.change(f"{CAR}.passenger-1", routed=True)
    refusal = check_helper(battle.state, found, f"{CAR}.passenger-1")
    assert refusal is not None
    assert refusal.rule == "owb.suppress.barrel-change"


# -- a gun that the driver fires ------------------------------------------------------------------


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


@rule("owb.suppress.continue", "owb.driving.check-is-an-action")
def test_a_driving_check_ends_the_fire_that_a_driver_keeps_up() -> None:
    """It is an Action; nobody can be struck after it, and the sequence is over."""
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    battle = on_the_road("car", pace="crawl", mounts=guns, with_=(driver("op2"),))
    mount = the(battle, CAR).mounts[0].id
    battle.state.change("driver", trained=Trained(mount, (10, 10), 0, (10, 10)))
    play(battle, DriveDefensively(CAR), dice=(2,))
    assert battle.state.person("driver").trained is None


# -- a driver who reloads -------------------------------------------------------------------------


@rule("owb.initiative.loses-initiative", "owb.vehicle.turn-procedure")
def test_a_driver_who_reloads_drives_last_and_the_others_do_not_wait_for_him() -> None:
    """The passenger fires on the side's turn, at last round's pace; the truck moves at the end."""
    at_the_wheel = man("ivan", (1, 1), carried_by="truck", seat="operator")
    rider = man("oleg", (1, 1), carried_by="truck", seat="bed-1")
    foe = man("foe", (10, 3), "b", rank="op5")
    truck = vehicle("truck", "truck-large", (10, 20))
    battle = fight(truck, at_the_wheel, rider, foe, options={"ammo": "count"})
    ivan = battle.state.person("ivan")
    battle.state.put(ivan.with_arm(replace(ivan.arms[0], rounds=0)))
    pass_all(battle, until="declare")
    play(battle, Declare(person="ivan", what="reload"), dice=(6, 1))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle(vehicle="truck"))
    late = "owb.initiative.loses-initiative"
    assert refused(battle, SetPace(vehicle="truck", pace="normal")) == late
    play(battle, FirePort(person="oleg", weapon="rifle-large", target="foe"), dice=(2,))
    play(battle, EndVehicle(vehicle="truck"), Done())
    assert battle.choices[0].about == ("ivan",)
    play(battle, Begin(person="ivan"), SetPace(vehicle="truck", pace="normal"))
    play(battle, Drive("truck", 3), EndVehicle(vehicle="truck"), dice=(6, 1))
    assert battle.state.footprint(the(battle, "truck")).front_left == (10, 17)
    assert the(battle, "truck").travelled == 3
