"""What an injury leads to comes at once: before the next victim, and before the next roll."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import hurt, injured
from sandtable.rulebooks.whitebox.state.orders import Begin, Flame, Leave
from sandtable.scenario.model import Exit, Victory
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    man,
    middle,
    pass_all,
    person,
    play,
    rolled_all,
    shot,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule
FUEL = 6


def kinds(battle: OwbBattle, *wanted: str) -> list[str]:
    """The events of some kinds in their order."""
    return [event.kind for event in battle.events if event.kind in wanted]


@rule("owb.weapon.flamethrower-rupture", "owb.rof.two")
def test_the_tanks_burst_between_the_two_rolls_of_a_handgun() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        man("bill", (11, 13), side="b"),
        dice=[FUEL, 6, 1],
    )
    play(battle, Begin(person="ivan"))
    order = shot("bob", weapon="handgun-small", second="bill")
    # Hit for 1; the tanks burst on 2 for 14, and Bill, who fails his save, dies of it.
    play(battle, order, dice=[15, 3, 2, 6, 6, 1])
    assert person(battle, "bob").hp == 21 - 1 - 14
    assert person(battle, "bill").out == "dead"
    assert len(told(battle, "attack")) == 1
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-rupture", "owb.rof.two")
def test_the_second_roll_comes_after_the_tanks_have_held() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        dice=[FUEL, 6, 1],
    )
    play(battle, Begin(person="ivan"))
    order = shot("bob", weapon="handgun-small", second="bob")
    play(battle, order, dice=[15, 6, 3, 16, 4, 4])
    assert person(battle, "bob").hp == 21 - 4 - 2
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-rupture", "owb.weapon.flamethrower-cone")
def test_the_tanks_of_one_in_the_flames_burst_before_the_next_one_burns() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("bob", (10, 17), side="b", sheet="flamethrower-operator", rank="op5"),
        man("bill", (10, 16), side="b"),
        dice=[FUEL, FUEL, 6, 1],
    )
    play(battle, Begin(person="ivan"))
    # Bob: 3, saved; his tanks burst on 1 for 14. Bill fails his save and is dead before the
    # flame can reach him; Ivan saves, takes 7 and dies of it, and his own tanks hold.
    dice = [3, 20, 1, 6, 6, 1, 20, 6]
    play(battle, Flame(person="ivan", at=middle((10, 17))), dice=dice)
    assert person(battle, "bob").hp == 21 - 3 - 14
    assert person(battle, "bill").out == "dead"
    assert rolled_all(battle)
    assert kinds(battle, "flame", "rupture", "blast") == ["flame", "rupture", "blast"]


@rule("owb.weapon.flamethrower-rupture", "owb.weapon.flamethrower-catch-fire")
def test_the_tanks_of_a_burning_man_burst_before_the_next_one_burns() -> None:
    battle = fight(
        man("ivan", (10, 30)),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        man("bill", (11, 13), side="b", rank="op5"),
        dice=[FUEL, 6, 1],
    )
    turn(battle, "ivan")
    for name in ("bob", "bill"):
        battle.state.put(replace(person(battle, name), burning=2, lit_in=0))
    # Bob burns for 2 and bursts for 14; Bill fails his save, then burns for 3.
    pass_all(battle, dice=[2, 1, 6, 6, 1, 3, 6, 1])
    assert person(battle, "bob").hp == 21 - 2 - 14
    assert person(battle, "bill").hp == 21 - 14 - 3
    assert (person(battle, "bob").burning, person(battle, "bill").burning) == (1, 1)
    assert rolled_all(battle)


@rule("owb.initiative.tie-simultaneous", "owb.scope.theatre-of-the-mind")
@pytest.mark.parametrize(("damage", "away"), [(2, True), (3, False)])
def test_in_a_tie_the_dying_man_who_leaves_the_map_has_not_got_away(
    damage: int, away: bool
) -> None:
    battle = fight(
        man("ivan", (10, 12)),
        man("foe", (10, 0), "b"),
        dice=(4, 4, 1, 2),
        victory=Victory(exits=(Exit(side="b", edge="north"),)),
    )
    assert battle.choices[0].about[0] == "ivan"
    turn(battle, "ivan", shot("foe"), dice=(11, damage))
    play(battle, Begin(person="foe"), Leave(person="foe"))
    assert "foe" not in battle.state.pieces
    assert bool(battle.state.exited) is away


@rule("owb.weapon.flamethrower-rupture")
def test_of_several_who_are_hurt_at_once_the_first_has_his_tanks_looked_at_first() -> None:
    state = state_of(
        man("ivan", (10, 20)),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        man("bill", (20, 13), side="b", sheet="flamethrower-operator", rank="op5"),
    )
    for name in ("bob", "bill"):
        list(hurt(state, name, 1))
    dice = ScriptedDice([1, 6])
    for _ in range(2):
        frame = state.pop()
        list(injured(state, frame.person, dice))
        if frame.person == "bob":
            assert state.pop().kind == "tanks"
    assert person(state, "bob").arm("flamethrower") is None
    assert person(state, "bill").arm("flamethrower") is not None
