"""THE ATTACK ROLL and VEHICLE WEAPONS, at vehicles and at characters; their exact odds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import (
    number_needed,
    resolve_vehicle_shot,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import (
    check_gun_order,
    gun_orders_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.ordered_shots import (
    damage_odds,
    odds_of_gun_order,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    FireGun,
    ShootAboard,
)
from sandtable.rulebooks.whitebox.state.vehicle_stats import GUNS
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
    person,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


def modifiers(found: Any) -> dict[str, int]:
    """What is added to the die, by rule."""
    return {m.rule: m.value for m in found.tally.modifiers if m.value}


# -- the attack roll -------------------------------------------------------------------------------


@rule("owb.vattack.roll")
def test_an_ordinary_gunner_hits_a_medium_tank_with_15_and_not_with_14() -> None:
    battle = duel(pace="crawl")
    found = shot(battle.state, fire("tank", "foe"))
    assert (found.armor.total, found.tally.total, found.needed) == (15, 0, 15)
    assert resolve_vehicle_shot(battle.state, found, ScriptedDice([15, *[3] * 9])).damage == 27
    assert not resolve_vehicle_shot(battle.state, found, ScriptedDice([14])).hit
    events = fires(battle, fire("tank", "foe"), 15, *[2] * 9)
    assert (events[0].data["hit"], events[0].data["damage"]) == (True, 18)
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


# -- vehicle weapons -------------------------------------------------------------------------------


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


# -- at characters ---------------------------------------------------------------------------------


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


# -- candidates and odds ---------------------------------------------------------------------------


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


def test_the_odds_of_a_shot_at_a_vehicle_from_foot() -> None:
    battle = fight(man("foe", (10, 12)), vehicle("car", "car", (10, 5), 4, "b"))
    order = ShootAboard(person="foe", vehicle="car", weapon="rifle-large")
    odds = battle.odds(order)
    assert odds is not None
    assert odds.chance("miss") == pytest.approx(10 / 20)
    assert odds.chance("near miss") == 0
    assert odds.chance("inoperable") == 0
    damaged = odds.chance("damaged") + odds.chance("no effect")
    assert damaged == pytest.approx(10 / 20)
