"""Section 5.1: the line along which a shot goes, and who is in its way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import count, product, starmap

from msgspec import Struct

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import (
    Footprint,
    Point,
    distance,
    overlap,
    point_to_segment,
    segment_meets,
    strip,
    within,
)

from ...s02_terrain.ground_and_cover import HEDGE, NO_COVER, Cover, best, covers_on_line
from ...s02_terrain.line_of_sight import clear, is_elevated, looked_past, on_opposite_slope, sees
from ...s10_buildings.streets import hidden_in_town, is_apart, path_of_small_arms
from ...s13_engineering.fortifications import works_of
from ...state import Element, P8State
from ...state.battlefield import LINES
from ...state.nearby import friends_about, in_box
from ...state.tables import BASE_WIDTH, TOLERANCE


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
    own = _own_line(state, firer, target)
    if not state.sheet(firer).is_mortar:
        return own
    spotted = [_spotted_line(state, firer, friend, target) for friend in spotters(state, firer)]
    found = [line for line in (own, *spotted) if isinstance(line, FireLine)]
    if found:
        return min(found, key=lambda line: line.cover.value)
    barred = (line for line in spotted if isinstance(line, Refusal) and line.rule != _NO_SIGHT)
    return next(barred, own)


def spotters(state: P8State, mortar: Element) -> Iterator[Element]:
    """Friends from whom a mortar may borrow its line of sight."""
    place = state.base(mortar)
    for friend in friends_about(state, mortar, 1.0):
        able = not friend.suppressed and state.sheet(friend).is_combat
        if able and within(state.base(friend), place, 1.0):
            cite("p8.los.mortar-borrows-spotter")
            yield friend


def _own_line(state: P8State, firer: Element, target: Element) -> FireLine | Refusal:
    """The best line on which the firer both sees and shoots."""
    one, two = state.base(firer), state.base(target)
    past = looked_past(state, firer, target)
    if on_opposite_slope(state, firer, target):
        why = f"{target.name} is on the far slope of the crest, out of sight."
        return Refusal("p8.los.hull-down-not-to-opposite-slope", why)
    if hidden_in_town(state, firer, target) or not clear(state, one, two, past):
        return Refusal(_NO_SIGHT, f"{firer.name} has no line of sight to {target.name}.")
    friends = _friends_in_the_way(state, firer, target)
    smoke = smoke_about(state, firer, target)
    if not friends and not state.screens and not _may_be_covered(state, target):
        return FireLine(one.centre, two.centre, NO_COVER)
    indirect = state.sheet(firer).is_mortar
    found = _best_line(state, firer, target, past, friends, smoke, indirect=indirect)
    return found or _through_friends(firer, target)


def _spotted_line(
    state: P8State, mortar: Element, spotter: Element, target: Element
) -> FireLine | Refusal:
    """The best line on which a spotter sees; the mortar's own shell flies past no other friend."""
    if not sees(state, spotter, target):
        return Refusal(_NO_SIGHT, f"{spotter.name} has no line of sight to {target.name}.")
    one, two = state.base(mortar), state.base(target)
    friends = _friends_in_the_way(state, mortar, target)
    if all(_barred(start, end, friends) for start in one.points for end in two.points):
        return _through_friends(mortar, target)
    past = looked_past(state, spotter, target)
    smoke = smoke_about(state, mortar, target)
    found = _best_line(state, spotter, target, past, [], smoke, indirect=True)
    assert found is not None, "a spotter that sees has a line of sight"
    return found


def _through_friends(firer: Element, target: Element) -> Refusal:
    why = f"{firer.name} cannot fire at {target.name} without firing through friends."
    return Refusal("p8.fire.not-through-friends", why)


_NO_SIGHT = "p8.fire.needs-field-of-fire-and-los"


def _may_be_covered(state: P8State, target: Element) -> bool:
    """Whether a line matters: the target touches a hedge, a wall or a crest."""
    ground = state.setting.ground
    return any(
        LINES[ground.line(name).kind].cover or ground.line(name).kind == "crest"
        for name in state.setting.touched(state.base(target))
    )


def _best_line(
    state: P8State,
    firer: Element,
    target: Element,
    past: frozenset[str],
    friends: list[Footprint],
    smoke: Cover,
    *,
    indirect: bool,
) -> FireLine | None:
    """Of the clear lines past friends one with the least cover, and of those the shortest."""
    if state.screens:
        lines = _clear_lines(state, firer, target, past)
        ranked = iter(_by_cover(state, firer, target, lines, smoke, indirect=indirect))
    elif _may_be_covered(state, target):
        ranked = iter(_ranked_lines(state, firer, target, past, indirect=indirect))
    else:
        lines = _clear_lines(state, firer, target, past)
        ranked = (FireLine(start, end, NO_COVER) for start, end in lines)
    for line in ranked:
        if not _barred(line.start, line.end, friends):
            best((line.cover,))  # which cites what gives the cover
            return line
    return None


def _ranked_lines(
    state: P8State, firer: Element, target: Element, past: frozenset[str], *, indirect: bool
) -> tuple[FireLine, ...]:
    """All clear lines as they are good for the firer; remembered, as only the ground counts."""
    one, two = state.base(firer), state.base(target)
    spots = (firer.x, firer.y, target.x, target.y)
    key = (one, two, spots, past, indirect, state.sheet(target).is_turreted)
    memory = state.setting.memory("fire lines")
    known: tuple[FireLine, ...] | None = memory.get(key)
    if known is None:
        lines = _clear_lines(state, firer, target, past)
        known = memory.keep(
            key, _by_cover(state, firer, target, lines, NO_COVER, indirect=indirect)
        )
    return known


def _clear_lines(
    state: P8State, firer: Element, target: Element, past: frozenset[str]
) -> Iterator[tuple[Point, Point]]:
    """The lines that no terrain stops, the shortest first."""
    one, two = state.base(firer), state.base(target)
    pairs = [*product(one.points, two.points)]
    # Of those that are as long, the first of the pairs goes first.
    by_length = sorted(zip(starmap(math.dist, pairs), count(), pairs, strict=False))
    clear_between = state.setting.sight.clear
    return (line for _, _, line in by_length if clear_between(*line, past))


def _by_cover(
    state: P8State,
    firer: Element,
    target: Element,
    lines: Iterable[tuple[Point, Point]],
    smoke: Cover,
    *,
    indirect: bool,
) -> tuple[FireLine, ...]:
    """Lines with the cover that the target has on each, the least first."""
    found = []
    for start, end in lines:
        covers = covers_on_line(state, firer, target, start, end, indirect=indirect)
        cover = max((*covers, smoke), key=lambda one: one.value)
        hedge = any(one.rule == HEDGE for one in covers)
        found.append(FireLine(start, end, cover, hedge))
    return tuple(sorted(found, key=lambda line: line.cover.value))


def _barred(start: Point, end: Point, friends: list[Footprint]) -> bool:
    return any(segment_meets(start, end, friend) for friend in friends)


def smoke_about(state: P8State, firer: Element, target: Element) -> Cover:
    """Smoke in which the firer or the target stands hinders every line."""
    for screen in state.screens:
        if any(overlap(screen.base, state.base(e)) for e in (firer, target)):
            cite("p8.smoke.effect")
            return Cover(2, "p8.fire.mod-hard-cover-hull-down-smoke", "smoke")
    return NO_COVER


def _friends_in_the_way(state: P8State, firer: Element, target: Element) -> list[Footprint]:
    """The bases of friends that a shot may not pass through."""
    barring = []
    reach = max(state.base(firer).reach, state.base(target).reach)
    line = (firer.x, firer.y), (target.x, target.y)
    far = 2 * max(reach, state.setting.widest)
    for friend in about_line(state, firer.side, *line, far):
        if friend.id in (firer.id, firer.carried_by) or _is_housed(state, friend):
            continue
        gap = point_to_segment((friend.x, friend.y), *line)
        if gap > 2 * max(reach, state.base(friend).reach):
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
    to_firer, to_target = distance(place, state.base(firer)), distance(place, state.base(target))
    return to_firer < to_target - TOLERANCE


def in_strip(state: P8State, firer: Element, target: Element, other: Element) -> bool:
    """Whether somebody stands in the path, one base wide, between two elements."""
    if _is_housed(state, other):
        return False
    base = state.base(other)
    one, two = path_of_small_arms(state, firer, target)
    if not is_apart(one, two):
        return False
    if point_to_segment(base.centre, one, two) > base.reach + BASE_WIDTH / 2:
        return False
    return overlap(strip(one, two, BASE_WIDTH), base)


def about_path(state: P8State, side: str, firer: Element, target: Element) -> list[Element]:
    """Those of a side who may narrow the path of small arms, at a quick look."""
    one, two = path_of_small_arms(state, firer, target)
    return about_line(state, side, one, two, state.setting.widest + BASE_WIDTH)


def about_line(state: P8State, side: str, a: Point, b: Point, far: float) -> list[Element]:
    """Those of a side who are not plainly farther from a line than so many inches."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax - far, bx + far) if ax < bx else (bx - far, ax + far)
    south, north = (ay - far, by + far) if ay < by else (by - far, ay + far)
    return in_box(state, (side,), (west, south, east, north))


def _is_housed(state: P8State, element: Element) -> bool:
    """Whether an element is in a built-up area or a fortification, out of everybody's way."""
    return element.inside is not None or works_of(state, element) is not None
