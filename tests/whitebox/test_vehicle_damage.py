"""REINFORCED HULL, DAMAGE AND DESTRUCTION, repairs: what becomes of vehicles that are hit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.book import decision_due
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.lines import sightline
from sandtable.rulebooks.whitebox.part2_vehicles.damage.blasted import (
    blast_strikes,
    vehicles_in_blast,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import (
    armor_class,
    damage_vehicle,
    segment_ends_for_vehicles,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import (
    BURST,
    damage_through,
    face_towards,
    hull_level,
    share,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.repairs import (
    days_to_mend,
    missing,
    repaired,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.wrecks import exits, inoperable
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import movement_of
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.modifications import (
    detonates_early,
    flies,
    has_radio,
)
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import leave_map
from sandtable.rulebooks.whitebox.state.frames import Segment
from sandtable.rulebooks.whitebox.state.vehicle_orders import Escape
from sandtable.rulebooks.whitebox.state.vehicles import Face
from tests.whitebox.damage_kit import FAILED, FOE, SAVED, field, hit, hits, kinds, table_10
from tests.whitebox.kit import at, edged, fight, filled, man, middle, person, state_of
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- REINFORCED HULL ------------------------------------------------------------------------------


@rule("owb.hull.x1")
def test_x1_is_half_for_cannons_a_quarter_for_grenades_and_alike_on_all_faces() -> None:
    car = the(field("armored-car"), "v")
    assert {hull_level(car, face) for face in ("front", "left", "rear", "top")} == {1}
    assert damage_through(25, "cannon", 1) == 12
    assert damage_through(9, "grenade", 1) == 2
    assert damage_through(30, "rifle-large", 1) == 0
    assert damage_through(9, "autocannon", 1) == 4
    assert damage_through(9, "rifle-anti-tank", 1) == 4
    assert share("tank-gun-light", 1) == share("rpg-light", 1) == 1


@rule("owb.hull.x2", "owb.hull.x2-weaker-off-front")
def test_x2_keeps_light_guns_out_in_front_and_is_x1_elsewhere() -> None:
    tank = the(field("tank-light"), "v")
    faces: tuple[Face, ...] = ("front", "left", "right", "rear", "top", "bottom")
    assert [hull_level(tank, face) for face in faces] == [2, 1, 1, 1, 1, 1]
    for weapon in ("tank-gun-light", "cannon", "autocannon", "machinegun-heavy", "grenade"):
        assert share(weapon, 2) == 0
    for weapon in ("rifle-anti-tank", "rpg-light", "mortar"):
        assert share(weapon, 2) == 0
    assert share("rpg-medium", 2) == share("tank-gun-medium", 2) == 1
    assert damage_through(9, "autocannon", hull_level(tank, "rear")) == 4
    assert damage_through(9, "autocannon", hull_level(tank, "front")) == 0


@rule("owb.hull.x3", "owb.hull.x3-weaker-off-front")
def test_x3_keeps_all_but_the_heaviest_out_in_front_and_is_x2_elsewhere() -> None:
    tank = the(field("tank-heavy"), "v")
    assert [hull_level(tank, "front"), hull_level(tank, "bottom")] == [3, 2]
    assert share("tank-gun-medium", 3) == share("rpg-medium", 3) == 0
    assert share("tank-gun-heavy", 3) == share("rpg-heavy", 3) == 1


@rule("owb.hull.damage-matrix")
def test_explosives_flames_and_charges_have_rows_of_their_own() -> None:
    shares = {
        "grenade": ("1/2", "1/4", "0", "0"),
        BURST: ("1/2", "1/4", "0", "0"),
        "shell": ("1/2", "1/4", "0", "0"),
        "molotov-cocktail": ("1/2", "1/4", "0", "0"),
        "flamethrower": ("1/2", "0", "0", "0"),
        "charge": ("1", "1", "1", "1"),
        "rifle-anti-tank": ("1", "1/2", "0", "0"),
        "sword": ("1/2", "0", "0", "0"),
    }
    for weapon, wanted in shares.items():
        found = [share(weapon, level) for level in range(4)]
        assert found == [Fraction(part) for part in wanted]


@rule("owb.hull.effective-level-order")
def test_lost_levels_go_first_then_the_face_then_the_round() -> None:
    state = field("tank-heavy")
    tank = state.alter("v", hull_lost=1)
    assert [hull_level(tank, "front"), hull_level(tank, "right")] == [2, 1]
    assert hull_level(tank, "right", piercing=True) == 0
    assert share("tank-gun-medium", 0) == 1
    assert hull_level(the(field("car"), "v"), "front", piercing=True) == 0


@rule("owb.hull.personal-explosive-position")
def test_an_explosion_strikes_the_side_that_it_is_on() -> None:
    state = field("tank-light")
    print_ = state.footprint(the(state, "v"))
    assert face_towards(print_, (10, 15)) == "front"
    assert face_towards(print_, (15, 21)) == "right"
    assert face_towards(print_, (10, 28)) == "rear"
    assert face_towards(print_, (11, 21)) == "top"
    assert face_towards(print_, (11, 21), underside=True) == "bottom"


@rule("owb.mishap.overturned-vehicle")
def test_an_upside_down_vehicle_is_struck_from_below() -> None:
    state = field("tank-light")
    assert hull_level(state.alter("v", overturned="upside-down"), "front") == 1
    assert hull_level(state.alter("v", overturned="left-side"), "front") == 2


# -- DAMAGE AND DESTRUCTION -----------------------------------------------------------------------


@rule("owb.vdamage.deduct-from-hit-points")
def test_a_hit_takes_what_the_hull_lets_through() -> None:
    state = field("tank-medium")
    assert kinds(hit(state, 33)) == ["damage"]
    assert the(state, "v").hp == 3
    assert hit(state, 0) == []
    # 33 x 1 (tank gun at the side) x 1/2 (Makeshift Armor)
    assert damage_through(33, "tank-gun-medium", 1, halved=1) == 16
    # 7 x 1/2 x 1/2 x 1/2 is rounded once
    assert damage_through(7, "rifle-large", 0, halved=1) == 1


@rule("owb.vdamage.personal-weapons-half")
def test_personal_weapons_do_half() -> None:
    assert damage_through(7, "rifle-large", 0) == 3
    assert damage_through(5, "sword", 0) == 2


@rule("owb.vdamage.zero-is-inoperable", "owb.vdamage.zero-hurts-occupants")
def test_at_zero_it_stops_and_everybody_aboard_is_struck_once() -> None:
    state = field("tank-light", pace="normal", travel=8, hp=5)
    state.change("v.gun-1", withheld=True)
    # each of the four: 2d6+2, then his save
    rolled = (1, 1, FAILED, 2, 3, SAVED, 1, 2, FAILED, 6, 6, SAVED)
    events = hit(state, 5, *rolled)
    assert kinds(events)[:2] == ["damage", "wreck"]
    # 4 dies of 4; 7 halved is 3; 5; 14 halved is 7
    assert hits(state) == [0, 1, -1, -3]
    tank = the(state, "v")
    assert (tank.hp, tank.wreck, tank.pace, tank.travelled) == (0, "inoperable", "stopped", 0)
    assert not person(state, "v.gun-1").withheld
    assert isinstance(inoperable(tank), Refusal)
    assert movement_of(state, tank) == 0
    # it can still be damaged, and those who live are not struck again
    assert kinds(hit(state, 3)) == ["damage"]
    assert the(state, "v").hp == -3


@rule("owb.vdamage.minus-ten-explodes")
def test_fourteen_off_five_is_a_wreck_and_fifteen_an_explosion() -> None:
    options: dict[str, str | bool] = {"escape_save": "off"}
    shot = field("motorcycle", options=options)
    shot.alter("v", hp=5)
    hit(shot, 14, 1, 1, SAVED)
    assert (the(shot, "v").hp, the(shot, "v").wreck, hits(shot)) == (-9, "inoperable", [2])
    burnt = field("motorcycle", options=options)
    burnt.alter("v", hp=5)
    events = hit(burnt, 15, 1, 1, SAVED)
    assert kinds(events) == ["damage", "wreck", "splinters", "damage", "explosion", "out"]
    assert the(burnt, "v").wreck == "exploded"
    assert person(burnt, "v.operator").out == "dead"


@rule("owb.vdamage.minus-ten-explodes")
def test_a_wreck_that_falls_to_minus_ten_explodes_and_remains_as_cover() -> None:
    state = field(
        "tank-light", options={"escape_save": "off"}, hp=-9, empty=["gun-2", "passenger-1"]
    )
    kinds_told = kinds(hit(state, 1))
    assert kinds_told == ["damage", "explosion", "out", "out"]
    assert state.grounds.kind((10, 21)).name == "armored-vehicle"
    lorry = field("truck-large", options={"escape_save": "off"}, hp=-9)
    hit(lorry, 4)
    assert lorry.grounds.kind((10, 21)).name == "unarmored-vehicle"
    # nothing outside is hurt, and no second explosion follows
    assert kinds(hit(state, 20)) == ["damage"]


@rule("owb.vdamage.escape-save")
def test_whoever_saves_gets_out_to_a_square_that_his_player_chooses() -> None:
    state = field("truck-small", hp=-9)
    state.change("v.operator", rank="op5")
    hit(state, 1, 10)
    assert [type(frame).__name__ for frame in state.agenda] == ["Escaping"]
    (choice,) = RULEBOOK.choices(state)
    assert (choice.ask, choice.seats) == ("escape", ("a",))
    orders = list(RULEBOOK.candidates(state, choice))
    assert len(orders) == 2 * 3 + 2 * 2
    assert isinstance(RULEBOOK.check(state, "a", Escape(to=middle((9, 19)))), Refusal)
    RULEBOOK.apply(state, "a", Escape(to=middle((9, 21))), ScriptedDice([]))
    driver = person(state, "v.operator")
    assert (at(state, "v.operator"), driver.aboard, driver.on_table) == ((9, 21), "", True)
    assert not driver.out


@rule("owb.vdamage.escape-save")
def test_a_failed_save_or_no_free_square_means_death() -> None:
    state = field("motorcycle", hp=-9)
    hit(state, 1, FAILED)
    assert person(state, "v.operator").out == "dead"
    walls = [
        filled("walls", "boulder", (9, 19), (11, 22)),
        filled("lot", "road", (10, 20), (10, 21)),
    ]
    battle = fight(
        vehicle("v", "motorcycle", (10, 20), hp=-9), FOE, man("ivan", (3, 3)), terrain=walls
    )
    assert exits(battle.state, "v") == ()
    list(damage_vehicle(battle.state, "v", 1, ScriptedDice([SAVED])))
    due = decision_due(battle.state)
    assert due is not None
    list(due[0].settle(battle.state, due[1], ScriptedDice([])))
    assert person(battle.state, "v.operator").out == "dead"


def test_edges_close_the_way_out_of_a_wreck() -> None:
    wall = [edged("wall", "tall-wall", (10, 20), (10, 22))]
    state = state_of(vehicle("v", "motorcycle", (10, 20)), FOE, terrain=wall)
    assert exits(state, "v") == ((10, 19), (11, 20), (11, 21), (10, 22))


@rule("owb.initiative.tie-simultaneous")
def test_in_a_tied_segment_destruction_waits_for_its_end() -> None:
    state = field("motorcycle", options={"escape_save": "off"})
    state.segment = Segment(parties=(), tied=True)
    assert kinds(hit(state, 20)) == ["damage"]
    assert kinds(table_10(state)) == []
    assert (the(state, "v").hp, the(state, "v").wreck) == (-16, "")
    state.segment = None
    dice = ScriptedDice([1, 1, SAVED])
    told = kinds(segment_ends_for_vehicles(state, dice))
    assert told == ["wreck", "splinters", "damage", "explosion", "out"]
    dice.assert_spent()
    assert state.pending == ()


def test_what_has_left_the_map_in_a_tied_segment_is_spared() -> None:
    state = field("motorcycle")
    state.segment = Segment(parties=(), tied=True)
    hit(state, 20)
    list(leave_map(state, "v"))
    state.segment = None
    assert list(segment_ends_for_vehicles(state, ScriptedDice([]))) == []
    assert state.pending == ()


@rule("owb.combined.smoke-from-wrecks")
def test_an_exploded_vehicle_smokes_for_the_rest_of_the_battle() -> None:
    options: dict[str, str | bool] = {"wreck_smoke": "on", "escape_save": "off"}
    state = field("motorcycle", options=options, hp=-9)
    assert not sightline(state.grounds, (5, 19), (15, 19)).concealed
    hit(state, 1)
    smoky = {square for square, _ in state.smoke}
    assert smoky == {(x, y) for x in (9, 10, 11) for y in (19, 20, 21, 22)}
    assert sightline(state.grounds, (5, 19), (15, 19)).concealed
    assert min(last for _, last in state.smoke) > 1000
    clear = field("motorcycle", options={"escape_save": "off"}, hp=-9)
    hit(clear, 1)
    assert clear.smoke == ()


# -- explosions -----------------------------------------------------------------------------------


@rule("owb.vdamage.vehicle-in-area-effect-once")
def test_a_vehicle_is_caught_once_if_a_square_of_it_is_in_the_open() -> None:
    state = field("truck-large")
    assert vehicles_in_blast(state, (10, 17), 3) == ("v",)
    assert vehicles_in_blast(state, (10, 16), 3) == ()
    assert vehicles_in_blast(state, (11, 22), 3) == ("v",)
    wall = [edged("wall", "tall-wall", (5, 19), (15, 19))]
    screened = state_of(vehicle("v", "truck-large", (10, 20)), FOE, terrain=wall)
    assert vehicles_in_blast(screened, (10, 18), 3) == ()


@rule("owb.vdamage.vehicle-save-vs-explosives")
def test_the_operator_saves_for_his_vehicle() -> None:
    truck = field("truck-large")
    # 19 - 1 Hit Die = 18, less 2 as the burst is beside it: 16 saves; 9 x 1/2 x 1/2
    list(blast_strikes(truck, "v", (9, 21), 9, ScriptedDice([16])))
    assert the(truck, "v").hp == 14
    list(blast_strikes(truck, "v", (9, 21), 9, ScriptedDice([15])))
    assert the(truck, "v").hp == 10
    # on the vehicle itself there is no bonus
    list(blast_strikes(truck, "v", (10, 21), 9, ScriptedDice([17])))
    assert the(truck, "v").hp == 6
    carrier = field("armored-personnel-carrier")
    list(blast_strikes(carrier, "v", (9, 21), 12, ScriptedDice([15])))
    assert the(carrier, "v").hp == 21


@rule("owb.vdamage.vehicle-save-vs-explosives")
def test_no_save_without_an_operator_for_a_fixed_charge_or_a_mine() -> None:
    empty = field("truck-large", empty=["operator"])
    list(blast_strikes(empty, "v", (9, 21), 9, ScriptedDice([])))
    assert the(empty, "v").hp == 12
    tank = field("tank-heavy")
    list(blast_strikes(tank, "v", (9, 21), 11, ScriptedDice([]), kind="charge"))
    assert the(tank, "v").hp == 39
    mined = field("truck-large")
    dice = ScriptedDice([])
    list(blast_strikes(mined, "v", (10, 21), 9, dice, underside=True, helpless=True))
    assert the(mined, "v").hp == 12
    # a hull that is immune rolls nothing
    list(blast_strikes(tank, "v", (10, 15), 12, ScriptedDice([])))
    assert the(tank, "v").hp == 39


@rule("owb.static.structures-and-vehicles")
def test_a_fixed_charge_may_destroy_a_vehicle_outright() -> None:
    state = field(
        "tank-heavy",
        options={"static_destroys_vehicles": "on"},
        empty=["gun-1", "gun-2", "gun-3", "passenger-1"],
    )
    list(blast_strikes(state, "v", (9, 21), 5, ScriptedDice([1, 1, SAVED]), kind="charge"))
    assert (the(state, "v").hp, the(state, "v").wreck) == (0, "inoperable")


# -- MODIFICATIONS in battle ----------------------------------------------------------------------


@rule("owb.mod.makeshift-armor-ac")
def test_makeshift_armor_is_one_better_to_hit() -> None:
    state = field("tank-medium", add=["makeshift-armor"])
    assert armor_class(state, "v") == 16
    state.alter("v", defensive=True)
    assert armor_class(state, "v") == 18


@rule("owb.mod.makeshift-armor-detonation", "owb.mod.makeshift-armor-used-up")
def test_makeshift_armor_sets_a_round_off_on_a_1_and_is_used_up() -> None:
    state = field("tank-medium", add=["makeshift-armor"])
    level = hull_level(the(state, "v"), "right")
    assert not detonates_early(state, "v", "tank-gun-medium", level, ScriptedDice([2]))
    assert detonates_early(state, "v", "tank-gun-medium", level, ScriptedDice([1]))
    assert damage_through(33, "tank-gun-medium", level, halved=1) == 16
    # gone: no die, no better Armor Class, but the weight stays
    assert not detonates_early(state, "v", "tank-gun-medium", level, ScriptedDice([]))
    assert armor_class(state, "v") == 15
    assert movement_of(state, the(state, "v")) == 8


@rule("owb.mod.makeshift-armor-detonation")
def test_it_is_not_rolled_for_bullets_or_for_what_the_hull_stops() -> None:
    state = field("tank-medium", add=["makeshift-armor"])
    none = ScriptedDice([])
    assert not detonates_early(state, "v", "tank-gun-light", 2, none)
    assert not detonates_early(state, "v", "rifle-anti-tank", 1, none)
    assert not detonates_early(state, "v", "grenade", 1, none)
    assert detonates_early(state, "v", "rpg-light", 1, ScriptedDice([1]))


@rule("owb.mod.aerial")
def test_what_flies_is_not_struck_from_the_ground_until_it_must_land() -> None:
    state = field("car", add=["aerial"])
    assert flies(the(state, "v"))
    assert vehicles_in_blast(state, (10, 21), 3) == ()
    table_10(state, 2)
    assert not flies(the(state, "v"))
    assert vehicles_in_blast(state, (10, 21), 3) == ("v",)


@rule("owb.mod.communications")
def test_a_radio_works_until_it_is_lost_with_the_vehicle() -> None:
    state = field("tank-light")
    assert has_radio(the(state, "v"))
    assert not has_radio(the(field("car"), "v"))
    assert not has_radio(state.alter("v", wreck="inoperable"))


# -- REPAIRING VEHICLES ---------------------------------------------------------------------------


@rule("owb.vdamage.repair-five-per-day")
def test_five_hit_points_a_day_and_the_rest_with_the_last_of_them() -> None:
    state = field("tank-light")
    shot = state.alter("v", hp=-3, wreck="inoperable", shocked=True, dim=2, hull_lost=1, slowed=1)
    shot = replace(shot, mounts=(replace(shot.mounts[0], lost=True), *shot.mounts[1:]))
    one = repaired(shot, 1)
    assert (one.hp, one.wreck, one.shocked, one.dim) == (2, "", False, 2)
    assert repaired(shot, 6).mounts[0].lost
    assert days_to_mend(shot) == 7
    whole = repaired(shot, 7)
    assert (whole.hp, whole.dim, whole.hull_lost, whole.slowed) == (32, 0, 0, 0)
    assert not any(mount.lost for mount in whole.mounts)
    assert repaired(shot, 7, parts=False) == shot


@rule("owb.vdamage.repair-five-per-day")
def test_one_day_is_enough_where_only_other_things_are_missing() -> None:
    state = field("tank-light")
    table_10(state, 2, 2)
    radio = the(state, "v")
    assert missing(radio) == ("modifications",)
    assert days_to_mend(radio) == 1
    assert "communications" in repaired(radio, 1).modifications
    wreck = state.alter("v", hp=-12, wreck="exploded")
    assert days_to_mend(wreck) is None
    assert repaired(wreck, 30) == wreck
