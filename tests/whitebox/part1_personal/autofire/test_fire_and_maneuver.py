"""FIRE AND MANEUVER: moving with and under suppressive fire."""

import pytest

from tests.whitebox.kit import *


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.suppress.continue")
def test_an_enemy_who_runs_through_two_cone_squares_is_struck_once_that_round() -> None:
    battle = in_round_2(man("runner", (12, 15), "b", hp=50, most_hp=50), rolls=B_FIRST)
    play(battle, Begin("runner"))
    play(battle, Move("runner", path((11, 15), (10, 15))))
    assert asked_for(battle) == "interrupt"
    assert square_of(battle.state, "runner") == (11, 15)
    play(battle, Sweep("gunner"), dice=(2,))
    play(battle, Decline(), dice=(4,))
    assert square_of(battle.state, "runner") == (10, 15)
    assert asked_for(battle) == "turn", "the second square provokes nothing"
    assert person(battle, "runner").hp == 50 - 6
    play(battle, EndTurn("runner"), Done())
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(1,))
    assert struck_by_bullets(battle) == ["runner", "foe"], (
        "and he is not struck again on the gunner's turn"
    )


@rule("owb.suppress.fire-on-those-who-show-themselves")
def test_who_was_let_pass_at_the_first_square_may_be_struck_at_the_second() -> None:
    battle = in_round_2(man("runner", (12, 15), "b", hp=50, most_hp=50), rolls=B_FIRST)
    play(battle, Begin("runner"))
    play(battle, Move("runner", path((11, 15), (10, 15), (9, 15), (8, 15))), Hold())
    assert square_of(battle.state, "runner") == (10, 15)
    play(battle, Sweep("gunner"), dice=(1,))
    assert square_of(battle.state, "runner") == (8, 15)
    assert struck_by_bullets(battle) == ["runner"]
    play(battle, EndTurn("runner"), Done(), Begin("gunner"))
    assert refusal(battle, shot("foe", GUN, "gunner")) != "", "it is his Attack of the round"
    play(battle, Sweep("gunner"), dice=(1,))
    assert struck_by_bullets(battle) == ["runner", "foe"]


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.crew.mount-and-dismount")
def test_a_trained_gun_strikes_who_gets_out_of_a_hull_into_its_cone() -> None:
    """In the closed carrier nobody could hit him; as he gets out the gun does, once."""
    foe = vehicle("foe", "armored-personnel-carrier", (10, 10), 4, "b", empty=["gun-1"])
    rider = man("karl", (0, 0), "b", rank="op5", carried_by="foe", seat="passenger-2")
    gunner = man("ivan", (10, 20), sheet="medium-machinegunner", facing=0)
    other = man("fritz", (10, 12), "b", rank="op5")
    battle = fight(gunner, foe, rider, other, FAR_FOE)
    turn(battle, "ivan", shot("fritz", GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(1, 6))
    start(battle, "foe")
    play(battle, Alight("karl", to=middle((9, 11))))
    assert waits_for(battle) == "interrupt ivan"
    # bullet die 2: one bullet; he tries to hit the deck (save 10, failed) and takes 1d6+2 = 5
    play(battle, Sweep("ivan"), React(), dice=(2, 9, 3))
    assert person(battle, "karl").hp == 21 - 5
    assert rolled_all(battle)


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.suppress.vehicles-in-cone")
def test_who_was_struck_on_foot_is_not_struck_again_in_the_truck_that_he_boards() -> None:
    """A gun strikes the same victim once a round, however he goes about in its cone."""
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner", facing=0),
        vehicle("foe", TRUCK, (10, 10), 0, "b"),
        man("fritz", (10, 15), "b", rank="op5"),
        FAR_FOE,
    )
    turn(battle, "ivan", shot("fritz", GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("fritz"), Move("fritz", path((10, 14))))
    play(battle, Sweep("ivan"), dice=(1,))
    play(battle, Board("fritz", vehicle="foe", seat="bed-1"))
    start(battle, "foe", "crawl")
    play(battle, Drive("foe", 1))
    assert waits_for(battle) == "interrupt ivan"
    # the truck, then its driver: no bullets; nothing is rolled for the man in the bed
    play(battle, Sweep("ivan"), dice=(1, 1))
    assert told(battle, "sweep")[-1].data["victims"] == ["foe", "foe.operator"]
    assert rolled_all(battle)


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.cover.lean-out")
def test_a_trained_gun_strikes_one_who_leans_into_its_cone_for_half() -> None:
    battle = fight(
        man("gunner", (11, 30), sheet="medium-machinegunner"),
        man("foe", (11, 22), "b", facing=4, rank="officer"),
        man("two", (12, 20), "b", facing=4, rank="officer"),
        terrain=[edged("w", "tall-wall", (12, 21), (15, 21))],
    )
    opening = shot("foe", GUN, "gunner", mode="suppress")
    turn(battle, "gunner", opening, dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("two"))
    play(battle, shot("gunner", who="two", lean=middle((11, 20))))
    assert asked_for(battle) == "interrupt"
    play(battle, Sweep("gunner"), dice=(4,))
    assert asked_for(battle) == "react"
    play(battle, Decline(), dice=(3, 4, 1, 1))
    assert person(battle, "two").hp == 12 - (3 + 2 + 4 + 2) // 2


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.weapon.machinegun-medium")
def test_a_gun_that_was_carried_on_is_not_set_up_and_strikes_nobody() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    play(battle, Begin("gunner"), shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    play(battle, Move("gunner", path((10, 21))), EndTurn("gunner"))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin("foe"), Move("foe", path((10, 13))))
    assert asked_for(battle) == "turn"


@rule("owb.suppress.movement-limit")
@pytest.mark.parametrize(("squares", "keeps"), [(0, True), (1, True), (2, False)])
def test_one_square_keeps_the_fire_going_and_two_leave_a_burst(
    squares: int, *, keeps: bool
) -> None:
    battle = in_round_2(gun=SMG)
    play(battle, Done(), Begin("gunner"))
    way = path(*[(10, 19 - n) for n in range(squares)])
    if way:
        play(battle, Move("gunner", way))
    assert battle.allows(Sweep("gunner"), "a") is keeps
    burst = shot("foe", SMG, "gunner", mode="burst")
    assert battle.allows(burst, "a")
    if keeps:
        play(battle, Sweep("gunner"), dice=(1,))
        trained = present(person(battle, "gunner").trained)
        assert trained.aim == (10, 12)
        more = path((10, 18), (10, 17))
        assert not battle.allows(Move("gunner", more), "a")
        return
    assert refusal(battle, Sweep("gunner")) == "owb.suppress.movement-limit"
    play(battle, burst, dice=(1,))
    modifiers = told(battle, "attack")[-1].tallies[0].modifiers
    assert [m.value for m in modifiers if m.rule == "owb.burst.bonus"] == [2]
    assert person(battle, "gunner").trained is None


@rule("owb.suppress.movement-limit", "owb.base.encumbrance")
def test_who_moves_one_square_at_most_may_move_it_and_keep_his_fire_up() -> None:
    battle = fight(
        man(
            "gunner", (10, 20), sheet="submachinegunner", armor=["plate-mail", "shield-solid-steel"]
        ),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
    )
    assert person(battle, "gunner").movement == 3
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare("gunner", "reload"), Done(), dice=(6, 1))
    turn(battle, "foe")
    play(battle, Begin("gunner"), Move("gunner", path((10, 19))))
    assert battle.allows(Sweep("gunner"), "a")


@rule("owb.suppress.movement-limit", "owb.suppress.fire-on-those-who-show-themselves")
def test_after_a_step_the_cone_comes_from_the_new_square() -> None:
    """Nobody is in the cone in round 2, so the magazine is full in round 3."""
    wall = [filled("w", "tall-wall", (10, 18), (11, 18))]
    battle = fight(
        man("gunner", (9, 20), sheet="submachinegunner", rank="op5"),
        man("foe", (9, 12), "b", facing=4, rank="officer"),
        man("two", (14, 12), "b", facing=4, rank="officer"),
        terrain=wall,
    )
    turn(battle, "gunner", shot("foe", "submachinegun", "gunner", mode="suppress"), dice=(1,))
    battle.state.move_to("foe", (30, 3))
    pass_all(battle, until="declare")
    play(battle, Declare("gunner", "reload"), Done(), dice=(6, 1))
    pass_all(battle, until="who acts")
    while battle.choices[0].about != ("gunner",):
        play(battle, Done())
    play(battle, Begin("gunner"), Sweep("gunner"))
    play(battle, Move("gunner", path((10, 20))))
    play(battle, EndTurn("gunner", facing=0.0), dice=(1, 6))
    trained = present(person(battle, "gunner").trained)
    assert (trained.aim, trained.origin) == ((9, 12), (10, 20))
    battle.state.move_to("foe", (10, 14))
    play(battle, Begin("foe"), Move("foe", path((10, 15))))
    assert asked_for(battle) == "turn", "the wall is between them now"


@rule("owb.suppress.movement-limit")
@pytest.mark.parametrize(
    ("sheet", "weapon", "steps", "kept"),
    [
        ("submachinegunner", "submachinegun", 1, True),
        ("submachinegunner", "submachinegun", 2, False),
        ("light-machinegunner", "machinegun-light", 0, True),
        ("light-machinegunner", "machinegun-light", 1, False),
    ],
)
def test_who_opened_fire_before_his_turn_and_moves_too_far_gives_it_up(
    sheet: str, weapon: str, steps: int, kept: bool
) -> None:
    opening = shot("bob", weapon=weapon, mode="suppress")
    battle = fired_before_his_turn(sheet, opening, 2)
    squares = [(5 + n, 20) for n in range(1, steps + 1)]
    if squares:
        play(battle, Move("ivan", path(*squares)))
    play(battle, EndTurn("ivan"))
    assert square_of(battle.state, "ivan") == (5 + steps, 20)
    assert (person(battle, "ivan").trained is not None) is kept


@rule("owb.suppress.movement-limit", "owb.suppress.continue")
@pytest.mark.parametrize(("steps", "kept"), [(1, True), (2, False)])
def test_a_gunner_who_fired_in_between_and_then_moves_too_far_gives_it_up(
    steps: int, kept: bool
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        man("far", (30, 1), "b"),
    )
    turn(battle, "gunner", suppress(weapon="submachinegun"), dice=(1,))
    pass_all(battle, dice=())
    # he does not wait for the magazine here: it is as if it were a belt
    gun = present(person(battle, "gunner").arm("submachinegun"))
    battle.state.put(person(battle, "gunner").with_arm(Arm(id=gun.id, hot_in=1, heat=1)))
    play(battle, Done(), dice=B_FIRST)
    play(battle, Begin("foe"), Move("foe", path((10, 13))))
    play(battle, Sweep("gunner"), dice=(1,))
    play(battle, EndTurn("foe"))
    pass_all(battle, until="who acts")
    play(battle, Done())
    go = Move("gunner", path((10, 21), (10, 22))[:steps])
    play(battle, Begin("gunner"), go)
    assert battle.allows(Sweep("gunner"), "a") is kept
    play(battle, *[Sweep("gunner")] * kept, EndTurn("gunner"))
    assert (person(battle, "gunner").trained is not None) is kept


@rule("owb.suppress.versus-suppress", "owb.suppress.decline", "owb.suppress.continue")
@pytest.mark.parametrize(
    ("answer", "faces", "kept"),
    [(Decline(), (1,), True), (React(), (15, 1), True), (React(), (16, 1), False)],
)
def test_a_gunner_under_fire_keeps_his_gun_trained_unless_he_saves(
    answer: Any, faces: tuple[int, ...], kept: bool
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer", sheet="medium-machinegunner"),
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    turn(battle, "foe", shot("gunner", GUN, "foe", mode="suppress"), dice=(1, 6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2,))
    play(battle, answer, dice=faces)
    assert (person(battle, "foe").trained is not None) is kept
