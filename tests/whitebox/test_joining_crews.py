"""Crews that run, drivers who fire and reload, and positions of those aboard."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import check_attack
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import (
    check_mass,
    rifles_around,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import check_crew
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import Manned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import can_strike
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import check_helper
from sandtable.rulebooks.whitebox.part2_vehicles.round.tank_destroyers import is_held_back
from sandtable.rulebooks.whitebox.state.orders import (
    Aid,
    Begin,
    Declare,
    Done,
    Extinguish,
    Repair,
    Shoot,
    TakeUp,
)
from sandtable.rulebooks.whitebox.state.people import Arm, Trained
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    DriveDefensively,
    EndVehicle,
    FirePort,
    SetPace,
    ShootAboard,
    Sideswipe,
    StartVehicle,
    Turning,
    Unstick,
    Work,
)
from tests.whitebox.driving_kit import CAR, driver, on_the_road, parked, refused
from tests.whitebox.gun_kit import gun, start
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


# -- positions aboard -----------------------------------------------------------------------------


def standing_up(**options: str | bool) -> OwbBattle:
    """A truck with a man in its bed who is about to fire over its side."""
    battle = fight(
        vehicle("truck", "truck-large", (10, 20)),
        man("ivan", (0, 0), carried_by="truck", seat="bed-1", stance="prone"),
        man("foe", (10, 10), "b", rank="op5"),
        man("far", (34, 1), "b"),
        options={"naturals_personal": "on", **options},
    )
    while battle.choices[0].ask == "declare":
        play(battle, Done())
    start(battle, "truck")
    return battle


def aimed(battle: OwbBattle) -> int:
    """What the man in the bed adds to his Attack Roll."""
    odds = battle.odds(FirePort(person="ivan", weapon="rifle-large", target="foe"), "a")
    assert odds is not None
    return odds.tallies[0].total


@rule("owb.modifiers.switch", "owb.modifiers.attacker-prone")
def test_those_aboard_count_as_standing_whatever_the_scenario_says() -> None:
    assert aimed(standing_up(stances="on")) == 0


@rule("owb.modifiers.switch", "owb.attack.natural-20-and-1")
@pytest.mark.parametrize("stances", ["on", "off"])
def test_nobody_falls_down_aboard(stances: str) -> None:
    """A natural 1 and then a 6: on foot he would fall; aboard he neither lies nor trips."""
    battle = standing_up(stances=stances)
    shot = FirePort(person="ivan", weapon="rifle-large", target="foe")
    play(battle, shot, dice=(1, 6))
    ivan = battle.state.person("ivan")
    assert ivan.attacked
    assert (ivan.stance, ivan.tripped) == ("standing", False)


@rule("owb.modifiers.switch", "owb.modifiers.target-prone")
def test_one_who_lies_at_his_pintle_is_no_prone_target() -> None:
    """He is helpless (+4), and there is no -2 for lying down in a jeep."""
    guns = [{"kind": "PIN", "weapon": "machinegun-medium"}]
    battle = fight(
        man("ivan", (10, 15)),
        vehicle("jeep", "truck-small", (10, 5), 4, "b", mounts=guns),
        man("karl", (0, 0), "b", rank="op3", carried_by="jeep", seat="gun-1"),
        man("far", (34, 1), "b"),
        options={"stances": "on"},
    )
    while battle.choices[0].ask == "declare":
        play(battle, Done())
    battle.state.change("karl", hp=-1, out="incapacitated", stance="prone")
    play(battle, Begin(person="ivan"))
    order = ShootAboard("ivan", "jeep", "rifle-large", occupant="karl")
    odds = battle.odds(order, "a")
    assert odds is not None
    assert odds.tallies[0].total == 4


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks", "owb.initiative.loses-initiative")
def test_a_tank_destroyer_waits_for_a_tank_whose_driver_reloads() -> None:
    state = state_of(
        vehicle("hunter", "tank-destroyer", (10, 25)),
        vehicle("tank", "tank-light", (10, 8), 4, "b"),
    )
    state.phase = "turns"
    state.alter("tank", done=True)
    assert not is_held_back(state, state.vehicle("hunter"), None)
    state.change("tank.operator", late="reload")
    assert is_held_back(state, state.vehicle("hunter"), None)
    state.change("tank.operator", done=True)
    assert not is_held_back(state, state.vehicle("hunter"), None)


# -- weapons of those who fell aboard -------------------------------------------------------------


@rule("owb.weapon.changing-weapons", "owb.crew.positions")
def test_nobody_takes_a_weapon_out_of_a_vehicle_from_beside_it() -> None:
    """The dead man lies inside the carrier; beside a man who fell on foot one may take his."""
    battle = fight(
        man("ivan", (12, 21), sheet="loader"),
        vehicle("carrier", "armored-personnel-carrier", (10, 20)),
        man("oleg", (0, 0), carried_by="carrier", seat="passenger-2"),
        man("petr", (13, 21)),
        man("far", (34, 1), "b"),
    )
    for name in ("oleg", "petr"):
        battle.state.change(name, out="dead", hp=0)
    play(battle, Begin(person="ivan"))
    inside = TakeUp(person="ivan", weapon="rifle-large", owner="oleg")
    beside = TakeUp(person="ivan", weapon="rifle-large", owner="petr")
    assert refused(battle, inside) == "owb.weapon.changing-weapons"
    assert refused(battle, beside) == ""


# -- hands from inside a vehicle ------------------------------------------------------------------


@rule("owb.suppress.barrel-change", "owb.suppress.massed-rifles", "owb.mortar.crew")
def test_nobody_lends_a_hand_or_a_rifle_out_of_a_vehicle_beside_him() -> None:
    """He sits in the carrier next to the gun, the mortar and the riflemen; a man on foot helps."""
    inside = man("oleg", (0, 0), carried_by="carrier", seat="passenger-2")
    state = state_of(
        vehicle("carrier", "armored-personnel-carrier", (10, 20)),
        inside,
        man("ivan", (12, 21), sheet="medium-machinegunner"),
        man("petr", (13, 21)),
        man("foe", (12, 10), "b"),
        options={"massed_suppression": "2"},
    )
    ivan, oleg, petr = (state.person(name) for name in ("ivan", "oleg", "petr"))
    shot = Shoot(person="ivan", target="foe", weapon="machinegun-medium", mode="suppress")
    for helper, rule_ in ((oleg, "owb.suppress.barrel-change"), (petr, "")):
        found = check_attack(state, ivan, replace(shot, helper=helper.id))
        assert (found.rule if found is not None else "") == rule_
    tube = Arm(id="mortar", set_up=True)
    assert check_crew(state, ivan, tube, oleg) is not None
    assert check_crew(state, ivan, tube, petr) is None
    assert rifles_around(state, petr) == []
    found = check_mass(state, [petr, oleg])
    assert found is not None
    assert found.rule == "owb.suppress.massed-rifles"


@rule("owb.suppress.repair-jam", "owb.weapon.flamethrower-extinguish", "owb.base.first-aid")
def test_those_aboard_are_not_treated_from_outside() -> None:
    """A closed carrier keeps out the engineer, the medic and whoever would put out the flames."""
    engineer: dict[str, Any] = {"class": "combat-engineer"}
    battle = fight(
        man("ivan", (12, 21), rank="op2", **engineer),
        vehicle("carrier", "armored-personnel-carrier", (10, 20)),
        man("oleg", (0, 0), rank="op2", carried_by="carrier", seat="passenger-2"),
        man("far", (34, 1), "b"),
    )
    oleg = battle.state.change("oleg", hp=1, burning=2)
    battle.state.put(oleg.with_arm(replace(oleg.arms[0], jam=-1)))
    play(battle, Begin(person="ivan"))
    repair = Repair(person="ivan", weapon="rifle-large", owner="oleg")
    assert refused(battle, repair) == "owb.suppress.repair-jam"
    douse = Extinguish(person="ivan", burning="oleg")
    assert refused(battle, douse) == "owb.weapon.flamethrower-extinguish"
    assert refused(battle, Aid(person="ivan", patient="oleg")) == "owb.base.first-aid"
