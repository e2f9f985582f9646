"""SAVING THROWS VS. SUPPRESSIVE FIRE, and what the fire does to cover."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    is_swept,
    resolve_struck,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.walls_worn import shatter
from sandtable.rulebooks.whitebox.state.frames import Landing, Shattering
from sandtable.rulebooks.whitebox.state.tables import DiceSum
from tests.whitebox.kit import *

BAGS = [filled("s", "sandbags", (10, 11))]
FENCE = filled("fence", "wooden-fence", (9, 11), (10, 11))
"""A fence along the whole front of a truck that fills x 9..10, y 7..10."""


def rifle_at_truck(*dice: int, cover: Terrain = FENCE, **order: Any) -> OwbBattle:
    """A rifleman to the south shoots at a truck behind a fence."""
    truck = vehicle("foe", "truck-large", (10, 10), 4, "b")
    battle = fight(man("ivan", (10, 15)), truck, FAR_FOE, terrain=[cover], options=WEARING)
    turn(battle, "ivan", ShootAboard("ivan", "foe", "rifle-large", **order), dice=dice)
    assert rolled_all(battle)
    return battle


def swept_while_he_leans_out() -> OwbBattle:
    """Bob leans out of the shelter of a wall into a cone of fire, and has one bullet to fear."""
    battle = fight(
        man("gus", (10, 20), sheet="medium-machinegunner", facing=0),
        man("bob", (10, 9), side="b", rank="op3", facing=4),
        man("bill", (11, 5), side="b", facing=4, rank="op5"),
        terrain=[filled("w", "tall-wall", (10, 10))],
    )
    opening = shot("bill", who="gus", weapon=GUN, mode="suppress")
    turn(battle, "gus", opening, dice=[1])
    leaning = shot("gus", who="bob", lean=middle((11, 9)))
    turn(battle, "bob", leaning, dice=[1], end=EndTurn("bob", facing=180.0))
    pass_all(battle, dice=[6, 1])
    play(battle, Begin("gus"), Sweep("gus"), dice=[2])
    assert asked_for(battle) == "react"
    assert battle.choices[0].about[0] == "bob"
    return battle


def kind(state: OwbState, *squares: tuple[int, int]) -> list[str]:
    return [state.grounds.kind(square).name for square in squares]


def swept_again(shelter: str, near: bool, reacts: bool, *faces: int, dexterity: int = 0) -> Any:
    state = state_of(man("ivan", (5, 5), rank="op1", dexterity=dexterity), man("foe", (9, 9), "b"))
    return resolve_struck(
        person(state, "ivan"),
        shelter,  # type: ignore[arg-type]
        near,
        2,
        DiceSum(1, 6),
        reacts,
        ScriptedDice(faces),
    )


@rule(
    "owb.suppress.decline",
    "owb.suppress.partial-cover",
    "owb.suppress.save-in-the-open",
    "owb.base.rounding",
)
@pytest.mark.parametrize(
    ("terrain", "answer", "dice", "by"),
    [
        pytest.param(BAGS, Decline(), (1,), "owb.suppress.partial-cover", id="declines"),
        pytest.param(BAGS, React(), (15, 1), "owb.suppress.partial-cover", id="fails"),
        pytest.param([], React(), (16, 1), "owb.suppress.save-in-the-open", id="open"),
    ],
)
def test_half_of_1_is_nothing_and_nobody_has_taken_cover(
    terrain: list[Terrain], answer: Order, dice: tuple[int, ...], by: str
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=terrain,
    )
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare("gunner", "reload"), Done(), dice=(6, 1))
    turn(battle, "foe")
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2,))
    (told_of,) = play(battle, answer, dice=dice)
    assert person(battle, "foe").hp == 12
    assert person(battle, "foe").ducked is False
    assert "into cover" not in told_of.text
    assert told_of.rules == (by,)


@rule("owb.suppress.save-in-the-open")
@pytest.mark.parametrize(("roll", "lost"), [(13, 4), (12, 9), (20, 4), (1, 9)])
def test_13_and_dexterity_save_against_14_and_halve_9(roll: int, lost: int) -> None:
    """An operative of level 1 has a Saving Throw of 14."""
    battle = swept_in_round_2(5, roll, 3, 6, answer=React(), rank="op1", dexterity=1, hp=50)
    assert person(battle, "foe").hp == 50 - lost
    assert rolled_all(battle)


@rule("owb.suppress.save-in-the-open")
def test_in_the_open_a_save_halves() -> None:
    saved = swept_again("none", False, True, 13, 3, 6, dexterity=1)
    assert (saved.damage, saved.down) == (4, True)
    assert swept_again("none", False, True, 12, 3, 6, dexterity=1).damage == 9


@rule("owb.suppress.save-near-cover")
@pytest.mark.parametrize(
    ("roll", "lost", "square"), [(13, 3, (10, 12)), (14, 0, (10, 11)), (20, 0, (10, 11))]
)
def test_next_to_cover_a_failed_save_halves_7_and_he_stays(
    roll: int, lost: int, square: Square
) -> None:
    wall = (edged("wall", "low-brick-wall", (10, 12), (11, 12)),)
    damage = (3, 4) if lost else ()
    battle = swept_in_round_2(5, roll, *damage, answer=React(), terrain=wall, rank="op1", hp=50)
    assert person(battle, "foe").hp == 50 - lost
    assert square_of(battle.state, "foe") == square
    assert person(battle, "foe").ducked is (not lost)
    assert rolled_all(battle)


@rule("owb.suppress.partial-cover", "owb.cover.lean-out")
@pytest.mark.parametrize("answer", [React(), Decline()])
def test_odds_of_one_who_leans_out_are_those_of_partial_cover(answer: Order) -> None:
    battle = swept_while_he_leans_out()
    read = lost_by("bob", 13, "unhurt")
    assert odds_given(battle, answer) == true_odds(battle, answer, read)


@rule("owb.suppress.partial-cover", "owb.cover.ducked-or-up")
def test_behind_the_corner_of_a_wall_one_takes_nothing_but_is_not_ducked() -> None:
    """The line from (4, 19) to (11, 12) only touches the corner of the wall at (11, 13)."""
    battle = fight(
        man("gunner", (4, 19), sheet="medium-machinegunner"),
        man("foe", (11, 12), "b", facing=4, rank="officer"),
        terrain=[filled("w", "tall-wall", (11, 13))],
    )
    assert shelter_from(battle.state, (4, 19), person(battle, "foe")) == "partial"
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(6,))
    play(battle, React(), dice=(16,))
    assert person(battle, "foe").hp == 12
    assert not person(battle, "foe").ducked


@rule("owb.suppress.partial-cover", "owb.suppress.decline")
def test_behind_partial_cover_half_or_nothing() -> None:
    assert swept_again("partial", False, True, 14).ducks
    assert swept_again("partial", False, True, 13, 3, 4).damage == 3
    assert swept_again("partial", False, False, 3, 4).damage == 3
    assert swept_again("none", False, False, 3, 4).damage == 7


@rule("owb.suppress.full-cover", "owb.suppress.concealment-no-help")
def test_full_cover_helps_and_concealment_does_not() -> None:
    units = (IVAN, man("foe", (10, 12), "b", ducked=True))
    wall = state_of(*units, terrain=[edged("w", "low-brick-wall", (9, 13), (12, 13))])
    assert not is_swept(wall, (10, 20), (10, 12), 30, person(wall, "foe"))
    fence = state_of(*units, terrain=[edged("w", "wooden-fence", (9, 13), (12, 13))])
    assert is_swept(fence, (10, 20), (10, 12), 30, person(fence, "foe"))


@rule("owb.suppress.cover-damage", "owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_a_bullet_that_misses_a_driver_for_his_cab_breaks_no_fence_under_the_truck() -> None:
    """AAC 11 less 2: a 12 misses only for the concealment that the truck itself gives."""
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        FAR_FOE,
        terrain=[filled("trees", "small-tree", (8, 4), (11, 8))],
        options={"cover_damage": "hit-points"},
    )
    order = fire("tank", "foe.operator", name="gun-2")
    fires(battle, order, gun_shot(battle.state, order).needed - 1)
    assert not battle.state.worn
    assert rolled_all(battle)


@rule("owb.suppress.cover-damage", "owb.vcover.same-as-for-characters")
def test_a_bullet_that_misses_a_truck_only_for_a_fence_strikes_the_fence() -> None:
    """AAC 11 at -2: an 11 and a 12 miss for the fence, which takes half of 7; a 10 misses anyhow.

    The nearest square of the truck is (10, 10), so the section before it is struck.
    """
    for die in (11, 12):
        worn = rifle_at_truck(die, 6).state.worn
        assert worn == ((((10, 11), (10, 11)), 3),)
    assert rifle_at_truck(10).state.worn == ()
    assert rifle_at_truck(13, 6).state.worn == ()


@rule("owb.suppress.cover-damage", "owb.object.hull-equivalent")
def test_bricks_are_proof_against_it_and_nothing_is_rolled() -> None:
    """A low brick wall takes 4 from the roll; a 14 misses for it and leaves it as it is."""
    wall = edged("wall", "low-brick-wall", (9, 11), (11, 11))
    assert rifle_at_truck(14, cover=wall).state.worn == ()


@rule("owb.suppress.cover-damage", "owb.vweapon.machineguns-on-vehicles")
def test_bullets_of_mounted_machineguns_and_out_of_ports_strike_it_too() -> None:
    """A burst has +2 - 2 against the fence: 10 misses for it and does half of 1d6 + 2."""
    units = (
        vehicle("tank", "tank-medium", (9, 20), empty=["gun-3"]),
        man("ivan", (0, 0), carried_by="tank", seat="passenger-1"),
        vehicle("foe", "truck-large", (10, 10), 4, "b"),
        FAR_FOE,
    )
    battle = started("tank", *units, terrain=[FENCE], options=WEARING)
    fires(battle, fire("tank", "foe", name="gun-2", mode="burst"), 10, 4)
    assert [loss for _, loss in battle.state.worn] == [3]
    ported = FirePort("ivan", weapon="rifle-large", target="foe", port="F")
    play(battle, ported, dice=(12, 1))
    assert sum(loss for _, loss in battle.state.worn) == 4
    assert rolled_all(battle)


@rule("owb.suppress.cover-damage", "owb.object.hit-points-optional")
def test_a_bullet_that_misses_only_for_a_fence_strikes_it() -> None:
    fence = [filled("fence", "wooden-fence", (10, 11))]
    units = (man("ivan", (10, 15)), FOE_AHEAD)
    battle = fight(*units, terrain=fence, options=WEARING)
    # AAC 11: 11 would hit but for the -2; of the damage of 7 half goes into the fence
    turn(battle, "ivan", Shoot("ivan", target="foe", weapon="rifle-large"), dice=[11, 6])
    assert battle.state.worn == ((((10, 11), (10, 11)), 3),)
    feed_on = fight(*units, terrain=fence, options=WEARING)
    # 10 would have missed anyway
    turn(feed_on, "ivan", Shoot("ivan", target="foe", weapon="rifle-large"), dice=[10])
    assert feed_on.state.worn == ()


@rule("owb.suppress.cover-damage")
def test_sandbags_stop_bullets_unharmed() -> None:
    bags = [filled("bags", "sandbags", (10, 11))]
    units = (man("ivan", (10, 15)), FOE_AHEAD)
    battle = fight(*units, terrain=bags, options=WEARING)
    turn(battle, "ivan", Shoot("ivan", target="foe", weapon="rifle-large"), dice=[12])
    assert battle.state.worn == ()


@rule("owb.suppress.cover-damage")
def test_an_explosion_breaks_what_stands_around_it_after_everybody_is_struck() -> None:
    terrain = [
        filled("fence", "wooden-fence", (10, 11)),
        filled("bags", "sandbags", (12, 12)),
        filled("brick", "low-brick-wall", (9, 12)),
        filled("far", "wooden-fence", (14, 10)),
        filled("screen", "tall-wall", (10, 9)),
        filled("behind", "wooden-fence", (10, 8)),
    ]
    state = state_of(*MEN, terrain=terrain, options=WEARING)
    dice = ScriptedDice()
    list(shatter(state, Shattering(centre=(10, 10), reach=3, damage=12), dice))
    # wood has 5 and takes 6; sandbags take a quarter; masonry, the far and the screened nothing
    assert kind(state, (10, 11), (12, 12), (9, 12), (14, 10), (10, 8)) == [
        "debris",
        "sandbags",
        "low-brick-wall",
        "wooden-fence",
        "wooden-fence",
    ]
    assert state.worn == ((((12, 12), (12, 12)), 3),)


@rule("owb.suppress.cover-damage")
def test_cover_still_shelters_from_the_blast_that_breaks_it() -> None:
    units = (IVAN, man("foe", (10, 9), "b"))
    fence = [filled("fence", "wooden-fence", (10, 10))]
    battle = fight(*units, terrain=fence, options=WEARING)
    state = battle.state
    state.push(Landing(kind="grenade", square=(10, 11)))
    due = present(decision_due(state))
    list(due[0].settle(state, due[1], ScriptedDice([5, 5])))
    assert [type(frame).__name__ for frame in state.agenda] == ["Shattering", "Blast"]


@rule("owb.suppress.cover-damage")
def test_flames_do_half_to_wood() -> None:
    burner = man("ivan", (10, 15), sheet="flamethrower-operator")
    fence = [filled("fence", "wooden-fence", (10, 13))]
    battle = fight(burner, man("foe", (30, 2), "b"), terrain=fence, options=WEARING, dice=[3, 6, 1])
    order = Flame("ivan", at=middle((10, 13)))
    turn(battle, "ivan", order, dice=[5])
    assert battle.state.worn == ((((10, 13), (10, 13)), 2),)
