"""DAMAGE AND DESTRUCTION, and Table 10: hit points of vehicles, adverse effects, and explosions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally

from ...part1_personal.core_rulebook.harm import dies
from ...part1_personal.core_rulebook.persons import plain_save, save_succeeds
from ...state import OwbState, Vehicle
from ...state.frames import Escaping
from ...state.tables import DiceSum, rows_of, weapon_called
from ...state.vehicles import OPERATOR
from ..maneuvers.driving_check import allowance, complete_stop, movement_left, vehicle_save
from ..movement.terrain import WATERS
from .wrecks import exits, goes_dead, smoke_rises, splinters

LOSS: Final = "owb.vcrit.modification"
HULL: Final = "reinforced-hull"
LOSSES: Final[dict[str, str]] = {
    row["modification"]: row["effect"] for row in rows_of("vehicle-modification-loss")
}
"""What the loss of each modification does, in the words of the table."""

_CARGO: Final = DiceSum(1, 6)


def working(vehicle: Vehicle) -> tuple[str, ...]:
    """The modifications of a vehicle that still work, each named once."""
    hull = (HULL,) if vehicle.hull > vehicle.hull_lost else ()
    return (*hull, *dict.fromkeys(vehicle.modifications))


def without(vehicle: Vehicle, modification: str) -> Vehicle:
    """The same vehicle, with one modification (or one level of it) lost."""
    if modification == HULL:
        vehicle = replace(vehicle, hull_lost=vehicle.hull_lost + 1)
        bare = vehicle.hull_lost >= vehicle.hull and vehicle.has("firing-ports")
        return without(vehicle, "firing-ports") if bare else vehicle
    left = list(vehicle.modifications)
    left.remove(modification)
    lost = (*vehicle.lost_modifications, modification)
    return replace(vehicle, modifications=tuple(left), lost_modifications=lost)


def lose_modification(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """One of the modifications that still work is lost, all equally likely."""
    vehicle = state.vehicle(name)
    lost = dice.pick(working(vehicle), f"modification lost, {vehicle.name}")
    vehicle = state.put(without(vehicle, lost))
    text = f"{vehicle.name} loses {lost.replace('-', ' ')}: {LOSSES[lost]}."
    yield happened("adverse-effect", text, LOSS, name, dice=dice, modification=lost)
    match lost:
        case "tracked":
            complete_stop(state, name)
            state.alter(name, immobile=True)
        case "cargo":
            yield from _cargo_destroyed(state, name, dice)
        case "amphibious":
            if afloat(state, vehicle):
                yield from goes_dead(state, name, "owb.mod.amphibious")
        case "waterborne":
            rounds = dice.die(6, f"rounds afloat, {vehicle.name}")
            state.alter(name, sinks_in=state.turn + rounds)
            text = f"{vehicle.name} sinks in {rounds} round{'s' if rounds != 1 else ''}."
            yield happened("sinking", text, (LOSS, "owb.mod.waterborne"), name, dice=dice)


def _cargo_destroyed(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    cite("owb.mod.cargo")
    state.alter(name, loads=0)
    for person in state.occupants(name):
        if person.seat.startswith("bed-"):
            yield from splinters(state, person.id, _CARGO, "owb.mod.cargo", dice)


def afloat(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether a vehicle is on water."""
    grounds = state.bare_grounds
    return any(grounds.kind(square).name in WATERS for square in state.footprint(vehicle).squares)


def sink(state: OwbState) -> Iterator[Event]:
    """The end of a round, for vehicles that go under."""
    for vehicle in state.vehicles():
        if vehicle.sinks_in is not None and vehicle.sinks_in <= state.turn:
            yield from goes_dead(state, vehicle.id, "owb.mod.waterborne")


NATURALS: Final = "owb.vcrit.natural-20-and-1"
SPLINTERS: Final = DiceSum(1, 6, 1)
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
        cite(NATURALS)
        yield from adverse_effect(state, target, dice)


def natural_1(state: OwbState, firing: str, die: int, dice: Dice) -> Iterator[Event]:
    """What a natural 1 with a mounted weapon does to the vehicle that fires it."""
    if die == 1 and state.on("naturals_vehicle"):
        cite(NATURALS)
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
        yield from splinters(state, victim.id, SPLINTERS, "owb.vcrit.operator", dice)


def _weapon(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    vehicle = state.vehicle(name)
    mount = dice.pick([mount for mount in vehicle.mounts if not mount.lost], "weapon struck")
    state.put(vehicle.with_mount(replace(mount, lost=True)))
    yield _told(
        vehicle, f"loses its {weapon_called(mount.weapon)} ({mount.id})", "owb.vcrit.weapon", dice
    )


def _told(vehicle: Vehicle, what: str, rule: str, dice: Dice) -> Event:
    return happened("adverse-effect", f"{vehicle.name} {what}.", rule, vehicle.id, dice=dice)


SHRAPNEL: Final = DiceSum(2, 6, 2)
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
    text = (
        f"{vehicle.name} loses {points} hit point{'s' if points != 1 else ''}"
        f" and has {vehicle.hp} left."
    )
    yield happened(
        "damage",
        text,
        "owb.vdamage.deduct-from-hit-points",
        name,
        dice=dice,
        damage=points,
        hp=vehicle.hp,
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
    text = f"{vehicle.name} withstands a massive hit."
    yield happened("massive-damage", text, "owb.vcrit.massive-damage", name, dice=dice)


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
    yield happened("explosion", f"{vehicle.name} explodes.", "owb.vdamage.minus-ten-explodes", name)
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
