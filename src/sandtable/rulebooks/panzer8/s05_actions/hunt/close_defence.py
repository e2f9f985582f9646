"""Section 5.2: the infantry that protects a tank against tank hunters."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.table import beyond_front, distance, touching

from ...s02_terrain.ground_and_cover import (
    HEDGE,
    best,
    cover_behind_afv,
    cover_of_place,
    covers_on_line,
    is_fortified,
)
from ...s06_close_combat.contact import in_hand_to_hand
from ...s10_buildings.occupation import has_no_facing
from ...s13_engineering import fortifications
from ...s16_nations.nations import reserves_of
from ...state import Element, P8State
from ...state.tables import TOLERANCE
from ..fire.aiming import Shot
from ..fire.line_of_fire import smoke_about


def close_defence(state: P8State, hunter: Element, target: Element) -> tuple[Shot, ...]:
    """The shots of the infantry that protects a vehicle; each is fired by the full procedure.

    They come without being asked, so neither facing nor the vehicle in the way matters.
    """
    cite("p8.hunt.close-defence-first")
    guards = (_guard(state, friend, target) for friend in state.pieces.values())
    shots = (_close_shot(state, guard, hunter, target) for guard in guards if guard is not None)
    return tuple(shot for shot in shots if shot is not None)


def _guard(state: P8State, friend: Element, target: Element) -> Element | None:
    """An element as it defends a vehicle, if it does: it touches the vehicle or rides on it."""
    if friend.side != target.side or friend.id == target.id or friend.suppressed:
        return None
    if not state.sheet(friend).fights_as_infantry:
        return None
    if friend.carried_by is not None:
        if state.has(friend, "FT"):
            cite("p8.fire.mounted-csw-and-flame-cannot-fire")
            return None
        rides = friend.carried_by == target.id and state.sheet(target).type != "apc"
        return _mounted_on(friend, target) if rides else None
    on_foot = friend.on_table and touching(state.base(friend), state.base(target))
    if not on_foot or in_hand_to_hand(state, friend):
        return None
    return friend


def _mounted_on(rider: Element, vehicle: Element) -> Element:
    """A rider, put where its vehicle is."""
    return replace(rider, x=vehicle.x, y=vehicle.y, heading=vehicle.heading)


def _close_shot(state: P8State, guard: Element, hunter: Element, vehicle: Element) -> Shot | None:
    gun = state.sheet(guard).guns[0]
    base = state.base(vehicle if guard.carried_by else guard)
    prey = state.base(hunter)
    gap = distance(base, prey)
    if gun.hesa <= 0 or gap > gun.hesa_range + TOLERANCE:
        return None
    if gun.kind == "SA" and is_fortified(state, hunter):
        return None
    line = covers_on_line(state, guard, hunter, (guard.x, guard.y), (hunter.x, hunter.y))
    kind = fortifications.attacker_kind(state, guard)
    place = cover_of_place(state, hunter, against=kind)
    smoke = smoke_about(state, guard, hunter)
    lee = cover_behind_afv(state, guard, hunter)
    cover = best((place, smoke, *line, lee))
    return Shot(
        firer=guard,
        target=hunter,
        gun=gun,
        fired="HE/SA",
        value=gun.hesa,
        reach=gun.hesa_range,
        range=gap,
        from_behind=not has_no_facing(state, hunter) and not beyond_front(base, of=prey),
        firer_moved=False,
        cover=cover,
        screened=lee.value > 0 or any(found.rule == HEDGE for found in line),
        defence=state.sheet(hunter).defence,
        mortar=False,
        reserves=reserves_of(state, guard, hunter),
    )
