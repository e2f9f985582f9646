"""Where somebody comes to lie whom a vehicle has run down and not killed."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, tau

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.movement.walking import enters, shows_himself, stops_moving
from ...state import OwbState
from ...state.footprint import Footprint, bearing_parts

RULE = "owb.collision.character-struck"


def knock_aside(state: OwbState, name: str, vehicle: str, print_: Footprint) -> Iterator[Event]:
    """Put somebody who lives beside the vehicle that has struck him."""
    cite(RULE)
    person = state.person(name)
    if person.out == "dead":
        return
    own = state.square(person)
    square = free_square(state, own, vehicle, print_)
    if square is None:
        return
    enters(state, name, square)
    cite("owb.suppress.continue")
    state.change(name, ducked=False, lean=None, climbing=None, trained=None)
    stops_moving(state, name)
    shows_himself(state, name)
    yield Event(
        kind="knocked-aside",
        text=f"{person.name} is thrown clear, to {state.setting.told(square)}.",
        rules=(RULE,),
        pieces=(name,),
    )


def free_square(state: OwbState, own: Square, vehicle: str, print_: Footprint) -> Square | None:
    """The nearest free square outside the footprint that a vehicle goes to.

    Of the equally near it is the farthest from the vehicle's axis, then the first clockwise from
    the north.
    """
    grounds, taken = state.grounds_without(vehicle), set(print_.squares)
    for reach in range(1, max(grounds.width, grounds.rows)):
        found = [
            square
            for square in grid.blast(own, reach)
            if grid.distance(own, square) == reach
            and grounds.holds(square)
            and square not in taken
            and not grounds.kind(square).impassable
            and state.at(square) is None
        ]
        if found:
            return min(found, key=lambda square: _rank(print_, own, square))
    return None


def _rank(print_: Footprint, own: Square, square: Square) -> tuple[float, float]:
    _, aside = bearing_parts(print_, square)
    angle = atan2(square[0] - own[0], own[1] - square[1]) % tau
    return (-round(abs(aside), 9), angle)
