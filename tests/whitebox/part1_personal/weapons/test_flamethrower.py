"""HEAVY WEAPON: FLAMETHROWER."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import injured
from sandtable.rulebooks.whitebox.part1_personal.weapons.flamethrower import (
    check_flame,
    fuel_rolled,
    resolve_burned,
)
from tests.whitebox.kit import *


def flames(*others: Any, dice: tuple[int, ...] = (4, 6, 1), **rest: Any) -> OwbBattle:
    return fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", rank="op1", armor=[], facing=4),
        *others,
        dice=dice,
        **rest,
    )


def fires_rifle(target: str, who: str, **more: Any) -> Shoot:
    return Shoot(who, target=target, weapon="rifle-large", **more)


DOUSED = "owb.weapon.flamethrower-extinguish"


def burning_truck(**rest: Any) -> OwbBattle:
    """The driver of a truck has been set alight, and it is the truck's turn in that round."""
    battle = fight(
        man("ivan", (10, 12), sheet="flamethrower-operator"),
        vehicle("foe", TRUCK, (10, 10), 4, "b"),
        man("karl", (0, 0), "b", rank="op5", carried_by="foe", seat="passenger-1"),
        FAR_FOE,
        dice=(6, 6, 1),
        **rest,
    )
    battle.state.change("foe.operator", hp=20)
    play(battle, Begin("ivan"))
    # the truck 2 (half 1), the driver 2 and no save (17): he burns for 4 rounds; karl saves
    flame = Flame("ivan", at=middle((10, 10)))
    play(battle, flame, dice=(2, 2, 17, 4, 1, 20))
    assert person(battle, "foe.operator").burning == 4
    pass_all(battle, until="who acts")
    start(battle, "foe")
    return battle


CARRIER = "armored-personnel-carrier"


def burst_aboard(sheet: str, seat: str, *dice: int) -> OwbBattle:
    """A shell leaves a vehicle with nothing; a splinter bursts the tanks of somebody aboard."""
    battle = fight(
        vehicle("tank", "tank-heavy", (10, 28)),
        vehicle("foe", sheet, (10, 8), 4, "b", empty=["gun-1"] if sheet == CARRIER else []),
        man("karl", (0, 0), "b", "flamethrower-operator", "op5", carried_by="foe", seat=seat),
        FAR_FOE,
        dice=(4, 6, 1),
    )
    for one in battle.state.occupants("foe"):
        battle.state.change(one.id, hp=60)
    battle.state.alter("foe", hp=20)
    start(battle, "tank")
    # 19 hits; 10d6 = 20; 2d6+2 = 4 and no save for each of those aboard
    splinters = (1, 1, 1) * len(battle.state.occupants("foe"))
    fires(battle, fire("tank", "foe"), 19, *[2] * 10, *splinters, *dice)
    assert rolled_all(battle)
    return battle


FUEL = 6


def kinds_among(battle: OwbBattle, *wanted: str) -> list[str]:
    """The events of some kinds in their order."""
    return [event.kind for event in battle.events if event.kind in wanted]


@rule("owb.weapon.flamethrower-cone")
@pytest.mark.parametrize("aim", [(10, 19), (10, 16)])
def test_the_flame_to_the_north_covers_twelve_squares(aim: Square) -> None:
    inside = {(10 + x, 20 - y) for x in (-1, 0, 1) for y in (1, 2, 3, 4)}
    outside = {(8, 17), (12, 17), (10, 15), (9, 20), (10, 21)}
    names = {f"m{n}": square for n, square in enumerate(sorted(inside | outside))}
    men = [man(name, square, "b", hp=60, most_hp=60) for name, square in names.items()]
    ivan = man("ivan", (10, 20), sheet="flamethrower-operator")
    battle = fight(ivan, *men, FAR, dice=(6, *A_FIRST))
    flame = Flame("ivan", at=middle(aim))
    play(battle, Begin("ivan"), flame, dice=(1, 20) * 12)
    burnt = {names[name] for name in names if person(battle, name).hp < 60}
    assert burnt == inside
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-cone", "owb.cover.ducked-or-up")
def test_friends_burn_and_who_is_down_behind_sandbags_does_not() -> None:
    battle = flames(
        man("mate", (9, 19)),
        man("down", (11, 17), "b", ducked=True),
        terrain=[filled("b", "sandbags", (11, 18))],
    )
    play(battle, Begin("ivan"), Flame("ivan", at=middle((10, 18))), dice=(1, 20, 1, 20))
    assert person(battle, "mate").hp == 3
    assert person(battle, "foe").hp == 4
    assert person(battle, "down").hp == 4


@rule("owb.weapon.flamethrower-cone")
def test_a_flame_does_half_to_a_truck_and_reaches_its_driver() -> None:
    near = man("ivan", (10, 12), sheet="flamethrower-operator")
    battle = begun("ivan", near, truck_at(), dice=(6, 6, 1))
    # 5 on the truck, half 2; 3 on the driver, who does not catch fire
    play(battle, Flame("ivan", at=middle((10, 10))), dice=(5, 3, 18))
    assert the(battle, "truck").hp == 16 - 2
    assert person(battle, "truck.operator").hp == 1
    assert not person(battle, "truck.operator").burning


@rule("owb.weapon.flamethrower-catch-fire")
def test_flamed_in_round_2_for_3_rounds_he_burns_at_the_end_of_3_4_and_5() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 17), "b", hp=60, most_hp=60),
        FAR,
        dice=(6, *A_FIRST),
    )
    pass_all(battle, dice=A_FIRST)
    flame = Flame("ivan", at=middle((10, 17)))
    turn(battle, "ivan", flame, dice=(4, 17, 3))
    left = 56
    assert person(battle, "foe").hp == left
    pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 3
    assert person(battle, "foe").hp == left, "not at the end of the round of the flame"
    for number in (3, 4, 5):
        assert battle.state.turn == number
        pass_all(battle, dice=(number, *A_FIRST))
        left -= number
        assert person(battle, "foe").hp == left
    pass_all(battle, dice=A_FIRST)
    assert person(battle, "foe").hp == left
    assert person(battle, "foe").burning == 0
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-catch-fire", "owb.base.able-to-act")
def test_an_incapacitated_victim_catches_fire_without_a_save() -> None:
    battle = flames()
    battle.state.change("foe", hp=0, out="incapacitated", stable=True, fell_in=0)
    play(battle, Begin("ivan"), Flame("ivan", at=middle((10, 18))), dice=(2, 3))
    foe = person(battle, "foe")
    assert (foe.hp, foe.burning) == (-2, 3)


@rule("owb.weapon.flamethrower-catch-fire")
def test_a_second_flame_only_lengthens_the_fire() -> None:
    battle = flames(man("two", (1, 1), "b"))
    battle.state.change("foe", hp=30, most_hp=30, burning=2, lit_in=0)
    play(battle, Begin("ivan"), Flame("ivan", at=middle((10, 18))), dice=(1, 1, 5))
    assert person(battle, "foe").burning == 5
    play(battle, EndTurn("ivan"))
    pass_all(battle, dice=(3, 6, 1))
    foe = person(battle, "foe")
    assert (foe.hp, foe.burning) == (30 - 1 - 3, 4), "he burns on in this round"


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
    state = state_of(man("foe", (10, 17), "b", rank=rank), IVAN)
    found = resolve_burned(state, person(state, "foe"), ScriptedDice(dice))
    assert (found.damage, found.rounds) == burned


@rule("owb.weapon.flamethrower-catch-fire", "owb.initiative.tie-simultaneous")
def test_in_a_tie_he_is_not_out_yet_and_saves() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 18), "b", rank="op1", facing=4),
        dice=(4, 3, 3, 1, 2),
    )
    play(battle, Begin("ivan"), Flame("ivan", at=middle((10, 18))), dice=(5, 14))
    foe = person(battle, "foe")
    assert (foe.hp, foe.out, foe.burning) == (0, "", 0)


@rule("owb.weapon.flamethrower-catch-fire", "owb.base.damage-and-zero-hp")
def test_an_incapacitated_man_goes_on_burning_until_somebody_puts_him_out() -> None:
    battle = fight(man("ivan", (10, 20), rank="op1"), man("oleg", (11, 20)), FOE_AWAY)
    battle.state.change("ivan", burning=3, lit_in=0, hp=1)
    pass_all(battle, dice=(2, 6, 1))
    ivan = person(battle, "ivan")
    assert (ivan.out, ivan.hp, ivan.burning) == ("incapacitated", -1, 2)
    play(battle, Begin("oleg"), Extinguish("oleg", burning="ivan"))
    assert person(battle, "ivan").burning == 0


@rule(DOUSED, "owb.vehicle.one-action-per-crew-member")
def test_flames_are_put_out_by_whoever_sits_beside_the_one_who_burns() -> None:
    battle = burning_truck()
    assert refusal(battle, DouseAboard("karl", burning="karl"), "b") == DOUSED
    assert refusal(battle, DouseAboard("karl", burning="ivan"), "b") == DOUSED
    play(battle, DouseAboard("karl", burning="foe.operator"))
    assert person(battle, "karl").acted
    assert not person(battle, "foe.operator").burning
    assert told(battle, "extinguish")[0].rules == (DOUSED,)
    again = DouseAboard("karl", burning="foe.operator")
    assert refusal(battle, again, "b") == "owb.vehicle.one-action-per-crew-member"


@rule(DOUSED)
def test_the_driver_puts_them_out_himself_and_takes_no_fire_damage_then() -> None:
    battle = burning_truck()
    hits = person(battle, "foe.operator").hp
    play(battle, DouseAboard("foe.operator", burning="foe.operator"))
    play(battle, EndVehicle("foe"))
    pass_all(battle, dice=(6, 1))
    assert person(battle, "foe.operator").hp == hits


@rule(DOUSED, "owb.crew.mount-and-dismount")
def test_who_gets_out_into_a_stream_is_put_out_by_it() -> None:
    battle = burning_truck(terrain=[filled("stream", "swift-stream", (11, 6), (11, 12))])
    play(battle, Alight("foe.operator", to=middle((11, 10))))
    assert not person(battle, "foe.operator").burning


@rule("owb.weapon.flamethrower-extinguish")
def test_flames_are_put_out_by_an_action_or_by_water() -> None:
    stream = [filled("s", "narrow-creek", (12, 19))]
    battle = fight(IVAN, man("oleg", (12, 20)), FAR, terrain=stream)
    for name in ("ivan", "oleg"):
        battle.state.change(name, burning=3, lit_in=1)
    turn(battle, "ivan", Extinguish("ivan", burning="ivan"))
    turn(battle, "oleg", Move("oleg", (middle((12, 19)),)))
    assert (person(battle, "ivan").burning, person(battle, "oleg").burning) == (0, 0)


@rule("owb.weapon.flamethrower-rupture", "owb.blast.one-damage-roll")
def test_tanks_that_a_grenade_bursts_do_so_before_the_next_man_saves() -> None:
    battle = fight(
        IVAN,
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


@rule("owb.weapon.flamethrower-rupture", "owb.save.explosive-bonus")
@pytest.mark.parametrize(("face", "bursts"), [(1, True), (2, True), (3, False)])
def test_the_tanks_burst_on_1_and_2(face: int, bursts: bool) -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator", rank="officer"),
        man("mate", (12, 20), rank="officer", armor=[]),
        FOE_FACING,
        dice=(4, 1, 6),
    )
    more = (1, 1, 14) if bursts else ()
    turn(battle, "foe", fires_rifle("ivan", "foe"), dice=(11, 1, face, *more))
    assert bool(told(battle, "rupture")) is bursts
    assert person(battle, "ivan").hp == (12 - 2 - 4 if bursts else 12 - 2)
    assert person(battle, "mate").hp == (12 - 2 if bursts else 12)
    assert (person(battle, "ivan").arm("flamethrower") is None) is bursts


@rule("owb.weapon.flamethrower-rupture", "owb.vmiss.burst-and-occupants")
def test_tanks_that_burst_in_a_closed_carrier_strike_everybody_in_it() -> None:
    """The tanks burst (2) for 3 + 3 + 2 = 8: a quarter of it to the carrier, all of it to karl.

    Nobody saves the carrier (17). Driver and commander are off-centre: 16 + 2 saves, 15 + 2 does
    not.
    """
    battle = burst_aboard(CARRIER, "passenger-2", 2, 3, 3, 17, 16, 15)
    assert the(battle, "foe").hp == -2
    hits = {one.id: one.hp for one in battle.state.occupants("foe")}
    assert hits == {"foe.operator": 52, "foe.passenger-1": 48, "karl": 48}


@rule("owb.weapon.flamethrower-rupture", "owb.blast.off-centre-bonus")
def test_in_a_truck_the_others_are_off_centre() -> None:
    """8 damage: half of it to the truck; the driver saves with 16 + 2, karl not at all."""
    battle = burst_aboard(TRUCK, "bed-1", 1, 3, 3, 17, 16)
    assert the(battle, "foe").hp == -4
    assert person(battle, "karl").hp == 48
    assert person(battle, "foe.operator").hp == 52


@rule("owb.weapon.flamethrower-rupture", "owb.rof.two")
def test_the_tanks_burst_between_the_two_rolls_of_a_handgun() -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        man("bill", (11, 13), side="b"),
        dice=[FUEL, 6, 1],
    )
    order = shot("bob", weapon="handgun-small", second="bill")
    # Hit for 1; the tanks burst on 2 for 14, and Bill, who fails his save, dies of it.
    play(battle, order, dice=[15, 3, 2, 6, 6, 1])
    assert person(battle, "bob").hp == 21 - 1 - 14
    assert person(battle, "bill").out == "dead"
    assert len(told(battle, "attack")) == 1
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-rupture", "owb.rof.two")
def test_the_second_roll_comes_after_the_tanks_have_held() -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        dice=[FUEL, 6, 1],
    )
    order = shot("bob", weapon="handgun-small", second="bob")
    play(battle, order, dice=[15, 6, 3, 16, 4, 4])
    assert person(battle, "bob").hp == 21 - 4 - 2
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-rupture", "owb.weapon.flamethrower-cone")
def test_the_tanks_of_one_in_the_flames_burst_before_the_next_one_burns() -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("bob", (10, 17), side="b", sheet="flamethrower-operator", rank="op5"),
        man("bill", (10, 16), side="b"),
        dice=[FUEL, FUEL, 6, 1],
    )
    # Bob: 3, saved; his tanks burst on 1 for 14. Bill fails his save and is dead before the
    # flame can reach him; Ivan saves, takes 7 and dies of it, and his own tanks hold.
    dice = [3, 20, 1, 6, 6, 1, 20, 6]
    play(battle, Flame("ivan", at=middle((10, 17))), dice=dice)
    assert person(battle, "bob").hp == 21 - 3 - 14
    assert person(battle, "bill").out == "dead"
    assert rolled_all(battle)
    assert kinds_among(battle, "flame", "rupture", "blast") == ["flame", "rupture", "blast"]


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


@rule("owb.weapon.flamethrower-rupture")
def test_of_several_who_are_hurt_at_once_the_first_has_his_tanks_looked_at_first() -> None:
    state = state_of(
        IVAN,
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
    play(battle, Begin("ivan"), Flame("ivan", at=middle((10, 18))), dice=dice)
    assert rolled_all(battle)
    losses = [(event.pieces[0], event.data["damage"]) for event in told(battle, "damage")]
    assert losses[:2] == [("karl", 3), ("karl", 4)]
    assert losses[-1] == ("foe", 5)


@rule("owb.weapon.flamethrower-fuel")
def test_a_flamethrower_is_good_for_1d6_blasts() -> None:
    assert fuel_rolled(ScriptedDice([4])) == 4
    state = state_of(man("foe", (10, 17), "b"), IVAN)
    empty = state.change("ivan", arms=(Arm(id="flamethrower", fuel=0),))
    refusal = present(check_flame(state, empty, (10, 17)))
    assert refusal.rule == "owb.weapon.flamethrower-fuel"
