"""MODIFICATIONS as they act on the road and under fire."""

from __future__ import annotations

from typing import Literal

import pytest

from sandtable.battle import Order
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import movement_of
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import Terrain
from sandtable.rulebooks.whitebox.part3_combining.exposed import exposed, occupant_shelter
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    FirePort,
    Pivot,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.scenario import Unit
from tests.whitebox.driving_kit import CAR, on_the_road, paid, parked, refused, where
from tests.whitebox.kit import OwbBattle, fight, filled, man, play, told
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
STEERED = ["advanced-steering"]


# -- Advanced Steering ----------------------------------------------------------------------------


@rule("owb.mod.advanced-steering-pivot")
@pytest.mark.parametrize("degrees", [45, 90])
def test_a_standing_vehicle_pivots_by_up_to_90_degrees_for_nothing(
    degrees: Literal[45, 90],
) -> None:
    battle = parked("tank-medium", add=STEERED)
    play(battle, SetPace(CAR, "stopped"))
    assert paid(battle, Pivot(CAR, "right", degrees)) == 0
    assert the(battle, CAR).facing == degrees // 45
    assert (the(battle, CAR).checks, the(battle, CAR).travel) == (0, 0)
    assert refused(battle, Pivot(CAR, "right", 90)) == "owb.mod.advanced-steering-pivot"
    assert bool(refused(battle, Pivot(CAR, "right", 45))) is (degrees == 90)


@rule("owb.mod.advanced-steering-pivot")
def test_it_cannot_pivot_without_room_or_without_the_modification() -> None:
    tree = [filled("tree", "thick-tree", (12, 21))]
    battle = parked("tank-medium", add=STEERED, terrain=tree)
    play(battle, SetPace(CAR, "stopped"))
    assert refused(battle, Pivot(CAR, "right", 90)) == "owb.mod.advanced-steering-pivot"
    plain = parked("tank-medium")
    play(plain, SetPace(CAR, "stopped"))
    assert refused(plain, Pivot(CAR, "right", 90)) == "owb.mod.advanced-steering-pivot"


@rule("owb.mod.advanced-steering-too-fast")
def test_at_speed_the_attempt_is_a_mishap_on_the_tracked_table() -> None:
    battle = on_the_road("tank-medium", add=STEERED)
    # strain (4) for 1d3 = 2 -> 1 rounds; no Driving Check is made
    play(battle, Pivot(CAR, "right", 90), dice=[4, 2, 1])
    assert (the(battle, CAR).facing, where(battle).anchor) == (0, (10, 20))
    assert len(told(battle, "mishap")) == 1
    assert the(battle, CAR).checks == 0
    for pace in ("crawl", "reverse"):
        slow = parked("tank-medium", add=STEERED)
        play(slow, SetPace(CAR, pace))
        assert refused(slow, Pivot(CAR, "right")) == "owb.mod.advanced-steering-pivot"


@rule("owb.mod.advanced-steering-turns")
@pytest.mark.parametrize(
    ("order", "cost"),
    [(Turning(CAR, "left", 90, "tight"), 2), (Turning(CAR, "left", 180, "bootleg"), 3)],
)
def test_it_lets_tracks_try_tight_and_bootleg_turns(order: Turning, cost: int) -> None:
    plain = on_the_road("tank-light")
    assert refused(plain, order).startswith("owb.turn.")
    battle = on_the_road("tank-light", add=STEERED)
    # the Driving Check of an ordinary soldier, then his Saving Throw
    assert paid(battle, order, dice=[1, 18]) == cost
    assert the(battle, CAR).facing == (8 - order.degrees // 45) % 8


# -- Tracked, Amphibious, Waterborne --------------------------------------------------------------


@rule("owb.mod.tracked")
def test_tracks_never_bog_down_on_rough_ground_and_climb_low_walls() -> None:
    mud = [filled("mud", "mud", (0, 10), (35, 19))]
    tracks = on_the_road("tank-medium", terrain=mud)
    # no die is thrown for bogging, but the cost is double
    assert paid(tracks, Drive(CAR, 1)) == 2
    assert not told(tracks, "bog")
    wall = [filled("wall", "low-brick-wall", (0, 19), (35, 19))]
    over = on_the_road("tank-medium", terrain=wall)
    assert paid(over, Drive(CAR, 1)) == 2
    wheels = on_the_road("car", terrain=wall)
    assert refused(wheels, Drive(CAR, 1))
    ford = [filled("ford", "waist-deep-water", (0, 10), (35, 19))]
    assert paid(on_the_road("tank-medium", terrain=ford), Drive(CAR, 1)) == 2
    assert refused(on_the_road("car", terrain=ford), Drive(CAR, 1))


@rule("owb.mod.amphibious")
def test_water_is_rough_to_an_amphibious_vehicle_which_never_bogs_down_there() -> None:
    river = [filled("river", "wide-river", (0, 10), (35, 19))]
    battle = on_the_road("car", add=["amphibious"], terrain=river)
    assert paid(battle, Drive(CAR, 3)) == 6
    assert not told(battle, "bog")


@rule("owb.mod.waterborne")
def test_a_waterborne_vehicle_moves_on_water_only() -> None:
    river = [filled("river", "wide-river", (0, 15), (35, 30))]
    battle = on_the_road("car", add=["waterborne"], terrain=river)
    assert paid(battle, Drive(CAR, 5)) == 5
    ashore = Terrain(battle.state, the(battle, CAR))
    assert set(ashore.classes([(10, 15), (10, 14)])) == {"normal", "impassable"}
    assert refused(battle, Drive(CAR, 1))


def test_makeshift_armor_slows_until_repair_even_when_it_is_gone() -> None:
    battle = on_the_road("tank-medium", add=["makeshift-armor"])
    assert movement_of(battle.state, the(battle, CAR)) == 8


# -- Firing Ports ---------------------------------------------------------------------------------


def carrier(*riders: Unit) -> OwbBattle:
    """A carrier that stands still in the turn of its crew, with enemies on both sides."""
    enemies = [
        man("left", (5, 21), "b", facing=2),
        man("right", (16, 21), "b", facing=6),
        man("ahead", (10, 10), "b", facing=4),
    ]
    battle = fight(vehicle("apc", "armored-personnel-carrier", (10, 20)), *riders, *enemies)
    play(battle, StartVehicle("apc"), SetPace("apc", "stopped"))
    return battle


def rider(number: int) -> Unit:
    """A rifleman on a bench of the carrier; the first seat is the commander's."""
    return man(f"r{number}", (0, number), carried_by="apc", seat=f"passenger-{number + 1}")


def port(number: int, target: str, side: Literal["F", "R", "L", "A"]) -> Order:
    """A shot through a port."""
    return FirePort(person=f"r{number}", weapon="rifle-large", target=target, port=side)


@rule("owb.mod.firing-ports")
def test_there_are_two_ports_on_each_side_one_in_front_and_one_behind() -> None:
    battle = carrier(*map(rider, range(1, 7)))
    play(battle, port(1, "left", "L"), dice=[1])
    play(battle, port(2, "left", "L"), dice=[1])
    assert refused(battle, port(3, "left", "L")) == "owb.mod.firing-ports"
    # each side has its own arc
    assert refused(battle, port(3, "left", "R"))
    play(battle, port(3, "right", "R"), dice=[1])
    play(battle, port(4, "ahead", "F"), dice=[1])
    assert refused(battle, port(5, "ahead", "F")) == "owb.mod.firing-ports"


@rule("owb.mod.firing-ports")
def test_a_page_offers_the_ports_of_a_vehicle_that_has_them() -> None:
    battle = carrier(rider(1))
    (choice,) = battle.choices
    listed = RULEBOOK.actions(battle.state, choice.seats[0], choice, "apc")
    shots = [one for one in listed if one.order == "fire-port"]
    assert shots
    for shot in shots:
        (where,) = (slot for slot in shot.slots if slot.name == "port")
        assert [word.value for word in where.words] == ["", "F", "R", "L", "A"]


@rule("owb.mod.firing-ports-protect")
def test_whoever_has_fired_through_a_port_is_in_partial_cover_from_that_side_only() -> None:
    battle = carrier(rider(1), rider(2))
    play(battle, port(1, "left", "L"), dice=[1])
    state = battle.state
    shooter, other = state.person("r1"), state.person("r2")
    assert exposed(state, shooter, (5, 21))
    assert occupant_shelter(state, (5, 21), shooter) == "partial"
    assert occupant_shelter(state, (16, 21), shooter) == "full"
    assert occupant_shelter(state, (5, 21), other) == "full"
