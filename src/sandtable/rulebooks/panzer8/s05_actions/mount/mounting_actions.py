"""Section 5.3.4 and 5.8: mounting and dismounting as actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal
from sandtable.battle.handling import Slot, Trace
from sandtable.dice import Dice
from sandtable.table import Point

from ...drawing.ghosts import ghost, placed, turned
from ...s09_troops.transport import ABOARD, carrier, check_room
from ...state import Element, P8State, slots
from ...state.case import Case, nearest_first
from ...state.sheets import MOUNTS
from ..action import Action
from .mounted_troops import (
    LeaveMounts,
    Remount,
    check_leave_mounts,
    check_remount,
    leave_mounts,
    leavings,
    remounts,
    set_about_remounting,
)
from .mounting import (
    Dismount,
    Mount,
    check_dismount,
    check_mount,
    dismount,
    dismounts,
    may_get_off,
    mounts,
    set_about_mounting,
)
from .placing import set_down


def vehicles(state: P8State, element: Element) -> list[Element]:
    """The vehicles of its side that would take such as it is if they were empty, nearest first."""

    def ever_takes(vehicle: Element) -> bool:
        why = check_room(state, element, vehicle)
        return why is None or why.rule in ("p8.transport.capacity", "p8.riders.one-on-tank")

    friends = [f for f in state.friends_of(element) if state.sheet(f).is_vehicle]
    return nearest_first(state, (f for f in friends if ever_takes(f)), element)


def beside_vehicle(state: P8State, name: str, at: Point, heading: float | None) -> Trace | None:
    """Somebody beside its vehicle."""
    element = state.pieces.get(name)
    vehicle = carrier(state, element) if element is not None else None
    if element is None or vehicle is None:
        return None
    facing = vehicle.heading if heading is None else heading
    return placed(state, set_down(state, element, vehicle, at, facing))


class MountAction(Action[Mount]):
    """Get into a transport or on to a tank."""

    order = Mount
    words = Words(
        label="Mount",
        key="I",
        rule="p8.mount.infantry-start-adjacent",
        hint="Gets into a transport, or on to a tank.",
    )
    fields = (Among("vehicle", "Choose the vehicle to mount", vehicles, narrow=True),)

    def concerns(self, state: P8State, element: Element) -> bool:
        """Those who ride, where anything takes them."""
        sheet = state.sheet(element)
        rides = sheet.type in ABOARD and not sheet.is_crew_served and element.on_table
        return rides and bool(vehicles(state, element))

    def check(self, state: P8State, element: Element, order: Mount) -> Refusal | None:
        return check_mount(state, element, order)

    def act(self, state: P8State, element: Element, order: Mount, dice: Dice) -> Iterator[Event]:
        return set_about_mounting(state, element, order.vehicle)

    def offer(self, state: P8State, element: Element) -> Iterator[Mount]:
        """Every vehicle beside it that has room."""
        return mounts(state, element)


class DismountAction(Action[Dismount]):
    """Get off a vehicle, which takes no action."""

    order = Dismount
    words = Words(
        label="Dismount",
        key="D",
        rule="p8.mount.dismount-at-end-of-vehicle-move",
        hint="Gets off; this takes no action.",
    )
    gets_off = True
    aboard = True
    free = True

    def check(self, state: P8State, element: Element, order: Dismount) -> Refusal | None:
        return check_dismount(state, element, order)

    def act(self, state: P8State, element: Element, order: Dismount, dice: Dice) -> Iterator[Event]:
        return dismount(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[Dismount]:
        """Places around the vehicle."""
        return dismounts(state, element)

    def concerns(self, state: P8State, element: Element) -> bool:
        """Whoever is carried, but for weapons with a crew."""
        return carrier(state, element) is not None and not state.sheet(element).is_crew_served

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """A place beside the vehicle, and how to face there."""
        state, vehicle = case.state, carrier(case.state, element) or element
        place = next(dismounts(state, element), None)
        order = place or Dismount(element.id, (vehicle.x, vehicle.y))
        why = case.refusal(order)
        if why is not None and may_get_off(state, element):
            why = why if self.is_general(case, element, order, why) else None
        ask = "Choose a place beside the vehicle"
        return slots.placing(ask, place), why

    def preview(self, state: P8State, order: Dismount) -> Trace | None:
        """Where it would stand beside the vehicle."""
        return beside_vehicle(state, order.element, order.at, order.facing)


class LeaveMountsAction(Action[LeaveMounts]):
    """Dismount cavalry, motorcyclists, armoured infantry or the gun of a portee."""

    order = LeaveMounts
    words = Words(
        label="Dismount",
        key="D",
        rule="p8.dismount.mounted-troops-action",
        hint="Fights on foot from now on.",
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Mounted troops."""
        return state.sheet(element).dismounts_as is not None and element.on_table

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """Where the mounts are left, if they are."""
        why = case.refusal(LeaveMounts(element.id))
        if not case.state.setting.options["base_of_mounts"]:
            return (), why
        ask = "Choose where beside it the mounts are left, or leave none"
        spot = Slot(name="mounts", sort="point", ask=ask, required=False)
        return (spot, slots.facing("Turn the mounts to face")), why

    def preview(self, state: P8State, order: LeaveMounts) -> Trace | None:
        """Where the mounts are left."""
        element = state.pieces.get(order.element)
        sheet = MOUNTS + element.sheet if element is not None else ""
        if element is None or order.mounts is None or sheet not in state.setting.sheets:
            return None
        x, y = order.mounts
        mounts = replace(
            element, id=f"{element.id}-mounts", sheet=sheet, x=x, y=y, inside=None, on_table=True
        )
        return Trace(ghosts=(ghost(state, turned(mounts, order.facing)),))

    def check(self, state: P8State, element: Element, order: LeaveMounts) -> Refusal | None:
        return check_leave_mounts(state, element, order)

    def act(
        self, state: P8State, element: Element, order: LeaveMounts, dice: Dice
    ) -> Iterator[Event]:
        return leave_mounts(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[LeaveMounts]:
        """With the mounts somewhere beside it."""
        return leavings(state, element)


class RemountAction(Action[Remount]):
    """Mount again from the base of mounts."""

    order = Remount
    words = Words(
        label="Mount again",
        key="I",
        rule="p8.dismount.remount",
        hint="Mounts again from its base of mounts.",
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Those who have left their mounts somewhere."""
        return element.mounts is not None

    def check(self, state: P8State, element: Element, order: Remount) -> Refusal | None:
        return check_remount(state, element)

    def act(self, state: P8State, element: Element, order: Remount, dice: Dice) -> Iterator[Event]:
        return set_about_remounting(state, element)

    def offer(self, state: P8State, element: Element) -> Iterator[Remount]:
        """If the mounts are at hand."""
        return remounts(state, element)
