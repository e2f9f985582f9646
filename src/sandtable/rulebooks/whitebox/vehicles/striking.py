"""COLLISION carried out: what each of those involved suffers, and who may go on."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from msgspec import Struct

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.harm import hurt
from sandtable.rulebooks.whitebox.persons import fraction, plain_save, save_succeeds
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.contacts import (
    Section,
    ends_of,
    feature_of,
    in_the_way,
    middle_of,
)
from sandtable.rulebooks.whitebox.vehicles.crew import operator_of
from sandtable.rulebooks.whitebox.vehicles.damage import damage_vehicle
from sandtable.rulebooks.whitebox.vehicles.driving import complete_stop, vehicle_save
from sandtable.rulebooks.whitebox.vehicles.footprint import Footprint, zone_of
from sandtable.rulebooks.whitebox.vehicles.hull import hull_level
from sandtable.rulebooks.whitebox.vehicles.impacts import (
    DELIVERED,
    DICE,
    Struck,
    attacking_face,
    classify,
    damage_taken,
    rule_of,
    speed_of,
    speeds_counted,
)
from sandtable.rulebooks.whitebox.vehicles.knocked_aside import knock_aside
from sandtable.rulebooks.whitebox.vehicles.objects import damage_object, material_of
from sandtable.rulebooks.whitebox.vehicles.pieces import Vehicle
from sandtable.table import grid


class Contact(Struct, frozen=True):
    """What came of a step that strikes something.

    Attributes:
        enters: Whether the vehicle may take the step.
        failed: The vehicles whose operators have lost control of them.
    """

    enters: bool
    failed: tuple[str, ...] = ()


def strike_all(
    state: OwbState, name: str, print_: Footprint, direction: int, dice: Dice, *, rammed: bool
) -> Generator[Event, None, Contact]:
    """Everything that one step strikes: characters, then objects, then vehicles, nearest first."""
    cite("owb.collision.several-at-once", "owb.collision.attacker-is-the-one-that-moved")
    if not rammed:
        cite("owb.collision.accident-needs-no-check")
    way = in_the_way(state, name, print_)
    blow = Blow(name, state.footprint(state.vehicle(name)), direction, rammed)
    for person in way.persons:
        yield from _strike_person(state, blow, person, dice)
    stopped, failed = False, []
    for thing in things(state, name, way.objects):
        stands = yield from _strike_object(state, blow, thing, dice)
        stopped = stopped or stands
    for other in way.vehicles:
        stopped = True
        if not (yield from _strike_vehicle(state, blow, other, dice)):
            failed.append(other)
    cite("owb.collision.position-afterwards")
    if stopped or state.vehicle(name).wreck:
        complete_stop(state, name)
        return Contact(False, tuple(failed))
    for person in way.persons:
        yield from knock_aside(state, person, name, print_)
    return Contact(True)


class Blow(Struct, frozen=True):
    """A vehicle on its way into something.

    Attributes:
        vehicle: Which.
        before: Where it is before the step.
        direction: Where it goes.
        meant: Whether it was meant.
    """

    vehicle: str
    before: Footprint
    direction: int
    meant: bool


# -- vehicles -------------------------------------------------------------------------------------


class Clash(Struct, frozen=True):
    """A collision of two vehicles before the die is rolled.

    Attributes:
        kind: Its type.
        plus: What their Movement adds to the die.
        attacker: The hull level of the attacking vehicle's touching face.
        defender: That of the defending vehicle's.
    """

    kind: Struck
    plus: int
    attacker: int
    defender: int

    def taken(self, die: int) -> tuple[int, int]:
        """What the attacking and the defending vehicle take when the die shows so much."""
        cite("owb.collision.both-take-damage")
        base = die + self.plus
        mine = damage_taken(base, self.attacker, self.defender)
        return mine, damage_taken(base, self.defender, self.attacker)


def clash_of(
    state: OwbState, attacker: Vehicle, before: Footprint, direction: int, other: Vehicle
) -> Clash:
    """The collision of a vehicle that goes in a direction with another one."""
    print_ = state.footprint(other)
    reversing = other.pace == "reverse"
    kind = classify(before, direction, print_, reversing=reversing)
    touching = attacking_face(before, direction, print_.centre)
    return Clash(
        kind,
        speeds_counted(kind, speed_of(state, attacker), speed_of(state, other)),
        hull_level(attacker, touching),
        hull_level(other, zone_of(print_, before.centre)),
    )


def _strike_vehicle(
    state: OwbState, blow: Blow, other: str, dice: Dice
) -> Generator[Event, None, bool]:
    """Strike another vehicle; whether its operator keeps control of it."""
    name, attacker = blow.vehicle, state.vehicle(blow.vehicle)
    defender = state.alter(other, hidden=False)
    kept = not blow.meant or keeps_control(state, other, dice)
    clash = clash_of(state, attacker, blow.before, blow.direction, defender)
    rule = rule_of(clash.kind)
    mine, theirs = clash.taken(DICE[clash.kind].total(dice, f"{clash.kind} collision"))
    verb = "rams" if blow.meant else "runs into"
    yield Event(
        kind="collision",
        text=f"{attacker.name} {verb} {defender.name}: a {clash.kind} collision.",
        rules=(rule, "owb.collision.classify"),
        pieces=(name, other),
        rolls=dice.take_rolls(),
        data={"type": clash.kind, "attacker": mine, "defender": theirs},
    )
    yield from suffer(state, name, mine, dice, meant=blow.meant)
    yield from suffer(state, other, theirs, dice, meant=blow.meant)
    return kept


def keeps_control(state: OwbState, name: str, dice: Dice) -> bool:
    """The Saving Throw of a vehicle's operator against a ram or a sideswipe.

    Nobody makes it for a wreck or a vehicle without an operator, which have no mishaps either.
    """
    cite("owb.collision.ram", "owb.driving.failed-vehicle-save-mishap")
    vehicle = state.vehicle(name)
    if vehicle.wreck or operator_of(state, vehicle) is None:
        return True
    return vehicle_save(state, name, dice, "keep control")


def suffer(state: OwbState, name: str, points: int, dice: Dice, *, meant: bool) -> Iterator[Event]:
    """A vehicle takes the damage of a collision, and everybody aboard a part of it."""
    yield from damage_vehicle(state, name, points, dice, attack=meant)
    if state.vehicle(name).wreck == "exploded":
        return
    cite("owb.collision.occupants-half-damage")
    for person in state.occupants(name):
        half = fraction(points, 2)
        if person.out == "dead" or not half:
            continue
        saved = person.able and save_succeeds(person, plain_save(person), dice, "collision")
        yield Event(
            kind="thrown-about",
            text=f"{person.name} is thrown about{' but holds on' if saved else ''}.",
            rules=("owb.collision.occupants-half-damage",),
            pieces=(person.id,),
            rolls=dice.take_rolls(),
        )
        yield from hurt(state, person.id, fraction(points, 4) if saved else half)
    without_operator(state, name)


def without_operator(state: OwbState, name: str) -> bool:
    """Whether the operator of a vehicle is lost; it then comes to a complete stop on the spot."""
    if operator_of(state, state.vehicle(name)) is not None:
        return False
    complete_stop(state, name)
    return True


# -- objects --------------------------------------------------------------------------------------


def things(
    state: OwbState, name: str, sections: tuple[Section, ...]
) -> Iterator[tuple[Section, ...]]:
    """The objects that are struck, nearest first: adjoining sections of a kind are one object."""
    grounds, vehicle = state.bare_grounds, state.vehicle(name)
    left = list(sections)
    while left:
        thing = [left.pop(0)]
        kind = feature_of(grounds, vehicle, thing[0])
        for part in thing:
            joined = [
                other
                for other in left
                if feature_of(grounds, vehicle, other) == kind and _adjoin(part, other)
            ]
            thing += joined
            left = [other for other in left if other not in joined]
        yield tuple(thing)


def _adjoin(one: Section, two: Section) -> bool:
    return min(grid.distance(a, b) for a in ends_of(one) for b in ends_of(two)) <= 1


def _strike_object(
    state: OwbState, blow: Blow, thing: tuple[Section, ...], dice: Dice
) -> Generator[Event, None, bool]:
    """Strike an object; whether it still stands."""
    rule = rule_of("object")
    vehicle = state.vehicle(blow.vehicle)
    feature = feature_of(state.bare_grounds, vehicle, thing[0])
    material = material_of(feature)
    theirs = material.hull if material is not None else max(DELIVERED)
    mine = hull_level(vehicle, attacking_face(blow.before, blow.direction, middle_of(thing[0])))
    plus = speeds_counted("object", speed_of(state, vehicle))
    base = DICE["object"].total(dice, "collision") + plus
    taken, dealt = damage_taken(base, mine, theirs), damage_taken(base, theirs, mine)
    verb = "rams" if blow.meant else "runs into"
    yield Event(
        kind="collision",
        text=f"{vehicle.name} {verb} an obstacle: {feature.replace('-', ' ')}.",
        rules=(rule,),
        pieces=(vehicle.id,),
        rolls=dice.take_rolls(),
        data={"type": "object", "attacker": taken, "object": dealt},
    )
    yield from suffer(state, vehicle.id, taken, dice, meant=blow.meant)
    if material is None or state.option("cover_damage") != "hit-points":
        return True
    stands = False
    for part in thing:
        gone = yield from damage_object(state, part, dealt, dice, vehicle=vehicle.id)
        stands = stands or not gone
    return stands or state.vehicle(vehicle.id).stuck


# -- characters -----------------------------------------------------------------------------------


def _strike_person(state: OwbState, blow: Blow, name: str, dice: Dice) -> Iterator[Event]:
    rule = rule_of("character")
    person, vehicle = state.change(name, hidden=False), state.vehicle(blow.vehicle)
    saved = save_succeeds(person, plain_save(person), dice, "leap aside")
    full = person_damage(state, vehicle, blow.before, blow.direction, person, dice)
    points = fraction(full, 2 if saved else 1)
    yield Event(
        kind="run-over",
        text=f"{vehicle.name} strikes {person.name}{', who leaps half aside' if saved else ''}.",
        rules=(rule, "owb.collision.hull-multiplies-delivered"),
        pieces=(vehicle.id, name),
        rolls=dice.take_rolls(),
        data={"damage": points},
    )
    yield from hurt(state, name, points)


def person_damage(
    state: OwbState,
    vehicle: Vehicle,
    before: Footprint,
    direction: int,
    person: Person,
    dice: Dice,
) -> int:
    """Roll the full damage that a vehicle does to a character on foot."""
    face = attacking_face(before, direction, state.square(person))
    plus = speeds_counted("character", speed_of(state, vehicle))
    base = DICE["character"].total(dice, "collision") + plus
    return base * DELIVERED[hull_level(vehicle, face)]
