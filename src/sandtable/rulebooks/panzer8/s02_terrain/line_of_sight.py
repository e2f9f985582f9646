"""Section 2.3: line of sight."""

from __future__ import annotations

import itertools
from typing import Final

from sandtable.catalogue import cite
from sandtable.table import Footprint, segments_cross, within

from ..s10_buildings.streets import hidden_in_town, towns_shared
from ..s13_engineering.fortifications import in_use, works_of
from ..state import Element, P8State
from ..state.built_up_areas import BUA

VISIBILITY: Final = 60.0
"""Nothing can be seen or shot at beyond this."""


def is_elevated(state: P8State, element: Element) -> bool:
    """Whether an element stands on ground that was declared elevated."""
    elevated = state.setting.elevated
    if not elevated:
        return False
    cite("p8.los.elevated-defined-before-game")
    if element.aloft:
        cite("p8.bua.high-buildings-elevated")
        return True
    areas = state.setting.ground.areas_at((element.x, element.y))
    return any(area.id in elevated and area.kind != BUA for area in areas)


def looked_past(state: P8State, a: Element, b: Element) -> frozenset[str]:
    """The features that do not hide these two from each other.

    Lines that either touches do not; nor do crops, hedges and walls for whoever stands high.
    """
    touched = state.setting.touched
    return _looked_past(state, a, b, touched(state.base(a)) | touched(state.base(b)))


def _looked_past(state: P8State, a: Element, b: Element, past: frozenset[str]) -> frozenset[str]:
    """The same, with the lines that either touches."""
    setting = state.setting
    houses = {name for name in (state.houses(a), state.houses(b)) if name is not None}
    if houses:
        cite("p8.bua.measure-any-part")
        past |= houses
    if in_use(state):
        past |= {works.id for e in (a, b) if (works := works_of(state, e)) is not None}
    if setting.streets:
        past |= towns_shared(state, a, b)
    if setting.elevated and (is_elevated(state, a) or is_elevated(state, b)):
        cite("p8.los.elevated-ignores-crops-hedges-walls", "p8.los.mutual")
        past |= setting.overlooked
    return past


def on_opposite_slope(state: P8State, a: Element, b: Element) -> bool:
    """Whether one of two is hull-down and the other stands on the far slope of that very hill."""
    if not state.setting.hill_of_crest:
        return False
    touched = state.setting.touched
    return _hides_from_slope(state, a, b, touched(state.base(a))) or _hides_from_slope(
        state, b, a, touched(state.base(b))
    )


def _hides_from_slope(
    state: P8State, tank: Element, other: Element, touched: frozenset[str]
) -> bool:
    """Whether the crest of a hill hides another from a tank that touches these lines."""
    setting = state.setting
    crests = touched & setting.hill_of_crest.keys()
    if not crests or not state.sheet(tank).is_turreted:
        return False
    hills = {area.id for area in setting.ground.areas_at((other.x, other.y))}
    for crest in crests:
        cite("p8.los.hull-down-not-to-opposite-slope", "p8.los.mutual")
        if setting.hill_of_crest[crest] not in hills:
            continue
        points = setting.ground.line(crest).points
        if any(
            segments_cross((tank.x, tank.y), (other.x, other.y), a, b)
            for a, b in itertools.pairwise(points)
        ):
            return True
    return False


def sees(state: P8State, a: Element, b: Element) -> bool:
    """Whether two elements see each other: any part of one to any part of the other."""
    return sees_between(state, a, b, state.base(a), state.base(b))


def sees_between(state: P8State, a: Element, b: Element, one: Footprint, two: Footprint) -> bool:
    """Whether two elements with these bases see each other."""
    cite("p8.los.required", "p8.los.any-part-to-any-part", "p8.los.mutual")
    if not visible_distance(one, two):
        return False
    setting = state.setting
    near, far = setting.touched(one), setting.touched(two)
    if setting.hill_of_crest and (
        (near and _hides_from_slope(state, a, b, near))
        or (far and _hides_from_slope(state, b, a, far))
    ):
        return False
    if setting.streets and hidden_in_town(state, a, b):
        return False
    return clear(state, one, two, _looked_past(state, a, b, near | far))


def visible_distance(one: Footprint, two: Footprint) -> bool:
    """Whether two bases are near enough to be seen at all."""
    cite("p8.scale.max-visibility-60")
    return within(one, two, VISIBILITY)


def clear(state: P8State, one: Footprint, two: Footprint, past: frozenset[str]) -> bool:
    """Whether any line between two bases is unobstructed by terrain; elements never block."""
    cite(
        "p8.los.enter-and-exit-blocks",
        "p8.los.more-than-two-inside-blocks",
        "p8.los.linear-features-block-unless-touched",
        "p8.los.dead-ground-none-from-elements",
    )
    return state.setting.sight.sees(one, two, past)
