"""What an order is worth, by exact odds, to a player who looks one step ahead."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from sandtable.battle import Choice, Order
from sandtable.rulebooks.panzer8.actions import check_action
from sandtable.rulebooks.panzer8.air_advice import air_worth
from sandtable.rulebooks.panzer8.appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH, worth
from sandtable.rulebooks.panzer8.candidates import hunts, is_armed, recoveries
from sandtable.rulebooks.panzer8.card_advice import card_worth
from sandtable.rulebooks.panzer8.charge import ASSAULT_TROOPS, check_charger
from sandtable.rulebooks.panzer8.clearing import clearings
from sandtable.rulebooks.panzer8.combat_advice import (
    blow_worth,
    charge_promise,
    charge_worth,
    coming_at,
    commit_worth,
    fight_worth,
    join_worth,
    successor_worth,
)
from sandtable.rulebooks.panzer8.decisions import decision_due
from sandtable.rulebooks.panzer8.hidden_advice import hidden_worth, unseen_orders
from sandtable.rulebooks.panzer8.hunting import BEATEN_OFF, hunt_odds
from sandtable.rulebooks.panzer8.manoeuvres import Outlook, end_of, good_moves, move_worth
from sandtable.rulebooks.panzer8.movement import ROAD_BONUS
from sandtable.rulebooks.panzer8.moving import action_of, planned
from sandtable.rulebooks.panzer8.orders import (
    Advance,
    AirOrder,
    Apply,
    Charge,
    ClearWire,
    Commit,
    Done,
    Dummy,
    FallBack,
    Fight,
    Fire,
    GoOn,
    Halt,
    Hide,
    Hunt,
    LaySmoke,
    Move,
    MoveAndFire,
    Overrun,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Recover,
    Renew,
    Replace,
    Retire,
    Show,
    StandFirm,
    Standing,
    Suffer,
    SupportOrder,
    TakeCard,
)
from sandtable.rulebooks.panzer8.prospects import Stand, stand_of
from sandtable.rulebooks.panzer8.rally import recovery_odds
from sandtable.rulebooks.panzer8.reaction_advice import advise_reaction, reaction_worth
from sandtable.rulebooks.panzer8.readiness import able, commanded
from sandtable.rulebooks.panzer8.riding import Riding, riding_worth, useful_changes
from sandtable.rulebooks.panzer8.shooting import (
    exposure,
    fire_worth,
    shot_worth,
    shots_by_promise,
    volley_at,
)
from sandtable.rulebooks.panzer8.smoke_advice import (
    PRICE,
    RELIEF,
    renewal_worth,
    smoke_worth,
    smokes,
)
from sandtable.rulebooks.panzer8.state import (
    Combat,
    Element,
    ExtraActions,
    Moving,
    P8State,
    Renewing,
)
from sandtable.rulebooks.panzer8.support_advice import fire_on_the_way, support_worth
from sandtable.rulebooks.panzer8.tables import RATES

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
    idle = _of_no_use(state, choice.seats)
    if idle:
        yield SPARES_QUESTIONS, Standing("hold", idle)
        return
    ready = [
        element
        for element in state.pieces.values()
        if element.side == state.active
        and commanded(state, choice.seats, element)
        and able(state, element)
    ]
    outlook = Outlook(state, state.active)
    best = 0.0
    for order in _standing_orders(outlook, ready):
        value = order_worth(state, order)
        if value > 0 and check_action(state, seat, order, extra) is None:
            best = max(best, value)
            yield value, order
    weighed = Weighed(state, seat, extra, best)
    prospects = _prospects(outlook, ready)
    good = [each for each in prospects if each[0] >= WORTH_STAYING]
    yield from weighed.best_of(good)
    if weighed.best < WORTH_STAYING:
        yield from weighed.best_of([*prospects[len(good) :], *_moves(outlook, ready)])


SPARES_QUESTIONS: Final = 100.0
"""Not to be asked in vain comes first; it costs nothing."""


def _of_no_use(state: P8State, seats: Sequence[str]) -> tuple[str, ...]:
    """The elements without a weapon that have no standing order yet: they have no fire to hold."""
    return tuple(
        element.id
        for element in state.pieces.values()
        if element.side == state.active
        and element.id not in state.stances
        and element.under is None
        and commanded(state, seats, element)
        and not is_armed(state, element)
    )


Weighing = Callable[[], tuple[float, Order] | None]
"""Works out what an order is really worth, or finds that it cannot be given."""


class Weighed:
    """Looks closely at what promises most, until nothing is left that promises more."""

    def __init__(self, state: P8State, seat: str, extra: ExtraActions | None, best: float) -> None:
        self.state = state
        self.seat = seat
        self.extra = extra
        self.best = best

    def best_of(self, prospects: list[tuple[float, Weighing]]) -> Iterator[tuple[float, Order]]:
        """Orders that are allowed and worth more than the best that was known before."""
        prospects.sort(key=lambda each: -each[0])
        for promise, weigh in prospects:
            if promise <= self.best:
                return
            found = weigh()
            if found is None or found[0] <= self.best:
                continue
            if check_action(self.state, self.seat, found[1], self.extra) is None:
                self.best = found[0]
                yield found


def _prospects(outlook: Outlook, ready: Sequence[Element]) -> list[tuple[float, Weighing]]:
    """Everybody's shots and charges, with the most each can be worth, the best first."""
    state = outlook.state
    found: list[tuple[float, Weighing]] = []
    for promise, element, target in shots_by_promise(outlook, ready):
        found.append((promise, partial(volley_at, state, element, target)))
    for promise, charge in _charges(outlook, ready):
        found.append((promise, partial(_weighed_charge, state, charge)))
    found.sort(key=lambda each: -each[0])
    return found


def _weighed_charge(state: P8State, order: Charge) -> tuple[float, Order]:
    return charge_worth(state, order), order


def _standing_orders(outlook: Outlook, ready: Sequence[Element]) -> Iterator[Order]:
    """What elements can do apart from shots, charges and moves."""
    state = outlook.state
    for element in ready:
        yield from useful_changes(state, element)
        if element.suppressed:
            yield from recoveries(state, element)
        elif element.on_table and state.sheet(element).is_infantry and _has_prey(outlook, element):
            yield from hunts(state, element)
        if element.under is not None:
            yield from unseen_orders(state, element)
        elif element.on_table:
            yield from clearings(state, element)
            if RELIEF * outlook.exposure(stand_of(state, element)) > PRICE:
                yield from smokes(state, element)


ARMS_LENGTH: Final = 6.0
"""Nobody hunts a tank whose middle is farther away than this."""


def _has_prey(outlook: Outlook, element: Element) -> bool:
    return any(
        stand.sheet.armoured
        and abs(element.x - stand.spot[0]) < ARMS_LENGTH
        and abs(element.y - stand.spot[1]) < ARMS_LENGTH
        for stand, _ in outlook.enemies
    )


ON_THE_WAY: Final = 0.7
"""The part of the fire at its target's place that a charger certainly has to pass."""


def _charges(outlook: Outlook, ready: Sequence[Element]) -> Iterator[tuple[float, Charge]]:
    """The charges that would be worth something if the two were alone."""
    state = outlook.state
    for element in ready:
        sheet = state.sheet(element)
        if element.suppressed or not element.on_table:
            continue
        if sheet.type != "tank" and sheet.type not in ASSAULT_TROOPS:
            continue
        stand = stand_of(state, element)
        for enemy, _ in outlook.enemies:
            if not _may_reach(stand, enemy) or check_charger(state, element, enemy.element):
                continue
            promise = charge_promise(state, stand, enemy)
            if promise > 0:
                promise -= ON_THE_WAY * outlook.exposure(coming_at(state, stand, enemy))
            if promise > 0:
                yield promise, Charge(element.id, enemy.element.id)


def _may_reach(charger: Stand, enemy: Stand) -> bool:
    """A quick look whether a charge can go so far."""
    reach = max(RATES[charger.sheet.move_class].values()) + ROAD_BONUS
    apart = math.dist(charger.base.centre, enemy.base.centre)
    return apart - charger.base.reach - enemy.base.reach <= reach


def _moves(outlook: Outlook, ready: Sequence[Element]) -> Iterator[tuple[float, Weighing]]:
    """Everybody's moves that gain something."""
    for element in ready:
        for pair in good_moves(outlook, element):
            yield pair[0], partial(_weighed_move, outlook.state, pair)


def _weighed_move(
    state: P8State, pair: tuple[float, Move | MoveAndFire]
) -> tuple[float, Move | MoveAndFire]:
    """A move at its worth, less the shells that it would lead through."""
    if not state.barrages:
        return pair
    worth, order = pair
    frame = planned(state, state.pieces[order.element], action_of(order), order)
    return worth - fire_on_the_way(state, frame), order


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
        case AirOrder():
            return air_worth(state, order)
        case SupportOrder():
            return support_worth(state, order)
        case LaySmoke():
            return smoke_worth(state, order, exposure)
        case ClearWire():
            return 0.25
        case Renew():
            return _renewal_worth(state)
        case TakeCard() | StandFirm():
            return card_worth(state, order)
        case Show() | Hide() | Dummy():
            return hidden_worth(state, order, shot_worth)
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


def _renewal_worth(state: P8State) -> float:
    frame = state.agenda[-1]
    assert isinstance(frame, Renewing)
    return renewal_worth(state, frame.screen, exposure)


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
