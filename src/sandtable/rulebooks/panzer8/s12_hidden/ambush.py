"""Section 12: hidden elements that show themselves, to act or to react to a mover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.table import Point, bearing

from ..s05_actions.move.rates import path_length
from ..s05_actions.move.under_way import advance_to
from ..s05_actions.react.reaction import check_point, window
from ..s05_actions.react.who_and_where import is_open, mover_at, open_points
from ..s05_actions.readiness import check_able, commanded
from ..s14_smoke.laying import LaySmoke
from ..state import Element, Moving, P8State
from ..state.orders import ActionOrder, Fire
from .counters import check_emerge, emerged, facings, fires_hidden, place, places


class Show(ActionOrder, frozen=True, kw_only=False):
    """Place a hidden element on the table, touching its counter, so that it can act or react (12).

    Attributes:
        at: Where its centre is placed.
        facing: How it faces.
        when: As a reaction, how far along its path the mover is then.
    """

    at: Point
    facing: float = 0.0
    when: float | None = None


FIRING: Final = "p8.hidden.revealed-by-firing"
MOVING: Final = "p8.hidden.revealed-by-moving"

SUGGESTED: Final = 4
"""How many ways to show itself are suggested to an element that could act."""


# -- acting ---------------------------------------------------------------------------------------


def check_stays_hidden(state: P8State, element: Element, order: Order) -> Refusal | None:
    """Why a hidden element cannot act like that unless it is placed on the table first.

    Mortars fire shells and smoke without being revealed, and whoever is suppressed recovers so.
    """
    if not isinstance(order, Fire | LaySmoke):
        return Refusal(
            MOVING, f"{element.name} is hidden: to do that it must be shown on the table first."
        )
    if fires_hidden(state, element):
        return None
    return Refusal(
        FIRING, f"{element.name} is hidden and no mortar: it must be shown before it fires."
    )


def check_show(state: P8State, element: Element, order: Show) -> Refusal | None:
    """Why a hidden element cannot be placed there to act."""
    if order.when is not None:
        return Refusal(MOVING, "Nobody is moving whom it could react to.")
    return check_able(state, element) or check_emerge(state, element, order.at, order.facing)


def showings(state: P8State, element: Element) -> Iterator[Show]:
    """Some places where a hidden element can show itself."""
    if element.under is not None:
        for spot, facing in islice(places(state, element), SUGGESTED):
            yield Show(element.id, spot, facing)


# -- reacting -------------------------------------------------------------------------------------


def check_ambush(state: P8State, frame: Moving, order: Show) -> Refusal | None:
    """Why a hidden element cannot show itself there to react to a mover."""
    element = state.pieces[order.element]
    if element.under is None:
        return Refusal(FIRING, f"{element.name} is not hidden.")
    if element.suppressed:
        return Refusal(
            "p8.result.suppressed-no-reaction", f"{element.name} is suppressed and cannot react."
        )
    if element.reacted:
        return Refusal(
            "p8.react.once-per-player-turn", f"{element.name} has reacted in this player turn."
        )
    if order.when is None:
        return Refusal(FIRING, "Say where on its way the mover is then.")
    refused = check_point(window(state, frame), order.when)
    if refused:
        return refused
    mover = mover_at(state, frame, order.when)
    paused = state.copy()
    paused.put(mover)
    refused = check_emerge(paused, element, order.at, order.facing)
    if refused:
        return refused
    there = paused.put(emerged(paused, element, order.at, order.facing))
    if is_open(paused, there, mover):
        return None
    return Refusal(FIRING, f"From there {element.name} could not react to {mover.name}.")


def ambush(state: P8State, frame: Moving, order: Show) -> Iterator[Event]:
    """Pause a mover and place a hidden element, which may then react at that very point."""
    assert order.when is not None
    cite(FIRING, "p8.hidden.reveal-timing")
    there = advance_to(state, frame, order.when)
    state.swap(there, stage="again", passed=())
    yield from place(state, state.pieces[order.element], order.at, order.facing)


def ambushes(state: P8State, seats: Sequence[str], frame: Moving) -> Iterator[Show]:
    """Hidden elements that could show themselves and react, where they come to it first and last.

    Mortars are left out: they react without being seen.
    """
    side = state.other_side(state.pieces[frame.element].side)
    frame = window(state, frame)
    for element in list(state.pieces.values()):
        ready = element.under is not None and not element.suppressed and not element.reacted
        if not ready or element.side != side or not commanded(state, seats, element):
            continue
        if not state.sheet(element).is_mortar:
            yield from _ambushes_of(state, element, frame)


def _ambushes_of(state: P8State, element: Element, frame: Moving) -> Iterator[Show]:
    mover = mover_at(state, frame, path_length(frame.path))
    to_end = round(bearing((element.x, element.y), (mover.x, mover.y)), 1)
    for facing in dict.fromkeys((to_end, facings(state, element)[0])):
        spot = next((s for s, _ in places(state, element)), (element.x, element.y))
        placed = state.copy()
        there = placed.put(emerged(state, element, spot, facing))
        points = open_points(placed, there, frame)
        found = False
        for at in dict.fromkeys(points[:1] + points[len(points) // 2 :][:1] + points[-1:]):
            order = Show(element.id, spot, facing, at)
            if check_ambush(state, frame, order) is None:
                found = True
                yield order
        if found:
            return
