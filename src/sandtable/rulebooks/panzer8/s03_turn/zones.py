"""Section 3: where a side sets up, and what is said of a spot outside."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.battle import Refusal
from sandtable.scenario import Zone
from sandtable.table import Point, place_in

from ..state.battlefield import Setting

RULE = "p8.turn.setup-by-scenario"


def check_in_zones(setting: Setting, who: str, zones: Sequence[Zone], at: Point) -> Refusal | None:
    """Why somebody may not be set up at a spot: it is in none of the zones that are open to him."""
    if any(place_in(at, zone.outline) >= 0 for zone in zones):
        return None
    places = ", or ".join(_told(setting, zone) for zone in zones)
    return Refusal(RULE, f"({at[0]:g}, {at[1]:g}) is no place for {who}: set up {places}.")


def _told(setting: Setting, zone: Zone) -> str:
    return f"{extent_of(setting, zone)} ({zone.name})" if zone.name else extent_of(setting, zone)


def extent_of(setting: Setting, zone: Zone) -> str:
    """Where a zone lies: ``within 12 in of the north edge``, or between which points."""
    width, depth = setting.ground.width, setting.ground.depth
    across, along = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    west, east, south, north = min(across), max(across), min(along), max(along)
    if set(zone.outline) != {(x, y) for x in (west, east) for y in (south, north)}:
        points = ", ".join(f"({x:g}, {y:g})" for x, y in zone.outline)
        return f"inside the line through {points}"
    if (west, south, east, north) == (0, 0, width, depth):
        return "on the table"
    strips = {
        "south": ((0, 0, width, north), north),
        "north": ((0, south, width, depth), depth - south),
        "west": ((0, 0, east, depth), east),
        "east": ((west, 0, width, depth), width - west),
    }
    for edge, (strip, deep) in strips.items():
        if strip == (west, south, east, north):
            return f"within {deep:g} in of the {edge} edge"
    return f"between ({west:g}, {south:g}) and ({east:g}, {north:g})"
