"""Where the order of the round meets other chapters: ties, free turns, ambushes, ends of rounds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    Declare,
    Decline,
    Done,
    EndTurn,
    Flame,
    Hold,
    Move,
    Strike,
    Sweep,
    Withhold,
)
from tests.whitebox.kit import (
    GUN,
    OwbBattle,
    ask,
    at,
    fight,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    refusal,
    rolled_all,
    shot,
    throw,
    told,
    turn,
)

rule = pytest.mark.rule
TIED = (4, 4, 1, 2)
"""A tie in the first round in which side a has the first turn."""
SURPRISED_B = (4, 1)


# -- ties -----------------------------------------------------------------------------------------


@rule("owb.initiative.tie-simultaneous", "owb.timed.cook-dropped-when-injured")
def test_in_a_tie_a_cook_shot_dead_drops_it_when_the_segment_ends() -> None:
    battle = fight(
        man("ivan", (10, 20)), man("oleg", (30, 30)), man("foe", (10, 10), "b", facing=4), dice=TIED
    )
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"))
    turn(battle, "oleg")
    play(battle, Begin(person="foe"), shot("ivan", who="foe"), dice=(11, 6))
    assert person(battle, "ivan").cooking == "grenade"
    assert person(battle, "ivan").hp == -3
    assert not told(battle, "drop")
    play(battle, EndTurn(person="foe"), dice=(1, 1, 6, 1))
    assert person(battle, "ivan").out == "dead"
    assert told(battle, "drop")
    assert told(battle, "blast")
    assert rolled_all(battle)


@rule("owb.initiative.tie-simultaneous", "owb.move.over-incapacitated")
def test_in_a_tie_the_dead_man_falls_where_his_turn_took_him() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", facing=4),
        man("other", (30, 5), "b"),
        dice=TIED,
    )
    turn(battle, "ivan", shot("foe"), dice=(11, 6))
    turn(battle, "foe", Move(person="foe", path=path((10, 11), (10, 12), (10, 13))))
    assert not person(battle, "foe").out
    turn(battle, "other", dice=(6, 1))
    assert person(battle, "foe").out == "dead"
    assert at(battle.state, "foe") == (10, 13)


@rule("owb.initiative.tie-simultaneous", "owb.weapon.flamethrower-rupture")
def test_in_a_tie_the_tanks_are_looked_at_when_the_segment_ends() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", facing=4, sheet="flamethrower-operator", rank="officer"),
        man("mate", (12, 10), "b", rank="officer", armor=[]),
        dice=(3, *TIED),
    )
    turn(battle, "ivan", shot("foe"), dice=(11, 1))
    turn(battle, "mate")
    assert not told(battle, "rupture")
    # 2: they burst; 2d6 + 2 = 4; the mate fails with 13 + 2
    turn(battle, "foe", dice=(2, 1, 1, 13, 6, 1))
    assert person(battle, "foe").hp == 12 - 2 - 4
    assert person(battle, "mate").hp == 12 - 4


@rule("owb.initiative.tie-simultaneous", "owb.withhold.carries-over")
def test_in_a_tie_a_withheld_shot_does_not_cancel_what_was_declared() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", (30, 30)),
        man("foe", (10, 10), "b", facing=4),
        man("other", (30, 5), "b"),
    )
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    pass_all(battle, dice=(5, 5))
    assert battle.state.turn == 2
    while ask(battle) == "interrupt":
        play(battle, Hold())
    # b acted last, so it takes its turns first
    assert set(battle.choices[0].about) == {"foe", "other"}
    play(battle, Begin(person="foe"), shot("ivan", who="foe"))
    assert ask(battle) == "interrupt"
    play(battle, shot("foe"), dice=(11, 6, 11, 6))
    assert person(battle, "foe").hp == -3
    assert person(battle, "ivan").hp == -3, "his shot is rolled all the same"


@rule("owb.initiative.loses-initiative", "owb.initiative.tie-simultaneous")
def test_of_tied_groups_those_who_reload_are_tied_in_the_last_segment() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="submachinegunner"),
        man("oleg", (30, 30)),
        man("foe", (10, 10), "b", facing=4, sheet="submachinegunner"),
        man("other", (30, 5), "b"),
        options={"ammo": "count"},
    )
    for name, target in (("ivan", "foe"), ("foe", "ivan")):
        if name == "foe":
            turn(battle, "oleg")
        turn(battle, name, shot(target, "submachinegun", name), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="ivan", what="reload"), Done())
    play(battle, Declare(person="foe", what="reload"), Done(), dice=(3, 3))
    seen = []
    while battle.choices[0].about not in (("ivan",), ("foe",)):
        name = battle.choices[0].about[0]
        seen.append(name)
        turn(battle, name)
    assert set(seen) == {"oleg", "other"}
    first = battle.choices[0].about[0]
    second = "foe" if first == "ivan" else "ivan"
    turn(battle, first, shot(second, "submachinegun", first), dice=(11, 6))
    assert not person(battle, second).out
    turn(battle, second, shot(first, "submachinegun", second), dice=(11, 6, 6, 1))
    assert person(battle, "ivan").out == person(battle, "foe").out == "dead"


@rule("owb.initiative.tie-simultaneous", "owb.base.first-aid", "owb.base.damage-and-zero-hp")
def test_in_a_tie_an_operative_who_falls_begins_to_die_in_the_next_round() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("op", (10, 10), "b", facing=4, rank="op1", armor=[]),
        man("other", (30, 5), "b"),
        dice=TIED,
    )
    turn(battle, "ivan", shot("op"), dice=(12, 5))
    turn(battle, "op", shot("ivan", who="op"), dice=(1,))
    assert person(battle, "op").out == ""
    turn(battle, "other", dice=(6, 1))
    assert (person(battle, "op").out, person(battle, "op").hp) == ("incapacitated", -1)
    pass_all(battle, dice=(6, 1))
    assert person(battle, "op").hp == -2


# -- the free turn --------------------------------------------------------------------------------


def free(*units: Any, **more: Any) -> OwbBattle:
    """A free turn of side a."""
    options = {"surprise": "roll", **more.pop("options", {})}
    return fight(*units, dice=more.pop("dice", SURPRISED_B), options=options, **more)


@rule("owb.surprise.free-turn", "owb.rof.half")
def test_a_crossbow_shot_in_the_free_turn_is_ready_in_round_2() -> None:
    battle = free(
        man("ivan", (10, 20), weapons=["crossbow"]), man("foe", (10, 15), "b", rank="officer")
    )
    turn(battle, "ivan", shot("foe", "crossbow"), dice=(1, 6, 1))
    assert battle.state.turn == 1
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe", "crossbow")) == "owb.rof.half"
    play(battle, EndTurn(person="ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert battle.allows(shot("foe", "crossbow"), "a")


@rule("owb.surprise.free-turn", "owb.suppress.reload", "owb.initiative.loses-initiative")
def test_a_magazine_emptied_in_the_free_turn_is_changed_in_round_1() -> None:
    battle = free(
        man("ivan", (10, 20), sheet="submachinegunner"),
        man("oleg", (30, 30)),
        man("foe", (10, 12), "b", rank="officer"),
    )
    turn(battle, "ivan", shot("foe", "submachinegun", mode="suppress"), dice=(1,))
    turn(battle, "oleg")
    assert ask(battle) == "declare"
    assert battle.state.turn in (0, 1)
    play(battle, Declare(person="ivan", what="reload"), Done(), dice=(6, 1))
    turn(battle, "oleg")
    turn(battle, "foe")
    assert battle.choices[0].about == ("ivan",)
    play(battle, Begin(person="ivan"), Sweep(person="ivan"), dice=(4,))
    play(battle, Decline(), dice=(3, 6))
    assert person(battle, "foe").hp == 3


@rule("owb.surprise.free-turn", "owb.suppress.malfunction")
def test_the_free_turn_counts_for_the_heat_of_a_gun() -> None:
    battle = free(
        man("ivan", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", rank="officer"),
    )
    turn(battle, "ivan", shot("foe", GUN, mode="suppress"), dice=(1, 6, 1))
    for _ in range(2):
        turn(battle, "ivan", Sweep(person="ivan"), dice=(1,))
        pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 3
    play(battle, Begin(person="ivan"), Sweep(person="ivan"), dice=(1, 1))
    arm = person(battle, "ivan").arm(GUN)
    assert arm is not None
    assert arm.jam == -1


@rule("owb.surprise.free-turn", "owb.base.dying")
def test_who_fell_in_the_free_turn_begins_to_die_in_round_1() -> None:
    battle = free(
        man("ivan", (10, 20)),
        man("op", (10, 12), "b", rank="op1", armor=[]),
        man("foe", (30, 5), "b"),
    )
    turn(battle, "ivan", shot("op"), dice=(12, 5, 6, 1))
    assert battle.state.turn == 1
    assert person(battle, "op").hp == -1
    pass_all(battle, dice=(6, 1))
    assert person(battle, "op").hp == -2


@rule("owb.surprise.free-turn", "owb.weapon.flamethrower-catch-fire")
def test_who_catches_fire_in_the_free_turn_burns_from_round_1() -> None:
    battle = free(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", rank="officer"),
        dice=(5, *SURPRISED_B),
    )
    # 1 damage, 15 fails against 16, for 1 round
    turn(battle, "ivan", Flame(person="ivan", at=middle((10, 18))), dice=(1, 15, 1, 6, 1))
    assert battle.state.turn == 1
    assert person(battle, "foe").hp == 11
    pass_all(battle, dice=(2, 6, 1))
    assert person(battle, "foe").hp == 9
    assert person(battle, "foe").burning == 0
    pass_all(battle, dice=(6, 1))
    assert person(battle, "foe").hp == 9


@rule("owb.surprise.free-turn", "owb.timed.cook", "owb.timed.detonates-at-end-of-round")
def test_in_a_free_turn_nothing_is_withheld_but_a_grenade_may_cook() -> None:
    battle = free(man("ivan", (10, 20)), man("foe", (10, 16), "b", rank="officer", armor=[]))
    play(battle, Begin(person="ivan"))
    assert refusal(battle, Withhold(person="ivan")) == "owb.surprise.free-turn"
    play(battle, Cook(person="ivan", bomb="grenade"), EndTurn(person="ivan", facing=0.0))
    assert ask(battle) == "throw"
    # 4 squares: -6; the damage is 4; 15 fails in the centre
    play(battle, throw((10, 16)), dice=(16, 1, 1, 15, 6, 1))
    assert person(battle, "foe").hp == 8
    assert battle.state.turn == 1


@rule("owb.surprise.free-turn", "owb.reload.loses-initiative")
def test_a_reload_in_the_free_turn_is_simply_carried_out() -> None:
    battle = free(
        man("ivan", (10, 20)), man("foe", (10, 12), "b", rank="officer"), options={"ammo": "count"}
    )
    rifle = person(battle, "ivan").arms[0]
    battle.state.change("ivan", arms=(replace(rifle, rounds=0),))
    play(battle, Begin(person="ivan"))
    assert person(battle, "ivan").arms[0].rounds == 6
    play(battle, shot("foe"), dice=(11, 1))
    assert person(battle, "foe").hp == 10


@rule("owb.surprise.free-turn", "owb.modifiers.target-helpless-or-unaware", "owb.rof.two")
def test_the_second_roll_finds_a_man_who_is_aware() -> None:
    battle = free(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 15), "b", rank="officer"),
        options={"stances": "on"},
    )
    order = shot("foe", "handgun-small", second="foe")
    # 7 + 4 hits 11; 10 misses it
    turn(battle, "ivan", order, dice=(7, 3, 10, 6, 1))
    assert [event.tallies[0].total for event in told(battle, "attack")] == [4, 0]
    assert person(battle, "foe").hp == 11


@rule("owb.surprise.free-turn", "owb.modifiers.target-helpless-or-unaware")
def test_an_unaware_man_is_struck_down_without_fail() -> None:
    battle = free(
        man("ivan", (10, 20)),
        man("foe", (10, 19), "b", rank="officer", armor=["plate-mail"]),
        options={"stances": "on"},
    )
    # no attack roll; the bayonet on the rifle does 1d6
    turn(battle, "ivan", Strike(person="ivan", target="foe", weapon="bayonet"), dice=(5, 6, 1))
    assert person(battle, "foe").hp == 7


# -- who wins Initiative --------------------------------------------------------------------------


@rule("owb.withhold.declare", "owb.initiative.loses-initiative")
@pytest.mark.parametrize("rolls", [(6, 2), (4, 4, 1, 2)])
@pytest.mark.parametrize(("mates", "wins"), [(0, True), (1, False)])
def test_if_all_of_a_group_lose_initiative_the_other_one_wins_it(
    mates: int, wins: bool, rolls: tuple[int, ...]
) -> None:
    battle = fight(
        man("ivan", (10, 20)),
        *(man(f"mate{n}", (30, 30 + n)) for n in range(mates)),
        man("foe", (10, 10), "b"),
        options={"stances": "on"},
        dice=(),
    )
    play(battle, Declare(person="ivan", what="kneel"), Done(), Done(), dice=rolls)
    assert battle.state.tied is (mates > 0 and len(rolls) > 2)
    if mates:
        turn(battle, "mate0")
    play(battle, Begin(person="foe"))
    assert battle.allows(Withhold(person="foe"), "b") is wins
    play(battle, EndTurn(person="foe"), Begin(person="ivan"))
    assert refusal(battle, Withhold(person="ivan")) == "owb.withhold.declare"


@rule("owb.surprise.free-turn", "owb.base.sides-and-groups")
def test_several_free_groups_roll_for_their_order() -> None:
    battle = fight(
        man("one", (10, 20), group="first"),
        man("two", (12, 20), group="second"),
        man("foe", (10, 10), "b"),
        options={"surprise": "roll"},
        dice=(4, 5, 1, 3, 6),
    )
    assert battle.state.phase == "free-turn"
    turn(battle, "two")
    turn(battle, "one", dice=(1, 2, 6))
    assert (battle.state.turn, battle.choices[0].about) == (1, ("foe",))
