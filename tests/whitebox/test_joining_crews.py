"""Crews that run: they drive, and do nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.vehicles.gun_lines import Manned
from sandtable.rulebooks.whitebox.vehicles.gun_sweeping import check_helper
from sandtable.rulebooks.whitebox.vehicles.orders import (
    Drive,
    DriveDefensively,
    SetPace,
    Sideswipe,
    Turning,
    Unstick,
    Work,
)
from tests.whitebox.driving_kit import CAR, driver, on_the_road, parked, refused
from tests.whitebox.gun_kit import gun
from tests.whitebox.kit import OwbBattle, man, play
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
