"""MISSILE ATTACK from vehicles: who mans which weapon, and what it bears on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.missile import Ranged
from ...part1_personal.line_of_sight.lines import Ends
from ...part1_personal.line_of_sight.sight import line_to, range_between
from ...state import Footprint, Grounds, Mount, OwbState, Person, Vehicle
from ...state.footprint import FiringPoint, zone_of
from ...state.squares_and_edges import SUNKEN
from ...state.tables import MISSILE
from ...state.vehicle_orders import Point
from ...state.vehicle_stats import GUNS
from ..damage.wrecks import inoperable
from ..mishap.hindrances import weapons_work
from ..modifications.modifications import flies
from ..round.crew import check_gunner, gunner_of, has_a_turn
from .line_of_fire import (
    FACES,
    FIXED,
    ends_at,
    fired_from,
    grounds_between,
    open_squares,
    squares_in_arc,
)

AUTOCANNON: Final = "autocannon"
ARC: Final = "owb.arc.decides-targets"
BEHIND_COVER: Final = "owb.vcover.firing-from-behind-cover"


class Manned(Struct, frozen=True, kw_only=True):
    """A weapon on a vehicle and whoever mans it.

    Attributes:
        person: Who fires.
        vehicle: Out of which vehicle.
        mount: The weapon, or the port or side that a hand weapon is fired from.
        print_: Where the vehicle stands.
        source: Where the shots begin.
    """

    person: Person
    vehicle: Vehicle
    mount: Mount
    print_: Footprint
    source: FiringPoint

    @property
    def big(self) -> bool:
        """Whether it is a vehicle weapon of Table 8."""
        return self.mount.weapon in GUNS

    @property
    def weapon(self) -> Ranged:
        """Its row of the tables."""
        return weapon_of(self.mount)

    @property
    def automatic(self) -> bool:
        """Whether it fires bursts and suppressive fire."""
        return not self.big or self.mount.weapon == AUTOCANNON


GUN_RULES: Final = {
    "autocannon": "owb.vweapon.autocannon",
    "cannon": "owb.vweapon.cannon",
    "tank-gun-light": "owb.vweapon.tank-gun-light",
    "tank-gun-medium": "owb.vweapon.tank-gun-medium",
    "tank-gun-heavy": "owb.vweapon.tank-gun-heavy",
}
"""The rule of each vehicle weapon."""


def weapon_of(mount: Mount) -> Ranged:
    """The row of a weapon in the tables; machineguns are in that of missile weapons."""
    if mount.weapon in GUNS:
        cite(GUN_RULES[mount.weapon])
        return GUNS[mount.weapon]
    if mount.id:
        cite("owb.vweapon.machineguns-on-vehicles")
    return MISSILE[mount.weapon]


def gun_of(state: OwbState, vehicle: Vehicle, person: Person, mount: Mount) -> Manned:
    """A weapon with its gunner, as the vehicle stands now."""
    return Manned(
        person=person,
        vehicle=vehicle,
        mount=mount,
        print_=state.footprint(vehicle),
        source=fired_from(state, vehicle, mount.kind),
    )


def manned(state: OwbState, person: Person, name: str) -> Manned | Refusal:
    """The weapon of a name that somebody mans and could fire, or why he cannot."""
    rule = "owb.vattack.must-man-the-weapon"
    vehicle = state.find_vehicle(person.aboard)
    mount = vehicle.mount(name) if vehicle is not None else None
    if vehicle is None or mount is None:
        return Refusal(rule, "There is no such weapon at hand.")
    cite(rule)
    if refusal := (check_gunner(state, vehicle, mount, person) or check_vehicle(vehicle)):
        return refusal
    if mount.lost:
        return Refusal("owb.vcrit.weapon", "It is inoperable.")
    if mount.jam:
        return Refusal("owb.suppress.malfunction", "It is jammed.")
    return gun_of(state, vehicle, person, mount)


def guns_of(state: OwbState, person: Person) -> Iterator[Manned]:
    """The weapons that somebody aboard mans."""
    vehicle = state.find_vehicle(person.aboard)
    for mount in vehicle.mounts if vehicle is not None else ():
        assert vehicle is not None
        gunner = gunner_of(state, vehicle, mount)
        if gunner is not None and gunner.id == person.id and not mount.lost and not mount.jam:
            yield gun_of(state, vehicle, person, mount)


def check_vehicle(vehicle: Vehicle) -> Refusal | None:
    """Why nothing can be fired out of a vehicle, or ``None`` if it can."""
    if refusal := inoperable(vehicle):
        return refusal
    if not vehicle.on_table:
        return Refusal("owb.vattack.line-of-sight", f"{vehicle.name} is not on the map.")
    if not weapons_work(vehicle):
        return Refusal("owb.mishap.overturned-vehicle", f"{vehicle.name} is overturned.")
    return None


def check_once(state: OwbState, gun: Manned) -> Refusal | None:
    """Why a weapon cannot be fired again this round, or ``None`` if it can."""
    rule = "owb.vattack.once-per-weapon"
    cite(rule)
    if gun.mount.fired_in == state.turn:
        return Refusal(rule, "It has been fired this round.")
    return None


# -- what a weapon bears on -----------------------------------------------------------------------


def check_target(gun: Manned, target: Vehicle) -> Refusal | None:
    """Why a vehicle is no target at all, or ``None`` if it may be one."""
    if target.side == gun.vehicle.side or not target.on_table or target.hidden:
        return Refusal("owb.vattack.line-of-sight", f"{target.name} is no target.")
    if target.wreck == "exploded":
        return Refusal("owb.vdamage.minus-ten-explodes", f"{target.name} has exploded.")
    if flies(target):
        return Refusal("owb.mod.aerial", f"{target.name} is in the air.")
    return None


def check_bears_on_vehicle(state: OwbState, gun: Manned, target: Vehicle) -> Refusal | None:
    """Why a weapon does not bear on a vehicle, or ``None`` if it does."""
    squares = state.footprint(target).squares
    arced = squares_in_arc(gun.vehicle, gun.print_, gun.mount, squares)
    if not arced:
        return Refusal(ARC, f"{target.name} is not in the weapon's firing arc.")
    seen = set(open_squares(state, gun.source, target))
    clear = [square for square in arced if square in seen]
    if not clear:
        return Refusal("owb.vattack.line-of-sight", f"The line to {target.name} is not open.")
    grounds = grounds_between(state, gun.source, target)
    if all(_masked(grounds, gun, ends_at(state, gun.source, target, at)) for at in clear):
        return Refusal(BEHIND_COVER, "Cover right before the weapon is in the way.")
    return None


def check_bears_on_square(state: OwbState, gun: Manned, square: Square) -> Refusal | None:
    """Why a weapon does not bear on a square, or ``None`` if it does."""
    if not squares_in_arc(gun.vehicle, gun.print_, gun.mount, (square,)):
        return Refusal(ARC, "That square is not in the weapon's firing arc.")
    if line_to(state, gun.source, square).blocked:
        return Refusal("owb.vattack.line-of-sight", "The line to that square is not open.")
    ends = ends_at_square(gun.source, square)
    if _masked(state.grounds_without(gun.vehicle.id), gun, ends):
        return Refusal(BEHIND_COVER, "Cover right before the weapon is in the way.")
    return None


def ends_at_square(source: FiringPoint, square: Square) -> Ends:
    """The line of a shot at a square, or at a character in it."""
    return Ends(source.point, square, source.squares, (square,))


def _masked(grounds: Grounds, gun: Manned, ends: Ends) -> bool:
    """Whether cover beside a fixed weapon's or a port's side lies on its line of fire."""
    cite(BEHIND_COVER)
    if gun.mount.kind not in FIXED:
        return False
    squares = grid.line(ends.start, ends.end).squares
    first = next((square for square in squares if square not in gun.print_.squares), None)
    if first is None or zone_of(gun.print_, first) != FACES[gun.mount.kind]:
        return False
    touching = [s for s in (grid.step(first, n) for n in (0, 2, 4, 6)) if s in gun.print_.squares]
    if not touching:
        return False
    near = (grounds.squares.get(first), *(grounds.on_edge(own, first) for own in touching))
    return any(kind and kind.protection == "cover" and kind.name not in SUNKEN for kind in near)


def range_to(state: OwbState, gun: Manned, squares: tuple[Square, ...]) -> int:
    """The range to the nearest of some squares, from the nearest square of the vehicle."""
    cite("owb.vattack.range-to-a-vehicle")
    return min(range_between(state, own, to) for own in gun.source.squares for to in squares)


def enemy_hulls(state: OwbState, side: str) -> list[Vehicle]:
    """The vehicles of other sides on the map, wrecks included that have not exploded."""
    return [
        vehicle
        for vehicle in state.vehicles()
        if vehicle.side != side and vehicle.on_table and vehicle.wreck != "exploded"
    ]


def middle_of(state: OwbState, squares: tuple[Square, ...]) -> Point:
    """The middle of a square, or of the edge between two, in inches."""
    x = sum(square[0] for square in squares) / len(squares)
    y = sum(square[1] for square in squares) / len(squares)
    return state.setting.point_of((x, y))


def vehicles_worth_attacking(state: OwbState, side: str) -> Iterator[Vehicle]:
    """The vehicles of other sides that it makes sense to attack."""
    for vehicle in state.vehicles():
        worth = not vehicle.wreck or has_a_turn(state, vehicle)
        if vehicle.side != side and vehicle.on_table and worth and vehicle.wreck != "exploded":
            yield vehicle
