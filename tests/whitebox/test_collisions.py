"""COLLISION: its types, its damage, and what becomes of those who are struck."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.collision.contacts import in_the_way
from sandtable.rulebooks.whitebox.part2_vehicles.collision.impacts import (
    attacking_face,
    classify,
    damage_taken,
    speed_of,
    speeds_counted,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import (
    Footprint,
    footprint,
    moved,
    zone_of,
)
from sandtable.rulebooks.whitebox.state.frames import Segment
from sandtable.rulebooks.whitebox.state.squares_and_edges import Change
from tests.whitebox.crash_kit import (
    ALWAYS,
    NEVER,
    crash,
    driven,
    facing_cars,
    field,
    hurt,
    lost,
    operative,
    road,
    speeding,
)
from tests.whitebox.kit import at, edged, filled, man
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
