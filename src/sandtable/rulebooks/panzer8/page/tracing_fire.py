"""What a shot, a reaction, smoke, batteries or aircraft would do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Refusal
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay, Reach, Route
from sandtable.battle.overlays import Shot as Line
from sandtable.rulebooks.panzer8.drawing.ghosts import about_place, ghost, is_on_table, some
from sandtable.rulebooks.panzer8.drawing.sight_lines import line_to
from sandtable.rulebooks.panzer8.s02_terrain.place_names import name_of_feature
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import plan_fall_back
from sandtable.rulebooks.panzer8.s05_actions.fire.previewing import about_shot as _about_shot
from sandtable.rulebooks.panzer8.s05_actions.fire.previewing import shot_line
from sandtable.rulebooks.panzer8.s05_actions.move.previewing import trace_frame
from sandtable.rulebooks.panzer8.s05_actions.move.rates import path_length
from sandtable.rulebooks.panzer8.s05_actions.react.who_and_where import aimed_at, mover_at
from sandtable.rulebooks.panzer8.s14_smoke.laying import (
    support_screen,
)
from sandtable.rulebooks.panzer8.s14_smoke.screens import shown
from sandtable.rulebooks.panzer8.s15_events.air_support.aircraft import aircraft_of
from sandtable.rulebooks.panzer8.s15_events.air_support.flight_path import flight_path
from sandtable.rulebooks.panzer8.s15_events.air_support.targets import opportunities
from sandtable.rulebooks.panzer8.s15_events.support_fire.beaten_zones import (
    MEDIUM,
    beaten,
    beaten_zone,
)
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import (
    DRIFT,
    marked,
    shifted,
    zone_at,
)
from sandtable.rulebooks.panzer8.s15_events.support_fire.observers import lookout
from sandtable.rulebooks.panzer8.state import (
    AirMission,
    Element,
    Moving,
    P8State,
    Planning,
    Renewing,
    SupportMission,
)
from sandtable.rulebooks.panzer8.state.battlefield import Setting
from sandtable.rulebooks.panzer8.state.orders import (
    CallFire,
    Creep,
    FallBack,
    FireFlak,
    LayScreen,
    PlanAir,
    PlanFire,
    ReactFallBack,
    ReactFire,
    Shift,
    Strike,
)
from sandtable.rulebooks.panzer8.state.previewing import all_in_unit as _in_unit
from sandtable.rulebooks.panzer8.state.previewing import is_somewhere
from sandtable.rulebooks.panzer8.state.units import in_unit
from sandtable.table import Footprint, overlap

CENTRED: Final = "Only a planned point, or an enemy whom an observer sees, can be fired at."


# -- shots ----------------------------------------------------------------------------------------


# -- reactions ------------------------------------------------------------------------------------


def trace_react_fire(state: P8State, order: ReactFire) -> Trace | None:
    """The mover where it is shot at, and the shot."""
    frame = _mover(state)
    reactor = state.pieces.get(order.element)
    if frame is None or reactor is None or not is_somewhere(state, reactor):
        return None
    mover = mover_at(state, frame, _moment(frame, order.at))
    target = aimed_at(state, mover, order.target)
    if isinstance(target, Refusal):
        target = mover
    notes = [*_about_moment(frame, order.at, mover)]
    notes += _about_shot(state, reactor, target, 0, reaction=True)
    return Trace(
        ghosts=(ghost(state, mover),),
        overlays=(shot_line(state, reactor, target, reaction=True),),
        notes=_in_unit(state, notes),
    )


def trace_react_fall_back(state: P8State, order: ReactFallBack) -> Trace | None:
    """The mover where it is seen, and how far the reactor falls back from it."""
    frame = _mover(state)
    reactor = state.pieces.get(order.element)
    if frame is None or reactor is None or not reactor.on_table:
        return None
    mover = mover_at(state, frame, _moment(frame, order.at))
    wanted = FallBack(order.element, order.direction, order.distance, order.facing)
    plan = plan_fall_back(state, reactor, wanted, (mover.x, mover.y))
    if isinstance(plan, Refusal):
        return Trace(ghosts=(ghost(state, mover),), notes=_in_unit(state, [plan.reason]))
    way = trace_frame(state, reactor, plan, is_reaction=True)
    notes = (*_about_moment(frame, order.at, mover), *way.notes)
    return msgspec.structs.replace(
        way, ghosts=(*way.ghosts, ghost(state, mover)), notes=_in_unit(state, [*notes])
    )


def _mover(state: P8State) -> Moving | None:
    frame = state.frame
    return frame if isinstance(frame, Moving) else None


def _moment(frame: Moving, at: float) -> float:
    """A point of the way that is still ahead."""
    return min(max(at, frame.at), max(frame.at, path_length(frame.path)))


def _about_moment(frame: Moving, at: float, mover: Element) -> Iterator[str]:
    gone, whole = _moment(frame, at), path_length(frame.path)
    yield f"{mover.name} has then gone {gone:.1f} of {whole:.1f} in."


# -- smoke ----------------------------------------------------------------------------------------


def trace_renew(state: P8State) -> Trace | None:
    """The screen that would be renewed."""
    frame = state.frame
    if not isinstance(frame, Renewing):
        return None
    return Trace(overlays=(shown(state, frame.screen),))


# -- batteries ------------------------------------------------------------------------------------


def trace_call(state: P8State, order: CallFire) -> Trace | None:
    """The beaten zone, who is in it, and who observes."""
    frame = _mission(state)
    if frame is None:
        return None
    target = marked(state, order.target or "")
    at = order.at if target is None else (target.x, target.y)
    if at is None:
        return Trace(notes=(CENTRED,))
    zone = zone_at(state, frame, at)
    overlays: list[Overlay] = [_zone(state, frame, zone)]
    observer = state.pieces.get(order.observer or "")
    if observer is not None and target is not None and is_somewhere(state, observer):
        overlays.append(line_to(state, lookout(state, observer), target))
    notes = [*_about_zone(state, frame, zone)]
    if order.smoke:
        notes = ["Smoke is laid in the beaten zone, or touching it."]
    return Trace(overlays=tuple(overlays), notes=_in_unit(state, notes))


def trace_screen(state: P8State, order: LayScreen) -> Trace | None:
    """Where the smoke of batteries would lie."""
    frame = _mission(state)
    if frame is None or frame.at is None:
        return None
    screen = support_screen(state, frame.side, order.at, order.facing)
    return Trace(overlays=(_zone(state, frame, zone_at(state, frame)), shown(state, screen)))


def trace_shift(state: P8State, order: Shift) -> Trace | None:
    """Where fire would be shifted to."""
    frame = _mission(state)
    if frame is None or (frame.at is None and frame.screen is None):
        return None
    moved = shifted(frame, order.heading)
    if frame.screen is not None and moved.screen is not None:
        return Trace(overlays=(shown(state, moved.screen),))
    zone = zone_at(state, moved)
    notes = _in_unit(state, [*_about_zone(state, frame, zone)])
    return Trace(overlays=(_zone(state, frame, zone),), notes=notes)


def trace_creep(state: P8State, order: Creep) -> Trace | None:
    """Where a barrage would roll on to."""
    frame = _mission(state)
    if frame is None or frame.at is None:
        return None
    zone = zone_at(state, frame, order.to)
    used = round(math.dist(frame.at, order.to), 2)
    told = in_unit(state.setting, f"{used:.1f} of {DRIFT:g} in")
    return Trace(
        used=used,
        allowed=DRIFT,
        label=told,
        overlays=(_zone(state, frame, zone), Route(points=(frame.at, order.to), side=frame.side)),
        notes=_in_unit(state, [*_about_zone(state, frame, zone)]),
    )


def trace_plan_fire(state: P8State, order: PlanFire) -> Trace | None:
    """Where medium artillery would fall on the points that are noted."""
    frame = state.frame
    if not isinstance(frame, Planning):
        return None
    zones = [
        Reach(
            outline=beaten_zone(state.setting, frame.side, MEDIUM, at).corners,
            side=frame.side,
            label=f"Point {number}, beaten zone of medium artillery",
        )
        for number, at in enumerate(order.points, 1)
        if is_on_table(state, at)
    ]
    return Trace(overlays=tuple(zones))


def _mission(state: P8State) -> SupportMission | None:
    frame = state.frame
    return frame if isinstance(frame, SupportMission) else None


def _zone(state: P8State, frame: SupportMission, zone: Footprint) -> Reach:
    size = zone.box[2] - zone.box[0]
    told = f"Beaten zone, {frame.level.lower()}, {size:g} by {size:g} in"
    return Reach(outline=zone.corners, side=frame.side, label=in_unit(state.setting, told))


def _about_zone(state: P8State, frame: SupportMission, zone: Footprint) -> Iterator[str]:
    """Who would be attacked."""
    there = list(beaten(state, zone))
    enemies = [one.name for one in there if one.side != frame.side]
    friends = [one.name for one in there if one.side == frame.side]
    owner = state.setting.scenario.side(frame.side).name
    other = state.setting.scenario.side(state.other_side(frame.side)).name
    if enemies:
        yield f"{other} in the zone: {some(enemies)}."
    if friends:
        yield f"{owner} in the zone: {some(friends)}."
    counters = [one for one in state.counters.values() if overlap(one.base, zone)]
    if any(one.under is None for one in counters):
        yield "A counter lies in the zone; who is under it would be hit."
    if not there and not counters:
        yield "Nobody known is in the zone."


# -- aircraft -------------------------------------------------------------------------------------


def trace_strike(state: P8State, order: Strike) -> Trace | None:
    """The way of aircraft to a target, or what they may come upon."""
    frame = state.frame
    if not isinstance(frame, AirMission):
        return None
    target = marked(state, order.target or "")
    if target is None:
        if order.method != "opportunity" or not frame.aircraft:
            return None
        found = [one.name for one in opportunities(state, frame.side, aircraft_of(frame))]
        told = f"They may come upon {some(found)}." if found else "They would find nothing."
        return Trace(notes=(told,))
    path = flight_path(state.setting, frame.side, state.base(target))
    way = (*path, (target.x, target.y))
    return Trace(
        overlays=(Route(points=way, side=frame.side, label=frame.model),),
        notes=tuple(about_place(state, target)) if target.id in state.pieces else (),
    )


def trace_flak(state: P8State, order: FireFlak) -> Trace | None:
    """The way of the aircraft, and who fires at them."""
    frame = state.frame
    if not isinstance(frame, AirMission) or not frame.path:
        return None
    firing = [state.pieces[name] for name in order.elements if name in state.pieces]
    shots = [
        Line(start=state.base(one).centre, end=frame.path[-1], side=one.side, label=one.name)
        for one in firing
        if is_somewhere(state, one)
    ]
    way = Route(points=frame.path, side=frame.side, label=frame.model)
    return Trace(overlays=(way, *shots))


def trace_plan_air(state: P8State, order: PlanAir) -> Trace | None:
    """The features that are noted."""
    frame = state.frame
    if not isinstance(frame, Planning):
        return None
    overlays = (_feature(state.setting, frame.side, name) for name in order.features)
    return Trace(overlays=tuple(one for one in overlays if one is not None))


def _feature(setting: Setting, side: str, name: str) -> Overlay | None:
    told = name_of_feature(setting, name)
    for area in setting.ground.areas:
        if area.id == name:
            return Reach(outline=area.outline, side=side, label=told)
    for line in setting.ground.lines:
        if line.id == name:
            return Route(points=line.points, side=side, label=told)
    return None
