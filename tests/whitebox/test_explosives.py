"""EXPLOSIVES: blasts, throws, misses, saves, charges and rockets."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.odds import Tally
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import (
    area,
    caught_in,
    charge_of,
    is_affected,
    may_save,
    resolve_blasted,
    save_against_blast,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import (
    Lob,
    resolve_lob,
    rocket_at,
    throw_at,
)
from sandtable.rulebooks.whitebox.state.orders import (
    AllowSaves,
    Begin,
    Cook,
    Decline,
    Move,
    Plunge,
    SetCharge,
    Shoot,
    TakeCover,
    Throw,
    ThrowBack,
)
from sandtable.rulebooks.whitebox.state.people import Arm
from sandtable.table.grid import Square
from tests.whitebox.kit import (
    at,
    edged,
    feed,
    fight,
    filled,
    legal,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule


FAR = man("far", (33, 2), "b")


def plain_lob(origin: Square = (10, 15), square: Square = (10, 12), **more: Any) -> Lob:
    tally = more.pop("tally", Tally("attacker"))
    armor = Tally("target").add(14, "owb.impact.specific-target", "target")
    return Lob(origin=origin, square=square, tally=tally, armor=armor, **more)


# -- blasts ---------------------------------------------------------------------------------------


@rule("owb.blast.area")
def test_7x7_reaches_3_squares_and_5x5_two() -> None:
    assert (13, 7) in area((10, 10), 3)
    assert (14, 10) not in area((10, 10), 3)
    assert (12, 9) in area((10, 10), 2)
    assert (13, 10) not in area((10, 10), 2)


@rule("owb.blast.blocked-by-cover")
def test_cover_stops_a_blast() -> None:
    wall = [filled("w", "building-wall-masonry", (6, 5))]
    state = state_of(
        man("one", (7, 5)), man("two", (7, 6)), man("three", (7, 7)), FAR, terrain=wall
    )
    found = [is_affected(state, (5, 5), 3, person(state, n)) for n in ("one", "two", "three")]
    assert found == [False, False, True]
    low = [edged("w", "low-brick-wall", (5, 3), (6, 3))]
    state = state_of(man("one", (5, 3), ducked=True), FAR, terrain=low)
    assert not is_affected(state, (5, 1), 3, person(state, "one"))
    assert is_affected(state, (5, 1), 3, state.change("one", ducked=False))


@rule("owb.blast.one-damage-roll", "owb.impact.damage", "owb.impact.detonates-at-once")
def test_damage_is_rolled_once_and_the_nearest_saves_first() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"pipe-bomb": 1}, armor=[]),
        man("one", (10, 16), "b", rank="officer", armor=[]),
        man("two", (11, 16), "b", rank="officer", armor=[]),
    )
    throw = Throw(person="ivan", bomb="pipe-bomb", at=middle((10, 16)))
    play(battle, Begin(person="ivan"), throw, dice=(16, 5, 16, 13))
    assert told(battle, "blast")[-1].data["damage"] == 7
    assert person(battle, "one").hp == 12 - 3
    assert person(battle, "two").hp == 12 - 7


@rule("owb.blast.off-centre-bonus", "owb.save.explosive-bonus", "owb.armor.helmet")
def test_bonuses_of_a_save_against_explosives() -> None:
    state = state_of(man("ivan", (5, 5), armor=["helmet"]), FAR)
    ivan = person(state, "ivan")
    bonus = save_against_blast(state, ivan, (6, 5))
    assert bonus.total == 3
    assert resolve_blasted(ivan, bonus, 8, False, True, ScriptedDice([15])).damage == 4
    assert resolve_blasted(ivan, bonus, 8, False, True, ScriptedDice([14])).damage == 8
    assert save_against_blast(state, ivan, (5, 5)).total == 1
    hardy = state.change("ivan", constitution=1, dexterity=-1)
    assert save_against_blast(state, hardy, (5, 5)).total == 2


@rule("owb.armor.shield")
def test_a_shield_helps_against_explosions() -> None:
    state = state_of(man("ivan", (5, 5), armor=["shield", "helmet"]), FAR)
    assert save_against_blast(state, person(state, "ivan"), (5, 5)).total == 2


@rule("owb.blast.three-kinds", "owb.timed.damage", "owb.impact.damage", "owb.blast.default-damage")
def test_what_each_kind_of_explosive_does() -> None:
    state = state_of(man("ivan", (5, 5)), FAR)
    found = {
        kind: (str(charge_of(state, kind).damage), charge_of(state, kind).reach)
        for kind in ("grenade", "dynamite", "pipe-bomb", "molotov-cocktail", "mine")
    }
    assert found == {
        "grenade": ("2d6+2", 3),
        "dynamite": ("2d6+2", 3),
        "pipe-bomb": ("1d6+2", 2),
        "molotov-cocktail": ("1d6+2", 2),
        "mine": ("2d6+2", 3),
    }


@rule("owb.save.explosive-in-the-open", "owb.save.explosive-near-cover")
def test_half_in_the_open_and_a_dive_near_cover() -> None:
    state = state_of(man("ivan", (5, 5)), FAR)
    ivan, plain = person(state, "ivan"), Tally("save")
    assert resolve_blasted(ivan, plain, 9, False, True, ScriptedDice([18])).damage == 4
    assert resolve_blasted(ivan, plain, 9, True, True, ScriptedDice([18])).dives
    assert resolve_blasted(ivan, plain, 9, True, True, ScriptedDice([17])).damage == 4


@rule("owb.save.time-to-react", "owb.save.no-save-means-full-damage")
def test_without_a_save_the_damage_is_full() -> None:
    state = state_of(man("ivan", (5, 5)), FAR)
    ivan = person(state, "ivan")
    assert may_save(ivan, ())
    assert not may_save(ivan, ("ivan",))
    assert not may_save(state.change("ivan", out="incapacitated"), ())
    assert resolve_blasted(ivan, Tally("save"), 9, True, False, ScriptedDice([])).damage == 9


@rule("owb.save.time-to-react")
def test_the_referee_is_asked_whether_they_have_time_to_react() -> None:
    units = (
        man("ivan", (10, 20), bombs={"pipe-bomb": 1}, armor=[]),
        man("one", (10, 16), "b", rank="officer", armor=[]),
    )
    throw = Throw(person="ivan", bomb="pipe-bomb", at=middle((10, 16)))
    battle = fight(*units, referee=True)
    play(battle, Begin(person="ivan"), throw, dice=(16, 5))
    choice = battle.choices[0]
    assert (choice.seats, choice.default) == (("referee",), AllowSaves())
    battle.play(AllowSaves(allowed=False), "referee")
    assert person(battle, "one").hp == 12 - 7
    alone = fight(*units)
    play(alone, Begin(person="ivan"), throw, dice=(16, 5, 16))
    assert person(alone, "one").hp == 12 - 3
    assert alone.lines[-1].by_default


# -- aiming ---------------------------------------------------------------------------------------


@rule("owb.impact.open-stationary-target", "owb.blast.aim-at-square")
def test_a_stationary_target_in_the_open_is_easy_whatever_he_wears() -> None:
    state = state_of(man("ivan", (5, 5)), man("foe", (5, 4), "b", rank="op1"))
    lob = legal(throw_at(state, person(state, "ivan"), "pipe-bomb", (5, 4)))
    assert (lob.armor.total, lob.tally.total) == (10, 0)


@rule("owb.impact.specific-target", "owb.timed.armor-class")
def test_moving_or_protected_targets_are_hard() -> None:
    state = state_of(man("ivan", (5, 5)), man("foe", (5, 2), "b"))
    state.change("foe", moving=True)
    ivan = person(state, "ivan")
    assert legal(throw_at(state, ivan, "grenade", (5, 2))).armor.total == 14
    state.change("foe", moving=False)
    assert legal(throw_at(state, ivan, "grenade", (5, 2))).armor.total == 10


@rule("owb.impact.unseen-target", "owb.blast.lobbing")
def test_unseen_squares_are_hard_and_a_roof_is_in_the_way() -> None:
    wall = [filled("w", "tall-wall", (5, 4))]
    state = state_of(man("ivan", (5, 5)), FAR, terrain=wall)
    ivan = person(state, "ivan")
    assert legal(throw_at(state, ivan, "grenade", (5, 2))).armor.total == 14
    roofed = state_of(
        man("ivan", (5, 5)), FAR, terrain=[*wall, filled("r", "roof", (4, 1), (6, 3))]
    )
    found = throw_at(roofed, person(roofed, "ivan"), "grenade", (5, 2))
    assert isinstance(found, Refusal)
    assert found.rule == "owb.blast.lobbing"


@rule("owb.blast.throw-uses-grenade-range")
def test_everything_thrown_flies_4_squares_at_most() -> None:
    state = state_of(man("ivan", (5, 9)), FAR)
    ivan = person(state, "ivan")
    found = [legal(throw_at(state, ivan, "dynamite", (5, y))).tally.total for y in (8, 7, 6, 5)]
    assert found == [0, -2, -4, -6]
    assert isinstance(throw_at(state, ivan, "dynamite", (5, 4)), Refusal)


# -- misses ---------------------------------------------------------------------------------------


@rule("owb.scatter.near-miss-threshold", "owb.impact.ineffective-miss")
def test_a_miss_with_14_before_penalties_lands_near() -> None:
    tally = Tally("attacker").add(1, "owb.attack.roll", "BHB")
    tally.add(-2, "owb.range.penalties", "Medium")
    grounds = state_of(man("ivan", (10, 15)), FAR).grounds
    lob = plain_lob(tally=tally)
    assert resolve_lob(lob, grounds, ScriptedDice([13, 4, 2])).square is not None
    assert resolve_lob(lob, grounds, ScriptedDice([12])).square is None
    assert resolve_lob(lob, grounds, ScriptedDice([15])).hit


@rule("owb.scatter.directions", "owb.scatter.distance", "owb.scatter.dice-order")
def test_directions_and_distances_of_the_miss_table() -> None:
    grounds = state_of(man("ivan", (10, 15)), FAR).grounds
    tally = Tally("attacker").add(-2, "owb.range.penalties", "Medium")
    lob = plain_lob(tally=tally)

    def lands(*faces: int) -> Square | None:
        return resolve_lob(lob, grounds, ScriptedDice([14, *faces])).square

    assert lands(4, 2) == (13, 12)
    assert lands(2, 3) == (7, 15)
    assert lands(5, 1) == (8, 12)
    assert lands(6, 1) == (12, 10)
    assert lands(9, 2) == (10, 8)


@rule("owb.scatter.short-stops-at-thrower", "owb.scatter.still-hits")
def test_straight_short_stops_in_the_throwers_square() -> None:
    grounds = state_of(man("ivan", (10, 15)), FAR).grounds
    tally = Tally("attacker").add(-4, "owb.range.penalties", "Long")
    lob = plain_lob((10, 14), (10, 12), tally=tally)
    assert resolve_lob(lob, grounds, ScriptedDice([14, 3, 3])).square == (10, 14)
    assert resolve_lob(lob, grounds, ScriptedDice([14, 3, 1])).square == (10, 13)


@rule("owb.scatter.walls-and-edges")
def test_walls_stop_a_stray_grenade_and_the_edge_of_the_map_swallows_it() -> None:
    wall = [filled("w", "tall-wall", (10, 10))]
    grounds = state_of(man("ivan", (10, 15)), FAR, terrain=wall).grounds
    tally = Tally("attacker").add(-2, "owb.range.penalties", "Medium")
    assert resolve_lob(plain_lob(tally=tally), grounds, ScriptedDice([14, 8, 6])).square == (10, 11)
    off = plain_lob((10, 5), (10, 2), tally=tally)
    assert resolve_lob(off, grounds, ScriptedDice([14, 8, 6])).square is None


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
    throw = Throw(person="pyotr", bomb="grenade", at=middle((11, 9)))
    lob = legal(throw_at(battle.state, person(battle, "pyotr"), "grenade", (11, 9)))
    assert lob.armor.total == 14
    assert lob.tally.total == -4
    play(battle, Begin(person="pyotr"), throw, dice=(15, 3, 1))
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


# -- timed explosives -----------------------------------------------------------------------------


def grenade_at(*, armor: list[str] | None = None, **more: Any) -> Any:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (10, 19), "b", facing=4, rank="officer", armor=armor or []),
        FAR,
        **more,
    )
    throw = Throw(person="ivan", bomb="grenade", at=middle((10, 19)))
    turn(
        battle,
        "ivan",
        throw,
        Move(person="ivan", path=tuple(middle((10, y)) for y in (21, 22, 23, 24))),
        dice=(15,),
    )
    return battle


@rule("owb.timed.detonates-at-end-of-round", "owb.weapon.grenade")
def test_a_grenade_lies_until_the_end_of_the_round() -> None:
    from sandtable.rulebooks.whitebox.part1_personal.attack.missile import describe_weapon
    from sandtable.rulebooks.whitebox.state.tables import MISSILE

    assert describe_weapon(MISSILE["grenade"]).startswith("2d6+2")
    battle = grenade_at()
    assert battle.state.explosives[0].square == (10, 19)
    path = tuple(middle((10, y)) for y in (18, 17, 16, 15))
    turn(battle, "foe", Move(person="foe", path=path))
    pass_all(battle, dice=(6, 6, 6, 1))
    assert told(battle, "blast")[-1].pieces == ()
    assert person(battle, "foe").hp == 12


@rule("owb.timed.throw-back")
def test_a_grenade_is_thrown_back_with_a_saving_throw() -> None:
    battle = grenade_at()
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(16, 12, 6, 1))
    assert person(battle, "foe").hp == 12
    back = told(battle, "explosive")[-1]
    assert back.data["aim"] == (10, 23)
    assert back.data["lands"] is None


@rule("owb.timed.throw-back")
def test_a_failed_throw_back_is_full_damage_without_a_save() -> None:
    battle = grenade_at()
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(15, 3, 4, 6, 1))
    assert person(battle, "foe").hp == 12 - 9


@rule("owb.timed.throw-back", "owb.save.explosive-in-the-open")
def test_or_one_takes_cover_from_it() -> None:
    battle = grenade_at()
    pass_all(battle, until="throw back")
    play(battle, TakeCover(), dice=(3, 4, 16, 6, 1))
    assert person(battle, "foe").hp == 12 - 4


@rule("owb.timed.cook")
def test_a_cooked_grenade_is_thrown_at_the_end_and_cannot_be_thrown_back() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (10, 16), "b", facing=4, rank="officer", armor=[]),
        FAR,
    )
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    assert person(battle, "ivan").cooking == "grenade"
    pass_all(battle, until="throw")
    throw = Throw(person="ivan", bomb="grenade", at=middle((10, 16)))
    play(battle, throw, dice=(16, 3, 4, 16, 6, 1))
    assert person(battle, "foe").hp == 12 - 4
    assert battle.state.turn == 2


@rule("owb.timed.cook-dropped-when-injured")
def test_an_injured_cook_drops_it_if_he_fails_his_save() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[], hp=3),
        man("foe", (10, 12), "b", facing=4, weapons=["handgun-small"]),
        FAR,
    )
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    shot = Shoot(person="foe", target="ivan", weapon="handgun-small")
    turn(battle, "foe", shot, dice=(20, 3, 17))
    assert person(battle, "ivan").hp == 2
    assert person(battle, "ivan").cooking == ""
    assert battle.state.explosives[0].square == (10, 20)
    pass_all(battle, dice=(1, 1, 1, 6, 1))
    assert told(battle, "blast")[-1].data["at"] == (10, 20)


# -- static explosives ----------------------------------------------------------------------------


@rule(
    "owb.static.handling",
    "owb.static.damage",
    "owb.static.structures-and-vehicles",
    "owb.suppress.cover-damage",
)
def test_a_charge_goes_off_when_its_fuse_has_burnt_and_brings_a_wall_down() -> None:
    wall = [filled("w", "tall-wall", (11, 20))]
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}, armor=[]),
        man("foe", (12, 20), "b", facing=4, rank="officer", armor=[]),
        FAR,
        terrain=wall,
    )
    order = SetCharge(person="ivan", at=middle((10, 20)), fuse=1, attach=middle((11, 20)))
    path = tuple(middle((x, 20)) for x in (9, 8, 7, 6))
    turn(battle, "ivan", order, Move(person="ivan", path=path))
    pass_all(battle, dice=(6, 1))
    assert battle.state.explosives
    pass_all(battle, dice=(3, 4, 6, 1))
    assert told(battle, "blast")[-1].data["damage"] == 9
    assert battle.state.grounds.kind((11, 20)).name == "rubble"


@rule("owb.static.handling")
def test_a_wired_charge_is_set_off_by_an_action() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}, armor=[]),
        man("foe", (10, 18), "b", facing=4, rank="officer", armor=[]),
        FAR,
    )
    order = SetCharge(person="ivan", at=middle((10, 19)), fuse=0)
    path = tuple(middle((10, y)) for y in (21, 22, 23, 24))
    turn(battle, "ivan", order, Move(person="ivan", path=path))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"), Plunge(person="ivan"), dice=(1, 1, 1))
    assert person(battle, "foe").hp == 12 - 4


@rule("owb.static.damage")
def test_the_battle_sets_damage_and_area_of_charges() -> None:
    options: dict[str, str | bool] = {"static_damage": "4d6", "static_area": "9x9"}
    state = state_of(man("ivan", (5, 5)), FAR, options=options)
    assert (str(charge_of(state, "charge").damage), charge_of(state, "charge").reach) == ("4d6", 4)


# -- rockets --------------------------------------------------------------------------------------


@rule("owb.weapon.rpg-against-characters", "owb.blast.flat-trajectory")
def test_a_rocket_is_a_grenades_blast_and_flies_flat() -> None:
    sandbags = [filled("s", "sandbags", (10, 11))]
    state = state_of(
        man("ivan", (10, 20), sheet="rocketeer-medium"),
        man("foe", (10, 10), "b", ducked=True),
        man("two", (15, 10), "b"),
        terrain=sandbags,
    )
    ivan = person(state, "ivan")
    ducked = rocket_at(state, ivan, "rpg-medium", (10, 10))
    assert isinstance(ducked, Refusal)
    assert ducked.rule == "owb.blast.flat-trajectory"
    state.change("foe", ducked=False)
    assert legal(rocket_at(state, ivan, "rpg-medium", (10, 10))).armor.total == 14
    assert legal(rocket_at(state, ivan, "rpg-medium", (15, 10))).armor.total == 10
    assert str(charge_of(state, "rpg-medium").damage) == "2d6+2"


@rule("owb.weapon.rpg-row", "owb.rof.half")
def test_rockets_are_fired_every_second_round() -> None:
    state = state_of(man("ivan", (10, 20)), man("foe", (10, 10), "b"))
    state.turn = 4
    loading = state.change("ivan", arms=(Arm(id="rpg-light", fired_in=3),))
    assert isinstance(rocket_at(state, loading, "rpg-light", (10, 10)), Refusal)
    state.turn = 5
    assert isinstance(rocket_at(state, loading, "rpg-light", (10, 10)), Lob)
    assert at(state, "ivan") == (10, 20)


def test_an_unused_answer_is_refused() -> None:
    battle = grenade_at()
    pass_all(battle, until="throw back")
    assert not battle.allows(Decline(), "b")
    feed(battle)
