"""COLLISION in numbers: which type it is, which faces touch, how much damage each side takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from sandtable.catalogue import cite
from sandtable.table.grid import GridPoint

from ...state import OwbState
from ...state.footprint import Footprint, zone_of
from ...state.tables import Throw, rows_of
from ...state.vehicles import Face, Vehicle
from ..maneuvers.driving_check import current_movement
from ..round.crew import operator_of

CollisionType = Literal["head-on", "t-bone", "rear-end"]
Struck = Literal["head-on", "t-bone", "rear-end", "object", "character", "sideswipe"]

OPPOSITE: Final = 4
"""Half a turn, in eighths."""

DICE: Final[Mapping[str, Throw]] = {
    row["type"]: Throw.read(str(row["base_damage"]).partition(" ")[0])
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

_RULES: Final[Mapping[str, str]] = {
    "head-on": "owb.collision.head-on",
    "t-bone": "owb.collision.t-bone",
    "rear-end": "owb.collision.rear-end",
    "object": "owb.collision.object-struck",
    "character": "owb.collision.character-struck",
    "sideswipe": "owb.collision.sideswipe",
}


def rule_of(kind: Struck) -> str:
    """The rule that says what a type of collision does."""
    return _RULES[kind]


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
    cite(rule_of(kind))
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
