"""JUMP: who can, and the true reason why somebody cannot."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.state.vehicle_orders import Drive, Jump, SetPace
from sandtable.scenario import Terrain
from tests.whitebox.driving_kit import CAR, driver, on_the_road, parked, wheelman
from tests.whitebox.kit import OwbBattle, filled, man, play
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
FORBIDDEN = "owb.maneuver.jump-forbidden"
CONDITIONS = "owb.maneuver.jump-conditions"
DISTANCE = "owb.maneuver.jump-distance"


def why(battle: OwbBattle, squares: int = 2) -> tuple[str, str]:
    """The rule and the sentence by which a jump is refused; both empty if it is not."""
    found = battle.refusal(Jump(CAR, squares), battle.choices[0].seats[0])
    return ("", "") if found is None else (found.rule, found.reason)


def fast(sheet: str = "car", **rest: Any) -> OwbBattle:
    return on_the_road(sheet, **{"travel": 9, **rest})


# -- who ------------------------------------------------------------------------------------------


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


@rule(CONDITIONS)
def test_load_wounds_and_damage_keep_nobody_on_the_ground() -> None:
    crowd = [man(f"rider-{n}", (0, 0), carried_by=CAR, seat=f"bed-{n + 1}") for n in range(3)]
    loaded = fast("truck-large", with_=[driver(hp=1), *crowd])
    assert why(loaded) == ("", "")
    damaged = fast()
    damaged.state.alter(CAR, hp=1)
    assert why(damaged) == ("", "")


# -- when -----------------------------------------------------------------------------------------


@rule(CONDITIONS)
def test_jumps_may_be_forbidden_to_all() -> None:
    never: dict[str, str | bool] = {"jump": "never"}
    assert why(fast(options=never)) == (CONDITIONS, "In this battle no vehicle is allowed to jump.")
    # what can never jump is told so all the same
    assert why(fast("tank-light", options=never))[0] == FORBIDDEN


@rule("owb.maneuver.moving-vehicle", "owb.vmove.pace-declared-at-start-of-turn")
def test_the_pace_is_declared_normal_and_the_vehicle_moves() -> None:
    undeclared = parked("car", pace="normal", travel=9)
    assert why(undeclared) == (
        "owb.vmove.pace-declared-at-start-of-turn",
        "Declare its pace first.",
    )
    slow = fast(pace="crawl")
    assert why(slow) == (
        "owb.maneuver.moving-vehicle",
        "The pace is crawl; it would have to be normal.",
    )
    at_rest = parked("car")
    play(at_rest, SetPace(CAR, "normal"))
    assert why(at_rest, 1) == (
        "owb.maneuver.moving-vehicle",
        "car must be moving: it goes a square straight on first.",
    )


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


@rule("owb.driving.check-is-an-action", "owb.crew.no-operator-no-movement")
def test_it_needs_an_operator_who_has_a_driving_check_left() -> None:
    again = fast("motorcycle", with_=[wheelman("op1")])
    assert why(again) == ("", "")
    busy = fast(with_=[driver("op2")])
    busy.state.change("driver", attacked=True)
    rule_, told = why(busy)
    assert rule_ == "owb.driving.check-is-an-action"
    assert told


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


# -- where ----------------------------------------------------------------------------------------


def ground(kind: str, *squares: tuple[int, int]) -> list[Terrain]:
    return [filled(kind, kind, *squares)]


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


# -- the page -------------------------------------------------------------------------------------


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
