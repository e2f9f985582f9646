"""Section 8.4: getting off a vehicle because of a combat result, and who is lost in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.mount.placing import (
    check_place,
    placed,
    places,
    set_down,
)
from sandtable.rulebooks.panzer8.s08_results import results
from sandtable.rulebooks.panzer8.s08_results.passengers import share_suppression
from sandtable.rulebooks.panzer8.s09_troops.transport import inside
from sandtable.rulebooks.panzer8.s15_events.support_fire.signals import is_bound_to_lorry
from sandtable.rulebooks.panzer8.state import DrawingLots, Element, Landing, P8State
from sandtable.table import Footprint, Point, rectangle


class PutDown(Order, frozen=True, kw_only=False):
    """Place an element that had to get off, adjacent to its vehicle (8.4)."""

    at: Point
    facing: float | None = None


_RULE: Final = "p8.passengers.soft-must-dismount"


def beside(state: P8State, frame: Landing) -> Footprint:
    """The base next to which an element is placed: that of its vehicle, or where that stood."""
    vehicle = _vehicle(state, frame)
    if vehicle.inside is not None:
        return state.base(vehicle)
    sheet = state.setting.sheets[vehicle.sheet]
    return rectangle(vehicle.x, vehicle.y, vehicle.heading, sheet.width, sheet.depth)


def _vehicle(state: P8State, frame: Landing) -> Element:
    """The vehicle as it is now, or as it was if it is gone."""
    return state.pieces.get(frame.vehicle.id, frame.vehicle)


def is_gone(state: P8State, frame: Landing) -> bool:
    """Whether the vehicle has been removed."""
    return frame.vehicle.id not in state.pieces


def check_put_down(state: P8State, frame: Landing, order: PutDown) -> Refusal | None:
    """Why an element that gets off cannot be placed there."""
    there = _there(state, frame, order)
    gone = is_gone(state, frame)
    return check_place(state, there, beside(state, frame), _RULE, on_spot=gone)


def _there(state: P8State, frame: Landing, order: PutDown) -> Element:
    element = _carried(state, frame)
    facing = frame.vehicle.heading if order.facing is None else order.facing
    return set_down(state, element, _vehicle(state, frame), order.at, facing)


def _carried(state: P8State, frame: Landing) -> Element:
    """Who gets off; it has moved if its vehicle has in this player turn."""
    element, vehicle = state.pieces[frame.element], _vehicle(state, frame)
    if not vehicle.moved or vehicle.side != state.active:
        return element
    cite("p8.fire.mod-firer-moved")
    return msgspec.structs.replace(element, moved=True)


def landing_places(state: P8State, frame: Landing) -> Iterator[PutDown]:
    """Places for an element that gets off."""
    element, base = state.pieces[frame.element], beside(state, frame)
    vehicle, gone = _vehicle(state, frame), is_gone(state, frame)
    for spot, facing in places(state, element, vehicle, base, _RULE, on_spot=gone):
        yield PutDown(spot, facing)


def put_down(state: P8State, frame: Landing, order: PutDown) -> Iterator[Event]:
    """Place an element next to its vehicle; if it must, it then falls back."""
    state.pop()
    element = state.put(_there(state, frame, order))
    yield _told(element, frame)
    if frame.away_from is not None:
        yield from results.fall_back(
            state, element, away_from=frame.away_from, mortar=frame.mortar, hedge=frame.hedge
        )


def _told(element: Element, frame: Landing) -> Event:
    return Event(
        kind="dismount",
        text=f"{element.name} gets off {frame.vehicle.name}.",
        rules=(_RULE,),
        pieces=(element.id, frame.vehicle.id),
        data={"at": (element.x, element.y), "heading": element.heading},
    )


def stay_aboard(state: P8State, frame: Landing) -> Iterator[Event]:
    """Stay in an armoured carrier, suppressed."""
    state.pop()
    name = state.pieces[frame.element].name
    yield Event(
        kind="stays",
        text=f"{name} stays aboard {frame.vehicle.name}.",
        rules=(_RULE,),
        pieces=(frame.element, frame.vehicle.id),
    )


def without_room(state: P8State, frame: Landing) -> Iterator[Event]:
    """Nobody is asked if the element is gone, or if there is no place for it."""
    element = state.pieces.get(frame.element)
    if element is None:
        state.pop()
        return
    if is_bound_to_lorry(state, element):
        state.pop()
        cite("p8.support.foo-soviet-guards-radio")
        yield from results.remove(state, element, why="he can never leave his lorry")
        return
    if frame.optional or any(landing_places(state, frame)):
        return
    if not is_gone(state, frame):
        yield from stay_aboard(state, frame)
        return
    state.pop()
    spot = _near_wreck(state, element, frame)
    if spot is None:
        yield from results.remove(state, element, why="nowhere to go")
        return
    there = placed(_carried(state, frame), spot, frame.vehicle.heading)
    yield _told(state.put(there), frame)


def _near_wreck(state: P8State, element: Element, frame: Landing) -> Point | None:
    """A free spot near the place of a lost vehicle, if all around it is taken."""
    for ring in range(1, 9):
        sheet, reach = state.sheet(frame.vehicle), 0.5 * ring
        base = rectangle(
            frame.vehicle.x,
            frame.vehicle.y,
            frame.vehicle.heading,
            sheet.width + reach,
            sheet.depth + reach,
        )
        found = next(places(state, element, frame.vehicle, base, _RULE), None)
        if found is not None:
            return found[0]
    return None


def draw_lots(state: P8State, frame: DrawingLots, dice: Dice) -> Iterator[Event]:
    """Of several aboard one is lost; the transport and the others are suppressed."""
    cite("p8.passengers.several-only-one-lost")
    state.pop()
    vehicle = state.pieces[frame.vehicle]
    aboard = inside(state, vehicle)
    lost = dice.pick(aboard, f"who is lost of those in {vehicle.name}", sides=10)
    yield Event(
        kind="lots",
        text=f"{vehicle.name} is hit: {lost.name} is lost, the others are suppressed.",
        rules=("p8.passengers.several-only-one-lost", "p8.dice.d10-is-one-to-ten"),
        pieces=(vehicle.id, lost.id),
        rolls=dice.take_rolls(),
    )
    yield from results.remove(state, lost, why=f"in {vehicle.name}", own=frame.own)
    if vehicle.suppressed:
        yield from share_suppression(state, vehicle)
    else:
        yield from results.suppress(state, state.pieces[vehicle.id])
