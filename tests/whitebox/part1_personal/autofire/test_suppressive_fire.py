"""SUPPRESSIVE FIRE: the cone, the opening burst, automatic bullets."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    may_suppress,
    swept_squares,
)
from sandtable.rulebooks.whitebox.part2_vehicles.collision.striking import knock_aside
from tests.whitebox.kit import *


def in_cone(aim: Square, *squares: Square) -> set[Square]:
    """Which squares, counted from the gunner, are swept along an aim."""
    gunner = (15, 25)
    men = {
        f"m{n}": (gunner[0] + x, gunner[1] + y)
        for n, (x, y) in enumerate(square for square in squares if square != aim)
    }
    others = [man(name, square, "b", hp=50, most_hp=50) for name, square in men.items()]
    target = (gunner[0] + aim[0], gunner[1] + aim[1])
    battle = in_round_2(*others, gunner=gunner, aim=target)
    turn(battle, "gunner", Sweep("gunner"), dice=(1,) * (len(men) + 1))
    found = {square_of(battle.state, name) for name in struck_by_bullets(battle)}
    return {(x - gunner[0], y - gunner[1]) for x, y in found}


SWEEP = SweepGun("tank.gun-2", mount="gun-2")


@rule("owb.suppress.capable-weapons", "owb.suppress.cone-reach")
@pytest.mark.parametrize(
    ("weapon", "row", "told_odds"),
    [("rifle-large", 10, False), ("submachinegun", 5, True), ("submachinegun", 4, False)],
)
def test_no_odds_are_given_of_suppressive_fire_that_cannot_be_opened(
    weapon: str, row: int, told_odds: bool
) -> None:
    battle = begun("ivan", man("ivan", (5, 20), weapons=[weapon]), man("bob", (5, row), side="b"))
    order = shot("bob", weapon=weapon, mode="suppress")
    assert battle.allows(order, "a") is told_odds
    assert (battle.odds(order, "a") is not None) is told_odds


@rule("owb.suppress.capable-weapons")
def test_submachineguns_and_machineguns_are_capable() -> None:
    guns = ("submachinegun", "machinegun-light", GUN, "machinegun-heavy")
    assert all(may_suppress(Arm(id=gun)) for gun in guns)
    assert not may_suppress(Arm(id="rifle-large"))


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
        battle = begun(
            "gunner",
            man("gunner", (5, 130), weapons=[gun], rows=rows),
            man("foe", (5, 130 - distance), "b", rows=rows),
            size=(12, rows),
            options={"suppressive_reach": option},
        )
        assert battle.allows(shot("foe", gun, "gunner", mode="suppress"), "a") is legal


@rule("owb.suppress.cone-reach", "owb.suppress.movement-limit")
def test_who_steps_back_out_of_reach_of_the_area_does_not_keep_it_up() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 5), "b", facing=4, rank="officer"),
        options={"suppressive_reach": "short"},
    )
    shot = Shoot("gunner", target="foe", weapon="submachinegun", mode="suppress")
    turn(battle, "gunner", shot, dice=(1,))
    pass_all(battle, dice=())
    gun = present(person(battle, "gunner").arm("submachinegun"))
    battle.state.put(person(battle, "gunner").with_arm(type(gun)(id=gun.id)))
    pass_all(battle, until="who acts", dice=(6, 1))
    play(battle, Begin("gunner"))
    assert battle.allows(Sweep("gunner"), "a")
    play(battle, Move("gunner", (middle((10, 21)),)))
    assert not battle.allows(Sweep("gunner"), "a")


@rule("owb.suppress.cone-reach", "owb.range.chained-bands")
@pytest.mark.parametrize(
    ("reach", "bands", "squares"),
    [
        ("short", "multiples", 15),
        ("short", "chained", 15),
        ("extreme", "multiples", 60),
        ("extreme", "chained-for-thrown", 60),
        ("extreme", "chained", 360),
    ],
)
def test_suppressive_fire_reaches_to_the_extreme_range_of_the_battle(
    reach: str, bands: str, squares: int
) -> None:
    state = scene_with(
        "submachinegunner", options={"suppressive_reach": reach, "range_bands": bands}
    )
    assert reach_of(state, "submachinegun") == squares


@rule("owb.suppress.cone-sight", "owb.los.vehicles-as-features")
def test_an_enemy_behind_an_armored_car_is_not_struck_and_a_friend_before_it_is() -> None:
    car = vehicle("car", "armored-car", (10, 12), 4, "b")
    battle = in_round_2(
        car,
        man("friend", (10, 16)),
        man("hidden", (10, 8), "b"),
        man("beside", (9, 8), "b"),
        aim=(11, 16),
    )
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(1,) * 9)
    assert struck_by_bullets(battle)[:2] == ["friend", "foe"]
    assert "hidden" not in struck_by_bullets(battle)


@rule("owb.suppress.cone-sight", "owb.suppress.order-of-victims")
def test_pyotr_can_sweep_the_three_germans_by_the_tank_and_not_the_one_behind_it() -> None:
    """The wreck of a T-34 hides the German at the water tower; a friend in front is struck too."""
    wreck = [filled("t34", "armored-vehicle", (9, 9), (11, 10))]
    state = state_of(
        man("pyotr", (10, 20), sheet="submachinegunner"),
        man("friend", (10, 14)),
        man("one", (9, 11), "b"),
        man("two", (10, 11), "b"),
        man("three", (11, 12), "b"),
        man("tower", (10, 7), "b"),
        terrain=wreck,
    )
    pyotr = person(state, "pyotr")
    names = victims_of(state, pyotr, (10, 20), (10, 11), 15)
    assert names == ("friend", "three", "one", "two")
    assert (10, 7) not in swept_squares(state, (10, 20), (10, 11), 15)


@rule("owb.suppress.opening-burst", "owb.attack.natural-20-and-1", "owb.suppress.repair-jam")
def test_a_gun_that_jams_as_it_opens_fire_is_trained_on_nothing() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        FOE_FACING,
        options={"naturals_personal": "on"},
    )
    play(battle, Begin("gunner"), shot("foe", GUN, "gunner", mode="suppress"), dice=(1, 3))
    assert person(battle, "gunner").trained is None


@rule("owb.suppress.opening-burst", "owb.los.character-at-vehicle")
def test_suppressive_fire_at_a_truck_is_laid_where_it_can_be_seen() -> None:
    """A house hides the nearest squares of the truck; the next row is open, and is the aim."""
    battle = begun(
        "ivan",
        man("ivan", (10, 20), sheet="medium-machinegunner", facing=0),
        vehicle("foe", TRUCK, (12, 10), 2, "b"),
        FAR_FOE,
        terrain=[filled("house", "building-wall-masonry", (9, 12), (11, 12))],
    )
    # it fills x 9..12, y 10..11; of (9..12, 11) only (12, 11) is open, 9 squares away
    order = ShootAboard("ivan", vehicle="foe", weapon=GUN, mode="suppress")
    play(battle, order, dice=(2,))
    trained = present(person(battle, "ivan").trained)
    assert trained.aim == (12, 11)


@rule("owb.suppress.opening-burst")
def test_it_opens_with_a_burst_and_the_weapon_is_trained_hit_or_miss() -> None:
    battle = opened_fire()
    burst = told(battle, "attack")[-1]
    assert burst.tallies[0].total == 2
    assert not burst.data["hit"]
    trained = present(person(battle, "gunner").trained)
    assert (trained.aim, trained.since) == ((10, 12), 1)


@rule("owb.suppress.automatic-bullets", "owb.suppress.decline")
@pytest.mark.parametrize(
    ("dice", "lost"),
    [((5, 3, 6), 9), ((4, 1, 1), 2), ((3, 6), 6), ((2, 6), 6), ((6, 6, 5, 4), 15)],
)
def test_a_submachinegun_whose_bullet_die_shows_5_does_3_and_6(
    dice: tuple[int, ...], lost: int
) -> None:
    battle = swept_in_round_2(*dice, answer=Decline())
    assert person(battle, "foe").hp == 50 - lost
    assert rolled_all(battle)


@rule("owb.suppress.automatic-bullets", "owb.suppress.order-of-victims")
def test_with_no_bullets_nothing_else_is_rolled_or_asked() -> None:
    battle = in_round_2()
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(1,))
    assert asked_for(battle) == "turn"
    assert person(battle, "foe").hp == 50


@rule("owb.suppress.automatic-bullets", "owb.base.able-to-act", "owb.suppress.cone-sight")
def test_an_incapacitated_man_in_the_cone_is_struck_and_cannot_react() -> None:
    battle = opened_fire(man("down", (10, 14), "b", rank="op1"))
    battle.state.change("down", hp=0, out="incapacitated", fell_in=1, stable=True)
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2, 1, 1))
    # one bullet, 1 + 2 damage, without a question; then nothing for the officer behind
    assert person(battle, "down").hp == -3
    assert asked_for(battle) == "turn"


@rule("owb.suppress.automatic-bullets", "owb.suppress.continue", "owb.suppress.decline")
def test_from_the_second_round_on_everybody_in_the_cone_is_struck() -> None:
    battle = opened_fire(man("two", (11, 13), "b", facing=4))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(5,))
    assert battle.choices[0].ask == "react"
    assert battle.choices[0].about[0] == "two"
    play(battle, Decline(), dice=(3, 6, 1))
    assert person(battle, "two").hp == 4 - (3 + 2) - (6 + 2)
    assert told(battle, "bullets")[-1].data["bullets"] == 0
    assert person(battle, "foe").hp == 12


@rule("owb.suppress.automatic-bullets", "owb.base.able-to-act")
def test_a_mounted_machinegun_strikes_one_who_lies_incapacitated() -> None:
    """One bullet of 1 + 2, without a question; none for the officer behind him."""
    battle = tank_opened_fire(man("down", (10, 16), "b", rank="op1"))
    battle.state.change("down", hp=0, out="incapacitated", fell_in=1, stable=True)
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, SWEEP, dice=(2, 1, 1))
    assert person(battle, "down").hp == -3


@rule("owb.suppress.order-of-victims")
def test_the_nearest_first_and_of_two_as_near_the_one_farther_north() -> None:
    state = state_of(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("one", (10, 10), "b"),
        man("two", (9, 15), "b"),
        man("three", (11, 15), "b"),
        man("four", (10, 19), "b"),
    )
    names = victims_of(state, person(state, "gunner"), (10, 20), (10, 10), 30)
    assert names == ("four", "two", "three", "one")


@rule("owb.suppress.continue", "owb.suppress.fire-on-those-who-show-themselves")
@pytest.mark.parametrize("keeps", [True, False])
def test_fire_in_between_does_not_keep_the_gun_trained_by_itself(keeps: bool) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("foe"), Move("foe", path((10, 13))))
    play(battle, Sweep("gunner"), dice=(1,))
    play(battle, EndTurn("foe"), Begin("gunner"))
    if keeps:
        play(battle, Sweep("gunner"))
    play(battle, EndTurn("gunner"), dice=(6, 1))
    assert (person(battle, "gunner").trained is not None) is keeps
    assert rolled_all(battle), "nobody is struck twice"


@rule("owb.suppress.continue", "owb.driving.check-is-an-action")
def test_a_driving_check_ends_the_fire_that_a_driver_keeps_up() -> None:
    """It is an Action; nobody can be struck after it, and the sequence is over."""
    guns = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]
    battle = on_the_road("car", pace="crawl", mounts=guns, with_=(driver("op2"),))
    mount = the(battle, CAR).mounts[0].id
    battle.state.change("driver", trained=Trained(mount, (10, 10), 0, (10, 10)))
    play(battle, DriveDefensively(CAR), dice=(2,))
    assert battle.state.person("driver").trained is None


@rule("owb.suppress.continue", "owb.collision.character-struck")
def test_a_gunner_who_is_thrown_aside_is_trained_on_nothing() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 12), "b", rank="officer"),
        vehicle("truck", "truck-large", (20, 30), side="b"),
    )
    turn(battle, "gunner", suppress(weapon="submachinegun"), dice=(1,))
    assert person(battle, "gunner").trained is not None
    print_ = footprint((3, 2), 0, (10, 20))
    list(knock_aside(battle.state, "gunner", "truck", print_))
    assert person(battle, "gunner").trained is None
    assert square_of(battle.state, "gunner") not in print_.squares


@rule("owb.suppress.continue", "owb.cover.lean-out")
def test_without_leaning_out_the_sweep_comes_from_his_own_square() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=[WALL],
    )
    opening = shot("foe", GUN, mode="suppress", lean=middle((11, 20)))
    turn(battle, "ivan", opening, dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"), Sweep("ivan"))
    assert told(battle, "sweep")[-1].data["victims"] == [], "the wall is in the way"


@rule("owb.suppress.continue", "owb.cover.ducked-or-up")
def test_a_gunner_may_give_up_his_fire_and_duck() -> None:
    bags = [filled("b", "sandbags", (10, 19))]
    battle = opened_fire(terrain=bags)
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner", end=EndTurn("gunner", ducked=True))
    gunner = person(battle, "gunner")
    assert gunner.ducked
    assert gunner.trained is None


@rule("owb.suppress.continue")
def test_fire_that_is_not_kept_up_ends() -> None:
    battle = opened_fire()
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner")
    assert person(battle, "gunner").trained is None


@rule(
    "owb.suppress.change-of-area-restarts",
    "owb.suppress.opening-burst",
    "owb.maneuver.gunner-options",
)
def test_a_gun_that_turns_elsewhere_in_round_4_sweeps_there_in_round_5() -> None:
    group = [man(f"g{n}", (25 + n, 12), "b", hp=50, most_hp=50) for n in range(3)]
    battle = in_round_2(*group)
    for _ in range(2):
        turn(battle, "gunner", Sweep("gunner"), dice=(1,))
        pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 4
    assert struck_by_bullets(battle) == ["foe", "foe"]
    turn(battle, "gunner", shot("g1", GUN, "gunner", mode="suppress"), dice=(20, 1, 6))
    burst = told(battle, "attack")[-1]
    assert burst.pieces[1] == "g1"
    assert [m.value for m in burst.tallies[0].modifiers if m.rule == "owb.burst.bonus"] == [2]
    assert struck_by_bullets(battle) == ["foe", "foe"], "nobody else is struck in the opening round"
    pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 5
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(1, 1, 1, 6))
    assert sorted(struck_by_bullets(battle)[2:]) == ["g0", "g1", "g2"]


@rule("owb.suppress.no-other-effect")
def test_two_guns_strike_the_same_man_each() -> None:
    battle = opened_fire(man("second", (11, 20), sheet="medium-machinegunner"))
    order = Shoot("second", target="foe", weapon=GUN, mode="suppress")
    turn(battle, "second", order, dice=(1,))
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner", Sweep("gunner"), dice=(1,))
    turn(battle, "second", Sweep("second"), dice=(1,))
    assert len(told(battle, "bullets")) == 2
