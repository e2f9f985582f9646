"""What the dice of a step are bound to: the decisions that stand, and nothing else.

Every step that stands has a *place*, 32 bytes that follow from the place of the step before it and
from what was decided. Its dice follow from the seed (or the key of fair dice) and from its place.
So a step that is taken back leaves no trace: the same order, given again, rolls the same dice, and
another order rolls others. How often anybody has tried counts for nothing.

A place is an open hash of all orders, secret ones included. It must never be shown to a player.

    place = SHA-256(place before, kind, seat, order)

with the last three written as their length in bytes, a colon, and themselves. ``docs/journal.md``
has every detail, and ``sandtable.dice.verify`` works places out from the bytes of a file alone.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sandtable.battle.rulings import Announce, RollDice, Ruling

if TYPE_CHECKING:
    from sandtable.battle.orders import Order

START: Final = hashlib.sha256(b"sandtable: the dice of a battle, format 2").digest()
"""The place of the rolls with which a battle is set up."""

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.decode


def written(order: Order) -> bytes:
    """An order as it stands in the journal: JSON with sorted keys, defaults left out.

    >>> written(RollDice(what="weather", dice="2d6"))
    b'{"dice":"2d6","order":"roll-dice","what":"weather"}'
    """
    return _encode(order)


def place_after(before: bytes, seat: str, order: bytes) -> bytes:
    """The place of an order of a seat, or of an answer that the book gave in its stead.

    Args:
        before: The place of the last step that stands before it.
        seat: Whose order it is.
        order: The order as it stands in the journal.
    """
    return _joined(before, b"order", seat, order)


def place_of_ruling(before: bytes, seat: str, ruling: Ruling) -> bytes:
    """The place of a ruling. What it only says, and to whom, is left out of it.

    >>> one = place_of_ruling(START, "referee", RollDice(dice="2d6", because="it rains"))
    >>> one == place_of_ruling(START, "referee", RollDice(dice="2d6", what="weather", seats=None))
    True
    """
    data: dict[str, Any] = _decode(_encode(ruling))
    for name in _said(ruling):
        data.pop(name, None)
    return _joined(before, b"ruling", seat, _encode(data))


def moves_on(ruling: Ruling) -> bool:
    """Whether later steps are bound to a ruling; an announcement decides nothing."""
    return not isinstance(ruling, Announce)


def _said(ruling: Ruling) -> tuple[str, ...]:
    match ruling:
        case Announce():
            return ("because", "text", "seats")
        case RollDice():
            return ("because", "what", "seats")
    return ("because",)


def _joined(before: bytes, kind: bytes, seat: str, order: bytes) -> bytes:
    name = seat.encode()
    return hashlib.sha256(
        b"%s%d:%s%d:%s%d:%s" % (before, len(kind), kind, len(name), name, len(order), order)
    ).digest()
