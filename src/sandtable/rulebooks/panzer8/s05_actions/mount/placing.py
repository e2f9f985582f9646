"""Section 5.3.4: placing an element adjacent to the vehicle that it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.mechanics.places import facings_beside, spots_beside
from sandtable.table import Footprint, Point, overlap, touching

from ...s02_terrain.ground_and_cover import rate
from ...s10_buildings.occupation import bua_at, check_room, indoors
from ...s13_engineering.fortifications import check_stay
from ...s13_engineering.wire_ways import is_wire_between
from ...state import Element, P8State
from ..move.rates import settled

HAIR: Final = 0.005
"""How far from its vehicle a suggested place is: adjacent, but certainly not overlapping."""

_SHIFTS: Final = (0.0, 0.5, -0.5)


def placed(element: Element, at: Point, facing: float) -> Element:
    """An element that gets a base of its own at a spot."""
    return replace(
        element,
        x=settled(at[0]),
        y=settled(at[1]),
        heading=round(facing % 360.0, 4),
        on_table=True,
        carried_by=None,
    )


def set_down(
    state: P8State, element: Element, vehicle: Element, at: Point, facing: float | None
) -> Element:
    """An element that leaves its vehicle; inside a built-up area it stays in there.

    It faces as its vehicle does if nothing else is said.
    """
    there = placed(element, at, vehicle.heading if facing is None else facing)
    return there if vehicle.inside is None else indoors(state, there, vehicle.inside)


def check_place(
    state: P8State, there: Element, beside: Footprint, rule: str, *, on_spot: bool = False
) -> Refusal | None:
    """Why an element cannot be placed there: not adjacent, no room, or next to an enemy.

    Args:
        state: Where the game stands.
        there: The element as it would stand.
        beside: The base that it must be adjacent to.
        rule: The rule that says so.
        on_spot: Whether that base is gone, so that its place is free as well.
    """
    if there.inside is not None:
        return check_room(state, there, there.inside)
    ground = state.setting.ground
    if not (0.0 <= there.x <= ground.width and 0.0 <= there.y <= ground.depth):
        return Refusal(rule, "That is off the table.")
    if bua_at(state, (there.x, there.y)) is not None:
        return Refusal(rule, f"{there.name} would have to enter the built-up area there.")
    base = state.base(there)
    cite("p8.geo.contact-tolerance")
    if not touching(base, beside) or (overlap(base, beside) and not on_spot):
        return Refusal(rule, f"{there.name} is placed adjacent to the vehicle, not there.")
    refused = check_stay(state, there)
    if refused:
        return refused
    if is_wire_between(state, there, beside.centre, base.centre):
        return Refusal("p8.wire.others-stop", "There is wire in between.")
    if _is_forbidden(state, there):
        why = f"{there.name} may not stand in that ground."
        return Refusal("p8.terrain.zero-rate-is-impassable", why)
    return _check_neighbours(state, there, base, rule)


def _is_forbidden(state: P8State, there: Element) -> bool:
    """Heavy guns can be brought wherever their crews can go, others where they could move."""
    sheet = state.sheet(there)
    if sheet.move_class == "0":
        sheet = replace(sheet, move_class="Inf")
    return rate(state.setting, sheet, state.setting.ground.areas_at((there.x, there.y))) == 0


def _check_neighbours(state: P8State, there: Element, base: Footprint, rule: str) -> Refusal | None:
    cite("p8.geo.no-overlap")
    for other in state.on_table():
        if other.id == there.id:
            continue
        place = state.base(other)
        if overlap(base, place):
            return Refusal("p8.geo.no-overlap", f"{other.name} stands there.")
        if other.side != there.side and touching(base, place):
            return Refusal(rule, f"{there.name} may not be placed touching {other.name}.")
    return None


def places(
    state: P8State,
    element: Element,
    vehicle: Element,
    beside: Footprint,
    rule: str,
    *,
    on_spot: bool = False,
) -> Iterator[tuple[Point, float]]:
    """Places around the base of a vehicle where an element can stand, and how it faces there."""
    found = False
    sheet, here = state.sheet(element), (beside.centre,) if on_spot else ()
    enemies = [(enemy.x, enemy.y) for enemy in state.enemies_of(element)]
    for facing in facings_beside(beside, enemies):
        size = (sheet.width, sheet.depth)
        around = spots_beside(beside, size, facing, gap=HAIR, shifts=_SHIFTS)
        for spot in (*here, *around):
            there = set_down(state, element, vehicle, spot, facing)
            if check_place(state, there, beside, rule, on_spot=on_spot) is None:
                found = True
                yield (there.x, there.y), there.heading
                if there.inside is not None:
                    return
        if found:
            return
