"""TABLE 10: adverse effects."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import (
    adverse_effect,
    armor_class,
    sink,
)
from tests.whitebox.kit import *


@rule("owb.vcrit.armor-class")
def test_1_the_armor_class_becomes_worse_each_time() -> None:
    state = lone_vehicle("tank-medium")
    table_10(state, 1)
    assert armor_class(state, "v") == 14
    table_10(state, 1)
    assert armor_class(state, "v") == 13


@rule("owb.vcrit.armor-class", "owb.mod.makeshift-armor-ac", "owb.maneuver.defensive-driving")
def test_what_is_added_to_an_armor_class_adds_up() -> None:
    state = lone_vehicle("tank-medium", add=["makeshift-armor"])
    state.alter("v", worse_aac=2, defensive=True)
    assert armor_class(state, "v") == 15 - 2 + 1 + 2


@rule("owb.vcrit.modification")
def test_2_one_of_the_working_modifications_is_lost() -> None:
    # hull, communications, firing ports, tracked: all equally likely
    hull = lone_vehicle("tank-heavy")
    table_10(hull, 2, 1)
    assert (the(hull, "v").hull_lost, the(hull, "v").movement) == (1, 6)
    radio = lone_vehicle("tank-heavy")
    assert has_radio(the(radio, "v"))
    table_10(radio, 2, 2)
    assert not has_radio(the(radio, "v"))
    ports = lone_vehicle("tank-heavy")
    table_10(ports, 2, 3)
    assert the(ports, "v").lost_modifications == ("firing-ports",)
    tracks = lone_vehicle("tank-heavy", pace="normal", travel=6)
    table_10(tracks, 2, 4)
    found = the(tracks, "v")
    assert (found.immobile, found.tracked, found.pace) == (True, True, "stopped")
    assert movement_of(tracks, found) == 0


@rule("owb.vcrit.modification")
def test_the_last_level_of_hull_takes_the_firing_ports_with_it() -> None:
    state = lone_vehicle("armored-car")
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
    state = state_of(truck, *men, WATCHER)
    table_10(state, 2, 5, SAVED)
    assert [person(state, name).hp for name in ("ivan", "boris", "v.operator")] == [2, 4, 4]
    assert the(state, "v").loads == 0


@rule("owb.vcrit.modification", "owb.mod.supercharged-engine")
def test_a_lost_engine_costs_three_of_movement() -> None:
    state = lone_vehicle("car", add=["supercharged-engine", "supercharged-engine"])
    assert the(state, "v").movement == 27
    table_10(state, 2)
    assert movement_of(state, the(state, "v")) == 24
    assert the(state, "v").modifications == ("supercharged-engine",)


@rule("owb.vcrit.modification", "owb.mod.amphibious")
def test_an_amphibious_vehicle_sinks_if_it_is_on_water() -> None:
    lake = [filled("lake", "wide-river", (5, 15), (15, 25))]
    car = vehicle("v", "car", (10, 20), add=["amphibious"])
    wet = state_of(car, WATCHER, terrain=lake)
    table_10(wet, 2)
    assert (the(wet, "v").wreck, the(wet, "v").hp) == ("inoperable", 8)
    dry = state_of(car, WATCHER)
    table_10(dry, 2)
    assert (the(dry, "v").wreck, the(dry, "v").has("amphibious")) == ("", False)


@rule("owb.vcrit.modification", "owb.mod.waterborne")
def test_a_waterborne_vehicle_goes_under_after_some_rounds() -> None:
    lake = [filled("lake", "wide-river", (5, 15), (15, 25))]
    state = state_of(vehicle("v", "car", (10, 20), add=["waterborne"]), WATCHER, terrain=lake)
    table_10(state, 2, 3)
    assert the(state, "v").sinks_in == state.turn + 3
    state.turn += 2
    assert list(sink(state)) == []
    state.turn += 1
    assert kinds(sink(state)) == ["wreck"]
    assert the(state, "v").wreck == "inoperable"


@rule("owb.vcrit.modification", "owb.vcrit.weapon")
def test_a_motorcycle_has_neither_modifications_nor_weapons_and_rolls_again() -> None:
    state = lone_vehicle("motorcycle")
    table_10(state, 2, 6, 2, 5)
    assert the(state, "v").dim == 1


@rule("owb.vcrit.modification", "owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_a_carrier_that_has_lost_its_hull_protects_nobody_any_more() -> None:
    """Its occupants are concealed only, may fire over the sides, and bullets do half."""
    state, order, _ = passenger("rifleman")
    state.alter("apc", hull_lost=1)
    pal = state.person("pal")
    assert occupant_shelter(state, (10, 12), pal) == "concealed"
    assert isinstance(shot_through_port(state, pal, order), Blow)
    assert state.grounds.kind((10, 20)).protection == "concealment"
    state.alter("apc", hull_lost=0)
    assert isinstance(shot_through_port(state, pal, order), Refusal)
    assert state.grounds.kind((10, 20)).protection == "cover"


@rule("owb.vcrit.modification", "owb.mod.firing-ports")
def test_the_last_hull_level_of_a_halftrack_takes_its_ports_along() -> None:
    """Hull, Communications, Firing Ports, Tracked: the first of four."""
    state = lone_vehicle("armored-personnel-carrier")
    table_10(state, 2, 1)
    carrier = the(state, "v")
    assert carrier.armor == 0
    assert not carrier.has("firing-ports")
    # Two are left to lose now: the radio and the tracks.
    table_10(state, 2, 2)
    assert the(state, "v").immobile


@rule("owb.vcrit.movement")
def test_two_movement_results_slow_a_medium_tank_and_hold_it() -> None:
    battle = fight(
        vehicle("tank", "tank-heavy", (10, 25)),
        vehicle("foe", "tank-medium", (11, 8), 4, "b", stats={"hp": 100}),
        FAR_FOE,
    )
    for round_, (normal, crawl) in enumerate([(3, 1), (0, 0)]):
        start(battle, "tank")
        fires(battle, fire("tank", "foe"), 20, *[1] * 10, 3)
        assert rolled_all(battle)
        foe = the(battle, "foe")
        paces = [allowance_at(battle.state, foe, pace) for pace in ("normal", "crawl", "reverse")]
        assert paces == [normal, crawl, crawl]
        assert foe.immobile is bool(round_)
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))


@rule("owb.vcrit.movement", "owb.mishap.transmission-strain")
def test_of_two_reductions_the_lower_movement_counts_and_a_second_result_holds_it() -> None:
    state = lone_vehicle("tank-medium")
    table_10(state, 3)
    assert movement_of(state, the(state, "v")) == 3
    state.alter("v", strained_from=1, strained_to=9)
    assert movement_of(state, the(state, "v")) == 3
    assert allowance_at(state, the(state, "v"), "crawl") == 1
    table_10(state, 3)
    assert the(state, "v").immobile
    assert movement_of(state, the(state, "v")) == 0


@rule("owb.vcrit.movement")
@pytest.mark.parametrize(
    ("pace", "driven", "left"),
    [("normal", 2, 3), ("normal", 6, 3), ("normal", 8, 1), ("crawl", 1, 1), ("crawl", 3, 0)],
)
def test_what_was_travelled_stands_and_the_rest_is_cut_to_the_new_value(
    pace: Pace, driven: int, left: int
) -> None:
    """A medium tank: 9 becomes 3, at a crawl 3 becomes 1."""
    battle = on_the_road("tank-medium", pace=pace, travel=3)
    play(battle, Drive(CAR, driven))
    list(adverse_effect(battle.state, CAR, ScriptedDice([3])))
    tank = the(battle, CAR)
    assert (tank.travel, movement_left(battle.state, tank)) == (driven, left)


@rule("owb.vcrit.movement")
def test_a_result_before_the_turn_leaves_the_whole_of_the_new_value() -> None:
    battle = parked("tank-medium", pace="normal", travel=6)
    list(adverse_effect(battle.state, CAR, ScriptedDice([3])))
    assert movement_left(battle.state, the(battle, CAR)) == 3


@rule("owb.vcrit.movement")
def test_a_second_result_stops_it_where_it_is() -> None:
    battle = on_the_road("tank-medium")
    play(battle, Drive(CAR, 2))
    for _ in range(2):
        list(adverse_effect(battle.state, CAR, ScriptedDice([3])))
    tank = the(battle, CAR)
    assert (tank.immobile, tank.pace, movement_left(battle.state, tank)) == (True, "stopped", 0)


@rule("owb.vcrit.operator")
def test_4_shrapnel_strikes_the_operator_or_somebody_else_if_he_is_gone() -> None:
    state = lone_vehicle("tank-medium")
    table_10(state, 4, 5, SAVED)
    assert hit_points_aboard(state) == [1, 4, 4, 4, 4]
    table_10(state, 4, 2, FAILED)
    assert person(state, "v.operator").out == "dead"
    # four are left alive; the third of them is struck
    table_10(state, 4, 3, 1, FAILED)
    assert hit_points_aboard(state) == [-2, 4, 4, 2, 4]
    assert kinds(table_10(lone_vehicle("car", empty=["operator"]), 4)) == ["adverse-effect"]


@rule("owb.vcrit.operator")
@pytest.mark.parametrize(("save", "left"), [(SAVED, 2), (FAILED, 0)])
def test_splinters_strike_the_driver_for_1d6_and_1(save: int, left: int) -> None:
    state = lone_vehicle("car")
    state.alter("v", pace="normal", travel=4, travelled=8)
    table_10(state, 4, 3, save)
    assert hit_points_aboard(state) == [left]
    # Whoever loses his driver stops at once.
    assert the(state, "v").pace == ("normal" if left else "stopped")
    assert the(state, "v").travelled == (8 if left else 0)


@rule("owb.vcrit.visibility")
def test_5_visibility_adds_up() -> None:
    state = lone_vehicle("tank-medium")
    table_10(state, 5)
    table_10(state, 5)
    assert the(state, "v").dim == 2


@rule("owb.vcrit.visibility", "owb.vattack.passengers-fire-hand-weapons")
def test_poor_visibility_takes_one_each_from_mounted_weapons_only() -> None:
    rider = man("rider", (0, 0), carried_by="v", seat="passenger-2", weapons=["rifle-large"])
    state = state_of(
        vehicle("v", "armored-personnel-carrier", (10, 20)), rider, man("hans", (10, 10), "b")
    )
    state.alter("v", dim=2)
    heavy = gun_shot(state, fire("v", "hans"))
    assert heavy.tally.total == -2
    out = shot_through_port(
        state,
        state.person("rider"),
        FirePort("rider", weapon="rifle-large", target="hans", port="F"),
    )
    assert isinstance(out, Blow)
    assert out.tally.total == 0


@rule("owb.vcrit.weapon")
def test_6_a_working_weapon_is_lost_at_random() -> None:
    state = lone_vehicle("tank-medium")
    table_10(state, 6, 2)
    table_10(state, 6, 2)
    assert [mount.lost for mount in the(state, "v").mounts] == [False, True, True]
    table_10(state, 6)
    table_10(state, 6, 1)
    assert (the(state, "v").worse_aac, all(m.lost for m in the(state, "v").mounts)) == (1, True)


@rule("owb.vcrit.weapon")
def test_a_weapon_that_is_lost_cannot_be_fired_and_is_not_lost_again() -> None:
    state = state_of(
        vehicle("v", "tank-light", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR_FOE,
    )
    gun_shot(state, fire("v", "foe"))
    table_10(state, 6, 1)
    assert gun_refused(state, fire("v", "foe")) == "owb.vcrit.weapon"
    table_10(state, 6)
    assert gun_refused(state, fire("v", "foe", name="gun-2")) == "owb.vcrit.weapon"
    table_10(state, 6, 1)
    assert the(state, "v").worse_aac == 1
