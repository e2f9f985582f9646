"""MORTARS and FLAMETHROWERS."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import (
    charge_of,
    is_affected,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import (
    after_shot,
    distance_to,
    interval,
    minimum_range,
    mortar_at,
    observers,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import Lob, resolve_lob
from sandtable.rulebooks.whitebox.part1_personal.weapons.flamethrower import (
    check_flame,
    flame_squares,
    flame_victims,
    fuel_rolled,
    resolve_burned,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    EndTurn,
    Extinguish,
    Flame,
    Launch,
    Move,
    SetUp,
    Shoot,
)
from sandtable.rulebooks.whitebox.state.people import Arm
from sandtable.scenario import NotedTarget
from tests.whitebox.kit import (
    edged,
    fight,
    filled,
    legal,
    man,
    middle,
    pass_all,
    person,
    play,
    rolled_all,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule


FAR = man("far", (33, 2), "b")


# -- mortars --------------------------------------------------------------------------------------


def mortars(*others: Any, **more: Any) -> OwbState:
    gunner = man("gunner", (1, 35), sheet="mortar-gunner", off_map=True, **more)
    return state_of(gunner, man("spotter", (10, 20), facing=0), man("foe", (10, 10), "b"), *others)


@rule("owb.mortar.minimum-range")
def test_a_mortar_reaches_from_60_squares_on_and_stands_off_the_map() -> None:
    assert minimum_range() == 60
    state = mortars()
    assert distance_to(state, person(state, "gunner"), (10, 10)) == 100
    on_map = state_of(
        man("gunner", (5, 90), sheet="mortar-gunner", rows=120),
        man("foe", (5, 5), "b", rows=120),
        size=(36, 120),
    )
    gunner = person(on_map, "gunner")
    assert isinstance(mortar_at(on_map, gunner, (5, 31)), Refusal)
    assert legal(mortar_at(on_map, gunner, (5, 30))).tally.total == 0


@rule("owb.mortar.stationary-target", "owb.mortar.moving-target", "owb.mortar.observer")
def test_the_class_of_the_area_and_the_observer() -> None:
    state = mortars()
    gunner = person(state, "gunner")
    assert [p.id for p in observers(state, gunner, (10, 10))] == ["spotter"]
    assert legal(mortar_at(state, gunner, (10, 10))).armor.total == 14
    state.change("foe", moving=True)
    assert legal(mortar_at(state, gunner, (10, 10))).armor.total == 19
    assert legal(mortar_at(state, gunner, (10, 30))).armor.total == 19


@rule("owb.mortar.ranging-bonus")
def test_each_further_shot_at_the_same_target_is_surer() -> None:
    state = mortars()
    gunner = person(state, "gunner")
    arm = gunner.arms[0]
    for bonus in (0, 1, 2):
        aimed = legal(mortar_at(state, state.put(gunner.with_arm(arm)), (10, 10)))
        assert aimed.tally.total == bonus
        arm = after_shot(state, arm, (10, 10))
        state.turn += 4
    third = legal(
        mortar_at(
            state,
            state.put(gunner.with_arm(Arm(id="mortar", set_up=True, ranged=((10, 10), 2)))),
            (10, 10),
        )
    )
    assert resolve_lob(third, state.grounds, ScriptedDice([12])).hit


@rule("owb.mortar.ranging-bonus")
def test_a_target_that_moves_is_ranged_in_on_anew() -> None:
    battle = fight(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("spotter", (10, 20)),
        man("foe", (10, 10), "b"),
        man("two", (30, 10), "b"),
    )
    launch = Launch(person="gunner", weapon="mortar", at=middle((10, 10)))
    turn(battle, "gunner", launch, dice=(1,))
    assert person(battle, "gunner").arms[0].ranged == ((10, 10), 1)
    turn(battle, "spotter")
    turn(battle, "foe", Move(person="foe", path=(middle((10, 11)),)))
    assert person(battle, "gunner").arms[0].ranged is None


@rule("owb.mortar.zeroed")
def test_a_zeroed_mortar_hits_without_a_roll() -> None:
    battle = fight(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("foe", (10, 10), "b", rank="officer", armor=[]),
        planned=(NotedTarget(side="a", support="mortar", at=middle((10, 10))),),
    )
    launch = Launch(person="gunner", weapon="mortar", at=middle((10, 10)))
    play(battle, Begin(person="gunner"), launch, dice=(1, 2, 15))
    assert person(battle, "foe").hp == 12 - 5


@rule("owb.mortar.scatter-doubled", "owb.mortar.impact-explosive")
def test_a_mortar_miss_goes_twice_as_far() -> None:
    state = mortars()
    lob = legal(mortar_at(state, person(state, "gunner"), (18, 30)))
    lob = Lob(
        origin=lob.origin,
        square=lob.square,
        tally=lob.tally,
        armor=lob.armor,
        doubled=True,
        stopped=False,
    )
    landed = resolve_lob(lob, state.grounds, ScriptedDice([14, 9, 4]))
    assert landed.square == (18, 18)
    assert str(charge_of(state, "mortar").damage) == "2d6+2"


@rule("owb.mortar.crew")
def test_a_lone_gunner_fires_every_fourth_round() -> None:
    assert (interval(True), interval(False)) == (2, 4)
    state = mortars(man("loader", (1, 34), off_map=True))
    gunner = state.change("gunner", arms=(Arm(id="mortar", set_up=True, fired_in=1),))
    loader = person(state, "loader")
    found = []
    for now in (2, 3, 4, 5):
        state.turn = now
        alone = isinstance(mortar_at(state, gunner, (10, 10)), Lob)
        found.append((alone, isinstance(mortar_at(state, gunner, (10, 10), loader), Lob)))
    assert found == [(False, False), (False, True), (False, True), (True, True)]


@rule("owb.mortar.mounted")
def test_a_mortar_must_be_set_up() -> None:
    battle = fight(
        man("gunner", (5, 30), sheet="mortar-gunner", set_up=False), man("foe", (10, 3), "b")
    )
    found = mortar_at(battle.state, person(battle, "gunner"), (10, 3))
    assert isinstance(found, Refusal)
    assert found.rule == "owb.mortar.mounted"
    turn(battle, "gunner", SetUp(person="gunner", weapon="mortar"))
    assert person(battle, "gunner").arms[0].set_up


@rule("owb.mortar.indoors-and-forest")
def test_roofs_and_thick_forest_hinder_mortars() -> None:
    roof = [filled("r", "roof", (9, 9), (11, 11)), filled("f", "thick-forest", (20, 10))]
    state = state_of(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("spotter", (10, 20), facing=0),
        man("foe", (10, 10), "b"),
        terrain=roof,
    )
    assert not is_affected(state, (10, 10), 3, person(state, "foe"), "mortar")
    assert is_affected(state, (10, 10), 3, person(state, "foe"), "grenade")
    gunner = person(state, "gunner")
    assert legal(mortar_at(state, gunner, (21, 10))).tally.total == -2


# -- flamethrowers --------------------------------------------------------------------------------


@rule("owb.weapon.flamethrower-cone")
def test_the_flame_covers_twelve_squares() -> None:
    squares = set(flame_squares((0, 0), (0, -4)))
    assert squares == {(x, -y) for x in (-1, 0, 1) for y in (1, 2, 3, 4)}
    wall = [edged("w", "low-brick-wall", (9, 18), (12, 18))]
    state = state_of(
        man("foe", (10, 17), "b", ducked=True),
        man("oleg", (11, 18)),
        man("ivan", (10, 20)),
        terrain=wall,
    )
    assert flame_victims(state, person(state, "ivan"), (10, 16)) == ("oleg",)


@rule("owb.weapon.flamethrower-damage", "owb.weapon.flamethrower-catch-fire")
def test_each_victim_takes_1d6_and_saves_or_burns() -> None:
    state = state_of(man("foe", (10, 17), "b"), man("ivan", (10, 20)))
    foe = person(state, "foe")
    assert resolve_burned(state, foe, ScriptedDice([3, 18])).rounds == 0
    burned = resolve_burned(state, foe, ScriptedDice([3, 17, 3]))
    assert (burned.damage, burned.rounds) == (3, 3)


@rule("owb.weapon.flamethrower-catch-fire", "owb.round.end-of-round-order")
def test_who_burns_takes_1d6_at_the_end_of_the_next_three_rounds() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", facing=4, rank="op5"),
        FAR,
        dice=(6, 6, 1),
    )
    play(battle, Begin(person="ivan"), Flame(person="ivan", at=middle((10, 18))), dice=(1, 9, 3))
    play(battle, EndTurn(person="ivan"))
    assert person(battle, "foe").hp == 20
    pass_all(battle, dice=(6, 1))
    assert person(battle, "foe").hp == 20
    for left in (18, 16, 14, 14):
        pass_all(battle, dice=(2, 6, 1) if left != 14 or person(battle, "foe").hp > 14 else (6, 1))
        assert person(battle, "foe").hp == left


@rule("owb.weapon.flamethrower-extinguish")
def test_flames_are_put_out_by_an_action_or_by_water() -> None:
    stream = [filled("s", "narrow-creek", (12, 19))]
    battle = fight(man("ivan", (10, 20)), man("oleg", (12, 20)), FAR, terrain=stream)
    for name in ("ivan", "oleg"):
        battle.state.change(name, burning=3, lit_in=1)
    turn(battle, "ivan", Extinguish(person="ivan", burning="ivan"))
    turn(battle, "oleg", Move(person="oleg", path=(middle((12, 19)),)))
    assert (person(battle, "ivan").burning, person(battle, "oleg").burning) == (0, 0)


@rule("owb.weapon.flamethrower-rupture")
def test_damage_may_burst_the_tanks() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator", rank="op3"),
        man("foe", (10, 10), "b", facing=4),
        FAR,
        dice=(6, 1, 6),
    )
    shot = Shoot(person="foe", target="ivan", weapon="rifle-large")
    play(battle, Begin(person="foe"), shot, dice=(20, 1, 2, 1, 1))
    assert person(battle, "ivan").arm("flamethrower") is None
    assert person(battle, "ivan").hp == 13 - 2 - 4


@rule("owb.weapon.flamethrower-rupture", "owb.weapon.flamethrower-damage")
def test_tanks_that_a_flame_bursts_do_so_before_the_next_man_is_burned() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("karl", (10, 18), "b", facing=4, sheet="flamethrower-operator", rank="op5"),
        man("foe", (10, 17), "b", facing=4, rank="op5"),
        FAR,
        dice=(6, 6, 6, 1),
    )
    # 3 for Karl, who catches no fire; his tanks burst on a 2, for 2d6+2 = 4: all of it for him,
    # half for those who save, of whom Ivan has tanks that hold. Only then the flame reaches the
    # man behind him, for 5.
    dice = (3, 20, 2, 1, 1, 20, 20, 6, 5, 20)
    play(battle, Begin(person="ivan"), Flame(person="ivan", at=middle((10, 18))), dice=dice)
    assert rolled_all(battle)
    losses = [(event.pieces[0], event.data["damage"]) for event in told(battle, "damage")]
    assert losses[:2] == [("karl", 3), ("karl", 4)]
    assert losses[-1] == ("foe", 5)


@rule("owb.weapon.flamethrower-fuel")
def test_a_flamethrower_is_good_for_1d6_blasts() -> None:
    assert fuel_rolled(ScriptedDice([4])) == 4
    state = state_of(man("foe", (10, 17), "b"), man("ivan", (10, 20)))
    empty = state.change("ivan", arms=(Arm(id="flamethrower", fuel=0),))
    refusal = check_flame(state, empty, (10, 17))
    assert refusal is not None
    assert refusal.rule == "owb.weapon.flamethrower-fuel"
