"""Why a question has no answer, and what it has in common with others."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.battle import Order, View
from sandtable.battle.bounds import check_record
from sandtable.battle.legality import PLAIN_ORDERS
from sandtable.battle.state import encode
from sandtable.server.messages import Ask


class UnanswerableError(Exception):
    """A question that has no answer: why, in a sentence."""


def asked_piece(ask: Ask) -> str:
    """The piece that a question is about; whether there is such a one is for the book to say.

    Raises:
        UnanswerableError: If none is named.
    """
    if ask.piece is None:
        raise UnanswerableError("Say of which piece: piece is missing.")
    return ask.piece


def asked_order(view: View[Any], data: dict[str, Any] | None) -> Order:
    """The order that a question is about.

    Raises:
        UnanswerableError: If none is given, or it cannot be read.
        Refusal: If it is out of all bounds.
    """
    if data is None:
        raise UnanswerableError("Say which order: order is missing.")
    try:
        order = view.rulebook.decode(encode(data))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise UnanswerableError(f"That order cannot be read: {error}.") from None
    check_record(view.state, order, PLAIN_ORDERS)
    return order
