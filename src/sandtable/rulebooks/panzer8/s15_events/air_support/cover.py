"""Section 15.3.7: what protects a target from aircraft."""

from __future__ import annotations

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.table import Point

from ...s02_terrain.ground_and_cover import (
    NO_COVER,
    Cover,
    best,
    cover_behind_afv,
    cover_of_place,
    covers_on_line,
    is_fortified,
)
from ...state import Element, P8State
from .aircraft import Aircraft

LINEAR = "p8.cover.linear-needs-contact-and-crossing"


class AirCover(Struct, frozen=True):
    """The cover of a target from the air.

    Attributes:
        cover: The best of all kinds.
        screened: Whether a hedge, a wall or a tank lies between the aircraft and the target.
    """

    cover: Cover
    screened: bool = False


def overhead(side: str, model: str, point: Point) -> Element:
    """Aircraft as somebody who looks and shoots from a point of the table."""
    return Element(id="", side=side, name=model, x=point[0], y=point[1], sheet="")


def cover_against(state: P8State, plane: Element, aircraft: Aircraft, target: Element) -> AirCover:
    """The cover that counts when aircraft attack.

    Being hull-down and smoke do not; and bombers do not mind some kinds of walls.
    """
    if aircraft.past_buildings and state.houses(target) is not None:
        rule = (
            "p8.air.dive-bomber-ignores-cover"
            if aircraft.type == "Dive Bomber"
            else "p8.air.light-bomber-ignores-cover"
        )
        cite(rule)
        return AirCover(_dug_in(target))
    found = cover_on_table(state, plane, target, past_works=aircraft.past_works)
    if not state.has(target, "ARM"):
        return found
    carriers = Cover(2, "p8.armdinf.as-infantry-except", "armoured carriers")
    return AirCover(best((carriers, found.cover)), found.screened)


def is_in_cover(state: P8State, plane: Element, aircraft: Aircraft, target: Element) -> bool:
    """Whether pilots overlook an element that they might come upon: it is in cover or dug in.

    Light bombers find those in built-up areas all the same, since that is where they look.
    """
    if state.houses(target) is not None and aircraft.type == "Light Bomber":
        return target.dug_in
    return cover_on_table(state, plane, target).cover.value > 0


def cover_on_table(
    state: P8State, plane: Element, target: Element, *, past_works: bool = False
) -> AirCover:
    """The cover of a target's place, and what it has between itself and the aircraft."""
    start, end = (plane.x, plane.y), (target.x, target.y)
    hedges = [
        cover for cover in covers_on_line(state, plane, target, start, end) if cover.rule == LINEAR
    ]
    tank = cover_behind_afv(state, plane, target)
    found = best((_place(state, target, past_works), *hedges, tank))
    return AirCover(found, bool(hedges) or (tank.value > 0 and found == tank))


def _place(state: P8State, target: Element, past_works: bool) -> Cover:
    """The cover of a target's place; that of fortifications is no matter to dive bombers."""
    if not past_works or not is_fortified(state, target):
        return cover_of_place(state, target)
    cite("p8.air.dive-bomber-ignores-cover")
    found = cover_of_place(state, target, against="dive-bomber")
    return _dug_in(target) if found.rule == "p8.cover.fortification-class" else found


def _dug_in(target: Element) -> Cover:
    return Cover(2, "p8.cover.hard", "dug in") if target.dug_in else NO_COVER
