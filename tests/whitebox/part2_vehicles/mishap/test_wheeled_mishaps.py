"""TABLE 6: rollovers and stalls."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import is_stalled
from tests.whitebox.kit import *


def why_not(state: OwbState, labour: Labour) -> str:
    refusal = check_work(state, state.person("w"), the(state, "c"), labour)
    return "" if refusal is None else refusal.reason


@rule("owb.mishap.rollover-includes-spinout-and-stall", "owb.mishap.rollover-damage")
def test_a_rollover() -> None:
    """Each rolls his own 2d6, and nobody saves."""
    state = speeding_car(14)
    state.change("c.operator", hp=50)
    done = slip(state, "c", ROLLOVER, 4, 2, 6, 5, 1, 2)
    vehicle = the(state, "c")
    assert done.kinds() == ["mishap", "carried", "spin", "rollover", "damage", "damage", "stall"]
    assert front_left(state)[1] != 20
    assert vehicle.facing == 0
    assert vehicle.overturned == "upside-down"
    assert vehicle.stalled_to == state.turn + 10
    assert lost(state, ["c"]) == [11]
    assert harm_to(state, "c.operator") == 3
    assert done.left == ()


@rule("owb.mishap.rollover-damage", "owb.mishap.rollover-how-it-lands", "owb.mishap.stall")
@pytest.mark.parametrize(
    ("face", "lies"),
    [(1, "upside-down"), (3, "upside-down"), (4, "left-side"), (5, "right-side"), (6, "")],
)
def test_a_rollover_rolls_spin_landing_and_2d6_for_car_and_driver(face: int, lies: str) -> None:
    state = sturdy_field(driven("c", "car", (15, 20)))
    speeding(state, "c", 6)
    made = slip(state, "c", ROLLOVER, 1, face, 2, 3, 6, 5)
    assert made.left == ()
    car = the(state, "c")
    assert car.overturned == lies
    assert car.stalled_to == state.turn + 10
    assert lost(state, "c") == [5]
    assert harm_to(state, "c.operator") == 11


@rule("owb.mishap.overturned-vehicle")
def test_an_overturned_vehicle_neither_moves_nor_fires_and_shows_its_underside() -> None:
    state = speeding_car(sheet="armored-car")
    state.alter("c", hull=2)
    assert hull_level(the(state, "c"), "front") == 2
    vehicle = state.alter("c", overturned="upside-down")
    refusal = present(held(state, vehicle))
    assert refusal.rule == "owb.mishap.overturned-vehicle"
    assert not weapons_work(vehicle)
    assert hull_level(vehicle, "front") == 1


@rule("owb.mishap.overturned-vehicle")
def test_an_upside_down_vehicle_is_struck_from_below() -> None:
    state = lone_vehicle("tank-light")
    assert hull_level(state.alter("v", overturned="upside-down"), "front") == 1
    assert hull_level(state.alter("v", overturned="left-side"), "front") == 2


@rule("owb.mishap.overturned-vehicle", "owb.maneuver.unstuck-by-hand")
@pytest.mark.parametrize(("labour", "field_of_it"), [("right", "overturned"), ("dig-out", "stuck")])
def test_by_hand_it_takes_turns_of_ten_rounds(labour: Labour, field_of_it: str) -> None:
    state = workshop(labour, "soldier", "")
    assert "9 more rounds" in work(state, labour, 1)
    for _ in range(8):
        state.turn += 1
        work(state, labour)
    assert getattr(the(state, "c"), field_of_it)
    state.turn += 1
    work(state, labour)
    assert not getattr(the(state, "c"), field_of_it)
    assert why_not(workshop(labour, "soldier", "passenger-1"), labour)


@rule("owb.mishap.stall", "owb.mishap.skid-operator-busy")
@pytest.mark.parametrize(("mishap", "dice"), [(2, [1, 1, 1]), (SKID, [1])])
def test_mishaps_in_the_free_turn_last_as_long_as_in_any_round(
    mishap: int, dice: list[int]
) -> None:
    """It stands and has one man aboard: spin, damage and 1d2 for a stall; damage for a skid."""
    crew = [f"passenger-{n}" for n in range(1, 5)]
    battle = fight(
        vehicle(CAR, "car", (10, 20), empty=crew),
        vehicle("other", "car", (30, 5), 4, "b", surprised=True),
        options={"surprise": "scenario"},
        dice=[],
    )
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    play(battle, DriveDefensively(CAR), dice=[20, mishap, *dice])
    assert rolled_all(battle)
    assert refused(battle, Drive(CAR, 1)) != ""
    play(battle, EndVehicle(CAR), dice=[6, 1])
    assert battle.state.turn == 1
    play(battle, StartVehicle(CAR))
    stalled = mishap != SKID
    assert refused(battle, SetPace(CAR, "normal")) == ("owb.mishap.stall" if stalled else "")
    assert the(battle, CAR).stalled_to == (10 if stalled else 0)


@rule("owb.mishap.stall", "owb.mishap.stall-damage")
def test_spinout_and_stall() -> None:
    """1d6+1 for the car; 1d2 for the driver without a save; no engine for ten rounds."""
    state = speeding_car()
    done = slip(state, "c", SPIN_AND_STALL, 1, 6, 1)
    assert lost(state, ["c"]) == [7]
    assert harm_to(state, "c.operator") == 1
    assert done.left == ()
    vehicle = the(state, "c")
    assert vehicle.stalled_to == state.turn + 10
    assert vehicle.pace == "stopped"
    state.turn += 10
    assert is_stalled(state, vehicle)
    state.turn += 1
    assert not is_stalled(state, vehicle)


@rule("owb.mishap.stall")
def test_a_stalled_vehicle_can_only_be_stopped() -> None:
    battle = fight(driven("c", "car", (15, 20)), man("far", (35, 35), "b"))
    battle.state.alter("c", stalled_to=5)
    play(battle, StartVehicle("c"))
    refusal = present(battle.refusal(SetPace("c", "normal"), "a"))
    assert refusal.rule == "owb.mishap.stall"
    assert battle.refusal(SetPace("c", "stopped"), "a") is None


@rule("owb.mishap.stall-quick-restart")
def test_a_wheelman_restarts_his_engine_in_as_many_rounds_as_the_die_says() -> None:
    state = workshop("restart", "wheelman")
    work(state, "restart", 2)
    assert is_stalled(state, the(state, "c"))
    assert why_not(state, "restart") == "Somebody has worked at it in this round."
    state.turn += 1
    work(state, "restart")
    assert not is_stalled(state, the(state, "c"))
    assert the(state, "c").work == ()


@rule("owb.mishap.stall-quick-restart")
@pytest.mark.parametrize(
    ("profession", "seat", "may"),
    [
        ("wheelman", "operator", True),
        ("wheelman", "passenger-1", False),
        ("wheelman", "", False),
        ("combat-engineer", "passenger-1", True),
        ("combat-engineer", "", True),
        ("soldier", "operator", False),
        ("medic", "", False),
    ],
)
def test_who_can_restart_an_engine(profession: str, seat: str, may: bool) -> None:
    state = workshop("restart", profession, seat)
    assert (why_not(state, "restart") == "") is may


@rule("owb.mishap.stall-quick-restart")
def test_an_engineer_must_be_next_to_it() -> None:
    state = workshop("restart", "combat-engineer", "")
    state.move_to("w", (13, 20))
    assert why_not(state, "restart")


@rule("owb.mishap.stall-quick-restart")
def test_work_that_was_broken_off_begins_anew() -> None:
    state = workshop("restart", "combat-engineer")
    work(state, "restart", 3)
    state.turn += 2
    work(state, "restart", 1)
    assert not is_stalled(state, the(state, "c"))


@rule("owb.mishap.stall-quick-restart")
def test_the_order_to_work_is_his_action() -> None:
    wheelman = operative("w", "wheelman", "c", "operator")
    battle = fight(driven("c", "car", (15, 20)), wheelman, man("far", (35, 35), "b"))
    battle.state.alter("c", stalled_to=9)
    play(battle, StartVehicle("c"), SetPace("c", "stopped"))
    play(battle, Work("w", "c", "restart"), dice=[1])
    assert battle.state.person("w").acted
    assert the(battle, "c").stalled_to == 0
    play(battle, EndVehicle("c"))
