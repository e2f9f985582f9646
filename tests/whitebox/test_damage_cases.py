"""Damage to vehicles where several rules meet: wrecks, escapes, Table 10, ties and destroyers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.book import ACTS, decision_due
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import vehicle_shelter
from sandtable.rulebooks.whitebox.part2_vehicles.damage.blasted import blast_strikes
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import (
    armor_class,
    segment_ends_for_vehicles,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import BURST, FIXED_CHARGE, hull_level
from sandtable.rulebooks.whitebox.part2_vehicles.damage.inanimate_objects import strike_object
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Segment, Struck
from sandtable.rulebooks.whitebox.state.orders import Begin, Decline, React, Throw
from sandtable.rulebooks.whitebox.state.tables import DiceSum as Dice
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    SetPace,
    ShootAboard,
    StartVehicle,
    WithholdGun,
)
from tests.whitebox.damage_kit import FAILED, FOE, SAVED, field, hit, kinds, table_10
from tests.whitebox.gun_kit import FAR, duel, fire, fires, refused, shot, start
from tests.whitebox.kit import fight, filled, man, middle, person, play, state_of, told
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


def blasted(state: OwbState, centre: tuple[int, int], points: int, *faces: int, **kw: Any) -> int:
    """What an explosion takes from the vehicle."""
    before, dice = the(state, "v").hp, ScriptedDice(faces)
    list(blast_strikes(state, "v", centre, points, dice, **kw))
    dice.assert_spent()
    return before - the(state, "v").hp


# -- 0 and -10 ------------------------------------------------------------------------------------


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.escape-save")
def test_one_hit_to_minus_ten_has_the_splinters_first_and_the_fallen_do_not_escape() -> None:
    """The driver falls to the splinters and rolls no more; his passenger lives and saves."""
    pal = man("pal", (2, 2), rank="op5", carried_by="v", seat="passenger-1")
    state = field("car", pal)
    told_kinds = kinds(hit(state, 18, 6, 6, FAILED, 1, 1, 20, 20))
    assert told_kinds.index("wreck") < told_kinds.index("explosion")
    assert person(state, "v.operator").out
    assert not person(state, "pal").out
    assert [type(frame).__name__ for frame in state.agenda][-1] == "Escaping"


@rule("owb.vdamage.escape-save")
def test_two_get_out_and_only_one_square_is_free() -> None:
    """All save; the first takes the last free square and the second dies."""
    walls = [
        filled("rocks", "boulder", (9, 19), (12, 23)),
        filled("lot", "road", (10, 20), (11, 22)),
        filled("gap", "road", (9, 21)),
    ]
    pal = man("pal", (2, 2), carried_by="v", seat="passenger-1")
    state = state_of(vehicle("v", "car", (10, 20), hp=-9), pal, FOE, terrain=walls)
    hit(state, 1, SAVED, SAVED)
    while (due := decision_due(state)) is not None and state.agenda:
        list(due[0].settle(state, due[1], ScriptedDice([])))
    assert not person(state, "v.operator").out
    assert state.square(person(state, "v.operator")) == (9, 21)
    assert person(state, "pal").out == "dead"


@rule("owb.vdamage.escape-save")
def test_without_the_save_nobody_rolls_and_everybody_dies() -> None:
    pal = man("pal", (2, 2), rank="op5", carried_by="v", seat="passenger-2")
    state = field("car", pal, options={"escape_save": "off"}, hp=-9)
    hit(state, 1)
    assert {one.out for one in state.occupants("v")} == {"dead"}


@rule("owb.combined.smoke-from-wrecks")
def test_the_smoke_of_an_exploded_wreck_conceals_what_is_behind_it() -> None:
    """A truck burns between them; it would conceal anyway, so look past its side."""
    options: Any = {"wreck_smoke": "on", "escape_save": "off"}
    state = state_of(
        vehicle("v", "car", (10, 20), hp=-9),
        vehicle("moto", "motorcycle", (12, 8), 4, "b"),
        FOE,
        options=options,
    )
    assert vehicle_shelter(state, (12, 34), the(state, "moto")) == "none"
    hit(state, 1)
    assert vehicle_shelter(state, (12, 34), the(state, "moto")) == "concealed"
    assert vehicle_shelter(state, (14, 34), the(state, "moto")) == "none"


# -- Table 10 -------------------------------------------------------------------------------------


@rule("owb.vcrit.modification", "owb.vcrit.weapon")
def test_a_motorcycle_has_neither_modifications_nor_weapons_and_rolls_again() -> None:
    state = field("motorcycle")
    table_10(state, 2, 6, 2, 5)
    assert the(state, "v").dim == 1


@rule("owb.vcrit.operator", "owb.crew.no-operator-no-movement")
def test_a_driver_killed_by_table_10_stops_the_vehicle() -> None:
    state = field("car", pace="normal", travel=9)
    table_10(state, 4, 6, FAILED)
    assert person(state, "v.operator").out
    assert the(state, "v").pace == "stopped"


@rule("owb.vcrit.weapon")
def test_a_weapon_that_is_lost_cannot_be_fired_and_is_not_lost_again() -> None:
    state = state_of(
        vehicle("v", "tank-light", (10, 25)), vehicle("foe", "truck-large", (10, 8), 4, "b"), FAR
    )
    shot(state, fire("v", "foe"))
    table_10(state, 6, 1)
    assert refused(state, fire("v", "foe")) == "owb.vcrit.weapon"
    table_10(state, 6)
    assert refused(state, fire("v", "foe", name="gun-2")) == "owb.vcrit.weapon"
    table_10(state, 6, 1)
    assert the(state, "v").worse_aac == 1


@rule("owb.vcrit.armor-class", "owb.mod.makeshift-armor-ac", "owb.maneuver.defensive-driving")
def test_what_is_added_to_an_armor_class_adds_up() -> None:
    state = field("tank-medium", add=["makeshift-armor"])
    state.alter("v", worse_aac=2, defensive=True)
    assert armor_class(state, "v") == 15 - 2 + 1 + 2


@rule("owb.vcrit.natural-20-and-1", "owb.base.rounding")
def test_a_natural_20_that_pierces_counts_even_if_its_damage_comes_to_nothing() -> None:
    """A rifle's 1 and 1 are 2, half 1; a handgun's 1 is half of 1: 0, and still Table 10."""
    battle = fight(
        man("ivan", (10, 12), weapons=["handgun-small"]),
        vehicle("truck", "truck-large", (10, 8), 4, "b"),
        FAR,
    )
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="truck", weapon="handgun-small")
    play(battle, order, dice=(20, 1, 1))
    assert (the(battle, "truck").hp, the(battle, "truck").worse_aac) == (16, 1)


# -- massive damage -------------------------------------------------------------------------------


@rule("owb.vcrit.massive-damage")
@pytest.mark.parametrize(
    ("sheet", "points", "massive"),
    [("car", 1, False), ("car", 2, True), ("armored-car", 2, False), ("armored-car", 3, True)],
)
def test_a_quarter_is_not_rounded(sheet: str, points: int, massive: bool) -> None:
    """A quarter of 8 is 2, and of 10 it is 2.5."""
    state = field(sheet, options={"massive_damage": "on"})
    assert kinds(hit(state, points, *([SAVED] if massive else [])))[1:] == (
        ["massive-damage"] if massive else []
    )


@rule("owb.vcrit.massive-damage", "owb.crew.no-operator-no-movement")
def test_without_a_driver_there_is_no_save_against_massive_damage() -> None:
    state = field("car", options={"massive_damage": "on"}, empty=["operator"])
    hit(state, 2, 5)
    assert the(state, "v").dim == 1


@rule("owb.vcrit.massive-damage")
def test_it_is_not_rolled_for_what_is_wrecked() -> None:
    state = field("motorcycle", options={"massive_damage": "on"})
    hit(state, 4, 1, 1, SAVED)
    assert the(state, "v").wreck == "inoperable"


# -- explosions -----------------------------------------------------------------------------------


@rule("owb.vdamage.vehicle-save-vs-explosives", "owb.hull.personal-explosive-position")
def test_on_the_footprint_an_explosive_strikes_the_top_and_the_save_has_no_bonus() -> None:
    """A medium tank is x1 on top: 9 / 4 = 2; saved 9 / 2 / 4 = 1. In front it is immune."""
    assert blasted(field("tank-medium"), (10, 21), 9, FAILED, kind="grenade") == 2
    assert blasted(field("tank-medium"), (10, 21), 9, SAVED, kind="grenade") == 1
    assert blasted(field("tank-medium"), (10, 18), 9, kind="grenade") == 0
    assert blasted(field("truck-large"), (10, 18), 9, SAVED - 2) == 2


@rule("owb.hull.damage-matrix", "owb.static.structures-and-vehicles")
def test_a_fixed_charge_goes_through_the_thickest_hull_and_another_does_not() -> None:
    assert blasted(field("tank-heavy"), (9, 21), 14, kind=FIXED_CHARGE) == 14
    assert blasted(field("tank-heavy"), (9, 21), 14, kind=BURST) == 0


@rule("owb.mod.makeshift-armor-detonation", "owb.hull.x1")
def test_makeshift_armor_does_not_set_off_grenades() -> None:
    """9 x 1/4 x 1/2 = 1.1, without a die for the armor."""
    state = field("armored-car", add=["makeshift-armor"])
    assert blasted(state, (10, 21), 9, SAVED, kind="grenade") == 1
    assert the(state, "v").has("makeshift-armor")


@rule("owb.mod.makeshift-armor-detonation", "owb.weapon.rpg-heavy-hull")
def test_makeshift_armor_sets_off_a_rocket() -> None:
    """10d6 of 35 in front of a heavy tank: 17; AAC 16 and 1."""
    battle = fight(
        man("ivan", (10, 20), sheet="rocketeer-heavy"),
        vehicle("tiger", "tank-heavy", (11, 8), 4, "b", add=["makeshift-armor"]),
        FAR,
    )
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="tiger", weapon="rpg-heavy")
    play(battle, order, dice=(17, 1, *[3] * 5, *[4] * 5))
    assert the(battle, "tiger").hp == 50 - 17
    assert not the(battle, "tiger").has("makeshift-armor")


@rule("owb.hull.effective-level-order")
def test_a_medium_tank_that_has_lost_a_level_is_alike_on_all_faces() -> None:
    state = field("tank-medium")
    state.alter("v", hull_lost=1)
    assert {hull_level(the(state, "v"), face) for face in ("front", "left", "rear", "top")} == {1}


@rule("owb.scatter.walls-and-edges", "owb.impact.specific-target")
def test_a_grenade_that_misses_a_tank_is_not_held_by_the_tank() -> None:
    """At Medium range 14 is 12 against AAC 14; a 4 is to the right, by 1d3+1 = 2 from (9, 8)."""
    battle = fight(man("ivan", (9, 10)), vehicle("tank", "tank-medium", (10, 8), 4, "b"), FAR)
    play(battle, Begin(person="ivan"))
    play(battle, Throw(person="ivan", bomb="grenade", at=middle((9, 8))), dice=(14, 4, 1))
    assert told(battle, "explosive")[0].data["lands"] == (11, 8)


# -- objects --------------------------------------------------------------------------------------


@rule("owb.object.hull-equivalent", "owb.vammo.ap-lowers-hull-by-one")
def test_an_armor_piercing_round_of_a_light_gun_goes_through_masonry() -> None:
    wall = [filled("wall", "building-wall-masonry", (10, 14))]
    state = state_of(man("a", (2, 30)), FOE, terrain=wall, options={"cover_damage": "hit-points"})

    def strike(points: int, *, piercing: bool) -> None:
        dice = ScriptedDice([])
        list(strike_object(state, (10, 14), "tank-gun-light", points, dice, piercing=piercing))

    strike(40, piercing=False)
    assert not state.worn
    strike(14, piercing=True)
    assert state.bare_grounds.kind((10, 14)).name == "building-wall-masonry"
    strike(1, piercing=True)
    assert state.bare_grounds.kind((10, 14)).name == "debris"


# -- ties -----------------------------------------------------------------------------------------


@rule("owb.initiative.tie-simultaneous", "owb.vehicle.initiative-tie-procedure")
def test_in_a_tie_two_hits_add_up_and_break_the_vehicle_once() -> None:
    state = field("motorcycle", options={"escape_save": "off"})
    state.segment = Segment(parties=(), tied=True)
    assert kinds(hit(state, 3)) == ["damage"]
    assert kinds(hit(state, 11)) == ["damage"]
    table_10(state)
    state.segment = None
    dice = ScriptedDice([1, 1, SAVED])
    at_last = kinds(segment_ends_for_vehicles(state, dice))
    dice.assert_spent()
    assert at_last.count("explosion") == 1
    assert "adverse-effect" not in at_last


@rule("owb.vehicle.initiative-tie-procedure", "owb.vcrit.weapon")
def test_in_a_tie_a_lost_gun_still_fires_and_is_lost_at_the_end() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        dice=(4, 4, 1, 2),
    )
    mine, other = ("tank", "foe") if battle.choices[0].seats[0] == "a" else ("foe", "tank")
    start(battle, mine)
    fires(battle, fire(mine, other), 20, *[1] * 9)
    assert not told(battle, "adverse-effect")
    play(battle, EndVehicle(vehicle=mine))
    start(battle, other)
    fires(battle, fire(other, mine), 15, *[1] * 9)
    play(battle, EndVehicle(vehicle=other), dice=(6, 1, 6, 1))
    lost = [mount.lost for mount in the(battle, other).mounts]
    assert lost == [True, False, False]
    assert the(battle, mine).hp == 27


# -- tank destroyers ------------------------------------------------------------------------------


def hunter(**more: Any) -> Any:
    return vehicle("su", "tank-destroyer", (20, 25), 0, "a", **more)


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_where_vehicles_roll_a_destroyer_waits_for_each_mobile_enemy_tank() -> None:
    """It rolls 6 and the tanks 5 and 2: it comes after both."""
    battle = fight(
        hunter(),
        vehicle("one", "tank-light", (10, 8), 4, "b"),
        vehicle("two", "tank-light", (20, 8), 4, "b"),
        options={"initiative": "vehicle"},
        dice=(6, 5, 2),
    )
    order = []
    for _ in range(3):
        name = battle.choices[0].about[0]
        order.append(name)
        play(battle, StartVehicle(vehicle=name), EndVehicle(vehicle=name), dice=(6, 5, 2))
    assert order == ["one", "two", "su"]


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_a_destroyer_does_not_wait_for_carriers_or_other_destroyers() -> None:
    battle = fight(
        hunter(),
        vehicle("apc", "armored-personnel-carrier", (10, 8), 4, "b"),
        vehicle("jagd", "tank-destroyer", (20, 8), 4, "b"),
    )
    assert "su" in battle.choices[0].about


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks", "owb.vattack.withhold-carries-over")
def test_a_destroyer_that_is_held_back_may_release_what_it_withheld_before() -> None:
    """The shot held back in an earlier round meets the first step of the enemy tank."""
    battle = fight(
        hunter(),
        vehicle("tank", "tank-light", (21, 8), 4, "b"),
        FAR,
    )
    battle.state.change("su.gun-1", withheld=True)
    assert "su" not in battle.choices[0].about
    play(battle, StartVehicle(vehicle="tank"), SetPace(vehicle="tank", pace="crawl"))
    play(battle, Drive(vehicle="tank", squares=1))
    assert battle.choices[0].ask == "interrupt"
    play(battle, fire("su", "tank"), dice=(14, *[6] * 9, *[1] * 40))
    assert the(battle, "tank").wreck


@rule("owb.vattack.withhold", "owb.vdamage.zero-is-inoperable")
def test_a_vehicle_that_is_wrecked_on_its_way_goes_no_farther_but_its_crew_may_get_out() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-light", (11, 8), 4, "b", hp=9),
        FAR,
    )
    start(battle, "tank")
    play(battle, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="normal"))
    play(battle, Drive(vehicle="foe", squares=5))
    assert battle.choices[0].ask == "interrupt"
    # each of the four aboard: 2d6+2 = 4, saved for 2
    play(battle, fire("tank", "foe"), dice=(14, *[1] * 9, *[1, 1, SAVED] * 4))
    foe = the(battle, "foe")
    assert (foe.wreck, foe.hp) == ("inoperable", 0)
    assert battle.state.footprint(foe).front_left == (11, 9)
    assert battle.choices[0].ask == "vehicle turn"
    kinds = {type(order).__name__ for order in RULEBOOK.candidates(battle.state, battle.choices[0])}
    assert "Alight" in kinds
    assert not kinds & {"Drive", "FireGun", "Traverse", "Turning"}


@rule("owb.vcrit.natural-20-and-1", "owb.vdamage.zero-is-inoperable")
def test_a_natural_1_strikes_the_firer_and_the_other_gunners_go_on() -> None:
    battle = duel()
    fires(battle, fire("tank", "foe"), 1, 4, 6, FAILED)
    assert person(battle, "tank.operator").out
    assert battle.choices[0].ask == "vehicle turn"
    shot(battle.state, fire("tank", "foe", name="gun-2"))


# -- suppressive fire at those aboard -------------------------------------------------------------


@rule("owb.suppress.vehicles-in-cone")
def test_the_odds_of_a_gunner_behind_his_shield_are_those_of_partial_cover() -> None:
    """One bullet of 1d6 at 4 hit points: half at most 3, and with a save nothing."""
    state = state_of(
        vehicle("apc", "armored-personnel-carrier", (10, 20)),
        man("ivan", (10, 5), "b", facing=4),
    )
    frame = Struck(person="apc.gun-1", gunner="ivan", origin=(10, 5), bullets=1, damage=Dice(1, 6))
    state.push(frame)
    stays = ACTS.odds(state, Decline())
    assert stays is not None
    assert stays.chance("out") == 0
    ducks = ACTS.odds(state, React())
    assert ducks is not None
    assert ducks.chance("unhurt") > stays.chance("unhurt")
