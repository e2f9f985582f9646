"""What an order is worth, by exact odds, to a player who looks one step ahead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from sandtable.battle import Choice, Order
from sandtable.rulebooks.panzer8.actions import check_action
from sandtable.rulebooks.panzer8.aiming import Fired, Shot, aim
from sandtable.rulebooks.panzer8.candidates import (
    commanded,
    moves,
    moves_with_fire,
    recoveries,
    shots,
    turns_with_fire,
)
from sandtable.rulebooks.panzer8.decisions import decision_due
from sandtable.rulebooks.panzer8.fire import effect_odds, tally_firer, tally_target
from sandtable.rulebooks.panzer8.movement import pose
from sandtable.rulebooks.panzer8.moving import action_of, planned
from sandtable.rulebooks.panzer8.orders import (
    Done,
    FallBack,
    Fire,
    GoOn,
    Halt,
    Move,
    MoveAndFire,
    ReactFallBack,
    ReactFire,
    Recover,
    Retire,
)
from sandtable.rulebooks.panzer8.rally import recovery_odds
from sandtable.rulebooks.panzer8.reaction import mover_at
from sandtable.rulebooks.panzer8.readiness import able
from sandtable.rulebooks.panzer8.sheets import Sheet
from sandtable.rulebooks.panzer8.state import Element, ExtraActions, Moving, P8State
from sandtable.rulebooks.panzer8.terrain import cover_of_place

EFFECT_WORTH: Final = {"none": 0.0, "fall-back": 0.15, "suppressed": 0.45, "out": 1.0}
AGAINST_SUPPRESSED: Final = {"none": 0.0, "fall-back": 0.05, "suppressed": 1.0, "out": 1.0}

REACTION_PRICE: Final = 0.12
"""What it costs to react: the element does not act in its own next turn."""


@lru_cache(maxsize=512)
def worth(sheet: Sheet) -> float:
    """What an element is worth: its armour and its best gun, on a scale where a section is 1."""
    best = max((max(gun.hesa * 0.12, (gun.ap or 0) * 0.16) for gun in sheet.guns), default=0.0)
    armour = sheet.defence * 0.12 if sheet.armoured else 0.1
    command = 0.6 if sheet.is_commander else 0.0
    return 0.3 + best + armour + command if sheet.is_combat else 0.2


@lru_cache(maxsize=1024)
def _hurt(margin: int, fired: Fired, suppressed: bool) -> float:
    """How much a shot hurts its target on average, as a part of the target's worth."""
    scale = AGAINST_SUPPRESSED if suppressed else EFFECT_WORTH
    return float(sum(float(chance) * scale[e] for e, chance in effect_odds(margin, fired).items()))


def shot_worth(state: P8State, shot: Shot) -> float:
    """The worth of a shot to its firer."""
    margin = tally_firer(shot).total - tally_target(shot).total
    return _hurt(margin, shot.fired, shot.target.suppressed) * worth(state.sheet(shot.target))


def advise(state: P8State, choice: Choice) -> Iterator[tuple[float, Order]]:
    """Candidates with their worth to the side that decides."""
    frame = state.agenda[-1] if state.agenda else None
    if frame is None or isinstance(frame, ExtraActions):
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
    if element.on_table:
        yield from recoveries(state, element)
        yield from shots(state, element)
        yield from turns_with_fire(state, element)


BEST_MOVES: Final = 4
"""How many of the moves that look good at a glance are looked at closely."""


def _good_moves(
    state: P8State, seat: str, element: Element, extra: ExtraActions | None
) -> Iterator[tuple[float, Order]]:
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
    end = order.path[-1]
    there = msgspec.structs.replace(state.pieces[order.element], x=end[0], y=end[1], dug_in=False)
    return _comfort(state, there)


def order_worth(state: P8State, order: Order) -> float:
    """The worth of one order, on the scale of `worth`."""
    match order:
        case Fire(element=name, target=str(target)):
            shot = aim(state, state.pieces[name], state.pieces[target])
            return 0.05 + shot_worth(state, shot) if isinstance(shot, Shot) else 0.0
        case ReactFire():
            return _reaction_worth(state, order)
        case Recover(element=name, rally=rally):
            return _recovery_worth(state, name, rally)
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
    return 0.01


def _reaction_worth(state: P8State, order: ReactFire) -> float:
    frame = state.agenda[-1]
    assert isinstance(frame, Moving)
    reactor = state.pieces[order.element]
    shot = aim(state, reactor, mover_at(state, frame, order.at), reaction=True)
    return shot_worth(state, shot) - REACTION_PRICE if isinstance(shot, Shot) else -1.0


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
    frame = planned(element, action_of(order), order)
    length = sum(math.dist(a, b) for a, b in zip(frame.path, frame.path[1:], strict=False))
    end = msgspec.structs.replace(pose(state, frame, length), dug_in=element.dug_in and not length)
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
    shots = (aim(state, element, enemy) for enemy in state.enemies_of(element))
    return max((shot_worth(state, shot) for shot in shots if isinstance(shot, Shot)), default=0.0)
