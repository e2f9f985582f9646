"""20s AND 1s (VEHICLE COMBAT): the adverse effects of Table 10."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.tables import Throw, rows_of, weapon_called
from ...state.vehicles import OPERATOR, Vehicle
from ..maneuvers.driving_check import allowance, complete_stop, movement_left
from .lost_modifications import lose_modification, working
from .wrecks import splinters

RULE: Final = "owb.vcrit.natural-20-and-1"
SHRAPNEL: Final = Throw(1, 6, 1)
EFFECTS: Final[dict[int, str]] = {
    row["roll"]: row["effect"] for row in rows_of("vehicle-20s-and-1s")
}
"""The effects of Table 10."""


def natural_20(
    state: OwbState, target: str, die: int, factor: Fraction, dice: Dice
) -> Iterator[Event]:
    """What a natural 20 does that has hit a vehicle, beside the damage.

    Args:
        target: The vehicle that was hit.
        die: The face of the Attack Roll.
        factor: The share of the damage that the weapon does to the face that was struck.
    """
    if die == 20 and factor > 0 and state.on("naturals_vehicle"):
        cite(RULE)
        yield from adverse_effect(state, target, dice)


def natural_1(state: OwbState, firing: str, die: int, dice: Dice) -> Iterator[Event]:
    """What a natural 1 with a mounted weapon does to the vehicle that fires it."""
    if die == 1 and state.on("naturals_vehicle"):
        cite(RULE)
        yield from adverse_effect(state, firing, dice)


def adverse_effect(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Roll on Table 10 for a vehicle and carry the result out.

    In a tied segment it waits for the end of that.
    """
    if state.tied:
        cite("owb.initiative.tie-simultaneous")
        state.pending = (*state.pending, (name, "table-10"))
        return
    yield from table_ten(state, name, dice)


def table_ten(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Roll on Table 10; what a vehicle cannot suffer is rolled again."""
    vehicle = state.vehicle(name)
    if vehicle.wreck == "exploded":
        return
    effect = EFFECTS[dice.die(6, f"Table 10, {vehicle.name}")]
    while not _can_suffer(vehicle, effect):
        effect = EFFECTS[dice.die(6, f"Table 10 again, {vehicle.name}")]
    match effect:
        case "armor class":
            state.alter(name, worse_aac=vehicle.worse_aac + 1)
            yield _told(vehicle, "is easier to hit by 1", "owb.vcrit.armor-class", dice)
        case "modification":
            cite("owb.vcrit.modification")
            yield from lose_modification(state, name, dice)
        case "movement":
            yield from _slowed(state, name, dice)
        case "operator":
            yield from _operator(state, name, dice)
        case "visibility":
            state.alter(name, dim=vehicle.dim + 1)
            told = "has 1 less to hit with what is mounted on it"
            yield _told(vehicle, told, "owb.vcrit.visibility", dice)
        case _:
            yield from _weapon(state, name, dice)


def _can_suffer(vehicle: Vehicle, effect: str) -> bool:
    if effect == "modification":
        cite("owb.vcrit.modification")
        return bool(working(vehicle))
    if effect == "weapon":
        cite("owb.vcrit.weapon")
        return any(not mount.lost for mount in vehicle.mounts)
    return True


def _slowed(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """A third of the normal Movement is left; the second time none.

    What has been travelled this round stands, and the rest is cut to the new value.
    """
    vehicle = state.vehicle(name)
    left = movement_left(state, vehicle)
    vehicle = state.alter(name, slowed=vehicle.slowed + 1)
    if vehicle.declared and not vehicle.halted:
        state.alter(name, spent=max(0, allowance(state, vehicle) - left))
    if vehicle.slowed > 1:
        complete_stop(state, name)
        state.alter(name, immobile=True)
        yield _told(vehicle, "is immobile", "owb.vcrit.movement", dice)
    else:
        told = "is reduced to a third of its Movement"
        yield _told(vehicle, told, "owb.vcrit.movement", dice)


def _operator(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Shrapnel strikes the operator, or somebody else aboard if nobody drives."""
    vehicle = state.vehicle(name)
    yield _told(vehicle, "is pierced by shrapnel", "owb.vcrit.operator", dice)
    victim = state.in_seat(name, OPERATOR)
    if victim is None:
        living = [person for person in state.occupants(name) if person.out != "dead"]
        victim = dice.pick(living, "who is struck") if living else None
    if victim is not None:
        yield from splinters(state, victim.id, SHRAPNEL, "owb.vcrit.operator", dice)


def _weapon(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    vehicle = state.vehicle(name)
    mount = dice.pick([mount for mount in vehicle.mounts if not mount.lost], "weapon struck")
    state.put(vehicle.with_mount(replace(mount, lost=True)))
    yield _told(
        vehicle, f"loses its {weapon_called(mount.weapon)} ({mount.id})", "owb.vcrit.weapon", dice
    )


def _told(vehicle: Vehicle, what: str, rule: str, dice: Dice) -> Event:
    cite(rule)
    return Event(
        kind="adverse-effect",
        text=f"{vehicle.name} {what}.",
        rules=(rule,),
        pieces=(vehicle.id,),
        rolls=dice.take_rolls(),
    )
