"""SAVING THROWS VS. EXPLOSIVES."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import may_save
from tests.whitebox.kit import *


@rule("owb.save.explosive-bonus", "owb.blast.off-centre-bonus", "owb.armor.helmet")
@pytest.mark.parametrize(
    ("square", "armor", "least"),
    [
        ((11, 10), ["helmet"], 15),
        ((10, 10), ["helmet"], 17),
        ((11, 10), [], 16),
        ((11, 10), ["helmet", "shield"], 14),
        ((13, 10), ["helmet"], 15),
    ],
)
def test_15_with_a_helmet_and_off_centre_saves_against_18(
    square: Square, armor: list[str], least: int
) -> None:
    for roll, saved in ((least, True), (least - 1, False)):
        battle = fight(
            man("ivan", (10, 14), bombs={"dynamite": 1}, armor=[]),
            man("foe", square, "b", hp=30, most_hp=30, armor=armor),
            FAR,
        )
        turn(battle, "ivan", throw((10, 10), bomb="dynamite"), dice=(20,))
        if square == (10, 10):
            pass_all(battle, until="throw back")
            play(battle, TakeCover(), dice=(3, 4, roll, *A_FIRST))
        else:
            pass_all(battle, dice=(3, 4, roll, *A_FIRST))
        assert person(battle, "foe").hp == 30 - (4 if saved else 9)


@rule("owb.save.explosive-in-the-open", "owb.save.explosive-near-cover")
def test_half_in_the_open_and_a_dive_near_cover() -> None:
    state = state_of(man("ivan", (5, 5)), FAR)
    ivan, plain = person(state, "ivan"), Tally("save")
    assert resolve_blasted(ivan, plain, 9, False, True, ScriptedDice([18])).damage == 4
    assert resolve_blasted(ivan, plain, 9, True, True, ScriptedDice([18])).dives
    assert resolve_blasted(ivan, plain, 9, True, True, ScriptedDice([17])).damage == 4


@rule("owb.save.explosive-near-cover", "owb.cover.dive", "owb.static.structures-and-vehicles")
def test_one_dives_behind_the_wall_that_the_charge_then_brings_down() -> None:
    wall = [filled("w", "low-brick-wall", (12, 10))]
    battle = fight(
        man("ivan", (11, 9), bombs={"charge": 1}),
        man("foe", (13, 11), "b", rank="op1", armor=[]),
        terrain=wall,
    )
    order = SetCharge("ivan", at=middle((11, 10)), fuse=0, attach=middle((12, 10)))
    turn(battle, "ivan", order)
    pass_all(battle, dice=(6, 1))
    # damage 2 + 2; ivan is caught too and fails; the operative saves with 12 + 2 and dives
    play(battle, Begin("ivan"), Plunge("ivan"), dice=(1, 1, 1, 12))
    foe = person(battle, "foe")
    assert foe.hp == 5
    assert foe.ducked, "in his own square, with the wall between him and the charge"
    assert battle.state.grounds.kind((12, 10)).name == "rubble"
    assert told(battle, "collapse")


@rule("owb.save.time-to-react", "owb.save.no-save-means-full-damage")
def test_the_referee_says_that_nobody_has_time() -> None:
    battle = fight(IVAN, man("foe", (10, 17), "b", rank="officer"), referee=True)
    # 3 squares: -4; stationary in the open: 10
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    play(battle, Done())
    play(battle, TakeCover(), dice=(1, 2))
    assert asked_for(battle) == "time to react"
    play(battle, AllowSaves(False), dice=(6, 1))
    assert person(battle, "foe").hp == 12 - 5


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
    throw = Throw("ivan", bomb="pipe-bomb", at=middle((10, 16)))
    battle = fight(*units, referee=True)
    play(battle, Begin("ivan"), throw, dice=(16, 5))
    choice = battle.choices[0]
    assert (choice.seats, choice.default) == (("referee",), AllowSaves())
    battle.play(AllowSaves(False), "referee")
    assert person(battle, "one").hp == 12 - 7
    alone = fight(*units)
    play(alone, Begin("ivan"), throw, dice=(16, 5, 16))
    assert person(alone, "one").hp == 12 - 3
    assert alone.lines[-1].by_default
