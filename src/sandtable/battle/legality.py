"""Why an order may not be given: the part of the answer that is the same for every book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from sandtable.battle.bounds import check_record
from sandtable.battle.orders import Order
from sandtable.battle.refusal import Refusal
from sandtable.battle.rulings import (
    RULE_ZERO,
    RULINGS,
    Amend,
    Place,
    RollDice,
    Ruling,
    decode_ruling,
    read_dice,
    written_dice,
)
from sandtable.battle.state import State, encode
from sandtable.scenario.bounds import OutOfBoundsError, check_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sandtable.battle.choices import Choice
    from sandtable.battle.outcome import Outcome
    from sandtable.battle.rulebook import Rulebook

Given = TypeVar("Given", bound=Order)

PLAIN_ORDERS: Final = "order.is-plain-data"
"""Cited where an order cannot be written down, and so could not be played again."""


def as_written(rulebook: Rulebook[Any], state: State, order: Order) -> Order:
    """An order as it will stand in the journal, so that play and replay see the same.

    Lists become tuples and whole numbers decimal ones where the order's fields say so.

    Raises:
        Refusal: If it is no order of this book, its fields hold what they cannot hold, or what
            they hold is out of all bounds.
    """
    if not isinstance(order, rulebook.orders):
        kind = type(order).__name__
        raise Refusal(PLAIN_ORDERS, f"{kind} is no order of {rulebook.title}.")
    written = _rewritten(order, rulebook.decode, PLAIN_ORDERS)
    check_record(state, written, PLAIN_ORDERS)
    return written


def read_order(rulebook: Rulebook[Any], data: Mapping[str, Any]) -> Order:
    """An order from plain data, as it will stand in the journal.

    Raises:
        Refusal: If it cannot be read, naming what is wrong, or holds what is out of all bounds.
    """
    return _read(data, rulebook.decode, PLAIN_ORDERS)


def ruling_as_written(ruling: Ruling) -> Ruling:
    """A ruling as it will stand in the journal.

    The same ruling is written in one way only, since dice are bound to what is decided: dice as
    2d6+1, and a whole number without a point, where any number may stand.

    Raises:
        Refusal: If its fields hold what they cannot hold, or what is out of all bounds.
    """
    if not isinstance(ruling, RULINGS):
        raise Refusal(RULE_ZERO, f"There is no ruling of the kind {type(ruling).__name__}.")
    ruling = _rewritten(ruling, decode_ruling, RULE_ZERO)
    match ruling:
        case RollDice(dice=dice):
            return msgspec.structs.replace(ruling, dice=written_dice(*read_dice(dice)))
        case Amend(set=fields):
            return msgspec.structs.replace(ruling, set=_whole(fields))
        case Place(piece=fields):
            return msgspec.structs.replace(ruling, piece=_whole(fields))
    return ruling


def _rewritten(order: Given, decode: Callable[[bytes], Given], rule: str) -> Given:
    try:
        plain = msgspec.to_builtins(order)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Refusal(rule, f"That order cannot be read: {error}.") from None
    return _read(plain, decode, rule)


def _read(plain: Any, decode: Callable[[bytes], Given], rule: str) -> Given:
    try:
        check_plain(plain)
        data = encode(plain)
        if b"-0.0" in data:
            data = encode(_without_minus_nought(plain))
        return decode(data)
    except OutOfBoundsError as error:
        raise Refusal(rule, f"That cannot be: {error}.") from None
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Refusal(rule, f"That order cannot be read: {error}.") from None


def _without_minus_nought(plain: Any) -> Any:
    """Plain data in which nought is written in one way only."""
    match plain:
        case float():
            return plain or 0.0
        case dict():
            return {name: _without_minus_nought(value) for name, value in plain.items()}
        case list() | tuple():
            return [_without_minus_nought(value) for value in plain]
    return plain


def _whole(plain: Any) -> Any:
    """Plain data in which whole numbers are written without a point.

    >>> _whole({"x": 3.0, "y": 0.5, "marks": [1.0]})
    {'x': 3, 'y': 0.5, 'marks': [1]}
    """
    match plain:
        case float():
            return int(plain) if plain.is_integer() and abs(plain) < 1 << 53 else plain
        case dict():
            return {name: _whole(value) for name, value in plain.items()}
        case list() | tuple():
            return [_whole(value) for value in plain]
    return plain


def refusal_of(
    rulebook: Rulebook[Any],
    known: Any,
    seat: str,
    choices: Sequence[Choice],
    outcome: Outcome | None,
    order: Order,
) -> Refusal | None:
    """Why a seat may not give an order, judged by what it knows; ``None`` if it may (see below)."""
    try:
        allowed(rulebook, known, seat, choices, outcome, order)
    except Refusal as refusal:
        return refusal
    return None


def allowed(
    rulebook: Rulebook[Any],
    known: Any,
    seat: str,
    choices: Sequence[Choice],
    outcome: Outcome | None,
    order: Order,
    *,
    is_read: bool = False,
) -> Order:
    """An order that a seat may give, judged by what it knows, as it will stand in the journal.

    Args:
        rulebook: The book.
        known: The state as the seat knows it.
        seat: Who wants it.
        choices: What the battle waits for, as the seat knows it.
        outcome: How the battle ended, if it has.
        order: What is wanted.
        is_read: Whether `read_order` has given it, so that it need not be read again.

    Raises:
        Refusal: If it may not be given.
    """
    if outcome is not None:
        raise Refusal(outcome.rule, f"The battle is over: {outcome.reason}")
    asked = any(seat in choice.seats for choice in choices)
    if not asked and not isinstance(order, rulebook.anytime):
        raise _not_asked(choices)
    if is_read:
        check_record(known, order, PLAIN_ORDERS)
    else:
        order = as_written(rulebook, known, order)
    refusal = rulebook.check(known, seat, order)
    if refusal is not None:
        raise refusal
    return order


def _not_asked(choices: Sequence[Choice]) -> Refusal:
    if not choices:
        return Refusal(PLAIN_ORDERS, "The battle waits for nobody that this seat knows of.")
    first = choices[0]
    waiting = " or ".join(first.seats)
    return Refusal(first.rule, f"The battle waits for {waiting}: {first.prompt}")
