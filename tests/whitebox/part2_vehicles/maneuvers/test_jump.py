"""JUMP."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.jump import farthest_jump
from tests.whitebox.kit import *

CONDITIONS = "owb.maneuver.jump-conditions"
FORBIDDEN = "owb.maneuver.jump-forbidden"
DISTANCE = "owb.maneuver.jump-distance"


def ground(kind: str, *squares: tuple[int, int]) -> list[Terrain]:
    return [filled(kind, kind, *squares)]


@rule("owb.maneuver.jump-distance")
@pytest.mark.parametrize(("travel", "most"), [(10, 6), (9, 6), (8, 5), (2, 1), (12, 8)])
def test_a_motorcycle_jumps_two_thirds_of_what_it_travelled(travel: int, most: int) -> None:
    battle = on_the_road("motorcycle", (10, 30), with_=[wheelman()], travel=travel)
    assert refused(battle, Jump(CAR, most + 1)) == "owb.maneuver.jump-distance"
    assert paid(battle, Jump(CAR, most)) == most
    assert where(battle).front_left == (10, 30 - most)


@rule("owb.maneuver.jump-distance")
def test_what_was_driven_this_round_counts_for_a_jump_if_it_is_more() -> None:
    battle = on_the_road("motorcycle", (10, 30), with_=[wheelman()], travel=3)
    play(battle, Drive(CAR, 6))
    assert refused(battle, Jump(CAR, 5)) == "owb.maneuver.jump-distance"
    assert paid(battle, Jump(CAR, 4)) == 4
    assert current_movement(the(battle, CAR)) == 10


@rule("owb.maneuver.jump-distance", "owb.vterrain.bogging-down")
def test_landing_in_mud_costs_no_more_but_may_bog_down_before_the_mishap() -> None:
    """Check 6 fails for level 2; bogging 1: stuck and stopped; skid by 1 square, damage 2."""
    mud = filled("mud", "mud", (0, 0), (35, 16))
    battle = on_the_road("car", travel=9, terrain=[mud], with_=[driver()])
    assert paid(battle, Jump(CAR, 4), dice=[6, 1, SKID, 2]) == 4
    assert rolled_all(battle)
    car = the(battle, CAR)
    assert (where(battle).anchor, car.stuck, car.hp) == ((10, 15), True, 6)


@rule("owb.maneuver.jump-distance")
@pytest.mark.parametrize(("travel", "far"), [(1, 0), (2, 1), (4, 2), (5, 3), (21, 14)])
def test_two_thirds_are_rounded_down(travel: int, far: int) -> None:
    battle = on_the_road("car", (10, 32), travel=travel, with_=[wheelman()])
    assert refused(battle, Jump(CAR, far + 1)) == "owb.maneuver.jump-distance"
    assert not far or refused(battle, Jump(CAR, far)) == ""


@rule("owb.maneuver.jump-distance")
def test_a_man_under_the_flight_is_spared_even_if_a_vehicle_behind_him_is_struck() -> None:
    """The truck's tail at y 17 and the man at (11, 17): the third square strikes the truck."""
    truck = vehicle("truck", "truck-small", (9, 15), side="b", empty=["passenger-1"])
    battle = on_the_road("car", travel=14, with_=[wheelman(), truck, man("ivan", (11, 17), "b")])
    feed(battle, *[1] * 12)
    play(battle, Jump(CAR, 9))
    assert told(battle, "collision")
    assert not told(battle, "run-over")
    assert where(battle).anchor == (10, 18)
    assert person(battle, "ivan").hp == person(battle, "ivan").most_hp


@rule("owb.maneuver.jump-distance")
def test_a_jump_straight_beyond_a_low_wall_does_not_touch_it() -> None:
    """The wall lies right behind the tail of the car when it has landed on y 16 to 18."""
    wall = edged("wall", "low-brick-wall", (0, 19), (35, 19))
    battle = on_the_road("car", travel=9, terrain=[wall], with_=[wheelman()])
    play(battle, Jump(CAR, 4))
    assert where(battle).anchor == (10, 16)
    assert not told(battle, "collision")
    assert refused(on_the_road("car", travel=9, terrain=[wall]), Jump(CAR, 3)) != ""


@rule("owb.maneuver.jump-distance")
def test_a_hedgerow_across_the_flight_is_struck_in_the_air() -> None:
    """It stands between y 19 and y 18: the second square of the jump. Die 3 and speed 9."""
    hedge = edged("hedge", "hedgerow", (0, 19), (35, 19))
    battle = on_the_road("truck-large", travel=9, terrain=[hedge], with_=[wheelman()])
    crew = len(battle.state.occupants(CAR))
    play(battle, Jump(CAR, 6), dice=[3, *[20] * crew])
    assert where(battle).anchor == (10, 19)
    assert the(battle, CAR).hp == 16 - 12
    assert (the(battle, CAR).spent, the(battle, CAR).pace) == (6, "stopped")


@rule(DISTANCE)
def test_it_jumps_two_thirds_of_its_movement_and_says_so() -> None:
    battle = fast()
    assert why(battle, 6) == ("", "")
    assert why(battle, 7) == (
        DISTANCE,
        "It can jump at most 6 squares, two thirds of its current Movement of 9.",
    )
    assert why(battle, 0) == (DISTANCE, "A jump is at least one square long.")
    crept = parked("car")
    play(crept, SetPace(CAR, "normal"), Drive(CAR))
    assert why(crept, 1) == (
        DISTANCE,
        "Its current Movement is 1: it is too slow to jump even one square.",
    )
    play(crept, Drive(CAR))
    assert why(crept, 1) == ("", "")
    assert why(crept, 2)[1] == (
        "It can jump at most 1 square, two thirds of its current Movement of 2."
    )


@rule("owb.maneuver.jump-distance")
def test_a_motorcycle_that_travelled_10_jumps_at_most_6_squares() -> None:
    battle = on_the_road("motorcycle", (10, 30), travel=10, with_=[wheelman()])
    assert farthest_jump(the(battle, CAR)) == 6
    assert refused(battle, Jump(CAR, 7)) == "owb.maneuver.jump-distance"
    assert paid(battle, Jump(CAR, 6)) == 6
    assert where(battle).anchor == (10, 24)
    assert the(battle, CAR).travel == 6


@rule("owb.maneuver.jump-distance")
def test_what_is_low_is_jumped_over_and_costs_nothing() -> None:
    """A creek, a low wall and a man are under the flight of the car."""
    terrain = [
        filled("creek", "wide-river", (5, 18), (20, 19)),
        edged("wall", "low-brick-wall", (5, 18), (20, 18)),
    ]
    battle = on_the_road(
        "car", travel=9, terrain=terrain, with_=[wheelman(), man("ivan", (10, 17), "b")]
    )
    assert paid(battle, Jump(CAR, 6)) == 6
    assert where(battle).anchor == (10, 14)
    assert person(battle, "ivan").hp == person(battle, "ivan").most_hp


@rule("owb.maneuver.jump-distance")
def test_a_vehicle_in_the_way_of_a_jump_is_struck() -> None:
    """Jump of 9 at speed 14: the tail of the truck, at y 17, is struck with the third square."""
    battle = on_the_road(
        "car", travel=14, with_=[wheelman(), vehicle("truck", "truck-small", (10, 15), side="b")]
    )
    feed(battle, *[1] * 12)
    play(battle, Jump(CAR, 9))
    assert told(battle, "collision")
    assert where(battle).anchor == (10, 18)
    assert the(battle, CAR).pace == "stopped"


@rule("owb.maneuver.jump-distance")
def test_a_motorcycle_that_went_10_jumps_6_squares_over_a_man_and_no_farther() -> None:
    battle = on_the_road(
        "motorcycle", (10, 20), travel=10, with_=[wheelman(), man("hans", (10, 17), "b")]
    )
    assert refused(battle, Jump(CAR, 7)) == "owb.maneuver.jump-distance"
    play(battle, Jump(CAR, 6))
    assert where(battle).front_left == (10, 14)
    assert (the(battle, CAR).travel, the(battle, CAR).spent) == (6, 6)
    assert person(battle, "hans").hp == 4


@rule("owb.maneuver.jump-distance", "owb.collision.object-struck")
def test_a_tall_wall_under_a_jump_is_struck_at_the_speed_so_far() -> None:
    wall = edged("wall", "tall-wall", (9, 18), (12, 18))
    battle = on_the_road("motorcycle", (10, 20), travel=6, with_=[wheelman()], terrain=[wall])
    play(battle, Jump(CAR, 4), dice=[1, *[1] * 8])
    # The third square of the flight is behind it; last round's 6 is the higher speed.
    assert told(battle, "collision")[0].data["attacker"] == (1 + 6) * 3
    assert where(battle).front_left == (10, 18)


@rule("owb.maneuver.jump-failure-after-landing")
def test_a_failed_jump_lands_where_it_aimed_before_the_mishap() -> None:
    """Check 20; skid (4) straight on (2) by a third of 9, damage 1d3 = 2."""
    river = filled("river", "wide-river", (5, 18), (20, 19))
    battle = on_the_road("car", travel=9, terrain=[river])
    play(battle, Jump(CAR, 5), dice=[20, 4, 2, 2])
    assert where(battle).anchor == (10, 15 - 3)
    assert the(battle, CAR).hp == 6


@rule("owb.maneuver.jump-failure-after-landing", "owb.mishap.travel-distance")
def test_a_failed_jump_lands_first_and_skids_from_there() -> None:
    battle = on_the_road("motorcycle", (10, 25), travel=10)
    play(battle, Drive(CAR, 8), Jump(CAR, 6), dice=[2, SKID, 2, 1])
    # 8 + 6 squares this round: a third of 14 is 4.
    assert rolled_all(battle)
    assert where(battle).front_left == (10, 25 - 8 - 6 - 4)


@rule("owb.maneuver.jump-conditions")
def test_both_front_squares_must_be_ramps() -> None:
    options: dict[str, str | bool] = {"jump": "ramps"}
    half = on_the_road("car", travel=9, options=options, terrain=[filled("r", "ramp", (10, 20))])
    assert refused(half, Jump(CAR, 3)) == "owb.maneuver.jump-conditions"
    whole = filled("r", "ramp", (10, 20), (11, 20))
    full = on_the_road("car", travel=9, options=options, terrain=[whole])
    assert refused(full, Jump(CAR, 3)) == ""


@rule(CONDITIONS)
@pytest.mark.parametrize("sheet", ["motorcycle", "car", "truck-small", "truck-large"])
def test_motorcycles_cars_and_trucks_jump(sheet: str) -> None:
    assert why(fast(sheet)) == ("", "")


@rule(CONDITIONS)
def test_armored_cars_do_not_jump_whatever_their_hull() -> None:
    battle = fast("armored-car")
    assert why(battle) == (
        CONDITIONS,
        "car is armored; only motorcycles, cars and trucks can jump.",
    )
    battle.state.alter(CAR, hull=0)
    assert why(battle)[0] == CONDITIONS


@rule(CONDITIONS)
def test_load_wounds_and_damage_keep_nobody_on_the_ground() -> None:
    crowd = [man(f"rider-{n}", (0, 0), carried_by=CAR, seat=f"bed-{n + 1}") for n in range(3)]
    loaded = fast("truck-large", with_=[driver(hp=1), *crowd])
    assert why(loaded) == ("", "")
    damaged = fast()
    damaged.state.alter(CAR, hp=1)
    assert why(damaged) == ("", "")


@rule(CONDITIONS)
def test_jumps_may_be_forbidden_to_all() -> None:
    never: dict[str, str | bool] = {"jump": "never"}
    assert why(fast(options=never)) == (CONDITIONS, "In this battle no vehicle is allowed to jump.")
    # what can never jump is told so all the same
    assert why(fast("tank-light", options=never))[0] == FORBIDDEN


@rule(CONDITIONS)
@pytest.mark.parametrize(
    ("trouble", "because"),
    [
        ({"stuck": True}, "owb.vterrain.bogging-down"),
        ({"halted": True}, "owb.vmove.complete-stop"),
        ({"immobile": True}, "owb.mishap.slipped-track"),
    ],
)
def test_what_cannot_drive_cannot_jump_and_is_told_why(
    trouble: dict[str, Any], because: str
) -> None:
    battle = fast()
    battle.state.alter(CAR, **trouble)
    assert why(battle)[0] == because


@rule(CONDITIONS)
def test_all_of_its_front_takes_off_from_normal_terrain_or_from_a_ramp() -> None:
    even = "The ground that it would take off from is not Normal terrain."
    assert why(fast(terrain=ground("mud", (10, 20)))) == (CONDITIONS, even)
    assert why(fast(terrain=ground("mud", (11, 20)))) == (CONDITIONS, even)
    assert why(fast(terrain=ground("mud", (12, 20)))) == ("", "")
    ramps: dict[str, str | bool] = {"jump": "ramps"}
    only = "It can take off only from a ramp, with all of its front on it."
    assert why(fast(options=ramps)) == (CONDITIONS, only)
    half = ground("ramp", (10, 20))
    assert why(fast(options=ramps, terrain=half)) == (CONDITIONS, only)
    whole = ground("ramp", (10, 20), (11, 20))
    assert why(fast(options=ramps, terrain=whole)) == ("", "")


@rule(CONDITIONS, "owb.vmove.occupied-square-means-collision", "owb.vterrain.impassable")
def test_it_lands_on_the_map_on_free_ground() -> None:
    edge = fast(anchor=(10, 2))
    assert why(edge, 2) == ("", "")
    assert why(edge, 3) == (CONDITIONS, "It would land off the map.")
    ivan = man("ivan", (10, 17), "b")
    taken = fast(with_=[ivan])
    assert why(taken, 3) == (
        "owb.vmove.occupied-square-means-collision",
        "ivan is where it would land.",
    )
    truck = fast(with_=[vehicle("truck", "truck-small", (10, 12), side="b")])
    assert why(truck, 6)[1] == "truck is where it would land."
    wood = fast(terrain=ground("thick-forest", (10, 17)))
    assert why(wood, 3)[0] == "owb.vterrain.impassable"


@rule(CONDITIONS)
def test_the_page_greys_it_with_the_same_reason() -> None:
    for sheet, told in (
        ("car", ""),
        ("armored-car", "car is armored; only motorcycles, cars and trucks can jump."),
        ("tank-light", "car runs on tracks and can never jump."),
    ):
        battle = fast(sheet)
        choice = battle.choices[0]
        actions = RULEBOOK.actions(battle.state, choice.seats[0], choice, CAR)
        jump = [action for action in actions if action.label == "Jump"]
        assert [action.refusal for action in jump] == [told]


@rule(FORBIDDEN)
@pytest.mark.parametrize("sheet", ["armored-personnel-carrier", "tank-destroyer", "tank-medium"])
def test_tracks_are_named_as_the_reason(sheet: str) -> None:
    assert why(fast(sheet)) == (FORBIDDEN, "car runs on tracks and can never jump.")


@rule(FORBIDDEN)
@pytest.mark.parametrize(
    ("hull", "told"),
    [
        (0, ""),
        (1, ""),
        (2, "With Reinforced Hull (x2) car is too heavy and can never jump."),
        (3, "With Reinforced Hull (x3) car is too heavy and can never jump."),
    ],
)
def test_a_reinforced_hull_of_two_levels_is_named_as_the_reason(hull: int, told: str) -> None:
    battle = fast()
    battle.state.alter(CAR, hull=hull)
    assert why(battle) == ((FORBIDDEN, told) if told else ("", ""))


@rule("owb.maneuver.jump-forbidden")
@pytest.mark.parametrize("hull", [2, 3])
def test_a_car_with_two_or_three_hull_levels_never_jumps(hull: int) -> None:
    battle = on_the_road("car", travel=1, with_=[driver()], add=["reinforced-hull"] * hull)
    assert refused(battle, Jump(CAR, 1)) == "owb.maneuver.jump-forbidden"
