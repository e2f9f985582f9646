"""What an order is worth, by exact odds, to a player who looks one step ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.battle import Choice, Order
from sandtable.rulebooks.panzer8.actions import check_action
from sandtable.rulebooks.panzer8.appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH, worth
from sandtable.rulebooks.panzer8.candidates import charges, hunts, recoveries
from sandtable.rulebooks.panzer8.combat_advice import (
    blow_worth,
    charge_worth,
    commit_worth,
    fight_worth,
    join_worth,
)
from sandtable.rulebooks.panzer8.decisions import decision_due
from sandtable.rulebooks.panzer8.hunting import BEATEN_OFF, hunt_odds
from sandtable.rulebooks.panzer8.manoeuvres import Outlook, end_of, good_moves, move_worth
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
    Retire,
    Suffer,
)
from sandtable.rulebooks.panzer8.prospects import stand_of
from sandtable.rulebooks.panzer8.rally import recovery_odds
from sandtable.rulebooks.panzer8.reaction_advice import advise_reaction, reaction_worth
from sandtable.rulebooks.panzer8.readiness import able, commanded
from sandtable.rulebooks.panzer8.riding import Riding, riding_worth, useful_changes
from sandtable.rulebooks.panzer8.shooting import fire_worth, shots_by_promise, volley_at
from sandtable.rulebooks.panzer8.state import Combat, Element, ExtraActions, Moving, P8State

WORTH_STAYING: Final = 0.2
"""While anybody has something to do that is worth this much, nobody thinks of moving."""


def advise(state: P8State, choice: Choice) -> Iterator[tuple[float, Order]]:
    """Candidates with their worth to the side that decides."""
    frame = state.agenda[-1] if state.agenda else None
    if (frame is None and state.phase == "action") or isinstance(frame, ExtraActions):
        yield from _advise_action(state, choice, frame)
        return
    if isinstance(frame, Moving) and frame.stage in ("react", "again"):
        yield from advise_reaction(state, choice.seats, frame)
        return
    due = decision_due(state)
    assert due is not None
    for order in due[0].candidates(state, due[1], choice.seats):
        yield order_worth(state, order), order


def _advise_action(
    state: P8State, choice: Choice, extra: ExtraActions | None
) -> Iterator[tuple[float, Order]]:
    """What the elements can do where they are; if that is little, the best move of anybody.

    Elements act one after another anyway, so it is enough to find one good order at a time, and
    shots go before moves: whoever is suppressed does not react.
    """
    yield 0.0, Done()
    seat = choice.seats[0]
    ready = [
        element
        for element in state.pieces.values()
        if element.side == state.active
        and commanded(state, choice.seats, element)
        and able(state, element)
    ]
    outlook = Outlook(state, state.active)
    best = 0.0
    for value, order in _standing_orders(outlook, ready):
        if value > best and check_action(state, seat, order, extra) is None:
            best = value
            yield value, order
    for promise, element, target in shots_by_promise(outlook, ready):
        if promise <= best:
            break
        found = volley_at(state, element, target)
        if found and found[0] > best and check_action(state, seat, found[1], extra) is None:
            best = found[0]
            yield found
    if best < WORTH_STAYING:
        yield from _best_move(outlook, seat, ready, extra, best)


def _standing_orders(outlook: Outlook, ready: Sequence[Element]) -> Iterator[tuple[float, Order]]:
    """What elements can do apart from shots and moves, each with its worth."""
    state = outlook.state
    for element in ready:
        for order in useful_changes(state, element):
            yield order_worth(state, order), order
        if element.suppressed:
            for recovery in recoveries(state, element):
                yield _recovery_worth(state, element.id, recovery.rally), recovery
        elif element.on_table and any(
            _is_in_reach(element, stand.spot) for stand, _ in outlook.enemies
        ):
            for hunt in hunts(state, element):
                yield order_worth(state, hunt), hunt
            for charge in charges(state, element):
                yield charge_worth(state, charge), charge


LUNGE: Final = 20.0
"""Nobody charges farther than this."""


def _is_in_reach(element: Element, spot: tuple[float, float]) -> bool:
    return abs(element.x - spot[0]) < LUNGE and abs(element.y - spot[1]) < LUNGE


def _best_move(
    outlook: Outlook,
    seat: str,
    ready: Sequence[Element],
    extra: ExtraActions | None,
    best: float,
) -> Iterator[tuple[float, Order]]:
    """The move that gains most, of those that are allowed."""
    found = [pair for element in ready for pair in good_moves(outlook, element) if pair[0] > best]
    found.sort(key=lambda pair: -pair[0])
    for value, order in found:
        if check_action(outlook.state, seat, order, extra) is None:
            yield value, order
            return


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
        case Fire():
            return fire_worth(state, order)
        case ReactFire():
            return reaction_worth(state, order)
        case Recover(element=name, rally=rally):
            return _recovery_worth(state, name, rally)
        case Hunt(element=name, target=target, commander=commander):
            return _hunt_worth(state, name, target, commander)
        case Move() | MoveAndFire():
            return _move_gain(state, order)
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


def _move_gain(state: P8State, order: Move | MoveAndFire) -> float:
    """What a move gains over staying."""
    element = state.pieces[order.element]
    outlook = Outlook(state, element.side)
    errand = outlook.errand(element)
    here = outlook.place_worth(stand_of(state, element), errand)
    return move_worth(outlook, order, end_of(state, element, order), errand) - here


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
