"""Vehicles examined anew: guns, arcs, misses, hulls and cover where two rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import VehicleShot
from sandtable.rulebooks.whitebox.part2_vehicles.attack.misses_and_bursts import lands_astray
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import vehicle_save
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    EndVehicle,
    FireGun,
    FirePort,
    SweepGun,
    Traverse,
)
from tests.whitebox.gun_kit import FAR, ROUNDS, duel, fire, fires, gun, refused, shot, start, turret
from tests.whitebox.kit import (
    ask,
    edged,
    feed,
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

GUNS = ("autocannon", "cannon", "tank-gun-light", "tank-gun-medium", "tank-gun-heavy")
HULLS = {
    "autocannon": (1, 0.5, 0, 0),
    "cannon": (1, 0.5, 0, 0),
    "tank-gun-light": (1, 1, 0, 0),
    "tank-gun-medium": (1, 1, 1, 0),
    "tank-gun-heavy": (1, 1, 1, 1),
    "machinegun-medium": (0.5, 0, 0, 0),
    "machinegun-heavy": (0.5, 0, 0, 0),
}
FACED = {"front": 4, "side": 2, "rear": 0}


# -- hulls ----------------------------------------------------------------------------------------


@rule("owb.hull.damage-matrix", "owb.hull.effective-level-order", "owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize("weapon", list(HULLS))
@pytest.mark.parametrize("face", list(FACED))
def test_every_weapon_against_every_hull_and_face(weapon: str, face: str) -> None:
    tanks = {"car": 0, "tank-destroyer": 1, "tank-light": 2, "tank-heavy": 3}
    mounts = [{"weapon": weapon, "kind": "TR3"}]
    for sheet, level in tanks.items():
        battle = fight(
            vehicle("tank", "tank-medium", (10, 25), mounts=mounts),
            vehicle("prey", sheet, (11, 10), FACED[face], "b"),
            FAR,
            options=ROUNDS,
        )
        start(battle, "tank")
        here = level - 1 if level >= 2 and face != "front" else level
        found = shot(battle.state, fire("tank", "prey"))
        assert isinstance(found, VehicleShot)
        assert (found.level, float(found.share)) == (here, HULLS[weapon][here])
        if weapon.startswith("tank-gun"):
            pierced = shot(battle.state, fire("tank", "prey", round="AP"))
            assert float(pierced.share) == HULLS[weapon][max(0, here - 1)]


@rule("owb.hull.effective-level-order")
def test_a_hull_that_has_lost_a_level_loses_it_on_every_face_first() -> None:
    battle = duel("tank-medium", "tank-heavy")
    battle.state.alter("foe", hull_lost=1)
    assert shot(battle.state, fire("tank", "foe")).level == 2
    state = fight(
        vehicle("tank", "tank-medium", (10, 25)), vehicle("foe", "tank-heavy", (10, 8), 0, "b"), FAR
    ).state
    state.alter("foe", hull_lost=1)
    assert shot(state, fire("tank", "foe")).level == 1


@rule("owb.mod.makeshift-armor-detonation", "owb.mod.makeshift-armor-used-up")
def test_a_round_set_off_early_does_half_and_takes_the_armor_with_it() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (11, 8), 2, "b", add=["makeshift-armor"]),
        FAR,
    )
    start(battle, "tank")
    assert the(battle, "foe").movement == 8
    # Armor Class 16: a 15 misses (and goes wide), a 16 hits; the armor's die, then 9d6.
    fires(battle, fire("tank", "foe"), 16, 1, *[4] * 8, 1)
    foe = the(battle, "foe")
    assert foe.hp == 36 - 33 // 2
    assert not foe.has("makeshift-armor")
    assert foe.movement == 8
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    assert shot(battle.state, fire("tank", "foe")).armor.total == 15


# -- attack rolls ---------------------------------------------------------------------------------


@rule("owb.vattack.minus-four-above-crawl", "owb.vattack.roll")
@pytest.mark.parametrize(
    ("pace", "number"), [("stopped", 15), ("crawl", 15), ("reverse", 15), ("normal", 19)]
)
def test_the_pace_counts_before_the_first_step(pace: str, number: int) -> None:
    battle = duel(pace=pace)
    assert shot(battle.state, fire("tank", "foe")).needed == number


@rule("owb.vweapon.ranges-in-squares")
@pytest.mark.parametrize(
    ("far", "weapon", "plus"),
    [
        (60, "cannon", 0),
        (61, "cannon", -2),
        (120, "cannon", -2),
        (121, "cannon", -4),
        (181, "cannon", -6),
        (240, "cannon", -6),
        (90, "tank-gun-medium", 0),
        (91, "tank-gun-medium", -2),
        (30, "machinegun-medium", 0),
        (31, "machinegun-medium", -2),
        (120, "machinegun-medium", -6),
    ],
)
def test_ranges_end_where_the_tables_say(far: int, weapon: str, plus: int) -> None:
    rows = far + 30
    tank = vehicle(
        "tank", "tank-medium", (10, far + 10), mounts=[{"weapon": weapon, "kind": "F"}], rows=rows
    )
    foe = vehicle("foe", "car", (11, 10), 4, "b", rows=rows)
    battle = fight(tank, foe, man("far", (34, 1), "b", rows=rows), size=(36, rows))
    start(battle, "tank")
    found = shot(battle.state, fire("tank", "foe"))
    assert found.tally.total == plus


@rule("owb.vweapon.ranges-in-squares")
def test_beyond_extreme_range_no_shot_is_fired() -> None:
    rows = 160
    mounts = [{"weapon": "machinegun-medium", "kind": "F"}]
    battle = fight(
        vehicle("tank", "tank-medium", (10, 131), mounts=mounts, rows=rows),
        vehicle("foe", "car", (11, 10), 4, "b", rows=rows),
        man("far", (34, 1), "b", rows=rows),
        size=(36, rows),
    )
    start(battle, "tank")
    assert refused(battle.state, fire("tank", "foe")) == "owb.vweapon.ranges-in-squares"


@rule("owb.vcrit.natural-20-and-1", "owb.vcrit.visibility")
def test_a_natural_20_that_the_number_needed_exceeds_does_not_hit() -> None:
    battle = duel(pace="normal")
    battle.state.alter("foe", defensive=True)
    assert shot(battle.state, fire("tank", "foe")).needed == 21
    fires(battle, fire("tank", "foe"), 20, 6)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 36


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_1_that_hits_all_the_same_strikes_the_gunner_too() -> None:
    """Against Armor Class 1 every face hits; the 1 costs the firing tank 1 of its own."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (11, 8), 4, "b", stats={"aac": 1}),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 1, *[1] * 9, 1)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 7
    assert the(battle, "tank").worse_aac == 1


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_20_on_an_immune_hull_does_nothing() -> None:
    battle = duel("tank-light", "tank-medium")
    fires(battle, fire("tank", "foe"), 20)
    assert rolled_all(battle)
    assert not told(battle, "adverse-effect")


@rule("owb.vcrit.natural-20-and-1", "owb.vcrit.armor-class")
@pytest.mark.parametrize("on", [True, False])
def test_the_switch_of_natural_20s(on: bool) -> None:
    options: dict[str, str | bool] = {"naturals_vehicle": "on" if on else "off"}
    battle = duel(options=options)
    fires(battle, fire("tank", "foe"), 20, *[1] * 9, *([1] if on else []))
    assert rolled_all(battle)
    assert the(battle, "foe").worse_aac == int(on)


@rule("owb.vcrit.massive-damage", "owb.vcrit.natural-20-and-1")
@pytest.mark.parametrize(("whole", "asked"), [(50, False), (49, False), (48, True)])
def test_massive_damage_begins_at_a_quarter_without_rounding(whole: int, asked: bool) -> None:
    """12 points are less than a quarter of 49, and a quarter of 48."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), mounts=[{"weapon": "autocannon", "kind": "F"}]),
        vehicle("foe", "car", (11, 8), 4, "b", stats={"hp": whole}),
        FAR,
        options={"massive_damage": "on"},
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 15, 6, 6, *([17, 5] if asked else []))
    assert rolled_all(battle)
    assert the(battle, "foe").dim == int(asked)


# -- Table 9 --------------------------------------------------------------------------------------


@rule("owb.vmiss.threshold-14")
@pytest.mark.parametrize(("face", "rolled"), [(13, False), (14, True)])
def test_a_miss_is_looked_up_from_14_before_any_penalty(face: int, rolled: bool) -> None:
    battle = duel(pace="normal")
    fires(battle, fire("tank", "foe"), face, *([4] if rolled else []))
    assert rolled_all(battle)
    assert bool(told(battle, "miss")) is rolled


@rule("owb.vmiss.threshold-14", "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
@pytest.mark.parametrize(("face", "rolled"), [(11, False), (12, True)])
def test_the_bonus_of_a_burst_counts_for_that_too(face: int, rolled: bool) -> None:
    battle = duel("armored-car", pace="normal")
    fires(battle, fire("tank", "foe", mode="burst"), face, *([4] if rolled else []))
    assert rolled_all(battle)


@rule("owb.vmiss.where-it-lands")
@pytest.mark.parametrize(
    ("die", "lands"), [(1, (10, 9)), (2, (14, 5)), (3, (6, 5)), (4, None), (5, None), (6, None)]
)
def test_table_9_counts_1d6_and_1_from_the_nearest_square(die: int, lands: Any) -> None:
    state = state_of(
        vehicle("tank", "tank-heavy", (9, 25)), vehicle("foe", "tank-medium", (11, 5), 4, "b"), FAR
    )
    source = gun(state, "tank").source
    grounds = state.grounds_without("tank", "foe")
    dice = ScriptedDice([die, *([3] if die <= 3 else [])])
    assert lands_astray(grounds, source, (10, 5), dice) == lands
    assert dice.remaining == ()


@rule("owb.vmiss.burst-damage", "owb.vdamage.vehicle-save-vs-explosives")
def test_a_burst_beside_a_truck_is_saved_for_with_two_more_and_halved_twice() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (11, 8), 4, "b", stats={"aac": 30}),
        FAR,
    )
    start(battle, "tank")
    # 2 to the right of (10, 8): a burst in (12, 8), beside it. 2d6+2 = 9; the driver saves on
    # 18 - 2; as there is no hull he is caught himself as well, and saves again.
    feed(battle, 14, 2, 1, 3, 4, 16, 20)
    battle.play(fire("tank", "foe"), "a")
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 16 - 2


# -- arcs and turrets -----------------------------------------------------------------------------


@rule("owb.arc.turret-traverse-tr1", "owb.arc.turret-traverse-tr2", "owb.arc.turret-traverse-tr3")
@pytest.mark.parametrize(("kind", "most"), [("TR1", 1), ("TR2", 2), ("TR3", 4)])
def test_a_turret_turns_so_far_in_a_round_in_any_number_of_steps(kind: str, most: int) -> None:
    mounts = [{"weapon": "cannon", "kind": kind}]
    battle = fight(vehicle("tank", "tank-medium", (10, 25), mounts=mounts), FAR)
    start(battle, "tank")
    for _ in range(most):
        play(battle, Traverse(person="tank.gun-1", mount="gun-1", eighths=-1))
    found = battle.refusal(Traverse(person="tank.gun-1", mount="gun-1", eighths=1), "a")
    assert found is not None
    assert found.rule == "owb.arc.traverse-timing"
    mount = the(battle, "tank").mount("gun-1")
    assert mount is not None
    assert mount.facing == -most % 8


@rule("owb.arc.coaxial", "owb.crew.each-weapon-needs-its-own-gunner")
def test_a_coaxial_gun_points_where_the_turret_does_and_needs_its_own_gunner() -> None:
    mounts = [
        {"weapon": "cannon", "kind": "TR2"},
        {"weapon": "machinegun-medium", "kind": "CXL"},
    ]
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), mounts=mounts),
        man("east", (25, 26), "b"),
        FAR,
    )
    start(battle, "tank")
    coax = fire("tank", "east", name="gun-2")
    assert refused(battle.state, coax) == "owb.arc.decides-targets"
    play(battle, Traverse(person="tank.gun-2", mount="gun-2", eighths=1))
    play(battle, Traverse(person="tank.gun-1", mount="gun-1", eighths=1))
    assert battle.refusal(Traverse(person="tank.gun-2", mount="gun-2", eighths=1), "a") is not None
    assert battle.refusal(coax, "a") is None
    both = FireGun(person="tank.gun-1", mount="gun-2", target="east")
    assert battle.refusal(both, "a") is not None


@rule("owb.arc.360-weapons-own-facing")
def test_a_turret_turns_with_its_hull() -> None:
    state = state_of(vehicle("tank", "tank-medium", (10, 25)), FAR)
    turret(state, "tank", facing=2)
    state.place("tank", state.footprint(the(state, "tank"))._replace(facing=2))
    mount = the(state, "tank").mount("gun-1")
    assert mount is not None
    assert mount.facing == 2


# -- smoke ----------------------------------------------------------------------------------------


@rule("owb.vammo.smoke", "owb.vcover.same-as-for-characters")
def test_smoke_lasts_until_the_end_of_the_last_round_and_costs_two_once() -> None:
    battle = duel(options=ROUNDS)
    smoke = FireGun(person="tank.gun-1", mount="gun-1", at=middle((9, 8)), round="smoke")
    fires(battle, smoke, 10, 1)
    assert len(battle.state.smoke) == 49
    # In smoke at one end, through smoke, at the other: -2 once; a burst has nothing to lose.
    bow = shot(battle.state, fire("tank", "foe", name="gun-2"))
    assert bow.tally.total == -2
    burst = shot(battle.state, fire("tank", "foe", name="gun-2", mode="burst"))
    assert burst.tally.total == 0
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    assert len(battle.state.smoke) == 49
    pass_all(battle, dice=(6, 1))
    assert not battle.state.smoke


@rule("owb.vammo.types-are-optional", "owb.vammo.ap-is-rare")
def test_rounds_run_out_and_only_tank_guns_have_them() -> None:
    battle = duel(options=ROUNDS)
    turret(battle.state, "tank", ap=0)
    assert refused(battle.state, fire("tank", "foe", round="AP")) == "owb.vammo.ap-is-rare"
    plain = duel()
    assert refused(plain.state, fire("tank", "foe", round="AP")) == "owb.vammo.types-are-optional"
    cannon = duel("tank-light", options=ROUNDS)
    assert refused(cannon.state, fire("tank", "foe", round="AP")) == "owb.vammo.types-are-optional"


# -- cover ----------------------------------------------------------------------------------------


@rule("owb.vcover.hit-turns-full-into-partial", "owb.vcover.hit-removes-partial")
def test_two_rounds_at_a_wall_bring_it_down_to_debris() -> None:
    wall = filled("wall", "tall-wall", (10, 15))
    battle = fight(vehicle("tank", "tank-medium", (10, 25)), FAR, terrain=[wall])
    at_wall = FireGun(person="tank.gun-1", mount="gun-1", at=middle((10, 15)))
    for left in ("rubble", "debris"):
        start(battle, "tank")
        fires(battle, at_wall, 10, 1, 1)
        assert battle.state.grounds.kind((10, 15)).name == left
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))


@rule("owb.vcover.partial-needs-half", "owb.vcover.what-hits-cover")
@pytest.mark.parametrize(("face", "falls"), [(18, True), (15, True), (14, False)])
def test_cover_is_worn_by_a_hit_and_by_a_miss_that_only_it_made(face: int, falls: bool) -> None:
    """A 19 is needed through the wall: 19 - 4 = 15 would have hit without it."""
    bags = edged("bags", "sandbags", (8, 9), (13, 9))
    battle = duel(terrain=[bags])
    assert shot(battle.state, fire("tank", "foe")).needed == 19
    fires(battle, fire("tank", "foe"), face, 4)
    edge = battle.state.bare_grounds.on_edge((10, 8), (10, 9))
    assert edge is not None
    assert (edge.name == "debris") is falls


# -- those aboard ---------------------------------------------------------------------------------


@rule("owb.mod.firing-ports", "owb.mod.firing-ports-protect")
def test_ports_have_their_sides_and_their_numbers() -> None:
    riders = [
        man(f"r{n}", (0, 0), carried_by="apc", seat=f"passenger-{n}", weapons=["rifle-large"])
        for n in range(1, 5)
    ]
    battle = fight(
        vehicle("apc", "armored-personnel-carrier", (10, 20)),
        *riders,
        man("east", (22, 22), "b"),
        FAR,
    )
    start(battle, "apc")
    for n in (1, 2):
        play(
            battle,
            FirePort(person=f"r{n}", weapon="rifle-large", target="east", port="R"),
            dice=[2],
        )
    third = FirePort(person="r3", weapon="rifle-large", target="east", port="R")
    found = battle.refusal(third, "a")
    assert found is not None
    assert found.rule == "owb.mod.firing-ports"
    away = FirePort(person="r3", weapon="rifle-large", target="east", port="L")
    found = battle.refusal(away, "a")
    assert found is not None
    assert found.rule == "owb.arc.decides-targets"


@rule("owb.driving.vehicle-saving-throw")
def test_nobody_saves_for_a_vehicle_without_a_driver() -> None:
    state = state_of(vehicle("car", "car", (10, 20), empty=["operator"]), FAR)
    assert vehicle_save(state, "car", ScriptedDice([]), "explosives") is False


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle", "owb.suppress.vehicles-in-cone")
def test_an_autocannon_sweeps_vehicles_by_the_bullet_and_rounds_once() -> None:
    battle = duel("armored-car", "armored-personnel-carrier")
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    # 6: three bullets of 2d6 each: 3 + 4 + 4 = 11, half for the hull of x1.
    play(battle, SweepGun(person="tank.gun-1", mount="gun-1"), dice=[6, 1, 2, 2, 2, 1, 3])
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 24 - 5
    assert person(battle, "foe.gun-1").hp == 4
    assert ask(battle) == "vehicle turn"


@rule("owb.vattack.suppressive-fire-procedure", "owb.arc.decides-targets")
def test_fire_at_a_truck_half_beside_the_arc_is_laid_where_the_gun_bears() -> None:
    """Of the column 15 the bow gun covers the rows to 16; the nearest square is in row 18."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (15, 15), 0, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 2)
    play(battle, EndVehicle("tank"))
    trained = person(battle, "tank.gun-2").trained
    assert trained is not None
    assert trained.aim == (15, 16)
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    assert battle.refusal(SweepGun(person="tank.gun-2", mount="gun-2"), "a") is None


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle")
@pytest.mark.parametrize(("pace", "drawn"), [("crawl", True), ("normal", False)])
def test_the_cone_is_shown_as_it_will_be_laid_and_at_normal_pace_there_is_none(
    pace: str, drawn: bool
) -> None:
    battle = duel("armored-car", "tank-heavy", pace=pace)
    trace = RULEBOOK.trace(battle.state, fire("tank", "foe", mode="suppress"))
    assert trace is not None
    cones = [one for one in trace.overlays if getattr(one, "tone", "") == "danger"]
    assert bool(cones) is drawn
    assert any("trained on" in note for note in trace.notes) is drawn
