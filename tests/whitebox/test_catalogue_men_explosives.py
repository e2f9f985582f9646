"""The catalogue's examples of explosives, mortars and flamethrowers, played as written."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    Done,
    Launch,
    Move,
    TakeCover,
    ThrowBack,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import FireGun, SetPace, StartVehicle
from sandtable.scenario import Terrain
from sandtable.table.grid import Square
from tests.whitebox.kit import (
    A_FIRST,
    FAR,
    OwbBattle,
    ask,
    fight,
    filled,
    lands,
    last_aim,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    refusal,
    rolled_all,
    shot,
    throw,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import tank, the, vehicle

rule = pytest.mark.rule


# -- throwing -------------------------------------------------------------------------------------


@rule("owb.range.chained-bands")
@pytest.mark.parametrize(
    ("distance", "total"),
    [(1, 0), (2, -2), (3, -4), (6, -4), (7, -6), (20, -6), (24, -6), (25, None)],
)
@pytest.mark.parametrize("bands", ["chained", "chained-for-thrown"])
def test_a_chained_grenade_reaches_24_squares(distance: int, total: int | None, bands: str) -> None:
    battle = fight(man("ivan", (10, 30)), FAR, options={"range_bands": bands})
    play(battle, Begin(person="ivan"))
    order = throw((10, 30 - distance))
    if total is None:
        assert refusal(battle, order) == "owb.range.bands"
        return
    odds = battle.view("a").odds(order)
    assert odds is not None
    assert odds.tallies[0].total == total
    play(battle, order, dice=(1,))
    assert last_aim(battle) == (total, 10)


@rule("owb.impact.open-stationary-target", "owb.impact.detonates-at-once")
@pytest.mark.parametrize(("roll", "hit"), [(10, True), (9, False)])
def test_a_pipe_bomb_needs_10_whatever_the_operative_wears(roll: int, *, hit: bool) -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"pipe-bomb": 1}, armor=[]),
        man("foe", (10, 19), "b", rank="op1", hp=30, most_hp=30),
        FAR,
    )
    play(battle, Begin(person="ivan"))
    order = throw((10, 19), bomb="pipe-bomb")
    odds = battle.view("a").odds(order)
    assert odds is not None
    assert odds.tallies[1].total == 10
    play(battle, order, dice=(roll, *((4, 20, 20) if hit else ())))
    assert (lands(battle) == (10, 19)) is hit
    assert bool(told(battle, "blast")) is hit
    if hit:
        assert told(battle, "blast")[-1].data["damage"] == 6
        assert person(battle, "foe").hp == 30 - 3


@rule("owb.impact.specific-target", "owb.impact.open-stationary-target")
def test_one_who_moved_needs_14_until_he_has_stood_still_for_a_turn() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 16), "b"), FAR, dice=(1, 6))
    turn(battle, "foe", Move(person="foe", path=path((10, 17))))
    play(battle, Done())
    turn(battle, "ivan", throw((10, 17)), dice=(1, 6, 1))
    assert last_aim(battle) == (-4, 14)
    turn(battle, "ivan", throw((10, 17)), dice=(1,))
    assert last_aim(battle) == (-4, 14), "his last turn is still the one in which he moved"


@rule("owb.impact.open-stationary-target")
def test_one_who_stands_still_in_his_turn_needs_10_again() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 16), "b"), FAR, dice=(1, 6))
    turn(battle, "foe", Move(person="foe", path=path((10, 17))))
    pass_all(battle, dice=(1, 6))
    turn(battle, "foe")
    play(battle, Done())
    turn(battle, "ivan", throw((10, 17)), dice=(1, 6, 1))
    assert last_aim(battle) == (-4, 10)


# -- misses ---------------------------------------------------------------------------------------


def missing(distance: int, rank: str = "soldier", x: int = 10, **more: Any) -> OwbBattle:
    """Ivan at (10, 15), and smoke in a square so far to the north: AAC 14."""
    smoke = filled("smoke", "smoke", (10, 15 - distance))
    battle = fight(man("ivan", (x, 15), rank=rank), FAR, terrain=[smoke], **more)
    play(battle, Begin(person="ivan"))
    return battle


@rule("owb.scatter.near-miss-threshold")
@pytest.mark.parametrize(
    ("roll", "scatter"), [(15, ()), (14, (4, 1)), (13, (4, 1)), (12, None), (1, None)]
)
def test_13_with_plus_1_at_medium_range_is_a_near_miss_and_12_is_none(
    roll: int, scatter: tuple[int, ...] | None
) -> None:
    battle = missing(2, "veteran")
    play(battle, throw((10, 13)), dice=(roll, *(scatter or ())))
    assert last_aim(battle) == (-1, 14)
    wanted = None if scatter is None else (12, 13) if scatter else (10, 13)
    assert lands(battle) == wanted
    assert rolled_all(battle)


@rule("owb.scatter.directions", "owb.scatter.distance", "owb.scatter.short-stops-at-thrower")
@pytest.mark.parametrize(
    ("dice", "square"),
    [
        ((4, 2), (13, 12)),
        ((2, 3), (7, 15)),
        ((1, 3), (13, 15)),
        ((3, 2), (10, 14)),
        ((3, 3), (10, 15)),
        ((5, 3), (6, 12)),
        ((6, 1), (12, 10)),
        ((7, 3), (6, 8)),
        ((8, 1), (10, 9)),
        ((10, 6), (10, 4)),
    ],
)
def test_where_a_grenade_thrown_north_3_squares_may_land(
    dice: tuple[int, int], square: Square
) -> None:
    battle = missing(3)
    play(battle, throw((10, 12)), dice=(14, *dice))
    assert lands(battle) == square


@rule("owb.scatter.short-stops-at-thrower")
@pytest.mark.parametrize(
    ("distance", "rolled", "square"), [(2, 3, (10, 15)), (2, 2, (10, 15)), (2, 1, (10, 14))]
)
def test_a_throw_of_2_squares_3_short_lands_in_the_throwers_own(
    distance: int, rolled: int, square: Square
) -> None:
    battle = missing(distance)
    play(battle, throw((10, 15 - distance)), dice=(14, 3, rolled))
    assert lands(battle) == square


# -- blasts ---------------------------------------------------------------------------------------


def names_hit(battle: OwbBattle, names: dict[str, Square]) -> set[Square]:
    """The squares of those whom the last blast has found."""
    return {names[name] for name in told(battle, "blast")[-1].pieces if name in names}


def grenade_finds(
    inside: set[Square], outside: set[Square], centre: Square, walls: tuple[Terrain, ...] = ()
) -> None:
    """That a grenade in a square affects just those men; the thrower is one more of them."""
    names = {f"m{n}": square for n, square in enumerate(sorted(inside | outside))}
    others = [man(name, square, "b", hp=60, most_hp=60) for name, square in names.items()]
    ivan = man("ivan", (centre[0], centre[1] + 1), hp=90, most_hp=90)
    battle = fight(ivan, *others, FAR, terrain=walls)
    turn(battle, "ivan", throw(centre), dice=(19,))
    pass_all(battle, dice=(1, 1, *[1] * (len(inside) + 1), *A_FIRST))
    assert names_hit(battle, names) == inside
    assert rolled_all(battle)


@rule("owb.blast.area")
def test_7x7_around_10_10_holds_13_7_and_not_14_10() -> None:
    inside = {(13, 7), (7, 13), (13, 13), (10, 7), (7, 10)}
    grenade_finds(inside, {(14, 10), (10, 6), (6, 6), (10, 14)}, (10, 10))


@rule("owb.blast.area", "owb.impact.damage")
@pytest.mark.parametrize("bomb", ["pipe-bomb", "molotov-cocktail"])
def test_5x5_around_10_10_holds_12_9_and_not_13_10(bomb: str) -> None:
    inside = {(12, 9), (8, 8), (12, 12)}
    outside = {(13, 10), (10, 7), (13, 13)}
    names = {f"m{n}": square for n, square in enumerate((*inside, *outside))}
    others = [man(name, square, "b", hp=60, most_hp=60) for name, square in names.items()]
    ivan = man("ivan", (10, 14), bombs={bomb: 1})
    battle = fight(ivan, *others, FAR)
    play(battle, Begin(person="ivan"), throw((10, 10), bomb=bomb), dice=(19, 1, 20, 20, 20))
    assert names_hit(battle, names) == inside
    assert rolled_all(battle)


@rule("owb.blast.blocked-by-cover", "owb.los.corner")
def test_a_masonry_square_at_6_5_shields_7_5_and_7_6_but_not_7_7() -> None:
    wall = (filled("wall", "building-wall-masonry", (6, 5)),)
    grenade_finds({(7, 7), (7, 3)}, {(7, 5), (7, 6), (7, 4)}, (5, 5), wall)
    both = (*wall, filled("more", "building-wall-masonry", (5, 4)))
    grenade_finds({(7, 7)}, {(7, 3)}, (5, 5), both)


@rule("owb.blast.blocked-by-cover", "owb.conceal.stops-nothing")
@pytest.mark.parametrize("kind", ["hedgerow", "building-wall-plaster-or-wood", "forest"])
def test_concealment_in_that_square_shields_nobody(kind: str) -> None:
    wall = (filled("wall", kind, (6, 5)),)
    grenade_finds({(7, 5), (7, 6), (7, 7)}, set(), (5, 5), wall)


@rule("owb.blast.flat-trajectory")
def test_a_tank_gun_cannot_aim_at_one_ducked_behind_sandbags_but_at_the_sandbags() -> None:
    bags = filled("bags", "sandbags", (10, 10))
    foe = man("foe", (10, 9), "b", ducked=True)
    battle = fight(tank(at=(10, 20)), foe, FAR, terrain=[bags])
    play(battle, StartVehicle(vehicle="t34"), SetPace(vehicle="t34", pace="stopped"))
    assert person(battle, "foe").ducked
    at_him = FireGun(person="t34.gun-1", mount="gun-1", at=middle((10, 9)))
    assert refusal(battle, at_him) == "owb.blast.flat-trajectory"
    at_them = FireGun(person="t34.gun-1", mount="gun-1", at=middle((10, 10)))
    odds = battle.view("a").odds(at_them)
    assert odds is not None
    assert odds.tallies[1].total == 10
    play(battle, at_them, dice=(10, 6, 6))
    assert person(battle, "foe").hp == 4
    assert battle.state.grounds.kind((10, 10)).name != "sandbags"


@rule("owb.blast.flat-trajectory", "owb.cover.ducked-or-up")
@pytest.mark.parametrize(("ducked", "legal"), [(True, False), (False, True)])
def test_a_rocket_likewise_while_a_grenade_may_be_lobbed(*, ducked: bool, legal: bool) -> None:
    bags = filled("bags", "sandbags", (10, 16))
    ivan = man("ivan", (10, 19), weapons=["rpg-light"])
    battle = fight(ivan, man("foe", (10, 15), "b", ducked=ducked), FAR, terrain=[bags])
    play(battle, Begin(person="ivan"))
    rocket = Launch(person="ivan", weapon="rpg-light", at=middle((10, 15)))
    assert battle.allows(rocket, "a") is legal
    assert battle.allows(throw((10, 15)), "a")


@rule("owb.combined.personal-weapons-vs-vehicles", "owb.blast.vehicles-in-area")
@pytest.mark.parametrize(
    ("sheet", "save", "lost"),
    [("armored-car", 1, 2), ("truck-large", 1, 5), ("tank-heavy", 1, 0)],
)
def test_a_grenade_of_10_does_2_to_an_armored_car(sheet: str, save: int, lost: int) -> None:
    battle = fight(man("ivan", (10, 20), armor=[]), vehicle("car", sheet, (11, 15), 4, "b"), FAR)
    before = the(battle, "car").hp
    back = Move(person="ivan", path=path((10, 21), (10, 22), (10, 23), (10, 24)))
    turn(battle, "ivan", throw((10, 17)), back, dice=(20,))
    assert lands(battle) == (10, 17)
    pass_all(battle, dice=(4, 4, save, *[1] * 8, *A_FIRST))
    assert told(battle, "blast")[-1].data["damage"] == 10
    assert before - the(battle, "car").hp == lost


# -- saves ----------------------------------------------------------------------------------------


@rule("owb.save.explosive-bonus", "owb.blast.off-centre-bonus", "owb.armor.helmet")
@pytest.mark.parametrize(
    ("square", "armor", "least"),
    [
        ((11, 10), ["helmet"], 15),
        ((10, 10), ["helmet"], 17),
        ((11, 10), [], 16),
        ((11, 10), ["helmet", "shield"], 14),
        ((13, 10), ["helmet"], 15),
    ],
)
def test_15_with_a_helmet_and_off_centre_saves_against_18(
    square: Square, armor: list[str], least: int
) -> None:
    for roll, saved in ((least, True), (least - 1, False)):
        battle = fight(
            man("ivan", (10, 14), bombs={"dynamite": 1}, armor=[]),
            man("foe", square, "b", hp=30, most_hp=30, armor=armor),
            FAR,
        )
        turn(battle, "ivan", throw((10, 10), bomb="dynamite"), dice=(20,))
        if square == (10, 10):
            pass_all(battle, until="throw back")
            play(battle, TakeCover(), dice=(3, 4, roll, *A_FIRST))
        else:
            pass_all(battle, dice=(3, 4, roll, *A_FIRST))
        assert person(battle, "foe").hp == 30 - (4 if saved else 9)


# -- timed explosives -----------------------------------------------------------------------------


@rule("owb.timed.detonates-at-end-of-round")
@pytest.mark.parametrize(("squares", "struck"), [(4, False), (2, False), (1, True), (0, True)])
def test_who_runs_4_squares_from_a_grenade_2_squares_away_is_not_affected(
    squares: int, *, struck: bool
) -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]), man("foe", (10, 15), "b", hp=30, most_hp=30), FAR
    )
    back = Move(person="ivan", path=path((10, 21), (10, 22)))
    turn(battle, "ivan", throw((10, 17)), back, dice=(19,))
    assert lands(battle) == (10, 17)
    way = path(*[(10, 14 - n) for n in range(squares)])
    moves = (Move(person="foe", path=way),) if way else ()
    turn(battle, "foe", *moves)
    dice = (3, 4, 1) if struck else (3, 4)
    pass_all(battle, dice=(*dice, *A_FIRST))
    assert person(battle, "foe").hp == (30 - 9 if struck else 30)
    assert rolled_all(battle)


def at_his_feet(*moves: Order, rank: str = "op1") -> OwbBattle:
    """A grenade in the square of the foe, who has a Saving Throw of 14."""
    battle = fight(
        man("ivan", (10, 20), armor=[], hp=30, most_hp=30),
        man("foe", (10, 19), "b", rank=rank, hp=30, most_hp=30, armor=[]),
        FAR,
    )
    turn(battle, "ivan", throw((10, 19)), *moves, dice=(19,))
    pass_all(battle, until="throw back")
    return battle


@rule("owb.timed.throw-back")
def test_14_throws_it_back_and_12_misses_the_attacker_who_moved_without_effect() -> None:
    battle = at_his_feet(Move(person="ivan", path=path((11, 20))))
    play(battle, ThrowBack(), dice=(14, 12, *A_FIRST))
    assert last_aim(battle) == (0, 14)
    assert lands(battle) is None
    assert told(battle, "blast") == []
    assert person(battle, "foe").hp == 30
    assert battle.state.turn == 2


@rule("owb.timed.throw-back")
def test_the_attacker_who_stands_still_in_the_open_is_hit_by_10() -> None:
    battle = at_his_feet()
    # the thrower's Dexterity, helmet and the +2 do not count; the other two save at 20
    play(battle, ThrowBack(), dice=(14, 10, 3, 4, 20, 20, *A_FIRST))
    assert last_aim(battle) == (0, 10)
    assert lands(battle) == (10, 20)
    assert person(battle, "ivan").hp == 30 - 4
    assert person(battle, "foe").hp == 30 - 4


@rule("owb.timed.throw-back")
def test_13_fails_and_he_takes_all_9() -> None:
    away = Move(person="ivan", path=path((10, 21), (10, 22), (10, 23)))
    battle = at_his_feet(away)
    play(battle, ThrowBack(), dice=(13, 3, 4, *A_FIRST))
    assert person(battle, "foe").hp == 30 - 9
    assert rolled_all(battle)


@rule("owb.timed.cook-dropped-when-injured")
@pytest.mark.parametrize(("roll", "dropped"), [(17, True), (18, False)])
def test_a_cook_with_18_who_is_shot_for_1_drops_it_on_17(roll: int, *, dropped: bool) -> None:
    battle = fight(
        man("cook", (10, 20), armor=[], hp=30, most_hp=30),
        man("foe", (10, 15), "b", weapons=["handgun-small"]),
        FAR,
    )
    turn(battle, "cook", Cook(person="cook", bomb="grenade"))
    order = shot("cook", "handgun-small", "foe")
    play(battle, Begin(person="foe"), order, dice=(20, 1, roll))
    assert person(battle, "cook").hp == 29
    assert (person(battle, "cook").cooking == "") is dropped
    if not dropped:
        pass_all(battle, until="throw")
        assert ask(battle) == "throw"
        return
    assert [lying.square for lying in battle.state.explosives] == [(10, 20)]
    pass_all(battle, dice=(3, 4, 18, *A_FIRST))
    assert told(battle, "blast")[-1].data["at"] == (10, 20)
    assert person(battle, "cook").hp == 29 - 4, "he may save, and cannot throw it back"
