"""Whom an element sees and what hides the rest, how far it shoots and which way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle.overlays import Arc, Overlay, SightLine
from sandtable.table import Footprint, Point, distance, front_line, midpoint

from ..drawing.ghosts import line_to
from ..s05_actions.fire.aiming import CLOSE, has_restricted_field
from ..s12_hidden.spotting import stand_in
from ..state import Element, P8State
from ..state.built_up_areas import SIDE_BOUND
from ..state.sheets import Gun
from ..state.units import in_unit

ALL_ROUND: Final = 180.0
FORWARD: Final = 45.0
"""The half angles of the two fields of fire."""


def sights(state: P8State, piece: str) -> tuple[Overlay, ...]:
    """The fields of fire of a piece, and a line of sight to every enemy that is known of."""
    element = state.pieces.get(piece)
    if element is None or not _is_placed(state, element):
        return ()
    return (*arcs(state, element), *lines(state, element))


def apart(state: P8State, one: str, two: str) -> float | None:
    """How far apart two pieces are, from base to base; ``None`` if one is not on the table."""
    pieces = [state.pieces.get(name) for name in (one, two)]
    bases = [state.base(piece) for piece in pieces if piece and _is_placed(state, piece)]
    return distance(*bases) if len(bases) == 2 else None


def _is_placed(state: P8State, element: Element) -> bool:
    """Whether an element can be seen to look from somewhere."""
    vehicle = state.pieces.get(element.carried_by or "")
    return (vehicle or element).on_table or element.under is not None


# -- fields of fire -------------------------------------------------------------------------------


def arcs(state: P8State, element: Element) -> Iterator[Arc]:
    """How far an element shoots and which way, the farther first."""
    found = [arc for gun in state.sheet(element).guns for arc in _arcs_of(state, element, gun)]
    yield from sorted(found, key=lambda arc: -arc.range)


def _arcs_of(state: P8State, element: Element, gun: Gun) -> Iterator[Arc]:
    values: list[tuple[str, int, float]] = []
    values += [(gun.kind, gun.hesa, gun.hesa_range)] if gun.hesa else []
    values += [("AP", gun.ap, gun.ap_range)] if gun.ap is not None else []
    forward = _is_bound(state, element, gun)
    base = state.base(element)
    at, spare = _muzzle(base, forward=forward)
    for fired, value, printed in values:
        reach = min(printed, CLOSE) if element.suppressed else printed
        yield Arc(
            at=at,
            heading=base.heading,
            spread=FORWARD if forward else ALL_ROUND,
            range=reach + spare,
            side=element.side,
            label=in_unit(state.setting, f"{gun.name}, {fired} {value} to {reach:g} in"),
        )


def _is_bound(state: P8State, element: Element, gun: Gun) -> bool:
    """Whether a gun fires only to its front."""
    if element.under is not None:
        return False
    if element.inside is not None:
        return state.sheet(element).type in SIDE_BOUND
    return has_restricted_field(element, gun)


def _muzzle(base: Footprint, *, forward: bool) -> tuple[Point, float]:
    """Where a field of fire begins, and how far from there the edge of the base is.

    Ranges are measured from the edge. All that an arc shows is in range; beside it, towards the
    corners of the base, there may be a little more.
    """
    if forward:
        return midpoint(*front_line(base)), 0.0
    return base.centre, min(base.width, base.depth) / 2


# -- lines of sight -------------------------------------------------------------------------------


def lines(state: P8State, element: Element) -> Iterator[SightLine]:
    """A line of sight to every enemy and every counter of the enemy, the nearest first."""
    base = state.base(element)
    others = [*state.enemies_of(element)]
    others += [stand_in(state, one) for one in state.counters.values() if one.side != element.side]
    for other in sorted(others, key=lambda one: distance(base, state.base(one))):
        yield line_to(state, element, other)
