"""Section 5.3.4: infantry that mounts vehicles and gets off them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import Point, touching

from ...s09_troops.transport import carrier, check_room
from ...s15_events.no_advance import check_set_down
from ...s15_events.support_fire.signals import is_bound_to_lorry
from ...state import Element, MoveAction, Moving, P8State
from ...state.nearby import friends_about
from ...state.orders import ActionOrder
from .placing import check_place, places, set_down


class Mount(ActionOrder, frozen=True, kw_only=False):
    """Get into a transport or on to a tank that was adjacent when the turn began (5.3.4)."""

    vehicle: str


class Dismount(ActionOrder, frozen=True, kw_only=False):
    """Get off a vehicle and be placed adjacent to it; this takes no action (5.3.4)."""

    at: Point
    facing: float | None = None


BESIDE: Final = 0.1
"""Nobody who is farther away than this can be mounted."""

# -- getting on -----------------------------------------------------------------------------------


def check_mount(state: P8State, element: Element, order: Mount) -> Refusal | None:
    """Why an element cannot mount that vehicle."""
    vehicle = state.pieces.get(order.vehicle)
    if vehicle is None or not vehicle.on_table:
        return Refusal(
            "p8.mount.infantry-start-adjacent", f"There is no vehicle {order.vehicle!r}."
        )
    refused = _check_willing(state, element) or check_room(state, element, vehicle)
    return refused or check_adjacent_since_start(
        state, element, vehicle, "p8.mount.infantry-start-adjacent"
    )


def _check_willing(state: P8State, element: Element) -> Refusal | None:
    if state.sheet(element).is_crew_served:
        return Refusal(
            "p8.limber.takes-whole-turn", f"{element.name} is limbered or embarked, not mounted."
        )
    if element.suppressed:
        return Refusal(
            "p8.action.allowed-when-suppressed", f"{element.name} is suppressed and cannot mount."
        )
    if element.landed:
        return Refusal(
            "p8.mount.not-both-in-one-turn",
            f"{element.name} has dismounted in this turn and cannot mount again.",
        )
    return None


def check_adjacent_since_start(
    state: P8State, element: Element, vehicle: Element, rule: str
) -> Refusal | None:
    """Why two did not touch when the turn began: they do not now, or one of them has moved."""
    together = element.inside is not None and element.inside == vehicle.inside
    apart = element.inside != vehicle.inside or not touching(
        state.base(element), state.base(vehicle)
    )
    if apart and not together:
        return Refusal(rule, f"{element.name} is not adjacent to {vehicle.name}.")
    for one in (element, vehicle):
        if one.moved:
            return Refusal(rule, f"{one.name} has already moved in this turn.")
    return None


def set_about_mounting(state: P8State, element: Element, vehicle: str) -> Iterator[Event]:
    """Begin to mount; enemies may shoot at the element where it stands."""
    cite("p8.react.infantry-mounting-may-be-shot", "p8.react.trigger-is-movement-action")
    state.put(replace(element, acted=True, moved=True, boarded=True))
    state.push(on_the_spot(element, "mount", onto=vehicle))
    return iter(())


def on_the_spot(element: Element, action: MoveAction, *, onto: str | None = None) -> Moving:
    """A move without a path, to which enemies may react like to a turn in place."""
    return Moving(
        element=element.id,
        action=action,
        path=((element.x, element.y),),
        start=element.heading,
        bearing="forward",
        facing=element.heading,
        onto=onto,
    )


def board(state: P8State, element: Element, vehicle: Element) -> Element:
    """Take an element aboard: it has no base of its own from now on."""
    return state.put(
        replace(
            element,
            carried_by=vehicle.id,
            on_table=False,
            x=vehicle.x,
            y=vehicle.y,
            heading=vehicle.heading,
            dug_in=False,
            road_column=False,
            inside=None,
            aloft=False,
        )
    )


def mounted(state: P8State, element: Element, name: str) -> Iterator[Event]:
    """The element is aboard, if nothing has happened to it or to the vehicle."""
    vehicle = state.pieces.get(name)
    if vehicle is None or element.suppressed:
        return
    board(state, element, vehicle)
    yield Event(
        kind="mount",
        text=f"{element.name} mounts {vehicle.name}.",
        rules=("p8.mount.infantry-start-adjacent",),
        pieces=(element.id, vehicle.id),
    )


# -- getting off ----------------------------------------------------------------------------------


def check_dismount(state: P8State, element: Element, order: Dismount) -> Refusal | None:
    """Why an element cannot get off, or not there."""
    vehicle = carrier(state, element)
    rule = "p8.mount.dismount-at-end-of-vehicle-move"
    if vehicle is None or not vehicle.on_table:
        return Refusal(rule, f"{element.name} is in no vehicle on the table.")
    refused = _check_may_leave(state, element)
    if refused:
        return refused
    there = _landed(state, element, vehicle, order)
    refused = check_place(state, there, state.base(vehicle), rule)
    return refused or check_set_down(state, there, vehicle)


def _check_may_leave(state: P8State, element: Element) -> Refusal | None:
    if is_bound_to_lorry(state, element):
        return Refusal(
            "p8.support.foo-soviet-guards-radio",
            f"The radio of {element.name} is in the lorry, which he never leaves.",
        )
    if state.sheet(element).is_crew_served:
        return Refusal(
            "p8.limber.takes-whole-turn",
            f"{element.name} is unlimbered or disembarked, which takes its action.",
        )
    if element.boarded:
        return Refusal(
            "p8.mount.not-both-in-one-turn",
            f"{element.name} has mounted in this turn and cannot get off again.",
        )
    if element.suppressed:
        return Refusal(
            "p8.action.allowed-when-suppressed",
            f"{element.name} is suppressed and stays where it is.",
        )
    return None


def may_get_off(state: P8State, element: Element) -> bool:
    """Whether an element could get off its vehicle now, if there is a place for it."""
    vehicle = carrier(state, element)
    return vehicle is not None and vehicle.on_table and _check_may_leave(state, element) is None


def _landed(state: P8State, element: Element, vehicle: Element, order: Dismount) -> Element:
    return replace(
        set_down(state, element, vehicle, order.at, order.facing),
        landed=True,
        moved=True,
        shifted=True,
        spent=vehicle.spent,
    )


def dismount(state: P8State, element: Element, order: Dismount) -> Iterator[Event]:
    """Get off; the vehicle's own movement is over, and enemies may shoot at the element."""
    vehicle = carrier(state, element)
    assert vehicle is not None
    there = state.put(_landed(state, element, vehicle, order))
    state.change(vehicle.id, landed=True)
    yield Event(
        kind="dismount",
        text=f"{element.name} gets off {vehicle.name}.",
        rules=(
            "p8.mount.dismount-at-end-of-vehicle-move",
            "p8.react.infantry-mounting-may-be-shot",
            "p8.react.trigger-is-movement-action",
        ),
        pieces=(element.id, vehicle.id),
        data={"at": (there.x, there.y), "heading": there.heading},
    )
    state.push(on_the_spot(there, "dismount"))


def check_not_landed(element: Element) -> Refusal | None:
    """Why an element cannot move: it has got off, or has let somebody off."""
    if not element.landed:
        return None
    return Refusal(
        "p8.mount.dismount-at-end-of-vehicle-move",
        f"{element.name} moves no further: the dismounting was the end of the move.",
    )


def check_recover_landed(element: Element) -> Refusal | None:
    """Why an element that has got off cannot try to recover, or hunt tanks, in the same turn."""
    if not element.landed or element.spent == 0.0:
        return None
    return Refusal(
        "p8.mount.dismount-at-end-of-vehicle-move",
        f"{element.name} came with a vehicle that moved; it can only fire now.",
    )


def dismounts(state: P8State, element: Element) -> Iterator[Dismount]:
    """Places to get off."""
    vehicle = carrier(state, element)
    if vehicle is None or not may_get_off(state, element):
        return
    rule = "p8.mount.dismount-at-end-of-vehicle-move"
    for spot, facing in places(state, element, vehicle, state.base(vehicle), rule):
        yield Dismount(element.id, spot, facing)


def mounts(state: P8State, element: Element) -> Iterator[Mount]:
    """Vehicles that an element could mount."""
    for friend in friends_about(state, element, BESIDE):
        order = Mount(element.id, friend.id)
        if state.sheet(friend).is_vehicle and check_mount(state, element, order) is None:
            yield order
