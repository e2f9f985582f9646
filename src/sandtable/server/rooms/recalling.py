"""A battle from what is kept of it, without playing it again: to be looked at only."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.battle import Battle, Choice, Event, Outcome, rulebook_for
from sandtable.battle.record import Header, Line
from sandtable.battle.rulebook import Rulebook
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import State
from sandtable.battle.view import Moment
from sandtable.dice import RecordedDice, SeededDice
from sandtable.journal.lines import unpacked
from sandtable.journal.replaying import SealedDice
from sandtable.server.rooms.record import Told
from sandtable.server.rooms.tellings import (
    Telling,
    record_of,
    standing_lines,
    unpacked_tellings,
)
from sandtable.server.storage import BattleRow, LineRow, TellingRow


class RecalledBattle(Battle[Any]):
    """A battle that is only looked at: it waits for nobody, and ended as was written down."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Nothing: nobody is asked any more."""
        return ()

    def _choices_known(self, known: Any) -> tuple[Choice, ...]:
        return ()


class Recalled(Struct, frozen=True, kw_only=True):
    """What is left of a battle.

    Attributes:
        battle: The battle, with those moments whose states can still be read; none, if not even
            the last can.
        record: Every line of it, as it was told.
    """

    battle: Battle[Any] | None
    record: tuple[Told, ...]


def recall(
    row: BattleRow, lines: Sequence[LineRow], kept: Sequence[TellingRow], *, by_book: bool = True
) -> Recalled:
    """A battle from what is kept of it.

    Args:
        row: What is known of it beside its lines.
        lines: Its lines.
        kept: What they brought.
        by_book: Whether its book may be asked to lay the table out; else it is only told.
    """
    tellings = unpacked_tellings(kept)
    record = record_of(lines, tellings)
    battle = None
    if by_book:
        header, journal = _journal(row, lines)
        if header is not None:
            with contextlib.suppress(Exception):  # whatever an older book has written there
                battle = _battle(row, header, journal, record, tellings)
    return Recalled(battle=battle, record=record)


def _journal(row: BattleRow, lines: Sequence[LineRow]) -> tuple[Header | None, list[Line]]:
    """The lines of the journal, as far as they can be read."""
    total = ""
    header: Header | None = None
    found: list[Line] = []
    with contextlib.suppress(Exception):
        for line in lines:
            record, total = unpacked(line.raw.rstrip(b"\n"), total, row.id, line.number + 1)
            if isinstance(record, Header):
                header = record
            else:
                found.append(record)
    return header, found


def _battle(
    row: BattleRow,
    header: Header,
    lines: list[Line],
    record: Sequence[Told],
    tellings: Mapping[int, Telling],
) -> Battle[Any] | None:
    book: Rulebook[Any] = rulebook_for(row.book)
    pattern = _set_up(book, header)
    moments = []
    for number in standing_lines(record):
        telling = tellings.get(number)
        if telling is None or bytes(telling.state) == b"null":
            continue
        with contextlib.suppress(Exception):  # a state that no longer decodes
            state = _state(bytes(telling.state), pattern)
            events = tuple(
                msgspec.convert({**plain, "seen_by": seen_by}, Event)
                for seen_by, plain in telling.events
            )
            moments.append(Moment(number, state, events))
    if not moments:
        return None
    battle = RecalledBattle.__new__(RecalledBattle)
    battle.rulebook = book
    battle.scenario = header.scenario
    battle.dice = SealedDice()
    battle.seats = {seat.id: seat for seat in header.scenario.all_seats()}
    battle.referee_seated = REFEREE in header.seats
    battle.header = header
    battle.lines = lines
    battle.state = moments[-1].state
    battle._keep_digests = bool(header.state)
    battle._sinks = []
    battle._choices = ()
    battle._outcome = (_outcome(row),)
    battle._history = moments
    return battle


def _set_up(book: Rulebook[Any], header: Header) -> State:
    """The battle set up again, for the ground and all that never changes."""
    first = header.sections()[0]
    for dice in (RecordedDice(first.rolls), SeededDice("any")):
        with contextlib.suppress(Exception):
            dice.begin(0)
            state: State = book.start(book.laid_out(first.scenario), dice)[0]
            return state
    raise LookupError("it cannot be set up any more")


def _state(raw: bytes, pattern: State) -> State:
    """A state as it was written; its scenario may have got another fingerprint since."""
    return msgspec.json.decode(raw, type=type(pattern), dec_hook=lambda *_: pattern.setting)


def _outcome(row: BattleRow) -> Outcome | None:
    if row.outcome is None:
        return None
    with contextlib.suppress(msgspec.MsgspecError):
        return msgspec.convert(row.outcome, Outcome)
    return None
