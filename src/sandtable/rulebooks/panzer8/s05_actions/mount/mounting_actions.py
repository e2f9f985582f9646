"""Section 5.3.4 and 5.8: mounting and dismounting as actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.mount.mounted_troops import (
    check_leave_mounts,
    check_remount,
    leave_mounts,
    leavings,
    remounts,
    set_about_remounting,
)
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import (
    check_dismount,
    check_mount,
    dismount,
    dismounts,
    mounts,
    set_about_mounting,
)
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Dismount, LeaveMounts, Mount, Remount


class MountAction(Action[Mount]):
    """Get into a transport or on to a tank."""

    order: ClassVar[type[Order]] = Mount

    def check(self, state: P8State, element: Element, order: Mount) -> Refusal | None:
        """Why an element cannot mount that vehicle."""
        return check_mount(state, element, order)

    def act(self, state: P8State, element: Element, order: Mount, dice: Dice) -> Iterator[Event]:
        """Begin to mount."""
        return set_about_mounting(state, element, order.vehicle)

    def offer(self, state: P8State, element: Element) -> Iterator[Mount]:
        """Every vehicle beside it that has room."""
        return mounts(state, element)


class DismountAction(Action[Dismount]):
    """Get off a vehicle, which takes no action."""

    order: ClassVar[type[Order]] = Dismount
    aboard: ClassVar[bool] = True
    free: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Dismount) -> Refusal | None:
        """Why an element cannot get off, or not there."""
        return check_dismount(state, element, order)

    def act(self, state: P8State, element: Element, order: Dismount, dice: Dice) -> Iterator[Event]:
        """Get off."""
        return dismount(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[Dismount]:
        """Places around the vehicle."""
        return dismounts(state, element)


class LeaveMountsAction(Action[LeaveMounts]):
    """Dismount cavalry, motorcyclists, armoured infantry or the gun of a portee."""

    order: ClassVar[type[Order]] = LeaveMounts

    def check(self, state: P8State, element: Element, order: LeaveMounts) -> Refusal | None:
        """Why an element cannot dismount like that."""
        return check_leave_mounts(state, element, order)

    def act(
        self, state: P8State, element: Element, order: LeaveMounts, dice: Dice
    ) -> Iterator[Event]:
        """Dismount."""
        return leave_mounts(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[LeaveMounts]:
        """With the mounts somewhere beside it."""
        return leavings(state, element)


class RemountAction(Action[Remount]):
    """Mount again from the base of mounts."""

    order: ClassVar[type[Order]] = Remount

    def check(self, state: P8State, element: Element, order: Remount) -> Refusal | None:
        """Why an element cannot mount again."""
        return check_remount(state, element)

    def act(self, state: P8State, element: Element, order: Remount, dice: Dice) -> Iterator[Event]:
        """Begin to mount."""
        return set_about_remounting(state, element)

    def offer(self, state: P8State, element: Element) -> Iterator[Remount]:
        """If the mounts are at hand."""
        return remounts(state, element)
