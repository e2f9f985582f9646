"""EFFECTS OF TERRAIN on vehicles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.battle import Amend
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.lines import Ends, line_of_fire
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    movement_left,
)
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import ground_class
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.scenario import ScenarioError
from tests.whitebox.driving_kit import (
    ALLY,
    CAR,
    DRY,
    FOE,
    on_the_road,
    paid,
    refused,
    where,
)
from tests.whitebox.kit import (
    OwbBattle,
    edged,
    fight,
    filled,
    pass_all,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- terrain --------------------------------------------------------------------------------------


@rule("owb.vterrain.normal")
@pytest.mark.parametrize("ground", ["road", "bridge", "flat-ground"])
def test_roads_bridges_and_flat_ground_change_nothing(ground: str) -> None:
    battle = on_the_road("truck-large", terrain=[filled("it", ground, (0, 0), (35, 35))])
    assert paid(battle, Drive(CAR, 5)) == 5


@rule("owb.vterrain.rough-costs-two", "owb.vterrain.impassable")
def test_the_halftrack_of_the_book_pays_six_and_stops_before_the_crater() -> None:
    """Two steps with its tail in the mud, two without; the large crater stops it."""
    terrain = [
        filled("mud", "mud", (5, 21), (20, 24)),
        filled("crater", "bomb-crater-large", (9, 14), (12, 15)),
    ]
    battle = on_the_road("armored-personnel-carrier", (10, 20), terrain=terrain)
    assert paid(battle, Drive(CAR, 2)) == 4
    assert where(battle).squares[-1] == (11, 21)
    assert paid(battle, Drive(CAR, 2)) == 2
    assert the(battle, CAR).spent == 6
    assert where(battle).anchor == (10, 16)
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.impassable"


@rule("owb.vterrain.rough-costs-two")
def test_a_long_vehicle_pays_until_its_tail_is_out() -> None:
    mud = filled("mud", "mud", (5, 18), (20, 18))
    battle = on_the_road("armored-personnel-carrier", (10, 20), terrain=[mud])
    assert [paid(battle, Drive(CAR, 1)) for _ in range(7)] == [1, 2, 2, 2, 2, 1, 1]


@rule("owb.vterrain.obstacle-costs-two")
def test_an_obstacle_costs_two_for_each_step_with_any_part_of_the_vehicle_on_it() -> None:
    fence = edged("fence", "wooden-fence", (5, 19), (20, 19))
    battle = on_the_road("car", (10, 20), terrain=[fence])
    assert [paid(battle, Drive(CAR, 1)) for _ in range(5)] == [1, 2, 2, 1, 1]


@rule("owb.vterrain.obstacle-costs-two")
def test_rough_and_obstacle_in_one_step_are_not_added() -> None:
    terrain = [
        filled("mud", "mud", (0, 0), (35, 35)),
        filled("bags", "sandbags", (10, 19), (11, 19)),
    ]
    battle = on_the_road("tank-medium", terrain=terrain)
    assert paid(battle, Drive(CAR, 1)) == 2


@rule("owb.vterrain.impassable")
@pytest.mark.parametrize(
    "kind",
    ["thick-forest", "flooded-field", "barbed-wire", "wide-river", "tall-wall"],
)
def test_what_is_impassable_is_not_entered(kind: str) -> None:
    battle = on_the_road("tank-medium", terrain=[filled("it", kind, (11, 18))])
    assert refused(battle, Drive(CAR, 1)) == ""
    assert refused(battle, Drive(CAR, 2)) == "owb.vterrain.impassable"


@rule("owb.vterrain.impassable")
def test_a_wall_on_an_edge_stops_it_and_can_be_rammed_on_purpose() -> None:
    wall = edged("wall", "building-wall-masonry", (5, 19), (20, 19))
    battle = on_the_road("tank-medium", terrain=[wall])
    assert refused(battle, Drive(CAR, 2)) == "owb.vterrain.impassable"
    assert refused(battle, Drive(CAR, 2, ram_object=True)) == ""
    water = on_the_road("car", terrain=[filled("it", "wide-river", (10, 18), (11, 18))])
    assert refused(water, Drive(CAR, 2, ram_object=True)) == "owb.vterrain.impassable"


@rule("owb.vterrain.impassable")
def test_a_skid_into_a_flooded_field_ends_there_stuck() -> None:
    """Defensive driving: d20 2 fails; mishap 4, a skid straight on; 1d3 damage 1."""
    field = filled("field", "flooded-field", (5, 15), (20, 19))
    battle = on_the_road("car", travel=3, terrain=[field])
    play(battle, DriveDefensively(CAR), dice=[2, 4, 2, 1])
    car = the(battle, CAR)
    assert (where(battle).anchor, car.stuck, car.pace) == ((10, 19), True, "stopped")


@rule("owb.vterrain.impassable-with-preparation")
def test_with_the_switch_only_the_referees_word_brings_a_vehicle_across() -> None:
    river = filled("river", "wide-river", (0, 17), (35, 18))
    ready = {"vehicles_cross_impassable": "on", "referee_override": "on"}
    units = (vehicle(CAR, "car", (10, 20), pace="normal", travel=5), ALLY, FOE)
    battle = fight(*units, terrain=[river], options=ready, referee=True)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    crossing = "owb.vterrain.impassable-with-preparation"
    assert refused(battle, Drive(CAR, 2)) == crossing
    battle.rule(Amend(piece=CAR, set={"y": the(battle, CAR).y + 6}))
    assert where(battle).anchor == (10, 14)
    assert refused(battle, Drive(CAR, 2)) == ""
    never = on_the_road("car", terrain=[river])
    assert refused(never, Drive(CAR, 2)) == "owb.vterrain.impassable"


@rule("owb.vterrain.passability-per-vehicle")
def test_the_same_feature_is_different_to_wheels_and_to_tracks() -> None:
    state = state_of(vehicle("jeep", "car", (5, 20)), vehicle("tank", "tank-light", (15, 20)), FOE)
    jeep, tank = the(state, "jeep"), the(state, "tank")
    assert ground_class(jeep, "low-brick-wall") == "impassable"
    assert ground_class(tank, "low-brick-wall") == "obstacle"
    assert ground_class(jeep, "waist-deep-water") == "impassable"
    assert ground_class(tank, "waist-deep-water") == "rough"
    assert ground_class(tank, "hedgerow") == "impassable"
    assert ground_class(tank, "door-open") == "impassable"
    boat = replace(jeep, modifications=("amphibious",))
    assert ground_class(boat, "wide-river") == "rough"
    assert ground_class(boat, "tall-wall") == "impassable"
    ship = replace(jeep, modifications=("waterborne",))
    assert ground_class(ship, "wide-river") == "normal"
    assert ground_class(ship, "flat-ground") == "impassable"


@rule("owb.vterrain.passability-per-vehicle")
def test_a_low_wall_stops_the_jeep_and_slows_the_tank() -> None:
    wall = edged("wall", "low-brick-wall", (5, 19), (20, 19))
    assert refused(on_the_road("car", terrain=[wall]), Drive(CAR, 2)) == "owb.vterrain.impassable"
    assert paid(on_the_road("tank-medium", terrain=[wall]), Drive(CAR, 2)) == 3


@rule("owb.vterrain.passability-per-vehicle")
def test_a_map_may_say_otherwise_for_one_feature() -> None:
    gap = edged("gap", "hedgerow", (5, 19), (20, 19), tags=("tracked-obstacle",))
    assert paid(on_the_road("tank-medium", terrain=[gap]), Drive(CAR, 2)) == 3
    assert refused(on_the_road("car", terrain=[gap]), Drive(CAR, 2)) == "owb.vterrain.impassable"
    deep = filled("deep", "mud", (0, 18), (35, 19), tags=("wheeled-impassable",))
    assert refused(on_the_road("car", terrain=[deep]), Drive(CAR, 1)) == "owb.vterrain.impassable"
    assert paid(on_the_road("tank-medium", terrain=[deep]), Drive(CAR, 1)) == 2
    with pytest.raises(ScenarioError, match="class of ground"):
        on_the_road("car", terrain=[filled("odd", "mud", (0, 18), tags=("wheeled-deep",))])


@rule("owb.vterrain.elevation")
def test_a_plateau_costs_two_until_the_whole_vehicle_is_up() -> None:
    plateau = filled("hill", "elevation", (0, 0), (35, 19), height=1.0)
    battle = on_the_road("tank-medium", (10, 20), terrain=[plateau])
    assert [paid(battle, Drive(CAR, 1)) for _ in range(5)] == [2, 2, 2, 2, 1]
    assert not the(battle, CAR).bogged


@rule("owb.vterrain.elevation")
def test_a_vehicle_half_way_up_is_seen_at_the_elevation_of_its_highest_square() -> None:
    """The crest hides a man who stands where the tail of the tank is, and not the tank."""
    crest = filled("hill", "elevation", (0, 16), (35, 19), height=1.0)
    battle = on_the_road("tank-medium", (10, 18), terrain=[crest])
    grounds = battle.state.bare_grounds
    tail = (10, 21)
    assert line_of_fire(grounds, Ends((10, 2), tail, ((10, 2),), (tail,))).blocked
    tank = Ends((10, 2), tail, ((10, 2),), where(battle).squares, at_vehicle=True)
    assert not line_of_fire(grounds, tank).blocked
    assert paid(battle, Drive(CAR, 1)) == 2


@rule("owb.vterrain.elevation")
def test_two_levels_at_once_are_impassable() -> None:
    cliff = filled("hill", "elevation", (0, 0), (35, 18), height=2.0)
    battle = on_the_road("tank-medium", (10, 20), terrain=[cliff])
    assert refused(battle, Drive(CAR, 2)) == "owb.vterrain.elevation"
    steps = [
        filled("high", "elevation", (0, 0), (35, 17), height=2.0),
        filled("low", "elevation", (0, 18), (35, 19), height=1.0),
    ]
    battle = on_the_road("tank-light", (10, 20), terrain=steps)
    assert refused(battle, Drive(CAR, 2)) == ""
    assert refused(battle, Drive(CAR, 3)) == "owb.vterrain.elevation"


@rule("owb.vterrain.costs-add-to-manoeuvres")
def test_a_turn_that_ends_in_mud_costs_two_more_once() -> None:
    """The front of the car comes into the mud, and onto sandbags in it."""
    terrain = [filled("mud", "mud", (0, 0), (35, 19)), filled("bags", "sandbags", (12, 19))]
    for order, cost in (
        (Turning(CAR, "right"), 4),
        (Turning(CAR, "right", 90), 6),
        (ChangeLane(CAR, "right"), 4),
    ):
        battle = on_the_road("car", terrain=terrain, options=DRY)
        assert paid(battle, order) == cost
        assert the(battle, CAR).travel == cost - 2


@rule("owb.vterrain.cost-must-be-affordable")
def test_the_whole_cost_must_be_left_and_leftovers_are_lost() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 12))
    battle = on_the_road("tank-medium", (10, 20), terrain=[mud])
    play(battle, Drive(CAR, 7))
    assert movement_left(battle.state, the(battle, CAR)) == 2
    assert refused(battle, Drive(CAR, 2)) == "owb.vterrain.cost-must-be-affordable"
    play(battle, Drive(CAR, 1), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert movement_left(battle.state, the(battle, CAR)) == 9


def swamp(sheet: str, kind: str = "mud", options: dict[str, str | bool] | None = None) -> OwbBattle:
    ground = filled("it", kind, (0, 0), (35, 19))
    return on_the_road(sheet, (10, 20), terrain=[ground], options=options)


@rule("owb.vterrain.bogging-down")
def test_wheels_bog_down_in_mud_on_a_one_after_the_step_and_stop() -> None:
    battle = swamp("car")
    play(battle, Drive(CAR, 3), dice=[1])
    car = the(battle, CAR)
    assert where(battle).anchor == (10, 19)
    assert (car.stuck, car.pace, car.travel) == (True, "stopped", 0)
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.bogging-down"


@rule("owb.vterrain.bogging-down")
def test_it_is_rolled_for_once_in_a_round() -> None:
    battle = swamp("car")
    play(battle, Drive(CAR, 3), dice=[2])
    play(battle, Drive(CAR, 1))
    assert len(told(battle, "bog")) == 1
    assert where(battle).anchor == (10, 16)
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 1), dice=[1])
    assert the(battle, CAR).stuck


@rule("owb.vterrain.bogging-down")
@pytest.mark.parametrize(
    ("sheet", "kind", "options", "rolls"),
    [
        ("tank-medium", "mud", {}, 0),
        ("tank-medium", "rubble", {}, 1),
        ("car", "rubble", {}, 1),
        ("car", "sandbags", {}, 0),
        ("car", "mud", DRY, 0),
    ],
)
def test_tracks_bog_down_only_on_obstacles(
    sheet: str, kind: str, options: dict[str, str | bool], rolls: int
) -> None:
    battle = swamp(sheet, kind, options)
    play(battle, Drive(CAR, 1), dice=[6] * rolls)
    assert len(told(battle, "bog")) == rolls
