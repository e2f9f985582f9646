"""What an order is worth, by exact odds, to a player who looks one step ahead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from sandtable.battle import Choice, Order, Refusal
from sandtable.rulebooks.panzer8.actions import check_action
from sandtable.rulebooks.panzer8.aiming import Fired, Shot, aim
from sandtable.rulebooks.panzer8.appraisal import (
    AGAINST_SUPPRESSED,
    EFFECT_WORTH,
    REACTION_PRICE,
    worth,
)
from sandtable.rulebooks.panzer8.candidates import (
    charges,
    hunts,
    moves,
    moves_with_fire,
    recoveries,
    shots,
    turns_with_fire,
)
from sandtable.rulebooks.panzer8.combat_advice import (
    blow_worth,
    charge_worth,
    commit_worth,
    fight_worth,
    join_worth,
    successor_worth,
)
from sandtable.rulebooks.panzer8.decisions import decision_due
from sandtable.rulebooks.panzer8.doors import destination
from sandtable.rulebooks.panzer8.fire import effect_odds, tally_firer, tally_target
from sandtable.rulebooks.panzer8.hunting import BEATEN_OFF, hunt_odds
from sandtable.rulebooks.panzer8.moving import action_of, planned
from sandtable.rulebooks.panzer8.orders import (
    Advance,
    Apply,
    Charge,
    Commit,
    Done,
    FallBack,
    Fight,
    Fire,
    GoOn,
    Halt,
    Hunt,
    Move,
    MoveAndFire,
    Overrun,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Recover,
    Replace,
    Retire,
    Suffer,
)
from sandtable.rulebooks.panzer8.rally import recovery_odds
from sandtable.rulebooks.panzer8.reaction_search import aimed_at, mover_at
from sandtable.rulebooks.panzer8.readiness import able, commanded
from sandtable.rulebooks.panzer8.riding import Riding, changes, riding_worth
from sandtable.rulebooks.panzer8.state import Combat, Element, ExtraActions, Moving, P8State
from sandtable.rulebooks.panzer8.terrain import cover_of_place
from sandtable.rulebooks.panzer8.transport import cargo, targets_of


@lru_cache(maxsize=1024)
def _hurt(margin: int, fired: Fired, suppressed: bool) -> float:
    """How much a shot hurts its target on average, as a part of the target's worth."""
    scale = AGAINST_SUPPRESSED if suppressed else EFFECT_WORTH
    return float(sum(float(chance) * scale[e] for e, chance in effect_odds(margin, fired).items()))


def shot_worth(state: P8State, shot: Shot) -> float:
    """The worth of a shot to its firer."""
    margin = tally_firer(shot).total - tally_target(shot).total
    hurt = _hurt(margin, shot.fired, shot.target.suppressed)
    aboard = sum(worth(state.sheet(one)) for one in cargo(state, shot.target))
    return hurt * (worth(state.sheet(shot.target)) + 0.7 * aboard)


def advise(state: P8State, choice: Choice) -> Iterator[tuple[float, Order]]:
    """Candidates with their worth to the side that decides."""
    frame = state.agenda[-1] if state.agenda else None
    if (frame is None and state.phase == "action") or isinstance(frame, ExtraActions):
        yield from _advise_action(state, choice, frame)
        return
    due = decision_due(state)
    assert due is not None
    for order in due[0].candidates(state, due[1], choice.seats):
        yield order_worth(state, order), order


def _advise_action(
    state: P8State, choice: Choice, extra: ExtraActions | None
) -> Iterator[tuple[float, Order]]:
    """Everybody's shots and recoveries, and the moves of somebody who has nothing better to do.

    Elements act one after another anyway, so it is enough to look for one good move at a time.
    """
    yield 0.0, Done()
    idle = []
    for element in list(state.pieces.values()):
        mine = element.side == state.active and commanded(state, choice.seats, element)
        if not mine or not able(state, element):
            continue
        best = 0.0
        for order in _standing_orders(state, element):
            if check_action(state, choice.seats[0], order, extra) is None:
                value = order_worth(state, order)
                best = max(best, value)
                yield value, order
        if best < WORTH_STAYING:
            idle.append(element)
    for element in idle:
        found = list(_good_moves(state, choice.seats[0], element, extra))
        yield from found
        if any(value > 0 for value, _ in found):
            return


WORTH_STAYING: Final = 0.2
"""An element with a shot worth this much does not think of moving."""


def _standing_orders(state: P8State, element: Element) -> Iterator[Order]:
    """What an element can do without leaving its place."""
    yield from changes(state, element)
    if element.carried_by is not None:
        yield from recoveries(state, element)
        yield from shots(state, element)
    if element.on_table:
        yield from recoveries(state, element)
        yield from shots(state, element)
        yield from hunts(state, element)
        yield from charges(state, element)
        yield from turns_with_fire(state, element)


BEST_MOVES: Final = 4
"""How many of the moves that look good at a glance are looked at closely."""


def _good_moves(
    state: P8State, seat: str, element: Element, extra: ExtraActions | None
) -> Iterator[tuple[float, Order]]:
    if element.carried_by is not None:
        return
    options: list[Move | MoveAndFire] = list(moves(state, element))
    if element.on_table:
        options += moves_with_fire(state, element)
    options.sort(key=lambda order: _glance(state, order), reverse=True)
    here = place_worth(state, element)
    looked_at = 0
    for order in options:
        if looked_at >= BEST_MOVES:
            return
        if check_action(state, seat, order, extra) is None:
            looked_at += 1
            yield _move_worth(state, order, here), order


def _glance(state: P8State, order: Move | MoveAndFire) -> float:
    """A move at a glance: does it lead to the goal, and into cover?"""
    element = state.pieces[order.element]
    if state.setting.buas:
        there = destination(state, planned(state, element, action_of(order), order))
        return _comfort(state, msgspec.structs.replace(there, dug_in=False))
    end = order.path[-1]
    there = msgspec.structs.replace(element, x=end[0], y=end[1], dug_in=False)
    return _comfort(state, there)


def order_worth(state: P8State, order: Order) -> float:
    """The worth of one order, on the scale of `worth`."""
    match order:
        case Charge():
            return charge_worth(state, order)
        case Fight() | Overrun():
            return fight_worth(state, order)
        case Commit() | Apply() | Suffer() | ReactJoin():
            return _combat_worth(state, order)
        case Advance():
            return 0.1
        case Replace():
            return successor_worth(state, order)
        case Fire(element=name, target=str(target)):
            shot = aim(state, state.pieces[name], state.pieces[target])
            return 0.05 + shot_worth(state, shot) if isinstance(shot, Shot) else 0.0
        case ReactFire():
            return _reaction_worth(state, order)
        case Recover(element=name, rally=rally):
            return _recovery_worth(state, name, rally)
        case Hunt(element=name, target=target, commander=commander):
            return _hunt_worth(state, name, target, commander)
        case Move() | MoveAndFire():
            return _move_worth(state, order, place_worth(state, state.pieces[order.element]))
        case FallBack(element=name):
            return -0.3 if not state.pieces[name].suppressed else 0.0
        case ReactFallBack():
            return -0.2
        case Retire(facing=facing):
            return 0.0 if facing is None else -0.1
        case GoOn():
            return 0.05
        case Halt():
            return 0.0
        case Done():
            return 0.0
    return riding_worth(state, order) if isinstance(order, Riding) else 0.01


def _combat_worth(state: P8State, order: Commit | Apply | Suffer | ReactJoin) -> float:
    """The worth of a decision within a combat, or of joining one."""
    frame = state.agenda[-1]
    match order:
        case ReactJoin() if isinstance(frame, Moving):
            return join_worth(state, frame, order)
        case Commit() if isinstance(frame, Combat):
            return commit_worth(state, frame, order)
        case Apply() | Suffer() if isinstance(frame, Combat):
            return blow_worth(state, frame, order)
    return 0.0


def _reaction_worth(state: P8State, order: ReactFire) -> float:
    frame = state.agenda[-1]
    assert isinstance(frame, Moving)
    reactor = state.pieces[order.element]
    target = aimed_at(state, mover_at(state, frame, order.at), order.target)
    if isinstance(target, Refusal):
        return -1.0
    shot = aim(state, reactor, target, reaction=True)
    return shot_worth(state, shot) - REACTION_PRICE if isinstance(shot, Shot) else -1.0


def _hunt_worth(state: P8State, name: str, target: str, commander: str | None) -> float:
    hunter, prey = state.pieces[name], state.pieces[target]
    odds = hunt_odds(state, hunter, prey, state.pieces[commander] if commander else None)
    scale = AGAINST_SUPPRESSED if prey.suppressed else EFFECT_WORTH
    gain = worth(state.sheet(prey))
    risk = 0.15 * worth(state.sheet(hunter)) + (0.15 if commander else 0.0)
    price = {"hunter-falls-back": -risk, BEATEN_OFF: -2 * risk}
    total = sum(float(p) * price.get(r, scale.get(r, 0.0) * gain) for r, p in odds.outcomes)
    return 0.05 + float(total) - (0.05 if commander else 0.0)


def _recovery_worth(state: P8State, name: str, rally: str | None) -> float:
    element = state.pieces[name]
    odds = recovery_odds(state, element, state.pieces[rally] if rally else None)
    gain = {"out": -1.0, "none": 0.0, "unsuppressed": 0.6, "extra-action": 0.9}
    price = 0.05 if rally else 0.0
    return (
        float(sum(float(p) * gain[r] for r, p in odds.outcomes)) * worth(state.sheet(element))
        - price
    )


# -- where it is good to be -----------------------------------------------------------------------


def _move_worth(state: P8State, order: Move | MoveAndFire, here: float) -> float:
    """What a move gains over staying, a shot at its end included."""
    element = state.pieces[order.element]
    frame = planned(state, element, action_of(order), order)
    length = sum(math.dist(a, b) for a, b in zip(frame.path, frame.path[1:], strict=False))
    end = destination(state, frame)
    end = msgspec.structs.replace(end, dug_in=element.dug_in and not length)
    gain = place_worth(state, end) - here
    if isinstance(order, MoveAndFire):
        moved = msgspec.structs.replace(end, moved=True, shifted=length > 0)
        gain += best_shot(state, moved)
    return gain - 0.02


def place_worth(state: P8State, element: Element) -> float:
    """How good a spot is: near to an objective or the enemy, in cover, not exposed."""
    return _comfort(state, element) - 0.35 * _exposure(state, element)


def _comfort(state: P8State, element: Element) -> float:
    goal = _goal_distance(state, element)
    return 0.05 * cover_of_place(state, element).value - 0.012 * goal


def _goal_distance(state: P8State, element: Element) -> float:
    goals = [o.at for o in state.setting.scenario.objectives]
    if not goals:
        goals = [(enemy.x, enemy.y) for enemy in state.enemies_of(element)]
    spot = (element.x, element.y)
    gap = min((math.dist(goal, spot) for goal in goals), default=0.0)
    return max(0.0, gap - 1.5)


def _exposure(state: P8State, element: Element) -> float:
    """What the enemies that can shoot at this spot would do to the element there."""
    if not element.on_table:
        return 0.0
    total = 0.0
    for enemy in state.enemies_of(element):
        if enemy.suppressed or enemy.reacted:
            continue
        shot = aim(state, enemy, element, reaction=True)
        if isinstance(shot, Shot):
            total += shot_worth(state, shot)
    return total


def best_shot(state: P8State, element: Element) -> float:
    """The worth of the best shot that an element has from where it stands."""
    shots = (aim(state, element, enemy) for enemy in targets_of(state, element))
    return max((shot_worth(state, shot) for shot in shots if isinstance(shot, Shot)), default=0.0)
