"""OPTIONAL RULE: HIT POINTS FOR INANIMATE OBJECTS."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.collision.contacts import Section
from sandtable.rulebooks.whitebox.part2_vehicles.damage.inanimate_objects import (
    MADE_OF,
    damage_object,
    is_harmed,
    material_at,
    material_of,
)
from tests.whitebox.kit import *

POINTS: dict[str, str | bool] = {"cover_damage": "hit-points"}


def at_a_wall(weapon: str, *more: Unit) -> OwbBattle:
    """A gun south of a masonry wall of three squares."""
    wall = filled("wall", "building-wall-masonry", (9, 12), (11, 12))
    return started(
        "tank",
        vehicle("tank", "tank-heavy", (9, 25), mounts=[{"weapon": weapon, "kind": "F"}]),
        *more,
        FAR_FOE,
        terrain=[wall],
        options=POINTS,
    )


def at_square(square: Square) -> FireGun:
    return FireGun("tank.gun-1", mount="gun-1", at=middle(square))


def wall_street(kind: str = "building-wall-masonry") -> OwbState:
    """A map with one section of something in a square."""
    return state_of(*MEN, terrain=[filled("wall", kind, SECTION)], options=WEARING)


def struck_by(
    state: OwbState, points: int, *faces: int, at: Section = SECTION, by: str = ""
) -> bool:
    """Damage a section."""
    dice = ScriptedDice(faces)
    return destroyed_by(damage_object(state, at, points, dice, vehicle=by), dice)


def kind(state: OwbState, *squares: tuple[int, int]) -> list[str]:
    return [state.grounds.kind(square).name for square in squares]


def house(*more: Terrain) -> Sequence[Terrain]:
    """A row of masonry from (6, 20) to (14, 20) and a wall apart from it, at (10, 23)."""
    return [
        filled("row", "building-wall-masonry", (6, 20), (14, 20)),
        filled("apart", "building-wall-masonry", (10, 22)),
        *more,
    ]


HIT_POINTS: dict[str, str | bool] = {"cover_damage": "hit-points"}


@rule("owb.object.hit-points-optional")
@pytest.mark.parametrize(
    ("feature", "points"),
    [
        ("building-wall-plaster-or-wood", 5),
        ("sandbags", 10),
        ("building-wall-masonry", 15),
        ("bunker-wall", 20),
    ],
)
def test_a_section_is_destroyed_at_its_hit_points_and_leaves_debris(
    feature: str, points: int
) -> None:
    state = wall_street(feature)
    assert not struck_by(state, points - 1)
    assert kind(state, SECTION) == [feature]
    assert struck_by(state, 1)
    assert kind(state, SECTION) == ["debris"]
    assert FEATURES["debris"].movement == "obstacle"
    assert FEATURES["debris"].protection == "none"
    # what lies in debris is struck no more
    assert struck_by(state, 50)


@rule("owb.object.hit-points-optional")
def test_an_edge_is_a_section_too() -> None:
    wall = [edged("wall", "low-brick-wall", (10, 20), (12, 20))]
    state = state_of(*MEN, terrain=wall, options=WEARING)
    edge = ((10, 19), (10, 20))
    assert struck_by(state, 15, at=edge)
    found = [state.grounds.on_edge((x, 19), (x, 20)) for x in (10, 11)]
    assert [one.name for one in found if one is not None] == ["debris", "low-brick-wall"]


@rule("owb.object.hit-points-optional")
def test_without_the_option_nothing_wears() -> None:
    state = state_of(*MEN, terrain=[filled("wall", "sandbags", SECTION)])
    assert not strikes(state, "tank-gun-heavy", 40)
    assert kind(state, SECTION) == ["sandbags"]


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


@rule("owb.object.hull-equivalent", "owb.vammo.ap-lowers-hull-by-one")
def test_an_armor_piercing_round_of_a_light_gun_goes_through_masonry() -> None:
    wall = [filled("wall", "building-wall-masonry", (10, 14))]
    state = state_of(
        man("a", (2, 30)), WATCHER, terrain=wall, options={"cover_damage": "hit-points"}
    )

    def strike(points: int, *, piercing: bool) -> None:
        dice = ScriptedDice([])
        list(strike_object(state, (10, 14), "tank-gun-light", points, dice, piercing=piercing))

    strike(40, piercing=False)
    assert not state.worn
    strike(14, piercing=True)
    assert state.bare_grounds.kind((10, 14)).name == "building-wall-masonry"
    strike(1, piercing=True)
    assert state.bare_grounds.kind((10, 14)).name == "debris"


@rule("owb.object.hull-equivalent")
def test_materials_resist_like_hulls_from_every_side() -> None:
    assert not strikes(wall_street(), "tank-gun-light", 48)
    assert not wall_street().worn
    assert strikes(wall_street(), "tank-gun-medium", 31)
    assert not strikes(wall_street("sandbags"), "cannon", 19)
    assert strikes(wall_street("sandbags"), "cannon", 20)
    assert not strikes(wall_street("bunker-wall"), "tank-gun-medium", 40)
    assert strikes(wall_street("bunker-wall"), "tank-gun-heavy", 40)
    assert strikes(wall_street("building-wall-plaster-or-wood"), "rifle-large", 10)
    assert not strikes(wall_street("building-wall-plaster-or-wood"), "rifle-large", 9)
    assert strikes(wall_street("bunker-wall"), "charge", 20)


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
    state = state_of(FAR_FOE, man("ivan", (1, 30)), terrain=[wall], options=HIT_POINTS)
    assert is_harmed(state, (10, 10), weapon, piercing=piercing) is harms


@rule("owb.object.protection")
def test_wood_conceals_and_the_rest_covers() -> None:
    for feature, material in MADE_OF.items():
        if FEATURES[feature].protection != "none":
            assert FEATURES[feature].protection == material.protection, feature
    wood = present(material_of("building-wall-plaster-or-wood"))
    assert (wood.protection, wood.hull) == ("concealment", 0)


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


@rule("owb.object.collapse", "owb.object.no-collapse-damage-extent")
def test_more_than_three_times_its_hit_points_may_bring_a_structure_down() -> None:
    state = state_of(*MEN, terrain=house(), options=WEARING)
    # 45 is not more than 3 x 15: no die
    assert struck_by(state, 45)
    assert kind(state, (9, 20), (10, 20), (11, 20)) == [
        "building-wall-masonry",
        "debris",
        "building-wall-masonry",
    ]
    stands = state_of(*MEN, terrain=house(), options=WEARING)
    assert struck_by(stands, 46, 2)
    assert kind(stands, (9, 20), (10, 20)) == ["building-wall-masonry", "debris"]
    falls = state_of(*MEN, terrain=house(), options=WEARING)
    assert struck_by(falls, 46, 1)
    # two squares to either side, but not the wall that does not hang together with it
    fallen = [x for x in range(6, 15) if kind(falls, (x, 20)) == ["debris"]]
    assert fallen == [8, 9, 10, 11, 12]
    assert kind(falls, (10, 22)) == ["building-wall-masonry"]


@rule("owb.object.collapse")
def test_a_collapse_strikes_those_under_the_roof() -> None:
    inside = man("pavel", (10, 19))
    outside = man("oleg", (10, 21))
    roof = filled("roof", "roof", (6, 16), (14, 19))
    state = state_of(*MEN, inside, outside, terrain=house(roof), options=WEARING)
    # 2d6+2 = 5 for the man inside, halved by his save
    assert struck_by(state, 46, 1, 1, 2, 18)
    assert person(state, "pavel").hp == 2
    assert person(state, "oleg").hp == 4


@rule("owb.object.collapse", "owb.object.hit-points-optional")
@pytest.mark.parametrize(
    ("kind", "most"),
    [("building-wall-plaster-or-wood", 15), ("tall-wall", 45), ("bunker-wall", 60)],
)
def test_a_structure_may_fall_beyond_three_times_its_hit_points(kind: str, most: int) -> None:
    for points, dice in ((most, []), (most + 1, [2]), (most + 1, [1])):
        wall = filled("wall", kind, (10, 10), (14, 10))
        state = state_of(FAR_FOE, man("ivan", (1, 30)), terrain=[wall], options=HIT_POINTS)
        script = ScriptedDice(dice)
        list(damage_object(state, (10, 10), points, script))
        script.assert_spent()
        fallen = [x for x in range(10, 15) if state.bare_grounds.kind((x, 10)).name == "debris"]
        assert fallen == ([10, 11, 12] if dice == [1] else [10])


@rule("owb.object.collapse-buries-the-vehicle")
def test_a_collision_that_brings_it_down_buries_the_vehicle() -> None:
    tank = vehicle("tank", "tank-heavy", (9, 21), pace="normal", travel=6)
    row = [filled("row", "building-wall-masonry", (6, 20), (14, 20))]
    state = state_of(*MEN, tank, terrain=row, options=WEARING)
    assert struck_by(state, 60, 1, by="tank")
    assert (the(state, "tank").stuck, the(state, "tank").pace) == (True, "stopped")
    spared = state_of(*MEN, tank, terrain=row, options=WEARING)
    assert struck_by(spared, 60, 3, by="tank")
    assert not the(spared, "tank").stuck


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


def test_holes_water_and_what_is_marked_cannot_be_broken() -> None:
    for feature in ("trench", "foxhole", "bomb-crater", "wide-river", "armored-vehicle"):
        assert material_of(feature) is None
    firm = Terrain(
        id="tower",
        kind="tall-wall",
        outline=((10.0, 15.0), (11.0, 15.0), (11.0, 16.0), (10.0, 16.0)),
        tags=("indestructible",),
    )
    state = state_of(*MEN, terrain=[firm], options=WEARING)
    assert kind(state, SECTION) == ["tall-wall"]
    assert material_at(state, SECTION) is None
    assert not struck_by(state, 99)


def test_sandbags_and_trees_do_not_collapse() -> None:
    state = wall_street("sandbags")
    assert struck_by(state, 31)
    assert kind(state, SECTION) == ["debris"]
