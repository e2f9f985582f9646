"""When a computer player mounts, dismounts, limbers and takes weapons apart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.advice.errands import nearest
from sandtable.battle import Order

from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.mount.limbering import (
    LIMBER,
    UNLIMBER,
    Assemble,
    BreakDown,
    Limber,
    Unlimber,
)
from ..s05_actions.mount.mounted_troops import LEAVE_MOUNTS, REMOUNT, LeaveMounts, Remount
from ..s05_actions.mount.mounting import DISMOUNT, MOUNT, Dismount, Mount
from ..s05_actions.mount.placing import placed
from ..s08_results.getting_off import PutDown
from ..state import Element, Landing, P8State
from ..state.nearby import in_box

NEAR: Final = 10.0
"""So near to the goal passengers get off."""

FAR: Final = 16.0
"""Beyond this it pays to ride."""

DANGER: Final = 14.0
"""Enemies this near make riding unwise."""

Riding = (
    Mount | Dismount | Limber | Unlimber | BreakDown | Assemble | LeaveMounts | Remount | PutDown
)


def changes(state: P8State, element: Element) -> Iterator[Order]:
    """All that an element can do about being carried, mounted or packed."""
    if element.carried_by is not None:
        yield from DISMOUNT.offer(state, element)
        yield from UNLIMBER.offer(state, element)
        return
    if not element.on_table:
        return
    if element.broken_down:
        yield Assemble(element.id)
    elif state.has(element, "MP"):
        yield BreakDown(element.id)
    yield from MOUNT.offer(state, element)
    yield from LIMBER.offer(state, element)
    yield from LEAVE_MOUNTS.offer(state, element)
    yield from REMOUNT.offer(state, element)


def useful_changes(state: P8State, element: Element) -> Iterator[Order]:
    """Of all those, what can be worth anything to an element where it is now."""
    if element.carried_by is not None or element.broken_down:
        yield from changes(state, element)
        return
    if not element.on_table:
        return
    sheet = state.sheet(element)
    if sheet.dismounts_as is not None:
        yield from LEAVE_MOUNTS.offer(state, element)
    if element.mounts is not None:
        yield from REMOUNT.offer(state, element)
    if sheet.is_vehicle or sheet.is_commander:
        return
    if goal_distance(state, element) <= (2 * FAR if sheet.is_crew_served else FAR):
        return
    if not _is_in_danger(state, element):
        yield from MOUNT.offer(state, element)
        yield from LIMBER.offer(state, element)


def goal_distance(state: P8State, element: Element) -> float:
    """How far it is to the nearest objective, or to the nearest enemy if there is none."""
    spot = (element.x, element.y)
    objectives = state.setting.scenario.objectives
    if not objectives:
        enemies = state.enemies_of(element)
        return nearest(spot, [(enemy.x, enemy.y) for enemy in enemies])
    return state.setting.memories["goal distances"].once(
        spot, lambda: nearest(spot, [goal.at for goal in objectives])
    )


def _is_in_danger(state: P8State, element: Element) -> bool:
    """Whether any enemy is so near that nobody mounts any more."""
    (x, y), far = (element.x, element.y), DANGER
    box = (x - far, y - far, x + far, y + far)
    others = in_box(state, (state.other_side(element.side),), box)
    return any(math.dist((e.x, e.y), (x, y)) <= far for e in others)


def _enemy_distance(state: P8State, element: Element) -> float:
    spot = (element.x, element.y)
    enemies = state.enemies_of(element)
    return min((math.dist((e.x, e.y), spot) for e in enemies), default=math.inf)


def riding_worth(state: P8State, order: Riding) -> float:
    """What it is worth to mount, get off, limber and so on, at a rough guess."""
    match order:
        case PutDown(at=at):
            return 0.05 + 0.001 * _enemy_distance_at(state, at)
        case Mount(element=name, vehicle=vehicle):
            return _mount_worth(state, state.pieces[name], state.pieces[vehicle])
        case Dismount(element=name):
            return _dismount_worth(state, state.pieces[name])
        case Unlimber(element=name, at=at, facing=facing):
            there = placed(state.pieces[name], at, facing or 0.0)
            return 0.25 if _has_target(state, there) else _late(state, there)
        case Limber(element=name) | BreakDown(element=name):
            weapon = state.pieces[name]
            idle = not _has_target(state, weapon) and goal_distance(state, weapon) > 2 * FAR
            return 0.02 if idle and _enemy_distance(state, weapon) > 2 * FAR else -0.1
        case Assemble(element=name):
            there = msgspec.structs.replace(state.pieces[name], broken_down=False)
            return 0.25 if _has_target(state, there) else _late(state, there)
        case LeaveMounts(element=name):
            return 0.04 if _enemy_distance(state, state.pieces[name]) < NEAR else -0.1
        case Remount(element=name):
            return 0.04 if _enemy_distance(state, state.pieces[name]) > FAR else -0.1


def _mount_worth(state: P8State, element: Element, vehicle: Element) -> float:
    far = goal_distance(state, element) > FAR and _enemy_distance(state, element) > DANGER
    return 0.1 if far and not vehicle.acted and not vehicle.suppressed else -0.1


def _dismount_worth(state: P8State, element: Element) -> float:
    assert element.carried_by is not None
    vehicle = state.pieces[element.carried_by]
    near = goal_distance(state, element) < NEAR or _enemy_distance(state, element) < DANGER
    stuck = vehicle.suppressed or vehicle.reacted
    return 0.15 if near and (vehicle.acted or stuck) else -0.05


def _has_target(state: P8State, weapon: Element) -> bool:
    fresh = msgspec.structs.replace(weapon, moved=False, shifted=False, heading=0.0)
    return any(
        isinstance(aim(state, _facing(fresh, enemy), enemy), Shot)
        for enemy in state.enemies_of(weapon)
    )


def _facing(weapon: Element, enemy: Element) -> Element:
    heading = math.degrees(math.atan2(enemy.x - weapon.x, enemy.y - weapon.y)) % 360.0
    return msgspec.structs.replace(weapon, heading=heading)


def _late(state: P8State, weapon: Element) -> float:
    """Near to the goal a weapon gets ready even if it sees nobody yet."""
    return 0.03 if goal_distance(state, weapon) < NEAR else -0.1


def _enemy_distance_at(state: P8State, at: tuple[float, float]) -> float:
    frame = state.agenda[-1]
    assert isinstance(frame, Landing)
    element = state.pieces[frame.element]
    there = msgspec.structs.replace(element, x=at[0], y=at[1])
    return min(30.0, _enemy_distance(state, there))
