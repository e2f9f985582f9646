"""A finite, sensible set of orders for each decision.

On a free table there are endlessly many moves. These are the ones that computer players, tests and
keyboards pick from: every shot, a rose of directions at full and half distance, the ways to fall
back, and the points of an enemy's path where something changes. All of them are legal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import msgspec

from sandtable.battle import Order
from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import sees
from sandtable.rulebooks.panzer8.s03_turn.setting_up import check_deploy, unplaced
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import check_charger, would_meet_target
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import (
    enemy_to_flee,
    fall_back_cost,
    fall_back_factor,
)
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import (
    check_retire,
    forced_ways,
    headings,
    to_enemies,
    to_table_edge,
)
from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import Shot, aim, in_range
from sandtable.rulebooks.panzer8.s05_actions.move.rates import (
    cost,
    heading_on_leg,
    leaves_front,
    obstacles_on,
    rated_stretches,
)
from sandtable.rulebooks.panzer8.s05_actions.move.stops import window
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import resumed
from sandtable.rulebooks.panzer8.s05_actions.react.joining import joiners
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import check_reaction
from sandtable.rulebooks.panzer8.s05_actions.react.who_and_where import (
    aimed_at,
    is_open_at,
    mover_at,
    movers_at,
    points_from_first,
    reaction_refusal,
    reactors,
)
from sandtable.rulebooks.panzer8.s05_actions.readiness import commanded
from sandtable.rulebooks.panzer8.s09_troops.transport import (
    is_empty_transport,
    riders,
    riders_on_tanks,
)
from sandtable.rulebooks.panzer8.s10_buildings.occupation import outdoors, start_of
from sandtable.rulebooks.panzer8.s13_engineering.wire_ways import crossing_moves, up_to_wire
from sandtable.rulebooks.panzer8.s15_events.effects import haste
from sandtable.rulebooks.panzer8.state import (
    Element,
    Moving,
    P8State,
    Retiring,
)
from sandtable.rulebooks.panzer8.state.battlefield import INWARD
from sandtable.rulebooks.panzer8.state.built_up_areas import BUA, SIDE_BOUND
from sandtable.rulebooks.panzer8.state.nearby import enemies_about
from sandtable.rulebooks.panzer8.state.orders import (
    Charge,
    Deploy,
    FallBack,
    Fire,
    GoOn,
    Halt,
    Move,
    MoveAndFire,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Retire,
)
from sandtable.rulebooks.panzer8.state.tables import RATES
from sandtable.table import Point, bearing, distance, gap, step

ROSE: Final = tuple(45.0 * n for n in range(8))
"""The directions in which moves are offered."""

LONGEST: Final = max(max(rates.values()) for rates in RATES.values()) + 2.0


def _longest(state: P8State, element: Element) -> float:
    """Farther than this nobody ever goes."""
    return LONGEST * haste(state, element, "move")


# -- actions --------------------------------------------------------------------------------------


def shots(state: P8State, element: Element) -> Iterator[Fire]:
    """Fire at every target that any gun can be aimed at; the other guns join in where they can."""
    sheet = state.sheet(element)
    guns = range(len(sheet.guns))
    for enemy in (*in_range(state, element), *riders_on_tanks(state, element)):
        # Most enemies are out of sight, and then no gun need be aimed; mortars may borrow eyes.
        if not sheet.is_mortar and not sees(state, element, enemy):
            continue
        fits = [isinstance(aim(state, element, enemy, gun), Shot) for gun in guns]
        if any(fits):
            main = enemy.id if fits[0] else None
            others = tuple(enemy.id if fit else None for fit in fits[1:])
            yield Fire(element.id, main, others if any(others) else ())


def charges(state: P8State, element: Element) -> Iterator[Charge]:
    """Charge every enemy in reach by the straight way."""
    if element.suppressed or not element.on_table:
        return
    reach = max(RATES[state.sheet(element).move_class].values()) + 2.0
    reach *= haste(state, element, "charge")
    for enemy in enemies_about(state, element, reach):
        apart = distance(state.base(element), state.base(enemy))
        if apart <= reach and check_charger(state, element, enemy) is None:
            yield Charge(element.id, enemy.id)


def turns_with_fire(state: P8State, element: Element) -> Iterator[MoveAndFire]:
    """Turn a gun that only fires forward towards an enemy, and fire."""
    sheet = state.sheet(element)
    bound = element.inside is not None and sheet.type in SIDE_BOUND
    if element.suppressed or not (bound or "FF" in sheet.guns[0].flags):
        return
    if element.landed or element.broken_down or not element.on_table:
        return
    seen = set()
    near = {enemy.id for enemy in in_range(state, element)}
    for enemy in state.enemies_of(element):
        facing = round(bearing((element.x, element.y), (enemy.x, enemy.y)), 1)
        if facing in seen:
            continue
        if enemy.id in near and isinstance(aim(state, element, enemy), Shot):
            continue
        seen.add(facing)
        yield MoveAndFire(element.id, (), facing)


# -- moves ----------------------------------------------------------------------------------------


def moves(state: P8State, element: Element) -> Iterator[Move]:
    """Moves in all directions, at full and half distance."""
    if element.suppressed or state.sheet(element).move_class == "0":
        return
    if element.landed or is_empty_transport(state, element):
        return
    yield from entries(state, element)
    yield from crossing_moves(state, element)
    for heading in ROSE:
        reach = farthest(state, element, heading, 1.0)
        for part in (1.0, 0.5):
            if reach * part > 0.25:
                yield Move(element.id, (spot(state, element, heading, reach * part),))


def entries(state: P8State, element: Element) -> Iterator[Move]:
    """Go into a built-up area nearby, or up and down in the one where the element is."""
    for bua in state.setting.buas.values():
        if bua.id == element.inside:
            if bua.elevated:
                yield Move(element.id, (), aloft=not element.aloft)
            continue
        door = bua.nearest((element.x, element.y))
        if math.dist(door, (element.x, element.y)) > _longest(state, element):
            continue
        path = (bua.centre,) if element.inside is not None else (door, bua.centre)
        yield Move(element.id, path)
        if bua.elevated:
            yield Move(element.id, path, aloft=True)


def moves_with_fire(state: P8State, element: Element) -> Iterator[MoveAndFire]:
    """Moves in all directions at half speed, for those who can fire after it."""
    if element.suppressed or state.sheet(element).move_class == "0":
        return
    if element.landed or is_empty_transport(state, element):
        return
    if state.has(element, "NMF") or not is_armed(state, element):
        return
    for heading in ROSE:
        reach = farthest(state, element, heading, 0.5)
        if reach > 0.25:
            yield MoveAndFire(element.id, (spot(state, element, heading, reach),))


def is_armed(state: P8State, element: Element) -> bool:
    """Whether an element has any gun that fires."""
    return element.sheet not in state.setting.unarmed


def spot(state: P8State, element: Element, heading: float, length: float) -> Point:
    """A point in some direction from an element, kept a hair within its reach."""
    x, y = step(start_of(state, element, heading), heading, length)
    return round(x, 3), round(y, 3)


def farthest(state: P8State, element: Element, heading: float, speed: float) -> float:
    """How far an element can go in a straight line, apart from whom it meets."""
    return reaches(state, element, heading, (speed,))[0]


def reaches(
    state: P8State, element: Element, heading: float, speeds: Sequence[float]
) -> tuple[float, ...]:
    """How far an element can go in a straight line at each of some speeds."""
    start = start_of(state, element, heading)
    doors = [0.0] if element.inside is not None else []
    element = outdoors(element)
    sheet = state.sheet(element)
    length = min(_longest(state, element), _to_edge(state, start, heading))
    length = _to_building(state, start, heading, length)
    length = up_to_wire(state, element, start, heading, heading, length)
    if length < 0.25:
        return (0.0,) * len(speeds)
    path = (start, step(start, heading, length))
    slowed = 1.0 / haste(state, element, "move")
    if sheet.is_vehicle and not state.has(element, "RD"):
        on_leg = heading_on_leg(element.heading, heading, "forward")
        if leaves_front(sheet, path, element.heading, "forward") and on_leg == heading:
            slowed *= 2.0
    rated = rated_stretches(state, element, path)
    crossed = [*doors, *obstacles_on(state, path)]
    return tuple(_longest_affordable(rated, crossed, speed / slowed) for speed in speeds)


def _to_building(state: P8State, start: Point, heading: float, length: float) -> float:
    """The length of a line up to the first built-up area that it would lead through."""
    if not state.setting.buas or length <= 0:
        return length
    for stretch in state.setting.ground.stretches((start, step(start, heading, length))):
        if any(area.kind == BUA for area in stretch.areas):
            return max(0.0, stretch.start - 0.05)
    return length


def _longest_affordable(
    rated: Sequence[tuple[float, float, float]], obstacles: Sequence[float], factor: float
) -> float:
    """The longest part of a path, from its start, that costs no more than one move."""
    if not rated:
        return 0.0
    if len(rated) == 1 and not obstacles:
        return min(rated[0][1], rated[0][2] * factor)
    low, high = 0.0, rated[-1][1]
    for _ in range(9):
        middle = (low + high) / 2
        part = [(a, min(b, middle), s) for a, b, s in rated if a < middle]
        crossed = sum(at <= middle for at in obstacles)
        affordable = cost(part, crossed, factor) <= 1.0
        low, high = (middle, high) if affordable else (low, middle)
    return math.floor(low * 100) / 100


def _to_edge(state: P8State, start: Point, heading: float) -> float:
    """The length to the table edge, less a hair, so that the end certainly lies on the table."""
    return max(0.0, to_table_edge(state, start, heading) - 0.01)


def fall_backs(state: P8State, element: Element) -> Iterator[FallBack]:
    """Fall back as far as possible, or half of that, away from the enemy or homewards."""
    if state.sheet(element).move_class == "0":
        return
    enemy = enemy_to_flee(state, element)
    for direction, heading in headings(state, element, enemy).items():
        reach = farthest_back(state, element, heading)
        for part in (1.0, 0.5):
            length = math.floor(reach * part * 100) / 100
            if length > 0.25:
                yield FallBack(element.id, direction, length)


def farthest_back(state: P8State, element: Element, heading: float) -> float:
    """How far an element can fall back by choice in a straight line."""
    start = start_of(state, element, heading)
    doors = 1 if element.inside is not None else 0
    length = min(_longest(state, element), _to_edge(state, start, heading))
    length = _to_building(state, start, heading, length)
    length = up_to_wire(state, element, start, heading, element.heading, length)
    if length < 0.25:
        return 0.0
    price = _price_back(state, element, (start, step(start, heading, length)), doors)
    low, high = 0.0, length
    for _ in range(8):
        middle = (low + high) / 2
        affordable = price((start, step(start, heading, middle))) <= 1.0
        low, high = (middle, high) if affordable else (low, middle)
    mover = msgspec.structs.replace(outdoors(element), x=start[0], y=start[1])
    return to_enemies(state, mover, heading, low)


def _price_back(
    state: P8State, element: Element, whole: tuple[Point, Point], doors: int
) -> Callable[[tuple[Point, Point]], float]:
    """What any part of a straight way, from its start, costs somebody who falls back along it."""
    mover = outdoors(element)
    rated = rated_stretches(state, mover, whole)
    if len(rated) != 1 or state.setting.ground.crossings(whole):
        return lambda path: fall_back_cost(state, element, path, doors)
    # The ground is the same all the way, so no part of it has to be looked at again.
    factor, speed = fall_back_factor(state, mover), rated[0][2]
    return lambda path: cost(((0.0, gap(*path), speed),), doors, factor)


# -- reactions and what follows -------------------------------------------------------------------


def reactions(state: P8State, seats: Sequence[str], frame: Moving) -> Iterator[Order]:
    """The reactions of everybody who can react."""
    frame = window(state, frame)
    for reactor in reactors(state, frame):
        if commanded(state, seats, reactor):
            yield from reactions_of(state, reactor, frame)


def reactions_of(state: P8State, reactor: Element, frame: Moving) -> Iterator[Order]:
    """Fire at the first, the nearest and the last point where it is possible, or fall back."""
    points = points_from_first(state, reactor, frame)
    movers = movers_at(state, frame, points)

    def is_open(number: int) -> bool:
        return is_open_at(state, reactor, frame, points[number])

    for number in _telling(state, reactor, movers, is_open):
        yield ReactFire(reactor.id, points[number])
    for rider in riders(state, state.pieces[frame.element]):
        aboard = [aimed_at(state, mover, rider.id) for mover in movers]
        there = [target for target in aboard if isinstance(target, Element)]
        for number in _telling(state, reactor, there, is_open) if len(there) == len(points) else ():
            yield ReactFire(reactor.id, points[number], rider.id)
    if points and state.sheet(reactor).move_class != "0" and reactor.carried_by is None:
        yield from _flights(state, reactor, frame, points[0])


def _telling(
    state: P8State,
    reactor: Element,
    targets: Sequence[Element],
    is_open: Callable[[int], bool],
) -> list[int]:
    """Of targets in their order, by number: the first, the nearest and the last to fire at.

    Each is looked for by itself, so that not everything between them has to be aimed at.
    """

    def apart(number: int) -> float:
        target = targets[number]
        return math.dist((target.x, target.y), (reactor.x, reactor.y))

    @cache
    def fits(number: int) -> bool:
        return is_open(number) and reaction_refusal(state, reactor, targets[number]) is None

    numbers = range(len(targets))
    first = next(filter(fits, numbers), None)
    if first is None:
        return []
    last = next(filter(fits, reversed(numbers)))
    nearest = next(filter(fits, sorted(numbers, key=apart)))
    return sorted({first, nearest, last})


def _flights(state: P8State, reactor: Element, frame: Moving, at: float) -> Iterator[ReactFallBack]:
    mover = mover_at(state, frame, at)
    for direction, heading in headings(state, reactor, (mover.x, mover.y)).items():
        length = math.floor(farthest_back(state, reactor, heading) * 100) / 100
        order = ReactFallBack(reactor.id, at, direction, length)
        if length > 0.25 and check_reaction(state, frame, order) is None:
            yield order


def helpers(state: P8State, seats: Sequence[str], frame: Moving) -> Iterator[Order]:
    """Everybody who can come to the help of a charged element."""
    for joiner in joiners(state, frame):
        if commanded(state, seats, joiner):
            yield ReactJoin(joiner.id)


def resumptions(state: P8State, frame: Moving) -> Iterator[Order]:
    """To go on as planned, if that is still possible, or at another enemy, and to halt."""
    if isinstance(resumed(state, frame, GoOn()), Moving):
        yield GoOn()
    if frame.action == "charge":
        yield from _other_targets(state, frame)
    yield Halt()


def _other_targets(state: P8State, frame: Moving) -> Iterator[Order]:
    """Enemies that a charge can be led on to, if it does not lead to its target any more."""
    if would_meet_target(state, frame):
        return
    element = state.pieces[frame.element]
    for enemy in state.enemies_of(element):
        order = GoOn(target=enemy.id)
        near = distance(state.base(element), state.base(enemy)) <= _longest(state, element)
        if near and isinstance(resumed(state, frame, order), Moving):
            yield order


def retirements(state: P8State, frame: Retiring) -> Iterator[Retire]:
    """The ways open to an element that must fall back."""
    element = state.pieces[frame.element]
    about = (element.heading + 180.0) % 360.0
    for way in forced_ways(state, element, frame.away_from, keep_cover=frame.keep_cover):
        yield Retire(way)
        if check_retire(state, frame, Retire(way, about)) is None:
            yield Retire(way, about)


def deployments(state: P8State, seats: Sequence[str], side: str) -> Iterator[Deploy]:
    """Spots on a grid in the zone, facing away from home."""
    element = next((e for e in unplaced(state, side) if commanded(state, seats, e)), None)
    if element is None:
        return
    zone = state.setting.scenario.zone(element.zone)
    facing = INWARD[state.setting.homes[side]]
    xs = [x for x, _ in zone.outline]
    ys = [y for _, y in zone.outline]
    for column in range(int((max(xs) - min(xs)) / 2) + 1):
        for row in range(int((max(ys) - min(ys)) / 2) + 1):
            order = Deploy(element.id, (min(xs) + 1 + 2 * column, min(ys) + 1 + 2 * row), facing)
            if check_deploy(state, side, order) is None:
                yield order
