"""COLLISION, RAMMING and SIDESWIPE."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.battle.overlays import Shot, Squares
from sandtable.dice import ScriptedDice, SeededDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.frames import Segment
from sandtable.rulebooks.whitebox.ground import Change
from sandtable.rulebooks.whitebox.orders import Begin
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.contacts import in_the_way
from sandtable.rulebooks.whitebox.vehicles.footprint import (
    Footprint,
    footprint,
    moved,
    zone_of,
)
from sandtable.rulebooks.whitebox.vehicles.frames import VehicleTurn
from sandtable.rulebooks.whitebox.vehicles.impacts import (
    attacking_face,
    classify,
    damage_taken,
    speed_of,
    speeds_counted,
)
from sandtable.rulebooks.whitebox.vehicles.mishap_odds import (
    collision_damage,
    odds_of_order,
    run_over_damage,
)
from sandtable.rulebooks.whitebox.vehicles.mishaps import Cause, mishap
from sandtable.rulebooks.whitebox.vehicles.orders import Drive, SetPace, Sideswipe, StartVehicle
from sandtable.rulebooks.whitebox.vehicles.ramming import Sideswiping, check_alongside, try_to_ram
from tests.whitebox.crash_kit import (
    ALWAYS,
    NEVER,
    crash,
    driven,
    field,
    hurt,
    lost,
    operative,
    speeding,
    told,
)
from tests.whitebox.kit import at, edged, fight, filled, man, play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule

TANK = (4, 2)
CAR = (3, 2)


# -- which type it is -----------------------------------------------------------------------------


@rule("owb.collision.classify")
def test_from_behind_into_one_that_faces_45_degrees_aside_is_a_rear_end() -> None:
    defender = footprint(CAR, 1, (10, 10))
    attacker = footprint(CAR, 0, (7, 12))
    assert zone_of(defender, attacker.centre) == "rear"
    assert classify(attacker, 0, defender, reversing=False) == "rear-end"


@rule("owb.collision.classify")
def test_into_the_left_side_of_one_that_faces_45_degrees_aside_is_a_t_bone() -> None:
    defender = footprint(CAR, 1, (10, 10))
    attacker = footprint(CAR, 0, (5, 8))
    assert zone_of(defender, attacker.centre) == "left"
    assert classify(attacker, 0, defender, reversing=False) == "t-bone"


@rule("owb.collision.classify")
def test_going_east_into_the_left_side_of_one_that_faces_north_is_a_t_bone() -> None:
    defender = footprint(TANK, 0, (10, 10))
    attacker = footprint(CAR, 2, (9, 11))
    assert zone_of(defender, attacker.centre) == "left"
    assert classify(attacker, 2, defender, reversing=False) == "t-bone"


@rule("owb.collision.classify")
@pytest.mark.parametrize(
    ("facing", "kind"),
    [(4, "head-on"), (3, "t-bone"), (5, "t-bone"), (2, "t-bone"), (0, "rear-end")],
)
def test_head_on_takes_the_front_and_opposite_courses(facing: int, kind: str) -> None:
    """Going north; where the defender is turned, its zones turn with it."""
    attacker = footprint(CAR, 0, (10, 20))
    defender = _north_of(attacker, facing)
    assert classify(attacker, 0, defender, reversing=False) == kind


def _north_of(attacker: Footprint, facing: int) -> Footprint:
    """A car straight ahead of one that faces north, with its centre in line."""
    places = [footprint(CAR, facing, (x, y)) for x in range(5, 18) for y in range(8, 20)]
    x, y = attacker.centre
    return min(places, key=lambda one: abs(one.centre[0] - x) + abs(one.centre[1] - y + 4))


@rule("owb.collision.classify")
def test_courses_135_degrees_apart_are_head_on_if_the_front_is_struck() -> None:
    defender = footprint(CAR, 3, (10, 10))
    attacker = footprint(CAR, 0, (13, 14))
    assert zone_of(defender, attacker.centre) == "front"
    assert classify(attacker, 0, defender, reversing=False) == "head-on"
    assert classify(attacker, 7, defender, reversing=False) == "head-on"
    assert classify(attacker, 1, defender, reversing=False) == "t-bone"


@rule("owb.collision.classify")
def test_a_reversing_defender_has_front_and_rear_swapped() -> None:
    attacker = footprint(CAR, 0, (10, 20))
    backing = footprint(CAR, 0, (10, 17))
    assert zone_of(backing, attacker.centre) == "rear"
    assert classify(attacker, 0, backing, reversing=True) == "head-on"
    away = footprint(CAR, 4, (11, 19))
    assert zone_of(away, attacker.centre) == "front"
    assert classify(attacker, 0, away, reversing=True) == "rear-end"


# -- the damage -----------------------------------------------------------------------------------


def facing_cars(**more: Any) -> OwbState:
    """Two cars nose to nose, a going north and b going south."""
    return field(driven("a", "car", (10, 10)), driven("b", "car", (11, 9), 4, side="b"), **more)


@rule("owb.collision.head-on", "owb.collision.both-take-damage")
def test_two_cars_head_on() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    done = crash(state, "a", 4, NEVER, NEVER)
    assert lost(state, "ab") == [25, 25]
    assert done.of("collision")[0].data["type"] == "head-on"
    assert done.left == ()


@rule("owb.collision.t-bone")
def test_in_a_t_bone_only_the_attackers_movement_counts() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 7)
    speeding(state, "b", 20)
    crash(state, "a", 3, NEVER, NEVER)
    assert lost(state, "ab") == [10, 10]


@rule("owb.collision.rear-end")
def test_in_a_rear_end_the_difference_counts() -> None:
    state = field(driven("a", "car", (10, 13)), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 15)
    speeding(state, "b", 9)
    crash(state, "a", 2, NEVER, NEVER)
    assert lost(state, "ab") == [8, 8]


@rule("owb.collision.rear-end")
def test_a_faster_defender_takes_no_less_than_the_die() -> None:
    assert speeds_counted("rear-end", 9, 15) == 0
    assert speeds_counted("rear-end", 9, 9) == 0


@rule("owb.collision.hull-multiplies-delivered", "owb.collision.hull-divides-taken")
def test_a_heavy_tank_against_a_car() -> None:
    state = field(driven("a", "tank-heavy", (9, 10), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 6)
    crash(state, "a", 4, NEVER, NEVER)
    assert lost(state, "ab") == [2, 40]


@rule("owb.collision.hull-divides-taken", "owb.collision.hull-multiplies-delivered")
def test_multiplied_and_divided_with_one_rounding() -> None:
    assert damage_taken(20, own=2, other=1) == 13
    assert damage_taken(20, own=1, other=2) == 30
    assert damage_taken(7, own=3, other=2) == 5


@rule("owb.collision.hull-level-of-the-touching-face")
def test_a_medium_tank_against_the_side_of_another() -> None:
    state = field(
        driven("a", "tank-medium", (9, 11), 2), driven("b", "tank-medium", (10, 10), side="b")
    )
    speeding(state, "a", 9)
    crash(state, "a", 3, NEVER, NEVER)
    assert lost(state, "ab") == [8, 18]


@rule("owb.collision.hull-level-of-the-touching-face")
def test_the_face_of_the_attacker() -> None:
    car = footprint(CAR, 0, (10, 10))
    ahead, beside = (10.5, 5.0), (14.0, 11.0)
    assert attacking_face(car, 0, beside) == "front"
    assert attacking_face(car, 4, ahead) == "rear"
    assert attacking_face(car, 1, ahead) == "front"
    assert attacking_face(car, 1, beside) == "right"


@rule("owb.collision.hull-level-of-the-touching-face")
def test_a_tank_that_reverses_strikes_with_its_weaker_rear() -> None:
    """x2 counts as x1 at the rear: half of the damage of a car, and twice to it."""
    state = field(driven("a", "tank-light", (10, 10)), driven("b", "car", (10, 13), side="b"))
    speeding(state, "a", 4, "reverse")
    crash(state, "a", 5, NEVER, NEVER, direction=4)
    assert lost(state, "ab") == [4, 18]


@rule("owb.collision.speed-used")
def test_the_larger_of_this_and_the_last_rounds_travel() -> None:
    state = facing_cars()
    state.alter("a", travel=4, travelled=15)
    assert speed_of(state, the(state, "a")) == 15
    state.alter("a", travel=16)
    assert speed_of(state, the(state, "a")) == 16


@rule("owb.collision.speed-used")
def test_wrecks_and_the_unmanned_have_no_speed() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    state.change("b.operator", out="dead")
    assert speed_of(state, the(state, "b")) == 0
    state.alter("a", wreck="inoperable")
    assert speed_of(state, the(state, "a")) == 0


@rule("owb.collision.attacker-is-the-one-that-moved")
def test_whoever_moves_is_the_attacker_even_if_it_is_the_slower_one() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 1)
    speeding(state, "b", 20)
    done = crash(state, "a", 1, NEVER, NEVER)
    assert done.of("collision")[0].pieces == ("a", "b")
    assert lost(state, "ab") == [2, 2]


# -- those aboard ---------------------------------------------------------------------------------


@rule("owb.collision.occupants-half-damage")
def test_occupants_take_half_or_a_quarter_of_what_their_vehicle_took() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    crash(state, "a", 4, 17, 18)
    assert (hurt(state, "a.operator"), hurt(state, "b.operator")) == (12, 6)


@rule("owb.collision.occupants-half-damage")
def test_the_share_of_the_occupants_comes_after_the_hull() -> None:
    state = field(driven("a", "tank-heavy", (9, 10), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 6)
    crash(state, "a", 4, ALWAYS, NEVER)
    assert (hurt(state, "a.operator"), hurt(state, "b.operator")) == (0, 20)


@rule("owb.collision.occupants-half-damage")
def test_a_wheelman_saves_for_himself_without_his_bonus() -> None:
    wheelman = operative("w", "wheelman", "a", "passenger-1")
    state = field(driven("a", "car", (10, 10)), wheelman, driven("b", "car", (11, 9), 4, side="b"))
    speeding(state, "a", 7)
    crash(state, "a", 1, NEVER, 13, NEVER)
    assert hurt(state, "w") == 4


@rule("owb.collision.occupants-half-damage")
def test_nobody_saves_against_nothing() -> None:
    state = field(driven("a", "tank-heavy", (9, 10), 2), driven("b", "car", (10, 10), side="b"))
    done = crash(state, "a", 4, NEVER)
    assert lost(state, "ab") == [1, 16]
    assert done.left == ()


@rule("owb.collision.occupants-half-damage", "owb.vdamage.minus-ten-explodes")
def test_whoever_is_in_a_vehicle_that_explodes_suffers_that_and_not_the_collision() -> None:
    """The attacker's 25, and his driver's save; the defender's shrapnel and escape, no half."""
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    state.alter("b", hp=8)
    done = crash(state, "a", 4, ALWAYS, 1, 1, ALWAYS, NEVER)
    assert the(state, "b").wreck == "exploded"
    assert state.person("b.operator").out == "dead"
    assert done.left == ()


# -- characters -----------------------------------------------------------------------------------


def road(*men: tuple[str, tuple[int, int]], **more: Any) -> OwbState:
    """A halftrack that goes north, and men before it."""
    soldiers = [man(name, square, "b") for name, square in men]
    state = field(driven("h", "armored-personnel-carrier", (10, 10)), *soldiers, **more)
    speeding(state, "h", 7)
    return state


@rule("owb.collision.character-struck")
def test_a_halftrack_runs_a_soldier_down() -> None:
    state = road(("m", (10, 9)))
    done = crash(state, "h", NEVER, 3)
    assert hurt(state, "m") == 20
    assert lost(state, ["h"]) == [0]
    assert done.result is True
    assert the(state, "h").travel == 7


@rule("owb.collision.character-struck")
def test_a_save_halves_what_he_takes() -> None:
    state = road(("m", (10, 9)))
    crash(state, "h", 18, 4)
    assert hurt(state, "m") == 11


@rule("owb.collision.character-struck")
def test_a_survivor_is_put_aside_as_far_from_the_axis_as_he_can() -> None:
    """Of five free squares beside him three are as far from it; clockwise, south-west is first."""
    state = road(("m", (10, 9)))
    crash(state, "h", ALWAYS, 1)
    assert at(state, "m") == (9, 10)


@rule("owb.collision.character-struck")
def test_of_equal_places_the_first_clockwise_from_the_north() -> None:
    state = road(("m", (11, 9)), ("n", (12, 8)))
    crash(state, "h", ALWAYS, 1)
    assert at(state, "m") == (12, 9)


@rule("owb.collision.character-struck")
def test_the_square_that_the_vehicle_leaves_is_free() -> None:
    """Squares that are walled off are not free; then he lies where the halftrack was."""
    wall = [filled("w", "tall-wall", (3, 1), (18, 8)), filled("x", "tall-wall", (3, 9), (9, 18))]
    wall += [filled("y", "tall-wall", (12, 9), (18, 18))]
    state = field(driven("h", "motorcycle", (10, 10)), man("m", (10, 9), "b"), terrain=tuple(wall))
    speeding(state, "h", 9)
    crash(state, "h", ALWAYS, 1)
    assert at(state, "m") == (11, 9)
    state.move_to("far", (11, 9))
    state.move_to("m", (10, 9))
    state.change("far", out="dead")
    crash(state, "h", ALWAYS, 1)
    assert at(state, "m") == (11, 9)


@rule("owb.collision.character-struck")
def test_the_dead_lie_where_they_were() -> None:
    state = road(("m", (10, 9)))
    state.change("m", hp=20)
    crash(state, "h", NEVER, 3)
    assert state.person("m").out == "dead"
    assert at(state, "m") == (10, 9)


@rule("owb.vmove.occupied-square-means-collision")
def test_a_body_is_not_in_the_way() -> None:
    state = road(("m", (10, 9)))
    state.change("m", out="dead")
    print_ = state.footprint(the(state, "h"))
    assert not in_the_way(state, "h", moved(print_, 0))


# -- objects --------------------------------------------------------------------------------------


def wall_ahead(kind: str = "building-wall-masonry", **more: Any) -> OwbState:
    """A truck at speed 12 that faces a wall right across its way to the north."""
    wall = filled("w", kind, (8, 9), (14, 9))
    state = field(driven("t", "truck-large", (10, 10)), terrain=(wall,), **more)
    speeding(state, "t", 12)
    return state


@rule("owb.collision.object-struck")
def test_a_truck_runs_into_a_masonry_wall() -> None:
    state = wall_ahead()
    done = crash(state, "t", 4, NEVER)
    assert lost(state, ["t"]) == [48]
    assert hurt(state, "t.operator") == 24
    assert done.result is False
    assert not state.changes


@rule("owb.collision.object-struck")
@pytest.mark.parametrize(
    ("kind", "taken"),
    [("building-wall-plaster-or-wood", 16), ("thick-tree", 32), ("bunker-wall", 64)],
)
def test_materials_strike_back_like_hulls(kind: str, taken: int) -> None:
    state = wall_ahead(kind)
    crash(state, "t", 4, NEVER)
    assert lost(state, ["t"]) == [taken]


@rule("owb.collision.object-struck", "owb.collision.position-afterwards")
def test_with_hit_points_a_wooden_wall_is_broken_through() -> None:
    state = wall_ahead("building-wall-plaster-or-wood", options={"cover_damage": "hit-points"})
    done = crash(state, "t", 4, NEVER, 6, 6)
    assert done.result is True
    grounds = state.bare_grounds
    assert [grounds.kind((x, 9)).name for x in (9, 10, 11, 12)] == [
        "building-wall-plaster-or-wood",
        "debris",
        "debris",
        "building-wall-plaster-or-wood",
    ]
    assert the(state, "t").travel == 12


@rule("owb.collision.object-struck", "owb.collision.hull-divides-taken")
def test_with_hit_points_masonry_takes_a_third_and_stands() -> None:
    state = wall_ahead(options={"cover_damage": "hit-points"})
    speeding(state, "t", 9)
    done = crash(state, "t", 4, NEVER)
    assert done.of("collision")[0].data == {"type": "object", "attacker": 39, "object": 4}
    assert done.result is False
    assert the(state, "t").pace == "stopped"


@rule("owb.collision.object-struck")
def test_a_wall_on_an_edge_is_struck_when_it_is_crossed() -> None:
    wall = edged("w", "building-wall-masonry", (8, 10), (14, 10))
    state = field(driven("t", "truck-large", (10, 10)), terrain=(wall,))
    print_ = state.footprint(the(state, "t"))
    way = in_the_way(state, "t", moved(print_, 0))
    assert way.objects == (((10, 9), (10, 10)), ((11, 9), (11, 10)))
    crash(state, "t", 4, NEVER)
    assert lost(state, ["t"]) == [12]


@rule("owb.collision.object-struck")
def test_a_low_wall_stops_wheels_but_not_tracks() -> None:
    wall = filled("w", "low-brick-wall", (8, 9), (14, 9))
    state = field(
        driven("t", "truck-large", (10, 10)),
        driven("p", "tank-medium", (13, 10)),
        terrain=(wall,),
    )
    for name, struck in (("t", True), ("p", False)):
        print_ = state.footprint(the(state, name))
        assert bool(in_the_way(state, name, moved(print_, 0)).objects) is struck


@rule("owb.vmove.step-is-one-square-along-facing")
def test_a_corner_closed_on_both_sides_is_struck() -> None:
    walls = (filled("w", "tall-wall", (12, 11)), filled("x", "tall-wall", (11, 8)))
    state = field(driven("m", "motorcycle", (10, 10), 1), terrain=walls)
    print_ = state.footprint(the(state, "m"))
    assert print_.front_left == (11, 9)
    assert not in_the_way(state, "m", moved(print_, 1))
    state.changes = (Change((12, 9), "tall-wall"),)
    assert in_the_way(state, "m", moved(print_, 1)).objects == ((11, 8),)


# -- afterwards -----------------------------------------------------------------------------------


@rule("owb.collision.position-afterwards")
def test_the_attacker_stops_where_it_was_and_the_defender_goes_on() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 7)
    speeding(state, "b", 9)
    before = state.footprint(the(state, "a"))
    done = crash(state, "a", 3, NEVER, NEVER)
    attacker, defender = the(state, "a"), the(state, "b")
    assert done.result is False
    assert state.footprint(attacker) == before
    assert (attacker.pace, attacker.travel, attacker.halted) == ("stopped", 0, True)
    assert (defender.pace, defender.travel, defender.halted) == ("normal", 9, False)


@rule("owb.collision.position-afterwards")
def test_an_exploded_vehicle_still_blocks() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 12)
    state.alter("b", hp=1)
    state.change("b.operator", out="dead")
    done = crash(state, "a", 6, NEVER)
    assert the(state, "b").wreck == "exploded"
    assert done.result is False
    print_ = state.footprint(the(state, "a"))
    assert in_the_way(state, "a", moved(print_, 2)).vehicles == ("b",)


@rule("owb.collision.several-at-once")
def test_men_then_objects_then_vehicles_each_with_its_own_die() -> None:
    state = field(
        driven("t", "tank-heavy", (10, 10)),
        driven("c", "motorcycle", (10, 8), side="b"),
        man("m", (11, 9), "b"),
        terrain=(filled("w", "boulder", (12, 9)),),
    )
    state.change("c.operator", out="dead")
    speeding(state, "t", 3)
    done = crash(state, "t", NEVER, 1, 2, NEVER, 3, NEVER)
    assert [k for k in done.kinds() if k in ("run-over", "collision")] == [
        "run-over",
        "collision",
        "collision",
    ]
    assert hurt(state, "m") == (1 + 3) * 4
    taken_from_boulder, taken_from_cycle = (2 + 3) * 3 // 4, (3 + 3) // 4
    assert lost(state, ["t"]) == [taken_from_boulder + taken_from_cycle]
    assert lost(state, ["c"]) == [(3 + 3) * 4]
    assert at(state, "m") == (11, 9)
    assert done.result is False


@rule("owb.collision.several-at-once")
def test_the_nearest_man_is_struck_first() -> None:
    state = road(("m", (10, 9)), ("n", (11, 9)))
    done = crash(state, "h", NEVER, 1, NEVER, 6)
    assert [event.pieces[1] for event in done.of("run-over")] == ["m", "n"]
    assert (hurt(state, "m"), hurt(state, "n")) == (16, 26)


@rule("owb.collision.several-at-once", "owb.collision.speed-used")
def test_what_it_strikes_first_does_not_slow_it_for_the_rest() -> None:
    """Wrecked by the first of two wrecks, it strikes the second with all its speed."""
    state = field(
        driven("t", "tank-heavy", (10, 10)),
        driven("c", "motorcycle", (10, 8), side="b"),
        driven("d", "motorcycle", (12, 8), side="b"),
    )
    for name in ("c", "d"):
        state.alter(name, wreck="inoperable", hp=200)
        state.change(f"{name}.operator", out="dead")
    state.alter("t", hp=2, shocked=True)
    speeding(state, "t", 6)
    crash(state, "t", 2, NEVER, 6, NEVER)
    assert the(state, "t").hp == 2 - (2 + 6) // 4 - (6 + 6) // 4
    assert lost(state, "cd", full=200) == [(2 + 6) * 4, (6 + 6) * 4]


@rule("owb.collision.several-at-once", "owb.collision.object-struck")
def test_a_wall_and_its_window_are_one_object_and_a_tree_beside_it_another() -> None:
    terrain = (
        filled("w", "building-wall-masonry", (10, 9)),
        filled("x", "window-or-gunport", (11, 9)),
        filled("y", "thick-tree", (12, 9)),
    )
    state = field(driven("t", "tank-heavy", (10, 10)), terrain=terrain)
    done = crash(state, "t", 4, NEVER, 6, NEVER)
    assert [event.data["attacker"] for event in done.of("collision")] == [4 * 3 // 4, 6 * 2 // 4]


@rule("owb.collision.position-afterwards", "owb.initiative.tie-simultaneous")
def test_in_a_tie_the_stop_comes_at_once_and_the_wreck_later() -> None:
    state = facing_cars()
    state.segment = Segment(parties=(), tied=True)
    state.alter("b", hp=5)
    speeding(state, "a", 6)
    crash(state, "a", 4, NEVER, NEVER)
    assert the(state, "a").pace == "stopped"
    assert the(state, "b").hp == -5
    assert the(state, "b").wreck == ""


# -- ramming --------------------------------------------------------------------------------------


@rule("owb.collision.ram", "owb.driving.failed-vehicle-save-mishap")
def test_a_rammed_vehicle_saves_before_the_damage_and_has_its_mishap_after() -> None:
    """Save 1 fails; die 4; both operators fail to hold on; the mishap is a skid by the blow."""
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 2)
    done = crash(state, "a", NEVER, 4, NEVER, NEVER, 4, 2, rammed=True)
    assert lost(state, "ab") == [6, 6 + 2]
    assert done.kinds()[0] == "collision"
    assert "mishap" in done.kinds()[1:]
    assert state.footprint(the(state, "b")).front_left == (11, 10)
    assert done.left == ()


@rule("owb.collision.ram")
def test_a_save_against_a_ram_keeps_control_but_halves_nothing() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 2)
    done = crash(state, "a", 18, 4, NEVER, NEVER, rammed=True)
    assert lost(state, "ab") == [6, 6]
    assert not done.of("mishap")


@rule("owb.collision.ram")
def test_an_unmanned_vehicle_and_a_wreck_neither_save_nor_have_mishaps() -> None:
    for wreck in (False, True):
        state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
        speeding(state, "a", 2)
        if wreck:
            state.alter("b", wreck="inoperable", shocked=True, hp=-3)
        else:
            state.change("b.operator", out="dead")
        done = crash(state, "a", 4, NEVER, *([NEVER] if wreck else []), rammed=True)
        assert not done.of("mishap")
        assert done.left == ()


@rule("owb.collision.ram")
def test_an_order_to_ram_rolls_the_check_first() -> None:
    battle = fight(
        driven("a", "car", (9, 11), 2),
        driven("b", "car", (13, 10), side="b"),
        man("far", (35, 35), "b"),
    )
    play(battle, StartVehicle("a"), SetPace("a", "normal"))
    assert battle.refusal(Drive("a", 4), "a") is not None
    ram = [1, 18, 2, NEVER, NEVER]
    play(battle, Drive("a", 4, ram="b"), dice=ram)
    assert lost(battle.state, "ab", full=8) == [6, 6]
    assert the(battle, "a").pace == "stopped"
    assert battle.state.footprint(the(battle, "a")).front_left == (12, 11)
    assert battle.state.person("a.operator").acted


@rule("owb.collision.ram", "owb.collision.character-struck")
def test_a_man_can_be_run_down_on_purpose_and_the_vehicle_drives_on() -> None:
    battle = fight(driven("h", "armored-personnel-carrier", (10, 20)), man("m", (10, 18), "b"))
    play(battle, StartVehicle("h"), SetPace("h", "normal"))
    assert battle.refusal(Drive("h", 2, ram="h.operator"), "a") is not None
    play(battle, Drive("h", 2, ram="m"), dice=[1, 17, 1])
    assert battle.state.person("m").hp == 4 - (1 + 2) * 2
    assert battle.state.footprint(the(battle, "h")).front_left == (10, 18)
    play(battle, Drive("h", 3))
    assert battle.state.footprint(the(battle, "h")).front_left == (10, 15)


@rule("owb.collision.ram", "owb.collision.object-struck")
def test_an_object_is_rammed_with_a_check_and_without_a_save() -> None:
    fence = filled("w", "building-wall-plaster-or-wood", (8, 18), (14, 18))
    battle = fight(
        driven("t", "tank-light", (10, 20)),
        man("far", (35, 35), "b"),
        terrain=(fence,),
        options={"cover_damage": "hit-points"},
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    assert battle.refusal(Drive("t", 2), "a") is not None
    play(battle, Drive("t", 2, ram_object=True), dice=[1, 4, ALWAYS, 6, 6])
    assert the(battle, "t").hp == 32 - (4 + 2) // 3
    assert battle.state.bare_grounds.kind((10, 18)).name == "debris"
    assert battle.state.footprint(the(battle, "t")).front_left == (10, 18)


@rule("owb.collision.ram", "owb.collision.speed-used")
def test_a_wreck_can_be_rammed_and_has_no_speed() -> None:
    battle = fight(
        driven("t", "tank-heavy", (10, 20)), driven("w", "car", (11, 18), 4, side="b", hp=-1)
    )
    battle.state.alter("w", wreck="inoperable", shocked=True, travelled=20)
    battle.state.change("w.operator", out="dead", hp=0)
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    play(battle, Drive("t", 2, ram="w"), dice=[1, 6, ALWAYS])
    assert the(battle, "t").hp == 50 - (6 + 2) // 4
    assert the(battle, "w").hp == -1 - (6 + 2) * 4
    assert the(battle, "w").wreck == "exploded"


@rule("owb.collision.ram-check-failed")
def test_a_failed_check_means_no_ram_but_a_mishap() -> None:
    """A skid, straight on: it may strike the one that was meant, by accident, without a save."""
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 3)
    dice = ScriptedDice([2, 4, 2, 5, NEVER, NEVER, 1])
    done = told(try_to_ram(state, "a", dice), dice)
    assert done.result is False
    assert done.kinds()[:2] == ["driving-check", "mishap"]
    assert lost(state, "ab") == [8 + 1, 8]
    assert len(done.of("mishap")) == 1


@rule("owb.collision.ram-check-failed", "owb.footprint.leaving-the-map")
def test_a_failed_ram_can_kill_its_victim_and_end_off_the_map() -> None:
    """A skid of 4 squares: over the man at the edge, and away."""
    battle = fight(
        driven("c", "car", (10, 3), travel=12, pace="normal"),
        man("own", (30, 30)),
        man("m", (10, 0), "b"),
        man("far", (35, 35), "b"),
    )
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    play(battle, Drive("c", 3, ram="m"), dice=[2, 4, 2, NEVER, 1])
    assert battle.state.person("m").out == "dead"
    assert battle.state.find_vehicle("c") is None
    assert battle.choices[0].ask != "vehicle turn"


@rule("owb.collision.accident-needs-no-check")
def test_an_accident_gives_the_defending_vehicle_no_save() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 3)
    done = crash(state, "a", 5, NEVER, NEVER)
    assert lost(state, "ab") == [8, 8]
    assert done.left == ()


# -- sideswipes -----------------------------------------------------------------------------------


def alongside(sheet: str = "car", other: str = "car") -> OwbState:
    """Two vehicles going north side by side, a to the left of b."""
    state = field(driven("a", sheet, (10, 10)), driven("b", other, (12, 10), side="b"))
    speeding(state, "a", 9)
    speeding(state, "b", 9)
    return state


def swipe(state: OwbState, *faces: int) -> list[str]:
    dice = ScriptedDice(faces)
    order = Sideswipe("a", "b")
    deed, turn = Sideswiping(), VehicleTurn(vehicle="a")
    assert deed.check(state, turn, order) is None
    assert list(deed.candidates(state, turn)) == [order]
    events = list(deed.apply(state, turn, order, dice))
    assert dice.remaining == ()
    return [event.kind for event in events]


@rule("owb.collision.sideswipe")
def test_a_sideswipe_rolls_check_save_and_a_die_for_each() -> None:
    state = alongside()
    kinds = swipe(state, 1, 18, 5, 2, NEVER, NEVER)
    assert lost(state, "ab") == [5, 2]
    assert (hurt(state, "a.operator"), hurt(state, "b.operator")) == (2, 1)
    assert "mishap" not in kinds
    assert the(state, "a").pace == "normal"


@rule("owb.collision.sideswipe", "owb.collision.hull-level-of-the-touching-face")
def test_the_sides_of_the_hulls_count_in_a_sideswipe() -> None:
    """A light tank has x2 in front and x1 at its sides."""
    state = alongside("tank-light", "car")
    swipe(state, 1, 18, 5, 3, ALWAYS, ALWAYS)
    assert lost(state, "ab") == [2, 6]


@rule("owb.collision.sideswipe")
def test_a_defender_who_fails_his_save_has_a_mishap() -> None:
    state = alongside()
    kinds = swipe(state, 1, NEVER, 1, 1, 6, 3, 2)
    assert kinds.count("mishap") == 1
    assert lost(state, "ab") == [1, 3]
    assert state.footprint(the(state, "b")).front_left == (15, 7)


@rule("owb.collision.sideswipe-check-failed")
def test_a_failed_sideswipe_harms_only_the_attacker() -> None:
    """A spinout: a swerve to the right spins clockwise, 5 facings, and ends stopped."""
    state = alongside()
    state.place("b", moved(state.footprint(the(state, "b")), 4, 1))
    swipe(state, 20, 3, 1, 4, ALWAYS)
    assert lost(state, "ab") == [4, 0]
    assert the(state, "a").facing == 5
    assert the(state, "a").pace == "stopped"


@rule("owb.collision.sideswipe")
@pytest.mark.parametrize(
    "spoil",
    [
        {"b": {"pace": "stopped"}},
        {"b": {"pace": "reverse"}},
        {"a": {"shifted": False}},
        {"a": {"stepped": False}},
        {"b": {"heading": 45.0}},
        {"b": {"x": 15.0}},
        {"b": {"y": 5.0}},
        {"b": {"on_table": False}},
    ],
)
def test_what_a_sideswipe_needs(spoil: dict[str, dict[str, Any]]) -> None:
    state = alongside()
    assert check_alongside(state, the(state, "a"), the(state, "b")) is None
    for name, fields in spoil.items():
        state.alter(name, **fields)
    assert check_alongside(state, the(state, "a"), the(state, "b")) is not None


@rule("owb.collision.sideswipe", "owb.mishap.locked-drive")
def test_no_sideswipe_with_a_locked_drive() -> None:
    state = alongside("tank-light", "car")
    state.alter("a", locked_to=state.turn)
    refusal = Sideswiping().check(state, VehicleTurn(vehicle="a"), Sideswipe("a", "b"))
    assert refusal is not None
    assert refusal.rule == "owb.mishap.locked-drive"


# -- odds -----------------------------------------------------------------------------------------


@rule("owb.collision.head-on")
def test_the_odds_of_a_collision_are_those_of_its_die() -> None:
    state = facing_cars()
    speeding(state, "a", 12)
    speeding(state, "b", 9)
    found = collision_damage(state, "a", 0, "b")
    assert dict(found.items()) == {(21 + die, 21 + die): Fraction(1, 6) for die in range(1, 7)}


@rule("owb.collision.character-struck")
def test_the_odds_of_being_run_down() -> None:
    """A soldier saves on 18 or more: 3 times in 20."""
    state = road(("m", (10, 9)))
    found = run_over_damage(state, "h", 0, state.person("m"))
    assert found[20] == Fraction(17, 20) / 6
    assert found[10] == Fraction(3, 20) / 6
    assert found[13] == Fraction(3, 20) / 6


@rule("owb.collision.ram")
def test_the_odds_of_a_ram_agree_with_every_way_it_can_go() -> None:
    state = field(driven("a", "car", (9, 11), 2), driven("b", "car", (13, 10), side="b"))
    state.alter("a", pace="normal", declared=True)
    state.alter("b", hp=8)
    odds = odds_of_order(state, Drive("a", 4, ram="b"))
    assert odds is not None
    made = Fraction(1, 20)
    assert odds.chance("own mishap") == 1 - made
    assert odds.chance("inoperable") == made * Fraction(3, 6)
    assert odds.chance("damaged") == made * Fraction(3, 6) * Fraction(3, 20)
    assert odds.chance("out of control") == made * Fraction(3, 6) * Fraction(17, 20)
    assert sum(chance for _, chance in odds.outcomes) == 1


@rule("owb.collision.sideswipe")
def test_the_odds_of_a_sideswipe_and_of_running_a_man_down() -> None:
    state = alongside()
    odds = odds_of_order(state, Sideswipe("a", "b"))
    assert odds is not None
    assert odds.chance("out of control") == Fraction(1, 20) * Fraction(17, 20)
    state = road(("m", (10, 8)))
    state.change("m", hp=20)
    odds = odds_of_order(state, Drive("h", 2, ram="m"))
    assert odds is not None
    assert odds.chance("out") == Fraction(1, 20) * (Fraction(17, 20) + Fraction(3, 20) * 0)
    assert odds_of_order(state, Begin("m")) is None


@rule("owb.collision.sideswipe")
def test_a_sideswipe_is_shown_before_it_is_tried() -> None:
    state = alongside("tank-light", "car")
    trace = RULEBOOK.trace(state, Sideswipe("a", "b"))
    assert trace is not None
    area = next(one for one in trace.overlays if isinstance(one, Squares))
    assert len(area.middles) == len(state.footprint(the(state, "b")).squares)
    a, b = the(state, "a"), the(state, "b")
    line = next(one for one in trace.overlays if isinstance(one, Shot))
    assert (line.start, line.end) == ((a.x, a.y), (b.x, b.y))
    told = " ".join(trace.notes)
    assert "Driving Check: made with 5 %" in told
    assert "Otherwise a mishap" in told
    assert "a loses 0 with 17 %, 1 with 33 %, 2 with 33 %, 3 with 17 %" in told
    assert "b loses 2 with 17 %, 4 with 17 %" in told
    assert "b stays under control with 15 %" in told
    state.alter("b", heading=180.0)
    apart = RULEBOOK.trace(state, Sideswipe("a", "b"))
    assert apart is not None
    assert apart.notes == ()


# -- whatever happens -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_nothing_ever_stands_in_the_same_place(seed: int) -> None:
    """Mishaps and rams at random on a crowded field leave every square to one of them."""
    chance, dice = Random(seed), SeededDice(seed)
    sheets = ("car", "truck-large", "motorcycle", "tank-heavy", "armored-personnel-carrier")
    state = field(
        *(
            driven(f"v{n}", sheet, (3 + 7 * n, 6), chance.randrange(8))
            for n, sheet in enumerate(sheets)
        ),
        *(man(f"m{n}", (2 + 3 * n, 12), "b") for n in range(8)),
        terrain=(
            filled("w", "tall-wall", (4, 15), (12, 15)),
            filled("r", "wide-river", (16, 14), (24, 16)),
        ),
        options={"cover_damage": chance.choice(("hit-points", "vehicle-weapons-only"))},
    )
    for _ in range(40):
        moving = [vehicle.id for vehicle in state.vehicles() if not vehicle.wreck]
        if not moving:
            break
        name = chance.choice(moving)
        speeding(state, name, chance.randrange(20), chance.choice(("normal", "reverse")))
        list(mishap(state, name, dice, Cause(left=chance.random() < 0.5, paid=2)))
        _nobody_shares_a_square(state)


def _nobody_shares_a_square(state: OwbState) -> None:
    filled_by = [square for v in state.vehicles() for square in state.footprint(v).squares]
    held = [state.square(person) for person in state.people()]
    assert len(filled_by) == len(set(filled_by))
    assert len(held) == len(set(held))
    assert not set(held) & set(filled_by)
    assert all(map(state.bare_grounds.holds, filled_by))
