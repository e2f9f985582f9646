"""VEHICLE WEAPON MISS TABLE, and OPTIONAL RULE: TANK GUN AMMUNITION."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import saving_throw
from sandtable.rulebooks.whitebox.part2_vehicles.attack.misses_and_bursts import lands_astray
from sandtable.rulebooks.whitebox.state.footprint import FiringPoint, nearest_to
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    EndVehicle,
)
from sandtable.table.grid import Square
from tests.whitebox.gun_kit import (
    FAR,
    ROUNDS,
    duel,
    fire,
    fires,
    gun,
    refused,
    shot,
    start,
)
from tests.whitebox.kit import (
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- Table 9 ---------------------------------------------------------------------------------------


@rule("owb.vmiss.threshold-14")
def test_a_16_that_misses_for_the_pace_is_looked_up_and_a_13_is_not() -> None:
    """A tank at normal pace fires at a tank destroyer (AAC 14)."""
    battle = duel(target="tank-destroyer", pace="normal")
    fires(battle, fire("tank", "foe"), 16, 4)
    assert not told(battle, "attack")[-1].data["hit"]
    assert told(battle, "miss")[-1].data["lands"] is None
    quiet = duel(target="tank-destroyer", pace="normal")
    fires(quiet, fire("tank", "foe"), 13)
    assert not told(quiet, "miss")


@rule("owb.vmiss.threshold-14")
def test_the_bonus_of_a_burst_counts_for_the_14() -> None:
    battle = duel("armored-car", "tank-heavy", "normal")
    fires(battle, fire("tank", "foe", mode="burst"), 12, 5)
    assert told(battle, "miss")
    single = duel("armored-car", "tank-heavy", "normal")
    fires(single, fire("tank", "foe"), 12)
    assert not told(single, "miss")


def astray(start_: Square, *dice: int, terrain: Any = (), point: Any = (10, 30)) -> Square | None:
    state = state_of(man("ivan", (1, 1)), man("foe", (1, 5), "b"), terrain=terrain)
    source = FiringPoint(point, ((10, 30), (11, 30), (10, 31), (11, 31)), "gone")
    return lands_astray(state.grounds, source, start_, ScriptedDice(dice))


@rule("owb.vmiss.where-it-lands")
def test_table_9_short_right_left_or_nowhere() -> None:
    assert astray((10, 5), 1, 3) == (10, 9)
    assert astray((10, 5), 2, 3) == (14, 5)
    assert astray((10, 5), 3, 3) == (6, 5)
    assert [astray((10, 5), face) for face in (4, 5, 6)] == [None] * 3


@rule("owb.vmiss.where-it-lands")
def test_the_line_of_fire_is_the_nearest_of_the_eight_directions() -> None:
    assert astray((30, 12), 1, 1) == (28, 14)
    assert astray((30, 12), 2, 1) == (32, 14)


@rule("owb.vmiss.where-it-lands")
def test_a_short_round_stops_before_the_firer_and_others_at_walls_or_off_the_map() -> None:
    assert astray((10, 26), 1, 6) == (10, 29)
    wall = [filled("wall", "tall-wall", (13, 5))]
    assert astray((10, 5), 2, 6, terrain=wall) == (12, 5)
    assert astray((33, 5), 2, 6) is None


@rule("owb.vmiss.where-it-lands")
def test_a_miss_counts_from_the_targets_nearest_square() -> None:
    battle = duel(pace="normal")
    source = gun(battle.state, "tank").source
    print_ = battle.state.footprint(the(battle, "foe"))
    assert nearest_to(print_, source.point) == (10, 8)
    assert print_.squares[0][1] != 9
    fires(battle, fire("tank", "foe"), 18, 1, 2, 3, 3)
    assert told(battle, "miss")[-1].data["lands"] == (10, 11)


@rule("owb.vmiss.burst-damage", "owb.vmiss.save-bonus-off-centre")
def test_a_miss_bursts_in_7_by_7_and_who_is_off_the_square_saves_with_2_more() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        man("on", (16, 8), "b", rank="officer"),
        man("off", (19, 11), "b", rank="officer"),
        man("out", (20, 8), "b", rank="officer"),
    )
    start(battle, "tank", "normal")
    lands = (16, 8)
    before = {name: person(battle, name).hp for name in ("on", "off", "out")}
    fires(battle, fire("tank", "foe"), 18, 2, 5, 4, 5, 1, 1)
    assert told(battle, "miss")[-1].data["lands"] == lands
    assert told(battle, "blast")[-1].data == {"at": lands, "damage": 11, "reach": 3}
    assert {n: before[n] - person(battle, n).hp for n in before} == {"on": 11, "off": 11, "out": 0}
    save = saving_throw(person(battle, "off").combatant)
    assert "helmet" in person(battle, "off").armor
    again = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        man("on", (16, 8), "b", rank="officer"),
        man("off", (19, 11), "b", rank="officer"),
    )
    start(again, "tank", "normal")
    fires(again, fire("tank", "foe"), 18, 2, 5, 4, 5, save - 2, save - 3)
    assert before["on"] - person(again, "on").hp == 11
    assert before["off"] - person(again, "off").hp == 5


@rule("owb.vmiss.save-bonus-off-centre", "owb.vmiss.burst-damage")
def test_a_vehicle_in_the_burst_is_caught_once_and_its_operator_saves() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        vehicle("truck", "truck-large", (15, 6), 0, "b"),
        FAR,
    )
    start(battle, "tank", "normal")
    fires(battle, fire("tank", "foe"), 18, 2, 1, 4, 4, 15, 1, 1)
    assert told(battle, "miss")[-1].data["lands"] == (12, 8)
    assert the(battle, "truck").hp == 16 - 5


@rule("owb.vmiss.burst-and-occupants")
def test_bursts_hurt_those_who_sit_in_the_open_and_not_those_behind_armor() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", rank="officer"),
        vehicle("car", "armored-car", (12, 11), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 12)), 10, 1, 1, *[1] * 12)
    assert person(battle, "car.gun-2").hp == 4 - 4
    for seat in ("operator", "gun-1", "passenger-1"):
        assert person(battle, f"car.{seat}").hp == 4
    truck = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", rank="officer"),
        vehicle("truck", "truck-large", (12, 11), 4, "b"),
        FAR,
    )
    start(truck, "tank")
    fires(truck, fire("tank", at=(10, 12)), 10, 1, 1, *[1] * 12)
    assert person(truck, "truck.operator").hp == 4 - 4


# -- ammunition ------------------------------------------------------------------------------------


@rule("owb.vammo.types-are-optional", "owb.vammo.he")
def test_kinds_of_rounds_only_with_the_option_and_only_for_tank_guns() -> None:
    rule_ = "owb.vammo.types-are-optional"
    assert refused(duel().state, fire("tank", "foe", round="AP")) == rule_
    on = duel(options=ROUNDS)
    shot(on.state, fire("tank", "foe", round="AP"))
    shot(on.state, fire("tank", "foe"))
    cannon = duel("tank-light", options=ROUNDS)
    assert refused(cannon.state, fire("tank", "foe", round="AP")) == rule_


@rule("owb.vammo.ap-lowers-hull-by-one")
def test_ap_of_a_light_gun_is_stopped_by_a_heavy_tanks_front_and_goes_through_its_side() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), weapons={"TR2": "tank-gun-light"}),
        vehicle("front", "tank-heavy", (10, 8), 4, "b"),
        vehicle("side", "tank-heavy", (12, 1), 2, "b"),
        options=ROUNDS,
    )
    front = shot(state, fire("tank", "front", round="AP"))
    assert (front.level, front.share) == (2, 0)
    state.alter("front", on_table=False)
    side = shot(state, fire("tank", "side", round="AP"))
    assert (side.level, side.share, str(side.damage)) == (1, 1, "8d6")
    assert shot(state, fire("tank", "side")).share == 0


@rule("owb.vammo.ap-against-characters")
def test_ap_bursts_in_3_by_3_only() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", rank="officer"),
        man("near", (11, 13), "b", rank="officer"),
        man("clear", (12, 12), "b", rank="officer"),
        FAR,
        options=ROUNDS,
    )
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 12), round="AP"), 10, 3, 4, 1, 1)
    lost = [12 - person(battle, name).hp for name in ("foe", "near", "clear")]
    assert lost == [9, 9, 0]


@rule("owb.vammo.ap-is-rare")
def test_three_ap_and_three_smoke_rounds_unless_the_scenario_says_otherwise() -> None:
    battle = duel(options=ROUNDS)
    mount = the(battle, "tank").mounts[0]
    assert (mount.ap, mount.smoke) == (3, 3)
    fires(battle, fire("tank", "foe", round="AP"), 2)
    assert the(battle, "tank").mounts[0].ap == 2
    few = state_of(
        vehicle("tank", "tank-medium", (10, 25), ap=0, smoke=1),
        vehicle("foe", "car", (10, 8), 4, "b"),
        options=ROUNDS,
    )
    assert refused(few, fire("tank", "foe", round="AP")) == "owb.vammo.ap-is-rare"


@rule("owb.vammo.smoke")
def test_smoke_fills_7_by_7_conceals_and_clears_after_1d3_rounds() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("two", "tank-medium", (16, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        FAR,
        options=ROUNDS,
    )
    start(battle, "tank")
    assert refused(battle.state, fire("tank", "foe", round="smoke")) == "owb.vammo.smoke"
    smoke = fire("tank", at=(10, 8), round="smoke")
    assert shot(battle.state, smoke).armor.total == 10
    fires(battle, smoke, 10, 2)
    assert len(battle.state.smoke) == 49
    assert (7, 11) in battle.state.grounds.smoky
    assert (14, 8) not in battle.state.grounds.smoky
    assert shot(battle.state, fire("two", "foe")).tally.total == -2
    assert shot(battle.state, fire("foe", "two")).tally.total == -2
    assert the(battle, "foe").hp == 36
    play(battle, EndVehicle(vehicle="tank"))
    for smoky in (True, True, False):
        pass_all(battle, dice=(6, 1))
        assert bool(battle.state.smoke) == smoky


@rule("owb.vammo.smoke", "owb.vmiss.burst-damage")
def test_smoke_that_misses_lands_by_table_9_or_nowhere() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        FAR,
        options=ROUNDS,
    )
    battle.state.alter("tank", dim=5)
    start(battle, "tank")
    fires(battle, fire("tank", at=(10, 8), round="smoke"), 14, 2, 1, 1)
    assert told(battle, "smoke")[-1].data["at"] == (12, 8)
    nothing = duel(options=ROUNDS, pace="normal")
    fires(nothing, fire("tank", at=(10, 8), round="smoke"), 13)
    assert not nothing.state.smoke
