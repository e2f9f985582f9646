"""Questions that look for an order: how far a piece comes on a way, and which number will do."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.battle import View
from sandtable.battle.figures import Figure
from sandtable.battle.page import Slot
from sandtable.battle.searching import farthest as farthest_of
from sandtable.battle.searching import fitting as fitting_of
from sandtable.server.asking.orders import preview, slots_of
from sandtable.server.asking.problems import UnanswerableError, asked_order, asked_piece
from sandtable.server.messages import Answer, Ask, PlainOrder
from sandtable.table import Path
from sandtable.table.plane import Point


def farthest(view: View[Any], ask: Ask) -> Answer:
    """An order with as much of its way as it can be given with, and what would come of it."""
    order, slot = _wanted(ask)
    way = Path([_place_of(view, asked_piece(ask)), *_points(order.get(slot))])

    def is_possible(points: tuple[Point, ...]) -> bool:
        return view.check(asked_order(view, {**order, slot: points})) is None

    found = farthest_of(way, is_possible)
    return _found(view, ask, {**order, slot: found} if found else None)


def fitting(view: View[Any], ask: Ask) -> Answer:
    """An order with the smallest number that it can be given with, and what would come of it."""
    order, slot = _wanted(ask)
    least, most = _bounds(slots_of(view, ask))

    def is_possible(number: float) -> bool:
        try:
            return view.check(asked_order(view, {**order, slot: number})) is None
        except UnanswerableError:  # some fields hold only whole numbers
            return False

    found = fitting_of(least, most, is_possible)
    return _found(view, ask, None if found is None else {**order, slot: found})


def _wanted(ask: Ask) -> tuple[PlainOrder, str]:
    if ask.order is None or ask.slot is None:
        raise UnanswerableError("Say of which order, and which of its fields.")
    return ask.order, ask.slot


def _place_of(view: View[Any], piece: str) -> Point:
    """Where a piece stands, as it is drawn."""
    for figure in view.rulebook.figures(view.state):
        if isinstance(figure, Figure) and figure.piece == piece:
            return figure.x, figure.y
    raise UnanswerableError(f"There is no {piece!r} on the table that you know of.")


def _points(data: Any) -> list[Point]:
    try:
        return msgspec.convert(data, list[tuple[float, float]])
    except msgspec.ValidationError as error:
        raise UnanswerableError(f"That is not a way: {error}.") from None


def _bounds(slots: tuple[Slot, ...]) -> tuple[float, float]:
    for slot in slots:
        if slot.sort == "number" and slot.least is not None and slot.most is not None:
            return slot.least, slot.most
    raise UnanswerableError("There is no number between two bounds to fill in there.")


def _found(view: View[Any], ask: Ask, order: PlainOrder | None) -> Answer:
    """What would come of an order that was found; nothing, if there is none."""
    if order is None:
        return Answer(id=ask.id, number=view.number)
    foreseen = preview(view, msgspec.structs.replace(ask, order=order))
    return msgspec.structs.replace(foreseen, order=order)
