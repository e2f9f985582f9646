"""Leaving the map: a vehicle goes with everybody aboard, and nobody comes back."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ...part1_personal.movement.walking import edges_beyond, note_exit
from ...state import OwbState
from ...state.footprint import Footprint

RULE = "owb.footprint.leaving-the-map"


def squares_off_map(state: OwbState, print_: Footprint) -> tuple[Square, ...]:
    """The squares of a footprint that are off the map."""
    width, rows = state.setting.width, state.setting.rows
    return tuple((x, y) for x, y in print_.squares if not (0 <= x < width and 0 <= y < rows))


def is_off_map(state: OwbState, print_: Footprint) -> bool:
    """Whether any square of a footprint is off the map."""
    cite(RULE)
    return bool(squares_off_map(state, print_))


def leave_map(state: OwbState, name: str, print_: Footprint | None = None) -> Iterator[Event]:
    """Take a vehicle with all aboard off the map, for good.

    Args:
        state: Where the fight stands.
        name: The vehicle.
        print_: The footprint that would lie off the map.
    """
    cite(RULE)
    vehicle, aboard = state.vehicle(name), state.occupants(name)
    if print_ is not None:
        first = squares_off_map(state, print_)[0]
        alive = [person.id for person in aboard if person.out != "dead"]
        note_exit(state, alive, vehicle.side, edges_beyond(state, first))
    names = [person.id for person in aboard]
    for gone in (name, *names):
        del state.pieces[gone]
    state.left = (*state.left, name, *names)
    state.pending = tuple(one for one in state.pending if one[0] != name)
    state.explosives = tuple(bomb for bomb in state.explosives if bomb.vehicle != name)
    yield Event(
        kind="leave",
        text=f"{vehicle.name} leaves the map with all aboard.",
        rules=(RULE,),
        data={"vehicle": name, "aboard": names},
    )
