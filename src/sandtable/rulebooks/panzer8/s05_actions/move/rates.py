"""Section 5.3: how far and where an element may move."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import Area, Footprint, Path, Point, bearing, beyond_front, rectangle, unit

from ...s02_terrain.ground_and_cover import on_road, rate
from ...s10_buildings.occupation import has_no_facing, outdoors
from ...s13_engineering import fortifications
from ...s13_engineering.wire import held_crossings
from ...s15_events.cards import haste
from ...state import Bearing, Element, MoveAction, Moving, P8State
from ...state.battlefield import AREAS, LINES
from ...state.built_up_areas import ADJACENT, BUA
from ...state.sheets import Sheet

ROAD_BONUS: Final = 2.0
"""What elements that entered along a road may move farther, while they stay on it."""

SLACK: Final = 1e-3
"""Lengths are compared with this much allowance."""


def settled(value: float) -> float:
    """A coordinate as it is kept: to a ten-thousandth of an inch."""
    return round(value, 4) + 0.0


# -- on the way -----------------------------------------------------------------------------------


def heading_on_leg(start: float, leg: float, style: Bearing) -> float:
    """How a mover faces on a leg of its path."""
    if style == "hold":
        return start
    return leg if style == "forward" else (leg + 180.0) % 360.0


def whole_path(start: Point, points: Sequence[Point]) -> tuple[Point, ...]:
    """A path from its start through the given points, without repeated ones."""
    path = [start]
    for x, y in points:
        spot = (settled(x), settled(y))
        if math.dist(spot, path[-1]) > 1e-6:
            path.append(spot)
    return tuple(path)


def pose(state: P8State, frame: Moving, at: float) -> Element:
    """The mover as it stands ``at`` inches along its path."""
    element = state.pieces[frame.element]
    length = path_length(frame.path)
    if element.inside is not None:
        if at <= SLACK:
            heading = frame.start if frame.facing is None or length else frame.facing
            return replace(element, heading=round(heading % 360.0, 4))
        element = outdoors(element)
    if at <= 1e-9 or len(frame.path) < 2:
        x, y = frame.path[0]
        heading = frame.start
    else:
        path = _way(frame.path)
        x, y = path.point_at(min(at, length))
        heading = heading_on_leg(frame.start, path.heading_at(min(at, length)), frame.bearing)
    if at >= length - 1e-9 and frame.facing is not None:
        heading = frame.facing
    return replace(
        element, x=settled(x), y=settled(y), heading=round(heading % 360.0, 4), on_table=True
    )


@lru_cache(maxsize=256)
def _way(path: tuple[Point, ...]) -> Path:
    """A path, measured once for all the points of it that are looked at."""
    return Path(path)


def path_length(path: Sequence[Point]) -> float:
    """The length of a path along the centre."""
    if len(path) == 2:
        return math.dist(path[0], path[1])
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


# -- how far --------------------------------------------------------------------------------------


def speed_factor(
    state: P8State,
    element: Element,
    action: MoveAction,
    path: Sequence[Point],
    start: float,
    style: Bearing,
) -> float:
    """What the rate is multiplied by: firing as well, leaving the front, double time."""
    cite("p8.move.factor-order")
    factor = 1.0
    if action == "move-and-fire":
        cite("p8.movefire.half-speed-then-fire")
        factor /= 2
    if action == "join":
        cite("p8.react.option-join-melee")
        factor /= 2
    if leaves_front(state.sheet(element), path, start, style) and _is_bound_by_facing(
        state, element
    ):
        cite("p8.move.vehicle-outside-front-halves")
        factor /= 2
    return factor * haste(state, element, action)


def _is_bound_by_facing(state: P8State, element: Element) -> bool:
    if not state.sheet(element).is_vehicle:
        cite("p8.move.turning-free-for-others")
        return False
    if state.has(element, "RD"):
        cite("p8.move.rear-driver-ignores-facing", "p8.sheet.flag-rd")
        return False
    return True


def leaves_front(sheet: Sheet, path: Sequence[Point], start: float, style: Bearing) -> bool:
    """Whether any leg ends with the whole base behind the front line of the start."""
    cite("p8.geo.front-half-plane")
    if len(path) < 2:
        return False
    (x, y), (dx, dy) = path[0], unit(start)
    front = sheet.depth / 2
    for a, b in itertools.pairwise(path):
        heading = heading_on_leg(start, bearing(a, b), style)
        hx, hy = unit(heading)
        # How far the base reaches ahead of its centre, measured along the starting heading.
        reach = abs(dx * hx + dy * hy) * sheet.depth / 2 + abs(dx * hy - dy * hx) * sheet.width / 2
        if (b[0] - x) * dx + (b[1] - y) * dy + reach <= front + 1e-6:
            return True
    return False


def obstacles_on(state: P8State, path: Sequence[Point]) -> list[float]:
    """Where along a path linear obstacles are crossed; a bridge or ford leads across a stream."""
    return [
        crossing.at
        for crossing in state.setting.ground.crossings(path)
        if LINES[crossing.line.kind].obstacle
        and not (crossing.line.kind == "stream" and _is_crossing(state, path, crossing.at))
    ]


def _is_crossing(state: P8State, path: Sequence[Point], at: float) -> bool:
    areas = state.setting.ground.areas_at(Path(path).point_at(at))
    return any(AREAS[area.kind].crossing for area in areas)


def rated_stretches(
    state: P8State, element: Element, path: Sequence[Point]
) -> list[tuple[float, float, float]]:
    """The path cut where its rate changes, as (from, to, rate)."""
    sheet = state.sheet(element)
    in_column = element.road_column
    merged: list[tuple[float, float, float]] = []
    for stretch in state.setting.ground.stretches(path):
        speed = rate(state.setting, sheet, stretch.areas)
        in_column = in_column and on_road(stretch.areas)
        if in_column:
            cite("p8.enter.road-bonus-2")
        speed_here = speed + ROAD_BONUS if in_column and speed else float(speed)
        if merged and merged[-1][2] == speed_here:
            merged[-1] = (merged[-1][0], stretch.end, speed_here)
        else:
            merged.append((stretch.start, stretch.end, speed_here))
    return merged


def cost(rated: Sequence[tuple[float, float, float]], obstacles: int, factor: float) -> float:
    """The part of its move that a path takes, at its cheapest split; over 1 is too far.

    Unsplit, the slowest rate holds for the whole path. Split once, each part has its own slowest
    rate and may take at most half. Every obstacle takes half.
    """
    cite("p8.move.slowest-terrain-rate", "p8.move.split-into-halves", "p8.move.up-to-rate")
    toll = obstacles / 2
    if obstacles:
        cite("p8.move.linear-obstacle-half")
    if not rated:
        return toll
    if any(speed <= 0 for _, _, speed in rated):
        return math.inf
    end = rated[-1][1]
    cheapest = end / (min(speed for _, _, speed in rated) * factor)
    for split in _split_points(rated, factor):
        first = max((_part(rated, 0.0, split, factor)), 0.0)
        second = _part(rated, split, end, factor)
        half = 0.5 + SLACK / 10
        if first <= half and second <= half:
            cheapest = min(cheapest, first + second)
    return cheapest + toll


def _split_points(rated: Sequence[tuple[float, float, float]], factor: float) -> list[float]:
    """Splits worth trying: where the rate changes, and where either part takes just half."""
    if len(rated) < 2:
        return []
    points = [start for start, _, _ in rated[1:]]
    end = rated[-1][1]
    slowest_so_far = math.inf
    for start, stop, speed in rated:
        slowest_so_far = min(slowest_so_far, speed)
        half = slowest_so_far * factor / 2
        if start < half <= stop:
            points.append(half)
    slowest_so_far = math.inf
    for start, stop, speed in reversed(rated):
        slowest_so_far = min(slowest_so_far, speed)
        half = end - slowest_so_far * factor / 2
        if start <= half < stop:
            points.append(half)
    return points


def _part(
    rated: Sequence[tuple[float, float, float]], start: float, end: float, factor: float
) -> float:
    speeds = [s for a, b, s in rated if b > start + 1e-9 and a < end - 1e-9]
    return (end - start) / (min(speeds) * factor) if speeds else 0.0


def is_next_door(path: Sequence[Point], doors: int) -> bool:
    """Whether a path leads from one built-up area into an adjacent one, for a whole move."""
    return doors == 2 and path_length(path) <= ADJACENT + SLACK


def path_cost(
    state: P8State,
    element: Element,
    action: MoveAction,
    path: Sequence[Point],
    start: float,
    style: Bearing,
    doors: int = 0,
) -> float:
    """The part of its move that an element spends on a path, with the doors it passes."""
    if len(path) < 2 or is_next_door(path, doors):
        return doors / 2
    factor = speed_factor(state, element, action, path, start, style)
    obstacles = len(obstacles_on(state, path)) + doors
    wires = len(held_crossings(state, element, path))
    if wires:
        cite("p8.wire.others-stop")
        return wires + obstacles / 2
    return cost(rated_stretches(state, element, path), obstacles, factor)


def check_path(
    state: P8State,
    element: Element,
    action: MoveAction,
    path: Sequence[Point],
    start: float,
    style: Bearing,
    doors: int = 0,
) -> Refusal | None:
    """Why an element cannot go that way: off the table, forbidden ground, or too far."""
    ground = state.setting.ground
    for x, y in path:
        if not (math.isfinite(x) and math.isfinite(y)):
            return Refusal("p8.move.up-to-rate", "A path is made of finite numbers.")
        if not (-SLACK <= x <= ground.width + SLACK and -SLACK <= y <= ground.depth + SLACK):
            why = f"({x:g}, {y:g}) is off the table of {ground.width:g} x {ground.depth:g}."
            return Refusal("p8.move.up-to-rate", why)
    if len(path) < 2:
        return None
    sheet = state.sheet(element)
    if sheet.move_class == "0":
        cite("p8.sheet.movement-class-zero")
        why = f"{element.name} can only turn where it stands."
        return Refusal("p8.move.rate-zero-class-rotates-only", why)
    if style != "forward" and style != "backward" and sheet.is_vehicle:
        why = f"{element.name} is a vehicle: it drives forward or backs up."
        return Refusal("p8.move.vehicle-outside-front-halves", why)
    forbidden = _forbidden(state, element, path) or fortifications.check_path(state, element, path)
    if forbidden:
        return forbidden
    spent = path_cost(state, element, action, path, start, style, doors)
    if spent > 1 + SLACK / 4:
        crossed = len(obstacles_on(state, path)) + doors
        rule = "p8.move.linear-obstacle-half" if crossed else "p8.move.up-to-rate"
        rule = "p8.bua.enter-or-leave-half-move" if doors else rule
        extra = f" and {crossed} obstacle{'s' * (crossed > 1)}" if crossed else ""
        return Refusal(
            rule,
            f"{element.name} cannot go that far: {path_length(path):.1f} in{extra} would take "
            f"{spent:.0%} of its move.",
        )
    return None


def _forbidden(state: P8State, element: Element, path: Sequence[Point]) -> Refusal | None:
    ground = state.setting.ground
    for stretch in ground.stretches(path):
        if stretch.length > SLACK and any(area.kind == BUA for area in stretch.areas):
            why = f"{element.name} can go into a built-up area or out of it, not straight through."
            return Refusal("p8.terrain.bua-is-linear-obstacle", why)
        refused = _may_not_enter(state, element, stretch.areas)
        if refused:
            return refused
    # On the way an edge has no length, but whoever ends on one stands in that ground.
    return _may_not_enter(state, element, ground.areas_at(path[-1]))


def _may_not_enter(state: P8State, element: Element, areas: Sequence[Area]) -> Refusal | None:
    sheet = state.sheet(element)
    if rate(state.setting, sheet, areas) > 0:
        return None
    cite("p8.geo.in-terrain-by-centre")
    kinds = " and ".join(sorted(area.kind for area in areas))
    why = f"{element.name} ({sheet.move_class}) may not enter {kinds or 'that ground'}."
    return Refusal("p8.terrain.zero-rate-is-impassable", why)


def base_at(sheet: Sheet, spot: Point, heading: float) -> Footprint:
    """The base of an element at a spot."""
    return rectangle(spot[0], spot[1], heading, sheet.width, sheet.depth)


def is_to_front(state: P8State, mover: Element, of: Element) -> bool:
    """Whether any part of a mover lies beyond another element's front line."""
    if has_no_facing(state, of):
        return True
    cite("p8.geo.front-half-plane")
    return beyond_front(state.base(mover), of=state.base(of))
