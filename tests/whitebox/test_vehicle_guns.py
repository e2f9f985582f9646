"""THE ATTACK ROLL, VEHICLE WEAPONS, the miss table, ammunition and withheld attacks."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.firing_point import FiringPoint
from sandtable.rulebooks.whitebox.orders import Begin, Done, EndTurn, Hold, Move
from sandtable.rulebooks.whitebox.persons import saving_throw
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.gun_attack import number_needed, resolve_vehicle_shot
from sandtable.rulebooks.whitebox.vehicles.gun_candidates import gun_orders_of
from sandtable.rulebooks.whitebox.vehicles.gun_misses import lands_astray, nearest_to
from sandtable.rulebooks.whitebox.vehicles.gun_orders import check_gun_order
from sandtable.rulebooks.whitebox.vehicles.odds import damage_odds, odds_of_gun_order
from sandtable.rulebooks.whitebox.vehicles.orders import (
    EndVehicle,
    FireGun,
    FirePort,
    Traverse,
    TurnTrailer,
    WithholdGun,
)
from sandtable.rulebooks.whitebox.vehicles.stats import GUNS
from sandtable.table.grid import Square
from tests.whitebox.gun_kit import fire, fires, gun, refused, shot, start, turret
from tests.whitebox.kit import (
    B_FIRST,
    OwbBattle,
    feed,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
FAR: Final = man("far", (34, 1), "b", facing=4)


def duel(
    gunner: str = "tank-medium", target: str = "tank-medium", pace: str = "stopped", **rest: Any
) -> OwbBattle:
    """A tank south of another, which shows it its front; the first is about to fire."""
    battle = fight(
        vehicle("tank", gunner, (10, 25)), vehicle("foe", target, (10, 8), 4, "b"), FAR, **rest
    )
    start(battle, "tank", pace)
    return battle


def modifiers(found: Any) -> dict[str, int]:
    """What is added to the die, by rule."""
    return {m.rule: m.value for m in found.tally.modifiers if m.value}


# -- the attack roll ------------------------------------------------------------------------------


@rule("owb.vattack.roll")
def test_an_ordinary_gunner_hits_a_medium_tank_with_15_and_not_with_14() -> None:
    battle = duel(pace="crawl")
    found = shot(battle.state, fire("tank", "foe"))
    assert (found.armor.total, found.tally.total, found.needed) == (15, 0, 15)
    assert resolve_vehicle_shot(battle.state, found, ScriptedDice([15, *[3] * 9])).damage == 27
    assert not resolve_vehicle_shot(battle.state, found, ScriptedDice([14])).hit
    events = fires(battle, fire("tank", "foe"), 15, *[2] * 9)
    assert events[0].data == {"hit": True, "damage": 18}
    assert the(battle, "foe").hp == 36 - 18


@rule("owb.vattack.descending-ac")
def test_both_systems_give_the_same_hits() -> None:
    for aac in range(10, 21):
        assert number_needed(aac) == aac


@rule("owb.vattack.all-vehicle-attacks-are-missile-attacks")
def test_dexterity_counts_and_strength_does_not() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), empty=["gun-1"]),
        man(
            "ace",
            (1, 1),
            rank="op1",
            carried_by="tank",
            seat="gun-1",
            dexterity=1,
            strength=1,
        ),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
    )
    found = shot(state, FireGun(person="ace", mount="gun-1", target="foe"))
    assert modifiers(found) == {
        "owb.vattack.all-vehicle-attacks-are-missile-attacks": 1,
        **({"owb.vattack.roll": 1} if state.person("ace").combatant.bhb else {}),
    }


@rule("owb.vattack.must-man-the-weapon")
def test_a_weapon_is_fired_by_whoever_sits_at_it() -> None:
    battle = duel()
    state = battle.state
    for who in ("tank.gun-2", "tank.operator", "tank.passenger-1"):
        found = check_gun_order(
            state, person(state, who), FireGun(person=who, mount="gun-1", target="foe")
        )
        assert isinstance(found, Refusal)
    none = FireGun(person="tank.gun-1", mount="gun-9", target="foe")
    assert refused(state, none) == "owb.vattack.must-man-the-weapon"


@rule("owb.vattack.once-per-weapon")
def test_each_weapon_fires_once_in_a_round_and_each_with_its_own_gunner() -> None:
    battle = duel(target="truck-large")
    fires(battle, fire("tank", "foe", name="gun-2"), 2)
    fires(battle, fire("tank", "foe", name="gun-3"), 2)
    fires(battle, fire("tank", "foe"), 2)
    assert len(told(battle, "attack")) == 3
    assert refused(battle.state, fire("tank", "foe")) == "owb.vattack.once-per-weapon"
    with pytest.raises(Refusal):
        fires(battle, fire("tank", "foe"))


@rule("owb.vattack.minus-four-above-crawl")
def test_at_normal_pace_every_gunner_has_minus_4() -> None:
    """A light tank at normal pace fires at a car (AAC 11): 14 misses, 15 hits."""
    battle = duel("tank-light", "car", "normal")
    found = shot(battle.state, fire("tank", "foe"))
    assert (found.armor.total, found.tally.total) == (11, -4)
    assert not resolve_vehicle_shot(battle.state, found, ScriptedDice([14])).hit
    assert resolve_vehicle_shot(battle.state, found, ScriptedDice([15, *[1] * 7])).hit
    for pace in ("stopped", "crawl", "reverse"):
        slow = duel("tank-light", "car", pace)
        assert shot(slow.state, fire("tank", "foe")).tally.total == 0


@rule("owb.vattack.roll")
def test_poor_visibility_counts_for_mounted_weapons() -> None:
    battle = duel()
    battle.state.alter("tank", dim=2)
    assert modifiers(shot(battle.state, fire("tank", "foe"))) == {"owb.vcrit.visibility": -2}


# -- vehicle weapons ------------------------------------------------------------------------------


@rule(
    "owb.vweapon.autocannon",
    "owb.vweapon.cannon",
    "owb.vweapon.tank-gun-light",
    "owb.vweapon.tank-gun-medium",
    "owb.vweapon.tank-gun-heavy",
)
@pytest.mark.parametrize(
    ("weapon", "count", "reach"),
    [
        ("autocannon", 2, 60),
        ("cannon", 7, 60),
        ("tank-gun-light", 8, 60),
        ("tank-gun-medium", 9, 90),
        ("tank-gun-heavy", 10, 120),
    ],
)
def test_the_weapons_of_table_8(weapon: str, count: int, reach: int) -> None:
    guns = [{"weapon": weapon, "kind": "TR2"}]
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), mounts=guns),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    found = shot(battle.state, fire("tank", "foe"))
    assert (found.damage.count, found.damage.sides) == (count, 6)
    assert gun(battle.state, "tank").weapon.range == reach
    fires(battle, fire("tank", "foe"), 11, *[1] * count, *[1] * 9)
    assert the(battle, "foe").hp == 16 - count


@rule("owb.vweapon.ranges-in-squares")
def test_guns_fire_at_short_range_on_every_ordinary_map() -> None:
    assert min(weapon.range for weapon in GUNS.values()) >= 36


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_an_autocannon_fires_bursts_at_vehicles_and_not_at_men() -> None:
    battle = duel("armored-car", "truck-large")
    assert shot(battle.state, fire("tank", "foe")).tally.total == 0
    burst = shot(battle.state, fire("tank", "foe", mode="burst"))
    assert burst.tally.total == 2
    rule_ = "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles"
    state = state_of(vehicle("tank", "armored-car", (10, 25)), man("foe", (10, 5), "b"))
    for mode in ("burst", "suppress"):
        assert refused(state, fire("tank", "foe", mode=mode)) == rule_
        assert refused(state, fire("tank", at=(10, 5), mode=mode)) == rule_
    assert refused(duel().state, fire("tank", "foe", mode="burst")) == rule_


@rule("owb.vweapon.machineguns-on-vehicles")
def test_mounted_machineguns_are_personal_weapons() -> None:
    battle = duel(target="truck-large")
    bow = fire("tank", "foe", name="gun-2", mode="burst")
    found = shot(battle.state, bow)
    assert (str(found.damage), found.tally.total, found.share) == ("1d6+2", 2, 0.5)
    fires(battle, bow, 9, 5)
    assert the(battle, "foe").hp == 16 - 3
    hull = duel()
    hull_shot = shot(hull.state, bow)
    result = resolve_vehicle_shot(hull.state, hull_shot, ScriptedDice([20]))
    assert (result.hit, result.damage) == (True, 0)


@rule("owb.vweapon.machineguns-on-vehicles")
def test_a_mounted_machinegun_that_misses_does_not_use_the_miss_table() -> None:
    battle = duel(target="tank-heavy")
    fires(battle, fire("tank", "foe", name="gun-2"), 15)
    assert not told(battle, "miss")


@rule("owb.vweapon.machineguns-on-vehicles")
def test_a_natural_1_of_a_bow_machinegun_harms_the_tank_and_not_its_gunner() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b"),
        FAR,
        options={"naturals_personal": "on"},
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", name="gun-2", mode="burst"), 1, 1)
    assert the(battle, "tank").worse_aac == 1
    assert not told(battle, "fumble")


# -- at characters --------------------------------------------------------------------------------


@rule(
    "owb.vweapon.against-characters-is-an-explosive",
    "owb.combined.vehicle-weapon-at-characters",
    "owb.vammo.he",
)
def test_a_gun_is_fired_at_a_square_and_bursts_in_7_by_7() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", rank="officer"),
        man("near", (13, 15), "b", rank="officer"),
        man("clear", (14, 12), "b", rank="officer"),
        FAR,
    )
    start(battle, "tank")
    assert shot(battle.state, fire("tank", at=(10, 12))).armor.total == 10
    fires(battle, fire("tank", at=(10, 12)), 10, 3, 4, 1, 1)
    for name, lost in (("foe", 9), ("near", 9), ("clear", 0)):
        assert person(battle, name).hp == 12 - lost


@rule("owb.combined.vehicle-weapon-at-characters")
def test_a_moving_or_protected_man_makes_the_square_a_harder_target() -> None:
    units = (vehicle("tank", "tank-medium", (10, 25)), man("foe", (10, 12), "b"), FAR)
    state = state_of(*units)
    state.change("foe", moving=True)
    assert shot(state, fire("tank", at=(10, 12))).armor.total == 14
    behind = state_of(*units, terrain=[filled("bags", "sandbags", (10, 13))])
    assert shot(behind, fire("tank", at=(10, 12))).armor.total == 14


@rule("owb.vweapon.against-characters-is-an-explosive")
def test_who_is_down_behind_low_cover_cannot_be_aimed_at_but_his_cover_can() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b"),
        FAR,
        terrain=[filled("bags", "sandbags", (10, 13))],
    )
    battle.state.change("foe", ducked=True)
    start(battle, "tank")
    assert refused(battle.state, fire("tank", at=(10, 12))) == "owb.blast.flat-trajectory"
    aimed = shot(battle.state, fire("tank", at=(10, 13)))
    assert (aimed.armor.total, aimed.burst, aimed.cover) == (10, (10, 14), ((10, 13),))
    fires(battle, fire("tank", at=(10, 13)), 10, 6, 6)
    assert person(battle, "foe").hp == 4
    assert battle.state.grounds.kind((10, 13)).name == "debris"


@rule("owb.combined.vehicle-weapon-direct-hit")
def test_a_direct_hit_is_a_matter_of_the_switch_and_does_twice_the_dice() -> None:
    units = (vehicle("tank", "tank-medium", (10, 25)), man("foe", (10, 12), "b", rank="officer"))
    rule_ = "owb.combined.vehicle-weapon-direct-hit"
    assert refused(state_of(*units), fire("tank", "foe")) == rule_
    battle = fight(*units, FAR, options={"direct_hits_on_characters": "on"})
    start(battle, "tank")
    found = shot(battle.state, fire("tank", "foe"))
    assert (str(found.damage), found.armor.total) == ("18d6", 11)
    fires(battle, fire("tank", "foe"), 11, *[1] * 18)
    assert person(battle, "foe").out == "dead"
    assert not told(battle, "blast")


@rule("owb.combined.vehicle-weapon-direct-hit", "owb.vmiss.threshold-14")
def test_a_missed_direct_shot_is_looked_up_like_every_other() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", rank="officer"),
        FAR,
        options={"direct_hits_on_characters": "on"},
    )
    start(battle, "tank", "normal")
    fires(battle, fire("tank", "foe"), 14, 2, 6, 6, 6)
    assert told(battle, "miss")[-1].data["lands"] == (17, 12)


@rule("owb.combined.buildings-hit-by-tank-guns")
@pytest.mark.parametrize("through", [False, True])
def test_a_shell_at_a_wall_bursts_before_it_or_goes_through(through: bool) -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 11), "b", rank="officer"),
        FAR,
        terrain=[filled("wall", "building-wall-masonry", (6, 13), (14, 13))],
        options={"tank_gun_penetrates_buildings": "on" if through else "off"},
    )
    start(battle, "tank")
    found = shot(battle.state, fire("tank", at=(10, 13)))
    assert found.burst == ((10, 12) if through else (10, 14))
    fires(battle, fire("tank", at=(10, 13)), 10, 3, 4, 1)
    assert person(battle, "foe").hp == 12 - (9 if through else 0)
    assert battle.state.grounds.kind((10, 13)).name == "rubble"


# -- Table 9 --------------------------------------------------------------------------------------


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
    assert nearest_to(source, print_) == (10, 8)
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


# -- ammunition -----------------------------------------------------------------------------------

ROUNDS: Final = {"tank_gun_ammunition": "on"}


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
    light = {"weapons": {"TR2": "tank-gun-light"}}
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), **light),
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


# -- suppressive fire -----------------------------------------------------------------------------


def swept(*others: Any, name: str = "gun-2", **rest: Any) -> OwbBattle:
    """A tank whose bow machinegun has opened suppressive fire on a man; round 2 begins."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        FAR,
        *others,
        **rest,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", name=name, mode="suppress"), 1, 5)
    play(battle, EndVehicle(vehicle="tank"))
    return battle


def sweep(name: str = "gun-2", helper: str | None = None) -> Any:
    from sandtable.rulebooks.whitebox.vehicles.orders import SweepGun

    return SweepGun(person=f"tank.{name}", mount=name, helper=helper)


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_cone_of_a_mounted_machinegun_strikes_everybody_in_it() -> None:
    from sandtable.rulebooks.whitebox.orders import Decline

    battle = swept(man("two", (12, 11), "b", facing=4), man("out", (14, 11), "b", facing=4))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, sweep(), dice=(2,))
    assert battle.choices[0].about[0] == "foe"
    play(battle, Decline(), dice=(3, 2))
    assert person(battle, "foe").hp == 12 - 5
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 4 - 3
    assert person(battle, "out").hp == 4
    assert not battle.state.person("tank.gun-2").arms


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_ends_when_the_aim_leaves_the_arc_or_the_vehicle_drives_fast() -> None:
    battle = swept()
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    state, gunner = battle.state, person(battle, "tank.gun-2")
    assert check_gun_order(state, gunner, sweep()) is None
    state.alter("tank", pace="normal")
    found = check_gun_order(state, gunner, sweep())
    assert found is not None
    assert found.rule == "owb.vattack.suppressive-fire-needs-slow-vehicle"
    state.alter("tank", pace="crawl", heading=45.0)
    found = check_gun_order(state, gunner, sweep())
    assert found is not None
    assert found.rule == "owb.vattack.suppressive-fire-procedure"


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle")
def test_at_normal_pace_suppressive_fire_is_a_burst_with_minus_4() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)), man("foe", (10, 12), "b", facing=4), FAR
    )
    start(battle, "tank", "normal")
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 12)
    attack = told(battle, "attack")[-1]
    assert attack.tallies[0].total == 2 - 4
    assert person(battle, "tank.gun-2").trained is None


@rule("owb.vattack.suppressive-fire-procedure")
def test_from_the_fourth_round_on_the_gun_may_fail_unless_somebody_changes_barrels() -> None:
    battle = swept()
    turret(battle.state, "tank", "gun-2", heat=3)
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep(), dice=(1, 1))
    assert the(battle, "tank").mounts[1].jam == -1
    helped = swept()
    turret(helped.state, "tank", "gun-2", heat=3)
    pass_all(helped, dice=(6, 1))
    start(helped, "tank")
    play(helped, sweep(helper="tank.passenger-1"), dice=(1,))
    assert the(helped, "tank").mounts[1].jam == 0
    assert person(helped, "tank.passenger-1").acted


@rule("owb.vattack.suppressive-fire-procedure")
def test_a_trained_gun_strikes_who_moves_into_its_cone_between_turns() -> None:
    from sandtable.rulebooks.whitebox.orders import Decline

    battle = swept(man("two", (13, 11), "b", facing=4, rank="officer"))
    pass_all(battle, dice=B_FIRST)
    play(battle, Begin(person="two"))
    play(battle, Move(person="two", path=(middle((12, 11)), middle((11, 11)))))
    assert battle.choices[0].ask == "interrupt"
    play(battle, sweep(), dice=(2,))
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 12 - 3


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_an_autocannon_sweeps_vehicles_and_no_characters() -> None:
    battle = fight(
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        man("by", (10, 14), "b", facing=4),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep("gun-1"), dice=(4, 1, 2, 1, 1))
    assert the(battle, "foe").hp == 16 - 5
    assert person(battle, "by").hp == 4
    assert not told(battle, "miss")


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_the_bullets_of_an_autocannon_are_added_up_before_the_hull_halves_them() -> None:
    """Two bullets of 3 and 2 against x1: 5 halved is 2; each alone would be 1."""
    battle = fight(
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "armored-personnel-carrier", (10, 8), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep("gun-1"), dice=(4, 1, 2, 1, 1))
    assert the(battle, "foe").hp == 24 - 2


# -- hand weapons ---------------------------------------------------------------------------------


def passengers(sheet: str, *, count: int = 1, **status: Any) -> list[Any]:
    riders = [
        man(f"rider{n}", (1, 1), carried_by="carrier", seat=f"passenger-{n}")
        for n in range(1, count + 1)
    ]
    empty = ["passenger-1"]
    return [vehicle("carrier", sheet, (10, 25), empty=empty, **status), *riders]


def port(target: str, side: str = "", rider: int = 1) -> FirePort:
    return FirePort(
        person=f"rider{rider}",
        weapon="rifle-large",
        target=target,
        port=side,  # type: ignore[arg-type]
    )


def check_port(state: OwbState, order: FirePort) -> str:
    found = check_gun_order(state, state.person(order.person), order)
    return "" if found is None else found.rule


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_from_a_truck_passengers_fire_any_way_with_minus_4_when_it_drives() -> None:
    foes = [man("ahead", (10, 5), "b"), man("behind", (10, 35), "b")]
    battle = fight(*passengers("truck-large"), *foes)
    start(battle, "carrier", "normal")
    assert check_port(battle.state, port("ahead")) == ""
    assert check_port(battle.state, port("behind")) == ""
    play(battle, port("ahead"), dice=(14,))
    attack = told(battle, "attack")[-1]
    assert attack.tallies[0].total == -4
    assert person(battle, "rider1").ported == ""


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_behind_armor_they_need_a_port_on_that_side() -> None:
    foes = [man("ahead", (10, 5), "b", rank="officer"), man("right", (30, 26), "b")]
    battle = fight(*passengers("armored-personnel-carrier", count=3), *foes)
    start(battle, "carrier")
    rule_ = "owb.vattack.passengers-fire-hand-weapons"
    assert check_port(battle.state, port("ahead")) == rule_
    assert check_port(battle.state, port("ahead", "R")) == "owb.arc.decides-targets"
    play(battle, port("ahead", "F"), dice=(2,))
    assert person(battle, "rider1").ported == "F"
    assert check_port(battle.state, port("ahead", "F", rider=2)) == "owb.mod.firing-ports"
    play(battle, port("right", "R", rider=2), dice=(2,))
    assert check_port(battle.state, port("right", "R", rider=3)) == ""


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_from_an_open_carrier_up_to_six_fire_over_the_sides() -> None:
    battle = fight(
        *passengers("armored-personnel-carrier", count=7, open_top=True),
        man("ahead", (10, 5), "b", rank="officer"),
        FAR,
    )
    start(battle, "carrier")
    for n in range(1, 7):
        play(battle, port("ahead", rider=n), dice=(2,))
    assert person(battle, "rider6").ported == "over"
    rule_ = "owb.vattack.passengers-fire-hand-weapons"
    assert check_port(battle.state, port("ahead", rider=7)) == rule_


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_the_operator_fires_only_from_a_standing_vehicle() -> None:
    driver = man("rider1", (1, 1), carried_by="carrier", seat="operator")
    state = state_of(
        vehicle("carrier", "truck-large", (10, 25), empty=["operator"]),
        driver,
        man("ahead", (10, 5), "b"),
    )
    assert check_port(state, port("ahead")) == ""
    state.alter("carrier", pace="crawl")
    assert check_port(state, port("ahead")) == "owb.vehicle.operator-fires-only-operator-linked"


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_a_hand_weapon_at_a_truck_does_half_damage() -> None:
    battle = fight(*passengers("truck-large"), vehicle("foe", "truck-small", (10, 5), 4, "b"), FAR)
    start(battle, "carrier")
    play(battle, port("foe"), dice=(11, 6))
    rolled = told(battle, "attack")[-1].data["damage"]
    assert the(battle, "foe").hp == 12 - rolled
    assert rolled == (6 + battle.state.person("rider1").arms[0].weapon.damage.plus) // 2


# -- trailers -------------------------------------------------------------------------------------


@rule("owb.vweapon.on-trailers")
def test_a_gun_on_a_trailer_is_turned_by_its_gunner_instead_of_firing() -> None:
    battle = fight(
        vehicle("flak", "trailer-autocannon", (10, 25)),
        vehicle("foe", "truck-large", (24, 11), 4, "b"),
        FAR,
    )
    gunner = next(p for p in battle.state.occupants("flak"))
    flak = the(battle, "flak")
    assert (flak.length, flak.width, flak.aac, flak.hp, flak.hull) == (2, 1, 11, 8, 0)
    assert [mount.kind for mount in flak.mounts] == ["F"]
    assert len(battle.state.occupants("flak")) == 1
    from sandtable.rulebooks.whitebox.vehicles.orders import StartVehicle

    play(battle, StartVehicle(vehicle="flak"))
    aimed = FireGun(person=gunner.id, mount="gun-1", target="foe", mode="burst")
    assert refused(battle.state, aimed) == "owb.arc.decides-targets"
    play(battle, TurnTrailer(person=gunner.id, hand="right"))
    assert the(battle, "flak").facing == 1
    shot(battle.state, aimed)
    with pytest.raises(Refusal):
        play(battle, aimed)
    with pytest.raises(Refusal):
        play(battle, TurnTrailer(person=gunner.id, hand="right"))


@rule("owb.vweapon.on-trailers")
def test_only_trailers_are_turned_like_that() -> None:
    battle = duel()
    with pytest.raises(Refusal) as error:
        play(battle, TurnTrailer(person="tank.gun-1", hand="left"))
    assert error.value.rule == "owb.vweapon.on-trailers"


# -- withholding ----------------------------------------------------------------------------------


def withheld(*others: Any, **rest: Any) -> OwbBattle:
    """The gunner of a tank withholds his attack."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (20, 8), 6, "b"),
        FAR,
        *others,
        **rest,
    )
    start(battle, "tank")
    play(battle, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    return battle


@rule("owb.vattack.withhold")
def test_a_withheld_shot_is_fired_when_the_enemy_comes_into_the_arc() -> None:
    """The T-34 waits until the truck comes into view."""
    from sandtable.rulebooks.whitebox.vehicles.orders import Drive, SetPace, StartVehicle

    battle = withheld(
        terrain=[filled("house", "building-wall-masonry", (12, 14), (25, 14))],
    )
    assert person(battle, "tank.gun-1").withheld
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="normal"))
    play(battle, Drive(vehicle="foe", squares=12))
    assert battle.choices[0].ask == "interrupt"
    travelled = the(battle, "foe").travel
    assert 0 < travelled < 12
    order = fire("tank", "foe")
    while battle.choices[0].ask == "interrupt" and not _can(battle, order):
        play(battle, Hold())
    play(battle, order, dice=(15, *[6] * 9, *[1] * 30))
    assert the(battle, "foe").wreck
    assert not person(battle, "tank.gun-1").withheld
    assert battle.choices[0].ask != "interrupt"


def _can(battle: OwbBattle, order: FireGun) -> bool:
    gunner = battle.state.person(order.person)
    return check_gun_order(battle.state, gunner, order) is None


@rule("owb.vattack.withhold")
def test_a_turret_may_traverse_when_the_shot_is_released() -> None:
    from sandtable.rulebooks.whitebox.vehicles.orders import Drive, SetPace, StartVehicle

    battle = withheld()
    battle.state.place(
        "foe", battle.state.footprint(the(battle, "foe"))._replace(centre=(30.5, 25.5))
    )
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="crawl"))
    play(battle, Drive(vehicle="foe", squares=1))
    assert battle.choices[0].ask == "interrupt"
    assert not _can(battle, fire("tank", "foe"))
    turn_it = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    play(battle, turn_it, turn_it)
    assert battle.choices[0].ask == "interrupt"
    with pytest.raises(Refusal):
        play(battle, turn_it)
    play(battle, fire("tank", "foe"), dice=(3,))
    assert person(battle, "tank.gun-1").attacked


@rule("owb.vattack.withhold")
def test_only_those_who_won_initiative_withhold() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (20, 8), 6, "b"),
        dice=B_FIRST,
    )
    play(battle, Done())
    start(battle, "tank")
    with pytest.raises(Refusal) as error:
        play(battle, WithholdGun(person="tank.gun-1"))
    assert error.value.rule == "owb.withhold.declare"


@rule("owb.vattack.withhold-carries-over")
def test_a_withheld_attack_may_be_made_before_anybody_acts_and_is_the_only_one_of_the_round() -> (
    None
):
    battle = withheld(man("near", (10, 15), "b", rank="officer"))
    pass_all(battle, until="who acts")
    feed(battle, 1, 6)
    for _ in range(20):
        if battle.state.turn == 2 and battle.choices[0].ask == "interrupt":
            break
        pass_once(battle)
    assert battle.choices[0].ask == "interrupt"
    play(battle, fire("tank", at=(10, 15)), dice=(2,))
    assert person(battle, "tank.gun-1").attacked
    for _ in range(20):
        if battle.choices[0].ask == "who acts" and "tank" in battle.choices[0].about:
            break
        pass_once(battle)
    start(battle, "tank")
    with pytest.raises(Refusal):
        play(battle, fire("tank", at=(10, 15)))


def pass_once(battle: OwbBattle) -> None:
    choice = battle.choices[0]
    match choice.ask:
        case "interrupt":
            battle.play(Hold(), choice.seats[0])
        case "turn":
            battle.play(EndTurn(person=choice.about[0]), choice.seats[0])
        case _:
            battle.play(Done(), choice.seats[0])


# -- candidates and odds --------------------------------------------------------------------------


def test_what_is_offered_is_legal_lean_and_never_twice_the_same() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "armored-car", (10, 8), 4, "b"),
        man("one", (9, 12), "b"),
        FAR,
        options=ROUNDS,
    )
    start(battle, "tank")
    for name in ("gun-1", "gun-2", "gun-3"):
        gunner = person(battle, f"tank.{name}")
        orders = list(gun_orders_of(battle.state, gunner))
        assert orders
        assert len(orders) == len(set(map(repr, orders))) < 20
        assert all(check_gun_order(battle.state, gunner, order) is None for order in orders)


@rule("owb.vattack.roll")
def test_the_odds_of_a_shot_are_exact() -> None:
    battle = duel()
    odds = odds_of_gun_order(battle.state, fire("tank", "foe"))
    assert odds is not None
    assert odds.chance("miss") + odds.chance("near miss") == pytest.approx(14 / 20)
    assert odds.chance("near miss") == pytest.approx(1 / 20 / 2)
    wrecked = odds.chance("inoperable") + odds.chance("explodes")
    found = damage_odds(battle.state, shot(battle.state, fire("tank", "foe")))
    assert wrecked == found.probability(lambda points: points >= 36)
    assert found.expect(lambda points: points) == pytest.approx(6 / 20 * 31.5)
    hull = duel(target="tank-heavy")
    useless = odds_of_gun_order(hull.state, fire("tank", "foe"))
    assert useless is not None
    assert useless.chance("no effect") == pytest.approx(5 / 20)
    assert {tally.side for tally in useless.tallies} == {"attacker", "target"}


def test_the_odds_of_rounds_at_squares_and_of_shots_at_men() -> None:
    battle = fight(vehicle("tank", "tank-medium", (10, 25)), man("foe", (10, 12), "b"), FAR)
    start(battle, "tank")
    at_square = odds_of_gun_order(battle.state, fire("tank", at=(10, 12)))
    assert at_square is not None
    assert at_square.chance("on target") == pytest.approx(11 / 20)
    at_man = odds_of_gun_order(battle.state, fire("tank", "foe", name="gun-2"))
    assert at_man is not None
    assert at_man.chance("miss") == pytest.approx(10 / 20)
    assert odds_of_gun_order(battle.state, replace(fire("tank", "foe"), mode="burst")) is None
