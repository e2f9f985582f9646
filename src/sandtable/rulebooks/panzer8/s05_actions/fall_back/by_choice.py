"""Section 5.5: falling back by choice, as an action or as a reaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import Point, bearing, distance, overlap, within

from ...s02_terrain.ground_and_cover import on_road
from ...s10_buildings.going_in_and_out import check_doors, destination, doors_of
from ...s10_buildings.occupation import outdoors, straight_back
from ...s12_hidden.counters import pass_by
from ...s13_engineering.fortifications import check_stay, share_works
from ...s13_engineering.wire import held_crossings, note_track
from ...s13_engineering.wire_ways import check_way
from ...s15_events.cards import haste
from ...s15_events.no_advance import check_no_advance
from ...state import Element, Moving, P8State
from ...state.nearby import about
from ...state.orders import ActionOrder, Direction
from ..move.interpenetration import is_friend_indoors
from ..move.rates import (
    SLACK,
    check_path,
    cost,
    is_next_door,
    obstacles_on,
    path_length,
    rated_stretches,
    whole_path,
)
from .ways import STANDOFF, check_facing, headings, nearest_enemy, to_enemies


class FallBack(ActionOrder, frozen=True, kw_only=False):
    """Fall back of one's own will: away from the nearest enemy or towards home (5.5)."""

    direction: Direction
    distance: float
    facing: float | None = None


def plan_fall_back(
    state: P8State, element: Element, order: FallBack, enemy: Point | None
) -> Moving | Refusal:
    """The straight line of a voluntary fall back, or why it cannot be made."""
    ways = headings(state, element, enemy)
    heading = ways.get(order.direction)
    if heading is None:
        return Refusal("p8.fallback.direction", "There is no enemy to fall back from.")
    if not order.distance > SLACK:
        return Refusal("p8.fallback.voluntary-distance", "A fall back covers some distance.")
    refused = check_facing(state, element, order.facing)
    if refused:
        return refused
    way = straight_back(state, element, heading, order.distance)
    facing = round((element.heading if order.facing is None else order.facing) % 360.0, 4)
    # A vehicle turns about before it drives off; others may face anywhere when they arrive.
    turned_first = state.sheet(element).is_vehicle
    return Moving(
        element=element.id,
        action="fall-back",
        path=whole_path(way.path[0], way.path[1:]),
        start=facing if turned_first else element.heading,
        bearing="hold",
        facing=facing,
        leaves=way.leaves,
        enters=way.enters,
    )


def check_fall_back_path(state: P8State, element: Element, frame: Moving) -> Refusal | None:
    """Why an element cannot fall back along that line."""
    cite("p8.fallback.blocked", "p8.fallback.voluntary-distance")
    refused = _check_ground(state, element, frame.path) or check_doors(state, element, frame)
    refused = refused or check_way(
        state, element, "fall-back", frame.path, frame.start, frame.bearing, frame.facing
    )
    if refused:
        return refused
    spent = fall_back_cost(state, element, frame.path, doors_of(frame))
    if spent > 1 + SLACK / 4:
        return Refusal(
            "p8.fallback.voluntary-distance",
            f"{element.name} cannot fall back {path_length(frame.path):.1f} in: that would take "
            f"{spent:.0%} of its move.",
        )
    refused = check_no_advance(state, element, frame)
    if refused:
        return refused
    end = destination(state, frame)
    refused = check_stay(state, end)
    if refused:
        return refused
    base, start = state.base(end), state.base(element)
    refused = _check_enemies(state, element, frame)
    if refused:
        return refused
    near = STANDOFF + base.reach
    for other in about(state, state.setting.sides, (end.x, end.y), near):
        if other.id == element.id or end.inside is not None or is_friend_indoors(end, other):
            continue
        place = state.base(other)
        if not within(base, place, STANDOFF):
            continue
        if overlap(base, place) and not share_works(state, end, other):
            return Refusal("p8.fallback.blocked", f"{other.name} stands there.")
        gap = distance(base, place)
        nearer = gap < distance(start, place) - SLACK
        if other.side != element.side and nearer and gap < STANDOFF - SLACK:
            why = f"That would come within {STANDOFF:g} of {other.name}."
            return Refusal("p8.fallback.blocked", why)
    return None


def _check_enemies(state: P8State, element: Element, frame: Moving) -> Refusal | None:
    """Why enemies bar the line: nobody passes through them."""
    cite("p8.move.not-through-enemies")
    length = path_length(frame.path)
    if length <= SLACK:
        return None
    (x, y), heading = frame.path[0], bearing(frame.path[0], frame.path[-1])
    mover = replace(outdoors(element), x=x, y=y)
    free = to_enemies(state, mover, heading, length)
    if free >= length - SLACK:
        return None
    why = f"{element.name} can fall back {free:.1f} in that way before an enemy stops it."
    return Refusal("p8.fallback.blocked", why)


def _check_ground(state: P8State, element: Element, path: Sequence[Point]) -> Refusal | None:
    refused = check_path(state, element, "fall-back", path, element.heading, "backward")
    # The distance is judged below, with the factor of a fall back; here only the ground counts.
    if refused and refused.rule not in ("p8.move.up-to-rate", "p8.move.linear-obstacle-half"):
        return refused
    ground = state.setting.ground
    x, y = path[-1]
    if not (-SLACK <= x <= ground.width + SLACK and -SLACK <= y <= ground.depth + SLACK):
        return Refusal("p8.fallback.blocked", "Nobody leaves the table by falling back.")
    return None


def fall_back_cost(
    state: P8State, element: Element, path: Sequence[Point], doors: int = 0
) -> float:
    """The part of its move that a voluntary fall back takes; vehicles go at half rate."""
    if is_next_door(path, doors):
        cite("p8.bua.to-adjacent-whole-move")
        return doors / 2
    element = outdoors(element)
    factor = fall_back_factor(state, element)
    obstacles = len(obstacles_on(state, path)) + doors
    wires = len(held_crossings(state, element, path))
    if wires:
        return wires + obstacles / 2
    return cost(rated_stretches(state, element, path), obstacles, factor)


def fall_back_factor(state: P8State, element: Element) -> float:
    """What its rate is multiplied by when an element falls back by choice."""
    factor = 1.0
    if state.sheet(element).is_vehicle:
        if state.has(element, "RD"):
            cite("p8.move.rear-driver-ignores-facing", "p8.sheet.flag-rd")
        else:
            cite("p8.fallback.vehicles-turn-or-reverse")
            factor = 0.5
    return factor * haste(state, element, "fall-back")


def enemy_to_flee(state: P8State, element: Element) -> Point | None:
    """Where the enemy stands from whom an element falls back by choice."""
    enemy = nearest_enemy(state, element)
    return (enemy.x, enemy.y) if enemy else None


def flee(
    state: P8State, element: Element, order_direction: Direction, frame: Moving
) -> Iterator[Event]:
    """Fall back as a reaction: at once, and nobody reacts to it."""
    end = destination(state, frame)
    in_column = element.road_column and kept_to_road(state, frame)
    note_track(state, element, frame.path)
    state.put(replace(end, reacted=True, dug_in=False, road_column=in_column))
    towards = "towards its own edge" if order_direction == "home" else "from the mover"
    yield Event(
        kind="fall-back",
        text=f"{element.name} reacts and falls back {path_length(frame.path):.1f} in {towards}.",
        rules=("p8.react.option-fall-back", "p8.fallback.voluntary-distance"),
        pieces=(element.id,),
        data={"path": frame.path},
    )
    pass_by(state, element.id, frame.path)


def kept_to_road(state: P8State, frame: Moving) -> bool:
    """Whether a mover has stayed on the road all the way."""
    return all(on_road(s.areas) for s in state.setting.ground.stretches(frame.path))
