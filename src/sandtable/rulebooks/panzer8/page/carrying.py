"""What an element can do with vehicles, mounts, smoke and wire, and from under a counter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Refusal
from sandtable.battle.handling import Action, Slot, Word
from sandtable.rulebooks.panzer8.page import slots
from sandtable.rulebooks.panzer8.page import words as told
from sandtable.rulebooks.panzer8.page.acting import Lister, is_general
from sandtable.rulebooks.panzer8.s05_actions.mount.limbering import unlimberings
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import dismounts, may_get_off
from sandtable.rulebooks.panzer8.s09_troops.transport import ABOARD, TOWED, carrier, check_room
from sandtable.rulebooks.panzer8.s12_hidden.ambush import showings
from sandtable.rulebooks.panzer8.s13_engineering.wire import wires_touched
from sandtable.rulebooks.panzer8.s14_smoke.candidates import smokes
from sandtable.rulebooks.panzer8.s14_smoke.laying import smoke_code
from sandtable.rulebooks.panzer8.state import Element
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import (
    ActionOrder,
    Assemble,
    BreakDown,
    ClearWire,
    Dismount,
    LaySmoke,
    LeaveMounts,
    Limber,
    Mount,
    Remount,
    Show,
    Unlimber,
)

WHERE: Final = frozenset(
    (
        "p8.bua.capacity",
        "p8.card.two-no-advance",
        "p8.fort.capacity",
        "p8.fort.who-may-occupy",
        "p8.geo.no-overlap",
        "p8.hidden.not-in-fortifications",
        "p8.hidden.placement-on-reveal",
        "p8.hidden.reveal-timing",
        "p8.limber.placement",
        "p8.smoke.dischargers",
        "p8.smoke.grenades",
        "p8.smoke.light-mortar",
        "p8.smoke.medium-heavy-mortar",
        "p8.smoke.screen-shape",
        "p8.terrain.zero-rate-is-impassable",
        "p8.wire.others-stop",
    )
)
"""Rules that speak against a place: another one may do."""


def unless_elsewhere(case: Case, order: ActionOrder, element: Element) -> Refusal | None:
    """Why an order is refused, unless it is for its place alone."""
    why = case.refusal(order)
    if why is None or is_general(case, element, order, why):
        return why
    return None if why.rule in WHERE else why


# -- vehicles -------------------------------------------------------------------------------------


def mount(case: Case, element: Element) -> Iterator[Action]:
    """Get on a vehicle beside it."""
    state = case.state
    kind = state.sheet(element).type
    if kind not in ABOARD or state.sheet(element).is_crew_served or not element.on_table:
        return
    vehicles = _vehicles(case, element)
    refused = [case.refusal(Mount(element.id, vehicle.id)) for vehicle in vehicles]
    if vehicles:
        yield case.action(
            Mount,
            told.MOUNT,
            piece=element.id,
            fixed={"element": element.id},
            slots=(_vehicle("Choose the vehicle to mount", vehicles, refused),),
            refusal=None if None in refused else refused[0],
        )


def limber(case: Case, element: Element) -> Iterator[Action]:
    """Be coupled to a tractor, or loaded on a transport."""
    if not case.state.sheet(element).is_crew_served or not element.on_table:
        return
    vehicles = _vehicles(case, element)
    refused = [case.refusal(Limber(element.id, vehicle.id)) for vehicle in vehicles]
    if vehicles:
        towed = case.state.sheet(element).type in TOWED
        yield case.action(
            Limber,
            told.LIMBER,
            piece=element.id,
            fixed={"element": element.id},
            slots=(_vehicle("Choose its tractor or transport", vehicles, refused),),
            refusal=None if None in refused else refused[0],
            label="Limber" if towed else "Load",
        )


def _vehicles(case: Case, element: Element) -> list[Element]:
    """The vehicles of its side that take such as it is, the nearest first."""
    state = case.state
    friends = [f for f in state.friends_of(element) if state.sheet(f).is_vehicle]
    return case.nearest_first((f for f in friends if _ever_takes(case, element, f)), element)


def _ever_takes(case: Case, element: Element, vehicle: Element) -> bool:
    """Whether a vehicle would take an element if it were empty."""
    why = check_room(case.state, element, vehicle)
    return why is None or why.rule in ("p8.transport.capacity", "p8.riders.one-on-tank")


def _vehicle(ask: str, vehicles: list[Element], refused: list[Refusal | None]) -> Slot:
    able = [one for one, why in zip(vehicles, refused, strict=True) if why is None]
    return slots.one_of("vehicle", ask, slots.names(able or vehicles))


def dismount(case: Case, element: Element) -> Iterator[Action]:
    """Get off a vehicle."""
    state = case.state
    vehicle = carrier(state, element)
    if vehicle is None or state.sheet(element).is_crew_served:
        return
    place = next(dismounts(state, element), None)
    order = place or Dismount(element.id, (vehicle.x, vehicle.y))
    why = case.refusal(order)
    if why is not None and may_get_off(state, element):
        why = why if is_general(case, element, order, why) else None
    yield case.action(
        Dismount,
        told.DISMOUNT,
        piece=element.id,
        fixed={"element": element.id},
        slots=_placed("Choose a place beside the vehicle", place),
        refusal=why,
    )


def unlimber(case: Case, element: Element) -> Iterator[Action]:
    """Be uncoupled or unloaded."""
    state = case.state
    vehicle = carrier(state, element)
    if vehicle is None or not state.sheet(element).is_crew_served:
        return
    place = next(unlimberings(state, element), None)
    order = place or Unlimber(element.id, vehicle.id, (vehicle.x, vehicle.y))
    towed = state.sheet(element).type in TOWED
    yield case.action(
        Unlimber,
        told.UNLIMBER,
        piece=element.id,
        fixed={"element": element.id, "vehicle": vehicle.id},
        slots=_placed("Choose a place beside the vehicle", place),
        refusal=unless_elsewhere(case, order, element),
        label="Unlimber" if towed else "Unload",
    )


def _placed(ask: str, suggested: Dismount | Unlimber | Show | None) -> Iterator[Slot]:
    """A place and how to face there; what is suggested would do."""
    yield slots.spot("at", ask, None if suggested is None else list(suggested.at))
    yield slots.facing("Turn it to face", default=None if suggested is None else suggested.facing)


# -- weapons and mounts ---------------------------------------------------------------------------


def take_apart(case: Case, element: Element) -> Iterator[Action]:
    """Take a man-portable weapon apart, or set it up."""
    if not case.state.has(element, "MP") or not element.on_table:
        return
    kind, words = (Assemble, told.SET_UP) if element.broken_down else (BreakDown, told.TAKE_APART)
    yield case.action(
        kind,
        words,
        piece=element.id,
        fixed={"element": element.id},
        refusal=case.refusal(kind(element.id)),
    )


def leave_mounts(case: Case, element: Element) -> Iterator[Action]:
    """Dismount cavalry and the like, and mount again."""
    state = case.state
    fixed = {"element": element.id}
    if state.sheet(element).dismounts_as is not None and element.on_table:
        asked: tuple[Slot, ...] = ()
        if state.setting.options["base_of_mounts"]:
            spot = Slot(
                name="mounts",
                sort="point",
                ask="Choose where beside it the mounts are left, or leave none",
                required=False,
            )
            asked = (spot, slots.facing("Turn the mounts to face"))
        yield case.action(
            LeaveMounts,
            told.LEAVE_MOUNTS,
            piece=element.id,
            fixed=fixed,
            slots=asked,
            refusal=case.refusal(LeaveMounts(element.id)),
        )
    if element.mounts is not None:
        yield case.action(
            Remount,
            told.REMOUNT,
            piece=element.id,
            fixed=fixed,
            refusal=case.refusal(Remount(element.id)),
        )


# -- smoke, wire, counters ------------------------------------------------------------------------


def smoke(case: Case, element: Element) -> Iterator[Action]:
    """Lay a smoke screen."""
    state = case.state
    if not state.setting.options["smoke"] or smoke_code(state.sheet(element)) is None:
        return
    if not element.on_table and element.under is None:
        return
    place = next((one for one in smokes(state, element) if case.allows(one)), None)
    order = place or LaySmoke(element.id, (element.x, element.y))
    yield case.action(
        LaySmoke,
        told.SMOKE,
        piece=element.id,
        fixed={"element": element.id},
        slots=(
            slots.spot(
                "at", "Choose the middle of the screen", None if place is None else list(place.at)
            ),
            slots.facing(
                "Turn the way across it",
                name="heading",
                default=element.heading if place is None else place.heading,
            ),
        ),
        refusal=unless_elsewhere(case, order, element),
    )


def clear_wire(case: Case, element: Element) -> Iterator[Action]:
    """Clear a gap in barbed wire."""
    state = case.state
    if not state.setting.wires or state.sheet(element).type != "eng" or not element.on_table:
        return
    wires = wires_touched(state, element)
    refused = [case.refusal(ClearWire(element.id, wire.id)) for wire in wires]
    asked: tuple[Slot, ...] = ()
    if len(wires) > 1:
        listed = tuple(Word(value=wire.id, label=wire.id) for wire in wires)
        asked = (
            Slot(name="wire", sort="feature", ask="Choose the wire", words=listed, required=False),
        )
    yield case.action(
        ClearWire,
        told.CLEAR_WIRE,
        piece=element.id,
        fixed={"element": element.id},
        slots=asked,
        refusal=None if None in refused else case.refusal(ClearWire(element.id)),
    )


def show(case: Case, element: Element) -> Iterator[Action]:
    """Come out from under a counter."""
    if element.under is None:
        return
    place = next(showings(case.state, element), None)
    order = place or Show(element.id, (element.x, element.y))
    yield case.action(
        Show,
        told.SHOW,
        piece=element.id,
        fixed={"element": element.id},
        slots=_placed("Choose a place that touches its counter", place),
        refusal=unless_elsewhere(case, order, element),
    )


LISTERS: Final[tuple[Lister, ...]] = (
    show,
    smoke,
    mount,
    dismount,
    limber,
    unlimber,
    take_apart,
    leave_mounts,
    clear_wire,
)
"""Everything here, in the order in which it is listed."""
