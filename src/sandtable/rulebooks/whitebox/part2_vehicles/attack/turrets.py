"""360-DEGREE FIRING ARC: turrets are traversed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import check_vehicle
from sandtable.rulebooks.whitebox.part2_vehicles.attack.firing_arcs import traverse_left, turret_of
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import check_gunner
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import Traverse
from sandtable.rulebooks.whitebox.state.vehicles import Mount, Vehicle

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
