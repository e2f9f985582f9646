"""What a mishap does to the place of a vehicle: it is carried on, and it spins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.core_rulebook.persons import fraction
from ...state import OwbState
from ...state.footprint import Footprint, moved, pivoted
from ...state.vehicles import Vehicle
from ..collision.contacts import in_the_way, swallows
from ..collision.striking import strike_all, without_operator
from ..maneuvers.driving_check import complete_stop, current_movement
from ..movement.leaving import is_off_map, leave_map

_PART: Final = 3
"""A vehicle out of control goes one part in so many of its Movement."""

NAMES: Final = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
"""The directions of the map, clockwise."""


def squares_carried(vehicle: Vehicle) -> int:
    """How far a spinout or a skid carries a vehicle: a third of its speed, at least 1."""
    cite("owb.mishap.travel-distance", "owb.base.rounding")
    return max(1, fraction(current_movement(vehicle), _PART))


def carried(
    state: OwbState, name: str, direction: int, squares: int, dice: Dice, *, paid: bool = False
) -> Iterator[Event]:
    """Carry a vehicle on, square by square, until something stops it.

    Args:
        direction: Where to, in eighths of the map.
        paid: Whether its Movement has been paid for, so that it counts as travel.
    """
    cite("owb.mishap.travel-distance", "owb.collision.accident-needs-no-check")
    done = 0
    for _ in range(squares):
        before = state.footprint(state.vehicle(name))
        after = moved(before, direction)
        if is_off_map(state, after):
            yield from leave_map(state, name, after)
            return
        if paid:
            state.alter(name, travel=state.vehicle(name).travel + 1)
        if in_the_way(state, name, after):
            contact = yield from strike_all(state, name, after, direction, dice, rammed=False)
            if not contact.enters:
                break
        vehicle = state.place(name, after)
        done += 1
        if swallows(state, vehicle, before, after):
            yield from _sinks_in(state, name)
            break
        if without_operator(state, name):
            break
    yield _told(state, name, direction, done)


def _sinks_in(state: OwbState, name: str) -> Iterator[Event]:
    """A vehicle ends in water or in a pit, and is stuck there."""
    cite("owb.vterrain.impassable")
    complete_stop(state, name)
    vehicle = state.alter(name, stuck=True)
    yield Event(
        kind="stuck",
        text=f"{vehicle.name} ends where it cannot go on, and is stuck.",
        rules=("owb.vterrain.impassable",),
        pieces=(name,),
    )


def _told(state: OwbState, name: str, direction: int, squares: int) -> Event:
    many = f"{squares} square{'s' if squares != 1 else ''}"
    return Event(
        kind="carried",
        text=f"{state.vehicle(name).name} is carried {many} to the {NAMES[direction % 8]}.",
        rules=("owb.mishap.travel-distance",),
        pieces=(name,),
        data={"squares": squares},
    )


# -- spins ----------------------------------------------------------------------------------------


def spin(state: OwbState, name: str, steps: int, *, left: bool) -> Iterator[Event]:
    """Spin a vehicle by so many facings; it stays at the last of them in which it fits.

    If the spin would end over the edge of the map, it leaves the battle.
    """
    cite("owb.mishap.spinout-travel-and-spin", "owb.footprint.pivot-on-the-spot")
    before = state.footprint(state.vehicle(name))
    for made in range(steps, 0, -1):
        facing = (before.facing + (-made if left else made)) % 8
        after = pivoted(before, facing)
        if made == steps and is_off_map(state, after):
            yield from leave_map(state, name, after)
            return
        if _fits(state, name, before, after):
            state.place(name, after)
            return


def _fits(state: OwbState, name: str, before: Footprint, after: Footprint) -> bool:
    return not (
        is_off_map(state, after)
        or in_the_way(state, name, after)
        or swallows(state, state.vehicle(name), before, after)
    )
