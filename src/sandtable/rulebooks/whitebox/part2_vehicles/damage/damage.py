"""DAMAGE AND DESTRUCTION: hit points of vehicles, wrecks, and what becomes of those aboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally

from ...part1_personal.core_rulebook.harm import dies
from ...part1_personal.core_rulebook.persons import plain_save, save_succeeds
from ...state import OwbState
from ...state.frames import Escaping
from ...state.tables import Throw
from ...state.vehicles import Vehicle
from ..maneuvers.driving_check import vehicle_save
from .adverse_effects import adverse_effect, table_ten
from .wrecks import exits, goes_dead, smoke_rises, splinters

SHRAPNEL: Final = Throw(2, 6, 2)
"""What those aboard suffer when their vehicle is shot to pieces."""

EXPLODES_AT: Final = -10
MASSIVE: Final = 4
"""Damage of one part in so many of the full hit points is massive."""


def damage_vehicle(
    state: OwbState, name: str, points: int, dice: Dice, *, attack: bool = True
) -> Iterator[Event]:
    """Take hit points from a vehicle, with everything that follows at 0 and at -10.

    In a tied segment the loss is noted at once, and what follows waits for its end.

    Args:
        points: The damage after hull, saves, cover and Makeshift Armor.
        attack: Whether it comes from a single attack, so that massive damage may count.
    """
    cite("owb.crew.hit-on-vehicle-does-not-hurt-crew")
    if points <= 0:
        return
    vehicle = state.alter(name, hp=state.vehicle(name).hp - points)
    state.hurt = True
    yield Event(
        kind="damage",
        text=f"{vehicle.name} loses {points} hit point{'s' if points != 1 else ''}"
        f" and has {vehicle.hp} left.",
        rules=("owb.vdamage.deduct-from-hit-points",),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"damage": points, "hp": vehicle.hp},
    )
    if state.tied:
        cite("owb.initiative.tie-simultaneous")
        state.pending = (*state.pending, (name, "hull"))
    else:
        yield from breaks_up(state, name, dice)
    if attack:
        yield from _massive_damage(state, name, points, dice)


def _massive_damage(state: OwbState, name: str, points: int, dice: Dice) -> Iterator[Event]:
    if not state.on("massive_damage"):
        return
    cite("owb.vcrit.massive-damage")
    vehicle = state.vehicle(name)
    if vehicle.hp <= 0 or points * MASSIVE < vehicle.most_hp:
        return
    if not vehicle_save(state, name, dice, "massive damage"):
        yield from adverse_effect(state, name, dice)
        return
    yield Event(
        kind="massive-damage",
        text=f"{vehicle.name} withstands a massive hit.",
        rules=("owb.vcrit.massive-damage",),
        pieces=(name,),
        rolls=dice.take_rolls(),
    )


def armor_class(state: OwbState, name: str) -> int:
    """The ascending Armor Class of a vehicle now."""
    return armor_tally(state.vehicle(name)).total


def armor_tally(vehicle: Vehicle) -> Tally:
    """The ascending Armor Class of a vehicle now, and where it comes from."""
    makeshift, defensive = vehicle.has("makeshift-armor"), vehicle.defensive
    tally = Tally("target").add(vehicle.aac, "owb.vstat.armor-class", "vehicle")
    tally.add_if(vehicle.worse_aac > 0, -vehicle.worse_aac, "owb.vcrit.armor-class", "damaged")
    tally.add_if(makeshift, 1, "owb.mod.makeshift-armor-ac", "Makeshift Armor")
    return tally.add_if(defensive, 2, "owb.maneuver.defensive-driving", "Defensive Driving")


# -- 0 and -10 ------------------------------------------------------------------------------------


def segment_ends_for_vehicles(state: OwbState, dice: Dice) -> Iterator[Event]:
    """What was noted of vehicles in a tied segment takes effect on those still on the map."""
    pending = [entry for entry in state.pending if entry[0] in state.pieces]
    state.pending = ()
    for name in dict.fromkeys(name for name, what in pending if what == "hull"):
        yield from breaks_up(state, name, dice)
    for name, what in pending:
        if what == "table-10":
            yield from table_ten(state, name, dice)


def breaks_up(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """What becomes of a vehicle with the hit points that it has."""
    vehicle = state.vehicle(name)
    if vehicle.hp > 0 or vehicle.wreck == "exploded":
        return
    if not vehicle.shocked:
        state.alter(name, shocked=True)
        yield from goes_dead(state, name, "owb.vdamage.zero-is-inoperable")
        for person in state.occupants(name):
            rule = "owb.vdamage.zero-hurts-occupants"
            yield from splinters(state, person.id, SHRAPNEL, rule, dice)
    if vehicle.hp <= EXPLODES_AT:
        yield from _explodes(state, name, dice)


def _explodes(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """The vehicle explodes; whoever does not get out dies."""
    vehicle = state.alter(name, wreck="exploded")
    yield Event(
        kind="explosion",
        text=f"{vehicle.name} explodes.",
        rules=("owb.vdamage.minus-ten-explodes",),
        pieces=(name,),
    )
    escaped = []
    for person in state.occupants(name):
        if person.able and state.on("escape_save"):
            cite("owb.vdamage.escape-save")
            if save_succeeds(person, plain_save(person), dice, "get out"):
                escaped.append(person.id)
                continue
        yield from dies(state, person.id, "owb.vdamage.minus-ten-explodes", dice.take_rolls())
    smoke_rises(state, name)
    for one in reversed(escaped):
        state.push(Escaping(person=one, vehicle=name, spots=exits(state, name)))
