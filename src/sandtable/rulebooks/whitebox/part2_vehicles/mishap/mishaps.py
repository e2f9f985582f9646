"""VEHICLE MISHAP: what a failed check or save does to wheels and to tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.core_rulebook.harm import hurt
from ...part1_personal.core_rulebook.persons import fraction, plain_save, save_succeeds
from ...state import Footprint, OwbState, Vehicle
from ...state.footprint import moved, pivoted
from ...state.frames import Interrupt
from ..collision.contacts import in_the_way, swallows
from ..collision.impacts import going
from ..collision.striking import strike_all, without_operator
from ..damage.damage import damage_vehicle
from ..maneuvers.driving_check import complete_stop, current_movement, mishap_table
from ..movement.terrain import is_off_map, leave_map
from ..round.crew import operator_of, rounds_of
from .tables import DAMAGE_RULES, LANDINGS, MISHAPS, SLIDES, SPIN, Result

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
            complete_stop(state, name)
            vehicle = state.alter(name, stuck=True)
            text = f"{vehicle.name} ends where it cannot go on, and is stuck."
            yield happened("stuck", text, "owb.vterrain.impassable", name)
            break
        if without_operator(state, name):
            break
    many = f"{done} square{'s' if done != 1 else ''}"
    text = f"{state.vehicle(name).name} is carried {many} to the {NAMES[direction % 8]}."
    yield happened("carried", text, "owb.mishap.travel-distance", name, squares=done)


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


STALLS: Final = ("rollover", "spinout and stall")
"""The results that stall the engine."""


def loses_control(
    state: OwbState, name: str, result: Result, dice: Dice, *, left: bool, blow: int | None
) -> Iterator[Event]:
    """Where a wheeled vehicle out of control goes, how it spins, and how it lands."""
    vehicle = state.vehicle(name)
    squares = squares_carried(vehicle)
    if result.name == "skid":
        direction = _slide(vehicle, blow, dice)
        text = f"{vehicle.name} skids to the {NAMES[direction]}."
        yield happened(
            "skidding", text, "owb.mishap.skid-direction", name, dice=dice, direction=direction
        )
        yield from carried(state, name, direction, squares, dice)
        return
    yield from carried(state, name, _course(vehicle, blow), squares, dice)
    if state.find_vehicle(name) is None or state.vehicle(name).wreck:
        return
    yield from _spins(state, name, dice, left=left)
    if result.name == "rollover" and state.find_vehicle(name) is not None:
        yield from _lands(state, name, dice)


def _course(vehicle: Vehicle, blow: int | None) -> int:
    """Where a vehicle goes on to: as it went, and if it stood, as the blow sends it."""
    if current_movement(vehicle):
        return going(vehicle)
    return vehicle.facing if blow is None else blow % 8


def _slide(vehicle: Vehicle, blow: int | None, dice: Dice) -> int:
    """Where a skid goes; one that stood goes as the blow sends it."""
    cite("owb.mishap.skid-direction")
    if not current_movement(vehicle):
        return _course(vehicle, blow)
    return (vehicle.facing + SLIDES[dice.die(3, f"direction of skid, {vehicle.name}")]) % 8


def _spins(state: OwbState, name: str, dice: Dice, *, left: bool) -> Iterator[Event]:
    cite("owb.mishap.spinout-travel-and-spin")
    steps = SPIN.total(dice, f"spin, {state.vehicle(name).name}")
    yield from spin(state, name, steps, left=left)
    if state.find_vehicle(name) is None:
        return
    vehicle = complete_stop(state, name)
    text = f"{vehicle.name} spins out and stops facing {NAMES[vehicle.facing]}."
    yield happened("spin", text, "owb.mishap.spinout-travel-and-spin", name, dice=dice, steps=steps)


def _lands(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    cite("owb.mishap.rollover-includes-spinout-and-stall")
    landing = LANDINGS[dice.die(6, f"landing, {state.vehicle(name).name}")]
    vehicle = state.alter(name, overturned=landing)
    cite("owb.mishap.overturned-vehicle")
    how = {
        "": "on its wheels",
        "upside-down": "upside down",
        "left-side": "on its left side",
        "right-side": "on its right side",
    }[landing]
    text = f"{vehicle.name} turns over and lands {how}."
    yield happened("rollover", text, "owb.mishap.rollover-how-it-lands", name, dice=dice)


def wheels_fail(state: OwbState, name: str, result: Result) -> Iterator[Event]:
    """What a mishap leaves a wheeled vehicle with."""
    if result.name == "skid":
        vehicle = state.alter(name, busy_in=state.turn, halted=True)
        text = f"The operator of {vehicle.name} must regain control of it."
        yield happened("skid", text, "owb.mishap.skid-operator-busy", name)
    elif result.name in STALLS:
        cite("owb.mishap.repeated-status")
        until = max(state.vehicle(name).stalled_to, state.turn + rounds_of(turns=1))
        vehicle = state.alter(name, stalled_to=until)
        text = f"{vehicle.name} has stalled; its engine does not start before round {until + 1}."
        yield happened("stall", text, "owb.mishap.stall", name)


STRAINS: Final = ("overheated engine", "locked drive", "transmission strain")
LOCKS: Final = ("overheated engine", "locked drive")
"""The results that strain the transmission, and those that lock the drive as well."""


def goes_on(
    state: OwbState, name: str, result: Result, dice: Dice, *, paid: int
) -> Iterator[Event]:
    """Where a tracked vehicle goes: straight on with a locked drive, nowhere with a hot engine."""
    match result.name:
        case "locked drive" if paid:
            cite("owb.mishap.locked-drive")
            facing = state.vehicle(name).facing
            yield from carried(state, name, facing, paid, dice, paid=True)
        case "overheated engine":
            cite("owb.mishap.overheated-includes-locked-drive")
            complete_stop(state, name)
        case "slipped track":
            cite("owb.mishap.slipped-track")
            complete_stop(state, name)


def tracks_fail(state: OwbState, name: str, result: Result, dice: Dice) -> Iterator[Event]:
    """What a mishap leaves a tracked vehicle with."""
    if result.name == "slipped track":
        vehicle = state.alter(name, immobile=True)
        yield _left_with(name, f"{vehicle.name} cannot move any more.", "slipped-track")
        return
    if result.name in STRAINS:
        yield from _strains(state, name, dice)
    if result.name in LOCKS:
        cite("owb.mishap.locked-drive", "owb.mishap.repeated-status")
        until = max(state.vehicle(name).locked_to, state.turn + rounds_of(turns=1))
        vehicle = state.alter(name, locked_to=until)
        text = f"The drive of {vehicle.name} is locked: it goes only straight until round {until}."
        yield _left_with(name, text, "locked-drive")
    if result.name == "overheated engine":
        cite("owb.mishap.overheated-cool-down")
        vehicle = state.alter(name, hot=rounds_of(hours=1))
        text = f"The engine of {vehicle.name} has overheated and must be shut down to cool."
        yield _left_with(name, text, "overheated-cool-down")


def _strains(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """Movement is less by a third in the next rounds; of two strains the longer counts."""
    cite("owb.mishap.repeated-status")
    vehicle = state.vehicle(name)
    until = max(vehicle.strained_to, state.turn + dice.die(3, f"strain, {vehicle.name}"))
    lasting = vehicle.strained_to >= state.turn and vehicle.strained_to > 0
    state.alter(
        name,
        strained_from=vehicle.strained_from if lasting else state.turn + 1,
        strained_to=until,
    )
    text = f"The transmission of {vehicle.name} is strained until round {until}."
    yield happened("strain", text, "owb.mishap.transmission-strain", name, dice=dice)


def _left_with(name: str, text: str, rule: str) -> Event:
    return happened("hindrance", text, f"owb.mishap.{rule}", name)


_ORDER = "owb.mishap.order-of-resolution"


class Cause(Struct, frozen=True, kw_only=True):
    """What led to a mishap.

    Attributes:
        left: Whether it came from a manoeuvre to the left, so that a spin goes that way.
        paid: The Movement paid for a failed turn or lane change.
        blow: The direction, in eighths of the map, of a blow that struck a standing vehicle.
    """

    left: bool = False
    paid: int = 0
    blow: int | None = None


def mishap(state: OwbState, name: str, dice: Dice, cause: Cause) -> Iterator[Event]:
    """Roll on the mishap table of a vehicle and carry the result out.

    In this order: the die, the travel with its collisions, the spin and the landing, the damage of
    the vehicle and of those aboard, and what remains of it. After it withheld attacks may be made.
    """
    vehicle = state.find_vehicle(name)
    if vehicle is None or not vehicle.on_table or operator_of(state, vehicle) is None:
        return
    cite(_ORDER)
    table = mishap_table(vehicle)
    result = MISHAPS[table][dice.die(6, f"mishap, {vehicle.name}")]
    text = f"{vehicle.name} has a mishap: {result.name}."
    yield happened("mishap", text, "owb.mishap.roll-1d6", name, dice=dice, result=result.name)
    if is_helpless(vehicle):
        cite("owb.mishap.no-second-mishap-from-one-cause")
        yield from _damage(state, name, result, dice)
        return
    moves = table == "wheeled" or bool(result.name == "locked drive" and cause.paid)
    state.push(Interrupt(about=name, moment="step" if moves else "declared"))
    if table == "wheeled":
        yield from loses_control(state, name, result, dice, left=cause.left, blow=cause.blow)
    else:
        yield from goes_on(state, name, result, dice, paid=cause.paid)
    if state.find_vehicle(name) is None:
        return
    broken = bool(state.vehicle(name).wreck)
    yield from _damage(state, name, result, dice)
    if broken or state.vehicle(name).wreck == "exploded":
        return
    if table == "wheeled":
        yield from wheels_fail(state, name, result)
    else:
        yield from tracks_fail(state, name, result, dice)


def is_helpless(vehicle: Vehicle) -> bool:
    """Whether a mishap can do no more to a vehicle than damage it."""
    return bool(vehicle.immobile or vehicle.overturned or vehicle.wreck)


def _damage(state: OwbState, name: str, result: Result, dice: Dice) -> Iterator[Event]:
    """The damage that is printed under the rolled result, and no other."""
    rule = DAMAGE_RULES[result.name]
    cite("owb.mishap.only-the-rolled-result-does-damage", rule)
    vehicle = state.vehicle(name)
    points = result.damage.total(dice, f"{result.name}, {vehicle.name}")
    yield from damage_vehicle(state, name, points, dice, attack=False)
    if result.hurts is None or state.vehicle(name).wreck == "exploded":
        return
    for person in state.occupants(name):
        if person.out == "dead":
            continue
        saved = result.saved and person.able
        if saved and save_succeeds(person, plain_save(person), dice, result.name):
            yield happened("holds-on", f"{person.name} holds on.", rule, person.id, dice=dice)
            continue
        points = result.hurts.total(dice, f"{result.name}, {person.name}")
        yield from hurt(state, person.id, points, rolls=dice.take_rolls())
    without_operator(state, name)
