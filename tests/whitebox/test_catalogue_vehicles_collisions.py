"""The catalogue's examples, played as they stand: collisions and mishaps."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Event
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import allowance_at
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    DriveDefensively,
    EndVehicle,
    SetPace,
    StartVehicle,
    Turning,
)
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.crash_kit import ALWAYS, LOCKED, SKID, SPINOUT, STRAIN, driven
from tests.whitebox.driving_kit import CAR, FOE, on_the_road, paid, refused, where
from tests.whitebox.kit import OwbBattle, fight, filled, man, pass_all, play, rolled_all, told
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule
TOUGH = {"hp": 100}
HALFTRACK = "armored-personnel-carrier"


def meets(
    attacker: Unit, defender: Unit, squares: int, *dice: int, options: Any = None
) -> tuple[OwbBattle, Event]:
    """A ram by a car, a tank or whatever "car" is; its driver masters his one Driving Check."""
    battle = fight(attacker, defender, FOE, options=options)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    play(battle, Drive(CAR, squares, ram="other"), dice=[1, *dice])
    assert rolled_all(battle)
    (event,) = told(battle, "collision")
    return battle, event


def rammer(sheet: str, at: Square, facing: int, travel: int, **more: Any) -> Unit:
    return driven(CAR, sheet, at, facing, pace="normal", travel=travel, stats=TOUGH, **more)


def rammed(sheet: str, at: Square, facing: int, travel: int = 0, **more: Any) -> Unit:
    pace = "normal" if travel else "stopped"
    return driven(
        "other", sheet, at, facing, side="b", pace=pace, travel=travel, stats=TOUGH, **more
    )


def lost(battle: OwbBattle) -> tuple[int, int]:
    """What the attacker and the defender have lost."""
    return 100 - the(battle, CAR).hp, 100 - the(battle, "other").hp


SAVED = (ALWAYS, ALWAYS)
"""Both drivers hold on."""


# -- which collision ------------------------------------------------------------------------------


@rule("owb.collision.classify")
@pytest.mark.parametrize(
    ("column", "kind", "damage"), [(13, "rear-end", 1 + 6 - 2), (14, "t-bone", 1 + 6)]
)
def test_a_car_that_faces_north_east_is_struck_from_the_south(
    column: int, kind: str, damage: int
) -> None:
    """A column farther east the middle of the other car lies beside it, no longer behind it."""
    mine, other = rammer("car", (column, 18), 0, 6), rammed("car", (14, 15), 1, 2)
    battle, event = meets(mine, other, 3, ALWAYS, 1, *SAVED)
    assert event.data["type"] == kind
    assert lost(battle) == (damage, damage)


@rule("owb.collision.classify", "owb.collision.t-bone")
def test_a_defender_that_faces_north_is_struck_from_the_west() -> None:
    """Base damage 3 + 6: the speed of the defender does not count."""
    mine, other = rammer("car", (10, 20), 2, 6), rammed("car", (13, 19), 0, 15)
    battle, event = meets(mine, other, 3, ALWAYS, 3, *SAVED)
    assert event.data["type"] == "t-bone"
    assert "owb.collision.t-bone" in event.rules
    assert lost(battle) == (9, 9)


# -- how much -------------------------------------------------------------------------------------


@rule("owb.collision.head-on")
def test_two_cars_at_12_and_9_meet_head_on_with_a_4() -> None:
    mine, other = rammer("car", (10, 20), 0, 12), rammed("car", (11, 17), 4, 9)
    battle, event = meets(mine, other, 3, ALWAYS, 4, *SAVED)
    assert event.data == {"type": "head-on", "attacker": 25, "defender": 25}
    assert lost(battle) == (25, 25)
    # A quarter of 25 for the drivers, although they held on.
    assert [battle.state.person(f"{name}.operator").hp for name in (CAR, "other")] == [-2, -2]


@rule("owb.collision.rear-end")
@pytest.mark.parametrize(("fast", "slow", "base"), [(15, 9, 8), (9, 15, 2), (9, 9, 2), (10, 9, 3)])
def test_a_car_at_15_runs_into_the_rear_of_one_at_9_with_a_2(
    fast: int, slow: int, base: int
) -> None:
    mine, other = rammer("car", (10, 20), 0, fast), rammed("car", (10, 15), 0, slow)
    saves = SAVED if base >= 2 else ()
    battle, event = meets(mine, other, 3, ALWAYS, 2, *saves)
    assert event.data == {"type": "rear-end", "attacker": base, "defender": base}
    assert lost(battle) == (base, base)


@rule("owb.collision.hull-divides-taken", "owb.collision.hull-multiplies-delivered")
def test_a_heavy_tank_strikes_the_side_of_a_car_at_base_damage_10() -> None:
    mine, other = rammer("tank-heavy", (10, 20), 2, 6), rammed("car", (13, 20), 0)
    battle, event = meets(mine, other, 3, ALWAYS, 4, *SAVED)
    assert event.data == {"type": "t-bone", "attacker": 2, "defender": 40}
    assert lost(battle) == (2, 40)


@rule("owb.collision.hull-divides-taken", "owb.collision.hull-multiplies-delivered")
@pytest.mark.parametrize(
    ("mine", "theirs", "losses"),
    [
        ("armored-personnel-carrier", "tank-medium", (30, 13)),
        ("tank-medium", "armored-personnel-carrier", (13, 30)),
    ],
)
def test_hulls_of_level_1_and_2_meet_head_on_at_base_damage_20(
    mine: str, theirs: str, losses: tuple[int, int]
) -> None:
    """6 on the die, and 7 + 7 of speed."""
    one, two = rammer(mine, (10, 20), 0, 7), rammed(theirs, (11, 17), 4, 7)
    battle, _ = meets(one, two, 3, ALWAYS, 6, *SAVED)
    assert lost(battle) == losses


@rule("owb.collision.hull-level-of-the-touching-face")
def test_a_medium_tank_strikes_the_side_of_another_at_base_damage_12() -> None:
    mine, other = rammer("tank-medium", (10, 20), 2, 7), rammed("tank-medium", (13, 19), 0)
    battle, event = meets(mine, other, 3, ALWAYS, 5, *SAVED)
    assert event.data == {"type": "t-bone", "attacker": 8, "defender": 18}
    assert lost(battle) == (8, 18)


@rule("owb.collision.hull-level-of-the-touching-face", "owb.vmove.reverse-one-third")
def test_in_reverse_a_tank_strikes_with_its_weaker_rear() -> None:
    """Backing north into the side of a car: x2 counts as x1, base damage 5 + 3."""
    one = driven(CAR, "tank-medium", (11, 20), 4, pace="reverse", travel=3, stats=TOUGH)
    two = rammed("car", (11, 14), 2)
    battle = fight(one, two, FOE)
    play(battle, StartVehicle(CAR), SetPace(CAR, "reverse"))
    play(battle, Drive(CAR, 2, ram="other"), dice=[1, ALWAYS, 5, *SAVED])
    assert told(battle, "collision")[0].data == {"type": "t-bone", "attacker": 4, "defender": 16}


# -- men and objects ------------------------------------------------------------------------------


@rule("owb.collision.character-struck")
@pytest.mark.parametrize(("save", "damage"), [(17, 20), (18, 10)])
def test_a_halftrack_at_7_runs_over_a_soldier_with_a_3(save: int, damage: int) -> None:
    one = driven(CAR, HALFTRACK, (10, 20), pace="normal", travel=7)
    battle = fight(one, man("hans", (11, 18), "b"), FOE)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, 3)) == "owb.vmove.occupied-square-means-collision"
    play(battle, Drive(CAR, 2, ram="hans"), dice=[1, save, 3])
    assert rolled_all(battle)
    assert told(battle, "run-over")[0].data == {"damage": damage}
    assert battle.state.person("hans").hp == 4 - damage
    assert the(battle, CAR).hp == 24
    assert where(battle).front_left == (10, 18)
    # Now it has a body under it until it is four squares farther.
    assert [paid(battle, Drive(CAR, 1)) for _ in range(4)] == [2, 2, 2, 1]


@rule("owb.collision.object-struck", "owb.collision.accident-needs-no-check")
@pytest.mark.parametrize("settings", [{}, {"cover_damage": "hit-points"}])
def test_a_truck_at_12_skids_into_a_masonry_wall_with_a_4(settings: dict[str, Any]) -> None:
    """With or without hit points for objects: (4 + 12) tripled by the x2 of the wall."""
    wall = filled("wall", "building-wall-masonry", (8, 18), (14, 18))
    battle = on_the_road(
        "truck-large", (10, 19), travel=12, terrain=[wall], stats=TOUGH, options=settings
    )
    # The check fails; a skid straight on, into the wall; then 1 point of the skid itself.
    play(battle, DriveDefensively(CAR), dice=[2, SKID, 2, 4, ALWAYS, 1])
    assert rolled_all(battle)
    (event,) = told(battle, "collision")
    assert (event.data["type"], event.data["attacker"]) == ("object", 48)
    assert the(battle, CAR).hp == 100 - 48 - 1
    assert the(battle, CAR).pace == "stopped"
    assert where(battle).front_left == (10, 19)


# -- mishaps on wheels ----------------------------------------------------------------------------


@rule("owb.mishap.spinout-travel-and-spin")
@pytest.mark.parametrize(("hand", "facing"), [("right", 7), ("left", 1)])
def test_a_car_at_14_spins_out_of_a_turn_and_stops(hand: Any, facing: int) -> None:
    battle = on_the_road("car", (15, 20), travel=14)
    # The check fails; a spinout, 3 + 4 facings; 1 point of damage; the driver holds on.
    play(battle, Turning(CAR, hand, 90, "tight"), dice=[2, SPINOUT, 3, 1, ALWAYS])
    assert rolled_all(battle)
    assert told(battle, "carried")[0].data == {"squares": 4}
    assert told(battle, "spin")[0].data == {"steps": 7}
    car = the(battle, CAR)
    assert (car.facing, car.pace, car.travel, car.travelled) == (facing, "stopped", 0, 0)
    # It went from front-left (15, 20) to (15, 16), and turned about the centre (15.5, 17).
    x, y = where(battle).centre
    assert abs(x - 15.5) <= 0.75
    assert abs(y - 17) <= 0.75
    assert car.hp == 7


@rule("owb.mishap.skid-direction")
@pytest.mark.parametrize(
    ("speed", "die", "front"),
    [(10, 3, (18, 17)), (10, 1, (12, 17)), (10, 2, (15, 17)), (8, 3, (17, 18)), (2, 3, (16, 19))],
)
def test_a_truck_at_10_skids_three_squares(speed: int, die: int, front: Square) -> None:
    battle = on_the_road("truck-large", (15, 20), travel=speed)
    play(battle, DriveDefensively(CAR), dice=[2, SKID, die, 1])
    assert rolled_all(battle)
    assert (where(battle).front_left, where(battle).facing) == (front, 0)
    assert the(battle, CAR).pace == "normal"
    assert refused(battle, Drive(CAR, 1))


# -- mishaps on tracks ----------------------------------------------------------------------------

STEERED = ["advanced-steering"]


@rule("owb.mishap.locked-drive")
def test_a_failed_tight_turn_that_locks_the_drive_carries_a_tank_two_squares_on() -> None:
    battle = on_the_road("tank-medium", (15, 20), add=STEERED)
    play(battle, Turning(CAR, "right", 90, "tight"), dice=[2, LOCKED, 3, 1])
    assert rolled_all(battle)
    assert (where(battle).front_left, where(battle).facing) == ((15, 18), 0)
    assert the(battle, CAR).spent == 2
    assert refused(battle, Turning(CAR, "right", 45)) == "owb.mishap.locked-drive"
    assert paid(battle, Drive(CAR, 7)) == 7


@rule("owb.mishap.locked-drive", "owb.collision.accident-needs-no-check")
@pytest.mark.parametrize("gap", [0, 1])
def test_what_is_in_those_two_squares_is_run_into(gap: int) -> None:
    """A motorcycle across the left track: 1 + a speed of 5, times 3; its rider cannot save."""
    other = rammed("motorcycle", (14, 18 - gap), 6)
    battle = on_the_road("tank-light", (15, 19), with_=[other], add=STEERED, stats=TOUGH)
    crew = [ALWAYS] * 4
    play(
        battle,
        Turning(CAR, "right", 90, "tight"),
        dice=[2, LOCKED, 1, *crew, ALWAYS, 3, 1],
    )
    assert rolled_all(battle)
    (event,) = told(battle, "collision")
    assert event.data == {"type": "t-bone", "attacker": 2, "defender": 18}
    assert where(battle).front_left == (15, 19 - gap)
    assert the(battle, CAR).pace == "stopped"
    assert the(battle, CAR).hp == 100 - 2 - 3


@rule("owb.mishap.transmission-strain")
def test_a_strained_medium_tank_has_6_movement_for_the_next_two_rounds() -> None:
    battle = on_the_road("tank-medium", (15, 30))
    play(battle, DriveDefensively(CAR), dice=[2, STRAIN, 3, 2])
    assert rolled_all(battle)
    assert the(battle, CAR).hp == 36 - 3
    assert paid(battle, Drive(CAR, 7)) == 7
    play(battle, EndVehicle(CAR))
    for most in (6, 6, 9):
        pass_all(battle, dice=(6, 1))
        tank = the(battle, CAR)
        thirds = [allowance_at(battle.state, tank, pace) for pace in ("crawl", "reverse")]
        assert thirds == [most // 3, most // 3]
        play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
        assert refused(battle, Drive(CAR, most + 1)) == "owb.vterrain.cost-must-be-affordable"
        assert paid(battle, Drive(CAR, most)) == most
        play(battle, EndVehicle(CAR))


# -- which rules are told -------------------------------------------------------------------------


@rule("owb.collision.accident-needs-no-check", "owb.collision.hull-divides-taken")
def test_a_collision_names_the_rules_that_made_it_what_it_is() -> None:
    hulls = "owb.collision.hull-multiplies-delivered"
    cars = (rammer("car", (10, 20), 0, 4), rammed("car", (11, 17), 4, 4))
    _, event = meets(*cars, 3, ALWAYS, 4, *SAVED)
    assert event.rules == ("owb.collision.head-on", "owb.collision.classify")
    tank = (rammer("tank-heavy", (10, 20), 2, 6), rammed("car", (13, 20), 0))
    _, event = meets(*tank, 3, ALWAYS, 4, *SAVED)
    assert event.rules[0] == "owb.collision.t-bone"
    assert hulls in event.rules


@rule("owb.mishap.skid-direction", "owb.driving.npc-needs-one-on-d20")
def test_a_failed_check_and_a_skid_are_told_with_their_dice() -> None:
    battle = on_the_road("truck-large", (15, 20), travel=10)
    play(battle, DriveDefensively(CAR), dice=[2, SKID, 3, 1])
    (failed,) = told(battle, "driving-check")
    assert "owb.driving.npc-needs-one-on-d20" in failed.rules
    assert [roll.faces for roll in failed.rolls] == [(2,)]
    (skid,) = told(battle, "skidding")
    assert skid.text == "car skids to the north-east."
    assert skid.rules == ("owb.mishap.skid-direction",)
    assert [roll.faces for roll in skid.rolls] == [(3,)]
