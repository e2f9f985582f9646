"""Section 5.1 and 8.4: fire from vehicles, and what befalls those aboard when they are hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import Point

from ..s09_troops.transport import TOWED, cargo, carrier, inside, is_transport, rides_outside
from ..s12_hidden.counters import get_off_unseen
from ..s15_events.cards import in_force
from ..s15_events.support_fire.signals import is_bound_to_lorry
from ..state import Element, Landing, P8State
from ..state.sheets import Gun

HALF: Final = 0.5 + 1e-3
"""How much of its move a vehicle may have used when those aboard still fire."""


# -- fire from vehicles (5.1) ---------------------------------------------------------------------


def check_ready_to_fire(state: P8State, firer: Element, *, reaction: bool) -> Refusal | None:
    """Why an element cannot fire as it is: taken apart, limbered, aboard, or just dismounted."""
    if firer.broken_down:
        why = f"{firer.name} is taken apart and cannot fire."
        return Refusal("p8.limber.break-down-and-set-up", why)
    if firer.landed and not reaction:
        cite("p8.mount.dismount-at-end-of-vehicle-move")
        if firer.spent > HALF:
            why = f"The vehicle of {firer.name} moved more than half its rate; it cannot fire."
            return Refusal("p8.mount.dismount-at-end-of-vehicle-move", why)
    vehicle = carrier(state, firer)
    return _check_fire_aboard(state, firer, vehicle, reaction=reaction) if vehicle else None


def _check_fire_aboard(
    state: P8State, firer: Element, vehicle: Element, *, reaction: bool
) -> Refusal | None:
    sheet = state.sheet(firer)
    if sheet.is_crew_served:
        cite("p8.fire.mounted-csw-and-flame-cannot-fire")
        why = f"{firer.name} is limbered or embarked and cannot fire."
        return Refusal("p8.limber.no-fire-when-limbered", why)
    if not sheet.is_infantry or state.has(firer, "FT"):
        why = f"{firer.name} cannot fire from a vehicle."
        return Refusal("p8.fire.mounted-csw-and-flame-cannot-fire", why)
    cite("p8.fire.passengers-may-fire")
    for other in cargo(state, vehicle):
        if other.fired and other.id != firer.id:
            why = f"{other.name} has already fired from {vehicle.name} in this player turn."
            return Refusal("p8.fire.passengers-may-fire", why)
    if vehicle.spent > HALF and not reaction:
        why = f"{vehicle.name} has moved more than half its rate; nobody fires from it."
        return Refusal("p8.fire.passengers-may-fire", why)
    return None


def moves_with_vehicle(state: P8State, firer: Element) -> bool:
    """Whether a firer counts as having moved because its vehicle has."""
    vehicle = carrier(state, firer)
    return vehicle is not None and vehicle.moved


def note_shot(state: P8State, firer: Element, gun: Gun) -> None:
    """Remember that a passenger has fired: of two aboard only one may, each player turn.

    It is also remembered of a gun that cannot move and fire while its crew may act twice.
    """
    may_move_yet = "NMF" in gun.flags and in_force(state, "king", firer.side)
    if firer.carried_by is not None or may_move_yet:
        state.change(firer.id, fired=True)


def check_not_fired(state: P8State, element: Element) -> Refusal | None:
    """Why an element cannot move: it has fired, and may not do both, even with two actions."""
    guns = state.sheet(element).guns
    if not element.fired or not any("NMF" in gun.flags for gun in guns):
        return None
    cite("p8.sheet.flag-nmf")
    why = f"{element.name} has fired and cannot move in the same player turn."
    return Refusal("p8.fire.nmf-cannot-fire-and-move", why)


def check_target(state: P8State, target: Element) -> Refusal | None:
    """Why somebody who is carried cannot be aimed at."""
    vehicle = carrier(state, target)
    if vehicle is None:
        return None
    if rides_outside(state, target):
        cite("p8.fire.tank-riders-are-targets")
        return None
    why = f"{target.name} is aboard; fire is directed at {vehicle.name}."
    return Refusal("p8.fire.passengers-not-targets", why)


# -- results (8.4) --------------------------------------------------------------------------------


def share_suppression(state: P8State, vehicle: Element) -> Iterator[Event]:
    """Those aboard become suppressed with their vehicle, and most of them get off."""
    for passenger in inside(state, vehicle):
        fresh = not passenger.suppressed
        yield from _suppress_aboard(state, passenger, vehicle)
        if fresh:
            _call_off(state, passenger, vehicle)
    for rider in cargo(state, vehicle):
        if rides_outside(state, rider):
            yield from throw_off(state, rider, vehicle)


def _suppress_aboard(state: P8State, passenger: Element, vehicle: Element) -> Iterator[Event]:
    cite("p8.passengers.share-fate")
    if passenger.suppressed:
        return
    state.put(replace(passenger, suppressed=True))
    yield Event(
        kind="suppressed",
        text=f"{passenger.name} is suppressed with {vehicle.name}.",
        rules=("p8.passengers.share-fate",),
        pieces=(passenger.id, vehicle.id),
    )


def _call_off(state: P8State, passenger: Element, vehicle: Element) -> None:
    """Passengers of soft vehicles must get off, those of carriers may; towed guns stay."""
    cite("p8.passengers.soft-must-dismount")
    sheet = state.sheet(vehicle)
    if state.sheet(passenger).type in TOWED or not is_transport(sheet):
        return
    if vehicle.under is not None and not is_bound_to_lorry(state, passenger):
        get_off_unseen(state, passenger, vehicle)
        return
    state.push(Landing(element=passenger.id, vehicle=vehicle, optional=sheet.armoured))


def throw_off(state: P8State, rider: Element, tank: Element) -> Iterator[Event]:
    """A rider gets off suppressed, since its tank is suppressed or out of action."""
    state.put(replace(rider, suppressed=True))
    if tank.under is not None:
        get_off_unseen(state, rider, tank)
    yield Event(
        kind="suppressed",
        text=f"{rider.name} gets off {tank.name}, suppressed.",
        rules=("p8.passengers.tank-riders-dismount-suppressed",),
        pieces=(rider.id, tank.id),
    )
    if tank.under is None:
        state.push(Landing(element=rider.id, vehicle=tank))


def hit_rider(state: P8State, rider: Element) -> None:
    """A rider that was shot at and suppressed gets off at once."""
    cite("p8.fire.tank-riders-are-targets")
    tank = carrier(state, rider)
    assert tank is not None
    if tank.under is not None:
        get_off_unseen(state, rider, tank)
        return
    state.push(Landing(element=rider.id, vehicle=tank))


def chase_off(
    state: P8State, rider: Element, away_from: Point, *, mortar: bool, hedge: bool
) -> None:
    """A rider that was shot at and must fall back gets off first."""
    cite("p8.fire.tank-riders-are-targets")
    tank = carrier(state, rider)
    assert tank is not None
    state.push(
        Landing(element=rider.id, vehicle=tank, away_from=away_from, mortar=mortar, hedge=hedge)
    )


def set_afoot(state: P8State, rider: Element, vehicle: Element) -> None:
    """Somebody gets off a vehicle that leaves the battle."""
    orphan(state, rider)
    state.push(Landing(element=rider.id, vehicle=vehicle))


def orphan(state: P8State, passenger: Element) -> Element:
    """One whose vehicle is gone: without a base until it is placed."""
    return state.put(replace(passenger, carried_by=None))
