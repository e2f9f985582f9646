"""Guns of vehicles where several rules meet: ranges, arcs, rounds, those aboard and switches."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import hurt
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import VehicleShot
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import can_release, open_release
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import shield_covers
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import damage_vehicle
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import shot_through_port
from sandtable.rulebooks.whitebox.part3_combining.exposed import occupant_shelter
from sandtable.rulebooks.whitebox.part3_combining.from_foot import check_shoot_aboard
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    FireGun,
    FirePort,
    SetPace,
    ShootAboard,
    StartVehicle,
    SweepGun,
    Traverse,
    WithholdGun,
)
from tests.whitebox.gun_kit import (
    FAR,
    ROUNDS,
    duel,
    fire,
    fires,
    refused,
    shot,
    start,
    turret,
)
from tests.whitebox.kit import (
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    rolled_all,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


COAXIAL = [
    {"weapon": "tank-gun-medium", "kind": "TR2"},
    {"weapon": "machinegun-medium", "kind": "CXL"},
]


PINTLE = {"weapon": "machinegun-medium", "kind": "PIN"}


# -- ranges ---------------------------------------------------------------------------------------


@rule("owb.vweapon.ranges-in-squares", "owb.range.bands", "owb.vattack.range-to-a-vehicle")
@pytest.mark.parametrize(
    ("distance", "total"),
    [(60, 0), (61, -2), (120, -2), (121, -4), (180, -4), (181, -6), (240, -6), (241, None)],
)
def test_each_band_of_a_cannon_ends_exactly_at_a_multiple_of_its_range(
    distance: int, total: int | None
) -> None:
    """From the nearest square of the one to the nearest of the other."""
    rows = 280
    front = 5 + distance
    state = state_of(
        vehicle("tank", "tank-light", (10, front), rows=rows),
        vehicle("foe", "truck-large", (11, 5), 4, "b", rows=rows),
        man("far", (34, 1), "b", rows=rows),
        size=(36, rows),
    )
    if total is None:
        assert refused(state, fire("tank", "foe")) == "owb.vweapon.ranges-in-squares"
    else:
        assert shot(state, fire("tank", "foe")).tally.total == total


# -- hulls, rounds and naturals -------------------------------------------------------------------


@rule("owb.hull.effective-level-order", "owb.vammo.ap-lowers-hull-by-one")
def test_a_lost_level_the_side_and_the_round_come_together_on_a_heavy_tank() -> None:
    """x3, one level lost, struck in the side with AP: 0, so that 9d6 count in full."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-heavy", (10, 8), 2, "b"),
        FAR,
        options=ROUNDS,
    )
    battle.state.alter("foe", hull_lost=1)
    start(battle, "tank")
    assert shot(battle.state, fire("tank", "foe")).level == 1
    assert shot(battle.state, fire("tank", "foe", round="AP")).level == 0
    fires(battle, fire("tank", "foe", round="AP"), 16, *[3] * 9)
    assert the(battle, "foe").hp == 50 - 27
    mount = the(battle, "tank").mount("gun-1")
    assert mount is not None
    assert mount.ap == 2


@rule("owb.vcrit.natural-20-and-1", "owb.hull.damage-matrix")
def test_a_natural_20_to_which_the_hull_is_immune_rolls_nothing_more() -> None:
    battle = duel("tank-light", "tank-medium")
    fires(battle, fire("tank", "foe"), 20)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 36


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_20_that_misses_has_no_result_but_is_looked_up_on_table_9() -> None:
    """20 - 4 for the pace is 16, and driving defensively makes the tank AAC 17."""
    battle = duel(pace="normal")
    battle.state.alter("foe", defensive=True)
    fires(battle, fire("tank", "foe"), 20, 4)
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is False
    assert not told(battle, "adverse-effect")


@rule("owb.vcrit.natural-20-and-1")
def test_without_the_switch_neither_face_means_anything() -> None:
    off: Any = {"naturals_vehicle": "off"}
    battle = duel(options=off)
    fires(battle, fire("tank", "foe"), 20, *[1] * 9)
    assert rolled_all(battle)
    other = duel(options=off)
    fires(other, fire("tank", "foe"), 1)
    assert rolled_all(other)


@rule("owb.vcrit.massive-damage", "owb.vcrit.natural-20-and-1")
def test_massive_damage_is_rolled_for_before_the_result_of_the_20() -> None:
    """9 of 36 is a quarter: the driver saves and fails, Table 10 for that; then for the 20."""
    battle = duel(options={"massive_damage": "on"})
    fires(battle, fire("tank", "foe"), 20, *[1] * 9, 17, 1, 5)
    assert rolled_all(battle)
    foe = the(battle, "foe")
    assert (foe.hp, foe.worse_aac, foe.dim) == (27, 1, 1)


@rule("owb.mod.makeshift-armor-detonation", "owb.vdamage.deduct-from-hit-points")
def test_makeshift_armor_and_hull_are_multiplied_and_rounded_once() -> None:
    """AAC 13 and 1; 7d6 of 25 against x1: a quarter is 6, not half of 12 rounded twice."""
    battle = fight(
        vehicle("tank", "tank-light", (10, 25)),
        vehicle("foe", "armored-car", (10, 8), 4, "b", add=["makeshift-armor"]),
        FAR,
    )
    start(battle, "tank")
    assert shot(battle.state, fire("tank", "foe")).armor.total == 14
    fires(battle, fire("tank", "foe"), 14, 1, 6, 6, 6, 4, 1, 1, 3)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 10 - 6
    assert shot(battle.state, fire("tank", "foe", name="gun-2")).armor.total == 13
    assert the(battle, "foe").movement == 17


# -- turrets --------------------------------------------------------------------------------------


@rule("owb.vattack.withhold", "owb.arc.traverse-timing")
def test_a_released_shot_has_only_the_traverse_that_is_left() -> None:
    """TR2: 45 degrees on its own turn leave 45 for the release."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (30, 25), 0, "b"),
        FAR,
    )
    start(battle, "tank")
    right = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    play(battle, right, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="crawl"))
    play(battle, Drive(vehicle="foe", squares=1))
    assert battle.choices[0].ask == "interrupt"
    play(battle, right)
    with pytest.raises(Refusal):
        play(battle, right)
    play(battle, fire("tank", "foe"), dice=(2,))
    assert person(battle, "tank.gun-1").attacked


@rule("owb.vattack.withhold", "owb.arc.coaxial")
def test_who_mans_the_coaxial_weapon_may_turn_the_turret_to_release_his_shot() -> None:
    """The turret points forward; the truck is to the right."""
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), mounts=COAXIAL),
        vehicle("foe", "truck-large", (30, 25), 0, "b"),
        FAR,
    )
    assert can_release(state, state.person("tank.gun-1"))
    assert can_release(state, state.person("tank.gun-2"))
    turret(state, "tank", traversed=2)
    assert not can_release(state, state.person("tank.gun-2"))


@rule("owb.vstat.tank-destroyer", "owb.arc.traverse-timing")
def test_the_fixed_gun_of_a_tank_destroyer_is_aimed_with_the_hull() -> None:
    state = state_of(
        vehicle("su", "tank-destroyer", (10, 25), td_gun="F"),
        vehicle("ahead", "truck-large", (10, 8), 4, "b"),
        vehicle("aside", "truck-large", (30, 25), 0, "b"),
        FAR,
    )
    shot(state, fire("su", "ahead"))
    assert refused(state, fire("su", "aside")) == "owb.arc.decides-targets"
    assert isinstance(open_release(state, state.person("su.gun-1")), FireGun), "never a traverse"


@rule("owb.arc.pintle-shield")
def test_a_shield_protects_within_exactly_45_degrees_of_the_last_shot() -> None:
    """The centre of the carrier is (10.5, 26.5): (20, 17) is exactly to the north-east."""
    state = state_of(
        vehicle("apc", "armored-personnel-carrier", (10, 25)),
        man("ivan", (20, 17), "b"),
        FAR,
    )
    gunner = state.person("apc.gun-1")
    assert shield_covers(state, gunner, (20.0, 17.0))
    assert not shield_covers(state, gunner, (20.0, 17.5))
    turret(state, "apc", aimed=90.0)
    assert shield_covers(state, gunner, (20.0, 17.0))
    assert shield_covers(state, gunner, (20.0, 36.0))
    assert not shield_covers(state, gunner, (10.5, 5.0))


# -- those aboard ---------------------------------------------------------------------------------


def passenger(sheet: str, port: str = "", **more: Any) -> Any:
    state = state_of(
        vehicle("apc", "armored-personnel-carrier", (10, 20), **more),
        man("pal", (2, 2), sheet=sheet, carried_by="apc", seat="passenger-1"),
        vehicle("foe", "truck-large", (10, 6), 4, "b"),
        man("ivan", (10, 12), "b", facing=4),
        FAR,
    )
    order = FirePort(person="pal", weapon=state.person("pal").arms[0].id, target="ivan", port=port)  # type: ignore[arg-type]
    return state, order, shot_through_port(state, state.person("pal"), order)


@rule("owb.vattack.passengers-fire-hand-weapons", "owb.vcrit.visibility")
def test_broken_periscopes_do_not_trouble_a_rifle_in_a_port() -> None:
    state, order, found = passenger("rifleman", "F")
    assert isinstance(found, Blow)
    assert found.tally.total == 0
    state.alter("apc", dim=2, pace="normal")
    again = shot_through_port(state, state.person("pal"), order)
    assert isinstance(again, Blow)
    assert again.tally.total == -4
    assert shot(state, fire("apc", "ivan")).tally.total == -6


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_over_the_sides_of_an_open_carrier_one_is_in_partial_cover_from_everywhere() -> None:
    state, _, found = passenger("rifleman", open_top=True)
    assert isinstance(found, Blow)
    assert occupant_shelter(state, (10, 12), state.person("pal")) == "full"
    state.change("pal", ported="over")
    assert occupant_shelter(state, (10, 12), state.person("pal")) == "partial"
    assert occupant_shelter(state, (30, 20), state.person("pal")) == "partial"


@rule("owb.mod.firing-ports-protect", "owb.footprint.zones-front-side-rear")
def test_who_fired_ahead_is_seen_from_the_front_up_to_exactly_45_degrees() -> None:
    """The carrier's front-left corner is at (9.5, 19.5): (5, 15) lies on the line from it."""
    state, *_ = passenger("rifleman", "F")
    state.change("pal", ported="F")
    assert occupant_shelter(state, (5, 15), state.person("pal")) == "partial"
    assert occupant_shelter(state, (4, 15), state.person("pal")) == "full"


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


@rule("owb.crew.no-operator-no-movement", "owb.vattack.minus-four-above-crawl")
def test_a_tank_whose_driver_falls_stands_and_its_gunners_fire_without_the_penalty() -> None:
    battle = duel(pace="normal")
    assert shot(battle.state, fire("tank", "foe")).tally.total == -4
    list(hurt(battle.state, "tank.operator", 30))
    assert the(battle, "tank").pace == "stopped"
    assert shot(battle.state, fire("tank", "foe")).tally.total == 0


@rule("owb.vdamage.zero-is-inoperable", "owb.vattack.withhold-carries-over")
def test_withheld_shots_of_a_wreck_are_lost() -> None:
    battle = duel()
    play(battle, WithholdGun(person="tank.gun-1"))
    assert can_release(battle.state, person(battle, "tank.gun-1"))
    list(damage_vehicle(battle.state, "tank", 36, ScriptedDice([1] * 40)))
    assert not person(battle, "tank.gun-1").withheld
    assert not can_release(battle.state, person(battle, "tank.gun-1"))


@rule("owb.vehicle.turn-procedure", "owb.vehicle.group-or-individual-initiative")
def test_alone_a_gunner_fires_with_the_pace_that_is_in_force_on_his_turn() -> None:
    """The gunner's 6 comes before the driver's 1: the tank still rolls as in the last round."""
    battle = fight(
        vehicle("tank", "tank-light", (10, 25), pace="normal", travel=4),
        man("foe", (10, 8), "b", facing=4),
        options={"initiative": "individual"},
        dice=(1, 6, 2, 3, 5),
    )
    state = battle.state
    assert shot(state, fire("tank", at=(10, 8))).tally.total == -4


@rule("owb.vattack.line-of-sight", "owb.vdamage.zero-is-inoperable")
def test_a_wreck_may_still_be_fired_at_and_a_burnt_out_one_may_not() -> None:
    battle = duel()
    battle.state.alter("foe", wreck="inoperable", hp=0)
    assert isinstance(shot(battle.state, fire("tank", "foe")), VehicleShot)
    battle.state.alter("foe", wreck="exploded", hp=-10)
    assert refused(battle.state, fire("tank", "foe")) == "owb.vdamage.minus-ten-explodes"


@rule("owb.vweapon.on-trailers", "owb.arc.forward")
def test_the_cone_of_a_trailer_opens_from_its_single_square_of_width() -> None:
    """2 x 1 facing north at (10, 25): h is a half; 20 squares out it is 8.8 to each side."""
    state = state_of(
        vehicle("flak", "trailer-autocannon", (10, 25)),
        vehicle("in", "motorcycle", (18, 4), 0, "b"),
        vehicle("out", "motorcycle", (20, 4), 0, "b"),
        FAR,
    )
    shot(state, fire("flak", "in"))
    assert refused(state, fire("flak", "out")) == "owb.arc.decides-targets"


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles", "owb.suppress.order-of-victims")
def test_an_autocannon_sweeps_the_nearest_vehicle_first_friend_or_foe() -> None:
    battle = fight(
        vehicle("car", "armored-car", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        vehicle("own", "truck-small", (10, 16)),
        FAR,
    )
    start(battle, "car")
    fires(battle, fire("car", "foe", mode="suppress"), 2)
    play(battle, EndVehicle(vehicle="car"))
    play(battle, StartVehicle(vehicle="own"), EndVehicle(vehicle="own"))
    pass_all(battle, dice=(6, 1))
    start(battle, "car")
    sweep = SweepGun(person="car.gun-1", mount="gun-1")
    play(battle, sweep, dice=(2, 3, 4, 4, 1, 1, 6, 6))
    victims = [event.pieces[0] for event in told(battle, "bullets")]
    assert victims == ["own", "foe"]
    assert (the(battle, "own").hp, the(battle, "foe").hp) == (12 - 7, 16 - 14)


@rule("owb.vattack.suppressive-fire-procedure", "owb.grid.alternate-diagonals")
def test_cones_keep_the_plain_count_of_squares_with_alternate_diagonals() -> None:
    """26 squares on the diagonal are 39 as a range, but within the reach of 30 for the cone."""
    state = state_of(
        vehicle("jeep", "truck-small", (3, 30), mounts=[PINTLE]),
        man("ivan", (30, 4), "b", facing=4),
        FAR,
        options={"diagonals": "alternate"},
    )
    order = fire("jeep", "ivan", mode="suppress")
    assert shot(state, order).tally.total == 0  # -2 for Medium range, 2 for the burst
    rifle = man("smg", (20, 20), weapons=["submachinegun"])
    truck = vehicle("truck", "truck-large", (9, 9), 4, "b")
    foot = state_of(rifle, truck, FAR, options={"diagonals": "alternate"})
    open_fire = ShootAboard(person="smg", vehicle="truck", weapon="submachinegun", mode="suppress")
    assert check_shoot_aboard(foot, foot.person("smg"), open_fire) is None


@rule("owb.vweapon.machineguns-on-vehicles", "owb.modifiers.target-helpless-or-unaware")
def test_a_mounted_machinegun_may_be_fired_at_somebody_who_is_down_but_not_at_the_dead() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25)), man("ivan", (10, 12), "b", facing=4), FAR
    )
    state.change("ivan", out="incapacitated")
    assert isinstance(shot(state, fire("tank", "ivan", name="gun-2")), Blow)
    state.change("ivan", out="dead")
    assert refused(state, fire("tank", "ivan", name="gun-2")) == "owb.vattack.line-of-sight"


@rule("owb.suppress.cover-damage", "owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_a_bullet_that_misses_a_driver_for_his_cab_breaks_no_fence_under_the_truck() -> None:
    """AAC 11 less 2: a 12 misses only for the concealment that the truck itself gives."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR,
        terrain=[filled("trees", "small-tree", (8, 4), (11, 8))],
        options={"cover_damage": "hit-points"},
    )
    start(battle, "tank")
    order = fire("tank", "foe.operator", name="gun-2")
    fires(battle, order, shot(battle.state, order).needed - 1)
    assert not battle.state.worn
    assert rolled_all(battle)
