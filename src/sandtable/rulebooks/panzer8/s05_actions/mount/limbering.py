"""Section 5.3.4: limbering and embarking weapons, and taking them apart."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import board, check_adjacent_since_start
from sandtable.rulebooks.panzer8.s05_actions.mount.placing import check_place, places, set_down
from sandtable.rulebooks.panzer8.s09_troops.transport import TOWED, carrier, check_room
from sandtable.rulebooks.panzer8.s15_events.no_advance import check_set_down
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Limber, Unlimber

# -- limber and embark ----------------------------------------------------------------------------


def check_limber(state: P8State, weapon: Element, order: Limber) -> Refusal | None:
    """Why a weapon cannot be limbered or embarked on that vehicle."""
    rule = "p8.limber.start-adjacent-no-fire"
    vehicle = state.pieces.get(order.vehicle)
    if vehicle is None or not vehicle.on_table:
        return Refusal(rule, f"There is no tractor {order.vehicle!r}.")
    refused = _check_both_able(state, weapon, vehicle) or check_room(state, weapon, vehicle)
    return refused or check_adjacent_since_start(state, weapon, vehicle, rule)


def _check_both_able(state: P8State, weapon: Element, vehicle: Element) -> Refusal | None:
    cite("p8.limber.takes-whole-turn")
    if not state.sheet(weapon).is_crew_served:
        return Refusal(
            "p8.limber.takes-whole-turn", f"{weapon.name} is no crew-served weapon: it mounts."
        )
    for one in (weapon, vehicle):
        if one.suppressed:
            return Refusal("p8.action.allowed-when-suppressed", f"{one.name} is suppressed.")
    return None


def limber(state: P8State, weapon: Element, order: Limber) -> Iterator[Event]:
    """Couple or load a weapon; both have used their action."""
    cite("p8.limber.takes-whole-turn")
    vehicle = state.put(
        msgspec.structs.replace(state.pieces[order.vehicle], acted=True, boarded=True)
    )
    ready = msgspec.structs.replace(weapon, acted=True, boarded=True, broken_down=False)
    board(state, ready, vehicle)
    towed = state.sheet(weapon).type in TOWED
    verb = "is limbered to" if towed else "is loaded on"
    yield Event(
        kind="limber",
        text=f"{weapon.name} {verb} {vehicle.name}.",
        rules=("p8.limber.takes-whole-turn", "p8.limber.start-adjacent-no-fire"),
        pieces=(weapon.id, vehicle.id),
    )


# -- unlimber and disembark -----------------------------------------------------------------------


def check_unlimber(state: P8State, weapon: Element, order: Unlimber) -> Refusal | None:
    """Why a weapon cannot be unlimbered or disembarked there."""
    vehicle = carrier(state, weapon)
    if vehicle is None or not vehicle.on_table or order.vehicle != vehicle.id:
        return Refusal("p8.limber.placement", f"{weapon.name} is not with {order.vehicle!r}.")
    refused = _check_both_able(state, weapon, vehicle)
    if refused:
        return refused
    there = _set_down(state, weapon, vehicle, order)
    refused = check_place(state, there, state.base(vehicle), "p8.limber.placement")
    return refused or check_set_down(state, there, vehicle)


def _set_down(state: P8State, weapon: Element, vehicle: Element, order: Unlimber) -> Element:
    return msgspec.structs.replace(
        set_down(state, weapon, vehicle, order.at, order.facing),
        acted=True,
        moved=True,
        shifted=True,
        landed=True,
    )


def unlimber(state: P8State, weapon: Element, order: Unlimber) -> Iterator[Event]:
    """Place a weapon next to its tractor, ready to fire; both have used their action."""
    cite("p8.sheet.capacity-and-tow")
    vehicle = state.put(
        msgspec.structs.replace(state.pieces[order.vehicle], acted=True, landed=True)
    )
    there = state.put(_set_down(state, weapon, vehicle, order))
    yield Event(
        kind="unlimber",
        text=f"{weapon.name} is ready for action next to {vehicle.name}.",
        rules=("p8.limber.takes-whole-turn", "p8.limber.placement"),
        pieces=(weapon.id, vehicle.id),
        data={"at": (there.x, there.y), "heading": there.heading},
    )


def limberings(state: P8State, weapon: Element) -> Iterator[Limber]:
    """Vehicles to which a weapon could be limbered."""
    if not state.sheet(weapon).is_crew_served:
        return
    for friend in state.friends_of(weapon):
        order = Limber(weapon.id, friend.id)
        if state.sheet(friend).is_vehicle and check_limber(state, weapon, order) is None:
            yield order


def unlimberings(state: P8State, weapon: Element) -> Iterator[Unlimber]:
    """Places where a weapon could be set down."""
    vehicle = carrier(state, weapon)
    if vehicle is None or not vehicle.on_table or not state.sheet(weapon).is_crew_served:
        return
    base = state.base(vehicle)
    for spot, facing in places(state, weapon, vehicle, base, "p8.limber.placement"):
        yield Unlimber(weapon.id, vehicle.id, spot, facing)


# -- breaking down and setting up -----------------------------------------------------------------


def check_break_down(state: P8State, weapon: Element) -> Refusal | None:
    """Why a weapon cannot be taken apart."""
    rule = "p8.limber.break-down-and-set-up"
    sheet = state.setting.sheets[weapon.sheet]
    if not state.has(weapon, "MP"):
        if sheet.is_crew_served and sheet.move_class == "Inf":
            return Refusal(
                "p8.limber.infantry-mortars-exempt",
                f"{weapon.name} is carried ready for use; it need not be taken apart.",
            )
        return Refusal(rule, f"{weapon.name} is not man-portable.")
    if weapon.broken_down:
        return Refusal(rule, f"{weapon.name} is already taken apart.")
    return _check_composed(weapon)


def check_assemble(weapon: Element) -> Refusal | None:
    """Why a weapon cannot be set up."""
    if not weapon.broken_down:
        return Refusal("p8.limber.break-down-and-set-up", f"{weapon.name} is not taken apart.")
    return _check_composed(weapon)


def _check_composed(weapon: Element) -> Refusal | None:
    if weapon.suppressed:
        return Refusal("p8.action.allowed-when-suppressed", f"{weapon.name} is suppressed.")
    if weapon.moved:
        return Refusal(
            "p8.limber.break-down-and-set-up",
            f"{weapon.name} has moved, and this takes its whole turn.",
        )
    return None


def change_over(state: P8State, weapon: Element) -> Iterator[Event]:
    """Take a weapon apart, or set it up; it has used its action, and does not fire this turn."""
    apart = not weapon.broken_down
    state.put(msgspec.structs.replace(weapon, broken_down=apart, acted=True, shifted=True))
    text = "is taken apart for carrying" if apart else "is set up"
    yield Event(
        kind="break-down" if apart else "assemble",
        text=f"{weapon.name} {text}.",
        rules=("p8.limber.break-down-and-set-up",),
        pieces=(weapon.id,),
    )
