"""COMBINING: a vehicle and men in one cone of suppressive fire are struck by nearness."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin, Sweep
from sandtable.table.grid import Square
from tests.whitebox.kit.scenes import man, play
from tests.whitebox.kit.suppression import in_round_2, struck_by_bullets
from tests.whitebox.kit.vehicles import vehicle


@pytest.mark.rule("owb.suppress.vehicles-in-cone")
@pytest.mark.parametrize(
    ("square", "first"),
    [((9, 15), "truck"), ((9, 17), "man")],  # 5 squares from the gun, or 3
)
def test_a_vehicle_is_struck_by_where_its_nearest_square_lies(square: Square, first: str) -> None:
    """The truck is 4 to 7 squares from the gun."""
    truck = vehicle("truck", "truck-large", (11, 13), 0, "b")
    battle = in_round_2(truck, man("man", square, "b", armor=[]))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2, 2, 2, 2, 2, 2))
    assert struck_by_bullets(battle)[0] == first
