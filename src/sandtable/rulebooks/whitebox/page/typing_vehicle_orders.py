"""Vehicles and their orders in words: how they are typed, listed and described."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import shown_armor_class
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import armor_tally
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import movement_of
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.tables import weapon_called
from sandtable.rulebooks.whitebox.state.vehicle_stats import BLOCKS
from sandtable.rulebooks.whitebox.state.vehicles import Mount, Vehicle, seat_told

MOUNTINGS: Final[Mapping[str, str]] = {
    "F": "to the front",
    "R": "to the right",
    "L": "to the left",
    "A": "to the rear",
    "PIN": "on a pintle",
    "TR1": "in a turret (45 degrees a round)",
    "TR2": "in a turret (90 degrees a round)",
    "TR3": "in a turret (180 degrees a round)",
    "CXL": "coaxial",
}
"""Where a weapon is mounted."""


def describe_vehicle(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    """Lines on a vehicle: what it is, its weapons, and who is aboard."""
    armor = shown_armor_class(state, armor_tally(vehicle).total)
    hull = f", Reinforced Hull x{vehicle.armor}" if vehicle.hull else ""
    block = BLOCKS.get(vehicle.block)
    what = block.name if block is not None else vehicle.block
    yield (
        f"{what}: {vehicle.hp} of {vehicle.most_hp} hit points, {armor}{hull},"
        f" Movement {movement_of(state, vehicle)}"
    )
    for mount in vehicle.mounts:
        yield _mounted(mount)
    for person in state.occupants(vehicle.id):
        state_of_him = f" ({person.out})" if person.out else ""
        yield f"{seat_told(person.seat)}: {person.name}{state_of_him}"


def _mounted(mount: Mount) -> str:
    more = ["inoperable"] if mount.lost else []
    more += ["jammed"] if mount.jam else []
    if mount.facing:
        more.append(f"turned by {mount.facing * 45} degrees")
    told_more = f" ({', '.join(more)})" if more else ""
    where = MOUNTINGS.get(mount.kind, mount.kind)
    return f"{mount.id}: {weapon_called(mount.weapon)}, {where}{told_more}"
