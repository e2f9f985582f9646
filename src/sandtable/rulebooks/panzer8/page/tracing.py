"""What an order would do on the table, before it is given.

Orders may be illegal, and still be shown as far as that makes sense: a way that is too long is a
way, and that it is too long is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from sandtable.battle import Order, Refusal
from sandtable.battle.handling import Trace
from sandtable.battle.orders import numbers_in
from sandtable.battle.overlays import Overlay, Route
from sandtable.rulebooks.panzer8.drawing.ghosts import (
    about_place,
    counter_ghost,
    ghost,
    is_on_table,
    placed,
    turned,
)
from sandtable.rulebooks.panzer8.page import tracing_fire as firing
from sandtable.rulebooks.panzer8.s03_turn.setting_up import placed_at
from sandtable.rulebooks.panzer8.s05_actions.actions import ACTIONS
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import forced_ways, standing_at
from sandtable.rulebooks.panzer8.s05_actions.mount.placing import set_down
from sandtable.rulebooks.panzer8.s05_actions.move import previewing as moving
from sandtable.rulebooks.panzer8.s05_actions.react.joining import joined_at, way_to
from sandtable.rulebooks.panzer8.s06_close_combat.blows import enemy_spot
from sandtable.rulebooks.panzer8.s10_buildings.occupation import bua_at, indoors
from sandtable.rulebooks.panzer8.state import (
    Combat,
    Deploying,
    Landing,
    Moving,
    P8State,
    Retiring,
)
from sandtable.rulebooks.panzer8.state.orders import (
    Advance,
    CallFire,
    Commit,
    Creep,
    Deploy,
    Dummy,
    Fight,
    FireFlak,
    GoOn,
    Halt,
    Hide,
    LayScreen,
    Overrun,
    PlanAir,
    PlanFire,
    PutDown,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Renew,
    Retire,
    Shift,
    Strike,
)
from sandtable.rulebooks.panzer8.state.units import in_unit

MOST_POINTS: Final = 400
"""A way with more points than this is not looked at."""

NOT_THERE: Final = Trace(notes=("That is off the table.",))


def trace(state: P8State, order: Order) -> Trace | None:
    """What an order would do; ``None`` if there is nothing to show."""
    if not _is_near(state, order):
        return NOT_THERE
    act = ACTIONS.get(type(order))
    shown = act.preview(state, order) if act else None
    shown = shown or _of_moves(state, order) or _of_fire(state, order)
    return shown or _of_places(state, order) or _of_pairs(state, order)


def _is_near(state: P8State, order: Order) -> bool:
    """Whether all numbers of an order lie on the table, or not so far beside it."""
    ground = state.setting.ground
    far = 2 * (ground.width + ground.depth) + 720.0
    numbers = list(numbers_in(order))
    return len(numbers) <= 2 * MOST_POINTS and all(abs(number) <= far for number in numbers)


# -- by what they are about -----------------------------------------------------------------------


def _of_moves(state: P8State, order: Order) -> Trace | None:
    match order:
        case GoOn():
            return moving.trace_go_on(state, order)
        case Halt():
            return moving.trace_halt(state, order)
        case Retire():
            return _retire(state, order)
        case ReactJoin():
            return _join(state, order)
    return None


def _of_fire(state: P8State, order: Order) -> Trace | None:
    match order:
        case ReactFire():
            return firing.trace_react_fire(state, order)
        case ReactFallBack():
            return firing.trace_react_fall_back(state, order)
        case Renew():
            return firing.trace_renew(state)
        case CallFire():
            return firing.trace_call(state, order)
        case LayScreen():
            return firing.trace_screen(state, order)
        case Shift():
            return firing.trace_shift(state, order)
        case Creep():
            return firing.trace_creep(state, order)
        case PlanFire():
            return firing.trace_plan_fire(state, order)
        case Strike():
            return firing.trace_strike(state, order)
        case FireFlak():
            return firing.trace_flak(state, order)
        case PlanAir():
            return firing.trace_plan_air(state, order)
    return None


def _of_places(state: P8State, order: Order) -> Trace | None:
    match order:
        case PutDown():
            return _put_down(state, order)
        case Deploy():
            return _deploy(state, order)
        case Hide() | Dummy():
            return _lay_counter(state, order)
    return None


def _of_pairs(state: P8State, order: Order) -> Trace | None:
    match order:
        case Commit(commander=one, to=two):
            return _between(state, (one,), two)
        case Fight(attackers=ones, defender=two):
            return _between(state, ones, two)
        case Overrun(tank=one, defender=two):
            return _between(state, (one,), two)
        case Advance(element=one):
            return _advance(state, one)
    return None


# -- driven back, coming to help ------------------------------------------------------------------


def _retire(state: P8State, order: Retire) -> Trace | None:
    """Where a forced fall back ends."""
    frame = state.frame
    if not isinstance(frame, Retiring):
        return None
    element = state.pieces[frame.element]
    ways = forced_ways(state, element, frame.away_from, keep_cover=frame.keep_cover)
    way = ways.get(order.direction)
    if way is None:
        return Trace(notes=("There is no way out in that direction.",))
    there = turned(standing_at(state, element, way), order.facing)
    label = in_unit(state.setting, f"{way.length:.1f} in")
    return Trace(
        label=label,
        ghosts=(ghost(state, there),),
        overlays=(
            Route(
                points=((element.x, element.y), way.end),
                side=element.side,
                label=label,
                piece=element.id,
            ),
        ),
        notes=tuple(about_place(state, there)),
    )


def _join(state: P8State, order: ReactJoin) -> Trace | None:
    """The way into a combat."""
    frame = state.frame
    joiner = state.pieces.get(order.element)
    if not isinstance(frame, Moving) or joiner is None or not joiner.on_table:
        return None
    charger = state.pieces[frame.element]
    if joiner.id == charger.id:
        return None
    way = way_to(state, frame, order)
    if isinstance(way, Refusal):
        return Trace(notes=(in_unit(state.setting, way.reason),))
    route = Route(points=way.path, side=joiner.side, piece=joiner.id)
    return Trace(ghosts=(ghost(state, joined_at(joiner, way)),), overlays=(route,))


# -- places ---------------------------------------------------------------------------------------


def _put_down(state: P8State, order: PutDown) -> Trace | None:
    """Somebody beside the vehicle that it has to leave."""
    frame = state.frame
    if not isinstance(frame, Landing) or frame.element not in state.pieces:
        return None
    vehicle = state.pieces.get(frame.vehicle.id, frame.vehicle)
    facing = frame.vehicle.heading if order.facing is None else order.facing
    there = set_down(state, state.pieces[frame.element], vehicle, order.at, facing)
    return placed(state, there)


def _deploy(state: P8State, order: Deploy) -> Trace | None:
    """Somebody who is set up."""
    element = state.pieces.get(order.element)
    if element is None:
        return None
    there = placed_at(element, order)
    bua = bua_at(state, (there.x, there.y))
    return placed(state, there if bua is None else indoors(state, there, bua.id))


def _lay_counter(state: P8State, order: Hide | Dummy) -> Trace | None:
    """Where a counter is laid."""
    frame = state.frame
    if not isinstance(frame, Deploying):
        return None
    if not is_on_table(state, order.at):
        return NOT_THERE
    return Trace(ghosts=(counter_ghost(frame.side, order.at),))


# -- one and another ------------------------------------------------------------------------------


def _between(state: P8State, ones: Iterable[str], two: str) -> Trace | None:
    """Who does something with whom, as lines."""
    other = state.pieces.get(two)
    if other is None or not other.on_table:
        return None
    end = state.base(other).centre
    there = (state.pieces[name] for name in ones if name in state.pieces)
    overlays: list[Overlay] = [
        Route(points=(state.base(one).centre, end), side=one.side, piece=one.id)
        for one in there
        if one.on_table
    ]
    return Trace(overlays=tuple(overlays)) if overlays else None


def _advance(state: P8State, name: str) -> Trace | None:
    """The ground that an attacker would take."""
    frame = state.frame
    element = state.pieces.get(name)
    if not isinstance(frame, Combat) or not frame.stood or element is None:
        return None
    spot = enemy_spot(frame, "attacker")
    route = Route(points=((element.x, element.y), spot), side=element.side, piece=element.id)
    there = msgspec.structs.replace(element, x=spot[0], y=spot[1])
    return Trace(ghosts=(ghost(state, there),), overlays=(route,))
