"""IMPACT EXPLOSIVES, and what flies flat."""

import pytest

from tests.whitebox.kit import *


@rule("owb.blast.flat-trajectory")
def test_a_tank_gun_cannot_aim_at_one_ducked_behind_sandbags_but_at_the_sandbags() -> None:
    bags = filled("bags", "sandbags", (10, 10))
    foe = man("foe", (10, 9), "b", ducked=True)
    battle = fight(tank(at=(10, 20)), foe, FAR, terrain=[bags])
    play(battle, StartVehicle("t34"), SetPace("t34", "stopped"))
    assert person(battle, "foe").ducked
    at_him = FireGun("t34.gun-1", mount="gun-1", at=middle((10, 9)))
    assert refusal(battle, at_him) == "owb.blast.flat-trajectory"
    at_them = FireGun("t34.gun-1", mount="gun-1", at=middle((10, 10)))
    odds = present(battle.view("a").odds(at_them))
    assert odds.tallies[1].total == 10
    play(battle, at_them, dice=(10, 6, 6))
    assert person(battle, "foe").hp == 4
    assert battle.state.grounds.kind((10, 10)).name != "sandbags"


@rule("owb.blast.flat-trajectory", "owb.cover.ducked-or-up")
@pytest.mark.parametrize(("ducked", "legal"), [(True, False), (False, True)])
def test_a_rocket_likewise_while_a_grenade_may_be_lobbed(*, ducked: bool, legal: bool) -> None:
    bags = filled("bags", "sandbags", (10, 16))
    ivan = man("ivan", (10, 19), weapons=["rpg-light"])
    battle = begun("ivan", ivan, man("foe", (10, 15), "b", ducked=ducked), FAR, terrain=[bags])
    rocket = Launch("ivan", weapon="rpg-light", at=middle((10, 15)))
    assert battle.allows(rocket, "a") is legal
    assert battle.allows(throw((10, 15)), "a")


@rule("owb.impact.open-stationary-target", "owb.impact.detonates-at-once")
@pytest.mark.parametrize(("roll", "hit"), [(10, True), (9, False)])
def test_a_pipe_bomb_needs_10_whatever_the_operative_wears(roll: int, *, hit: bool) -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), bombs={"pipe-bomb": 1}, armor=[]),
        man("foe", (10, 19), "b", rank="op1", hp=30, most_hp=30),
        FAR,
    )
    order = throw((10, 19), bomb="pipe-bomb")
    odds = present(battle.view("a").odds(order))
    assert odds.tallies[1].total == 10
    play(battle, order, dice=(roll, *((4, 20, 20) if hit else ())))
    assert (lands(battle) == (10, 19)) is hit
    assert bool(told(battle, "blast")) is hit
    if hit:
        assert told(battle, "blast")[-1].data["damage"] == 6
        assert person(battle, "foe").hp == 30 - 3


@rule("owb.impact.open-stationary-target")
def test_one_who_stands_still_in_his_turn_needs_10_again() -> None:
    battle = fight(IVAN, man("foe", (10, 16), "b"), FAR, dice=(1, 6))
    turn(battle, "foe", Move("foe", path((10, 17))))
    pass_all(battle, dice=(1, 6))
    turn(battle, "foe")
    play(battle, Done())
    turn(battle, "ivan", throw((10, 17)), dice=(1, 6, 1))
    assert last_aim(battle) == (-4, 10)


@rule("owb.impact.open-stationary-target", "owb.round.order-inside-group")
def test_who_passes_his_turn_stands_still() -> None:
    battle = fight(IVAN, FOE_AWAY)
    turn(battle, "ivan", Move("ivan", path((10, 21))))
    assert person(battle, "ivan").moving
    pass_all(battle, dice=(6, 1))
    play(battle, Done())
    assert not person(battle, "ivan").moving


@rule("owb.impact.specific-target", "owb.impact.open-stationary-target")
def test_one_who_moved_needs_14_until_he_has_stood_still_for_a_turn() -> None:
    battle = fight(IVAN, man("foe", (10, 16), "b"), FAR, dice=(1, 6))
    turn(battle, "foe", Move("foe", path((10, 17))))
    play(battle, Done())
    turn(battle, "ivan", throw((10, 17)), dice=(1, 6, 1))
    assert last_aim(battle) == (-4, 14)
    turn(battle, "ivan", throw((10, 17)), dice=(1,))
    assert last_aim(battle) == (-4, 14), "his last turn is still the one in which he moved"


@rule("owb.impact.specific-target")
def test_every_vehicle_is_a_specific_target_for_explosives() -> None:
    battle = begun("ivan", man("ivan", (10, 11), bombs={"pipe-bomb": 1}), truck_at())
    throw = Throw("ivan", bomb="pipe-bomb", at=middle((10, 10)))
    # 14 hits; 1d6+2 = 3, half of it 1 on the truck, and nobody saves
    play(battle, throw, dice=(14, 1, 1, 1, 1))
    assert told(battle, "explosive")[0].tallies[1].total == 14
    assert the(battle, "truck").hp == 15


@rule("owb.impact.unseen-target", "owb.cover.lean-out")
def test_own_feet_are_easy_to_hit_for_one_who_leans_out() -> None:
    state = state_of(IVAN, FAR)
    state.change("ivan", lean=(11, 20))
    lob = throw_at(state, person(state, "ivan"), "grenade", (10, 20))
    assert isinstance(lob, Lob)
    assert lob.armor.total == 10


@rule("owb.impact.unseen-target", "owb.blast.lobbing")
def test_unseen_squares_are_hard_and_a_roof_is_in_the_way() -> None:
    wall = [filled("w", "tall-wall", (5, 4))]
    state = state_of(man("ivan", (5, 5)), FAR, terrain=wall)
    ivan = person(state, "ivan")
    assert legal(throw_at(state, ivan, "grenade", (5, 2))).armor.total == 14
    roofed = state_of(
        man("ivan", (5, 5)), FAR, terrain=[*wall, filled("r", "roof", (4, 1), (6, 3))]
    )
    found = throw_at(roofed, person(roofed, "ivan"), "grenade", (5, 2))
    assert isinstance(found, Refusal)
    assert found.rule == "owb.blast.lobbing"
