"""When a computer player reacts to a mover, and where on its way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.battle import Order, Refusal
from sandtable.table import beyond_front

from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.move.rates import path_length
from ..s05_actions.react.reaction import ReactFire, check_reaction, window
from ..s05_actions.react.who_and_where import aimed_at, mover_at
from ..s05_actions.readiness import all_commanded
from ..s09_troops.transport import riders
from ..s12_hidden.ambush import ambushes
from ..state import Element, Moving, P8State
from ..state.orders import Done
from .appraisal import REACTION_PRICE
from .hiding import hidden_worth
from .manoeuvres import Outlook
from .prospects import Stand, beyond_range, likely_hurt, may_reach, stand_of
from .shooting import shot_worth

PACE: Final = 1.5
"""How finely a path is looked at for the best moment to react."""

TRIES: Final = 4
"""How many of the reactions that promise most are looked at closely."""


def advise_reaction(
    state: P8State, seats: Sequence[str], frame: Moving
) -> Iterator[tuple[float, Order]]:
    """To let the mover pass, and the shots at it that are worth more than a turn's action."""
    yield 0.0, Done()
    frame = window(state, frame)
    promising = sorted(_promising(state, seats, frame), key=lambda each: -each[0])
    for _, order in promising[:TRIES]:
        value = reaction_worth(state, order)
        if value > 0 and check_reaction(state, frame, order) is None:
            yield value, order
            break
    for ambush in ambushes(state, seats, frame) if state.counters else ():
        yield hidden_worth(state, ambush, shot_worth), ambush


def _promising(
    state: P8State, seats: Sequence[str], frame: Moving
) -> Iterator[tuple[float, ReactFire]]:
    mover = state.pieces[frame.element]
    ours = [
        stand_of(state, enemy).still
        for enemy in all_commanded(state, seats, state.enemies_of(mover))
        if not enemy.suppressed and not enemy.reacted
    ]
    stake = Outlook(state, state.other_side(mover.side)).stake(mover)
    outside = riders(state, mover)
    moments = _moments(frame)
    places = [stand_of(state, mover_at(state, frame, at)).still for at in moments]
    if not outside:  # then whoever cannot reach it anywhere need not be thought of
        ours = _in_reach(ours, places, moments[-1] - moments[0])
    promises = [_promises(state, ours, there) for there in places]
    for reactor, promised in zip(ours, zip(*promises, strict=True), strict=True):
        best = max(
            ((promise * stake, at) for promise, at in zip(promised, moments, strict=True)),
            key=lambda each: each[0],
        )
        if best[0] > REACTION_PRICE:
            yield best[0], ReactFire(reactor.element.id, best[1])
        for rider in outside:
            yield 0.0, ReactFire(reactor.element.id, best[1], rider.id)


def _moments(frame: Moving) -> list[float]:
    """Points of the rest of a path, its ends among them."""
    length = round(path_length(frame.path), 4)
    if frame.stage == "again" or length <= frame.at:
        return [frame.at]
    steps = math.ceil((length - frame.at) / PACE)
    between = [round(frame.at + (length - frame.at) * n / steps, 4) for n in range(steps)]
    return [*between, length]


def _in_reach(ours: Sequence[Stand], places: Sequence[Stand], length: float) -> list[Stand]:
    """Of some those who may reach a mover on a way of that length, at a quick look."""
    x, y = places[0].base.centre
    far = length + max(there.base.reach for there in places)
    return [
        one
        for one in ours
        if math.hypot(one.base.x - x, one.base.y - y) <= one.range + one.base.reach + far
    ]


def _promises(state: P8State, ours: Sequence[Stand], there: Stand) -> list[float]:
    """What the shots of some at a mover would do, where it is then."""
    return state.setting.pairs("promises").ask(
        there,
        ours,
        lambda reactor: _promise(state, reactor, there),
        lambda others: beyond_range(there, others),
    )


def _promise(state: P8State, reactor: Stand, mover: Stand) -> float:
    """What a shot at a mover would do, which must be to the reactor's front."""
    if not may_reach(reactor, mover):
        return 0.0
    if not reactor.has_no_facing and not beyond_front(mover.base, of=reactor.base):
        return 0.0
    return likely_hurt(state, reactor, mover, reaction=True)


def reaction_worth(state: P8State, order: ReactFire) -> float:
    """What a shot at a mover is worth, by exact odds."""
    frame = state.agenda[-1]
    assert isinstance(frame, Moving)
    target = aimed_at(state, mover_at(state, frame, order.at), order.target)
    return _aimed_worth(state, state.pieces[order.element], target)


def _aimed_worth(state: P8State, reactor: Element, target: Element | Refusal) -> float:
    if isinstance(target, Refusal):
        return -1.0
    shots = (aim(state, reactor, target, n, reaction=True) for n in range(_guns(state, reactor)))
    found = [shot_worth(state, shot) for shot in shots if isinstance(shot, Shot)]
    return sum(found) - REACTION_PRICE if found else -1.0


def _guns(state: P8State, reactor: Element) -> int:
    return len(state.sheet(reactor).guns)
