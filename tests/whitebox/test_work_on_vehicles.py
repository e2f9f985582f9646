"""The work that mends what mishaps do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.damage.repairs import check_work, work_on
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import (
    check_straight,
    is_stalled,
)
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.tables import MISHAPS
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    EndVehicle,
    Labour,
    SetPace,
    StartVehicle,
    Work,
)
from tests.whitebox.crash_kit import (
    driven,
    field,
    operative,
)
from tests.whitebox.kit import fight, man, play
from tests.whitebox.vehicle_kit import the

rule = pytest.mark.rule


# -- work -----------------------------------------------------------------------------------------


NEEDS: dict[Labour, dict[str, Any]] = {
    "restart": {"stalled_to": 10},
    "unlock": {"locked_to": 10, "strained_to": 4},
    "dig-out": {"stuck": True},
    "right": {"overturned": "left-side"},
}
"""What a vehicle is like that needs each kind of work."""


def workshop(labour: Labour, profession: str, seat: str = "operator") -> OwbState:
    """A tank that needs some work, and an operative in a seat of it or, without one, beside it."""
    aboard = "c" if seat else ""
    state = field(
        driven("c", "tank-light", (15, 20)), operative("w", profession, aboard, seat, (14, 20))
    )
    state.alter("c", **NEEDS[labour])
    return state


def work(state: OwbState, labour: Labour, *faces: int) -> str:
    dice = ScriptedDice(faces)
    person, vehicle = state.person("w"), the(state, "c")
    assert check_work(state, person, vehicle, labour) is None
    (event,) = work_on(state, person, vehicle, labour, dice)
    assert dice.remaining == ()
    return event.text


def why_not(state: OwbState, labour: Labour) -> str:
    refusal = check_work(state, state.person("w"), the(state, "c"), labour)
    return "" if refusal is None else refusal.reason


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


@rule("owb.mishap.locked-drive-quick-repair")
def test_a_drive_is_unlocked_from_within_and_the_strain_stays() -> None:
    state = workshop("unlock", "combat-engineer", "passenger-1")
    work(state, "unlock", 1)
    assert check_straight(state, the(state, "c")) is None
    assert the(state, "c").strained_to == 4
    assert why_not(workshop("unlock", "combat-engineer", ""), "unlock")
    assert why_not(workshop("unlock", "wheelman"), "unlock") == ""


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


def test_every_line_of_the_tables_is_read() -> None:
    for table in MISHAPS.values():
        assert sorted(table) == [1, 2, 3, 4, 5, 6]
