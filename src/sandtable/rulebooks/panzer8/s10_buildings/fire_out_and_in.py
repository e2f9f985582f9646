"""Section 10.1.2: shooting out of built-up areas and into them."""

from __future__ import annotations

import math

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import Point, in_field_of_fire

from ..s02_terrain.place_names import name_of_feature
from ..state import Element, P8State
from ..state.built_up_areas import SIDE_BOUND, nearest_pair


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
