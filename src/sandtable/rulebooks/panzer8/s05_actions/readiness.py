"""Section 5: whose turn it is to act: who is able to, and who may order it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.battle import Refusal

from ..s09_troops.transport import carrier
from ..s15_events.cards import check_commander, may_act_again
from ..state import Element, P8State
from .mount.mounting import may_get_off


def able(state: P8State, element: Element) -> bool:
    """Whether an element has its action still before it in its own Action Phase."""
    # To say why not would take longer, and most have acted or reacted.
    if element.reacted or (element.acted and not may_act_again(state, element)):
        return False
    return check_able(state, element) is None


def anybody_able(state: P8State, side: str, seat: str) -> bool:
    """Whether a seat has an element left that can act, or might have one under a counter."""
    if any(counter.side == side for counter in state.counters.values()):
        return True
    return any(
        element.side == side
        and (able(state, element) or may_get_off(state, element))
        and state.setting.commands(seat, element.id)
        for element in state.pieces.values()
    )


def check_able(state: P8State, element: Element) -> Refusal | None:
    """Why an element cannot act now."""
    if element.acted and not may_act_again(state, element):
        return Refusal("p8.action.one-per-element", f"{element.name} has already acted.")
    if element.reacted:
        why = f"{element.name} reacted in the enemy's player turn and cannot act in this one."
        return Refusal("p8.action.barred-after-reacting", why)
    refused = check_commander(state, element)
    if refused:
        return refused
    place = carrier(state, element) or element
    is_due = element.entry is not None and element.entry <= state.turn
    if not (place.on_table or place.under is not None or is_due):
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


def commanded(state: P8State, seats: Sequence[str], element: Element) -> bool:
    """Whether any of these seats may order an element about."""
    return any(state.setting.commands(seat, element.id) for seat in seats)


def all_commanded(
    state: P8State, seats: Sequence[str], elements: Iterable[Element]
) -> list[Element]:
    """Those of some elements of a side whom any of these seats of that side may order about."""
    if state.setting.commands_all(seats):
        return [*elements]
    return [element for element in elements if commanded(state, seats, element)]
