"""Section 12: setting up in secret, under counters real and false."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.scenario import Zone
from sandtable.table import Point, place_in

from ..s02_terrain.ground_and_cover import check_footing, is_fortified
from ..s02_terrain.place_names import name_of_feature
from ..s03_turn.setting_up import Deploy, check_in_zones, placed_at, unplaced
from ..s05_actions.readiness import commanded
from ..s09_troops.transport import cargo
from ..s10_buildings.occupation import (
    UNCOUNTED,
    bua_at,
    check_entry,
    hidden_in,
    indoors,
    taking_room,
)
from ..s13_engineering.fortifications import works_at
from ..state import Element, P8State
from ..state.side_names import side_called
from .counters import counters_of
from .who_may_hide import allowance, allowance_left, dummies_of, lay_counter, may_hide, put_under


class Hide(Order, frozen=True, kw_only=False):
    """Set elements up hidden, under one counter (12)."""

    elements: tuple[str, ...]
    at: Point


class Dummy(Order, frozen=True, kw_only=False):
    """Set a counter up with nobody under it (12)."""

    at: Point


HALF = "p8.hidden.half-of-defender"
COUNTERS = "p8.hidden.counters-and-dummies"


# -- hiding ---------------------------------------------------------------------------------------


def check_hide(state: P8State, side: str, seat: str, order: Hide) -> Refusal | None:
    """Why elements cannot be set up hidden there."""
    if not may_hide(state, side):
        return Refusal(HALF, "Your side does not set up hidden in this battle.")
    waiting = {element.id: element for element in unplaced(state, side)}
    names = ", ".join(waiting)
    if not order.elements or len(set(order.elements)) != len(order.elements):
        return Refusal(COUNTERS, f"Name the elements that are hidden; to be set up are: {names}.")
    for name in order.elements:
        if name not in waiting:
            return Refusal(COUNTERS, f"{name!r} is not to be set up; these are: {names}.")
        if not state.setting.commands(seat, name):
            return Refusal(COUNTERS, f"{waiting[name].name} is not yours to command.")
    elements = [waiting[name] for name in order.elements]
    refused = _check_number(state, side, elements)
    for element in elements:
        refused = refused or _check_spot(state, element, order.at)
    return refused or _check_houses(state, elements, order.at)


def _check_number(state: P8State, side: str, elements: Sequence[Element]) -> Refusal | None:
    number = len(elements) + sum(len(cargo(state, element)) for element in elements)
    left = allowance_left(state, side)
    if number <= left:
        return None
    return Refusal(
        HALF,
        f"You may hide {allowance(state, side)} elements, {left} more, not {number}, "
        "those aboard counted.",
    )


def _check_spot(state: P8State, element: Element, at: Point) -> Refusal | None:
    zone = state.setting.scenario.zone(element.zone)
    refused = check_in_zones(state.setting, element.name, [zone], at)
    if refused:
        return refused
    there = placed_at(element, Deploy(element.id, at))
    if is_fortified(state, there):
        return Refusal(
            "p8.hidden.not-in-fortifications",
            f"{element.name} would be in a fortification, where nobody is hidden.",
        )
    return check_footing(state, there)


def _check_houses(state: P8State, elements: Sequence[Element], at: Point) -> Refusal | None:
    """Why they cannot be hidden in the houses there, if there are any."""
    bua = bua_at(state, at)
    if bua is None:
        return None
    for element in elements:
        refused = check_entry(state, element, bua.id)
        if refused:
            return refused
    there = [e for e in taking_room(state, bua.id) if e.side == elements[0].side]
    there += hidden_in(state, bua.id, elements[0].side)
    there += [e for e in elements if state.sheet(e).type not in UNCOUNTED]
    if len(there) > bua.capacity:
        full = name_of_feature(state.setting, bua.id)
        return Refusal("p8.bua.capacity", f"{full} is full: it holds {bua.capacity}.")
    return None


def hide(state: P8State, side: str, order: Hide) -> Iterator[Event]:
    """Set elements up under a counter; the others see no more than that."""
    bua = bua_at(state, order.at)
    elements = [state.pieces[name] for name in order.elements]
    if bua is not None:
        elements = [indoors(state, element, bua.id) for element in elements]
    counter = lay_counter(state, side, order.at)
    put_under(state, counter, elements)
    names = " and ".join(element.name for element in elements)
    yield from _told(state, side, f"{names} set up hidden under a counter.", order.elements)


# -- dummies --------------------------------------------------------------------------------------


def check_dummy(state: P8State, side: str, order: Dummy) -> Refusal | None:
    """Why a dummy cannot be laid there."""
    if not may_hide(state, side):
        return Refusal(HALF, "Your side does not set up hidden in this battle.")
    outside = check_in_zones(state.setting, "a dummy", zones_of(state, side), order.at)
    if outside:
        return Refusal(COUNTERS, outside.reason)
    at = (round(order.at[0], 4), round(order.at[1], 4))
    if works_at(state, at) is not None:
        return Refusal(
            "p8.hidden.not-in-fortifications", "Nobody can be hidden in a fortification."
        )
    counters = counters_of(state, side)
    if any((counter.x, counter.y) == at for counter in counters):
        return Refusal(COUNTERS, "A counter of yours lies there already.")
    dummies = len(dummies_of(state, side))
    if dummies + 1 > len(counters) - dummies + _still_possible(state, side):
        real = len(counters) - dummies
        return Refusal(
            COUNTERS,
            f"You have {real} counters with somebody under them, so there are {dummies} dummies "
            "and no more; hide others first.",
        )
    return None


def _still_possible(state: P8State, side: str) -> int:
    """How many counters a side may still lay with somebody under them."""
    return min(allowance_left(state, side), len(unplaced(state, side)))


def zones_of(state: P8State, side: str) -> list[Zone]:
    """The zones in which a side sets up."""
    scenario = state.setting.scenario
    used = {unit.zone for unit in scenario.units if unit.side == side}
    return [zone for zone in scenario.zones if zone.id in used]


def lay_dummy(state: P8State, side: str, order: Dummy) -> Iterator[Event]:
    """Lay a counter with nobody under it; the others cannot tell it from others."""
    cite(COUNTERS)
    counter = lay_counter(state, side, order.at)
    yield from _told(state, side, f"{counter.id} is laid as a dummy.", ())


def _told(state: P8State, side: str, text: str, names: tuple[str, ...]) -> Iterator[Event]:
    """What the owner hears of his counter, and what the others hear."""
    own = state.setting.seats[side]
    others = tuple(
        seat for s in state.setting.sides if s != side for seat in state.setting.seats[s]
    )
    yield Event(kind="hide", text=text, rules=(COUNTERS, HALF), pieces=names, seen_by=own)
    yield Event(
        kind="hide",
        text=f"{side_called(state, side).opens('sets', 'set')} up out of sight.",
        rules=(COUNTERS, HALF),
        seen_by=others,
    )


# -- the end of it --------------------------------------------------------------------------------


def check_done(state: P8State, side: str, seat: str) -> Refusal | None:
    """Why a seat has not set up yet."""
    left = [e.name for e in unplaced(state, side) if state.setting.commands(seat, e.id)]
    if not left:
        return None
    return Refusal("p8.turn.setup-by-scenario", f"Set up or hide first: {', '.join(left)}.")


def seats_setting_up(state: P8State, side: str) -> tuple[str, ...]:
    """The seats of a side that sets up in secret which have not said that they are done."""
    return tuple(seat for seat in state.setting.seats[side] if seat not in state.done)


def end_set_up(state: P8State, side: str, seat: str) -> Iterator[Event]:
    """A seat is done; when all of the side are, dummies that are too many are taken back."""
    state.done = (*state.done, seat)
    if seats_setting_up(state, side):
        return
    state.pop()
    state.done = ()
    while len(dummies := dummies_of(state, side)) > len(counters_of(state, side)) - len(dummies):
        surplus = dummies[-1]
        del state.counters[surplus.id]
        yield Event(
            kind="dummy",
            text=f"{surplus.id} is a dummy too many and is taken back.",
            rules=(COUNTERS,),
            data={"counter": surplus.id, "at": (surplus.x, surplus.y)},
        )


# -- suggestions ----------------------------------------------------------------------------------


def hidings(state: P8State, seats: Sequence[str], side: str) -> Iterator[Hide | Dummy]:
    """The next element under a counter, and dummies, on spots of a grid."""
    if not may_hide(state, side):
        return
    element = next((e for e in unplaced(state, side) if commanded(state, seats, e)), None)
    for zone in zones_of(state, side):
        for spot in grid(zone):
            if element is not None and element.zone == zone.id:
                order = Hide((element.id,), spot)
                if check_hide(state, side, seats[0], order) is None:
                    yield order
            dummy = Dummy(spot)
            if check_dummy(state, side, dummy) is None:
                yield dummy


def grid(zone: Zone) -> Iterator[Point]:
    """Spots two inches apart in a zone."""
    xs, ys = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    for column in range(int((max(xs) - min(xs)) / 2) + 1):
        for row in range(int((max(ys) - min(ys)) / 2) + 1):
            spot = (min(xs) + 1 + 2 * column, min(ys) + 1 + 2 * row)
            if place_in(spot, zone.outline) >= 0:
                yield spot
