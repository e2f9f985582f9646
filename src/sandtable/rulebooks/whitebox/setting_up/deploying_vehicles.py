"""Setting vehicles up in the zone of their side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Order, Refusal
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ..part2_vehicles.maneuvers.driving_check import FORWARD, allowance_at
from ..part2_vehicles.maneuvers.every_maneuver import vehicle_ghost
from ..part2_vehicles.movement.terrain import Terrain
from ..part2_vehicles.round.crew import operator_of
from ..showing.places import on_map, shown
from ..state import Footprint, Mount, OwbState, Vehicle
from ..state.footprint import footprint, footprint_at
from ..state.orders import Deploy
from ..state.vehicle_stats import TRAVERSE
from ..state.vehicles import Pace
from .people import zone_squares

RULE = "owb.base.deployment"
FACINGS: Final = 8


def footprint_of(state: OwbState, order: Deploy) -> Footprint:
    """Where a vehicle would stand: the footprint whose centre is nearest to the point named."""
    cite("owb.vehicle.ruler-instead-of-grid")
    vehicle = state.vehicle(order.person)
    centre = state.setting.grid_point(order.at)
    facing = round(state.setting.heading_at_start(vehicle.side, order.facing) / 45.0) % 8
    return footprint_at((vehicle.length, vehicle.width), facing, centre)


def check_deploy_vehicle(state: OwbState, order: Deploy) -> Refusal | None:
    """Why a vehicle cannot be placed somewhere, or ``None`` if it can."""
    vehicle = state.vehicle(order.person)
    print_ = footprint_of(state, order)
    zone = set(zone_squares(state, order.person))
    return check_start(state, vehicle, order) or check_standing(state, vehicle, print_, zone)


# -- how it begins --------------------------------------------------------------------------------


def turrets_of(vehicle: Vehicle) -> tuple[Mount, ...]:
    """The turrets of a vehicle."""
    return tuple(mount for mount in vehicle.mounts if mount.kind in TRAVERSE)


def check_start(state: OwbState, vehicle: Vehicle, order: Deploy) -> Refusal | None:
    """Why a vehicle cannot begin with such a turret, pace or travel, or ``None`` if it can."""
    cite(RULE)
    if order.turret is not None:
        if not turrets_of(vehicle):
            return Refusal(RULE, f"{vehicle.name} has no turret.")
        if not 0 <= order.turret < FACINGS:
            return Refusal(RULE, "A turret points in one of eight directions, 0 to 7.")
    pace, travel = start_of(vehicle, order)
    if order.pace not in (None, "stopped") and not most_at(state, vehicle, order.pace):
        return Refusal("owb.crew.no-operator-no-movement", f"{vehicle.name} cannot move.")
    if order.travel is not None and not 0 <= travel <= most_at(state, vehicle, pace):
        most = most_at(state, vehicle, pace)
        text = f"At that pace it has covered 0 to {most} squares."
        return Refusal("owb.vmove.pace-declared-at-start-of-turn", text)
    return None


def most_at(state: OwbState, vehicle: Vehicle, pace: Pace | None) -> int:
    """How far a vehicle can have come at a pace before the battle."""
    driven = operator_of(state, vehicle) is not None
    return allowance_at(state, vehicle, pace) if driven and pace is not None else 0


def start_of(vehicle: Vehicle, order: Deploy) -> tuple[Pace, int]:
    """The pace and the earlier travel with which a vehicle begins."""
    if order.pace is None:
        return vehicle.pace, vehicle.travelled if order.travel is None else order.travel
    return order.pace, order.travel or 0


def under_way(vehicle: Vehicle, order: Deploy) -> Vehicle:
    """A vehicle with the turret, the pace and the earlier travel with which it is to begin."""
    if order.turret is not None:
        cite("owb.arc.360-weapons-own-facing")
        for mount in turrets_of(vehicle):
            vehicle = vehicle.with_mount(replace(mount, facing=order.turret))
    cite("owb.vmove.pace-declared-at-start-of-turn")
    pace, travel = start_of(vehicle, order)
    rolling = travel > 0 and pace in FORWARD
    return replace(vehicle, pace=pace, moving=travel > 0, travelled=travel, rolling=rolling)


def told_start(order: Deploy) -> str:
    """How a vehicle is to begin, in words; nothing where it begins as the scenario has it."""
    turret = "" if order.turret is None else f", turret at {order.turret * 45} degrees"
    pace = "" if order.pace is None else f", {order.pace}"
    travel = "" if order.travel is None else f", {order.travel} squares covered"
    return f"{turret}{pace}{travel}"


# -- where it begins ------------------------------------------------------------------------------


def check_standing(
    state: OwbState, vehicle: Vehicle, print_: Footprint, zone: set[Square]
) -> Refusal | None:
    """Why a vehicle cannot stand on a footprint within a zone, or ``None`` if it can."""
    cite(RULE)
    if not zone.issuperset(print_.squares):
        return Refusal(RULE, "It does not fit into its zone there.")
    if "impassable" in Terrain(state, vehicle).classes(print_.squares):
        return Refusal("owb.vterrain.impassable", "It cannot stand there.")
    for square in print_.squares:
        other = state.vehicle_at(square)
        if state.at(square) is not None or (other is not None and other.id != vehicle.id):
            return Refusal("owb.vmove.occupied-square-means-collision", "Something stands there.")
    return None


def place_vehicle(state: OwbState, order: Deploy) -> Iterator[Event]:
    """Place a vehicle with all aboard."""
    state.place(order.person, footprint_of(state, order))
    vehicle = state.put(under_way(state.alter(order.person, on_table=True), order))
    yield Event(
        kind="deploy",
        text=f"{vehicle.name} is placed.",
        rules=(RULE,),
        pieces=(vehicle.id,),
        seen_by=state.setting.seats[vehicle.side] if vehicle.hidden else None,
    )


def places_for(state: OwbState, name: str, facing: int) -> Iterator[Deploy]:
    """Everywhere in its zone that a vehicle can be placed with a facing."""
    vehicle = state.vehicle(name)
    zone = set(zone_squares(state, name))
    for square in sorted(zone, key=lambda at: (at[1], at[0])):
        print_ = footprint((vehicle.length, vehicle.width), facing, square)
        if check_standing(state, vehicle, print_, zone) is None:
            at = state.setting.point_of(print_.centre)
            yield Deploy(person=name, at=at, facing=facing * 45.0)


def trace_deploy_vehicle(state: OwbState, order: Order) -> Trace | None:
    """A vehicle that is placed."""
    vehicle = state.find_vehicle(getattr(order, "person", ""))
    if vehicle is None:
        return None
    assert isinstance(order, Deploy)
    print_ = footprint_of(state, order)
    squares = on_map(state, print_.squares)
    ghost = vehicle_ghost(state, under_way(vehicle, order), print_)
    overlay = shown(state, squares, "way", "The squares that it fills", side=vehicle.side)
    return Trace(ghosts=(ghost,), overlays=(overlay,))
