"""COMBINING: men on foot against vehicles; blasts, flames and suppressive fire at them."""

from __future__ import annotations

from typing import Any, Final

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.page.typing_orders import PHRASES
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import attacks_of
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import victims_of
from sandtable.rulebooks.whitebox.part1_personal.explosives.explosions import everybody_caught
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import open_line
from sandtable.rulebooks.whitebox.part1_personal.movement.way import step_cost
from sandtable.rulebooks.whitebox.part1_personal.round.all_actions import actions_of
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import VehicleShot
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import Terrain, ground_class
from sandtable.rulebooks.whitebox.part3_combining.from_foot import aim_at_vehicle
from sandtable.rulebooks.whitebox.state.footprint import moved
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    EndTurn,
    Flame,
    Launch,
    Plunge,
    React,
    SetCharge,
    Shoot,
    Sweep,
    Throw,
)
from sandtable.rulebooks.whitebox.state.tables import FEATURES, rows_of
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Board,
    Drive,
    EndVehicle,
    FireGun,
    SetPace,
    ShootAboard,
    StartVehicle,
    Turning,
)
from sandtable.scenario import Unit
from tests.whitebox.kit import (
    OwbBattle,
    edged,
    feed,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    state_of,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


TRUCK = "truck-large"


SANDBAGS = filled("bags", "sandbags", (10, 11))
"""Before the western half of the truck."""


def truck(**more: Any) -> Unit:
    """An enemy truck facing south that fills (10..11, 7..10)."""
    return vehicle("truck", more.pop("sheet", TRUCK), (11, 10), 4, "b", **more)


def shot(weapon: str, **more: Any) -> ShootAboard:
    return ShootAboard(person="ivan", vehicle="truck", weapon=weapon, **more)


def aimed(battle_or_state: Any, mode: str = "single") -> VehicleShot:
    state = getattr(battle_or_state, "state", battle_or_state)
    ivan = state.person("ivan")
    found = aim_at_vehicle(state, ivan, ivan.arms[0], state.vehicle("truck"), mode)
    assert isinstance(found, VehicleShot), found
    return found


# -- vehicles as features -------------------------------------------------------------------------


@rule("owb.los.vehicles-as-features")
def test_an_armored_vehicle_is_tall_cover_and_another_is_concealment() -> None:
    armored = state_of(man("ivan", (10, 20)), truck(sheet="tank-medium"))
    kind = armored.grounds.kind((10, 8))
    assert (kind.height, kind.protection) == ("tall", "cover")
    assert not open_line(armored, (10, 20), (10, 3))
    plain = state_of(man("ivan", (10, 20)), truck())
    kind = plain.grounds.kind((10, 8))
    assert (kind.height, kind.protection) == ("tall", "concealment")
    assert open_line(plain, (10, 20), (10, 3))
    assert plain.bare_grounds.kind((10, 8)).name == "flat-ground"


@rule("owb.los.vehicles-as-features")
def test_nobody_walks_through_a_vehicle_and_a_wreck_still_covers() -> None:
    state = state_of(man("ivan", (10, 11)), truck(sheet="tank-medium", hp=0))
    assert the(state, "truck").wreck
    assert step_cost(state, state.person("ivan"), (10, 11), (10, 10)) is None
    assert not open_line(state, (10, 20), (10, 3))


# -- shots at vehicles ----------------------------------------------------------------------------


@rule("owb.los.character-at-vehicle")
def test_the_nearest_square_counts_for_the_range() -> None:
    """The nearest square of the truck is 30 away, the farthest 33."""
    far = vehicle("truck", TRUCK, (11, 4), 4, "b")
    found = aimed(state_of(man("ivan", (10, 34)), far))
    assert found.tally.total == 0
    assert found.armor.total == 11
    nearer = vehicle("truck", TRUCK, (11, 3), 4, "b")
    beyond = aimed(state_of(man("ivan", (10, 34)), nearer))
    assert beyond.tally.total == -2


@rule("owb.los.character-at-vehicle", "owb.combined.personal-weapons-vs-vehicles")
def test_a_rifle_does_half_to_a_truck() -> None:
    battle = fight(man("ivan", (10, 20), sheet="rifleman"), truck())
    play(battle, Begin(person="ivan"))
    # 1d6+1: a 6 is 7, and half of it 3
    play(battle, shot("rifle-large"), dice=(11, 6))
    assert the(battle, "truck").hp == 16 - 3
    assert person(battle, "ivan").attacked


@rule("owb.los.character-at-vehicle")
def test_one_open_square_is_enough_and_half_covered_is_partial_cover() -> None:
    half = aimed(state_of(man("ivan", (10, 20)), truck(), terrain=(SANDBAGS,)))
    assert half.tally.total == -4
    both = filled("house", "building-wall-masonry", (8, 15), (13, 15))
    state = state_of(man("ivan", (10, 20)), truck(), terrain=(both,))
    ivan = state.person("ivan")
    found = aim_at_vehicle(state, ivan, ivan.arms[0], the(state, "truck"), "single")
    assert not isinstance(found, VehicleShot)


@rule("owb.los.character-at-vehicle")
def test_out_of_turn_the_vehicle_must_be_in_his_arc() -> None:
    state = state_of(man("ivan", (10, 20), facing=2), truck())
    ivan = state.person("ivan")
    ready = aim_at_vehicle(state, ivan, ivan.arms[0], the(state, "truck"), "single", turning=False)
    assert not isinstance(ready, VehicleShot)
    aimed(state)


@rule("owb.los.character-at-vehicle")
def test_the_side_towards_the_shooter_is_struck() -> None:
    def level(square: tuple[int, int]) -> int:
        units = (man("ivan", square, sheet="rocketeer-medium"), truck(sheet="tank-medium"))
        return aimed(state_of(*units)).level

    assert level((10, 20)) == 2
    assert level((25, 8)) == 1
    assert level((10, 1)) == 1


@rule("owb.combined.personal-weapons-vs-vehicles", "owb.hull.x1")
def test_a_rifle_does_nothing_to_a_hull() -> None:
    battle = fight(man("ivan", (10, 20)), truck(sheet="tank-destroyer"))
    play(battle, Begin(person="ivan"), shot("rifle-large"), dice=(20,))
    assert the(battle, "truck").hp == 24
    offered = {type(order) for order in attacks_of(battle.state, person(battle, "ivan"))}
    assert ShootAboard not in offered


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_20_of_a_hand_weapon_has_an_adverse_effect() -> None:
    battle = fight(man("ivan", (10, 20)), truck())
    play(battle, Begin(person="ivan"))
    play(battle, shot("rifle-large"), dice=(20, 1, 1))
    assert the(battle, "truck").worse_aac == 1


# -- rockets --------------------------------------------------------------------------------------


@rule("owb.weapon.rpg-against-vehicles")
@pytest.mark.parametrize(
    ("sheet", "dice", "damage"),
    [("rocketeer-light", 6, 0), ("rocketeer-medium", 8, 16), ("rocketeer-heavy", 10, 20)],
)
def test_a_rocket_does_its_listed_dice_to_a_tank(sheet: str, dice: int, damage: int) -> None:
    battle = fight(man("ivan", (10, 20), sheet=sheet), truck(sheet="tank-medium"))
    play(battle, Begin(person="ivan"))
    weapon = person(battle, "ivan").arms[0].id
    play(battle, shot(weapon), dice=(15, *[2] * dice) if damage else (15,))
    assert the(battle, "truck").hp == 36 - damage
    assert not told(battle, "blast")


@rule("owb.weapon.rpg-against-vehicles")
def test_a_near_miss_of_a_rocket_bursts_near_the_vehicle() -> None:
    """14 misses a tank of AAC 15; a 4 is straight to the right, by 1d3+1 from (10, 10)."""
    battle = fight(man("ivan", (10, 20), sheet="rocketeer-medium"), truck(sheet="tank-medium"))
    play(battle, Begin(person="ivan"))
    play(battle, shot("rpg-medium"), dice=(14, 4, 1, 3, 4, 15))
    assert told(battle, "explosive")[0].data["lands"] == (12, 10)
    burst = told(battle, "blast")[0]
    assert (burst.data["damage"], burst.data["reach"]) == (9, 3)
    # its side counts as x1: a quarter of 9
    assert the(battle, "truck").hp == 36 - 2


@rule("owb.weapon.rpg-against-vehicles")
def test_a_wild_miss_of_a_rocket_does_nothing() -> None:
    battle = fight(man("ivan", (10, 20), sheet="rocketeer-medium"), truck(sheet="tank-medium"))
    play(battle, Begin(person="ivan"), shot("rpg-medium"), dice=(13,))
    assert not told(battle, "blast")
    assert not told(battle, "explosive")


@rule("owb.weapon.rpg-against-vehicles")
def test_a_rocket_is_fired_at_the_vehicle_and_not_at_its_square() -> None:
    battle = fight(man("ivan", (10, 20), sheet="rocketeer-medium"), truck())
    play(battle, Begin(person="ivan"))
    order = Launch(person="ivan", weapon="rpg-medium", at=middle((10, 10)))
    assert refusal(battle, order) == "owb.weapon.rpg-against-vehicles"


# -- blasts ---------------------------------------------------------------------------------------


def grenadier(**more: Any) -> Unit:
    return man("ivan", (10, 14), bombs={"grenade": 2, "pipe-bomb": 1, "sticky-bomb": 1}, **more)


@rule("owb.blast.vehicles-in-area", "owb.vmiss.burst-and-occupants")
def test_a_vehicle_is_struck_once_before_those_aboard() -> None:
    battle = fight(grenadier(), truck(), man("foe", (9, 13), "b"))
    found = everybody_caught(battle.state, (10, 12), 3, "grenade")
    assert found == ("foe", "truck", "truck.operator", "ivan")
    assert everybody_caught(battle.state, (10, 14), 3, "grenade")[0] == "ivan"
    armored = state_of(grenadier(), truck(sheet="tank-destroyer"))
    assert everybody_caught(armored, (10, 12), 3) == ("truck", "ivan")


@rule("owb.blast.vehicles-in-area")
@pytest.mark.parametrize(("save", "damage"), [(16, 2), (15, 4)])
def test_a_grenade_beside_a_truck(save: int, damage: int) -> None:
    """9 points: half against no hull, and half again if the operator (18, +2) saves."""
    battle = fight(grenadier(), truck())
    battle.state.move_to("ivan", (10, 16))
    battle.state.change("ivan", moving=False)
    play(battle, Begin(person="ivan"))
    # AAC 10 and -6 for Extreme range
    play(battle, Throw(person="ivan", bomb="grenade", at=middle((10, 12))), dice=(16,))
    play(battle, EndTurn(person="ivan"))
    # 2d6+2 = 9; the vehicle's save first, then its operator's own
    feed(battle, 3, 4, save, 1, 6, 1)
    pass_all(battle)
    assert the(battle, "truck").hp == 16 - damage
    assert person(battle, "truck.operator").out == "dead"


@rule("owb.blast.vehicles-in-area")
def test_tall_cover_screens_a_vehicle() -> None:
    wall = edged("wall", "tall-wall", (8, 12), (14, 12))
    state = state_of(grenadier(), truck(), terrain=(wall,))
    assert "truck" not in everybody_caught(state, (10, 12), 3)
    assert "truck" in everybody_caught(state, (10, 11), 3)


@rule("owb.blast.blocked-by-cover", "owb.los.vehicles-as-features")
def test_an_armored_vehicle_screens_men_from_a_blast_beside_it_but_not_on_it() -> None:
    behind = man("foe", (10, 6), "b")
    state = state_of(grenadier(), truck(sheet="tank-light"), behind)
    print_ = state.footprint(the(state, "truck"))
    assert set(print_.squares) == {(x, y) for x in (10, 11) for y in (8, 9, 10)}
    assert "foe" not in everybody_caught(state, (10, 11), 7)
    assert "foe" in everybody_caught(state, (10, 9), 3)


@rule("owb.impact.specific-target")
def test_every_vehicle_is_a_specific_target_for_explosives() -> None:
    battle = fight(man("ivan", (10, 11), bombs={"pipe-bomb": 1}), truck())
    play(battle, Begin(person="ivan"))
    throw = Throw(person="ivan", bomb="pipe-bomb", at=middle((10, 10)))
    # 14 hits; 1d6+2 = 3, half of it 1 on the truck, and nobody saves
    play(battle, throw, dice=(14, 1, 1, 1, 1))
    assert told(battle, "explosive")[0].tallies[1].total == 14
    assert the(battle, "truck").hp == 15


@rule("owb.hull.personal-explosive-position")
def test_an_impact_explosive_is_thrown_under_a_vehicle() -> None:
    near = man("ivan", (10, 11), bombs={"pipe-bomb": 1})
    battle = fight(near, truck(sheet="tank-light"))
    play(battle, Begin(person="ivan"))
    # 1d6+2 = 8: an x2 hull counts as x1 from below, where a quarter of 8 is 2
    play(battle, shot("pipe-bomb", underside=True), dice=(14, 6, 17, 20))
    assert the(battle, "truck").hp == 32 - 2


@rule("owb.timed.throw-back", "owb.blast.vehicles-in-area")
def test_a_sticky_bomb_goes_with_the_vehicle_that_it_sticks_to() -> None:
    near = man("ivan", (10, 11), bombs={"sticky-bomb": 1})
    battle = fight(near, truck())
    throw = Throw(person="ivan", bomb="sticky-bomb", at=middle((10, 10)))
    turn(battle, "ivan", throw, dice=(14,))
    assert battle.state.explosives[0].vehicle == "truck"
    play(battle, StartVehicle(vehicle="truck"), SetPace(vehicle="truck", pace="reverse"))
    play(battle, Drive(vehicle="truck", squares=5))
    # 2d6+2 = 4; neither the truck nor its driver saves
    play(battle, EndVehicle(vehicle="truck"), dice=(1, 1, 1, 1, 6, 1))
    burst = told(battle, "blast")[0]
    assert tuple(burst.data["at"]) in battle.state.footprint(the(battle, "truck")).squares
    assert "ivan" not in burst.pieces


# -- charges --------------------------------------------------------------------------------------


def sapper(**more: Any) -> Unit:
    return man("ivan", (12, 8), bombs={"charge": 2}, **more)


@rule("owb.static.structures-and-vehicles")
def test_a_charge_on_a_vehicle_does_full_damage_through_any_hull() -> None:
    battle = fight(sapper(), truck(sheet="tank-heavy"))
    play(battle, Begin(person="ivan"))
    order = SetCharge(person="ivan", at=middle((12, 8)), fuse=0, attach=middle((11, 8)))
    play(battle, order, EndTurn(person="ivan"))
    assert battle.state.explosives[0].vehicle == "truck"
    pass_all(battle, dice=(6, 1))
    battle.state.move_to("ivan", (20, 20))
    play(battle, Begin(person="ivan"), Plunge(person="ivan"), dice=(5, 5))
    assert the(battle, "truck").hp == 50 - 12


@rule("owb.static.structures-and-vehicles")
def test_a_charge_is_not_fixed_to_a_moving_vehicle() -> None:
    battle = fight(sapper(), truck(pace="crawl"))
    play(battle, Begin(person="ivan"))
    order = SetCharge(person="ivan", at=middle((12, 8)), fuse=1, attach=middle((11, 8)))
    assert refusal(battle, order) == "owb.static.structures-and-vehicles"


# -- suppressive fire -----------------------------------------------------------------------------


GUN: Final = "machinegun-medium"


def gunner(**more: Any) -> Unit:
    return man("ivan", (10, 20), sheet="medium-machinegunner", **more)


def trained(*units: Unit, **rest: Any) -> OwbBattle:
    """A machinegunner whose gun is trained on the truck, in his turn of the second round."""
    battle = fight(gunner(), *units, **rest)
    turn(battle, "ivan", shot(GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    return battle


@rule("owb.suppress.vehicles-in-cone", "owb.suppress.opening-burst")
def test_suppressive_fire_opens_with_a_burst_at_a_vehicle() -> None:
    battle = fight(gunner(), truck())
    play(battle, Begin(person="ivan"), shot(GUN, mode="suppress"), dice=(2,))
    aim = person(battle, "ivan").trained
    assert aim is not None
    assert aim.aim in battle.state.footprint(the(battle, "truck")).squares
    assert told(battle, "attack")[0].tallies[0].total == 2


@rule("owb.suppress.vehicles-in-cone")
def test_a_truck_in_the_cone_is_struck_and_then_its_crew() -> None:
    battle = trained(truck())
    gun = person(battle, "ivan")
    found = victims_of(battle.state, gun, (10, 20), (10, 10), 30)
    assert found == ("truck", "truck.operator")
    # a 6 is three bullets: 1d6+2 each, 8 + 7 + 3 = 18, half 9; then the driver, with none
    play(battle, Sweep(person="ivan"), dice=(6, 6, 5, 1, 1))
    struck = told(battle, "bullets")
    assert [event.pieces[0] for event in struck] == ["truck", "truck.operator"]
    assert the(battle, "truck").hp == 16 - struck[0].data["damage"]
    assert struck[0].data["damage"] == 9


@rule("owb.suppress.vehicles-in-cone")
def test_partial_cover_halves_the_bullets_again() -> None:
    battle = trained(truck(), terrain=(SANDBAGS,))
    play(battle, Sweep(person="ivan"), dice=(6, 6, 5, 1, 1))
    assert told(battle, "bullets")[0].data["damage"] == 4


@rule("owb.suppress.vehicles-in-cone")
def test_a_hull_is_immune_but_the_gunner_at_its_pintle_is_not() -> None:
    car = vehicle("truck", "armored-car", (11, 10), 4, "b")
    units = (gunner(), car, man("foe", (10, 13), "b", facing=4))
    battle = fight(*units)
    turn(battle, "ivan", Shoot(person="ivan", target="foe", weapon=GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    found = victims_of(battle.state, person(battle, "ivan"), (10, 20), (10, 13), 30)
    pintle = next(m.id for m in the(battle, "truck").mounts if m.kind == "PIN")
    assert found == ("foe", "truck", f"truck.{pintle}")
    # nothing for the man, three bullets at the car, three at the gunner: he ducks behind his shield
    play(battle, Sweep(person="ivan"), dice=(1, 6, 6))
    assert the(battle, "truck").hp == 10
    assert battle.choices[0].ask == "react"
    play(battle, React(), dice=(18,))
    assert person(battle, f"truck.{pintle}").hp == 4


@rule("owb.suppress.vehicles-in-cone")
def test_an_occupant_has_no_cover_to_dive_to() -> None:
    battle = trained(truck())
    play(battle, Sweep(person="ivan"), dice=(1, 3))
    assert battle.choices[0].about[0] == "truck.operator"
    bullets = told(battle, "bullets")[-1].data["bullets"]
    play(battle, React(), dice=(18, *[1] * bullets))
    # in the open a save halves: 3 a bullet
    assert person(battle, "truck.operator").hp == 4 - (3 * bullets) // 2
    assert person(battle, "truck.operator").aboard == "truck"


@rule("owb.suppress.vehicles-in-cone")
def test_a_gun_strikes_a_vehicle_once_in_a_round() -> None:
    battle = trained(truck())
    play(battle, Sweep(person="ivan"), dice=(1, 1))
    again = victims_of(battle.state, person(battle, "ivan"), (10, 20), (10, 10), 30)
    assert again == ()


# -- flames ---------------------------------------------------------------------------------------


@rule("owb.weapon.flamethrower-cone")
def test_a_flame_does_half_to_a_truck_and_reaches_its_driver() -> None:
    near = man("ivan", (10, 12), sheet="flamethrower-operator")
    battle = fight(near, truck(), dice=(6, 6, 1))
    play(battle, Begin(person="ivan"))
    # 5 on the truck, half 2; 3 on the driver, who does not catch fire
    play(battle, Flame(person="ivan", at=middle((10, 10))), dice=(5, 3, 18))
    assert the(battle, "truck").hp == 16 - 2
    assert person(battle, "truck.operator").hp == 1
    assert not person(battle, "truck.operator").burning


# -- terrain --------------------------------------------------------------------------------------


@rule("owb.combined.terrain-differs")
def test_the_same_ground_differs_by_who_crosses_it() -> None:
    state = state_of(truck(), vehicle("t34", "tank-medium", (20, 20)), man("ivan", (1, 1)))
    wheeled, tracked = the(state, "truck"), the(state, "t34")
    for row in rows_of("terrain-by-mover"):
        feature = row["feature"]
        assert FEATURES[feature].movement == row["character"]
        assert ground_class(wheeled, feature) == row["wheeled"]
        assert ground_class(tracked, feature) == row["tracked"]


@rule("owb.combined.terrain-differs")
def test_a_wall_stops_a_jeep_but_neither_a_man_nor_a_tank() -> None:
    wall = edged("wall", "low-brick-wall", (0, 19), (36, 19))
    units = (
        vehicle("jeep", "car", (10, 19), 0),
        vehicle("t34", "tank-medium", (20, 19), 0),
        man("ivan", (15, 19)),
        man("foe", (3, 3), "b"),
    )
    state = state_of(*units, terrain=(wall,))

    def going(name: str) -> bool:
        piece = the(state, name)
        here = state.footprint(piece)
        return Terrain(state, piece).step(here, moved(here, 0), 0).closed is None

    assert not going("jeep")
    assert going("t34")
    assert step_cost(state, state.person("ivan"), (15, 19), (15, 18)) == 2


# -- what is offered, and typed -------------------------------------------------------------------


def test_shots_that_can_harm_and_getting_in_are_offered() -> None:
    units = (
        man("ivan", (10, 20), sheet="rocketeer-medium"),
        vehicle("gaz", "truck-small", (11, 20), 0),
        truck(sheet="tank-medium"),
    )
    state = state_of(*units)
    ivan = state.person("ivan")
    offered = [order for order in attacks_of(state, ivan) if isinstance(order, ShootAboard)]
    assert [order.weapon for order in offered] == ["rpg-medium"]
    seats = [order.seat for order in actions_of(state, ivan) if isinstance(order, Board)]
    assert seats == ["passenger-1"]


def test_orders_of_vehicles_can_be_typed_in_short() -> None:
    battle = fight(vehicle("t34", "tank-medium", (10, 20), 0), truck())
    choice = battle.choices[0]
    assert PHRASES.read(battle.state, choice, "start t34") == StartVehicle(vehicle="t34")
    play(battle, StartVehicle(vehicle="t34"))
    choice = battle.choices[0]

    def typed(line: str) -> Order:
        return PHRASES.read(battle.state, choice, line)

    assert typed("pace normal") == SetPace(vehicle="t34", pace="normal")
    assert typed("drive 3") == Drive(vehicle="t34", squares=3)
    assert typed("drive t34 3") == Drive(vehicle="t34", squares=3)
    assert typed("turn left 90") == Turning(vehicle="t34", hand="left", degrees=90)
    assert typed("end") == EndVehicle(vehicle="t34")
    gun = typed("gun t34.gun-1 gun-1 at truck ap")
    assert gun == FireGun(person="t34.gun-1", mount="gun-1", target="truck", round="AP")
    smoke = typed("gun t34.gun-1 gun-1 at 10.5,20.5 smoke")
    assert smoke == FireGun(person="t34.gun-1", mount="gun-1", at=(10.5, 20.5), round="smoke")
    assert PHRASES.tell(battle.state, gun).text == "medium tank gun at truck, single, AP"
    lines = list(PHRASES.describe(battle.state, the(battle, "t34")))
    assert lines[0].startswith("Medium tank: 36 of 36 hit points, AAC 15, Reinforced Hull x2")
    assert "gun-1: medium tank gun, in a turret (90 degrees a round)" in lines
