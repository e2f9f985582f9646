"""Section 5: the actions, one class for each. Adding one here makes it known everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..s06_close_combat.contact import in_hand_to_hand
from ..s12_hidden.ambush import check_stays_hidden
from ..s12_hidden.counters import is_hidden
from ..s12_hidden.showing import ShowAction
from ..s13_engineering.clearing_wire import ClearWireAction
from ..s14_smoke.laying import LaySmoke, SmokeAction
from ..s15_events.cards import check_second, note_actions
from ..state import Element, ExtraActions, P8State
from ..state.orders import ActionOrder, Fire
from .action import Action
from .charge.action import ChargeAction
from .fall_back.action import FallBackAction
from .fire.action import FireAction
from .hunt.tank_hunting import Hunting
from .mount.limbering import AssembleAction, BreakDownAction, LimberAction, UnlimberAction
from .mount.mounting_actions import DismountAction, LeaveMountsAction, MountAction, RemountAction
from .move.action import MoveAction, MoveAndFireAction
from .rally.recovery import Recovering
from .readiness import check_able, own_element

RALLY, FIRE, HUNT = Recovering(), FireAction(), Hunting()
MOVE, MOVE_AND_FIRE = MoveAction(), MoveAndFireAction()
FALL_BACK, CHARGE = FallBackAction(), ChargeAction()
MOUNTING: Final[tuple[Action[Any], ...]] = (
    MountAction(),
    DismountAction(),
    LimberAction(),
    UnlimberAction(),
    AssembleAction(),
    BreakDownAction(),
    LeaveMountsAction(),
    RemountAction(),
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

WHOLE_TURN: Final = (LimberAction, UnlimberAction, AssembleAction, BreakDownAction)
"""Actions that take a whole turn: nothing else is done in it, not even with two actions."""


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
        return Refusal(
            "p8.mount.dismount-at-end-of-vehicle-move",
            f"{element.name} is carried by {state.pieces[element.carried_by].name}.",
        )
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
        whole = isinstance(action, WHOLE_TURN)
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
    return Refusal(
        "p8.advance.suppressed-attacker-stays",
        f"{element.name} is in hand-to-hand combat: it can fall back, recover or stay.",
    )


def _check_extra(
    action: Action[Any], element: Element, order: ActionOrder, extra: ExtraActions | None
) -> Refusal | None:
    """An extra action is taken by those who earned it; a commander's may be to help another."""
    if extra is None or element.id in extra.elements:
        return None
    if any(helper in extra.elements for helper in action.helpers(order)):
        return None
    return Refusal(
        "p8.rally.result-extra-action",
        f"{element.name} has no extra action; take or decline those that were earned first.",
    )


def act(state: P8State, order: ActionOrder, dice: Dice) -> Iterator[Event]:
    """Carry out an action."""
    cite("p8.action.one-per-element")
    action = ACTIONS[type(order)]
    if not action.free:
        whole = isinstance(action, WHOLE_TURN)
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


def decline_extra(state: P8State, frame: ExtraActions, seat: str) -> None:
    """A seat does not take the extra actions of its elements, which are lost."""
    cite("p8.rally.result-extra-action")
    lost = {name for name in frame.elements if state.setting.commands(seat, name)}
    for name in lost:
        state.put(msgspec.structs.replace(state.pieces[name], acted=True))
    _keep_extra(state, frame, lost)


def _keep_extra(state: P8State, frame: ExtraActions, spent: set[str]) -> None:
    left = tuple(name for name in frame.elements if name not in spent)
    state.pop()
    if left:
        state.push(ExtraActions(elements=left))
