"""The catalogue's examples, played as they stand: attack rolls, arcs, misses, rounds and cover."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    FireGun,
    Traverse,
    Turning,
    WithholdGun,
)
from sandtable.scenario import Terrain, Unit
from sandtable.table.grid import Square
from tests.whitebox.gun_kit import FAR, ROUNDS, duel, fire, fires, start
from tests.whitebox.kit import (
    OwbBattle,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    play,
    refusal,
    rolled_all,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
ZERO = (15, 15)
"""Where the square (0, 0) of an example is laid that goes off the map otherwise."""


def here(square: Square) -> Square:
    """A square of an example on the map of the tests."""
    return (square[0] + ZERO[0], square[1] + ZERO[1])


def chance(battle: OwbBattle, order: Order, *words: str) -> Fraction:
    """The chance that is told of some ends of an order."""
    odds = battle.odds(order, battle.choices[0].seats[0])
    assert odds is not None
    return sum((Fraction(part) for word, part in odds.outcomes if word in words), Fraction(0))


DRIVER = (1, 1, 20)
"""What hurts the driver of a car that breaks down: 2d6+2, and he saves."""
MISSES = ("miss", "near miss", "clean miss")


# -- attack rolls ---------------------------------------------------------------------------------


@rule("owb.vattack.roll")
@pytest.mark.parametrize(("face", "hit"), [(15, True), (14, False)])
def test_a_crawling_tank_hits_a_medium_tank_on_a_15(face: int, hit: bool) -> None:
    battle = duel(pace="crawl")
    order = fire("tank", "foe")
    assert chance(battle, order, *MISSES) == Fraction(14, 20)
    fires(battle, order, face, *([1] * 9 if hit else [6]))
    assert rolled_all(battle)
    (event,) = told(battle, "attack")
    assert event.data["hit"] is hit
    assert the(battle, "foe").hp == (27 if hit else 36)


@rule("owb.vattack.minus-four-above-crawl")
@pytest.mark.parametrize(("face", "hit"), [(14, False), (15, True)])
def test_a_light_tank_at_normal_pace_hits_a_car_on_a_15(face: int, hit: bool) -> None:
    """A 14 comes to 10; as it is a 14 on the die it may still burst nearby."""
    battle = duel("tank-light", "car", pace="normal")
    order = fire("tank", "foe")
    assert chance(battle, order, *MISSES) == Fraction(14, 20)
    # 7d6 = 7: the car is left with 1.
    fires(battle, order, face, *([1] * 7 if hit else [5]))
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is hit
    assert the(battle, "foe").hp == (1 if hit else 8)


# -- lines of sight -------------------------------------------------------------------------------

WALLS = {"one": (2, 1), "two": (2, 0)}
TURRETS = ("machinegun-medium", "tank-gun-medium")


@rule("owb.vattack.line-of-sight")
@pytest.mark.parametrize("weapon", TURRETS)
@pytest.mark.parametrize(
    ("walls", "open_"), [(("one", "two"), False), (("one",), True), (("two",), False), ((), True)]
)
def test_a_line_through_two_corners_past_walls(
    weapon: str, walls: tuple[str, ...], open_: bool
) -> None:
    terrain = [filled(name, "tall-wall", here(WALLS[name])) for name in walls]
    battle = fight(
        vehicle("tank", "tank-medium", ZERO, mounts=[{"weapon": weapon, "kind": "TR2"}]),
        man("foe", here((3, -1)), "b"),
        terrain=terrain,
    )
    start(battle, "tank")
    aim: dict[str, Any] = (
        {"target": "foe"} if weapon == TURRETS[0] else {"at": middle(here((3, -1)))}
    )
    order = FireGun(person="tank.gun-1", mount="gun-1", **aim)
    assert refusal(battle, order) == "owb.arc.decides-targets"
    play(battle, Traverse(person="tank.gun-1", mount="gun-1", eighths=1))
    if open_:
        assert battle.allows(order, "a")
    else:
        assert refusal(battle, order) == "owb.vattack.line-of-sight"


# -- arcs -----------------------------------------------------------------------------------------


@rule("owb.arc.fixed-45-degree-cone")
@pytest.mark.parametrize(
    ("square", "inside"),
    [
        ((3, -4), False),
        ((3, -5), True),
        ((-2, -4), False),
        ((-2, -5), True),
        # On the edge of the front itself: half the width and no farther.
        ((1, -1), True),
        ((2, -1), False),
        ((0, -1), True),
        ((-1, -1), False),
    ],
)
def test_a_bow_machinegun_covers_a_cone_as_wide_as_the_front(square: Square, inside: bool) -> None:
    battle = fight(vehicle("tank", "tank-medium", ZERO), man("foe", here(square), "b"), FAR)
    start(battle, "tank")
    order = fire("tank", "foe", name="gun-2")
    if inside:
        assert battle.allows(order, "a")
    else:
        assert refusal(battle, order) == "owb.arc.decides-targets"


@rule("owb.arc.turret-covers-its-octant")
def test_a_turret_must_face_north_east_for_a_bearing_of_54_and_a_half_degrees() -> None:
    mounts = [{"weapon": "machinegun-medium", "kind": "TR3"}]
    battle = fight(
        vehicle("tank", "tank-medium", ZERO, mounts=mounts), man("foe", here((4, -1)), "b"), FAR
    )
    start(battle, "tank")
    order = fire("tank", "foe")
    turned = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    assert refusal(battle, order) == "owb.arc.decides-targets"
    play(battle, turned)
    assert battle.allows(order, "a")
    play(battle, turned)
    assert refusal(battle, order) == "owb.arc.decides-targets"


@rule("owb.arc.turret-covers-its-octant", "owb.arc.360-weapons-own-facing")
def test_when_the_hull_turns_the_turret_turns_with_it() -> None:
    """A tank that turns 45 degrees to the right brings its gun to bear without a traverse."""
    battle = fight(
        vehicle("tank", "tank-medium", ZERO, pace="normal", travel=4),
        vehicle("foe", "car", here((14, -13)), 4, "b"),
        FAR,
    )
    start(battle, "tank", "normal")
    assert refusal(battle, fire("tank", "foe")) == "owb.arc.decides-targets"
    play(battle, Turning("tank", "right", 45))
    assert battle.allows(fire("tank", "foe"), "a")


@rule("owb.arc.traverse-timing", "owb.arc.turret-traverse-tr2")
def test_an_enemy_straight_behind_is_fired_at_in_the_second_round() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", ZERO), vehicle("foe", "car", here((0, 15)), 0, "b"), FAR
    )
    quarter = Traverse(person="tank.gun-1", mount="gun-1", eighths=2)
    start(battle, "tank")
    play(battle, quarter)
    assert refusal(battle, fire("tank", "foe")) == "owb.arc.decides-targets"
    more = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    assert refusal(battle, more) == "owb.arc.traverse-timing"
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, quarter)
    fires(battle, fire("tank", "foe"), 11, *[1] * 9, *DRIVER)
    assert the(battle, "foe").hp == 8 - 9


@rule("owb.arc.traverse-timing", "owb.vattack.withhold")
def test_what_is_left_of_the_traverse_serves_a_withheld_shot() -> None:
    """45 of 90 degrees are used in the turn; the other 45 when the shot is released."""
    battle = fight(
        vehicle("tank", "tank-medium", ZERO), vehicle("foe", "car", here((14, 2)), 6, "b"), FAR
    )
    start(battle, "tank")
    eighth = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    play(battle, eighth, WithholdGun(person="tank.gun-1"), EndVehicle("tank"))
    start(battle, "foe", "crawl")
    play(battle, Drive("foe", 1))
    assert (battle.choices[0].ask, battle.choices[0].seats) == ("interrupt", ("a",))
    play(battle, eighth)
    assert refusal(battle, eighth)
    fires(battle, fire("tank", "foe"), 11, *[1] * 9, *DRIVER)
    assert the(battle, "foe").hp == 8 - 9


# -- Table 9 --------------------------------------------------------------------------------------


@rule("owb.vmiss.threshold-14")
@pytest.mark.parametrize(
    ("face", "hit", "table"),
    [
        (16, False, True),
        (14, False, True),
        (13, False, False),
        (17, False, True),
        (18, True, False),
    ],
)
def test_a_16_at_normal_pace_misses_a_tank_destroyer_and_is_looked_up(
    face: int, hit: bool, table: bool
) -> None:
    battle = duel("tank-medium", "tank-destroyer", pace="normal")
    dice = [1] * 9 if hit else [4] if table else []
    fires(battle, fire("tank", "foe"), face, *dice)
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is hit


@rule("owb.vmiss.where-it-lands")
@pytest.mark.parametrize(
    ("die", "distance", "lands"),
    [(1, 3, (10, 9)), (2, 3, (14, 5)), (3, 3, (6, 5)), (1, 6, (10, 12)), (2, 1, (12, 5))],
)
def test_a_round_fired_due_north_falls_short_or_aside(
    die: int, distance: int, lands: Square
) -> None:
    """A gun on a tank three squares wide, so that its middle is that of a square."""
    battle = fight(
        vehicle("tank", "tank-heavy", (9, 25)),
        vehicle("foe", "tank-medium", (11, 5), 4, "b", stats={"aac": 25}),
        FAR,
    )
    start(battle, "tank")
    # 2d6+2 of the burst; the operator's save where the tank is in the area.
    fires(battle, fire("tank", "foe"), 14, die, distance, *[1, 1, 20])
    assert told(battle, "blast")[0].data["at"] == lands


# -- rounds ---------------------------------------------------------------------------------------

LIGHT = [{"weapon": "tank-gun-light", "kind": "TR2"}]


@rule("owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize(
    ("facing", "kind", "damage"), [(4, "AP", 0), (2, "AP", 8), (2, "HE", 0), (0, "AP", 8)]
)
def test_a_light_gun_with_armor_piercing_rounds_at_a_heavy_tank(
    facing: int, kind: str, damage: int
) -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25), mounts=LIGHT),
        vehicle("foe", "tank-heavy", (11, 8), facing, "b"),
        FAR,
        options=ROUNDS,
    )
    start(battle, "tank")
    order = fire("tank", "foe", round=kind)
    assert bool(chance(battle, order, "no effect")) is not bool(damage)
    fires(battle, order, 16, *[1] * damage)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 50 - damage


@rule("owb.vammo.ap-is-rare")
def test_the_fourth_armor_piercing_round_is_not_there() -> None:
    battle = duel("tank-medium", "tank-heavy", options=ROUNDS)
    order = fire("tank", "foe", round="AP")
    for _ in range(3):
        fires(battle, order, 2)
        play(battle, EndVehicle("tank"))
        pass_all(battle, dice=(6, 1))
        start(battle, "tank")
    assert refusal(battle, order) == "owb.vammo.ap-is-rare"
    assert battle.allows(fire("tank", "foe"), "a")


# -- cover ----------------------------------------------------------------------------------------


def behind(first: int, last: int) -> list[Terrain]:
    """A brick wall along the southern edge of row 9, before some columns."""
    return [edged("wall", "low-brick-wall", (first, 10), (last + 1, 10))]


def across(*terrain: Terrain) -> OwbBattle:
    """A tank that fires past a wall at another, which fills the columns 20 to 23 of rows 8 and 9.

    From its centre (10.5, 26.5) the lines to the squares of row 9 cross the wall just before
    these, and those to row 8 about half a column farther west.
    """
    units: list[Unit] = [
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "tank-medium", (23, 8), 2, "b"),
        FAR,
    ]
    battle = fight(*units, terrain=terrain)
    start(battle, "tank")
    play(battle, Traverse(person="tank.gun-1", mount="gun-1", eighths=1))
    return battle


def covered(first: int, last: int) -> int:
    """How many squares lie behind the wall, worked out by hand."""
    x, y, wall = 10.5, 26.5, 9.5
    crossings = [
        x + (column - x) * (y - wall) / (y - row) for column in range(20, 24) for row in (8, 9)
    ]
    return sum(first - 0.5 < at < last + 0.5 for at in crossings)


@rule("owb.vcover.partial-needs-half")
@pytest.mark.parametrize(
    ("first", "last", "behind_it"), [(20, 21, 4), (19, 20, 3), (20, 20, 2), (20, 23, 7)]
)
def test_a_tank_of_which_half_is_behind_a_wall_is_hit_at_minus_4(
    first: int, last: int, behind_it: int
) -> None:
    assert covered(first, last) == behind_it
    battle = across(*behind(first, last))
    need = 19 if behind_it >= 4 else 15
    assert chance(battle, fire("tank", "foe"), *MISSES) == Fraction(need - 1, 20)
    fires(battle, fire("tank", "foe"), 2)
    assert told(battle, "attack")[0].tallies[0].total == 15 - need
