"""FIRING PORT: the weapons that are fired through it."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.vehicle_orders import FirePort, SetPace, StartVehicle
from tests.whitebox.kit.scenes import fight, man, play
from tests.whitebox.kit.vehicles import vehicle


@pytest.mark.rule("owb.vattack.passengers-fire-hand-weapons")
@pytest.mark.parametrize(
    ("sheet", "weapon", "allowed"),
    [
        ("rifleman", "rifle-large", True),
        ("rifleman", "submachinegun", False),  # he has none
        ("flamethrower-operator", "flamethrower", False),  # it strikes an area
    ],
)
def test_one_fires_what_he_has_through_a_port_but_no_flames(
    sheet: str, weapon: str, allowed: bool
) -> None:
    battle = fight(
        vehicle("apc", "armored-personnel-carrier", (10, 20)),
        man("rider", (0, 0), sheet=sheet, carried_by="apc", seat="passenger-2"),
        man("left", (7, 21), "b", facing=2),
        dice=(6, 1) if allowed or sheet == "rifleman" else (6, 6, 1),
    )
    play(battle, StartVehicle("apc"), SetPace("apc", "stopped"))
    order = FirePort(person="rider", weapon=weapon, target="left", port="L")
    found = battle.refusal(order, "a")
    if allowed:
        assert found is None
    else:
        assert found is not None
        assert found.rule == "owb.vattack.passengers-fire-hand-weapons"
