"""Those aboard who can be seen and hit: in vehicles without a hull, at pintles, behind ports."""

from __future__ import annotations

from typing import Final

from sandtable.catalogue import cite
from sandtable.table.grid import Square

from ..part1_personal.cover.cover import Shelter, best, in_the_dark
from ..part1_personal.line_of_sight.lines import Sightline
from ..part2_vehicles.attack.cover import lines_at
from ..part2_vehicles.attack.firing_arcs import FACES, shield_covers
from ..state import OwbState
from ..state.footprint import Source, point_of, squares_between, zone_of
from ..state.people import Person
from ..state.vehicles import Vehicle

OVER_SIDES: Final = "over"
"""What is noted of somebody who has fired over the sides of an open carrier."""


def at_pintle(vehicle: Vehicle, person: Person) -> bool:
    """Whether somebody aboard mans a pintle."""
    mount = vehicle.mount(person.seat)
    return mount is not None and mount.kind == "PIN"


def exposed(state: OwbState, person: Person, source: Source) -> bool:
    """Whether somebody aboard could be aimed at from somewhere, as far as his vehicle goes.

    Like those on foot he may be incapacitated, but not dead.
    """
    vehicle = state.vehicle(person.aboard)
    if person.out == "dead":
        return False
    if not vehicle.armor:
        cite("owb.crew.occupants-of-unarmored-vehicles-concealed")
        return True
    cite("owb.crew.occupants-of-armored-vehicles-not-targetable")
    if at_pintle(vehicle, person):
        return True
    if not person.ported or person.ported == OVER_SIDES:
        return bool(person.ported)
    cite("owb.mod.firing-ports-protect")
    return zone_of(state.footprint(vehicle), point_of(source)) == FACES[person.ported]


def caught_by_bursts(vehicle: Vehicle, person: Person) -> bool:
    """Whether an explosion outside his vehicle can hurt somebody aboard."""
    cite("owb.vmiss.burst-and-occupants")
    return not vehicle.armor or at_pintle(vehicle, person)


def occupant_square(state: OwbState, source: Source, person: Person) -> Square | None:
    """Where somebody aboard is aimed at: the nearest open square of his vehicle."""
    found = _nearest_open(state, source, state.vehicle(person.aboard))
    return None if found is None else found[0]


def _nearest_open(
    state: OwbState, source: Source, vehicle: Vehicle
) -> tuple[Square, Sightline] | None:
    cite("owb.los.character-at-vehicle")
    lines = [(at, line) for at, line in lines_at(state, source, vehicle) if not line.blocked]
    if not lines:
        return None
    return min(lines, key=lambda one: (squares_between(source, one[0]), one[0][1], one[0][0]))


def occupant_shelter(state: OwbState, source: Source, person: Person) -> Shelter:
    """What protects somebody aboard from shots out of a square or a firing point.

    It is what his vehicle gives him, or what lies in the way if that is better; if he cannot be
    aimed at from there, full cover.
    """
    vehicle = state.vehicle(person.aboard)
    found = _nearest_open(state, source, vehicle) if exposed(state, person, source) else None
    if found is None:
        return "full"
    square, line = found
    on_the_way: Shelter = "partial" if line.low_cover or line.touched else "none"
    dim: Shelter = "concealed" if line.concealed or in_the_dark(state, source, square) else "none"
    return best(shelter_aboard(state, source, person), on_the_way, dim)


def shelter_aboard(state: OwbState, source: Source, person: Person) -> Shelter:
    """What his vehicle gives somebody aboard who can be aimed at."""
    vehicle = state.vehicle(person.aboard)
    if at_pintle(vehicle, person):
        return "partial" if shield_covers(state, person, point_of(source)) else "none"
    if person.ported:
        return "partial"
    return "none" if vehicle.armor else "concealed"
