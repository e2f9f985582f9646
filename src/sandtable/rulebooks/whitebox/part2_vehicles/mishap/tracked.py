"""VEHICLE MISHAP (TRACKED): strained transmissions, locked drives, hot engines, slipped tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ..maneuvers.driving_check import complete_stop
from ..round.crew import rounds_of
from .carried_on import carried
from .tables import Result

STRAINS: Final = ("overheated engine", "locked drive", "transmission strain")
LOCKS: Final = ("overheated engine", "locked drive")
"""The results that strain the transmission, and those that lock the drive as well."""


def goes_on(
    state: OwbState, name: str, result: Result, dice: Dice, *, paid: int
) -> Iterator[Event]:
    """Where a tracked vehicle goes: straight on with a locked drive, nowhere with a hot engine."""
    match result.name:
        case "locked drive" if paid:
            cite("owb.mishap.locked-drive")
            facing = state.vehicle(name).facing
            yield from carried(state, name, facing, paid, dice, paid=True)
        case "overheated engine":
            cite("owb.mishap.overheated-includes-locked-drive")
            complete_stop(state, name)
        case "slipped track":
            cite("owb.mishap.slipped-track")
            complete_stop(state, name)


def tracks_fail(state: OwbState, name: str, result: Result, dice: Dice) -> Iterator[Event]:
    """What a mishap leaves a tracked vehicle with."""
    if result.name == "slipped track":
        vehicle = state.alter(name, immobile=True)
        yield _left_with(name, f"{vehicle.name} cannot move any more.", "slipped-track")
        return
    if result.name in STRAINS:
        yield from _strains(state, name, dice)
    if result.name in LOCKS:
        yield _locks(state, name)
    if result.name == "overheated engine":
        cite("owb.mishap.overheated-cool-down")
        vehicle = state.alter(name, hot=rounds_of(hours=1))
        text = f"The engine of {vehicle.name} has overheated and must be shut down to cool."
        yield _left_with(name, text, "overheated-cool-down")


def _strains(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Movement is less by a third in the next rounds; of two strains the longer counts."""
    cite("owb.mishap.transmission-strain", "owb.mishap.repeated-status")
    vehicle = state.vehicle(name)
    until = max(vehicle.strained_to, state.turn + dice.die(3, f"strain, {vehicle.name}"))
    lasting = vehicle.strained_to >= state.turn and vehicle.strained_to > 0
    state.alter(
        name,
        strained_from=vehicle.strained_from if lasting else state.turn + 1,
        strained_to=until,
    )
    yield Event(
        kind="strain",
        text=f"The transmission of {vehicle.name} is strained until round {until}.",
        rules=("owb.mishap.transmission-strain",),
        pieces=(name,),
        rolls=dice.take_rolls(),
    )


def _locks(state: OwbState, name: str) -> Event:
    cite("owb.mishap.locked-drive", "owb.mishap.repeated-status")
    until = max(state.vehicle(name).locked_to, state.turn + rounds_of(turns=1))
    vehicle = state.alter(name, locked_to=until)
    text = f"The drive of {vehicle.name} is locked: it goes only straight until round {until}."
    return _left_with(name, text, "locked-drive")


def _left_with(name: str, text: str, rule: str) -> Event:
    return Event(kind="hindrance", text=text, rules=(f"owb.mishap.{rule}",), pieces=(name,))
