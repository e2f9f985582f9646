"""VEHICLE MISHAP (WHEELED): skids, spinouts, stalled engines and rollovers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.vehicles import Vehicle
from ..collision.impacts import going
from ..maneuvers.driving_check import complete_stop, current_movement
from ..round.crew import rounds_of
from .carried_on import NAMES, carried, spin, squares_carried
from .tables import LANDINGS, SLIDES, SPIN, Result

STALLS: Final = ("rollover", "spinout and stall")
"""The results that stall the engine."""


def loses_control(
    state: OwbState, name: str, result: Result, dice: Dice, *, left: bool, blow: int | None
) -> Iterator[Event]:
    """Where a wheeled vehicle out of control goes, how it spins, and how it lands."""
    vehicle = state.vehicle(name)
    squares = squares_carried(vehicle)
    if result.name == "skid":
        direction = _slide(vehicle, blow, dice)
        yield Event(
            kind="skidding",
            text=f"{vehicle.name} skids to the {NAMES[direction]}.",
            rules=("owb.mishap.skid-direction",),
            pieces=(name,),
            rolls=dice.take_rolls(),
            data={"direction": direction},
        )
        yield from carried(state, name, direction, squares, dice)
        return
    yield from carried(state, name, _course(vehicle, blow), squares, dice)
    if state.find_vehicle(name) is None or state.vehicle(name).wreck:
        return
    yield from _spins(state, name, dice, left=left)
    if result.name == "rollover" and state.find_vehicle(name) is not None:
        yield from _lands(state, name, dice)


def _course(vehicle: Vehicle, blow: int | None) -> int:
    """Where a vehicle goes on to: as it went, and if it stood, as the blow sends it."""
    if current_movement(vehicle):
        return going(vehicle)
    return vehicle.facing if blow is None else blow % 8


def _slide(vehicle: Vehicle, blow: int | None, dice: Dice) -> int:
    """Where a skid goes; one that stood goes as the blow sends it."""
    cite("owb.mishap.skid-direction")
    if not current_movement(vehicle):
        return _course(vehicle, blow)
    return (vehicle.facing + SLIDES[dice.die(3, f"direction of skid, {vehicle.name}")]) % 8


def _spins(state: OwbState, name: str, dice: Dice, *, left: bool) -> Iterator[Event]:
    cite("owb.mishap.spinout-travel-and-spin")
    steps = SPIN.total(dice, f"spin, {state.vehicle(name).name}")
    yield from spin(state, name, steps, left=left)
    if state.find_vehicle(name) is None:
        return
    vehicle = complete_stop(state, name)
    yield Event(
        kind="spin",
        text=f"{vehicle.name} spins out and stops facing {NAMES[vehicle.facing]}.",
        rules=("owb.mishap.spinout-travel-and-spin",),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"steps": steps},
    )


def _lands(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    cite("owb.mishap.rollover-includes-spinout-and-stall", "owb.mishap.rollover-how-it-lands")
    landing = LANDINGS[dice.die(6, f"landing, {state.vehicle(name).name}")]
    vehicle = state.alter(name, overturned=landing)
    cite("owb.mishap.overturned-vehicle")
    how = {
        "": "on its wheels",
        "upside-down": "upside down",
        "left-side": "on its left side",
        "right-side": "on its right side",
    }[landing]
    yield Event(
        kind="rollover",
        text=f"{vehicle.name} turns over and lands {how}.",
        rules=("owb.mishap.rollover-how-it-lands",),
        pieces=(name,),
        rolls=dice.take_rolls(),
    )


def wheels_fail(state: OwbState, name: str, result: Result) -> Iterator[Event]:
    """What a mishap leaves a wheeled vehicle with."""
    if result.name == "skid":
        cite("owb.mishap.skid-operator-busy")
        vehicle = state.alter(name, busy_in=state.turn, halted=True)
        yield Event(
            kind="skid",
            text=f"The operator of {vehicle.name} must regain control of it.",
            rules=("owb.mishap.skid-operator-busy",),
            pieces=(name,),
        )
    elif result.name in STALLS:
        cite("owb.mishap.stall", "owb.mishap.repeated-status")
        until = max(state.vehicle(name).stalled_to, state.turn + rounds_of(turns=1))
        vehicle = state.alter(name, stalled_to=until)
        yield Event(
            kind="stall",
            text=f"{vehicle.name} has stalled; its engine does not start before round {until + 1}.",
            rules=("owb.mishap.stall",),
            pieces=(name,),
        )
