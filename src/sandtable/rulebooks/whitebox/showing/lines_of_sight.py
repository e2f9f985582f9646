"""Lines of sight as they are shown, with what stops them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle.handling import Trace
from sandtable.battle.overlays import SightLine, Squares
from sandtable.table import between, grid
from sandtable.table.grid import Square

from ..part1_personal.cover.cover import Shelter, target_line
from ..part1_personal.line_of_sight.lines import sightline
from ..part1_personal.line_of_sight.sight import eye, in_arc, range_between, sees_square
from ..state import OwbState
from ..state.frames import Turn
from ..state.people import Person
from ..state.squares_and_edges import Grounds, ways_around
from .places import Point, about_place, all_squares, ghost, shown, standing

SHELTERED: Final[dict[Shelter, str]] = {
    "none": "in the open",
    "concealed": "concealed (−2)",
    "partial": "in partial cover (−4)",
    "full": "down behind full cover",
}
"""What protects a target, in words."""

ARM: Final = 0.75
"""How far from its end a line is crossed that is stopped by where somebody looks or lies."""


def may_turn(state: OwbState, person: Person) -> bool:
    """Whether it is a character's turn, so that he may turn as he likes."""
    frame = state.frame
    return isinstance(frame, Turn) and frame.person == person.id


def seen_squares(state: OwbState, person: Person, *, turning: bool = False) -> Squares:
    """The squares that a character sees: facing as he does, or turning as he likes."""
    squares = [
        square
        for square in all_squares(state)
        if sees_square(state, person, square, turning=turning)
    ]
    how = "turning as he likes, as he may in his turn" if turning else "facing as he does"
    return shown(state, squares, "sight", f"{person.name} sees these squares, {how}")


def line_to(state: OwbState, person: Person, other: Person, *, turning: bool) -> SightLine:
    """The line of sight to somebody, with what stops it if he is not seen."""
    origin = eye(state, person)
    spot, shelter = target_line(state, origin, other)
    start, end = state.setting.point(origin), state.setting.point(spot)
    told = f"{other.name}, {range_between(state, origin, spot)} squares"
    if sightline(state.grounds, origin, spot).blocked:
        at, what = first_block(state, origin, spot)
        return SightLine(start=start, end=end, blocked_at=at, label=f"{told}, behind {what}")
    if not turning and not in_arc(origin, person.facing, spot):
        at = _along(start, end, ARM)
        return SightLine(start=start, end=end, blocked_at=at, label=f"{told}, outside of his arc")
    if not sees_square(state, person, spot, turning=turning):
        at = _along(start, end, ARM)
        text = f"{told}; {person.name} keeps down and does not see him"
        return SightLine(start=start, end=end, blocked_at=at, label=text)
    text = f"{told}, {SHELTERED[shelter]}"
    if shelter == "full":
        return SightLine(start=start, end=end, blocked_at=_along(end, start, ARM), label=text)
    return SightLine(start=start, end=end, label=text)


def _along(start: Point, end: Point, length: float) -> Point:
    far = max(abs(start[0] - end[0]), abs(start[1] - end[1])) or 1.0
    return between(start, end, min(0.5, length / far))


def first_block(state: OwbState, start: Square, end: Square) -> tuple[Point, str]:
    """Where a blocked line is stopped first, in table coordinates, and by what."""
    found = sorted(blocks(state.grounds, start, end))
    if not found:
        a, b = state.setting.point(start), state.setting.point(end)
        return between(a, b, 0.5), "higher ground"
    part, name = found[0]
    a, b = state.setting.point(start), state.setting.point(end)
    return between(a, b, part), f"the {name.replace('-', ' ')}"


def blocks(grounds: Grounds, start: Square, end: Square) -> Iterator[tuple[float, str]]:
    """The tall cover on a line: how far along it, as a part of the whole, and what it is."""
    line = grid.line(start, end)
    for square in line.squares[1:-1]:
        kind = grounds.squares.get(square)
        if kind is not None and kind.blocks:
            yield _part(start, end, square), kind.name
    for a, b in line.edges:
        edge = grounds.on_edge(a, b)
        if edge is not None and edge.blocks:
            yield (_part(start, end, a) + _part(start, end, b)) / 2, edge.name
    for corner in line.corners:
        ways = ways_around(corner.before, corner.after)
        if all(grounds.walled(way) for way in ways):
            part = (_part(start, end, corner.before) + _part(start, end, corner.after)) / 2
            yield part, _corner_name(grounds, ways[0].square, ways[0].edges)


def _corner_name(grounds: Grounds, square: Square, edges: tuple[tuple[Square, Square], ...]) -> str:
    kind = grounds.squares.get(square)
    if kind is not None and kind.blocks:
        return kind.name
    found = (grounds.edges[edge] for edge in edges if edge in grounds.edges)
    return next((one.name for one in found if one.blocks), "corner")


def _part(start: Square, end: Square, square: Square) -> float:
    """How far along a line a square is, as a part of the whole."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy or 1
    return ((square[0] - start[0]) * dx + (square[1] - start[1]) * dy) / length


def placed(
    state: OwbState, person: Person, at: Point, heading: float | None, ducked: bool
) -> Trace | None:
    """A character as he would be at a place, and what he would see there."""
    square = state.setting.square(at)
    if not state.grounds.holds(square):
        return None
    there = replace(standing(state, person, square, heading), ducked=ducked)
    notes = tuple(about_place(state, there))
    return Trace(ghosts=(ghost(there),), overlays=(seen_squares(state, there),), notes=notes)
