"""Section 5: who could react to a mover, and at which points of its path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import dist
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.mechanics.mover import points_on, stretch_to_front, trail
from sandtable.table import Footprint, Leg, Path, about_all, beyond_front, midpoint

from ...s02_terrain.line_of_sight import sees_between
from ...s06_close_combat.contact import beset_by, in_hand_to_hand
from ...s09_troops.transport import carrier, riders
from ...s10_buildings.occupation import has_no_facing, outdoors
from ...s12_hidden.counters import fires_hidden
from ...state import Element, Moving, P8State
from ...state.built_up_areas import TOWN
from ...state.position import position
from ..fire.aiming import Shot, aim
from ..move.rates import base_at, heading_on_leg, path_length, pose

STEP: Final = 0.5
"""How finely the program looks along a path for somebody who could react."""

FINE: Final = 0.25
"""How finely it looks once more before it says that somebody cannot."""

SHORT: Final = 2.0
"""Shorter parts of a path are not looked at as a whole where it is looked at less finely."""

SAME_POINT: Final = 1e-3


class Search:
    """What has been found out about the reactions to one mover in one position of a battle.

    The same position is searched several times: to see whether anybody must be asked, who it is,
    and what they may do.
    """

    __slots__ = ("all_along", "bases", "is_open", "legs", "movers", "somewhere", "who")

    def __init__(self) -> None:
        self.movers: dict[float, Element] = {}
        self.bases: dict[float, Footprint] = {}
        self.is_open: dict[tuple[str, float], bool] = {}
        self.somewhere: dict[str, bool] = {}
        self.who: list[Element] | None = None
        self.legs: list[_Leg] | None = None
        self.all_along: tuple[Footprint, frozenset[str]] | None = None


class _Leg(NamedTuple):
    """A leg of a path, the mover's base as it sets out on it, and the lines touched on it."""

    leg: Leg
    base: Footprint
    touched: frozenset[str]


def _search(state: P8State, frame: Moving) -> Search:
    """The search of this position, with what has been found so far."""
    known = position(state).answers["reactions"]
    search: Search | None = known.get(frame)
    return known.keep(frame, Search()) if search is None else search


def mover_at(state: P8State, frame: Moving, at: float) -> Element:
    """The mover at a point of its path, as reactors find it there."""
    return _mover_at(_search(state, frame), state, frame, at)


def movers_at(state: P8State, frame: Moving, points: Sequence[float]) -> list[Element]:
    """The mover at some points of its path."""
    search = _search(state, frame)
    return [_mover_at(search, state, frame, at) for at in points]


def _mover_at(search: Search, state: P8State, frame: Moving, at: float) -> Element:
    mover = search.movers.get(at)
    if mover is None:
        mover = pose(state, frame, at)
        if at > SAME_POINT and mover.dug_in:
            mover = replace(mover, dug_in=False)
        search.movers[at] = mover
    return mover


def _base_at(search: Search, state: P8State, frame: Moving, at: float) -> Footprint:
    base = search.bases.get(at)
    if base is None:
        base = search.bases[at] = state.base(_mover_at(search, state, frame, at))
    return base


def reaction_refusal(state: P8State, reactor: Element, mover: Element) -> Refusal | None:
    """Why no gun of the reactor can fire at the mover there."""
    first: Refusal | None = None
    for gun in range(len(state.sheet(reactor).guns)):
        shot = aim(state, reactor, mover, gun, reaction=True)
        if isinstance(shot, Shot):
            return None
        first = first or shot
    return first


def aimed_at(state: P8State, mover: Element, name: str | None) -> Element | Refusal:
    """The mover, or somebody who rides on it, where the mover is then."""
    if name is None or name == mover.id:
        return mover
    rider = state.pieces.get(name)
    if rider is None or rider.carried_by != mover.id:
        return Refusal("p8.react.option-fire", f"{name!r} is neither the mover nor a rider of it.")
    return replace(rider, x=mover.x, y=mover.y, heading=mover.heading)


def is_there(state: P8State, reactor: Element) -> bool:
    """Whether an element is on the table, or aboard a vehicle that is, or a hidden mortar."""
    vehicle = carrier(state, reactor)
    return vehicle.on_table if vehicle else reactor.on_table or fires_hidden(state, reactor)


def points_for(
    state: P8State, reactor: Element, frame: Moving, spacing: float = STEP
) -> Iterator[float]:
    """Points of the rest of a path at which the program looks for a reaction of one element.

    These are the start and the end of it, and on every leg the ends of the stretch that lies to
    the element's front, the point nearest to the element, and points so far apart between them
    wherever terrain does not surely hide the mover. What is most telling comes first.
    """
    yield frame.at
    if frame.stage == "again":
        return
    yield round(path_length(frame.path), 4)
    for way in _legs(_search(state, frame), state, frame):
        leg = way.leg
        ahead = (0.0, leg.length)
        if not has_no_facing(state, reactor):
            ahead = stretch_to_front(state.base(reactor), way.base, leg)
        first = max(frame.at, leg.start + ahead[0])
        last = leg.start + ahead[1]
        if first <= last:
            yield from _points_on(state, reactor, way, (first, last), spacing)


def _points_on(
    state: P8State, reactor: Element, way: _Leg, stretch: tuple[float, float], spacing: float
) -> Iterator[float]:
    """Points of a stretch of a leg, on those parts where terrain does not surely hide the mover."""
    sight, place = state.setting.sight, state.base(reactor)
    leg, base, touched = way
    past = _looked_past(state, place, touched)

    def is_hidden(start: float, end: float) -> bool:
        return sight.surely_hidden(trail(base, leg, start, end), place, past)

    # To look at a short part takes as long as at its points, which may never be asked for.
    short = SHORT if spacing == STEP else 0.0
    here = (reactor.x, reactor.y)
    return points_on(leg, stretch, here, is_hidden, spacing=spacing, short=short)


def _legs(search: Search, state: P8State, frame: Moving) -> list[_Leg]:
    """The legs of a path, with what all who may react need to know of them."""
    if search.legs is None:
        sheet = state.sheet(outdoors(state.pieces[frame.element]))
        search.legs = []
        for leg in Path(frame.path).legs:
            base = base_at(sheet, leg.a, heading_on_leg(frame.start, leg.heading, frame.bearing))
            covered = trail(base, leg, leg.start, leg.start + leg.length)
            search.legs.append(_Leg(leg, base, state.setting.touched(covered)))
    return search.legs


def _looked_past(state: P8State, place: Footprint, touched: frozenset[str]) -> frozenset[str]:
    """All features that may not hide a mover, where it touches these, from a reactor's place."""
    setting = state.setting
    past = touched | setting.touched(place)
    if setting.buas:
        past |= setting.buas.keys() | {f"{name}/{TOWN}" for name in setting.streets}
    return past | setting.overlooked if setting.elevated else past


def open_points(state: P8State, reactor: Element, frame: Moving) -> list[float]:
    """The points of the rest of a path at which an element could react, of those looked at."""
    search = _search(state, frame)
    points = points_from_first(state, reactor, frame)
    return [at for at in points if _is_open_at(search, state, reactor, frame, at)]


def points_from_first(state: P8State, reactor: Element, frame: Moving) -> list[float]:
    """The points that are looked at, from the first on at which an element could react."""
    length = path_length(frame.path)
    search = _search(state, frame)
    for spacing in (STEP, FINE):
        points = sorted({min(at, length) for at in points_for(state, reactor, frame, spacing)})
        for number, at in enumerate(points):
            if _is_open_at(search, state, reactor, frame, at):
                return points[number:]
    return []


def is_open_at(state: P8State, reactor: Element, frame: Moving, at: float) -> bool:
    """Whether an element could react at a point of a path."""
    return _is_open_at(_search(state, frame), state, reactor, frame, at)


def can_react_somewhere(state: P8State, reactor: Element, frame: Moving) -> bool:
    """Whether an element has a reaction open to it on the rest of a path."""
    search = _search(state, frame)
    known = search.somewhere.get(reactor.id)
    if known is None and _is_hidden_from(search, state, reactor, frame):
        known = search.somewhere[reactor.id] = False
    if known is None:
        points = points_for(state, reactor, frame, FINE)
        known = any(_is_open_at(search, state, reactor, frame, at) for at in points)
        search.somewhere[reactor.id] = known
    return known


def anybody_can_react(state: P8State, frame: Moving, enemies: Sequence[Element]) -> bool:
    """Whether any of these has a reaction open to it on the rest of a path."""
    search = _search(state, frame)
    ends = [frame.at]
    if frame.stage != "again":
        ends.append(path_length(frame.path))
    # Whoever sees the mover where it stands or where it ends settles the question at once: mostly
    # somebody with nothing in between, otherwise somebody near.
    if any(
        _is_open_at(search, state, enemy, frame, at)
        for enemy, at in _in_plain_view(search, state, frame, ends, enemies)
    ):
        return True
    left = []
    for enemy in _nearest_first(search, state, frame, ends, enemies):
        if len(ends) > 1 and _is_hidden_from(search, state, enemy, frame):
            search.somewhere[enemy.id] = False
            continue
        if any(_is_open_at(search, state, enemy, frame, at) for at in ends):
            return True
        left.append(enemy)
    return len(ends) > 1 and any(can_react_somewhere(state, enemy, frame) for enemy in left)


def _in_plain_view(
    search: Search,
    state: P8State,
    frame: Moving,
    ends: Sequence[float],
    enemies: Sequence[Element],
) -> Iterator[tuple[Element, float]]:
    """Enemies with a clear line to the middle of a mover, and at which points of its path.

    It is no more than a guess whom to ask first.
    """
    clear = state.setting.sight.clear
    for at in ends:
        centre = _base_at(search, state, frame, at).centre
        for enemy in enemies:
            if clear((enemy.x, enemy.y), centre):
                yield enemy, at


def _nearest_first(
    search: Search,
    state: P8State,
    frame: Moving,
    ends: Sequence[float],
    enemies: Sequence[Element],
) -> list[Element]:
    """Enemies by how far they are from a mover at some points of its path."""
    centres = [_base_at(search, state, frame, at).centre for at in ends]
    middle = midpoint(centres[0], centres[-1])
    far = [dist(middle, (enemy.x, enemy.y)) for enemy in enemies]
    return [enemy for _, _, enemy in sorted(zip(far, count(), enemies, strict=False))]


def _is_hidden_from(search: Search, state: P8State, reactor: Element, frame: Moving) -> bool:
    """Whether no part of the rest of a path can be to an element's front and in its sight.

    A quick look at all of it at once: the answer may be no where a closer look finds nothing.
    """
    place = state.base(reactor)
    whole, touched = _all_along(search, state, frame)
    if not has_no_facing(state, reactor) and not beyond_front(whole, of=place):
        return True
    past = _looked_past(state, place, touched).union(state.setting.works)
    return state.setting.sight.surely_hidden(whole, place, past)


def _all_along(search: Search, state: P8State, frame: Moving) -> tuple[Footprint, frozenset[str]]:
    """A shape about all places of a mover on the rest of its path, and the lines it touches."""
    if search.all_along is None:
        ends = (frame.at, path_length(frame.path))
        parts = [_base_at(search, state, frame, at) for at in ends]
        for leg, base, _ in _legs(search, state, frame):
            start, end = max(frame.at, leg.start), leg.start + leg.length
            if start <= end:
                parts.append(trail(base, leg, start, end))
        whole = about_all(parts)
        search.all_along = whole, state.setting.touched(whole)
    return search.all_along


def _is_open_at(search: Search, state: P8State, reactor: Element, frame: Moving, at: float) -> bool:
    """Whether an element could react at a point of a path."""
    key = (reactor.id, at)
    known = search.is_open.get(key)
    if known is None:
        mover = _mover_at(search, state, frame, at)
        base = _base_at(search, state, frame, at)
        known = _is_open(state, reactor, mover, base)
        search.is_open[key] = known
    return known


def is_open(state: P8State, reactor: Element, mover: Element) -> bool:
    """Whether an element could react to a mover that stands there."""
    return _is_open(state, reactor, mover, state.base(mover))


def _is_open(state: P8State, reactor: Element, mover: Element, base: Footprint) -> bool:
    place = state.base(reactor)
    if not has_no_facing(state, reactor):
        cite("p8.geo.front-half-plane")
        if not beyond_front(base, of=place):
            return False
    if not sees_between(state, reactor, mover, place, base):
        return False
    can_flee = state.sheet(reactor).move_class != "0" and reactor.carried_by is None
    can_flee = can_flee and reactor.under is None
    return can_flee or any(
        reaction_refusal(state, reactor, one) is None for one in reaction_targets(state, mover)
    )


def reaction_targets(state: P8State, mover: Element) -> list[Element]:
    """Whom a reaction can be aimed at: the mover, and those who ride on the outside of it."""
    there = [aimed_at(state, mover, rider.id) for rider in riders(state, mover)]
    return [mover, *(target for target in there if isinstance(target, Element))]


def who_could_react(state: P8State, frame: Moving) -> Sequence[Element]:
    """The enemies of the mover that may react at all and whose owner is to be asked."""
    ready = ready_to_react(state, frame)
    return [enemy for enemy in ready if enemy.id not in state.stances] if state.stances else ready


def ready_to_react(state: P8State, frame: Moving) -> Sequence[Element]:
    """The enemies of the mover that are in a state to react at all.

    Those aboard are included, and hidden mortars.
    """
    search = _search(state, frame)
    if search.who is None:
        search.who = _ready_to_react(state, frame)
    return search.who


def _ready_to_react(state: P8State, frame: Moving) -> list[Element]:
    mover = state.pieces[frame.element]
    beset = beset_by(state, mover.side)
    aboard = [
        other
        for other in state.pieces.values()
        if (other.carried_by is not None or other.under is not None)
        and other.side != mover.side
        and is_there(state, other)
    ]
    return [
        enemy
        for enemy in (*state.enemies_of(mover), *aboard)
        if not enemy.suppressed
        and not enemy.reacted
        and (
            enemy.carried_by is not None
            or not beset(enemy)
            or not in_hand_to_hand(state, enemy, apart_from=frame.element)
        )
    ]


def reactors(state: P8State, frame: Moving) -> Iterator[Element]:
    """The elements that have a reaction open to them on the rest of a path."""
    for enemy in who_could_react(state, frame):
        if can_react_somewhere(state, enemy, frame):
            yield enemy
