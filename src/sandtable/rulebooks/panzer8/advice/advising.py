"""What an order is worth, by exact odds, to a player who looks one step ahead."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from sandtable.battle import Choice, Order
from sandtable.table import Point

from ..decisions_due import decision_due
from ..s05_actions.actions import check_action
from ..s05_actions.charge.charging import ASSAULT_TROOPS, Charge, check_charger
from ..s05_actions.fall_back.by_choice import FallBack
from ..s05_actions.fall_back.ways import Retire
from ..s05_actions.hunt.tank_hunting import BEATEN_OFF, HUNTING, Hunt, hunt_odds
from ..s05_actions.move.rates import ROAD_BONUS
from ..s05_actions.move.under_way import Halt, MoveAndFire, action_of, planned
from ..s05_actions.rally.recovery import RECOVERING, Recover, recovery_odds
from ..s05_actions.react.joining import ReactJoin
from ..s05_actions.react.reaction import ReactFallBack, ReactFire
from ..s05_actions.react.standing_orders import Standing
from ..s05_actions.readiness import able, all_commanded, commanded
from ..s06_close_combat.advance import Advance
from ..s06_close_combat.blows import Apply, Suffer
from ..s06_close_combat.decisions import Commit
from ..s06_close_combat.phase import Fight, Overrun
from ..s08_results.in_effect import SUPPRESSED_INSTEAD
from ..s09_troops.commanders import Replace
from ..s12_hidden.ambush import Show
from ..s12_hidden.deployment import Dummy, Hide
from ..s13_engineering.clearing_wire import ClearWire, clearings
from ..s14_smoke.action import smokes
from ..s14_smoke.decisions import Renew
from ..s14_smoke.laying import LaySmoke, can_place
from ..s15_events.decisions import TakeCard
from ..s16_nations.decisions import StandFirm
from ..state import Combat, Element, ExtraActions, Moving, P8State, Renewing
from ..state.orders import AirOrder, Done, Fire, GoOn, Move, SupportOrder
from ..state.tables import RATES
from ..state.worth import worth
from .air_support import air_worth
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH
from .cards import card_worth
from .combat import (
    blow_worth,
    charge_promise,
    charge_worth,
    coming_at,
    commit_worth,
    fight_worth,
    join_worth,
    successor_worth,
)
from .hiding import hidden_worth, unseen_orders
from .manoeuvres import (
    Outlook,
    Prospect,
    end_of,
    ends_on_somebody,
    gain_under_fire,
    good_moves,
    move_worth,
)
from .prospects import Stand, known_sights, stand_of
from .reactions import advise_reaction, reaction_worth
from .shooting import (
    Target,
    exposure,
    fire_worth,
    is_known_unseen,
    is_seen,
    shot_worth,
    targets_by_promise,
)
from .smoke import PRICE, RELIEF, renewal_worth, smoke_worth
from .support_fire import fire_on_the_way, support_worth
from .surroundings import Surroundings
from .transport import Riding, riding_worth, useful_changes

WORTH_STAYING: Final = 0.2
"""While anybody has something to do that is worth this much, nobody thinks of moving."""


def advise(state: P8State, choice: Choice) -> Iterator[tuple[float, Order]]:
    """Candidates with their worth to the side that decides."""
    frame = state.frame
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
    ours = [element for element in state.pieces.values() if element.side == state.active]
    ready = [e for e in all_commanded(state, choice.seats, ours) if able(state, e)]
    outlook = Outlook(state, state.active)
    best = 0.0
    for order in _standing_orders(outlook, ready):
        value = order_worth(state, order)
        if value > 0 and check_action(state, seat, order, extra) is None:
            best = max(best, value)
            yield value, order
    if extra is not None:  # nobody else shoots, charges or moves now
        ready = [element for element in ready if element.id in extra.elements]
    weighed = Weighed(state, seat, extra, best)
    weighed.think_of(_prospects(outlook, weighed.surroundings, ready))
    yield from weighed.found(at_least=WORTH_STAYING)
    if weighed.best < WORTH_STAYING:
        weighed.think_of(_moves(outlook, ready))
        yield from weighed.found()


SPARES_QUESTIONS: Final = 100.0
"""Not to be asked in vain comes first; it costs nothing."""


def _of_no_use(state: P8State, seats: Sequence[str]) -> tuple[str, ...]:
    """The elements without a weapon that have no standing order yet: they have no fire to hold."""
    unarmed = state.setting.unarmed
    return tuple(
        element.id
        for element in state.pieces.values()
        if element.side == state.active
        and element.sheet in unarmed
        and element.id not in state.stances
        and element.under is None
        and commanded(state, seats, element)
    )


class Idea(NamedTuple):
    """An order to think of, with the most that it can be worth.

    Attributes:
        promise: The most that it can be worth.
        weigh: Works out what it is really worth, or finds that it cannot be given.
        temper: Works out a promise that is nearer to the truth, at less cost than to weigh it, and
            says whether it can be no nearer; it is told how much there is to be had elsewhere, and
            need not be exact where the promise is no more.
        number: Of ideas that promise the same, the one with the lowest number goes first.
    """

    promise: float
    weigh: Callable[[], tuple[float, Order] | None]
    temper: Callable[[float], tuple[float, bool]] | None = None
    number: int = 0


MANY: Final = 1_000_000
"""No element has so many ideas."""


WELL_BEHIND: Final = 0.02
"""An idea is looked at more closely until it promises less than the next one by this much.

It must be more than 0, or two ideas that promise the same would wait for each other for ever."""


class Weighed:
    """Looks closely at what promises most, until nothing is left that promises more."""

    def __init__(self, state: P8State, seat: str, extra: ExtraActions | None, best: float) -> None:
        self.state = state
        self.seat = seat
        self.extra = extra
        self.best = best
        self._waiting: list[tuple[float, int, Idea, Iterator[Idea] | None]] = []
        self._sources = count()
        self.surroundings = Surroundings(state)

    def think_of(self, sources: Iterable[Iterator[Idea]]) -> None:
        """Have these looked at as well, each source in the order of what its ideas promise.

        Of those that promise the same the first source goes first. No more is drawn from a source
        than is looked at.
        """
        for source in sources:
            self._draw(source, next(self._sources) * MANY)

    def _draw(self, source: Iterator[Idea], first: int) -> None:
        idea = next(source, None)
        if idea is not None:
            heappush(self._waiting, (-idea.promise, first + idea.number, idea, source))

    def found(self, at_least: float = 0.0) -> Iterator[tuple[float, Order]]:
        """Orders that are allowed and worth more than the best that was known before.

        What promises less than so much is left for later.
        """
        waiting = self._waiting
        while waiting and -waiting[0][0] > self.best and -waiting[0][0] >= at_least:
            _, number, idea, source = heappop(waiting)
            if source is not None:
                self._draw(source, number - idea.number)
            if idea.temper is not None:
                # What falls well behind the next one need be known no better for now.
                rival = -waiting[0][0] if waiting else 0.0
                behind = min(rival, idea.promise) - WELL_BEHIND
                promise, is_sure = idea.temper(max(self.best, behind))
                if promise > self.best:
                    again = Idea(promise, idea.weigh, None if is_sure else idea.temper)
                    heappush(waiting, (-promise, number, again, None))
                continue
            weighed = idea.weigh()
            if weighed is None or weighed[0] <= self.best:
                continue
            if self._is_allowed(weighed[1]):
                self.best = weighed[0]
                yield weighed

    def _is_allowed(self, order: Order) -> bool:
        move = order if isinstance(order, Move | MoveAndFire) else None
        if move and self.surroundings.was_refused(move):
            return False
        refused = check_action(self.state, self.seat, order, self.extra)
        if refused and move:
            self.surroundings.note_refused(move)
        return refused is None


def _prospects(
    outlook: Outlook, surroundings: Surroundings, ready: Sequence[Element]
) -> Iterator[Iterator[Idea]]:
    """Everybody's shots and charges, with the most each can be worth."""
    for element in ready:
        targets = targets_by_promise(outlook, element)
        if targets:
            yield _shots(surroundings, element, targets)
    for promise, charge in _charges(outlook, ready):
        yield iter((Idea(promise, partial(_weighed_charge, outlook.state, charge)),))


def _shots(
    surroundings: Surroundings, element: Element, targets: Sequence[Target]
) -> Iterator[Idea]:
    """The shots of one element."""
    state = surroundings.state
    stand = stand_of(state, element)
    sights = known_sights(state, stand)
    for promise, number, target in targets:
        if is_known_unseen(sights, stand, target):
            continue
        weigh = partial(surroundings.volley, element, state.pieces[target.element.id])
        yield Idea(promise, weigh, partial(_seen, state, element, target, promise), number)


def _seen(
    state: P8State,
    element: Element,
    target: Stand,
    promise: float,
    best: float,  # noqa: ARG001 - as others temper
) -> tuple[float, bool]:
    """What a shot promises if anybody sees its target for the firer; otherwise nothing."""
    return (promise if is_seen(state, element, target) else 0.0), True


def _weighed_charge(state: P8State, order: Charge) -> tuple[float, Order]:
    return charge_worth(state, order), order


def _standing_orders(outlook: Outlook, ready: Sequence[Element]) -> Iterator[Order]:
    """What elements can do apart from shots, charges and moves."""
    state = outlook.state
    has_smoke = can_place(state, state.active)
    for element in ready:
        yield from useful_changes(state, element)
        if element.suppressed:
            yield from RECOVERING.offer(state, element)
        elif (
            element.on_table
            and _has_prey(outlook.picture.armoured, element)
            and state.sheet(element).is_infantry
        ):
            yield from HUNTING.offer(state, element)
        if element.under is not None:
            yield from unseen_orders(state, element)
        elif element.on_table:
            if element.wire_turns:
                yield from clearings(state, element)
            if has_smoke and RELIEF * outlook.exposure(stand_of(state, element)) > PRICE:
                yield from smokes(state, element)


ARMS_LENGTH: Final = 6.0
"""Nobody hunts a tank whose middle is farther away than this."""


def _has_prey(armoured: Sequence[Point], element: Element) -> bool:
    east, west = element.x + ARMS_LENGTH, element.x - ARMS_LENGTH
    for x, y in armoured:  # from west to east
        if x >= east:
            return False
        if x > west and abs(element.y - y) < ARMS_LENGTH:
            return True
    return False


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
        for target in _reached(outlook, stand):
            enemy = stand_of(state, state.pieces[target.element.id])
            if check_charger(state, element, enemy.element):
                continue
            promise = charge_promise(state, stand, enemy)
            if promise > 0:
                promise -= ON_THE_WAY * outlook.exposure(coming_at(state, stand, enemy))
            if promise > 0:
                yield promise, Charge(element.id, enemy.element.id)


def _reached(outlook: Outlook, charger: Stand) -> Sequence[Stand]:
    """Those whom a charge may reach, at a quick look."""
    memory = outlook.state.setting.memories["reached"]
    key = (charger, outlook.picture)
    known: Sequence[Stand] | None = memory.get(key)
    if known is None:
        reach = max(RATES[charger.sheet.move_class].values()) + ROAD_BONUS
        at, wide = charger.base.centre, charger.base.reach
        near = [
            enemy
            for enemy in outlook.targets
            if math.dist(at, enemy.base.centre) - wide - enemy.base.reach <= reach
        ]
        known = memory.keep(key, near)
    return known


def _moves(outlook: Outlook, ready: Sequence[Element]) -> Iterator[Iterator[Idea]]:
    """Everybody's moves that gain something."""
    for element in ready:
        moves = good_moves(outlook, element)
        if moves:
            yield _moves_of(outlook, moves)


def _moves_of(outlook: Outlook, moves: Sequence[Prospect]) -> Iterator[Idea]:
    """The moves of one element."""
    for move in moves:
        temper = None if move.is_sure else partial(_tempered, outlook, move)
        yield Idea(move.most, partial(_weighed_move, outlook, move), temper, move.number)


def _tempered(outlook: Outlook, move: Prospect, best: float) -> tuple[float, bool]:
    """What a move gains at the most, the fire at its end included as far as it matters."""
    return gain_under_fire(outlook, move, best), move.is_sure


def _weighed_move(outlook: Outlook, move: Prospect) -> tuple[float, Order] | None:
    """A move at its worth, less the shells that it would lead through."""
    state, order = outlook.state, move.order
    if ends_on_somebody(state, move):
        return None
    worth = gain_under_fire(outlook, move)
    if not state.barrages:
        return worth, order
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
    price = {
        "hunter-falls-back": -risk,
        f"hunter {SUPPRESSED_INSTEAD}": -3 * risk,
        BEATEN_OFF: -2 * risk,
    }
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
