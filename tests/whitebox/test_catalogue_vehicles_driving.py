"""The catalogue's examples, played as they stand: footprints, Movement, terrain, manoeuvres."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import current_movement
from sandtable.rulebooks.whitebox.state.orders import Begin, EndTurn
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    Jump,
    Pivot,
    SetPace,
    ShootAboard,
    StartVehicle,
    Turning,
)
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.crash_kit import SKID
from tests.whitebox.driving_kit import (
    CAR,
    driver,
    on_the_road,
    paid,
    parked,
    refused,
    wheelman,
    where,
)
from tests.whitebox.gun_kit import fire, fires, start
from tests.whitebox.kit import (
    ROWS,
    fight,
    filled,
    man,
    pass_all,
    play,
    rolled_all,
    told,
)
from tests.whitebox.vehicle_kit import panzer, the, vehicle

rule = pytest.mark.rule
STEERED = ["advanced-steering"]
ZERO = (15, 15)
"""Where the square (0, 0) of an example is laid that goes off the map otherwise."""


def here(*squares: Square) -> set[Square]:
    """Squares of an example on the map of the tests."""
    return {(x + ZERO[0], y + ZERO[1]) for x, y in squares}


def fills(battle: Any, name: str = CAR) -> set[Square]:
    """The squares that a vehicle fills."""
    return set(where(battle, name).squares)


# -- footprints -----------------------------------------------------------------------------------


@rule("owb.footprint.straight-facing-block")
@pytest.mark.parametrize(
    ("facing", "middle", "front"),
    [(90.0, (4.0, 6.0), (5, 5)), (270.0, (7.0, 6.0), (5, 6)), (180.0, (6.0, 4.0), (6, 5))],
)
def test_a_tank_on_the_map_fills_the_block_behind_its_front_left_square(
    facing: float, middle: tuple[float, float], front: Square
) -> None:
    """Laid by the middle of its rectangle, as a scenario does it."""
    x, y = middle
    one = Unit(id="tank", sheet="tank-medium", side="a", at=(x, ROWS - y), facing=facing)
    battle = fight(one, man("far", (34, 1), "b"))
    print_ = where(battle, "tank")
    assert print_.front_left == front
    if facing == 90.0:
        assert set(print_.squares) == set(product(range(2, 6), range(5, 7)))
        assert print_.front_right == (5, 6)


@rule("owb.footprint.diagonal-facing-shape")
def test_a_tank_facing_north_east_fills_the_eight_squares_of_the_table() -> None:
    battle = parked("tank-medium", ZERO, 1)
    listed = here((1, -2), (0, -1), (1, -1), (2, -1), (-1, 0), (0, 0), (1, 0), (0, 1))
    assert fills(battle) == listed


@rule("owb.footprint.pivot-on-the-spot", "owb.mod.advanced-steering-pivot")
def test_a_tank_pivots_from_north_to_east_about_its_centre() -> None:
    battle = parked("tank-medium", ZERO, add=STEERED)
    play(battle, SetPace(CAR, "stopped"), Pivot(CAR, "right", 90))
    assert fills(battle) == here(*product(range(-1, 3), range(1, 3)))
    assert {where(battle).front_left} == here((2, 1))
    assert paid(battle) == 0


@rule("owb.footprint.pivot-on-the-spot", "owb.turn.bootleg")
def test_a_car_that_whips_round_from_north_to_north_east_shifts_its_centre_a_little() -> None:
    battle = on_the_road("car", ZERO, with_=[wheelman()])
    assert paid(battle, Turning(CAR, "right", 45, "bootleg")) == 3
    print_ = where(battle)
    assert print_.centre == (ZERO[0] + 0.75, ZERO[1] + 1.25)
    assert {print_.front_left} == here((1, 0))
    assert {print_.front_right} == here((2, 1))
    assert (the(battle, CAR).pace, the(battle, CAR).travel) == ("stopped", 0)


@rule("owb.footprint.zones-front-side-rear", "owb.vattack.face-hit")
@pytest.mark.parametrize(("square", "harmed"), [((4, -3), False), ((5, -3), True)])
def test_on_the_line_from_its_corner_a_tank_shows_its_front(square: Square, harmed: bool) -> None:
    """An anti-tank rifle does nothing to the front of an x2 hull, and half to its side."""
    (at,) = here(square)
    hans = man("hans", at, "b", facing=5, weapons=["rifle-anti-tank"])
    battle = fight(vehicle("tank", "tank-medium", ZERO), hans, dice=(1, 6))
    play(battle, Begin(person="hans"))
    order = ShootAboard(person="hans", vehicle="tank", weapon="rifle-anti-tank")
    odds = battle.odds(order, "b")
    assert odds is not None
    assert bool(dict(odds.outcomes)["no effect"]) is not harmed
    play(battle, order, dice=[15, *([6, 6] if harmed else [])])
    assert rolled_all(battle)
    assert the(battle, "tank").hp == (36 - 6 if harmed else 36)


# -- Movement -------------------------------------------------------------------------------------


@rule("owb.vmove.crawl-one-third")
@pytest.mark.parametrize(
    ("movement", "crawl"), [(9, 3), (2, 1), (1, 1), (3, 1), (5, 1), (6, 2), (8, 2), (24, 8)]
)
def test_a_third_of_movement_is_rounded_down_to_at_least_one(movement: int, crawl: int) -> None:
    for pace in ("crawl", "reverse"):
        battle = parked("tank-medium", ZERO, stats={"movement": movement})
        play(battle, SetPace(CAR, pace))
        assert refused(battle, Drive(CAR, crawl + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert paid(battle, Drive(CAR, crawl)) == crawl


@rule("owb.vmove.diagonal-costs-one")
def test_a_halftrack_goes_three_squares_north_east_for_three_movement() -> None:
    battle = parked("armored-personnel-carrier", ZERO, 1)
    play(battle, SetPace(CAR, "normal"))
    assert paid(battle, Drive(CAR, 3)) == 3
    assert {where(battle).anchor} == here((3, -3))
    assert where(battle).facing == 1


@rule("owb.vmove.travel-and-speed")
def test_a_car_that_went_15_squares_and_now_4_still_has_a_speed_of_15() -> None:
    battle = parked("car", (10, 33))
    play(battle, SetPace(CAR, "normal"), Drive(CAR, 15), EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 4))
    assert current_movement(the(battle, CAR)) == 15
    play(battle, Drive(CAR, 11))
    assert current_movement(the(battle, CAR)) == 15
    play(battle, Drive(CAR, 1))
    assert current_movement(the(battle, CAR)) == 16


@rule("owb.vmove.travel-and-speed")
def test_a_halftrack_that_made_three_steps_through_mud_has_a_speed_of_3() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = parked("armored-personnel-carrier", (10, 20), terrain=[mud])
    play(battle, SetPace(CAR, "normal"))
    assert paid(battle, Drive(CAR, 3)) == 6
    assert current_movement(the(battle, CAR)) == 3


# -- terrain --------------------------------------------------------------------------------------


@rule("owb.vterrain.rough-costs-two")
def test_a_halftrack_pays_two_while_any_square_of_it_is_in_rough_ground() -> None:
    """One square under its tail is enough; it is out of the mud after two of four steps."""
    for column, costs in ((10, [2, 2, 1, 1]), (11, [2, 2, 1, 1]), (12, [1, 1, 1, 1])):
        mud = filled("mud", "mud", (column, 25))
        battle = parked("armored-personnel-carrier", (10, 24), terrain=[mud])
        play(battle, SetPace(CAR, "normal"))
        assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == costs
        left = 12 - sum(costs)
        assert refused(battle, Drive(CAR, left + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert not refused(battle, Drive(CAR, left))


@rule("owb.vterrain.elevation")
@pytest.mark.parametrize("facing", [0, 2])
def test_a_tank_pays_two_for_each_step_up_to_a_plateau(facing: int) -> None:
    corners = ((0, 0), (35, 19)) if facing == 0 else ((11, 0), (35, 35))
    hill = filled("hill", "elevation", *corners, height=1)
    battle = parked("tank-medium", (10, 20), facing, terrain=[hill])
    play(battle, SetPace(CAR, "normal"))
    assert [paid(battle, Drive(CAR, 1)) for _ in range(5)] == [2, 2, 2, 2, 1]


@rule("owb.vterrain.costs-add-to-manoeuvres")
def test_a_turn_that_ends_with_one_square_in_mud_costs_four() -> None:
    """The tank of the example of turns ends on (2, -1), which it did not touch before."""
    (corner,) = here((2, -1))
    mud = filled("mud", "mud", corner)
    battle = on_the_road("tank-medium", ZERO, terrain=[mud])
    assert paid(battle, Turning(CAR, "right", 45)) == 4
    assert the(battle, CAR).travel == 2
    dry = on_the_road("tank-medium", ZERO, terrain=[mud])
    assert paid(dry, Turning(CAR, "left", 45)) == 2


# -- Driving Checks -------------------------------------------------------------------------------

CHECKED: list[Order] = [
    DriveDefensively(CAR),
    ChangeLane(CAR, "right", quick=True),
    Turning(CAR, "left", 90, "tight"),
]


@rule("owb.driving.npc-needs-one-on-d20")
@pytest.mark.parametrize("order", CHECKED)
@pytest.mark.parametrize(("face", "made"), [(1, True), (2, False)])
def test_an_ordinary_driver_masters_a_manoeuvre_on_a_1(order: Order, face: int, made: bool) -> None:
    battle = on_the_road("car", ZERO)
    odds = battle.odds(order, "a")
    assert odds is not None
    assert dict(odds.outcomes)["made"] == Fraction(1, 20)
    play(battle, order, dice=[face, *([] if made else [SKID, 2, 1])])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is not made
    assert the(battle, CAR).spent == 2


@rule("owb.driving.pc-d6-under-level")
@pytest.mark.parametrize("order", CHECKED)
@pytest.mark.parametrize(("face", "made"), [(3, True), (4, False)])
def test_a_soldier_of_level_3_masters_a_manoeuvre_on_a_3(
    order: Order, face: int, made: bool
) -> None:
    battle = on_the_road("car", ZERO, with_=[driver("op3")])
    odds = battle.odds(order, "a")
    assert odds is not None
    assert dict(odds.outcomes)["made"] == Fraction(1, 2)
    play(battle, order, dice=[face, *([] if made else [SKID, 2, 1])])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is not made


@rule("owb.driving.wheelman-automatic")
@pytest.mark.parametrize(("third", "made"), [(1, True), (2, True), (3, False)])
def test_the_third_check_of_a_wheelman_of_level_2_is_rolled(third: int, made: bool) -> None:
    battle = on_the_road("car", (15, 30), with_=[wheelman("op2")])
    play(battle, DriveDefensively(CAR), ChangeLane(CAR, "right", quick=True))
    assert rolled_all(battle)
    odds = battle.odds(ChangeLane(CAR, "left", quick=True), "a")
    assert odds is not None
    assert dict(odds.outcomes)["made"] == Fraction(1, 3)
    skid = [] if made else [SKID, 2, 1]
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[third, *skid])
    assert rolled_all(battle)
    assert bool(told(battle, "mishap")) is not made
    fourth = Turning(CAR, "right", 90, "tight")
    if not made:
        assert refused(battle, fourth)
        return
    odds = battle.odds(fourth, "a")
    assert odds is not None
    assert not dict(odds.outcomes).get("made")
    play(battle, fourth, dice=[SKID, 2, 1])
    assert told(battle, "mishap")
    assert rolled_all(battle)


# -- manoeuvres -----------------------------------------------------------------------------------


@rule("owb.maneuver.defensive-driving")
@pytest.mark.parametrize(("face", "hit"), [(12, False), (13, True)])
def test_a_truck_driven_defensively_is_hit_on_13_until_the_round_ends(face: int, hit: bool) -> None:
    foe = panzer(at=(11, 3), empty=["gun-1"])
    battle = on_the_road("truck-large", (10, 30), with_=[wheelman(), foe])
    assert paid(battle, DriveDefensively(CAR)) == 2
    play(battle, EndVehicle(CAR), Begin(person="ally"), EndTurn(person="ally"))
    start(battle, "panzer")
    fires(battle, fire("panzer", CAR, name="gun-2"), face, *([4] if hit else []))
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is hit
    play(battle, EndVehicle("panzer"))
    pass_all(battle, dice=(1, 6))
    start(battle, "panzer")
    fires(battle, fire("panzer", CAR, name="gun-2"), 11, 4)
    assert told(battle, "attack")[1].data["hit"]


@rule("owb.maneuver.jump-distance")
@pytest.mark.parametrize(("travel", "most"), [(10, 6), (9, 6), (8, 5), (2, 1), (12, 8)])
def test_a_motorcycle_jumps_two_thirds_of_what_it_travelled(travel: int, most: int) -> None:
    battle = on_the_road("motorcycle", (10, 30), with_=[wheelman()], travel=travel)
    assert refused(battle, Jump(CAR, most + 1)) == "owb.maneuver.jump-distance"
    assert paid(battle, Jump(CAR, most)) == most
    assert where(battle).front_left == (10, 30 - most)


@rule("owb.maneuver.jump-distance")
def test_what_was_driven_this_round_counts_for_a_jump_if_it_is_more() -> None:
    battle = on_the_road("motorcycle", (10, 30), with_=[wheelman()], travel=3)
    play(battle, Drive(CAR, 6))
    assert refused(battle, Jump(CAR, 5)) == "owb.maneuver.jump-distance"
    assert paid(battle, Jump(CAR, 4)) == 4
    assert current_movement(the(battle, CAR)) == 10


@rule("owb.maneuver.lane-change")
def test_a_car_changes_lanes_to_the_left() -> None:
    battle = on_the_road("car", (5, 10))
    assert paid(battle, ChangeLane(CAR, "left")) == 2
    assert (where(battle).front_left, where(battle).facing) == ((4, 9), 0)
    assert paid(battle, ChangeLane(CAR, "right")) == 2
    assert where(battle).front_left == (5, 8)


@rule("owb.maneuver.quick-lane-change")
def test_a_heavy_tank_changes_lanes_quickly_by_its_width() -> None:
    battle = on_the_road("tank-heavy", (5, 10))
    assert paid(battle, ChangeLane(CAR, "right", quick=True), dice=[1]) == 2
    assert (where(battle).front_left, where(battle).facing) == ((8, 9), 0)
    assert rolled_all(battle)


# -- turns ----------------------------------------------------------------------------------------


@rule("owb.turn.45-degrees")
def test_a_tank_turns_right_twice_by_45_degrees() -> None:
    battle = on_the_road("tank-medium", ZERO)
    assert paid(battle, Turning(CAR, "right", 45)) == 2
    print_ = where(battle)
    assert print_.facing == 1
    assert {print_.front_right} == here((2, -1))
    assert {print_.front_left} == here((1, -2))
    assert print_.anchor == ZERO
    assert paid(battle, Turning(CAR, "right", 45)) == 2
    print_ = where(battle)
    assert print_.facing == 2
    assert {print_.front_right} == here((3, -1))
    assert set(print_.squares) == here(*product(range(4), (-2, -1)))
    assert the(battle, CAR).travel == 4


@rule("owb.turn.90-degrees")
def test_a_tank_turns_right_by_90_degrees_at_once() -> None:
    battle = on_the_road("tank-medium", ZERO)
    assert paid(battle, Turning(CAR, "right", 90)) == 4
    print_ = where(battle)
    assert print_.facing == 2
    assert {print_.front_right} == here((3, -1))
    assert set(print_.squares) == here(*product(range(4), (-2, -1)))


@rule("owb.turn.90-degrees")
def test_a_turn_by_90_degrees_to_the_left_is_its_mirror_image() -> None:
    battle = on_the_road("tank-medium", ZERO)
    play(battle, Turning(CAR, "left", 90))
    assert where(battle).facing == 6
    assert {where(battle).front_left} == here((-2, -1))


@rule("owb.turn.crawling")
@pytest.mark.parametrize("degrees", [45, 90])
def test_a_heavy_tank_that_crawled_makes_one_crawling_turn_and_nothing_else(degrees: Any) -> None:
    battle = parked("tank-heavy", ZERO)
    play(battle, SetPace(CAR, "crawl"), Drive(CAR, 2), EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"))
    assert paid(battle, Turning(CAR, "right", degrees, "crawling")) == 2
    assert where(battle).facing == degrees // 45
    for order in (
        Drive(CAR, 1),
        Turning(CAR, "left", 45),
        Turning(CAR, "left", 90, "crawling"),
        ChangeLane(CAR, "left"),
        DriveDefensively(CAR),
    ):
        assert refused(battle, order)


@rule("owb.turn.crawling", "owb.maneuver.moving-vehicle")
def test_a_heavy_tank_that_stood_cannot_make_a_crawling_turn_at_all() -> None:
    """The square that it must go first leaves it 1 Movement."""
    battle = parked("tank-heavy", ZERO)
    play(battle, SetPace(CAR, "crawl"))
    turn = Turning(CAR, "right", 90, "crawling")
    assert refused(battle, turn) == "owb.turn.must-be-moving"
    play(battle, Drive(CAR, 1))
    assert refused(battle, turn) == "owb.turn.needs-enough-movement"
