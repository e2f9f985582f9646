"""Vehicles in the area of an explosion."""

import pytest

from tests.whitebox.kit import *


def grenadier(**more: Any) -> Unit:
    return man("ivan", (10, 14), bombs={"grenade": 2, "pipe-bomb": 1, "sticky-bomb": 1}, **more)


@rule("owb.blast.vehicles-in-area", "owb.vmiss.burst-and-occupants")
def test_a_vehicle_is_struck_once_before_those_aboard() -> None:
    battle = fight(grenadier(), truck_at(), man("foe", (9, 13), "b"))
    found = everybody_caught(battle.state, (10, 12), 3, "grenade")
    assert found == ("foe", "truck", "truck.operator", "ivan")
    assert everybody_caught(battle.state, (10, 14), 3, "grenade")[0] == "ivan"
    armored = state_of(grenadier(), truck_at(sheet="tank-destroyer"))
    assert everybody_caught(armored, (10, 12), 3) == ("truck", "ivan")


@rule("owb.blast.vehicles-in-area")
def test_tall_cover_screens_a_vehicle() -> None:
    wall = edged("wall", "tall-wall", (8, 12), (14, 12))
    state = state_of(grenadier(), truck_at(), terrain=(wall,))
    assert "truck" not in everybody_caught(state, (10, 12), 3)
    assert "truck" in everybody_caught(state, (10, 11), 3)


@rule("owb.vdamage.vehicle-in-area-effect-once")
def test_a_burst_four_squares_from_a_vehicle_does_not_reach_it() -> None:
    """The truck ends at row 8: a burst in row 11 is 3 away, one in row 12 is 4 away."""
    for y, caught in ((11, True), (12, False)):
        battle = duel(target="truck-large")
        fires(battle, fire("tank", at=(10, y)), 10, 6, 6, *([1] * 9 if caught else []))
        assert (the(battle, "foe").hp < 16) == caught


@rule("owb.vdamage.vehicle-in-area-effect-once")
def test_a_vehicle_is_caught_once_if_a_square_of_it_is_in_the_open() -> None:
    state = lone_vehicle("truck-large")
    assert vehicles_in_blast(state, (10, 17), 3) == ("v",)
    assert vehicles_in_blast(state, (10, 16), 3) == ()
    assert vehicles_in_blast(state, (11, 22), 3) == ("v",)
    wall = [edged("wall", "tall-wall", (5, 19), (15, 19))]
    screened = state_of(vehicle("v", "truck-large", (10, 20)), WATCHER, terrain=wall)
    assert vehicles_in_blast(screened, (10, 18), 3) == ()


@rule("owb.vdamage.vehicle-save-vs-explosives", "owb.blast.vehicles-in-area")
@pytest.mark.parametrize(("save", "lost"), [(16, 2), (15, 4)])
def test_a_grenade_before_a_truck(save: int, lost: int) -> None:
    """Half without a hull, and half again if its driver saves; then he saves for himself."""
    battle = grenade_before(vehicle("foe", "truck-large", (11, 12), 4, "b"), 9, save, 20)
    assert the(battle, "foe").hp == 16 - lost
    assert person(battle, "foe.operator").hp == 4 - 4


@rule("owb.vdamage.vehicle-save-vs-explosives", "owb.hull.personal-explosive-position")
def test_on_the_footprint_an_explosive_strikes_the_top_and_the_save_has_no_bonus() -> None:
    """A medium tank is x1 on top: 9 / 4 = 2; saved 9 / 2 / 4 = 1. In front it is immune."""
    assert blasted(lone_vehicle("tank-medium"), (10, 21), 9, FAILED, kind="grenade") == 2
    assert blasted(lone_vehicle("tank-medium"), (10, 21), 9, SAVED, kind="grenade") == 1
    assert blasted(lone_vehicle("tank-medium"), (10, 18), 9, kind="grenade") == 0
    assert blasted(lone_vehicle("truck-large"), (10, 18), 9, SAVED - 2) == 2


@rule("owb.vdamage.vehicle-save-vs-explosives", "owb.vmiss.save-bonus-off-centre")
def test_the_operator_saves_with_2_more_beside_the_burst_and_halves_before_the_hull() -> None:
    """A 16 and 2 are 18: 14 / 2 / 4 = 1.75."""
    battle = started(
        "tank", OUR_TANK, vehicle("apc", "armored-personnel-carrier", (10, 8), 4, "b"), FAR_FOE
    )
    fires(battle, fire("tank", at=(10, 10)), 10, 6, 6, 16, 1)
    assert the(battle, "apc").hp == 24 - 1


@rule("owb.vdamage.vehicle-save-vs-explosives")
def test_no_save_without_an_operator_for_a_fixed_charge_or_a_mine() -> None:
    empty = lone_vehicle("truck-large", empty=["operator"])
    list(blast_strikes(empty, "v", (9, 21), 9, ScriptedDice([])))
    assert the(empty, "v").hp == 12
    tank = lone_vehicle("tank-heavy")
    list(blast_strikes(tank, "v", (9, 21), 11, ScriptedDice([]), kind="charge"))
    assert the(tank, "v").hp == 39
    mined = lone_vehicle("truck-large")
    dice = ScriptedDice([])
    list(blast_strikes(mined, "v", (10, 21), 9, dice, underside=True, helpless=True))
    assert the(mined, "v").hp == 12
    # a hull that is immune rolls nothing
    list(blast_strikes(tank, "v", (10, 15), 12, ScriptedDice([])))
    assert the(tank, "v").hp == 39
