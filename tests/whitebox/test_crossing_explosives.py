"""Where explosives meet the order of the round, positions, switches and one another."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    Declare,
    Decline,
    Done,
    EndTurn,
    Hold,
    Leave,
    Move,
    Plunge,
    Rise,
    SetCharge,
    Sweep,
    TakeCover,
    ThrowBack,
    Withhold,
)
from tests.whitebox.kit import (
    B_FIRST,
    FAR,
    OwbBattle,
    ask,
    edged,
    fight,
    filled,
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
BAGS = [filled("s", "sandbags", (10, 19))]


def tallied(battle: OwbBattle, kind: str = "explosive") -> tuple[int, int]:
    """What was added to the last roll for an explosive, and what it had to reach."""
    one, two = told(battle, kind)[-1].tallies
    return one.total, two.total


# -- the order in which they go off ---------------------------------------------------------------


@rule("owb.round.end-of-round-order", "owb.timed.cook", "owb.static.handling")
def test_explosives_go_off_in_the_order_in_which_they_were_laid() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1, "grenade": 2}),
        man("oleg", (20, 20)),
        man("petr", (25, 20)),
        man("foe", (34, 1), "b"),
    )
    turn(battle, "ivan", SetCharge(person="ivan", at=middle((10, 19)), fuse=1))
    pass_all(battle, dice=(6, 1))
    # round 2: a grenade is lit first, another is thrown, and the charge is due
    turn(battle, "oleg", Cook(person="oleg", bomb="grenade"), end=EndTurn("oleg", facing=0.0))
    turn(battle, "petr", throw((25, 16), "petr"), dice=(16,))
    go = Move(person="ivan", path=path((10, 21), (10, 22), (10, 23), (10, 24)))
    turn(battle, "ivan", go)
    pass_all(battle, until="throw")
    play(battle, throw((20, 16), "oleg"), dice=(16, 1, 1, 1, 1, 1, 1, 6, 1))
    assert [event.data["at"] for event in told(battle, "blast")] == [
        (10, 19),
        (25, 16),
        (20, 16),
    ]


@rule("owb.round.end-of-round-order", "owb.base.dying")
def test_who_falls_at_the_end_of_a_round_does_not_lose_a_point_in_the_same() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("op", (10, 16), "b", rank="op1", armor=[]),
        FAR,
    )
    # 4 squares: -6, stationary: 10; in the end he does not save with 13 and loses 6
    turn(battle, "ivan", throw((10, 16)), dice=(16,))
    pass_all(battle, until="throw back")
    play(battle, TakeCover(), dice=(2, 2, 13, 6, 1))
    assert (person(battle, "op").out, person(battle, "op").hp) == ("incapacitated", -1)
    pass_all(battle, dice=(6, 1))
    assert person(battle, "op").hp == -2


@rule("owb.round.end-of-round-order", "owb.weapon.flamethrower-catch-fire", "owb.base.dying")
def test_fire_comes_before_dying_and_who_falls_by_it_dies_from_the_next_round_on() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="op1"),
        man("oleg", (12, 20), rank="op1"),
        man("x", (14, 20)),
        FAR,
    )
    battle.state.change("ivan", burning=2, lit_in=0, hp=1)
    battle.state.change("oleg", burning=2, lit_in=0, hp=-4, out="incapacitated", fell_in=0)
    pass_all(battle, dice=(2, 1, 6, 1))
    assert (person(battle, "ivan").hp, person(battle, "ivan").out) == (-1, "incapacitated")
    # -4, 1 by fire, 1 by dying
    assert (person(battle, "oleg").hp, person(battle, "oleg").out) == (-6, "dead")


@rule("owb.scope.theatre-of-the-mind", "owb.timed.detonates-at-end-of-round")
def test_a_grenade_that_lies_yet_may_take_the_victory_away() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (10, 18), "b"),
        man("two", (30, 18), "b", facing=4),
        dice=B_FIRST,
    )
    turn(battle, "foe", throw((10, 20), "foe"), dice=(12,))
    turn(battle, "two", Move(person="two", path=path((30, 17))))
    battle.state.change("two", out="dead", hp=0)
    turn(battle, "ivan", shot("foe"), dice=(11, 6))
    assert battle.outcome is None
    # 2 + 2: ivan, in the centre, fails
    play(battle, TakeCover(), dice=(1, 1, 17))
    assert battle.outcome is not None
    assert battle.outcome.winner is None


@rule("owb.scope.theatre-of-the-mind")
def test_in_the_last_round_a_grenade_still_goes_off_and_wins() -> None:
    battle = fight(
        man("ivan", (10, 20)), man("foe", (10, 16), "b", armor=[]), options={"round_limit": "1"}
    )
    turn(battle, "ivan", throw((10, 16)), dice=(16,))
    pass_all(battle, until="throw back")
    play(battle, TakeCover(), dice=(1, 1, 17))
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"


# -- throwing back --------------------------------------------------------------------------------


@rule("owb.timed.throw-back", "owb.static.handling")
def test_a_charge_with_a_fuse_is_not_thrown_back() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}), man("foe", (10, 18), "b", armor=[]), FAR
    )
    turn(battle, "ivan", SetCharge(person="ivan", at=middle((10, 19)), fuse=1))
    pass_all(battle, dice=(6, 1))
    go = Move(person="ivan", path=path((10, 21), (10, 22), (10, 23)))
    turn(battle, "ivan", go)
    turn(battle, "foe", Move(person="foe", path=path((10, 19))))
    play(battle, Done(), dice=(1, 1, 17, 6, 1))
    assert person(battle, "foe").out == "dead"
    assert not told(battle, "throw-back")


@rule("owb.timed.throw-back", "owb.cover.ducked-or-up")
@pytest.mark.parametrize(("ducked", "armor"), [(True, 14), (False, 14), (None, 10)])
def test_the_thrower_who_is_thrown_back_at_is_judged_as_any_target(
    ducked: bool | None, armor: int
) -> None:
    bags = [] if ducked is None else [filled("s", "sandbags", (10, 19))]
    battle = fight(
        man("ivan", (10, 20)), man("foe", (10, 17), "b", rank="officer"), FAR, terrain=bags
    )
    end = EndTurn(person="ivan", ducked=bool(ducked))
    turn(battle, "ivan", throw((10, 17)), dice=(20,), end=end)
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(16, 1, 6, 1))
    # an officer: +1; 3 squares: -4
    assert tallied(battle) == (-3, armor)


@rule("owb.timed.throw-back", "owb.modifiers.attacker-kneeling", "owb.modifiers.superseded")
@pytest.mark.parametrize(("stance", "bonus"), [("standing", -4), ("kneeling", -3)])
def test_a_throw_back_has_the_rows_of_the_attacker(stance: str, bonus: int) -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 17), "b"), FAR, options={"stances": "on"})
    battle.state.change("foe", stance=stance)
    pass_all(battle, until="who acts")
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    pass_all(battle, until="throw back")
    feed = (18, 1)
    play(battle, ThrowBack(), dice=feed)
    assert tallied(battle)[0] == bonus


@rule("owb.timed.throw-back", "owb.range.chained-bands")
def test_with_chained_bands_it_comes_back_from_afar() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 15), "b", rank="officer"),
        FAR,
        options={"range_bands": "chained-for-thrown"},
    )
    # 5 squares: Long, -4
    turn(battle, "ivan", throw((10, 15)), dice=(14,))
    assert tallied(battle) == (-4, 10)
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(16, 1, 6, 1))
    assert tallied(battle) == (-3, 10)


@rule("owb.timed.throw-back", "owb.attack.natural-20-and-1")
def test_a_natural_1_of_a_throw_back_is_ineffective_and_no_fumble() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 19), "b", rank="op5", dexterity=1),
        FAR,
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", throw((10, 19)), dice=(10,))
    pass_all(battle, until="throw back")
    play(battle, ThrowBack(), dice=(10, 1, 6, 1))
    assert not told(battle, "fumble")
    assert told(battle, "explosive")[-1].data["lands"] is None
    assert rolled_all(battle)


@rule("owb.timed.throw-back", "owb.base.able-to-act", "owb.save.no-save-means-full-damage")
def test_who_stands_over_the_fallen_decides_for_both() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("down", (10, 17), "b", rank="op3"),
        man("foe", (11, 17), "b", rank="officer", armor=[]),
        FAR,
    )
    battle.state.change("down", hp=0, out="incapacitated", fell_in=1, stable=True)
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    turn(battle, "foe", Move(person="foe", path=path((10, 17))))
    pass_all(battle, until="throw back")
    assert battle.choices[0].about == ("foe",)
    # 4 damage; he saves with 16 for half, the fallen man cannot
    play(battle, TakeCover(), dice=(1, 1, 16, 1, 6, 1))
    assert person(battle, "down").hp == -4
    assert person(battle, "foe").hp == 12 - 2


@rule("owb.timed.throw-back", "owb.round.end-of-round-order")
def test_for_each_of_two_grenades_one_is_asked_anew() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", (12, 20)),
        man("foe", (10, 17), "b", rank="op3", armor=[]),
        FAR,
    )
    turn(battle, "ivan", throw((10, 17)), dice=(14,))
    turn(battle, "oleg", throw((10, 17), "oleg"), dice=(14,))
    pass_all(battle, until="throw back")
    # the first: too late, 4 damage to all three; ivan and oleg save
    play(battle, ThrowBack(), dice=(11, 1, 1, 20, 20))
    assert person(battle, "foe").hp == 13 - 4
    assert ask(battle) == "throw back"
    play(battle, ThrowBack(), dice=(12, 1, 6, 1))
    assert person(battle, "foe").hp == 9


# -- cooking --------------------------------------------------------------------------------------


@rule("owb.timed.cook", "owb.blast.lobbing", "owb.grid.facing-change-free")
def test_a_cooked_grenade_flies_where_the_cook_was_left_facing() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 24), "b"), FAR)
    turn(
        battle,
        "ivan",
        Cook(person="ivan", bomb="grenade"),
        end=EndTurn(person="ivan", facing=0.0),
    )
    pass_all(battle, until="throw")
    assert refusal(battle, throw((10, 24))) == "owb.withhold.arc"
    assert battle.allows(throw((10, 16)), "a")
    assert battle.allows(throw((14, 16)), "a")


@rule("owb.timed.cook", "owb.impact.open-stationary-target")
@pytest.mark.parametrize(("moves", "armor"), [(True, 14), (False, 10)])
def test_a_cooked_grenade_finds_its_target_as_it_is_by_then(moves: bool, armor: int) -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 16), "b"), FAR)
    turn(
        battle,
        "ivan",
        Cook(person="ivan", bomb="grenade"),
        end=EndTurn(person="ivan", facing=0.0),
    )
    turn(battle, "foe", *([Move(person="foe", path=path((10, 17)))] if moves else []))
    pass_all(battle, until="throw")
    play(battle, throw((10, 17 if moves else 16)), dice=(1, 6, 1))
    assert tallied(battle)[1] == armor


@rule("owb.timed.cook", "owb.withhold.carries-over", "owb.time.move-and-attack-or-action")
def test_who_cooks_has_nothing_else_left() -> None:
    bags = [filled("s", "sandbags", (10, 19))]
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b"), FAR, terrain=bags)
    turn(battle, "ivan", Withhold(person="ivan"))
    pass_all(battle, until="interrupt", dice=(6, 1))
    play(battle, Hold())
    play(battle, Begin(person="ivan"), Cook(person="ivan", bomb="grenade"))
    assert not person(battle, "ivan").withheld
    assert refusal(battle, EndTurn(person="ivan", ducked=True)) == "owb.timed.cook"
    assert refusal(battle, shot("foe")) == "owb.time.one-attack-per-round"
    play(battle, Move(person="ivan", path=path((10, 21))))
    assert person(battle, "ivan").steps == 1


@rule("owb.timed.cook", "owb.initiative.roll")
def test_cooked_grenades_are_thrown_in_the_order_of_initiative() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4), dice=B_FIRST)
    turn(battle, "foe", Cook(person="foe", bomb="grenade"), end=EndTurn("foe", facing=180.0))
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    assert (ask(battle), battle.choices[0].about) == ("throw", ("foe",))
    play(battle, throw((10, 14), "foe"), dice=(1,))
    assert (ask(battle), battle.choices[0].about) == ("throw", ("ivan",))


@rule("owb.timed.cook-dropped-when-injured", "owb.suppress.partial-cover", "owb.base.rounding")
def test_half_of_1_is_no_injury_to_a_cook() -> None:
    bags = [filled("s", "sandbags", (10, 11))]
    battle = fight(
        man("gunner", (10, 20), sheet="submachinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4),
        FAR,
        terrain=bags,
    )
    order = shot("foe", "submachinegun", "gunner", mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1))
    pass_all(battle, until="who acts")
    turn(battle, "foe", Cook(person="foe", bomb="grenade"), end=EndTurn("foe", facing=180.0))
    while battle.choices[0].about != ("gunner",):
        play(battle, Done())
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    assert ask(battle) == "react"
    play(battle, Decline(), dice=(1,))
    assert person(battle, "foe").hp == 4
    assert person(battle, "foe").cooking == "grenade"


@rule("owb.timed.cook-dropped-when-injured", "owb.base.saving-throw")
@pytest.mark.parametrize(("face", "held"), [(12, True), (11, False)])
def test_no_bonus_helps_to_hold_on_to_a_lit_grenade(face: int, held: bool) -> None:
    battle = fight(
        man("ivan", (10, 20), rank="op3", dexterity=1, constitution=1),
        man("foe", (10, 10), "b", facing=4),
    )
    turn(battle, "ivan", Cook(person="ivan", bomb="grenade"), end=EndTurn("ivan", facing=0.0))
    feed = (13, 1, face)
    play(battle, Begin(person="foe"), shot("ivan", who="foe"), dice=feed)
    assert (person(battle, "ivan").cooking == "grenade") is held


@rule("owb.timed.cook")
def test_nobody_leaves_the_map_with_a_lit_grenade() -> None:
    battle = fight(man("ivan", (10, 35)), FAR)
    play(battle, Begin(person="ivan"))
    assert battle.allows(Leave(person="ivan"), "a")
    play(battle, Cook(person="ivan", bomb="grenade"))
    assert refusal(battle, Leave(person="ivan")) == "owb.timed.cook"


# -- one explosion in another ---------------------------------------------------------------------


@rule("owb.weapon.flamethrower-rupture", "owb.blast.one-damage-roll")
def test_tanks_that_a_grenade_bursts_do_so_before_the_next_man_saves() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("fire", (10, 16), "b", sheet="flamethrower-operator", rank="officer", armor=[]),
        man("mate", (10, 15), "b", rank="officer", armor=[]),
        FAR,
        dice=(3, 6, 1),
    )
    turn(battle, "ivan", throw((10, 16)), dice=(16,))
    pass_all(battle, until="throw back")
    # 4 damage, no save with 15; 1: the tanks; 5 damage, the mate saves against the tanks with
    # 14 + 2, then not against the grenade with 13 + 2
    play(battle, TakeCover(), dice=(1, 1, 15, 1, 1, 2, 14, 13, 6, 1))
    assert person(battle, "fire").hp == 12 - 4 - 5
    assert person(battle, "mate").hp == 12 - 2 - 4


@rule("owb.conceal.darkness", "owb.timed.armor-class")
@pytest.mark.parametrize(("far", "armor"), [(1, 10), (2, 14)])
def test_in_the_dark_only_the_next_square_is_in_the_open(far: int, armor: int) -> None:
    battle = fight(
        man("ivan", (10, 20)), man("foe", (10, 20 - far), "b"), FAR, options={"darkness": "on"}
    )
    play(battle, Begin(person="ivan"), throw((10, 20 - far)), dice=(1,))
    assert tallied(battle)[1] == armor


@rule("owb.static.handling")
@pytest.mark.parametrize(("row", "allowed"), [(20, True), (21, False)])
def test_the_wire_is_20_squares_long(row: int, allowed: bool) -> None:
    battle = fight(man("ivan", (10, 5), bombs={"charge": 1}), man("foe", (34, 34), "b"), FAR)
    turn(battle, "ivan", SetCharge(person="ivan", at=middle((10, 4)), fuse=0))
    battle.state.move_to("ivan", (10, 4 + row))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert battle.allows(Plunge(person="ivan"), "a") is allowed


@rule("owb.cover.ducked-or-up", "owb.round.character-turn", "owb.impact.open-stationary-target")
@pytest.mark.parametrize(("rises", "armor"), [(False, 14), (True, 10)])
def test_who_keeps_down_may_come_up_to_see_where_he_throws(rises: bool, armor: int) -> None:
    battle = fight(man("ivan", (10, 20), ducked=True), man("foe", (10, 16), "b"), FAR, terrain=BAGS)
    play(battle, Begin(person="ivan"))
    if rises:
        play(battle, Rise(person="ivan"))
        assert refusal(battle, Rise(person="ivan")) == "owb.cover.ducked-or-up"
    play(battle, throw((10, 16)), dice=(1,))
    assert tallied(battle)[1] == armor
    play(battle, EndTurn(person="ivan", ducked=True))
    assert person(battle, "ivan").ducked, "a throw is no direct fire"


@rule("owb.cover.ducked-or-up", "owb.withhold.interrupt-timing")
def test_who_comes_up_to_throw_has_shown_himself() -> None:
    battle = fight(
        man("ivan", (10, 20), ducked=True),
        man("foe", (10, 16), "b", facing=4),
        FAR,
        terrain=BAGS,
        dice=B_FIRST,
    )
    turn(battle, "foe", Withhold(person="foe"), end=EndTurn(person="foe", facing=180.0))
    turn(battle, "far")
    play(battle, Begin(person="ivan"), Rise(person="ivan"))
    assert ask(battle) == "interrupt"
    # 15 - 4 reaches 11
    play(battle, shot("ivan", who="foe"), dice=(15, 6))
    assert person(battle, "ivan").out == "dead"


# -- charges --------------------------------------------------------------------------------------


@rule("owb.static.structures-and-vehicles", "owb.static.handling")
@pytest.mark.parametrize(
    ("kind", "refused"),
    [("square", "owb.static.structures-and-vehicles"), ("edge", None)],
)
def test_a_charge_is_fixed_to_what_is_next_to_the_man(kind: str, refused: str | None) -> None:
    """The wall fills the square two away, or lies on the edge of the square next to him."""
    if kind == "square":
        wall = filled("w", "building-wall-masonry", (10, 18))
    else:
        wall = edged("w", "building-wall-masonry", (10, 19), (11, 19))
    battle = fight(man("ivan", (10, 20), bombs={"charge": 1}), FAR, terrain=[wall])
    play(battle, Begin(person="ivan"))
    order = SetCharge(person="ivan", at=middle((10, 19)), attach=middle((10, 18)))
    found = battle.refusal(order, "a")
    assert (None if found is None else found.rule) == refused
