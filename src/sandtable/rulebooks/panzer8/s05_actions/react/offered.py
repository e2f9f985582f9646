"""Section 5: reactions that are worth a thought."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from sandtable.battle import Order
from sandtable.rulebooks.panzer8.s05_actions.fall_back.action import farthest_back
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import (
    headings,
)
from sandtable.rulebooks.panzer8.s05_actions.move.stops import window
from sandtable.rulebooks.panzer8.s05_actions.react.joining import joiners
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import check_reaction
from sandtable.rulebooks.panzer8.s05_actions.react.who_and_where import (
    aimed_at,
    is_open_at,
    mover_at,
    movers_at,
    points_from_first,
    reaction_refusal,
    reactors,
)
from sandtable.rulebooks.panzer8.s05_actions.readiness import commanded
from sandtable.rulebooks.panzer8.s09_troops.transport import (
    riders,
)
from sandtable.rulebooks.panzer8.state import (
    Element,
    Moving,
    P8State,
)
from sandtable.rulebooks.panzer8.state.orders import (
    ReactFallBack,
    ReactFire,
    ReactJoin,
)


def reactions(state: P8State, seats: Sequence[str], frame: Moving) -> Iterator[Order]:
    """The reactions of everybody who can react."""
    frame = window(state, frame)
    for reactor in reactors(state, frame):
        if commanded(state, seats, reactor):
            yield from reactions_of(state, reactor, frame)


def reactions_of(state: P8State, reactor: Element, frame: Moving) -> Iterator[Order]:
    """Fire at the first, the nearest and the last point where it is possible, or fall back."""
    points = points_from_first(state, reactor, frame)
    movers = movers_at(state, frame, points)

    def is_open(number: int) -> bool:
        return is_open_at(state, reactor, frame, points[number])

    for number in _telling(state, reactor, movers, is_open):
        yield ReactFire(reactor.id, points[number])
    for rider in riders(state, state.pieces[frame.element]):
        aboard = [aimed_at(state, mover, rider.id) for mover in movers]
        there = [target for target in aboard if isinstance(target, Element)]
        for number in _telling(state, reactor, there, is_open) if len(there) == len(points) else ():
            yield ReactFire(reactor.id, points[number], rider.id)
    if points and state.sheet(reactor).move_class != "0" and reactor.carried_by is None:
        yield from _flights(state, reactor, frame, points[0])


def _telling(
    state: P8State,
    reactor: Element,
    targets: Sequence[Element],
    is_open: Callable[[int], bool],
) -> list[int]:
    """Of targets in their order, by number: the first, the nearest and the last to fire at.

    Each is looked for by itself, so that not everything between them has to be aimed at.
    """

    def apart(number: int) -> float:
        target = targets[number]
        return math.dist((target.x, target.y), (reactor.x, reactor.y))

    @cache
    def fits(number: int) -> bool:
        return is_open(number) and reaction_refusal(state, reactor, targets[number]) is None

    numbers = range(len(targets))
    first = next(filter(fits, numbers), None)
    if first is None:
        return []
    last = next(filter(fits, reversed(numbers)))
    nearest = next(filter(fits, sorted(numbers, key=apart)))
    return sorted({first, nearest, last})


def _flights(state: P8State, reactor: Element, frame: Moving, at: float) -> Iterator[ReactFallBack]:
    mover = mover_at(state, frame, at)
    for direction, heading in headings(state, reactor, (mover.x, mover.y)).items():
        length = math.floor(farthest_back(state, reactor, heading) * 100) / 100
        order = ReactFallBack(reactor.id, at, direction, length)
        if length > 0.25 and check_reaction(state, frame, order) is None:
            yield order


def helpers(state: P8State, seats: Sequence[str], frame: Moving) -> Iterator[Order]:
    """Everybody who can come to the help of a charged element."""
    for joiner in joiners(state, frame):
        if commanded(state, seats, joiner):
            yield ReactJoin(joiner.id)
