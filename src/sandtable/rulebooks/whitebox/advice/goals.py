"""Where a side wants to go: objectives, an edge to leave over, or else the enemy."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Final

from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.round.ending import holder
from ..part2_vehicles.movement.terrain import ground_class
from ..state import OwbState
from ..state.squares_and_edges import Grounds
from ..state.vehicles import Vehicle

OUT_OF_REACH: Final = 99
"""How far away counts what cannot be reached at all."""

Field = dict[Square, int]
"""How far every square is from the nearest goal, by the way that a vehicle can go."""


def exits_of(state: OwbState, side: str) -> tuple[str, ...]:
    """The edges that a side wants to leave over."""
    return tuple(way.edge for way in state.setting.scenario.victory.exits if way.side == side)


def goals_of(state: OwbState, side: str) -> tuple[Square, ...]:
    """The squares that a side wants to get to.

    A side that wants to get away goes for the edge, whatever there is on the way; others for the
    objectives that they do not hold, or for all if they hold them.
    """
    return state.once(("goals", side), lambda: _goals_of(state, side))


def _goals_of(state: OwbState, side: str) -> tuple[Square, ...]:
    edges = exits_of(state, side)
    if edges:
        return tuple(square for edge in edges for square in _along(state.grounds, edge))
    objectives = state.setting.scenario.objectives
    wanted = [one for one in objectives if holder(state, one) != side] or list(objectives)
    if wanted:
        return tuple(state.setting.square(one.at) for one in wanted)
    return tuple(_enemies(state, side))


def _along(grounds: Grounds, edge: str) -> Iterator[Square]:
    """The squares along an edge of the map."""
    last_x, last_y = grounds.width - 1, grounds.rows - 1
    if edge in ("north", "south"):
        y = 0 if edge == "north" else last_y
        yield from ((x, y) for x in range(last_x + 1))
    else:
        x = 0 if edge == "west" else last_x
        yield from ((x, y) for y in range(last_y + 1))


def _enemies(state: OwbState, side: str) -> Iterator[Square]:
    for person in state.people():
        if person.side != side:
            yield state.square(person)
    for vehicle in state.vehicles():
        if vehicle.side != side and vehicle.on_table and not vehicle.wreck:
            yield state.footprint(vehicle).squares[0]


def distance_to_goal(state: OwbState, side: str, square: Square) -> int:
    """How far a square is from the nearest goal, as the crow flies."""
    return min((grid.distance(square, goal) for goal in goals_of(state, side)), default=0)


# -- ways for vehicles ----------------------------------------------------------------------------


def field_of(state: OwbState, vehicle: Vehicle) -> Field:
    """How far every square is from the vehicle's goals; kept, since goals seldom change."""
    goals = goals_of(state, vehicle.side)
    key = (state.changes, vehicle.tracked, vehicle.modifications, vehicle.width, goals)
    known: Field | None = state.setting.fields.get(key)
    if known is None:
        known = state.setting.fields[key] = _spread(state.bare_grounds, vehicle, goals)
    return known


def _spread(grounds: Grounds, vehicle: Vehicle, goals: tuple[Square, ...]) -> Field:
    """Distances over the squares on which a vehicle can drive, from the goals outwards."""
    costs = _costs(grounds, vehicle)
    found: Field = {}
    todo = [(0, goal) for goal in goals]
    heapq.heapify(todo)
    while todo:
        far, square = heapq.heappop(todo)
        if square in found:
            continue
        found[square] = far
        for near in grid.neighbours(square):
            cost = costs.get(near)
            if cost is not None and near not in found:
                heapq.heappush(todo, (far + cost, near))
    return found


def _costs(grounds: Grounds, vehicle: Vehicle) -> dict[Square, int]:
    """What it costs a vehicle to drive over each square; those that it cannot enter are left out.

    A square beside something impassable costs more, since a vehicle is wider than a square.
    """
    closed = {
        (x, y)
        for x in range(grounds.width)
        for y in range(grounds.rows)
        if ground_class(vehicle, grounds.kind((x, y))) == "impassable"
    }
    closed |= {
        square
        for edge, kind in grounds.edges.items()
        if ground_class(vehicle, kind) == "impassable"
        for square in edge
    }
    found = {}
    for x in range(grounds.width):
        for y in range(grounds.rows):
            if (x, y) in closed:
                continue
            plain = ground_class(vehicle, grounds.kind((x, y))) == "normal"
            tight = vehicle.width > 1 and any(near in closed for near in grid.neighbours((x, y)))
            found[x, y] = (1 if plain else 2) + (2 if tight else 0)
    return found


def way_to_go(field: Field, square: Square) -> int:
    """How far a square is from the goals by a field."""
    return field.get(square, OUT_OF_REACH)
