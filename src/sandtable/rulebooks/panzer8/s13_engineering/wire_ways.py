"""Section 13.1: how far a way leads before barbed wire ends it, and how wire is crossed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import (
    Footprint,
    Point,
    bearing,
    distance_to_polyline,
    first_touch,
    point_to_segment,
    rectangle,
    segment_meets,
    step,
    strip,
)

from ..s05_actions.move.rates import SLACK, base_at, heading_on_leg, path_length
from ..state import Bearing, Element, MoveAction, Moving, P8State
from ..state.orders import Move
from .wire import (
    HALF_GAP,
    TOUCH,
    held_crossings,
    ignores_wire,
    nearest_point,
    open_points,
    touches,
    wires_touched,
)

RULE: Final = "p8.wire.others-stop"

_STRAND: Final = 1e-4
"""How thick a wire is taken to be where a base runs into it."""

Segment = tuple[Point, Point]


def check_way(
    state: P8State,
    element: Element,
    action: MoveAction,
    path: Sequence[Point],
    start: float,
    style: Bearing,
    facing: float | None = None,
) -> Refusal | None:
    """Why barbed wire does not let an element go that way.

    It stops on contact. If it was in contact when its action began, it may cross the wire instead,
    for all of its movement, and ends touching the wire on the far side.
    """
    if not state.setting.wires or len(path) < 2 or ignores_wire(state, element):
        return None
    cite(RULE)
    held = held_crossings(state, element, path)
    if held:
        return _check_crossing(state, element, action, path, start, style, facing, held)
    sheet = state.sheet(element)
    run = 0.0
    for a, b in itertools.pairwise(path):
        base = base_at(sheet, a, heading_on_leg(start, bearing(a, b), style))
        free = _free_run(state, element, base, a, b)
        if free < math.dist(a, b) and run + free + TOUCH + SLACK < path_length(path):
            return Refusal(
                RULE, f"{element.name} stops on contact with wire, after {run + free:.1f} in."
            )
        run += math.dist(a, b)
    return _check_pressing(state, element, path, start, style)


def _free_run(state: P8State, element: Element, base: Footprint, a: Point, b: Point) -> float:
    """How far on a leg a base comes before it runs into wire that it did not touch before."""
    runs = [math.dist(a, b)]
    for strand in _strands(state, element, base.reach):
        if distance_to_polyline(base, strand) > TOUCH + 1e-6:
            meeting = first_touch(base, (a, b), (strip(*strand, _STRAND),), keep_heading=True)
            if meeting is not None:
                runs.append(meeting.at)
    return min(runs)


def _strands(state: P8State, element: Element, reach: float) -> Iterator[Segment]:
    """The straight parts of all wires that are closed to an element.

    Beside a gap as much is left out as a base reaches that passes through the gap.
    """
    for wire in state.setting.wires:
        pieces = list(itertools.pairwise(wire.points))
        for point in open_points(state, element, wire):
            pieces = [part for piece in pieces for part in _without(piece, point, HALF_GAP + reach)]
        yield from pieces


def _without(piece: Segment, point: Point, reach: float) -> Iterator[Segment]:
    """What is left of a straight piece of wire outside a circle about a point."""
    (ax, ay), (bx, by) = piece
    length = math.dist(*piece)
    ux, uy = (bx - ax) / length, (by - ay) / length
    along = (point[0] - ax) * ux + (point[1] - ay) * uy
    aside = abs((point[0] - ax) * uy - (point[1] - ay) * ux)
    if aside >= reach:
        yield piece
        return
    half = math.sqrt(reach * reach - aside * aside)
    for start, end in ((0.0, min(length, along - half)), (max(0.0, along + half), length)):
        if end - start > TOUCH:
            yield (ax + ux * start, ay + uy * start), (ax + ux * end, ay + uy * end)


def _check_pressing(
    state: P8State, element: Element, path: Sequence[Point], start: float, style: Bearing
) -> Refusal | None:
    """Whoever is at the wire already does not push into it without crossing."""
    sheet = state.sheet(element)
    heading = heading_on_leg(start, bearing(path[-2], path[-1]), style)
    end = base_at(sheet, path[-1], heading)
    for a, b in _strands(state, element, end.reach):
        nearer = point_to_segment(path[-1], a, b) < point_to_segment(path[0], a, b) - TOUCH
        if nearer and _lies_across(end, a, b):
            return Refusal(
                RULE, f"{element.name} cannot push into the wire; it crosses it or stays outside."
            )
    return None


def _lies_across(base: Footprint, a: Point, b: Point) -> bool:
    """Whether wire runs through a base, farther in than the tolerance of contact."""
    width, depth = (max(0.01, length - 2 * TOUCH) for length in (base.width, base.depth))
    return segment_meets(a, b, rectangle(base.x, base.y, base.heading, width, depth))


def _check_crossing(
    state: P8State,
    element: Element,
    action: MoveAction,
    path: Sequence[Point],
    start: float,
    style: Bearing,
    facing: float | None,
    held: Sequence[str],
) -> Refusal | None:
    """Why an element cannot cross wire like that."""
    sheet = state.sheet(element)
    wire = state.setting.ground.line(held[0])
    if not element.on_table or not touches(base_at(sheet, path[0], start), wire):
        return Refusal(
            RULE,
            f"{element.name} stops on contact with wire; it can cross in a later turn that it "
            "begins at the wire.",
        )
    if element.shifted and not _is_under_way(state, element):
        return Refusal(RULE, f"{element.name} came to the wire in this turn; it crosses later.")
    if action in ("move-and-fire", "join") or len(held) > 1:
        return Refusal(RULE, f"{element.name} needs all of its movement to cross wire.")
    heading = heading_on_leg(start, bearing(path[-2], path[-1]), style)
    end = base_at(sheet, path[-1], heading if facing is None else facing)
    if not touches(end, wire) or path_length(path) > 2 * (end.reach + TOUCH):
        return Refusal(
            RULE,
            f"{element.name} spends all of its movement on crossing: it ends touching the wire on "
            "the far side.",
        )
    return None


def _is_under_way(state: P8State, element: Element) -> bool:
    """Whether the element is on the move already, so that its having moved means this very move."""
    return any(isinstance(frame, Moving) and frame.element == element.id for frame in state.agenda)


# -- how far --------------------------------------------------------------------------------------


def up_to_wire(
    state: P8State, element: Element, start: Point, heading: float, facing: float, length: float
) -> float:
    """How far an element comes in a straight line before wire stops it.

    Args:
        state: Where the game stands.
        element: Who moves.
        start: From where.
        heading: Which way.
        facing: How its base faces on the way.
        length: How far it would come otherwise.
    """
    if not state.setting.wires or length <= TOUCH or ignores_wire(state, element):
        return length
    cite(RULE)
    end = step(start, heading, length)
    base = base_at(state.sheet(element), start, facing)
    length = min(length, _free_run(state, element, base, start, end))
    reached = (start, step(start, heading, length))
    if length <= TOUCH:
        return max(0.0, length)
    pressed = _check_pressing(state, element, reached, facing, "hold")
    return 0.0 if pressed or held_crossings(state, element, reached) else length


def crossing_moves(state: P8State, element: Element) -> Iterator[Move]:
    """Moves straight across the wire that an element is at."""
    if not state.setting.wires or not element.on_table or ignores_wire(state, element):
        return
    here = (element.x, element.y)
    for wire in wires_touched(state, element):
        spot = nearest_point(wire, here)
        if math.dist(here, spot) > TOUCH:
            reach = state.sheet(element).depth / 2 + 0.02
            x, y = step(spot, bearing(here, spot), reach)
            yield Move(element.id, ((round(x, 3), round(y, 3)),))


def is_wire_between(state: P8State, element: Element, a: Point, b: Point) -> bool:
    """Whether wire that is closed to an element lies between two spots."""
    return math.dist(a, b) > TOUCH and bool(held_crossings(state, element, (a, b)))
