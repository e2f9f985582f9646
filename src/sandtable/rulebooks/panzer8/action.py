"""Section 5: what the elements of the phasing player may do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.aiming import Shot, aim
from sandtable.rulebooks.panzer8.fire import volley
from sandtable.rulebooks.panzer8.moving import (
    action_of,
    check_fall_back,
    check_move,
    enemy_to_flee,
    plan_fall_back,
    planned,
    set_out,
)
from sandtable.rulebooks.panzer8.orders import FallBack, Fire, Move, MoveAndFire, Recover
from sandtable.rulebooks.panzer8.rally import check_recover, recover
from sandtable.rulebooks.panzer8.state import Element, ExtraActions, Moving, P8State

ActionOrder = Fire | Move | MoveAndFire | FallBack | Recover


def able(state: P8State, element: Element) -> bool:
    """Whether an element has its action still before it in its own Action Phase."""
    return check_able(state, element) is None


def anybody_able(state: P8State, side: str, seat: str) -> bool:
    """Whether a seat has an element left that can act."""
    return any(
        element.side == side
        and not element.acted
        and not element.reacted
        and (element.on_table or _is_due(state, element))
        and state.setting.commands(seat, element.id)
        for element in state.pieces.values()
    )


def _is_due(state: P8State, element: Element) -> bool:
    return element.entry is not None and element.entry <= state.turn


def check_able(state: P8State, element: Element) -> Refusal | None:
    """Why an element cannot act now."""
    if element.acted:
        return Refusal("p8.action.one-per-element", f"{element.name} has already acted.")
    if element.reacted:
        return Refusal(
            "p8.action.barred-after-reacting",
            f"{element.name} reacted in the enemy's player turn and cannot act in this one.",
        )
    if not element.on_table and not _is_due(state, element):
        return Refusal("p8.enter.position", f"{element.name} is not on the table.")
    return None


def own_element(state: P8State, side: str, seat: str, name: str) -> Element | Refusal:
    """An element that a seat may give orders to."""
    element = state.pieces.get(name)
    if element is None:
        return Refusal("p8.action.one-per-element", f"There is no element {name!r} in play.")
    if element.side != side:
        return Refusal("p8.action.one-per-element", f"{element.name} is not on your side.")
    if not state.setting.commands(seat, name):
        return Refusal("p8.action.one-per-element", f"{element.name} is not yours to command.")
    return element


def check_action(
    state: P8State, seat: str, order: Order, extra: ExtraActions | None = None
) -> Refusal | None:
    """Why an action cannot be taken."""
    cite("p8.action.list")
    if not isinstance(order, ActionOrder):
        return Refusal("p8.action.list", f"{type(order).__name__} is not an action.")
    element = own_element(state, state.active, seat, order.element)
    if isinstance(element, Refusal):
        return element
    refused = check_able(state, element) or _check_extra(element, order, extra)
    if refused:
        return refused
    if not element.on_table and not isinstance(order, Move):
        return Refusal("p8.enter.position", f"{element.name} can only move on to the table.")
    match order:
        case Fire():
            return check_fire(state, element, order)
        case Move() | MoveAndFire():
            return check_move(state, element, order)
        case FallBack():
            return check_fall_back(state, element, order, enemy_to_flee(state, element))
        case Recover():
            return check_recover(state, order) or _check_rallier(state, seat, order)


def _check_rallier(state: P8State, seat: str, order: Recover) -> Refusal | None:
    """A commander that rallies uses its own action for it."""
    if order.rally is None:
        return None
    commander = own_element(state, state.active, seat, order.rally)
    return commander if isinstance(commander, Refusal) else check_able(state, commander)


def _check_extra(
    element: Element, order: ActionOrder, extra: ExtraActions | None
) -> Refusal | None:
    """An extra action is taken by those who earned it; a commander's may be to rally another."""
    if extra is None or element.id in extra.elements:
        return None
    if isinstance(order, Recover) and order.rally in extra.elements:
        return None
    return Refusal(
        "p8.rally.result-extra-action",
        f"{element.name} has no extra action; take or decline those that were earned first.",
    )


def check_fire(state: P8State, element: Element, order: Fire) -> Refusal | None:
    """Why an element cannot fire like that."""
    targets = (order.target, *order.secondary)
    if not any(targets):
        return Refusal("p8.fire.needs-field-of-fire-and-los", "Name a target to fire at.")
    if len(targets) > len(state.sheet(element).guns):
        return Refusal(
            "p8.fire.secondary-guns", f"{element.name} has {len(state.sheet(element).guns)} gun(s)."
        )
    for gun, name in enumerate(targets):
        if name is None:
            continue
        target = state.pieces.get(name)
        if target is None or target.side == element.side or not target.on_table:
            return Refusal(
                "p8.fire.needs-field-of-fire-and-los", f"There is no enemy {name!r} on the table."
            )
        shot = aim(state, element, target, gun)
        if not isinstance(shot, Shot):
            return shot
    return None


def act(state: P8State, order: ActionOrder, dice: Dice) -> Iterator[Event]:
    """Carry out an action."""
    cite("p8.action.one-per-element")
    _spend_extra(state, order)
    element = state.pieces[order.element]
    if element.suppressed:
        cite("p8.action.allowed-when-suppressed")
    match order:
        case Fire():
            state.put(msgspec.structs.replace(element, acted=True))
            state.push(volley(element.id, (order.target, *order.secondary)))
        case Move() | MoveAndFire():
            yield from set_out(state, element, planned(element, action_of(order), order))
        case FallBack():
            if element.suppressed:
                cite("p8.fallback.only-move-of-suppressed-and-empty-transports")
            plan = plan_fall_back(state, element, order, enemy_to_flee(state, element))
            assert isinstance(plan, Moving)
            yield from set_out(state, element, plan)
        case Recover():
            yield from recover(state, order, dice)


def _spend_extra(state: P8State, order: ActionOrder) -> None:
    """Take whoever acts now off the list of extra actions."""
    if not state.agenda or not isinstance(state.agenda[-1], ExtraActions):
        return
    frame = state.agenda[-1]
    spent = {order.element}
    if isinstance(order, Recover) and order.rally:
        spent.add(order.rally)
    left = tuple(name for name in frame.elements if name not in spent)
    state.pop()
    if left:
        state.push(ExtraActions(elements=left))
