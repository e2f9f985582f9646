"""The catalogue's examples, played as they stand: damage, Table 10, objects, hulls."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import allowance_at
from sandtable.rulebooks.whitebox.state.orders import Begin
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    FireGun,
    SetPace,
    ShootAboard,
)
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.driving_kit import CAR, paid, parked, refused
from tests.whitebox.gun_kit import FAR, ROUNDS, fire, fires, start
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    rolled_all,
    throw,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
SHRAPNEL = (1, 1, 17)
"""2d6+2 for somebody aboard, who fails to save."""


def dice_for(total: int, count: int) -> list[int]:
    """So many d6 that come to a total."""
    faces = [1] * count
    for at in range(count):
        more = min(5, total - sum(faces))
        faces[at] += more
    assert sum(faces) == total
    return faces


# -- hit points -----------------------------------------------------------------------------------


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.zero-hurts-occupants")
@pytest.mark.parametrize(
    ("points", "left", "wreck"),
    [(14, -9, "inoperable"), (15, -10, "exploded"), (9, -4, "inoperable"), (16, -11, "exploded")],
)
def test_a_light_tank_with_5_hit_points_takes_14_or_15(points: int, left: int, wreck: str) -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-light", (11, 8), 4, "b", hp=5),
        FAR,
        options={"escape_save": "off"},
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 14, *dice_for(points, 9), *SHRAPNEL * 4)
    assert rolled_all(battle)
    assert (the(battle, "foe").hp, the(battle, "foe").wreck) == (left, wreck)
    crew = [person(battle, f"foe.{seat}") for seat in ("operator", "gun-1", "gun-2", "passenger-1")]
    assert [one.hp for one in crew] == [4 - 4] * 4
    assert [one.out for one in crew] == ["dead"] * 4


# -- 20s and 1s -----------------------------------------------------------------------------------


@rule("owb.vcrit.natural-20-and-1", "owb.vdamage.personal-weapons-half")
@pytest.mark.parametrize(("face", "table"), [(20, True), (19, False)])
def test_a_rifle_at_a_truck_with_a_natural_20(face: int, table: bool) -> None:
    """1d6+1 of a large rifle with a 4: half of 5 is 2; then a 5 on Table 10."""
    battle = fight(man("ivan", (10, 20)), vehicle("truck", "truck-large", (11, 8), 4, "b"), FAR)
    play(battle, Begin(person="ivan"))
    order = ShootAboard(person="ivan", vehicle="truck", weapon="rifle-large")
    before = the(battle, "truck").hp
    play(battle, order, dice=[face, 4, *([5] if table else [])])
    assert rolled_all(battle)
    (event,) = told(battle, "attack")
    assert before - the(battle, "truck").hp == event.data["damage"] == 2
    assert the(battle, "truck").dim == int(table)


@rule("owb.vcrit.natural-20-and-1")
def test_a_bow_machinegun_at_a_rifleman_with_a_natural_1() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("hans", (10, 15), "b"),
        FAR,
        options={"naturals_personal": "on"},
    )
    start(battle, "tank")
    gunner = person(battle, "tank.gun-2")
    fires(battle, fire("tank", "hans", name="gun-2"), 1, 1)
    assert rolled_all(battle)
    assert the(battle, "tank").worse_aac == 1
    assert person(battle, "tank.gun-2").arms == gunner.arms
    mount = the(battle, "tank").mount("gun-2")
    assert mount is not None
    assert (mount.jam, mount.lost) == (0, False)
    assert not told(battle, "fumble")


@rule("owb.vcrit.movement")
def test_two_movement_results_slow_a_medium_tank_and_hold_it() -> None:
    battle = fight(
        vehicle("tank", "tank-heavy", (10, 25)),
        vehicle("foe", "tank-medium", (11, 8), 4, "b", stats={"hp": 100}),
        FAR,
    )
    for round_, (normal, crawl) in enumerate([(3, 1), (0, 0)]):
        start(battle, "tank")
        fires(battle, fire("tank", "foe"), 20, *[1] * 10, 3)
        assert rolled_all(battle)
        foe = the(battle, "foe")
        paces = [allowance_at(battle.state, foe, pace) for pace in ("normal", "crawl", "reverse")]
        assert paces == [normal, crawl, crawl]
        assert foe.immobile is bool(round_)
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))


@rule("owb.vcrit.massive-damage")
@pytest.mark.parametrize(
    ("sheet", "points", "asked"),
    [
        ("tank-heavy", 12, False),
        ("tank-heavy", 13, True),
        ("tank-medium", 9, True),
    ],
)
@pytest.mark.parametrize("saved", [True, False])
def test_massive_damage_asks_a_driver_to_save(
    sheet: str, points: int, asked: bool, saved: bool
) -> None:
    weapon = "tank-gun-heavy" if sheet == "tank-heavy" else "tank-gun-medium"
    count = 10 if sheet == "tank-heavy" else 9
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), mounts=[{"weapon": weapon, "kind": "F"}]),
        vehicle("foe", sheet, (11, 8), 4, "b"),
        FAR,
        options={"massive_damage": "on"},
    )
    start(battle, "tank")
    then = ([18] if saved else [17, 5]) if asked else []
    fires(battle, fire("tank", "foe"), 16, *dice_for(points, count), *then)
    assert rolled_all(battle)
    assert the(battle, "foe").dim == int(asked and not saved)


@rule("owb.vcrit.massive-damage")
def test_a_quarter_is_one_of_the_undamaged_vehicle() -> None:
    """8 points to a medium tank that has 20 of its 36 left are not massive; 9 are."""
    for points, asked in ((8, False), (9, True)):
        battle = fight(
            vehicle(
                "tank", "tank-medium", (10, 25), mounts=[{"weapon": "autocannon", "kind": "F"}]
            ),
            vehicle("foe", "tank-medium", (11, 8), 4, "b", hp=20, hull=1),
            FAR,
            options={"massive_damage": "on"},
        )
        battle.state.alter("foe", hull_lost=1)
        start(battle, "tank")
        fires(battle, fire("tank", "foe"), 16, *dice_for(points, 2), *([17, 5] if asked else []))
        assert rolled_all(battle)
        assert the(battle, "foe").hp == 20 - points


# -- objects --------------------------------------------------------------------------------------

POINTS: dict[str, str | bool] = {"cover_damage": "hit-points"}


def at_a_wall(weapon: str, *more: Unit) -> OwbBattle:
    """A gun south of a masonry wall of three squares."""
    wall = filled("wall", "building-wall-masonry", (9, 12), (11, 12))
    battle = fight(
        vehicle("tank", "tank-heavy", (9, 25), mounts=[{"weapon": weapon, "kind": "F"}]),
        *more,
        FAR,
        terrain=[wall],
        options=POINTS,
    )
    start(battle, "tank")
    return battle


def at_square(square: Square) -> FireGun:
    return FireGun(person="tank.gun-1", mount="gun-1", at=middle(square))


@rule("owb.object.hull-equivalent")
@pytest.mark.parametrize(
    ("weapon", "dice", "gone"),
    [
        ("tank-gun-light", 0, False),
        ("tank-gun-medium", 9, True),
        ("cannon", 0, False),
        ("tank-gun-heavy", 10, True),
    ],
)
def test_guns_at_a_masonry_wall(weapon: str, dice: int, gone: bool) -> None:
    battle = at_a_wall(weapon)
    # AAC 10; the burst before the wall, 2d6+2; then what the wall takes.
    fires(battle, at_square((10, 12)), 10, 1, 1, *[2] * dice)
    assert rolled_all(battle)
    kind = battle.state.bare_grounds.kind((10, 12)).name
    assert (kind == "debris") is gone


@rule("owb.object.collapse")
@pytest.mark.parametrize(
    ("points", "rolls", "falls"), [(45, (), False), (46, (1,), True), (46, (2,), False)]
)
def test_a_masonry_section_that_takes_46_may_bring_the_wall_down(
    points: int, rolls: tuple[int, ...], falls: bool
) -> None:
    battle = at_a_wall("tank-gun-medium")
    fires(battle, at_square((10, 12)), 10, 1, 1, *dice_for(points, 9), *rolls)
    assert rolled_all(battle)
    kinds = [battle.state.bare_grounds.kind((x, 12)).name for x in (9, 10, 11)]
    assert kinds[1] == "debris"
    assert ([kinds[0], kinds[2]] == ["debris", "debris"]) is falls


# -- modifications --------------------------------------------------------------------------------


@rule("owb.mod.makeshift-armor-detonation")
@pytest.mark.parametrize(("die", "lost"), [(1, 16), (2, 33)])
def test_makeshift_armor_on_the_side_of_a_tank(die: int, lost: int) -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (11, 8), 2, "b", add=["makeshift-armor"]),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 16, die, *dice_for(33, 9))
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 36 - lost
    assert the(battle, "foe").has("makeshift-armor") is (die != 1)


@rule("owb.mod.order-of-movement-changes")
@pytest.mark.parametrize("order", [0, 1, 2])
def test_a_large_truck_with_plates_a_better_engine_and_sandbags_has_9(order: int) -> None:
    """In whatever order they are named."""
    add = ["reinforced-hull", "supercharged-engine", "makeshift-armor"]
    battle = parked("truck-large", (10, 30), add=add[order:] + add[:order])
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 10)) == "owb.vterrain.cost-must-be-affordable"
    assert paid(battle, Drive(CAR, 9)) == 9


@rule("owb.hull.added-levels-halve-movement")
@pytest.mark.parametrize(("levels", "movement"), [(0, 21), (1, 10), (2, 5), (3, 2)])
def test_a_car_with_added_levels_of_hull(levels: int, movement: int) -> None:
    battle = parked("car", (10, 30), add=["reinforced-hull"] * levels)
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, movement + 1)) == "owb.vterrain.cost-must-be-affordable"
    assert paid(battle, Drive(CAR, movement)) == movement


# -- hulls ----------------------------------------------------------------------------------------


@rule("owb.hull.x1")
@pytest.mark.parametrize("facing", [0, 2, 4])
def test_a_cannon_does_half_of_25_to_an_armored_car(facing: int) -> None:
    battle = fight(
        vehicle("tank", "tank-light", (10, 25)),
        vehicle("foe", "armored-car", (11, 8), facing, "b", stats={"hp": 30}),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 13, *dice_for(25, 7))
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 30 - 12


def thrown(target: Unit, points: int, *saves: int) -> OwbBattle:
    """A grenade into the square before a vehicle, which goes off at the end of the round."""
    battle = fight(man("ivan", (10, 17), weapons=["grenade"]), target, FAR)
    play(battle, Begin(person="ivan"), throw((10, 13)), dice=[16])
    pass_all(battle, dice=[*dice_for(points - 2, 2), *saves, 6, 1])
    assert rolled_all(battle)
    return battle


@rule("owb.hull.x1", "owb.vdamage.vehicle-save-vs-explosives")
@pytest.mark.parametrize(
    ("points", "save", "lost"), [(9, 15, 2), (12, 15, 3), (12, 16, 1), (14, 16, 1), (4, 15, 1)]
)
def test_a_grenade_beside_a_halftrack(points: int, save: int, lost: int) -> None:
    """Its driver needs 18 less the 2 for a burst that is not under it; he is not hurt himself."""
    target = vehicle("foe", "armored-personnel-carrier", (11, 12), 4, "b", empty=["gun-1"])
    battle = thrown(target, points, save)
    assert the(battle, "foe").hp == 24 - lost
    assert person(battle, "foe.operator").hp == 4


@rule("owb.vdamage.vehicle-save-vs-explosives")
@pytest.mark.parametrize(("save", "lost"), [(16, 2), (15, 4)])
def test_a_grenade_beside_a_truck(save: int, lost: int) -> None:
    """Half without a hull, and half again if its driver saves; then he saves for himself."""
    battle = thrown(vehicle("foe", "truck-large", (11, 12), 4, "b"), 9, save, 20)
    assert the(battle, "foe").hp == 16 - lost
    assert person(battle, "foe.operator").hp == 4 - 4


@rule("owb.hull.x2-weaker-off-front")
@pytest.mark.parametrize(("facing", "lost"), [(0, 4), (4, 0), (2, 4), (6, 4)])
def test_an_autocannon_at_a_light_tank(facing: int, lost: int) -> None:
    battle = fight(
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "tank-light", (11, 8), facing, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe"), 14, *([4, 5] if lost else []))
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 32 - lost


@rule("owb.hull.effective-level-order", "owb.vcrit.modification")
def test_a_heavy_tank_that_has_lost_a_level_is_pierced_on_its_side() -> None:
    """A natural 20 costs it a level: the first of its four modifications is drawn."""
    guns = [{"weapon": "tank-gun-medium", "kind": "F"}, {"weapon": "cannon", "kind": "F"}]
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), mounts=guns),
        vehicle("foe", "tank-heavy", (11, 8), 2, "b", stats={"hp": 100}),
        FAR,
        options=ROUNDS,
    )
    start(battle, "tank")
    # On its side x3 counts as x2: all of 9d6 from a medium gun, and nothing from a cannon.
    fires(battle, fire("tank", "foe"), 20, *[1] * 9, 2, 1)
    assert rolled_all(battle)
    assert (the(battle, "foe").hp, the(battle, "foe").hull_lost) == (91, 1)
    # 3 - 1 = 2, on its side 1: now a cannon does half.
    fires(battle, fire("tank", "foe", name="gun-2"), 16, *[3] * 7)
    assert the(battle, "foe").hp == 91 - 10
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    # Armor piercing 0.
    fires(battle, fire("tank", "foe", round="AP"), 16, *[3] * 9)
    assert the(battle, "foe").hp == 81 - 27


@rule("owb.hull.x2-weaker-off-front", "owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize(
    ("facing", "kind", "hull"),
    [
        (4, "HE", ("owb.hull.x3",)),
        (2, "HE", ("owb.hull.x3", "owb.hull.x3-weaker-off-front")),
        (4, "AP", ("owb.hull.x3", "owb.vammo.ap-lowers-hull-by-one")),
    ],
)
def test_a_hit_names_the_rules_of_the_hull_that_it_struck(
    facing: int, kind: str, hull: tuple[str, ...]
) -> None:
    battle = fight(
        vehicle("tank", "tank-heavy", (10, 25)),
        vehicle("foe", "tank-heavy", (11, 8), facing, "b"),
        FAR,
        options=ROUNDS,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", round=kind), 16, *[1] * 10)
    (event,) = told(battle, "attack")
    assert event.rules == ("owb.vattack.roll", *hull, "owb.hull.damage-matrix")
