"""TIMED EXPLOSIVES: lying until the end of the round, and thrown back."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.in_hand import return_throw
from tests.whitebox.kit import *


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


def grenade_at(*, armor: list[str] | None = None, **more: Any) -> Any:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (10, 19), "b", facing=4, rank="officer", armor=armor or []),
        FAR,
        **more,
    )
    throw = Throw("ivan", bomb="grenade", at=middle((10, 19)))
    turn(
        battle,
        "ivan",
        throw,
        Move("ivan", tuple(middle((10, y)) for y in (21, 22, 23, 24))),
        dice=(15,),
    )
    return battle


@rule("owb.timed.detonates-at-end-of-round")
@pytest.mark.parametrize(("squares", "struck"), [(4, False), (2, False), (1, True), (0, True)])
def test_who_runs_4_squares_from_a_grenade_2_squares_away_is_not_affected(
    squares: int, *, struck: bool
) -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]), man("foe", (10, 15), "b", hp=30, most_hp=30), FAR
    )
    back = Move("ivan", path((10, 21), (10, 22)))
    turn(battle, "ivan", throw((10, 17)), back, dice=(19,))
    assert lands(battle) == (10, 17)
    way = path(*[(10, 14 - n) for n in range(squares)])
    moves = (Move("foe", way),) if way else ()
    turn(battle, "foe", *moves)
    dice = (3, 4, 1) if struck else (3, 4)
    pass_all(battle, dice=(*dice, *A_FIRST))
    assert person(battle, "foe").hp == (30 - 9 if struck else 30)
    assert rolled_all(battle)


@rule("owb.timed.detonates-at-end-of-round", "owb.weapon.grenade")
def test_a_grenade_lies_until_the_end_of_the_round() -> None:
    from sandtable.rulebooks.whitebox.part1_personal.attack.missile import describe_weapon
    from sandtable.rulebooks.whitebox.state.tables import MISSILE

    assert describe_weapon(MISSILE["grenade"]).startswith("2d6+2")
    battle = grenade_at()
    assert battle.state.explosives[0].square == (10, 19)
    path = tuple(middle((10, y)) for y in (18, 17, 16, 15))
    turn(battle, "foe", Move("foe", path))
    pass_all(battle, dice=(6, 6, 6, 1))
    assert told(battle, "blast")[-1].pieces == ()
    assert person(battle, "foe").hp == 12


@rule("owb.timed.throw-back")
def test_14_throws_it_back_and_12_misses_the_attacker_who_moved_without_effect() -> None:
    battle = at_his_feet(Move("ivan", path((11, 20))))
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
    away = Move("ivan", path((10, 21), (10, 22), (10, 23)))
    battle = at_his_feet(away)
    play(battle, ThrowBack(), dice=(13, 3, 4, *A_FIRST))
    assert person(battle, "foe").hp == 30 - 9
    assert rolled_all(battle)


@rule("owb.timed.throw-back", "owb.static.handling")
def test_a_charge_with_a_fuse_is_not_thrown_back() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}), man("foe", (10, 18), "b", armor=[]), FAR
    )
    turn(battle, "ivan", SetCharge("ivan", at=middle((10, 19)), fuse=1))
    pass_all(battle, dice=(6, 1))
    go = Move("ivan", path((10, 21), (10, 22), (10, 23)))
    turn(battle, "ivan", go)
    turn(battle, "foe", Move("foe", path((10, 19))))
    play(battle, Done(), dice=(1, 1, 17, 6, 1))
    assert person(battle, "foe").out == "dead"
    assert not told(battle, "throw-back")


@rule("owb.timed.throw-back", "owb.cover.ducked-or-up")
@pytest.mark.parametrize(("ducked", "armor"), [(True, 14), (False, 14), (None, 10)])
def test_the_thrower_who_is_thrown_back_at_is_judged_as_any_target(
    ducked: bool | None, armor: int
) -> None:
    bags = [] if ducked is None else [filled("s", "sandbags", (10, 19))]
    battle = fight(IVAN, man("foe", (10, 17), "b", rank="officer"), FAR, terrain=bags)
    end = EndTurn("ivan", ducked=bool(ducked))
    turn(battle, "ivan", throw((10, 17)), dice=(20,), end=end)
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(16, 1, 6, 1))
    # an officer: +1; 3 squares: -4
    assert tallied(battle) == (-3, armor)


@rule("owb.timed.throw-back", "owb.modifiers.attacker-kneeling", "owb.modifiers.superseded")
@pytest.mark.parametrize(("stance", "bonus"), [("standing", -4), ("kneeling", -3)])
def test_a_throw_back_has_the_rows_of_the_attacker(stance: str, bonus: int) -> None:
    battle = fight(IVAN, man("foe", (10, 17), "b"), FAR, options={"stances": "on"})
    battle.state.change("foe", stance=stance)
    pass_all(battle, until="who acts")
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    pass_all(battle, until="throw back")
    feed = (18, 1)
    play(battle, ThrowBack(), dice=feed)
    assert tallied(battle)[0] == bonus


@rule("owb.timed.throw-back", "owb.range.chained-bands")
def test_with_chained_bands_it_comes_back_from_afar() -> None:
    battle = fight(
        IVAN,
        man("foe", (10, 15), "b", rank="officer"),
        FAR,
        options={"range_bands": "chained-for-thrown"},
    )
    # 5 squares: Long, -4
    turn(battle, "ivan", throw((10, 15)), dice=(14,))
    assert tallied(battle) == (-4, 10)
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(16, 1, 6, 1))
    assert tallied(battle) == (-3, 10)


@rule("owb.timed.throw-back", "owb.attack.natural-20-and-1")
def test_a_natural_1_of_a_throw_back_is_ineffective_and_no_fumble() -> None:
    battle = fight(
        IVAN,
        man("foe", (10, 19), "b", rank="op5", dexterity=1),
        FAR,
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", throw((10, 19)), dice=(10,))
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(10, 1, 6, 1))
    assert not told(battle, "fumble")
    assert told(battle, "explosive")[-1].data["lands"] is None
    assert rolled_all(battle)


@rule("owb.timed.throw-back", "owb.base.able-to-act", "owb.save.no-save-means-full-damage")
def test_who_stands_over_the_fallen_decides_for_both() -> None:
    battle = fight(
        IVAN,
        man("down", (10, 17), "b", rank="op3"),
        man("foe", (11, 17), "b", rank="officer", armor=[]),
        FAR,
    )
    battle.state.change("down", hp=0, out="incapacitated", fell_in=1, stable=True)
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    turn(battle, "foe", Move("foe", path((10, 17))))
    pass_all(battle, until="throw back")
    assert battle.choices[0].about == ("foe",)
    # 4 damage; he saves with 16 for half, the fallen man cannot
    play(battle, TakeCover(), dice=(1, 1, 16, 1, 6, 1))
    assert person(battle, "down").hp == -4
    assert person(battle, "foe").hp == 12 - 2


@rule("owb.timed.throw-back", "owb.round.end-of-round-order")
def test_for_each_of_two_grenades_one_is_asked_anew() -> None:
    battle = fight(
        IVAN, man("oleg", (12, 20)), man("foe", (10, 17), "b", rank="op3", armor=[]), FAR
    )
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    turn(battle, "oleg", throw((10, 17), "oleg"), dice=(14,))
    pass_all(battle, until="throw back")
    # the first: too late, 4 damage to all three; ivan and oleg save
    play(battle, ThrowBack(), dice=(11, 1, 1, 20, 20))
    assert person(battle, "foe").hp == 13 - 4
    assert asked_for(battle) == "throw back"
    play(battle, ThrowBack(), dice=(12, 1, 6, 1))
    assert person(battle, "foe").hp == 9


@rule("owb.timed.throw-back", "owb.blast.one-damage-roll")
def test_a_grenade_is_thrown_back_into_a_friend_as_well() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="officer", armor=[]),
        man("friend", (10, 18), "b", rank="officer", armor=[]),
        man("foe", (10, 17), "b", rank="officer", armor=[]),
    )
    turn(battle, "ivan", throw((10, 17)), dice=(13,))
    play(battle, Done())
    assert asked_for(battle) == "throw back"
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
    turn(battle, "ivan", throw((10, 32)), Leave("ivan"), dice=(14,))
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
    battle = fight(IVAN, man("foe", (10, 17), "b", rank="officer", armor=[]))
    play(battle, Begin("ivan"), Cook("ivan", bomb="grenade"))
    play(battle, EndTurn("ivan", facing=0.0), Done())
    assert asked_for(battle) == "throw"
    play(battle, throw((10, 17)), dice=(14, 1, 1, 1, 6, 1))
    assert person(battle, "foe").hp == 12 - 4


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


@rule("owb.timed.throw-back", "owb.blast.vehicles-in-area")
def test_a_sticky_bomb_goes_with_the_vehicle_that_it_sticks_to() -> None:
    near = man("ivan", (10, 11), bombs={"sticky-bomb": 1})
    battle = fight(near, truck_at())
    throw = Throw("ivan", bomb="sticky-bomb", at=middle((10, 10)))
    turn(battle, "ivan", throw, dice=(14,))
    assert battle.state.explosives[0].vehicle == "truck"
    play(battle, StartVehicle("truck"), SetPace("truck", "reverse"))
    play(battle, Drive("truck", 5))
    # 2d6+2 = 4; neither the truck nor its driver saves
    play(battle, EndVehicle("truck"), dice=(1, 1, 1, 1, 6, 1))
    burst = told(battle, "blast")[0]
    assert tuple(burst.data["at"]) in battle.state.footprint(the(battle, "truck")).squares
    assert "ivan" not in burst.pieces


def test_an_unused_answer_is_refused() -> None:
    battle = grenade_at()
    pass_all(battle, until="throw back")
    assert not battle.allows(Decline(), "b")
    feed(battle)
