"""ADVANCED STEERING."""

import pytest

from tests.whitebox.kit import *


@rule("owb.mod.advanced-steering-pivot")
@pytest.mark.parametrize(
    ("turns", "facing"), [(["right", "right"], 2), (["right", "left"], 0), (["left", "left"], 6)]
)
def test_a_tank_may_pivot_by_45_degrees_twice_in_a_round(turns: list[Any], facing: int) -> None:
    battle = parked("tank-medium", (15, 15), add=["advanced-steering"])
    play(battle, SetPace(CAR, "stopped"))
    play(battle, Pivot(CAR, turns[0], 45))
    assert refused(battle, Pivot(CAR, turns[1], 90)) == "owb.mod.advanced-steering-pivot"
    play(battle, Pivot(CAR, turns[1], 45))
    assert where(battle).facing == facing
    assert refused(battle, Pivot(CAR, "right", 45)) == "owb.mod.advanced-steering-pivot"
    play(battle, EndVehicle(CAR))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), Pivot(CAR, "left", 90))
    assert where(battle).facing == (facing - 2) % 8


@rule("owb.mod.advanced-steering-pivot", "owb.vmove.complete-stop")
def test_a_tank_that_came_to_a_stop_in_this_round_does_not_pivot_in_it() -> None:
    battle = parked("tank-medium", (15, 15), with_=[wheelman()], add=["advanced-steering"])
    play(battle, SetPace(CAR, "normal"), Drive(CAR, 2))
    play(battle, Turning(CAR, "right", 90, "bootleg"), dice=[ALWAYS])
    assert refused(battle, Pivot(CAR, "right", 45)) == "owb.mod.advanced-steering-pivot"


@rule("owb.mod.advanced-steering-pivot", "owb.vterrain.impassable")
def test_a_pivot_is_free_in_mud_and_refused_against_a_wall() -> None:
    mud = filled("mud", "mud", (0, 0), (35, 35))
    battle = parked("tank-medium", terrain=[mud], add=STEERED)
    play(battle, SetPace(CAR, "stopped"), Pivot(CAR, "left", 90))
    assert (the(battle, CAR).spent, where(battle).facing) == (0, 6)
    assert refused(battle, Pivot(CAR, "left", 45)) == "owb.mod.advanced-steering-pivot"
    wall = edged("wall", "tall-wall", (12, 0), (12, 35))
    walled = parked("tank-medium", terrain=[wall], add=STEERED)
    play(walled, SetPace(CAR, "stopped"))
    assert refused(walled, Pivot(CAR, "left", 90)) == "owb.mod.advanced-steering-pivot"


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


@rule("owb.mod.advanced-steering-pivot")
def test_advanced_steering_needs_tracks() -> None:
    assert built("tank-light", add=["advanced-steering"]).has("advanced-steering")
    not_set_up("tracked", "car", add=["advanced-steering"])
    assert built("car", add=["tracked", "advanced-steering"]).tracked


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
