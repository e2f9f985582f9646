"""GRENADE MISS TABLE: where a miss comes down."""

import pytest

from tests.whitebox.kit import *


def missing(distance: int, rank: str = "soldier", x: int = 10, **more: Any) -> OwbBattle:
    """Ivan at (10, 15), and smoke in a square so far to the north: AAC 14."""
    smoke = filled("smoke", "smoke", (10, 15 - distance))
    return begun("ivan", man("ivan", (x, 15), rank=rank), FAR, terrain=[smoke], **more)


def plain_lob(origin: Square = (10, 15), square: Square = (10, 12), **more: Any) -> Lob:
    tally = more.pop("tally", Tally("attacker"))
    armor = Tally("target").add(14, "owb.impact.specific-target", "target")
    return Lob(origin=origin, square=square, tally=tally, armor=armor, **more)


@rule("owb.scatter.near-miss-threshold", "owb.impact.ineffective-miss")
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


@rule("owb.scatter.near-miss-threshold")
def test_odds_of_a_throw_out_of_the_corner_of_the_map() -> None:
    battle = begun("ivan", man("ivan", (0, 3), dexterity=1), man("bob", (0, 0), side="b"))
    order = Throw("ivan", bomb="grenade", at=middle((0, 0)))

    def read(end: OwbBattle) -> str:
        lands = told(end, "explosive")[-1].data["lands"]
        return "no effect" if lands is None else "on target" if lands == (0, 0) else "near miss"

    assert odds_given(battle, order) == true_odds(battle, order, read)


@rule(
    "owb.scatter.directions",
    "owb.scatter.distance",
    "owb.scatter.short-stops-at-thrower",
    "owb.scatter.dice-order",
)
@pytest.mark.parametrize(
    ("dice", "square"),
    [
        ((4, 2), (13, 12)),
        ((2, 3), (7, 15)),
        ((1, 3), (13, 15)),
        ((3, 2), (10, 14)),
        ((3, 3), (10, 15)),
        ((5, 1), (8, 12)),
        ((5, 3), (6, 12)),
        ((6, 1), (12, 10)),
        ((7, 3), (6, 8)),
        ((8, 1), (10, 9)),
        ((9, 2), (10, 8)),
        ((10, 6), (10, 4)),
    ],
)
def test_where_a_grenade_thrown_north_3_squares_may_land(
    dice: tuple[int, int], square: Square
) -> None:
    battle = missing(3)
    play(battle, throw((10, 12)), dice=(14, *dice))
    assert lands(battle) == square


@rule(
    "owb.scatter.directions",
    "owb.blast.blocked-by-cover",
    "owb.blast.off-centre-bonus",
    "owb.impact.unseen-target",
)
def test_pyotr_tosses_a_grenade_blindly_into_the_building() -> None:
    """He misses with a 15; 3 on the table and 1 square: it lands one square short.

    The walls keep the blast inside: squares behind them are unaffected.
    """
    walls = edged("house", "building-wall-masonry", (6, 6), (14, 6), (14, 12), (6, 12), (6, 6))
    door = edged("door", "door-open", (9, 12), (10, 12))
    battle = fight(
        man("pyotr", (12, 12), facing=0),
        man("german", (11, 9), "b", facing=4, rank="officer", armor=[]),
        man("outside", (15, 9), "b", facing=4),
        man("far", (30, 2), "b"),
        terrain=[walls, door],
    )
    throw = Throw("pyotr", bomb="grenade", at=middle((11, 9)))
    lob = legal(throw_at(battle.state, person(battle, "pyotr"), "grenade", (11, 9)))
    assert lob.armor.total == 14
    assert lob.tally.total == -4
    play(battle, Begin("pyotr"), throw, dice=(15, 3, 1))
    lying = battle.state.explosives[0]
    assert lying.square == (11, 10)
    state = battle.state
    affected = caught_in(state, lying.square, 3)
    assert affected == ("german",)
    inside = [s for s in area(lying.square, 3) if 6 <= s[0] <= 13 and 6 <= s[1] <= 11]
    assert len(inside) == 30
    outside = [s for s in area(lying.square, 3) if s not in inside]
    from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import open_line

    assert all(open_line(state, lying.square, s) for s in inside)
    through = {s for s in outside if open_line(state, lying.square, s)}
    assert through == {(9, 12), (8, 12), (8, 13)}, "through the open door"
    assert save_against_blast(state, person(state, "german"), lying.square).total == 2


@rule("owb.scatter.short-stops-at-thrower", "owb.scatter.still-hits")
@pytest.mark.parametrize(
    ("distance", "rolled", "square"), [(2, 3, (10, 15)), (2, 2, (10, 15)), (2, 1, (10, 14))]
)
def test_a_throw_of_2_squares_3_short_lands_in_the_throwers_own(
    distance: int, rolled: int, square: Square
) -> None:
    battle = missing(distance)
    play(battle, throw((10, 15 - distance)), dice=(14, 3, rolled))
    assert lands(battle) == square


@rule("owb.scatter.short-stops-at-thrower", "owb.scatter.walls-and-edges")
def test_a_grenade_that_falls_short_stops_at_the_wall_it_was_thrown_over() -> None:
    wall = [edged("w", "tall-wall", (9, 19), (12, 19))]
    state = state_of(IVAN, man("foe", (10, 17), "b"), FAR, terrain=wall)
    lob = throw_at(state, person(state, "ivan"), "grenade", (10, 17))
    assert isinstance(lob, Lob)
    assert lob.armor.total == 14, "unseen"
    # 14 - 4 misses; Straight Short, 3 squares: back towards him, but the wall is in the way
    assert resolve_lob(lob, state.grounds, ScriptedDice([14, 3, 3])).square == (10, 18)
    free = state_of(IVAN, man("foe", (10, 17), "b"), FAR)
    free.change("foe", moving=True)
    lob = throw_at(free, person(free, "ivan"), "grenade", (10, 17))
    assert isinstance(lob, Lob)
    assert resolve_lob(lob, free.grounds, ScriptedDice([14, 3, 3])).square == (10, 20)


@rule("owb.scatter.walls-and-edges", "owb.impact.specific-target")
def test_a_grenade_that_misses_a_tank_is_not_held_by_the_tank() -> None:
    """At Medium range 14 is 12 against AAC 14; a 4 is to the right, by 1d3+1 = 2 from (9, 8)."""
    battle = begun(
        "ivan", man("ivan", (9, 10)), vehicle("tank", "tank-medium", (10, 8), 4, "b"), FAR_FOE
    )
    play(battle, Throw("ivan", bomb="grenade", at=middle((9, 8))), dice=(14, 4, 1))
    assert told(battle, "explosive")[0].data["lands"] == (11, 8)


@rule("owb.scatter.walls-and-edges")
def test_walls_stop_a_stray_grenade_and_the_edge_of_the_map_swallows_it() -> None:
    wall = [filled("w", "tall-wall", (10, 10))]
    grounds = state_of(man("ivan", (10, 15)), FAR, terrain=wall).grounds
    tally = Tally("attacker").add(-2, "owb.range.penalties", "Medium")
    assert resolve_lob(plain_lob(tally=tally), grounds, ScriptedDice([14, 8, 6])).square == (10, 11)
    off = plain_lob((10, 5), (10, 2), tally=tally)
    assert resolve_lob(off, grounds, ScriptedDice([14, 8, 6])).square is None
