"""Vehicles that are hit, for tests of what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.battle import Event
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import adverse_effect, damage_vehicle
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.scenario import Unit
from tests.whitebox.kit import man, state_of
from tests.whitebox.vehicle_kit import vehicle

FOE = man("foe", (30, 2), "b")
SAVED, FAILED = 18, 17
"""Saving Throws of common soldiers."""


def field(
    sheet: str, *others: Unit, options: dict[str, str | bool] | None = None, **status: Any
) -> OwbState:
    """A map with one vehicle of side a that faces north, its front-left square at (10, 20)."""
    return state_of(vehicle("v", sheet, (10, 20), **status), FOE, *others, options=options)


def hit(state: OwbState, points: int, *faces: int, attack: bool = True) -> list[Event]:
    """Damage to the vehicle of a field, with the dice that follow; all of them must be used."""
    dice = ScriptedDice(faces)
    events = list(damage_vehicle(state, "v", points, dice, attack=attack))
    dice.assert_spent()
    return events


def table_10(state: OwbState, *faces: int) -> list[Event]:
    """A result of Table 10 for the vehicle of a field."""
    dice = ScriptedDice(faces)
    events = list(adverse_effect(state, "v", dice))
    dice.assert_spent()
    return events


def hits(state: OwbState) -> list[int]:
    """The hit points of those aboard, by seat."""
    return [one.hp for one in state.occupants("v")]


def kinds(events: Iterable[Event]) -> list[str]:
    """What has been told, kind by kind."""
    return [event.kind for event in events]
