"""COLLISION of a step, RAMMING and SIDESWIPE: what follows, and what is meant."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import Footprint, OwbState, Vehicle
from ...state.footprint import bearing_parts, edge_adjacent, zone_of
from ...state.frames import Interrupt
from ..damage.hull import hull_level
from ..maneuvers.driving_check import check_made, driving_check, is_moving
from ..mishap.mishaps import Cause, mishap
from .contacts import InTheWay
from .impacts import DICE, damage_taken
from .striking import keeps_control, strike_all, suffer


def collide(
    state: OwbState,
    name: str,
    print_: Footprint,
    direction: int,
    dice: Dice,
    *,
    rammed: bool,
    way: InTheWay | None = None,
) -> Generator[Event, None, bool]:
    """Resolve every collision of a step to a footprint; whether the vehicle may enter it.

    The step has been added to the vehicle's travel. If it may not enter, it has come to a complete
    stop where it was.

    Args:
        direction: The attacking vehicle's direction of travel, in eighths of the map.
        rammed: Whether it was meant, so that a defender may save and mishaps may follow.
        way: What is struck, if that is not everything in the way.
    """
    if rammed:
        cite("owb.collision.ram")
    contact = yield from strike_all(state, name, print_, direction, dice, rammed=rammed, way=way)
    for other in contact.failed:
        yield from mishap(state, other, dice, Cause(blow=direction))
    return contact.enters and state.find_vehicle(name) is not None


RULE = "owb.collision.sideswipe"


def try_to_ram(state: OwbState, name: str, dice: Dice) -> Generator[Event, None, bool]:
    """The Driving Check before the step of a ram; if it fails there is a mishap instead."""
    cite("owb.collision.ram")
    if driving_check(state, name, dice, "ramming"):
        return True
    cite("owb.collision.ram-check-failed")
    yield _failed(state, name, dice, "owb.collision.ram-check-failed", "ram")
    yield from mishap(state, name, dice, Cause())
    return False


def _failed(state: OwbState, name: str, dice: Dice, rule: str, what: str) -> Event:
    text = f"{state.vehicle(name).name} fails to {what}."
    return happened(
        "driving-check",
        text,
        (rule, "owb.driving.failed-check-mishap", *check_made(state, name)),
        name,
        dice=dice,
    )


# -- sideswipes -----------------------------------------------------------------------------------


def check_alongside(state: OwbState, vehicle: Vehicle, other: Vehicle | None) -> Refusal | None:
    """Why a vehicle cannot sideswipe another one from where it is."""
    if other is None or other.id == vehicle.id or not other.on_table or other.hidden:
        return Refusal(RULE, "There is no such vehicle.")
    if not is_moving(vehicle) or not is_moving(other):
        return Refusal(RULE, "Both vehicles must be moving forward.")
    if vehicle.facing != other.facing:
        return Refusal(RULE, "Both vehicles must travel in the same direction.")
    if not vehicle.shifted:
        return Refusal(RULE, "It must move to the other vehicle's side first.")
    mine, theirs = state.footprint(vehicle), state.footprint(other)
    alongside = zone_of(theirs, mine.centre) in ("left", "right")
    if not alongside or not edge_adjacent(mine, theirs):
        return Refusal(RULE, f"{other.name} is not alongside.")
    return None


def sideswipe(state: OwbState, name: str, target: str, dice: Dice) -> Iterator[Event]:
    """The Driving Check, the defender's Saving Throw, the damage, and the defender's mishap."""
    cite(RULE)
    vehicle, other = state.vehicle(name), state.vehicle(target)
    _, aside = bearing_parts(state.footprint(vehicle), state.footprint(other).centre)
    to_the_left = aside < 0
    if not driving_check(state, name, dice, "sideswipe"):
        cite("owb.collision.sideswipe-check-failed")
        yield _failed(state, name, dice, "owb.collision.sideswipe-check-failed", "sideswipe")
        yield from mishap(state, name, dice, Cause(left=to_the_left))
        return
    state.push(Interrupt(about=name, moment="declared"))
    kept = keeps_control(state, target, dice)
    mine, theirs = swipe_damage(vehicle, other, dice)
    text = f"{vehicle.name} swerves against {other.name}."
    yield happened(
        "collision",
        text,
        RULE,
        name,
        target,
        dice=dice,
        type="sideswipe",
        attacker=mine,
        defender=theirs,
    )
    yield from suffer(state, name, mine, dice, meant=True)
    yield from suffer(state, target, theirs, dice, meant=True)
    if not kept:
        blow = vehicle.facing + (-2 if to_the_left else 2)
        yield from mishap(state, target, dice, Cause(blow=blow % 8))


def swipe_damage(vehicle: Vehicle, other: Vehicle, dice: Dice) -> tuple[int, int]:
    """What the attacker takes, and what the defender does: a die each, the attacker's first."""
    cite("owb.collision.hull-level-of-the-touching-face")
    own, level = hull_level(vehicle, "left"), hull_level(other, "left")
    first = DICE["sideswipe"].total(dice, f"sideswipe, {vehicle.name}")
    second = DICE["sideswipe"].total(dice, f"sideswipe, {other.name}")
    return damage_taken(first, own, level), damage_taken(second, level, own)
