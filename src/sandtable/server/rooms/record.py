"""What a room remembers of every line, undone ones included, and what each seat is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from sandtable.battle import Battle, Event
from sandtable.battle.record import Line
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import encode
from sandtable.server.messages import BattleEvent, Entry

ONLOOKER = "onlooker"
"""Where those sit who only look on; they know what every player knows."""

Audience = tuple[str, ...] | None


class Told(Struct, frozen=True, kw_only=True):
    """A line of a battle, as it is told.

    Attributes:
        line: Its number.
        kind: What sort of line it is.
        at: When it was written, in seconds since 1970.
        turn: The turn in which the battle stood after it.
        events: What happened: who may know of it, and what it was, as plain data.
        to: For an undo or an overruling: everything after this line no longer counts.
        secret: For a reveal: the secret of the dice.
    """

    line: int
    kind: str
    at: float
    turn: int
    events: tuple[tuple[Audience, dict[str, Any]], ...] = ()
    to: int | None = None
    secret: str | None = None

    def entry(self, seat: str) -> Entry:
        """The line as far as a seat may know of it."""
        return Entry(
            line=self.line,
            kind=self.kind,
            events=tuple(
                cast("BattleEvent", plain)
                for seen_by, plain in self.events
                if is_told(seat, seen_by)
            ),
            to=self.to,
            secret=self.secret,
        )


def is_told(seat: str, seen_by: Audience) -> bool:
    """Whether a seat may know of an event."""
    return seen_by is None or seat == REFEREE or seat in seen_by


def told(line: Line | None, events: Iterable[Event], turn: int, at: float) -> Told:
    """A line as it is told; ``None`` is the start."""
    return Told(
        line=line.line if line else 0,
        kind=line.kind if line else "start",
        at=at,
        turn=turn,
        events=tuple((event.seen_by, _plain(event)) for event in events),
        to=line.to if line else None,
        secret=line.secret if line else None,
    )


def told_since(battle: Battle[Any], before: int, at: float) -> tuple[Told, ...]:
    """The lines of a battle after a number that have just been added to it."""
    brought = {moment.line: moment for moment in battle.moments if moment.line > before}
    found = []
    for line in battle.lines[before:]:
        moment = brought.get(line.line)
        events = moment.events if moment else ()
        turn = moment.state.turn if moment else battle.state.turn
        found.append(told(line, events, turn, at))
    return tuple(found)


def entries_for(record: Sequence[Told], seat: str, since: int) -> tuple[Entry, ...]:
    """Every line after a number, as far as a seat may know of it."""
    return tuple(line.entry(seat) for line in record[since + 1 :])


def _plain(event: Event) -> dict[str, Any]:
    """An event as plain data, without who else may know of it."""
    data: dict[str, Any] = msgspec.json.decode(encode(event))
    data.pop("seen_by", None)
    return data
