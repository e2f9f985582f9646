"""Section 5.3.5 and 5.4: whom a mover may pass through, and where it may not end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import Path, Point, bearing, overlap, point_to_segment, swept, touching

from ...s02_terrain.ground_and_cover import on_way
from ...s06_close_combat.contact import ACROSS, is_at_works_of, meets_with_front, obstacle_between
from ...s06_close_combat.overrun import check_prey
from ...s10_buildings.occupation import gives_way
from ...s13_engineering.fortifications import check_stay, share_works
from ...state import Bearing, Element, P8State
from ...state.nearby import in_box
from ...state.sheets import OBSERVERS, Sheet
from .rates import base_at, heading_on_leg


def check_passage(
    state: P8State,
    element: Element,
    path: Sequence[Point],
    start: float,
    style: Bearing,
    charged: str | None = None,
) -> Refusal | None:
    """Why an element cannot pass that way: enemies, or friends on the same road."""
    sheet = state.sheet(element)
    for a, b in itertools.pairwise(path):
        near = _near(state, element, sheet, a, b)
        if not near:
            continue
        heading = heading_on_leg(start, bearing(a, b), style)
        trail = swept(base_at(sheet, a, heading), base_at(sheet, b, heading))
        for other in near:
            if _is_charged(state, other, charged) or not overlap(trail, state.base(other)):
                continue
            if other.side != element.side:
                if _stood_apart(state, element, other):
                    return Refusal("p8.move.not-through-enemies", f"{other.name} is in the way.")
            elif _blocks_road(state, sheet, other, a, b, heading):
                why = f"{other.name} blocks the road; go round it off the road."
                return Refusal("p8.move.through-friends", why)
    return None


def _is_charged(state: P8State, other: Element, charged: str | None) -> bool:
    """Whether an enemy is the target of a charge, or in the same built-up area with it."""
    if charged is None or other.id == charged:
        return other.id == charged
    target = state.pieces.get(charged)
    return target is not None and target.inside is not None and target.inside == other.inside


def _near(state: P8State, element: Element, sheet: Sheet, a: Point, b: Point) -> list[Element]:
    """Those who may be in the way between two points."""
    mine = math.hypot(sheet.width, sheet.depth) / 2
    far = mine + state.setting.widest
    low_x, high_x = min(a[0], b[0]) - far, max(a[0], b[0]) + far
    low_y, high_y = min(a[1], b[1]) - far, max(a[1], b[1]) + far
    near = []
    for other in state.pieces.values():
        if other.inside is not None:
            if (
                other.id != element.id
                and other.on_table
                and not is_friend_indoors(element, other)
                and not gives_way(state, other)
            ):
                near.append(other)
            continue
        if not (low_x <= other.x <= high_x and low_y <= other.y <= high_y):
            continue
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


def is_friend_indoors(element: Element, other: Element) -> bool:
    """Whether the other is a friend in a built-up area, whom nobody ever stands on."""
    return other.inside is not None and other.side == element.side


def check_end(state: P8State, start: Element, end: Element) -> Refusal | None:
    """Why a mover may not end its move there: on another base, or in contact with an enemy."""
    if end.inside is not None:
        return None
    refused = check_stay(state, end)
    if refused:
        return refused
    base = state.base(end)
    before = state.base(start)
    for other in in_box(
        state, state.setting.sides, (end.x - 4.0, end.y - 4.0, end.x + 4.0, end.y + 4.0)
    ):
        if other.id == end.id or is_friend_indoors(end, other):
            continue
        place = state.base(other)
        if overlap(base, place) and not share_works(state, end, other):
            return Refusal("p8.geo.no-overlap", f"{end.name} would end on top of {other.name}.")
        if other.side == end.side or (start.on_table and touching(before, place)):
            continue
        if touching(base, place):
            return _no_contact(state, end, other)
        if _across_obstacle(state, end, other) or _faces_prey(state, start, end, other):
            return Refusal(
                "p8.move.no-contact-without-charge",
                f"{end.name} would stand across an obstacle from {other.name}, within "
                f"{ACROSS:g} in; only a charge may do that.",
            )
    return None


def _no_contact(state: P8State, mover: Element, enemy: Element) -> Refusal:
    cite("p8.geo.contact-tolerance")
    sheet = state.sheet(mover)
    if sheet.is_commander or sheet.type in OBSERVERS:
        rule = "p8.cmd.no-contact" if sheet.is_commander else "p8.foo.no-contact"
        return Refusal(rule, f"{mover.name} may never move into contact; {enemy.name} is there.")
    why = f"{mover.name} would touch {enemy.name}; only a charge may do that."
    return Refusal("p8.move.no-contact-without-charge", why)


def _faces_prey(state: P8State, start: Element, end: Element, enemy: Element) -> bool:
    """Whether a tank would newly face somebody across an obstacle whom it could then overrun."""
    if state.sheet(end).type != "tank" or obstacle_between(state, end, enemy) is None:
        return False
    if start.on_table and meets_with_front(state, start, enemy):
        return False
    cite("p8.overrun.when")
    return meets_with_front(state, end, enemy) and check_prey(state, enemy) is None


def _across_obstacle(state: P8State, end: Element, enemy: Element) -> bool:
    """Whether a mover would end in hand-to-hand combat with an enemy across an obstacle."""
    if state.sheet(end).is_vehicle or state.sheet(enemy).is_vehicle:
        return False
    if is_at_works_of(state, end, enemy):
        return True
    return obstacle_between(state, end, enemy) is not None
