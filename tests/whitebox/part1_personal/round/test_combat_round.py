"""TIME and TACTICAL COMBAT ROUND."""

from tests.whitebox.kit import *


@rule("owb.time.one-attack-per-round", "owb.time.move-before-or-after")
def test_one_attack_and_the_move_wholly_before_or_after_it() -> None:
    battle = fight(IVAN, man("foe", (10, 15), "b"))
    play(battle, Begin("ivan"), Move("ivan", (middle((10, 19)),)))
    play(battle, Shoot("ivan", target="foe", weapon="rifle-large"), dice=(1,))
    again = present(battle.refusal(Shoot("ivan", target="foe", weapon="rifle-large"), "a"))
    assert again.rule == "owb.time.one-attack-per-round"
    after = present(battle.refusal(Move("ivan", (middle((10, 18)),)), "a"))
    assert after.rule == "owb.time.move-before-or-after"


@rule("owb.time.one-action-per-round", "owb.time.move-and-attack-or-action")
def test_an_action_excludes_an_attack() -> None:
    from sandtable.rulebooks.whitebox.state.orders import Aid

    battle = fight(IVAN, man("oleg", (10, 21), hp=2), man("foe", (10, 19), "b"))
    play(battle, Begin("ivan"), Aid("ivan", patient="oleg"), dice=(1,))
    refusal = present(battle.refusal(Strike("ivan", target="foe"), "a"))
    assert refusal.rule == "owb.time.move-and-attack-or-action"
    again = present(battle.refusal(Aid("ivan", patient="oleg"), "a"))
    assert again.rule == "owb.time.one-action-per-round"


@rule("owb.round.sequence", "owb.initiative.roll", "owb.time.round-length")
def test_each_round_begins_with_initiative_and_the_highest_acts_first() -> None:
    battle = fight(*two(), dice=(2, 5))
    assert battle.choices[0].seats == ("b",)
    turn(battle, "foe")
    assert battle.choices[0].seats == ("a",)
    turn(battle, "ivan", dice=(6, 1))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("a",)


@rule("owb.round.declarations-before-initiative", "owb.initiative.loses-initiative")
def test_who_reloads_says_so_before_initiative_and_acts_last() -> None:
    battle = fight(IVAN, man("oleg", (12, 20)), FOE_AHEAD, options={"ammo": "count"}, dice=(6, 2))
    turn(battle, "oleg", Shoot("oleg", target="foe", weapon="rifle-large"), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare("oleg", "reload"))
    play(battle, Done(), dice=(6, 2))
    order: list[str] = []
    while battle.state.turn == 2 and len(order) < 3:
        name = battle.choices[0].about[0]
        order.append(name)
        turn(battle, name, dice=(6, 2) if len(order) == 3 else ())
    assert order == ["ivan", "foe", "oleg"]


@rule("owb.round.order-inside-group")
def test_the_player_chooses_the_order_of_his_men_and_the_rest_may_pass() -> None:
    battle = fight(IVAN, man("oleg", (12, 20)), FOE_AHEAD)
    turn(battle, "oleg")
    play(battle, Begin("ivan"), EndTurn("ivan"))
    assert battle.choices[0].seats == ("b",)
    play(battle, Done(), dice=(6, 1))
    assert battle.state.turn == 2


@rule("owb.round.character-turn")
def test_a_turn_is_moving_and_attacking_and_an_end() -> None:
    battle = begun("ivan", *two())
    assert not battle.allows(Begin("ivan"), "a")
    play(battle, Shoot("ivan", target="foe", weapon="rifle-large"), dice=(1,))
    play(battle, Move("ivan", (middle((10, 21)),)))
    play(battle, EndTurn("ivan", facing=0.0))
    ivan = person(battle, "ivan")
    assert (ivan.done, ivan.facing, ivan.moving) == (True, 0, True)


@rule("owb.round.end-of-round-order", "owb.timed.cook", "owb.static.handling")
def test_explosives_go_off_in_the_order_in_which_they_were_laid() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1, "grenade": 2}),
        man("oleg", (20, 20)),
        man("petr", (25, 20)),
        man("foe", (34, 1), "b"),
    )
    turn(battle, "ivan", SetCharge("ivan", at=middle((10, 19)), fuse=1))
    pass_all(battle, dice=(6, 1))
    # round 2: a grenade is lit first, another is thrown, and the charge is due
    turn(battle, "oleg", Cook("oleg", bomb="grenade"), end=EndTurn("oleg", facing=0.0))
    turn(battle, "petr", throw((25, 16), "petr"), dice=(16,))
    go = Move("ivan", path((10, 21), (10, 22), (10, 23), (10, 24)))
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
    battle = fight(IVAN, man("op", (10, 16), "b", rank="op1", armor=[]), FAR)
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


@rule("owb.round.end-of-round-order", "owb.base.dying")
def test_the_dying_lose_a_hit_point_from_the_round_after_they_fell() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="op1", armor=[]), man("oleg", (30, 30)), FOE_FACING, dice=(1, 6)
    )
    turn(battle, "foe", Shoot("foe", target="ivan", weapon="rifle-large"), dice=(20, 5))
    assert person(battle, "ivan").out == "incapacitated"
    hp = []
    for _ in range(6):
        pass_all(battle, dice=(1, 6))
        hp.append(person(battle, "ivan").hp)
    assert hp == [-1, -2, -3, -4, -5, -6]
    assert person(battle, "ivan").out == "dead"
