"""Sensible orders for the decisions of a support fire mission."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from sandtable.rulebooks.panzer8.s06_close_combat.contact import in_hand_to_hand
from sandtable.rulebooks.panzer8.s12_hidden.counters import counters_of
from sandtable.rulebooks.panzer8.s14_smoke.laying import can_place
from sandtable.rulebooks.panzer8.s14_smoke.screens import DEPTH
from sandtable.rulebooks.panzer8.s15_events.noted_targets import MOST
from sandtable.rulebooks.panzer8.s15_events.support_fire.beaten_zones import level_of
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import DRIFT, check_screen, marked
from sandtable.rulebooks.panzer8.s15_events.support_fire.observers import observers, observes
from sandtable.rulebooks.panzer8.s15_events.support_fire.planned_fire import planned_points
from sandtable.rulebooks.panzer8.state import Element, P8State, SupportMission
from sandtable.rulebooks.panzer8.state.orders import CallFire, Creep, LayScreen, PlanFire, Shift
from sandtable.table import Point, bearing, step

QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)
ROSE: Final = tuple(45.0 * eighth for eighth in range(8))

SMOKED: Final = 3
"""Smoke is thought of at so many of the nearest targets."""

NEAREST: Final = 4
"""Fire is shifted or rolled on towards so many elements beside the points of the compass."""


def calls(state: P8State, frame: SupportMission) -> Iterator[CallFire]:
    """Every enemy that somebody observes, the best observer for each, and the planned points."""
    enemy = state.other_side(frame.side)
    able = list(observers(state, frame.side))
    names = [target.id for target in state.on_table(enemy)]
    names += [counter.id for counter in counters_of(state, enemy)]
    found = [(name, _first_to_see(state, able, name)) for name in names]
    seen = [CallFire(name, eye.id) for name, eye in found if eye is not None]
    planned = [CallFire(at=point) for point in planned_points(state, frame.side)]
    yield from seen
    yield from planned
    if can_place(state, frame.side):
        for order in (*seen[:SMOKED], *planned):
            yield CallFire(order.target, order.observer, order.at, smoke=True)


def best_observer(state: P8State, side: str, target: str) -> Element | None:
    """Who of a side can best direct fire on a target: an observation officer, or another."""
    return _first_to_see(state, list(observers(state, side)), target)


def _first_to_see(state: P8State, able: list[Element], name: str) -> Element | None:
    target = marked(state, name)
    if target is None or in_hand_to_hand(state, target):
        return None
    return next((one for one in able if observes(state, one, target)), None)


def screens(state: P8State, frame: SupportMission) -> Iterator[LayScreen]:
    """Across the middle of the zone either way, and along each of its sides."""
    assert frame.at is not None
    reach = level_of(state.setting, frame.side, frame.level).size / 2 + DEPTH / 2
    orders = [LayScreen(frame.at, 0.0), LayScreen(frame.at, 90.0)]
    orders += [LayScreen(_rounded(step(frame.at, side, reach)), side) for side in QUARTERS]
    yield from (order for order in orders if check_screen(state, frame, order) is None)


def shifts(state: P8State, frame: SupportMission) -> Iterator[Shift]:
    """Eight ways, and towards the owner's elements that come nearest to lying 6 away."""
    centre = _centre(frame)
    marked = _nearest(state.on_table(frame.side), centre)
    headings = [round(bearing(centre, (one.x, one.y)), 4) for one in marked]
    yield from (Shift(heading) for heading in dict.fromkeys((*ROSE, *headings)))


def creepings(state: P8State, frame: SupportMission) -> Iterator[Creep]:
    """On to enemies within reach, or six inches or three any of eight ways."""
    assert frame.at is not None
    centre = frame.at
    enemies = state.on_table(state.other_side(frame.side))
    spots = [(one.x, one.y) for one in enemies if math.dist((one.x, one.y), centre) <= DRIFT]
    spots += [_rounded(step(centre, way, far)) for far in (DRIFT, DRIFT / 2) for way in ROSE]
    yield from (Creep(spot) for spot in dict.fromkeys(spots) if math.dist(spot, centre) <= DRIFT)


def _centre(frame: SupportMission) -> Point:
    if frame.screen is not None:
        return frame.screen.x, frame.screen.y
    assert frame.at is not None
    return frame.at


def _nearest(elements: list[Element], centre: Point) -> list[Element]:
    """The elements that lie most nearly 6 away, none that lies in the middle itself."""
    off = [one for one in elements if math.dist((one.x, one.y), centre) > 0.1]
    return sorted(off, key=lambda one: abs(math.dist((one.x, one.y), centre) - DRIFT))[:NEAREST]


def _rounded(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)


def fire_plans(state: P8State, side: str) -> Iterator[PlanFire]:
    """Places where enemies stand close together, objectives, and built-up areas."""
    setting = state.setting
    enemies = [(one.x, one.y) for one in state.on_table(state.other_side(side))]
    crowded = sorted(
        enemies, key=lambda spot: -sum(math.dist(spot, other) <= DRIFT / 2 for other in enemies)
    )
    goals = [objective.at for objective in setting.scenario.objectives]
    towns = [bua.centre for bua in setting.buas.values()]
    middle = (setting.ground.width / 2, setting.ground.depth / 2)
    for spots in (_apart(crowded), _apart([*goals, *towns]), [middle]):
        if spots:
            yield PlanFire(tuple(_rounded(spot) for spot in spots))


def _apart(spots: list[Point]) -> list[Point]:
    """The first three of some points that do not lie close together."""
    chosen: list[Point] = []
    for spot in spots:
        if len(chosen) < MOST and all(math.dist(spot, other) > DRIFT / 2 for other in chosen):
            chosen.append(spot)
    return chosen
