"""Setting vehicles up in the zone of their side."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.whitebox.orders import Deploy
from sandtable.rulebooks.whitebox.setup import zone_squares
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.footprint import Footprint, footprint, footprint_at
from sandtable.rulebooks.whitebox.vehicles.pieces import Vehicle
from sandtable.rulebooks.whitebox.vehicles.terrain import Terrain
from sandtable.table.grid import Square

RULE = "owb.base.deployment"


def footprint_of(state: OwbState, order: Deploy) -> Footprint:
    """Where a vehicle would stand: the footprint whose centre is nearest to the point named."""
    cite("owb.vehicle.ruler-instead-of-grid")
    vehicle = state.vehicle(order.person)
    centre = state.setting.grid_point(order.at)
    facing = round(state.setting.heading_at_start(vehicle.side, order.facing) / 45.0) % 8
    return footprint_at((vehicle.length, vehicle.width), facing, centre)


def check_deploy_vehicle(state: OwbState, order: Deploy) -> Refusal | None:
    """Why a vehicle cannot be placed somewhere, or ``None`` if it can."""
    print_ = footprint_of(state, order)
    zone = set(zone_squares(state, order.person))
    return check_standing(state, state.vehicle(order.person), print_, zone)


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
    vehicle = state.alter(order.person, on_table=True)
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
