"""Those aboard who can be seen and hit, and vehicles in the cone of suppressive fire."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ..part1_personal.cover.cover import Shelter, best, in_the_dark
from ..part1_personal.line_of_sight.lines import Sightline
from ..part2_vehicles.attack.line_of_fire import (
    FACES,
    lines_at,
    open_squares,
    shield_covers,
    vehicle_shelter,
)
from ..part2_vehicles.damage.damage import damage_vehicle
from ..part2_vehicles.damage.hull import damage_through, hull_level, share
from ..part2_vehicles.modifications.modifications import detonates_early, flies
from ..state import OwbState, Person, Vehicle
from ..state.footprint import FiringPoint, Source, point_of, squares_between, zone_of
from ..state.frames import Sweeping
from ..state.tables import BULLETS, MISSILE

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


CONE = "owb.suppress.vehicles-in-cone"
RIFLES = "rifle-large"
"""What many rifles together count as."""

Rank = tuple[int, int, int, int]


def swept_square(
    state: OwbState, origin: Source, area: Container[Square], vehicle: Vehicle
) -> Square | None:
    """The nearest square of a vehicle that is in the cone and seen by the gunner."""
    own = isinstance(origin, FiringPoint) and origin.vehicle == vehicle.id
    if own or not vehicle.on_table or vehicle.hidden or flies(vehicle):
        return None
    if not any(square in area for square in state.footprint(vehicle).squares):
        return None
    seen = [square for square in open_squares(state, origin, vehicle) if square in area]
    return min(seen, key=lambda at: (squares_between(origin, at), at[1], at[0]), default=None)


def vehicles_swept(
    state: OwbState, origin: Source, area: Container[Square], *, aboard: bool = True
) -> list[tuple[Rank, str]]:
    """The vehicles in a cone, each with those aboard who are exposed, to be sorted by nearness.

    Args:
        origin: Where the fire comes from.
        area: The squares of the cone that lie in the weapon's arc.
        aboard: Whether characters are struck at all.
    """
    cite(CONE)
    found: list[tuple[Rank, str]] = []
    for vehicle in state.vehicles():
        square = swept_square(state, origin, area, vehicle)
        if square is None:
            continue
        far = squares_between(origin, square)
        names = (vehicle.id, *(exposed_aboard(state, origin, vehicle) if aboard else ()))
        found += [((far, square[1], square[0], at + 1), name) for at, name in enumerate(names)]
    return found


def exposed_aboard(state: OwbState, origin: Source, vehicle: Vehicle) -> tuple[str, ...]:
    """Those aboard who could be chosen as targets, by seat."""
    return tuple(
        person.id for person in state.occupants(vehicle.id) if exposed(state, person, origin)
    )


def struck_with(
    state: OwbState, gunner: str, origin: Source, name: str, *, aboard: bool = True
) -> tuple[str, ...]:
    """Whom a Trained weapon strikes when somebody shows himself: with a vehicle, those aboard.

    One gun strikes nobody twice in a round, also not one who has got into the vehicle since.

    Args:
        gunner: Who fires.
        origin: Where the fire comes from.
        name: Who has shown himself.
        aboard: Whether characters are struck at all.
    """
    cite("owb.suppress.fire-on-those-who-show-themselves")
    vehicle = state.find_vehicle(name) if aboard else None
    if vehicle is None:
        return (name,)
    before = {victim for gun, victim in state.struck if gun == gunner}
    more = exposed_aboard(state, origin, vehicle)
    return (name, *(one for one in more if one not in before))


def strike_vehicle(state: OwbState, frame: Sweeping, name: str, dice: Dice) -> Iterator[Event]:
    """What suppressive fire does to a vehicle: bullets without an Attack Roll or a save.

    The bullets are added up; half for partial cover, and the share of the hull, are taken of the
    sum, which is rounded down once.
    """
    cite("owb.suppress.automatic-bullets")
    vehicle = state.vehicle(name)
    weapon = frame.weapon or (frame.arm if frame.arm in MISSILE else RIFLES)
    start = frame.origin.point if isinstance(frame.origin, FiringPoint) else frame.origin
    level = hull_level(vehicle, zone_of(state.footprint(vehicle), start))
    bullets = BULLETS[dice.die(6, f"bullets, {vehicle.name}")]
    halved = 1 if vehicle_shelter(state, frame.origin, vehicle) == "partial" else 0
    doubled = 0
    for number in range(bullets if share(weapon, level) else 0):
        early = detonates_early(state, name, weapon, level, dice)
        rolled = frame.damage.damage(dice, f"damage, bullet {number + 1}")
        doubled += rolled if early else 2 * rolled
    points = damage_through(doubled, weapon, level, halved=halved + 1)
    text = (
        f"{vehicle.name} is struck by {bullets} bullet{'s' if bullets != 1 else ''} for {points}."
    )
    yield happened(
        "bullets", text, CONE, name, frame.gunner, dice=dice, bullets=bullets, damage=points
    )
    yield from damage_vehicle(state, name, points, dice)
