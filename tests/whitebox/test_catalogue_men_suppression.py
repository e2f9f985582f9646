"""The catalogue's examples of suppressive fire, played as they are written."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Declare,
    Decline,
    Dive,
    Done,
    EndTurn,
    Hold,
    Move,
    React,
    Sweep,
)
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.kit import (
    A_FIRST,
    B_FIRST,
    GUN,
    OwbBattle,
    ask,
    at,
    edged,
    fight,
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
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
SMG = "submachinegun"


def opened(
    *others: Unit,
    gun: str = GUN,
    gunner: Square = (10, 20),
    aim: Square = (10, 12),
    rolls: tuple[int, int] = A_FIRST,
    **rest: Any,
) -> OwbBattle:
    """Round 2, after a gunner has opened fire on the foe in round 1 and missed."""
    battle = fight(
        man("gunner", gunner, weapons=[gun], rank="op5", armor=[]),
        man("foe", aim, "b", hp=50, most_hp=50, armor=[]),
        *others,
        **rest,
    )
    turn(battle, "gunner", shot("foe", gun, "gunner", mode="suppress"), dice=(1,))
    if gun in (SMG, "machinegun-light"):
        pass_all(battle, until="declare")
        play(battle, Declare(person="gunner", what="reload"), Done(), dice=rolls)
    else:
        pass_all(battle, dice=rolls)
    assert battle.state.turn == 2
    return battle


def struck(battle: OwbBattle) -> list[str]:
    """Who has been struck by automatic bullets so far, in this order."""
    return [event.pieces[0] for event in told(battle, "bullets")]


# -- the cone -------------------------------------------------------------------------------------


def in_cone(aim: Square, *squares: Square) -> set[Square]:
    """Which squares, counted from the gunner, are swept along an aim."""
    gunner = (15, 25)
    men = {
        f"m{n}": (gunner[0] + x, gunner[1] + y)
        for n, (x, y) in enumerate(square for square in squares if square != aim)
    }
    others = [man(name, square, "b", hp=50, most_hp=50) for name, square in men.items()]
    target = (gunner[0] + aim[0], gunner[1] + aim[1])
    battle = opened(*others, gunner=gunner, aim=target)
    turn(battle, "gunner", Sweep(person="gunner"), dice=(1,) * (len(men) + 1))
    found = {at(battle.state, name) for name in struck(battle)}
    return {(x - gunner[0], y - gunner[1]) for x, y in found}


@rule("owb.suppress.cone-shape", "owb.suppress.cone-reach")
def test_the_cone_towards_0_minus_8_is_3_wide_to_10_and_5_wide_from_11_on() -> None:
    inside = {(0, -8), (1, -1), (-1, -10), (2, -11), (-2, -11), (1, -11), (-2, -24)}
    outside = {(2, -10), (-2, -10), (0, 1), (3, -11), (-3, -24), (2, -1), (1, 0)}
    assert in_cone((0, -8), *inside, *outside) == inside


@rule("owb.suppress.cone-shape")
def test_the_cone_towards_6_minus_6() -> None:
    """(3, -5): 4 * 12^2 = 576 is less than 9 * 72; (2, -5): 4 * 18^2 = 1296 is not."""
    inside = {(6, -6), (3, -5), (5, -3), (4, -6), (9, -11), (11, -8)}
    outside = {(2, -5), (5, -2), (3, -6), (7, -11)}
    assert in_cone((6, -6), *inside, *outside) == inside


@rule("owb.suppress.cone-reach")
@pytest.mark.parametrize(("gun", "reach"), [(SMG, 15), ("machinegun-light", 30), (GUN, 30)])
@pytest.mark.parametrize("option", ["short", "extreme"])
def test_the_cone_ends_at_short_range_unless_it_reaches_to_extreme(
    gun: str, reach: int, option: str
) -> None:
    rows = 135
    far = reach if option == "short" else 4 * reach
    for distance, legal in ((far, True), (far + 1, False)):
        battle = fight(
            man("gunner", (5, 130), weapons=[gun], rows=rows),
            man("foe", (5, 130 - distance), "b", rows=rows),
            size=(12, rows),
            options={"suppressive_reach": option},
        )
        play(battle, Begin(person="gunner"))
        assert battle.allows(shot("foe", gun, "gunner", mode="suppress"), "a") is legal


@rule("owb.suppress.cone-sight", "owb.los.vehicles-as-features")
def test_an_enemy_behind_an_armored_car_is_not_struck_and_a_friend_before_it_is() -> None:
    car = vehicle("car", "armored-car", (10, 12), 4, "b")
    battle = opened(
        car,
        man("friend", (10, 16)),
        man("hidden", (10, 8), "b"),
        man("beside", (9, 8), "b"),
        aim=(11, 16),
    )
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(1,) * 9)
    assert struck(battle)[:2] == ["friend", "foe"]
    assert "hidden" not in struck(battle)


# -- bullets --------------------------------------------------------------------------------------


def swept(*dice: int, answer: Any, gun: str = SMG, **his: Any) -> OwbBattle:
    """The foe, in the open unless terrain is named, is swept on the gunner's turn of round 2."""
    terrain = his.pop("terrain", ())
    battle = opened(gun=gun, terrain=terrain, rolls=B_FIRST)
    battle.state.change("foe", **his)
    pass_all(battle, until="who acts")
    if battle.choices[0].seats == ("b",):
        play(battle, Done())
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=dice[:1])
    play(battle, answer, dice=dice[1:])
    return battle


@rule("owb.suppress.automatic-bullets", "owb.suppress.decline")
@pytest.mark.parametrize(
    ("dice", "lost"),
    [((5, 3, 6), 9), ((4, 1, 1), 2), ((3, 6), 6), ((2, 6), 6), ((6, 6, 5, 4), 15)],
)
def test_a_submachinegun_whose_bullet_die_shows_5_does_3_and_6(
    dice: tuple[int, ...], lost: int
) -> None:
    battle = swept(*dice, answer=Decline())
    assert person(battle, "foe").hp == 50 - lost
    assert rolled_all(battle)


@rule("owb.suppress.automatic-bullets", "owb.suppress.order-of-victims")
def test_with_no_bullets_nothing_else_is_rolled_or_asked() -> None:
    battle = opened()
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(1,))
    assert ask(battle) == "turn"
    assert person(battle, "foe").hp == 50


@rule("owb.suppress.save-in-the-open")
@pytest.mark.parametrize(("roll", "lost"), [(13, 4), (12, 9), (20, 4), (1, 9)])
def test_13_and_dexterity_save_against_14_and_halve_9(roll: int, lost: int) -> None:
    """An operative of level 1 has a Saving Throw of 14."""
    battle = swept(5, roll, 3, 6, answer=React(), rank="op1", dexterity=1, hp=50)
    assert person(battle, "foe").hp == 50 - lost
    assert rolled_all(battle)


@rule("owb.base.saving-throw", "owb.suppress.save-in-the-open")
@pytest.mark.parametrize(
    ("rank", "least"), [("op1", 14), ("op3", 12), ("op5", 10), ("soldier", 18), ("officer", 16)]
)
def test_a_level_3_operative_saves_with_12_and_a_soldier_with_18(rank: str, least: int) -> None:
    for roll, lost in ((least, 4), (least - 1, 9)):
        battle = swept(5, roll, 3, 6, answer=React(), rank=rank, hp=50)
        assert person(battle, "foe").hp == 50 - lost


@rule("owb.suppress.save-near-cover")
@pytest.mark.parametrize(
    ("roll", "lost", "square"), [(13, 3, (10, 12)), (14, 0, (10, 11)), (20, 0, (10, 11))]
)
def test_next_to_cover_a_failed_save_halves_7_and_he_stays(
    roll: int, lost: int, square: Square
) -> None:
    wall = (edged("wall", "low-brick-wall", (10, 12), (11, 12)),)
    damage = (3, 4) if lost else ()
    battle = swept(5, roll, *damage, answer=React(), terrain=wall, rank="op1", hp=50)
    assert person(battle, "foe").hp == 50 - lost
    assert at(battle.state, "foe") == square
    assert person(battle, "foe").ducked is (not lost)
    assert rolled_all(battle)


# -- keeping it up --------------------------------------------------------------------------------


@rule("owb.suppress.change-of-area-restarts", "owb.suppress.opening-burst")
def test_a_gun_that_turns_elsewhere_in_round_4_sweeps_there_in_round_5() -> None:
    group = [man(f"g{n}", (25 + n, 12), "b", hp=50, most_hp=50) for n in range(3)]
    battle = opened(*group)
    for _ in range(2):
        turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
        pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 4
    assert struck(battle) == ["foe", "foe"]
    turn(battle, "gunner", shot("g1", GUN, "gunner", mode="suppress"), dice=(20, 1, 6))
    burst = told(battle, "attack")[-1]
    assert burst.pieces[1] == "g1"
    assert [m.value for m in burst.tallies[0].modifiers if m.rule == "owb.burst.bonus"] == [2]
    assert struck(battle) == ["foe", "foe"], "nobody else is struck in the opening round"
    pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 5
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(1, 1, 1, 6))
    assert sorted(struck(battle)[2:]) == ["g0", "g1", "g2"]


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.suppress.continue")
def test_an_enemy_who_runs_through_two_cone_squares_is_struck_once_that_round() -> None:
    battle = opened(man("runner", (12, 15), "b", hp=50, most_hp=50), rolls=B_FIRST)
    play(battle, Begin(person="runner"))
    play(battle, Move(person="runner", path=path((11, 15), (10, 15))))
    assert ask(battle) == "interrupt"
    assert at(battle.state, "runner") == (11, 15)
    play(battle, Sweep(person="gunner"), dice=(2,))
    play(battle, Decline(), dice=(4,))
    assert at(battle.state, "runner") == (10, 15)
    assert ask(battle) == "turn", "the second square provokes nothing"
    assert person(battle, "runner").hp == 50 - 6
    play(battle, EndTurn(person="runner"), Done())
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(1,))
    assert struck(battle) == ["runner", "foe"], "and he is not struck again on the gunner's turn"


@rule("owb.suppress.fire-on-those-who-show-themselves")
def test_who_was_let_pass_at_the_first_square_may_be_struck_at_the_second() -> None:
    battle = opened(man("runner", (12, 15), "b", hp=50, most_hp=50), rolls=B_FIRST)
    play(battle, Begin(person="runner"))
    play(battle, Move(person="runner", path=path((11, 15), (10, 15), (9, 15), (8, 15))), Hold())
    assert at(battle.state, "runner") == (10, 15)
    play(battle, Sweep(person="gunner"), dice=(1,))
    assert at(battle.state, "runner") == (8, 15)
    assert struck(battle) == ["runner"]
    play(battle, EndTurn(person="runner"), Done(), Begin(person="gunner"))
    assert refusal(battle, shot("foe", GUN, "gunner")) != "", "it is his Attack of the round"
    play(battle, Sweep(person="gunner"), dice=(1,))
    assert struck(battle) == ["runner", "foe"]


@rule("owb.suppress.reload", "owb.initiative.loses-initiative")
def test_a_submachinegunner_reloads_acts_last_and_sweeps_in_rounds_2_and_3() -> None:
    battle = opened(gun=SMG)
    for number in (2, 3):
        assert battle.state.turn == number
        assert battle.choices[0].seats == ("b",), "although A rolled 6 and B 1"
        play(battle, Done())
        assert battle.choices[0].about == ("gunner",)
        turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
        assert len(struck(battle)) == number - 1
        assert ask(battle) == "declare"
        play(battle, Declare(person="gunner", what="reload"), Done(), dice=A_FIRST)


@rule("owb.suppress.reload")
def test_who_does_not_reload_keeps_his_initiative_and_cannot_fire() -> None:
    battle = fight(
        man("gunner", (10, 20), weapons=[SMG, "handgun-large"]), man("foe", (10, 12), "b")
    )
    turn(battle, "gunner", shot("foe", SMG, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Done(), dice=A_FIRST)
    assert battle.choices[0].about == ("gunner",)
    play(battle, Begin(person="gunner"))
    assert refusal(battle, Sweep(person="gunner")) == "owb.suppress.reload"
    for mode in ("single", "burst", "suppress"):
        assert not battle.allows(shot("foe", SMG, "gunner", mode=mode), "a")
    assert battle.allows(shot("foe", "handgun-large", "gunner"), "a")


@rule("owb.suppress.malfunction")
@pytest.mark.parametrize(("face", "jammed"), [(1, True), (2, False), (6, False)])
def test_in_round_4_a_1_puts_the_gun_out_after_its_hits_have_counted(
    face: int, *, jammed: bool
) -> None:
    battle = opened()
    for number in (2, 3):
        assert battle.state.turn == number
        turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
        assert rolled_all(battle), "no die for the gun before the fourth round"
        pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 4
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(3,))
    play(battle, Decline(), dice=(4, face))
    assert person(battle, "foe").hp == 50 - 6
    assert rolled_all(battle)
    play(battle, EndTurn(person="gunner"))
    pass_all(battle, dice=A_FIRST)
    play(battle, Begin(person="gunner"))
    order = shot("foe", GUN, "gunner", mode="burst")
    assert battle.allows(order, "a") is not jammed
    if jammed:
        assert refusal(battle, order) == "owb.suppress.repair-jam"


@rule("owb.suppress.movement-limit")
@pytest.mark.parametrize(("squares", "keeps"), [(0, True), (1, True), (2, False)])
def test_one_square_keeps_the_fire_going_and_two_leave_a_burst(
    squares: int, *, keeps: bool
) -> None:
    battle = opened(gun=SMG)
    play(battle, Done(), Begin(person="gunner"))
    way = path(*[(10, 19 - n) for n in range(squares)])
    if way:
        play(battle, Move(person="gunner", path=way))
    assert battle.allows(Sweep(person="gunner"), "a") is keeps
    burst = shot("foe", SMG, "gunner", mode="burst")
    assert battle.allows(burst, "a")
    if keeps:
        play(battle, Sweep(person="gunner"), dice=(1,))
        trained = person(battle, "gunner").trained
        assert trained is not None
        assert trained.aim == (10, 12)
        more = path((10, 18), (10, 17))
        assert not battle.allows(Move(person="gunner", path=more), "a")
        return
    assert refusal(battle, Sweep(person="gunner")) == "owb.suppress.movement-limit"
    play(battle, burst, dice=(1,))
    modifiers = told(battle, "attack")[-1].tallies[0].modifiers
    assert [m.value for m in modifiers if m.rule == "owb.burst.bonus"] == [2]
    assert person(battle, "gunner").trained is None


# -- dives ----------------------------------------------------------------------------------------


@rule("owb.cover.dive", "owb.suppress.save-near-cover")
def test_one_who_dives_behind_a_wall_loses_3_points_and_may_still_throw() -> None:
    wall = [edged("wall", "low-brick-wall", (9, 15), (12, 15))]
    battle = opened(
        man("runner", (12, 15), "b", rank="op1", hp=50, most_hp=50), terrain=wall, rolls=B_FIRST
    )
    play(battle, Begin(person="runner"))
    play(battle, Move(person="runner", path=path((11, 15), (10, 16), (9, 16), (8, 16))))
    assert at(battle.state, "runner") == (11, 15), "one of his 4 points is spent"
    play(battle, Sweep(person="gunner"), dice=(6,))
    play(battle, React(), dice=(14,))
    assert ask(battle) == "dive"
    assert not battle.allows(Dive(to=middle((12, 16))), "b"), "it gives no cover"
    play(battle, Dive(to=middle((11, 14))))
    runner = person(battle, "runner")
    assert (at(battle.state, "runner"), runner.ducked, runner.hp) == ((11, 14), True, 50)
    assert refusal(battle, Move(person="runner", path=path((11, 13))), "b") == "owb.cover.dive"
    lob = throw((11, 16), "runner")
    assert battle.allows(lob, "b")
    play(battle, lob, dice=(20,))
    assert at(battle.state, "runner") == (11, 14)
    assert rolled_all(battle)


@rule("owb.cover.dive")
def test_on_a_failed_save_the_move_goes_on() -> None:
    wall = [edged("wall", "low-brick-wall", (9, 15), (12, 15))]
    battle = opened(
        man("runner", (12, 15), "b", rank="op1", hp=50, most_hp=50), terrain=wall, rolls=B_FIRST
    )
    play(battle, Begin(person="runner"))
    play(battle, Move(person="runner", path=path((11, 15), (10, 16), (9, 16), (8, 16))))
    play(battle, Sweep(person="gunner"), dice=(6,))
    play(battle, React(), dice=(13, 1, 2, 1))
    assert at(battle.state, "runner") == (8, 16)
    # 3 bullets of 1d6+2: 3 + 4 + 3 are 10, halved as cover was near
    assert person(battle, "runner").hp == 50 - 5
