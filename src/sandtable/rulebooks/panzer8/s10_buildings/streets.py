"""Section 10.1.4: what can be seen, and what cover there is, on a street between houses."""

from __future__ import annotations

from typing import Final

from sandtable.catalogue import cite
from sandtable.table import Footprint, distance_to_polyline, place_in

from ..state import Element, P8State
from ..state.built_up_areas import TOWN, Street

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
