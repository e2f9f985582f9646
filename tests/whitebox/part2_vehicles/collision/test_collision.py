"""COLLISION: head-on, T-bone, rear-end, speed and hull."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.collision.impacts import (
    attacking_face,
    classify,
    damage_taken,
    speed_of,
)
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.odds import collision_damage
from tests.whitebox.kit import *


def meets(
    attacker: Unit, defender: Unit, squares: int, *dice: int, options: Any = None
) -> tuple[OwbBattle, Event]:
    """A ram by a car, a tank or whatever "car" is; its driver masters his one Driving Check."""
    battle = fight(attacker, defender, FOE, options=options)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    play(battle, Drive(CAR, squares, ram="other"), dice=[1, *dice])
    assert rolled_all(battle)
    (event,) = told(battle, "collision")
    return battle, event


def rammer(sheet: str, at: Square, facing: int, travel: int, **more: Any) -> Unit:
    return driven(CAR, sheet, at, facing, pace="normal", travel=travel, stats=TOUGH, **more)


def lost_by_both(battle: OwbBattle) -> tuple[int, int]:
    """What the attacker and the defender have lost."""
    return 100 - the(battle, CAR).hp, 100 - the(battle, "other").hp


BOTH_SAVED = (ALWAYS, ALWAYS)
"""Both drivers hold on."""

CAR_SIZE = (3, 2)
TANK = (4, 2)


def _north_of(attacker: Footprint, facing: int) -> Footprint:
    """A car straight ahead of one that faces north, with its centre in line."""
    places = [footprint(CAR_SIZE, facing, (x, y)) for x in range(5, 18) for y in range(8, 20)]
    x, y = attacker.centre
    return min(places, key=lambda one: abs(one.centre[0] - x) + abs(one.centre[1] - y + 4))


@rule("owb.collision.attacker-is-the-one-that-moved")
def test_whoever_moves_is_the_attacker_even_if_it_is_the_slower_one() -> None:
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 1)
    speeding(state, "b", 20)
    done = crash(state, "a", 1, NEVER, NEVER)
    assert done.of("collision")[0].pieces == ("a", "b")
    assert lost(state, "ab") == [2, 2]


@rule("owb.collision.speed-used", "owb.vmove.travel-and-speed")
def test_last_rounds_travel_counts_in_the_first_step_of_a_ram() -> None:
    battle = sturdy(driven("c", "car", (10, 20), pace="normal", travel=15), man("m", (10, 19), "b"))
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    play(battle, Drive("c", 1, "m"), dice=[MADE, 17, 4])
    assert harm_to(battle.state, "m") == 4 + 15
    assert current_movement(the(battle, "c")) == 15


@rule("owb.collision.speed-used")
def test_the_larger_of_this_and_the_last_rounds_travel() -> None:
    state = facing_cars()
    state.alter("a", travel=4, travelled=15)
    assert speed_of(state, the(state, "a")) == 15
    state.alter("a", travel=16)
    assert speed_of(state, the(state, "a")) == 16


@rule("owb.collision.speed-used")
def test_wrecks_and_the_unmanned_have_no_speed() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    state.change("b.operator", out="dead")
    assert speed_of(state, the(state, "b")) == 0
    state.alter("a", wreck="inoperable")
    assert speed_of(state, the(state, "a")) == 0


@rule("owb.collision.speed-used", "owb.vmove.travel-and-speed", "owb.collision.ram")
def test_the_step_into_contact_counts_and_the_faster_of_two_rounds() -> None:
    """A car from rest takes 3 steps and rams with the fourth a car that went 9 last round."""
    other = vehicle("other", "car", (11, 14), 4, "b", pace="normal", travel=9)
    battle = parked("car", with_=[other, wheelman()], options={"escape_save": "off"})
    play(
        battle,
        SetPace(CAR, "normal"),
        Drive(CAR, 3),
        Drive(CAR, 3, ram="other"),
        dice=[20, 1, *[1] * 20],
    )
    event = told(battle, "collision")[0]
    # It went 3 + 3 squares: 1 + 6 + 9.
    assert event.data["type"] == "head-on"
    assert (event.data["attacker"], event.data["defender"]) == (16, 16)


@rule("owb.collision.speed-used", "owb.vmove.complete-stop")
def test_who_has_stopped_completely_counts_nothing() -> None:
    state = sturdy_field(driven("a", "car", (10, 10)), driven("b", "car", (11, 9), 4, side="b"))
    speeding(state, "a", 12)
    state.alter("b", travel=0, travelled=0, pace="stopped")
    crash(state, "a", 4, NEVER, NEVER)
    assert lost(state, "ab") == [16, 16]


@rule("owb.collision.classify")
@pytest.mark.parametrize(
    ("column", "kind", "damage"), [(13, "rear-end", 1 + 6 - 2), (14, "t-bone", 1 + 6)]
)
def test_a_car_that_faces_north_east_is_struck_from_the_south(
    column: int, kind: str, damage: int
) -> None:
    """A column farther east the middle of the other car lies beside it, no longer behind it."""
    mine, other = rammer("car", (column, 18), 0, 6), rammed("car", (14, 15), 1, 2)
    battle, event = meets(mine, other, 3, ALWAYS, 1, *BOTH_SAVED)
    assert event.data["type"] == kind
    assert lost_by_both(battle) == (damage, damage)


@rule("owb.collision.classify", "owb.collision.t-bone")
def test_a_defender_that_faces_north_is_struck_from_the_west() -> None:
    """Base damage 3 + 6: the speed of the defender does not count."""
    mine, other = rammer("car", (10, 20), 2, 6), rammed("car", (13, 19), 0, 15)
    battle, event = meets(mine, other, 3, ALWAYS, 3, *BOTH_SAVED)
    assert event.data["type"] == "t-bone"
    assert "owb.collision.t-bone" in event.rules
    assert lost_by_both(battle) == (9, 9)


@rule("owb.collision.classify")
@pytest.mark.parametrize(
    ("defender", "attacker", "course", "reversing", "zone", "kind"),
    [
        pytest.param((CAR_SIZE, 1, (10, 10)), (0, (7, 12)), 0, False, "rear", "rear-end", id="45"),
        pytest.param((CAR_SIZE, 1, (10, 10)), (0, (5, 8)), 0, False, "left", "t-bone", id="left"),
        pytest.param((TANK, 0, (10, 10)), (2, (9, 11)), 2, False, "left", "t-bone", id="east"),
        pytest.param(
            (CAR_SIZE, 3, (10, 10)), (0, (13, 14)), 0, False, "front", "head-on", id="135"
        ),
        pytest.param(
            (CAR_SIZE, 3, (10, 10)), (0, (13, 14)), 7, False, "front", "head-on", id="180"
        ),
        pytest.param((CAR_SIZE, 3, (10, 10)), (0, (13, 14)), 1, False, "front", "t-bone", id="90"),
        pytest.param((CAR_SIZE, 0, (10, 17)), (0, (10, 20)), 0, True, "rear", "head-on", id="back"),
        pytest.param(
            (CAR_SIZE, 4, (11, 19)), (0, (10, 20)), 0, True, "front", "rear-end", id="away"
        ),
    ],
)
def test_the_zone_that_is_struck_and_the_courses_make_the_kind(
    defender: Any, attacker: Any, course: int, reversing: bool, zone: str, kind: str
) -> None:
    """One that goes in reverse has front and rear swapped."""
    struck, striking = footprint(*defender), footprint(CAR_SIZE, *attacker)
    assert zone_of(struck, striking.centre) == zone
    assert classify(striking, course, struck, reversing=reversing) == kind


@rule("owb.collision.classify")
@pytest.mark.parametrize(
    ("facing", "kind"),
    [(4, "head-on"), (3, "t-bone"), (5, "t-bone"), (2, "t-bone"), (0, "rear-end")],
)
def test_head_on_takes_the_front_and_opposite_courses(facing: int, kind: str) -> None:
    """Going north; where the defender is turned, its zones turn with it."""
    attacker = footprint(CAR_SIZE, 0, (10, 20))
    defender = _north_of(attacker, facing)
    assert classify(attacker, 0, defender, reversing=False) == kind


@rule("owb.collision.classify")
def test_backing_into_the_nose_of_one_that_follows_backwards_is_a_rear_end_of_tails() -> None:
    """Both face south and go in reverse, north: the front one is struck on its true front."""
    state = sturdy_field(driven("a", "car", (11, 12), 4), driven("b", "car", (11, 9), 4, side="b"))
    speeding(state, "a", 7, "reverse")
    speeding(state, "b", 3, "reverse")
    made = crash(state, "a", 1, NEVER, NEVER, direction=0)
    assert made.of("collision")[0].data["type"] == "rear-end"
    assert lost(state, "ab") == [5, 5]


@rule("owb.collision.head-on", "owb.collision.both-take-damage")
def test_two_cars_at_12_and_9_meet_head_on_with_a_4() -> None:
    mine, other = rammer("car", (10, 20), 0, 12), rammed("car", (11, 17), 4, 9)
    battle, event = meets(mine, other, 3, ALWAYS, 4, *BOTH_SAVED)
    assert event.data == {"type": "head-on", "attacker": 25, "defender": 25}
    assert lost_by_both(battle) == (25, 25)
    # A quarter of 25 for the drivers, although they held on.
    assert [battle.state.person(f"{name}.operator").hp for name in (CAR, "other")] == [-2, -2]


@rule("owb.collision.head-on", "owb.collision.classify")
def test_backing_into_one_that_backs_is_head_on() -> None:
    """Rear to rear, at 3 and 4: die 2, so 9 for each."""
    state = sturdy_field(driven("c", "car", (10, 10)), driven("d", "car", (11, 15), 4, side="b"))
    speeding(state, "c", 3, pace="reverse")
    speeding(state, "d", 4, pace="reverse")
    done = crash(state, "c", 2, NEVER, NEVER, direction=4)
    assert done.of("collision")[0].data["type"] == "head-on"
    assert lost(state, "cd") == [9, 9]


@rule("owb.collision.head-on", "owb.collision.classify")
def test_backing_into_the_nose_of_one_that_stands_is_head_on() -> None:
    """It goes south with its rear first, the other faces north and has no speed."""
    state = sturdy_field(driven("c", "car", (10, 10)), driven("d", "car", (10, 13), side="b"))
    speeding(state, "c", 3, pace="reverse")
    done = crash(state, "c", 2, NEVER, NEVER, direction=4)
    assert done.of("collision")[0].data["type"] == "head-on"
    assert lost(state, "cd") == [5, 5]


@rule("owb.collision.head-on")
def test_the_odds_of_a_collision_are_those_of_its_die() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    found = collision_damage(state, "a", 0, "b")
    assert dict(found.items()) == {(21 + die, 21 + die): Fraction(1, 6) for die in range(1, 7)}


@rule("owb.collision.t-bone", "owb.collision.occupants-half-damage")
def test_a_gun_on_a_trailer_is_struck_without_a_save() -> None:
    """Nobody steers it: the check, the die, then the driver's and the gunner's own saves."""
    battle = sturdy(
        driven("c", "car", (9, 11), 2), vehicle("g", "trailer-cannon", (11, 10), side="b")
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    play(battle, Drive("c", 2, "g"), dice=[MADE, 5, NEVER, ALWAYS])
    assert rolled_all(battle)
    state = battle.state
    assert lost(state, "cg") == [7, 7]
    assert (harm_to(state, "c.operator"), harm_to(state, "g.gun-1")) == (3, 1)


@rule("owb.collision.rear-end")
@pytest.mark.parametrize(("fast", "slow", "base"), [(15, 9, 8), (9, 15, 2), (9, 9, 2), (10, 9, 3)])
def test_a_car_at_15_runs_into_the_rear_of_one_at_9_with_a_2(
    fast: int, slow: int, base: int
) -> None:
    mine, other = rammer("car", (10, 20), 0, fast), rammed("car", (10, 15), 0, slow)
    saves = BOTH_SAVED if base >= 2 else ()
    battle, event = meets(mine, other, 3, ALWAYS, 2, *saves)
    assert event.data == {"type": "rear-end", "attacker": base, "defender": base}
    assert lost_by_both(battle) == (base, base)


@rule("owb.collision.hull-divides-taken", "owb.collision.hull-multiplies-delivered")
def test_a_heavy_tank_strikes_the_side_of_a_car_at_base_damage_10() -> None:
    mine, other = rammer("tank-heavy", (10, 20), 2, 6), rammed("car", (13, 20), 0)
    battle, event = meets(mine, other, 3, ALWAYS, 4, *BOTH_SAVED)
    assert event.data == {"type": "t-bone", "attacker": 2, "defender": 40}
    assert lost_by_both(battle) == (2, 40)


@rule("owb.collision.hull-divides-taken", "owb.collision.hull-multiplies-delivered")
@pytest.mark.parametrize(
    ("mine", "theirs", "losses"),
    [
        ("armored-personnel-carrier", "tank-medium", (30, 13)),
        ("tank-medium", "armored-personnel-carrier", (13, 30)),
    ],
)
def test_hulls_of_level_1_and_2_meet_head_on_at_base_damage_20(
    mine: str, theirs: str, losses: tuple[int, int]
) -> None:
    """6 on the die, and 7 + 7 of speed."""
    one, two = rammer(mine, (10, 20), 0, 7), rammed(theirs, (11, 17), 4, 7)
    battle, _ = meets(one, two, 3, ALWAYS, 6, *BOTH_SAVED)
    assert lost_by_both(battle) == losses


@rule("owb.collision.hull-divides-taken", "owb.collision.hull-multiplies-delivered")
def test_multiplied_and_divided_with_one_rounding() -> None:
    assert damage_taken(20, own=2, other=1) == 13
    assert damage_taken(20, own=1, other=2) == 30
    assert damage_taken(7, own=3, other=2) == 5


@rule("owb.collision.hull-divides-taken", "owb.vcrit.massive-damage")
@pytest.mark.parametrize("rammed", [True, False])
def test_only_a_ram_is_an_attack_that_does_massive_damage(rammed: bool) -> None:
    state = sturdy_field(
        driven("a", "tank-heavy", (10, 10)),
        driven("b", "tank-heavy", (10, 6), 0, side="b"),
        options={"massive_damage": "on"},
    )
    for name in "ab":
        state.alter(name, most_hp=8)
    speeding(state, "a", 4)
    # A rear-end: 2 + 4 for both; front x3 against rear x2: 6 x 3/4 = 4 for the attacker and
    # 6 x 4/3 = 8 for the other, which are massive. The save of a ram; then each one's save
    # against massive damage, and those of the drivers.
    dice = [20, 2, 20, 20, 20, 20] if rammed else [2, 20, 20]
    made = crash(state, "a", *dice, rammed=rammed)
    assert made.left == ()
    assert ("massive-damage" in made.kinds()) is rammed


@rule("owb.collision.hull-level-of-the-touching-face")
def test_a_medium_tank_strikes_the_side_of_another_at_base_damage_12() -> None:
    mine, other = rammer("tank-medium", (10, 20), 2, 7), rammed("tank-medium", (13, 19), 0)
    battle, event = meets(mine, other, 3, ALWAYS, 5, *BOTH_SAVED)
    assert event.data == {"type": "t-bone", "attacker": 8, "defender": 18}
    assert lost_by_both(battle) == (8, 18)


@rule("owb.collision.hull-level-of-the-touching-face", "owb.vmove.reverse-one-third")
def test_in_reverse_a_tank_strikes_with_its_weaker_rear() -> None:
    """Backing north into the side of a car: x2 counts as x1, base damage 5 + 3."""
    one = driven(CAR, "tank-medium", (11, 20), 4, pace="reverse", travel=3, stats=TOUGH)
    two = rammed("car", (11, 14), 2)
    battle = fight(one, two, FOE)
    play(battle, StartVehicle(CAR), SetPace(CAR, "reverse"))
    play(battle, Drive(CAR, 2, ram="other"), dice=[1, ALWAYS, 5, *BOTH_SAVED])
    assert told(battle, "collision")[0].data == {"type": "t-bone", "attacker": 4, "defender": 16}


@rule("owb.collision.hull-level-of-the-touching-face")
def test_the_face_of_the_attacker() -> None:
    car = footprint(CAR_SIZE, 0, (10, 10))
    ahead, beside = (10.5, 5.0), (14.0, 11.0)
    assert attacking_face(car, 0, beside) == "front"
    assert attacking_face(car, 4, ahead) == "rear"
    assert attacking_face(car, 1, ahead) == "front"
    assert attacking_face(car, 1, beside) == "right"


@rule("owb.collision.hull-level-of-the-touching-face", "owb.collision.hull-divides-taken")
def test_a_tank_that_backs_into_a_tank_strikes_with_its_weaker_rear() -> None:
    state = sturdy_field(
        driven("a", "tank-heavy", (10, 10)), driven("b", "tank-heavy", (10, 14), side="b")
    )
    speeding(state, "a", 2, "reverse")
    made = crash(state, "a", 6, NEVER, NEVER, direction=4)
    # Its rear (x2) meets the front (x3) of one that stands: 8 x 4/3 and 8 x 3/4.
    assert made.of("collision")[0].data["type"] == "head-on"
    assert lost(state, "ab") == [8 * 4 // 3, 8 * 3 // 4]


@rule("owb.collision.occupants-half-damage")
def test_occupants_take_half_or_a_quarter_of_what_their_vehicle_took() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    crash(state, "a", 4, 17, 18)
    assert (harm_to(state, "a.operator"), harm_to(state, "b.operator")) == (12, 6)


@rule("owb.collision.occupants-half-damage")
def test_the_share_of_the_occupants_comes_after_the_hull() -> None:
    state = sturdy_field(
        driven("a", "tank-heavy", (9, 10), 2), driven("b", "car", (10, 10), side="b")
    )
    speeding(state, "a", 6)
    crash(state, "a", 4, ALWAYS, NEVER)
    assert (harm_to(state, "a.operator"), harm_to(state, "b.operator")) == (0, 20)


@rule("owb.collision.occupants-half-damage")
def test_a_wheelman_saves_for_himself_without_his_bonus() -> None:
    wheelman = operative("w", "wheelman", "a", "passenger-1")
    state = sturdy_field(
        driven("a", "car", (10, 10)), wheelman, driven("b", "car", (11, 9), 4, side="b")
    )
    speeding(state, "a", 7)
    crash(state, "a", 1, NEVER, 13, NEVER)
    assert harm_to(state, "w") == 4


@rule("owb.collision.occupants-half-damage")
def test_nobody_saves_against_nothing() -> None:
    state = sturdy_field(
        driven("a", "tank-heavy", (9, 10), 2), driven("b", "car", (10, 10), side="b")
    )
    done = crash(state, "a", 4, NEVER)
    assert lost(state, "ab") == [1, 16]
    assert done.left == ()


@rule("owb.collision.occupants-half-damage", "owb.vdamage.minus-ten-explodes")
def test_whoever_is_in_a_vehicle_that_explodes_suffers_that_and_not_the_collision() -> None:
    """The attacker's 25, and his driver's save; the defender's shrapnel and escape, no half."""
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    state.alter("b", hp=8)
    done = crash(state, "a", 4, ALWAYS, 1, 1, ALWAYS, NEVER)
    assert the(state, "b").wreck == "exploded"
    assert state.person("b.operator").out == "dead"
    assert done.left == ()


@rule("owb.collision.accident-needs-no-check", "owb.collision.hull-divides-taken")
def test_a_collision_names_the_rules_that_made_it_what_it_is() -> None:
    hulls = "owb.collision.hull-multiplies-delivered"
    cars = (rammer("car", (10, 20), 0, 4), rammed("car", (11, 17), 4, 4))
    _, event = meets(*cars, 3, ALWAYS, 4, *BOTH_SAVED)
    assert event.rules == ("owb.collision.head-on", "owb.collision.classify")
    tank = (rammer("tank-heavy", (10, 20), 2, 6), rammed("car", (13, 20), 0))
    _, event = meets(*tank, 3, ALWAYS, 4, *BOTH_SAVED)
    assert event.rules[0] == "owb.collision.t-bone"
    assert hulls in event.rules


@rule("owb.collision.accident-needs-no-check")
def test_an_accident_gives_the_defending_vehicle_no_save() -> None:
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 3)
    done = crash(state, "a", 5, NEVER, NEVER)
    assert lost(state, "ab") == [8, 8]
    assert done.left == ()
