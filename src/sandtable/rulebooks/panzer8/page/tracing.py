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
from sandtable.battle.overlays import Overlay, Reach, Route
from sandtable.rulebooks.panzer8.page import tracing_fire as firing
from sandtable.rulebooks.panzer8.page import tracing_moves as moving
from sandtable.rulebooks.panzer8.page.ghosts import (
    about_place,
    counter_ghost,
    ghost,
    is_on_table,
    turned,
)
from sandtable.rulebooks.panzer8.s03_turn.setting_up import placed_at
from sandtable.rulebooks.panzer8.s05_actions.actions import ACTIONS
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import forced_ways, standing_at
from sandtable.rulebooks.panzer8.s05_actions.mount.placing import set_down
from sandtable.rulebooks.panzer8.s05_actions.react.joining import joined_at, way_to
from sandtable.rulebooks.panzer8.s06_close_combat.blows import enemy_spot
from sandtable.rulebooks.panzer8.s09_troops.transport import carrier
from sandtable.rulebooks.panzer8.s10_buildings.occupation import bua_at, indoors
from sandtable.rulebooks.panzer8.s12_hidden.counters import emerged
from sandtable.rulebooks.panzer8.s13_engineering.clearing_wire import middle_of_gap, wire_to_clear
from sandtable.rulebooks.panzer8.s13_engineering.wire import HALF_GAP
from sandtable.rulebooks.panzer8.state import (
    Combat,
    Deploying,
    Element,
    Landing,
    Moving,
    P8State,
    Retiring,
)
from sandtable.rulebooks.panzer8.state.orders import (
    Advance,
    CallFire,
    Charge,
    ClearWire,
    Commit,
    Creep,
    Deploy,
    Dismount,
    Dummy,
    FallBack,
    Fight,
    Fire,
    FireFlak,
    GoOn,
    Halt,
    Hide,
    LayScreen,
    LaySmoke,
    LeaveMounts,
    Limber,
    Mount,
    Move,
    MoveAndFire,
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
    Show,
    Strike,
    Unlimber,
)
from sandtable.rulebooks.panzer8.state.sheets import MOUNTS
from sandtable.rulebooks.panzer8.state.units import in_unit
from sandtable.table import Line, circle

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
        case Move() | MoveAndFire():
            return moving.trace_move(state, order)
        case Charge():
            return moving.trace_charge(state, order)
        case FallBack():
            return moving.trace_fall_back(state, order)
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
        case Fire():
            return firing.trace_fire(state, order)
        case ReactFire():
            return firing.trace_react_fire(state, order)
        case ReactFallBack():
            return firing.trace_react_fall_back(state, order)
        case LaySmoke():
            return firing.trace_smoke(state, order)
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
        case Dismount() | Unlimber():
            return _get_off(state, order)
        case PutDown():
            return _put_down(state, order)
        case Deploy():
            return _deploy(state, order)
        case Show():
            return _show(state, order)
        case LeaveMounts():
            return _leave_mounts(state, order)
        case Hide() | Dummy():
            return _lay_counter(state, order)
        case ClearWire():
            return _clear_wire(state, order)
    return None


def _of_pairs(state: P8State, order: Order) -> Trace | None:
    match order:
        case Mount(element=one, vehicle=two) | Limber(element=one, vehicle=two):
            return _between(state, (one,), two)
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


def _placed(state: P8State, there: Element) -> Trace:
    return Trace(ghosts=(ghost(state, there),), notes=tuple(about_place(state, there)))


def _get_off(state: P8State, order: Dismount | Unlimber) -> Trace | None:
    """Somebody beside its vehicle."""
    element = state.pieces.get(order.element)
    vehicle = carrier(state, element) if element is not None else None
    if element is None or vehicle is None:
        return None
    facing = vehicle.heading if order.facing is None else order.facing
    return _placed(state, set_down(state, element, vehicle, order.at, facing))


def _put_down(state: P8State, order: PutDown) -> Trace | None:
    """Somebody beside the vehicle that it has to leave."""
    frame = state.frame
    if not isinstance(frame, Landing) or frame.element not in state.pieces:
        return None
    vehicle = state.pieces.get(frame.vehicle.id, frame.vehicle)
    facing = frame.vehicle.heading if order.facing is None else order.facing
    there = set_down(state, state.pieces[frame.element], vehicle, order.at, facing)
    return _placed(state, there)


def _deploy(state: P8State, order: Deploy) -> Trace | None:
    """Somebody who is set up."""
    element = state.pieces.get(order.element)
    if element is None:
        return None
    there = placed_at(element, order)
    bua = bua_at(state, (there.x, there.y))
    return _placed(state, there if bua is None else indoors(state, there, bua.id))


def _show(state: P8State, order: Show) -> Trace | None:
    """Somebody who comes out from under a counter."""
    element = state.pieces.get(order.element)
    if element is None or element.under is None:
        return None
    return _placed(state, emerged(state, element, order.at, order.facing))


def _leave_mounts(state: P8State, order: LeaveMounts) -> Trace | None:
    """Where mounts are left."""
    element = state.pieces.get(order.element)
    sheet = MOUNTS + element.sheet if element is not None else ""
    if element is None or order.mounts is None or sheet not in state.setting.sheets:
        return None
    x, y = order.mounts
    mounts = msgspec.structs.replace(
        element, id=f"{element.id}-mounts", sheet=sheet, x=x, y=y, inside=None, on_table=True
    )
    return Trace(ghosts=(ghost(state, turned(mounts, order.facing)),))


def _lay_counter(state: P8State, order: Hide | Dummy) -> Trace | None:
    """Where a counter is laid."""
    frame = state.frame
    if not isinstance(frame, Deploying):
        return None
    if not is_on_table(state, order.at):
        return NOT_THERE
    return Trace(ghosts=(counter_ghost(frame.side, order.at),))


def _clear_wire(state: P8State, order: ClearWire) -> Trace | None:
    """The gap that engineers would make."""
    element = state.pieces.get(order.element)
    if element is None or not element.on_table:
        return None
    wire = wire_to_clear(state, element, order)
    if not isinstance(wire, Line):
        return None
    gap = circle(*middle_of_gap(state, element, wire), HALF_GAP)
    return Trace(overlays=(Reach(outline=gap.corners, side=element.side, label="The gap"),))


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
