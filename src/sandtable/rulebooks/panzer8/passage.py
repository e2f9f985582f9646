"""Section 5.3.5 and 5.4: whom a mover may pass through, and where it may not end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.panzer8.movement import base_at, heading_on_leg
from sandtable.rulebooks.panzer8.setting import LINES
from sandtable.rulebooks.panzer8.sheets import OBSERVERS, Sheet
from sandtable.rulebooks.panzer8.state import Bearing, Element, P8State
from sandtable.rulebooks.panzer8.terrain import on_way
from sandtable.table import (
    Footprint,
    Path,
    Point,
    bearing,
    distance,
    overlap,
    point_to_segment,
    segments_cross,
    swept,
    touching,
)

MELEE_REACH = 0.5
"""Foot this near to each other across an obstacle would be in hand-to-hand combat."""


def check_passage(
    state: P8State, element: Element, path: Sequence[Point], start: float, style: Bearing
) -> Refusal | None:
    """Why an element cannot pass that way: enemies, or friends on the same road."""
    sheet = state.sheet(element)
    for a, b in itertools.pairwise(path):
        heading = heading_on_leg(start, bearing(a, b), style)
        trail = swept(base_at(sheet, a, heading), base_at(sheet, b, heading))
        for other in _near(state, element, sheet, a, b):
            if not overlap(trail, state.base(other)):
                continue
            if other.side != element.side:
                if _stood_apart(state, element, other):
                    return Refusal("p8.move.not-through-enemies", f"{other.name} is in the way.")
            elif _blocks_road(state, sheet, other, a, b, heading):
                return Refusal(
                    "p8.move.through-friends",
                    f"{other.name} blocks the road; go round it off the road.",
                )
    return None


def _near(state: P8State, element: Element, sheet: Sheet, a: Point, b: Point) -> list[Element]:
    """Those who may be in the way between two points."""
    mine = math.hypot(sheet.width, sheet.depth) / 2
    near = []
    for other in state.pieces.values():
        if other.id == element.id or not other.on_table:
            continue
        theirs = state.sheet(other)
        reach = mine + math.hypot(theirs.width, theirs.depth) / 2
        if point_to_segment((other.x, other.y), a, b) <= reach:
            near.append(other)
    return near


def _stood_apart(state: P8State, element: Element, enemy: Element) -> bool:
    """Bases that overlapped before the move (corners that meet) do not stop the mover leaving."""
    return not element.on_table or not overlap(state.base(element), state.base(enemy))


def _blocks_road(
    state: P8State, sheet: Sheet, friend: Element, a: Point, b: Point, heading: float
) -> bool:
    """Whether the mover, on a road, bridge or track, passes over a friend who is on one too."""
    cite("p8.move.through-friends")
    ground = state.setting.ground
    if not on_way(ground.areas_at((friend.x, friend.y))):
        return False
    path = Path((a, b))
    for stretch in ground.stretches((a, b)):
        if not on_way(stretch.areas):
            continue
        here = base_at(sheet, path.point_at(stretch.start), heading)
        there = base_at(sheet, path.point_at(stretch.end), heading)
        if overlap(swept(here, there), state.base(friend)):
            return True
    return False


def check_end(state: P8State, start: Element, end: Element) -> Refusal | None:
    """Why a mover may not end its move there: on another base, or in contact with an enemy."""
    base = state.base(end)
    before = state.base(start)
    for other in state.pieces.values():
        if other.id == end.id or not other.on_table:
            continue
        if abs(other.x - end.x) > 4.0 or abs(other.y - end.y) > 4.0:
            continue
        place = state.base(other)
        if overlap(base, place):
            return Refusal("p8.geo.no-overlap", f"{end.name} would end on top of {other.name}.")
        if other.side == end.side or (start.on_table and touching(before, place)):
            continue
        if touching(base, place):
            return _no_contact(state, end, other)
        if _across_obstacle(state, end, other, base, place):
            return Refusal(
                "p8.move.no-contact-without-charge",
                f"{end.name} would stand across an obstacle from {other.name}, within "
                f"{MELEE_REACH:g} in; only a charge may do that.",
            )
    return None


def _no_contact(state: P8State, mover: Element, enemy: Element) -> Refusal:
    cite("p8.geo.contact-tolerance")
    sheet = state.sheet(mover)
    if sheet.is_commander or sheet.type in OBSERVERS:
        rule = "p8.cmd.no-contact" if sheet.is_commander else "p8.foo.no-contact"
        return Refusal(rule, f"{mover.name} may never move into contact; {enemy.name} is there.")
    return Refusal(
        "p8.move.no-contact-without-charge",
        f"{mover.name} would touch {enemy.name}; only a charge may do that.",
    )


def in_hand_to_hand(state: P8State, element: Element, *, apart_from: str) -> bool:
    """Whether an element is in hand-to-hand contact with some enemy other than the one named."""
    if state.sheet(element).is_vehicle:
        return False
    base = state.base(element)
    for enemy in state.enemies_of(element):
        if enemy.id == apart_from or abs(enemy.x - element.x) > 4.0:
            continue
        if state.sheet(enemy).is_vehicle or abs(enemy.y - element.y) > 4.0:
            continue
        place = state.base(enemy)
        if touching(base, place) or _across_obstacle(state, element, enemy, base, place):
            return True
    return False


def _across_obstacle(
    state: P8State, end: Element, enemy: Element, base: Footprint, place: Footprint
) -> bool:
    if state.sheet(end).is_vehicle or state.sheet(enemy).is_vehicle:
        return False
    if distance(base, place) > MELEE_REACH + 1e-3:
        return False
    setting = state.setting
    for name in setting.touched(base) & setting.touched(place):
        line = setting.ground.line(name)
        if LINES[line.kind].obstacle and any(
            segments_cross((end.x, end.y), (enemy.x, enemy.y), a, b)
            for a, b in zip(line.points, line.points[1:], strict=False)
        ):
            return True
    return False
