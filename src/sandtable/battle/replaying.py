"""Carrying out the recorded lines of a battle again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from sandtable.battle.record import BY_NUMBER
from sandtable.battle.refusal import Refusal
from sandtable.battle.rulings import REFEREE, RULE_ZERO, Ruling, decode_ruling
from sandtable.battle.state import encode
from sandtable.dice import Dice, DiceError, RecordedDice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.battle.battle import Battle
    from sandtable.battle.events import Event
    from sandtable.battle.orders import Order
    from sandtable.battle.record import Line
    from sandtable.dice import Roll

Fault = Literal["number", "order", "dice", "face", "state"]


class Divergence(Exception):  # noqa: N818 - what was looked for, and found
    """A recorded line that does not come out again as it was recorded.

    Attributes:
        fault: In what it differs: its ``number``; its ``order``, which is not legal (any more);
            the ``dice`` that are asked for; a ``face`` that the dice do not show; or the
            ``state`` after it.
        expected: What the rules and the dice give.
        found: What stands in the record.

    >>> print(Divergence("face", "1d10, firer: 4", "1d10, firer: 9"))
    face: expected 1d10, firer: 4; found 1d10, firer: 9
    """

    def __init__(self, fault: Fault, expected: str, found: str) -> None:
        super().__init__(fault, expected, found)
        self.fault: Fault = fault
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.fault}: expected {self.expected}; found {self.found}"


def repeat(battle: Battle[Any], line: Line, *, dice: Dice | None = None) -> tuple[Event, ...]:
    """Carry out a recorded line again, and return what happened.

    The battle's sinks are not told: the line is recorded already. The battle's own dice are not
    used, and will go on at the right place afterwards, since every step has its own.

    Args:
        battle: A battle that stands just before the line.
        line: The line.
        dice: The dice to use. Without any, the rolls that the line records are played back.

    Raises:
        Divergence: If it does not come out as recorded. Nothing has changed then.
    """
    if line.line != battle.number + 1:
        raise Divergence("number", f"line {battle.number + 1}", f"line {line.line}")

    def compare(again: Line) -> None:
        if battle.header.format > BY_NUMBER:
            _compare_facts(again, line)
        compare_rolls(again.rolls, line.rolls)
        if again.state != line.state:
            raise Divergence("state", again.state or "none", line.state or "none")

    own, sinks = battle.dice, battle._sinks
    battle.dice = dice or RecordedDice(line.rolls)
    battle._sinks = [compare]
    try:
        events = _carry_out(battle, line)
    except (Divergence, MemoryError, RecursionError):
        raise
    except DiceError as error:
        raise Divergence("dice", "the recorded rolls to be asked for", str(error)) from error
    except (Refusal, LookupError) as refusal:
        raise Divergence("order", "a legal order", str(refusal)) from refusal
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Divergence("order", "an order that can be carried out", reason) from error
    finally:
        battle.dice, battle._sinks = own, sinks
    battle.lines[-1] = line
    battle._cross()
    return events


def _compare_facts(again: Line, line: Line) -> None:
    """Check a line field by field; its rolls and its state are compared for themselves.

    Dice are bound to what is decided, so there is one way only to write it down.
    """
    found = line.facts()
    for name, due in again.facts().items():
        if name != "rolls" and encode(due) != encode(found[name]):
            what = "the order as it is written" if name == "order" else name
            raise Divergence("order", f"{what}: {encode(due).decode()}", f"{found[name]}")


def compare_rolls(expected: Sequence[Roll], found: Sequence[Roll]) -> None:
    """Check recorded rolls against those that the rules ask for and the dice give.

    Raises:
        Divergence: Naming the first roll that differs.
    """
    for number, (due, shown) in enumerate(zip(expected, found, strict=False), 1):
        if due.request != shown.request:
            raise Divergence("dice", f"roll {number}: {due.request}", f"{shown.request}")
        if due.faces != shown.faces:
            raise Divergence("face", f"roll {number}: {due}", f"{shown}")
    if len(expected) != len(found):
        number = min(len(expected), len(found))
        due_next = f"{expected[number].request}" if number < len(expected) else "no more dice"
        next_shown = f"{found[number].request}" if number < len(found) else "no more dice"
        raise Divergence("dice", f"roll {number + 1}: {due_next}", next_shown)


def _carry_out(battle: Battle[Any], line: Line) -> tuple[Event, ...]:
    match line.kind:
        case "order":
            order = _order(battle, line)
            _check_given(battle, line, order)
            return battle._carry_out(order, line.seat, by_default=line.by_default)
        case "overrule":
            if battle.header.format > BY_NUMBER:
                return battle.overrule(line.overruled)
            battle._referee_present()
            order = _order(battle, line)
            return battle._overrule(order, line.seat, line.overruled, line.to, line.dice_of)
        case "ruling":
            return battle.rule(_ruling(line))
        case "undo":
            if line.seat not in (*battle.seats, REFEREE):
                raise Refusal(RULE_ZERO, f"There is no seat {line.seat!r} that could undo.")
            battle._take_back(line.to, line.seat)
            return ()
        case "reveal":
            battle.reveal(bytes.fromhex(line.secret or ""))
            return ()


def _order(battle: Battle[Any], line: Line) -> Order:
    try:
        return battle.rulebook.decode(encode(line.order))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Divergence("order", f"an order of {battle.rulebook.title}", str(error)) from None


def _ruling(line: Line) -> Ruling:
    try:
        return decode_ruling(encode(line.order))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Divergence("order", "a ruling", str(error)) from None


def _check_given(battle: Battle[Any], line: Line, order: Order) -> None:
    if line.by_default:
        due = battle.default_due
        if due is None or line.seat != REFEREE or battle.referee_seated:
            raise Divergence("order", "an order that somebody gave", "a default answer")
        if order != due:
            raise Divergence("order", f"the default answer {due}", str(order))
        return
    refusal = battle.refusal(order, line.seat)
    if refusal is not None:
        raise Divergence("order", "a legal order", str(refusal))
