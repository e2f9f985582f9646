"""OPTIONAL RULE: HIT POINTS FOR INANIMATE OBJECTS."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import pytest

from sandtable.battle import Event
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.book import decision_due
from sandtable.rulebooks.whitebox.part2_vehicles.collision.contacts import Section
from sandtable.rulebooks.whitebox.part2_vehicles.damage.inanimate_objects import (
    MADE_OF,
    damage_object,
    material_at,
    material_of,
    strike_object,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import shatter
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import Landing, Shattering
from sandtable.rulebooks.whitebox.state.orders import Flame, Shoot
from sandtable.rulebooks.whitebox.state.tables import FEATURES
from sandtable.scenario import Terrain
from tests.whitebox.kit import edged, fight, filled, man, middle, person, state_of, turn
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

WEARING: dict[str, str | bool] = {"cover_damage": "hit-points"}
MEN = (man("ivan", (5, 30)), man("foe", (30, 2), "b"))
WALL = (10, 20)


def street(kind: str = "building-wall-masonry") -> OwbState:
    """A map with one section of something in a square."""
    return state_of(*MEN, terrain=[filled("wall", kind, WALL)], options=WEARING)


def run(steps: Generator[Event, None, bool], dice: ScriptedDice) -> bool:
    """Whether a section has been destroyed; all dice must be used."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        dice.assert_spent()
        return bool(end.value)


def struck(state: OwbState, points: int, *faces: int, at: Section = WALL, by: str = "") -> bool:
    """Damage a section."""
    dice = ScriptedDice(faces)
    return run(damage_object(state, at, points, dice, vehicle=by), dice)


def shot(state: OwbState, weapon: str, points: int, *, piercing: bool = False) -> bool:
    """Strike the section with a weapon."""
    dice = ScriptedDice()
    return run(strike_object(state, WALL, weapon, points, dice, piercing=piercing), dice)


def kind(state: OwbState, *squares: tuple[int, int]) -> list[str]:
    return [state.grounds.kind(square).name for square in squares]


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
    state = street(feature)
    assert not struck(state, points - 1)
    assert kind(state, WALL) == [feature]
    assert struck(state, 1)
    assert kind(state, WALL) == ["debris"]
    assert FEATURES["debris"].movement == "obstacle"
    assert FEATURES["debris"].protection == "none"
    # what lies in debris is struck no more
    assert struck(state, 50)


@rule("owb.object.hit-points-optional")
def test_an_edge_is_a_section_too() -> None:
    wall = [edged("wall", "low-brick-wall", (10, 20), (12, 20))]
    state = state_of(*MEN, terrain=wall, options=WEARING)
    edge = ((10, 19), (10, 20))
    assert struck(state, 15, at=edge)
    found = [state.grounds.on_edge((x, 19), (x, 20)) for x in (10, 11)]
    assert [one.name for one in found if one is not None] == ["debris", "low-brick-wall"]


@rule("owb.object.hit-points-optional")
def test_without_the_option_nothing_wears() -> None:
    state = state_of(*MEN, terrain=[filled("wall", "sandbags", WALL)])
    assert not shot(state, "tank-gun-heavy", 40)
    assert kind(state, WALL) == ["sandbags"]


@rule("owb.object.hull-equivalent")
def test_materials_resist_like_hulls_from_every_side() -> None:
    assert not shot(street(), "tank-gun-light", 48)
    assert not street().worn
    assert shot(street(), "tank-gun-medium", 31)
    assert not shot(street("sandbags"), "cannon", 19)
    assert shot(street("sandbags"), "cannon", 20)
    assert not shot(street("bunker-wall"), "tank-gun-medium", 40)
    assert shot(street("bunker-wall"), "tank-gun-heavy", 40)
    assert shot(street("building-wall-plaster-or-wood"), "rifle-large", 10)
    assert not shot(street("building-wall-plaster-or-wood"), "rifle-large", 9)
    assert shot(street("bunker-wall"), "charge", 20)


@rule("owb.vammo.ap-lowers-hull-by-one")
def test_an_armor_piercing_round_counts_the_material_one_lower() -> None:
    assert shot(street(), "tank-gun-light", 20, piercing=True)


@rule("owb.object.protection")
def test_wood_conceals_and_the_rest_covers() -> None:
    for feature, material in MADE_OF.items():
        if FEATURES[feature].protection != "none":
            assert FEATURES[feature].protection == material.protection, feature
    wood = material_of("building-wall-plaster-or-wood")
    assert wood is not None
    assert (wood.protection, wood.hull) == ("concealment", 0)


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
    assert kind(state, WALL) == ["tall-wall"]
    assert material_at(state, WALL) is None
    assert not struck(state, 99)


# -- collapse -------------------------------------------------------------------------------------


def house(*more: Terrain) -> Sequence[Terrain]:
    """A row of masonry from (6, 20) to (14, 20) and a wall apart from it, at (10, 23)."""
    return [
        filled("row", "building-wall-masonry", (6, 20), (14, 20)),
        filled("apart", "building-wall-masonry", (10, 22)),
        *more,
    ]


@rule("owb.object.collapse", "owb.object.no-collapse-damage-extent")
def test_more_than_three_times_its_hit_points_may_bring_a_structure_down() -> None:
    state = state_of(*MEN, terrain=house(), options=WEARING)
    # 45 is not more than 3 x 15: no die
    assert struck(state, 45)
    assert kind(state, (9, 20), (10, 20), (11, 20)) == [
        "building-wall-masonry",
        "debris",
        "building-wall-masonry",
    ]
    stands = state_of(*MEN, terrain=house(), options=WEARING)
    assert struck(stands, 46, 2)
    assert kind(stands, (9, 20), (10, 20)) == ["building-wall-masonry", "debris"]
    falls = state_of(*MEN, terrain=house(), options=WEARING)
    assert struck(falls, 46, 1)
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
    assert struck(state, 46, 1, 1, 2, 18)
    assert person(state, "pavel").hp == 2
    assert person(state, "oleg").hp == 4


@rule("owb.object.collapse-buries-the-vehicle")
def test_a_collision_that_brings_it_down_buries_the_vehicle() -> None:
    tank = vehicle("tank", "tank-heavy", (9, 21), pace="normal", travel=6)
    row = [filled("row", "building-wall-masonry", (6, 20), (14, 20))]
    state = state_of(*MEN, tank, terrain=row, options=WEARING)
    assert struck(state, 60, 1, by="tank")
    assert (the(state, "tank").stuck, the(state, "tank").pace) == (True, "stopped")
    spared = state_of(*MEN, tank, terrain=row, options=WEARING)
    assert struck(spared, 60, 3, by="tank")
    assert not the(spared, "tank").stuck


def test_sandbags_and_trees_do_not_collapse() -> None:
    state = street("sandbags")
    assert struck(state, 31)
    assert kind(state, WALL) == ["debris"]


# -- personal weapons -----------------------------------------------------------------------------


@rule("owb.suppress.cover-damage", "owb.object.hit-points-optional")
def test_a_bullet_that_misses_only_for_a_fence_strikes_it() -> None:
    fence = [filled("fence", "wooden-fence", (10, 11))]
    units = (man("ivan", (10, 15)), man("foe", (10, 10), "b"))
    battle = fight(*units, terrain=fence, options=WEARING)
    # AAC 11: 11 would hit but for the -2; of the damage of 7 half goes into the fence
    turn(battle, "ivan", Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=[11, 6])
    assert battle.state.worn == ((((10, 11), (10, 11)), 3),)
    feed_on = fight(*units, terrain=fence, options=WEARING)
    # 10 would have missed anyway
    turn(feed_on, "ivan", Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=[10])
    assert feed_on.state.worn == ()


@rule("owb.suppress.cover-damage")
def test_sandbags_stop_bullets_unharmed() -> None:
    bags = [filled("bags", "sandbags", (10, 11))]
    units = (man("ivan", (10, 15)), man("foe", (10, 10), "b"))
    battle = fight(*units, terrain=bags, options=WEARING)
    turn(battle, "ivan", Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=[12])
    assert battle.state.worn == ()


@rule("owb.suppress.cover-damage")
def test_an_explosion_breaks_what_stands_around_it_after_everybody_is_struck() -> None:
    terrain = [
        filled("fence", "wooden-fence", (10, 11)),
        filled("bags", "sandbags", (12, 12)),
        filled("brick", "low-brick-wall", (9, 12)),
        filled("far", "wooden-fence", (14, 10)),
        filled("screen", "tall-wall", (10, 9)),
        filled("behind", "wooden-fence", (10, 8)),
    ]
    state = state_of(*MEN, terrain=terrain, options=WEARING)
    dice = ScriptedDice()
    list(shatter(state, Shattering(centre=(10, 10), reach=3, damage=12), dice))
    # wood has 5 and takes 6; sandbags take a quarter; masonry, the far and the screened nothing
    assert kind(state, (10, 11), (12, 12), (9, 12), (14, 10), (10, 8)) == [
        "debris",
        "sandbags",
        "low-brick-wall",
        "wooden-fence",
        "wooden-fence",
    ]
    assert state.worn == ((((12, 12), (12, 12)), 3),)


@rule("owb.suppress.cover-damage")
def test_cover_still_shelters_from_the_blast_that_breaks_it() -> None:
    units = (man("ivan", (10, 20)), man("foe", (10, 9), "b"))
    fence = [filled("fence", "wooden-fence", (10, 10))]
    battle = fight(*units, terrain=fence, options=WEARING)
    state = battle.state
    state.push(Landing(kind="grenade", square=(10, 11)))
    due = decision_due(state)
    assert due is not None
    list(due[0].settle(state, due[1], ScriptedDice([5, 5])))
    assert [type(frame).__name__ for frame in state.agenda] == ["Shattering", "Blast"]


@rule("owb.suppress.cover-damage")
def test_flames_do_half_to_wood() -> None:
    burner = man("ivan", (10, 15), sheet="flamethrower-operator")
    fence = [filled("fence", "wooden-fence", (10, 13))]
    battle = fight(burner, man("foe", (30, 2), "b"), terrain=fence, options=WEARING, dice=[3, 6, 1])
    order = Flame(person="ivan", at=middle((10, 13)))
    turn(battle, "ivan", order, dice=[5])
    assert battle.state.worn == ((((10, 13), (10, 13)), 2),)
