"""Leaving the map: over which edge, and what that counts in a battle that has exits."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.scenario.model import Edge
from sandtable.table.grid import Square

from ...state import OwbState


def edges_beyond(state: OwbState, square: Square) -> tuple[Edge, ...]:
    """The edges of the map that a square off it lies beyond."""
    x, y = square
    found: dict[Edge, bool] = {
        "north": y < 0,
        "south": y >= state.setting.rows,
        "west": x < 0,
        "east": x >= state.setting.width,
    }
    return tuple(edge for edge, beyond in found.items() if beyond)


def edges_at(state: OwbState, square: Square) -> tuple[Edge, ...]:
    """The edges of the map that a square on it lies at."""
    x, y = square
    around = ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y))
    return tuple(edge for near in around for edge in edges_beyond(state, near))


def note_exit(state: OwbState, names: Iterable[str], side: str, edges: Iterable[Edge]) -> None:
    """Note over which edge some characters leave the map; at a corner, over the one they want."""
    wanted = [exit_.edge for exit_ in state.setting.scenario.victory.exits if exit_.side == side]
    open_to = tuple(edges)
    if not open_to:
        return
    edge = next((edge for edge in open_to if edge in wanted), open_to[0])
    state.exited = (*state.exited, *((side, name, edge) for name in names))


def exit_points(state: OwbState) -> dict[str, float]:
    """What those who have left the map count for each side."""
    points = dict.fromkeys(state.setting.scenario.side_ids(), 0.0)
    for exit_ in state.setting.scenario.victory.exits:
        gone = sum(side == exit_.side and edge == exit_.edge for side, _, edge in state.exited)
        points[exit_.side] += exit_.value * gone
    return points
