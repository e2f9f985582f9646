"""Squares as overlays, characters where they would be, and what is to be said of a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle.figures import Figure
from sandtable.battle.handling import Slot, Trace, Word
from sandtable.battle.overlays import Overlay, Route, Squares, Tone
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.attack.missile import BANDS, range_band
from ..part1_personal.cover.cover import may_duck
from ..part1_personal.line_of_sight.sight import sees_square
from ..part2_vehicles.attack.firing_arcs import covers_square
from ..state import OwbState
from ..state.people import Person
from ..state.tables import Weapon
from ..state.vehicles import Mount, Vehicle
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
