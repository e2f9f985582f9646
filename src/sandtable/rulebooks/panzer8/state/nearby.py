"""Who stands about a place, without looking at everybody on the table."""

from __future__ import annotations

from typing import Final

from sandtable.mechanics.whereabouts import Whereabouts

from . import Element, P8State

HAIR: Final = 0.01
"""What is added to every reach, so that nobody is left out by a rounding error."""


def _is_indoors(element: Element) -> bool:
    return element.inside is not None


def whereabouts(state: P8State) -> Whereabouts[Element]:
    """Those of this position; they are kept with the setting until the position is another."""
    pieces = tuple(state.pieces.values())
    known = state.setting.whereabouts
    # Pieces are frozen, and mostly the very same objects, so this is a quick comparison.
    if not isinstance(known, Whereabouts) or known.pieces != pieces:
        known = state.setting.whereabouts = Whereabouts(pieces, _is_indoors)
    return known


def in_box(
    state: P8State, sides: tuple[str, ...], box: tuple[float, float, float, float]
) -> list[Element]:
    """Those of some sides on the table whose centre lies in a rectangle; see `Whereabouts`."""
    return whereabouts(state).in_box(sides, box)


def about(
    state: P8State, sides: tuple[str, ...], at: tuple[float, float], far: float
) -> list[Element]:
    """Those of some sides of whom any part may be so near to a point; see `in_box`."""
    (x, y), reach = at, far + state.setting.widest + HAIR
    return in_box(state, sides, (x - reach, y - reach, x + reach, y + reach))


def enemies_about(state: P8State, element: Element, far: float) -> list[Element]:
    """The enemies on the table of whom any part may be so near to an element."""
    place = state.base(element)
    return about(state, (state.other_side(element.side),), place.centre, far + place.reach)


def friends_about(state: P8State, element: Element, far: float) -> list[Element]:
    """The other elements of its side on the table who may be so near to an element."""
    place = state.base(element)
    there = about(state, (element.side,), place.centre, far + place.reach)
    return [friend for friend in there if friend.id != element.id]
