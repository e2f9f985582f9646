"""Where a vehicle can get in a round without a Driving Check, at what cost and risk."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.driving import (
    FORWARD,
    allowance_at,
    is_moving,
)
from sandtable.rulebooks.whitebox.vehicles.footprint import Footprint
from sandtable.rulebooks.whitebox.vehicles.hindrances import is_locked
from sandtable.rulebooks.whitebox.vehicles.orders import ChangeLane, Drive, Hand, Turning, TurnKind
from sandtable.rulebooks.whitebox.vehicles.pieces import Pace, Vehicle
from sandtable.rulebooks.whitebox.vehicles.plans import GROUND_EXTRA, MANOEUVRES, held
from sandtable.rulebooks.whitebox.vehicles.steps import BOGS_ON, direction_of, next_step
from sandtable.rulebooks.whitebox.vehicles.terrain import Terrain
from sandtable.rulebooks.whitebox.vehicles.turning import eighths_of, lane_beside, turned_by
from sandtable.table.grid import Square

LIMIT: Final = 4000
"""How many places are looked at before a search is given up, the nearest first."""

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


class _Move(NamedTuple):
    """A step or a manoeuvre from one node to the next."""

    node: _Node
    cost: int
    order: Drive | Turning | ChangeLane


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
        self.taken = self.ground.others.union(_men(state, vehicle))
        self.straight_only = vehicle.pace not in FORWARD or is_locked(state, vehicle)
        self.bogging = state.on("bogging") and not vehicle.bogged
        self.alternates = state.option("diagonals") == "alternate"

    def run(self, left: int, limit: int) -> Iterator[Reached]:
        """The places within so much Movement."""
        start = _Node(
            self.state.footprint(self.vehicle),
            is_moving(self.vehicle),
            self.alternates and bool(self.vehicle.diagonals % 2),
            False,
        )
        best: dict[_Node, int] = {start: 0}
        found: dict[tuple[Square, int], Reached] = {}
        ticket = count()
        todo: list[tuple[int, int, _Node, tuple[Order, ...]]] = [(0, next(ticket), start, ())]
        while todo and limit > 0:
            spent, _, node, orders = heapq.heappop(todo)
            if spent > best[node]:
                continue
            limit -= 1
            place = (node.at.anchor, node.at.facing)
            if orders and (place not in found or (found[place].stuck and not node.bogged)):
                stuck = _BOGS if node.bogged else Fraction(0)
                found[place] = Reached(after=node.at, cost=spent, stuck=stuck, orders=orders)
            for move in self._moves(node, left - spent):
                total = spent + move.cost
                if total <= left and total < best.get(move.node, left + 1):
                    best[move.node] = total
                    way = _joined(orders, move.order)
                    heapq.heappush(todo, (total, next(ticket), move.node, way))
        yield from sorted(found.values(), key=lambda one: (one.cost, one.after))

    def _moves(self, node: _Node, left: int) -> Iterator[_Move]:
        if left < 1:
            return
        name, direction = self.vehicle.id, direction_of(self.vehicle)
        if self.vehicle.pace != "reverse":
            direction = node.at.facing
        step = next_step(self.state, self.ground, node.at, direction, int(node.odd))
        if step.closed is None and self._free(step.after):
            bogged = node.bogged or (step.bogs and self.bogging)
            odd = self.alternates and node.odd != bool(direction % 2)
            yield _Move(_Node(step.after, True, odd, bogged), step.cost, Drive(name, 1))
        if node.moving and not self.straight_only:
            yield from self._swerves(node, left)

    def _swerves(self, node: _Node, left: int) -> Iterator[_Move]:
        """Turns and lane changes to both sides."""
        name, crawls = self.vehicle.id, self.vehicle.pace == "crawl"
        square: TurnKind = "crawling" if crawls else "ordinary"
        for hand in _HANDS:
            if left >= _cost("45-degree turn"):
                after = turned_by(node.at, 45, hand)
                yield from self._placed(node, after, "45-degree turn", Turning(name, hand, 45))
            if left >= _cost("lane change"):
                after = lane_beside(node.at, hand)
                yield from self._placed(node, after, "lane change", ChangeLane(name, hand))
            row = "crawling turn" if crawls else "90-degree turn"
            if left >= _cost(row):
                after = turned_by(node.at, 90, hand)
                yield from self._placed(node, after, row, Turning(name, hand, 90, square))

    def _placed(
        self, node: _Node, after: Footprint, row: str, order: Turning | ChangeLane
    ) -> Iterator[_Move]:
        if not self._free(after):
            return
        if isinstance(order, ChangeLane):
            aside = (node.at.facing + eighths_of(45, order.hand)) % 8
            going = self.ground.step(node.at, after, aside)
        else:
            going = self.ground.place(node.at, after)
        if going.closed is None:
            bogged = node.bogged or (going.bogs and self.bogging)
            cost = _cost(row) + (GROUND_EXTRA if going.slow else 0)
            yield _Move(node._replace(at=after, bogged=bogged), cost, order)

    def _free(self, print_: Footprint) -> bool:
        return self.ground.holds(print_) and self.taken.isdisjoint(print_.squares)


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
