"""What men on foot may not order: helpers who help nothing, and moves with a rested weapon."""

from __future__ import annotations

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    Declare,
    Done,
    EndTurn,
    Launch,
    Mass,
    Move,
    Strike,
    Sweep,
    TakeUp,
    Withhold,
)
from tests.whitebox.kit import (
    GUN,
    OwbBattle,
    ask,
    at,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    refusal,
    shot,
    turn,
)

rule = pytest.mark.rule


def offered(battle: OwbBattle) -> list[Order]:
    """The orders that are open to whoever is asked."""
    return list(RULEBOOK.candidates(battle.state, battle.choices[0]))


# -- helpers --------------------------------------------------------------------------------------


@rule("owb.mortar.crew")
@pytest.mark.parametrize("helper", ["karl", "bob", "nobody"])
def test_nobody_loads_a_rocket_launcher(helper: str) -> None:
    battle = fight(
        man("ivan", (5, 20), sheet="rocketeer-medium"),
        man("karl", (6, 20)),
        man("bob", (5, 8), side="b"),
    )
    play(battle, Begin(person="ivan"))
    order = Launch(person="ivan", weapon="rpg-medium", at=middle((5, 8)), helper=helper)
    assert refusal(battle, order) == "owb.mortar.crew"


@rule("owb.suppress.barrel-change")
@pytest.mark.parametrize(
    ("sheet", "weapon", "refused"),
    [
        ("submachinegunner", "submachinegun", True),
        ("light-machinegunner", "machinegun-light", True),
        ("medium-machinegunner", "machinegun-medium", False),
    ],
)
def test_only_belt_fed_guns_have_their_barrels_changed(
    sheet: str, weapon: str, refused: bool
) -> None:
    battle = fight(
        man("ivan", (5, 20), sheet=sheet), man("karl", (6, 20)), man("bob", (5, 8), side="b")
    )
    play(battle, Begin(person="ivan"))
    opening = shot("bob", weapon=weapon, mode="suppress", helper="karl")
    assert battle.allows(opening, "a") is not refused
    if refused:
        assert refusal(battle, opening) == "owb.suppress.barrel-change"


@rule("owb.suppress.barrel-change")
def test_nobody_changes_the_barrels_of_a_reloaded_submachinegun() -> None:
    battle = fight(
        man("ivan", (5, 20), sheet="submachinegunner"),
        man("karl", (6, 20)),
        man("bob", (5, 8), side="b", rank="op5"),
    )
    turn(battle, "ivan", shot("bob", weapon="submachinegun", mode="suppress"), dice=[2])
    pass_all(battle, until="declare")
    play(battle, Declare(person="ivan", what="reload"), Done(), dice=[6, 1])
    play(battle, Begin(person="karl"), EndTurn(person="karl"), Done())
    play(battle, Begin(person="ivan"))
    assert refusal(battle, Sweep(person="ivan", helper="karl")) == "owb.suppress.barrel-change"
    assert battle.allows(Sweep(person="ivan"), "a")


@rule("owb.cover.lean-out")
def test_a_mortar_is_not_fired_around_a_wall() -> None:
    battle = fight(
        man("ivan", (5, 70), sheet="mortar-gunner", rows=80),
        man("bob", (5, 5), side="b", rows=80),
        terrain=[filled("w", "tall-wall", (5, 69), rows=80)],
        size=(20, 80),
    )
    play(battle, Begin(person="ivan"))
    target = middle((5, 5), 80)
    order = Launch(person="ivan", weapon="mortar", at=target, lean=middle((6, 70), 80))
    assert refusal(battle, order) == "owb.cover.lean-out"
    assert battle.allows(Launch(person="ivan", weapon="mortar", at=target), "a")


# -- lit explosives -------------------------------------------------------------------------------


@rule("owb.timed.cook", "owb.modifiers.attacker-prone")
@pytest.mark.parametrize(("stance", "refused"), [("prone", True), ("kneeling", False)])
def test_who_lies_prone_lights_nothing_that_he_cannot_throw(stance: str, refused: bool) -> None:
    battle = fight(
        man("ivan", (5, 20), stance=stance),
        man("bob", (5, 18), side="b"),
        options={"stances": "on"},
        dice=[],
    )
    play(battle, Done(), Done(), Begin(person="ivan"), dice=[6, 1])
    cook = Cook(person="ivan", bomb="grenade")
    assert battle.allows(cook, "a") is not refused
    assert (cook in offered(battle)) is not refused
    if refused:
        assert refusal(battle, cook) == "owb.modifiers.attacker-prone"


# -- weapons that are rested ----------------------------------------------------------------------


def fired_before_his_turn(sheet: str, order: Order, *faces: int) -> OwbBattle:
    """A battle in whose second round Ivan uses a withheld attack before anybody has acted."""
    battle = fight(
        man("ivan", (5, 20), sheet=sheet, facing=0), man("bob", (5, 8), side="b", rank="op5")
    )
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=360.0))
    pass_all(battle, dice=[1, 6])
    assert ask(battle) == "interrupt"
    play(battle, order, dice=faces)
    play(battle, Done(), Begin(person="ivan"))
    return battle


@rule("owb.weapon.anti-tank-rifle")
def test_who_fired_an_anti_tank_rifle_before_his_turn_does_not_move_in_it() -> None:
    battle = fired_before_his_turn("anti-tank-rifleman", shot("bob", weapon="rifle-anti-tank"), 2)
    move = Move(person="ivan", path=path((6, 20)))
    assert refusal(battle, move) == "owb.weapon.anti-tank-rifle"
    assert not [order for order in offered(battle) if isinstance(order, Move)]


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
        play(battle, Move(person="ivan", path=path(*squares)))
    play(battle, EndTurn(person="ivan"))
    assert at(battle.state, "ivan") == (5 + steps, 20)
    assert (person(battle, "ivan").trained is not None) is kept


@rule("owb.weapon.machinegun-heavy", "owb.weapon.machinegun-medium", "owb.suppress.continue")
@pytest.mark.parametrize("weapon", ["machinegun-medium", "machinegun-heavy"])
def test_who_steps_away_from_a_mounted_gun_has_it_trained_on_nothing(weapon: str) -> None:
    battle = fight(man("ivan", (5, 20), weapons=[weapon]), man("bob", (5, 8), side="b", rank="op5"))
    opening = shot("bob", weapon=weapon, mode="suppress")
    turn(battle, "ivan", opening, Move(person="ivan", path=path((6, 20))), dice=[2])
    assert person(battle, "ivan").trained is None


# -- ambush ---------------------------------------------------------------------------------------


def ambush(**options: str | bool) -> OwbBattle:
    """Three riflemen in ambush behind a hedgerow."""
    return fight(
        *(man(f"r{n}", (5 + n, 20), hidden=True) for n in range(3)),
        man("gus", (9, 20), sheet="medium-machinegunner", hidden=True),
        man("bob", (6, 8), side="b", rank="op5"),
        terrain=[filled("h", "hedgerow", (0, 19), (20, 19))],
        options=options,
        dice=[],
    )


@rule("owb.ambush.free-attack", "owb.suppress.massed-rifles")
def test_who_fires_with_many_others_has_had_his_free_attack() -> None:
    battle = ambush(massed_suppression="3")
    play(battle, Mass(person="r0", at=middle((6, 8)), others=("r1", "r2")), dice=[2])
    assert battle.choices[0].about == ("gus",)
    assert refusal(battle, shot("bob", who="r1")) == "owb.ambush.free-attack"


@rule("owb.ambush.free-attack")
def test_one_who_has_shot_does_not_fire_with_many_others_as_well() -> None:
    battle = ambush(massed_suppression="3")
    play(battle, shot("bob", who="r1"), dice=[2])
    order = Mass(person="r0", at=middle((6, 8)), others=("r1", "r2"))
    assert refusal(battle, order) == "owb.ambush.free-attack"


@rule("owb.ambush.free-attack", "owb.suppress.barrel-change")
def test_nobody_lends_a_hand_in_an_ambush_for_there_are_no_actions() -> None:
    battle = ambush()
    opening = shot("bob", who="gus", weapon=GUN, mode="suppress", helper="r2")
    assert refusal(battle, opening) == "owb.ambush.free-attack"
    assert not [o for o in offered(battle) if getattr(o, "helper", None)]
    assert battle.allows(shot("bob", who="gus", weapon=GUN, mode="suppress"), "a")


# -- what is dropped ------------------------------------------------------------------------------


@rule("owb.attack.natural-20-and-1", "owb.weapon.club")
def test_a_fumbled_rifle_butt_drops_the_rifle() -> None:
    battle = fight(
        man("ivan", (5, 20)), man("bob", (5, 19), side="b"), options={"naturals_personal": "on"}
    )
    turn(battle, "ivan", Strike(person="ivan", target="bob", weapon="club"), dice=[1, 2])
    assert person(battle, "ivan").arms == ()
    assert [(i.square, i.arm.id) for i in battle.state.items if i.arm] == [((5, 20), "rifle-large")]


@rule("owb.attack.natural-20-and-1", "owb.weapon.club")
def test_a_fumbled_club_leaves_the_rifle_on_its_sling() -> None:
    battle = fight(
        man("ivan", (5, 20), blades=["club"]),
        man("bob", (5, 19), side="b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Strike(person="ivan", target="bob", weapon="club"), dice=[1, 4])
    assert person(battle, "ivan").blades == ()
    assert [arm.id for arm in person(battle, "ivan").arms] == ["rifle-large"]
    assert [item.blade for item in battle.state.items] == ["club"]


@rule("owb.attack.natural-20-and-1", "owb.weapon.bayonet", "owb.weapon.changing-weapons")
def test_a_fumbled_bayonet_falls_with_the_rifle_and_comes_back_with_it() -> None:
    battle = fight(
        man("ivan", (5, 20)), man("bob", (5, 19), side="b"), options={"naturals_personal": "on"}
    )
    turn(battle, "ivan", Strike(person="ivan", target="bob", weapon="bayonet"), dice=[1, 3])
    assert (person(battle, "ivan").arms, person(battle, "ivan").blades) == ((), ())
    assert [(i.arm.id, i.blade) for i in battle.state.items if i.arm] == [
        ("rifle-large", "bayonet")
    ]
    pass_all(battle, dice=[6, 1])
    turn(battle, "ivan", TakeUp(person="ivan", weapon="rifle-large"))
    assert [arm.id for arm in person(battle, "ivan").arms] == ["rifle-large"]
    assert person(battle, "ivan").blades == ("bayonet",)
    assert battle.state.items == ()


@rule("owb.attack.natural-20-and-1", "owb.weapon.bayonet")
def test_a_bayonet_without_a_rifle_falls_alone() -> None:
    battle = fight(
        man("ivan", (5, 20), weapons=["handgun-medium"], blades=["bayonet"]),
        man("bob", (5, 19), side="b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Strike(person="ivan", target="bob", weapon="bayonet"), dice=[1, 3])
    assert [arm.id for arm in person(battle, "ivan").arms] == ["handgun-medium"]
    assert [(item.arm, item.blade) for item in battle.state.items] == [(None, "bayonet")]
