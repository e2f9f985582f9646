"""Section 10.1.2 and 10.1.4: shooting out of houses and into them, and streets between them."""

from __future__ import annotations

import math
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import Footprint, Point, distance_to_polyline, in_field_of_fire, place_in

from ..s02_terrain.place_names import name_of_feature
from ..state import Element, P8State
from ..state.built_up_areas import SIDE_BOUND, TOWN, Street, nearest_pair

LOOKS_OUT: Final = 1.0
"""How far inside the open end of a street one can stand and still see out."""


def street_of(state: P8State, element: Element) -> Street | None:
    """The street on which an element stands, between its houses."""
    if element.inside is not None:
        return None
    for street in state.setting.streets.values():
        if place_in((element.x, element.y), street.inner) >= 0:
            return street
    return None


def hunted_in_cover(state: P8State, element: Element) -> bool:
    """Whether tank hunters find an element in cover because it stands on a street."""
    if not state.setting.streets or street_of(state, element) is None:
        return False
    cite("p8.bua.street-no-cover-except-hunted")
    return True


def is_in_town(element: Element, street: Street) -> bool:
    """Whether an element is on a street or in one of the built-up areas beside it."""
    if element.inside is not None:
        return element.inside in street.beside
    return place_in((element.x, element.y), street.town) >= 0


def towns_shared(state: P8State, a: Element, b: Element) -> frozenset[str]:
    """The streets that do not hide these two from each other, since both are in their town."""
    return frozenset(
        f"{name}/{TOWN}"
        for name, street in state.setting.streets.items()
        if is_in_town(a, street) and is_in_town(b, street)
    )


def hidden_in_town(state: P8State, a: Element, b: Element) -> bool:
    """Whether one of two stands so deep in a street that it does not see out to the other."""
    if not state.setting.streets:
        return False
    cite("p8.bua.street-no-los-through")
    return _does_not_see_out(state, a, b) or _does_not_see_out(state, b, a)


def _does_not_see_out(state: P8State, element: Element, other: Element) -> bool:
    street = street_of(state, element)
    if street is None or is_in_town(other, street):
        return False
    cite("p8.bua.street-no-los-out", "p8.los.mutual")
    base, place = state.base(element), state.base(other)
    return not any(
        distance_to_polyline(base, end) <= LOOKS_OUT + 1e-3 and _lies_beyond(place, end)
        for end in street.ends
    )


def _lies_beyond(base: Footprint, end: tuple[tuple[float, float], tuple[float, float]]) -> bool:
    """Whether any part of a base is outside the town, seen from one of its open ends."""
    (ax, ay), (bx, by) = end
    return any((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9 for x, y in base.corners)


def outside_field(state: P8State, firer: Element, target: Element) -> Refusal | None:
    """Why somebody inside cannot fire that way: weapons and vehicles fire out of their side."""
    assert firer.inside is not None
    bua, place = state.setting.buas[firer.inside], state.base(target)
    if state.sheet(firer).type in SIDE_BOUND:
        cite("p8.bua.csw-and-vehicles-one-side", "p8.geo.field-of-fire-90")
        if in_field_of_fire(place, state.base(firer)):
            return None
        return Refusal(
            "p8.bua.csw-and-vehicles-one-side",
            f"{target.name} is outside the field of fire of the side at which {firer.name} stands.",
        )
    cite("p8.bua.infantry-360")
    if not firer.suppressed:
        return None
    cite("p8.result.suppressed-fire-limits", "p8.geo.field-of-fire-90")
    if any(in_field_of_fire(place, side.base) for side in bua.sides):
        return None
    return Refusal(
        "p8.fire.suppressed-limits",
        f"{target.name} is outside the field of fire of every side of "
        f"{name_of_feature(state.setting, bua.id)}.",
    )


def path_of_small_arms(state: P8State, firer: Element, target: Element) -> tuple[Point, Point]:
    """From where to where small arms need a path: centres, or the nearest points of outlines."""
    buas = state.setting.buas
    one, two = (firer.x, firer.y), (target.x, target.y)
    if firer.inside is None and target.inside is None:
        return one, two
    cite("p8.bua.measure-any-part")
    if firer.inside is not None and target.inside is not None:
        return nearest_pair(buas[firer.inside], buas[target.inside])
    if firer.inside is not None:
        return buas[firer.inside].nearest(two), two
    assert target.inside is not None
    return one, buas[target.inside].nearest(one)


def is_apart(a: Point, b: Point) -> bool:
    """Whether two points are far enough apart for a path to lie between them."""
    return math.dist(a, b) > 1e-6
