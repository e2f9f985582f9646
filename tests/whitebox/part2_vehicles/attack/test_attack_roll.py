"""THE ATTACK ROLL of those who man a vehicle's weapon."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import (
    face_hit,
    number_needed,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import (
    range_to,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import firing_point
from tests.whitebox.kit import *

MISSES = ("miss", "near miss", "clean miss")
WALLS = {"one": (2, 1), "two": (2, 0)}
TURRETS = ("machinegun-medium", "tank-gun-medium")
TANK: Final = footprint((4, 2), 0, (0, 0))
"""A tank that faces north, its front-left square being (0, 0)."""


def modifiers(found: Any) -> dict[str, int]:
    """What is added to the die, by rule."""
    return {m.rule: m.value for m in found.tally.modifiers if m.value}


@rule("owb.vattack.must-man-the-weapon")
def test_a_weapon_is_fired_by_whoever_sits_at_it() -> None:
    battle = duel()
    state = battle.state
    for who in ("tank.gun-2", "tank.operator", "tank.passenger-1"):
        found = check_gun_order(
            state, person(state, who), FireGun(who, mount="gun-1", target="foe")
        )
        assert isinstance(found, Refusal)
    none = FireGun("tank.gun-1", mount="gun-9", target="foe")
    assert gun_refused(state, none) == "owb.vattack.must-man-the-weapon"


@rule("owb.vattack.roll")
@pytest.mark.parametrize(("face", "hit"), [(15, True), (14, False)])
def test_a_crawling_tank_hits_a_medium_tank_on_a_15(face: int, hit: bool) -> None:
    battle = duel(pace="crawl")
    order = fire("tank", "foe")
    assert chance(battle, order, *MISSES) == Fraction(14, 20)
    fires(battle, order, face, *([1] * 9 if hit else [6]))
    assert rolled_all(battle)
    (event,) = told(battle, "attack")
    assert event.data["hit"] is hit
    assert the(battle, "foe").hp == (27 if hit else 36)


@rule("owb.vattack.roll")
def test_poor_visibility_counts_for_mounted_weapons() -> None:
    battle = duel()
    battle.state.alter("tank", dim=2)
    assert modifiers(gun_shot(battle.state, fire("tank", "foe"))) == {"owb.vcrit.visibility": -2}


@rule("owb.vattack.roll")
def test_the_odds_of_a_shot_are_exact() -> None:
    battle = duel()
    odds = present(odds_of_gun_order(battle.state, fire("tank", "foe")))
    assert odds.chance("miss") + odds.chance("near miss") == pytest.approx(14 / 20)
    assert odds.chance("near miss") == pytest.approx(1 / 20 / 2)
    wrecked = odds.chance("inoperable") + odds.chance("explodes")
    found = damage_odds(battle.state, gun_shot(battle.state, fire("tank", "foe")))
    assert wrecked == found.probability(lambda points: points >= 36)
    assert found.expect(lambda points: points) == pytest.approx(6 / 20 * 31.5)
    hull = duel(target="tank-heavy")
    useless = present(odds_of_gun_order(hull.state, fire("tank", "foe")))
    assert useless.chance("no effect") == pytest.approx(5 / 20)
    assert {tally.side for tally in useless.tallies} == {"attacker", "target"}


@rule("owb.vattack.descending-ac")
def test_both_systems_give_the_same_hits() -> None:
    for aac in range(10, 21):
        assert number_needed(aac) == aac


@rule("owb.vattack.all-vehicle-attacks-are-missile-attacks")
def test_dexterity_counts_and_strength_does_not() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), empty=["gun-1"]),
        man("ace", (1, 1), rank="op1", carried_by="tank", seat="gun-1", dexterity=1, strength=1),
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
    )
    found = gun_shot(state, FireGun("ace", mount="gun-1", target="foe"))
    assert modifiers(found) == {
        "owb.vattack.all-vehicle-attacks-are-missile-attacks": 1,
        **({"owb.vattack.roll": 1} if state.person("ace").combatant.bhb else {}),
    }


@rule("owb.vattack.once-per-weapon")
def test_each_weapon_fires_once_in_a_round_and_each_with_its_own_gunner() -> None:
    battle = duel(target="truck-large")
    fires(battle, fire("tank", "foe", name="gun-2"), 2)
    fires(battle, fire("tank", "foe", name="gun-3"), 2)
    fires(battle, fire("tank", "foe"), 2)
    assert len(told(battle, "attack")) == 3
    assert gun_refused(battle.state, fire("tank", "foe")) == "owb.vattack.once-per-weapon"
    with pytest.raises(Refusal):
        fires(battle, fire("tank", "foe"))


@rule("owb.vattack.minus-four-above-crawl")
@pytest.mark.parametrize(("face", "hit"), [(14, False), (15, True)])
def test_a_light_tank_at_normal_pace_hits_a_car_on_a_15(face: int, hit: bool) -> None:
    """A 14 comes to 10; as it is a 14 on the die it may still burst nearby."""
    battle = duel("tank-light", "car", pace="normal")
    order = fire("tank", "foe")
    assert chance(battle, order, *MISSES) == Fraction(14, 20)
    # 7d6 = 7: the car is left with 1.
    fires(battle, order, face, *([1] * 7 if hit else [5]))
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is hit
    assert the(battle, "foe").hp == (1 if hit else 8)


@rule("owb.vattack.minus-four-above-crawl", "owb.vattack.roll")
@pytest.mark.parametrize(
    ("pace", "number"), [("stopped", 15), ("crawl", 15), ("reverse", 15), ("normal", 19)]
)
def test_the_pace_counts_before_the_first_step(pace: str, number: int) -> None:
    battle = duel(pace=pace)
    assert gun_shot(battle.state, fire("tank", "foe")).needed == number


@rule("owb.vattack.firing-point")
def test_turrets_fire_from_the_centre_and_fixed_weapons_from_the_middle_of_their_side() -> None:
    for kind in ("PIN", "TR1", "TR2", "TR3", "CXL"):
        assert firing_point(TANK, kind) == (0.5, 1.5)
    assert firing_point(TANK, "F") == (0.5, -0.5)
    assert firing_point(TANK, "A") == (0.5, 3.5)
    assert firing_point(TANK, "R") == (1.5, 1.5)
    assert firing_point(TANK, "L") == (-0.5, 1.5)


@rule("owb.vattack.firing-point")
def test_the_sides_turn_with_the_vehicle() -> None:
    east = footprint((4, 2), 2, (10, 10))
    x, y = east.centre
    assert firing_point(east, "F") == (x + 2, y)
    assert firing_point(east, "R") == (x, y + 1)
    slanting = footprint((4, 2), 1, (10, 10))
    x, y = slanting.centre
    front = firing_point(slanting, "F")
    assert front == pytest.approx((x + 2**0.5, y - 2**0.5), abs=0.0005)
    """2 squares along the facing are 1.41 each way."""


@rule("owb.vattack.firing-point", "owb.vattack.line-of-sight")
@pytest.mark.parametrize(("wall", "is_open"), [((14, 21), False), ((13, 20), True)])
def test_a_bow_gun_aslant_fires_from_the_very_middle_of_the_front(
    wall: tuple[int, int], is_open: bool
) -> None:
    """A tank that faces north-east about (10.5, 24.5): its front is at (11.914, 23.086).

    The line to (20, 10) is at x 13.512 where it leaves the row of y 21: it has been in (14, 21).
    """
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), 1),
        man("foe", (20, 10), "b"),
        terrain=[filled("wall", "building-wall-masonry", wall)],
    )
    order = fire("tank", "foe", name="gun-2")
    if is_open:
        assert gun_shot(state, order).tally.total == 0
    else:
        assert gun_refused(state, order) == "owb.vattack.line-of-sight"


@rule("owb.vattack.line-of-sight")
@pytest.mark.parametrize("weapon", TURRETS)
@pytest.mark.parametrize(
    ("walls", "open_"), [(("one", "two"), False), (("one",), True), (("two",), False), ((), True)]
)
def test_a_line_through_two_corners_past_walls(
    weapon: str, walls: tuple[str, ...], open_: bool
) -> None:
    terrain = [filled(name, "tall-wall", laid(WALLS[name])) for name in walls]
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", ZERO, mounts=[{"weapon": weapon, "kind": "TR2"}]),
        man("foe", laid((3, -1)), "b"),
        terrain=terrain,
    )
    aim: dict[str, Any] = (
        {"target": "foe"} if weapon == TURRETS[0] else {"at": middle(laid((3, -1)))}
    )
    order = FireGun("tank.gun-1", mount="gun-1", **aim)
    assert refusal(battle, order) == "owb.arc.decides-targets"
    play(battle, Traverse("tank.gun-1", mount="gun-1", eighths=1))
    if open_:
        assert battle.allows(order, "a")
    else:
        assert refusal(battle, order) == "owb.vattack.line-of-sight"


@rule("owb.vattack.line-of-sight", "owb.vdamage.zero-is-inoperable")
def test_a_wreck_may_still_be_fired_at_and_a_burnt_out_one_may_not() -> None:
    battle = duel()
    battle.state.alter("foe", wreck="inoperable", hp=0)
    assert isinstance(gun_shot(battle.state, fire("tank", "foe")), VehicleShot)
    battle.state.alter("foe", wreck="exploded", hp=-10)
    assert gun_refused(battle.state, fire("tank", "foe")) == "owb.vdamage.minus-ten-explodes"


@rule("owb.vattack.line-of-sight")
def test_hulls_block_and_trucks_only_conceal() -> None:
    units = (vehicle("tank", "tank-medium", (10, 30)), vehicle("foe", "car", (10, 5), 0, "b"))
    hull = state_of(*units, vehicle("other", "tank-heavy", (9, 15)), size=(36, 36))
    assert gun_refused(hull, fire("tank", "foe")) == "owb.vattack.line-of-sight"
    truck = state_of(*units, vehicle("other", "truck-large", (10, 15)))
    assert gun_shot(truck, fire("tank", "foe")).tally.total == -2


@rule("owb.vattack.line-of-sight")
def test_crews_see_all_round() -> None:
    state = state_of(vehicle("car", "armored-car", (10, 20), 2), man("foe", (2, 20), "b"))
    assert gun_shot(state, fire("car", "foe", name="gun-2")).target == "foe"


@rule("owb.vattack.range-to-a-vehicle", "owb.vweapon.ranges-in-squares")
def test_range_is_counted_from_the_nearest_squares() -> None:
    state = state_of(
        vehicle("tank", "tank-medium", (10, 60), rows=80),
        vehicle("near", "car", (10, 57), 0, "b", rows=80),
        vehicle("at30", "truck-large", (14, 27), 0, "b", rows=80),
        vehicle("at31", "truck-large", (18, 26), 0, "b", rows=80),
        size=(40, 80),
    )
    bow = gun(state, "tank", "gun-2")
    for name, far in (("near", 1), ("at30", 30), ("at31", 31)):
        assert range_to(state, bow, state.footprint(the(state, name)).squares) == far


@rule("owb.vattack.face-hit")
def test_the_face_is_the_zone_that_the_firing_point_lies_in() -> None:
    state = state_of(
        vehicle("foe", "tank-heavy", (20, 20), 0, "b"), vehicle("tank", "tank-medium", (10, 30))
    )
    foe = the(state, "foe")
    x, y = state.footprint(foe).centre

    def face(dx: float, dy: float) -> str:
        return face_hit(state, FiringPoint((x + dx, y + dy), ((0, 0),), "tank"), foe)

    assert [face(0, -9), face(9, 0), face(-9, 0), face(0, 9)] == ["front", "right", "left", "rear"]
    assert face_hit(state, (21, 5), foe) == "front"
