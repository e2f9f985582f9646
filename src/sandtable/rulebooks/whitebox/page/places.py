"""Squares as overlays, characters where they would be, and what is to be said of a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from sandtable.battle.figures import Figure
from sandtable.battle.overlays import Squares, Tone
from sandtable.rulebooks.whitebox.page.figures import figure
from sandtable.rulebooks.whitebox.page.words import some
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import may_duck
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import sees_square
from sandtable.rulebooks.whitebox.part2_vehicles.attack.orders_to_fire import target_squares
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import distance_between
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.table.grid import Square

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


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is possible is never shown as nothing.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 400)), percent(Fraction(999, 1000))
    ('33 %', '< 1 %', '> 99 %')
    """
    if 0 < chance < Fraction(1, 200):
        return "< 1 %"
    if Fraction(199, 200) < chance < 1:
        return "> 99 %"
    return f"{round(chance * 100)} %"


# -- what is to be said of a place ----------------------------------------------------------------


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


def apart(state: OwbState, one: str, two: str) -> float | None:
    """How many squares apart two pieces are; those aboard are where their vehicle is."""
    here, there = target_squares(state, one), target_squares(state, two)
    if not here or not there or not (_is_there(state, one) and _is_there(state, two)):
        return None
    return float(distance_between(here, there))


def _is_there(state: OwbState, name: str) -> bool:
    person = state.find_person(name)
    piece = state.pieces[person.aboard if person is not None and person.aboard else name]
    return piece.on_table
