"""COLLISION in numbers: its type, the faces that touch, and the damage before the die is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import GridPoint

from ...state import Footprint, OwbState, Person, Vehicle
from ...state.footprint import zone_of
from ...state.tables import DiceSum, rows_of
from ...state.vehicles import Face
from ..damage.hull import THICKEST, hull_level
from ..damage.inanimate_objects import material_of
from ..maneuvers.driving_check import current_movement
from ..round.crew import operator_of
from .contacts import Section, apart, feature_of, middle_of

CollisionType = Literal["head-on", "t-bone", "rear-end"]
Struck = Literal["head-on", "t-bone", "rear-end", "object", "character", "sideswipe"]

OPPOSITE: Final = 4
"""Half a turn, in eighths."""

DICE: Final[Mapping[str, DiceSum]] = {
    row["type"]: DiceSum.read(str(row["base_damage"]).partition(" ")[0])
    for row in rows_of("vehicle-collision")
}
"""The dice of each type of collision."""

DELIVERED: Final[Mapping[int, int]] = {
    row["hull_level"]: row["damage_delivered_times"] for row in rows_of("vehicle-collision-hull")
}
"""By how much a hull level multiplies what the other party takes."""

TAKEN: Final[Mapping[int, int]] = {
    row["hull_level"]: row["damage_taken_divided_by"] for row in rows_of("vehicle-collision-hull")
}
"""By how much a hull level divides what its own vehicle takes."""

TYPE_RULES: Final[Mapping[str, str]] = {
    "head-on": "owb.collision.head-on",
    "t-bone": "owb.collision.t-bone",
    "rear-end": "owb.collision.rear-end",
    "object": "owb.collision.object-struck",
    "character": "owb.collision.character-struck",
    "sideswipe": "owb.collision.sideswipe",
}


def going(vehicle: Vehicle) -> int:
    """The direction in which a vehicle travels: its facing, in reverse the opposite."""
    return (vehicle.facing + (OPPOSITE if vehicle.pace == "reverse" else 0)) % 8


def eighths_between(one: int, two: int) -> int:
    """The angle between two directions, in eighths of a turn."""
    apart = (one - two) % 8
    return min(apart, 8 - apart)


def classify(
    attacker: Footprint, direction: int, defender: Footprint, *, reversing: bool
) -> CollisionType:
    """The type of a collision between vehicles.

    Args:
        attacker: Where the attacking vehicle is before the step.
        direction: Its direction of travel.
        defender: Where the defending vehicle is.
        reversing: Whether that one goes in reverse.
    """
    cite("owb.collision.classify")
    zone = zone_of(defender, attacker.centre)
    ahead, behind = ("rear", "front") if reversing else ("front", "rear")
    course = defender.facing + (OPPOSITE if reversing else 0)
    apart = eighths_between(direction, course)
    if zone == ahead and apart >= OPPOSITE - 1:
        return "head-on"
    if zone == behind and apart <= 1:
        return "rear-end"
    return "t-bone"


def attacking_face(attacker: Footprint, direction: int, struck: GridPoint) -> Face:
    """The face with which the attacking vehicle touches what it strikes."""
    cite("owb.collision.hull-level-of-the-touching-face")
    if direction == attacker.facing:
        return "front"
    if eighths_between(direction, attacker.facing) == OPPOSITE:
        return "rear"
    zone = zone_of(attacker, struck)
    if eighths_between(direction, attacker.facing) == 1:
        return zone if zone in ("left", "right") else "front"
    return zone


def speed_of(state: OwbState, vehicle: Vehicle) -> int:
    """The Movement of a vehicle that counts in a collision; of wrecks and the unmanned, none."""
    cite("owb.collision.speed-used")
    if vehicle.wreck or operator_of(state, vehicle) is None:
        return 0
    return current_movement(vehicle)


def speeds_counted(kind: Struck, attacker: int, defender: int = 0) -> int:
    """What the Movement of those involved adds to the die.

    >>> speeds_counted("head-on", 12, 9), speeds_counted("rear-end", 6, 9)
    (21, 0)
    """
    cite(TYPE_RULES[kind])
    match kind:
        case "head-on":
            return attacker + defender
        case "rear-end":
            return max(0, attacker - defender)
        case "sideswipe":
            return 0
    return attacker


def damage_taken(base: int, own: int, other: int) -> int:
    """What one party of a collision takes, rounded down once.

    Args:
        base: The base damage.
        own: The hull level of its own touching face.
        other: That of the other party.

    >>> damage_taken(20, 2, 1), damage_taken(20, 1, 2)
    (13, 30)
    """
    cite("owb.collision.hull-multiplies-delivered", "owb.collision.hull-divides-taken")
    cite("owb.base.rounding")
    return base * DELIVERED[other] // TAKEN[own]


class Blow(Struct, frozen=True):
    """The step of a vehicle that strikes something; what it strikes first does not slow it.

    Attributes:
        vehicle: The vehicle as it is before the step.
        before: Where it is then.
        direction: Where it goes, in eighths of the map.
        speed: Its Movement, the step included.
        meant: Whether it was meant.
    """

    vehicle: Vehicle
    before: Footprint
    direction: int
    speed: int
    meant: bool = False

    def hull_towards(self, point: GridPoint) -> int:
        """The hull level of the face with which the vehicle touches what is at a point."""
        return hull_level(self.vehicle, attacking_face(self.before, self.direction, point))


def blow_of(state: OwbState, name: str, direction: int, *, meant: bool = False) -> Blow:
    """The blow of a vehicle that takes a step in a direction from where it is."""
    vehicle = state.vehicle(name)
    return Blow(vehicle, state.footprint(vehicle), direction, speed_of(state, vehicle), meant)


class Clash(Struct, frozen=True):
    """A collision before the die is rolled.

    Attributes:
        kind: Its type.
        plus: What Movement adds to the die.
        attacker: The hull level of the attacking vehicle's touching face.
        defender: That of what it strikes.
    """

    kind: Struck
    plus: int
    attacker: int
    defender: int

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say what it does, those of hulls where there are any."""
        hulls = (
            "owb.collision.hull-multiplies-delivered",
            "owb.collision.hull-divides-taken",
            "owb.collision.hull-level-of-the-touching-face",
        )
        return (TYPE_RULES[self.kind], *(hulls if self.attacker or self.defender else ()))

    def roll(self, dice: Dice) -> tuple[int, int]:
        """Roll the die, one for both: what the attacking vehicle and the other party take."""
        cite("owb.collision.both-take-damage")
        base = DICE[self.kind].total(dice, f"collision, {self.kind}") + self.plus
        mine = damage_taken(base, self.attacker, self.defender)
        return mine, damage_taken(base, self.defender, self.attacker)


def clash_of(state: OwbState, blow: Blow, other: Vehicle) -> Clash:
    """The collision with another vehicle."""
    print_ = state.footprint(other)
    kind = classify(blow.before, blow.direction, print_, reversing=other.pace == "reverse")
    return Clash(
        kind,
        speeds_counted(kind, blow.speed, speed_of(state, other)),
        blow.hull_towards(print_.centre),
        hull_level(other, zone_of(print_, blow.before.centre)),
    )


def person_damage(state: OwbState, blow: Blow, person: Person, dice: Dice) -> int:
    """Roll the full damage that a vehicle does to a character on foot."""
    level = blow.hull_towards(state.square(person))
    base = DICE["character"].total(dice, "collision") + speeds_counted("character", blow.speed)
    return base * DELIVERED[level]


# -- objects --------------------------------------------------------------------------------------


def clash_with(state: OwbState, blow: Blow, thing: tuple[Section, ...]) -> Clash:
    """The collision with an object; what cannot be broken resists like the thickest hull."""
    material = material_of(feature_of(state.bare_grounds, blow.vehicle, thing[0]))
    return Clash(
        "object",
        speeds_counted("object", blow.speed),
        blow.hull_towards(middle_of(thing[0])),
        material.hull if material is not None else THICKEST,
    )


def things(
    state: OwbState, vehicle: Vehicle, sections: tuple[Section, ...]
) -> Iterator[tuple[Section, ...]]:
    """The objects that are struck, nearest first.

    Adjoining sections of the same material are one object, such as a wall and its windows.
    """
    left = list(sections)
    while left:
        thing = [left.pop(0)]
        made_of = _made_of(state, vehicle, thing[0])
        for part in thing:
            joined = [
                other
                for other in left
                if apart(part, other) <= 1 and _made_of(state, vehicle, other) == made_of
            ]
            thing += joined
            left = [other for other in left if other not in joined]
        yield tuple(thing)


def _made_of(state: OwbState, vehicle: Vehicle, section: Section) -> str:
    feature = feature_of(state.bare_grounds, vehicle, section)
    material = material_of(feature)
    return feature if material is None else material.name
