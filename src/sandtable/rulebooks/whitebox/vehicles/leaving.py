"""Leaving the map: a vehicle goes with everybody aboard, and nobody comes back."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.footprint import Footprint

RULE = "owb.footprint.leaving-the-map"


def is_off_map(state: OwbState, print_: Footprint) -> bool:
    """Whether any square of a footprint is off the map."""
    cite(RULE)
    width, rows = state.setting.width, state.setting.rows
    return any(not (0 <= x < width and 0 <= y < rows) for x, y in print_.squares)


def leave_map(state: OwbState, name: str) -> Iterator[Event]:
    """Take a vehicle with all aboard off the map, for good."""
    cite(RULE)
    aboard = [person.id for person in state.occupants(name)]
    vehicle = state.vehicle(name)
    for gone in (name, *aboard):
        del state.pieces[gone]
    state.left = (*state.left, name, *aboard)
    state.explosives = tuple(bomb for bomb in state.explosives if bomb.vehicle != name)
    yield Event(
        kind="leave",
        text=f"{vehicle.name} leaves the map with all aboard.",
        rules=(RULE,),
        data={"vehicle": name, "aboard": aboard},
    )
