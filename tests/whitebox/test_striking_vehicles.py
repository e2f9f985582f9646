"""MELEE ATTACK on vehicles, and what hand weapons do to them beside plain shots."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal, rulebook_for
from sandtable.battle.overlays import Shot
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.book import ACTS
from sandtable.rulebooks.whitebox.page.typing_orders import PHRASES
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import attacks_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import VehicleShot
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import gun_orders_of
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import shot_through_port
from sandtable.rulebooks.whitebox.part3_combining.from_foot import (
    aim_at_occupant,
    aim_at_vehicle,
    strike_at,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import Begin, Strike
from sandtable.rulebooks.whitebox.state.vehicle_orders import FirePort, ShootAboard
from sandtable.scenario import Terrain, Unit
from tests.whitebox.gun_kit import FAR, fire, fires, shot, start
from tests.whitebox.kit import (
    OwbBattle,
    edged,
    fight,
    filled,
    man,
    middle,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


def truck(sheet: str = "truck-large", **more: Any) -> Unit:
    """An enemy vehicle facing south; a large truck fills (10..11, 7..10)."""
    return vehicle("truck", sheet, (11, 10), 4, "b", **more)


def blow(target: str = "truck", weapon: Any = "bayonet") -> Strike:
    return Strike(person="ivan", target=target, weapon=weapon)


def beside(*others: Unit, at: tuple[int, int] = (10, 11), **rest: Any) -> OwbBattle:
    """Ivan stands in front of the truck, with his turn begun."""
    ivan = man("ivan", at, **rest.pop("ivan", {}))
    battle = fight(ivan, *(others or (truck(),)), FAR, **rest)
    play(battle, Begin(person="ivan"))
    return battle


def struck(state: OwbState, target: str = "truck", **more: Any) -> VehicleShot:
    found = strike_at(state, state.person("ivan"), target, "bayonet", **more)
    assert isinstance(found, VehicleShot), found
    return found


def refused(state: OwbState, target: str = "truck", **more: Any) -> str:
    found = strike_at(state, state.person("ivan"), target, "bayonet", **more)
    assert isinstance(found, Refusal), found
    return found.rule


# -- blows by hand --------------------------------------------------------------------------------


@rule("owb.melee.adjacent", "owb.combined.personal-weapons-vs-vehicles")
def test_a_bayonet_does_half_to_a_truck_that_it_hits() -> None:
    """Against AAC 11, by 1d6: 5 is halved to 2."""
    battle = beside()
    play(battle, blow(), dice=(11, 5))
    assert the(battle, "truck").hp == 16 - 2
    assert person(battle, "ivan").attacked
    assert not person(battle, "ivan").fired
    miss = beside()
    play(miss, blow(), dice=(10,))
    assert the(miss, "truck").hp == 16


@rule("owb.melee.strength", "owb.melee.ignores-cover")
def test_strength_counts_for_the_hit_and_the_damage_and_cover_does_not() -> None:
    """11 with Strength 1 needs a 10; a 4 and 1 are 5, of which half is 2."""
    fence = [edged("bags", "sandbags", (10, 11), (12, 11))]
    battle = beside(ivan={"strength": 1}, terrain=fence)
    assert struck(battle.state).tally.total == 1
    play(battle, blow(), dice=(10, 4))
    assert the(battle, "truck").hp == 16 - 2


@rule("owb.melee.adjacent", "owb.hull.damage-matrix")
def test_a_hull_turns_every_blade_and_none_is_offered() -> None:
    battle = beside(truck("armored-car"))
    play(battle, blow(), dice=(20,))
    assert the(battle, "truck").hp == 10
    assert "without effect" in told(battle, "attack")[0].text
    fresh = beside(truck("armored-car"))
    offered = list(attacks_of(fresh.state, person(fresh, "ivan")))
    assert blow() not in offered


@rule("owb.melee.adjacent")
def test_it_must_be_in_the_next_square_and_not_behind_a_tall_wall() -> None:
    assert struck(state_of(man("ivan", (9, 11)), truck())).armor.total == 11
    assert refused(state_of(man("ivan", (10, 12)), truck())) == "owb.melee.adjacent"
    tall = [edged("wall", "tall-wall", (8, 11), (13, 11))]
    assert refused(state_of(man("ivan", (10, 11)), truck(), terrain=tall)) == "owb.melee.adjacent"
    low = [edged("wall", "low-brick-wall", (8, 11), (13, 11))]
    struck(state_of(man("ivan", (10, 11)), truck(), terrain=low))


@rule("owb.melee.adjacent")
def test_out_of_turn_it_must_be_in_his_arc() -> None:
    away = state_of(man("ivan", (10, 11), facing=4), truck())
    assert refused(away, turning=False) == "owb.withhold.arc"
    struck(state_of(man("ivan", (10, 11), facing=0), truck()), turning=False)


@rule("owb.melee.adjacent", "owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_somebody_in_a_truck_is_struck_against_his_own_armor_class() -> None:
    """Concealment does not help against a blade."""
    battle = beside()
    driver = battle.state.occupants("truck")[0]
    play(battle, blow(driver.id), dice=(11, 3))
    assert person(battle, driver.id).hp == driver.hp - 3
    assert the(battle, "truck").hp == 16


@rule("owb.melee.adjacent", "owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_behind_armor_only_the_gunner_at_the_pintle_can_be_struck() -> None:
    battle = beside(truck("armored-personnel-carrier"))
    rule_id = "owb.crew.occupants-of-armored-vehicles-not-targetable"
    found = strike_at(battle.state, person(battle, "ivan"), "truck.operator", "bayonet")
    assert isinstance(found, Refusal)
    assert found.rule == rule_id
    play(battle, blow("truck.gun-1"), dice=(11, 6))
    assert person(battle, "truck.gun-1").out


@rule("owb.melee.adjacent", "owb.vcrit.natural-20-and-1")
def test_a_natural_20_with_a_blade_leads_to_table_10() -> None:
    battle = beside()
    play(battle, blow(), dice=(20, 2, 5))
    assert the(battle, "truck").hp == 16 - 1
    assert the(battle, "truck").dim == 1


@rule("owb.melee.adjacent")
def test_blows_are_offered_typed_and_have_odds() -> None:
    """10 faces of 20 hit AAC 11; a 1 is halved to nothing."""
    battle = beside()
    offered = list(attacks_of(battle.state, person(battle, "ivan")))
    assert blow() in offered
    assert blow("truck.operator") in offered
    assert len(offered) == len(set(offered))
    odds = ACTS.odds(battle.state, blow())
    assert odds is not None
    assert odds.chance("miss") == pytest.approx(0.5)
    assert odds.chance("no effect") == pytest.approx(0.5 / 6)
    typed = PHRASES.read(battle.state, battle.choices[0], "strike ivan at truck bayonet")
    assert typed == blow()
    assert PHRASES.tell(battle.state, typed).text.endswith("with bayonet")


@rule("owb.melee.adjacent", "owb.vdamage.minus-ten-explodes")
def test_friends_wrecks_and_what_flies_are_not_struck() -> None:
    own = vehicle("truck", "truck-large", (11, 10), 4)
    assert refused(state_of(man("ivan", (10, 11)), own, FAR)) == "owb.melee.adjacent"
    burnt = state_of(man("ivan", (10, 11)), truck(), FAR)
    burnt.alter("truck", wreck="exploded")
    assert refused(burnt) == "owb.vdamage.minus-ten-explodes"


# -- natural 1s of weapons in hand ----------------------------------------------------------------


@rule("owb.attack.natural-20-and-1", "owb.vcrit.natural-20-and-1")
def test_a_natural_1_with_a_weapon_in_hand_is_a_fumble_also_at_a_vehicle() -> None:
    """It misses whatever the total, and the rifle jams; the vehicle's switch has no part in it."""
    on: Any = {"naturals_personal": "on"}
    battle = beside(options=on, at=(10, 20))
    play(
        battle,
        ShootAboard(person="ivan", vehicle="truck", weapon="rifle-large"),
        dice=(1, 3),
    )
    arm = person(battle, "ivan").arm("rifle-large")
    assert arm is not None
    assert arm.jam
    assert told(battle, "fumble")
    off = beside(at=(10, 20))
    play(off, ShootAboard(person="ivan", vehicle="truck", weapon="rifle-large"), dice=(1,))
    assert not told(off, "fumble")


@rule("owb.attack.natural-20-and-1")
def test_a_blade_that_is_fumbled_is_dropped() -> None:
    battle = beside(options={"naturals_personal": "on"})
    play(battle, blow(), dice=(1, 4))
    assert "bayonet" not in person(battle, "ivan").blades


@rule("owb.attack.natural-20-and-1")
def test_a_natural_20_in_hand_is_no_sure_hit_on_a_vehicle() -> None:
    """It goes by the target: 18 does not reach an Armor Class of 30."""
    on: Any = {"naturals_personal": "on"}
    ivan = man("ivan", (10, 33), sheet="shotgunner", weapons=["submachinegun"])
    battle = fight(ivan, vehicle("truck", "tank-medium", (11, 5), 4, "b"), FAR, options=on)
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="truck", weapon="submachinegun")
    battle.state.alter("truck", aac=30)
    play(battle, order, dice=(20,))
    assert told(battle, "attack")[0].data["hit"] is False


# -- rates of fire and shotguns -------------------------------------------------------------------


@rule("owb.rof.two")
def test_a_weapon_with_two_shots_may_fire_both_at_a_vehicle() -> None:
    ivan = {"weapons": ["handgun-small"]}
    battle = beside(at=(10, 14), ivan=ivan)
    order = ShootAboard(person="ivan", vehicle="truck", weapon="handgun-small", twice=True)
    play(battle, order, dice=(11, 4, 12, 6))
    assert len(told(battle, "attack")) == 2
    once = beside(at=(10, 20))
    no = ShootAboard(person="ivan", vehicle="truck", weapon="rifle-large", twice=True)
    found = rulebook_for("owb").check(once.state, "a", no)
    assert found is not None
    assert found.rule == "owb.rof.one"


@rule("owb.rof.two", "owb.vattack.passengers-fire-hand-weapons")
def test_two_shots_are_offered_typed_and_fired_out_of_a_car() -> None:
    pal = man("pal", (2, 2), weapons=["handgun-small"], carried_by="car", seat="passenger-1")
    battle = fight(vehicle("car", "car", (10, 15)), pal, truck(), FAR)
    start(battle, "car")
    order = FirePort(person="pal", weapon="handgun-small", target="truck", twice=True)
    assert order in list(gun_orders_of(battle.state, person(battle, "pal")))
    typed = PHRASES.read(battle.state, battle.choices[0], "port pal handgun-small at truck twice")
    assert typed == order
    assert PHRASES.tell(battle.state, order).text.endswith("twice")
    play(battle, order, dice=(11, 6, 11, 6))
    assert len(told(battle, "attack")) == 2


@rule("owb.weapon.shotgun-both-barrels", "owb.weapon.shotgun-short-range")
def test_both_barrels_at_a_truck_are_doubled_before_they_are_halved() -> None:
    """At 3 squares: 11 is hit with a 9; (3 + 2) twice is 10, and half of it 5."""
    battle = beside(at=(10, 13), ivan={"weapons": ["shotgun-double-barreled"]})
    order = ShootAboard(
        person="ivan", vehicle="truck", weapon="shotgun-double-barreled", mode="both-barrels"
    )
    play(battle, order, dice=(9, 3))
    assert the(battle, "truck").hp == 16 - 5


@rule("owb.weapon.shotgun-short-range")
def test_a_shotgun_fired_out_of_a_car_has_its_bonus_too() -> None:
    car = vehicle("car", "car", (10, 15))
    pal = man("pal", (2, 2), sheet="shotgunner", carried_by="car", seat="passenger-1")
    state = state_of(car, pal, truck(), FAR)
    order = FirePort(person="pal", weapon="shotgun-pump", target="truck")
    found = shot_through_port(state, state.person("pal"), order)
    assert isinstance(found, VehicleShot)
    assert found.tally.total == -2
    nearer = state_of(vehicle("car", "car", (10, 13)), pal, truck(), FAR)
    found = shot_through_port(nearer, nearer.person("pal"), order)
    assert isinstance(found, VehicleShot)
    assert found.tally.total == 2


# -- combat modifiers of vehicles -----------------------------------------------------------------

STANCES: dict[str, str | bool] = {"stances": "on"}
HILL = filled("hill", "elevation", (0, 24), (35, 35), height=1.0)


def tanks(*terrain: Terrain, options: dict[str, str | bool] = STANCES) -> int:
    """What is added to a shot of a tank in the south at one in the north."""
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        FAR,
        terrain=terrain,
        options=options,
    )
    return int(shot(state, fire("tank", "foe")).tally.total)


@rule("owb.modifiers.switch", "owb.modifiers.attacker-high-ground")
def test_high_ground_counts_for_tanks_at_tanks() -> None:
    assert tanks(HILL) == 1
    assert tanks(HILL, options={}) == 0
    assert tanks(filled("hill", "elevation", (0, 0), (35, 14), height=1.0)) == 0


@rule("owb.modifiers.switch", "owb.modifiers.attacker-high-ground")
def test_the_highest_square_of_a_vehicle_counts_and_a_man_may_shoot_down_on_it() -> None:
    """The rear of the firing tank is on the hill: it is as high as its highest square."""
    assert tanks(filled("hill", "elevation", (0, 28), (35, 35), height=1.0)) == 1
    state = state_of(man("ivan", (10, 25)), truck(), terrain=[HILL], options=STANCES)
    ivan = state.person("ivan")
    found = aim_at_vehicle(state, ivan, ivan.arms[0], the(state, "truck"), "single")
    assert isinstance(found, VehicleShot)
    assert found.tally.total == 1


@rule("owb.modifiers.switch", "owb.modifiers.target-helpless-or-unaware")
def test_a_surprised_crew_is_easier_to_hit_until_it_is_attacked() -> None:
    """In a free turn the first shot has 4 more, the next gunner's none."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b", surprised=True),
        man("far", (34, 1), "b", facing=4, surprised=True),
        options={"surprise": "scenario", **STANCES},
        dice=(),
    )
    start(battle, "tank")
    assert shot(battle.state, fire("tank", "foe")).tally.total == 4
    fires(battle, fire("tank", "foe"), 2)
    assert shot(battle.state, fire("tank", "foe", name="gun-2")).tally.total == 0


@rule("owb.modifiers.target-in-melee", "owb.melee.adjacent")
def test_who_rides_a_motorcycle_is_never_engaged_in_melee() -> None:
    """He is concealed, and nothing more."""
    rider = vehicle("moto", "motorcycle", (10, 10), 4, "b")
    pal = man("pal", (11, 10))
    state = state_of(man("ivan", (10, 20)), pal, rider, FAR, options=STANCES)
    ivan, him = state.person("ivan"), state.person("moto.operator")
    found = aim_at_occupant(state, ivan, ivan.arms[0], him, "single")
    assert isinstance(found, Blow)
    assert found.tally.total == -2


@rule("owb.melee.adjacent", "owb.combined.personal-weapons-vs-vehicles")
def test_a_blow_at_a_vehicle_and_at_one_aboard_is_shown_before_it_is_struck() -> None:
    battle = beside()
    trace = RULEBOOK.trace(battle.state, blow())
    assert trace is not None
    assert any(note.startswith("Strikes the front") for note in trace.notes)
    assert trace.notes[0] == f"Hits on {struck(battle.state).needed} or more of 1d20."
    (line,) = trace.overlays
    assert isinstance(line, Shot)
    assert line.start == middle((10, 11))
    assert (
        battle.state.setting.square(line.end)
        in battle.state.footprint(the(battle, "truck")).squares
    )
    driver = blow("truck.operator")
    aboard = RULEBOOK.trace(battle.state, driver)
    assert aboard is not None
    assert any("hit points" in note for note in aboard.notes)
    far = RULEBOOK.trace(beside(at=(10, 20)).state, driver)
    assert far is not None
    assert far.notes == (), "out of reach there is only the line"
