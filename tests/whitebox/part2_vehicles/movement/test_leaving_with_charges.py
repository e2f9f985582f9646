"""The edge of the map: what sticks to a vehicle leaves with it."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.frames import Explosive
from sandtable.rulebooks.whitebox.state.vehicle_orders import Drive
from tests.whitebox.kit.scenes import play
from tests.whitebox.kit.vehicles import CAR, on_the_road


@pytest.mark.rule("owb.footprint.leaving-the-map")
def test_a_charge_on_a_vehicle_leaves_the_map_with_it_and_others_stay() -> None:
    battle = on_the_road("truck-large", (10, 1))
    stuck = Explosive(kind="sticky-bomb", square=(10, 1), owner="foe", due=9, vehicle=CAR)
    lying = Explosive(kind="grenade", square=(20, 20), owner="foe", due=9)
    battle.state.explosives = (stuck, lying)
    play(battle, Drive(CAR, 2))
    assert CAR in battle.state.left
    assert list(battle.state.explosives) == [lying]
