"""Section 5: the actions, and the decisions of the phasing player in the Action Phase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..s03_turn import turn
from ..s06_close_combat.contact import in_hand_to_hand
from ..s12_hidden.ambush import check_stays_hidden
from ..s12_hidden.counters import is_hidden
from ..s12_hidden.showing import ShowAction
from ..s13_engineering.clearing_wire import ClearWireAction
from ..s14_smoke.laying import LaySmoke, SmokeAction
from ..s15_events.cards import check_second, note_actions
from ..state import Element, ExtraActions, Firing, P8State
from ..state.case import Case
from ..state.decision import Decision, owners
from ..state.orders import ActionOrder, Done, Fire
from .action import Action, listed_with
from .charge.action import ChargeAction
from .fall_back.action import FallBackAction
from .fire.direct_fire import volley
from .fire.fire import FireAction, can_fire, check_fire, shots
from .hunt.tank_hunting import HUNTING as HUNT
from .mount.limbering import (
    LIMBER,
    UNLIMBER,
    Assemble,
    AssembleAction,
    BreakDown,
    BreakDownAction,
    Limber,
    Unlimber,
)
from .mount.mounted_troops import LEAVE_MOUNTS, REMOUNT
from .mount.mounting import DISMOUNT, MOUNT
from .move.move import MoveAction, MoveAndFireAction, entering
from .rally.recovery import RECOVERING as RALLY
from .readiness import able, check_able, commanded, own_element

FIRE: Final = FireAction()
MOVE, MOVE_AND_FIRE = MoveAction(), MoveAndFireAction()
FALL_BACK, CHARGE = FallBackAction(), ChargeAction()
MOUNTING: Final[tuple[Action[Any], ...]] = (
    *(MOUNT, DISMOUNT, LIMBER, UNLIMBER),
    *(AssembleAction(), BreakDownAction(), LEAVE_MOUNTS, REMOUNT),
)
SMOKE, WIRE, SHOW = SmokeAction(), ClearWireAction(), ShowAction()

_ALL: Final[tuple[Action[Any], ...]] = (
    *(RALLY, FIRE, HUNT, MOVE, MOVE_AND_FIRE, FALL_BACK),
    *MOUNTING,
    *(CHARGE, SMOKE, WIRE, SHOW),
)
ACTIONS: Final[dict[type[Order], Action[Any]]] = {action.order: action for action in _ALL}
"""Every action by the order that asks for it, in the order in which they are offered."""

SHOWN: Final[tuple[Action[Any], ...]] = (
    *(FIRE, MOVE, MOVE_AND_FIRE, CHARGE, FALL_BACK, RALLY, HUNT, SHOW, SMOKE),
    *MOUNTING,
    WIRE,
)
"""Every action, in the order in which people are shown them."""

_HELPED: Final = tuple(a for a in _ALL if type(a).helpers is not Action.helpers)
"""Actions on which another element may spend its own, and so an extra action that it has earned."""

WHOLE_TURN: Final = (Limber, Unlimber, Assemble, BreakDown)
"""Orders that take a whole turn: nothing else is done in it, not even with two actions."""


def check_action(
    state: P8State, seat: str, order: Order, extra: ExtraActions | None = None
) -> Refusal | None:
    """Why an action cannot be taken."""
    cite("p8.action.list")
    action = ACTIONS.get(type(order))
    if action is None or not isinstance(order, ActionOrder):
        return Refusal("p8.action.list", f"{type(order).__name__} is not an action.")
    element = own_element(state, state.active, seat, order.element)
    if isinstance(element, Refusal):
        return element
    refused = None if action.free else check_able(state, element)
    refused = refused or _check_extra(action, element, order, extra)
    if refused:
        return refused
    if element.carried_by is not None and not action.aboard:
        why = f"{element.name} is carried by {state.pieces[element.carried_by].name}."
        return Refusal("p8.mount.dismount-at-end-of-vehicle-move", why)
    if is_hidden(state, element):
        refused = None if action.unseen else check_stays_hidden(state, element, order)
        if refused:
            return refused
    elif not element.on_table and element.carried_by is None and not action.enters:
        return Refusal("p8.enter.position", f"{element.name} can only move on to the table.")
    refused = _check_contact(state, action, element)
    if refused:
        return refused
    if not action.free:
        whole = isinstance(order, WHOLE_TURN)
        refused = check_second(state, _actors(state, action, order), whole_turn=whole)
        if refused:
            return refused
    for helper in action.helpers(order):
        friend = own_element(state, state.active, seat, helper)
        refused = friend if isinstance(friend, Refusal) else check_able(state, friend)
        if isinstance(friend, Element) and not refused:
            refused = _check_contact(state, ACTIONS[Fire], friend)
        if refused:
            return action.check(state, element, order) or refused
    return action.check(state, element, order)


def _check_contact(state: P8State, action: Action[Any], element: Element) -> Refusal | None:
    """Whoever is in hand-to-hand combat only falls back, recovers or stays (6.3)."""
    if action.in_combat or not in_hand_to_hand(state, element):
        return None
    cite("p8.melee.no-fire-no-target")
    why = f"{element.name} is in hand-to-hand combat: it can fall back, recover or stay."
    return Refusal("p8.advance.suppressed-attacker-stays", why)


def _check_extra(
    action: Action[Any], element: Element, order: ActionOrder, extra: ExtraActions | None
) -> Refusal | None:
    """An extra action is taken by those who earned it; a commander's may be to help another."""
    if extra is None or element.id in extra.elements:
        return None
    if any(helper in extra.elements for helper in action.helpers(order)):
        return None
    why = f"{element.name} has no extra action; take or decline those that were earned first."
    return Refusal("p8.rally.result-extra-action", why)


def act(state: P8State, order: ActionOrder, dice: Dice) -> Iterator[Event]:
    """Carry out an action."""
    cite("p8.action.one-per-element")
    action = ACTIONS[type(order)]
    if not action.free:
        whole = isinstance(order, WHOLE_TURN)
        note_actions(state, _actors(state, action, order), whole_turn=whole)
        _spend_extra(state, action, order)
    element = state.pieces[order.element]
    if element.suppressed:
        cite("p8.action.allowed-when-suppressed")
    yield from action.act(state, element, order, dice)


def _actors(state: P8State, action: Action[Any], order: ActionOrder) -> list[str]:
    """Everybody who spends an action on an order."""
    names = dict.fromkeys((order.element, *action.helpers(order)))
    return [name for name in names if name in state.pieces]


def offered(
    state: P8State, seat: str, element: Element, extra: ExtraActions | None = None
) -> Iterator[Order]:
    """The legal actions of one element, a finite and sensible set."""
    earned = extra is None or element.id in extra.elements
    for action in _ALL if earned else _HELPED:
        if element.under is not None:
            if not action.unseen and action.order not in (Fire, LaySmoke):
                continue
        elif not element.on_table and not (action.aboard if element.carried_by else action.enters):
            continue
        for order in action.offer(state, element):
            if check_action(state, seat, order, extra) is None:
                yield order


def _spend_extra(state: P8State, action: Action[Any], order: ActionOrder) -> None:
    """Take whoever acts now off the list of extra actions."""
    if state.agenda and isinstance(state.agenda[-1], ExtraActions):
        _keep_extra(state, state.agenda[-1], {order.element, *action.helpers(order)})


def _keep_extra(state: P8State, frame: ExtraActions, spent: set[str]) -> None:
    left = tuple(name for name in frame.elements if name not in spent)
    state.pop()
    if left:
        state.push(ExtraActions(elements=left))


F = TypeVar("F", None, ExtraActions)


class Taking(Decision[F]):
    """Which element acts next, and how; or that nobody does."""

    answers = (*ACTIONS, Done)

    def check(self, state: P8State, frame: F, seat: str, order: Order) -> Refusal | None:
        return None if isinstance(order, Done) else check_action(state, seat, order, frame)

    def apply(
        self, state: P8State, frame: F, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        if isinstance(order, Done):
            self.decline(state, frame, seat)
        elif isinstance(order, ActionOrder):
            yield from act(state, order, dice)

    @abstractmethod
    def decline(self, state: P8State, frame: F, seat: str) -> None:
        """Let the chance go."""

    def candidates(self, state: P8State, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """The actions of all elements that can act."""
        for element in list(state.pieces.values()):
            mine = element.side == state.active and commanded(state, seats, element)
            if mine and able(state, element):
                yield from offered(state, seats[0], element, frame)
        yield Done()

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """The actions of an element and of those whom it carries; or to bring somebody on."""
        return entering(case) if piece is None else listed_with(case, piece, SHOWN)


class Acting(Taking[None]):
    """Which element acts next, and how; or the end of the phase."""

    of_phase = True

    def choice(self, state: P8State, frame: None) -> Choice:
        return Choice(
            seats=turn.seats_to_act(state),
            ask="action",
            rule="p8.action.one-per-element",
            prompt="Choose an element and its action, or end the phase.",
        )

    def decline(self, state: P8State, frame: None, seat: str) -> None:
        state.done = (*state.done, seat)

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """All actions; or the end of the phase."""
        yield from super().listed(case, piece)
        if piece is None:
            mine = [one for one in case.mine() if one.on_table or one.under is not None]
            left = sum(able(case.state, one) for one in mine)
            yield case.done("End action phase", f"Still to act: {left} of {len(mine)} elements.")


class ActingAgain(Taking[ExtraActions]):
    """Whether to use the actions that a recovery of 9 or more has earned (5.7)."""

    def choice(self, state: P8State, frame: ExtraActions) -> Choice:
        elements = frame.elements
        names = " and ".join(state.pieces[name].name for name in elements)
        return Choice(
            seats=owners(state, elements),
            ask="action",
            rule="p8.rally.result-extra-action",
            prompt=f"{names} may act again at once.",
            about=elements,
        )

    def decline(self, state: P8State, frame: ExtraActions, seat: str) -> None:
        cite("p8.rally.result-extra-action")
        lost = {name for name in frame.elements if state.setting.commands(seat, name)}
        for name in lost:
            state.change(name, acted=True)
        _keep_extra(state, frame, lost)

    def settle(self, state: P8State, frame: ExtraActions, dice: Dice) -> Iterator[Event]:
        elements = frame.elements
        left = tuple(name for name in elements if name in state.pieces)
        if left != elements:
            state.pop()
            if left:
                state.push(ExtraActions(elements=left))
        return iter(())

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """All actions; or to decline."""
        yield from super().listed(case, piece)
        if piece is None:
            yield case.done("Decline", "The further action is lost.")


class FiringAfterMove(Decision[Firing]):
    """The shot of a Move and Fire (5.6)."""

    answers = (Fire, Done)

    def choice(self, state: P8State, frame: Firing) -> Choice:
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="fire",
            rule="p8.movefire.half-speed-then-fire",
            prompt=f"{state.pieces[name].name} has moved and may fire.",
            about=(name,),
        )

    def check(self, state: P8State, frame: Firing, seat: str, order: Order) -> Refusal | None:
        if not isinstance(order, Fire):
            return None
        if order.element != frame.element:
            return Refusal("p8.movefire.half-speed-then-fire", "Another element has moved.")
        return check_fire(state, state.pieces[order.element], order)

    def apply(
        self,
        state: P8State,
        frame: Firing,
        seat: str,
        order: Order,
        dice: Dice,
    ) -> Iterator[Event]:
        state.pop()
        if isinstance(order, Fire):
            state.push(volley(order.element, (order.target, *order.secondary)))
        return iter(())

    def candidates(self, state: P8State, frame: Firing, seats: Sequence[str]) -> Iterator[Order]:
        """Every target in reach."""
        yield from shots(state, state.pieces[frame.element])
        yield Done()

    def settle(self, state: P8State, frame: Firing, dice: Dice) -> Iterator[Event]:
        if not can_fire(state, state.pieces[frame.element]):
            state.pop()
        return iter(())

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """The shot of the element that has moved."""
        if piece in (None, case.frame.element):
            yield from FIRE.listed(case, case.state.pieces[case.frame.element])
            yield case.done("Do not fire")
