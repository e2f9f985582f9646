"""How vehicles look on a map: from above, on the squares that they fill."""

from __future__ import annotations

from typing import Final

from sandtable.battle.figures import Figure
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.modifications import has_radio
from sandtable.rulebooks.whitebox.setting_up.armament import TURRETS
from sandtable.rulebooks.whitebox.showing.outlines import outline_of
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.vehicle_stats import BLOCKS
from sandtable.rulebooks.whitebox.state.vehicles import Mount, Vehicle

SILHOUETTES: Final = {
    "motorcycle": "motorcycle",
    "car": "car",
    "truck-small": "truck",
    "truck-large": "truck",
    "armored-car": "armoured-car",
    "armored-personnel-carrier": "halftrack",
    "tank-destroyer": "open-turret",
    "tank-light": "light-tank",
    "tank-medium": "tank",
    "tank-heavy": "heavy-tank",
    "trailer-autocannon": "gun",
    "trailer-cannon": "gun",
}
"""The form of each kind of vehicle from above."""

TURRETLESS: Final = "assault-gun"
"""The form of a tank destroyer whose gun is fixed."""


def vehicle_figure(state: OwbState, vehicle: Vehicle) -> Figure:
    """A vehicle as it is drawn; on the diagonal its base is the stairs of squares that it fills."""
    squares = state.footprint(vehicle).squares
    return Figure(
        piece=vehicle.id,
        side=vehicle.side,
        x=vehicle.x,
        y=vehicle.y,
        heading=vehicle.heading,
        width=float(vehicle.width),
        depth=float(vehicle.length),
        outline=outline_of(squares, state.setting.rows) if vehicle.facing % 2 else (),
        look="vehicle",
        silhouette=_silhouette(vehicle),
        turret=_turret(vehicle),
        label=vehicle.name,
        kind=BLOCKS[vehicle.block].name,
        marks=vehicle_marks(vehicle),
    )


def vehicle_marks(vehicle: Vehicle) -> tuple[str, ...]:
    """What is the matter with a vehicle."""
    radio = "communications" in (*vehicle.modifications, *vehicle.lost_modifications)
    shown = (
        ("wrecked", bool(vehicle.wreck)),
        ("overturned", bool(vehicle.overturned)),
        ("stuck", vehicle.stuck),
        ("immobile", vehicle.immobile and not vehicle.wreck),
        ("no-radio", radio and not vehicle.wreck and not has_radio(vehicle)),
        ("hidden", vehicle.hidden),
        ("acted", vehicle.done),
    )
    return tuple(name for name, holds in shown if holds)


def _turret_mount(vehicle: Vehicle) -> Mount | None:
    return next((mount for mount in vehicle.mounts if mount.kind in TURRETS), None)


def _turret(vehicle: Vehicle) -> float | None:
    """Where the turret points, in degrees of the map."""
    mount = _turret_mount(vehicle)
    return None if mount is None else (vehicle.heading + mount.facing * 45.0) % 360.0


def _silhouette(vehicle: Vehicle) -> str:
    form = SILHOUETTES[vehicle.block]
    return TURRETLESS if form == "open-turret" and _turret_mount(vehicle) is None else form
