"""360-DEGREE FIRING ARC: turrets are traversed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice

from ...showing.figures import vehicle_figure
from ...showing.places import arc_squares, shown
from ...state import OwbState
from ...state.decision import Case
from ...state.frames import VehicleTurn
from ...state.people import Person
from ...state.vehicle_orders import Traverse
from ...state.vehicles import Mount, Vehicle
from ..round.crew import by_whom, check_gunner, crew_in_turn
from ..round.deeds import Deed
from .bearing import check_vehicle
from .firing_arcs import traverse_left, turret_of
from .gun_attack import gun_told

RULE: Final = "owb.arc.traverse-timing"


def check_traverse(state: OwbState, person: Person, order: Traverse) -> Refusal | None:
    """Why somebody cannot traverse a turret by so much, or ``None`` if he can."""
    vehicle = state.find_vehicle(person.aboard)
    mount = vehicle.mount(order.mount) if vehicle is not None else None
    turret = turret_of(vehicle, mount) if vehicle is not None and mount is not None else None
    if vehicle is None or mount is None or turret is None:
        return Refusal(RULE, "There is no such turret.")
    refusal = check_gunner(state, vehicle, mount, person) or check_vehicle(vehicle)
    if refusal is not None:
        return refusal
    if not order.eighths:
        return Refusal(RULE, "It is traversed in steps of 45 degrees.")
    left = traverse_left(turret)
    if abs(order.eighths) > left:
        return Refusal(RULE, f"It can be traversed by {left * 45} degrees more this round.")
    return None


def traverse(state: OwbState, order: Traverse) -> Iterator[Event]:
    """Traverse a turret; it costs nobody his attack or action."""
    vehicle = state.vehicle(state.person(order.person).aboard)
    mount = vehicle.mount(order.mount)
    assert mount is not None
    turret = turret_of(vehicle, mount)
    assert turret is not None
    state.put(turned(vehicle, turret, order.eighths))
    way = "right" if order.eighths > 0 else "left"
    yield Event(
        kind="traverse",
        text=f"{vehicle.name} traverses its turret {abs(order.eighths) * 45} degrees to the {way}.",
        rules=(RULE,),
        pieces=(vehicle.id, order.person),
    )


def turned(vehicle: Vehicle, turret: Mount, eighths: int) -> Vehicle:
    """A vehicle with a turret traversed by so many eighths of a turn."""
    return vehicle.with_mount(
        replace(
            turret,
            facing=(turret.facing + eighths) % 8,
            traversed=turret.traversed + abs(eighths),
        )
    )


def traverses_of(state: OwbState, person: Person) -> Iterator[Traverse]:
    """A step to either side with each turret that somebody mans."""
    vehicle = state.find_vehicle(person.aboard)
    for mount in vehicle.mounts if vehicle is not None else ():
        for eighths in (-1, 1):
            order = Traverse(person=person.id, mount=mount.id, eighths=eighths)
            if person.seat == mount.id and check_traverse(state, person, order) is None:
                yield order


class Traversing(Deed[Traverse]):
    """A turret is traversed; that is neither an attack nor an action."""

    order: ClassVar[type[Order]] = Traverse
    words: ClassVar[Words] = Words(
        label="Traverse",
        key="X",
        rule="owb.arc.traverse-timing",
        hint="Turns the turret; that is neither an attack nor an action.",
        typed="traverse MAN MOUNT eighths N",
        means="Traverse a turret, clockwise if N is positive.",
    )

    def preview(self, state: OwbState, order: Traverse) -> Trace | None:
        """A turret that points elsewhere, and what it covers there."""
        person = state.find_person(order.person)
        vehicle = state.find_vehicle(person.aboard) if person is not None else None
        mount = vehicle.mount(order.mount) if vehicle is not None else None
        turret = turret_of(vehicle, mount) if vehicle is not None and mount is not None else None
        if vehicle is None or turret is None or person is None:
            return None
        there = turned(vehicle, turret, order.eighths)
        twin = state.copy()
        twin.put(there)
        moved = there.mount(turret.id)
        assert moved is not None
        overlay = shown(
            twin,
            arc_squares(twin, there, moved),
            "range",
            "What the turret covers",
            side=vehicle.side,
        )
        return Trace(ghosts=(vehicle_figure(twin, there),), overlays=(overlay,))

    def told(self, state: OwbState, order: Traverse) -> str:
        """Which way, and how far."""
        side = "right" if order.eighths > 0 else "left"
        return f"{gun_told(state, order)} {side} by {abs(order.eighths) * 45}"

    def check(self, state: OwbState, turn: VehicleTurn, order: Traverse) -> Refusal | None:
        """Why it cannot be traversed so far."""
        return check_traverse(state, state.person(order.person), order)

    def apply(
        self, state: OwbState, turn: VehicleTurn, order: Traverse, dice: Dice
    ) -> Iterator[Event]:
        """Traverse it."""
        return traverse(state, order)

    def candidates(self, state: OwbState, turn: VehicleTurn) -> Iterator[Traverse]:
        """Each turret a step to the left and to the right."""
        for person in crew_in_turn(state, turn):
            yield from traverses_of(state, person)

    def by(self, case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
        """A turret to the left or to the right, as far as it goes in this round."""
        if turret_of(vehicle, mount) is not mount:
            return
        left = traverse_left(mount)
        orders = [Traverse(person.id, mount.id, by) for by in (1, -1)]
        ask = "By how many steps of 45 degrees? To the left is less than nothing"
        yield case.action(
            Traverse,
            self.words,
            piece=vehicle.id,
            fixed={"person": person.id, "mount": mount.id},
            slots=(asking.number("eighths", ask, -left, left, min(1, left), step=1),),
            refusal=case.first_refusal(orders),
            hint=f"{self.words.hint} {by_whom(person)}",
        )
