"""Section 5.5 and 8.1: falling back, by choice or because of fire."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.overlays import Route
from sandtable.battle.page import Action, Kind, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics import falling_back
from sandtable.table import Footprint, Point, distance, overlap, step, turn

from ...drawing.ghosts import placed, turned
from ...s02_terrain.ground_and_cover import cover_of_place, rate
from ...s02_terrain.line_of_sight import sees
from ...s10_buildings.occupation import bua_at, check_entry, indoors, outdoors, start_of
from ...s12_hidden.counters import pass_by
from ...s13_engineering.fortifications import stops_at
from ...s13_engineering.wire import note_track
from ...s13_engineering.wire_ways import up_to_wire
from ...state import Element, P8State, Retiring, slots
from ...state.battlefield import INWARD
from ...state.built_up_areas import first_inside
from ...state.case import Case
from ...state.decision import Asked, owners
from ...state.nearby import enemies_about
from ...state.orders import Direction
from ...state.units import in_unit


class Retire(Order, frozen=True, kw_only=False):
    """Say which way an element goes that must fall back, and how it faces then (8.1)."""

    direction: Direction
    facing: float | None = None


DIRECTIONS: Final = {"away": "away from the enemy", "home": "towards home"}
"""Which way one falls back, in words."""

FORCED: Final = 4.0
"""How far an element falls back as a result of fire or combat."""

STANDOFF: Final = 0.25
"""How far from an enemy base it stops."""


def heading_away(element: Element, enemy: Point) -> float | None:
    """The heading straight away from an enemy, or ``None`` if both stand on the same spot."""
    dx, dy = element.x - enemy[0], element.y - enemy[1]
    if math.hypot(dx, dy) < 1e-6:
        return None
    return math.degrees(math.atan2(dx, dy)) % 360.0


def headings(state: P8State, element: Element, enemy: Point | None) -> dict[Direction, float]:
    """The ways in which an element can fall back."""
    cite("p8.fallback.direction")
    ways: dict[Direction, float] = {
        "home": (INWARD[state.setting.homes[element.side]] + 180.0) % 360.0
    }
    away = heading_away(element, enemy) if enemy is not None else None
    if away is not None:
        ways["away"] = away
    return dict(sorted(ways.items()))


def nearest_enemy(state: P8State, element: Element) -> Element | None:
    """The enemy from whom an element falls back by choice: the nearest it sees, or knows of."""
    nearest = None
    for enemy in by_distance(state, state.base(element), state.enemies_of(element)):
        if sees(state, element, enemy):
            return enemy
        nearest = nearest or enemy
    return nearest


def by_distance(state: P8State, place: Footprint, elements: Iterable[Element]) -> Iterator[Element]:
    """Elements by their distance from a place, and then by their ids, the nearest first.

    How far one is, is measured only when nobody is left who might be nearer.
    """
    waiting: list[tuple[float, bool, str, Element]] = []
    nearest = state.setting.widest + place.reach + 1e-9
    for element in elements:
        if element.inside is None:
            centres = math.hypot(element.x - place.x, element.y - place.y)
            least = centres - nearest
        else:
            least = 0.0
        waiting.append((least, False, element.id, element))
    heapify(waiting)
    while waiting:
        _, is_measured, name, element = heappop(waiting)
        if is_measured:
            yield element
        else:
            heappush(waiting, (distance(place, state.base(element)), True, name, element))


# -- the forced fall back (8.1) -------------------------------------------------------------------


class Way(Struct, frozen=True):
    """Where a forced fall back in one direction would end, and in which built-up area."""

    direction: Direction
    end: Point
    length: float
    enters: str | None = None


def forced_ways(
    state: P8State, element: Element, away_from: Point, *, keep_cover: bool
) -> dict[Direction, Way]:
    """The ways that lie open to an element that must fall back 4 inches."""
    cite("p8.fallback.blocked")
    ways = {}
    for direction, heading in headings(state, element, away_from).items():
        start = start_of(state, element, heading)
        mover = replace(outdoors(element), x=start[0], y=start[1])
        length = free_length(state, mover, heading, FORCED)
        end = _rounded(step(start, heading, length))
        bua = bua_at(state, end)
        if length > 1e-3:
            ways[direction] = Way(direction, end, length, bua.id if bua else None)
    if keep_cover:
        cite("p8.result.fall-back-in-cover")
        ways = {
            direction: way for direction, way in ways.items() if _in_cover_at(state, element, way)
        }
    return ways


def _in_cover_at(state: P8State, element: Element, way: Way) -> bool:
    there = replace(standing_at(state, element, way), dug_in=False)
    return cover_of_place(state, there).value > 0


def standing_at(state: P8State, element: Element, way: Way) -> Element:
    """An element where its forced fall back ends: in the open, or in a built-up area."""
    out = outdoors(element)
    if way.enters is not None:
        return indoors(state, out, way.enters)
    return replace(out, x=way.end[0], y=way.end[1])


def free_length(state: P8State, element: Element, heading: float, length: float) -> float:
    """How far of a length an element can go before ground, enemies or the table edge stop it."""
    start = (element.x, element.y)
    length = min(length, _to_forbidden_ground(state, element, heading, length))
    length = min(length, to_table_edge(state, start, heading))
    length = up_to_wire(state, element, start, heading, element.heading, length)
    length = min(length, to_enemies(state, element, heading, length))
    end = _rounded(step(start, heading, length))
    bua = bua_at(state, end)
    if bua is not None and check_entry(state, element, bua.id) is not None:
        # It ends at the outline of a built-up area that it may not enter.
        at = first_inside(start, step(start, heading, length), bua.place.core)
        length = max(0.0, length * (at or 0.0) - 1e-3)
        bua = bua_at(state, _rounded(step(start, heading, length)))
    if bua is not None:
        return length
    others = [
        state.base(other)
        for other in state.on_table()
        if other.id != element.id
        and not (other.inside is not None and other.side == element.side)
        and math.dist((other.x, other.y), start) <= length + 4.0
    ]
    return falling_back.to_free_spot(state.base(element), heading, length, others, _rounded)


def to_table_edge(state: P8State, start: Point, heading: float) -> float:
    """How far it is from a spot to the edge of the table in some direction."""
    ground = state.setting.ground
    return falling_back.to_edge(start, heading, (ground.width, ground.depth))


def _to_forbidden_ground(state: P8State, element: Element, heading: float, length: float) -> float:
    """The length of the line up to the first ground that its class cannot enter.

    It ends short of the edge: whoever stands on the edge stands in that ground.
    """
    start = (element.x, element.y)
    sheet = state.sheet(element)
    for stretch in state.setting.ground.stretches((start, step(start, heading, length))):
        barred = rate(state.setting, sheet, stretch.areas) == 0
        if barred or stops_at(state, element, stretch.areas):
            return max(0.0, stretch.start - 1e-3)
    return length


def to_enemies(state: P8State, element: Element, heading: float, length: float) -> float:
    """The length of the line up to a quarter inch from the nearest enemy base in the way."""
    enemies = map(state.base, enemies_about(state, element, length + STANDOFF))
    return falling_back.clear_of(state.base(element), heading, length, enemies, STANDOFF)


def check_facing(state: P8State, element: Element, facing: float | None) -> Refusal | None:
    """Vehicles end a fall back facing as before, or the opposite way; others as they like."""
    if facing is None or not state.sheet(element).is_vehicle:
        return None
    cite("p8.fallback.vehicles-turn-or-reverse")
    if abs(turn(element.heading, facing)) < 0.01 or abs(turn(element.heading, facing)) > 179.99:
        return None
    return Refusal(
        "p8.fallback.vehicles-turn-or-reverse",
        f"{element.name} falls back by reversing (facing {element.heading:g}) or after turning "
        f"about (facing {(element.heading + 180) % 360:g}), not facing {facing:g}.",
    )


def _rounded(spot: Point) -> Point:
    return round(spot[0], 4), round(spot[1], 4)


def _ways_of(state: P8State, frame: Retiring) -> dict[Direction, Way]:
    """The ways that lie open to somebody who must fall back."""
    element = state.pieces[frame.element]
    return forced_ways(state, element, frame.away_from, keep_cover=frame.keep_cover)


class Retirement(Answer[P8State, Retire, Retiring]):
    """Which way an element goes that must fall back, and how it faces then."""

    order = Retire
    words = Words(
        label="Away from the enemy",
        key="A",
        hint="Falls back straight away from the enemy.",
        typed="retire away|home [facing N]",
        means="Say which way it falls back.",
        also=("back",),
    )
    homewards = Kind(
        label="Towards home", key="H", hint="Falls back straight towards its own edge of the table."
    )

    def check(self, state: P8State, frame: Retiring, seat: str, order: Retire) -> Refusal | None:
        element = state.pieces[frame.element]
        ways = _ways_of(state, frame)
        if order.direction not in ways:
            rule = "p8.result.fall-back-in-cover" if frame.keep_cover else "p8.fallback.blocked"
            open_ways = " or ".join(ways)
            why = f"{element.name} cannot fall back that way; it can go {open_ways}."
            return Refusal(rule, why)
        refused = check_facing(state, element, order.facing)
        if refused or order.facing is None:
            return refused
        there = standing_at(state, element, ways[order.direction])
        if there.inside is not None:
            return None
        base = state.base(replace(there, heading=order.facing % 360.0))
        for other in state.on_table():
            if other.inside is not None and other.side == element.side:
                continue
            if other.id != element.id and overlap(base, state.base(other)):
                why = f"Facing that way it would stand on {other.name}."
                return Refusal("p8.geo.no-overlap", why)
        return None

    def apply(
        self, state: P8State, frame: Retiring, seat: str, order: Retire, dice: Dice
    ) -> Iterator[Event]:
        element = state.pieces[frame.element]
        way = _ways_of(state, frame)[order.direction]
        state.pop()
        note_track(state, element, ((element.x, element.y), way.end))
        state.put(
            replace(
                standing_at(state, element, way),
                heading=element.heading if order.facing is None else round(order.facing % 360.0, 4),
            )
        )
        towards = "towards its own edge" if order.direction == "home" else "away from the enemy"
        yield Event(
            kind="fall-back",
            text=f"{element.name} falls back {way.length:.1f} in {towards}.",
            rules=("p8.result.fall-back-move-4", "p8.fallback.direction"),
            pieces=(element.id,),
            data={"from": (element.x, element.y), "to": way.end},
        )
        pass_by(state, element.id, ((element.x, element.y), way.end))

    def offer(self, state: P8State, frame: Retiring, seats: Sequence[str]) -> Iterator[Retire]:
        """The ways that are open, facing as before or turned about."""
        element = state.pieces[frame.element]
        about = (element.heading + 180.0) % 360.0
        for way in _ways_of(state, frame):
            yield Retire(way)
            if self.check(state, frame, "", Retire(way, about)) is None:
                yield Retire(way, about)

    def preview(self, state: P8State, order: Retire) -> Trace | None:
        """Where it ends."""
        frame = state.frame
        if not isinstance(frame, Retiring):
            return None
        element = state.pieces[frame.element]
        ways = _ways_of(state, frame)
        way = ways.get(order.direction)
        if way is None:
            return Trace(notes=("There is no way out in that direction.",))
        label = in_unit(state.setting, f"{way.length:.1f} in")
        points = ((element.x, element.y), way.end)
        route = Route(points=points, side=element.side, label=label, piece=element.id)
        shown = placed(state, turned(standing_at(state, element, way), order.facing))
        return replace(shown, label=label, overlays=(route,))

    def told(self, state: P8State, order: Retire) -> str:
        """Which way."""
        turned = "" if order.facing is None else f", facing {order.facing:g}"
        return DIRECTIONS[order.direction] + turned

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Each way that is open."""
        frame: Retiring = case.frame
        if piece not in (None, frame.element):
            return
        element = case.state.pieces[frame.element]
        ways = _ways_of(case.state, frame)
        for direction in ways:
            yield case.action(
                Retire,
                self.homewards if direction == "home" else self.words,
                piece=element.id,
                fixed={"direction": direction},
                slots=(slots.facing_back(case.state, element),),
            )


class FallingBack(Asked[Retiring]):
    """Which way an element goes that must fall back (8.1)."""

    acts = (Retirement(),)

    def choice(self, state: P8State, frame: Retiring) -> Choice:
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="fall back",
            rule="p8.fallback.direction",
            prompt=f"{state.pieces[name].name} must fall back. Which way?",
            about=(name,),
        )
