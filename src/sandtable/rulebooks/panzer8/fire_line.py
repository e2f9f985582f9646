"""Section 5.1: the line along which a shot goes, and who is in its way."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.panzer8.setting import LINES
from sandtable.rulebooks.panzer8.sight import clear, is_elevated, looked_past, on_opposite_slope
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.tables import BASE_WIDTH
from sandtable.rulebooks.panzer8.terrain import NO_COVER, Cover, best, cover_on_line
from sandtable.table import (
    Footprint,
    Point,
    distance,
    overlap,
    segment_meets,
    strip,
    within,
)
from sandtable.table.plane import point_to_segment


class FireLine(Struct, frozen=True):
    """A line of fire: where it runs, and the cover that the target has on it."""

    start: Point
    end: Point
    cover: Cover
    hedge: bool = False


def find_fire_line(state: P8State, firer: Element, target: Element) -> FireLine | Refusal:
    """The line of fire that is best for the firer, or why there is none.

    Of the lines between nine points of either base the program takes one that gives the target
    the least cover, and of those the shortest.
    """
    cite("p8.geo.fire-line", "p8.fire.needs-field-of-fire-and-los")
    lines = [_own_line(state, firer, firer, target)]
    if state.sheet(firer).is_mortar:
        lines += [_own_line(state, firer, spotter, target) for spotter in spotters(state, firer)]
    found = [line for line in lines if isinstance(line, FireLine)]
    if found:
        return min(found, key=lambda line: line.cover.value)
    return lines[0]


def spotters(state: P8State, mortar: Element) -> Iterator[Element]:
    """Friends from whom a mortar may borrow its line of sight."""
    place = state.base(mortar)
    for friend in state.friends_of(mortar):
        able = not friend.suppressed and state.sheet(friend).is_combat
        if able and within(state.base(friend), place, 1.0):
            cite("p8.los.mortar-borrows-spotter")
            yield friend


def _own_line(
    state: P8State, firer: Element, observer: Element, target: Element
) -> FireLine | Refusal:
    """The best line from an observer, who may be another than the firer."""
    one, two = state.base(observer), state.base(target)
    past = looked_past(state, observer, target)
    if on_opposite_slope(state, observer, target):
        return Refusal(
            "p8.los.hull-down-not-to-opposite-slope",
            f"{target.name} is on the far slope of the crest, out of sight.",
        )
    if not clear(state, one, two, past):
        return Refusal(_NO_SIGHT, f"{observer.name} has no line of sight to {target.name}.")
    friends = _friends_in_the_way(state, firer, target)
    smoke = _smoke_about(state, firer, target)
    if not friends and not state.screens and not _may_be_covered(state, target):
        return FireLine(one.centre, two.centre, NO_COVER)
    lines = _open_lines(state, one, two, past, friends)
    indirect = state.sheet(firer).is_mortar
    return _best_line(state, target, lines, smoke, indirect) or Refusal(
        "p8.fire.not-through-friends",
        f"{firer.name} cannot fire at {target.name} without firing through friends.",
    )


_NO_SIGHT = "p8.fire.needs-field-of-fire-and-los"


def _may_be_covered(state: P8State, target: Element) -> bool:
    """Whether a line matters: the target touches a hedge, a wall or a crest."""
    ground = state.setting.ground
    return any(
        LINES[ground.line(name).kind].cover or ground.line(name).kind == "crest"
        for name in state.setting.touched(state.base(target))
    )


def _open_lines(
    state: P8State,
    one: Footprint,
    two: Footprint,
    past: frozenset[str],
    friends: list[Footprint],
) -> Iterator[tuple[Point, Point]]:
    for start, end in state.setting.sight.clear_lines(one, two, past):
        if not any(segment_meets(start, end, friend) for friend in friends):
            yield start, end


def _best_line(
    state: P8State,
    target: Element,
    lines: Iterator[tuple[Point, Point]],
    smoke: Cover,
    indirect: bool,
) -> FireLine | None:
    chosen: tuple[int, float, FireLine] | None = None
    for start, end in lines:
        cover = best((cover_on_line(state, target, start, end, indirect=indirect), smoke))
        length = math.dist(start, end)
        if chosen is None or (cover.value, length) < chosen[:2]:
            hedge = cover.rule == "p8.cover.linear-needs-contact-and-crossing"
            chosen = (cover.value, length, FireLine(start, end, cover, hedge))
    return chosen[2] if chosen else None


def _smoke_about(state: P8State, firer: Element, target: Element) -> Cover:
    """Smoke in which the firer or the target stands hinders every line."""
    for screen in state.screens:
        if any(overlap(screen.base, state.base(e)) for e in (firer, target)):
            return Cover(2, "p8.fire.mod-hard-cover-hull-down-smoke", "smoke")
    return NO_COVER


def _friends_in_the_way(state: P8State, firer: Element, target: Element) -> list[Footprint]:
    """The bases of friends that a shot may not pass through."""
    barring = []
    for friend in state.friends_of(firer):
        if not _near_line(state, firer, target, friend):
            continue
        if not shoots_over(state, firer, target, friend):
            cite("p8.fire.not-through-friends")
            barring.append(state.base(friend))
    return barring


def shoots_over(state: P8State, firer: Element, target: Element, friend: Element) -> bool:
    """Whether a mortar or an elevated firer may shoot over a friend, who must be nearer to it."""
    if not (state.sheet(firer).is_mortar or is_elevated(state, firer)):
        return False
    cite("p8.fire.over-friends-elevated-or-mortar")
    place = state.base(friend)
    return distance(place, state.base(firer)) < distance(place, state.base(target))


def in_strip(state: P8State, firer: Element, target: Element, other: Element) -> bool:
    """Whether somebody stands in the path, one base wide, between two elements."""
    if not _near_line(state, firer, target, other):
        return False
    path = strip((firer.x, firer.y), (target.x, target.y), BASE_WIDTH)
    return overlap(path, state.base(other))


def _near_line(state: P8State, firer: Element, target: Element, other: Element) -> bool:
    """A quick look whether somebody can be in the way at all."""
    gap = point_to_segment((other.x, other.y), (firer.x, firer.y), (target.x, target.y))
    sheets = (state.sheet(other), state.sheet(firer), state.sheet(target))
    widest = max(math.hypot(sheet.width, sheet.depth) for sheet in sheets)
    return gap <= widest
