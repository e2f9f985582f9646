"""VEHICLE MISHAP: what a failed check or save does to wheels and to tracks."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.core_rulebook.harm import hurt
from ...part1_personal.core_rulebook.persons import plain_save, save_succeeds
from ...state import OwbState
from ...state.frames import Interrupt
from ...state.vehicles import Vehicle
from ..collision.striking import without_operator
from ..damage.damage import damage_vehicle
from ..maneuvers.driving_check import mishap_table
from ..round.crew import operator_of
from .tables import MISHAPS, Result, damage_rule
from .tracked import goes_on, tracks_fail
from .wheeled import loses_control, wheels_fail

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
    cite("owb.mishap.roll-1d6", _ORDER)
    table = mishap_table(vehicle)
    result = MISHAPS[table][dice.die(6, f"mishap, {vehicle.name}")]
    yield Event(
        kind="mishap",
        text=f"{vehicle.name} has a mishap: {result.name}.",
        rules=("owb.mishap.roll-1d6",),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"result": result.name},
    )
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
    rule = damage_rule(result)
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
            yield Event(
                kind="holds-on",
                text=f"{person.name} holds on.",
                rules=(rule,),
                pieces=(person.id,),
                rolls=dice.take_rolls(),
            )
            continue
        points = result.hurts.total(dice, f"{result.name}, {person.name}")
        yield from hurt(state, person.id, points, rolls=dice.take_rolls())
    without_operator(state, name)
