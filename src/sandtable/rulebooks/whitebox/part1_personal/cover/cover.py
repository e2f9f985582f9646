"""COVER AND CONCEALMENT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import OwbState, Person
from ...state.footprint import FiringPoint, Source, squares_between
from ..line_of_sight.sight import line_of_blast, line_to, open_line
from ..movement.way import passable

Shelter = Literal["none", "concealed", "partial", "full"]

ORDER: tuple[Shelter, ...] = ("none", "concealed", "partial", "full")
"""Protections, the best last."""


def best(*shelters: Shelter) -> Shelter:
    """Of several protections only the best counts."""
    if sum(shelter != "none" for shelter in shelters) > 1:
        cite("owb.cover.several-protections")
    return max(shelters, key=ORDER.index)


def shelter_from(state: OwbState, source: Source, person: Person) -> Shelter:
    """What protects a character from an attacker, on the line to his own square.

    A line that is blocked gives full cover.
    """
    square = state.square(person)
    line = line_to(state, source, square)
    if line.blocked:
        cite("owb.cover.stops-bullets")
        return "full"
    cover: Shelter = "none"
    if line.low_cover or line.touched:
        cite("owb.cover.which-feature-counts")
    if line.shelter:
        cite("owb.cover.square-feature-shelters-occupant")
    if line.low_cover or line.shelter:
        cite("owb.cover.ducked-or-up")
        if _at_window(state, square):
            cite("owb.cover.windows")
        cover = "full" if person.ducked else "partial"
        if cover == "full":
            cite("owb.cover.stops-bullets")
    elif line.touched:
        cover = "partial"
    return best(cover, "concealed" if _concealed(state, source, square, line.concealed) else "none")


def _at_window(state: OwbState, square: Square) -> bool:
    grounds = state.grounds
    return any(
        edge.name == "window-or-gunport"
        for near in grid.neighbours(square)
        if (edge := grounds.on_edge(square, near)) is not None
    )


def _concealed(state: OwbState, source: Source, square: Square, feature: bool) -> bool:
    if feature:
        cite("owb.conceal.what-counts", "owb.conceal.stops-nothing")
        return True
    return in_the_dark(state, source, square)


def in_the_dark(state: OwbState, source: Source, square: Square) -> bool:
    """Whether darkness conceals whoever is in a square from somebody farther away."""
    if not state.on("darkness") or squares_between(source, square) < 2:
        return False
    cite("owb.conceal.darkness")
    return square not in state.grounds.lit


def target_lines(
    state: OwbState, source: Source, person: Person
) -> tuple[tuple[Square, Shelter], ...]:
    """Every square at which a character can be shot at, with what protects him there.

    The one that is best whatever the range comes first.
    """
    first = target_line(state, source, person)
    if person.lean is None or source == person.lean:
        return (first,)
    cite("owb.cover.lean-out")
    own = (state.square(person), shelter_from(state, source, person))
    there: list[tuple[Square, Shelter]] = []
    if open_line(state, source, person.lean):
        there.append((person.lean, "partial"))
    return tuple(dict.fromkeys((first, own, *there)))


def target_line(state: OwbState, source: Source, person: Person) -> tuple[Square, Shelter]:
    """The square at which a character is best shot at, and what protects him there.

    One who leans out of cover can also be shot at in the square that he leans into, and has
    partial cover there; the attacker chooses.
    """
    own = state.square(person)
    shelter = shelter_from(state, source, person)
    if person.lean is None or shelter in ("none", "concealed"):
        return own, shelter
    if source != person.lean and not open_line(state, source, person.lean):
        return own, shelter
    cite("owb.cover.lean-out")
    return (person.lean, "partial") if shelter == "full" else (own, shelter)


# -- ducking and leaning --------------------------------------------------------------------------


def may_duck(state: OwbState, square: Square) -> bool:
    """Whether there is low cover at a square to duck behind: in it, or in or at the next ones."""
    grounds = state.grounds
    for near in (square, *grid.neighbours(square)):
        kind = grounds.kind(near)
        if kind.protection == "cover" and kind.height == "low":
            return True
        for beyond in grid.neighbours(near):
            edge = grounds.on_edge(near, beyond)
            if edge is not None and edge.protection == "cover" and edge.height == "low":
                return True
    return False


def lean_outs(state: OwbState, person: Person) -> Iterator[Square]:
    """The squares that a character next to tall cover can lean out into."""
    own = state.square(person)
    grounds = state.grounds
    for facing in (0, 2, 4, 6):
        square = grid.step(own, facing)
        if can_lean(state, person, square) and grounds.holds(square):
            yield square


def can_lean(state: OwbState, person: Person, square: Square) -> bool:
    """Whether a character can attack around tall cover out of a square next to his own."""
    cite("owb.cover.lean-out")
    grounds = state.grounds
    own = state.square(person)
    if abs(own[0] - square[0]) + abs(own[1] - square[1]) != 1 or not grounds.holds(square):
        return False
    holder = state.at(square)
    if grounds.kind(square).impassable or (holder is not None and holder.side != person.side):
        return False
    between = grounds.on_edge(own, square)
    if between is not None and between.height == "tall":
        return False
    return any(grounds.kind(near).blocks for near in grid.neighbours(own)) or any(
        edge.blocks
        for middle in (own, square)
        for facing in (0, 2, 4, 6)
        if (edge := grounds.on_edge(middle, grid.step(middle, facing))) is not None
    )


def check_lean(
    state: OwbState, person: Person, lean: tuple[float, float] | None, *, turning: bool = True
) -> Refusal | None:
    """Why a character cannot lean out to a point for an attack, or ``None`` if he can."""
    if lean is None or (turning and can_lean(state, person, state.setting.square(lean))):
        return None
    return Refusal("owb.cover.lean-out", "He cannot lean out there.")


def leans_on(person: Person) -> bool:
    """Whether a character leans out for an Attack that he has made, and so until his next turn."""
    return person.lean is not None and person.attacked


# -- diving ---------------------------------------------------------------------------------------


def cover_within_one(
    state: OwbState, person: Person, source: Source, *, burst: bool = False
) -> tuple[Square, ...]:
    """The squares in which a character would have full cover from a source, his own or the next.

    His own is the only one if it qualifies; it does not while he passes through a friend's.

    Args:
        state: Where the fight stands.
        person: Who looks for cover.
        source: What from: a gunner, or the centre of a blast.
        burst: Whether it is a blast.
    """
    cite("owb.cover.dive")
    own = state.square(person)
    if not shares_square(state, person) and covers(state, source, own, burst=burst):
        return (own,)
    return tuple(
        square
        for square in grid.neighbours(own)
        if state.grounds.holds(square)
        and passable(state.grounds, own, square)
        and state.at(square) is None
        and covers(state, source, square, burst=burst)
    )


def shares_square(state: OwbState, person: Person) -> bool:
    """Whether a character is in the square of somebody else who is able to act, as he passes."""
    own = state.square(person)
    return any(one.id != person.id and state.square(one) == own for one in state.people())


def covers(state: OwbState, source: Source, square: Square, *, burst: bool = False) -> bool:
    """Whether one who is Ducked in a square would have full cover from a source."""
    if source == square:
        return False
    if burst and not isinstance(source, FiringPoint):
        line = line_of_blast(state, source, square)
    else:
        line = line_to(state, source, square)
    return line.blocked or line.low_cover or line.shelter
