"""COLLISION: walls along the edges of squares, whichever way one drives into them."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.vehicle_orders import Drive
from sandtable.table.grid import Square
from tests.whitebox.kit.crashes import ALWAYS, crash, driven, speeding, sturdy_field
from tests.whitebox.kit.scenes import edged, play, told
from tests.whitebox.kit.vehicles import CAR, on_the_road, the, where


@pytest.mark.rule("owb.collision.object-struck")
@pytest.mark.parametrize(
    ("facing", "wall"),
    [
        (0, ((8, 18), (14, 18))),
        (2, ((13, 17), (13, 24))),
        (4, ((8, 23), (14, 23))),
        (6, ((8, 17), (8, 24))),
    ],
)
def test_a_wall_is_struck_going_north_east_south_or_west(
    facing: int, wall: tuple[Square, Square]
) -> None:
    masonry = edged("w", "building-wall-masonry", *wall)
    battle = on_the_road("truck-large", (10, 20), facing, terrain=[masonry])
    # The Driving Check fails; the spinout would carry it on, but for the wall: 3 points each.
    play(battle, Drive(CAR, 3, ram_object=True), dice=[10, 3, 3, 3, 3, 20, 3])
    (crash,) = told(battle, "collision")
    assert crash.data["type"] == "object"
    assert the(battle, CAR).pace == "stopped"
    assert told(battle, "carried")[0].data["squares"] == 0
    edge = wall[0][1] if facing in (0, 4) else wall[0][0]
    along = [square[facing % 4 == 0] for square in where(battle).squares]
    assert max(along) == edge - 1 if facing in (2, 4) else min(along) == edge


@pytest.mark.rule("owb.collision.object-struck")
@pytest.mark.parametrize(
    ("facing", "sideways", "wall"),
    [
        (0, 2, ((11, 8), (11, 14))),
        (0, 6, ((10, 8), (10, 14))),
        (2, 4, ((8, 11), (14, 11))),
        (2, 0, ((8, 10), (14, 10))),
    ],
)
def test_one_that_slides_sideways_strikes_the_wall_beside_it(
    facing: int, sideways: int, wall: tuple[Square, Square]
) -> None:
    """A motorcycle is one square wide: it is on this side of the wall, or beyond it."""
    masonry = edged("w", "building-wall-masonry", *wall)
    state = sturdy_field(driven("m", "motorcycle", (10, 10), facing), terrain=(masonry,))
    speeding(state, "m", 7)
    done = crash(state, "m", 4, *[ALWAYS] * 6, direction=sideways)
    assert done.of("collision")[0].data["type"] == "object"
