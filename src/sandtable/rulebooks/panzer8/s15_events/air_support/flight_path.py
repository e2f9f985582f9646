"""Section 15.3.7: the way of aircraft over the table."""

from __future__ import annotations

import math
from typing import Final

from sandtable.catalogue import cite
from sandtable.table import Footprint, Point, between, distance_to_point

from ...state.battlefield import Setting
from ...state.built_up_areas import nearest_on

STAND_OFF: Final = 4.0
"""How far from its target a mission stops."""


def entry_of(setting: Setting, side: str) -> Point:
    """Where aircraft come in: the middle of the home edge."""
    cite("p8.air.flight-path")
    width, depth = setting.ground.width, setting.ground.depth
    return {
        "south": (width / 2, 0.0),
        "north": (width / 2, depth),
        "west": (0.0, depth / 2),
        "east": (width, depth / 2),
    }[setting.homes[side]]


def flight_path(setting: Setting, side: str, target: Footprint) -> tuple[Point, ...]:
    """Straight from the home edge towards the nearest part of the target, as far as 4 from it.

    It is a single point if the aircraft are no farther than that when they come in.
    """
    cite("p8.air.flight-path")
    entry = entry_of(setting, side)
    gap = distance_to_point(target, entry)
    if gap <= STAND_OFF:
        return (_rounded(entry),)
    stop = between(entry, nearest_part(target, entry), (gap - STAND_OFF) / gap)
    return _rounded(entry), _rounded(stop)


def nearest_part(base: Footprint, point: Point) -> Point:
    """The point of a base's edge that is nearest to a point outside it."""
    edges = zip(base.core, (*base.core[1:], base.core[0]), strict=True)
    spots = [nearest_on(a, b, point) for a, b in edges]
    return min(spots, key=lambda spot: math.dist(spot, point))


def _rounded(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)
