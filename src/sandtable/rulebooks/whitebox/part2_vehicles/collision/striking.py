"""COLLISION carried out: what each of those involved suffers, and who may go on."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import atan2, tau

from msgspec import Struct

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.core_rulebook.harm import hurt
from ...part1_personal.core_rulebook.persons import fraction, plain_save, save_succeeds
from ...part1_personal.movement.walking import enters, shows_himself, stops_moving
from ...state import Footprint, OwbState
from ...state.footprint import bearing_parts
from ..damage.damage import damage_vehicle
from ..damage.inanimate_objects import damage_object
from ..maneuvers.driving_check import complete_stop, vehicle_save
from ..round.crew import operator_of
from .contacts import InTheWay, Section, feature_of, in_the_way
from .impacts import Blow, blow_of, clash_of, clash_with, person_damage, things

STRUCK = "owb.collision.character-struck"


def knock_aside(state: OwbState, name: str, vehicle: str, print_: Footprint) -> Iterator[Event]:
    """Put somebody who lives beside the vehicle that has struck him."""
    cite(STRUCK)
    person = state.person(name)
    if person.out == "dead":
        return
    own = state.square(person)
    square = free_square(state, own, vehicle, print_)
    if square is None:
        return
    enters(state, name, square)
    cite("owb.suppress.continue")
    state.change(name, ducked=False, lean=None, climbing=None, trained=None)
    stops_moving(state, name)
    shows_himself(state, name)
    text = f"{person.name} is thrown clear, to {state.setting.told(square)}."
    yield happened("knocked-aside", text, STRUCK, name)


def free_square(state: OwbState, own: Square, vehicle: str, print_: Footprint) -> Square | None:
    """The nearest free square outside the footprint that a vehicle goes to.

    Of the equally near it is the farthest from the vehicle's axis, then the first clockwise from
    the north.
    """
    grounds, taken = state.grounds_without(vehicle), set(print_.squares)
    for reach in range(1, max(grounds.width, grounds.rows)):
        found = [
            square
            for square in grid.blast(own, reach)
            if grid.distance(own, square) == reach
            and grounds.holds(square)
            and square not in taken
            and not grounds.kind(square).impassable
            and state.at(square) is None
        ]
        if found:
            return min(found, key=lambda square: _rank(print_, own, square))
    return None


def _rank(print_: Footprint, own: Square, square: Square) -> tuple[float, float]:
    _, aside = bearing_parts(print_, square)
    angle = atan2(square[0] - own[0], own[1] - square[1]) % tau
    return (-round(abs(aside), 9), angle)


class Contact(Struct, frozen=True):
    """What came of a step that strikes something.

    Attributes:
        enters: Whether the vehicle may take the step.
        failed: The vehicles whose operators have lost control of them.
    """

    enters: bool
    failed: tuple[str, ...] = ()


def strike_all(
    state: OwbState,
    name: str,
    print_: Footprint,
    direction: int,
    dice: Dice,
    *,
    rammed: bool,
    way: InTheWay | None = None,
) -> Generator[Event, None, Contact]:
    """Everything that one step strikes: characters, then objects, then vehicles, nearest first."""
    cite("owb.collision.several-at-once", "owb.collision.attacker-is-the-one-that-moved")
    if not rammed:
        cite("owb.collision.accident-needs-no-check")
    way = way or in_the_way(state, name, print_)
    blow = blow_of(state, name, direction, meant=rammed)
    for person in way.persons:
        yield from _strike_person(state, blow, person, dice)
    stopped, failed = False, []
    for thing in things(state, blow.vehicle, way.objects):
        stands = yield from _strike_object(state, blow, thing, dice)
        stopped = stopped or stands
    for other in way.vehicles:
        stopped = True
        if not (yield from _strike_vehicle(state, blow, other, dice)):
            failed.append(other)
    cite("owb.collision.position-afterwards")
    if stopped or state.vehicle(name).wreck or without_operator(state, name):
        complete_stop(state, name)
        return Contact(False, tuple(failed))
    for person in way.persons:
        yield from knock_aside(state, person, name, print_)
    return Contact(True)


def _verb(blow: Blow) -> str:
    return "rams" if blow.meant else "runs into"


def _accident(blow: Blow) -> tuple[str, ...]:
    return () if blow.meant else ("owb.collision.accident-needs-no-check",)


# -- vehicles -------------------------------------------------------------------------------------


def _strike_vehicle(
    state: OwbState, blow: Blow, other: str, dice: Dice
) -> Generator[Event, None, bool]:
    """Strike another vehicle; whether its operator keeps control of it."""
    attacker, defender = blow.vehicle, state.vehicle(other)
    kept = not blow.meant or keeps_control(state, other, dice)
    clash = clash_of(state, blow, defender)
    mine, theirs = clash.roll(dice)
    text = f"{attacker.name} {_verb(blow)} {defender.name}: a {clash.kind} collision."
    yield happened(
        "collision",
        text,
        (*clash.rules, "owb.collision.classify", *_accident(blow)),
        attacker.id,
        other,
        dice=dice,
        type=clash.kind,
        attacker=mine,
        defender=theirs,
    )
    yield from suffer(state, attacker.id, mine, dice, meant=blow.meant)
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
    half = fraction(points, 2)
    if state.vehicle(name).wreck == "exploded" or not half:
        return
    cite("owb.collision.occupants-half-damage")
    for person in state.occupants(name):
        if person.out == "dead":
            continue
        saved = person.able and save_succeeds(person, plain_save(person), dice, "collision")
        text = f"{person.name} is thrown about{' but holds on' if saved else ''}."
        yield happened(
            "thrown-about", text, "owb.collision.occupants-half-damage", person.id, dice=dice
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


def _strike_object(
    state: OwbState, blow: Blow, thing: tuple[Section, ...], dice: Dice
) -> Generator[Event, None, bool]:
    """Strike an object; whether it still stands."""
    vehicle = blow.vehicle
    feature = feature_of(state.bare_grounds, vehicle, thing[0])
    clash = clash_with(state, blow, thing)
    taken, dealt = clash.roll(dice)
    text = f"{vehicle.name} {_verb(blow)} an obstacle: {feature.replace('-', ' ')}."
    yield happened(
        "collision",
        text,
        (*clash.rules, *_accident(blow)),
        vehicle.id,
        dice=dice,
        type="object",
        attacker=taken,
        object=dealt,
    )
    yield from suffer(state, vehicle.id, taken, dice, meant=blow.meant)
    if state.option("cover_damage") != "hit-points":
        return True
    stands = False
    for part in thing:
        gone = yield from damage_object(state, part, dealt, dice, vehicle=vehicle.id)
        stands = stands or not gone
    return stands or state.vehicle(vehicle.id).stuck


# -- characters -----------------------------------------------------------------------------------


def _strike_person(state: OwbState, blow: Blow, name: str, dice: Dice) -> Iterator[Event]:
    rule = "owb.collision.character-struck"
    person, vehicle = state.person(name), blow.vehicle
    saved = person.able and save_succeeds(person, plain_save(person), dice, "leap aside")
    points = fraction(person_damage(state, blow, person, dice), 2 if saved else 1)
    text = f"{vehicle.name} strikes {person.name}{', who leaps half aside' if saved else ''}."
    yield happened(
        "run-over",
        text,
        (rule, "owb.collision.hull-multiplies-delivered"),
        vehicle.id,
        name,
        dice=dice,
        damage=points,
    )
    yield from hurt(state, name, points)
