"""Men and their heavier tools: guns on mounts, mortars, flames, wire, and who lends a hand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import check_attack
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import after_shot, mortar_at
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import Lob
from sandtable.rulebooks.whitebox.part1_personal.round.all_actions import check_action
from sandtable.rulebooks.whitebox.part1_personal.weapons.flamethrower import resolve_burned
from sandtable.rulebooks.whitebox.part2_vehicles.collision.striking import knock_aside
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import footprint, moved
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    CutWire,
    Declare,
    Dive,
    Done,
    EndTurn,
    Flame,
    Move,
    React,
    Shoot,
    Sweep,
    TakeUp,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.people import Arm
from sandtable.scenario import Unit
from tests.whitebox.kit import (
    B_FIRST,
    OwbBattle,
    at,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    turn,
)
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
GUN = "machinegun-medium"


def path(*squares: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    return tuple(middle(square) for square in squares)


def suppress(target: str = "foe", who: str = "gunner", weapon: str = GUN) -> Shoot:
    return Shoot(person=who, target=target, weapon=weapon, mode="suppress")  # type: ignore[arg-type]


# -- guns on their mounts -------------------------------------------------------------------------


def swept_gunner(weapon: str) -> OwbBattle:
    """Somebody at a gun is swept, and dives behind the wall in the next square."""
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer", weapons=[weapon]),
        terrain=[edged("wall", "tall-wall", (11, 13), (12, 13))],
    )
    turn(battle, "gunner", suppress(), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(6,))
    play(battle, React(), dice=(16,))
    if battle.choices[0].ask == "dive":
        play(battle, Dive(to=middle((11, 12))))
    assert at(battle.state, "foe") == (11, 12)
    return battle


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


def takes_over(weapon: str, *, entering: bool = False) -> OwbBattle:
    """Somebody takes the gun of a fallen friend: from the next square, or after stepping there."""
    battle = fight(
        man("gunner", (10, 20), weapons=[weapon]),
        man("mate", (11, 20)),
        man("foe", (10, 5), "b"),
    )
    battle.state.change("gunner", hp=0, out="dead", stance="prone")
    steps = [Move(person="mate", path=path((10, 20)))] if entering else []
    take = TakeUp(person="mate", weapon=weapon, owner="gunner")  # type: ignore[arg-type]
    turn(battle, "mate", *steps, take)
    return battle


@rule("owb.weapon.changing-weapons", "owb.weapon.machinegun-medium")
@pytest.mark.parametrize("entering", [True, False])
def test_a_gun_is_manned_in_its_square_and_picked_up_from_the_next(entering: bool) -> None:
    gun = person(takes_over(GUN, entering=entering), "mate").arm(GUN)
    assert gun is not None
    assert gun.set_up is entering


@rule("owb.weapon.changing-weapons", "owb.weapon.machinegun-heavy")
def test_a_trailer_is_manned_from_the_next_square_as_well() -> None:
    gun = person(takes_over("machinegun-heavy"), "mate").arm("machinegun-heavy")
    assert gun is not None
    assert gun.set_up


@rule("owb.weapon.machinegun-heavy", "owb.weapon.changing-weapons")
def test_a_trailer_manned_from_the_next_square_does_not_follow_its_gunner() -> None:
    battle = takes_over("machinegun-heavy")
    pass_all(battle, dice=(6, 1))
    turn(battle, "mate", Move(person="mate", path=path((12, 20))))
    (item,) = battle.state.items
    assert item.square == (10, 20), "it stands where its first gunner fell"
    take = TakeUp(person="mate", weapon="machinegun-heavy")
    refusal = check_action(battle.state, person(battle, "mate"), take)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.weapon.changing-weapons"


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
    assert at(battle.state, "gunner") not in print_.squares


@rule("owb.weapon.shotgun-short-range")
@pytest.mark.parametrize(("distance", "allowed"), [(9, True), (10, False)])
def test_a_shotgun_is_refused_beyond_long_range_by_its_own_rule(
    distance: int, allowed: bool
) -> None:
    state = state_of(
        man("ivan", (10, 20), sheet="shotgunner"), man("foe", (10, 20 - distance), "b")
    )
    shot = Shoot(person="ivan", target="foe", weapon="shotgun-pump")
    refusal = check_attack(state, person(state, "ivan"), shot)
    assert (refusal is None) is allowed
    assert refusal is None or refusal.rule == "owb.weapon.shotgun-short-range"


@rule("owb.base.encumbrance", "owb.weapon.changing-weapons")
def test_what_is_picked_up_weighs_on_its_bearer() -> None:
    battle = takes_over("mortar")
    assert person(battle, "mate").movement == 12, "26 + 45 lb"
    battle = fight(
        man("fallen", (10, 20), sheet="flamethrower-operator"),
        man("mate", (11, 20)),
        man("foe", (10, 5), "b"),
        dice=(4, 6, 1),
    )
    battle.state.change("fallen", hp=0, out="dead", stance="prone")
    turn(battle, "mate", TakeUp(person="mate", weapon="flamethrower", owner="fallen"))
    assert person(battle, "mate").movement == 9, "26 + 70 lb"


# -- lending a hand -------------------------------------------------------------------------------


@rule("owb.suppress.barrel-change", "owb.withhold.carries-over")
def test_who_changes_the_barrels_has_no_attack_withheld_any_more() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("mate", (11, 20)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", suppress(), dice=(1,))
    turn(battle, "mate", Withhold(person="mate"), dice=(6, 1))
    pass_all(battle, dice=())
    pass_all(battle, until="who acts")
    assert person(battle, "mate").withheld
    play(battle, Begin(person="gunner"), Sweep(person="gunner", helper="mate"), dice=(1,))
    mate = person(battle, "mate")
    assert (mate.acted, mate.withheld) == (True, False)


@rule("owb.suppress.barrel-change", "owb.suppress.fire-on-those-who-show-themselves")
def test_who_has_swept_in_between_has_no_action_to_lend() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("mate", (11, 20)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", suppress(), dice=(1,))
    pass_all(battle, dice=(6, 1))
    battle.state.change("mate", swept=True)
    play(battle, Begin(person="gunner"))
    assert not battle.allows(Sweep(person="gunner", helper="mate"), "a")


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
    gun = person(battle, "gunner").arm("submachinegun")
    assert gun is not None
    battle.state.put(person(battle, "gunner").with_arm(Arm(id=gun.id, hot_in=1, heat=1)))
    play(battle, Done(), dice=B_FIRST)
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 13))))
    play(battle, Sweep(person="gunner"), dice=(1,))
    play(battle, EndTurn(person="foe"))
    pass_all(battle, until="who acts")
    play(battle, Done())
    go = Move(person="gunner", path=path((10, 21), (10, 22))[:steps])
    play(battle, Begin(person="gunner"), go)
    assert battle.allows(Sweep(person="gunner"), "a") is kept
    play(battle, *[Sweep(person="gunner")] * kept, EndTurn(person="gunner"))
    assert (person(battle, "gunner").trained is not None) is kept


# -- mortars --------------------------------------------------------------------------------------


def ranged_in(*others: Unit, square: tuple[int, int], **rest: Any) -> OwbState:
    """A mortar behind the edge that has fired once at a square."""
    state = state_of(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("eye", (10, 30)),
        *others,
        **rest,
    )
    arm = person(state, "tube").arm("mortar")
    assert arm is not None
    fired = after_shot(state, arm, square)
    state.put(person(state, "tube").with_arm(Arm(id="mortar", set_up=True, ranged=fired.ranged)))
    return state


def lob(state: OwbState, square: tuple[int, int]) -> tuple[int, int]:
    found = mortar_at(state, person(state, "tube"), square)
    assert isinstance(found, Lob)
    return found.tally.total, found.armor.total


@rule("owb.mortar.moving-target", "owb.mortar.ranging-bonus")
def test_a_vehicle_that_moves_is_a_moving_target_and_is_ranged_in_on_anew() -> None:
    truck = vehicle("truck", "truck-large", (10, 10), side="b")
    state = ranged_in(truck, square=(10, 10))
    assert lob(state, (10, 10)) == (1, 14)
    print_ = state.footprint(state.vehicle("truck"))
    state.place("truck", print_)
    assert lob(state, (10, 10)) == (1, 14), "it stays where it is"
    state.place("truck", moved(print_, 4))
    assert lob(state, (10, 11)) == (0, 19)


@rule("owb.mortar.ranging-bonus", "owb.move.through-friend")
def test_one_who_passes_by_the_target_does_not_spoil_the_range() -> None:
    battle = fight(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("eye", (10, 30)),
        man("foe", (10, 10), "b"),
        man("runner", (10, 9), "b"),
        dice=B_FIRST,
    )
    arm = Arm(id="mortar", set_up=True, ranged=((10, 10), 2))
    battle.state.put(person(battle, "tube").with_arm(arm))
    turn(battle, "runner", Move(person="runner", path=path((10, 10), (10, 11))))
    assert lob(battle.state, (10, 10)) == (2, 14)
    turn(battle, "foe", Move(person="foe", path=path((11, 10))))
    assert lob(battle.state, (10, 10))[0] == 0


# -- flames ---------------------------------------------------------------------------------------


@rule("owb.weapon.flamethrower-catch-fire", "owb.base.damage-and-zero-hp")
@pytest.mark.parametrize(
    ("rank", "dice", "burned"),
    [
        ("soldier", (4,), (4, 0)),
        ("op1", (5, 3), (5, 3)),
        ("op1", (4, 14), (4, 0)),
        ("op1", (4, 13, 2), (4, 2)),
    ],
)
def test_whom_the_flame_puts_out_has_no_save(
    rank: str, dice: tuple[int, ...], burned: tuple[int, int]
) -> None:
    state = state_of(man("foe", (10, 17), "b", rank=rank), man("ivan", (10, 20)))
    found = resolve_burned(state, person(state, "foe"), ScriptedDice(dice))
    assert (found.damage, found.rounds) == burned


@rule("owb.weapon.flamethrower-catch-fire", "owb.initiative.tie-simultaneous")
def test_in_a_tie_he_is_not_out_yet_and_saves() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", rank="op1", facing=4),
        dice=(4, 3, 3, 1, 2),
    )
    play(battle, Begin(person="ivan"), Flame(person="ivan", at=middle((10, 18))), dice=(5, 14))
    foe = person(battle, "foe")
    assert (foe.hp, foe.out, foe.burning) == (0, "", 0)


# -- wire -----------------------------------------------------------------------------------------


@rule("owb.terrain.impassable-with-tools")
def test_wire_takes_two_rounds_even_of_two_men() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", (12, 20)),
        man("foe", (1, 1), "b"),
        terrain=[filled("wire", "barbed-wire", (11, 20))],
    )
    here = middle((11, 20))
    turn(battle, "ivan", CutWire(person="ivan", at=here))
    refusal = check_action(battle.state, person(battle, "oleg"), CutWire(person="oleg", at=here))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.terrain.impassable-with-tools"
    pass_all(battle, dice=(6, 1))
    turn(battle, "oleg", CutWire(person="oleg", at=here))
    assert battle.state.grounds.kind((11, 20)).movement == "obstacle"


# -- reloads --------------------------------------------------------------------------------------


@rule("owb.ammo.count-rounds", "owb.round.declarations-before-initiative")
def test_nobody_declares_a_reload_without_a_load() -> None:
    battle = fight(
        man("ivan", (10, 20), loads=0),
        man("oleg", (12, 20)),
        man("foe", (1, 1), "b"),
        options={"ammo": "count"},
    )
    for name in ("ivan", "oleg"):
        spent = person(battle, name).arms[0]
        loads = 0 if name == "ivan" else 1
        battle.state.put(person(battle, name).with_arm(Arm(id=spent.id, rounds=0, loads=loads)))
    pass_all(battle, until="declare")
    assert battle.allows(Declare(person="oleg", what="reload"), "a")
    assert not battle.allows(Declare(person="ivan", what="reload"), "a")
