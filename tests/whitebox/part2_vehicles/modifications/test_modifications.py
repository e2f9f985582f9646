"""MODIFICATIONS, one by one."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.modifications.modifications import (
    flies,
    modified_movement,
)
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import Terrain as Difficulty
from tests.whitebox.kit import *


@rule("owb.mod.adding-modifications")
def test_all_others_can_be_added_once_and_nothing_beyond_three_hulls() -> None:
    assert built("tank-medium", add=["reinforced-hull"]).hull == 3
    not_set_up("3 times", "tank-heavy", add=["reinforced-hull"])
    not_set_up("once", "car", add=["amphibious", "amphibious"])
    not_set_up("once", "tank-light", add=["communications"])
    not_set_up("wings", "car", add=["wings"])
    not_set_up("list", "car", add="tracked")


@rule("owb.mod.aerial")
def test_nobody_shoots_the_pilot_of_what_flies_and_no_burst_reaches_him() -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 14)),
        vehicle("foe", TRUCK, (10, 10), 4, "b", add=["aerial"]),
        FAR_FOE,
    )
    pilot = ShootAboard("ivan", vehicle="foe", weapon="rifle-large", occupant="foe.operator")
    assert refusal(battle, pilot) == "owb.mod.aerial"
    assert everybody_caught(battle.state, (10, 12), 3) == ("ivan",)


@rule("owb.mod.aerial")
def test_what_flies_is_not_struck_from_the_ground_until_it_must_land() -> None:
    state = lone_vehicle("car", add=["aerial"])
    assert flies(the(state, "v"))
    assert vehicles_in_blast(state, (10, 21), 3) == ()
    table_10(state, 2)
    assert not flies(the(state, "v"))
    assert vehicles_in_blast(state, (10, 21), 3) == ("v",)


@rule("owb.mod.amphibious")
def test_water_is_rough_to_an_amphibious_vehicle_which_never_bogs_down_there() -> None:
    river = [filled("river", "wide-river", (0, 10), (35, 19))]
    battle = on_the_road("car", add=["amphibious"], terrain=river)
    assert paid(battle, Drive(CAR, 3)) == 6
    assert not told(battle, "bog")


@rule("owb.mod.cargo")
def test_a_truck_carries_men_or_loads() -> None:
    small, large = built("truck-small"), built("truck-large")
    assert small.all_seats == ("operator", "passenger-1", *(f"bed-{n}" for n in range(1, 5)))
    assert sum(seat.startswith("bed") for seat in large.all_seats) == 12
    laden = built("truck-large", loads=2)
    assert (laden.loads, sum(seat.startswith("bed") for seat in laden.all_seats)) == (2, 4)
    not_set_up("loads", "truck-small", loads=2)
    not_set_up("loads", "car", loads=1)


@rule("owb.mod.communications")
def test_a_radio_works_until_it_is_lost_with_the_vehicle() -> None:
    state = lone_vehicle("tank-light")
    assert has_radio(the(state, "v"))
    assert not has_radio(the(lone_vehicle("car"), "v"))
    assert not has_radio(state.alter("v", wreck="inoperable"))


@rule("owb.mod.supercharged-engine")
def test_a_supercharged_engine_adds_three_up_to_three_times() -> None:
    assert built("car", add=["supercharged-engine"] * 3).movement == 30
    not_set_up("3 times", "car", add=["supercharged-engine"] * 4)


@rule("owb.mod.order-of-movement-changes")
@pytest.mark.parametrize("order", [0, 1, 2])
def test_a_large_truck_with_plates_a_better_engine_and_sandbags_has_9(order: int) -> None:
    """In whatever order they are named."""
    add = ["reinforced-hull", "supercharged-engine", "makeshift-armor"]
    battle = parked("truck-large", (10, 30), add=add[order:] + add[:order])
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 10)) == "owb.vterrain.cost-must-be-affordable"
    assert paid(battle, Drive(CAR, 9)) == 9


@rule("owb.mod.order-of-movement-changes", "owb.mod.makeshift-armor-movement")
def test_added_modifications_change_movement_in_their_order() -> None:
    added = ["makeshift-armor", "supercharged-engine", "reinforced-hull"]
    truck = built("truck-large", add=added)
    assert (truck.movement, truck.hull) == (9, 1)
    assert built("truck-large", add=["makeshift-armor"]).movement == 14
    assert modified_movement(1, ["makeshift-armor"]) == 1


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


@rule("owb.mod.waterborne")
def test_a_waterborne_vehicle_moves_on_water_only() -> None:
    river = [filled("river", "wide-river", (0, 15), (35, 30))]
    battle = on_the_road("car", add=["waterborne"], terrain=river)
    assert paid(battle, Drive(CAR, 5)) == 5
    ashore = Difficulty(battle.state, the(battle, CAR))
    assert set(ashore.classes([(10, 15), (10, 14)])) == {"normal", "impassable"}
    assert refused(battle, Drive(CAR, 1))
