"""What a move would do: how much of it is used, where it ends, and who may react to it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.battle.overlays import Overlay, Route
from sandtable.battle.page import Trace
from sandtable.table import Path, Point

from ...drawing.ghosts import about_place, ghost, some, standing
from ...s02_terrain.ground_and_cover import rate
from ...s02_terrain.place_names import name_of_feature
from ...s09_troops.transport import targets_of
from ...s10_buildings.going_in_and_out import destination, doors_of
from ...s12_hidden.spotting import is_watched
from ...s15_events.support_fire.beaten_zones import under_barrage
from ...state import Element, Moving, P8State
from ...state.units import in_unit
from ..fall_back.by_choice import fall_back_cost
from ..fire.aiming import Shot, aim
from ..react.who_and_where import reactors
from .rates import SLACK, leaves_front, obstacles_on, path_cost, path_length
from .under_way import as_it_sets_out, walked

WHOLE: Final = 1 + SLACK / 4
"""What takes no more of a move than this is a whole one at most, as the book's check has it."""

CLOSE_ENOUGH: Final = 0.02
"""How exactly it is found out how far a way is possible."""

LEFT: Final = 0.05
"""Less than this is not worth a word."""

POINTS: Final = 60
"""Of ways with more points than this nothing but their length is told."""


def has_base(element: Element) -> bool:
    """Whether an element is on the table, or about to enter."""
    return element.carried_by is None and element.under is None and element.zone is None


# -- a way ----------------------------------------------------------------------------------------


def trace_frame(
    state: P8State, element: Element, frame: Moving, *, is_reaction: bool = False
) -> Trace:
    """A move along a path; to a reaction nobody reacts."""
    length = path_length(frame.path)
    part, toll = _cost(state, element, frame)
    overlays: list[Overlay] = []
    used = allowed = None
    label = "turns where it stands"
    if length > SLACK or part > 0:
        used, allowed = _in_inches(state, element, frame, part, toll)
        near, beyond = _as_far_as_it_comes(state, element, frame, part)
        label = _told(used, allowed) if part <= WHOLE else _told_too_far(frame, near, beyond)
        label = in_unit(state.setting, label)
        overlays.append(
            Route(points=near, beyond=beyond, side=element.side, label=label, piece=element.id)
        )
    short = len(frame.path) <= POINTS
    end = destination(state, frame)
    if length > SLACK or doors_of(frame):
        end = replace(end, dug_in=False)
    notes = [*_about_way(state, element, frame, part)]
    if short:
        notes += about_place(state, end)
        notes += _about_reactions(state, frame) if part <= 1 + SLACK and not is_reaction else ()
        notes += _about_fire(state, frame, end) if frame.action == "move-and-fire" else ()
    return Trace(
        used=used,
        allowed=allowed,
        label=label,
        ghosts=(ghost(state, end),) if short else (),
        overlays=tuple(overlays),
        notes=tuple(in_unit(state.setting, note) for note in notes),
    )


def part_used(state: P8State, element: Element, frame: Moving) -> float:
    """The part of its move that a mover has used on its way so far."""
    path = walked(frame)
    if len(path) < 2:
        return 0.0
    done = replace(frame, path=path, enters=None)
    return _cost(state, element, done)[0]


def _cost(state: P8State, element: Element, frame: Moving) -> tuple[float, float]:
    """The part of its move that a way takes, and how much of that obstacles and doors take."""
    doors = doors_of(frame)
    toll = (len(obstacles_on(state, frame.path)) if len(frame.path) > 1 else 0) / 2 + doors / 2
    if frame.action == "fall-back":
        return fall_back_cost(state, element, frame.path, doors), toll
    mover = as_it_sets_out(state, element, frame)
    way = (frame.path, frame.start, frame.bearing)
    return path_cost(state, mover, frame.action, *way, doors), toll


def _in_inches(
    state: P8State, element: Element, frame: Moving, part: float, toll: float
) -> tuple[float, float]:
    """How much of how many inches a way takes.

    On such ground as the way leads over an element could go so far; obstacles take their part of
    that. Where it cannot go at all it has nothing.
    """
    length = path_length(frame.path)
    if math.isinf(part):
        return round(length, 2), 0.0
    if length > SLACK and part - toll > SLACK / 10:
        allowed = length / (part - toll)
    else:
        areas = state.setting.ground.areas_at(frame.path[0])
        sheet = state.sheet(as_it_sets_out(state, element, frame))
        allowed = float(rate(state.setting, sheet, areas))
    return round(part * allowed, 2), round(allowed, 2)


def _as_far_as_it_comes(
    state: P8State, element: Element, frame: Moving, part: float
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The part of a way that is possible, and the rest that is too far."""
    way = frame.path if len(frame.path) > 1 else (frame.path[0], frame.path[0])
    if part <= WHOLE or path_length(way) <= SLACK or len(way) > POINTS:
        return way, ()
    path = Path(way)
    low, high = 0.0, path.length
    while high - low > CLOSE_ENOUGH:
        middle = (low + high) / 2
        tried = replace(frame, path=tuple(path.cut(middle)[0]), enters=None)
        possible = _cost(state, element, tried)[0] <= WHOLE
        low, high = (middle, high) if possible else (low, middle)
    if high >= path.length:
        return way, ()
    near, beyond = path.cut(low) if low > 0 else ((way[0], way[0]), way)
    return tuple(near), tuple(beyond)


def _told(used: float, allowed: float) -> str:
    """How much of a move a way takes, and what is left of it."""
    left = f", {allowed - used:.1f} left" if allowed - used >= LEFT else ""
    return f"{used:.1f} of {_short(allowed)} in{left}"


def _told_too_far(frame: Moving, near: Sequence[Point], beyond: Sequence[Point]) -> str:
    """How far one comes on a way that is too far, since on other ground it may be another rate."""
    if frame.enters is not None and not beyond:
        return "too far to go in there"
    length = path_length(near)
    return f"too far: {length:.1f} in at most" if length > LEFT else "no way there"


def _short(number: float) -> str:
    """A number without a decimal that says nothing.

    >>> _short(10.0), _short(6.67)
    ('10', '6.7')
    """
    return f"{number:.1f}".removesuffix(".0")


# -- notes ----------------------------------------------------------------------------------------


def _about_way(state: P8State, element: Element, frame: Moving, part: float) -> Iterator[str]:
    if math.isinf(part):
        yield "It cannot go there."
    elif part > WHOLE:
        yield f"Too far: that would take {part:.0%} of its move."
    crossed = len(obstacles_on(state, frame.path)) if len(frame.path) > 1 else 0
    if crossed:
        takes = "half a move" if crossed == 1 else "half a move each"
        yield f"Crosses {crossed} obstacle{'s' * (crossed > 1)}: {takes}."
    if frame.leaves is not None:
        yield f"Comes out of {name_of_feature(state.setting, frame.leaves)}: half a move."
    if frame.enters is not None:
        yield f"Goes into {name_of_feature(state.setting, frame.enters)}: half a move."
    sheet = state.sheet(element)
    bound = sheet.is_vehicle and not state.has(element, "RD")
    if bound and leaves_front(sheet, frame.path, frame.start, frame.bearing):
        yield "Leaves its front: half speed."
    elif frame.action == "move-and-fire" and len(frame.path) > 1:
        yield "Half speed, since it fires as well."


def _about_reactions(state: P8State, frame: Moving) -> Iterator[str]:
    """Who may react to a mover, as far as its owner can tell."""
    if state.phase == "setup":
        return
    shelled = under_barrage(state, frame)
    if shelled is not None:
        yield f"Comes under support fire after {shelled.at:.1f} in."
    names = [enemy.name for enemy in reactors(state, frame)]
    if names:
        enemies = "1 enemy that may react" if len(names) == 1 else f"{len(names)} that may react"
        yield f"In sight of {enemies}: {some(names)}."
    if is_watched(state, frame):
        yield "A counter overlooks its way; somebody under it might react."


def _about_fire(state: P8State, frame: Moving, end: Element) -> Iterator[str]:
    """Whom an element could shoot at from where its move ends."""
    shifted = end.shifted or len(frame.path) > 1 or frame.enters is not None
    there = replace(end, moved=True, shifted=shifted, on_table=True)
    twin = standing(state, there)
    guns = range(len(twin.sheet(there).guns))
    names = [
        enemy.name
        for enemy in targets_of(twin, there)
        if any(isinstance(aim(twin, there, enemy, gun), Shot) for gun in guns)
    ]
    yield f"Could then fire at {some(names)}." if names else "Could fire at nobody from there."
