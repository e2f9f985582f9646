"""MAKESHIFT ARMOR."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import armor_class
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.modifications import detonates_early
from tests.whitebox.kit import *


@rule("owb.mod.makeshift-armor-ac")
def test_makeshift_armor_is_one_better_to_hit() -> None:
    state = lone_vehicle("tank-medium", add=["makeshift-armor"])
    assert armor_class(state, "v") == 16
    state.alter("v", defensive=True)
    assert armor_class(state, "v") == 18


@rule("owb.mod.makeshift-armor-detonation")
@pytest.mark.parametrize(("die", "lost"), [(1, 16), (2, 33)])
def test_makeshift_armor_on_the_side_of_a_tank(die: int, lost: int) -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-medium", (11, 8), 2, "b", add=["makeshift-armor"]),
        FAR_FOE,
    )
    fires(battle, fire("tank", "foe"), 16, die, *dice_for(33, 9))
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 36 - lost
    assert the(battle, "foe").has("makeshift-armor") is (die != 1)


@rule("owb.mod.makeshift-armor-detonation", "owb.hull.x1")
def test_makeshift_armor_does_not_set_off_grenades() -> None:
    """9 x 1/4 x 1/2 = 1.1, without a die for the armor."""
    state = lone_vehicle("armored-car", add=["makeshift-armor"])
    assert blasted(state, (10, 21), 9, SAVED, kind="grenade") == 1
    assert the(state, "v").has("makeshift-armor")


@rule("owb.mod.makeshift-armor-detonation", "owb.weapon.rpg-heavy-hull")
def test_makeshift_armor_sets_off_a_rocket() -> None:
    """10d6 of 35 in front of a heavy tank: 17; AAC 16 and 1."""
    battle = begun(
        "ivan",
        man("ivan", (10, 20), sheet="rocketeer-heavy"),
        vehicle("tiger", "tank-heavy", (11, 8), 4, "b", add=["makeshift-armor"]),
        FAR_FOE,
    )
    order = ShootAboard("ivan", vehicle="tiger", weapon="rpg-heavy")
    play(battle, order, dice=(17, 1, *[3] * 5, *[4] * 5))
    assert the(battle, "tiger").hp == 50 - 17
    assert not the(battle, "tiger").has("makeshift-armor")


@rule("owb.mod.makeshift-armor-detonation", "owb.vdamage.deduct-from-hit-points")
def test_makeshift_armor_and_hull_are_multiplied_and_rounded_once() -> None:
    """AAC 13 and 1; 7d6 of 25 against x1: a quarter is 6, not half of 12 rounded twice."""
    battle = started(
        "tank",
        vehicle("tank", "tank-light", (10, 25)),
        vehicle("foe", "armored-car", (10, 8), 4, "b", add=["makeshift-armor"]),
        FAR_FOE,
    )
    assert gun_shot(battle.state, fire("tank", "foe")).armor.total == 14
    fires(battle, fire("tank", "foe"), 14, 1, 6, 6, 6, 4, 1, 1, 3)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 10 - 6
    assert gun_shot(battle.state, fire("tank", "foe", name="gun-2")).armor.total == 13
    assert the(battle, "foe").movement == 17


@rule("owb.mod.makeshift-armor-detonation", "owb.mod.makeshift-armor-used-up")
def test_a_round_set_off_early_does_half_and_takes_the_armor_with_it() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-medium", (11, 8), 2, "b", add=["makeshift-armor"]),
        FAR_FOE,
    )
    assert the(battle, "foe").movement == 8
    # Armor Class 16: a 15 misses (and goes wide), a 16 hits; the armor's die, then 9d6.
    fires(battle, fire("tank", "foe"), 16, 1, *[4] * 8, 1)
    foe = the(battle, "foe")
    assert foe.hp == 36 - 33 // 2
    assert not foe.has("makeshift-armor")
    assert foe.movement == 8
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    assert gun_shot(battle.state, fire("tank", "foe")).armor.total == 15


@rule("owb.mod.makeshift-armor-detonation", "owb.vdamage.deduct-from-hit-points")
def test_the_losses_of_an_autocannon_on_a_halftrack_with_makeshift_armor() -> None:
    battle = started(
        "tank",
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("prey", "armored-personnel-carrier", (11, 8), 4, "b", add=["makeshift-armor"]),
        FAR_FOE,
    )
    found: dict[int, Fraction] = {}
    # Armor Class 14 + 1; half for the hull, half again on a 1 of the die of the armor.
    for face, early, a, b in product(range(1, 21), range(1, 7), range(1, 7), range(1, 7)):
        loss = 0 if face < 15 else (a + b) // (4 if early == 1 else 2)
        found[loss] = found.get(loss, Fraction(0)) + Fraction(1, 20 * 6**3)
    odds = damage_odds(battle.state, gun_shot(battle.state, fire("tank", "prey")))
    assert {loss: Fraction(part) for loss, part in odds.items()} == found


@rule("owb.mod.makeshift-armor-detonation")
def test_it_is_not_rolled_for_bullets_or_for_what_the_hull_stops() -> None:
    state = lone_vehicle("tank-medium", add=["makeshift-armor"])
    none = ScriptedDice([])
    assert not detonates_early(state, "v", "tank-gun-light", 2, none)
    assert not detonates_early(state, "v", "rifle-anti-tank", 1, none)
    assert not detonates_early(state, "v", "grenade", 1, none)
    assert detonates_early(state, "v", "rpg-light", 1, ScriptedDice([1]))
