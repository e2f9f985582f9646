"""What stops a mover by itself somewhere on its way, whether or not anybody reacts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from sandtable.table import Path

from ...s12_hidden.counters import spotted_on_the_way
from ...s15_events.support_fire.beaten_zones import under_barrage
from ...state import Moving, P8State
from ...state.frames import Incident
from ..react.standing_orders import standing_shot
from .rates import SLACK, path_length

Finder = Callable[[P8State, Moving], Incident | None]

FINDERS: Final[tuple[Finder, ...]] = (under_barrage, spotted_on_the_way, standing_shot)
"""Who knows of incidents: each finds the first of its kind on the rest of a path."""


def next_incident(state: P8State, frame: Moving) -> Incident | None:
    """The first thing that will stop a mover on the rest of its path, if anything does."""
    found = [incident for find in FINDERS if (incident := find(state, frame)) is not None]
    return min(found, key=lambda incident: incident.at, default=None)


def window(state: P8State, frame: Moving) -> Moving:
    """A move as far as its next incident: beyond that nobody can react to it yet."""
    if frame.stage != "react":
        return frame
    incident = next_incident(state, frame)
    if incident is None or incident.at >= path_length(frame.path) - SLACK:
        return frame
    return shortened(frame, incident.at)


def shortened(frame: Moving, at: float) -> Moving:
    """A move whose path ends earlier, so many inches along it."""
    path = tuple(Path(frame.path).cut(at)[0]) if at > SLACK else frame.path[:1]
    return replace(frame, path=path, facing=None, enters=None)
