"""What attacks, vehicles and places for them are worth, and where a side wants to go.

Worth is counted in enemies put out of action: one of them is 1.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache
from math import erf, sqrt
from typing import Final

from sandtable.battle import Refusal
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.attack.attack_roll import Blow
from ..part1_personal.explosives.explosions import everybody_caught
from ..part1_personal.line_of_sight.lines import sightline
from ..part1_personal.round.ending import holder
from ..part2_vehicles.attack.at_squares import SquareShot
from ..part2_vehicles.attack.attack_roll import VehicleShot
from ..part2_vehicles.damage.hull import hull_level, share
from ..part2_vehicles.movement.terrain import ground_class
from ..part2_vehicles.round.crew import gunner_of
from ..state import Footprint, Grounds, OwbState, Person, Vehicle
from ..state.footprint import bearing_parts, zone_of
from ..state.tables import MISSILE, DiceSum
from ..state.vehicle_stats import GUNS

WOUND = 0.35
"""What a wound is worth, in parts of putting somebody out of action."""

FIELDS: Final = 64
"""How many maps of the way to some goals are kept."""


def value_of(blow: Blow | Refusal, target: Person) -> float:
    """What an attack is worth: the chance to put the target out, and a part for a wound."""
    if isinstance(blow, Refusal):
        return 0.0
    hit = 1.0 if blow.sure else min(20, max(0, 21 - blow.needed)) / 20
    if blow.naturals and not blow.sure:
        hit = min(0.95, max(0.05, hit))
    if hit <= 0:
        return 0.0
    out = _chance_of_damage(blow.damage, blow.more, blow.times, max(1, target.hp))
    worth = 1.3 if target.combatant.operative or target.rank == "officer" else 1.0
    return worth * hit * (out + (1 - out) * WOUND)


@lru_cache(maxsize=1024)
def _chance_of_damage(damage: DiceSum, more: int, times: int, needed: int) -> float:
    dice, sides = damage.count, damage.sides
    ways = {0: 1}
    for _ in range(dice):
        ways = {
            total: sum(ways.get(total - face, 0) for face in range(1, sides + 1))
            for total in range(1, sides * dice + 1)
        }
    plus = damage.plus + more
    good = sum(n for total, n in ways.items() if max(1, total + plus) * times >= needed)
    return float(good) / float(sides**dice)


OUT_OF_REACH: Final = 99
"""How far away counts what cannot be reached at all."""

Field = dict[Square, int]
"""How far every square is from the nearest goal, by the way that a vehicle can go."""


def exits_of(state: OwbState, side: str) -> tuple[str, ...]:
    """The edges that a side wants to leave over."""
    return tuple(way.edge for way in state.setting.scenario.victory.exits if way.side == side)


def goals_of(state: OwbState, side: str) -> tuple[Square, ...]:
    """The squares that a side wants to get to.

    A side that wants to get away goes for the edge, whatever there is on the way; others for the
    objectives that they do not hold, or for all if they hold them.
    """
    return state.once(("goals", side), lambda: _goals_of(state, side))


def _goals_of(state: OwbState, side: str) -> tuple[Square, ...]:
    edges = exits_of(state, side)
    if edges:
        return tuple(square for edge in edges for square in _along(state.grounds, edge))
    objectives = state.setting.scenario.objectives
    wanted = [one for one in objectives if holder(state, one) != side] or list(objectives)
    if wanted:
        return tuple(state.setting.square(one.at) for one in wanted)
    return tuple(_enemies(state, side))


def _along(grounds: Grounds, edge: str) -> Iterator[Square]:
    """The squares along an edge of the map."""
    last_x, last_y = grounds.width - 1, grounds.rows - 1
    if edge in ("north", "south"):
        y = 0 if edge == "north" else last_y
        yield from ((x, y) for x in range(last_x + 1))
    else:
        x = 0 if edge == "west" else last_x
        yield from ((x, y) for y in range(last_y + 1))


def _enemies(state: OwbState, side: str) -> Iterator[Square]:
    for person in state.people():
        if person.side != side:
            yield state.square(person)
    for vehicle in state.vehicles():
        if vehicle.side != side and vehicle.on_table and not vehicle.wreck:
            yield state.footprint(vehicle).squares[0]


def distance_to_goal(state: OwbState, side: str, square: Square) -> int:
    """How far a square is from the nearest goal, as the crow flies."""
    return min((grid.distance(square, goal) for goal in goals_of(state, side)), default=0)


# -- ways for vehicles ----------------------------------------------------------------------------


def field_of(state: OwbState, vehicle: Vehicle) -> Field:
    """How far every square is from the vehicle's goals; kept, since goals seldom change."""
    goals = goals_of(state, vehicle.side)
    key = (state.changes, vehicle.tracked, vehicle.modifications, vehicle.width, goals)
    fields = state.setting.fields
    known: Field | None = fields.get(key)
    if known is None:
        if len(fields) >= FIELDS:  # where enemies are the goals, there are ever new ones
            fields.clear()
        known = fields[key] = _spread(state.bare_grounds, vehicle, goals)
    return known


def _spread(grounds: Grounds, vehicle: Vehicle, goals: tuple[Square, ...]) -> Field:
    """Distances over the squares on which a vehicle can drive, from the goals outwards."""
    costs = _costs(grounds, vehicle)
    found: Field = {}
    todo = [(0, goal) for goal in goals]
    heapq.heapify(todo)
    while todo:
        far, square = heapq.heappop(todo)
        if square in found:
            continue
        found[square] = far
        for near in grid.neighbours(square):
            cost = costs.get(near)
            if cost is not None and near not in found:
                heapq.heappush(todo, (far + cost, near))
    return found


def _costs(grounds: Grounds, vehicle: Vehicle) -> dict[Square, int]:
    """What it costs a vehicle to drive over each square; those that it cannot enter are left out.

    A square beside something impassable costs more, since a vehicle is wider than a square.
    """
    closed = {
        (x, y)
        for x in range(grounds.width)
        for y in range(grounds.rows)
        if ground_class(vehicle, grounds.kind((x, y))) == "impassable"
    }
    closed |= {
        square
        for edge, kind in grounds.edges.items()
        if ground_class(vehicle, kind) == "impassable"
        for square in edge
    }
    found = {}
    for x in range(grounds.width):
        for y in range(grounds.rows):
            if (x, y) in closed:
                continue
            plain = ground_class(vehicle, grounds.kind((x, y))) == "normal"
            tight = vehicle.width > 1 and any(near in closed for near in grid.neighbours((x, y)))
            found[x, y] = (1 if plain else 2) + (2 if tight else 0)
    return found


def way_to_go(field: Field, square: Square) -> int:
    """How far a square is from the goals by a field."""
    return field.get(square, OUT_OF_REACH)


AHEAD: Final = 4
"""How far ahead of a vehicle its way is looked at."""

NEARER: Final = 0.03
"""What a square nearer to the goal is worth to a vehicle."""

NEARER_THE_EDGE: Final = 0.12
"""What it is worth to one that wants to get away."""

FEAR: Final = 0.25
"""How much a vehicle minds what could be fired at it in a place."""

HOPE: Final = 0.12
"""How much it likes what it could fire at from there."""

CAUGHT: Final = 0.45
"""What it is worth to catch somebody in a blast."""


def value_of_vehicle(state: OwbState, vehicle: Vehicle) -> float:
    """What it is worth to destroy a vehicle."""
    aboard = sum(person.able for person in state.occupants(vehicle.id))
    if vehicle.wreck:
        return 0.25 * aboard
    guns = sum(not mount.lost for mount in vehicle.mounts)
    return 0.5 + 0.5 * aboard + 0.8 * vehicle.hull + 0.3 * guns


def chance_of_face(needed: int) -> float:
    """The chance of rolling a face of a d20 or more."""
    return min(20, max(0, 21 - needed)) / 20


def part_destroyed(damage: DiceSum, part: float, hit_points: int) -> float:
    """How much of a vehicle a hit destroys: the chance of all of it, and half of the rest."""
    mean = part * (damage.count * (damage.sides + 1) / 2 + damage.plus)
    spread = part * sqrt(damage.count * (damage.sides**2 - 1) / 12)
    left = max(1, hit_points)
    wrecked = 0.5 * (1 - erf((left - 0.5 - mean) / (sqrt(2) * spread))) if spread else 0.0
    return wrecked + (1 - wrecked) * 0.5 * min(1.0, mean / left)


def worth_of_shot(state: OwbState, shot: VehicleShot) -> float:
    """What a shot at a vehicle is worth."""
    target = state.vehicle(shot.vehicle)
    hit = chance_of_face(shot.needed)
    through = float(shot.share)
    if not hit or not through:
        return 0.0
    return value_of_vehicle(state, target) * hit * part_destroyed(shot.damage, through, target.hp)


def worth_of_burst(state: OwbState, side: str, shot: SquareShot) -> float:
    """What a round at a square is worth by whom its burst would catch."""
    if shot.kind == "smoke":
        return 0.0
    reach = 1 if shot.kind == "AP" else 3
    hit = chance_of_face(shot.armor.total - shot.tally.total)
    names = everybody_caught(state, shot.burst, reach)
    return hit * sum(_caught(state, side, name) for name in names)


def _caught(state: OwbState, side: str, name: str) -> float:
    piece = state.pieces[name]
    if isinstance(piece, Vehicle):
        through = float(share("grenade", hull_level(piece, "top")))
        worth = 0.3 * through * value_of_vehicle(state, piece)
    else:
        worth = CAUGHT if piece.able else 0.0
    return worth if piece.side != side else -1.5 * worth


# -- places ---------------------------------------------------------------------------------------


def centre_square(print_: Footprint) -> Square:
    """The square nearest to the centre of a footprint, towards its front."""
    x, y = print_.centre
    return min(print_.squares, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at))


def place_of_vehicle(state: OwbState, vehicle: Vehicle, print_: Footprint) -> float:
    """What it is worth to a vehicle to stand where a footprint is."""
    field = field_of(state, vehicle)
    here = centre_square(print_)
    far = way_to_go(field, here)
    ahead = way_to_go(field, grid.step(here, print_.facing, AHEAD))
    course = (min(ahead, far + AHEAD) - far) / 2 if far > AHEAD else 0.0
    nearer = NEARER_THE_EDGE if exits_of(state, vehicle.side) else NEARER
    return _prospects(state, vehicle, print_) - nearer * (far + course)


def _prospects(state: OwbState, vehicle: Vehicle, print_: Footprint) -> float:
    """What a vehicle could fire at from a place, less what could be fired at it there."""
    own = value_of_vehicle(state, vehicle)
    here = centre_square(print_)
    hope = fear = 0.0
    for other in state.vehicles():
        if other.side == vehicle.side or not other.on_table or other.wreck:
            continue
        theirs = state.footprint(other)
        there = centre_square(theirs)
        if sightline(state.grounds_without(vehicle.id, other.id), here, there).blocked:
            continue
        fear += own * _gun_threat(state, other, vehicle, print_, theirs)
        worth = value_of_vehicle(state, other)
        hope = max(hope, worth * _gun_threat(state, vehicle, other, theirs, print_))
    fear += own * _foot_threat(state, vehicle, print_, here)
    return HOPE * hope - FEAR * fear


def _gun_threat(
    state: OwbState, firer: Vehicle, target: Vehicle, print_: Footprint, firing: Footprint
) -> float:
    """How much the best gun of a vehicle does to another that stands where a footprint is."""
    level = hull_level(target, zone_of(print_, firing.centre))
    best = 0.0
    for mount in firer.mounts:
        if mount.lost or gunner_of(state, firer, mount) is None:
            continue
        through = float(share(mount.weapon, level))
        if through and _can_bear(mount.kind, firing, print_.centre):
            damage = (GUNS.get(mount.weapon) or MISSILE[mount.weapon]).damage
            best = max(best, 0.4 * part_destroyed(damage, through, target.hp))
    return best


def _can_bear(kind: str, firing: Footprint, point: tuple[float, float]) -> bool:
    """Whether a mount points there, or can be made to before long."""
    if kind not in ("F", "A"):
        return True
    forward, right = bearing_parts(firing, point)
    ahead = forward if kind == "F" else -forward
    return ahead > 0 and abs(right) <= 0.5 * ahead + 1


def _foot_threat(state: OwbState, vehicle: Vehicle, print_: Footprint, here: Square) -> float:
    """How much men on foot could do to a vehicle in a place, with rockets and by hand."""
    fear = 0.0
    for person in state.people():
        if person.side == vehicle.side:
            continue
        square = state.square(person)
        level = hull_level(vehicle, zone_of(print_, square))
        near = min(grid.distance(square, own) for own in print_.squares)
        for arm in person.arms:
            through = float(share(arm.id, level))
            if not through or near > arm.weapon.range:
                continue
            if sightline(state.grounds_without(vehicle.id), square, here).blocked:
                continue
            fear += 0.35 * part_destroyed(arm.weapon.damage, through, vehicle.hp)
        if near <= 3 and person.bombs and share("grenade", hull_level(vehicle, "top")):
            fear += 0.15
    return fear


def threat_to_man(state: OwbState, person: Person, square: Square) -> float:
    """How much the guns of enemy vehicles could do to a man in a square."""
    fear = 0.0
    for vehicle, armed, centre in state.once(
        ("threats", person.side), lambda: list(_threats(state, person.side))
    ):
        line = sightline(state.grounds_without(vehicle.id), centre, square)
        if armed and not line.blocked:
            fear += 0.2 if line.low_cover else 0.4
        if vehicle.pace == "normal":
            squares = state.footprint(vehicle).squares
            if min(grid.distance(square, own) for own in squares) <= 2:
                fear += 0.15
    return fear


def _threats(state: OwbState, side: str) -> Iterator[tuple[Vehicle, bool, Square]]:
    """The enemy vehicles, whether their guns are manned, and where they are."""
    for vehicle in state.vehicles():
        if vehicle.side == side or not vehicle.on_table or vehicle.wreck:
            continue
        armed = any(
            not mount.lost and gunner_of(state, vehicle, mount) is not None
            for mount in vehicle.mounts
        )
        yield vehicle, armed, centre_square(state.footprint(vehicle))
