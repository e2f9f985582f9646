"""Vehicles examined anew: damage, wrecks, Table 10, walls, crews and the switches about them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import armor_class
from sandtable.rulebooks.whitebox.part2_vehicles.damage.inanimate_objects import (
    damage_object,
    is_harmed,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance_at,
    movement_left,
    movement_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import shot_through_port
from sandtable.rulebooks.whitebox.state.orders import Begin, Move, Shoot
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Alight,
    Board,
    ChangeSeat,
    Drive,
    EndVehicle,
    FirePort,
    SetPace,
    ShootAboard,
    StartVehicle,
    Traverse,
    Unstick,
)
from tests.whitebox.crash_kit import crash, driven, speeding
from tests.whitebox.crash_kit import field as open_field
from tests.whitebox.damage_kit import FAILED, SAVED, field, hit, hits, kinds, table_10
from tests.whitebox.driving_kit import CAR, on_the_road, parked, wheelman, where
from tests.whitebox.gun_kit import FAR, duel, fire, gun, shot
from tests.whitebox.kit import (
    B_FIRST,
    ask,
    at,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    rolled_all,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- 0 and -10 ------------------------------------------------------------------------------------


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.zero-hurts-occupants")
@pytest.mark.parametrize(("points", "wreck"), [(4, ""), (5, "inoperable"), (14, "inoperable")])
def test_a_light_tank_with_5_hit_points(points: int, wreck: str) -> None:
    state = field("tank-light", hp=5)
    aboard = len(state.occupants("v"))
    hit(state, points, *([1, 1, SAVED] * aboard if wreck else []))
    assert (the(state, "v").hp, the(state, "v").wreck) == (5 - points, wreck)
    assert hits(state) == ([2] if wreck else [4]) * aboard


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.escape-save")
@pytest.mark.parametrize("saves", [True, False])
def test_splinters_come_before_the_explosion_and_the_save_to_get_out_after_them(
    saves: bool,
) -> None:
    options: dict[str, str | bool] = {"escape_save": "on" if saves else "off"}
    state = field("tank-light", hp=5, options=options)
    aboard = len(state.occupants("v"))
    events = hit(state, 15, *[1, 1, SAVED] * aboard, *([FAILED] * aboard if saves else []))
    told_ = kinds(events)
    assert told_.index("wreck") < told_.index("splinters") < told_.index("explosion")
    assert [one.out for one in state.occupants("v")] == ["dead"] * aboard


@rule("owb.vdamage.zero-hurts-occupants", "owb.vdamage.minus-ten-explodes")
def test_a_wreck_that_is_hit_again_throws_no_more_splinters_until_it_explodes() -> None:
    state = field("tank-light", hp=5)
    aboard = len(state.occupants("v"))
    hit(state, 5, *[1, 1, SAVED] * aboard)
    assert "splinters" not in kinds(hit(state, 9))
    assert "explosion" in kinds(hit(state, 1, *[FAILED] * aboard))


@rule("owb.vdamage.zero-is-inoperable")
def test_a_wreck_neither_fires_nor_moves_nor_turns_its_turret() -> None:
    battle = duel(pace="normal")
    battle.state.alter("tank", hp=0, wreck="inoperable", shocked=True)
    turn = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    for order in (fire("tank", "foe"), turn, Drive("tank", 1)):
        found = battle.refusal(order, "a")
        assert found is not None
        assert found.rule == "owb.vdamage.zero-is-inoperable"


# -- Table 10 -------------------------------------------------------------------------------------


@rule("owb.vcrit.modification", "owb.vcrit.weapon")
def test_what_a_car_cannot_lose_is_rolled_again() -> None:
    state = field("car")
    table_10(state, 2, 6, 2, 1)
    assert armor_class(state, "v") == 10


@rule("owb.vcrit.modification", "owb.mod.firing-ports")
def test_the_last_hull_level_of_a_halftrack_takes_its_ports_along() -> None:
    """Hull, Communications, Firing Ports, Tracked: the first of four."""
    state = field("armored-personnel-carrier")
    table_10(state, 2, 1)
    carrier = the(state, "v")
    assert carrier.armor == 0
    assert not carrier.has("firing-ports")
    # Two are left to lose now: the radio and the tracks.
    table_10(state, 2, 2)
    assert the(state, "v").immobile


@rule("owb.vcrit.movement", "owb.mishap.transmission-strain")
def test_of_two_reductions_the_lower_movement_counts_and_a_second_result_holds_it() -> None:
    state = field("tank-medium")
    table_10(state, 3)
    assert movement_of(state, the(state, "v")) == 3
    state.alter("v", strained_from=1, strained_to=9)
    assert movement_of(state, the(state, "v")) == 3
    assert allowance_at(state, the(state, "v"), "crawl") == 1
    table_10(state, 3)
    assert the(state, "v").immobile
    assert movement_of(state, the(state, "v")) == 0


@rule("owb.vcrit.movement")
@pytest.mark.parametrize(("gone", "left"), [(0, 3), (4, 3), (7, 2), (9, 0)])
def test_a_tank_hit_on_its_way_keeps_what_it_has_gone_and_the_rest_is_cut(
    gone: int, left: int
) -> None:
    state = field("tank-medium")
    state.alter("v", pace="normal", declared=True, spent=gone, travel=gone)
    table_10(state, 3)
    assert movement_left(state, the(state, "v")) == left
    assert the(state, "v").travel == gone


@rule("owb.vcrit.operator")
@pytest.mark.parametrize(("save", "left"), [(SAVED, 2), (FAILED, 0)])
def test_splinters_strike_the_driver_for_1d6_and_1(save: int, left: int) -> None:
    state = field("car")
    state.alter("v", pace="normal", travel=4, travelled=8)
    table_10(state, 4, 3, save)
    assert hits(state) == [left]
    # Whoever loses his driver stops at once.
    assert the(state, "v").pace == ("normal" if left else "stopped")
    assert the(state, "v").travelled == (8 if left else 0)


@rule("owb.vcrit.weapon")
def test_each_weapon_is_as_likely_and_a_lost_one_is_not_lost_twice() -> None:
    state = field("tank-medium")
    table_10(state, 6, 1)
    table_10(state, 6, 2)
    assert [mount.lost for mount in the(state, "v").mounts] == [True, False, True]


@rule("owb.vcrit.visibility", "owb.vattack.passengers-fire-hand-weapons")
def test_poor_visibility_takes_one_each_from_mounted_weapons_only() -> None:
    rider = man("rider", (0, 0), carried_by="v", seat="passenger-2", weapons=["rifle-large"])
    state = state_of(
        vehicle("v", "armored-personnel-carrier", (10, 20)),
        rider,
        man("hans", (10, 10), "b"),
    )
    state.alter("v", dim=2)
    heavy = shot(state, fire("v", "hans"))
    assert heavy.tally.total == -2
    out = shot_through_port(
        state,
        state.person("rider"),
        FirePort(person="rider", weapon="rifle-large", target="hans", port="F"),
    )
    assert isinstance(out, Blow)
    assert out.tally.total == 0


# -- walls ----------------------------------------------------------------------------------------

HIT_POINTS: dict[str, str | bool] = {"cover_damage": "hit-points"}


@rule("owb.object.collapse", "owb.object.hit-points-optional")
@pytest.mark.parametrize(
    ("kind", "most"),
    [("building-wall-plaster-or-wood", 15), ("tall-wall", 45), ("bunker-wall", 60)],
)
def test_a_structure_may_fall_beyond_three_times_its_hit_points(kind: str, most: int) -> None:
    for points, dice in ((most, []), (most + 1, [2]), (most + 1, [1])):
        wall = filled("wall", kind, (10, 10), (14, 10))
        state = state_of(FAR, man("ivan", (1, 30)), terrain=[wall], options=HIT_POINTS)
        script = ScriptedDice(dice)
        list(damage_object(state, (10, 10), points, script))
        script.assert_spent()
        fallen = [x for x in range(10, 15) if state.bare_grounds.kind((x, 10)).name == "debris"]
        assert fallen == ([10, 11, 12] if dice == [1] else [10])


@rule("owb.object.hull-equivalent", "owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize(
    ("weapon", "piercing", "harms"),
    [
        ("tank-gun-light", False, False),
        ("tank-gun-light", True, True),
        ("tank-gun-medium", False, True),
        ("rpg-light", False, False),
        ("rpg-medium", False, True),
        ("grenade", False, False),
        ("machinegun-heavy", False, False),
    ],
)
def test_masonry_resists_like_a_hull_of_two(weapon: str, piercing: bool, harms: bool) -> None:
    wall = filled("wall", "tall-wall", (10, 10))
    state = state_of(FAR, man("ivan", (1, 30)), terrain=[wall], options=HIT_POINTS)
    assert is_harmed(state, (10, 10), weapon, piercing=piercing) is harms


@rule("owb.collision.object-struck", "owb.collision.position-afterwards")
def test_a_tank_rams_through_a_wooden_wall_and_pays_two_for_the_step() -> None:
    wall = filled("wall", "building-wall-plaster-or-wood", (10, 19), (11, 19))
    battle = on_the_road(
        "tank-medium", travel=3, with_=[wheelman()], terrain=[wall], options=HIT_POINTS
    )
    # 2 + 3 at x3 (front of x2) is 15 for the wood, no more than three times its 5: no collapse;
    # the tank takes 5/3 = 1, and nobody aboard half of that.
    play(battle, Drive(CAR, 1, ram_object=True), dice=[2])
    assert rolled_all(battle)
    tank = the(battle, CAR)
    assert where(battle).front_left == (10, 19)
    assert (tank.hp, tank.spent, tank.travel, tank.pace) == (35, 2, 1, "normal")


@rule("owb.object.collapse-buries-the-vehicle", "owb.maneuver.unstuck-by-driving")
def test_a_house_that_falls_on_a_tank_holds_it_until_it_is_free() -> None:
    wall = filled("wall", "building-wall-plaster-or-wood", (10, 19), (11, 19))
    battle = on_the_road(
        "tank-medium", travel=4, with_=[wheelman()], terrain=[wall], options=HIT_POINTS
    )
    # 2 + 4 at x3 is 18, more than 15: the first section is rolled for, and falls with its
    # neighbour; the tank, which takes 2, is buried where it was. Those aboard save.
    play(battle, Drive(CAR, 1, ram_object=True), dice=[2, *[20] * 5, 1, *[6] * 4])
    tank = the(battle, CAR)
    assert (tank.stuck, tank.pace) == (True, "stopped")
    assert where(battle).front_left == (10, 20)
    play(battle, EndVehicle(CAR))


# -- crews ----------------------------------------------------------------------------------------


@rule("owb.crew.no-operator-no-movement")
def test_a_car_whose_driver_is_shot_stops_at_that_moment() -> None:
    battle = fight(
        vehicle("car", "car", (10, 20), pace="normal", travel=9),
        man("hans", (10, 10), "b", facing=4),
        FAR,
        dice=B_FIRST,
    )
    shot_ = ShootAboard(person="hans", vehicle="car", weapon="rifle-large", occupant="car.operator")
    play(battle, Begin(person="hans"), shot_, dice=[20, 6])
    car = the(battle, "car")
    assert (car.pace, car.travelled, car.rolling) == ("stopped", 0, False)


@rule("owb.crew.mount-and-dismount")
@pytest.mark.parametrize(("save", "loss"), [(18, 0), (17, 3)])
def test_who_jumps_off_a_moving_truck_saves_or_falls(save: int, loss: int) -> None:
    rider = man("ivan", (0, 0), carried_by=CAR, seat="bed-1")
    battle = on_the_road("truck-small", with_=[rider])
    out = Alight(person="ivan", to=middle((12, 21)))
    play(battle, out, dice=[save, *([3] if loss else [])])
    assert rolled_all(battle)
    assert at(battle.state, "ivan") == (12, 21)
    assert person(battle, "ivan").hp == 4 - loss
    assert ask(battle) == "vehicle turn"


@rule("owb.crew.mount-and-dismount")
def test_who_gets_out_of_a_standing_truck_walks_on() -> None:
    rider = man("ivan", (0, 0), carried_by=CAR, seat="bed-1")
    battle = parked("truck-small", with_=[rider])
    play(battle, SetPace(CAR, "stopped"), Alight(person="ivan", to=middle((12, 21))))
    assert ask(battle) == "turn"
    play(battle, Move(person="ivan", path=(middle((13, 21)),)))
    assert at(battle.state, "ivan") == (13, 21)
    shot_ = Shoot(person="ivan", target="foe", weapon="rifle-large")
    assert battle.refusal(shot_, "a") is not None


@rule("owb.crew.mount-and-dismount", "owb.crew.change-seat-is-an-action")
def test_who_boards_uses_his_seat_from_the_next_round_on() -> None:
    battle = fight(
        vehicle("truck", "truck-small", (10, 20), empty=["operator"]),
        man("ivan", (12, 21)),
        FAR,
    )
    play(battle, Begin(person="ivan"), Board(person="ivan", vehicle="truck", seat="operator"))
    assert battle.refusal(StartVehicle("truck"), "a") is not None
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle("truck"), SetPace("truck", "crawl"), Drive("truck", 2))
    assert the(battle, "truck").travel == 2


@rule("owb.crew.change-seat-is-an-action")
def test_a_driver_who_leaves_his_seat_stops_the_vehicle() -> None:
    battle = on_the_road("car", travel=6)
    play(battle, Drive(CAR, 2), ChangeSeat(person=f"{CAR}.operator", seat="passenger-1"))
    car = the(battle, CAR)
    assert (car.pace, car.travel, car.travelled) == ("stopped", 0, 0)
    found = battle.refusal(Drive(CAR, 1), "a")
    assert found is not None
    assert found.rule == "owb.crew.no-operator-no-movement"


@rule("owb.vehicle.operator-fires-only-operator-linked")
@pytest.mark.parametrize(("pace", "may"), [("stopped", True), ("crawl", False), ("normal", False)])
def test_a_driver_fires_his_own_weapon_only_while_he_stands(pace: Any, may: bool) -> None:
    ivan = man("ivan", (0, 0), carried_by=CAR, seat="operator", weapons=["handgun-large"])
    battle = on_the_road("car", pace=pace, with_=[ivan, man("hans", (10, 12), "b")])
    order = FirePort(person="ivan", weapon="handgun-large", target="hans")
    found = battle.refusal(order, "a")
    assert (found is None) is may
    if found is not None:
        assert found.rule == "owb.vehicle.operator-fires-only-operator-linked"


# -- switches -------------------------------------------------------------------------------------


@rule("owb.vstat.tank-destroyer", "owb.crew.veterans-plus-one", "owb.vstat.hit-points-average")
def test_switches_of_single_vehicles_and_of_hit_points() -> None:
    fixed = state_of(vehicle("v", "tank-destroyer", (10, 20), td_gun="F"), FAR)
    assert [mount.kind for mount in the(fixed, "v").mounts] == ["F", "F"]
    veteran = state_of(
        vehicle("v", "tank-medium", (10, 20), crew_quality="veteran"),
        vehicle("foe", "car", (11, 8), 4, "b"),
    )
    assert shot(veteran, fire("v", "foe")).tally.total == 1
    assert gun(veteran, "v").person.rank == "veteran"
    rolled = fight(
        vehicle("v", "tank-heavy", (10, 20)),
        FAR,
        options={"vehicle_hit_points": "rolled"},
        dice=[*[3] * 10, 6, 1],
    )
    assert (the(rolled, "v").hp, the(rolled, "v").most_hp) == (30, 30)


@rule("owb.maneuver.unstuck-by-driving", "owb.vterrain.bogging-down")
@pytest.mark.parametrize("on", [True, False])
def test_the_switches_of_bogging_down_and_of_its_mishap(on: bool) -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    options: dict[str, str | bool] = {"unstuck_mishap": "on" if on else "off"}
    battle = parked("car", terrain=[mud], options=options)
    battle.state.alter(CAR, stuck=True)
    # A failed check; with the switch on a skid follows, 1 square straight on for 1 point.
    play(battle, Unstick(CAR), dice=[2, *([4, 1] if on else [])])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is on
    dry = on_the_road("car", terrain=[mud], options={"bogging": "off"})
    play(dry, Drive(CAR, 2))
    assert rolled_all(dry)


@rule("owb.combined.smoke-from-wrecks")
@pytest.mark.parametrize("on", [True, False])
def test_the_switch_of_smoking_wrecks(on: bool) -> None:
    options: dict[str, str | bool] = {"wreck_smoke": "on" if on else "off", "escape_save": "off"}
    state = field("car", options=options)
    hit(state, 18, 6, 6, FAILED)
    # 5 x 4 squares around a car of 3 x 2.
    assert len(state.smoke) == (20 if on else 0)


@rule("owb.collision.hull-divides-taken", "owb.vcrit.massive-damage")
@pytest.mark.parametrize("rammed", [True, False])
def test_only_a_ram_is_an_attack_that_does_massive_damage(rammed: bool) -> None:
    state = open_field(
        driven("a", "tank-heavy", (10, 10)),
        driven("b", "tank-heavy", (10, 6), 0, side="b"),
        options={"massive_damage": "on"},
    )
    for name in "ab":
        state.alter(name, most_hp=8)
    speeding(state, "a", 4)
    # A rear-end: 2 + 4 for both; front x3 against rear x2: 6 x 3/4 = 4 for the attacker and
    # 6 x 4/3 = 8 for the other, which are massive. The save of a ram; then each one's save
    # against massive damage, and those of the drivers.
    dice = [20, 2, 20, 20, 20, 20] if rammed else [2, 20, 20]
    made = crash(state, "a", *dice, rammed=rammed)
    assert made.left == ()
    assert ("massive-damage" in made.kinds()) is rammed
