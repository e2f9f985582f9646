"""Where rules of explosives meet: throws, blasts, dives, charges, mortars and flames."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import cover_within_one
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import caught_in, is_affected
from sandtable.rulebooks.whitebox.part1_personal.explosives.in_hand import return_throw
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import (
    Lob,
    resolve_lob,
    throw_at,
)
from sandtable.rulebooks.whitebox.state.orders import (
    AllowSaves,
    Begin,
    Cook,
    Done,
    EndTurn,
    Flame,
    Launch,
    Leave,
    Move,
    Plunge,
    SetCharge,
    Shoot,
    TakeCover,
    ThrowBack,
    Withhold,
)
from sandtable.scenario import NotedTarget
from tests.whitebox.kit import (
    B_FIRST,
    FAR,
    OwbBattle,
    ask,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    throw,
    told,
    turn,
)

rule = pytest.mark.rule


def shot(target: str, who: str, **more: Any) -> Shoot:
    return Shoot(person=who, target=target, weapon="rifle-large", **more)


# -- blasts and cover -----------------------------------------------------------------------------


@rule("owb.blast.blocked-by-cover")
@pytest.mark.parametrize("ducked", [True, False])
def test_a_low_wall_protects_one_who_is_down_even_from_a_burst_right_behind_it(
    ducked: bool,
) -> None:
    """A burst is no attacker who fires over what is next to him."""
    wall = [edged("w", "low-brick-wall", (5, 5), (6, 5))]
    state = state_of(man("ivan", (5, 5), ducked=ducked), FAR, terrain=wall)
    assert is_affected(state, (5, 4), 3, person(state, "ivan")) is not ducked
    assert cover_within_one(state, person(state, "ivan"), (5, 4), burst=True) == ((5, 5),)
    assert is_affected(state, (6, 5), 3, person(state, "ivan")), "not from the side"


@rule("owb.blast.blocked-by-cover", "owb.cover.square-feature-shelters-occupant")
def test_a_foxhole_protects_from_next_door_and_not_from_a_grenade_in_it() -> None:
    hole = [filled("f", "foxhole", (5, 5))]
    state = state_of(man("ivan", (5, 5), ducked=True), FAR, terrain=hole)
    assert not is_affected(state, (5, 4), 3, person(state, "ivan"))
    assert is_affected(state, (5, 5), 3, person(state, "ivan"))


@rule("owb.blast.blocked-by-cover")
def test_a_connected_trench_does_not_protect() -> None:
    trench = [filled("t", "trench", (5, 5), (8, 5))]
    state = state_of(man("ivan", (5, 5), ducked=True), FAR, terrain=trench)
    assert is_affected(state, (7, 5), 3, person(state, "ivan"))
    assert not is_affected(state, (7, 4), 3, person(state, "ivan"))


@rule("owb.blast.blocked-by-cover", "owb.los.corner")
def test_the_example_of_a_masonry_square() -> None:
    wall = [filled("w", "building-wall-masonry", (6, 5))]
    men = (man("one", (7, 5)), man("two", (7, 6)), man("three", (7, 7)))
    state = state_of(*men, FAR, terrain=wall)
    assert caught_in(state, (5, 5), 3) == ("three",)


@rule("owb.blast.one-damage-roll", "owb.blast.area")
def test_one_damage_roll_and_saves_from_the_nearest_to_the_farthest() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("far3", (13, 16), "b", rank="officer", armor=[]),
        man("near", (10, 17), "b", rank="officer", armor=[]),
        man("middle", (10, 18), "b", rank="officer", armor=[]),
        man("safe", (10, 12), "b", rank="officer"),
    )
    # at (10, 16): a stationary target in the open is 10; 4 squares are -6
    turn(battle, "ivan", throw((10, 16)), dice=(16,))
    # officers save on 16, 14 off the centre; damage 2d6 + 2 = 9
    pass_all(battle, dice=(3, 4, 14, 13, 1, 6, 1))
    hp = {name: person(battle, name).hp for name in ("near", "middle", "far3", "safe")}
    assert hp == {"near": 12 - 4, "middle": 12 - 9, "far3": 12 - 9, "safe": 12}


@rule("owb.save.explosive-near-cover", "owb.cover.dive", "owb.static.structures-and-vehicles")
def test_one_dives_behind_the_wall_that_the_charge_then_brings_down() -> None:
    wall = [filled("w", "low-brick-wall", (12, 10))]
    battle = fight(
        man("ivan", (11, 9), bombs={"charge": 1}),
        man("foe", (13, 11), "b", rank="op1", armor=[]),
        terrain=wall,
    )
    order = SetCharge(person="ivan", at=middle((11, 10)), fuse=0, attach=middle((12, 10)))
    turn(battle, "ivan", order)
    pass_all(battle, dice=(6, 1))
    # damage 2 + 2; ivan is caught too and fails; the operative saves with 12 + 2 and dives
    play(battle, Begin(person="ivan"), Plunge(person="ivan"), dice=(1, 1, 1, 12))
    foe = person(battle, "foe")
    assert foe.hp == 5
    assert foe.ducked, "in his own square, with the wall between him and the charge"
    assert battle.state.grounds.kind((12, 10)).name == "rubble"
    assert told(battle, "collapse")


@rule("owb.static.structures-and-vehicles")
@pytest.mark.parametrize(
    ("kind", "after"),
    [
        ("building-wall-plaster-or-wood", "rubble"),
        ("bunker-wall", "rubble"),
        ("hedgerow", "rubble"),
        ("forest", "forest"),
        ("mud", "mud"),
    ],
)
def test_a_charge_destroys_any_structure_and_no_ground(kind: str, after: str) -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}),
        man("foe", (1, 1), "b"),
        terrain=[filled("w", kind, (10, 19))],
    )
    order = SetCharge(person="ivan", at=middle((10, 20)), fuse=1, attach=middle((10, 19)))
    turn(battle, "ivan", order)
    pass_all(battle, dice=(6, 1))
    play(
        battle,
        Begin(person="ivan"),
        Move(person="ivan", path=tuple(middle((10, 20 + n)) for n in (1, 2, 3, 4))),
        EndTurn(person="ivan"),
    )
    pass_all(battle, dice=(1, 1, 6, 1))
    assert battle.state.grounds.kind((10, 19)).name == after


@rule("owb.save.time-to-react", "owb.save.no-save-means-full-damage")
def test_the_referee_says_that_nobody_has_time() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 17), "b", rank="officer"),
        referee=True,
    )
    # 3 squares: -4; stationary in the open: 10
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    play(battle, Done())
    play(battle, TakeCover(), dice=(1, 2))
    assert ask(battle) == "time to react"
    play(battle, AllowSaves(allowed=False), dice=(6, 1))
    assert person(battle, "foe").hp == 12 - 5


# -- throwing and scattering ----------------------------------------------------------------------


@rule("owb.scatter.near-miss-threshold", "owb.impact.ineffective-miss")
@pytest.mark.parametrize(("face", "lands"), [(13, None), (14, (10, 15)), (18, (10, 16))])
def test_13_is_lost_14_lands_near_and_18_hits(face: int, lands: tuple[int, int] | None) -> None:
    """Four squares away at a moving man: 14, -6; BHB +2."""
    state = state_of(man("ivan", (10, 20), rank="soldier"), man("foe", (10, 16), "b"), FAR)
    state.change("foe", moving=True)
    lob = throw_at(state, person(state, "ivan"), "grenade", (10, 16))
    assert isinstance(lob, Lob)
    assert (lob.tally.total, lob.armor.total) == (-6, 14)
    faces = {13: [13], 14: [14, 8, 1], 18: [20]}[face]
    landed = resolve_lob(lob, state.grounds, ScriptedDice(faces)).square
    expected = {13: None, 14: (10, 13), 18: (10, 16)}[face]
    assert landed == expected
    assert lands is None or landed is not None


@rule("owb.scatter.short-stops-at-thrower", "owb.scatter.walls-and-edges")
def test_a_grenade_that_falls_short_stops_at_the_wall_it_was_thrown_over() -> None:
    wall = [edged("w", "tall-wall", (9, 19), (12, 19))]
    state = state_of(man("ivan", (10, 20)), man("foe", (10, 17), "b"), FAR, terrain=wall)
    lob = throw_at(state, person(state, "ivan"), "grenade", (10, 17))
    assert isinstance(lob, Lob)
    assert lob.armor.total == 14, "unseen"
    # 14 - 4 misses; Straight Short, 3 squares: back towards him, but the wall is in the way
    assert resolve_lob(lob, state.grounds, ScriptedDice([14, 3, 3])).square == (10, 18)
    free = state_of(man("ivan", (10, 20)), man("foe", (10, 17), "b"), FAR)
    free.change("foe", moving=True)
    lob = throw_at(free, person(free, "ivan"), "grenade", (10, 17))
    assert isinstance(lob, Lob)
    assert resolve_lob(lob, free.grounds, ScriptedDice([14, 3, 3])).square == (10, 20)


@rule("owb.timed.throw-back", "owb.blast.one-damage-roll")
def test_a_grenade_is_thrown_back_into_a_friend_as_well() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="officer", armor=[]),
        man("friend", (10, 18), "b", rank="officer", armor=[]),
        man("foe", (10, 17), "b", rank="officer", armor=[]),
    )
    turn(battle, "ivan", throw((10, 17)), dice=(13,))
    play(battle, Done())
    assert ask(battle) == "throw back"
    # saved with 16; the throw of 3 squares at a man who stands still hits with 13 + 1 - 4;
    # damage 7: ivan in the centre fails with 15, the friend two squares off saves with 14
    play(battle, ThrowBack(), dice=(16, 13, 2, 3, 15, 14, 1, 6, 1))
    assert person(battle, "ivan").hp == 5
    assert person(battle, "friend").hp == 12 - 3
    assert person(battle, "foe").hp == 12 - 7


@rule("owb.timed.throw-back")
def test_a_grenade_goes_back_to_where_its_thrower_left_the_map() -> None:
    battle = fight(
        man("ivan", (10, 35)),
        man("oleg", (12, 35), rank="officer", armor=[]),
        man("foe", (10, 32), "b", rank="officer", armor=[]),
    )
    turn(battle, "ivan", throw((10, 32)), Leave(person="ivan"), dice=(14,))
    assert "ivan" not in battle.state.pieces
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(16, 13, 1, 1, 1, 1, 6, 1))
    assert told(battle, "explosive")[-1].data["aim"] == (10, 35)
    assert person(battle, "oleg").hp == 12 - 4


@rule("owb.timed.throw-back", "owb.grid.alternate-diagonals", "owb.range.chained-bands")
@pytest.mark.parametrize(
    ("options", "aim"),
    [
        ({}, (14, 14)),
        ({"diagonals": "alternate"}, (13, 13)),
        ({"range_bands": "chained-for-thrown"}, (34, 34)),
    ],
)
def test_too_far_back_it_is_thrown_as_far_as_one_can(
    options: dict[str, str | bool], aim: tuple[int, int]
) -> None:
    state = state_of(man("ivan", (10, 10)), FAR, options=options, size=(60, 36))
    assert return_throw(state, person(state, "ivan"), "grenade", (40, 35)).square in (
        aim,
        (min(aim[0], 59), min(aim[1], 35)),
    )


@rule("owb.timed.throw-back", "owb.timed.cook")
def test_a_cooked_grenade_and_a_dropped_one_cannot_be_thrown_back() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 17), "b", rank="officer", armor=[]))
    play(battle, Begin(person="ivan"), Cook(person="ivan", bomb="grenade"))
    play(battle, EndTurn(person="ivan", facing=0.0), Done())
    assert ask(battle) == "throw"
    play(battle, throw((10, 17)), dice=(14, 1, 1, 1, 6, 1))
    assert person(battle, "foe").hp == 12 - 4


@rule("owb.timed.cook", "owb.withhold.interrupt-timing", "owb.timed.cook-dropped-when-injured")
def test_lighting_a_grenade_is_a_moment_for_a_withheld_shot() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="op3", armor=[]),
        man("foe", (10, 10), "b", facing=4),
        dice=B_FIRST,
    )
    turn(battle, "foe", Withhold(person="foe"), end=EndTurn(person="foe", facing=180.0))
    play(battle, Begin(person="ivan"), Cook(person="ivan", bomb="grenade"))
    assert ask(battle) == "interrupt"
    # hit for 2; 11 fails against 12, and it lies at his feet
    play(battle, shot("ivan", "foe"), dice=(12, 1, 11))
    ivan = person(battle, "ivan")
    assert (ivan.hp, ivan.cooking) == (11, "")
    assert battle.state.explosives[0].square == (10, 20)
    assert battle.state.explosives[0].cooked


@rule("owb.timed.cook-dropped-when-injured")
def test_a_cook_who_is_killed_drops_it_without_a_save() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4), FAR)
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    turn(battle, "foe", shot("ivan", "foe"), dice=(11, 6))
    assert person(battle, "ivan").out == "dead"
    assert told(battle, "drop")


@rule("owb.timed.cook-dropped-when-injured")
def test_a_dead_man_is_not_asked_where_he_throws() -> None:
    battle = fight(man("ivan", (10, 20)), man("oleg", (20, 20)), man("foe", (10, 10), "b"))
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    battle.state.change("ivan", out="dead", hp=0)
    pass_all(battle, dice=(1, 1, 6, 1))
    assert told(battle, "drop")
    assert told(battle, "blast")


@rule("owb.timed.detonates-at-end-of-round")
def test_one_moves_out_of_the_area_and_another_into_it() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("out", (10, 16), "b", rank="officer", armor=[]),
        man("in", (10, 11), "b", rank="officer", armor=[]),
    )
    turn(battle, "ivan", throw((10, 18)), dice=(12,))
    turn(
        battle,
        "out",
        Move(person="out", path=tuple(middle((10, y)) for y in (15, 14))),
    )
    walk = Move(
        person="in", path=(middle((11, 12)), middle((11, 13)), middle((11, 14)), middle((11, 15)))
    )
    turn(battle, "in", walk, dice=(1, 1, 1, 1, 6, 1))
    # ivan himself is two squares from it and fails; so does the one who walked in
    assert person(battle, "ivan").hp == 0
    assert person(battle, "out").hp == 12
    assert person(battle, "in").hp == 12 - 4


# -- mortars --------------------------------------------------------------------------------------


def mortar_battle(**rest: Any) -> OwbBattle:
    return fight(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("loader", (6, 35), sheet="loader", off_map=True),
        man("eye", (10, 30)),
        man("foe", (10, 10), "b", rank="officer", armor=[]),
        **rest,
    )


@rule("owb.mortar.ranging-bonus", "owb.mortar.crew", "owb.mortar.observer")
def test_a_full_crew_fires_every_second_round_and_gets_better() -> None:
    battle = mortar_battle()
    order = Launch(person="tube", weapon="mortar", at=middle((10, 10)), helper="loader")
    turn(battle, "tube", order, dice=(1,))
    first = told(battle, "explosive")[-1]
    assert (first.tallies[0].total, first.tallies[1].total) == (0, 14)
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="tube"))
    assert not battle.allows(order, "a")
    pass_all(battle, dice=(6, 1))
    # the second shot has +1: 13 hits; 2 damage dice, the officer in the centre fails
    turn(battle, "tube", order, dice=(13, 1, 1, 15))
    assert person(battle, "foe").hp == 12 - 4
    assert person(battle, "loader").acted


@rule("owb.mortar.ranging-bonus", "owb.mortar.moving-target")
def test_a_target_that_moves_off_and_back_is_ranged_in_on_anew() -> None:
    battle = mortar_battle()
    order = Launch(person="tube", weapon="mortar", at=middle((10, 10)), helper="loader")
    turn(battle, "tube", order, dice=(1,))
    pass_all(battle, until="who acts")
    play(battle, Done())
    there_and_back = Move(person="foe", path=(middle((11, 10)), middle((10, 10))))
    turn(battle, "foe", there_and_back, dice=(6, 1))
    pass_all(battle, dice=(6, 1))
    turn(battle, "tube", order, dice=(1,))
    last = told(battle, "explosive")[-1]
    assert last.tallies[0].total == 0
    assert last.tallies[1].total == 14, "he stood still in his last turn"


@rule("owb.mortar.observer", "owb.mortar.moving-target")
def test_an_observer_must_face_the_target_and_not_keep_down() -> None:
    bags = [filled("b", "sandbags", (10, 29))]
    for facing, ducked, number in ((0, False, 14), (4, False, 19), (0, True, 19)):
        battle = fight(
            man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
            man("eye", (10, 30), facing=facing, ducked=ducked),
            man("foe", (10, 10), "b", facing=4),
            terrain=bags,
        )
        turn(battle, "tube", Launch(person="tube", weapon="mortar", at=middle((10, 10))), dice=(1,))
        assert told(battle, "explosive")[-1].tallies[1].total == number


@rule("owb.mortar.zeroed")
def test_a_zeroed_shell_lands_without_an_observer_or_a_roll() -> None:
    zeroed = NotedTarget(side="a", support="mortar", at=middle((10, 10)))
    battle = fight(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("foe", (10, 12), "b", rank="officer", armor=[]),
        planned=(zeroed,),
    )
    order = Launch(person="tube", weapon="mortar", at=middle((10, 10)))
    turn(battle, "tube", order, dice=(2, 2, 14))
    assert person(battle, "foe").hp == 12 - 3, "16 - 2 off the centre; half of 6"


# -- flames ---------------------------------------------------------------------------------------


def flames(*others: Any, dice: tuple[int, ...] = (4, 6, 1), **rest: Any) -> OwbBattle:
    return fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", rank="op1", armor=[], facing=4),
        *others,
        dice=dice,
        **rest,
    )


@rule("owb.weapon.flamethrower-catch-fire", "owb.base.able-to-act")
def test_an_incapacitated_victim_catches_fire_without_a_save() -> None:
    battle = flames()
    battle.state.change("foe", hp=0, out="incapacitated", stable=True, fell_in=0)
    play(battle, Begin(person="ivan"), Flame(person="ivan", at=middle((10, 18))), dice=(2, 3))
    foe = person(battle, "foe")
    assert (foe.hp, foe.burning) == (-2, 3)


@rule("owb.weapon.flamethrower-catch-fire")
def test_a_second_flame_only_lengthens_the_fire() -> None:
    battle = flames(man("two", (1, 1), "b"))
    battle.state.change("foe", hp=30, most_hp=30, burning=2, lit_in=0)
    play(battle, Begin(person="ivan"), Flame(person="ivan", at=middle((10, 18))), dice=(1, 1, 5))
    assert person(battle, "foe").burning == 5
    play(battle, EndTurn(person="ivan"))
    pass_all(battle, dice=(3, 6, 1))
    foe = person(battle, "foe")
    assert (foe.hp, foe.burning) == (30 - 1 - 3, 4), "he burns on in this round"


@rule("owb.weapon.flamethrower-rupture", "owb.save.explosive-bonus")
@pytest.mark.parametrize(("face", "bursts"), [(1, True), (2, True), (3, False)])
def test_the_tanks_burst_on_1_and_2(face: int, bursts: bool) -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator", rank="officer"),
        man("mate", (12, 20), rank="officer", armor=[]),
        man("foe", (10, 10), "b", facing=4),
        dice=(4, 1, 6),
    )
    more = (1, 1, 14) if bursts else ()
    turn(battle, "foe", shot("ivan", "foe"), dice=(11, 1, face, *more))
    assert bool(told(battle, "rupture")) is bursts
    assert person(battle, "ivan").hp == (12 - 2 - 4 if bursts else 12 - 2)
    assert person(battle, "mate").hp == (12 - 2 if bursts else 12)
    assert (person(battle, "ivan").arm("flamethrower") is None) is bursts


@rule("owb.weapon.flamethrower-cone", "owb.cover.ducked-or-up")
def test_friends_burn_and_who_is_down_behind_sandbags_does_not() -> None:
    battle = flames(
        man("mate", (9, 19)),
        man("down", (11, 17), "b", ducked=True),
        terrain=[filled("b", "sandbags", (11, 18))],
    )
    play(
        battle,
        Begin(person="ivan"),
        Flame(person="ivan", at=middle((10, 18))),
        dice=(1, 20, 1, 20),
    )
    assert person(battle, "mate").hp == 3
    assert person(battle, "foe").hp == 4
    assert person(battle, "down").hp == 4


@rule("owb.cover.lean-out", "owb.blast.flat-trajectory")
def test_a_rocket_is_fired_around_a_wall_and_its_range_is_that_of_the_firer() -> None:
    wall = [edged("w", "tall-wall", (10, 20), (11, 20))]
    battle = fight(
        man("ivan", (10, 20), sheet="rocketeer-medium"),
        man("foe", (10, 5), "b", rank="officer", armor=[]),
        terrain=wall,
    )
    play(battle, Begin(person="ivan"))
    at_foe = Launch(person="ivan", weapon="rpg-medium", at=middle((10, 5)))
    assert not battle.allows(at_foe, "a")
    around = Launch(person="ivan", weapon="rpg-medium", at=middle((10, 5)), lean=middle((11, 20)))
    # 15 squares are Short range; a man who stands still in the open is 10; he fails with 15
    play(battle, around, dice=(10, 1, 2, 15))
    assert person(battle, "foe").hp == 12 - 5
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.impact.unseen-target", "owb.cover.lean-out")
def test_own_feet_are_easy_to_hit_for_one_who_leans_out() -> None:
    state = state_of(man("ivan", (10, 20)), FAR)
    state.change("ivan", lean=(11, 20))
    lob = throw_at(state, person(state, "ivan"), "grenade", (10, 20))
    assert isinstance(lob, Lob)
    assert lob.armor.total == 10
