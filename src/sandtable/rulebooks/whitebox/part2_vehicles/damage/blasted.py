"""Vehicles in the area of an explosion: who is caught, the operator's save, and the damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.line_of_sight.lines import sightline
from ...state import Footprint, OwbState, Vehicle
from ..maneuvers.driving_check import vehicle_save
from ..modifications.modifications import flies
from .damage import damage_vehicle
from .hull import BURST, FIXED_CHARGE, damage_through, face_towards, hull_level, share

OFF_CENTRE: Final = 2
"""The bonus of a vehicle's save where the burst is not part of its footprint."""


def vehicles_in_blast(state: OwbState, centre: Square, reach: int) -> tuple[str, ...]:
    """The vehicles that an explosion affects, each once, the nearest first."""
    cite("owb.vdamage.vehicle-in-area-effect-once")
    found = []
    for vehicle in state.vehicles():
        if not vehicle.on_table or flies(vehicle):
            continue
        print_ = state.footprint(vehicle)
        if _reaches(state, vehicle, print_, centre, reach):
            found.append((nearest_square(print_, centre), vehicle.id))
    return tuple(
        name for _, name in sorted(found, key=lambda one: _by_distance(centre, one[0], one[1]))
    )


def _by_distance(centre: Square, square: Square, name: str) -> tuple[int, int, int, str]:
    return (grid.distance(centre, square), square[1], square[0], name)


def nearest_square(print_: Footprint, centre: Square) -> Square:
    """The square of a footprint that is nearest to a burst."""
    return min(print_.squares, key=lambda at: _by_distance(centre, at, ""))


def _reaches(
    state: OwbState, vehicle: Vehicle, print_: Footprint, centre: Square, reach: int
) -> bool:
    """Whether a square of a vehicle lies in the area, and tall cover does not screen it.

    A vehicle on which the explosive goes off screens nobody.
    """
    if centre in print_.squares:
        return True
    under = state.vehicle_at(centre)
    grounds = state.grounds_without(vehicle.id, under.id if under is not None else "")
    return any(
        grid.distance(centre, square) <= reach and not sightline(grounds, centre, square).blocked
        for square in print_.squares
    )


def blast_strikes(
    state: OwbState,
    name: str,
    centre: Square,
    points: int,
    dice: Dice,
    *,
    kind: str = BURST,
    underside: bool = False,
    helpless: bool = False,
) -> Iterator[Event]:
    """What an explosion does to a vehicle in its area.

    A hull that is immune to it makes no save. Success of the operator's save halves the damage
    before the hull counts, without rounding in between.

    Args:
        name: The vehicle.
        centre: The square of the burst.
        points: The damage rolled.
        kind: ``charge`` for a charge that is fixed to the vehicle; otherwise any explosive.
        underside: Whether it goes off under the vehicle.
        helpless: Whether there is no time to react, as for the vehicle that sets off a mine.
    """
    vehicle = state.vehicle(name)
    print_ = state.footprint(vehicle)
    level = hull_level(vehicle, face_towards(print_, centre, underside=underside))
    if not share(kind, level):
        yield _told(vehicle, "is immune to the explosion", "owb.hull.damage-matrix", dice)
        return
    rule = "owb.vdamage.vehicle-save-vs-explosives"
    cite(rule)
    saved = False
    if not helpless and kind != FIXED_CHARGE:
        plus = 0 if centre in print_.squares else OFF_CENTRE
        saved = vehicle_save(state, name, dice, "save vs. explosives", plus)
    damage = damage_through(points, kind, level, halved=int(saved))
    if kind == FIXED_CHARGE and state.on("static_destroys_vehicles"):
        cite("owb.static.structures-and-vehicles")
        damage = max(damage, vehicle.hp)
    yield _told(vehicle, f"is caught by the explosion for {damage}", rule, dice)
    yield from damage_vehicle(state, name, damage, dice)


def _told(vehicle: Vehicle, what: str, rule: str, dice: Dice) -> Event:
    return happened("vehicle-blasted", f"{vehicle.name} {what}.", rule, vehicle.id, dice=dice)
