"""EFFECTS OF TERRAIN on vehicles."""

import pytest

from sandtable.battle import Amend
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.lines import Ends, line_of_fire
from tests.whitebox.kit import *


@rule("owb.vterrain.normal")
@pytest.mark.parametrize("ground", ["road", "bridge", "flat-ground"])
def test_roads_bridges_and_flat_ground_change_nothing(ground: str) -> None:
    battle = on_the_road("truck-large", terrain=[filled("it", ground, (0, 0), (35, 35))])
    assert paid(battle, Drive(CAR, 5)) == 5


@rule("owb.vterrain.rough-costs-two")
def test_a_halftrack_pays_two_while_any_square_of_it_is_in_rough_ground() -> None:
    """One square under its tail is enough; it is out of the mud after two of four steps."""
    for column, costs in ((10, [2, 2, 1, 1]), (11, [2, 2, 1, 1]), (12, [1, 1, 1, 1])):
        mud = filled("mud", "mud", (column, 25))
        battle = parked("armored-personnel-carrier", (10, 24), terrain=[mud])
        play(battle, SetPace(CAR, "normal"))
        assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == costs
        left = 12 - sum(costs)
        assert refused(battle, Drive(CAR, left + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert not refused(battle, Drive(CAR, left))


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
def test_a_tank_pays_two_while_it_straddles_a_low_wall() -> None:
    """The wall lies between y 19 and y 18; the tank fills four rows."""
    wall = edged("wall", "low-brick-wall", (0, 19), (35, 19))
    battle = on_the_road("tank-light", (10, 19), terrain=[wall])
    battle.state.alter(CAR, length=4)
    battle.state.place(CAR, footprint((4, 2), 0, (10, 19)))
    costs = [paid(battle, Drive(CAR, 1)) for _ in range(5)]
    assert costs == [2, 2, 2, 1, 1]


@rule("owb.vterrain.obstacle-costs-two", "owb.vmove.occupied-square-means-collision")
def test_a_body_slows_the_car_that_lies_over_it_until_it_is_behind() -> None:
    battle = on_the_road("car", with_=[man("ivan", (10, 19), "b")])
    play(battle, Drive(CAR, 1, "ivan"), dice=[1, 17, 6])
    assert person(battle, "ivan").out == "dead"
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [2, 2, 1, 1]


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


@rule("owb.vterrain.impassable", "owb.collision.ram")
def test_nobody_rams_a_wall_with_half_of_the_vehicle_in_a_river() -> None:
    """Half of the car would strike the wall, the other half would go into the water."""
    river = filled("river", "wide-river", (11, 10), (11, 18))
    battle = sturdy(
        driven("c", "car", (10, 20)),
        terrain=(filled("wood", "building-wall-plaster-or-wood", (10, 18)), river),
        options={"cover_damage": "hit-points"},
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    assert refused(battle, Drive("c", 2, ram_object=True)) == "owb.vterrain.impassable"


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


@rule("owb.vterrain.impassable")
@pytest.mark.parametrize("kind", ["wide-river", "flooded-field", "bomb-crater-large"])
def test_into_water_or_a_pit_it_stops_and_is_stuck(kind: str) -> None:
    state = speeding_car(12, terrain=(filled("w", kind, (10, 12), (20, 17)),))
    slip(state, "c", SKID, 2, 1)
    assert front_left(state) == (15, 17)
    assert the(state, "c").stuck
    assert the(state, "c").pace == "stopped"


@rule("owb.vterrain.impassable", "owb.vterrain.passability-per-vehicle")
@pytest.mark.parametrize(
    ("kind", "tag", "struck", "stuck"),
    [
        ("wooden-fence", "wheeled-impassable", True, False),
        ("mud", "wheeled-impassable", False, True),
        ("tall-wall", "wheeled-obstacle", False, False),
    ],
)
def test_what_the_map_says_of_a_feature_goes_before_the_table(
    kind: str, tag: str, struck: bool, stuck: bool
) -> None:
    state = speeding_car(3, terrain=(filled("w", kind, (12, 19), (20, 19), tags=(tag,)),))
    dice = [1, NEVER] if struck else []
    done = slip(state, "c", SKID, 2, *dice, 1)
    assert bool(done.of("collision")) is struck
    assert the(state, "c").stuck is stuck
    assert front_left(state) == (15, 20 if struck else 19)


@rule("owb.vterrain.impassable", "owb.vterrain.passability-per-vehicle")
def test_a_low_wall_stops_a_jeep_and_costs_a_tank_double_for_as_long_as_it_straddles_it() -> None:
    wall = edged("wall", "low-brick-wall", (9, 19), (13, 19))
    jeep = on_the_road("truck-small", (10, 20), terrain=[wall])
    assert refused(jeep, Drive(CAR, 2)) == "owb.vterrain.impassable"
    assert not refused(jeep, Drive(CAR, 1))
    tank = on_the_road("tank-medium", (10, 20), terrain=[wall])
    assert [paid(tank, Drive(CAR, 1)) for _ in range(5)] == [1, 2, 2, 2, 1]


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
@pytest.mark.parametrize("facing", [0, 2])
def test_a_tank_pays_two_for_each_step_up_to_a_plateau(facing: int) -> None:
    corners = ((0, 0), (35, 19)) if facing == 0 else ((11, 0), (35, 35))
    hill = filled("hill", "elevation", *corners, height=1)
    battle = parked("tank-medium", (10, 20), facing, terrain=[hill])
    play(battle, SetPace(CAR, "normal"))
    assert [paid(battle, Drive(CAR, 1)) for _ in range(5)] == [2, 2, 2, 2, 1]


@rule("owb.vterrain.elevation", "owb.vterrain.bogging-down")
def test_a_turn_up_a_slope_costs_two_more_and_nobody_bogs_down() -> None:
    hill = filled("hill", "elevation", (0, 0), (35, 18), height=1)
    battle = on_the_road("car", terrain=[hill])
    assert paid(battle, Turning(CAR, "right")) == 4
    assert not told(battle, "bog")


@rule("owb.vterrain.elevation")
def test_a_turn_is_refused_where_it_would_stand_on_levels_two_apart() -> None:
    hill = filled("hill", "elevation", (11, 18), height=2)
    battle = on_the_road("car", terrain=[hill])
    assert refused(battle, Turning(CAR, "right")) == "owb.vterrain.elevation"
    assert refused(battle, Turning(CAR, "left")) == ""


@rule("owb.vterrain.elevation")
def test_a_long_vehicle_is_stopped_by_a_slope_that_rises_twice_under_it() -> None:
    """One level after every two squares: a tank of four would stand on three levels."""
    terrain = [
        filled("low", "elevation", (0, 0), (35, 19), height=1),
        filled("high", "elevation", (0, 0), (35, 17), height=2),
    ]
    tank = on_the_road("tank-medium", terrain=terrain)
    assert refused(tank, Drive(CAR, 2)) == ""
    assert refused(tank, Drive(CAR, 3)) == "owb.vterrain.elevation"
    cycle = on_the_road("motorcycle", terrain=terrain)
    assert paid(cycle, Drive(CAR, 5)) == 2 + 2 + 2 + 2 + 1


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
def test_a_turn_that_ends_with_one_square_in_mud_costs_four() -> None:
    """The tank of the example of turns ends on (2, -1), which it did not touch before."""
    (corner,) = here((2, -1))
    mud = filled("mud", "mud", corner)
    battle = on_the_road("tank-medium", ZERO, terrain=[mud])
    assert paid(battle, Turning(CAR, "right", 45)) == 4
    assert the(battle, CAR).travel == 2
    dry = on_the_road("tank-medium", ZERO, terrain=[mud])
    assert paid(dry, Turning(CAR, "left", 45)) == 2


@rule("owb.vterrain.costs-add-to-manoeuvres", "owb.vterrain.elevation")
def test_a_turn_that_ends_half_in_mud_on_a_slope_costs_two_more_once() -> None:
    """Facing N at (10, 20), right: front-right goes to (12, 19), front-left to (11, 18)."""
    terrain = [
        filled("mud", "mud", (12, 19)),
        filled("hill", "elevation", (0, 0), (35, 18), height=1),
    ]
    battle = on_the_road("car", terrain=terrain)
    assert paid(battle, Turning(CAR, "right"), dice=[2]) == 2 + 2
    assert rolled_all(battle)
    assert where(battle).front_left == (11, 18)


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


@rule("owb.vterrain.costs-add-to-manoeuvres")
@pytest.mark.parametrize(
    ("order", "cost"),
    [
        (Turning(CAR, "right", 45), 4),
        (Turning(CAR, "right", 90), 6),
        (Turning(CAR, "right", 90, "tight"), 4),
        (Turning(CAR, "right", 180, "bootleg"), 5),
        (ChangeLane(CAR, "right"), 4),
        (ChangeLane(CAR, "right", quick=True), 4),
        (DriveDefensively(CAR), 2),
        (Drive(CAR, 3), 6),
    ],
)
def test_mud_under_the_whole_way_adds_two_to_manoeuvres_and_one_to_each_step(
    order: Any, cost: int
) -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road(
        "car", (15, 15), with_=[wheelman()], terrain=[mud], options={"bogging": "off"}
    )
    assert paid(battle, order) == cost


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
