"""What happened step by step within one line: each event with the battle before and after it.

A line of the journal is one order and everything that follows from it up to the next decision:
often a dozen events. To show them one after another it must be known where everybody stood at each
of them. Nobody keeps that; it is found out when it is asked for, by carrying the line out once more
with the very dice that fell.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sandtable.battle.state import encode
from sandtable.dice import Dice, Overruling, RecordedDice

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle
    from sandtable.battle.events import Event
    from sandtable.battle.record import Line
    from sandtable.battle.state import State


@dataclass(frozen=True, kw_only=True)
class Take:
    """An event, and the battle as it truly was before and after it."""

    event: Event
    before: Any
    after: Any


_RECORDED: Final[ContextVar[list[tuple[Event, Any]] | None]] = ContextVar("recorded", default=None)


def noted(state: State, events: Iterator[Event]) -> Iterator[Event]:
    """Events as they happen; somebody who records them is handed the state at each of them.

    A book's events come while its state changes, so this must be asked as they come.
    """
    recorded = _RECORDED.get()
    if recorded is None:
        return events
    return _handed(recorded, state, events)


def _handed(
    recorded: list[tuple[Event, Any]], state: State, events: Iterator[Event]
) -> Iterator[Event]:
    for event in events:
        recorded.append((event, state.copy()))
        yield event


@contextmanager
def _recording() -> Iterator[list[tuple[Event, Any]]]:
    recorded: list[tuple[Event, Any]] = []
    token = _RECORDED.set(recorded)
    try:
        yield recorded
    finally:
        _RECORDED.reset(token)


def takes(battle: Battle[Any], line: int) -> tuple[Take, ...]:
    """The events of a line that stands, each with the battle before and after it.

    What changes without a word of its own belongs to the event that is told next, or to the last.

    Args:
        battle: The battle.
        line: The number of the line. The start of a battle, and a line that does not stand, have
            nothing that could be shown.
    """
    moments = battle.moments
    position = next((at for at, moment in enumerate(moments) if moment.line == line), 0)
    if not position:
        return ()
    before, after, told = moments[position - 1].state, moments[position].state, moments[position]
    between = _between(battle, before, battle.lines[line - 1])[: len(told.events)]
    # What the referee decrees is told first, and changes nothing; without a record, all is at once.
    begins = [before] * (len(told.events) - len(between))
    states = [before, *begins, *between] if between else [before, *[after] * len(told.events)]
    states[-1] = after
    return tuple(
        Take(event=event, before=first, after=second)
        for event, first, second in zip(told.events, states, states[1:], strict=False)
    )


def _between(battle: Battle[Any], before: Any, line: Line) -> list[Any]:
    """The states at each event of a line; none where its book does not tell them one by one."""
    if line.kind not in ("order", "overrule"):
        return []
    dice: Dice = RecordedDice(line.rolls)
    if line.overruled:
        dice = Overruling(dice, line.overruled)
    dice.begin(line.line, None)
    with _recording() as recorded:
        order = battle.rulebook.decode(encode(line.order))
        battle.rulebook.apply(before.copy(), line.seat, order, dice)
    return [state for _, state in recorded]
