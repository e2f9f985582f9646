"""FACING: the squares that a vehicle fills."""

from math import sqrt

import pytest

from sandtable.rulebooks.whitebox.state.footprint import (
    Size,
    adjacent,
    bearing_parts,
    distance_between,
    edge_adjacent,
    footprint_at,
    pivoted,
    ring,
    turned,
)
from tests.whitebox.kit import *


def fills(battle: Any, name: str = CAR) -> set[Square]:
    """The squares that a vehicle fills."""
    return set(where(battle, name).squares)


ODD_SIZES = [(1, 1), (3, 1), (2, 2), (5, 2), (5, 3), (6, 2), (6, 3)]


def aslant(length: int, width: int, middle: tuple[float, float]) -> set[Square]:
    """The squares whose centre lies in or on a rectangle that points to the north-east."""
    found = set()
    for x in range(36):
        for y in range(36):
            dx, dy = x - middle[0], y - middle[1]
            ahead, aside = (dx - dy) / sqrt(2), (dx + dy) / sqrt(2)
            if abs(ahead) <= length / 2 + 1e-9 and abs(aside) <= width / 2 + 1e-9:
                found.add((x, y))
    return found


TANK: Size = (4, 2)


def squares(print_: Footprint) -> set[Square]:
    return set(print_.squares)


def block(x: range, y: range) -> set[Square]:
    return set(product(x, y))


BOOK_SIZES: tuple[Size, ...] = ((2, 1), (3, 2), (4, 2), (4, 3))


@rule("owb.vehicle.scale-length-times-width")
def test_the_sizes_printed_beside_movement() -> None:
    sizes = {name: (block.length, block.width) for name, block in BLOCKS.items()}
    assert sizes["motorcycle"] == (2, 1)
    assert sizes["car"] == sizes["tank-light"] == (3, 2)
    assert sizes["truck-large"] == sizes["tank-medium"] == (4, 2)
    assert sizes["tank-heavy"] == (4, 3)


@rule("owb.footprint.eight-facings", "owb.vehicle.mini-has-an-identifiable-front")
def test_a_vehicle_has_the_facing_that_the_scenario_gives_it() -> None:
    for facing in range(8):
        state = state_of(vehicle("t34", "tank-medium", (18, 18), facing), man("foe", (3, 3), "b"))
        tank = the(state, "t34")
        assert tank.facing == facing
        assert state.footprint(tank) == footprint(TANK, facing, (18, 18))
        forward, right = bearing_parts(state.footprint(tank), state.footprint(tank).front_left)
        assert forward > 0 > right or (facing % 2 and right <= 0 < forward)


@rule("owb.footprint.eight-facings")
def test_a_footprint_can_be_found_again_from_its_centre() -> None:
    for size, facing in product(BOOK_SIZES, range(8)):
        print_ = footprint(size, facing, (9, 14))
        assert footprint_at(size, facing, print_.centre) == print_
        assert squares(moved(print_, 2, 3)) == {(x + 3, y) for x, y in print_.squares}


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


@rule("owb.footprint.straight-facing-block", "owb.vehicle.scale-length-times-width")
def test_facing_north_the_front_left_square_is_the_north_west_one() -> None:
    tank = footprint(TANK, 0, (7, 3))
    assert squares(tank) == block(range(7, 9), range(3, 7))
    assert tank.front_right == (8, 3)
    south = footprint(TANK, 4, (7, 3))
    assert squares(south) == block(range(6, 8), range(4))
    assert south.front_right == (6, 3)
    west = footprint(TANK, 6, (7, 3))
    assert squares(west) == block(range(7, 11), range(2, 4))


@rule("owb.footprint.diagonal-facing-shape")
def test_a_tank_facing_north_east_fills_eight_squares_aslant() -> None:
    tank = footprint(TANK, 1, (0, 0))
    listed = {(1, -2), (0, -1), (1, -1), (2, -1), (-1, 0), (0, 0), (1, 0), (0, 1)}
    assert squares(tank) == listed
    south_east = footprint(TANK, 3, (0, 0))
    assert squares(south_east) == {(-y, x) for x, y in listed}


@rule("owb.footprint.diagonal-facing-shape")
@pytest.mark.parametrize("size", BOOK_SIZES)
@pytest.mark.parametrize("facing", range(8))
def test_a_footprint_has_as_many_squares_as_length_times_width(size: Size, facing: int) -> None:
    print_ = footprint(size, facing, (10, 10))
    assert len(squares(print_)) == size[0] * size[1]
    assert {print_.front_left, print_.front_right} <= squares(print_)


@rule("owb.footprint.diagonal-facing-shape")
@pytest.mark.parametrize("size", BOOK_SIZES)
def test_a_slanting_footprint_is_symmetric_about_its_axis(size: Size) -> None:
    """Facing north-east the axis swaps x and -y."""
    shape = squares(footprint(size, 1, (0, 0)))
    assert {(-y, -x) for x, y in shape} == shape


@rule("owb.footprint.other-sizes-on-the-diagonal", "owb.vstat.broad-categories")
@pytest.mark.parametrize("size", ODD_SIZES[1:])
def test_on_the_diagonal_a_customised_vehicle_fills_what_lies_in_its_rectangle(
    size: tuple[int, int],
) -> None:
    battle = of_size(*size, 1)
    print_ = where(battle)
    x, y = print_.anchor
    assert print_.centre == (x + 0.5, y - 0.5)
    assert set(print_.squares) == aslant(*size, print_.centre)


@rule("owb.footprint.other-sizes-on-the-diagonal", "owb.footprint.straight-facing-block")
@pytest.mark.parametrize("facing", range(8))
def test_a_vehicle_of_one_square_fills_one_square_in_all_facings(facing: int) -> None:
    battle = of_size(1, 1, facing)
    assert len(where(battle).squares) == 1
    before = where(battle).squares[0]
    assert paid(battle, Drive(CAR, 2)) == 2
    steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    dx, dy = steps[facing]
    assert where(battle).squares == ((before[0] + 2 * dx, before[1] + 2 * dy),)


@rule("owb.footprint.other-sizes-on-the-diagonal")
def test_a_customised_size_fills_what_lies_in_its_slanting_rectangle() -> None:
    assert squares(footprint((1, 1), 3, (4, 4))) == {(4, 4)}
    # 2 x 2 about the corner (0.5, -0.5): along and across at most 1, so the four squares beside it
    assert squares(footprint((2, 2), 1, (0, 0))) == {(0, 0), (1, 0), (0, -1), (1, -1)}
    # 6 x 2: along at most 3 (dx - dy up to 4.24), across at most 1 (dx + dy up to 1.41)
    long = footprint((6, 2), 1, (0, 0))
    offsets = {(x - 0.5, y + 0.5) for x, y in long.squares}
    assert offsets == {
        (a / 2, b / 2)
        for a, b in product(range(-9, 10, 2), repeat=2)
        if abs(a - b) / 2 <= 3 * 2**0.5 and abs(a + b) / 2 <= 2**0.5
    }


@rule("owb.footprint.front-corner-squares")
def test_front_corners_of_the_printed_sizes() -> None:
    for size in ((3, 2), (4, 2), (4, 3)):
        slanting = footprint(size, 1, (0, 0))
        assert (slanting.front_left, slanting.front_right) == ((1, -2), (2, -1))
    bike = footprint((2, 1), 1, (0, 0))
    assert bike.front_left == bike.front_right == (1, -1)
    south_east = footprint(TANK, 3, (0, 0))
    assert (south_east.front_left, south_east.front_right) == ((2, 1), (1, 2))


@rule("owb.footprint.front-corner-squares")
def test_other_sizes_take_the_squares_farthest_forward() -> None:
    print_ = footprint((6, 2), 1, (0, 0))
    farthest = max(x - y for x, y in print_.squares)
    front = sorted((x, y) for x, y in print_.squares if x - y == farthest)
    assert (print_.front_left, print_.front_right) == (front[0], front[-1])


@rule("owb.footprint.front-corner-squares")
def test_a_turn_keeps_the_front_inside_corner() -> None:
    tank = footprint(TANK, 0, (5, 5))
    right = turned(tank, 2, tank.front_right, left=False)
    assert right.front_right == (6, 5)
    left = turned(tank, 6, tank.front_left, left=True)
    assert left.front_left == (5, 5)


@rule("owb.footprint.centre-point")
def test_the_centre_is_that_of_the_true_rectangle() -> None:
    assert footprint(TANK, 0, (0, 0)).centre == (0.5, 1.5)
    for size in ((2, 1), (4, 2), (4, 3)):
        assert footprint(size, 1, (0, 0)).centre == (0.5, -0.5)
    assert footprint((3, 2), 1, (0, 0)).centre == (0.75, -0.75)
    assert footprint((3, 2), 3, (0, 0)).centre == (0.75, 0.75)


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


@rule("owb.footprint.pivot-on-the-spot")
@pytest.mark.parametrize("size", BOOK_SIZES)
def test_a_pivot_shifts_by_three_quarters_of_a_square_at_most(size: Size) -> None:
    for start, end in product(range(8), repeat=2):
        old = footprint(size, start, (0, 0))
        new = pivoted(old, end)
        dx, dy = new.centre[0] - old.centre[0], new.centre[1] - old.centre[1]
        assert (dx * dx + dy * dy) ** 0.5 <= 0.75
        if size == TANK:
            assert new.centre == old.centre
        if (end - start) % 8 == 4 and (start % 2 == 0 or size != (3, 2)):
            assert squares(new) == squares(old)


@rule("owb.footprint.zones-front-side-rear", "owb.vattack.face-hit")
@pytest.mark.parametrize(("square", "harmed"), [((4, -3), False), ((5, -3), True)])
def test_on_the_line_from_its_corner_a_tank_shows_its_front(square: Square, harmed: bool) -> None:
    """An anti-tank rifle does nothing to the front of an x2 hull, and half to its side."""
    (at,) = here(square)
    hans = man("hans", at, "b", facing=5, weapons=["rifle-anti-tank"])
    battle = begun("hans", vehicle("tank", "tank-medium", ZERO), hans, dice=(1, 6))
    order = ShootAboard("hans", vehicle="tank", weapon="rifle-anti-tank")
    odds = present(battle.odds(order, "b"))
    assert bool(dict(odds.outcomes)["no effect"]) is not harmed
    play(battle, order, dice=[15, *([6, 6] if harmed else [])])
    assert rolled_all(battle)
    assert the(battle, "tank").hp == (36 - 6 if harmed else 36)


@rule("owb.footprint.zones-front-side-rear", "owb.vehicle.mini-has-an-identifiable-front")
def test_lines_from_the_corners_part_front_side_and_rear() -> None:
    tank = footprint(TANK, 0, (0, 0))
    assert zone_of(tank, (4, -3)) == "front"
    assert zone_of(tank, (5, -3)) == "right"
    assert zone_of(tank, (-4, -3)) == "left"
    # behind, the line itself belongs to the side: f = -4.5, s = 3.5
    assert zone_of(tank, (4, 6)) == "right"
    assert zone_of(tank, (3, 6)) == "rear"
    assert zone_of(tank, (0.5, 0)) == "left"


@rule("owb.footprint.zones-front-side-rear")
def test_zones_of_a_slanting_vehicle_are_measured_along_its_axes() -> None:
    tank = footprint(TANK, 1, (0, 0))
    assert zone_of(tank, (6, -6)) == "front"
    assert zone_of(tank, (-5, 5)) == "rear"
    assert zone_of(tank, (5, 4)) == "right"
    assert zone_of(tank, (-4, -5)) == "left"


@rule("owb.footprint.adjacent")
def test_footprints_that_touch() -> None:
    one, beside = footprint(TANK, 0, (0, 0)), footprint(TANK, 0, (2, 3))
    assert edge_adjacent(one, beside)
    corner = footprint(TANK, 0, (2, 4))
    assert not edge_adjacent(one, corner)
    assert adjacent(one.squares, corner.squares)
    apart = footprint(TANK, 0, (4, 6))
    assert distance_between(one.squares, apart.squares) == 3
    assert not adjacent(one.squares, apart.squares)


@rule("owb.footprint.adjacent")
def test_the_ring_is_all_that_touches_a_footprint() -> None:
    tank = footprint(TANK, 0, (5, 5))
    assert set(ring(tank)) == block(range(4, 8), range(4, 10)) - squares(tank)
