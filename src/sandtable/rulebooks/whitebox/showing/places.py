"""Squares as overlays, lines of sight as they are shown, and what is to be said of a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle.figures import Figure
from sandtable.battle.overlays import Overlay, Route, SightLine, Squares, Tone
from sandtable.battle.page import Slot, Trace, Word
from sandtable.table import between, grid
from sandtable.table.grid import Square

from ..part1_personal.attack.missile import BANDS, range_band
from ..part1_personal.cover.cover import Shelter, may_duck, target_line
from ..part1_personal.line_of_sight.lines import sightline
from ..part1_personal.line_of_sight.sight import eye, in_arc, range_between, sees_square
from ..part2_vehicles.attack.line_of_fire import covers_square
from ..state import Grounds, Mount, OwbState, Person, Vehicle
from ..state.frames import Turn
from ..state.squares_and_edges import ways_around
from ..state.tables import Weapon
from .figures import figure

Point = tuple[float, float]


def shown(
    state: OwbState,
    squares: Iterable[Square],
    tone: Tone,
    label: str,
    *,
    side: str | None = None,
    words: Iterable[str] = (),
) -> Squares:
    """Some squares of the map as an overlay."""
    return Squares(
        middles=tuple(state.setting.point(square) for square in squares),
        tone=tone,
        side=side,
        label=label,
        words=tuple(words),
    )


def on_map(state: OwbState, squares: Iterable[Square]) -> list[Square]:
    """Those of some squares that are on the map."""
    return [square for square in squares if state.grounds.holds(square)]


def all_squares(state: OwbState) -> Iterator[Square]:
    """Every square of the map, row by row from the north."""
    for y in range(state.setting.rows):
        for x in range(state.setting.width):
            yield (x, y)


def standing(state: OwbState, person: Person, square: Square, heading: float | None) -> Person:
    """A character in another square, or facing another way."""
    x, y = state.setting.point(square)
    facing = person.heading if heading is None else heading % 360.0
    return replace(person, x=x, y=y, heading=facing, on_table=True)


def ghost(person: Person) -> Figure:
    """A character as he would be drawn."""
    return figure(person)


def about_place(state: OwbState, there: Person) -> Iterator[str]:
    """What it is like for a character to be where he would be."""
    square = state.square(there)
    grounds = state.grounds
    kind = grounds.kind(square)
    if may_duck(state, square):
        yield "There is low cover: he can end his turn down behind it."
    elif kind.protection == "concealment":
        yield f"Concealed by the {kind.name.replace('-', ' ')} there."
    else:
        yield "No low cover there."
    yield seen_by(state, there)


def seen_by(state: OwbState, there: Person) -> str:
    """Who of the enemy sees a character where he would be, facing as they do."""
    square = state.square(there)
    names = [one.name for one in state.enemies_of(there) if sees_square(state, one, square)]
    return f"Seen there by {some(names)}." if names else "No enemy looks that way."


def some(names: list[str]) -> str:
    """Some names in a sentence, not too many of them.

    >>> some(["one", "two"]), some(["one", "two", "three", "four", "five", "six"])
    ('one and two', 'one, two, three, four and 2 more')
    """
    if len(names) > 5:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


def arc_squares(state: OwbState, vehicle: Vehicle, mount: Mount) -> list[Square]:
    """The squares of the map in the firing arc of a weapon."""
    print_ = state.footprint(vehicle)
    return [one for one in all_squares(state) if covers_square(vehicle, print_, mount, one)]


def near(state: OwbState, person: Person, reach: int) -> list[Square]:
    """The squares of the map within so many of a character."""
    own = state.square(person)
    return [square for square in grid.blast(own, reach) if state.grounds.holds(square)]


def limits(state: OwbState, weapon: Weapon) -> list[tuple[str, int]]:
    """The ranges of a weapon by name, and how far each of them goes."""
    found: dict[str, int] = {}
    for distance in range(1, weapon.range * 24 + 1):
        band = range_band(state, weapon, distance)
        if band is None:
            break
        found[BANDS[band]] = distance
    return list(found.items())


def farthest(state: OwbState, weapon: Weapon) -> int:
    """How far a weapon reaches."""
    return max((limit for _, limit in limits(state, weapon)), default=0)


def bands(state: OwbState, person: Person, weapon: Weapon) -> Iterator[Overlay]:
    """The borders of the ranges of a weapon, as far as they are on the map.

    From behind the edge of the map nothing is measured, so there are none.
    """
    if not person.on_table:
        return
    whole = state.setting.width * state.setting.rows
    for name, limit in limits(state, weapon):
        squares = near(state, person, limit)
        if len(squares) == whole:
            return
        if not squares:
            continue
        north = min(y for _, y in squares)
        first = min(x for x, y in squares if y == north)
        words = [name if square == (first, north) else "" for square in squares]
        label = f"{weapon.name}: {name} range to {limit} squares"
        yield shown(state, squares, "range", label, side=person.side, words=words)


def told_place(state: OwbState, at: tuple[float, float]) -> str:
    """A place in words, with whoever is there."""
    square = state.setting.square(at)
    person = state.at(square)
    whom = f", {person.name}" if person is not None else ""
    return f"{state.setting.told_at(*at)}{whom}"


def square_shown(state: OwbState, at: Point) -> Trace | None:
    """A square of the map that an order names; none if it is not on the map."""
    square = state.setting.square(at)
    if not state.grounds.holds(square):
        return None
    return Trace(overlays=(shown(state, (square,), "way", "Here"),))


def line_between(state: OwbState, one: str, two: str) -> Trace | None:
    """Who does something for whom, as a line."""
    first, second = state.find_person(one), state.find_person(two)
    if first is None or second is None or one == two:
        return None
    points = tuple(state.setting.point(state.square(each)) for each in (first, second))
    return Trace(overlays=(Route(points=points, side=first.side, piece=one),))


HEADINGS: Final = tuple(45.0 * eighth for eighth in range(8))
"""The eight facings, in degrees."""


def which_hand(default: str) -> Slot:
    """To the left or to the right."""
    words = (Word(value="left", label="left"), Word(value="right", label="right"))
    return Slot(name="hand", sort="word", ask="Which way?", words=words, default=default)


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
