"""20s AND 1s: the adverse effects of TABLE 10, and massive damage."""

from __future__ import annotations

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import (
    armor_class,
    natural_1,
    natural_20,
    sink,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import (
    hull_level,
    share,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance_at,
    movement_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.modifications import (
    has_radio,
)
from tests.whitebox.damage_kit import FAILED, FOE, SAVED, field, hit, hits, kinds, table_10
from tests.whitebox.kit import filled, man, person, state_of
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- TABLE 10 -------------------------------------------------------------------------------------


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_20_that_pierces_and_a_natural_1_lead_to_table_10() -> None:
    state = field("truck-large")
    half = share("rifle-large", 0)
    list(natural_20(state, "v", 20, half, ScriptedDice([1])))
    assert the(state, "v").worse_aac == 1
    assert list(natural_20(state, "v", 19, half, ScriptedDice([]))) == []
    immune = share("rifle-large", 1)
    assert list(natural_20(state, "v", 20, immune, ScriptedDice([]))) == []
    list(natural_1(state, "v", 1, ScriptedDice([1])))
    assert the(state, "v").worse_aac == 2
    assert list(natural_1(state, "v", 2, ScriptedDice([]))) == []
    plain = field("truck-large", options={"naturals_vehicle": "off"})
    assert list(natural_20(plain, "v", 20, half, ScriptedDice([]))) == []
    assert list(natural_1(plain, "v", 1, ScriptedDice([]))) == []


@rule("owb.vcrit.armor-class")
def test_1_the_armor_class_becomes_worse_each_time() -> None:
    state = field("tank-medium")
    table_10(state, 1)
    assert armor_class(state, "v") == 14
    table_10(state, 1)
    assert armor_class(state, "v") == 13


@rule("owb.vcrit.modification")
def test_2_one_of_the_working_modifications_is_lost() -> None:
    # hull, communications, firing ports, tracked: all equally likely
    hull = field("tank-heavy")
    table_10(hull, 2, 1)
    assert (the(hull, "v").hull_lost, the(hull, "v").movement) == (1, 6)
    radio = field("tank-heavy")
    assert has_radio(the(radio, "v"))
    table_10(radio, 2, 2)
    assert not has_radio(the(radio, "v"))
    ports = field("tank-heavy")
    table_10(ports, 2, 3)
    assert the(ports, "v").lost_modifications == ("firing-ports",)
    tracks = field("tank-heavy", pace="normal", travel=6)
    table_10(tracks, 2, 4)
    found = the(tracks, "v")
    assert (found.immobile, found.tracked, found.pace) == (True, True, "stopped")
    assert movement_of(tracks, found) == 0


@rule("owb.vcrit.modification")
def test_the_last_level_of_hull_takes_the_firing_ports_with_it() -> None:
    state = field("armored-car")
    table_10(state, 2, 1)
    found = the(state, "v")
    assert (found.hull_lost, found.modifications) == (1, ())
    assert hull_level(found, "front") == 0
    # nothing is left to lose: the die is rolled again
    table_10(state, 2, 2, 5)
    assert the(state, "v").dim == 1


@rule("owb.vcrit.modification", "owb.mod.cargo")
def test_destroyed_cargo_hurts_those_in_the_bed() -> None:
    truck = vehicle("v", "truck-large", (10, 20), loads=1)
    men = [
        man("ivan", (1, 1), carried_by="v", seat="bed-1"),
        man("boris", (1, 2), carried_by="v", seat="passenger-1"),
    ]
    state = state_of(truck, *men, FOE)
    table_10(state, 2, 5, SAVED)
    assert [person(state, name).hp for name in ("ivan", "boris", "v.operator")] == [2, 4, 4]
    assert the(state, "v").loads == 0


@rule("owb.vcrit.modification", "owb.mod.supercharged-engine")
def test_a_lost_engine_costs_three_of_movement() -> None:
    state = field("car", add=["supercharged-engine", "supercharged-engine"])
    assert the(state, "v").movement == 27
    table_10(state, 2)
    assert movement_of(state, the(state, "v")) == 24
    assert the(state, "v").modifications == ("supercharged-engine",)


@rule("owb.vcrit.modification", "owb.mod.amphibious")
def test_an_amphibious_vehicle_sinks_if_it_is_on_water() -> None:
    lake = [filled("lake", "wide-river", (5, 15), (15, 25))]
    car = vehicle("v", "car", (10, 20), add=["amphibious"])
    wet = state_of(car, FOE, terrain=lake)
    table_10(wet, 2)
    assert (the(wet, "v").wreck, the(wet, "v").hp) == ("inoperable", 8)
    dry = state_of(car, FOE)
    table_10(dry, 2)
    assert (the(dry, "v").wreck, the(dry, "v").has("amphibious")) == ("", False)


@rule("owb.vcrit.modification", "owb.mod.waterborne")
def test_a_waterborne_vehicle_goes_under_after_some_rounds() -> None:
    lake = [filled("lake", "wide-river", (5, 15), (15, 25))]
    state = state_of(vehicle("v", "car", (10, 20), add=["waterborne"]), FOE, terrain=lake)
    table_10(state, 2, 3)
    assert the(state, "v").sinks_in == state.turn + 3
    state.turn += 2
    assert list(sink(state)) == []
    state.turn += 1
    assert kinds(sink(state)) == ["wreck"]
    assert the(state, "v").wreck == "inoperable"


@rule("owb.vcrit.movement")
def test_3_a_third_of_the_movement_then_none() -> None:
    state = field("tank-medium", pace="normal", travel=5)
    table_10(state, 3)
    tank = the(state, "v")
    assert (movement_of(state, tank), allowance_at(state, tank, "crawl")) == (3, 1)
    assert tank.travelled == 5
    table_10(state, 3)
    assert (the(state, "v").immobile, movement_of(state, the(state, "v"))) == (True, 0)


@rule("owb.vcrit.operator")
def test_4_shrapnel_strikes_the_operator_or_somebody_else_if_he_is_gone() -> None:
    state = field("tank-medium")
    table_10(state, 4, 5, SAVED)
    assert hits(state) == [1, 4, 4, 4, 4]
    table_10(state, 4, 2, FAILED)
    assert person(state, "v.operator").out == "dead"
    # four are left alive; the third of them is struck
    table_10(state, 4, 3, 1, FAILED)
    assert hits(state) == [-2, 4, 4, 2, 4]
    assert kinds(table_10(field("car", empty=["operator"]), 4)) == ["adverse-effect"]


@rule("owb.vcrit.visibility")
def test_5_visibility_adds_up() -> None:
    state = field("tank-medium")
    table_10(state, 5)
    table_10(state, 5)
    assert the(state, "v").dim == 2


@rule("owb.vcrit.weapon")
def test_6_a_working_weapon_is_lost_at_random() -> None:
    state = field("tank-medium")
    table_10(state, 6, 2)
    table_10(state, 6, 2)
    assert [mount.lost for mount in the(state, "v").mounts] == [False, True, True]
    table_10(state, 6)
    table_10(state, 6, 1)
    assert (the(state, "v").worse_aac, all(m.lost for m in the(state, "v").mounts)) == (1, True)


@rule("owb.vcrit.massive-damage")
def test_a_quarter_of_the_full_hit_points_is_massive() -> None:
    options: dict[str, str | bool] = {"massive_damage": "on"}
    heavy = field("tank-heavy", options=options)
    assert kinds(hit(heavy, 12)) == ["damage"]
    assert kinds(hit(heavy, 13, SAVED)) == ["damage", "massive-damage"]
    assert kinds(hit(heavy, 13, FAILED, 5)) == ["damage", "adverse-effect"]
    assert the(heavy, "v").dim == 1
    medium = field("tank-medium", options=options)
    assert kinds(hit(medium, 9, FAILED, 1)) == ["damage", "adverse-effect"]
    # not for what is no attack, nor for what is put at 0
    assert kinds(hit(medium, 9, attack=False)) == ["damage"]
    assert "adverse-effect" not in kinds(hit(medium, 18, *([1, 1, SAVED] * 5)))
    assert kinds(hit(field("tank-medium"), 30)) == ["damage"]


@rule("owb.vcrit.massive-damage")
def test_a_wheelman_adds_two_to_that_save() -> None:
    tank = vehicle("v", "tank-medium", (10, 20))
    driver = man("pyotr", (1, 1), rank="op1", carried_by="v", seat="operator")
    state = state_of(tank, driver, FOE, options={"massive_damage": "on"})
    state.change("pyotr", profession="wheelman")
    # level 1 saves on 14; with 2 more on 12
    assert kinds(hit(state, 9, 12)) == ["damage", "massive-damage"]
    assert kinds(hit(state, 9, 11, 1)) == ["damage", "adverse-effect"]
