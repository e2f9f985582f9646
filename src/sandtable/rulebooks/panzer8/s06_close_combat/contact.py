"""Section 6: who is in contact with whom, and whether that is hand-to-hand combat."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Final

from sandtable.catalogue import cite
from sandtable.table import (
    Footprint,
    Line,
    beyond_front,
    distance,
    distance_to_outline,
    distance_to_polyline,
    segments_cross,
    touching,
)

from ..s10_buildings.occupation import outdoors, outline_of
from ..s13_engineering.fortifications import works_of
from ..state import Element, P8State
from ..state.battlefield import LINES
from ..state.nearby import in_box, whereabouts
from ..state.sheets import Sheet

ACROSS: Final = 0.5
"""Enemies this near to each other across an obstacle are in contact."""

TOUCH: Final = 0.05
"""Bases this near to each other are in contact."""

_FAR: Final = 4.0
"""Bases whose centres are farther apart than this along an axis cannot be in contact."""

_HAIR: Final = 1e-3


def fights_hand_to_hand(sheet: Sheet) -> bool:
    """Whether an element of this kind can be in hand-to-hand combat: any but vehicles."""
    cite("p8.melee.hand-to-hand-definition")
    return not sheet.is_vehicle and sheet.type != "mounts"


def obstacle_between(state: P8State, one: Element, two: Element) -> Line | None:
    """The linear obstacle that two elements touch from opposite sides, at most 0.5 apart."""
    base, place = state.base(one), state.base(two)
    if distance(base, place) > ACROSS + _HAIR:
        return None
    setting = state.setting
    for name in sorted(setting.touched(base) & setting.touched(place)):
        line = setting.ground.line(name)
        if LINES[line.kind].obstacle and _lies_between(line, base, place):
            return line
    return None


def _lies_between(line: Line, one: Footprint, two: Footprint) -> bool:
    """Whether two bases, which are on the sides of their centres, have a line between them."""
    return any(
        segments_cross(one.centre, two.centre, a, b) for a, b in itertools.pairwise(line.points)
    )


def is_near(state: P8State, one: Element, two: Element) -> bool:
    """A quick look whether two elements can be in contact at all."""
    if one.inside is None and two.inside is None:
        if abs(one.x - two.x) <= _FAR and abs(one.y - two.y) <= _FAR:
            return True
    elif _is_beside(outline_of(state, one), outline_of(state, two).box):
        return True
    if not state.setting.has_works:
        return False
    return _may_be_at_works_of(state, one, two) or _may_be_at_works_of(state, two, one)


def _may_be_at_works_of(state: P8State, one: Element, two: Element) -> bool:
    """A quick look whether the first can stand at the wall of the works that the second is in."""
    works = works_of(state, two)
    if works is None:
        return False
    return _is_beside(state.base(one), state.setting.works[works.id])


def _is_beside(base: Footprint, box: tuple[float, float, float, float]) -> bool:
    a, b = base.box, box
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) <= 2 * ACROSS


def _is_beside_works(state: P8State, element: Element) -> bool:
    """Whether an element is in a fortification, or may stand at the wall of one."""
    if not state.setting.has_works:
        return False
    base = state.base(element)
    return any(_is_beside(base, box) for box in state.setting.works.values())


def meets(state: P8State, one: Element, two: Element) -> bool:
    """Whether two elements are in base contact, or opposite each other across an obstacle."""
    if not is_near(state, one, two):
        return False
    cite("p8.geo.contact-tolerance")
    if adjoins(state, one, two):
        return True
    if obstacle_between(state, one, two) is not None:
        return True
    return is_at_works_of(state, one, two) or is_at_works_of(state, two, one)


def adjoins(state: P8State, one: Element, two: Element) -> bool:
    """Whether two elements touch, or are in houses that leave no room to stand between them."""
    mine, its = outline_of(state, one), outline_of(state, two)
    if touching(mine, its):
        return True
    if one.inside is None or two.inside is None:
        return False
    cite("p8.bua.melee-frontage")
    return distance(mine, its) <= max(_room_to_charge(state, one), _room_to_charge(state, two))


def is_at_house(state: P8State, element: Element, place: Footprint) -> bool:
    """Whether an element is at the outline of a house, or too near to it to come out before it."""
    gap = distance(outline_of(state, element), place)
    return gap <= TOUCH + 0.01 or (
        element.inside is not None and gap <= _room_to_charge(state, element)
    )


def _room_to_charge(state: P8State, element: Element) -> float:
    """How much room troops need before a house to come out of it in a charge: for their centre."""
    sheet = state.sheet(outdoors(element))
    if sheet.is_vehicle or sheet.is_crew_served or sheet.is_commander:
        return 0.0
    return sheet.depth / 2 + _HAIR


def is_at_works_of(state: P8State, one: Element, two: Element) -> bool:
    """Whether the first stands at the wall of the fortification that the second is in."""
    works = works_of(state, two) if state.setting.has_works else None
    if works is None or works == works_of(state, one):
        return False
    return distance_to_outline(state.base(one), works.outline) <= TOUCH + 1e-6


def meets_with_front(state: P8State, one: Element, two: Element) -> bool:
    """Whether the front edge of the first touches the second, or faces it across an obstacle."""
    if not is_near(state, one, two):
        return False
    front = outline_of(state, one).front_edge
    if front is None:  # in a built-up area there is no front
        return meets(state, one, two)
    gap = distance_to_polyline(outline_of(state, two), front)
    if gap <= TOUCH + 1e-6 or is_at_works_of(state, one, two):
        return True
    if gap > ACROSS + _HAIR or not beyond_front(outline_of(state, two), of=outline_of(state, one)):
        return False
    return obstacle_between(state, one, two) is not None


def enemies_met(state: P8State, element: Element) -> list[Element]:
    """The enemies that an element is in contact with."""
    if element.inside is None and not state.setting.has_works:
        others = _in_square(state, state.other_side(element.side), element)
    else:
        others = state.enemies_of(element)
    return [enemy for enemy in others if meets(state, element, enemy)]


def opponents(state: P8State, element: Element) -> Iterator[Element]:
    """The enemies with whom an element is in hand-to-hand combat (6.1)."""
    if not element.on_table or not fights_hand_to_hand(state.sheet(element)):
        return
    if element.inside is None and not _is_beside_works(state, element):
        others = _in_square(state, state.other_side(element.side), element)
    else:
        others = state.enemies_of(element)
    for enemy in others:
        if (
            is_near(state, element, enemy)
            and fights_hand_to_hand(state.sheet(enemy))
            and meets(state, element, enemy)
            and may_touch(state, element, enemy)
        ):
            yield enemy


def may_touch(state: P8State, one: Element, two: Element) -> bool:
    """Whether two are near each other in earnest: of those in houses one must have charged.

    Their places are all of the houses, and these may stand wall to wall.
    """
    if one.inside is None and two.inside is None:
        return True
    pair = {one.id, two.id}
    return any({contact.charger, contact.enemy} == pair for contact in state.contacts)


def _in_square(state: P8State, side: str, element: Element) -> list[Element]:
    """Those of a side who are not plainly too far from an element to be in contact with it."""
    x, y = element.x, element.y
    return in_box(state, (side,), (x - _FAR, y - _FAR, x + _FAR, y + _FAR))


def beset_by(state: P8State, side: str) -> Callable[[Element], bool]:
    """A quick look for many elements whether any of a side's can be in contact with them."""
    if state.setting.has_works:
        return lambda _: True
    here = whereabouts(state)

    def is_beset(element: Element) -> bool:
        if element.inside is not None:
            return True
        x, y = element.x, element.y
        return bool(here.about(side, x - _FAR, y - _FAR, x + _FAR, y + _FAR))

    return is_beset


def in_hand_to_hand(state: P8State, element: Element, *, apart_from: str | None = None) -> bool:
    """Whether an element is in hand-to-hand combat with some enemy other than the one named."""
    return any(enemy.id != apart_from for enemy in opponents(state, element))
