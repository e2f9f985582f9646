"""Moves carried out square by square, dives, and what moving does to the mover."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario.model import Edge
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import OwbState, Person
from ...state.decision import Step
from ...state.footprint import Source, point_of
from ...state.frames import Diving, Interrupt, Item, Moving
from ...state.squares_and_edges import WATER
from ...state.weights import TRAILER
from ..cover.cover import may_duck, shares_square
from ..explosives.mortars import forget_target
from ..line_of_sight.sight import direction, line_to
from .way import diagonal_surcharge, footing, passable, reachable, step_cost


def _moved(state: OwbState, person: Person) -> Event:
    text = f"{person.name} moves to {state.setting.told(state.square(person))}."
    return happened("move", text, "owb.move.normal", person.id)


def step(state: OwbState, person: Person, square: Square, cost: int, *, crawl: bool) -> None:
    """Put a character into the next square of his way."""
    own = state.square(person)
    diagonal = own[0] != square[0] and own[1] != square[1]
    stays_down = (crawl or person.stance == "prone") and person.ducked and may_duck(state, square)
    enters(state, person.id, square)
    state.change(
        person.id,
        spent=person.spent + cost,
        diagonals=person.diagonals + diagonal,
        steps=person.steps + 1,
        crawled=person.crawled or crawl,
        heading=direction(own, square) * 45.0,
        ducked=stays_down,
        lean=None,
        climbing=None,
    )


def leave_trailer(state: OwbState, person: Person, own: Square) -> Person:
    """A character who goes away from the trailer that he mans; it stays where it stands."""
    gun = person.arm(TRAILER)
    if gun is None:
        return person
    cite("owb.weapon.machinegun-heavy")
    left = replace(gun, set_up=True, stands=None)
    state.items = (*state.items, Item(gun.stands or own, left))
    return state.put(person.without_arm(TRAILER))


def enters(state: OwbState, name: str, square: Square) -> None:
    """Put a character into a square, and what he mans with him as far as it can be carried.

    It is taken down from its mount; a trailer stays where it is.
    """
    person = state.person(name)
    own = state.square(person)
    person = state.move_to(name, square)
    forget_target(state, name, own)
    person = leave_trailer(state, person, own)
    cite("owb.weapon.machinegun-medium", "owb.mortar.mounted")
    arms = tuple(replace(arm, set_up=False, ranged=None) for arm in person.arms)
    state.put(replace(person, arms=arms))
    wades(state, name, square)


def wades(state: OwbState, name: str, square: Square) -> None:
    """Water in the square that a burning character comes into puts the flames out."""
    if state.person(name).burning and state.grounds.kind(square).name in WATER:
        cite("owb.weapon.flamethrower-extinguish")
        state.change(name, burning=0)


def shows_himself(state: OwbState, name: str) -> None:
    """Whoever comes into a square without walking there may be fired at too, while turns last."""
    if state.phase == "turns":
        cite("owb.suppress.fire-on-those-who-show-themselves", "owb.withhold.interrupt-timing")
        state.push(Interrupt(about=name, moment="step"))


# -- diving ---------------------------------------------------------------------------------------


def dives(state: OwbState, name: str, spots: tuple[Square, ...], source: Source) -> Iterator[Event]:
    """A character dives behind cover; where there is a choice, his player is asked."""
    if len(spots) > 1:
        state.push(Diving(person=name, spots=spots, source=source))
        return
    yield from dived(state, name, spots[0], source)


def dived(state: OwbState, name: str, square: Square, source: Source) -> Iterator[Event]:
    """Put a character behind cover, Ducked; it ends what he held back and his move."""
    cite("owb.cover.dive")
    person = state.person(name)
    elsewhere = square != state.square(person)
    if elsewhere:
        enters(state, name, square)
    keeps_down(state, name, tall=line_to(state, source, square).blocked)
    if elsewhere:
        shows_himself(state, name)
    yield Event(
        kind="dive",
        text=f"{person.name} dives for cover.",
        rules=("owb.cover.dive",),
        pieces=(name,),
        data={"from": point_of(source)},
    )


def keeps_down(
    state: OwbState, name: str, *, tall: bool = False, open_ground: bool = False
) -> None:
    """A character has thrown himself down: his move is over, and what he held back is lost.

    Nobody who does so clings to a wall any longer.
    """
    cite("owb.cover.dive")
    makes_room(state, name)
    changes: dict[str, object] = {
        "withheld": False,
        "trained": None,
        "lean": None,
        "climbing": None,
    }
    if not open_ground:
        changes["ducked"] = may_duck(state, state.square(state.person(name)))
    if state.on("stances"):
        cite("owb.stance.after-diving")
        changes["stance"] = "kneeling" if tall else "prone"
    state.change(name, **changes)
    stops_moving(state, name)


def makes_room(state: OwbState, name: str) -> None:
    """Put a character whose move ends in the square of a friend back to where he came from.

    If that is held as well, he goes into another free square beside them.
    """
    person = state.person(name)
    if not shares_square(state, person):
        return
    cite("owb.move.through-friend", "owb.grid.one-character-one-square")
    own = state.square(person)
    back = grid.step(own, (person.facing + 4) % 8)
    for square in (back, *grid.neighbours(own)):
        free = state.grounds.holds(square) and state.at(square) is None
        if free and passable(state.grounds, own, square):
            enters(state, name, square)
            return


def stops_moving(state: OwbState, name: str) -> None:
    """If it is his own turn, his move of it is over; an Attack or Action is still his."""
    turn = state.turn_frame()
    if turn is None or turn.person != name:
        return
    state.agenda = tuple(
        frame for frame in state.agenda if not (isinstance(frame, Moving) and frame.person == name)
    )
    state.swap_turn(over=True)


# -- routed ---------------------------------------------------------------------------------------


def way_home(state: OwbState, person: Person) -> tuple[Square, ...]:
    """The way of one who runs: as far along the shortest way to his edge as he gets in a round."""
    cite("owb.base.morale")
    own = state.square(person)
    left = _points_to_edge(state, state.setting.homes[person.side])
    ways = {end: way for end, way in reachable(state, person).items() if end in left}
    best = min(ways, key=lambda s: (left[s], _aslant(own, s), s), default=None)
    if best is None or (own in left and left[best] >= left[own]):
        return ()
    return ways[best]


def _aslant(a: Square, b: Square) -> int:
    return min(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _points_to_edge(state: OwbState, edge: Edge) -> dict[Square, int]:
    """The movement points from every square to an edge of the map, as if nobody else were there."""
    width, rows = state.setting.width, state.setting.rows
    grounds = state.grounds
    found: dict[Square, int] = {}
    todo = [
        (0, (x, y))
        for x in range(width)
        for y in range(rows)
        if {"north": y == 0, "south": y == rows - 1, "west": x == 0, "east": x == width - 1}[edge]
        and not grounds.kind((x, y)).impassable
    ]
    while todo:
        far, square = heapq.heappop(todo)
        if square in found:
            continue
        found[square] = far
        for near in grid.neighbours(square):
            if near in found or not grounds.holds(near) or grounds.kind(near).impassable:
                continue
            step = footing(grounds, near).steps.get(square)
            if step is not None and step.cost is not None:
                heapq.heappush(todo, (far + step.cost, near))
    return found


class OnTheWay(Step[Moving]):
    """A move, square by square."""

    def settle(self, state: OwbState, frame: Moving, dice: Dice) -> Iterator[Event]:
        """Take the next step of a move; enemies may then fire at the mover."""
        person = state.find_person(frame.person)
        if person is None or not person.able:
            state.pop()
            return
        if not frame.path:
            state.pop()
            yield _moved(state, person)
            return
        own, square = state.square(person), frame.path[0]
        cost = step_cost(state, person, own, square)
        holder = state.at(square)
        last = len(frame.path) == 1
        if cost is None or (last and holder is not None):
            state.pop()
            makes_room(state, person.id)
            yield _moved(state, state.person(person.id))
            return
        cost += diagonal_surcharge(state, own, square, person.diagonals)
        state.swap(replace(frame, path=frame.path[1:]))
        step(state, person, square, cost, crawl=frame.crawl)
        state.push(Interrupt(about=person.id, moment="step"))


def edges_beyond(state: OwbState, square: Square) -> tuple[Edge, ...]:
    """The edges of the map that a square off it lies beyond."""
    x, y = square
    found: dict[Edge, bool] = {
        "north": y < 0,
        "south": y >= state.setting.rows,
        "west": x < 0,
        "east": x >= state.setting.width,
    }
    return tuple(edge for edge, beyond in found.items() if beyond)


def edges_at(state: OwbState, square: Square) -> tuple[Edge, ...]:
    """The edges of the map that a square on it lies at."""
    x, y = square
    around = ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y))
    return tuple(edge for near in around for edge in edges_beyond(state, near))


def note_exit(state: OwbState, names: Iterable[str], side: str, edges: Iterable[Edge]) -> None:
    """Note over which edge some characters leave the map; at a corner, over the one they want."""
    wanted = [exit_.edge for exit_ in state.setting.scenario.victory.exits if exit_.side == side]
    open_to = tuple(edges)
    if not open_to:
        return
    edge = next((edge for edge in open_to if edge in wanted), open_to[0])
    state.exited = (*state.exited, *((side, name, edge) for name in names))
