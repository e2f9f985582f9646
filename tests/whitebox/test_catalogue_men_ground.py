"""The catalogue's examples of squares, steps and lines of sight, played as they are written."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin, EndTurn, Hold, Launch, Move, Withhold
from sandtable.scenario import Terrain
from sandtable.table.grid import Square
from tests.whitebox.kit import (
    FAR,
    OwbBattle,
    ask,
    at,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    refusal,
    shot,
    throw,
    told,
    turn,
)

rule = pytest.mark.rule


def walker(*squares: Square, terrain: tuple[Terrain, ...] = (), **more: Any) -> OwbBattle:
    """Ivan at (10, 20), whose turn has begun."""
    options = more.pop("options", None)
    others = tuple(man(f"friend{n}", square) for n, square in enumerate(squares))
    ivan = man("ivan", (10, 20), **{"armor": [], **more})
    battle = fight(ivan, *others, FAR, terrain=terrain, options=options)
    play(battle, Begin(person="ivan"))
    return battle


def goes(battle: OwbBattle, *squares: Square, crawl: bool = False) -> bool:
    """Whether Ivan may go that way."""
    return battle.allows(Move(person="ivan", path=path(*squares), crawl=crawl), "a")


# -- distances and directions ---------------------------------------------------------------------


@rule("owb.grid.distance", "owb.range.bands")
@pytest.mark.parametrize(
    ("target", "total"), [((8, 6), 0), ((8, 9), 0), ((9, 6), -2), ((9, 10), -2), ((2, 10), -2)]
)
def test_between_2_3_and_9_6_there_are_7_squares(target: Square, total: int) -> None:
    """A crossbow's Short range ends at 6 squares."""
    battle = fight(man("ivan", (2, 3), weapons=["crossbow"]), man("foe", target, "b"))
    play(battle, Begin(person="ivan"), shot("foe", "crossbow"), dice=(1,))
    assert told(battle, "attack")[0].tallies[0].total == total


@rule("owb.grid.alternate-diagonals")
@pytest.mark.parametrize(
    ("target", "plain", "alternate"),
    [((6, 5), 0, 0), ((6, 6), 0, 0), ((7, 5), 0, 0), ((7, 6), 0, -2), ((8, 2), 0, 0)],
)
def test_6_and_5_squares_are_8_where_diagonals_alternate(
    target: Square, plain: int, alternate: int
) -> None:
    """A small handgun's Short range is 9: 6 + 5/2 is 8, 7 + 6/2 is 10."""
    for option, total in (("one-to-one", plain), ("alternate", alternate)):
        foe = (10 + target[0], 20 - target[1])
        battle = fight(
            man("ivan", (10, 20), weapons=["handgun-small"]),
            man("foe", foe, "b", armor=[]),
            options={"diagonals": option},
        )
        play(battle, Begin(person="ivan"), shot("foe", "handgun-small"), dice=(1, 1))
        assert told(battle, "attack")[0].tallies[0].total == total


@rule("owb.grid.square-is-five-feet", "owb.mortar.minimum-range")
@pytest.mark.parametrize(
    ("distance", "total"),
    [(59, None), (60, 0), (100, 0), (101, -2), (200, -2), (201, -4), (301, -6), (400, -6)],
)
def test_300_feet_are_60_squares_for_a_mortar(distance: int, total: int | None) -> None:
    rows = 410
    battle = fight(
        man("ivan", (5, 405), sheet="mortar-gunner", rows=rows),
        man("spotter", (7, 405 - distance + 5), facing=0, rows=rows),
        man("foe", (5, 405 - distance), "b", rows=rows),
        size=(12, rows),
    )
    play(battle, Begin(person="ivan"))
    launch = Launch(person="ivan", weapon="mortar", at=middle((5, 405 - distance), rows))
    if total is None:
        assert refusal(battle, launch) == "owb.mortar.minimum-range"
        return
    play(battle, launch, dice=(1,))
    assert told(battle, "explosive")[-1].tallies[0].total == total


@rule("owb.grid.snap-to-eight-directions", "owb.scatter.directions")
@pytest.mark.parametrize(
    ("aim", "lands"),
    [((5, -2), (8, -2)), ((7, -3), (10, -6)), ((2, -5), (2, -8)), ((-7, 3), (-10, 6))],
)
def test_5_and_2_squares_are_east_and_7_and_3_north_east(aim: Square, lands: Square) -> None:
    """A grenade that misses Straight Long by 3 squares shows the direction it flew in."""
    square = (15 + aim[0], 18 + aim[1])
    battle = fight(
        man("ivan", (15, 18)),
        FAR,
        terrain=[filled("smoke", "smoke", square)],
        options={"range_bands": "chained-for-thrown"},
    )
    play(battle, Begin(person="ivan"), throw(square), dice=(14, 8, 1))
    assert told(battle, "explosive")[-1].data["lands"] == (15 + lands[0], 18 + lands[1])


# -- steps ----------------------------------------------------------------------------------------


@rule("owb.move.normal", "owb.base.encumbrance")
@pytest.mark.parametrize(
    ("armor", "squares"),
    [(["bdu"], 4), (["plate-mail"], 4), (["plate-mail", "helmet"], 3), (["shield-solid-steel"], 3)],
)
def test_the_squares_of_a_round_are_a_third_of_the_movement(armor: list[str], squares: int) -> None:
    """75 pounds leave Movement 12 (4 squares), 76 to 100 leave 9 (3 squares)."""
    battle = walker(armor=armor, weapons=[], blades=[], bombs={})
    way = [(10, 19 - n) for n in range(5)]
    assert goes(battle, *way[:squares])
    assert not goes(battle, *way[: squares + 1])


@rule("owb.move.crawling")
def test_a_crawler_enters_a_rough_square_and_no_second_one() -> None:
    mud = (filled("mud", "mud", (10, 19)),)
    battle = walker(terrain=mud)
    assert goes(battle, (10, 19), crawl=True)
    assert not goes(battle, (10, 19), (10, 18), crawl=True)
    assert goes(battle, (11, 20), crawl=True)
    assert not goes(battle, (11, 20), (12, 20), crawl=True)
    play(battle, Move(person="ivan", path=path((10, 19)), crawl=True))
    assert at(battle.state, "ivan") == (10, 19)
    assert not goes(battle, (10, 18)), "who has crawled moves no faster in that round"
    assert not goes(battle, (10, 18), crawl=True)


@rule("owb.move.no-carry-over")
def test_of_4_points_normal_and_rough_take_3_and_the_last_is_lost() -> None:
    mud = (filled("mud", "mud", (10, 17), (10, 18)),)
    battle = walker(terrain=mud)
    assert goes(battle, (10, 19), (10, 18))
    assert not goes(battle, (10, 19), (10, 18), (10, 17))
    play(battle, Move(person="ivan", path=path((10, 19), (10, 18))))
    assert not goes(battle, (10, 17))
    assert goes(battle, (11, 18)), "the point still buys a Normal square in this turn"
    play(battle, EndTurn(person="ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert goes(battle, (10, 17), (10, 16), (10, 15)), "2 + 1 + 1"
    assert not goes(battle, (10, 17), (10, 16), (10, 15), (10, 14)), "nothing is carried over"


@rule("owb.terrain.costs-do-not-stack")
@pytest.mark.parametrize("body", [False, True])
def test_a_low_wall_and_mud_cost_2_together_and_a_body_there_no_more(*, body: bool) -> None:
    ground = (
        edged("wall", "low-brick-wall", (10, 20), (11, 20)),
        filled("mud", "mud", (10, 19)),
    )
    battle = walker(*([(10, 19)] if body else []), terrain=ground)
    if body:
        battle.state.change("friend0", out="dead")
    assert goes(battle, (10, 19), (10, 18), (10, 17))
    assert not goes(battle, (10, 19), (10, 18), (10, 17), (10, 16))


@rule("owb.terrain.costs-do-not-stack", "owb.move.through-friend")
def test_a_friend_in_the_mud_behind_a_wall_is_passed_for_2_as_well() -> None:
    ground = (
        edged("wall", "low-brick-wall", (10, 20), (11, 20)),
        filled("mud", "mud", (10, 19)),
    )
    battle = walker((10, 19), terrain=ground)
    assert goes(battle, (10, 19), (10, 18), (10, 17))
    assert not goes(battle, (10, 19), (10, 18), (10, 17), (10, 16))
    assert not goes(battle, (10, 19))


@rule("owb.move.through-friend", "owb.move.no-carry-over")
def test_nobody_is_in_his_own_way_when_he_comes_back_to_where_he_began() -> None:
    battle = walker((12, 20))
    there_and_back = ((10, 19), (10, 20), (11, 20), (11, 21))
    assert goes(battle, *there_and_back), "four squares of Normal ground"
    assert goes(battle, (11, 19), (10, 20))
    play(battle, Move(person="ivan", path=path(*there_and_back)))
    assert at(battle.state, "ivan") == (11, 21)
    assert person(battle, "ivan").spent == 4


@rule("owb.base.encumbrance")
def test_83_pounds_are_movement_9_and_3_squares() -> None:
    kit: dict[str, Any] = {"weapons": ["flamethrower"], "blades": [], "bombs": {}}
    ivan = man("ivan", (10, 20), armor=["bdu", "helmet"], **kit)
    battle = fight(ivan, FAR, dice=(6, 6, 1))
    play(battle, Begin(person="ivan"))
    assert goes(battle, (10, 19), (10, 18), (10, 17))
    assert not goes(battle, (10, 19), (10, 18), (10, 17), (10, 16))


@rule("owb.base.encumbrance")
@pytest.mark.parametrize(
    ("weapons", "armor", "grenades", "squares"),
    [
        (["mortar", "rpg-heavy"], ["bdu"], 0, 4),  # 75
        (["mortar", "rpg-heavy"], ["bdu"], 1, 3),  # 76
        (["mortar", "rpg-heavy", "machinegun-medium"], ["bdu"], 0, 3),  # 100
        (["mortar", "rpg-heavy", "machinegun-medium"], ["bdu"], 1, 2),  # 101
        (["mortar", "rpg-heavy"], ["plate-mail", "bdu"], 0, 2),  # 150
        (["mortar", "rpg-heavy"], ["plate-mail", "bdu"], 1, 1),  # 151
    ],
)
def test_movement_falls_just_beyond_75_100_and_150_pounds(
    weapons: list[str], armor: list[str], grenades: int, squares: int
) -> None:
    battle = walker(weapons=weapons, blades=[], armor=armor, bombs={"grenade": grenades})
    way = [(10, 19 - n) for n in range(5)]
    assert goes(battle, *way[:squares])
    assert not goes(battle, *way[: squares + 1])


@rule("owb.base.encumbrance", "owb.time.move-before-or-after")
def test_who_has_thrown_the_grenade_that_made_him_slow_is_faster_at_once() -> None:
    battle = walker(weapons=["mortar", "rpg-heavy"], blades=[], armor=["bdu"], bombs={"grenade": 1})
    way = [(10, 21 + n) for n in range(4)]
    assert not goes(battle, *way)
    play(battle, throw((10, 16)), dice=(1,))
    assert goes(battle, *way)


@rule("owb.base.encumbrance", "owb.ammo.weight")
@pytest.mark.parametrize("loads", [{"rifle-large": 63}, 63])
def test_spare_loads_weigh_as_before_when_something_else_is_thrown_away(loads: Any) -> None:
    """Rifle 10, battle dress 10, 2 grenades and 60 loads beyond the first three: 82 lb."""
    kit: dict[str, Any] = {"weapons": ["rifle-large"], "blades": [], "bombs": {"grenade": 2}}
    battle = walker(**kit, armor=["bdu"], loads=loads)
    assert person(battle, "ivan").movement == 9
    play(battle, throw((10, 16)), dice=(1,))
    assert person(battle, "ivan").movement == 9, "81 lb"


# -- arcs and lines -------------------------------------------------------------------------------


@rule("owb.los.facing-arc", "owb.withhold.arc")
@pytest.mark.parametrize(("target", "inside"), [((13, 17), True), ((14, 17), False)])
def test_facing_north_3_and_3_are_inside_the_arc_and_4_and_3_outside(
    target: Square, *, inside: bool
) -> None:
    battle = fight(man("ivan", (10, 20), facing=0, bombs={}), man("foe", target, "b"))
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="foe"), shot("ivan", who="foe"), dice=() if inside else (1,))
    if not inside:
        assert ask(battle) == "turn", "nobody can interrupt him"
        return
    assert ask(battle) == "interrupt"
    assert battle.allows(shot("foe"), "a")
    play(battle, Hold(), dice=(1,))
    assert len(told(battle, "attack")) == 1


@rule("owb.los.corner")
@pytest.mark.parametrize(
    ("walls", "seen"),
    [([(1, 0)], True), ([(0, 1)], True), ([(1, 0), (0, 1)], False), ([(3, 2), (0, 1)], True)],
)
def test_a_line_from_0_0_to_3_3_is_blocked_only_by_walls_on_both_sides(
    walls: list[Square], *, seen: bool
) -> None:
    ground = [filled(f"w{n}", "tall-wall", square) for n, square in enumerate(walls)]
    battle = fight(man("ivan", (0, 0)), man("foe", (3, 3), "b"), terrain=ground)
    play(battle, Begin(person="ivan"))
    assert battle.allows(shot("foe"), "a") is seen
    if not seen:
        assert refusal(battle, shot("foe")) == "owb.missile.needs-line-of-sight"
        return
    play(battle, shot("foe"), dice=(1,))
    # a wall that the line only touches gives partial cover if it is next to the target
    partial = (3, 2) in walls
    assert told(battle, "attack")[-1].tallies[0].total == (-4 if partial else 0)


@rule("owb.los.elevation", "owb.los.mutual")
@pytest.mark.parametrize(
    ("crest", "ivans", "seen"),
    [(1, 0, False), (0, 0, True), (1, 1, True), (2, 1, False), (1, 2, True)],
)
def test_a_crest_of_1_between_two_men_at_0_blocks(crest: int, ivans: int, *, seen: bool) -> None:
    ground = [
        filled("crest", "elevation", (10, 15), height=crest),
        filled("stand", "elevation", (10, 20), height=ivans),
    ]
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4), terrain=ground)
    play(battle, Begin(person="ivan"))
    assert battle.allows(shot("foe"), "a") is seen
    play(battle, EndTurn(person="ivan"), Begin(person="foe"))
    assert battle.allows(shot("ivan", who="foe"), "b") is seen
    assert person(battle, "foe").facing == 4
