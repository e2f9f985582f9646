"""REPAIRING VEHICLES: what days of work between two battles mend."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.catalogue import cite

from ...state.vehicles import Vehicle
from .lost_modifications import HULL

PER_DAY: Final = 5
"""The hit points that a day of repairs restores."""


def repaired(vehicle: Vehicle, days: int, *, parts: bool = True) -> Vehicle:
    """A vehicle after so many days of repairs.

    Everything else is mended together when full hit points are reached, or after one day if only
    that is missing. Without the right parts nothing is; what has exploded is past mending.

    Args:
        vehicle: As the battle left it.
        days: The days that it is worked at.
        parts: Whether the right parts are at hand.
    """
    cite("owb.vdamage.repair-five-per-day")
    if days < 1 or not parts or vehicle.wreck == "exploded":
        return vehicle
    points = min(vehicle.most_hp, vehicle.hp + PER_DAY * days)
    mended = replace(vehicle, hp=points)
    if points > 0:
        mended = replace(mended, wreck="", shocked=False)
    return _made_good(mended) if points == vehicle.most_hp else mended


def _made_good(vehicle: Vehicle) -> Vehicle:
    """A vehicle with everything that it had lost beside hit points."""
    return replace(
        vehicle,
        hull_lost=0,
        modifications=(*vehicle.modifications, *vehicle.lost_modifications),
        lost_modifications=(),
        mounts=tuple(replace(mount, lost=False, jam=0, heat=0) for mount in vehicle.mounts),
        worse_aac=0,
        slowed=0,
        dim=0,
        wreck="",
        stuck=False,
        immobile=False,
        overturned="",
        stalled_to=0,
        locked_to=0,
        strained_from=0,
        strained_to=0,
        hot=0,
        work=(),
        sinks_in=None,
    )


def missing(vehicle: Vehicle) -> tuple[str, ...]:
    """What repairs have to mend beside hit points, in words."""
    found = (
        ("armor class", vehicle.worse_aac > 0),
        (HULL, vehicle.hull_lost > 0),
        ("modifications", bool(vehicle.lost_modifications)),
        ("movement", vehicle.slowed > 0 or vehicle.immobile),
        ("visibility", vehicle.dim > 0),
        ("weapons", any(mount.lost for mount in vehicle.mounts)),
    )
    return tuple(name for name, holds in found if holds)


def days_to_mend(vehicle: Vehicle) -> int | None:
    """The days of repairs until a vehicle is as good as new; none if it never will be."""
    if vehicle.wreck == "exploded":
        return None
    lost = vehicle.most_hp - vehicle.hp
    return -(-lost // PER_DAY) or int(bool(missing(vehicle)))
