"""MOVEMENT: points, terrain, and the way from square to square."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import Grounds, OwbState, Person
from ...state.squares_and_edges import ways_around


class GroundStep(NamedTuple):
    """What the ground makes of a step.

    Attributes:
        cost: What it costs; ``None`` if nobody gets there.
        rules: The rules that say so, to be cited by whoever asks.
    """

    cost: int | None
    rules: tuple[str, ...]


class Footing(NamedTuple):
    """The steps from a square.

    Attributes:
        steps: Those into the eight squares around it.
        ways: Those of them that the ground allows: where to, the cost, and whether diagonally.
        rules: The rules of them all.
    """

    steps: dict[Square, GroundStep]
    ways: tuple[tuple[Square, int, bool], ...]
    rules: tuple[str, ...]


def footing(grounds: Grounds, at: Square) -> Footing:
    """The steps from a square.

    Away from vehicles and from what was opened or destroyed it is what it was without them, and
    need not be worked out again for every place where a vehicle stops.
    """
    found = grounds.footings.get(at)
    if found is None:
        before = grounds.before
        unchanged = before is not None and grounds.altered.isdisjoint((at, *grid.neighbours(at)))
        found = footing(before, at) if before is not None and unchanged else _found(grounds, at)
        grounds.footings[at] = found
    assert isinstance(found, Footing)
    return found


def _found(grounds: Grounds, at: Square) -> Footing:
    steps = {square: _step(grounds, at, square) for square in grid.neighbours(at)}
    ways = tuple(
        (square, step.cost, _diagonal(at, square))
        for square, step in steps.items()
        if step.cost is not None
    )
    rules = dict.fromkeys(rule for step in steps.values() for rule in step.rules)
    return Footing(steps, ways, tuple(rules))


def _diagonal(a: Square, b: Square) -> bool:
    return a[0] != b[0] and a[1] != b[1]


def _step(grounds: Grounds, a: Square, b: Square) -> GroundStep:
    kind = grounds.kind(b)
    if not grounds.holds(b) or kind.impassable:
        return GroundStep(None, ("owb.terrain.impassable",))
    rules: list[str] = []
    rise = abs(grounds.height(a) - grounds.height(b))
    if rise:
        rules.append("owb.terrain.elevation")
        if rise > 1:
            return GroundStep(None, tuple(rules))
    if _diagonal(a, b):
        rules += ("owb.move.corner-cutting", "owb.move.diagonal")
        if all(grounds.closed(way) for way in ways_around(a, b)):
            return GroundStep(None, tuple(rules))
    else:
        edge = grounds.on_edge(a, b)
        if edge is not None and edge.impassable:
            rules.append("owb.terrain.impassable")
            return GroundStep(None, tuple(rules))
        if edge is not None and edge.movement in ("obstacle", "rough"):
            rules.append("owb.terrain.obstacle")
            rise = 1
    if kind.movement == "rough":
        rules.append("owb.terrain.rough")
    elif kind.movement == "obstacle":
        rules.append("owb.terrain.obstacle")
    else:
        rules.append("owb.terrain.normal")
    if rise or kind.movement in ("rough", "obstacle"):
        rules.append("owb.terrain.costs-do-not-stack")
        return GroundStep(2, tuple(rules))
    return GroundStep(1, tuple(rules))


def normal_movement(movement: int) -> int:
    """The movement points of a round: a third of the Movement, rounded down, at least 1.

    >>> normal_movement(12), normal_movement(10), normal_movement(2)
    (4, 3, 1)
    """
    cite("owb.move.normal", "owb.base.rounding", "owb.time.no-running")
    return max(1, movement // 3)


def crawling_movement(movement: int) -> int:
    """The points of one who crawls: a third of Normal Movement, rounded down, at least 1.

    >>> crawling_movement(18), crawling_movement(12)
    (2, 1)
    """
    cite("owb.move.crawling")
    return max(1, normal_movement(movement) // 3)


def searching_movement(movement: int) -> int:
    """The points of one who looks for ambushes: half of Normal Movement, at least 1."""
    cite("owb.ambush.search-speed")
    return max(1, normal_movement(movement) // 2)


def allowance(person: Person, *, crawl: bool = False) -> int:
    """The movement points that a character has in a round; once he has crawled, no more."""
    if crawl or person.crawled:
        return crawling_movement(person.movement)
    if person.stance != "standing":
        cite("owb.stance.movement")
        return crawling_movement(person.movement)
    if person.searching and not person.routed:
        return searching_movement(person.movement)
    return normal_movement(person.movement)


# -- single steps ---------------------------------------------------------------------------------


def passable(grounds: Grounds, a: Square, b: Square) -> bool:
    """Whether the ground lets anybody step from a square into one of the eight around it."""
    step = footing(grounds, a).steps[b]
    cite(*step.rules)
    return step.cost is not None


class Crowd(NamedTuple):
    """Who holds which square, and where bodies lie."""

    holders: dict[Square, Person]
    bodies: frozenset[Square]


def crowd_of(state: OwbState) -> Crowd:
    """Everybody on the map by his square, for those who look at many squares."""
    people = [person for person in state.persons() if person.on_table]
    return Crowd(
        {state.square(person): person for person in people if person.able},
        frozenset(state.square(person) for person in people if person.out),
    )


def step_cost(state: OwbState, person: Person, a: Square, b: Square) -> int | None:
    """What it costs a character to step from one square into the next; ``None`` if he cannot.

    The second diagonal step of an alternate count costs one more; that is not in here.
    """
    step = footing(state.grounds, a).steps.get(b)
    if step is None:
        return None
    cite(*step.rules)
    return None if step.cost is None else _among(person, step.cost, state.at(b), state.body_at(b))


def _among(person: Person, cost: int, holder: Person | None, body: bool) -> int | None:
    """What a step into a square costs in which somebody stands or lies; ``None`` if he cannot."""
    if holder is not None and holder.side != person.side:
        cite("owb.move.blocked-by-enemy")
        return None
    if holder is not None and holder.id != person.id:
        cite("owb.move.through-friend", "owb.terrain.costs-do-not-stack")
        cost = 2
    if body:
        cite("owb.move.over-incapacitated", "owb.terrain.costs-do-not-stack")
        cost = 2
    return cost


def diagonal_surcharge(state: OwbState, a: Square, b: Square, made: int) -> int:
    """What a step costs beside the terrain: one more for every second diagonal, if so counted."""
    if a[0] == b[0] or a[1] == b[1]:
        return 0
    cite("owb.move.diagonal")
    if state.option("diagonals") != "alternate":
        return 0
    cite("owb.grid.alternate-diagonals")
    return made % 2


# -- whole moves ----------------------------------------------------------------------------------


def points_left(person: Person, *, crawl: bool = False) -> int:
    """The movement points that a character has left this round; none are carried over."""
    cite("owb.move.no-carry-over")
    return max(0, allowance(person, crawl=crawl) - person.spent)


def may_crawl(state: OwbState, person: Person) -> bool:
    """Whether a character can crawl: where positions count, only if he is prone."""
    cite("owb.move.crawling")
    return not state.on("stances") or person.stance == "prone"


def check_path(
    state: OwbState, person: Person, path: Sequence[Square], *, crawl: bool = False
) -> Refusal | None:
    """Why a character cannot move along these squares, or ``None`` if he can."""
    if not path:
        return Refusal("owb.move.normal", "A move has at least one square.")
    cite("owb.move.no-attacks-of-opportunity")
    if crawl and not may_crawl(state, person):
        return Refusal("owb.move.crawling", "Only the prone crawl.")
    left = points_left(person, crawl=crawl)
    at, made, spent = state.square(person), person.diagonals, person.spent
    for number, square in enumerate(path):
        if not state.grounds.holds(square):
            return Refusal("owb.grid.map-size", "That square is not on the map.")
        if grid.distance(at, square) != 1:
            return Refusal("owb.move.normal", "A move goes from square to adjacent square.")
        cost = step_cost(state, person, at, square)
        if cost is None:
            return _refused_step(state, person, at, square)
        cost += diagonal_surcharge(state, at, square, made)
        if cost > left and not (number == 0 and spent == 0):
            return Refusal(
                "owb.move.no-carry-over",
                f"Square {number + 1} of the way costs {cost}, and {left} points are left.",
            )
        if cost > left:
            cite("owb.move.at-least-one-square")
        left, spent = max(0, left - cost), spent + cost
        made += at[0] != square[0] and at[1] != square[1]
        at = square
    holder = state.at(path[-1])
    if holder is not None and holder.id != person.id:
        return Refusal("owb.grid.one-character-one-square", f"{holder.name} stands there.")
    return None


def _refused_step(state: OwbState, person: Person, a: Square, b: Square) -> Refusal:
    holder = state.at(b)
    if holder is not None and holder.side != person.side:
        return Refusal("owb.move.blocked-by-enemy", f"{holder.name} holds that square.")
    grounds = state.grounds
    if abs(grounds.height(a) - grounds.height(b)) > 1:
        return Refusal("owb.terrain.elevation", "That is a cliff.")
    if a[0] != b[0] and a[1] != b[1] and not grounds.kind(b).impassable:
        return Refusal("owb.move.corner-cutting", "Both ways around that corner are closed.")
    return Refusal("owb.terrain.impassable", "Nobody can get through there.")


def reachable(
    state: OwbState, person: Person, *, crawl: bool = False
) -> dict[Square, tuple[Square, ...]]:
    """Every square that a character can end a move in, with the cheapest way there."""
    left = points_left(person, crawl=crawl)
    start = state.square(person)
    grounds, crowd = state.grounds, crowd_of(state)
    holders, bodies = crowd
    costs: dict[tuple[Square, int], int] = {(start, person.diagonals % 2): 0}
    ways: dict[Square, tuple[int, tuple[Square, ...]]] = {}
    todo: list[tuple[int, tuple[Square, ...], Square, int]] = [(0, (), start, person.diagonals % 2)]
    while todo:
        spent, path, at, made = heapq.heappop(todo)
        if spent > costs[at, made]:
            continue
        if path and (at not in ways or spent < ways[at][0]):
            ways[at] = (spent, path)
        if path and spent >= left:
            continue
        around = footing(grounds, at)
        cite(*around.rules)
        first = not path and person.spent == 0
        for square, price, diagonal in around.ways:
            cost: int | None = price
            if square in holders or square in bodies:
                cost = _among(person, price, holders.get(square), square in bodies)
            if cost is None:
                continue
            total = spent + cost
            if diagonal:
                total += diagonal_surcharge(state, at, square, made)
            if total > left and not first:
                continue
            now = (made + diagonal) % 2
            if total < costs.get((square, now), 1_000):
                costs[square, now] = total
                heapq.heappush(todo, (total, (*path, square), square, now))
    return {
        square: path
        for square, (_, path) in sorted(ways.items())
        if square != start and square not in holders
    }


def whole_way(state: OwbState, person: Person, squares: Sequence[Square]) -> tuple[Square, ...]:
    """The way through some squares in turn: between those that do not touch, the cheapest one.

    Where there is none, the squares stay as they are, and are refused as no way.
    """
    way: list[Square] = []
    at = state.square(person)
    for square in squares:
        if grid.distance(at, square) == 1:
            way.append(square)
        elif square != at:
            way += _cheapest(state, person, at, square)
        at = square
    return tuple(way)


def _cheapest(state: OwbState, person: Person, start: Square, end: Square) -> tuple[Square, ...]:
    """The cheapest way between two squares, as if there were no end of movement points."""
    if not state.grounds.holds(end):
        return (end,)
    grounds, (holders, bodies) = state.grounds, crowd_of(state)
    odd = person.diagonals % 2
    costs: dict[tuple[Square, int], int] = {(start, odd): 0}
    todo: list[tuple[int, int, tuple[Square, ...], Square, int]] = [(0, 0, (), start, odd)]
    while todo:
        spent, turns, path, at, made = heapq.heappop(todo)
        if at == end:
            return path
        if spent > costs[at, made]:
            continue
        for square, price, diagonal in footing(grounds, at).ways:
            cost = _among(person, price, holders.get(square), square in bodies)
            if cost is None:
                continue
            total = spent + cost
            if diagonal:
                total += diagonal_surcharge(state, at, square, made)
            now = (made + diagonal) % 2
            if total < costs.get((square, now), 1_000):
                costs[square, now] = total
                heapq.heappush(todo, (total, turns + diagonal, (*path, square), square, now))
    return (end,)


def at_edge(state: OwbState, square: Square) -> bool:
    """Whether a square lies at the edge of the map."""
    x, y = square
    grounds = state.grounds
    return x in (0, grounds.width - 1) or y in (0, grounds.rows - 1)


def check_leave(state: OwbState, person: Person) -> Refusal | None:
    """Why a character cannot step off the map, or ``None`` if he can."""
    if not at_edge(state, state.square(person)):
        return Refusal("owb.grid.map-size", "He does not stand at the edge of the map.")
    if person.cooking:
        return Refusal("owb.timed.cook", "He has to throw what he has lit.")
    if points_left(person) < 1 and person.spent > 0:
        return Refusal("owb.move.no-carry-over", "He has no movement points left.")
    return None


def step_costs(state: OwbState, person: Person, way: tuple[Square, ...]) -> list[int]:
    """What each step of a way costs, as far as it can be gone."""
    costs: list[int] = []
    at, made = state.square(person), person.diagonals
    for square in way:
        cost = step_cost(state, person, at, square) if grid.distance(at, square) == 1 else None
        if cost is None:
            break
        costs.append(cost + diagonal_surcharge(state, at, square, made))
        made += at[0] != square[0] and at[1] != square[1]
        at = square
    return costs
