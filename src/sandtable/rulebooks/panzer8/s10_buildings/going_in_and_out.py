"""Section 10.1.1: moves that lead into a built-up area, out of one, or up and down in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import Point

from ..s05_actions.move.rates import SLACK, path_length, pose, whole_path
from ..state import Element, Moving, P8State
from .occupation import check_entry, go_in, indoors, outdoors, route


def doors_of(frame: Moving) -> int:
    """How many times a mover goes in or out; each takes half a move."""
    return (frame.leaves is not None) + (frame.enters is not None)


def check_doors(state: P8State, element: Element, frame: Moving) -> Refusal | None:
    """Why an element cannot go in or out like that."""
    if frame.aloft != element.aloft or frame.aloft:
        refused = _check_height(state, element, frame)
        if refused:
            return refused
    if not doors_of(frame):
        return None
    cite("p8.terrain.bua-is-linear-obstacle", "p8.bua.enter-or-leave-half-move")
    if state.sheet(element).move_class == "0":
        why = f"{element.name} can only turn where it stands."
        return Refusal("p8.move.rate-zero-class-rotates-only", why)
    if frame.leaves is not None and path_length(frame.path) <= SLACK and frame.enters is None:
        return Refusal("p8.bua.enter-or-leave-half-move", "Give a point outside to come out to.")
    if frame.leaves is not None and frame.leaves == frame.enters:
        return Refusal("p8.bua.enter-or-leave-half-move", f"{element.name} is in there already.")
    if frame.leaves is not None and frame.enters is not None and frame.action == "move-and-fire":
        why = f"{element.name} needs a whole move to go from one built-up area into another."
        return Refusal("p8.bua.to-adjacent-whole-move", why)
    if frame.enters is None:
        return None
    return check_entry(state, outdoors(element), frame.enters)


def _check_height(state: P8State, element: Element, frame: Moving) -> Refusal | None:
    """Only some built-up areas have a high part; changing to it is all that one does."""
    where = frame.enters if frame.leaves or frame.enters else element.inside
    if frame.aloft and (where is None or not state.setting.buas[where].elevated):
        why = f"{element.name} has no elevated part of a building to be in."
        return Refusal("p8.los.elevated-in-building-declared", why)
    cite("p8.los.elevated-in-building-declared")
    return None


def destination(state: P8State, frame: Moving) -> Element:
    """The mover where its move will have ended: on the ground, or inside."""
    end = pose(state, frame, path_length(frame.path))
    if frame.enters is not None:
        return indoors(state, outdoors(end), frame.enters, aloft=frame.aloft)
    if end.inside is not None and not doors_of(frame):
        return replace(end, aloft=frame.aloft)
    return end


def in_doors(state: P8State, frame: Moving) -> Iterator[Event]:
    """Go in at the end of a move, or up or down without leaving a building."""
    element = state.pieces[frame.element]
    if frame.enters is not None:
        yield from go_in(state, outdoors(element), frame.enters, aloft=frame.aloft)
    elif element.inside is not None and not frame.leaves and frame.aloft != element.aloft:
        state.put(replace(element, aloft=frame.aloft))
        yield Event(
            kind="occupy",
            text=f"{element.name} {'goes up' if frame.aloft else 'comes down'}.",
            rules=("p8.los.changing-elevation-is-movement",),
            pieces=(element.id,),
            data={"inside": element.inside, "aloft": frame.aloft},
        )


def rerouted(
    state: P8State, frame: Moving, done: tuple[Point, ...], points: Sequence[Point]
) -> dict[str, Any]:
    """What changes in a move if the rest of it goes by other points."""
    element = state.pieces[frame.element]
    way = route(state, element, points)
    ahead = whole_path(way.path[0], way.path[1:])
    if element.inside is not None:
        return {"path": ahead, "leaves": way.leaves, "enters": way.enters, "aloft": False}
    return {"path": (*done, *ahead[1:]), "enters": way.enters, "aloft": False}
