"""What the weapons of a vehicle bear on, and the card of a vehicle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sandtable.battle.handling import Sheet, Stat
from sandtable.battle.overlays import Overlay

from ..part1_personal.core_rulebook.persons import shown_armor_class
from ..part1_personal.line_of_sight.sight import line_to
from ..part2_vehicles.attack.firing_arcs import fired_from
from ..part2_vehicles.damage.damage import armor_tally
from ..part2_vehicles.damage.hull import hull_level
from ..part2_vehicles.maneuvers.driving_check import movement_left, movement_of
from ..showing.figures import vehicle_marks
from ..showing.places import arc_squares, shown
from ..state import OwbState
from ..state.tables import weapon_called
from ..state.vehicle_stats import BLOCKS
from ..state.vehicles import Face, Mount, Vehicle, seat_told

FACES: Final[tuple[Face, ...]] = ("front", "left", "right", "rear", "top", "bottom")


def vehicle_sights(state: OwbState, vehicle: Vehicle) -> Iterator[Overlay]:
    """What the first working weapon of a vehicle sees, and the arcs of all of them."""
    if not vehicle.on_table or vehicle.wreck:
        return
    working = [mount for mount in vehicle.mounts if not mount.lost]
    for mount in working:
        squares = arc_squares(state, vehicle, mount)
        name = weapon_called(mount.weapon)
        if mount is working[0]:
            source = fired_from(state, vehicle, mount.kind)
            seen = [one for one in squares if not line_to(state, source, one).blocked]
            yield shown(state, seen, "sight", f"The {name} bears on these squares")
        if mount.kind != "PIN":
            yield shown(state, squares, "range", f"The arc of the {name}", side=vehicle.side)


# -- the card -------------------------------------------------------------------------------------


def vehicle_card(state: OwbState, vehicle: Vehicle) -> Sheet:
    """What a seat may know of a vehicle."""
    marks = [mark.replace("-", " ") for mark in vehicle_marks(vehicle)]
    told = "standing still" if vehicle.pace == "stopped" else f"{vehicle.pace} pace"
    pace = [told] if vehicle.declared or vehicle.pace != "stopped" else []
    return Sheet(
        piece=vehicle.id,
        title=vehicle.name,
        subtitle=", ".join([BLOCKS[vehicle.block].name, *pace, *marks]),
        stats=tuple(_stats(state, vehicle)),
        lines=tuple(_lines(state, vehicle)),
    )


def _stats(state: OwbState, vehicle: Vehicle) -> Iterator[Stat]:
    yield Stat(
        value=f"{vehicle.hp}/{vehicle.most_hp}",
        label="hp",
        hint="Hit points that it has left. At 0 it is inoperable, at -10 it explodes.",
    )
    armor = armor_tally(vehicle)
    system, _, value = shown_armor_class(state, armor.total).partition(" ")
    told = ", ".join(f"{one.text} {one.value:+d}" for one in armor.modifiers)
    yield Stat(value=value, label=system, hint=f"Armor Class: {told}.")
    front = hull_level(vehicle, "front")
    yield Stat(
        value=f"x{front}" if front else "none",
        label="hull",
        hint=f"Reinforced Hull by side: {hull_told(vehicle)}.",
    )
    yield Stat(
        value=f"{movement_left(state, vehicle)}/{movement_of(state, vehicle)}",
        label="move",
        hint="Movement left at its pace, of the Movement that it has.",
    )


def hull_told(vehicle: Vehicle) -> str:
    """The level of a vehicle's hull on each side.

    Sides with the same level are named together.
    """
    levels: dict[int, list[str]] = {}
    for face in FACES:
        levels.setdefault(hull_level(vehicle, face), []).append(face)
    return "; ".join(f"{', '.join(faces)} {level}" for level, faces in levels.items())


def _lines(state: OwbState, vehicle: Vehicle) -> Iterator[str]:
    if vehicle.hull:
        yield f"Hull by side: {hull_told(vehicle)}."
    for line in list(describe_vehicle(state, vehicle))[1:]:
        name, _, told = line.partition(": ")
        yield f"{name.replace('-', ' ').capitalize()}: {told}"
    if vehicle.modifications:
        told = ", ".join(name.replace("-", " ") for name in vehicle.modifications)
        yield f"Modifications: {told}."
    if vehicle.lost_modifications:
        told = ", ".join(name.replace("-", " ") for name in vehicle.lost_modifications)
        yield f"Lost: {told}."


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
