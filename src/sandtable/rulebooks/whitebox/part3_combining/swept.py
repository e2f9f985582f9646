"""Vehicles and those aboard them in the cone of suppressive fire."""

from __future__ import annotations

from collections.abc import Container, Iterator

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ..part2_vehicles.attack.cover import open_squares, vehicle_shelter
from ..part2_vehicles.damage.damage import damage_vehicle
from ..part2_vehicles.damage.hull import damage_through, hull_level, share
from ..part2_vehicles.modifications.modifications import detonates_early, flies
from ..state import OwbState
from ..state.footprint import FiringPoint, Source, squares_between, zone_of
from ..state.frames import Sweeping
from ..state.tables import BULLETS, MISSILE
from ..state.vehicles import Vehicle
from .exposed import exposed

RULE = "owb.suppress.vehicles-in-cone"
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
    cite(RULE)
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
    cite(RULE, "owb.suppress.automatic-bullets")
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
    yield Event(
        kind="bullets",
        text=f"{vehicle.name} is struck by {bullets} bullet{'s' if bullets != 1 else ''}"
        f" for {points}.",
        rules=(RULE,),
        pieces=(name, frame.gunner),
        rolls=dice.take_rolls(),
        data={"bullets": bullets, "damage": points},
    )
    yield from damage_vehicle(state, name, points, dice)
