"""TURNS."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import turned_by
from tests.whitebox.kit import *

ODD_SIZES = [(1, 1), (3, 1), (2, 2), (5, 2), (5, 3), (6, 2), (6, 3)]
BOOK_SIZES = [(2, 1), (3, 2), (4, 2), (4, 3)]


def north_east(size: tuple[int, int]) -> tuple[list[Square], Square, Square]:
    """The shapes of the book's table: squares, front-left, front-right."""
    if size == (2, 1):
        return [(1, -1), (0, 0)], (1, -1), (1, -1)
    body = {
        (3, 2): [(1, -2), (0, -1), (1, -1), (2, -1), (0, 0), (1, 0)],
        (4, 2): [(1, -2), (0, -1), (1, -1), (2, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
        (4, 3): [
            *((0, -2), (1, -2), (-1, -1), (0, -1), (1, -1), (2, -1)),
            *((-1, 0), (0, 0), (1, 0), (2, 0), (0, 1), (1, 1)),
        ],
    }[size]
    return body, (1, -2), (2, -1)


def squares_laid(size: tuple[int, int], facing: int, corner: Square, *, left: bool) -> set[Square]:
    """The squares of a vehicle with one of its front corners given, by the book's patterns."""
    length, width = size
    if facing % 2:
        squares, front_left, front_right = north_east(size)
    else:
        squares = [(i, j) for i in range(width) for j in range(length)]
        front_left, front_right = (0, 0), (width - 1, 0)
    at = front_left if left else front_right
    for _ in range(facing // 2):
        squares = [(-y, x) for x, y in squares]
        at = (-at[1], at[0])
    dx, dy = corner[0] - at[0], corner[1] - at[1]
    return {(x + dx, y + dy) for x, y in squares}


def mirrored(squares: tuple[Square, ...]) -> set[Square]:
    return {(-x, y) for x, y in squares}


TANK = (4, 2)
TRACKED_AND_STEERED = ("tracked", "advanced-steering")


@rule("owb.turn.needs-enough-movement")
def test_a_turn_is_not_tried_without_movement_for_all_of_it() -> None:
    battle = on_the_road("tank-medium", (10, 30))
    play(battle, Drive(CAR, 6))
    assert refused(battle, Turning(CAR, "left", 90)) == "owb.turn.needs-enough-movement"
    assert refused(battle, Turning(CAR, "left", 45)) == ""
    play(battle, Drive(CAR, 2))
    assert refused(battle, Turning(CAR, "left", 45)) == "owb.turn.needs-enough-movement"
    assert refused(battle, ChangeLane(CAR, "right", quick=True)) == "owb.turn.needs-enough-movement"


@rule("owb.turn.pick-up-and-place", "owb.vmove.occupied-square-means-collision")
def test_a_turn_onto_one_who_lies_hidden_runs_him_down() -> None:
    """He is where the front will be; save 17 fails, die 1 and a speed of 5."""
    battle = on_the_road("car", with_=[man("ivan", (12, 19), "b")])
    battle.state.change("ivan", hidden=True, hp=50)
    play(battle, Turning(CAR, "right"), dice=[17, 1])
    assert person(battle, "ivan").hp == 50 - 6
    assert where(battle).facing == 1
    assert battle.state.square(person(battle, "ivan")) not in where(battle).squares


@rule("owb.turn.pick-up-and-place")
def test_only_the_final_place_of_a_turn_counts() -> None:
    """A post stands where the tail of the tank would be half-way through its turn."""
    before = footprint(TANK, 0, (10, 20))
    assert (9, 20) in turned_by(before, 45, "right").squares
    assert (9, 20) not in turned_by(before, 90, "right").squares
    battle = on_the_road("tank-medium", terrain=[filled("post", "tall-wall", (9, 20))])
    assert refused(battle, Turning(CAR, "right", 45)) == "owb.vterrain.impassable"
    assert refused(battle, Turning(CAR, "right", 90)) == ""
    battle = on_the_road("tank-medium", terrain=[filled("post", "tall-wall", (13, 18))])
    assert refused(battle, Turning(CAR, "right", 90)) == "owb.vterrain.impassable"


@rule("owb.turn.pick-up-and-place")
def test_nobody_turns_onto_an_occupied_square() -> None:
    battle = on_the_road("tank-medium", with_=[man("ivan", (12, 19), "b")])
    assert refused(battle, Turning(CAR, "right")) == "owb.turn.pick-up-and-place"
    assert refused(battle, Turning(CAR, "left")) == ""


@rule("owb.turn.pick-up-and-place", "owb.base.able-to-act")
def test_nobody_is_put_down_on_one_who_lies_there() -> None:
    """Turned to the north-east the car would fill (12, 19)."""
    battle = on_the_road("car", with_=[man("down", (12, 19), "b", rank="op1")])
    felled(battle.state, "down")
    assert refused(battle, Turning(CAR, "right", 45)) == "owb.turn.pick-up-and-place"


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


@rule("owb.turn.45-degrees", "owb.maneuver.quick-lane-change", "owb.mishap.spinout-travel-and-spin")
@pytest.mark.parametrize("size", ODD_SIZES)
@pytest.mark.parametrize("facing", [0, 1])
def test_a_customised_vehicle_turns_changes_lanes_and_spins(
    size: tuple[int, int], facing: int
) -> None:
    battle = of_size(*size, facing)
    corner = where(battle).front_right
    assert paid(battle, Turning(CAR, "right", 45)) == 2
    dx, dy = ((1, -1), (1, 0))[facing]
    assert where(battle).front_right == (corner[0] + dx, corner[1] + dy)
    assert where(battle).facing == facing + 1
    left = where(battle).anchor
    assert paid(battle, ChangeLane(CAR, "left", quick=True)) == 2
    assert where(battle).anchor != left
    assert paid(battle, DriveDefensively(CAR)) == 2
    # The third check of a Wheelman of level 2 is rolled for, and fails.
    play(battle, ChangeLane(CAR, "left", quick=True), dice=[6, SPINOUT, 1, 1, ALWAYS])
    assert rolled_all(battle)
    assert where(battle).facing == (facing + 1 - 5) % 8


@rule("owb.turn.45-degrees", "owb.turn.90-degrees", "owb.footprint.front-corner-squares")
@pytest.mark.parametrize("size", BOOK_SIZES)
@pytest.mark.parametrize("facing", range(8))
@pytest.mark.parametrize("hand", ["left", "right"])
def test_turns_of_every_size_from_every_facing(
    size: tuple[int, int], facing: int, hand: Hand
) -> None:
    left = hand == "left"
    way = -1 if left else 1
    before = footprint(size, facing, (20, 20))
    x, y = before.front_left if left else before.front_right
    for degrees in (45, 90):
        facing = (facing + way) % 8
        x, y = x + STEPS[facing][0], y + STEPS[facing][1]
        after = turned_by(before, degrees, hand)
        assert after.facing == facing
        assert (after.front_left if left else after.front_right) == (x, y)
        assert set(after.squares) == squares_laid(size, facing, (x, y), left=left)


@rule("owb.turn.45-degrees", "owb.maneuver.lane-change", "owb.maneuver.quick-lane-change")
@pytest.mark.parametrize("size", BOOK_SIZES)
def test_to_the_left_is_the_mirror_image_of_to_the_right(size: tuple[int, int]) -> None:
    wide = size[1] - 1
    right, left = footprint(size, 0, (0, 0)), footprint(size, 0, (-wide, 0))
    assert mirrored(right.squares) == set(left.squares)
    for degrees in (45, 90):
        one, two = turned_by(right, degrees, "right"), turned_by(left, degrees, "left")
        assert mirrored(one.squares) == set(two.squares)
    for quick in (False, True):
        there = lane_beside(right, "right", quick=quick)
        assert mirrored(there.squares) == set(lane_beside(left, "left", quick=quick).squares)


@rule("owb.turn.90-degrees")
def test_a_tank_turns_right_by_90_degrees_at_once() -> None:
    battle = on_the_road("tank-medium", ZERO)
    assert paid(battle, Turning(CAR, "right", 90)) == 4
    print_ = where(battle)
    assert print_.facing == 2
    assert {print_.front_right} == here((3, -1))
    assert set(print_.squares) == here(*product(range(4), (-2, -1)))


@rule("owb.turn.up-to-90-degrees")
@pytest.mark.parametrize(("kind", "pace"), [("tight", "normal"), ("crawling", "crawl")])
def test_tight_and_crawling_turns_may_be_of_45_degrees_at_the_same_cost(
    kind: TurnKind, pace: Pace
) -> None:
    battle = on_the_road("car", pace=pace, with_=[wheelman()])
    assert paid(battle, Turning(CAR, "right", 45, kind)) == 2
    assert where(battle) == turned_by(footprint((3, 2), 0, (10, 20)), 45, "right")
    assert person(battle, "driver").acted == (kind == "tight")
    assert refused(battle, Turning(CAR, "right", 135, kind)) == "owb.turn.up-to-90-degrees"


@rule("owb.turn.tight")
def test_a_tight_turn_costs_two_and_takes_a_driving_check_at_normal_pace() -> None:
    battle = on_the_road("car", with_=[driver("op3")])
    assert paid(battle, Turning(CAR, "right", 90, "tight"), dice=[3]) == 2
    assert where(battle) == turned_by(footprint((3, 2), 0, (10, 20)), 90, "right")
    slow = on_the_road("car", pace="crawl")
    assert refused(slow, Turning(CAR, "right", 90, "tight")) == "owb.maneuver.moving-vehicle"


@rule("owb.turn.tight-tracked", "owb.driving.wheelman-save-bonus")
def test_a_wheelman_on_tracks_saves_with_two_more() -> None:
    """No die for the check; his number of level 2 less 2 is enough."""
    battle = on_the_road("tank-medium", with_=[wheelman()], add=STEERED)
    need = saving_throw(person(battle, "driver").combatant) - 2
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[need])
    assert where(battle).facing == 2
    again = on_the_road("tank-medium", with_=[wheelman()], add=STEERED)
    play(again, Turning(CAR, "right", 90, "tight"), dice=[need - 1, STRAIN, 1, 1])
    assert where(again).facing == 0


@rule("owb.turn.tight-tracked")
def test_tracks_need_advanced_steering_and_a_save_for_a_tight_turn() -> None:
    order = Turning(CAR, "left", 90, "tight")
    battle = on_the_road("tank-medium")
    assert refused(battle, order) == "owb.turn.tight-tracked"
    battle.state.alter(CAR, modifications=TRACKED_AND_STEERED)
    assert paid(battle, order, dice=[1, 18]) == 2
    assert the(battle, CAR).facing == 6


@rule("owb.turn.tight-tracked", "owb.driving.failed-vehicle-save-mishap")
def test_a_tight_turn_on_tracks_is_checked_then_saved_for_and_goes_straight_on_if_locked() -> None:
    battle = on_the_road("tank-medium", (15, 15), with_=[driver("op1")], add=STEERED)
    # Driving Check made, save failed (an operative of level 1 saves on 14), drive locked, 4
    # points of damage, a strain of 2 rounds.
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[1, 2, LOCKED, 4, 2])
    assert rolled_all(battle)
    tank = the(battle, CAR)
    assert where(battle).front_left == (15, 13)
    assert (tank.spent, tank.travel, tank.hp) == (2, 2, 32)
    assert (tank.strained_from, tank.strained_to, tank.locked_to) == (2, 3, 11)
    assert refused(battle, Turning(CAR, "right")) == "owb.mishap.locked-drive"
    assert not refused(battle, Drive(CAR, 7))


@rule("owb.turn.tight-tracked", "owb.driving.pc-d6-under-level")
def test_a_tight_turn_on_tracks_is_told_as_it_comes() -> None:
    battle = on_the_road(
        "tank-medium", (15, 15), with_=[driver("op2")], add=["advanced-steering"], travel=2
    )
    order = Turning(CAR, "left", 90, "tight")

    def end(_: OwbState, events: Sequence[Event]) -> str:
        mishap = next((event for event in events if event.kind == "mishap"), None)
        return "made" if mishap is None else str(mishap.data["result"])

    fixed = dict.fromkeys(
        ("slipped track,", "overheated engine,", "locked drive,", "strain,", "strain"), 1
    )
    assert odds_told(battle, order) == every_way(battle, order, end, fixed)


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


@rule("owb.turn.crawling", "owb.vterrain.costs-add-to-manoeuvres")
def test_a_heavy_tank_cannot_afford_a_crawling_turn_into_mud() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 19))
    battle = on_the_road("tank-heavy", pace="crawl", terrain=[mud])
    why = "owb.turn.needs-enough-movement"
    assert refused(battle, Turning(CAR, "right", 90, "crawling")) == why
    assert refused(battle, Drive(CAR, 1)) == ""


@rule("owb.turn.crawling")
def test_a_heavy_tank_at_a_crawl_makes_one_crawling_turn_and_nothing_else() -> None:
    battle = on_the_road("tank-heavy", pace="crawl", travel=2)
    assert refused(battle, Turning(CAR, "right", 90)) == "owb.turn.needs-enough-movement"
    assert paid(battle, Turning(CAR, "right", 90, "crawling")) == 2
    assert where(battle) == turned_by(footprint((4, 3), 0, (10, 20)), 90, "right")
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"
    assert not person(battle, f"{CAR}.operator").acted
    fast = on_the_road("tank-heavy")
    assert refused(fast, Turning(CAR, "right", 90, "crawling")) == "owb.maneuver.moving-vehicle"


@rule("owb.turn.crawling", "owb.turn.tight", "owb.turn.bootleg", "owb.maneuver.jump-conditions")
@pytest.mark.parametrize(
    ("pace", "order"),
    [
        ("crawl", Turning(CAR, "right", 90, "tight")),
        ("crawl", Turning(CAR, "right", 180, "bootleg")),
        ("normal", Turning(CAR, "right", 90, "crawling")),
        ("crawl", Jump(CAR, 1)),
        ("reverse", Turning(CAR, "right", 45)),
        ("reverse", Turning(CAR, "right", 90, "crawling")),
        ("reverse", ChangeLane(CAR, "right")),
        ("reverse", ChangeLane(CAR, "right", quick=True)),
        ("reverse", Jump(CAR, 1)),
        ("stopped", Turning(CAR, "right", 45)),
        ("stopped", DriveDefensively(CAR)),
    ],
)
def test_each_manoeuvre_has_its_paces(pace: Any, order: Any) -> None:
    battle = on_the_road("car", pace=pace)
    before = battle.state
    assert refused(battle, order)
    assert battle.state == before


@rule("owb.turn.crawling")
def test_a_heavy_tank_that_crawled_may_make_one_crawling_turn_and_nothing_else() -> None:
    battle = on_the_road("tank-heavy", (15, 15), pace="crawl", travel=2)
    assert paid(battle, Turning(CAR, "left", 90, "crawling")) == 2
    print_ = where(battle)
    assert print_.facing == 6
    assert print_.front_left == (13, 14)
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"


@rule("owb.turn.bootleg", "owb.vterrain.costs-add-to-manoeuvres")
def test_a_bootleg_turn_in_mud_costs_five_and_can_bog_down() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road("truck-large", with_=[wheelman()], terrain=[mud])
    assert paid(battle, Turning(CAR, "left", 180, "bootleg"), dice=[1]) == 5
    truck = the(battle, CAR)
    assert (truck.facing, truck.pace, truck.stuck) == (4, "stopped", True)
    assert set(where(battle).squares) == {(x, y) for x in (10, 11) for y in range(20, 24)}


@rule("owb.turn.bootleg", "owb.vmove.complete-stop")
@pytest.mark.parametrize(
    ("degrees", "facing", "front"), [(90, 2, (12, 21)), (180, 4, (11, 23)), (45, 1, (11, 20))]
)
def test_a_bootleg_turn_whips_a_truck_round_and_stops_it(
    degrees: int, facing: int, front: Square
) -> None:
    battle = on_the_road("truck-large", travel=9, with_=[wheelman()])
    assert paid(battle, Turning(CAR, "right", degrees, "bootleg")) == 3  # type: ignore[arg-type]
    truck = the(battle, CAR)
    assert (truck.facing, where(battle).front_left) == (facing, front)
    assert (truck.pace, truck.travel, truck.travelled) == ("stopped", 0, 0)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 1)) == ""
    assert refused(battle, Turning(CAR, "left")) == "owb.turn.must-be-moving"


@rule("owb.turn.bootleg")
def test_a_bootleg_turn_needs_room_and_normal_pace() -> None:
    order = Turning(CAR, "left", 90, "bootleg")
    crowded = on_the_road("truck-large", with_=[wheelman(), man("ivan", (9, 21), "b")])
    assert refused(crowded, order) == "owb.turn.pick-up-and-place"
    slow = on_the_road("truck-large", pace="crawl", with_=[wheelman()])
    assert refused(slow, order) == "owb.maneuver.moving-vehicle"


@rule("owb.turn.bootleg-tracked")
def test_tracks_need_advanced_steering_and_a_save_for_a_bootleg_turn() -> None:
    order = Turning(CAR, "right", 180, "bootleg")
    battle = on_the_road("tank-light")
    assert refused(battle, order) == "owb.turn.bootleg-tracked"
    battle.state.alter(CAR, modifications=TRACKED_AND_STEERED)
    assert paid(battle, order, dice=[1, 18]) == 3
    assert the(battle, CAR).facing == 4
    failed = on_the_road("tank-light")
    failed.state.alter(CAR, modifications=TRACKED_AND_STEERED)
    play(failed, order, dice=[1, 17, 4, 1, 2])
    assert the(failed, CAR).facing == 0
    assert told(failed, "mishap")


@rule("owb.turn.bootleg-tracked", "owb.mishap.locked-drive")
def test_a_bootleg_turn_that_locks_the_drive_carries_a_tank_three_squares_on() -> None:
    battle = on_the_road("tank-medium", (15, 15), add=STEERED)
    play(battle, Turning(CAR, "left", 135, "bootleg"), dice=[20, LOCKED, 1, 1])
    assert where(battle).front_left == (15, 12)
    assert the(battle, CAR).pace == "normal"
