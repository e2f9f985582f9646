"""Where a vehicle can get in a round without a Driving Check, at what cost and risk."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Order
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import Footprint, OwbState, Vehicle
from ...state.vehicle_orders import ChangeLane, Drive, Hand, Turning, TurnKind
from ...state.vehicles import Pace
from ..maneuvers.driving_check import FORWARD, allowance_at, is_moving
from ..maneuvers.plans import GROUND_EXTRA, MANOEUVRES, eighths_of, held, lane_beside, turned_by
from ..mishap.hindrances import is_locked
from .straight import BOGS_ON, direction_of, next_step
from .terrain import Terrain

LIMIT: Final = 4000
"""How many places are looked at before a search is given up, the nearest first."""

_KEPT: Final = 8192
"""From how many places the moves are remembered, for each map."""

_HANDS: Final[tuple[Hand, ...]] = ("left", "right")
_BOGS: Final = Fraction(BOGS_ON, 6)


class Reached(Struct, frozen=True, kw_only=True):
    """A place that a vehicle can get to.

    Attributes:
        after: Where it stands there.
        cost: The Movement that it costs.
        stuck: The chance of getting stuck on the way.
        orders: What to order, one after another.
    """

    after: Footprint
    cost: int
    stuck: Fraction
    orders: tuple[Order, ...]


class _Node(NamedTuple):
    """How far a vehicle has come: where, whether it is moving, and what counts later."""

    at: Footprint
    moving: bool
    odd: bool
    bogged: bool

    @property
    def mark(self) -> tuple[object, ...]:
        """What tells it from others; squares follow from the anchor and the facing."""
        return (self.at.anchor, self.at.facing, self.moving, self.odd, self.bogged)


class _Exit(NamedTuple):
    """A step straight on, or a manoeuvre, that the ground allows from a place."""

    what: Literal["step", "lane", "45", "90"]
    hand: Hand
    after: Footprint
    cost: int
    bogs: bool


def reach(state: OwbState, vehicle: Vehicle, pace: Pace, limit: int = LIMIT) -> tuple[Reached, ...]:
    """The places that a vehicle can get to this turn at a pace, the cheapest first.

    Only straight steps, ordinary and crawling turns and lane changes are looked at, and nothing is
    struck; of the ways to a place the safest counts, then the cheapest.

    Args:
        limit: How many places are looked at at most.
    """
    vehicle = replace(vehicle, pace=pace)
    if held(state, vehicle) is not None or pace == "stopped":
        return ()
    search = _Search(state, vehicle)
    return tuple(search.run(allowance_at(state, vehicle, pace) - vehicle.spent, limit))


class _Search:
    """A search over the places around a vehicle."""

    def __init__(self, state: OwbState, vehicle: Vehicle) -> None:
        self.state = state
        self.vehicle = vehicle
        self.ground = Terrain(state, vehicle)
        self.empty = Terrain(state, vehicle, empty=True)
        self.taken = self.ground.others.union(_men(state, vehicle))
        beside = {near for square in self.ground.others for near in grid.neighbours(square)}
        self.crowded = self.ground.bodies.union(self.ground.others, beside)
        """Where the going is not what it would be if nobody else were there."""
        self.straight_only = vehicle.pace not in FORWARD or is_locked(state, vehicle)
        self.bogging = state.on("bogging") and not vehicle.bogged
        self.alternates = state.option("diagonals") == "alternate"
        self.kind = (
            *(vehicle.tracked, vehicle.has("waterborne"), vehicle.has("amphibious")),
            self.ground.prepared,
        )
        """All that the ground is different for."""
        crawls = vehicle.pace == "crawl"
        self.square: TurnKind = "crawling" if crawls else "ordinary"
        self.costs = {
            "step": 0,
            "lane": _cost("lane change"),
            "45": _cost("45-degree turn"),
            "90": _cost("crawling turn" if crawls else "90-degree turn"),
        }

    def run(self, left: int, limit: int) -> Iterator[Reached]:
        """The places within so much Movement."""
        start = _Node(
            self.state.footprint(self.vehicle),
            is_moving(self.vehicle),
            self.alternates and bool(self.vehicle.diagonals % 2),
            False,
        )
        best: dict[tuple[object, ...], int] = {start.mark: 0}
        found: dict[tuple[Square, int], Reached] = {}
        ticket = count()
        todo: list[tuple[int, int, _Node, tuple[Order, ...]]] = [(0, next(ticket), start, ())]
        while todo and limit > 0:
            spent, _, node, orders = heapq.heappop(todo)
            if spent > best[node.mark]:
                continue
            limit -= 1
            place = (node.at.anchor, node.at.facing)
            if orders and (place not in found or (found[place].stuck and not node.bogged)):
                stuck = _BOGS if node.bogged else Fraction(0)
                found[place] = Reached(after=node.at, cost=spent, stuck=stuck, orders=orders)
            swerves = node.moving and not self.straight_only
            for way in self._exits(node) if spent < left else ():
                total = spent + self.costs[way.what] + way.cost
                if total > left or not (swerves or way.what == "step"):
                    continue
                if not self.taken.isdisjoint(way.after.squares):
                    continue
                then = self._then(node, way)
                mark = then.mark
                if total < best.get(mark, left + 1):
                    best[mark] = total
                    orders_then = _joined(orders, self._order(way))
                    heapq.heappush(todo, (total, next(ticket), then, orders_then))
        yield from sorted(found.values(), key=lambda one: (one.cost, one.after))

    def _then(self, node: _Node, way: _Exit) -> _Node:
        bogged = node.bogged or (way.bogs and self.bogging)
        if way.what != "step":
            return _Node(way.after, node.moving, node.odd, bogged)
        odd = self.alternates and node.odd != bool(self._direction(node.at) % 2)
        return _Node(way.after, True, odd, bogged)

    def _order(self, way: _Exit) -> Drive | Turning | ChangeLane:
        name = self.vehicle.id
        match way.what:
            case "step":
                return Drive(name, 1)
            case "lane":
                return ChangeLane(name, way.hand)
            case "45":
                return Turning(name, way.hand, 45)
        return Turning(name, way.hand, 90, self.square)

    def _direction(self, at: Footprint) -> int:
        return direction_of(self.vehicle) if self.vehicle.pace == "reverse" else at.facing

    def _exits(self, node: _Node) -> Sequence[_Exit]:
        """The ways on from a place that the ground allows.

        What they are as long as nobody else is near is remembered with the map: the same places
        are looked at again and again, with every pace and in every turn.
        """
        known = self.empty.grounds.drives
        at, direction = node.at, self._direction(node.at)
        key = (self.kind, at.size, at.facing, at.anchor, direction, node.odd)
        found = known.get(key)
        if found is None:
            if len(known) >= _KEPT:
                known.clear()
            found = known[key] = tuple(self._worked_out(node, self.empty))
        assert isinstance(found, tuple)
        if all(self.crowded.isdisjoint(way.after.squares) for way in found):
            return found
        return tuple(self._worked_out(node, self.ground))

    def _worked_out(self, node: _Node, ground: Terrain) -> Iterator[_Exit]:
        at, direction = node.at, self._direction(node.at)
        step = next_step(self.state, ground, at, direction, int(node.odd))
        if step.closed is None and ground.holds(step.after):
            yield _Exit("step", "left", step.after, step.cost, step.bogs)
        if direction != at.facing:
            return
        for hand in _HANDS:
            yield from _placed(ground, at, _Exit("45", hand, turned_by(at, 45, hand), 0, False))
            yield from _placed(ground, at, _Exit("lane", hand, lane_beside(at, hand), 0, False))
            yield from _placed(ground, at, _Exit("90", hand, turned_by(at, 90, hand), 0, False))


def _placed(ground: Terrain, at: Footprint, way: _Exit) -> Iterator[_Exit]:
    """A turn or a lane change with what the ground makes of it, if it can be made."""
    if not ground.holds(way.after):
        return
    if way.what == "lane":
        aside = (at.facing + eighths_of(45, way.hand)) % 8
        going = ground.step(at, way.after, aside)
    else:
        going = ground.place(at, way.after)
    if going.closed is None:
        yield way._replace(cost=GROUND_EXTRA if going.slow else 0, bogs=going.bogs)


def _cost(row: str) -> int:
    printed = MANOEUVRES[row].cost
    assert printed is not None
    return printed


def _men(state: OwbState, vehicle: Vehicle) -> Iterator[Square]:
    """The squares of everybody on foot, as far as the vehicle's side knows."""
    for person in state.people():
        if person.side == vehicle.side or not person.hidden:
            yield state.square(person)


def _joined(orders: tuple[Order, ...], order: Drive | Turning | ChangeLane) -> tuple[Order, ...]:
    """Some orders and one more; steps straight on are one order."""
    last = orders[-1] if orders else None
    if isinstance(last, Drive) and isinstance(order, Drive):
        return (*orders[:-1], Drive(order.vehicle, last.squares + order.squares))
    return (*orders, order)
