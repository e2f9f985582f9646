"""How characters look on a map."""

from __future__ import annotations

from typing import Final

from sandtable.battle.figures import Figure

from ..part2_vehicles.modifications.modifications import has_radio
from ..setting_up.armament import TURRETS
from ..state import OwbState
from ..state.people import Person
from ..state.vehicle_stats import BLOCKS
from ..state.vehicles import Mount, Vehicle
from .outlines import outline_of

SIZE: Final = 0.8
"""How much of his square a man fills on the map."""

LYING: Final = 0.5
"""The same of one who is out of action."""

KINDS: Final = {
    "machinegun-light": "Light machine-gunner",
    "machinegun-medium": "Machine-gunner",
    "machinegun-heavy": "Machine-gunner",
    "submachinegun": "Submachine-gunner",
    "flamethrower": "Flamethrower",
    "mortar": "Mortar gunner",
    "rifle-anti-tank": "Anti-tank rifleman",
    "rpg-light": "Rocketeer",
    "rpg-medium": "Rocketeer",
    "rpg-heavy": "Rocketeer",
}


def figure(person: Person) -> Figure:
    """A character as he is drawn."""
    weapon = person.arms[0].id if person.arms else ""
    return Figure(
        piece=person.id,
        side=person.side,
        x=person.x,
        y=person.y,
        heading=person.heading,
        width=SIZE if person.able else LYING,
        depth=SIZE if person.able else LYING,
        look="counter" if person.able else "marker",
        label=person.name,
        short=person.name if len(person.name) <= 12 else person.name.split()[-1],
        kind=KINDS.get(weapon, "Officer" if person.rank == "officer" else "Rifleman"),
        marks=marks(person),
    )


def marks(person: Person) -> tuple[str, ...]:
    """What is the matter with a character."""
    shown = (
        ("dead", person.out == "dead"),
        ("incapacitated", person.out == "incapacitated"),
        ("ducked", person.ducked),
        ("withholding", person.withheld),
        ("trained", person.trained is not None),
        ("burning", person.burning > 0),
        ("cooking", bool(person.cooking)),
        ("hidden", person.hidden),
        ("acted", person.done),
    )
    return tuple(name for name, holds in shown if holds)


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
