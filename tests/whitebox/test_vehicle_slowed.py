"""Vehicles that are damaged on their way."""

from __future__ import annotations

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import adverse_effect
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import movement_left
from sandtable.rulebooks.whitebox.state.vehicle_orders import Drive
from sandtable.rulebooks.whitebox.state.vehicles import Pace
from tests.whitebox.driving_kit import CAR, on_the_road, parked
from tests.whitebox.kit import play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule


@rule("owb.vcrit.movement")
@pytest.mark.parametrize(
    ("pace", "driven", "left"),
    [("normal", 2, 3), ("normal", 6, 3), ("normal", 8, 1), ("crawl", 1, 1), ("crawl", 3, 0)],
)
def test_what_was_travelled_stands_and_the_rest_is_cut_to_the_new_value(
    pace: Pace, driven: int, left: int
) -> None:
    """A medium tank: 9 becomes 3, at a crawl 3 becomes 1."""
    battle = on_the_road("tank-medium", pace=pace, travel=3)
    play(battle, Drive(CAR, driven))
    list(adverse_effect(battle.state, CAR, ScriptedDice([3])))
    tank = the(battle, CAR)
    assert (tank.travel, movement_left(battle.state, tank)) == (driven, left)


@rule("owb.vcrit.movement")
def test_a_result_before_the_turn_leaves_the_whole_of_the_new_value() -> None:
    battle = parked("tank-medium", pace="normal", travel=6)
    list(adverse_effect(battle.state, CAR, ScriptedDice([3])))
    assert movement_left(battle.state, the(battle, CAR)) == 3


@rule("owb.vcrit.movement")
def test_a_second_result_stops_it_where_it_is() -> None:
    battle = on_the_road("tank-medium")
    play(battle, Drive(CAR, 2))
    for _ in range(2):
        list(adverse_effect(battle.state, CAR, ScriptedDice([3])))
    tank = the(battle, CAR)
    assert (tank.immobile, tank.pace, movement_left(battle.state, tank)) == (True, "stopped", 0)
