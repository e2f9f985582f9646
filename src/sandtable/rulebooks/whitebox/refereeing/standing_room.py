"""Where there is room for somebody whom the referee puts on the map."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.table import grid
from sandtable.table.grid import Square


def nearest_room(
    state: OwbState, person: Person, near: Square, spots: Iterable[Square]
) -> Square | None:
    """Of some squares the free one nearest to another; of the equally near, from the north.

    Nobody else stands there, no vehicle, and nothing that a man cannot get into.
    """
    grounds = state.grounds
    taken = {state.square(one) for one in state.people() if one.id != person.id}
    free = [
        spot
        for spot in spots
        if spot not in taken
        and grounds.holds(spot)
        and not grounds.kind(spot).impassable
        and state.vehicle_at(spot) is None
    ]
    return min(free, key=lambda spot: (grid.distance(spot, near), spot[1], spot[0]), default=None)
