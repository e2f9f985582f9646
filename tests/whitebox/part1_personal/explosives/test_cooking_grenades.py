"""TIMED EXPLOSIVES: grenades that are cooked, and dropped."""

import pytest

from tests.whitebox.kit import *


def fires_rifle(target: str, who: str, **more: Any) -> Shoot:
    return Shoot(who, target=target, weapon="rifle-large", **more)


@rule("owb.timed.cook", "owb.blast.lobbing", "owb.grid.facing-change-free")
def test_a_cooked_grenade_flies_where_the_cook_was_left_facing() -> None:
    battle = fight(IVAN, man("foe", (10, 24), "b"), FAR)
    turn(battle, "ivan", Cook("ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    pass_all(battle, until="throw")
    assert refusal(battle, throw((10, 24))) == "owb.withhold.arc"
    assert battle.allows(throw((10, 16)), "a")
    assert battle.allows(throw((14, 16)), "a")


@rule("owb.timed.cook", "owb.impact.open-stationary-target")
@pytest.mark.parametrize(("moves", "armor"), [(True, 14), (False, 10)])
def test_a_cooked_grenade_finds_its_target_as_it_is_by_then(moves: bool, armor: int) -> None:
    battle = fight(IVAN, man("foe", (10, 16), "b"), FAR)
    turn(battle, "ivan", Cook("ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    turn(battle, "foe", *([Move("foe", path((10, 17)))] if moves else []))
    pass_all(battle, until="throw")
    play(battle, throw((10, 17 if moves else 16)), dice=(1, 6, 1))
    assert tallied(battle)[1] == armor


@rule("owb.timed.cook", "owb.withhold.carries-over", "owb.time.move-and-attack-or-action")
def test_who_cooks_has_nothing_else_left() -> None:
    bags = [filled("s", "sandbags", (10, 19))]
    battle = fight(IVAN, FOE_AHEAD, FAR, terrain=bags)
    turn(battle, "ivan", Withhold("ivan"))
    pass_all(battle, until="interrupt", dice=(6, 1))
    play(battle, Hold())
    play(battle, Begin("ivan"), Cook("ivan", bomb="grenade"))
    assert not person(battle, "ivan").withheld
    assert refusal(battle, EndTurn("ivan", ducked=True)) == "owb.timed.cook"
    assert refusal(battle, shot("foe")) == "owb.time.one-attack-per-round"
    play(battle, Move("ivan", path((10, 21))))
    assert person(battle, "ivan").steps == 1


@rule("owb.timed.cook", "owb.initiative.roll")
def test_cooked_grenades_are_thrown_in_the_order_of_initiative() -> None:
    battle = fight(IVAN, FOE_FACING, dice=B_FIRST)
    turn(battle, "foe", Cook("foe", bomb="grenade"), end=EndTurn("foe", facing=180.0))
    turn(battle, "ivan", Cook("ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    assert (asked_for(battle), battle.choices[0].about) == ("throw", ("foe",))
    play(battle, throw((10, 14), "foe"), dice=(1,))
    assert (asked_for(battle), battle.choices[0].about) == ("throw", ("ivan",))


@rule("owb.timed.cook")
def test_nobody_leaves_the_map_with_a_lit_grenade() -> None:
    battle = begun("ivan", man("ivan", (10, 35)), FAR)
    assert battle.allows(Leave("ivan"), "a")
    play(battle, Cook("ivan", bomb="grenade"))
    assert refusal(battle, Leave("ivan")) == "owb.timed.cook"


@rule("owb.timed.cook", "owb.initiative.loses-initiative")
def test_who_lost_initiative_throws_what_he_cooked_last() -> None:
    battle = fight(IVAN, FOE_FACING, options={"stances": "on"}, dice=())
    play(battle, Declare("ivan", "kneel"), Done(), Done(), dice=(6, 1))
    turn(battle, "foe", Cook("foe", bomb="grenade"), end=EndTurn("foe", facing=180.0))
    turn(battle, "ivan", Cook("ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    assert asked_for(battle) == "throw"
    assert battle.choices[0].about == ("foe",)


@rule("owb.timed.cook", "owb.withhold.interrupt-timing", "owb.timed.cook-dropped-when-injured")
def test_lighting_a_grenade_is_a_moment_for_a_withheld_shot() -> None:
    battle = fight(man("ivan", (10, 20), rank="op3", armor=[]), FOE_FACING, dice=B_FIRST)
    turn(battle, "foe", Withhold("foe"), end=EndTurn("foe", facing=180.0))
    play(battle, Begin("ivan"), Cook("ivan", bomb="grenade"))
    assert asked_for(battle) == "interrupt"
    # hit for 2; 11 fails against 12, and it lies at his feet
    play(battle, fires_rifle("ivan", "foe"), dice=(12, 1, 11))
    ivan = person(battle, "ivan")
    assert (ivan.hp, ivan.cooking) == (11, "")
    assert battle.state.explosives[0].square == (10, 20)
    assert battle.state.explosives[0].cooked


@rule("owb.timed.cook")
def test_a_cooked_grenade_is_thrown_at_the_end_and_cannot_be_thrown_back() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (10, 16), "b", facing=4, rank="officer", armor=[]),
        FAR,
    )
    turn(battle, "ivan", Cook("ivan", bomb="grenade"))
    assert person(battle, "ivan").cooking == "grenade"
    pass_all(battle, until="throw")
    throw = Throw("ivan", bomb="grenade", at=middle((10, 16)))
    play(battle, throw, dice=(16, 3, 4, 16, 6, 1))
    assert person(battle, "foe").hp == 12 - 4
    assert battle.state.turn == 2


@rule("owb.timed.cook", "owb.crew.mount-and-dismount")
def test_nobody_gets_into_a_vehicle_with_a_lit_grenade() -> None:
    """Cooking is his Attack and getting in an Action: so none can be dropped inside."""
    battle = begun(
        "ivan",
        vehicle("truck", "truck-small", (10, 20)),
        man("ivan", (12, 21), bombs={"grenade": 2}),
        FAR_FOE,
    )
    board = Board("ivan", vehicle="truck", seat="bed-1")
    assert battle.allows(board, "a")
    play(battle, Cook("ivan", bomb="grenade"))
    assert refusal(battle, board)


@rule("owb.timed.cook", "owb.modifiers.attacker-prone")
@pytest.mark.parametrize(("stance", "refused"), [("prone", True), ("kneeling", False)])
def test_who_lies_prone_lights_nothing_that_he_cannot_throw(stance: str, refused: bool) -> None:
    battle = fight(
        man("ivan", (5, 20), stance=stance),
        man("bob", (5, 18), side="b"),
        options={"stances": "on"},
        dice=[],
    )
    play(battle, Done(), Done(), Begin("ivan"), dice=[6, 1])
    cook = Cook("ivan", bomb="grenade")
    assert battle.allows(cook, "a") is not refused
    assert (cook in offered_to(battle)) is not refused
    if refused:
        assert refusal(battle, cook) == "owb.modifiers.attacker-prone"


@rule("owb.timed.cook-dropped-when-injured")
@pytest.mark.parametrize(("roll", "dropped"), [(17, True), (18, False)])
def test_a_cook_with_18_who_is_shot_for_1_drops_it_on_17(roll: int, *, dropped: bool) -> None:
    battle = fight(
        man("cook", (10, 20), armor=[], hp=30, most_hp=30),
        man("foe", (10, 15), "b", weapons=["handgun-small"]),
        FAR,
    )
    turn(battle, "cook", Cook("cook", bomb="grenade"))
    order = shot("cook", "handgun-small", "foe")
    play(battle, Begin("foe"), order, dice=(20, 1, roll))
    assert person(battle, "cook").hp == 29
    assert (person(battle, "cook").cooking == "") is dropped
    if not dropped:
        pass_all(battle, until="throw")
        assert asked_for(battle) == "throw"
        return
    assert [lying.square for lying in battle.state.explosives] == [(10, 20)]
    pass_all(battle, dice=(3, 4, 18, *A_FIRST))
    assert told(battle, "blast")[-1].data["at"] == (10, 20)
    assert person(battle, "cook").hp == 29 - 4, "he may save, and cannot throw it back"


@rule("owb.timed.cook-dropped-when-injured", "owb.suppress.partial-cover", "owb.base.rounding")
def test_half_of_1_is_no_injury_to_a_cook() -> None:
    bags = [filled("s", "sandbags", (10, 11))]
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner", rank="op5"), FOE_FACING, FAR, terrain=bags
    )
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare("gunner", "reload"), Done(), dice=(6, 1))
    pass_all(battle, until="who acts")
    turn(battle, "foe", Cook("foe", bomb="grenade"), end=EndTurn("foe", facing=180.0))
    while battle.choices[0].about != ("gunner",):
        play(battle, Done())
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2,))
    assert asked_for(battle) == "react"
    play(battle, Decline(), dice=(1,))
    assert person(battle, "foe").hp == 4
    assert person(battle, "foe").cooking == "grenade"


@rule("owb.timed.cook-dropped-when-injured", "owb.base.saving-throw")
@pytest.mark.parametrize(("face", "held"), [(12, True), (11, False)])
def test_no_bonus_helps_to_hold_on_to_a_lit_grenade(face: int, held: bool) -> None:
    battle = fight(man("ivan", (10, 20), rank="op3", dexterity=1, constitution=1), FOE_FACING)
    turn(battle, "ivan", Cook("ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    feed = (13, 1, face)
    play(battle, Begin("foe"), shot("ivan", who="foe"), dice=feed)
    assert (person(battle, "ivan").cooking == "grenade") is held


@rule("owb.timed.cook-dropped-when-injured")
def test_a_cook_who_is_killed_drops_it_without_a_save() -> None:
    battle = fight(IVAN, FOE_FACING, FAR)
    turn(battle, "ivan", Cook("ivan", bomb="grenade"))
    turn(battle, "foe", fires_rifle("ivan", "foe"), dice=(11, 6))
    assert person(battle, "ivan").out == "dead"
    assert told(battle, "drop")


@rule("owb.timed.cook-dropped-when-injured")
def test_a_dead_man_is_not_asked_where_he_throws() -> None:
    battle = fight(IVAN, man("oleg", (20, 20)), FOE_AHEAD)
    turn(battle, "ivan", Cook("ivan", bomb="grenade"))
    battle.state.change("ivan", out="dead", hp=0)
    pass_all(battle, dice=(1, 1, 6, 1))
    assert told(battle, "drop")
    assert told(battle, "blast")
