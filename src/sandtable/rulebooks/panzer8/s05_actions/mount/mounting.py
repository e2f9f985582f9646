"""Section 5.3.4: infantry that mounts vehicles and gets off them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Among, Words
from sandtable.battle import Event, Refusal
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point, touching

from ...drawing import ghosts
from ...s09_troops.transport import ABOARD, carrier, check_room
from ...s15_events.no_advance import check_set_down
from ...s15_events.support_fire.signals import is_bound_to_lorry
from ...state import Element, MoveAction, Moving, P8State, slots
from ...state.case import Case, nearest_first
from ...state.nearby import friends_about
from ...state.orders import ActionOrder
from ..action import Action
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

MOUNTING: Final = "p8.mount.infantry-start-adjacent"
GETTING_OFF: Final = "p8.mount.dismount-at-end-of-vehicle-move"

# -- getting on -----------------------------------------------------------------------------------


def vehicles(state: P8State, element: Element) -> list[Element]:
    """The vehicles of its side that would take such as it is if they were empty, nearest first."""

    def ever_takes(vehicle: Element) -> bool:
        why = check_room(state, element, vehicle)
        return why is None or why.rule in ("p8.transport.capacity", "p8.riders.one-on-tank")

    friends = [f for f in state.friends_of(element) if state.sheet(f).is_vehicle]
    return nearest_first(state, (f for f in friends if ever_takes(f)), element)


class MountAction(Action[Mount]):
    """Get into a transport or on to a tank."""

    order = Mount
    words = Words(
        label="Mount", key="I", rule=MOUNTING, hint="Gets into a transport, or on to a tank."
    )
    fields = (Among("vehicle", "Choose the vehicle to mount", vehicles, narrow=True),)

    def concerns(self, state: P8State, element: Element) -> bool:
        """Those who ride, where anything takes them."""
        sheet = state.sheet(element)
        rides = sheet.type in ABOARD and not sheet.is_crew_served and element.on_table
        return rides and bool(vehicles(state, element))

    def check(self, state: P8State, element: Element, order: Mount) -> Refusal | None:
        vehicle = state.pieces.get(order.vehicle)
        if vehicle is None or not vehicle.on_table:
            return Refusal(MOUNTING, f"There is no vehicle {order.vehicle!r}.")
        name = element.name
        if state.sheet(element).is_crew_served:
            why = f"{name} is limbered or embarked, not mounted."
            return Refusal("p8.limber.takes-whole-turn", why)
        if element.suppressed:
            why = f"{name} is suppressed and cannot mount."
            return Refusal("p8.action.allowed-when-suppressed", why)
        if element.landed:
            why = f"{name} has dismounted in this turn and cannot mount again."
            return Refusal("p8.mount.not-both-in-one-turn", why)
        return check_room(state, element, vehicle) or check_adjacent_since_start(
            state, element, vehicle, MOUNTING
        )

    def act(self, state: P8State, element: Element, order: Mount, dice: Dice) -> Iterator[Event]:
        """Begin to mount; enemies may shoot at the element where it stands."""
        cite("p8.react.infantry-mounting-may-be-shot")
        return set_about_mounting(state, element, "mount", order.vehicle)

    def offer(self, state: P8State, element: Element) -> Iterator[Mount]:
        """Every vehicle beside it that has room."""
        for friend in friends_about(state, element, BESIDE):
            order = Mount(element.id, friend.id)
            if state.sheet(friend).is_vehicle and self.check(state, element, order) is None:
                yield order


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


def set_about_mounting(
    state: P8State, element: Element, action: MoveAction, onto: str | None
) -> Iterator[Event]:
    """Begin to mount a vehicle or a horse; until that is done enemies may react."""
    cite("p8.react.trigger-is-movement-action")
    state.put(replace(element, acted=True, moved=True, boarded=True))
    state.push(on_the_spot(element, action, onto=onto))
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
    text = f"{element.name} mounts {vehicle.name}."
    yield Event(kind="mount", text=text, rules=(MOUNTING,), pieces=(element.id, vehicle.id))


# -- getting off ----------------------------------------------------------------------------------


class DismountAction(Action[Dismount]):
    """Get off a vehicle, which takes no action."""

    order = Dismount
    words = Words(
        label="Dismount", key="D", rule=GETTING_OFF, hint="Gets off; this takes no action."
    )
    gets_off = True
    aboard = True
    free = True

    def concerns(self, state: P8State, element: Element) -> bool:
        """Whoever is carried, but for weapons with a crew."""
        return carrier(state, element) is not None and not state.sheet(element).is_crew_served

    def check(self, state: P8State, element: Element, order: Dismount) -> Refusal | None:
        vehicle = carrier(state, element)
        if vehicle is None or not vehicle.on_table:
            return Refusal(GETTING_OFF, f"{element.name} is in no vehicle on the table.")
        refused = _check_may_leave(state, element)
        if refused:
            return refused
        there = _landed(state, element, vehicle, order)
        refused = check_place(state, there, state.base(vehicle), GETTING_OFF)
        return refused or check_set_down(state, there, vehicle)

    def act(self, state: P8State, element: Element, order: Dismount, dice: Dice) -> Iterator[Event]:
        """Get off; the vehicle's own movement is over, and enemies may shoot at the element."""
        vehicle = carrier(state, element)
        assert vehicle is not None
        there = state.put(_landed(state, element, vehicle, order))
        state.change(vehicle.id, landed=True)
        yield Event(
            kind="dismount",
            text=f"{element.name} gets off {vehicle.name}.",
            rules=(
                GETTING_OFF,
                "p8.react.infantry-mounting-may-be-shot",
                "p8.react.trigger-is-movement-action",
            ),
            pieces=(element.id, vehicle.id),
            data={"at": (there.x, there.y), "heading": there.heading},
        )
        state.push(on_the_spot(there, "dismount"))

    def offer(self, state: P8State, element: Element) -> Iterator[Dismount]:
        """Places around the vehicle."""
        vehicle = carrier(state, element)
        if vehicle is not None and may_get_off(state, element):
            for at, facing in places(state, element, vehicle, state.base(vehicle), GETTING_OFF):
                yield Dismount(element.id, at, facing)

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """A place beside the vehicle, and how to face there."""
        state, vehicle = case.state, carrier(case.state, element) or element
        place = next(self.offer(state, element), None)
        order = place or Dismount(element.id, (vehicle.x, vehicle.y))
        why = case.refusal(order)
        if why is not None and may_get_off(state, element):
            why = why if self.is_general(case, element, order, why) else None
        return slots.placing("Choose a place beside the vehicle", place), why

    def preview(self, state: P8State, order: Dismount) -> Trace | None:
        """Where it would stand beside the vehicle."""
        return beside_vehicle(state, order.element, order.at, order.facing)


def beside_vehicle(state: P8State, name: str, at: Point, heading: float | None) -> Trace | None:
    """Somebody beside its vehicle."""
    element = state.pieces.get(name)
    vehicle = carrier(state, element) if element is not None else None
    if element is None or vehicle is None:
        return None
    facing = vehicle.heading if heading is None else heading
    return ghosts.placed(state, set_down(state, element, vehicle, at, facing))


def _check_may_leave(state: P8State, element: Element) -> Refusal | None:
    if is_bound_to_lorry(state, element):
        why = f"The radio of {element.name} is in the lorry, which he never leaves."
        return Refusal("p8.support.foo-soviet-guards-radio", why)
    if state.sheet(element).is_crew_served:
        why = f"{element.name} is unlimbered or disembarked, which takes its action."
        return Refusal("p8.limber.takes-whole-turn", why)
    if element.boarded:
        why = f"{element.name} has mounted in this turn and cannot get off again."
        return Refusal("p8.mount.not-both-in-one-turn", why)
    if element.suppressed:
        why = f"{element.name} is suppressed and stays where it is."
        return Refusal("p8.action.allowed-when-suppressed", why)
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


def check_not_landed(element: Element) -> Refusal | None:
    """Why an element cannot move: it has got off, or has let somebody off."""
    if not element.landed:
        return None
    why = f"{element.name} moves no further: the dismounting was the end of the move."
    return Refusal(GETTING_OFF, why)


def check_recover_landed(element: Element) -> Refusal | None:
    """Why an element that has got off cannot try to recover, or hunt tanks, in the same turn."""
    if not element.landed or element.spent == 0.0:
        return None
    why = f"{element.name} came with a vehicle that moved; it can only fire now."
    return Refusal(GETTING_OFF, why)


MOUNT: Final = MountAction()
DISMOUNT: Final = DismountAction()
