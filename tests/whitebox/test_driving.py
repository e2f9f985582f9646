"""MOVEMENT of vehicles, EFFECTS OF TERRAIN, DRIVING CHECKS and SAVING THROWS."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.battle import Amend
from sandtable.dice import ScriptedDice
from sandtable.odds import Tally
from sandtable.rulebooks.whitebox.line_ends import Ends
from sandtable.rulebooks.whitebox.lines import line_of_fire
from sandtable.rulebooks.whitebox.vehicles.crew import add_moving_penalty, next_round
from sandtable.rulebooks.whitebox.vehicles.driving import (
    allowance,
    allowance_at,
    check_chance,
    complete_stop,
    current_movement,
    driving_check,
    is_moving,
    mishap_table,
    movement_left,
    movement_of,
    save_chance,
    vehicle_save,
)
from sandtable.rulebooks.whitebox.vehicles.orders import (
    ChangeLane,
    Drive,
    DriveDefensively,
    EndVehicle,
    Pivot,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.rulebooks.whitebox.vehicles.stats import BLOCKS
from sandtable.rulebooks.whitebox.vehicles.terrain import ground_class
from sandtable.scenario import ScenarioError
from tests.whitebox.driving_kit import (
    ALLY,
    CAR,
    FOE,
    driver,
    on_the_road,
    paid,
    parked,
    refused,
    wheelman,
    where,
)
from tests.whitebox.kit import (
    OwbBattle,
    edged,
    feed,
    fight,
    filled,
    man,
    pass_all,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
DRY: dict[str, str | bool] = {"bogging": "off"}


# -- paces ----------------------------------------------------------------------------------------


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_the_pace_is_declared_once_and_before_the_first_step() -> None:
    battle = parked("tank-medium")
    first = "owb.vmove.pace-declared-at-start-of-turn"
    assert refused(battle, Drive(CAR, 1)) == first
    play(battle, SetPace(CAR, "crawl"))
    assert refused(battle, SetPace(CAR, "normal")) == first
    assert refused(battle, Drive(CAR, 1)) == ""


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_the_pace_stays_until_the_next_turn_and_begins_as_the_scenario_says() -> None:
    battle = fight(vehicle(CAR, "tank-medium", (10, 20), pace="normal", travel=6), ALLY, FOE)
    assert the(battle, CAR).pace == "normal"
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert battle.state.turn == 2
    assert the(battle, CAR).pace == "crawl"
    assert not the(battle, CAR).declared
    assert the(state_of(vehicle(CAR, "car", (10, 20)), FOE), CAR).pace == "stopped"


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_a_vehicle_at_rest_does_not_move() -> None:
    battle = parked("car")
    play(battle, SetPace(CAR, "stopped"))
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.pace-declared-at-start-of-turn"


@rule("owb.vmove.normal-full-movement")
def test_at_normal_pace_all_of_the_movement_may_be_spent_and_attacks_have_minus_4() -> None:
    battle = on_the_road("tank-medium")
    assert allowance(battle.state, the(battle, CAR)) == 9
    assert refused(battle, Drive(CAR, 10)) == "owb.vterrain.cost-must-be-affordable"
    assert paid(battle, Drive(CAR, 9)) == 9
    assert where(battle).anchor == (10, 11)
    tally = Tally("gunner")
    add_moving_penalty(tally, the(battle, CAR))
    assert tally.total == -4


@rule("owb.vmove.crawl-one-third")
def test_crawling_is_a_third_rounded_down_and_at_least_one() -> None:
    battle = on_the_road("tank-medium", pace="crawl")
    tank = the(battle, CAR)
    assert allowance(battle.state, tank) == 3
    assert allowance_at(battle.state, replace(tank, movement=2), "crawl") == 1
    assert allowance_at(battle.state, replace(tank, movement=8), "crawl") == 2
    assert refused(battle, Drive(CAR, 4)) == "owb.vterrain.cost-must-be-affordable"
    assert refused(battle, Drive(CAR, 3)) == ""
    tally = Tally("gunner")
    add_moving_penalty(tally, tank)
    assert tally.total == 0


@rule("owb.vmove.reverse-one-third")
def test_in_reverse_a_vehicle_goes_straight_back_and_keeps_its_facing() -> None:
    battle = on_the_road("tank-medium", pace="reverse")
    assert paid(battle, Drive(CAR, 3)) == 3
    assert (where(battle).anchor, where(battle).facing) == ((10, 23), 0)
    assert refused(battle, Drive(CAR, 1)) == "owb.vterrain.cost-must-be-affordable"
    assert allowance_at(battle.state, replace(the(battle, CAR), movement=2), "reverse") == 1


@rule("owb.vmove.reverse-one-third")
def test_in_reverse_nothing_but_defensive_driving_and_ramming_is_possible() -> None:
    battle = on_the_road("armored-car", pace="reverse")
    back = "owb.vmove.reverse-one-third"
    assert refused(battle, Turning(CAR, "left")) == back
    assert refused(battle, Turning(CAR, "left", 90, "tight")) == back
    assert refused(battle, ChangeLane(CAR, "left")) == back
    assert refused(battle, ChangeLane(CAR, "left", quick=True)) == back
    assert refused(battle, DriveDefensively(CAR)) == ""


# -- steps ----------------------------------------------------------------------------------------


@rule("owb.vmove.step-is-one-square-along-facing")
@pytest.mark.parametrize(
    ("facing", "anchor"), [(0, (10, 19)), (2, (11, 20)), (5, (9, 21)), (7, (9, 19))]
)
def test_a_step_shifts_the_footprint_one_square_along_the_facing(
    facing: int, anchor: tuple[int, int]
) -> None:
    battle = on_the_road("tank-medium", facing=facing)
    assert paid(battle, Drive(CAR, 1)) == 1
    assert (where(battle).anchor, where(battle).facing) == (anchor, facing)


@rule("owb.vmove.step-is-one-square-along-facing")
def test_a_diagonal_step_is_refused_where_both_ways_round_a_corner_are_closed() -> None:
    """A motorcycle facing NE fills (11, 19) and (10, 20); it would go to (12, 18)."""
    walls = [filled("one", "tall-wall", (11, 18)), filled("two", "tall-wall", (12, 19))]
    battle = on_the_road("motorcycle", facing=1, terrain=walls)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.step-is-one-square-along-facing"
    open_ = on_the_road("motorcycle", facing=1, terrain=walls[:1])
    assert refused(open_, Drive(CAR, 1)) == ""


@rule("owb.vmove.diagonal-needs-a-45-turn")
def test_only_a_turn_of_45_degrees_gives_and_takes_away_a_diagonal_facing() -> None:
    battle = on_the_road("car", (10, 25))
    play(battle, Drive(CAR, 1))
    assert where(battle).anchor == (10, 24)
    play(battle, Turning(CAR, "right"))
    assert where(battle).facing == 1
    x, y = where(battle).anchor
    play(battle, Drive(CAR, 2))
    assert (where(battle).anchor, where(battle).facing) == ((x + 2, y - 2), 1)
    play(battle, Turning(CAR, "right"), Drive(CAR, 1))
    assert where(battle).facing == 2


@rule("owb.vmove.diagonal-costs-one")
def test_the_halftrack_of_the_book_pays_three_for_three_diagonal_squares() -> None:
    battle = on_the_road("armored-personnel-carrier", (10, 20), facing=1)
    assert paid(battle, Drive(CAR, 3)) == 3
    assert where(battle).anchor == (13, 17)


@rule("owb.vmove.diagonal-one-two-count")
def test_in_the_alternate_count_every_second_diagonal_step_costs_two() -> None:
    battle = on_the_road(
        "armored-personnel-carrier", (10, 20), facing=1, options={"diagonals": "alternate"}
    )
    assert paid(battle, Drive(CAR, 1)) == 1
    assert paid(battle, Drive(CAR, 1)) == 2
    assert paid(battle, Drive(CAR, 1)) == 1
    assert paid(battle, Drive(CAR, 1)) == 2
    assert the(battle, CAR).travel == 4


@rule("owb.vmove.diagonal-one-two-count")
def test_turns_do_not_count_as_diagonal_steps_and_mud_costs_one_more_on_top() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = on_the_road(
        "car", (10, 20), facing=1, terrain=[mud], options=DRY | {"diagonals": "alternate"}
    )
    assert paid(battle, Drive(CAR, 1)) == 2
    assert paid(battle, Turning(CAR, "left")) == 4
    assert paid(battle, Turning(CAR, "right")) == 4
    assert paid(battle, Drive(CAR, 1)) == 3


@rule("owb.vmove.travel-and-speed")
def test_the_current_movement_is_the_larger_of_this_rounds_travel_and_the_last() -> None:
    battle = on_the_road("car", (10, 30), travel=15)
    play(battle, Drive(CAR, 4))
    assert current_movement(the(battle, CAR)) == 15


@rule("owb.vmove.travel-and-speed")
def test_extra_points_for_terrain_and_defence_are_no_travel_but_turns_and_lanes_are() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    halftrack = on_the_road("armored-personnel-carrier", (10, 25), travel=0, terrain=[mud])
    assert paid(halftrack, Drive(CAR, 3)) == 6
    assert current_movement(the(halftrack, CAR)) == 3
    car = on_the_road("car", (10, 25), with_=[wheelman()])
    play(car, DriveDefensively(CAR))
    assert (the(car, CAR).spent, the(car, CAR).travel) == (2, 0)
    play(car, Turning(CAR, "left"), ChangeLane(CAR, "right"), Turning(CAR, "right", 90))
    assert the(car, CAR).travel == 2 + 2 + 4


@rule("owb.vmove.travel-and-speed")
def test_the_travel_of_a_round_is_remembered_in_the_next() -> None:
    battle = on_the_road("car", (10, 30), travel=3)
    play(battle, Drive(CAR, 5), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert current_movement(the(battle, CAR)) == 5
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), EndVehicle(CAR))
    pass_all(battle, dice=[6, 1])
    assert current_movement(the(battle, CAR)) == 0


@rule("owb.vmove.complete-stop")
def test_a_complete_stop_ends_the_movement_and_forgets_the_travel() -> None:
    battle = on_the_road("car", (10, 25), travel=9)
    play(battle, Drive(CAR, 4))
    car = complete_stop(battle.state, CAR)
    assert (car.pace, car.travel, car.travelled) == ("stopped", 0, 0)
    assert not is_moving(car)
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"
    tally = Tally("gunner")
    add_moving_penalty(tally, car)
    assert tally.total == 0
    later = next_round(replace(car, done=True))
    assert not later.halted
    assert not later.rolling


@rule("owb.vmove.complete-stop")
def test_whoever_is_stopped_before_his_turn_does_not_move_in_that_round() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="normal", travel=5), ALLY, FOE)
    complete_stop(battle.state, CAR)
    play(battle, StartVehicle(CAR))
    assert refused(battle, SetPace(CAR, "normal")) == "owb.vmove.complete-stop"
    assert refused(battle, SetPace(CAR, "stopped")) == ""


@rule("owb.vmove.pace-declared-at-start-of-turn")
def test_one_that_skidded_before_its_turn_keeps_its_pace_and_does_not_move() -> None:
    battle = fight(vehicle(CAR, "car", (10, 20), pace="normal", travel=5), ALLY, FOE)
    battle.state.alter(CAR, halted=True)
    play(battle, StartVehicle(CAR))
    assert refused(battle, SetPace(CAR, "crawl")) == "owb.vmove.complete-stop"
    assert refused(battle, SetPace(CAR, "stopped")) == "owb.vmove.complete-stop"
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 1)) == "owb.vmove.complete-stop"


@rule("owb.vmove.occupied-square-means-collision")
@pytest.mark.parametrize("side", ["a", "b"])
def test_nobody_drives_into_a_man_unless_he_says_that_he_means_it(side: str) -> None:
    battle = on_the_road("car", with_=[man("ivan", (11, 17), side)])
    taken = "owb.vmove.occupied-square-means-collision"
    assert refused(battle, Drive(CAR, 2)) == ""
    assert refused(battle, Drive(CAR, 3)) == taken
    assert refused(battle, Drive(CAR, 3, "ivan")) == ""
    assert refused(battle, Drive(CAR, 2, "ivan")) == "owb.collision.ram"


@rule("owb.vmove.occupied-square-means-collision")
def test_a_ram_into_a_man_takes_its_check_and_ends_in_a_collision() -> None:
    """Car, driver op3: check 3, save of the man 1, 1d6 = 2 and 8 of travel kill him."""
    battle = on_the_road("car", travel=8, with_=[driver("op3"), man("ivan", (11, 17), "b")])
    play(battle, Drive(CAR, 3, "ivan"), dice=[3, 1, 2])
    assert person(battle, "ivan").out == "dead"
    assert where(battle).anchor == (10, 17)
    assert (the(battle, CAR).spent, the(battle, CAR).travel) == (3, 3)


@rule("owb.vmove.occupied-square-means-collision")
def test_one_who_lies_hidden_in_the_way_is_struck_by_accident() -> None:
    battle = on_the_road("car", travel=8)
    state = battle.state
    state.put(replace(state.person("foe"), hidden=True))
    state.move_to("foe", (11, 18))
    play(battle, Drive(CAR, 4), dice=[1, 2])
    assert told(battle, "damage")
    assert where(battle).anchor == (10, 16)


@rule("owb.vmove.occupied-square-means-collision")
def test_a_body_is_an_obstacle_and_does_not_hold_its_square() -> None:
    battle = on_the_road("car", with_=[man("ivan", (11, 17), "b")])
    battle.state.change("ivan", out="dead", hp=-7)
    assert paid(battle, Drive(CAR, 3)) == 1 + 1 + 2


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


# -- Driving Checks -------------------------------------------------------------------------------


@rule("owb.driving.check-is-an-action")
def test_a_check_is_the_operators_action_and_needs_that_he_has_not_attacked() -> None:
    battle = on_the_road("car", with_=[wheelman()])
    play(battle, DriveDefensively(CAR))
    assert person(battle, "driver").acted
    late = on_the_road("car", with_=[wheelman()])
    late.state.change("driver", attacked=True)
    assert refused(late, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"
    assert refused(late, Turning(CAR, "left")) == ""
    busy = on_the_road("car", with_=[wheelman()])
    busy.state.change("driver", acted=True)
    assert refused(busy, DriveDefensively(CAR)) == "owb.driving.check-is-an-action"


@rule("owb.driving.second-check-fails", "owb.driving.failed-check-mishap")
def test_a_second_check_fails_without_a_roll() -> None:
    """The first one is made with a 3; then a skid (4) straight on (2) with damage 1."""
    battle = on_the_road("car", travel=3, with_=[driver("op3")])
    play(battle, DriveDefensively(CAR), dice=[3])
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[4, 2, 1])
    car = the(battle, CAR)
    assert (car.spent, car.facing, where(battle).anchor) == (4, 0, (10, 19))


@rule("owb.driving.npc-needs-one-on-d20")
def test_an_ordinary_driver_needs_a_one_on_d20() -> None:
    for face, made in ((1, True), (2, False), (20, False)):
        state = on_the_road("car").state
        assert driving_check(state, CAR, ScriptedDice([face]), "a test") is made
    state = on_the_road("car").state
    assert check_chance(state, the(state, CAR)) == Fraction(1, 20)


@rule("owb.driving.pc-d6-under-level")
def test_a_player_character_needs_his_level_or_less_on_d6() -> None:
    for face, made in ((1, True), (3, True), (4, False)):
        state = on_the_road("car", with_=[driver("op3")]).state
        assert driving_check(state, CAR, ScriptedDice([face]), "a test") is made
    state = on_the_road("car", with_=[driver("op3")]).state
    assert check_chance(state, the(state, CAR)) == Fraction(1, 2)


@rule("owb.driving.wheelman-automatic")
def test_a_wheelman_of_level_2_makes_two_rolls_for_the_third_and_fails_the_fourth() -> None:
    state = on_the_road("car", with_=[wheelman("op2")]).state
    dice = ScriptedDice([2])
    chances = []

    def checks() -> Iterator[bool]:
        for _ in range(4):
            chances.append(check_chance(state, the(state, CAR)))
            yield driving_check(state, CAR, dice, "a test")

    assert list(checks()) == [True, True, True, False]
    assert chances == [1, 1, Fraction(1, 3), 0]
    state = on_the_road("car", with_=[wheelman("op2")]).state
    state.alter(CAR, checks=2)
    assert not driving_check(state, CAR, ScriptedDice([3]), "a test")


@rule("owb.driving.failed-check-mishap")
def test_a_failed_check_is_paid_for_and_the_mishap_starts_where_it_was_tried() -> None:
    """Quick lane change to the right: d20 5; skid to the left (1) by a third of 6, damage 2."""
    battle = on_the_road("car", travel=6)
    play(battle, ChangeLane(CAR, "right", quick=True), dice=[5, 4, 1, 2])
    assert where(battle).anchor == (8, 18)
    assert (the(battle, CAR).spent, the(battle, CAR).hp) == (2, 6)
    assert told(battle, "driving-check")[-1].rules[0] == "owb.driving.failed-check-mishap"


# -- Saving Throws --------------------------------------------------------------------------------


@rule("owb.driving.vehicle-saving-throw")
def test_the_operator_saves_for_his_vehicle_with_his_own_number() -> None:
    state = on_the_road("car").state
    assert not vehicle_save(state, CAR, ScriptedDice([17]), "a test")
    assert vehicle_save(state, CAR, ScriptedDice([18]), "a test")
    assert save_chance(state, the(state, CAR)) == Fraction(3, 20)
    assert not state.person(f"{CAR}.operator").acted
    state.change(f"{CAR}.operator", out="dead")
    assert not vehicle_save(state, CAR, ScriptedDice([]), "a test")


@rule("owb.driving.wheelman-save-bonus")
def test_a_wheelman_adds_two() -> None:
    plain = on_the_road("car", with_=[driver("op2")]).state
    assert not vehicle_save(plain, CAR, ScriptedDice([12]), "a test")
    state = on_the_road("car", with_=[wheelman("op2")]).state
    assert vehicle_save(state, CAR, ScriptedDice([11]), "a test")
    assert not vehicle_save(state, CAR, ScriptedDice([10]), "a test")


@rule("owb.driving.failed-vehicle-save-mishap", "owb.driving.which-mishap-table")
def test_a_failed_save_for_control_leads_to_the_mishap_table() -> None:
    """Tank with Advanced Steering: tight turn, check 1, save 3; strain (4), 1d3 2, rounds 1."""
    battle = on_the_road("tank-medium", travel=6)
    battle.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[1, 3, 4, 2, 1])
    tank = the(battle, CAR)
    assert (tank.spent, tank.facing, where(battle).anchor) == (2, 0, (10, 20))
    assert tank.strained_from == 2
    assert movement_of(battle.state, tank) == 9
    battle.state.turn = 2
    assert movement_of(battle.state, tank) == 6


@rule("owb.driving.which-mishap-table")
def test_what_is_tracked_uses_the_one_table_and_everything_else_the_other() -> None:
    tables = {}
    for sheet in BLOCKS:
        if BLOCKS[sheet].movement == 0:
            continue
        state = state_of(vehicle(CAR, sheet, (10, 20)), FOE)
        tables[sheet] = mishap_table(the(state, CAR))
    assert {sheet for sheet, table in tables.items() if table == "wheeled"} == {
        "motorcycle",
        "car",
        "truck-small",
        "truck-large",
        "armored-car",
    }


def test_a_pivot_needs_advanced_steering_and_a_stop() -> None:
    battle = parked("tank-medium")
    battle.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    play(battle, SetPace(CAR, "stopped"), Pivot(CAR, "right", 90))
    assert where(battle).front_left == (12, 21)
    assert refused(battle, Pivot(CAR, "left")) == "owb.mod.advanced-steering-pivot"
    fast = on_the_road("tank-medium")
    fast.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    feed(fast, 4, 2, 1)
    play(fast, Pivot(CAR, "right"))
    assert the(fast, CAR).facing == 0
    assert the(fast, CAR).strained_to > 0
