"""Section 9.1, 9.3 and 9.4: who scouts, who carries whom, and what becomes of empty transports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import touching

from ..s15_events.support_fire.signals import equipment
from ..state import Element, P8State
from ..state.sheets import INFANTRY, MORTARS, Sheet

TRANSPORTS: Final = frozenset(("truck", "wagon", "apc"))
"""Types whose purpose is to carry others."""

TOWED: Final = frozenset(("atgun", "igun", "fgun", "aagun"))
"""Types that are towed; other weapons are carried."""

RIDDEN: Final = frozenset(("tank", "agun"))
"""Types on which infantry may ride."""

ABOARD: Final = INFANTRY | MORTARS | {"foo", "mg"}
"""Types that a transport may carry."""

RIDER_NATIONS: Final = frozenset(("SU", "GE"))
"""Nations whose infantry rides on tanks as a matter of course."""


# -- asking ---------------------------------------------------------------------------------------


def is_recce(state: P8State, element: Element) -> bool:
    """Whether an element is trained in scouting: by its data sheet, or by the scenario."""
    cite("p8.recce.class")
    return state.has(element, "REC")


def cargo(state: P8State, vehicle: Element) -> list[Element]:
    """Everybody that a vehicle carries or tows."""
    return [other for other in state.pieces.values() if other.carried_by == vehicle.id]


def carrier(state: P8State, element: Element) -> Element | None:
    """The vehicle that an element rides in or on, or that tows it."""
    return state.pieces[element.carried_by] if element.carried_by is not None else None


def is_transport(sheet: Sheet) -> bool:
    """Whether an element is there to carry others."""
    return sheet.type in TRANSPORTS


def rides_outside(state: P8State, element: Element) -> bool:
    """Whether an element rides on the outside of a tank, where it can be shot at."""
    vehicle = carrier(state, element)
    if vehicle is None or state.sheet(vehicle).type not in RIDDEN:
        return False
    return state.sheet(element).type in INFANTRY


def riders(state: P8State, vehicle: Element) -> list[Element]:
    """Those who ride on the outside of a vehicle."""
    return [other for other in cargo(state, vehicle) if rides_outside(state, other)]


def inside(state: P8State, vehicle: Element) -> list[Element]:
    """Those who share the fate of their vehicle: passengers, and the gun that it tows."""
    return [other for other in cargo(state, vehicle) if not rides_outside(state, other)]


def targets_of(state: P8State, firer: Element) -> list[Element]:
    """The enemies that can be aimed at by name: those on the table, and riders on tanks."""
    return state.enemies_of(firer) + riders_on_tanks(state, firer)


def riders_on_tanks(state: P8State, firer: Element) -> list[Element]:
    """The enemies that ride on the outside of a vehicle on the table."""
    return [
        other
        for other in state.pieces.values()
        if other.carried_by is not None
        and other.side != firer.side
        and state.pieces[other.carried_by].on_table
        and rides_outside(state, other)
    ]


# -- room -----------------------------------------------------------------------------------------


def check_room(state: P8State, element: Element, vehicle: Element) -> Refusal | None:
    """Why a vehicle cannot take an element aboard or in tow."""
    cite("p8.sheet.capacity-and-tow")
    sheet = state.sheet(element)
    carries = state.sheet(vehicle)
    if vehicle.side != element.side or not carries.is_vehicle:
        return Refusal("p8.transport.who-may-ride", f"{vehicle.name} carries nobody of yours.")
    if sheet.type in TOWED:
        return _check_tow(state, element, vehicle)
    if sheet.type not in ABOARD:
        return Refusal("p8.transport.who-may-ride", f"{element.name} never rides in a vehicle.")
    if sheet.type == "foo" and carries.is_afv:
        return _check_observer(state, element)
    if carries.type in RIDDEN:
        return _check_rider(state, element, vehicle)
    return _check_passenger(state, element, vehicle)


def _check_tow(state: P8State, gun: Element, vehicle: Element) -> Refusal | None:
    if not state.sheet(vehicle).tow:
        return Refusal("p8.transport.who-may-ride", f"{vehicle.name} cannot tow {gun.name}.")
    _note_horses(state, vehicle)
    if inside(state, vehicle):
        why = f"{vehicle.name} is loaded: it carries, or tows one gun."
        return Refusal("p8.transport.capacity", why)
    return None


def _check_observer(state: P8State, observer: Element) -> Refusal | None:
    """With a radio an observer works from inside any armoured vehicle and takes no room."""
    cite("p8.transport.who-may-ride")
    carries = equipment(state, observer)
    if carries != "radio":
        return Refusal(
            "p8.transport.who-may-ride",
            f"{observer.name} has a {carries}, no radio of his own, and cannot ride in an "
            "armoured vehicle.",
        )
    return None


def _check_rider(state: P8State, element: Element, tank: Element) -> Refusal | None:
    sheet = state.sheet(element)
    if sheet.type not in INFANTRY:
        return Refusal("p8.riders.one-on-tank", f"{element.name} cannot ride on a tank.")
    if sheet.nation not in RIDER_NATIONS:
        cite("p8.riders.other-nations-if-permitted")
        if not state.setting.options["tank_riders"]:
            why = "Only Russians and Germans ride on tanks, unless the scenario permits it."
            return Refusal("p8.riders.other-nations-if-permitted", why)
    if riders(state, tank):
        return Refusal("p8.riders.one-on-tank", f"Somebody already rides on {tank.name}.")
    cite("p8.riders.one-on-tank")
    return None


def _check_passenger(state: P8State, element: Element, vehicle: Element) -> Refusal | None:
    sheet = state.sheet(vehicle)
    if sheet.capacity == 0:
        return Refusal("p8.transport.who-may-ride", f"{vehicle.name} is no transport.")
    _note_horses(state, vehicle)
    # An observer inside an armoured vehicle takes up no room.
    aboard = [
        one
        for one in inside(state, vehicle)
        if not (sheet.is_afv and state.sheet(one).type == "foo")
    ]
    if any(state.sheet(one).type in TOWED for one in aboard):
        return Refusal("p8.transport.capacity", f"{vehicle.name} tows a gun and carries nobody.")
    if len(aboard) >= sheet.capacity:
        why = f"There is no room for {element.name}: {vehicle.name} carries {sheet.capacity}."
        return Refusal("p8.transport.capacity", why)
    cite("p8.transport.capacity")
    return None


def _note_horses(state: P8State, vehicle: Element) -> None:
    if state.sheet(vehicle).move_class == "HD":
        cite("p8.transport.horse-drawn-possible")


# -- empty transports -----------------------------------------------------------------------------


def is_empty_transport(state: P8State, element: Element) -> bool:
    """Whether an element is a transport that neither carries nor tows anything."""
    return is_transport(state.sheet(element)) and not cargo(state, element)


def check_laden(state: P8State, element: Element) -> Refusal | None:
    """Why an empty transport cannot move: all that it can do is fall back."""
    if not is_empty_transport(state, element):
        return None
    why = f"{element.name} carries and tows nothing: it can only fall back."
    return Refusal("p8.fallback.only-move-of-suppressed-and-empty-transports", why)


def remove_empty(state: P8State) -> Iterator[Event]:
    """Take empty soft transports off that are adjacent to no friendly combat element (9.3)."""
    for vehicle in state.on_table(state.active):
        sheet = state.sheet(vehicle)
        if not is_empty_transport(state, vehicle) or sheet.armoured:
            continue
        cite("p8.transport.empty-removed")
        if _has_company(state, vehicle):
            continue
        del state.pieces[vehicle.id]
        yield Event(
            kind="leaves",
            text=f"{vehicle.name} is empty, has nobody beside it and leaves the battle.",
            rules=("p8.transport.empty-removed",),
            pieces=(vehicle.id,),
            data={"at": (vehicle.x, vehicle.y), "side": vehicle.side},
        )


def _has_company(state: P8State, vehicle: Element) -> bool:
    cite("p8.transport.not-combat-element", "p8.foo.not-combat-element")
    base = state.base(vehicle)
    return any(
        state.sheet(friend).is_combat and touching(base, state.base(friend))
        for friend in state.friends_of(vehicle)
    )
