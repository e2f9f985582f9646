"""Diving for cover in a Saving Throw."""

from tests.whitebox.kit import *

BAGS = [filled("s", "sandbags", (10, 11))]


def swept_gunner(weapon: str) -> OwbBattle:
    """Somebody at a gun is swept, and dives behind the wall in the next square."""
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer", weapons=[weapon]),
        terrain=[edged("wall", "tall-wall", (11, 13), (12, 13))],
    )
    turn(battle, "gunner", suppress(), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(6,))
    play(battle, React(), dice=(16,))
    if battle.choices[0].ask == "dive":
        play(battle, Dive(middle((11, 12))))
    assert square_of(battle.state, "foe") == (11, 12)
    return battle


@rule("owb.cover.dive", "owb.suppress.save-near-cover")
def test_one_who_dives_behind_a_wall_loses_3_points_and_may_still_throw() -> None:
    wall = [edged("wall", "low-brick-wall", (9, 15), (12, 15))]
    battle = in_round_2(
        man("runner", (12, 15), "b", rank="op1", hp=50, most_hp=50), terrain=wall, rolls=B_FIRST
    )
    play(battle, Begin("runner"))
    play(battle, Move("runner", path((11, 15), (10, 16), (9, 16), (8, 16))))
    assert square_of(battle.state, "runner") == (11, 15), "one of his 4 points is spent"
    play(battle, Sweep("gunner"), dice=(6,))
    play(battle, React(), dice=(14,))
    assert asked_for(battle) == "dive"
    assert not battle.allows(Dive(middle((12, 16))), "b"), "it gives no cover"
    play(battle, Dive(middle((11, 14))))
    runner = person(battle, "runner")
    assert (square_of(battle.state, "runner"), runner.ducked, runner.hp) == ((11, 14), True, 50)
    assert refusal(battle, Move("runner", path((11, 13))), "b") == "owb.cover.dive"
    lob = throw((11, 16), "runner")
    assert battle.allows(lob, "b")
    play(battle, lob, dice=(20,))
    assert square_of(battle.state, "runner") == (11, 14)
    assert rolled_all(battle)


@rule("owb.cover.dive")
def test_on_a_failed_save_the_move_goes_on() -> None:
    wall = [edged("wall", "low-brick-wall", (9, 15), (12, 15))]
    battle = in_round_2(
        man("runner", (12, 15), "b", rank="op1", hp=50, most_hp=50), terrain=wall, rolls=B_FIRST
    )
    play(battle, Begin("runner"))
    play(battle, Move("runner", path((11, 15), (10, 16), (9, 16), (8, 16))))
    play(battle, Sweep("gunner"), dice=(6,))
    play(battle, React(), dice=(13, 1, 2, 1))
    assert square_of(battle.state, "runner") == (8, 16)
    # 3 bullets of 1d6+2: 3 + 4 + 3 are 10, halved as cover was near
    assert person(battle, "runner").hp == 50 - 5


@rule("owb.cover.dive", "owb.suppress.fire-on-those-who-show-themselves")
def test_who_dives_as_he_stands_up_to_shoot_may_stand_up_again_and_shoot() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=BAGS,
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    turn(battle, "foe", end=EndTurn("foe", ducked=True), dice=(1, 6))
    assert person(battle, "foe").ducked
    play(battle, Begin("foe"), shot("gunner", who="foe"))
    assert asked_for(battle) == "interrupt"
    play(battle, Sweep("gunner"), dice=(6,))
    play(battle, React(), dice=(16, 12, 3))
    # saved: nothing; then his shot is rolled: 12 + 1 against 13
    assert person(battle, "foe").hp == 12
    assert person(battle, "gunner").hp == 21 - 4
    assert not person(battle, "foe").ducked
    assert refusal(battle, Move("foe", path((11, 10))), "b") == "owb.cover.dive"


@rule("owb.cover.dive", "owb.terrain.impassable-with-tools")
def test_who_dives_does_not_cling_to_the_wall_any_longer() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=[
            edged("w", "tall-wall", (10, 10), (11, 10)),
            filled("f", "foxhole", (9, 10)),
        ],
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    turn(battle, "foe", Climb("foe", to=middle((10, 9))), dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2,))
    play(battle, React(), dice=(16,))
    play(battle, Dive(middle((9, 10))))
    assert (square_of(battle.state, "foe"), person(battle, "foe").climbing) == ((9, 10), None)


@rule("owb.cover.dive", "owb.weapon.machinegun-medium")
def test_a_gun_that_is_dragged_along_in_a_dive_is_no_longer_set_up() -> None:
    foe = person(swept_gunner(GUN), "foe")
    assert [arm.set_up for arm in foe.arms] == [False]


@rule("owb.cover.dive", "owb.weapon.machinegun-heavy")
def test_a_trailer_stays_where_it_is_when_its_gunner_dives() -> None:
    battle = swept_gunner("machinegun-heavy")
    assert person(battle, "foe").arms == ()
    (item,) = battle.state.items
    assert item.square == (10, 12)
    assert item.arm is not None
    assert item.arm.set_up


@rule("owb.cover.dive", "owb.suppress.fire-on-those-who-show-themselves")
def test_a_dive_out_of_one_gun_s_fire_may_end_in_another_s() -> None:
    """The wall helps against the gun in the south, and not against the one in the east."""
    battle = fight(
        man("south", (9, 30), sheet="medium-machinegunner"),
        man("east", (30, 19), sheet="medium-machinegunner"),
        man("foe", (9, 21), "b", facing=4, rank="officer"),
        man("bait", (12, 19), "b", facing=4, rank="officer"),
        terrain=[WALL, filled("screen", "tall-wall", (13, 20), (13, 21))],
    )
    turn(battle, "south", shot("foe", GUN, "south", mode="suppress"), dice=(1,))
    turn(battle, "east", shot("bait", GUN, "east", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("foe"), Move("foe", path((9, 20))))
    assert battle.choices[0].about == ("south", "foe")
    play(battle, Sweep("south"), dice=(2,))
    play(battle, React(), dice=(16,))
    assert square_of(battle.state, "foe") == (10, 19)
    assert battle.choices[0].about == ("east", "foe")
    play(battle, Sweep("east"), dice=(1,))
    assert asked_for(battle) == "turn"
    assert not battle.allows(Move("foe", path((9, 19))), "b"), "his move is over"


@rule("owb.cover.dive")
def test_cover_within_one_square_is_ones_own_or_the_next() -> None:
    wall = [edged("w", "low-brick-wall", (4, 5), (9, 5))]
    own = at_0(wall)
    assert cover_within_one(own, person(own, "foe"), (5, 0)) == ((5, 5),)
    boulder = at_0([filled("b", "boulder", (6, 5))])
    spots = cover_within_one(boulder, person(boulder, "foe"), (9, 5))
    assert spots == ((5, 5),)
    spots = cover_within_one(boulder, person(boulder, "foe"), (5, 0))
    assert spots == ((6, 6),)
    assert cover_within_one(boulder, person(boulder, "foe"), (0, 9)) == ()
