"""Who is caught by an explosion: characters, vehicles, and those aboard who are exposed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.damage.blasted import nearest_square, vehicles_in_blast
from ...part2_vehicles.damage.hull import BURST, FIXED_CHARGE
from ...part2_vehicles.modifications.modifications import flies
from ...part3_combining.exposed import caught_by_bursts
from ...state import OwbState
from ...state.frames import Blast, Explosive, Landing
from ...state.people import Person
from ...state.vehicles import Vehicle
from ..line_of_sight.lines import sightline
from .blasts import IMPACT, TIMED, caught_in

Rank = tuple[int, int, int, int]
TANKS: Final = "tanks"
"""The tanks of a flamethrower, which burst where whoever carries them is."""

AS_GRENADES: Final = (*TIMED, *IMPACT, "mortar", TANKS)
"""Explosives that the table of hulls names; all others are bursts."""


def everybody_caught(
    state: OwbState, centre: Square, reach: int, kind: str = "", inside: str = ""
) -> tuple[str, ...]:
    """Everybody and every vehicle that a blast affects, nearest first.

    A vehicle comes before those aboard it. No hull protects them from what goes off inside.

    Args:
        centre: The square of the burst.
        reach: How far it reaches.
        kind: What goes off.
        inside: The vehicle in which it goes off, if it does.
    """
    cite("owb.blast.vehicles-in-area")
    found = [
        (_rank(centre, state.square(state.person(name)), 0), name)
        for name in caught_in(state, centre, reach, kind)
    ]
    reached = set(vehicles_in_blast(state, centre, reach))
    for vehicle in state.vehicles():
        if not vehicle.on_table or flies(vehicle):
            continue
        square = nearest_square(state.footprint(vehicle), centre)
        if vehicle.id in reached:
            found.append((_rank(centre, square, 1), vehicle.id))
        if _reaches(state, vehicle, centre, square, reach):
            aboard = [
                person
                for person in state.occupants(vehicle.id)
                if vehicle.id == inside or caught_by_bursts(vehicle, person)
            ]
            found += [
                (_rank(centre, square, 2 + at), person.id)
                for at, person in enumerate(aboard)
                if person.out != "dead"
            ]
    return tuple(name for _, name in sorted(found))


def _rank(centre: Square, square: Square, within: int) -> Rank:
    return (grid.distance(centre, square), square[1], square[0], within)


def _reaches(state: OwbState, vehicle: Vehicle, centre: Square, square: Square, reach: int) -> bool:
    if grid.distance(centre, square) > reach:
        return False
    lies_on = state.vehicle_at(centre)
    without = (vehicle.id,) if lies_on is None else (vehicle.id, lies_on.id)
    return not sightline(state.grounds_without(*without), centre, square).blocked


def in_nearest_square(state: OwbState, person: Person, centre: Square) -> Person:
    """Somebody aboard as if he stood in his vehicle's square nearest to a burst."""
    cite("owb.vmiss.burst-and-occupants")
    square = nearest_square(state.footprint(state.vehicle(person.aboard)), centre)
    x, y = state.setting.point(square)
    return replace(person, x=x, y=y)


def kind_against(blast: Blast, vehicle: str) -> str:
    """How an explosion counts against the hull of a vehicle."""
    if blast.kind == "charge" and blast.vehicle == vehicle:
        cite("owb.static.structures-and-vehicles")
        return FIXED_CHARGE
    return blast.kind if blast.kind in AS_GRENADES else BURST


def is_inside(blast: Blast, person: Person) -> bool:
    """Whether an explosion goes off in the vehicle that somebody is in, and not on it."""
    return blast.kind == TANKS and bool(person.aboard) and person.aboard == blast.vehicle


def where_it_is(state: OwbState, bomb: Explosive | Landing) -> Square:
    """Where an explosive is when it goes off: what sticks to a vehicle goes with it."""
    vehicle = state.find_vehicle(bomb.vehicle)
    if vehicle is None or not vehicle.on_table:
        return bomb.square
    print_ = state.footprint(vehicle)
    if bomb.square in print_.squares:
        return bomb.square
    return nearest_square(print_, bomb.square)
