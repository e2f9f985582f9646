"""What an order would do on the map, before it is given.

Orders may be illegal, and still be shown as far as that makes sense.
"""

from __future__ import annotations

from typing import Final

from sandtable.battle import Order
from sandtable.battle.handling import Trace
from sandtable.battle.orders import numbers_in
from sandtable.battle.overlays import Route
from sandtable.rulebooks.whitebox.page import tracing_attacks as attacks
from sandtable.rulebooks.whitebox.page import tracing_blasts as blasts
from sandtable.rulebooks.whitebox.page import tracing_contacts as contacts
from sandtable.rulebooks.whitebox.page import tracing_moves as moves
from sandtable.rulebooks.whitebox.page import tracing_vehicles as vehicles
from sandtable.rulebooks.whitebox.page.places import shown
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Aid,
    Climb,
    CutWire,
    Deploy,
    Dive,
    EndTurn,
    Extinguish,
    Flame,
    Launch,
    Leave,
    Mass,
    Move,
    React,
    SetCharge,
    Shoot,
    Strike,
    Sweep,
    TakeCover,
    Throw,
    ThrowBack,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    DRIVING,
    Alight,
    Escape,
    FireGun,
    FirePort,
    SetPace,
    ShootAboard,
    Sideswipe,
    SweepGun,
    Traverse,
)

MOST_POINTS: Final = 200
"""A way with more points than this is not looked at."""

FAR: Final = 1000.0
"""Farther away than this there is nothing to be shown."""


def trace(state: OwbState, order: Order) -> Trace | None:
    """What an order would do; ``None`` if there is nothing to show."""
    numbers = list(numbers_in(order))
    if len(numbers) > 2 * MOST_POINTS or any(abs(one) > FAR for one in numbers):
        return None
    return (
        _of_moves(state, order)
        or _of_attacks(state, order)
        or _of_vehicles(state, order)
        or _of_others(state, order)
    )


def _of_moves(state: OwbState, order: Order) -> Trace | None:
    match order:
        case Move():
            return moves.trace_move(state, order)
        case Leave():
            return moves.trace_leave(state, order)
        case EndTurn():
            return moves.trace_end(state, order)
        case Deploy():
            return moves.trace_deploy(state, order) or vehicles.trace_deploy_vehicle(state, order)
        case Dive():
            return moves.trace_dive(state, order)
    return None


def _of_attacks(state: OwbState, order: Order) -> Trace | None:
    match order:
        case Shoot():
            return attacks.trace_shoot(state, order)
        case Strike():
            return contacts.trace_blow(state, order)
        case Sweep():
            return attacks.trace_sweep(state, order)
        case Mass():
            return attacks.trace_mass(state, order)
        case Throw() | Launch():
            return blasts.trace_lob(state, order)
        case Flame():
            return blasts.trace_flame(state, order)
        case ThrowBack():
            return blasts.trace_throw_back(state)
        case TakeCover():
            return blasts.trace_take_cover(state)
        case React():
            return blasts.trace_react(state)
    return None


def _of_vehicles(state: OwbState, order: Order) -> Trace | None:
    match order:
        case SetPace():
            return vehicles.trace_pace(state, order)
        case Traverse():
            return vehicles.trace_traverse(state, order)
        case FireGun() | FirePort():
            return vehicles.trace_gun(state, order)
        case SweepGun():
            return vehicles.trace_sweep_gun(state, order)
        case ShootAboard():
            return vehicles.trace_shoot_aboard(state, order)
        case Sideswipe():
            return contacts.trace_sideswipe(state, order)
    return vehicles.trace_driving(state, order) if isinstance(order, DRIVING) else None


def _of_others(state: OwbState, order: Order) -> Trace | None:
    match order:
        case Aid(person=one, patient=two) | Extinguish(person=one, burning=two):
            return _between(state, one, two)
        case SetCharge(at=at) | CutWire(at=at) | Climb(to=at) | Alight(to=at) | Escape(to=at):
            square = state.setting.square(at)
            if not state.grounds.holds(square):
                return None
            return Trace(overlays=(shown(state, (square,), "way", "Here"),))
    return None


def _between(state: OwbState, one: str, two: str) -> Trace | None:
    """Who does something for whom, as a line."""
    first, second = state.find_person(one), state.find_person(two)
    if first is None or second is None or one == two:
        return None
    points = tuple(state.setting.point(state.square(each)) for each in (first, second))
    return Trace(overlays=(Route(points=points, side=first.side, piece=one),))
