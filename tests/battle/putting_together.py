"""Putting an order together as a person with a page does: pick an action, fill in its slots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.battle import Order, Rulebook
from sandtable.battle.page import Action, Slot
from sandtable.battle.phrases import tag_of
from sandtable.battle.state import encode

NEAR = 1e-3
"""By so much a number may lie outside of its bounds, where these are rounded."""


def put_together(action: Action, order: Order) -> dict[str, Any] | str:
    """The order that an action becomes with what stands in a given one; or why it cannot."""
    if action.order != tag_of(type(order)):
        return "it is another order"
    if action.refusal:
        return f"it is refused: {action.refusal}"
    slots = {slot.name: slot for slot in action.slots}
    needed = {name: getattr(order, name) for name, slot in slots.items() if slot.required}
    wanted = {**msgspec.json.decode(encode(needed)), **plain(order)}
    filled = {name: value for name, value in wanted.items() if name in slots and value is not None}
    for name, value in filled.items():
        fault = misfit(slots[name], value)
        if fault:
            return f"{name}: {fault}"
    missing = [slot.name for slot in slots.values() if slot.required and slot.name not in filled]
    if missing:
        return f"it needs {missing}"
    return {"order": action.order, **action.fixed, **filled}


def plain(order: Order) -> dict[str, Any]:
    """What an order says, as plain data, without what goes without saying."""
    return {
        field.name: msgspec.json.decode(encode(getattr(order, field.name)))
        for field in msgspec.structs.fields(order)
        if field.required or getattr(order, field.name) != field.default
    }


def misfit(slot: Slot, value: Any) -> str | None:
    """Why a value cannot be given for a slot."""
    values = value if slot.several else [value]
    if slot.several and slot.most is not None and len(values) > slot.most:
        return f"{len(values)} are more than {slot.most}"
    match slot.sort:
        case "piece" | "pieces":
            odd = [one for one in values if one not in slot.pieces]
            return f"{odd} are not among {slot.pieces}" if odd else None
        case "word" | "feature":
            known = [word.value for word in slot.words]
            return None if all(one in known for one in values) else f"{value} is none of {known}"
        case "point" if slot.spots:
            return None if tuple(value) in slot.spots else f"{value} is none of the places"
        case "number":
            least = value if slot.least is None else slot.least
            most = value if slot.most is None else slot.most
            inside = least - NEAR <= value <= most + NEAR
            return None if inside else f"{value} is not from {least} to {most}"
    return None


def faults(book: Rulebook[Any], actions: Iterable[Action], order: Order) -> list[str]:
    """Why none of some actions can become an order; nothing if one of them can."""
    found = []
    for action in actions:
        made = put_together(action, order)
        if isinstance(made, dict):
            if book.decode(encode(made)) == order:
                return []
            made = f"it becomes {made}"
        if action.order == tag_of(type(order)):
            found.append(made)
    return found or [f"nothing like {order} is offered"]
