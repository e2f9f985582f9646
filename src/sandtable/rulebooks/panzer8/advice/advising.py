"""What an order is worth, by exact odds, to a player who looks one step ahead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, get_args

from sandtable.advice import Idea, Search, Worths, expected
from sandtable.battle import Choice, Order
from sandtable.table import Point

from ..decisions_due import decision_due
from ..s03_turn.deploying import Dummy, Hide
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
from ..s13_engineering.clearing_wire import ClearWire, clearings
from ..s14_smoke.lasting import Renew
from ..s14_smoke.laying import LaySmoke, can_place, smokes
from ..s15_events.event_phase import TakeCard
from ..s16_nations.decisions import StandFirm
from ..state import Element, ExtraActions, Moving, P8State
from ..state.orders import AirOrder, Done, Fire, GoOn, Move, SupportOrder
from ..state.sheets import worth
from ..state.tables import RATES
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH
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
from .events import air_worth, card_worth, fire_on_the_way, firmness_worth, support_worth
from .hiding import (
    PRICE,
    RELIEF,
    dummy_worth,
    hide_worth,
    renewal_worth,
    smoke_worth,
    unseen_orders,
)
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
from .shooting import (
    Surroundings,
    Target,
    advise_reaction,
    fire_worth,
    is_known_unseen,
    is_seen,
    reaction_worth,
    show_worth,
    targets_by_promise,
)
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
    surroundings = Surroundings(state)
    search = Search(partial(_is_allowed, surroundings, seat, extra), best)
    search.think_of(_prospects(outlook, surroundings, ready))
    yield from search.found(at_least=WORTH_STAYING)
    if search.best < WORTH_STAYING:
        search.think_of(_moves(outlook, ready))
        yield from search.found()


def _is_allowed(
    surroundings: Surroundings, seat: str, extra: ExtraActions | None, order: Order
) -> bool:
    move = order if isinstance(order, Move | MoveAndFire) else None
    if move and surroundings.was_refused(move):
        return False
    refused = check_action(surroundings.state, seat, order, extra)
    if refused and move:
        surroundings.note_refused(move)
    return refused is None


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
    reach = max(RATES[charger.sheet.move_class].values()) + ROAD_BONUS
    at, wide = charger.base.centre, charger.base.reach
    return outlook.state.setting.memories["reached"].once(
        (charger, outlook.picture),
        lambda: [
            enemy
            for enemy in outlook.targets
            if math.dist(at, enemy.base.centre) - wide - enemy.base.reach <= reach
        ],
    )


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
    return WORTHS.of(state, order)


def _move_gain(state: P8State, order: Move | MoveAndFire) -> float:
    """What a move gains over staying."""
    element = state.pieces[order.element]
    outlook = Outlook(state, element.side)
    errand = outlook.errand(element)
    here = outlook.place_worth(stand_of(state, element), errand)
    return move_worth(outlook, order, end_of(state, element, order), errand) - here


def _hunt_worth(state: P8State, order: Hunt) -> float:
    hunter, prey = state.pieces[order.element], state.pieces[order.target]
    commander = order.commander
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


RECOVERED: Final = {"out": -1.0, "none": 0.0, "unsuppressed": 0.6, "extra-action": 0.9}
"""What each result of a recovery is worth, as a part of the element's worth."""


def _recovery_worth(state: P8State, order: Recover) -> float:
    element = state.pieces[order.element]
    odds = recovery_odds(state, element, state.pieces[order.rally] if order.rally else None)
    gain = expected(odds.outcomes, RECOVERED) * worth(state.sheet(element))
    return gain - (0.05 if order.rally else 0.0)


def _fallen_back_worth(state: P8State, order: FallBack) -> float:
    return -0.3 if not state.pieces[order.element].suppressed else 0.0


WORTHS: Final = Worths(
    {
        Charge: charge_worth,
        Fight: fight_worth,
        Overrun: fight_worth,
        Commit: commit_worth,
        Apply: blow_worth,
        Suffer: blow_worth,
        ReactJoin: join_worth,
        Advance: 0.1,
        Replace: successor_worth,
        AirOrder: air_worth,
        SupportOrder: support_worth,
        LaySmoke: smoke_worth,
        ClearWire: 0.25,
        Renew: renewal_worth,
        TakeCard: card_worth,
        StandFirm: firmness_worth,
        Show: show_worth,
        Hide: hide_worth,
        Dummy: dummy_worth,
        Fire: fire_worth,
        ReactFire: reaction_worth,
        Recover: _recovery_worth,
        Hunt: _hunt_worth,
        Move: _move_gain,
        MoveAndFire: _move_gain,
        FallBack: _fallen_back_worth,
        ReactFallBack: -0.2,
        Retire: lambda _, order: 0.0 if order.facing is None else -0.1,
        GoOn: 0.05,
        Halt: 0.0,
        Done: 0.0,
        **dict.fromkeys(get_args(Riding), riding_worth),
    },
    otherwise=0.01,
)
"""What each kind of order is worth to the side that gives it."""
